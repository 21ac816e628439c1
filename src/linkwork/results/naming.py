"""What to write instead of a name that means no quantity."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..model.description import Description


def misnamed(model: Description, text: str) -> str:
    """Return what to write instead of a name of a force or driver; empty when it may be a measured quantity.

    Parameters
    ----------
    model : Mechanism
    text : str
        That is no entry of `linkwork.results.quantities`.
    """
    owner, _, what = text.rpartition(".")
    if text in model.forces and text not in model.joints:
        return f"'{text}' is a force. Write '{text}.value' for its value, '{text}.power' for its power."
    if owner in model.forces and owner not in model.joints and owner not in model.bodies:
        return f"'{owner}' is a force, which has no '{what}'. Write '{owner}.value' or '{owner}.power'."
    if owner in model.joints and what in ("effort", "power"):
        return f"Joint '{owner}' has no {what}; it belongs to a driver. {_of_drivers(model, owner, what)}"
    if text in model.drivers and "." not in text and text not in model.joints:
        return f"'{text}' is a driver. Write '{text}.effort' or '{text}.power'."
    return ""


def _of_drivers(model: Description, joint: str, what: str) -> str:
    """Return how the efforts of the drivers are called, those of this joint if there are any."""
    own = [d.name for d in model.drivers.values() if d.quantity.split(".")[0] == joint]
    names = own or list(model.drivers)
    words = " or ".join(f"'{name}.{what}'" for name in names[:4])
    return f"Write {words}." if names else f"This mechanism has no driver; '{joint}.force' is the force in the joint."
