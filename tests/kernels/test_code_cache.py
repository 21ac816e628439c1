"""The machine code that is kept on disk: used without the compiler, never when it is damaged or for something else."""

from __future__ import annotations

import copy
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork.kernels.compiler import machine_code, progress
from linkwork.kernels.compiler.compiling import _helper
from linkwork.kernels.compiler.jit import JIT
from linkwork.kernels.compiler.machine_code import Code
from linkwork.kernels.compiler.target import here, targets
from linkwork.kernels.compiler.trust import danger, danger_of
from linkwork.kernels.dynamics.dynamics import accelerate
from linkwork.kernels.geometry.features import displace
from linkwork.kernels.geometry.vectors import cross

HANGS = 1200
"""Seconds after which a process counts as hung: no measure of speed, a hundred times what it takes when all is busy."""

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")


def start(code: str, **environment: str) -> subprocess.Popen[str]:
    env = {**os.environ, "LINKWORK_QUIET": "1", **environment}
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )


def result(process: subprocess.Popen[str]) -> dict:
    """Return the JSON object on the last line that a script wrote."""
    out, errors = process.communicate(timeout=HANGS)
    assert process.returncode == 0, f"the script failed:\n{errors}"
    return json.loads(out.splitlines()[-1])


# ---- later runs --------------------------------------------------------------------------------------

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None  # an import raises ImportError
"""

WORK = """
import json
import linkwork as lw
from linkwork import gallery

def pendulum():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    arm = m.body("arm", mass=1.0, inertia=0.1, com=(1, 0))
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    return m

m, driven, closed = pendulum(), pendulum(), gallery.get("four-bar")
driven.drive("A.angle", "2*t")
run, motion = m.simulate(1.0, points=5), closed.move([0.05, 0.1, 0.3])
print(json.dumps({
    "mobility": str(m.mobility()),
    "assembled": closed.assemble(0.05).poses.tolist(),
    "poses": run.poses.tolist(),
    "force": run.joint("A").force.tolist(),
    "moved": motion.poses.tolist(),
    "angle": motion.joint("D").series["angle"].values.tolist(),
    "effort": driven.inverse([0.0, 0.1]).driver("A.angle").effort.tolist(),
    "robot": m.robot().inverse_dynamics([0.1], [0.2], [0.3]).tolist(),
    "batch": [r.poses.tolist() for r in m.simulate_many(0.1, points=3, starts=[None, None])],
    "function": lw.expression("sin(t)").derivatives(0.5).tolist(),
}))
"""


@pytest.mark.skipif(not machine_code.can_write(), reason="no place for the cache")
def test_a_later_run_needs_no_compiler():
    """The same numbers to the last digit: it is the same code."""
    first = result(start(WORK))
    assert result(start(WITHOUT_NUMBA + WORK)) == first


# ---- damage --------------------------------------------------------------------------------------------

DISPLACE = """
import json, sys
import numpy as np
from linkwork.kernels.geometry.features import displace
q, x = np.array([[0.0, 0, 0, 1, 0, 0, 0]]), np.array([[1.0, 2, 0]])
displace(q, x, 0.5)
print(json.dumps({"q": q.tolist(), "loaded": int(displace.from_disk), "numba": "numba" in sys.modules}))
"""


def displaced(cache: Path) -> dict:
    return result(start(DISPLACE, NUMBA_CACHE_DIR=str(cache)))


def test_a_damaged_file_is_compiled_again(tmp_path):
    both = [start(DISPLACE, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]  # two write at once
    first, other = (result(process) for process in both)
    assert first["q"] == other["q"]
    assert first["numba"]
    (file,) = tmp_path.rglob("geometry.features.displace.code")
    whole = file.read_bytes()
    assert displaced(tmp_path) == {"q": first["q"], "loaded": 1, "numba": False}
    file.write_bytes(whole[: len(whole) // 2])
    assert displaced(tmp_path) == {"q": first["q"], "loaded": 0, "numba": True}
    assert displaced(tmp_path) == {"q": first["q"], "loaded": 1, "numba": False}, "the file was not replaced"


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path):
    (tmp_path / "file").write_text("no folder")
    assert displaced(tmp_path / "file")["loaded"] == 0
    assert (tmp_path / "file").read_text() == "no folder"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder of its own for code."""
    path = tmp_path / f"{machine_code._PREFIX}mine"
    monkeypatch.setattr(machine_code, "_homes", lambda target: [path])
    return path


CODE = Code("f", ["cos"], b"\x00some\nbinary of f\xff")


def test_code_is_read_as_it_was_written(home):
    assert machine_code.read("a.b", here()) is None
    machine_code.write("a.b", CODE, here())
    assert machine_code.read("a.b", here()) == CODE
    assert [path.name for path in home.iterdir()] == ["a.b.code"], "something is left over"


@pytest.mark.parametrize("length", [0, 1, 64, 65, 150, -1])
def test_truncated_code_is_not_used(home, length):
    machine_code.write("a.b", CODE, here())
    file = home / "a.b.code"
    file.write_bytes(file.read_bytes()[:length])
    assert machine_code.read("a.b", here()) is None


@pytest.mark.parametrize("change", [(b"some", b"same"), (b"\n", b""), (b'"f"', b'"g"'), (b"{", b"[")])
def test_altered_code_is_not_used(home, change):
    machine_code.write("a.b", CODE, here())
    file = home / "a.b.code"
    file.write_bytes(file.read_bytes().replace(*change, 1))
    assert machine_code.read("a.b", here()) is None


def test_code_of_another_stamp_is_not_used(home, monkeypatch):
    with monkeypatch.context() as m:
        m.setattr(machine_code, "stamp", lambda target: "of another machine")
        machine_code.write("a.b", CODE, here())
        assert machine_code.read("a.b", here()) == CODE
    assert machine_code.read("a.b", here()) is None


FIRST = """
import json
from linkwork.kernels.programs.program import sample
import linkwork as lw
print(json.dumps({"value": lw.expression("cos(t)").derivatives(0.5)[0].tolist(), "loaded": int(sample.from_disk)}))
"""


@pytest.mark.skipif(not machine_code.can_write(), reason="no place for the cache")
def test_functions_of_the_c_library_are_found_by_what_is_loaded_first():
    """Nothing else has been brought into the process before."""
    first = result(start(FIRST))
    assert result(start(FIRST)) == {**first, "loaded": 1}


def test_code_that_needs_what_is_not_there_is_not_loaded():
    code = Code("f", ["cos", "no_such_function_anywhere"], b"")
    assert machine_code.missing(code) == ["no_such_function_anywhere"]
    assert machine_code.load(code) == 0
    with pytest.raises(RuntimeError, match="no_such_function_anywhere"):
        machine_code.load_new(code)


def test_old_versions_are_removed(home):
    """The longest unused go first; what is not ours stays."""
    others = [home.parent / f"{machine_code._PREFIX}{k}" for k in range(6)]
    for k, path in enumerate((*others, home.parent / "another")):
        path.mkdir()
        os.utime(path, (1e9 + k, 1e9 + k))
    machine_code.write("a.b", CODE, here())
    left = {path.name for path in home.parent.iterdir()}
    assert left == {home.name, "another", *(path.name for path in others[-machine_code._KEPT + 1 :])}


def test_the_stamp_counts_the_settings(monkeypatch):
    def stamp() -> str:
        return machine_code.stamp.__wrapped__(here())

    before = stamp()
    assert before == machine_code.stamp(here())
    for change in ({"NUMBA_OPT": "1"}, {"NUMBA_CPU_NAME": "generic"}):
        with monkeypatch.context() as m:
            for name, value in change.items():
                m.setenv(name, value)
            assert stamp() != before, change
    with monkeypatch.context() as m:
        m.setattr(machine_code, "sources_digest", lambda: "another")
        assert stamp() != before
    others = [target for target in targets(here().triple) if target != here()]
    assert before not in [machine_code.stamp(target) for target in others]


# ---- one of each ---------------------------------------------------------------------------------------


def test_there_is_one_of_a_kernel():
    """What holds a kernel can be copied and sent to another process."""
    for one in (displace, accelerate, cross):
        assert copy.deepcopy(one) is one
        assert pickle.loads(pickle.dumps(one)) is one


def test_it_says_when_nothing_can_be_kept(monkeypatch, capsys):
    monkeypatch.delenv("LINKWORK_QUIET", raising=False)
    monkeypatch.setattr(machine_code, "can_write", lambda: False)
    with progress.compiling():
        pass
    progress.finish()
    assert "Linkwork: compiling, for this run only" in capsys.readouterr().err


# ---- whose code it is -----------------------------------------------------------------------------------

POSIX = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system does not say who can write a file")


@POSIX
def test_code_is_not_taken_from_a_folder_that_others_can_write(tmp_path):
    """Neither taken nor kept, said once; the numbers are those of code compiled in memory."""
    first = displaced(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.code")}
    tmp_path.chmod(0o777)
    process = start(DISPLACE, NUMBA_CACHE_DIR=str(tmp_path), LINKWORK_QUIET="")
    out, errors = process.communicate(timeout=HANGS)
    assert json.loads(out) == {"q": first["q"], "loaded": 0, "numba": True}
    assert errors.count("others can write") == 1
    assert str(tmp_path) in errors
    assert "chmod go-w" in errors
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.code")} == before
    tmp_path.chmod(0o755)
    assert displaced(tmp_path)["loaded"] == 1


def is_dangerous(mode: int, owner: int) -> bool:
    return bool(danger(os.stat_result((mode, 0, 0, 1, owner, 0, 0, 0, 0, 0))))


@POSIX
def test_who_may_have_written_a_file():
    me = os.geteuid()
    assert not is_dangerous(0o100644, me)
    assert not is_dangerous(0o040755, 0)
    assert is_dangerous(0o100644, me + 1)
    assert is_dangerous(0o100664, me)
    assert is_dangerous(0o100646, 0)
    assert is_dangerous(0o041777, 0), "there others can be first"


@POSIX
def test_the_folder_of_the_code_and_the_one_around_it_must_be_safe(tmp_path):
    home = tmp_path / "cache" / "home"
    assert danger_of(home) == "", "what is not there yet will be ours"
    home.mkdir(parents=True)
    for folder in (home, home.parent):
        folder.chmod(0o777)
        assert danger_of(home).startswith(f"{folder}: everybody can write there")
        folder.chmod(0o755)
    assert danger_of(home) == ""


@POSIX
@pytest.mark.parametrize("mode", [0o666, 0o664])
def test_a_file_that_others_can_write_is_not_used(home, mode):
    machine_code.write("a.b", CODE, here())
    (home / "a.b.code").chmod(mode)
    assert machine_code.read("a.b", here()) is None
    machine_code.write("a.b", CODE, here())
    assert machine_code.read("a.b", here()) == CODE, "it was not replaced"


@POSIX
def test_others_cannot_write_what_is_kept_whatever_the_habit_of_the_user(home):
    habit = os.umask(0)
    try:
        machine_code.write("a.b", CODE, here())
    finally:
        os.umask(habit)
    assert [path.stat().st_mode & 0o777 for path in (home, home / "a.b.code")] == [0o755, 0o644]


def test_code_under_the_name_of_another_kernel_is_not_used(home):
    machine_code.write("a.b", CODE, here())
    shutil.copyfile(home / "a.b.code", home / "a.c.code")
    assert machine_code.read("a.c", here()) is None


HEAD = {"stamp": machine_code.stamp(here()), "name": "a.b", "symbol": "f", "needs": ["cos"]}


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[" * 100_000,
        b"[]",
        b"null",
        *(json.dumps({k: v for k, v in HEAD.items() if k != left}).encode() for left in HEAD),
        *(json.dumps({**HEAD, key: wrong}).encode() for key in HEAD for wrong in (None, 1, [1], {})),
    ],
)
def test_a_damaged_head_under_a_valid_digest_is_not_used(home, head):
    home.mkdir(mode=0o755)
    content = head + b"\n" + CODE.binary
    (home / "a.b.code").write_bytes(machine_code._digest(content) + b"\n" + content)
    assert machine_code.read("a.b", here()) is None


@pytest.mark.parametrize("binary", [b"", b"nonsense", b"\x7fELF"])
def test_code_without_the_function_of_its_head_is_not_used(home, binary):
    machine_code.write("a.b", Code("function", [], binary), here())
    assert machine_code.read("a.b", here()) is None


def test_other_processes_do_not_look_into_the_working_directory(tmp_path, monkeypatch):
    """Whoever unpacks somebody's models and runs them there runs the models only."""
    for name in ("linkwork", "json", "numpy"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'planted')!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    assert _helper([], 1, 2).wait(HANGS) == 0
    assert not (tmp_path / "planted").exists()
