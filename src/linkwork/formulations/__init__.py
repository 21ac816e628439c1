"""Formulations: how a motion is described, and how its accelerations are found; one file each."""

from __future__ import annotations

from . import augmented, projection, reference, relative
from .base import REGISTRY, Formulation, Options

__all__ = ["REGISTRY", "Formulation", "Options", "augmented", "projection", "reference", "relative"]
