"""A motion as a table: DataFrame and CSV file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import LinkworkError
from ..model.whole_file import put
from .dynamics import DynamicMotion
from .quantities import Curve, all_curves
from .series import SUFFIXES, unit_after

if TYPE_CHECKING:
    import pandas as pd

    from .motion import Motion

Array = NDArray[np.float64]

TIME = "time [s]"
"""Name of the index."""

VECTORS = ("position", "velocity", "acceleration", "jerk")
SPINS = ("", "angular_velocity", "angular_acceleration", "angular_jerk")


def to_dataframe(motion: Motion, degrees: bool = False) -> pd.DataFrame:
    """Return a motion as a table.

    Parameters
    ----------
    motion : Motion
    degrees : bool
        Whether angles and their rates are in degrees.

    Returns
    -------
    pandas.DataFrame
        One row a time, the index called ``time [s]``. Columns of a planar body: ``crank.x [m]``,
        ``crank.y [m]``, ``crank.angle [rad]``, then their derivatives ``crank.x_velocity [m/s]`` ...
        as far as the motion has them. A spatial body has x, y, z, the Euler parameters e0 (scalar)
        to e3, ``angular_velocity_x [rad/s]`` ... in ground axes and ``body_angular_velocity_x [rad/s]`` in its own.
        Then every coordinate of every joint: ``A.angle [rad]``, ``A.angle_velocity [rad/s]`` ..., and every named
        point of a moving body: ``coupler.P.x [m]`` ... A motion with forces adds ``A.force_x [N]`` ...,
        ``A.torque [N*m]``, the effort and power of drivers, value and power of applied forces, energies, shaking
        force and moment.
    """
    import pandas as pd

    columns: list[Curve] = [c for n, name in enumerate(motion.bodies) for c in _body_columns(motion, n, name)]
    columns += all_curves(motion, forces=False)
    columns += [
        c for name, (unit, values) in joint_series(motion).items() for c in _derivatives(motion, name, unit, values)
    ]
    columns += _point_columns(motion)
    columns += all_curves(motion, forces=True) if isinstance(motion, DynamicMotion) else []
    shown = [c.in_degrees() for c in columns] if degrees else columns
    return pd.DataFrame(
        {f"{c.name} [{c.unit or '1'}]": c.values for c in shown}, index=pd.Index(motion.time, name=TIME)
    )


def _derivatives(motion: Motion, name: str, unit: str, values: Array) -> list[Curve]:
    """Return a quantity and its derivatives, as far as they were computed; values of shape (times, orders)."""
    orders = range(motion.order + 1)
    return [Curve(f"{name}{SUFFIXES[n]}", unit_after(unit, n), values[:, n]) for n in orders]


def to_csv(motion: Motion, path: str | Path, degrees: bool = False) -> None:
    """Write a motion to a CSV file that ``pandas.read_csv(path)`` reads back.

    Parameters
    ----------
    motion : Motion
    path : str or Path
        The file is replaced as a whole or not at all.
    degrees : bool
        Whether angles and their rates are in degrees.
    """
    write_whole(path, to_dataframe(motion, degrees).to_csv(lineterminator="\n").encode("utf-8"))


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


def _body_columns(motion: Motion, number: int, name: str) -> list[Curve]:
    body, labels, planar = motion.body(name), motion.model.space.labels, motion.model.space.planar
    columns: list[Curve] = []
    for order in range(motion.order + 1):
        vectors, unit = getattr(body, VECTORS[order]), unit_after("m", order)
        columns += [Curve(f"{name}.{label}{SUFFIXES[order]}", unit, vectors[:, k]) for k, label in enumerate(labels)]
        turning = unit_after("rad", order)
        if planar:
            turn = body.angle if order == 0 else getattr(body, SPINS[order])
            columns.append(Curve(f"{name}.angle{SUFFIXES[order]}", turning, turn))
        elif order == 0:
            columns += [Curve(f"{name}.e{k}", "1", motion.poses[:, number, 3 + k]) for k in range(4)]
        else:
            spin = getattr(body, SPINS[order])
            columns += [Curve(f"{name}.{SPINS[order]}_{label}", turning, spin[:, k]) for k, label in enumerate(labels)]
    return columns


def named_points(motion: Motion) -> list[str]:
    """Return the named points of moving bodies: ``coupler.P``."""
    bodies = [b for b in motion.model.bodies.values() if b.name in motion.bodies]
    return [f"{body.name}.{point}" for body in bodies for point in body.points]


def _point_columns(motion: Motion) -> list[Curve]:
    columns = []
    for name in named_points(motion):
        point = motion.point(name)
        for k, label in enumerate(motion.model.space.labels):
            values = np.stack([getattr(point, what)[:, k] for what in VECTORS], axis=1)
            columns += _derivatives(motion, f"{name}.{label}", "m", values)
    return columns


def joint_series(motion: Motion) -> dict[str, tuple[str, Array]]:
    """Return unit and values (times, 4) of every joint coordinate, by name."""
    found = {}
    for name in motion.model.joints:
        for coordinate, series in motion.joint(name).series.items():
            found[f"{name}.{coordinate}"] = (series.unit, series.values)
    return found
