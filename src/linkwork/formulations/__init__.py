"""Formulations: how a motion is described, and how its accelerations are found; one file each.

A file is loaded when its formulation is asked for: it has the same name, with ``_`` for ``-``.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from .base import REGISTRY, Formulation, Options

__all__ = ["REGISTRY", "Formulation", "Options", "find", "names"]


def find(name: str) -> type[Formulation] | None:
    """Return a formulation by name, or None when there is none."""
    if name not in REGISTRY and name.replace("-", "_") in (module.name for module in iter_modules(__path__)):
        import_module(f"{__name__}.{name.replace('-', '_')}")
    return REGISTRY.get(name)


def names() -> list[str]:
    """Return the names of all formulations, the usual one first."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return sorted(REGISTRY, key=lambda name: (name != "reference", name))


def __getattr__(name: str) -> Any:
    if name == "FORMULATIONS":  # every formulation by name, with what it is
        return {known: REGISTRY[known].WORDS for known in names()}
    raise AttributeError(f"module 'linkwork.formulations' has no attribute '{name}'")
