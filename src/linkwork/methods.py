"""Methods of a mechanism that are written elsewhere: ``m.simulate(...)`` and ``m.spring(...)``.

An analysis is a function of the plan of the mechanism, in a module of its own, which is loaded when it is first used;
the description is compared with that of the last plan once. A kind of joint or force is a class, whose fields are the
arguments. What editors and type checkers see of both, signatures with types, units, defaults and texts, is in
``methods.pyi``, which ``packaging/make_methods.py`` writes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import Parameter
from types import MethodType
from typing import Any, ClassVar

from .base.methods import Elsewhere
from .errors import nearest
from .forces import REGISTRY as FORCES
from .joints import REGISTRY as JOINTS
from .model.given import seconds_of
from .model.shorthand import adder

TIMES = ("t", "until", "times", "step", "longest")
"""Arguments of analyses that are times: a text with a unit may be given for them."""


class Analysis(Elsewhere):
    """A method that is written as a function of the plan."""

    OWNER: ClassVar[str] = "Mechanism"

    def __init__(self, home: str, name: str) -> None:
        self.home, self.name = home, name

    def found(self) -> Callable[..., Any]:
        """Return the function that does it."""
        found: Callable[..., Any] = getattr(import_module(f"linkwork.{self.home}"), self.name)
        return found

    def first(self, owner: Any) -> Any:
        """Return the plan of the mechanism."""
        return owner.plan()

    def read(self, first: Any, name: str, value: Any) -> Any:
        """Return an argument as the function takes it: a time may be a text with a unit."""
        return seconds_of(f"{self.called}, {name}", value, first.resolved.parameters) if name in TIMES else value

    def shown(self, argument: Parameter) -> Parameter:
        """Return an argument as a user may give it."""
        kind = str(argument.annotation)
        if argument.name not in TIMES or "ArrayLike" in kind:  # which texts are, too
            return argument
        return argument.replace(annotation=f"{kind} | str")


class Kinds(type):
    """What makes a method of every kind of joint and force, also of those of the user's own."""

    __doc__ = type.__dict__["__doc__"]  # of a class with methods help shows its own text, not this one

    def __getattr__(cls, kind: str) -> Callable[..., Any]:
        known = {**FORCES, **JOINTS}
        if kind in known:
            return adder(kind, known[kind])
        if kind.startswith("_"):
            raise AttributeError(kind)
        legal = [*JOINTS, *FORCES, *(n for n in dir(cls) if not n.startswith("_"))]
        raise AttributeError(f"A mechanism has no joint, force or method '{kind}'. {nearest(kind, legal)}")


class Methods(metaclass=Kinds):
    """The analyses, and a method for every kind of joint and force."""

    assemble = Analysis("solve.assembly", "assemble")
    branches = Analysis("solve.branches", "branches")
    mobility = Analysis("solve.mobility", "mobility")
    allowable_motions = Analysis("solve.allowable", "allowable_motions")
    move = Analysis("solve.kinematics", "move")
    pose = Analysis("solve.kinematics", "pose")
    start = Analysis("solve.start", "consistent_start")
    simulate = Analysis("solve.simulate", "simulate")
    compare = Analysis("solve.compare", "compare")
    simulate_many = Analysis("solve.batch", "simulate_many")
    move_many = Analysis("solve.move_batch", "move_many")
    inverse_many = Analysis("solve.move_batch", "inverse_many")
    inverse = Analysis("solve.inverse", "inverse")
    equations = Analysis("solve.equations", "equations")
    linearise = Analysis("solve.linearise", "linearise")
    linearise_along = Analysis("solve.linearise", "linearise_along")
    descriptor = Analysis("solve.descriptor", "descriptor")
    root_locus = Analysis("solve.root_locus", "root_locus")
    equilibrium = Analysis("solve.equilibrium", "equilibrium")
    equilibria = Analysis("solve.equilibria", "equilibria")
    equilibrium_path = Analysis("solve.equilibrium_path", "equilibrium_path")
    friction_range = Analysis("solve.friction_range", "friction_range")
    steady = Analysis("solve.steady", "steady")
    gradient = Analysis("solve.gradient", "gradient")
    symbolic = Analysis("symbolic", "symbolic_equations")
    noc = Analysis("solve.noc", "noc")
    momentum_step = Analysis("solve.momentum_step", "momentum_step")
    reduced = Analysis("solve.reduced", "reduced")
    draw = Analysis("draw", "draw_mechanism")

    def __getattr__(self, kind: str) -> Callable[..., Any]:
        return MethodType(Kinds.__getattr__(type(self), kind), self)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *JOINTS, *FORCES]
