"""Methods of a mechanism that are written elsewhere: ``m.simulate(...)`` and ``m.spring(...)``.

An analysis is a function of the plan of the mechanism, in a module of its own, which is loaded when it is first used;
the description is compared with that of the last plan once. A kind of joint or force is a class, whose fields are the
arguments. What editors and type checkers see of both, signatures with types, units, defaults and texts, is in
``methods.pyi``, which ``packaging/make_methods.py`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from inspect import Parameter, getdoc, signature
from types import MethodType
from typing import Any

from .errors import ModelError, nearest
from .forces import REGISTRY as FORCES
from .joints import REGISTRY as JOINTS
from .model.shorthand import adder


class Analysis:
    """A method that is written elsewhere, as a function of the plan; it is loaded when it is first used."""

    def __init__(self, home: str, name: str) -> None:
        self.home, self.name = home, name

    def __set_name__(self, owner: type, name: str) -> None:
        self.called = name

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function that does it."""
        found: Callable[..., Any] = getattr(import_module(f"linkwork.{self.home}"), self.name)
        return found

    @cached_property
    def method(self) -> Callable[..., Any]:
        """The function as a method: with the plan for its first argument, and a sentence for a wrong option."""
        function, called = self.function, self.called
        first, *others = signature(function).parameters.values()
        known = [p.name for p in others]

        def method(self: Any, *args: Any, **options: Any) -> Any:
            for name in options:
                if name not in known:
                    raise ModelError(f"{called} has no option '{name}'. {nearest(name, known)}")
            return function(self.plan(), *args, **options)

        method.__name__, method.__qualname__, method.__module__ = called, f"Mechanism.{called}", function.__module__
        method.__doc__ = re.sub(rf"^{first.name} : .*\n(?:[ ]+.*\n)*", "", getdoc(function) or "", count=1, flags=re.M)
        own = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
        method.__signature__ = signature(function).replace(parameters=[own, *others])  # type: ignore[attr-defined]
        return method

    def __get__(self, model: object | None, owner: type) -> Any:
        return self.method if model is None else MethodType(self.method, model)


class Methods:
    """The analyses, and a method for every kind of joint and force."""

    assemble = Analysis("solve.assembly", "assemble")
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
    root_locus = Analysis("solve.root_locus", "root_locus")
    equilibrium = Analysis("solve.equilibrium", "equilibrium")
    equilibria = Analysis("solve.equilibria", "equilibria")
    equilibrium_path = Analysis("solve.equilibrium_path", "equilibrium_path")
    steady = Analysis("solve.steady", "steady")
    symbolic = Analysis("symbolic", "symbolic_equations")
    noc = Analysis("solve.noc", "noc")
    reduced = Analysis("solve.reduced", "reduced")
    draw = Analysis("draw", "draw_mechanism")

    def __getattr__(self, kind: str) -> Callable[..., Any]:
        if kind in JOINTS:
            return adder(self.joint, kind, JOINTS[kind])
        if kind in FORCES:
            return adder(self.force, kind, FORCES[kind])
        if kind.startswith("_"):
            raise AttributeError(kind)
        legal = [*JOINTS, *FORCES, *(n for n in dir(type(self)) if not n.startswith("_"))]
        raise AttributeError(f"A mechanism has no joint, force or method '{kind}'. {nearest(kind, legal)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *JOINTS, *FORCES]
