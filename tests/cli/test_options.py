"""Options of the command line: times with units, the same names everywhere, help as it was written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from linkwork.cli import run
from linkwork.cli.app import app

TIMED = {"run": "--until", "simulate": "--until", "inverse": "--until", "compare": "--until", "draw": "--time"}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def times_shown(text: str) -> list[str]:
    """Return the first column of the first table."""
    rows = text.split("───", 1)[1].splitlines()[1:]
    column = [row.split()[0] for row in rows if row.strip()]
    return column[: next(k for k, cell in enumerate(column) if not re.fullmatch(r"[\d.]+", cell))]


@pytest.mark.parametrize("command", [c.name or c.callback.__name__ for c in app.registered_commands if c.callback])
def test_help_keeps_units_in_brackets(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "\\[" not in shown
    assert not re.search(r"\w [.;](?!\.)", shown), "a unit in brackets was taken for a mark"
    if command in TIMED:
        assert TIMED[command] in shown
        assert "[s]" in shown


@pytest.mark.parametrize("command", ["run", "simulate", "inverse"])
@pytest.mark.parametrize(
    "options",
    [
        ("--from", "1", "--to", "1.5", "--steps", "2"),
        ("--from", "1 s", "--until", "1500 ms", "--points", "3"),
        ("--from", "1000ms", "--until", "1.5", "--points", "3", "--steps", "2"),
    ],
)
def test_times_are_asked_for_alike(command: str, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "four-bar", *options]) == 0
    assert times_shown(capsys.readouterr().out) == ["1", "1.25", "1.5"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--until", "3 kg"), "a time is expected"),
        (("--until", "nan"), "not a finite time"),
        (("--until", "soon"), "500 ms"),
        (("--points", "5", "--steps", "5"), "do not agree"),
        (("--points", "99999999999999"), "at most 1000000"),
        (("--from", "2", "--to", "1"), "2 s"),
    ],
)
@pytest.mark.parametrize("command", ["run", "simulate"])
def test_impossible_times_are_a_sentence(
    command: str, options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "four-bar", *options]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_too_little_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(*given: object, **named: object) -> None:
        raise MemoryError

    monkeypatch.setattr("linkwork.model.mechanism.Mechanism.simulate", full)
    assert run(["simulate", "four-bar"]) == 1
    assert "not enough memory" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", "  "])
def test_a_model_needs_a_name(name: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", name]) == 1
    assert "is no name" in capsys.readouterr().err
    assert not list(elsewhere.iterdir())


def test_compare_takes_a_gallery_mechanism_without_its_drivers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "four-bar", "--until", "10 ms", "-f", "reference", "-f", "lagrange"]) == 0
    assert "does not apply" not in capsys.readouterr().out  # lagrange needs a freedom beside the drivers


@pytest.mark.parametrize(
    ("command", "quantity", "said"),
    [("run", "A.force", "come with simulate or inverse"), ("simulate", "A.effort", "belongs to a driver")],
)
def test_names_of_forces_are_explained(
    command: str, quantity: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "four-bar", "-q", quantity]) == 1
    assert said in capsys.readouterr().err
