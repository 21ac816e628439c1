"""Forces, efforts and energies of a motion by name, for plots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ..model.mechanism import Mechanism
    from ..results.dynamics import DynamicMotion

Array = NDArray[np.float64]
Found = tuple[str, str, Array]
"""Name, unit and values over time."""

_OF_ALL = ("energy", "shaking_force")
_OF_JOINTS, _OF_DRIVERS, _OF_FORCES = ("force", "torque"), ("effort", "power"), ("value", "power")


def force_curves(motion: DynamicMotion, quantity: str) -> list[Found]:
    """Return the curves that a name of a force stands for; an empty list when it is no such name.

    Parameters
    ----------
    motion : DynamicMotion
    quantity : str
        ``"B.force"`` or ``"B.torque"`` of a joint, ``"motor.effort"`` or ``"motor.power"`` of a driver,
        ``"spring.value"`` or ``"spring.power"`` of a force, ``"energy"``, ``"shaking_force"``.
    """
    if not is_force(motion.model, quantity):
        return []
    if quantity == "energy":
        energy = motion.energy
        parts = {"kinetic": energy.kinetic, "potential": energy.potential, "kinetic + potential": energy.total}
        return [(name, "J", values) for name, values in parts.items()]
    if quantity == "shaking_force":
        return _components(motion, quantity, "N", motion.shaking_force)
    owner, _, what = quantity.rpartition(".")
    if what in _OF_JOINTS and owner in motion.model.joints:
        return _components(motion, quantity, "N" if what == "force" else "N*m", getattr(motion.joint(owner), what))
    if what in _OF_DRIVERS and owner in motion.model.drivers:
        driver = motion.driver(owner)
        return [(quantity, driver.unit if what == "effort" else "W", getattr(driver, what))]
    force = motion.force(owner)
    if what == "power":
        return [(quantity, "W", force.power)]
    names = [owner] if len(force.labels) == 1 else [f"{owner}, {label}" for label in force.labels]
    return [(n, u, force.values[:, k]) for k, (n, u) in enumerate(zip(names, force.units, strict=True))]


def is_force(model: Mechanism, quantity: str) -> bool:
    """Return whether a name is one that `force_curves` knows."""
    owner, _, what = quantity.rpartition(".")
    places = ((_OF_JOINTS, model.joints), (_OF_DRIVERS, model.drivers), (_OF_FORCES, model.forces))
    return quantity in _OF_ALL or any(what in legal and owner in table for legal, table in places)


def misnamed(model: Mechanism, quantity: str, has_forces: bool) -> str:
    """Return what to write instead of a name that is no measured quantity; empty when it may be one.

    Parameters
    ----------
    model : Mechanism
    quantity : str
    has_forces : bool
        Whether the motion has forces: it comes from ``simulate`` or ``inverse``.
    """
    owner, _, what = quantity.rpartition(".")
    if is_force(model, quantity):
        needed = f"'{quantity}' needs the forces of the motion, and this one was moved without them."
        return "" if has_forces else f"{needed} Forces come with simulate or inverse."
    if quantity in model.forces and quantity not in model.joints:
        return f"'{quantity}' is a force. Write '{quantity}.value' for its value, '{quantity}.power' for its power."
    if owner in model.forces and owner not in model.joints and owner not in model.bodies:
        return f"'{owner}' is a force, which has no '{what}'. Write '{owner}.value' or '{owner}.power'."
    if owner in model.joints and what in _OF_DRIVERS:
        return f"Joint '{owner}' has no {what}; it belongs to a driver. {_of_drivers(model, owner, what)}"
    if quantity in model.drivers and "." not in quantity and quantity not in model.joints:
        return f"'{quantity}' is a driver. Write '{quantity}.effort' or '{quantity}.power'."
    return ""


def _of_drivers(model: Mechanism, joint: str, what: str) -> str:
    """Return how the efforts of the drivers are called, those of this joint if there are any."""
    own = [d.name for d in model.drivers.values() if d.quantity.split(".")[0] == joint]
    names = own or list(model.drivers)
    words = " or ".join(f"'{name}.{what}'" for name in names[:4])
    return f"Write {words}." if names else f"This mechanism has no driver; '{joint}.force' is the force in the joint."


def _components(motion: DynamicMotion, name: str, unit: str, values: Array) -> list[Found]:
    """Return the components of vectors over time and their size; a scalar as it is."""
    if values.ndim == 1:
        return [(name, unit, values)]
    found = [(f"{name} {label}", unit, values[:, k]) for k, label in enumerate(motion.model.space.labels)]
    return [*found, (f"size of {name}", unit, np.asarray(np.linalg.norm(values, axis=1)))]
