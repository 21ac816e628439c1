"""The mechanism: what the user writes down, and the door to every analysis. All other rooms stand below this one."""

from __future__ import annotations

from inspect import getdoc
from textwrap import indent
from typing import TYPE_CHECKING, Any, Self

from .errors import nearest
from .methods import Methods
from .model.description import Description
from .model.shorthand import overview

if TYPE_CHECKING:
    from pathlib import Path

    from .base.marker import Marker
    from .coordinates.plan import Plan
    from .model.equations import Equation, Writer
    from .model.refs import BodyRef
    from .model.resolve import Hint, Resolved
    from .solve.robot import Robot

_ATTRIBUTES = (
    *("name", "gravity", "parameters", "bodies", "joints", "drivers", "forces", "placements", "space", "lines"),
    *("inputs", "outputs", "_inputs", "_outputs", "origin", "build_faults", "_plan"),
)
"""What a mechanism holds; a class derived from it may hold more."""


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

    def __setattr__(self, name: str, value: Any) -> None:
        if type(self) is Mechanism and name not in _ATTRIBUTES:
            near = nearest(name, [known for known in _ATTRIBUTES if not known.startswith("_")])
            raise AttributeError(f"A mechanism has nothing called '{name}' that can be set. {near}")
        super().__setattr__(name, value)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from .model.tabular import html_of

        return html_of(self, self.draw)

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


class _Help:
    """The text of the class with a line on every method, which are loaded when somebody asks for help."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __get__(self, model: object | None, owner: type[Mechanism]) -> str:
        head, examples, rest = self.text.partition("\n    Examples\n")
        texts = {name: getdoc(getattr(owner, name)) or "" for name in vars(Methods) if not name.startswith("_")}
        return head + indent(overview(texts), "    ") + "\n" + examples + rest


Mechanism.__doc__ = _Help(Mechanism.__doc__ or "")  # type: ignore[assignment]
