"""Formulations: how a motion is described, and how its accelerations are found; one file each."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from .base import REGISTRY, Formulation, Options

for _module in iter_modules(__path__):  # every file here may register one
    import_module(f"{__name__}.{_module.name}")

FORMULATIONS = {name: REGISTRY[name].WORDS for name in sorted(REGISTRY, key=lambda name: (name != "reference", name))}
"""Every formulation by name, the usual one first, with what it is."""

__all__ = ["FORMULATIONS", "REGISTRY", "Formulation", "Options"]
