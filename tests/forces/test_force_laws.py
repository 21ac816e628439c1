"""The loads of forces, in numbers, against their equations."""

from __future__ import annotations

import math

import numpy as np
import pytest
from force_models import EXAMPLES, loads_of, machine_model, only_load, value_of, with_force

import linkwork as lw


def test_linear_spring_needs_no_program():
    load = only_load(with_force("spring", 0))
    law = load.law
    assert (law.constant, law.stiffness, law.free, law.damping) == (1.0, -2000.0, 0.25, -5.0)
    assert law.program is None
    assert load.kind == "along"
    assert load.gauge.kind == "distance"
    assert load.potential
    assert load.internal


def test_spring_with_a_curve_pulls_with_it():
    law = only_load(with_force("spring", 1)).law
    assert [(g.kind, order) for g, order in law.inputs] == [("angle", 0), ("distance", 0)]
    x = 0.1
    assert value_of(law, inputs=(0.5, 0.3 + x)) == pytest.approx(-(1e3 * x + 5e6 * x**3) + 10 * 0.5)
    table = only_load(with_force("spring", 2)).law
    assert value_of(table, inputs=(1.3,)) == pytest.approx(-7)


def test_a_curve_may_be_a_python_function():
    m = machine_model()
    m.spring("it", "ground.O", "crank.P", free_length=0, curve=lambda x: 3 * np.sin(x))
    m.spring("stiff", "ground.O", "crank.P", free_length=0, curve=lambda x: 2 * x if x > 1 else 0 * x)
    traced, called = (load.law for load in loads_of(m))
    assert value_of(traced, inputs=(0.4,)) == pytest.approx(-3 * math.sin(0.4))
    assert value_of(called, inputs=(2.0,)) == -4.0
    assert value_of(called, inputs=(0.5,)) == 0.0


def test_rotational_spring():
    law = only_load(with_force("rotational_spring", 0)).law
    assert law.stiffness == pytest.approx(-0.2 * 180 / math.pi)
    assert law.free == pytest.approx(-10 * lw.deg)
    assert (law.damping, law.constant) == (-0.1, 2.0)


def test_constant_values_are_folded():
    for kind, number, value in (("torque", 0, 39.75), ("effort", 1, -3.0), ("point_force", 0, 20.0)):
        law = only_load(with_force(kind, number)).law
        assert law.program is None
        assert law.constant == value


def test_torque_reacts_on_another_body_and_turns_with_its_own():
    load = only_load(with_force("torque", 1))
    assert [s.body for s in load.sites] == [0, 1, 0]
    assert load.sites[0].xyz == (0.0, 0.0, -1.0)
    assert value_of(load.law, inputs=(3.0,)) == pytest.approx(2 - 0.2 * 3)
    assert load.internal


def test_point_force_comes_from_outside():
    load = only_load(with_force("point_force", 0))
    assert not load.internal
    assert [s.body for s in load.sites] == [-1, -1, 0]
    assert load.sites[2].xyz == (0.5, 0.0, 0.0)


def test_components_are_forces_along_the_axes():
    x, y = loads_of(with_force("point_force", 1))
    assert x.sites[0].xyz == (1.0, 0.0, 0.0)
    assert y.sites[0].xyz == (0.0, 1.0, 0.0)
    assert x.sites[0].body == 0
    assert value_of(x.law, inputs=(2.0,)) == -6.0
    assert y.law.is_zero
    assert x.internal


@pytest.mark.parametrize(("plane", "axes"), [("xz", [(1, 0, 0), (0, 1, 0)]), ("yz", [(1, 0, 0), (0, 1, 0)])])
def test_two_components_lie_in_the_plane(plane, axes):
    m = lw.Mechanism(plane=plane)
    m.point_force("it", m.body("b"), force=(1, 2))
    assert [load.sites[0].xyz for load in loads_of(m)] == axes


@pytest.mark.parametrize("w", [-20.0, 0.0, 100.0, 157.0, 200.0])
def test_motors(w):
    linear, curve, kloss, slide = (only_load(with_force("motor", k)).law for k in range(4))
    assert value_of(linear, rate=w) == pytest.approx(5 * (1 - w / (100 * math.pi)))
    assert value_of(curve, inputs=(w,)) == pytest.approx(EXAMPLES["motor"][1]["curve"](w))
    slip = 1 - w / (50 * math.pi)
    assert value_of(kloss, inputs=(w,)) == pytest.approx(2 * 20 / (slip / 0.2 + 0.2 / slip))
    assert value_of(slide, rate=1.0) == pytest.approx(25)


def test_an_induction_motor_at_its_synchronous_speed_gives_nothing():
    law = only_load(with_force("motor", 2)).law
    assert value_of(law, inputs=(50 * math.pi,)) == pytest.approx(0, abs=1e-12)
    m = machine_model()
    m.motor("it", "A", pull_out=20, pull_out_slip=0.2, synchronous_speed="-1500 rpm")
    assert value_of(only_load(m).law, inputs=(0.0,)) == pytest.approx(-2 * 20 / (1 / 0.2 + 0.2))


@pytest.mark.parametrize("w", [-30.0, 0.0, 2.0])
def test_load_torque_opposes_the_speed(w):
    law = only_load(with_force("load_torque", 0)).law
    assert value_of(law, inputs=(w,), rate=w) == pytest.approx(-(2 * math.tanh(w) + 0.1 * w + 2e-4 * w * abs(w)))
    plain = only_load(with_force("load_torque", 1)).law
    assert plain.program is None
    assert plain.damping == -4.0


def impact(x, v, x1, k, e, cmax, d):
    """Adams' function, from its manual."""
    if x >= x1:
        return 0.0
    s = min(1.0, max(0.0, (x1 - x) / d))
    return max(0.0, k * (x1 - x) ** e - cmax * v * s * s * (3 - 2 * s))


@pytest.mark.parametrize("v", [-1.0, 0.0, 40.0])
@pytest.mark.parametrize("s", [-0.0301, -0.02005, -0.01, 0.02, 0.02004, 0.05])
def test_end_stops(s, v):
    lower, upper = (only_load(with_force("end_stop", k)).law for k in (1, 2))
    given = (s, v)
    assert value_of(lower, inputs=given[: len(lower.inputs)]) == pytest.approx(impact(s, v, -0.02, 1e5, 1, 0, 1e-4))
    assert value_of(upper, inputs=given) == pytest.approx(-impact(-s, -v, -0.02, 1e5, 1.5, 30, 1e-4))


@pytest.mark.parametrize("q", [-0.2, -0.01, 0.0, 1.0, 100.5 * lw.deg, 2.0])
def test_two_stops(q):
    law, v = only_load(with_force("end_stop", 0)).law, 0.7
    low, high = impact(q, v, 0, 1e3, 1.5, 5, lw.deg), impact(-q, -v, -100 * lw.deg, 1e3, 1.5, 5, lw.deg)
    assert value_of(law, inputs=(q, v)) == pytest.approx(low - high)


def test_contacts():
    plane, sphere = (only_load(with_force("contact", k)) for k in (0, 1))
    assert plane.gauge.kind == "along"
    assert plane.gauge.sites[0].xyz == (0.0, 1.0, 0.0)
    assert value_of(plane.law, inputs=(0.015, -0.2)) == pytest.approx(impact(0.015, -0.2, 0.02, 1e6, 1.5, 50, 1e-4))
    assert sphere.gauge.kind == "distance"
    assert value_of(sphere.law, inputs=(0.119, 0.0)[: len(sphere.law.inputs)]) == pytest.approx(1e6 * 0.001**1.5)


def test_bushing_in_plane_and_space():
    stiffness = [-1e5, -2e5, -30.0]
    planar = loads_of(with_force("bushing", 0))
    assert [load.gauge.kind for load in planar] == ["along", "along", "angle"]
    assert [load.law.stiffness for load in planar] == stiffness
    spatial = loads_of(with_force("bushing", 0, None))
    assert [load.gauge.kind for load in spatial] == ["along", "along", "along", "tilt", "tilt", "angle"]
    assert [load.law.damping for load in spatial] == [-200.0] * 3 + [0.0] * 3
    assert [load.law.stiffness for load in spatial] == [-1e5, -2e5, 0.0, -30.0, -30.0, -30.0]


def test_parameters_change_numbers():
    m = with_force("spring", 0)
    assert only_load(m.with_parameters(L="1 m")).law.free == 0.5
    changed = only_load(with_force("torque", 1).with_parameters(c=7)).law
    assert value_of(changed, inputs=(1.0,)) == pytest.approx(2 - 7)
