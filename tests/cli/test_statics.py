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


@pytest.mark.parametrize(("spring", "status"), [(50.0, 0), (0.0, 1)])
def test_a_wheel_that_slides(spring: float, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    """With a spring it slides to its rest, without one it slides away."""
    m = lw.Mechanism("wheel", plane="xy", gravity=(0, -10.0))
    wheel = m.body("wheel", lw.disc(0.2, mass=2.0))
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.2, friction=0.2)
    m.rotational_spring("coil", "wheel.angle", stiffness=8.0)
    m.effort("push", "road.translation", f"15 - {spring}*road.translation")
    m.place(wheel, at=(0, 0.2))
    m.save("wheel.toml")
    assert run(["equilibrium", "wheel.toml"]) == status
    shown = " ".join("".join(capsys.readouterr()).split())
    assert "'road' slides: rolling asks for" in shown
    assert ("'road' at the limit of friction" in shown) == (status == 0)


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


def test_drivers_of_the_gallery_are_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["linearise", "four-bar", "-i", "A.angle", "-q", "D.angle", "-o", "driven.npz"]) == 0
    with np.load("driven.npz") as found:
        assert found["inputs"].tolist() == ["A.angle"]
        # crank of 1.5 along the frame of 4: the coupler meets the frame at the crank pin, 1.5 from A and -2.5 from D
        np.testing.assert_allclose(found["C"], [[-0.6, 0.0]], atol=1e-12)
    assert run(["linearise", "four-bar", "-i", "crank"]) == 1
    assert "Known: A.angle." in capsys.readouterr().err
    assert run(["linearise", "four-bar", "-q", "A.angle", "-o", "free.npz"]) == 0  # no driver is meant
    with np.load("free.npz") as found:
        assert np.abs(found["A"][1, 0]) > 1.0


def test_modes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["modes", "pendulum.toml", "--draw", "pictures", "--report", "modes.html"]) == 0
    assert "0.61052" in capsys.readouterr().out
    assert Path("pictures/mode-1.svg").exists()
    assert "Mode 1: 0.610521 Hz" in Path("modes.html").read_text("utf-8")
    assert run(["modes", "pendulum.toml", "--about", "rest"]) == 1
    assert "equilibrium" in capsys.readouterr().err


def test_modes_drawn_where_no_folder_can_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["modes", "pendulum.toml", "--draw", "pendulum.toml/pictures"]) == 1
    assert "The folder 'pendulum.toml/pictures' cannot be made" in capsys.readouterr().err


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
    assert run(["gradient", "pendulum.toml", "--of", "peak of pin.force.size", "--by", "rod.mass"]) == 0
    over_one_second = capsys.readouterr().out
    assert run(["gradient", "pendulum.toml", "--of", "peak of pin.force.size", "--by", "rod.mass", "-t", "1"]) == 0
    assert capsys.readouterr().out == over_one_second


def test_gradient_of_a_mechanism_with_an_idle_freedom(capsys: pytest.CaptureFixture[str]) -> None:
    """Its rod may spin between two balls: held still, as `linkwork run` holds it; one cycle takes one second."""
    assert run(["gradient", "rssr", "--of", "max of B.angle_velocity", "-a", "move", "--by", "crank_length"]) == 0
    assert "max of B.angle_velocity is" in capsys.readouterr().out


def test_gradient_of_one_instant(capsys: pytest.CaptureFixture[str]) -> None:
    """A spring that grows stiffer with time, k = 8 (1 + t): the frequency at t = 3 s is twice that at t = 0."""
    m = lw.Mechanism("spring", plane="xy")
    m.parameter("k", "8 N/m")
    block = m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.effort("pull", "rail.translation", "-k*(1 + t/(1 s))*rail.translation")
    m.save("spring.toml")
    call = ["gradient", "spring.toml", "--by", "k", "-a", "modes", "--of", "natural frequency of mode 1"]
    assert run(call) == 0
    assert "is 0.31831 Hz" in capsys.readouterr().out  # sqrt(k / m) / 2 pi
    assert run([*call, "-t", "3", "--tolerance", "k=100 N/km", "--about", "nearest", "--how", "repeated"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "is 0.63662 Hz" in shown
    assert "Hz for 0.1 N/m" in shown
    assert "that is asked for" in shown
    assert run([*call, "--about", "start"]) == 0
    assert run([*call, "--tolerance", "k"]) == 1
    assert "--tolerance is 'k'; write a name and its value" in capsys.readouterr().err
    assert run(["gradient", "spring.toml", "--of", "rail.force.x", "-a", "equilibrium", "--about", "start"]) == 1
    assert "'start'" in capsys.readouterr().err
    assert run(["gradient", "spring.toml", "--of", "rail.translation", "-a", "assemble", "--about", "nearest"]) == 1
    assert "--about belongs to -a equilibrium and -a modes" in capsys.readouterr().err


@pytest.fixture
def lever() -> str:
    """Return the file of a lever that a load F presses on a stop."""
    m = lw.Mechanism("lever", plane="xy")
    m.parameter("F", "0 N")
    rod = m.body("lever", lw.rod(length=1.0, mass=3.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    m.rotational_spring("spring", "A.angle", stiffness=50.0, free_angle=0.0)
    m.point_force("load", rod.at(1.0, 0), force=(0, "-F"))
    m.rigid_contact("stop", "A.angle", -0.3)
    m.save("lever.toml")
    return "lever.toml"


def test_equilibrium_path(lever: str, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["equilibrium-path", lever, "-p", "F", "--from", "0", "--to", "0.03 kN", "-q", "A.angle"]
    assert run([*call, "-o", "way.svg", "--csv", "way.csv"]) == 0
    assert "'stop' closes at F = 15.701274 N." in capsys.readouterr().out
    assert Path("way.svg").exists()
    head, *_, last = Path("way.csv").read_text().splitlines()
    assert head == "F [N],kind,closed,A.angle [rad]"
    assert last.startswith("30.0,stable,stop,-0.3")
    assert run(["equilibrium-path", lever, "-p", "F", "--from", "0", "--to", "40 m"]) == 1
    assert "a force is expected" in capsys.readouterr().err


def test_equilibrium_in_a_report(lever: str) -> None:
    assert run(["equilibrium", lever, "--set", "F=20 N", "--report", "rest.html"]) == 0
    assert "'stop' carries 4.10673 N m" in Path("rest.html").read_text("utf-8").replace("&#x27;", "'")


def test_steady(capsys: pytest.CaptureFixture[str]) -> None:
    m = lw.Mechanism("governor", gravity=(0, 0, -9.81))
    shaft, rod = m.body("shaft", mass=1.0, inertia=(1, 1, 1)), m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
    m.revolute("pin", shaft.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
    m.place(rod, rotation=lw.axis_angle((0, 1, 0), 0.5))
    m.save("governor.toml")
    assert run(["steady", "governor.toml", "-s", "spin.angle=6 rad/s", "-o", "governor.svg"]) == 0
    shown = capsys.readouterr().out
    assert "stable steady motion with spin.angle at 6" in shown
    assert "0.421084" in shown
    assert Path("governor.svg").exists()
    assert run(["steady", "governor.toml", "-s", "spin.angle"]) == 1
    assert "write a coordinate and its rate" in capsys.readouterr().err
    m.drive("spin.angle", "6*t")
    m.save("driven.toml")
    assert run(["steady", "driven.toml"]) == 0
    assert "stable steady motion, moved by its drivers alone" in capsys.readouterr().out


def test_response(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["response", "pendulum.toml", "-q", "pin.angle"]
    assert run([*call, "-i", "push", "-f", "0", "-o", "none.svg"]) == 1
    assert "none is above 0 Hz" in capsys.readouterr().err
    assert run([*call, "-i", "push", "-f", "0", "-f", "1", "-o", "bode.svg", "--csv", "bode.csv"]) == 0
    assert "0.101937" in capsys.readouterr().out  # 1 / (m g L / 2)
    assert Path("bode.svg").exists()
    assert Path("bode.csv").read_text().startswith("frequency [Hz],gain of pin.angle from push [rad/(N*m)],phase")
    assert run(call) == 1
    assert "needs an input" in capsys.readouterr().err


def test_root_locus(lever: str, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["root-locus", lever, "-p", "F", "--about", "equilibrium", "--points", "5", "--from"]
    assert run([*call, "0", "--to", "15", "-o", "locus.svg", "--csv", "locus.csv"]) == 0
    assert "No mode begins or ceases to grow." in capsys.readouterr().out
    first = Path("locus.csv").read_text().splitlines()[1].split(",")
    np.testing.assert_allclose(abs(float(first[2])), np.sqrt(50.0))  # k / (m L^2 / 3)
    assert run([*call, "0", "--to", "40"]) == 1
    assert "as where a contact closes or opens" in capsys.readouterr().err
    assert run([*call, "0", "--to", "8", "--order", "1", "-o", "campbell.svg"]) == 1
    assert "'F' is measured in N. Vary a speed" in capsys.readouterr().err


def test_campbell_diagram(capsys: pytest.CaptureFixture[str]) -> None:
    """A rod of inertia m L^2 / 3 = 1 on a spring swings at 5 rad/s, whatever the speed of the wheel that it carries."""
    m = lw.Mechanism("rotor", plane="xy")
    m.parameter("W", "1 rad/s")
    rod, wheel = m.body("rod", lw.rod(length=1.0, mass=3.0)), m.body("wheel", lw.disc(0.1, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0, 0), wheel.at(0, 0))
    m.rotational_spring("spring", "A.angle", stiffness=25.0)
    m.place(wheel, rate="W")
    m.save("rotor.toml")
    call = ["root-locus", "rotor.toml", "-p", "W", "--from", "1", "--to", "8", "--points", "5", "--order", "1"]
    assert run([*call, "-o", "campbell.svg"]) == 0
    assert "W = 5: 1 times this is the frequency of a mode." in capsys.readouterr().out
    assert Path("campbell.svg").exists()


def test_inputs_and_outputs_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    m = lw.Mechanism.load("pendulum.toml")
    m.inputs, m.outputs = ["push"], ["pin.force.x"]
    m.save("pendulum.toml")
    assert run(["linearise", "pendulum.toml", "-o", "kept.npz"]) == 0
    with np.load("kept.npz") as kept:
        assert (kept["inputs"].tolist(), kept["outputs"].tolist()) == (["push"], ["pin.force.x"])
    assert "Changes of 'pin.force.x' are differences" in capsys.readouterr().out
    assert run(["response", "pendulum.toml", "-q", "pin.angle", "-f", "1"]) == 0
    shown = capsys.readouterr().out
    assert "push" in shown
    assert "pin.force.x" not in shown
    assert run(["modes", "pendulum.toml"]) == 0


@pytest.mark.parametrize(
    "call",
    [
        ["equilibrium", "pendulum.toml", "-o", "rest.xyz"],
        ["equilibrium", "pendulum.toml", "--report", "rest.txt"],
        ["equilibrium-path", "pendulum.toml", "-p", "L", "--from", "1", "--to", "2", "--csv", "nowhere/way.csv"],
        ["steady", "pendulum.toml", "--speed", "pin.angle=0", "-o", "nowhere/steady.svg"],
        ["modes", "pendulum.toml", "--report", "modes"],
        ["response", "pendulum.toml", "-i", "push", "-q", "pin.angle", "-o", "bode"],
        ["root-locus", "pendulum.toml", "-p", "L", "--from", "1", "--to", "2", "--csv", "nowhere/locus.csv"],
        ["gradient", "pendulum.toml", "--of", "pin.force.size", "-a", "equilibrium", "-o", "nowhere/table.CSV"],
    ],
    ids=lambda call: call[0],
)
def test_files_that_cannot_be_written_are_told_before_anything_is_computed(
    call: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(call) == 1
    told = capsys.readouterr()
    assert not told.out
    assert "nowhere" in told.err or "ending" in told.err


def test_outputs_that_nothing_knows_are_faults(capsys: pytest.CaptureFixture[str]) -> None:
    m = lw.Mechanism.load("pendulum.toml")
    m.inputs, m.outputs = ["push"], ["pin.angle", "pin.angel", "energy.work"]
    m.save("named.toml")
    assert run(["check", "named.toml"]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "outputs: 'pin.angel': 'pin' has no such quantity. Did you mean 'pin.angle'?" in told
    assert "outputs: 'energy.work' adds up from the start on" in told
    assert "2 faults in named.toml." in told
