"""Building the library of compiled kernels that is part of a package (`prebuilt`).

Every kernel is compiled for each level of a system's processors (`target`), and the object code is linked: by the
compiler of this system, if there is one, else, or for another system, by the linker of the package ``ziglang``. Kernels
call nothing but the mathematical library, neither Python nor NumPy, so that one library serves all their versions.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Collection
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from .compiling import compile_everything, every_kernel
from .jit import JIT
from .machine_code import can_write
from .prebuilt import CHECKED, LEVEL, SOURCES, SUFFIXES, digest_of, symbol
from .sources import sources_digest
from .target import Target, llvm, machine, targets


@dataclass(frozen=True)
class System:
    """A system to build for: what LLVM and zig call it, what wheels for it are called, and how Python names it."""

    triple: str
    zig: str
    tag: str
    platform: str


SYSTEMS = {
    "linux-x86_64": System("x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", "linux"),
    "linux-aarch64": System("aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", "linux"),
    "macosx-x86_64": System("x86_64-apple-macosx11.0.0", "x86_64-macos.11.0", "macosx_11_0_x86_64", "darwin"),
    "macosx-arm64": System("arm64-apple-macosx11.0.0", "aarch64-macos.11.0", "macosx_11_0_arm64", "darwin"),
    "win-amd64": System("x86_64-w64-windows-gnu", "x86_64-windows-gnu", "win_amd64", "win32"),
}
"""By name; wheels for all of them can be built on any of them."""


def this_system() -> str:
    """Return the name of the system that this is."""
    parts = sysconfig.get_platform().split("-")
    machine = platform.machine() if parts[-1] == "universal2" else parts[-1]  # a Python for two processors
    return f"{parts[0]}-{machine}"


def build(folder: Path, name: str = "", levels: Collection[str] = ()) -> Path:
    """Build the library of a system (default: this) for some levels (default: all) into a folder; return it."""
    name = name or this_system()
    if name not in SYSTEMS:
        raise SystemExit(f"Linkwork has no compiled kernels for '{name}', only for {', '.join(SYSTEMS)}.")
    if not JIT:
        raise SystemExit("NUMBA_DISABLE_JIT is set: there is nothing to build. Unset it to build compiled kernels.")
    system = SYSTEMS[name]
    wanted = [target for target in targets(system.triple) if target.level in levels or not levels]
    if can_write():
        compile_everything(wanted)
    file = folder / f"_compiled{SUFFIXES.get(system.platform, '.so')}"
    with TemporaryDirectory() as temporary:
        objects = [Path(temporary) / "head.o"]
        objects[0].write_bytes(_head(wanted))
        for target in wanted:
            for kernel in every_kernel():
                code = kernel.kept(target) or kernel.make(target)
                objects.append(Path(temporary) / f"{symbol(kernel.name, target.level)}.o")
                objects[-1].write_bytes(code.binary)
        linked = Path(temporary) / file.name
        _link(objects, linked, name)
        folder.mkdir(parents=True, exist_ok=True)
        for other in folder.glob("_compiled.*"):
            other.unlink()  # of another system
        shutil.copy(linked, file)
        file.with_suffix(CHECKED).write_text(digest_of(file), "ascii")
    return file


# ---- linking ------------------------------------------------------------------------------------


def system_linker() -> list[str]:
    """Return the command of this system's compiler, which can link; empty if there is none."""
    if sys.platform == "win32":
        return []  # its linkers want to be told every entry, and where the libraries are
    names = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
    return next(([name] for name in names if name and shutil.which(name)), [])


def _linker(name: str) -> list[str]:
    """Return the command that links for a system: where ziglang is there, its own, for the oldest system of a kind."""
    if find_spec("ziglang") is None:
        own = system_linker() if name == this_system() else []
        if own:
            return own
        raise SystemExit(
            f"To link the compiled kernels for {name} a C compiler is needed (the command cc, or CC in the "
            "environment), or, for any system, the Python package ziglang (pip install ziglang)."
        )
    return [sys.executable, "-m", "ziglang", "cc", "-target", SYSTEMS[name].zig]


def _link(objects: list[Path], file: Path, name: str) -> None:
    """Link object code to a library; raises SystemExit with the linker's words when it cannot be done."""
    strict = ["-Wl,-z,defs"] if SYSTEMS[name].platform == "linux" else []  # others want all functions by themselves
    command = [*_linker(name), "-shared", "-s", *strict, "-o", str(file), *map(str, objects), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"The compiled kernels could not be linked by {command[0]}:\n{done.stderr}")


# ---- what the library holds beside kernels --------------------------------------------------------

_V3 = """
define private {i32, i32, i32, i32} @cpuid(i32 %leaf) {
  %r = call {i32, i32, i32, i32} asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}"(i32 %leaf, i32 0)
  ret {i32, i32, i32, i32} %r
}

define ptr @LEVEL() {
  %one = call {i32, i32, i32, i32} @cpuid(i32 1)
  %c1 = extractvalue {i32, i32, i32, i32} %one, 2
  %m1 = and i32 %c1, 943722496  ; fma, movbe, osxsave, avx, f16c: bits 12, 22, 27, 28, 29
  %has1 = icmp eq i32 %m1, 943722496
  br i1 %has1, label %more, label %low
more:
  %x = call {i32, i32} asm sideeffect "xgetbv", "={ax},={dx},{cx}"(i32 0)
  %x0 = extractvalue {i32, i32} %x, 0
  %mx = and i32 %x0, 6  ; the system keeps the wide registers
  %hasx = icmp eq i32 %mx, 6
  %seven = call {i32, i32, i32, i32} @cpuid(i32 7)
  %b7 = extractvalue {i32, i32, i32, i32} %seven, 1
  %m7 = and i32 %b7, 296  ; bmi1, avx2, bmi2: bits 3, 5, 8
  %has7 = icmp eq i32 %m7, 296
  %last = call {i32, i32, i32, i32} @cpuid(i32 -2147483647)
  %c8 = extractvalue {i32, i32, i32, i32} %last, 2
  %m8 = and i32 %c8, 32  ; lzcnt: bit 5
  %has8 = icmp eq i32 %m8, 32
  %two = and i1 %hasx, %has7
  %all = and i1 %two, %has8
  %found = select i1 %all, ptr @v3, ptr @baseline
  ret ptr %found
low:
  ret ptr @baseline
}
"""

_ONLY = """
define ptr @LEVEL() {
  ret ptr @ONLY
}
"""


def _head(wanted: list[Target]) -> bytes:
    """Return the object code with the digest of the sources and the function that tells the level of a processor."""
    lowest = wanted[0]
    strings = {SOURCES: sources_digest(), **{target.level: target.level for target in wanted}}
    text = f'target triple = "{lowest.triple}"\n'
    for name, value in strings.items():
        private = "" if name == SOURCES else "private "
        text += f'@{name} = {private}constant [{len(value) + 1} x i8] c"{value}\\00"\n'
    text += (_V3 if len(wanted) > 1 else _ONLY).replace("@LEVEL", f"@{LEVEL}").replace("@ONLY", f"@{lowest.level}")
    llvm().initialize_native_asmparser()
    module = llvm().parse_assembly(text)
    module.verify()
    return bytes(machine(lowest).emit_object(module))
