"""Simulations agree with SUNDIALS' IDA, where scikit-sundae is installed."""

import numpy as np
import pytest
from ida import beside_ida

import linkwork as lw
from linkwork import gallery

pytest.importorskip("sksundae")


def pendulum():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=0.3)
    return m


def four_bar():
    return gallery.get("spatial four-bar", driven=False)


def driven():
    return gallery.get("slider-crank")


def top():
    m = gallery.get("heavy top", driven=False)
    m.place(next(b for b in m.bodies if b != "ground"), rate=(2.0, 1.0, 10.0))
    return m


@pytest.mark.parametrize("model", [pendulum, four_bar, driven, top])
def test_agrees(model):
    found = beside_ida(model(), 0.5, points=6)
    assert found.position < 1e-6
    assert found.speed < 1e-6


def test_generalised_alpha_agrees():
    found = beside_ida(pendulum(), 0.5, points=6, method="generalised-alpha", tolerance=1e-9)
    assert found.position < 1e-4


def test_angles_count_over_full_turns():
    m = lw.Mechanism("wound", plane="xy")
    wheel = m.body("wheel", mass=1.0, inertia=0.1)
    m.revolute("pin", m.ground.at(0, 0), wheel.at(0, 0))
    m.rotational_spring("S", "pin.angle", stiffness=0.01)
    m.place(wheel, rate=10.0)
    found = beside_ida(m, np.linspace(0.0, 3.0, 61))
    assert found.motion.joint("pin").angle[-1] > 2 * np.pi
    assert found.position < 1e-6
