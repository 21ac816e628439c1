"""The forces of a motion as columns of a table and as labelled variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .dynamics import DynamicMotion
    from .reactions import JointReaction

Array = NDArray[np.float64]

_ENERGIES = ("kinetic", "potential", "work")


def force_columns(motion: DynamicMotion) -> dict[str, Array]:
    """Return columns such as ``B.force_x [N]``, ``B.torque [N*m]``, ``motor.effort [N*m]``, ``energy.kinetic [J]``."""
    columns: dict[str, Array] = {}
    labels = motion.model.space.labels
    for reaction in _between(motion):
        for k, label in enumerate(labels):
            columns[f"{reaction.name}.force_{label} [N]"] = reaction.force[:, k]
        torque = reaction.torque
        ends = [""] if torque.ndim == 1 else [f"_{label}" for label in labels]
        for k, end in enumerate(ends):
            columns[f"{reaction.name}.torque{end} [N*m]"] = torque.reshape(len(motion), -1)[:, k]
    for name in motion.model.drivers:
        driver = motion.driver(name)
        columns[f"{name}.effort [{driver.unit}]"] = driver.effort
        columns[f"{name}.power [W]"] = driver.power
    for kind in _ENERGIES:
        columns[f"energy.{kind} [J]"] = getattr(motion.energy, kind)
    return columns


def force_variables(motion: DynamicMotion) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return variables of a Dataset with the dimensions joint_name, driver and axis, and their coordinates."""
    reactions, drivers = _between(motion), [motion.driver(name) for name in motion.model.drivers]
    variables: dict[str, Any] = {}
    coordinates: dict[str, Any] = {}
    if reactions:
        names = [reaction.name for reaction in reactions]
        coordinates["joint_name"] = ("joint_name", names, {"units": "1", "long_name": "joint between two bodies"})
        variables.update(_joint_variables(motion, reactions))
    if drivers:
        about = {"units": "1", "long_name": "driver"}
        coordinates["driver"] = ("driver", [driver.name for driver in drivers], about)
        coordinates["driver_unit"] = ("driver", [driver.unit for driver in drivers], {**about, "long_name": "its unit"})
        efforts, powers = (np.stack([getattr(d, what) for d in drivers], axis=1) for what in ("effort", "power"))
        words = "force or torque of the driver"
        variables["driver_effort"] = (("time", "driver"), efforts, {"units": "driver_unit", "long_name": words})
        variables["driver_power"] = (("time", "driver"), powers, {"units": "W", "long_name": "power of the driver"})
    for kind in _ENERGIES:
        words = "work done since the start" if kind == "work" else f"{kind} energy"
        name = "work" if kind == "work" else f"{kind}_energy"
        variables[name] = ("time", getattr(motion.energy, kind), {"units": "J", "long_name": words})
    return variables, coordinates


def _between(motion: DynamicMotion) -> list[JointReaction]:
    """Return the forces in all joints that act between two points."""
    found = [name for name, joint in motion.model.joints.items() if joint.a.body != joint.b.body]
    return [motion.reactions().joint(name) for name in found]


def _joint_variables(motion: DynamicMotion, reactions: list[JointReaction]) -> dict[str, Any]:
    force = np.stack([reaction.force for reaction in reactions], axis=1)
    torque = np.stack([reaction.torque for reaction in reactions], axis=1)
    words = "of the first body of the joint on the second, in ground axes"
    dims = ("time", "joint_name", "axis")
    return {
        "joint_force": (dims, force, {"units": "N", "long_name": f"force {words}"}),
        "joint_torque": (
            dims[: torque.ndim],
            torque,
            {"units": "N*m", "long_name": f"torque {words}, about the joint's second point"},
        ),
    }
