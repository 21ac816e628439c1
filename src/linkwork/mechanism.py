"""The mechanism: what the user writes down, and the door to every analysis. All other rooms stand below this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .methods import Methods
from .model.description import Description

if TYPE_CHECKING:
    from pathlib import Path

    from .base.marker import Marker
    from .coordinates.plan import Plan
    from .model.equations import Equation, Writer
    from .model.refs import BodyRef
    from .model.resolve import Hint, Resolved
    from .solve.robot import Robot


class Mechanism(Methods, Description):
    """A mechanism: bodies, joints, drivers and forces, in a plane or in space.

    Parameters
    ----------
    name : str
        Your name for it.
    plane : {"xy", "xz", "yz"} or None
        The plane it lies and moves in; None: it moves in space.
    gravity : tuple, optional
        Acceleration of gravity [m/s^2], two or three components. Default: none.
    spatial : bool, optional
        True: compute in space although vectors are written with two components in `plane`.
        This is the one switch between 2D and 3D for the same model.

    Notes
    -----
    Faults are not raised while you build; `check` (and every analysis) reports all of them at once.

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> m.mobility().degrees_of_freedom
    1
    """

    _plan: tuple[object, Plan] | None = None
    """What was written down when a plan was last made, and the plan."""

    def settled(self, resolved: Resolved, equations: list[Equation], writer: Writer) -> list[Hint]:
        """Return the hints brought to the nearest position in which `equations` hold: there teeth mesh."""
        from .solve.fitting import settled_hints

        return settled_hints(resolved, equations, writer)

    def plan(self) -> Plan:
        """Return the tables for the kernels; kept until the description changes."""
        from .coordinates.plan import plan_of

        written = self.written()
        if self._plan is None or self._plan[0] != written:
            self._plan = written, plan_of(self)
        return self._plan[1]

    def copy(self) -> Self:
        """Return an independent copy, which makes plans of its own."""
        other = super().copy()
        other._plan = None
        return other

    __copy__ = copy  # a part added to one of them is none of the other

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and pickles hold: they make plans of their own."""
        return {**self.__dict__, "_plan": None}

    def robot(self, tool: Marker | BodyRef | str | None = None) -> Robot:
        """Return a mechanism without loops as a robot in its joint coordinates; see `linkwork.solve.robot.Robot`."""
        from .solve.robot import Robot

        return Robot(self.plan(), tool)

    # ---- files --------------------------------------------------------------------------------

    def to_toml(self) -> str:
        """Return the description as TOML text."""
        from .model.files import to_toml

        return to_toml(self)

    def save(self, path: str | Path) -> None:
        """Write the description to a TOML file; the file is replaced as a whole or not at all."""
        from .model.files import save

        save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a description from a TOML file."""
        from .model.files import load

        return load(path, cls)

    @classmethod
    def from_toml(cls, text: str, source: str = "<text>") -> Self:
        """Read a description from TOML text, that of `source` in messages; see `linkwork.model.files.from_toml`."""
        from .model.files import from_toml

        return from_toml(text, cls, source)
