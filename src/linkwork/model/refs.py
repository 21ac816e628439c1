"""What the user holds: bodies and joints of a mechanism by name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..base.marker import Marker, as_direction, as_vector
from ..errors import nearest
from ..expressions import quoted
from ..joints import Joint
from .names import NAMING, is_name

if TYPE_CHECKING:
    from .description import Description


class BodyRef:
    """A body of a mechanism, as the user holds it: gives points on it.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("arm", plane="xy")
    >>> crank = m.body("crank", mass=1.0)
    >>> print(crank.at(2, 0))
    crank at (2.0, 0.0)
    """

    def __init__(self, mechanism: Description, name: str) -> None:
        self._mechanism = mechanism
        self.name = name

    def __repr__(self) -> str:
        return f"<body '{self.name}' of '{self._mechanism.name}'>"

    def at(self, *position: Any, z: Any = None, x: Any = None) -> Marker:
        """Return a point on this body, in body axes [m], with optional directions z and x."""
        return self._marker("", position, z, x)

    def point(self, name: str, *position: Any, z: Any = None, x: Any = None) -> Marker:
        """Name a point on this body; results, drivers and expressions may then refer to ``body.name``."""
        marker = self._marker(name, position, z, x)
        add_point(self._mechanism, self.name, marker)
        return marker

    def _marker(self, name: str, position: tuple[Any, ...], z: Any, x: Any) -> Marker:
        where, main, first = as_vector(position), as_direction(z), as_direction(x)
        return Marker(self.name, where, main, first, name, origin=self.origin)

    @property
    def origin(self) -> str:
        """What the mechanism shares with its copies and with no other mechanism."""
        return self._mechanism.origin

    def axis(self, name: str, direction: Any, at: Any = (0.0, 0.0)) -> Marker:
        """Name an axis on this body: a direction through a point."""
        return self.point(name, at, z=direction)

    def frame(self, name: str, at: Any = (0.0, 0.0), *, z: Any = None, x: Any = None) -> Marker:
        """Name a frame on this body: a point with its main axis z and its reference direction x."""
        return self.point(name, at, z=z, x=x)


class JointRef:
    """A joint of a mechanism, as the user holds it: ``A.angle`` names its coordinate."""

    def __init__(self, joint: Joint, origin: str) -> None:
        self._joint = joint
        self.origin = origin
        self.name = joint.name

    def __repr__(self) -> str:
        return f"<{self._joint.KIND} joint '{self.name}'>"

    def __getattr__(self, coordinate: str) -> str:
        names = [*self._joint.coordinates(), *self._joint.combinations()]
        if coordinate in names:
            return f"{quoted(self.name)}.{coordinate}"
        raise AttributeError(
            f"{self._joint.KIND} joint '{self.name}' has no coordinate '{coordinate}'. {nearest(coordinate, names)}"
        )


def add_point(model: Description, body: str, marker: Marker) -> None:
    """Add a named point to a body."""
    owner, where = model.bodies[body], f"body '{body}'"
    if marker.name in owner.points:
        model.note(where, f"there are two points called '{marker.name}'.")
    if not is_name(marker.name):
        model.note(where, f"'{marker.name}' is not a name for a point.", NAMING)
    model.bodies[body] = replace(owner, points={**owner.points, marker.name: marker})
