"""The command line, run as a user runs it: exit codes, sentences, files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork import gallery
from linkwork.cli import run
from linkwork.cli.models import typed
from linkwork.cli.new import TEMPLATE
from linkwork.forces import REGISTRY as FORCES
from linkwork.joints import REGISTRY


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path


@pytest.fixture
def model_file(elsewhere: Path) -> Path:
    assert run(["new", "mine"]) == 0
    return elsewhere / "mine.toml"


def program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from linkwork.cli import main; main(sys.argv[1:])"
    env = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=env)


# ---- help and mistakes --------------------------------------------------------------------------


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    commands = "demo new check mobility equations run simulate inverse draw free-body joints forces gallery warmup"
    commands += " equilibrium linearise modes"
    for command in commands.split():
        assert command in shown


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("linkwork 0.")


def test_unknown_command_suggests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jonts"]) == 1
    assert "joints" in capsys.readouterr().err


def test_unknown_model_suggests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mobility", "four-br"]) == 1
    error = capsys.readouterr().err
    assert "Did you mean 'four-bar'?" in error
    assert "Traceback" not in error


def test_missing_file_says_what_is_there(model_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "yours.toml"]) == 1
    assert "mine.toml" in capsys.readouterr().err


# ---- new and check ------------------------------------------------------------------------------


def test_new_writes_a_model_without_faults(model_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 'name = "mine"' in model_file.read_text("utf-8")
    assert run(["check", str(model_file)]) == 0
    assert "no faults" in capsys.readouterr().out


def test_new_keeps_what_exists(model_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model_file.write_text("precious", "utf-8")
    assert run(["new", "mine"]) == 1
    assert "exists already" in capsys.readouterr().err
    assert model_file.read_text("utf-8") == "precious"
    assert run(["new", "mine", "--force"]) == 0
    assert "precious" not in model_file.read_text("utf-8")


def test_new_from_the_gallery(elsewhere: Path) -> None:
    assert run(["new", "my slider", "--from", "slider-crank", "-o", "s.toml"]) == 0
    assert run(["check", "s.toml"]) == 0


def test_name_with_quotes_is_kept(elsewhere: Path) -> None:
    assert run(["new", 'the "big" one', "-o", "q.toml"]) == 0
    assert run(["check", "q.toml"]) == 0


def test_check_lists_every_fault_with_its_line(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = TEMPLATE.format(name='"bad"').replace("crank.tip", "crnk.tip").replace('"70 mm"', '"70 kg"')
    Path("bad.toml").write_text(wrong, "utf-8")
    assert run(["check", "bad.toml"]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("bad.toml:")]
    assert len(lines) >= 2
    assert all(line.split(":")[1].isdigit() for line in lines)


# ---- mobility, run, draw ------------------------------------------------------------------------


def test_mobility_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mobility", "four-bar"]) == 0
    assert "1 degree of freedom" in capsys.readouterr().out


def test_run_shows_a_table_and_writes_files(model_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", str(model_file), "--to", "1", "--steps", "50", "--rows", "3", "-q", "A.angle"]
    assert run([*arguments, "--csv", "out.csv", "--plot", "out.png"]) == 0
    shown = capsys.readouterr().out
    assert "A.angle_velocity" in shown
    assert "51 positions" in shown
    assert "Newton iterations" in shown
    assert Path("out.csv").read_text("utf-8").count("\n") == 52
    assert Path("out.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("option", ["--newton=standard", "--predictor=none", "--derivatives=0"])
def test_run_options_reach_the_solver(option: str) -> None:
    assert run(["run", "four-bar", "--steps", "20", option]) == 0


def test_run_stops_at_a_limit_and_keeps_what_it_has(model_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = model_file.read_text("utf-8").replace('crank_length = "30 mm"', 'crank_length = "80 mm"')
    Path("limit.toml").write_text(text, "utf-8")
    assert run(["run", "limit.toml", "--csv", "limit.csv"]) == 2
    shown = capsys.readouterr()
    assert "stops at t =" in shown.err
    assert "Kept:" in shown.err
    assert "A.angle" in shown.out
    assert Path("limit.csv").read_text("utf-8").count("\n") > 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-q", "A.angel"], "Did you mean 'A.angle'"),
        (["--to", "-1"], "ends after it starts"),
        (["--csv", "nowhere/x.csv"], "no folder"),
        (["--newton", "hasty"], "no Newton method"),
        (["--undriven", "push"], "'raise' or 'hold'"),
        (["--steps", "0"], "steps"),
    ],
)
def test_run_refuses_with_a_sentence(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "four-bar", *arguments]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error


def test_interruption_says_what_was_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from linkwork.mechanism import Mechanism

    def interrupted(self: Mechanism, *_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Mechanism, "move", interrupted)
    assert run(["run", "four-bar"]) == 130
    assert "Interrupted" in capsys.readouterr().err


def test_free_body_in_words_and_as_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["free-body", "four-bar", "--body", "coupler", "--at", "300 ms", "--equations", "-o", "free.svg"]) == 0
    out = capsys.readouterr().out
    assert "force of crank on coupler in B" in out
    assert "Moments about the centre of mass G" in out
    assert "wrote free.svg" in out
    assert Path("free.svg").read_text("utf-8").startswith("<svg")
    assert run(["free-body", "four-bar", "-o", "free.svg"]) == 1
    assert "name it with --body" in capsys.readouterr().err
    assert run(["free-body", "four-bar", "--body", "couple"]) == 1
    assert "coupler" in capsys.readouterr().err
    assert run(["free-body", "heavy-top"]) == 0
    assert "weight of top" in capsys.readouterr().out


def test_draw_writes_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["draw", "four-bar", "-o", "it.svg", "--time", "0.1"]) == 0
    assert "<svg" in Path("it.svg").read_text("utf-8")
    assert "wrote it.svg" in capsys.readouterr().out
    assert run(["draw", "four-bar", "-o", "it.docx"]) == 1


# ---- lists --------------------------------------------------------------------------------------


def test_joints_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["joints"]) == 0
    shown = capsys.readouterr().out
    assert all(kind in shown for kind in REGISTRY)


@pytest.mark.parametrize("kind", sorted(REGISTRY))
def test_joint_details(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["joints", kind]) == 0
    assert "Equations in space" in capsys.readouterr().out


@pytest.mark.parametrize(("kind", "plane", "space"), [("revolute", "2", "5"), ("universal", "-", "4")])
def test_joint_facts(kind: str, plane: str, space: str) -> None:
    from linkwork.cli.joints import facts_of

    assert facts_of(kind).removed == (plane, space)


def test_unknown_joint_suggests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["joints", "revolut"]) == 1
    assert "Did you mean 'revolute'?" in capsys.readouterr().err


def test_forces_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forces"]) == 0
    shown = capsys.readouterr().out
    assert all(kind in shown for kind in FORCES)


@pytest.mark.parametrize("kind", sorted(FORCES))
def test_force_details(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forces", kind]) == 0
    shown = capsys.readouterr().out
    assert "Equation" in shown
    assert f"m.{kind}(" in shown


def test_unknown_force_suggests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forces", "sprnig"]) == 1
    assert "Did you mean 'spring'?" in capsys.readouterr().err


def test_gallery_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gallery"]) == 0
    shown = capsys.readouterr().out
    assert all(typed(name) in shown for name in gallery.names())


def test_gallery_names_may_be_typed_with_hyphens() -> None:
    assert run(["mobility", "spatial-four-bar"]) == 0


def test_demo_writes_what_it_says(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--into", "shown"]) == 0
    listed = [line.removeprefix("wrote ") for line in capsys.readouterr().out.splitlines() if line.startswith("wrote")]
    assert len(listed) >= 5
    assert all((elsewhere / name).stat().st_size > 100 for name in listed)


# ---- pipes and colours --------------------------------------------------------------------------


def test_pipes_get_no_colour_codes() -> None:
    for arguments in (["joints"], ["gallery"], ["joints", "nix"], ["--help"]):
        done = program(*arguments)
        assert "\x1b" not in done.stdout + done.stderr


def test_no_color_is_honoured_when_colour_is_forced() -> None:
    done = program("joints", "nix", FORCE_COLOR="1", NO_COLOR="1")
    assert "\x1b[31m" not in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    code = "from linkwork.cli import main; main(['joints'])"
    done = subprocess.run(["bash", "-c", f'"{sys.executable}" -c "{code}" | head -n 1'], capture_output=True, text=True)
    assert "Traceback" not in done.stderr


# ---- simulate and inverse -----------------------------------------------------------------------


def test_simulate_shows_and_writes(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "four-bar", "--until", "0.5", "--points", "26", "--rows", "3"]
    wanted = ["-q", "A.angle", "-q", "B.force", "-q", "energy"]
    assert run([*arguments, *wanted, "--csv", "s.csv", "--plot", "s.png", "--report", "s.html"]) == 0
    shown = capsys.readouterr().out
    for words in (
        "B.force_x",
        "Simulated 0 to 0.5 s",
        "Violation",
        "Energy",
        "drift",
        "force in B (crank on coupler)",
        "Every reaction is unique",
    ):
        assert words in shown
    assert Path("s.csv").read_text("utf-8").count("\n") == 27
    assert Path("s.png").read_bytes().startswith(b"\x89PNG")
    assert Path("s.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert sorted(p.name for p in elsewhere.iterdir()) == ["s.csv", "s.html", "s.png"]


def test_inverse_shows_drive_efforts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inverse", "slider-crank", "--until", "1", "--points", "21", "--report", "i.html"]) == 0
    shown = capsys.readouterr().out
    assert "effort of crank_pivot.angle" in shown
    assert "Drive torques" in Path("i.html").read_text("utf-8")


def test_simulate_options_reach_the_solver(capsys: pytest.CaptureFixture[str]) -> None:
    fixed = ["--method", "rk4", "--step", "0.01", "--stabilisation", "baumgarte"]
    assert run(["simulate", "four-bar", "--until", "0.2", *fixed]) == 0
    assert "with rk4: 20 steps" in capsys.readouterr().out
    assert run(["simulate", "four-bar", "--until", "9", "--stop-when", "t > 0.1"]) == 0
    assert "because t > 0.1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-q", "A.angel"], "Did you mean 'A.angle'"),
        (["-q", "A.forse"], "'A.forse'"),
        (["--until", "-1"], "ends after it starts"),
        (["--csv", "nowhere/x.csv"], "no folder"),
        (["--plot", "x.docx"], "pictures are written to"),
        (["--report", "x.pdf"], "ending .html"),
        (["--method", "hasty"], "no method"),
        (["--method", "rk4"], "give --step"),
        (["--tolerance", "0"], "positive"),
        (["--points", "1"], "points"),
        (["--stop-when", "nonsense >"], "stop_when"),
    ],
)
def test_simulate_refuses_with_a_sentence(
    arguments: list[str], words: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--csv", "a.csv"] if "--csv" not in arguments else []
    assert run(["simulate", "four-bar", *files, *arguments]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error
    assert list(elsewhere.iterdir()) == []


def test_simulate_needs_masses(model_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(line for line in model_file.read_text("utf-8").splitlines() if not line.startswith("mass"))
    Path("light.toml").write_text(text, "utf-8")
    assert run(["simulate", "light.toml", "--report", "x.html"]) == 1
    assert "mass" in capsys.readouterr().err
    assert not Path("x.html").exists()


def test_run_simulates_what_is_free(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gallery.get("four-bar", driven=False).save("free.toml")
    assert run(["run", "free.toml", "--to", "0.4", "--steps", "20", "--report", "f.html"]) == 0
    shown = capsys.readouterr().out
    assert "degrees of freedom without a driver: simulating" in shown
    assert "Simulated 0 to 0.4 s" in shown
    assert Path("f.html").exists()


def test_run_writes_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "four-bar", "--steps", "20", "--report", "r.html"]) == 0
    assert "wrote r.html" in capsys.readouterr().out
    assert run(["run", "four-bar", "--steps", "20", "--report", "r.txt"]) == 1


def test_an_interrupted_simulation_keeps_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from linkwork.solve.run import Run

    def interrupted(self: Run, *_: object) -> None:
        self._begin()
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "go", interrupted)
    assert run(["simulate", "four-bar", "--csv", "part.csv"]) == 130
    error = capsys.readouterr().err
    assert "Interrupted" in error
    assert "Kept: 1 position" in error
    assert Path("part.csv").read_text("utf-8").count("\n") == 2


# ---- equations ----------------------------------------------------------------------------------


def test_equations_in_words_and_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equations", "four-bar", "-m", "Phi_q", "-m", "gamma"]) == 0
    shown = capsys.readouterr().out
    assert "9 coordinates, 9 equations, 9 of them independent" in shown
    assert "crank.w" in shown
    assert shown.count("A: points together along the first axis") == 2
    assert run(["equations", "four-bar", "-m", "Gamma"]) == 1
    assert "no matrix 'Gamma'" in capsys.readouterr().err


def test_equations_as_latex(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sympy")
    assert run(["equations", "four-bar", "--latex", "-o", "four-bar.tex"]) == 0
    assert "wrote four-bar.tex" in capsys.readouterr().out
    text = (elsewhere / "four-bar.tex").read_text("utf-8")
    assert "\\[ \\Phi = " in text
    assert "\\theta_{\\mathrm{crank}}" in text


def test_compare_shows_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "four-bar", "--until", "0.01", "-f", "reference", "-f", "relative"]) == 0
    out = capsys.readouterr().out
    assert "relative" in out
    assert "evaluations" in out


def test_simulate_in_a_formulation(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "slider-crank", "--until", "0.01", "--points", "3", "--formulation", "natural"]) == 0
    assert "formulation 'natural'" in capsys.readouterr().out
