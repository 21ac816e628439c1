"""The JSON Schema accepts what is written and refuses what is wrong."""

from __future__ import annotations

import json
import tomllib

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from model_examples import FUNCTIONS, KINDS, ROTATIONS, SHAPES, four_bar, spatial, with_joint
from test_model_file_faults import GOOD

import linkwork as lw
from linkwork import functions
from linkwork.forces import REGISTRY as FORCES
from linkwork.model.files import json_schema, to_toml

VALIDATOR = Draft202012Validator(json_schema())


def errors(document: dict) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(document)]


def test_it_is_a_schema():
    Draft202012Validator.check_schema(json_schema())
    assert json.loads(json.dumps(json_schema())) == json_schema()


def test_it_covers_the_registries():
    defs = json_schema()["$defs"]

    def kinds(name: str, word: str = "oneOf") -> list[str]:
        return [entry["properties"]["kind"]["const"] for entry in defs[name][word] if "properties" in entry]

    assert sorted(kinds("joint")) == KINDS
    assert set(kinds("shape")) == set(SHAPES)
    assert set(kinds("force")) == set(FORCES)
    assert set(kinds("function", "anyOf")) == set(functions.KINDS)
    assert all(entry["description"] for name in ("joint", "force", "shape") for entry in defs[name]["oneOf"])


@pytest.mark.parametrize("kind", KINDS)
def test_every_joint(kind):
    assert errors(tomllib.loads(to_toml(with_joint(kind, planar=False)))) == []


@pytest.mark.parametrize("make", [four_bar, spatial, lw.Mechanism])
def test_whole_models(make):
    assert errors(tomllib.loads(to_toml(make()))) == []


def test_a_text_by_hand():
    assert errors(tomllib.loads(GOOD)) == []


def test_every_shape_rotation_and_function():
    m = lw.Mechanism("all of them")
    for name, shape in SHAPES.items():
        m.body(name, shape)
    for name, rotation in ROTATIONS.items():
        m.place(m.body(f"turned {name}"), rotation=rotation)
    for name, function in FUNCTIONS.items():
        m.drive("rod.x", function, name=name)
    times = np.linspace(0, 1, 9)
    m.drive("rod.x", lw.table(times, times**2, method="quintic"), name="table")
    assert errors(tomllib.loads(to_toml(m))) == []


WRONG = [
    ("linkwork = 1", "linkwork = 3"),
    ("linkwork = 1", ""),
    ('plane = "xy"', 'plan = "xy"'),
    ('plane = "xy"', 'plane = "xx"'),
    ("[0, -9.81]", "[0]"),
    ("[0, -9.81]", "-9.81"),
    ('"2 m"', "true"),
    ("mass = 1.0", "mas = 1.0"),
    ("mass = 1.0", "inertia = [1, 2]"),
    ("points.B = [2, 0]", "points.B = 2"),
    ('angle = "60 deg"', "angel = 1"),
    ('angle = "60 deg"', "rotation = { rpy = [1] }"),
    ('angle = "60 deg"', "rotation = { angles = [1, 2, 3] }"),
    ('angle = "60 deg"', 'rotation = { sequence = "zzx", angles = [1, 2, 3] }'),
    ('kind = "rod", l', 'kind = "rodd", l'),
    (", mass = 2 }", " }"),
    ('[joints.A]\nkind = "revolute', '[joints.A]\nkind = "revolut'),
    ('a = "ground.O"\n', ""),
    ('a = "ground.O"', "a = { at = [0, 0] }"),
    ("length = 1", "lenght = 1"),
    ("length = 1", 'length = 1\nrod_ends = "spherical"'),
    ("length = 1", 'length = 1\naxis = "q"'),
    ('function = "2*pi*t"', 'quantity = "A.angle"'),
    ('"2*pi*t"', '{ kind = "cycloid", rise = 1 }'),
    ('"2*pi*t"', '{ kind = "speed" }'),
    ('"2*pi*t"', "[1]"),
    ('kind = "torque"', 'kind = "torqe"'),
    ("value = 39.75", ""),
    ("[bodies.coupler]", '[bodies."2nd"]\n[bodies.coupler]'),
]


@pytest.mark.parametrize(("old", "new"), WRONG, ids=range(len(WRONG)))
def test_wrong_documents_fail(old, new):
    assert GOOD.count(old) == 1
    assert errors(tomllib.loads(GOOD.replace(old, new)))
