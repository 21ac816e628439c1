"""Steps of gradients: numbers with which equations bend, that act on nothing, at their limit, or that are zero."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

RUN = 1e-6
"""Error of repeated simulations: 1e-9 of the energy, a thousandfold by steps of 1e-3."""

SHARP = 1e-8
"""Error of derivatives that come from the equations, as a share, as `Asked.KNOWN` claims."""


@pytest.mark.parametrize(("w", "end"), [(157.0, 1.0), (157.0, 10.0), (100.0, 100.0), (100.0, 1000.0)])
def test_frequency_inside_a_driver(w, end):
    """x = off + amp sin(w t): after many periods a small step of w is a large one of the phase."""
    m = lw.Mechanism("shaker", plane="xy")
    for name, value in {"w": w, "amp": 0.1, "off": 0.2}.items():
        m.parameter(name, value)
    slider = m.body("s", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="x")
    m.drive("rail.translation", "off + amp*sin(w*t)", "d")
    times = np.linspace(end - 0.1, end, 11)
    found = m.gradient("final s.x", analysis="move", times=times)
    right = np.array([0.1 * end * np.cos(w * end), np.sin(w * end), 1.0])
    assert (np.abs(found.values - right) <= SHARP * abs(right[0]) * w / np.array([w, 0.1, 0.2])).all()
    assert (np.abs(found.values - right) <= found.errors).all()
    assert found.how == "direct"
    assert not found.notes
    again = m.gradient("final s.x", ["w"], analysis="move", times=times, how="repeated")
    assert abs(again["w"] - right[0]) <= 1e-3 * abs(right[0])  # to which two differences are to agree
    assert abs(again["w"] - right[0]) <= again.errors[0]


def pushed(force: str, **parameters: float) -> lw.Mechanism:
    """Return a mass of 1 kg on a spring of 400 N/m, pushed by a force."""
    m = lw.Mechanism("pushed", plane="xy")
    for name, value in parameters.items():
        m.parameter(name, value)
    block = m.body("s", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.spring("k", m.ground.at(-1, 0), block.at(0, 0), stiffness=400, free_length=1.0)
    m.point_force("f", block.at(0, 0), force=(force, 0))
    return m


def test_frequency_inside_a_force():
    """x = F / (k - w^2) (sin w t - w / w0 sin w0 t), with w0 = 20 rad/s."""
    w, t = 157.0, 5.0
    found = pushed("10*sin(w*t)", w=w).gradient("final s.x", ["w"], times=t)
    swing = np.sin(w * t) - w / 20.0 * np.sin(20.0 * t)
    right = 10.0 / (400.0 - w**2) * (t * np.cos(w * t) - np.sin(20.0 * t) / 20.0 + 2.0 * w * swing / (400.0 - w**2))
    assert found["w"] == pytest.approx(right, rel=SHARP)
    assert found.how == "adjoint"
    assert not found.notes
    rest = pushed("5*sin(phi)", phi=1000.0).gradient("s.x", ["phi"], analysis="equilibrium")
    assert rest["phi"] == pytest.approx(5.0 * np.cos(1000.0) / 400.0, rel=SHARP)


@pytest.mark.parametrize("analysis", ["move", "inverse"])
def test_a_mass_closes_nothing(analysis):
    """Where equations are redundant, too: a position does not depend on masses, and rounding is no gap."""
    m = gallery.get("planetary-gearbox")
    found = m.gradient(
        "final output.angle", ["sun.mass", "sun.inertia"], analysis=analysis, times=np.linspace(0, 0.2, 21)
    )
    assert (np.abs(found.values) <= found.errors).all()


def test_a_number_that_cannot_be_more():
    """A thin disc has twice the moment about its axis: numbers are scaled together, and the energy is as they are."""
    m = gallery.get("rolling-disc", driven=False)
    found = m.gradient("final energy.kinetic", ["disc_mass", "axial", "diametral"], times=0.2)
    scaled = float(found.values @ found.at)
    assert scaled == pytest.approx(found.value, abs=float(found.errors @ found.at) + RUN * found.value)


@pytest.mark.parametrize("size", [1.0, 1e-3, 1e-6])
def test_a_length_that_is_zero_in_a_small_mechanism(size):
    """x = r cos a + sqrt(l^2 - (r sin a - h)^2): the same derivatives at any size."""
    m = lw.Mechanism("slider crank", plane="xy")
    for name, value in {"r": size, "l": 2.5 * size, "h": 0.0}.items():
        m.parameter(name, value)
    crank, rod = m.body("crank", lw.rod(length="r", mass=1.0)), m.body("rod", lw.rod(length="l", mass=1.0))
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at("r", 0), rod.at(0, 0))
    m.revolute("C", rod.at("l", 0), slider.at(0, 0))
    m.prismatic("rail", m.ground.at(0, "h"), slider.at(0, 0), axis="x")
    m.place(crank, angle=1.0)
    m.place(rod, angle=-0.3)
    m.drive("A.angle", "1 + t", "d")
    found = m.gradient("final slider.x", analysis="move", times=np.linspace(0, 0.5, 6))
    c, s = np.cos(1.5), np.sin(1.5)
    root = np.sqrt(2.5**2 - s**2)
    assert found.values == pytest.approx([c - s * s / root, 2.5 / root, s / root], rel=SHARP)
    assert not found.notes


TRACKS = {
    "smooth": lw.curve("u", "0.3*u^2", over=(-2, 2)),
    "third derivative": lw.curve("u", "0.3*u^2 + 0.2*abs(u - 0.1)^3", over=(-2, 2)),
    "curvature": lw.polyline([(-1, 1), (0, 0), (2, 0.2)], radius=0.5),
}


@pytest.mark.parametrize("jumps", TRACKS)
def test_a_bead_that_comes_over_a_jump_of_its_wire(jumps):
    """Against differences of runs at the tightest tolerance, good to about 1e-9 of the derivative."""
    m = lw.Mechanism("bead", plane="xy", gravity=(0, -9.81))
    m.parameter("k", 3.0)
    bead, wire = m.body("bead", mass=1.0, inertia=0.01), TRACKS[jumps]
    m.point_on_curve("wire", m.ground.at(0, 0), bead.at(0, 0), curve=wire)
    m.place(bead, at=tuple(wire.point(wire.nearest((-0.7, 0.7)))))
    m.spring("spring", m.ground.at(0, 2), bead.at(0, 0), stiffness="k", free_length=1.0)
    m.drive("bead.angle", 0)
    found = m.gradient("final bead.x", ["k"], times=0.8)
    ends = [m.with_parameters(k=k).simulate(0.8, tolerance=1e-13)["bead.x"][-1] for k in (2.9997, 3.0003)]
    assert found["k"] == pytest.approx((ends[1] - ends[0]) / 0.0006, rel=1e-8)
    assert found.how == ("adjoint" if jumps == "smooth" else "repeated")
