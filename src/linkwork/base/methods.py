"""Methods that are written elsewhere, as functions of what has them: ``m.simulate(...)``, ``motion.plot(...)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from inspect import Parameter, getdoc, signature
from types import MethodType
from typing import Any, ClassVar

from ..errors import ModelError, check_switch, nearest


class Elsewhere:
    """A method that is written elsewhere; what it is written in is loaded when it is first used."""

    OWNER: ClassVar[str]
    """Name of the class that shows the method."""

    called: str
    """Name of the method."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.called = name

    def found(self) -> Callable[..., Any]:
        """Return the function that does it."""
        raise NotImplementedError

    def first(self, owner: Any) -> Any:
        """Return what the function takes for its first argument."""
        return owner

    def read(self, first: Any, name: str, value: Any) -> Any:
        """Return an argument as the function takes it beside its first one."""
        return value

    def shown(self, argument: Parameter) -> Parameter:
        """Return an argument as a user may give it."""
        return argument

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function that does it."""
        return self.found()

    @cached_property
    def method(self) -> Callable[..., Any]:
        """The function as a method: its first argument is what it belongs to; a sentence for a wrong option."""
        function, called, argument, read = self.function, self.called, self.first, self.read
        first, *others = signature(function).parameters.values()
        known = [p.name for p in others]
        by_place = [p.name for p in others if p.kind is Parameter.POSITIONAL_OR_KEYWORD]
        switches = [p.name for p in others if p.annotation in ("bool", bool)]

        def method(self: Any, *args: Any, **options: Any) -> Any:
            for name in options:
                if name not in known:
                    raise ModelError(f"{called} has no option '{name}'. {nearest(name, known)}")
            own, given = argument(self), [*zip(by_place, args, strict=False)]
            for name, value in (*given, *options.items()):
                if name in switches:
                    check_switch(name, value)
            values = [read(own, name, value) for name, value in given] + list(args[len(given) :])
            return function(own, *values, **{name: read(own, name, v) for name, v in options.items()})

        method.__name__, method.__qualname__, method.__module__ = called, f"{self.OWNER}.{called}", function.__module__
        method.__doc__ = re.sub(rf"^{first.name} : .*\n(?:[ ]+.*\n)*", "", getdoc(function) or "", count=1, flags=re.M)
        shown = [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *map(self.shown, others)]
        method.__signature__ = signature(function).replace(parameters=shown)  # type: ignore[attr-defined]
        return method

    def __get__(self, owner: object | None, kind: type) -> Any:
        return self.method if owner is None else MethodType(self.method, owner)
