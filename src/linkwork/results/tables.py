"""A motion as a table: DataFrame, Dataset and CSV file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import LinkworkError
from ..model.whole_file import put
from .series import SUFFIXES, unit_after

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from .motion import BodyMotion, Motion

Array = NDArray[np.float64]

TIME = "time [s]"
"""Name of the index."""

_VECTORS = ("position", "velocity", "acceleration", "jerk")
_SPINS = ("", "angular_velocity", "angular_acceleration", "angular_jerk")


def to_dataframe(motion: Motion) -> pd.DataFrame:
    """Return a motion as a table.

    Parameters
    ----------
    motion : Motion

    Returns
    -------
    pandas.DataFrame
        One row a time, the index called ``time [s]``. Columns of a planar body: ``crank.x [m]``,
        ``crank.y [m]``, ``crank.angle [rad]``, then their derivatives ``crank.x_velocity [m/s]`` ...
        as far as the motion has them. A spatial body has x, y, z, the Euler parameters e0 (scalar)
        to e3 and ``angular_velocity_x [rad/s]`` ... in ground axes. Then every coordinate of every
        joint: ``A.angle [rad]``, ``A.angle_velocity [rad/s]`` ... A motion with forces adds
        ``A.force_x [N]`` ..., ``A.torque [N*m]``, the effort and power of drivers, and energies.
    """
    import pandas as pd

    columns: dict[str, Array] = {}
    for number, name in enumerate(motion.bodies):
        columns.update(_body_columns(motion, number, name))
    for name, (unit, values) in _joint_series(motion).items():
        for order in range(motion.order + 1):
            columns[f"{name}{SUFFIXES[order]} [{unit_after(unit, order) or '1'}]"] = values[:, order]
    columns.update(motion.further_columns())
    return pd.DataFrame(columns, index=pd.Index(motion.time, name=TIME))


def to_xarray(motion: Motion) -> xr.Dataset:
    """Return a motion as a labelled Dataset.

    Parameters
    ----------
    motion : Motion

    Returns
    -------
    xarray.Dataset
        Dimensions ``time``, ``body``, ``axis`` and ``joint_coordinate`` (in space also
        ``euler_parameter``). Every variable has the attributes ``units`` and ``long_name``; joint
        coordinates, which mix metres and radians, have their own units in ``joint_unit``. Derivatives
        that were not computed are left out. A motion with forces adds ``joint_force``, ``joint_torque``,
        ``driver_effort`` and energies, with the dimensions ``joint_name`` and ``driver``.
    """
    import xarray as xr

    bodies = [motion.body(name) for name in motion.bodies]
    series = _joint_series(motion)
    units = [unit or "1" for unit, _ in series.values()]
    variables = {**_body_variables(motion, bodies), **_joint_variables(motion, series)}
    coordinates: dict[str, Any] = {
        "time": ("time", motion.time, {"units": "s", "long_name": "time"}),
        "body": ("body", list(motion.bodies), {"units": "1", "long_name": "moving body"}),
        "axis": ("axis", list(motion.model.space.labels), {"units": "1", "long_name": "axis of the ground"}),
        "joint_coordinate": (
            "joint_coordinate",
            list(series),
            {"units": "1", "long_name": "joint coordinate"},
        ),
        "joint_unit": (
            "joint_coordinate",
            units,
            {"units": "1", "long_name": "unit of the joint coordinate"},
        ),
    }
    if not motion.model.space.planar:
        names = ["e0", "e1", "e2", "e3"]
        coordinates["euler_parameter"] = (
            "euler_parameter",
            names,
            {"units": "1", "long_name": "scalar first"},
        )
    more, their_coordinates = motion.further_variables()
    variables.update(more)
    coordinates.update(their_coordinates)
    about = {"status": motion.status, "violation": motion.violation, "mechanism": motion.name}
    return xr.Dataset(variables, coordinates, about)


def to_csv(motion: Motion, path: str | Path) -> None:
    """Write a motion to a CSV file that ``pandas.read_csv(path)`` reads back.

    Parameters
    ----------
    motion : Motion
    path : str or Path
        The file is replaced as a whole or not at all.
    """
    write_whole(path, to_dataframe(motion).to_csv(lineterminator="\n").encode("utf-8"))


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file as a whole or not at all; links are followed and permissions kept, see `put`.

    Parameters
    ----------
    path : str or Path
    content : bytes

    Raises
    ------
    LinkworkError
        When the folder does not exist, or the folder or the file cannot be written to.
    """
    check_target(path)
    try:
        put(path, content)
    except OSError as error:
        raise LinkworkError(f"'{path}' cannot be written: {error.strerror or error}.") from None


def check_target(path: str | Path) -> None:
    """Raise LinkworkError when no file can be written at `path`: no such folder, or a folder itself."""
    target = Path(path)
    if not target.parent.is_dir():
        raise LinkworkError(
            f"'{target}' cannot be written: there is no folder '{target.parent}'. "
            f"Make the folder first or give another path."
        )
    if target.is_dir():
        raise LinkworkError(f"'{target}' is a folder. Give the name of a file in it.")


def _body_columns(motion: Motion, number: int, name: str) -> dict[str, Array]:
    body, labels, planar = motion.body(name), motion.model.space.labels, motion.model.space.planar
    columns: dict[str, Array] = {}
    for order in range(motion.order + 1):
        vectors = getattr(body, _VECTORS[order])
        for k, label in enumerate(labels):
            columns[f"{name}.{label}{SUFFIXES[order]} [{unit_after('m', order)}]"] = vectors[:, k]
        if planar:
            turn = body.angle if order == 0 else getattr(body, _SPINS[order])
            columns[f"{name}.angle{SUFFIXES[order]} [{unit_after('rad', order)}]"] = turn
        elif order == 0:
            for k in range(4):
                columns[f"{name}.e{k} [1]"] = motion.poses[:, number, 3 + k]
        else:
            spin = getattr(body, _SPINS[order])
            for k, label in enumerate(labels):
                columns[f"{name}.{_SPINS[order]}_{label} [{unit_after('rad', order)}]"] = spin[:, k]
    return columns


def _joint_series(motion: Motion) -> dict[str, tuple[str, Array]]:
    """Return unit and values (times, 4) of every joint coordinate, by name."""
    found = {}
    for name in motion.model.joints:
        for coordinate, series in motion.joint(name).series.items():
            found[f"{name}.{coordinate}"] = (series.unit, series.values)
    return found


def _body_variables(motion: Motion, bodies: list[BodyMotion]) -> dict[str, Any]:
    planar, times = motion.model.space.planar, len(motion)
    axes = len(motion.model.space.labels)
    variables: dict[str, Any] = {}
    for order in range(motion.order + 1):
        what = _VECTORS[order]
        values = np.zeros((times, len(bodies), axes))
        for b, body in enumerate(bodies):
            values[:, b] = getattr(body, what)
        about = {"units": unit_after("m", order), "long_name": f"{what} of the body's origin in ground axes"}
        variables[what] = (("time", "body", "axis"), values, about)
        if order > 0:
            spin = np.zeros((times, len(bodies)) if planar else (times, len(bodies), 3))
            for b, body in enumerate(bodies):
                spin[:, b] = getattr(body, _SPINS[order])
            dims = ("time", "body") if planar else ("time", "body", "axis")
            words = _SPINS[order].replace("_", " ") + ("" if planar else " in ground axes")
            variables[_SPINS[order]] = (dims, spin, {"units": unit_after("rad", order), "long_name": words})
    if planar:
        angle = np.zeros((times, len(bodies)))
        for b, body in enumerate(bodies):
            angle[:, b] = body.angle
        words = "angle of the body, continuous over any number of turns"
        variables["angle"] = (("time", "body"), angle, {"units": "rad", "long_name": words})
    else:
        words = "Euler parameters of the body, scalar first"
        dims3 = ("time", "body", "euler_parameter")
        variables["orientation"] = (dims3, motion.poses[:, :, 3:].copy(), {"units": "1", "long_name": words})
    return variables


def _joint_variables(motion: Motion, series: dict[str, tuple[str, Array]]) -> dict[str, Any]:
    units = {unit for unit, _ in series.values()}
    common = units.pop() if len(units) == 1 else None
    variables: dict[str, Any] = {}
    for order in range(motion.order + 1):
        values = np.zeros((len(motion), len(series)))
        for k, (_, numbers) in enumerate(series.values()):
            values[:, k] = numbers[:, order]
        own = unit_after("joint_unit" if common is None else common, order) or "1"
        words = " ".join(["joint coordinate", SUFFIXES[order].lstrip("_")]).strip()
        about = {"units": own, "long_name": words}
        variables[f"joint{SUFFIXES[order]}"] = (("time", "joint_coordinate"), values, about)
    return variables
