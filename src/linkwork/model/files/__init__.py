"""Model files: a mechanism as TOML text, with all its faults and their lines.

Importing this package loads neither numba nor scipy nor matplotlib.
"""

from .disk import load, save
from .read import from_toml
from .schema import json_schema
from .write import to_toml

__all__ = ["from_toml", "json_schema", "load", "save", "to_toml"]
