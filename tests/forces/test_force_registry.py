"""Laws that hold for every registered force."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace

import pytest
from force_models import CASES, EXAMPLES, loads_of, machine_model, only_load, with_force
from jsonschema import Draft202012Validator

import linkwork as lw
from linkwork.errors import ExpressionError
from linkwork.forces import REGISTRY, Force
from linkwork.model.fields import fields_of
from linkwork.model.files import json_schema, to_toml
from linkwork.model.read_force import DIMENSIONS_OF_FIELDS
from linkwork.model.shorthand import example_of, text_of

VALIDATOR = Draft202012Validator(json_schema())
BY_EVENTS = ("friction", "one_way", "ratchet", "rigid_contact")


def test_every_force_has_examples():
    assert set(EXAMPLES) == set(REGISTRY)


@pytest.mark.parametrize("kind", sorted(REGISTRY))
def test_every_force_is_documented(kind):
    cls = REGISTRY[kind]
    assert "Equation" in text_of(cls)
    assert [f.name for f in fields_of(cls).values() if not f.doc] == []
    used = {f.metadata["dimension"] for f in fields(cls) if "dimension" in f.metadata}
    assert used <= set(DIMENSIONS_OF_FIELDS)


@pytest.mark.parametrize("kind", sorted(REGISTRY))
def test_the_example_of_its_docstring_runs(kind):
    scope: dict = {}
    exec(example_of(REGISTRY[kind]), scope)
    scope["m"].check()
    assert {force.KIND for force in scope["m"].forces.values()} == {kind}


@pytest.mark.parametrize(("kind", "number"), CASES)
def test_round_trip(kind, number):
    m = with_force(kind, number)
    text = to_toml(m)
    again = lw.Mechanism.from_toml(text)
    assert again.forces == m.forces
    assert again.written() == m.written()
    assert to_toml(again) == text
    assert [e.message for e in VALIDATOR.iter_errors(tomllib.loads(text))] == []


@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize(("kind", "number"), CASES)
def test_every_force_has_loads(kind, number, plane):
    m = with_force(kind, number, plane)
    found = loads_of(m)
    assert bool(found) == (kind not in BY_EVENTS)
    bodies = len(m.bodies) - 1
    for load in found:
        assert load.owner == "it"
        assert all(-1 <= site.body < bodies for site in load.ends)
        assert len(load.sites) == (0 if load.kind == "along" else 3)
        assert load.bodies
        assert all(order in (0, 1) for _, order in load.law.inputs)


@pytest.mark.parametrize("kind", BY_EVENTS)
def test_forces_by_events_are_read_in_si(kind):
    (force,) = with_force(kind, 0).checked()[2].forces_of(Force)
    numbers = [getattr(force, f.name) for f in fields(force) if "dimension" in f.metadata]
    assert all(isinstance(n, float | None) for n in numbers)


@pytest.mark.parametrize(("kind", "number"), CASES)
def test_a_force_is_part_of_the_description(kind, number):
    m = with_force(kind, number)
    bare = machine_model()
    assert m.written() != bare.written()
    assert m.written() == m.copy().written()
    m.forces["it"] = replace(m.forces["it"], name="other")
    assert m.written() != with_force(kind, number).written()


NUMERIC = [
    (kind, f.name)
    for kind, cls in sorted(REGISTRY.items())
    for f in fields(cls)
    if f.metadata.get("dimension", "number") != "number"
]


@pytest.mark.parametrize(("kind", "name"), NUMERIC)
def test_a_wrong_unit_is_a_fault_that_names_the_field(kind, name):
    m = machine_model()
    m.force(kind, "it", **{**EXAMPLES[kind][0], name: "3 kg"})
    with pytest.raises(lw.ModelError) as caught:
        m.check()
    assert any(f.where == f"{name} of force 'it'" and "'3 kg' is a mass" in f.problem for f in caught.value.faults)


BOUNDED = [(kind, f.name) for kind, cls in sorted(REGISTRY.items()) for f in fields(cls) if f.metadata.get("least", "")]


@pytest.mark.parametrize(("kind", "name"), BOUNDED)
def test_a_negative_number_is_a_fault_with_its_line(kind, name):
    m = machine_model()
    m.force(kind, "it", **{**EXAMPLES[kind][0], name: -1.0})
    text = to_toml(m)
    line = 1 + next(k for k, row in enumerate(text.splitlines()) if row.startswith(f"{name} = "))
    with pytest.raises(lw.ModelError) as caught:
        lw.Mechanism.from_toml(text)
    assert any(f"its {name} is -1" in f.problem and f.line == line for f in caught.value.faults)


@pytest.mark.parametrize("kind", sorted(k for k in REGISTRY if "quantity" in fields_of(REGISTRY[k])))
def test_an_unknown_quantity_is_a_fault(kind):
    m = machine_model()
    m.force(kind, "it", **{**EXAMPLES[kind][0], "quantity": "A.angel"})
    with pytest.raises(lw.ModelError, match=r"force 'it': 'A.angel': joint 'A' .* Did you mean 'angle'"):
        m.check()


def test_python_functions_cannot_be_saved():
    m = machine_model()
    m.effort("it", "A", lw.law(lambda t, w: -w if t > 1 else 0.0, "t", "rate(A)"))
    with pytest.raises(lw.ModelError, match=r"force 'it': .* cannot be written to a file: it contains a Python"):
        to_toml(m)
    m = machine_model()
    m.point_force("it", "crank.P", force=(lambda t: 1.0 if t > 1 else 0.0, 0))
    with pytest.raises(lw.ModelError, match="cannot be written to a file"):
        to_toml(m)


def test_a_force_of_a_lost_joint_adds_no_fault():
    text = to_toml(with_force("viscous", 0)).replace('kind = "revolute"', 'kind = "revolut"')
    with pytest.raises(lw.FileFormatError) as caught:
        lw.Mechanism.from_toml(text)
    assert len(caught.value.faults) == 1


def test_a_number_in_place_of_a_list_and_the_reverse():
    text = to_toml(with_force("bushing", 0)).replace('[100000.0, "200 N/mm"]', "true")
    with pytest.raises(lw.FileFormatError, match="one number or a list of them is expected"):
        lw.Mechanism.from_toml(text)
    text = to_toml(with_force("point_force", 1)).replace('["-3*rate(slide)", 0.0]', "[1]")
    with pytest.raises(lw.FileFormatError, match="a list of 2 or 3 numbers, expressions or functions is expected"):
        lw.Mechanism.from_toml(text)


def test_law_needs_what_it_depends_on():
    with pytest.raises(ExpressionError, match="law needs what the function depends on"):
        lw.law(lambda t: t)
    assert only_load(with_force("effort", 1)).law.constant == -3
