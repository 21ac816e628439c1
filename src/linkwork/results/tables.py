"""A motion as a table: DataFrame and CSV file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.whole_file import write_whole
from .efforts import acts
from .naming import entries
from .quantities import Quantity
from .reading import curves_of
from .series import Curve

if TYPE_CHECKING:
    import pandas as pd

    from .motion import Motion

TIME = "time [s]"
"""Name of the index."""

EVERYTHING = "*"
"""Instead of the name of a quantity: all there are."""


def to_dataframe(motion: Motion, quantities: Sequence[str] = (), degrees: bool = False) -> pd.DataFrame:
    """Return a motion as a table.

    Parameters
    ----------
    motion : Motion
    quantities : sequence of str
        What is wanted, by name or as an expression; ``"*"`` is everything, the default.
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
        force and moment. What is asked for by name is called as it was asked for.
    """
    import pandas as pd

    wanted = [c for text in quantities for c in _named(motion, text)] if quantities else all_curves(motion)
    shown = [c.in_degrees() for c in wanted] if degrees else wanted
    return pd.DataFrame(
        {f"{c.name} [{c.unit or '1'}]": c.values for c in shown}, index=pd.Index(motion.time, name=TIME)
    )


def _named(motion: Motion, text: str) -> list[Curve]:
    return all_curves(motion) if text == EVERYTHING else curves_of(motion, text)


def all_curves(motion: Motion) -> list[Curve]:
    """Return every quantity of the registry that a motion has, those of positions first."""
    return [curve for _, _, curves in all_entries(motion) for curve in curves]


def all_entries(motion: Motion) -> Iterator[tuple[Quantity, str, list[Curve]]]:
    """Yield every quantity of the registry that a motion has, with its owner and its components over time.

    An element that takes no part in the motion is left out: a rigid contact or friction, in a motion found without it.
    """
    for forces in (False, True) if motion.has_forces else (False,):
        for quantity, owner in entries(motion.plan, forces, motion.order):
            if quantity.owner != "force" or acts(motion.plan, owner):
                yield quantity, owner, quantity.curves(motion, owner)


def write_table(path: str | Path, table: pd.DataFrame, index: bool = True) -> None:
    """Write a table, with its index or without, to a CSV file, as a whole or not at all."""
    write_whole(path, table.to_csv(index=index, lineterminator="\n").encode("utf-8"))
