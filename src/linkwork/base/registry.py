"""Registries of kinds: joints and forces by their names."""

from __future__ import annotations

from warnings import warn


def enter(registry: dict[str, type], kind: str, cls: type, what: str) -> None:
    """Enter a class under its kind; warns where it takes the place of another, not of its own earlier version."""
    known = registry.get(kind)
    if known is not None and (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
        warn(
            f"{what} '{kind}' of {known.__module__} is now that of {cls.__module__}: {cls.__qualname__} takes its "
            f"place in every mechanism. Give yours another kind to keep both.",
            stacklevel=3,
        )
    registry[kind] = cls
