"""Positions of rest and small motions on the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.cli import run


@pytest.fixture(autouse=True)
def pendulum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.torque("push", rod, value=0.0)
    m.save("pendulum.toml")


def test_equilibrium(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equilibrium", "pendulum.toml", "-o", "rest.svg"]) == 0
    shown = capsys.readouterr().out
    assert "stable equilibrium" in shown
    assert "-1.5708" in shown
    assert "19.62" in shown
    assert Path("rest.svg").exists()


def test_equilibria_from_many_starts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equilibrium", "pendulum.toml", "--starts", "8"]) == 0
    shown = capsys.readouterr().out
    assert ": stable equilibrium" in shown
    assert "unstable equilibrium" in shown


def test_linearise(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["linearise", "pendulum.toml", "--about", "equilibrium", "-i", "push", "-q", "pin.force.x"]
    assert run(arguments) == 0
    shown = capsys.readouterr().out
    assert "-14.715" in shown
    assert "rate(pin.angle)" in shown
    assert run([*arguments, "-o", "linear.npz"]) == 0
    with np.load("linear.npz") as data:
        np.testing.assert_allclose(data["A"], [[0, 1], [-14.715, 0]], atol=1e-12)
        assert data["states"].tolist() == ["pin.angle", "rate(pin.angle)"]
    assert run([*arguments, "-o", "linear.txt"]) == 1
    assert ".npz" in capsys.readouterr().err


def test_modes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["modes", "pendulum.toml", "--draw", "pictures"]) == 0
    assert "0.61052" in capsys.readouterr().out
    assert Path("pictures/mode-1.svg").exists()
    assert run(["modes", "pendulum.toml", "--about", "rest"]) == 1
    assert "equilibrium" in capsys.readouterr().err


def test_contacts_at_rest(capsys: pytest.CaptureFixture[str]) -> None:
    m = lw.Mechanism.load("pendulum.toml")
    m.rigid_contact("stop", "pin.angle", -1.0)
    m.save("stopped.toml")
    assert run(["equilibrium", "stopped.toml"]) == 0
    shown = capsys.readouterr().out
    assert "'stop' carries 5.30037 N m" in shown
    assert "carries" in shown.splitlines()[-1] or "force [N, N m]" in shown


def test_friction_range(capsys: pytest.CaptureFixture[str]) -> None:
    m = lw.Mechanism.load("pendulum.toml")
    m.friction("bearing", "pin", 0.1, radius=0.01)
    m.save("rough.toml")
    assert run(["friction-range", "rough.toml", "--load", "push", "--at-equilibrium"]) == 0
    assert "stays at rest with push from -0.01962 N m to 0.01962 N m" in capsys.readouterr().out


def test_gradient(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["gradient", "pendulum.toml", "--of", "pin.force.size", "--by", "rod.mass", "-a", "equilibrium"]
    assert run([*arguments, "-o", "table.csv"]) == 0
    assert "9.81 N/kg" in capsys.readouterr().out
    assert Path("table.csv").read_text().splitlines()[1].startswith("rod.mass,2.0,kg")
    assert run(["gradient", "pendulum.toml", "--of", "peak of pin.force.size", "--by", "rod.mass"]) == 1
    assert "needs times" in capsys.readouterr().err
