"""The numbers that `Mechanism.check` makes of units, parameters, shapes, planes and markers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from model_examples import only_fault

import linkwork as lw


def planar() -> tuple[lw.Mechanism, object, object]:
    m = lw.Mechanism("arm", plane="xy")
    return m, m.body("crank"), m.body("coupler")


# ---- numbers


def test_units_and_parameters_give_the_right_numbers():
    m = lw.Mechanism(plane="xy", gravity=("-1 ft/s^2", "-9.81"))
    m.parameter("L", "2 ft")
    m.parameter("half", "L/2")
    crank = m.body("crank", mass="2 lb", com=("half + 5 mm", "-1 in"), inertia="3 kg*m^2")
    m.place(crank, at=("1 km", 2), angle="30 deg", velocity=("36 km/h", 0), rate="60 rpm")
    resolved = m.check()
    (solid,), (hint,) = resolved.solids, resolved.hints
    assert resolved.parameters["half"].value == pytest.approx(0.3048, abs=1e-15)
    assert solid.mass == pytest.approx(0.90718474, rel=1e-15)
    np.testing.assert_allclose(solid.com, [0.3098, -0.0254, 0], atol=1e-15)
    np.testing.assert_allclose(solid.inertia, 3 * np.eye(3))
    np.testing.assert_allclose(hint.position, [1000, 2, 0])
    np.testing.assert_allclose(hint.axes[:, 0], [math.sqrt(3) / 2, 0.5, 0], atol=1e-15)
    np.testing.assert_allclose(hint.velocity, [10, 0, 0])
    np.testing.assert_allclose(hint.rate, [0, 0, 2 * math.pi])
    np.testing.assert_allclose(resolved.gravity, [-0.3048, -9.81, 0])
    assert m.with_parameters(L="1 m").check().parameters["half"].value == 0.5


def test_numpy_numbers_are_numbers():
    m = lw.Mechanism(plane="xy", gravity=np.array([0.0, -9.81]))
    crank = m.body("crank", mass=np.int64(2), com=np.array([1, 2]), inertia=np.array([1, 2, 2]))
    m.body("plate", mass=np.float32(0.5), inertia=np.eye(3))
    m.body("disc", inertia=np.int64(4))
    m.place(crank, np.zeros(2), rate=np.int64(3))
    resolved = m.check()
    assert resolved.solids[0].mass == 2
    np.testing.assert_allclose(np.diag(resolved.solids[0].inertia), [1, 2, 2])
    np.testing.assert_allclose(resolved.solids[2].inertia, 4 * np.eye(3))
    np.testing.assert_allclose(resolved.hints[0].rate, [0, 0, 3])


@pytest.mark.parametrize(
    ("plane", "normal", "shown"), [("xy", (0, 0, 1), "z"), ("xz", (0, -1, 0), "-y"), ("yz", (1, 0, 0), "x")]
)
def test_planes(plane, normal, shown):
    m = lw.Mechanism(plane=plane)
    crank = m.body("crank", inertia=(1, 2, 2.5))
    m.revolute("A", m.ground, crank, axis=shown)
    m.prismatic("B", m.ground, crank, axis=plane[1])
    resolved = m.check()
    np.testing.assert_allclose(m.space.basis[2], normal)
    np.testing.assert_allclose(m.space.normal, [0, 0, 1])
    expected = {"xy": 2.5, "xz": 2, "yz": 1}[plane]
    assert resolved.solids[0].inertia[2, 2] == expected
    other = next(axis for axis in "xyz" if axis not in plane)
    m.prismatic("C", m.ground, crank, axis=other)
    assert f"does not lie in the plane {plane}" in only_fault(m)


def test_a_point_above_its_plane_is_projected():
    m = lw.Mechanism(plane="xz")
    crank = m.body("crank", com=(1, 5, 2))
    m.place(crank, (3, 7, 4))
    resolved = m.check()
    np.testing.assert_allclose(resolved.solids[0].com, [1, 2, 0])
    np.testing.assert_allclose(resolved.hints[0].position, [3, 4, 0])


SOLIDS = {
    "rod": (lw.rod(3, 2), 2.0, (1.5, 0, 0), (0, 1.5, 1.5)),
    "bar": (lw.bar(3, 0.2, 0.4, mass=2), 2.0, (1.5, 0, 0), (0.2 / 6, 9.16 / 6, 9.04 / 6)),
    "box": (lw.box(3, 0.2, 0.4, density=100), 24.0, (0, 0, 0), (0.4, 18.32, 18.08)),
    "disc": (lw.disc(0.5, mass=4), 4.0, (0, 0, 0), (0.25, 0.25, 0.5)),
    "thick disc": (lw.disc(0.5, 0.6, mass=4), 4.0, (0, 0, 0), (0.37, 0.37, 0.5)),
    "cylinder": (lw.cylinder(0.5, 0.6, mass=4), 4.0, (0, 0, 0), (0.37, 0.37, 0.5)),
    "sphere": (lw.sphere(0.5, mass=10), 10.0, (0, 0, 0), (1.0, 1.0, 1.0)),
}


@pytest.mark.parametrize("kind", list(SOLIDS))
def test_shapes_against_closed_forms(kind):
    shape, mass, com, inertia = SOLIDS[kind]
    m = lw.Mechanism()
    m.body("part", shape)
    (solid,) = m.check().solids
    assert solid.mass == pytest.approx(mass)
    np.testing.assert_allclose(solid.com, com)
    np.testing.assert_allclose(solid.inertia, np.diag(inertia), atol=1e-14)


def test_densities():
    m = lw.Mechanism()
    m.parameter("rho", "2 g/cm^3")
    m.body("a", lw.box(0.1, 0.1, 0.1, density="steel"))
    m.body("b", lw.cylinder(0.1, 0.2, density="rho"))
    m.body("c", lw.disc(0.1, 0.2, density="rho"))
    m.body("d", lw.sphere(0.1, density="2.7 t/m^3"))
    masses = [solid.mass for solid in m.check().solids]
    assert masses == pytest.approx([7.85, 4 * math.pi, 4 * math.pi, 3.6 * math.pi])


def test_a_given_mass_scales_the_inertia_of_a_shape():
    m = lw.Mechanism()
    m.body("a", lw.sphere(0.5, mass=10), mass=20, com=(1, 0, 0))
    (solid,) = m.check().solids
    np.testing.assert_allclose(solid.inertia, 2 * np.eye(3))
    np.testing.assert_allclose(solid.com, [1, 0, 0])


def test_bodies_without_mass_are_enough_for_kinematics():
    m, *_ = planar()
    assert all(math.isnan(solid.mass) for solid in m.check().solids)


# ---- markers


def frame_of(m: lw.Mechanism, marker: lw.Marker):
    _, _, writer = m.checked()
    return writer.frames.frame(marker)


def test_named_frames_and_axes():
    m = lw.Mechanism()
    arm = m.body("arm")
    tool = arm.frame("tool", (1, 2, 3), z="-y", x=(1, 1, 0))
    screw = arm.axis("screw", (0, 3, 4))
    assert (str(tool), tool.name, screw.at) == ("arm.tool", "tool", (0.0, 0.0))
    frame = frame_of(m, tool)
    np.testing.assert_allclose(frame.point, [1, 2, 3])
    np.testing.assert_allclose(frame.axes, np.column_stack([[1, 0, 0], [0, 0, 1], [0, -1, 0]]), atol=1e-15)
    axes = frame_of(m, screw).axes
    np.testing.assert_allclose(axes[:, 2], [0, 0.6, 0.8])
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-15)
    arm.frame("bad", z="x", x=(2, 0, 0))
    assert only_fault(m) == ("point arm.bad: its x direction is parallel to its axis. Give another x direction.")


def test_a_direction_may_have_any_length():
    m = lw.Mechanism()
    arm = m.body("arm")
    for size in (1e-9, 1.0, 1e300):
        axis = arm.axis(f"axis{size:g}".replace("-", "_").replace("+", ""), (0, 3 * size, 4 * size))
        np.testing.assert_allclose(frame_of(m, axis).axes[:, 2], [0, 0.6, 0.8])


def test_drawn_markers_are_turned_into_body_axes():
    m = lw.Mechanism(plane="xy")
    crank = m.body("crank")
    m.place(crank, at=(1, 1), angle="90 deg")
    m.revolute("A", m.ground, crank, at=(1, 3))
    joint = m.joints["A"]
    assert joint.a.drawn
    assert joint.b.drawn
    np.testing.assert_allclose(frame_of(m, joint.a).point, [1, 3, 0])
    np.testing.assert_allclose(frame_of(m, joint.b).point, [2, 0, 0], atol=1e-15)
    m.prismatic("B", m.ground, crank, at=(1, 3), axis="y")
    np.testing.assert_allclose(frame_of(m, m.joints["B"].b).axes[:, 2], [1, 0, 0], atol=1e-15)


def test_place_keeps_what_earlier_calls_said():
    m = lw.Mechanism(plane="xy")
    crank = m.body("crank")
    m.place(crank, at=(1, 2))
    m.place("crank", angle="30 deg")
    (hint,) = m.check().hints
    assert hint.has_position
    assert hint.has_axes
    np.testing.assert_allclose(hint.position, [1, 2, 0])
    m.place(crank, at=(3, 4))
    np.testing.assert_allclose(m.check().hints[0].position, [3, 4, 0])
    assert not m.copy().with_parameters().check().hints[0].velocity.any()


def test_no_hint_is_no_fault():
    m, *_ = planar()
    assert not any(hint.has_position or hint.has_axes for hint in m.check().hints)


def test_distance_may_be_driven_and_constrained():
    m, crank, coupler = planar()
    crank.point("P", 1, 0)
    coupler.point("Q", 0, 1)
    m.drive("distance(crank.P, coupler.Q)", "0.5 m + 0.1*t")
    m.constraint("C", expression="distance(crank, ground) - 2*distance(coupler.Q, ground)")
    m.check()
    m.drive("distance(crank.P)", 1, name="d")
    assert "distance takes two points, 1 were given." in only_fault(m)
