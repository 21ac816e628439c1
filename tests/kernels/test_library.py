"""The library of compiled kernels that an installed package brings along: the same numbers, without any compiler."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import linkwork
from linkwork.kernels.compiler import building, machine_code, prebuilt
from linkwork.kernels.compiler.building import SYSTEMS, _head, _link, build, system_linker, this_system
from linkwork.kernels.compiler.jit import JIT
from linkwork.kernels.compiler.target import here, targets
from linkwork.kernels.geometry.features import displace

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

LINKED = pytest.mark.skipif(
    not (system_linker() and this_system() in SYSTEMS and machine_code.can_write()),
    reason="no compiler to link with, or no place for the cache",
)

WORK = """
import json, sys
for name in BLOCKED:
    sys.modules[name] = None  # an import raises ImportError
import linkwork as lw
from linkwork import gallery
from linkwork.kernels.geometry.features import displace
m, driven = gallery.get("four-bar"), gallery.get("rssr")
run, motion = m.simulate(0.2, points=5), driven.move([0.0, 0.1, 0.2], undriven="hold")
block = lw.Mechanism("block", plane="xy", gravity=(0, -9.81))
body = block.body("block", mass=1.0, inertia=1.0)
block.prismatic("slide", block.ground.at(0, 0), body.at(0, 0), axis="x")
block.friction("dry", "slide", mu=0.3)
block.place(body, velocity=(1, 0))
print(json.dumps({
    "library": str(lw.kernels.compiler.prebuilt.FILE) if displace.load() and not displace.from_disk else "",
    "poses": run.poses.tolist(),
    "force": run.joint("A").force.tolist(),
    "mobility": str(m.mobility()),
    "motions": motion.motions.tolist(),
    "friction": block.simulate(0.5, points=5).poses.tolist(),
    "natural": m.simulate(0.1, points=3, formulation="natural").poses.tolist(),
    "relative": driven.simulate(0.01, points=3, formulation="relative").poses.tolist(),
    "batch": [r.poses.tolist() for r in m.simulate_many(0.1, points=3, starts=[None, None])],
    "function": lw.expression("sin(t)").derivatives(0.5).tolist(),
    "callback": lw.function(lambda t: t**3).derivatives(0.5).tolist(),
}))
"""


def run(package: Path, blocked: tuple[str, ...] = (), code: str = WORK) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LINKWORK_QUIET": "1", "PYTHONPATH": str(package)}
    script = code.replace("BLOCKED", repr(blocked))
    return subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, env=env, check=False)


def results(package: Path, blocked: tuple[str, ...] = ()) -> dict:
    done = run(package, blocked)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A copy of the package with a library of the code that is kept for this machine."""
    folder, own = tmp_path_factory.mktemp("installed"), Path(linkwork.__file__).parent
    shutil.copytree(own, folder / "linkwork", ignore=shutil.ignore_patterns("__pycache__", "_compiled.*"))
    build(folder / "linkwork" / "kernels", levels=[here().level])
    return folder


def library_in(folder):
    return next(folder.rglob(prebuilt.FILE.name))


@LINKED
def test_an_installed_package_needs_no_compiler(package):
    """The same numbers to the last digit as those of kernels compiled on demand: it is the same code."""
    compiled = results(Path(linkwork.__file__).parent.parent)
    installed = results(package, ("numba", "llvmlite"))
    assert installed.pop("library") == str(library_in(package))
    compiled.pop("library")
    assert installed == compiled


@LINKED
def test_a_library_that_is_cut_short_is_not_used(package, tmp_path):
    """Its code would end the process."""
    shutil.copytree(package, tmp_path / "cut")
    file = library_in(tmp_path / "cut")
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    done = run(tmp_path / "cut", ("numba", "llvmlite"))
    assert done.returncode == 1
    assert "Install Linkwork again" in done.stderr


@LINKED
def test_the_library_of_other_sources_is_not_used(package, tmp_path):
    shutil.copytree(package, tmp_path / "changed")
    with (tmp_path / "changed" / "linkwork" / "kernels" / "geometry" / "spatial.py").open("a") as file:
        file.write("# a remark\n")
    done = run(tmp_path / "changed", ("numba", "llvmlite"))
    assert done.returncode != 0
    assert "has to be compiled, which needs numba" in done.stderr
    assert "Install Linkwork again" in done.stderr


@LINKED
def test_the_library_calls_nothing_of_python(package):
    """Loaded by itself it finds all it calls: one library serves every version of Python and NumPy."""
    code = "import ctypes, sys, os; ctypes.CDLL(FILE, mode=os.RTLD_NOW); print('numpy' in sys.modules)"
    done = run(package, code=code.replace("FILE", repr(str(library_in(package)))))
    assert done.stdout.split() == ["False"], done.stderr


MAGIC = {
    "linux-x86_64": (b"\x7fELF\x02\x01", 18, b"\x3e\x00"),
    "linux-aarch64": (b"\x7fELF\x02\x01", 18, b"\xb7\x00"),
    "macosx-x86_64": (b"\xcf\xfa\xed\xfe", 4, b"\x07\x00\x00\x01"),
    "macosx-arm64": (b"\xcf\xfa\xed\xfe", 4, b"\x0c\x00\x00\x01"),
    "win-amd64": (b"\x64\x86", 0, b"\x64\x86"),
}
"""By system: what object code begins with, and where it says for which kind of processor it is."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_code_is_made_for_every_system(system, monkeypatch):
    monkeypatch.setattr(machine_code, "write", lambda *_: None)
    begin, place, kind = MAGIC[system]
    for target in targets(SYSTEMS[system].triple):
        code = displace.make(target)
        assert code.binary.startswith(begin)
        assert code.binary[place : place + len(kind)] == kind
        assert code.needs == []


@LINKED
def test_the_processor_is_known_to_the_library(tmp_path):
    """What the library finds out by itself is what LLVM says."""
    (tmp_path / "head.o").write_bytes(_head(targets(SYSTEMS[this_system()].triple)))
    _link([tmp_path / "head.o"], tmp_path / "head.so", this_system())
    level = ctypes.CDLL(str(tmp_path / "head.so")).linkwork_level
    level.restype = ctypes.c_char_p
    assert level().decode() == here().level


def test_it_says_what_is_needed_to_link(monkeypatch, tmp_path):
    monkeypatch.setattr(building, "system_linker", list)
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"a C compiler is needed .* or, for any system, the Python package ziglang"):
        _link([], tmp_path / "library.so", "linux-x86_64")


def test_it_says_why_it_cannot_be_linked(monkeypatch, tmp_path):
    monkeypatch.setattr(building, "_linker", lambda name: [sys.executable, "-c", "raise SystemExit('no such thing')"])
    with pytest.raises(SystemExit, match=r"could not be linked by .*\n.*no such thing"):
        _link([], tmp_path / "library.so", "linux-x86_64")
    with pytest.raises(SystemExit, match="no compiled kernels for 'pdp-11', only for linux-x86_64"):
        build(tmp_path, "pdp-11")


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("content", [b"", b"no library"])
def test_what_is_no_library_is_left_alone(content, whole, monkeypatch, tmp_path):
    """Kernels are compiled then, or the package says that it must be installed again."""
    file = tmp_path / prebuilt.FILE.name
    file.write_bytes(content)
    if whole:
        file.with_suffix(prebuilt.CHECKED).write_text(prebuilt.digest_of(file), "ascii")
    monkeypatch.setattr(prebuilt, "FILE", file)
    assert prebuilt._found.__wrapped__() is None


@pytest.mark.parametrize(("told", "name"), [("macosx-10.9-universal2", "macosx-arm64"), ("win32", "win32-win32")])
def test_names_of_systems(told, name, monkeypatch):
    monkeypatch.setattr(building.sysconfig, "get_platform", lambda: told)
    monkeypatch.setattr(building.platform, "machine", lambda: "arm64")
    assert this_system() == name
