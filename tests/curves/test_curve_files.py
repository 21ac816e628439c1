"""Curves as fields of joints: in model files, in their schema, and in faults with their lines."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from jsonschema import Draft202012Validator
from test_curves import CURVES

import linkwork as lw
from linkwork.base.measure import Row, coincide
from linkwork.joints import REGISTRY
from linkwork.joints.base import Joint, joint
from linkwork.model.files import json_schema, to_toml


@dataclass(frozen=True)
class Pinned(Joint):
    """Pin with a curve that says nothing."""

    curve: lw.Curve | None = None

    def rows(self) -> tuple[Row, ...]:
        """Return its equations."""
        return coincide(self.a, self.b)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    joint("pinned")(Pinned)
    yield
    REGISTRY.pop("pinned")


def pinned(curve: lw.Curve) -> lw.Mechanism:
    m = lw.Mechanism("tracked", plane="xy")
    m.joint("pinned", "P", m.ground.at(0, 0), m.body("wheel").at(0, 0), curve=curve)
    return m


@pytest.mark.parametrize("name", CURVES)
def test_a_joint_keeps_its_curve(name: str) -> None:
    m = pinned(CURVES[name])
    text = to_toml(m)
    assert lw.Mechanism.from_toml(text).joints == m.joints
    assert not list(Draft202012Validator(json_schema()).iter_errors(tomllib.loads(text)))


def test_a_python_function_cannot_be_written() -> None:
    branching = lw.function(lambda u: u * u if u > 0.5 else 0.25 + (u - 0.5))
    with pytest.raises(lw.ModelError, match=r"joint 'P': .* cannot be written to a file"):
        to_toml(pinned(lw.curve("u", branching, over=(0, 1))))


@pytest.mark.parametrize(
    ("curve", "sentence"),
    [
        ("3", "it is 3; a table such as"),
        ('{ kind = "circel", radius = 1 }', "there is no kind of curve 'circel'. Did you mean 'circle'?"),
        ('{ kind = "circle" }', "line 6: curve of pinned joint 'P': 'radius' is missing."),
        ('{ kind = "circle", radius = 1, centre = [1] }', "it has 1 elements; a list of 2 or 3 numbers or texts"),
        ('{ kind = "spline", points = 3 }', "a list of points is expected"),
        ('{ kind = "polar", radius = "3 +" }', "line 6"),
    ],
)
def test_faults_of_files(curve: str, sentence: str) -> None:
    text = (
        'linkwork = 1\nname = "tracked"\nplane = "xy"\n[bodies.wheel]\n[joints.P]\n'
        f'curve = {curve}\nkind = "pinned"\na = "ground"\nb = "wheel"\n'
    )
    with pytest.raises(lw.FileFormatError) as caught:
        lw.Mechanism.from_toml(text)
    assert sentence in str(caught.value)
