"""What machine code is made for: a system and a level of its processors.

Code for the lowest level runs on every processor of its kind. That of a higher level computes many configurations of a
robot in two thirds of the time (a single mechanism in the same time), and rounds differently, as it multiplies and adds
in one step (FMA). Code compiled on demand and code that came with the package are made for the same levels: on one
machine they give the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

LEVELS: dict[str, tuple[tuple[str, str], ...]] = {
    "x86_64": (("baseline", "x86-64"), ("v3", "x86-64-v3")),
    "aarch64": (("baseline", "generic"),),
}
"""By the kind of processor, lowest first: the name of a level, and LLVM's name for a processor that has it.

Other kinds have one level, and LLVM's choice of a processor.
"""

_NEEDED = {"v3": ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")}
"""What a processor must have for a level, in LLVM's words."""


@dataclass(frozen=True)
class Target:
    """A system, in LLVM's words, and a level of its processors."""

    triple: str
    level: str
    cpu: str


def targets(triple: str) -> list[Target]:
    """Return the targets of a system, the lowest level first."""
    kind = triple.partition("-")[0].replace("arm64", "aarch64")
    return [Target(triple, level, cpu) for level, cpu in LEVELS.get(kind, (("baseline", ""),))]


@cache
def machine(target: Target) -> Any:
    """Return what LLVM writes code for a target with: code that runs wherever it lies in memory."""
    llvm().initialize_all_targets()
    llvm().initialize_all_asmprinters()
    how = {"cpu": target.cpu, "opt": 3, "reloc": "pic", "codemodel": "default"}
    return llvm().Target.from_triple(target.triple).create_target_machine(**how)


@cache
def here() -> Target:
    """Return the target of this machine: the highest level that its processor has."""
    has = llvm().get_host_cpu_features()
    fit = [t for t in targets(llvm().get_process_triple()) if all(has.get(x) for x in _NEEDED.get(t.level, ()))]
    return fit[-1]


@cache
def llvm() -> Any:
    """Return LLVM, ready to compile and load code for this machine."""
    import llvmlite.binding

    llvmlite.binding.initialize_native_target()
    llvmlite.binding.initialize_native_asmprinter()
    return llvmlite.binding
