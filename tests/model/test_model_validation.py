"""What `Mechanism.check` says about faulty models."""

from __future__ import annotations

import math

import numpy as np
import pytest
from model_examples import faults_of, four_bar, only_fault

import linkwork as lw


def planar() -> tuple[lw.Mechanism, object, object]:
    m = lw.Mechanism("arm", plane="xy")
    return m, m.body("crank"), m.body("coupler")


# ---- bodies


def test_negative_mass():
    m = lw.Mechanism(plane="xy")
    m.body("crank", mass=-1.5)
    assert only_fault(m).startswith("body 'crank': its mass is -1.5 kg.")


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_not_finite(bad):
    m = lw.Mechanism(plane="xy", gravity=(0, bad))
    m.parameter("L", bad)
    crank = m.body("crank", mass=bad, com=(bad, 0), inertia=bad)
    crank.point("unused", bad, 0)
    m.revolute("A", m.ground.at(0, bad), crank)
    m.place(crank, at=(bad, 0), angle=bad)
    faults = faults_of(m)
    places = (
        "parameter 'L'",
        "mass of body 'crank'",
        "centre of mass of body 'crank'",
        "inertia of body 'crank'",
        "placement of 'crank'",
        "angle in the placement of 'crank'",
        "gravity",
        "point crank.unused",
        f"point ground at (0.0, {bad})",
    )
    assert [f"{place}: {bad!r} is not a finite number." for place in places] == faults


def test_wrong_units():
    m = lw.Mechanism(plane="xy", gravity=(0, "9.81 m/s"))
    crank = m.body("crank", mass="3 m", inertia="2 kg")
    m.revolute("A", m.ground.at("1 kg", 0), crank)
    m.drive("A.angle", "2 m")
    assert faults_of(m) == [
        "mass of body 'crank': '3 m' is a length; a mass is expected (for example '3 kg').",
        ("inertia of body 'crank': '2 kg' is a mass; a moment of inertia is expected (for example '2 kg*m^2')."),
        "gravity: '9.81 m/s' is a speed; an acceleration is expected (for example '9.81 m/s^2').",
        "point ground at (1 kg, 0.0): '1 kg' is a mass; a length is expected (for example '1 m').",
        "driver 'A.angle': '2 m' is a length; an angle is expected (for example '2 rad').",
    ]


def test_inertia_of_no_body():
    cases = {
        (1, 1, 3): "the principal moments (1, 1, 3) kg m^2 belong to no body: the largest exceeds the sum",
        (1, 1, -1): "a principal moment is -1 kg m^2; moments of inertia are not negative.",
        (1, 2): "give one number, three principal moments, or a 3 x 3 tensor.",
        ((1, 0.5, 0), (0, 1, 0), (0, 0, 1)): "the tensor is not symmetric. Check the signs of the products",
        ((1, 0, 0), (0, 1, 0)): "give one number, three principal moments, or a 3 x 3 tensor.",
        -2.0: "it is -2 kg m^2; a moment of inertia is not negative.",
    }
    for inertia, message in cases.items():
        m = lw.Mechanism()
        m.body("plate", inertia=inertia)
        assert only_fault(m).startswith(f"inertia of body 'plate': {message}")


def test_shapes_with_faults():
    m = lw.Mechanism(plane="xy")
    m.body("a", lw.bar(-1, 0.1, 0.1, mass=1))
    m.body("b", lw.disc(0.1, density="steel"))
    m.body("c", lw.sphere(0.1, density="stell"))
    m.body("d", lw.sphere("2 s", mass=1))
    m.body("e", lw.Shape("cube", ()))
    m.body("f", lw.Shape("rod", (("lenght", 1.0),)))
    m.body("g", lw.sphere(1, density="-3 kg/m^3"))
    faults = faults_of(m)
    for message in (
        "bar of body 'a': length is -1 m; a dimension is not negative.",
        "disc of body 'b': it has no volume, so a density gives no mass. Give its mass.",
        "density of sphere of body 'c': there is no material or parameter 'stell'. Did you mean 'steel'?",
        "radius of sphere of body 'd': '2 s' is a time; a length is expected (for example '2 m').",
        "cube of body 'e': there is no shape 'cube'. Known: bar, box, cylinder, disc, rod, sphere.",
        "rod of body 'f': it has no dimension 'lenght'. Did you mean 'length'?",
        "rod of body 'f': length not given.",
        "density of sphere of body 'g': it is -3 kg/m^3; a density is not negative.",
    ):
        assert message in faults


def test_numbers_beyond_every_number():
    m = lw.Mechanism()
    m.body("star", lw.sphere(1e200, mass=1.0))
    expected = "1e+200 is too large to reckon with; the limit is 1e+50. Check its unit."
    assert only_fault(m) == f"radius of sphere of body 'star': {expected}"


# ---- names


def test_duplicate_names():
    m = four_bar()
    m.body("crank")
    m.revolute("A", m.ground, "crank")
    m.parameter("L", 1)
    m.drive("A.angle", 1)
    m.torque("motor", "crank", 1)
    m.bodies["rocker"] = m.bodies["rocker"]
    m.ground.point("O", 1, 1)
    faults = faults_of(m)
    for what, several, name in (
        ("body", "bodies", "crank"),
        ("joint", "joints", "A"),
        ("parameter", "parameters", "L"),
        ("driver", "drivers", "A.angle"),
        ("force", "forces", "motor"),
    ):
        assert f"{what} '{name}': there are two {several} of this name. Give each its own name." in faults
    assert "body 'ground': there are two points called 'O'." in faults


def test_body_and_joint_of_one_name():
    m, crank, _ = planar()
    m.revolute("crank", m.ground, crank)
    assert only_fault(m) == "joint 'crank': a body and a joint share this name. Rename one of them."


def test_names_that_are_no_names():
    m = lw.Mechanism(plane="xy")
    m.body("upper arm-2").point("P.1", 0, 0)
    m.body("2nd")
    assert faults_of(m) == [
        (
            "body 'upper arm-2': 'P.1' is not a name for a point. "
            "Use letters, digits, spaces, - and _, not a digit first."
        ),
        "body '2nd': '2nd' is not a name. Use letters, digits, spaces, - and _, not a digit first.",
    ]


def test_unknown_names_with_the_nearest():
    m, crank, coupler = planar()
    m.parameter("length", 2)
    crank.point("tip", "lenght", 0)
    m.revolute("A", "grund", crank)
    m.revolute("B", "crank.top", coupler)
    m.revolute("C", "crnk.tip", coupler)
    m.place("copler", (0, 0))
    m.drive("D.angle", 1)
    m.drive("distance(crank.tpi, ground)", 1)
    m.torque("motor", "crankk", 1)
    faults = faults_of(m)
    for message in (
        "point crank.tip: There is no parameter 'lenght'. Did you mean 'length'?",
        "revolute joint 'A': there is no body 'grund'. Did you mean 'ground'?",
        "joint 'B': body 'crank' has no point 'top'. Did you mean 'tip'?",
        "revolute joint 'C': there is no body 'crnk'. Did you mean 'crank'?",
        "placement of 'copler': there is no such body. Did you mean 'coupler'?",
        ("driver 'D.angle': 'D.angle': there is no joint or body called 'D'. Known: A, B, C, coupler, crank, ground."),
        "force 'motor': there is no body 'crankk'. Did you mean 'crank'?",
    ):
        assert message in faults
    assert any("body 'crank' has no point 'tpi'. Did you mean 'tip'?" in f for f in faults)


def test_unknown_kinds():
    m = lw.Mechanism()
    with pytest.raises(lw.ModelError, match=r"There is no joint kind 'revolut'\. Did you mean 'revolute'\?"):
        m.joint("revolut", "A")
    with pytest.raises(lw.ModelError, match=r"There is no force kind 'torqe'\. Did you mean 'torque'\?"):
        m.force("torqe", "F")
    with pytest.raises(AttributeError, match="no joint, force or method 'revoltue'"):
        m.revoltue("A")
    m = lw.Mechanism("m", plane="xx")
    assert only_fault(m) == "mechanism 'm': there is no plane 'xx'. Use 'xy', 'xz', 'yz' or None (space)."


def test_faults_of_parameters_are_all_reported():
    m = lw.Mechanism()
    m.parameter("a", "2*bb")
    m.parameter("b", "c + 1")
    m.parameter("c", "b + 1")
    m.parameter("d", "2 m + 1 s")
    m.parameter("e", "d + 1 m")
    m.parameter("t", 1)
    assert faults_of(m) == [
        "parameter 't': 't' cannot name a parameter; it has a meaning in every expression.",
        "parameter 'a': There is no parameter 'bb'. Did you mean 'b'?",
        "parameter 'b': The parameters refer to each other in a circle: b -> c -> b.",
        "parameter 'd': '2 m + 1 s' mixes dimensions: '1 s', a time, cannot be added to '2 m', a length.",
    ]


# ---- joints, forces, placements


def test_self_joint():
    m, crank, _ = planar()
    m.revolute("A", crank.at(0, 0), crank.at(1, 0))
    assert only_fault(m) == ("revolute joint 'A': it joins 'crank' to itself. A joint connects two different bodies.")


def test_axes_and_the_plane():
    m, crank, coupler = planar()
    m.revolute("A", m.ground, crank, axis="x")
    m.prismatic("B", crank, coupler, axis="z")
    m.point_on_line("C", m.ground, coupler, axis=(0, 0, 1))
    m.universal("D", crank, coupler)
    m.prismatic("E", crank, coupler, axis="q")
    m.prismatic("F", crank, coupler, axis=(0, 0))
    faults = faults_of(m)
    for message in (
        "revolute joint 'A': its axis lies in the plane xy or is oblique to it, so nothing could turn",
        "prismatic joint 'B': its axis does not lie in the plane xy, so nothing could slide along it.",
        "point on line joint 'C': its axis does not lie in the plane xy",
        "universal joint 'D': a universal joint needs space: one of its two axes would leave the plane.",
        "point crank at (0.0, 0.0): 'q' is not an axis. Write 'x', 'y', 'z', '-x' ... or components.",
        "point crank at (0.0, 0.0): the direction (0.0, 0.0) has no length.",
    ):
        assert any(f.startswith(message) for f in faults), message
    assert [f for f in faults_of(m.in_space()) if "point" not in f] == []


def test_fields_of_joints():
    m, crank, coupler = planar()
    m.rod("A", crank, coupler, lenght=2, length=1)
    m.rod("B", crank, coupler, length=1, rod_ends="sperical-spherical")
    m.rod("C", crank, coupler)
    m.revolute("D", crank)
    m.revolute("E", crank.at(0, 0), coupler.at(0, 0), at=(1, 0))
    m.constraint("F", expression="A.distance - 2*G.angle")
    faults = faults_of(m)
    for message in (
        "rod joint 'A': it has no field 'lenght'. Did you mean 'length'?",
        "rod joint 'B': rod_ends is 'sperical-spherical'. Did you mean 'spherical-spherical'?",
        "rod joint 'C': its length is not given, and 'crank' is not placed, so it cannot be measured. Give length=...",
        "joint 'D': it needs two ends, a and b.",
        "revolute joint 'E': both ends are points, so at= says nothing. Leave it out.",
        "constraint joint 'F': 'G.angle': there is no joint or body called 'G'.",
    ):
        assert any(f.startswith(message) for f in faults), message


def test_fields_of_forces():
    m, crank, _ = planar()
    m.torque("F", crank)
    m.torque("G", crank, 1, axs="z")
    m.torque("H", crank, "2*q", axis="w")
    assert faults_of(m) == [
        "force 'F': value not given.",
        "force 'G': it has no field 'axs'. Did you mean 'axis'?",
        "force 'H': There is no variable or parameter 'q'. Known: t, time.",
        "force 'H': 'w' is not an axis. Write 'x', 'y', 'z', '-x' ... or components.",
    ]


def test_placements_with_faults():
    m, crank, coupler = planar()
    m.place(crank, (0, 0), rotation=lw.rpy(0, 0, 1))
    m.place(coupler, (1, 2, 3, 4))
    m.place(m.ground, (0, 0))
    faults = faults_of(m)
    for message in (
        "placement of 'crank': a planar body is turned by an angle, not by a rotation. Write angle=...",
        "placement of 'coupler': (1.0, 2.0, 3.0, 4.0) has 4 components; 2 or 3 are expected.",
        "placement of 'ground': the ground stays where it is.",
    ):
        assert message in faults
    m = lw.Mechanism()
    m.place(m.body("a"), rotation=lw.matrix(2 * np.eye(3)))
    m.place(m.body("b"), rotation=lw.quaternion(0, 0, 0, 0))
    m.place(m.body("c"), rotation=lw.axis_angle((0, 0, 0), 1))
    m.place(m.body("d"), rotation=lw.rpy("1 m", 0, 0))
    m.place(m.body("e"), angle=1, rotation=lw.rpy(0, 0, 0))
    first, *others = faults_of(m)
    assert first.startswith("placement of 'a': the matrix is not a right-handed rotation")
    assert others == [
        "placement of 'b': all four Euler parameters are zero.",
        "placement of 'c': the axis has no length.",
        "placement of 'd': '1 m' is a length; an angle is expected (for example '1 rad').",
        "placement of 'e': both an angle and a rotation are given. Give one of them.",
    ]


def test_drivers_with_faults():
    m, crank, coupler = planar()
    m.spherical("A", m.ground, crank)
    m.cylindrical("B", crank, coupler)
    for quantity in ("A", "B", "B.turn", "crank.yaw", "crank.w", "2*crank.angle", "ground.x"):
        m.drive(quantity, 1)
    faults = faults_of(m)
    for message in (
        "driver 'A': 'A': joint 'A' (spherical) has no scalar coordinate.",
        "driver 'B': 'B': joint 'B' (cylindrical) has the coordinates translation, angle. Say which one.",
        "driver 'crank.yaw': 'crank.yaw': a planar body has one angle; write 'crank.angle'.",
        "driver 'ground.x': 'ground.x' belongs to the ground and cannot be driven.",
    ):
        assert message in faults
    assert any("'2*crank.angle' is not a measured quantity." in f for f in faults)


def test_three_faults_at_once():
    m = lw.Mechanism("press", plane="xy")
    crank = m.body("crank", mass=-1)
    m.revolute("A", "grund", crank)
    m.place("crnk", (0, 0))
    with pytest.raises(lw.ModelError) as caught:
        m.check()
    assert str(caught.value).startswith("Mechanism 'press' has 3 faults:\n  - ")
    assert len(caught.value.faults) == 3


def test_a_contact_needs_its_curve():
    m = lw.Mechanism("contact", plane="xy")
    disc = m.body("disc")
    m.point_on_curve("C", m.ground.at(0, 0), disc.at(0, 0))
    m.face_on_curve("F", m.ground.at(0, 0), disc.at(0, 0), curve="circle")
    with pytest.raises(lw.ModelError) as caught:
        m.check()
    first, second, *_ = (str(fault) for fault in caught.value.faults)
    assert "point on curve joint 'C'" in first
    assert "it needs curve=" in first
    assert "curve is 'circle', not a curve" in second


def test_a_roller_has_a_radius_that_can_be_built():
    m = lw.Mechanism("contact", plane="xy")
    disc = m.body("disc")
    m.point_on_curve("C", m.ground.at(0, 0), disc.at(0, 0), curve=lw.circle(0.1), radius="-10 mm")
    with pytest.raises(lw.ModelError, match=r"'C': its radius is -0.01 m"):
        m.check()


def test_a_fault_after_an_analysis_is_told():
    """A part that cannot be read is not in the model; the plan made before it must not be taken for it."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.assemble()
    m.viscous("bearing", "pin.angle", coefficient=1.0)
    with pytest.raises(lw.ModelError, match="no field 'coefficient'"):
        m.assemble()
