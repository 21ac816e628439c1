"""The quantities of a motion. Importing this package fills the registry."""

from importlib import import_module
from pkgutil import iter_modules

from .base import OWNERS, REGISTRY, Quantity, quantity

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

__all__ = ["OWNERS", "REGISTRY", "Quantity", "quantity"]
