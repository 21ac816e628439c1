"""Wheel that rolls or slides on a track in its own plane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.marker import Value
from ..base.measure import Feature, Measure, Row, Term, along, heading, point, turn
from ..base.space import Space
from .base import joint, needs_normal_axis, option, quantity, read_number
from .touching import Rolling

_TRACKS = ("straight", "outside", "inside")


@joint("rolling_wheel")
@dataclass(frozen=True)
class RollingWheel(Rolling):
    """Wheel with its centre at point b on a track of body a, in one plane: its axle is the joint's axis.

    A straight track goes through point a along ``x_a``, with the wheel on the side of ``y_a``; a circular one has its
    centre at point a and its radius `track_radius`, with the wheel outside or inside. Equations, with
    ``d = p_b - p_a``: contact, ``y_a . d = radius`` or ``|d| = track_radius + radius`` (outside) or
    ``track_radius - radius`` (inside); and, rolling, equal arcs on track and wheel from where the bodies are placed:
    ``x_a . d + radius angle`` stays, or ``track_radius psi_a + radius psi_b`` (inside: minus) does, where psi_a is the
    direction of d seen from body a and psi_b that of -d seen from body b. In space the axle must stay parallel to the
    axis of a, which other joints see to; a wheel that leans or steers is a rolling_disc. Reference: J. Garcia de Jalon
    and E. Bayo, Kinematic and Dynamic Simulation of Multibody Systems, section 3.6.

    With ``friction`` it slides in a simulation where the force along the track would exceed ``friction_static N``, with
    ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the track where
    the track would pull, and comes back with an impact.
    """

    REACTIONS: ClassVar[tuple[str, ...]] = (
        "force along the common normal, of the track on the wheel (inside: negative presses them together)",
        "force along the track at the contact",
    )
    IN_ONE_PLANE: ClassVar[bool] = True
    LEANING: ClassVar[str] = ", or use rolling_disc for a wheel that leans"
    SYMBOL: ClassVar[str] = "wheel"

    radius: Value | None = quantity("length", None, "radius of the wheel")
    track: str = option(_TRACKS[0], _TRACKS, "shape of the track, and the side of a circle the wheel is on")
    track_radius: Value | None = quantity("length", None, "radius of a circular track")

    def gap(self) -> Row:
        """Return the equation of contact."""
        a, b = self.ends
        if self.track == "straight":
            return Row(along(Feature(a, "y"), a, b), "wheel on the track", self.radius)
        way = read_number(self.track_radius) + self._side * read_number(self.radius)
        return Row(Measure("distance", (point(a), point(b))), "wheel on the track", way)

    def slips(self) -> tuple[Row, ...]:
        """Return the equation of equal arcs."""
        a, b = self.ends
        wheel, track = self.rim_radii
        if self.track == "straight":
            arcs = (Term(along(Feature(a, "x"), a, b)), Term(turn(a, b), wheel))
        else:
            arcs = (Term(heading(a, b), track), Term(heading(b, a), self._side * wheel))
        return (Row(None, "rolls along the track", None, terms=arcs, length=True),)

    @property
    def _side(self) -> float:
        """1 outside a circular track, -1 inside."""
        return 1.0 if self.track == "outside" else -1.0

    def coordinates(self) -> dict[str, Measure]:
        """Return the place on the track: way [m], or angle about its centre [rad]; and the wheel's turn [rad]."""
        a, b = self.ends
        if self.track == "straight":
            return {"translation": along(Feature(a, "x"), a, b), "angle": turn(a, b)}
        return {"heading": heading(a, b), "angle": turn(a, b)}

    def contact_point(self, measures: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the point of the track under the wheel, along x and y of a [m]."""
        x, y = measures["sx"], measures["sy"]
        if self.track == "straight":
            return x, 0.0 * y
        wheel, track = self.rim_radii
        ratio = track / (track + wheel if self.track == "outside" else track - wheel) if track else 0.0
        return ratio * x, ratio * y

    @property
    def presses(self) -> float:
        """Sign of the force of its contact that presses the wheel on the track."""
        return -1.0 if self.track == "inside" else 1.0

    @property
    def rim_radii(self) -> tuple[float, float]:
        """Radii of what rolls and of what it rolls on [m]."""
        return read_number(self.radius), read_number(self.track_radius)

    def unfit(self, space: Space, axes: tuple[Any, Any]) -> str:
        """Return why a wheel of a planar model must turn in the plane, or which size is missing."""
        if self.radius is None:
            return "its radius is not given. Give radius=..."
        if self.track != "straight" and self.track_radius is None:
            return f"the wheel is {self.track} a circle whose radius is not given. Give track_radius=..."
        return needs_normal_axis(space, axes)

    def wrong_sizes(self) -> str:
        """Return why a wheel of these sizes has no place on its track."""
        wheel, track = read_number(self.radius), read_number(self.track_radius)
        if wheel <= 0:
            return f"its radius is {wheel:g} m; a wheel needs a positive one."
        if self.track != "straight" and track <= 0:
            return f"its track has a radius of {track:g} m; a circular track needs a positive one."
        if self.track == "straight" and track != 0.0:
            return f"its track is straight, but track_radius is {track:g} m. Give track='outside' or 'inside', or none."
        if self.track == "inside" and wheel >= track:
            return f"a wheel of radius {wheel:g} m has no room inside a track of radius {track:g} m. Make it smaller."
        return super().wrong_sizes()
