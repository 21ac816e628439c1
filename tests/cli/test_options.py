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

    monkeypatch.setattr("linkwork.mechanism.Mechanism.simulate", full)
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


# ---- design parameters ----------------------------------------------------------------------------

LEVER = """
linkwork = 1
name = "lever"
plane = "xy"

[parameters]
L = "200 mm"
half = "L/2"

[bodies.lever]
mass = 1
inertia = 0.1
points.tip = ["L", 0]
points.middle = ["half", 0]

[joints.A]
kind = "revolute"
a = "ground"
b = "lever"

[drivers."A.angle"]
function = "0*t"
"""

MODEL_COMMANDS = {
    "check": [],
    "mobility": [],
    "equations": [],
    "run": ["--points", "2"],
    "simulate": ["--points", "2"],
    "inverse": ["--points", "2"],
    "compare": ["-f", "reference", "--until", "1 ms"],
    "equilibrium": [],
    "equilibrium-path": ["-p", "half", "--from", "0.1", "--to", "0.2"],
    "friction-range": ["--load", "A.angle"],
    "steady": ["-s", "A.angle=1"],
    "linearise": [],
    "modes": [],
    "response": ["-i", "A.angle"],
    "root-locus": ["-p", "half", "--from", "0.1", "--to", "0.2", "--points", "2"],
    "gradient": ["--of", "lever.tip.x", "--by", "L", "--analysis", "assemble"],
    "draw": ["-o", "drawn.svg"],
    "free-body": ["-b", "lever", "-o", "cut.svg"],
    "quantities": [],
}


def test_every_command_with_a_model_takes_set() -> None:
    """The registry of commands against the list above: a new command cannot forget it."""
    from inspect import signature

    taking = {
        c.name or c.callback.__name__
        for c in app.registered_commands
        if c.callback and "file" in signature(c.callback).parameters
    }
    assert taking == set(MODEL_COMMANDS)
    assert all(
        "values" in signature(c.callback).parameters
        for c in app.registered_commands
        if c.callback and (c.name or c.callback.__name__) in MODEL_COMMANDS
    )


@pytest.mark.parametrize("command", MODEL_COMMANDS)
def test_a_design_parameter_is_set(command: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = LEVER.partition("[drivers")[0] if command == "steady" else LEVER  # a rate that a driver gives is no question
    (elsewhere / "lever.toml").write_text(text, "utf-8")
    arguments = [command, "lever.toml", *MODEL_COMMANDS[command]]
    assert run([*arguments, "--set", "L=300 mm"]) == 0
    assert run([*arguments, "--set", "LL=1"]) == 1
    assert "no design parameter 'LL'. Did you mean 'L'?" in capsys.readouterr().err
    assert run([*arguments, "--set", "L=3 kg"]) == 1
    assert "a length is expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "tip"), [("L=300 mm", "0.3"), ("L = 0.3", "0.3"), ("L=2*half", ""), ("half=0.05", "0.2")]
)
def test_values_reach_the_model(given: str, tip: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (elsewhere / "lever.toml").write_text(LEVER, "utf-8")
    code = run(["run", "lever.toml", "--points", "2", "-q", "lever.tip.x", "--set", given])
    if not tip:
        assert code == 1
        assert "in a circle" in capsys.readouterr().err
        return
    assert code == 0
    assert f" {tip} " in capsys.readouterr().out


def test_options_and_parameters_of_the_gallery_are_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "four-bar-ladder", "--set", "n=5"]) == 0
    five = capsys.readouterr().out
    assert run(["check", "four-bar-ladder"]) == 0
    assert capsys.readouterr().out != five
    assert run(["run", "four-bar", "--set", "crank_length=1 m", "--set", "ground=4.5", "--points", "2"]) == 0
    assert run(["mobility", "four-bar-ladder", "--set", "n=2.5"]) == 1
    assert "not a whole number" in capsys.readouterr().err
    assert run(["mobility", "four-bar", "--set", "crnk=1"]) == 1
    assert "Did you mean 'crank'" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["L", "L=", "=3", ""])
def test_set_needs_a_name_and_a_value(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mobility", "four-bar", "--set", text]) == 1
    assert "write a name and its value" in capsys.readouterr().err
