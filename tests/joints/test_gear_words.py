"""Gears that cannot work, and what is said about them; sizes, full turns, parameter sets, files."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def wheels(gap=(0.3, 0.0, 0.0), axis_b="z", **options):
    m = lw.Mechanism("pair")
    a, b = m.body("a", mass=1.0, inertia=(1, 1, 1)), m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground.at(0, 0, 0), a.at(0, 0, 0), axis="z")
    m.revolute("B", m.ground.at(*gap), b.at(0, 0, 0), axis=axis_b)
    kind = options.pop("kind", "gear")
    m.joint(kind, "mesh", a.at(0, 0, 0, z="z"), b.at(0, 0, 0, z=axis_b), **options)
    return m


RADII = {"radius_a": 0.1, "radius_b": 0.25}


@pytest.mark.parametrize(
    ("m", "words"),
    [
        (wheels(**RADII), "its centres are 0.3 m apart, but pitch radii of 0.1 m + 0.25 m need 0.35 m"),
        (wheels(**RADII, mesh="internal"), "0.3 m apart, but pitch radii of 0.25 m - 0.1 m need 0.15 m"),
        (wheels(gap=(0.35, 0, 0.01), **RADII), "point b is 0.01 m beside the plane of a"),
        (wheels(axis_b=(0, 0.6, 0.8), **RADII), "parallel (0 deg) in gears, but here they make 36.8699 deg"),
        (wheels(kind="bevel_gear", axis_b="x", gap=(0, 0.02, 0), **RADII), "they pass each other at 0.02 m"),
        (wheels(kind="crossed_gear", axis_b="y", **RADII), "its axes are 0.3 m apart, but pitch radii"),
        (wheels(kind="belt", gap=(0.1, 0, 0), **RADII), "0.1 m apart, but for open strands radii of 0.1 m and 0.25 m"),
        (wheels(kind="belt", strands="crossed", **RADII), "need more than 0.35 m"),
        (wheels(kind="rack", radius=0.1, gap=(0, 0.3, 0)), "0.3 m apart, but a pitch radius of 0.1 m would be 0.1 m"),
    ],
)
def test_what_does_not_fit_is_told_with_both_numbers(m, words):
    with pytest.raises(lw.AssemblyError) as caught:
        m.assemble()
    assert words in str(caught.value)
    assert "'mesh' (a - b)" in str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "nothing says how large its wheels are"),
        ({"radius_a": 0.1}, "radius_a is given, but not radius_b"),
        ({"ratio": -2}, "its ratio is -2"),
        (
            {"ratio": 3, "teeth_a": 20, "teeth_b": 40},
            "its ratio makes 3 turns of a for one of b, its numbers of teeth 2",
        ),
        (
            {"teeth_a": 20, "teeth_b": 40, "module": 0.01, **RADII},
            "radius_b is 0.25 m, but module and teeth make 0.2 m",
        ),
        ({"ratio": 1, "mesh": "internal"}, "of one size"),
        ({"ratio": 2, "pressure_angle": 20}, "its pressure angle is 1145.92 deg"),
        ({"ratio": 2, "helix_angle": "90 deg"}, "its helix angle"),
        ({"ratio": 2, "gap": (0, 0, 0)}, "placed at one point"),
        ({"ratio": 2, "kind": "bevel_gear", "axis_b": "x", "gap": (0, 0, 0)}, "where the axes meet"),
        ({"ratio": 2, "kind": "bevel_gear", "axis_b": "z"}, "its axes are parallel"),
        ({"ratio": 2, "kind": "crossed_gear", "axis_b": "x", "gap": (0, 0, 0)}, "Use bevel_gear"),
        ({"ratio": 2, "kind": "crossed_gear", "axis_b": "y", "helix_angle": 0.0}, "cannot turn both wheels"),
        ({"kind": "belt", "radius_a": 0.1}, "its radius_b is not given"),
        ({"kind": "screw"}, "its pitch is not given"),
        ({"kind": "rack", "gap": (0.3, 0, 0)}, "its pitch radius is 0 m"),
    ],
)
def test_contradictions_are_faults_of_the_model(options, words):
    with pytest.raises(lw.ModelError, match="mesh") as caught:
        wheels(**options).check()
    assert words in str(caught.value)


def test_a_centre_that_nothing_holds():
    m = lw.Mechanism("loose", plane="xy")
    a, b = m.body("a"), m.body("b")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.prismatic("B", m.ground.at(0.3, 0), b.at(0, 0), axis="x")
    m.place(b, at=(0.3, 0))
    m.gear("mesh", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.2)
    with pytest.raises(lw.AssemblyError, match="nothing keeps the distance of its centres"):
        m.assemble()


def test_a_coupling_is_linear():
    m = wheels(ratio=2)
    m.coupling("box", expression="B.angle = A.angle^2")
    with pytest.raises(lw.ModelError, match="a coupling holds them in sums"):
        m.check()


def test_wheels_keep_the_angles_at_which_they_are_placed():
    m = wheels(ratio=2)
    m.place("a", rotation=lw.axis_angle((0, 0, 1), 1.3))
    m.place("b", rotation=lw.axis_angle((0, 0, 1), -0.4))
    assembly = m.assemble()
    assert assembly.motion.joint("A").angle[0] == pytest.approx(1.3, abs=1e-12)
    assert assembly.motion.joint("B").angle[0] == pytest.approx(-0.4, abs=1e-12)


@pytest.mark.parametrize("axes", ["z", "x", (0.48, 0.6, 0.64)])
def test_many_turns_about_any_axis(axes):
    """Headings are followed from step to step: 40 turns of a make 20 of b, back and forth."""
    m = lw.Mechanism("turns")
    a, b = m.body("a", mass=1.0, inertia=(1, 1, 1)), m.body("b", mass=1.0, inertia=(1, 1, 1))
    u = {"z": (0, 0, 1), "x": (1, 0, 0)}.get(axes, axes)
    across = np.cross(u, (0.3, -0.9, 0.2))
    across *= 0.3 / np.linalg.norm(across)
    m.revolute("A", m.ground.at(0, 0, 0, z=u), a.at(0, 0, 0, z=u))
    m.revolute("B", m.ground.at(*across, z=u), b.at(0, 0, 0, z=u))
    m.gear("mesh", a.at(0, 0, 0, z=u), b.at(0, 0, 0, z=u), ratio=2)
    m.drive("A.angle", "80*pi*sin(pi*t)")
    motion = m.move(np.linspace(0, 1, 21))
    np.testing.assert_allclose(motion.joint("B").angle, -motion.joint("A").angle / 2, atol=1e-9)


def test_parameter_sets_change_the_wheels():
    m = lw.Mechanism("sets", plane="xy")
    m.parameter("r", 0.1)
    a, b = m.body("a", mass=1.0, inertia=0.01), m.body("b", mass=1.0, inertia=0.04)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at("r + 0.2", 0), b.at(0, 0))
    m.gear("mesh", a.at(0, 0), b.at(0, 0), radius_a="r", radius_b=0.2)
    m.torque("load", a, 1.0)
    runs = m.simulate_many([0.0, 0.1], parameters={"r": [0.1, 0.2, 0.4]})
    found = [runs[k].joint("A").angle_acceleration[0] for k in range(3)]
    np.testing.assert_allclose(found, [1 / (0.01 + 0.04 * (r / 0.2) ** 2) for r in (0.1, 0.2, 0.4)], rtol=1e-12)
