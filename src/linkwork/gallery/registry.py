"""The list of gallery mechanisms: a decorator fills it, `names`, `info` and `get` read it.

A new mechanism is one function in this folder that adds its parts to the `Mechanism` it is given, with defaults for
all its other arguments and a flag ``driven``, decorated with ``@mechanism("name", ...)``. It then appears in the
command line, in the documentation and in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from inspect import Signature, signature
from typing import Any

import numpy as np

from linkwork.arrays import Array
from linkwork.errors import ModelError, nearest
from linkwork.mechanism import Mechanism

Builder = Callable[..., Mechanism]

REGISTRY: dict[str, Entry] = {}
"""Every gallery mechanism by name."""

ALIASES: dict[str, tuple[str, dict[str, Any]]] = {}
"""Other names: the mechanism, and the dimensions it then has."""


@dataclass(frozen=True)
class Entry:
    """What the gallery knows about a mechanism.

    Attributes
    ----------
    name : str
    summary : str
        One line: the first line of the function's documentation.
    kind : str
        ``"planar"`` or ``"spatial"``.
    degrees_of_freedom : int
        Of the mechanism without drivers, idle freedoms included.
    idle : int
        Freedoms that move nothing but one body about itself and have no driver, such as the spin of
        a rod between two balls; move it with ``undriven="hold"``.
    duration : float
        Time the default drivers take for one cycle [s].
    build : callable
    """

    name: str
    summary: str
    kind: str
    degrees_of_freedom: int
    idle: int
    duration: float
    build: Builder

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments of `get` with their defaults."""
        return {p.name: p.default for p in signature(self.build).parameters.values()}

    @property
    def undriven(self) -> str:
        """What to pass to `move` as ``undriven``."""
        return "hold" if self.idle else "raise"

    def times(self, count: int = 73) -> Array:
        """Return `count` times over one cycle of the default drivers [s]."""
        return np.linspace(0.0, self.duration, count)


def mechanism(
    name: str,
    *,
    plane: str | None = None,
    spatial: bool | None = None,
    gravity: tuple[float, ...] | None = None,
    degrees_of_freedom: int = 1,
    idle: int = 0,
    duration: float = 1.0,
) -> Callable[[Callable[..., None]], Builder]:
    """Put a mechanism into the gallery: name and space as `Mechanism` takes them, and a function that adds parts."""

    def register(add: Callable[..., None]) -> Builder:
        @wraps(add)
        def build(*args: Any, **given: Any) -> Mechanism:
            made = Mechanism(name, plane=plane, gravity=gravity, spatial=spatial)
            add(made, *args, **given)
            return made

        _, *own = signature(add).parameters.values()
        build.__signature__ = Signature(own, return_annotation=Mechanism)  # type: ignore[attr-defined]
        kind = "spatial" if plane is None or spatial else "planar"
        summary = (add.__doc__ or "").strip().splitlines()[0]
        REGISTRY[name] = Entry(name, summary, kind, degrees_of_freedom, idle, duration, build)
        return build

    return register


def alias(name: str, of: str, **parameters: Any) -> None:
    """Let a mechanism, with some of its dimensions changed, be found by another name too."""
    ALIASES[name] = (of, parameters)


def names(kind: str | None = None) -> list[str]:
    """Return the names of all mechanisms, or of the ``"planar"`` or ``"spatial"`` ones."""
    return sorted(n for n, entry in REGISTRY.items() if kind in (None, entry.kind))


def typed(name: str) -> str:
    """Return a name as one word: easy to type in a shell, and good as the name of a file."""
    return "-".join(name.lower().translate(str.maketrans("_-/", "   ", "'")).split())


def find(name: str) -> Entry | None:
    """Return what the gallery knows about a mechanism, or None; a hyphen may stand for a space."""
    other = (found for known, found in ALIASES.items() if typed(known) == typed(name))
    wanted, given = next(other, (name, {}))
    entry = next((entry for known, entry in REGISTRY.items() if typed(known) == typed(wanted)), None)
    return replace(entry, build=partial(entry.build, **given)) if entry and given else entry


def info(name: str) -> Entry:
    """Return what the gallery knows about a mechanism: ``"delta robot"``, or ``"delta-robot"`` as in a shell."""
    entry = find(name)
    if entry is None:
        raise ModelError(f"The gallery has no mechanism '{name}'. {nearest(name, [*names(), *ALIASES])}")
    return entry


def get(name: str, **parameters: Any) -> Mechanism:
    """Return a mechanism of the gallery.

    Parameters
    ----------
    name : str
        One of `names` or `ALIASES`; a hyphen may stand for a space.
    **parameters
        Dimensions to change, see `info(name).parameters`; ``driven=False`` leaves the drivers out.
    """
    entry = info(name)
    known = entry.parameters
    for wrong in [p for p in parameters if p not in known]:
        raise ModelError(f"'{name}' of the gallery has no parameter '{wrong}'. {nearest(wrong, list(known))}")
    return entry.build(**parameters)
