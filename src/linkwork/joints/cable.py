"""Cable over pulleys, guides and drums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import asin, ceil, tau
from typing import Any, ClassVar

from ..base.marker import Marker, Value
from ..base.measure import Combination, Feature, Limits, Measure, Row, along, point, turn
from ..base.pulley import SIDES, Pulley
from ..base.space import Space
from .base import Joint, joint, needs_normal_axis, option, quantity, read_number


@dataclass(frozen=True)
class Bend:
    """A circle on the cable's way: its centre, and its radius, positive where the cable turns about it forwards [m]."""

    marker: Marker
    radius: float


NEAREST = 1e-6
"""How near an end may come to its pulley, as a share of the radius, before the straight piece counts as none."""

TOUCHING = 1e-9
"""Arc below none at which a cable leaves its pulley [rad]: one that just touches it lies on it."""


@joint("cable")
@dataclass(frozen=True)
class Cable(Joint):
    """Cable from point a to point b, over pulleys and through guides, of constant or driven length.

    Equation: the length is that of the spans between the circles and of the arcs on them. With signed radii r (positive
    where the pulley lies on the left of the cable), centres at the distance d and in the direction h from each other,
    and ``D = r_j - r_i``, every span and its share in the arcs make ``sqrt(d^2 - D^2) + D asin(D / d) - D h``; arcs
    are counted over full turns. Its gradient is a unit pull along the two tangents of each pulley, so that bearings
    carry the true forces. A drum at an end winds the cable up with its body, ``- r angle``. On a pulley without slip
    the length up to it is kept as well.

    A cable does not push: where its tension is negative, the result says so. One that goes slack, is driven or gives
    way has ``hold = false`` and a rigid contact, a driver or an elastic cable on its length ``rope.length``. In space
    the centres stay in a plane normal to the axis of a, unless the cable runs through guides alone.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "tension of the cable at end b",
        "grip of a pulley without slip: tension before it less tension after it",
    )
    SYMBOL: ClassVar[str] = "cable"
    KEEPS_LENGTH: ClassVar[bool] = True
    MEASURES_PLACES: ClassVar[bool] = True

    length: Value | None = quantity("length", None, "length kept; default: that where the bodies are placed")
    over: tuple[Pulley, ...] = field(
        default=(), metadata={"pulleys": True, "doc": "pulleys and guides on the way from a to b, see `pulley`"}
    )
    drum_a: Value = quantity("length", 0.0, "radius of a drum about a, which winds the cable up")
    side_a: str = option(SIDES[0], SIDES, "side of the cable on which the drum at a lies")
    drum_b: Value = quantity("length", 0.0, "radius of a drum about b")
    side_b: str = option(SIDES[0], SIDES, "side of the cable on which the drum at b lies")
    hold: bool = field(
        default=True, metadata={"doc": "whether it keeps its length; false: that is driven, loaded or measured only"}
    )

    def rows(self) -> tuple[Row, ...]:
        """Return the equation of the length, and one for every pulley without slip."""
        bends = self.bends()
        rows = [_row(bends, "length of the cable", self.length)] if self.hold else []
        for k, wheel in enumerate(self.over, 1):
            if not wheel.slip:
                rows.append(_row(bends[: k + 1], f"length of the cable up to pulley {k}", None))
        return tuple(rows)

    def combinations(self) -> dict[str, Combination]:
        """Return the length of the cable without what was on its drums where the bodies are placed [m]."""
        return {"length": _length(self.bends())}

    def markers(self) -> tuple[Marker, ...]:
        """Return its ends, and the centres of its pulleys."""
        return (self.a, self.b, *(wheel.at for wheel in self.over))

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why drums and pulleys must turn about the normal of a plane."""
        turning = [wheel for wheel in self.over if wheel.radius != 0.0] or self.drum_a != 0.0 or self.drum_b != 0.0
        return needs_normal_axis(space, axes) if turning else ""

    def wrong_sizes(self) -> str:
        """Return why a drum of this radius cannot be."""
        for name in ("drum_a", "drum_b"):
            radius = read_number(getattr(self, name))
            if radius < 0.0:
                return f"the radius {name} is {radius:g} m. Choose the side of the drum instead."
        return super().wrong_sizes()

    def bends(self) -> tuple[Bend, ...]:
        """Return ends and pulleys in the order of the way."""
        a, b = self.ends
        way = [(a, self.drum_a, self.side_a)]
        way += [(wheel.at.with_axis(self.axis), wheel.radius, wheel.side) for wheel in self.over]
        way.append((b, self.drum_b, self.side_b))
        return tuple(Bend(marker, _signed(radius, side)) for marker, radius, side in way)


def _signed(radius: Value, side: str) -> float:
    """Return a radius with the sense of its side; one that is still a text counts as none."""
    size = 0.0 if isinstance(radius, str) else float(radius)
    return size if side == SIDES[0] else -size


def _row(bends: Sequence[Bend], meaning: str, length: Value | None) -> Row:
    return Row(None, meaning, length, length=True, combination=_length(bends))


def _names(count: int) -> tuple[str, ...]:
    """Return what so many bends are called."""
    return ("the end a", *(f"pulley {n}" for n in range(1, count - 1)), "the end b")


def _limits(radii: Sequence[float], placed: Mapping[str, float]) -> Limits:
    """Return what is positive while a straight piece is left between bends, and while the cable lies on its pulleys."""
    names, found = _names(len(radii)), []
    for k, (one, two) in enumerate(pairwise(radii), 1):
        least = abs(two - one)
        if least > 0.0:
            words = f"no straight piece of the cable is left between {names[k - 1]} and {names[k]}, {least:g} m apart"
            found.append((f"d{k} - {(1.0 + NEAREST) * least!r}", words))
    ways = _ways(radii, placed)
    for k in range(1, len(radii) - 1):
        r = radii[k]
        if r != 0.0:
            more = wrap_of(r, ways[k - 1], ways[k]) - (ways[k] - ways[k - 1]) * (1.0 if r > 0.0 else -1.0)
            turned = f"{_way(radii, k + 1)} - ({_way(radii, k)})"
            wrap = f"({turned})" if r > 0.0 else f"-({turned})"
            found.append((f"{wrap} + {more + TOUCHING!r}", f"the cable lifts off {names[k]}"))
    return tuple(found)


def _way(radii: Sequence[float], k: int) -> str:
    """Return the direction of straight piece k as an expression."""
    step = radii[k] - radii[k - 1]
    return f"h{k} - asin(({step!r})/d{k})" if step else f"h{k}"


def _ways(radii: Sequence[float], placed: Mapping[str, float]) -> list[float]:
    """Return the directions of the straight pieces where the bodies are placed [rad]."""
    return [
        placed[f"h{k}"] - asin((two - one) / placed[f"d{k}"]) if two != one else placed[f"h{k}"]
        for k, (one, two) in enumerate(pairwise(radii), 1)
    ]


def _length(bends: Sequence[Bend]) -> Combination:
    """Return the length of a cable along a way, with what its ends have wound up since the bodies were placed."""
    first, last = bends[0], bends[-1]
    names: dict[str, Measure] = {}
    terms: list[str] = []
    slopes: dict[str, str] = {}
    for k, (one, two) in enumerate(pairwise(bends), 1):
        names |= {f"z{k}": beside(first.marker, two.marker)} if any(bend.radius for bend in bends) else {}
        ends = (point(one.marker), point(two.marker))
        names[f"d{k}"] = Measure("distance", ends)
        names[f"h{k}"] = Measure("heading", (Feature(first.marker, "x"), Feature(first.marker, "y"), *ends))
        step = two.radius - one.radius
        if step == 0.0:
            terms.append(f"d{k}")
            slopes |= {f"d{k}": "1", f"h{k}": "0"} if one.radius != 0.0 else {f"d{k}": "1"}
            continue
        span = f"sqrt(d{k}^2 - {step * step!r})"
        terms.append(f"{span} + ({step!r})*asin(({step!r})/d{k}) - ({step!r})*h{k}")
        slopes |= {f"d{k}": f"{span}/d{k}", f"h{k}": repr(-step)}
    if last.radius != 0.0:
        names["turn"] = turn(first.marker, last.marker)
        terms.append(f"({last.radius!r})*turn")
        slopes["turn"] = repr(last.radius)
    radii = tuple(bend.radius for bend in bends)
    return Combination(" + ".join(terms), names, slopes, partial(_fit, radii), partial(_limits, radii))


def beside(first: Marker, other: Marker) -> Measure:
    """Return how far a bend is out of the plane of the cable, which goes through its first one [m]."""
    return along(Feature(first, "z"), first, other)


def wrap_of(radius: float, before: float, after: float) -> float:
    """Return how far a cable turns about a circle of signed radius from one direction to another, within a turn."""
    turned = after - before if radius > 0.0 else before - after
    return turned + tau * ceil(-turned / tau - 1e-9)


def _fit(radii: Sequence[float], placed: Mapping[str, float]) -> tuple[float, str]:
    """Return what makes every arc lie between no turn and one, and the ends' zero; and circles that overlap."""
    names = _names(len(radii))
    for k, (one, two) in enumerate(pairwise(radii), 1):
        d, step, out = placed[f"d{k}"], two - one, placed.get(f"z{k}", 0.0)
        if abs(out) > NEAREST * d:
            return 0.0, (
                f"its pulleys and ends lie in one plane (0 m), but here {names[k]} is {abs(out):g} m beside the plane "
                f"normal to its axis through the end a. Place it in that plane, or lead the cable through guides."
            )
        if not d > abs(step):
            return 0.0, (
                f"no straight piece fits between {names[k - 1]} and {names[k]}: their centres are {d:g} m apart where "
                f"the bodies are placed, and their radii on this side of the cable take {abs(step):g} m. Place them "
                f"farther apart, or change a side."
            )
    ways, more = _ways(radii, placed), 0.0
    for r, before, after in zip(radii[1:-1], ways, ways[1:], strict=False):
        more += abs(r) * wrap_of(r, before, after) - r * (after - before)
    wound = radii[0] * ways[0] + radii[-1] * (placed.get("turn", 0.0) - ways[-1])
    return more - wound, ""
