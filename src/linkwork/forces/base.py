"""What a force is: fields and a name. Forces are described here and used by the dynamic analyses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

REGISTRY: dict[str, type[Force]] = {}
"""Every kind of force by name."""

ForceType = TypeVar("ForceType", bound="type[Force]")


def force(kind: str) -> Callable[[ForceType], ForceType]:
    """Register a force class under `kind`: the name in files and in Python."""

    def register(cls: ForceType) -> ForceType:
        cls.KIND = kind
        REGISTRY[kind] = cls
        return cls

    return register


@dataclass(frozen=True)
class Force:
    """A force element with the user's name."""

    KIND: ClassVar[str] = ""

    name: str
