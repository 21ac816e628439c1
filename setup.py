"""What is built beside the Python files: the library of compiled kernels. All else is said in pyproject.toml.

``LINKWORK_SYSTEM=win-amd64 pip wheel .`` builds for another system than this one (`SYSTEMS` in
src/linkwork/kernels/compiler/building.py).
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

SYSTEM = os.environ.get("LINKWORK_SYSTEM", "")


class BuildWithKernels(build_py):
    """Copies the Python files and builds the library beside the kernels; a checkout compiles on demand."""

    built = ()

    def run(self):
        """Do both."""
        super().run()
        if not self.editable_mode:
            temporary = Path(self.get_finalized_command("build").build_temp).resolve()
            os.environ.setdefault("NUMBA_CACHE_DIR", str(temporary / "kernels"))
            copied = Path(self.build_lib).resolve()
            sys.path.insert(0, str(copied))
            from linkwork.kernels.compiler.building import build
            from linkwork.kernels.compiler.prebuilt import CHECKED

            made = build(copied / "linkwork" / "kernels", SYSTEM)
            self.built = (str(made), str(made.with_suffix(CHECKED)))

    def get_outputs(self, include_bytecode=True):
        """Return the files made."""
        return [*super().get_outputs(include_bytecode), *self.built]


class PlatformWheel(bdist_wheel):
    """A wheel for one system and every version of Python: the library calls neither Python nor NumPy."""

    def get_tag(self):
        """Return for which Python and system the wheel is."""
        platform = super().get_tag()[2]
        if SYSTEM:
            from linkwork.kernels.compiler.building import SYSTEMS

            platform = SYSTEMS[SYSTEM].tag
        return "py3", "none", platform


class Compiled(Distribution):
    """A package with compiled code in it."""

    def has_ext_modules(self):
        """Return that it is for one system."""
        return True


# The library is linked by the system's compiler, if it has one and the library is for it, else by that of ziglang.
linker = not SYSTEM and sys.platform != "win32" and any(map(shutil.which, ("cc", "gcc", "clang")))
setup(
    distclass=Compiled,
    cmdclass={"build_py": BuildWithKernels, "bdist_wheel": PlatformWheel},
    setup_requires=[] if linker else ["ziglang"],
)
