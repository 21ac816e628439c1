"""Bodies that are very light beside the others: motion, drive torque and reactions stay right."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

CRANK, ROD, SPEED, PISTON = 0.05, 0.2, 60.0, 0.6
LIGHT = [1e-6, 1e-9, 1e-12]


def slider_crank(mass: float) -> lw.Mechanism:
    m = lw.Mechanism("slider-crank", plane="xy")
    crank = m.body("crank", mass=1.0, inertia=0.002)
    rod = m.body("rod", mass=mass, inertia=mass * 1e-3, com=(ROD / 2, 0))
    piston = m.body("piston", mass=PISTON, inertia=0.001)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(CRANK, 0), rod.at(0, 0))
    m.revolute("D", rod.at(ROD, 0), piston.at(0, 0))
    m.prismatic("G", m.ground.at(0, 0), piston.at(0, 0))
    m.place(piston, at=(CRANK + ROD, 0))
    m.drive("A.angle", lw.speed(SPEED))
    return m


def closed_form(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return acceleration of the piston and torque of the crank for a rod without mass."""
    q = SPEED * t
    sine = -CRANK * np.sin(q) / ROD
    cosine = np.sqrt(1 - sine**2)
    rate = -CRANK * SPEED * np.cos(q) / (ROD * cosine)
    second = (CRANK * SPEED**2 * np.sin(q) + ROD * sine * rate**2) / (ROD * cosine)
    a = -CRANK * SPEED**2 * np.cos(q) - ROD * (cosine * rate**2 + sine * second)
    push = PISTON * a / cosine
    return a, CRANK * (np.cos(q) * push * sine - np.sin(q) * push * cosine)


@pytest.mark.parametrize("spatial", [False, True], ids=["plane", "space"])
@pytest.mark.parametrize("mass", LIGHT)
@pytest.mark.parametrize("analysis", ["inverse", "simulate"])
def test_a_rod_of_almost_no_mass(mass, spatial, analysis):
    times = np.linspace(0.003, 0.1, 30)
    m = slider_crank(mass)
    m = m.in_space() if spatial else m
    found = m.inverse(times) if analysis == "inverse" else m.simulate(times)
    a, torque = closed_form(times)
    # the rod's own inertia moves the torque by 1.1 of its mass; integration at the default tolerance by 1e-8
    assert found.joint("G").translation_acceleration == pytest.approx(a, abs=1e-7 * np.abs(a).max())
    assert found.driver("A.angle").effort == pytest.approx(torque, abs=(1e-7 + 2 * mass) * np.abs(torque).max())


@pytest.mark.parametrize("mass", LIGHT[:2])
def test_a_bob_on_a_link_of_almost_no_mass(mass):
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    link = m.body("link", mass=mass, inertia=0.1 * mass, com=(0.5, 0))
    bob = m.body("bob", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), link.at(0, 0))
    m.fixed("F", link.at(1, 0), bob.at(0, 0))
    run = m.simulate(1.0)
    angle = run.joint("A").angle
    # from a horizontal start: 1.1 w^2 / 2 = -g sin(angle), and the pin bears weight and w^2 along the link
    along = 9.81 * np.sin(angle) + 2 * 9.81 * np.sin(angle) / 1.1
    outward = np.column_stack([np.cos(angle), np.sin(angle)])
    assert (run.joint("A").force * outward).sum(axis=1) == pytest.approx(
        along, abs=1e-7 + 100 * mass
    )  # tolerance; mass
    assert "body 'link'" in run.summary()
    assert "very light beside" in run.summary()


def test_ordinary_masses_do_without():
    m = slider_crank(1e-4)
    assert "very light" not in m.simulate(0.01).summary()
