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
``PLANAR_AXIS``, ``NEEDS_SPACE``
    how its axis must lie in a planar model, or why it has no place in one;
``MOTION``
    what moves marker b from marker a, one after the other: ``"slide x"``, ``"turn z"`` ..., about the axes of the
    marker as moved so far, slides first, or ``"ball"``. Leave it out (None) when that cannot be said: such a joint
    always closes a loop in relative coordinates.

Everything else is derived: assembly, velocities, mobility, the file format, the command line,
the documentation page, and the law tests that run over the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

from ..arrays import Array
from ..base.fields import option as option
from ..base.marker import Direction, Marker, Value
from ..base.measure import Combination, Measure, Row
from ..base.registry import enter
from ..base.space import Space

REGISTRY: dict[str, type[Joint]] = {}
"""Every kind of joint by name."""

JointType = TypeVar("JointType", bound="type[Joint]")


def joint(kind: str) -> Callable[[JointType], JointType]:
    """Register a joint class under `kind`: the name in files, in the command line and in Python."""

    def register(cls: JointType) -> JointType:
        cls.KIND = kind
        enter(REGISTRY, kind, cls, "The joint")
        return cls

    return register


def quantity(dimension: str, default: Any = None, doc: str = "") -> Any:
    """Declare a numeric field of a joint with its dimension (``"length"``, ``"angle"``, ``"number"``) and meaning."""
    return field(default=default, metadata={"dimension": dimension, "doc": doc})


def needed(what: str, doc: str, missing: Any = None) -> Any:
    """Declare a field that a joint cannot do without: a ``"curve"`` or a ``"surface"``."""
    return field(default=missing, kw_only=True, metadata={what: True, "needed": True, "doc": doc})


class Misfit(Exception):
    """A joint whose numbers contradict each other or the place of its ends; the sentence says how."""


@dataclass(frozen=True)
class Ends:
    """Where the ends of a joint are: points (3,) [m] and axes (3, 3), columns x, y, z, in ground axes."""

    a: Array
    b: Array
    axes_a: Array
    axes_b: Array


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
    SINGULAR: ClassVar[str] = ""
    """A sentence on where its equations have no derivatives, and what to do there."""
    AXIS: ClassVar[str] = "normal"
    """Default axis: ``"normal"`` to the plane, or ``"first"`` axis of the plane."""
    PLANAR_AXIS: ClassVar[str] = ""
    """How its axes must lie in a planar model: ``"normal"`` to the plane, or ``"in"`` it; empty: anyhow."""
    NEEDS_SPACE: ClassVar[str] = ""
    """Why it has no place in a planar model, in a sentence; empty: it has."""
    ENDS: ClassVar[bool] = True
    """Whether it acts at markers a and b; else it is an equation of quantities that are named in it."""
    EXPRESSION: ClassVar[bool] = False
    """Whether what vanishes is the user's expression, which may be neither a length nor an angle."""
    PLACED: ClassVar[bool] = False
    """Whether its equations depend on where the other joints hold the bodies, see `rows_at`."""

    KEEPS_LENGTH: ClassVar[bool] = False
    """Whether its row is a length less that of a way, its coordinate ``length``: it may be too short or too long."""

    ROLLING: ClassVar[int] = 1
    """Of a contact: the number of its first row along the surface."""
    IN_ONE_PLANE: ClassVar[bool] = False
    """Whether its equations are those of one plane: in space, other joints keep the axes (z) of both ends parallel."""
    LEANING: ClassVar[str] = ""
    """Of such a joint: what to use for bodies that lean, ``", or use ..."``."""
    MEASURES_PLACES: ClassVar[bool] = False
    """Whether its equations depend on where bodies are placed: then pins show where those are that are not."""

    name: str
    a: Marker
    b: Marker
    axis: Direction | None = None

    @property
    def called(self) -> str:
        """Its kind and its name, for messages."""
        return f"{self.KIND.replace('_', ' ')} joint '{self.name}'"

    @property
    def ends(self) -> tuple[Marker, Marker]:
        """The two markers with the joint's axis."""
        return self.a.with_axis(self.axis), self.b.with_axis(self.axis)

    def rows(self) -> tuple[Row, ...]:
        """Return the constraint equations."""
        raise NotImplementedError

    def rows_at(self, ends: Ends) -> tuple[Row, ...]:
        """Return the constraint equations with numbers that depend on where the ends are; raises Misfit.

        Quantities are numbers in SI here. The number and the meaning of the equations are those of `rows`.
        """
        return self.rows()

    def misfit(self, ends: Ends) -> str:
        """Return why the joint cannot work where the joints of a closed mechanism hold its ends, or an empty string."""
        return ""

    def held(self) -> dict[str, Measure]:
        """Return what other joints must keep as it is while the mechanism moves, by name."""
        return {}

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
        if self.NEEDS_SPACE:
            return self.NEEDS_SPACE if space.planar else ""
        needs = {"normal": needs_normal_axis, "in": needs_plane_axis}.get(self.PLANAR_AXIS)
        return needs(space, axes) if needs else ""

    @property
    def in_one_plane(self) -> bool:
        """Whether its equations are those of one plane."""
        return self.IN_ONE_PLANE

    @property
    def presses(self) -> float:
        """Sign of the multiplier of its first row where the bodies press on each other; 0: they do not touch."""
        return 0.0

    @property
    def rim_radii(self) -> tuple[float, float]:
        """Radii of what is round about point b and about point a, for drawings; 0 where nothing is [m]."""
        return 0.0, 0.0

    def contact_point(self, measures: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return where the bodies touch, from point a along x, y (and z) of a; empty for a joint without such a point.

        `measures` are those of `joints.slip.slip_measures`: numbers, or numbers with derivatives.
        """
        return ()

    def wrong_sizes(self) -> str:
        """Return why a joint of these sizes (quantities read, in SI units) cannot be built, or an empty string."""
        return ""

    @classmethod
    def options(cls) -> dict[str, Any]:
        """Return the fields beyond name, a, b and axis, with their metadata."""
        return {f.name: f for f in fields(cls) if f.name not in ("name", "a", "b", "axis")}


def read_number(value: Value | None) -> float:
    """Return a quantity that has been read; 0 for one that has not, where only words and counts are asked for."""
    return float(value) if isinstance(value, int | float) else 0.0


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
