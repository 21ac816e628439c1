"""Messages on the command line speak of options as they are typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import linkwork as lw
from linkwork.cli import run
from linkwork.cli.wording import typed

PYTHON = re.compile(r"\bm\.|\bnp\.|\w=(?!\s)|\(\)")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("F", "0 N")
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.torque("motor", rod, value=0.0)
    m.point_force("push", rod.at(1.0, 0), force=("F", 0))
    m.place(rod, rate=1.0)
    m.save("pendulum.toml")
    falling = lw.Mechanism("stone", plane="xy", gravity=(0, -9.81))
    falling.body("stone", mass=1.0, inertia=1.0)
    falling.save("stone.toml")


@pytest.mark.parametrize(
    "command",
    [
        "linearise pendulum.toml",
        "linearise pendulum.toml -c pin.angle -c rod.angle",
        "linearise pendulum.toml -c pin.force.x",
        "modes stone.toml --about start",
        "equilibrium stone.toml",
        "equilibrium-path pendulum.toml -p F --from 0 --to 50 --points 3",
        "equilibrium-path stone.toml -p F --from 0 --to 50",
        "root-locus pendulum.toml -p F --from 3 --to 3",
        "response pendulum.toml -i motor -f -1",
        "gradient pendulum.toml --of pin.angle -a equilibrium --how adjoint",
        "gradient pendulum.toml --of 'pin.angle at 9 s' --by F",
        "steady pendulum.toml -s pin.angle=3",
        "inverse pendulum.toml",
        "simulate pendulum.toml --method rk4",
        "simulate pendulum.toml --tolerance 10",
    ],
)
def test_no_words_of_python(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    run([word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)])
    shown = capsys.readouterr()
    assert not PYTHON.search(re.sub(r"\bt = ", "", shown.out + shown.err)), shown.out + shown.err


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("ask for more with points=.", "ask for more with --points."),
        ("leave out method=...", "leave out --method."),
        ("Try tolerance=1e-09, so", "Try --tolerance 1e-09, so"),
        ("Name others with coordinates=[...], or none", "Name others with --coordinate, or none"),
        ("--set step=0.1: there is no", "--set step=0.1: there is no"),
        ("Give mass= and inertia=.", "Give mass= and inertia=."),  # as in a file
    ],
)
def test_options_as_they_are_typed(said: str, shown: str) -> None:
    assert typed(said) == shown


def test_all_positions_leave_no_nearest_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equilibrium", "pendulum.toml", "--nearest", "--starts", "5"]) == 1
    assert "leave out --nearest" in capsys.readouterr().err


def test_an_input_named_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["response", "pendulum.toml", "-i", "motor", "-i", "motor"]) == 1
    assert "'motor' is named twice" in capsys.readouterr().err
    Path("pendulum.toml").write_text('inputs = ["motor", "motor"]\n' + Path("pendulum.toml").read_text())
    assert run(["check", "pendulum.toml"]) == 1
    assert "pendulum.toml:1: " in (said := capsys.readouterr().err)
    assert "'motor' is named twice" in said
