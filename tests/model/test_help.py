"""Help and completion: methods of mechanisms and pictures of motions show their arguments, with lines and units."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import Parameter, getdoc, signature
from pydoc import plain, render_doc

import make_methods
import pytest

import linkwork as lw
from linkwork.forces import REGISTRY as FORCES
from linkwork.joints import REGISTRY as JOINTS
from linkwork.methods import Analysis, Methods
from linkwork.model.fields import fields_of
from linkwork.results.motion import Motion

KINDS = {**JOINTS, **FORCES}
ANALYSES = [name for name, item in vars(Methods).items() if isinstance(item, Analysis)]
PICTURES = [Motion.plot, Motion.draw, Motion.report]
METHODS = [name for name in dir(lw.Mechanism) if not name.startswith("_") and callable(getattr(lw.Mechanism, name))]


@pytest.fixture
def m() -> lw.Mechanism:
    return lw.Mechanism("m", plane="xy")


def described(text: str) -> dict[str, str]:
    """Return what a docstring says about each of its parameters."""
    section = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    found = re.findall(r"^(\S[^:\n]*)(?: : .*)?\n((?:[ ]+.*\n?)*)", section + "\n", flags=re.MULTILINE)
    return {name.strip("* "): text.strip() for names, text in found for name in names.split(", ")}


@pytest.mark.parametrize("kind", KINDS)
def test_a_joint_or_force_shows_its_fields(kind: str, m: lw.Mechanism) -> None:
    shown = signature(getattr(m, kind)).parameters
    fields = fields_of(KINDS[kind])
    assert set(shown) == {"name", *fields, *(["at"] if kind in JOINTS else [])}
    for name, field in fields.items():
        assert shown[name].default == (Parameter.empty if field.required or field.needed else field.default)
    texts = described(getdoc(getattr(m, kind)) or "")
    assert all(texts[name] for name in shown), f"{kind}: an argument without a line"


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_are_told_with_their_units(kind: str, m: lw.Mechanism) -> None:
    texts = described(getdoc(getattr(m, kind)) or "")
    cls = KINDS[kind]
    measured = [f.name for f in cls.__dataclass_fields__.values() if f.metadata.get("dimension", "number") != "number"]
    assert [name for name in measured if "[" not in texts[name]] == []


@pytest.mark.parametrize("method", [*(getattr(lw.Mechanism, n) for n in ANALYSES), *PICTURES], ids=lambda m: m.__name__)
def test_an_analysis_or_picture_shows_every_option(method: Callable[..., object]) -> None:
    parameters = {name: p for name, p in signature(method).parameters.items() if name != "self"}
    assert all(p.kind is not Parameter.VAR_KEYWORD for p in parameters.values())
    texts = described(getdoc(method) or "")
    assert [p for p in parameters if not texts.get(p)] == []
    assert "**" not in texts, "what is passed on is told by name"


@pytest.mark.parametrize("name", [*METHODS, *KINDS])
def test_help_can_be_asked_for(name: str, m: lw.Mechanism) -> None:
    shown = plain(render_doc(getattr(m, name)))
    assert f"{name}(" in shown or name in ("start", "draw", "symbolic")
    assert "functools.partial" not in shown


@pytest.mark.parametrize("kind", KINDS)
def test_joints_and_forces_are_methods_of_the_class(kind: str, m: lw.Mechanism) -> None:
    method = getattr(lw.Mechanism, kind)
    assert f"{kind}(self, name: str" in plain(render_doc(method))
    assert list(signature(method).parameters) == ["self", *signature(getattr(m, kind)).parameters]


def test_what_the_class_has_not_is_told() -> None:
    with pytest.raises(AttributeError, match=r"no joint, force or method 'geer'\. Did you mean 'gear'"):
        _ = lw.Mechanism.geer  # type: ignore[attr-defined]


def test_help_on_pictures() -> None:
    shown = [plain(render_doc(method)) for method in PICTURES]
    assert [f"{method.__name__}(" in text for method, text in zip(PICTURES, shown, strict=True)] == [True] * 3
    assert "over : str, optional" in shown[0]
    assert "at : float" in shown[1]
    assert "traces : sequence" in shown[2]


def test_kinds_are_completed(m: lw.Mechanism) -> None:
    assert {*KINDS, *ANALYSES} <= set(dir(m))


@pytest.mark.parametrize(("analysis", "arguments"), [("simulate", [1.0]), ("move", [1.0]), ("assemble", [])])
def test_a_wrong_option_is_named(analysis: str, arguments: list[float], m: lw.Mechanism) -> None:
    m.revolute("A", m.ground.at(0, 0), m.body("b", mass=1.0, inertia=1.0).at(0, 0))
    with pytest.raises(lw.ModelError, match=f"{analysis} has no option 'tolerence'. Did you mean 'tolerance'"):
        getattr(m, analysis)(*arguments, tolerence=1e-9)


def test_editors_see_what_help_shows() -> None:
    """The declarations for editors and type checkers are read off the same functions, joints and forces."""
    for file, text in make_methods.texts().items():
        assert file.read_text("utf-8") == text, "say `make methods` to write it anew"
    assert (make_methods.HOME / "py.typed").is_file()


def test_a_kind_of_ones_own_has_its_method(m: lw.Mechanism, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(JOINTS, "hinge", JOINTS["revolute"])
    assert "hinge" in dir(m)
    assert signature(m.hinge) == signature(m.revolute)  # type: ignore[attr-defined]
