"""Linkwork: kinematics and dynamics of multibody mechanisms, in the plane and in space.

Names are loaded when they are first used, so that importing Linkwork is quick.
"""

from __future__ import annotations

from importlib import import_module
from math import pi as _pi
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from .model.marker import Marker
    from .model.mechanism import Mechanism
    from .model.rotation import Rotation, angles, axis_angle, bryant, euler, matrix, quaternion, rpy
    from .model.shapes import Shape, bar, box, cylinder, disc, rod, sphere

__version__ = "0.1.0"

deg = _pi / 180
"""One degree in radians: ``60 * lw.deg``."""

rpm = _pi / 30
"""One revolution per minute in radians per second: ``1500 * lw.rpm``."""

_HOMES = {
    "errors": (
        "AssemblyError",
        "ExpressionError",
        "Fault",
        "FileFormatError",
        "LinkworkError",
        "ModelError",
        "MotionError",
        "SingularityError",
    ),
    "formulations": ("FORMULATIONS",),
    "functions": (
        "TimeFunction",
        "constant",
        "cycloidal",
        "expression",
        "function",
        "harmonic",
        "haversine",
        "law",
        "modified_sine",
        "modified_trapezoid",
        "poly345",
        "poly4567",
        "polynomial",
        "speed",
        "step",
        "step5",
        "table",
    ),
    "model.marker": ("Marker",),
    "model.mechanism": ("Mechanism",),
    "model.rotation": ("Rotation", "angles", "axis_angle", "bryant", "euler", "matrix", "quaternion", "rpy"),
    "model.shapes": ("Shape", "bar", "box", "cylinder", "disc", "rod", "sphere"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "FORMULATIONS",
    "AssemblyError",
    "ExpressionError",
    "Fault",
    "FileFormatError",
    "LinkworkError",
    "Marker",
    "Mechanism",
    "ModelError",
    "MotionError",
    "Rotation",
    "Shape",
    "SingularityError",
    "TimeFunction",
    "angles",
    "axis_angle",
    "bar",
    "box",
    "bryant",
    "constant",
    "cycloidal",
    "cylinder",
    "deg",
    "disc",
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
    "poly345",
    "poly4567",
    "polynomial",
    "quaternion",
    "rod",
    "rpm",
    "rpy",
    "speed",
    "sphere",
    "step",
    "step5",
    "table",
]


def __getattr__(name: str) -> Any:
    if name == "gallery":
        return import_module(".gallery", __name__)
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    raise AttributeError(f"module 'linkwork' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
