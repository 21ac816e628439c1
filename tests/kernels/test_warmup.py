"""``linkwork warmup`` compiles everything: no later command compiles anything."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from linkwork.kernels.compiler import compiling, machine_code
from linkwork.kernels.compiler.compiling import compile_everything, every_kernel
from linkwork.kernels.compiler.doors import Entered
from linkwork.kernels.compiler.jit import JIT
from linkwork.kernels.compiler.stages import STAGES, Stage

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")


def test_every_stage_is_known():
    assert {kernel.__name__ for kernel in every_kernel() if isinstance(kernel, Stage)} == set(STAGES)


@pytest.mark.parametrize("kernel", every_kernel(), ids=lambda kernel: kernel.__name__)
def test_every_kernel_says_what_it_is_called_with(kernel):
    """Without that it cannot be compiled ahead; a kernel that only kernels call is an `inline`."""
    assert len(kernel.arguments.each) == kernel.py_func.__code__.co_argcount


def test_what_is_missing_is_compiled(monkeypatch):
    made: list = []
    monkeypatch.setattr(Entered, "kept", lambda kernel, target: None if kernel.__name__ == "sweep" else "code")
    monkeypatch.setattr(Entered, "make", lambda kernel, target: made.append(kernel))
    monkeypatch.setattr(compiling, "can_write", lambda: False)  # nobody is asked to help
    compile_everything()
    assert {kernel.__name__ for kernel in made} == {"sweep"}


COMMANDS = [
    ["demo"],
    ["mobility", "bennett"],
    ["equations", "four-bar", "--coordinates", "natural"],
    ["run", "rssr", "--steps", "20", "--report", "run.html"],
    ["simulate", "car-axis", "--until", "1 ms", "--points", "2", "--report", "s.html"],
    ["simulate", "four-bar", "--until", "10 ms", "--points", "2", "--method", "generalised-alpha"],
    ["simulate", "rssr", "--until", "10 ms", "--points", "2", "--formulation", "relative"],
    ["simulate", "four-bar", "--until", "10 ms", "--points", "2", "--stop-when", "t > 5 ms"],
    ["inverse", "slider-crank", "--steps", "10", "--csv", "i.csv"],
    ["draw", "jansen-leg", "-o", "j.svg"],
    ["compare", "four-bar", "--until", "1 ms"],
]

AFTER_WARMUP = f"""
import linkwork as lw
from linkwork.cli import run
for command in {[["warmup"], *COMMANDS]!r}:
    assert run(command) == 0, command
block = lw.Mechanism("block", plane="xy", gravity=(0, -9.81))
body = block.body("block", mass=1.0, inertia=1.0)
block.prismatic("slide", block.ground.at(0, 0), body.at(0, 0), axis="x")
block.friction("dry", "slide", mu=0.3)
block.place(body, velocity=(1, 0))
block.simulate(0.5).energy
"""


@pytest.mark.skipif(not machine_code.can_write(), reason="no place for the cache")
def test_after_warmup_nothing_is_compiled(tmp_path):
    env = {name: value for name, value in os.environ.items() if name != "LINKWORK_QUIET"}
    command = [sys.executable, "-P", "-c", AFTER_WARMUP]
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    after = [line for line in done.stderr.splitlines() if "compiling" in line and "kernels)" not in line]
    assert after == []
