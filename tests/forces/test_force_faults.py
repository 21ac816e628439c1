"""Faults of forces: each names the force, the value and what to try."""

from __future__ import annotations

import pytest
from force_models import machine_model

import linkwork as lw

SPRING = {"a": "ground.O", "b": "crank.P"}
STIFF = {"stiffness": 1e3}

FAULTS = [
    ("spring", {**SPRING, **STIFF}, "free_length is not given"),
    ("spring", {**SPRING, **STIFF, "free_length": 1, "curve": "x"}, "both a stiffness (1000 N/m) and a curve"),
    ("spring", {**SPRING, "free_length": 1, "curve": "x*sin(t)"}, "its curve 'x*sin(t)' mentions both x and t"),
    ("spring", {**SPRING, "free_length": 1, "curve": "x*kk"}, "There is no variable or parameter 'kk'."),
    ("spring", {"a": "crank", "b": "crank.P", "actuator": 1}, "both its ends are on 'crank'"),
    ("spring", {"a": "ground", "b": "ground.O", "actuator": 1}, "it acts on the ground only"),
    ("spring", {"a": "ground", "b": "crnk.P", "damping": 1}, "there is no body 'crnk'. Did you mean 'crank'?"),
    ("spring", {"a": "ground", "b": "crank.Q", "damping": 1}, "body 'crank' has no point 'Q'."),
    ("spring", {**SPRING, "actuator": "3 m"}, "'3 m' is a length; a force is expected"),
    ("spring", {**SPRING, "actuator": "A.angle + 3 m"}, "mixes dimensions"),
    ("spring", {**SPRING, "stiffness": [1, 2]}, "its stiffness cannot be read: [1, 2] is not a number"),
    ("rotational_spring", {"quantity": "slide", **STIFF}, "'slide' is a length; a rotational spring needs an angle."),
    ("rotational_spring", {"quantity": "A", **STIFF, "curve": "x"}, "both a stiffness (1000 N m/rad) and a curve"),
    ("point_force", {"at": "crank.P", "value": 1}, "give its value and its direction, or its components"),
    ("point_force", {"at": "crank.P", "value": 1, "force": (1, 2)}, "both components (force) and a value"),
    ("point_force", {"at": "crank.P", "force": (1,)}, "its force has 1 components; 2 or 3 are expected."),
    ("point_force", {"at": "crank.P", "force": (1, 2, 3)}, "its direction does not lie in the plane xy"),
    ("point_force", {"at": "crank.P", "value": 1, "direction": (1, 0, 1)}, "its direction does not lie in the plane"),
    ("point_force", {"at": "ground.O", "value": 1, "direction": "x"}, "it acts on the ground only"),
    ("point_force", {"at": "crank.P", "value": 1, "direction": "x", "follows": "crank"}, "follows is 'crank'."),
    ("torque", {"body": "crank", "value": 1, "axis": "x"}, "its axis is not normal to the plane xy"),
    ("torque", {"body": "crank", "value": 1, "reacted_by": "blok"}, "there is no body 'blok'. Did you mean 'block'?"),
    ("torque", {"body": "crank", "value": "A.angle"}, "'A.angle' is an angle; a torque or energy is expected"),
    ("torque", {"body": "crank", "value": "rate(A.angle, t)"}, "rate takes one measured quantity, 2 were given."),
    ("torque", {"body": "crank", "value": "rate(rate(A.angle))"}, "follows from the forces"),
    ("torque", {"body": "crank", "value": "1 N*m*rate(A.angle)"}, "a torque or energy is expected"),
    ("effort", {"quantity": "ground.O.x", "value": 1}, "it acts on the ground only"),
    ("effort", {"quantity": "slide", "value": "5 N*m"}, "'5 N*m' is a torque or energy; a force is expected"),
    ("effort", {"quantity": "rate(slide)", "value": 5}, "is the rate of a quantity; here the quantity"),
    ("motor", {"quantity": "A"}, "none of them is given"),
    ("motor", {"quantity": "A", "stall": 5}, "no_load_speed not given; with stall it is needed."),
    ("motor", {"quantity": "A", "stall": 5, "no_load_speed": 3, "curve": "x"}, "stall, no_load_speed, curve is given"),
    ("motor", {"quantity": "A", "stall": 5, "no_load_speed": -3}, "stall (5) and its no_load_speed (-3) have opposite"),
    ("motor", {"quantity": "A", "stall": 5, "no_load_speed": 0}, "its no_load_speed is 0."),
    ("motor", {"quantity": "A", "stall": 5, "no_load_speed": "50 Hz"}, "write '50 rev/s'"),
    ("spring", {"a": "ground", "b": "crank"}, "it does nothing: give stiffness=..., damping=..., preload=..., curve="),
    ("spring", {"a": "ground", "b": "crank", "free_length": 1}, "it does nothing: give stiffness=..."),
    ("rotational_spring", {"quantity": "A", "free_angle": 1}, "it does nothing: give stiffness=..."),
    ("bushing", {"a": "ground", "b": "crank"}, "damping=..., rotational_stiffness=... or rotational_damping=..."),
    ("load_torque", {"quantity": "A", "smooth": 1}, "it does nothing: give constant=..., linear=... or quadratic=..."),
    ("end_stop", {"quantity": "A", **STIFF}, "give its lower or its upper stop"),
    ("end_stop", {"quantity": "A", "lower": 0}, "its stiffness is not given."),
    ("end_stop", {"quantity": "A", "lower": 1, "upper": 0, **STIFF}, "lower stop (1) is not below its upper stop (0)"),
    ("contact", {**SPRING, **STIFF}, "the normal of the plane is not given"),
    ("contact", {**SPRING, **STIFF, "normal": "z"}, "it has no effect in the plane xy."),
    ("contact", {**SPRING, **STIFF, "normal": "y", "radius_a": 1}, "its radius_a is 1 m, but a plane has no radius"),
    ("contact", {**SPRING, **STIFF, "surface": "sphere"}, "both radii are 0"),
    ("contact", {**SPRING, **STIFF, "surface": "cube", "normal": "y"}, "surface is 'cube'."),
    ("contact", {**SPRING, "normal": "y"}, "its stiffness is not given."),
    ("bushing", {**SPRING, "stiffness": (1, 2, 3, 4)}, "its stiffness has 4 values"),
    ("friction", {"joint": "A", "mu": 0.1}, "the revolute joint 'A' turns, and the radius of its pin is not given."),
    ("friction", {"joint": "B", "mu": 0.1}, "there is no joint 'B'."),
    ("friction", {"joint": "slide", "mu": 0.2, "mu_static": 0.1}, "its mu_static (0.1) is less than its mu (0.2)."),
    ("friction", {"joint": "slide"}, "mu not given."),
    ("rigid_contact", {"quantity": "A", "restitution": 1.2}, "its restitution is 1.2; it lies between 0 and 1."),
    ("viscous", {"quantity": "A"}, "damping not given."),
    ("viscous", {"quantity": "A", "dampng": 1, "damping": 2}, "it has no field 'dampng'. Did you mean 'damping'?"),
]


@pytest.mark.parametrize(("kind", "given", "message"), FAULTS)
def test_one_fault(kind, given, message):
    m = machine_model()
    m.force(kind, "it", **given)
    with pytest.raises(lw.ModelError) as caught:
        m.check()
    (fault,) = caught.value.faults
    assert fault.where.endswith("force 'it'")
    assert message in str(fault)


def test_a_function_that_cannot_be_read_is_a_fault():
    m = machine_model()
    m.torque("it", "crank", "3 +")
    with pytest.raises(lw.ModelError, match=r"force 'it': its value cannot be read: '3 \+'"):
        m.check()


def test_too_many_values():
    m = machine_model()
    m.viscous("it", "A", 1, 2)
    with pytest.raises(lw.ModelError, match="3 values are given; a viscous has the fields quantity, damping"):
        m.check()


def test_constraints_are_linear_in_rates():
    m = machine_model()
    m.constraint("K", expression="rate(A.angle)^2 - 1")
    with pytest.raises(lw.ModelError, match=r"not linear in 'rate\(A.angle\)'"):
        m.check()
