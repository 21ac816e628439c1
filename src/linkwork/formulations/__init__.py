"""Formulations: how a motion is described, and how its accelerations are found; one file each."""

from __future__ import annotations

from . import augmented, projection, reference, relative
from .base import REGISTRY, Formulation, Options

FORMULATIONS = {name: kind.WORDS for name, kind in REGISTRY.items()}
"""Every formulation by name, with what it is."""

__all__ = ["FORMULATIONS", "REGISTRY", "Formulation", "Options", "augmented", "projection", "reference", "relative"]
