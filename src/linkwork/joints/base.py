"""What a joint is: a few fields, its equations on points and axes, its coordinates, its words.

A new joint is one file in this folder: a frozen dataclass that derives from `Joint`, decorated
with ``@joint("kind")``, with a docstring (sketch in words, equations, reference) and

``rows()``
    the constraint equations, in the order in which reactions are reported;
``coordinates()``
    the named scalar coordinates a user may drive, read or plot (may be empty);
``combinations()``
    lengths made of several measures, which may be driven, read and loaded like coordinates (seldom);
``REACTIONS``
    what each multiplier means, one entry a row of `rows()`, in words;
``SYMBOL``
    the drawing symbol, one of `linkwork.draw.scene.SYMBOLS`;
``MOTION``
    what moves marker b from marker a, one after the other: ``"slide x"``, ``"turn z"`` ..., about the axes of the
    marker as moved so far, slides first, or ``"ball"``. Leave it out (None) when that cannot be said: such a joint
    always closes a loop in relative coordinates.

Everything else is derived: assembly, velocities, mobility, the file format, the command line,
the documentation page, and the law tests that run over the registry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

from ..model.marker import Direction, Marker
from ..model.measure import Combination, Measure, Row
from ..model.space import Space

REGISTRY: dict[str, type[Joint]] = {}
"""Every kind of joint by name."""

JointType = TypeVar("JointType", bound="type[Joint]")


def joint(kind: str) -> Callable[[JointType], JointType]:
    """Register a joint class under `kind`: the name in files, in the command line and in Python."""

    def register(cls: JointType) -> JointType:
        cls.KIND = kind
        REGISTRY[kind] = cls
        return cls

    return register


def quantity(dimension: str, default: Any = None, doc: str = "") -> Any:
    """Declare a numeric field of a joint with its dimension (``"length"``, ``"angle"``) and meaning."""
    return field(default=default, metadata={"dimension": dimension, "doc": doc})


def option(default: str, choices: tuple[str, ...], doc: str = "") -> Any:
    """Declare a field that takes one of a few words."""
    return field(default=default, metadata={"choices": choices, "doc": doc})


@dataclass(frozen=True)
class Joint:
    """A joint between marker `a` and marker `b`.

    Parameters
    ----------
    name : str
        The user's name for the joint.
    a, b : Marker
        Where it acts on the first and on the second body.
    axis : direction, optional
        The joint's axis, in the axes of each body; a marker's own axis goes first.
    """

    KIND: ClassVar[str] = ""
    REACTIONS: ClassVar[tuple[str, ...]] = ()
    SYMBOL: ClassVar[str] = "pin"
    MOTION: ClassVar[tuple[str, ...] | None] = None
    AXIS: ClassVar[str] = "normal"
    """Default axis: ``"normal"`` to the plane, or ``"first"`` axis of the plane."""

    MEASURES_PLACES: ClassVar[bool] = False
    """Whether its equations depend on where bodies are placed: then pins show where those are that are not."""

    name: str
    a: Marker
    b: Marker
    axis: Direction | None = None

    @property
    def ends(self) -> tuple[Marker, Marker]:
        """The two markers with the joint's axis."""
        return self.a.with_axis(self.axis), self.b.with_axis(self.axis)

    def rows(self) -> tuple[Row, ...]:
        """Return the constraint equations."""
        raise NotImplementedError

    def coordinates(self) -> dict[str, Measure]:
        """Return the joint's scalar coordinates by name."""
        return {}

    def combinations(self) -> dict[str, Combination]:
        """Return the joint's lengths that are made of several measures, by name; its fields hold numbers here."""
        return {}

    def markers(self) -> tuple[Marker, ...]:
        """Return every marker it acts at."""
        return self.a, self.b

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why this joint cannot work in `space` with these main axes, or an empty string."""
        return ""

    @classmethod
    def options(cls) -> dict[str, Any]:
        """Return the fields beyond name, a, b and axis, with their metadata."""
        return {f.name: f for f in fields(cls) if f.name not in ("name", "a", "b", "axis")}


def needs_normal_axis(space: Space, axes: tuple[Any, Any]) -> str:
    """Return a sentence when a turning axis of a planar model is not normal to the plane."""
    if not space.planar:
        return ""
    for axis in axes:
        if abs(abs(axis[2]) - 1.0) > 1e-9:
            return (
                f"its axis lies in the plane {space.plane} or is oblique to it, so nothing could turn about it. "
                f"Leave the axis out (it is then normal to the plane) or make the model spatial (plane=None)."
            )
    return ""


def needs_plane_axis(space: Space, axes: tuple[Any, Any]) -> str:
    """Return a sentence when a sliding axis of a planar model does not lie in the plane."""
    if not space.planar:
        return ""
    for axis in axes:
        if abs(axis[2]) > 1e-9:
            return (
                f"its axis does not lie in the plane {space.plane}, so nothing could slide along it. "
                f"Give an axis in the plane, for example axis='{space.plane[0]}'."
            )
    return ""
