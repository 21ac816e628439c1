"""Linkwork: kinematics and dynamics of multibody mechanisms, in the plane and in space.

Names are loaded when they are first used, so that importing Linkwork is quick.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As `typing` has it, which takes longer to load than all else here."""

if TYPE_CHECKING:
    from typing import Any

    from .base.marker import Marker
    from .base.pulley import Pulley, pulley
    from .base.rotation import Rotation, angles, axis_angle, bryant, euler, matrix, quaternion, rpy
    from .base.shapes import Shape, bar, box, cylinder, disc, rod, sphere
    from .curves import Cam, Curve, cam, circle, curve, ellipse, polar, polyline, spline
    from .errors import (
        AssemblyError,
        ExpressionError,
        Fault,
        FileFormatError,
        LinkworkError,
        ModelError,
        MotionError,
        SingularityError,
    )
    from .formulations import FORMULATIONS
    from .functions import (
        TimeFunction,
        constant,
        controller,
        cycloidal,
        expression,
        function,
        harmonic,
        haversine,
        law,
        modified_sine,
        modified_trapezoid,
        poly345,
        poly4567,
        polynomial,
        speed,
        step,
        step5,
        table,
    )
    from .mechanism import Mechanism

__version__ = "0.1.0"

DRAWN_BY = f"{__name__}.draw"
"""The room that draws, for those below it: see `linkwork.base.pictures`."""

deg = 3.141592653589793 / 180
"""One degree in radians: ``60 * lw.deg``."""

rpm = 3.141592653589793 / 30
"""One revolution per minute in radians per second: ``1500 * lw.rpm``."""

_HOMES = (
    "errors",
    "base.marker",
    "base.pulley",
    "base.rotation",
    "base.shapes",
    "functions",
    "curves",
    "mechanism",
    "formulations",
)
"""Where the names are, in the order in which they are looked for: each module needs most of those before it."""

_MODULES = {"gallery": ".gallery", "rolling": ".solve.rolling"}
"""Modules that are used by name: ``lw.gallery``."""

__all__ = [
    "FORMULATIONS",
    "AssemblyError",
    "Cam",
    "Curve",
    "ExpressionError",
    "Fault",
    "FileFormatError",
    "LinkworkError",
    "Marker",
    "Mechanism",
    "ModelError",
    "MotionError",
    "Pulley",
    "Rotation",
    "Shape",
    "SingularityError",
    "TimeFunction",
    "angles",
    "axis_angle",
    "bar",
    "box",
    "bryant",
    "cam",
    "circle",
    "constant",
    "controller",
    "curve",
    "cycloidal",
    "cylinder",
    "deg",
    "disc",
    "ellipse",
    "euler",
    "expression",
    "function",
    "gallery",
    "harmonic",
    "haversine",
    "law",
    "matrix",
    "modified_sine",
    "modified_trapezoid",
    "polar",
    "poly345",
    "poly4567",
    "polyline",
    "polynomial",
    "pulley",
    "quaternion",
    "rod",
    "rolling",
    "rpm",
    "rpy",
    "speed",
    "sphere",
    "spline",
    "step",
    "step5",
    "table",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'linkwork' has no attribute '{name}'")
    from importlib import import_module

    if name in _MODULES:
        return import_module(_MODULES[name], __name__)
    homes = (import_module(f".{home}", __name__) for home in _HOMES)
    return next(getattr(home, name) for home in homes if hasattr(home, name))


def __dir__() -> list[str]:
    return sorted(__all__)
