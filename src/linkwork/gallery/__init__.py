"""The gallery: famous mechanisms, ready to assemble, move and draw.

Examples
--------
>>> from linkwork import gallery
>>> gallery.info("four-bar").degrees_of_freedom
1
>>> m = gallery.get("four-bar", crank=1.0)
>>> m.joints["A"].KIND
'revolute'
"""

from importlib import import_module
from pkgutil import iter_modules

from .registry import ALIASES, REGISTRY, Entry, find, get, info, mechanism, names, typed

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

__all__ = ["ALIASES", "REGISTRY", "Entry", "find", "get", "info", "mechanism", "names", "typed"]
