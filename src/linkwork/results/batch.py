"""The runs of a batch and what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import numpy as np

from ..arrays import Array, Flags
from ..errors import ModelError, MotionError
from .motion import Motion
from .reading import array_of, terms_of
from .short import batch_html

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from ..base.marker import Value

M = TypeVar("M", bound=Motion)


class Motions(Sequence[M | None]):
    """The motions of the members, each put together when it is first looked at; None where a member has none."""

    def __init__(self, made: Sequence[M | Callable[[], M] | None]) -> None:
        self._made = list(made)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, i: int) -> M | None: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[M | None]: ...
    def __getitem__(self, i: int | slice) -> M | Sequence[M | None] | None:
        """Return the motion of a member."""
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        made = self._made[i]
        if made is None or isinstance(made, Motion):
            return made
        found = self._made[i] = made()
        return found

    def __reduce__(self) -> Any:
        """Return how to make them again: copies and pickles hold the motions themselves."""
        return Motions, (list(self),)


@dataclass(frozen=True)
class Batch(Generic[M]):
    """Many runs of one mechanism.

    ``batch[i]`` is the motion of member i. A member that failed does not spoil the others: `status` says why, and
    its values are NaN from where it stopped.

    Attributes
    ----------
    name : str
        Of the mechanism.
    time : array, shape (times,)
        Times asked for [s].
    parameters : dict
        Values of the parameters, one for every member.
    status : tuple of str
        A sentence for every member.
    complete : array of bool, shape (members,)
        Whether the member reached the end or an event that ends it.
    reached : array, shape (members,)
        The time each member reached; NaN for one that did not begin [s].
    """

    name: str
    time: Array
    parameters: dict[str, list[Value]]
    status: tuple[str, ...]
    complete: Flags
    reached: Array
    motions: Motions[M] = field(repr=False)
    done: str = "simulated"

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, i: int) -> M:
        """Return the motion of member i as far as it came; raises MotionError when it has none."""
        if isinstance(i, str):
            raise ModelError(f"A batch is asked for a member, batch[0], or for {i!r} of all: batch.measure({i!r}).")
        if isinstance(i, int) and not -len(self) <= i < len(self):
            raise IndexError(f"There is no member {i}: the batch has {len(self)}, the first is 0.")
        motion = self.motions[i]
        if motion is None:
            raise MotionError(f"Member {i} has no motion: {self.status[i]}", None)
        return motion

    def __iter__(self) -> Iterator[M]:
        return (self[i] for i in range(len(self)))

    def __str__(self) -> str:
        good = int(self.complete.sum())
        span = f"{self.time[0]:g} to {self.time[-1]:g} s"
        lines = [f"'{self.name}': {good} of {len(self)} members {self.done} {span}."]
        lines += [f"  member {i}: {self.status[i]}" for i in self.failed[:10]]
        lines += [f"  and {len(self.failed) - 10} more"] if len(self.failed) > 10 else []
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return batch_html(self)

    @property
    def failed(self) -> list[int]:
        """Numbers of the members that did not reach their end."""
        return [int(i) for i in np.flatnonzero(~self.complete)]

    def measure(self, quantity: str) -> Array:
        """Return a measured quantity of every member, shape (members, times); NaN where a member has no value.

        Parameters
        ----------
        quantity : str
            ``"B.angle"``, ``"B.angle_velocity"``, ``"coupler.P.x"``, ``"distance(crank.P, ground.Q)"`` ...
        """
        out = np.full((len(self), len(self.time)), np.nan)
        for i, motion in enumerate(self.motions):
            if motion is not None and len(motion):
                values = _values(motion, quantity)[: len(self.time)]
                at = np.searchsorted(self.time, motion.time[: len(values)])
                known = at < len(self.time)
                known[known] = self.time[at[known]] == motion.time[: len(values)][known]
                out[i, at[known]] = values[known]
        return out

    def final(self, quantity: str) -> Array:
        """Return a measured quantity of every member where it ended, shape (members,); NaN for those that failed."""
        ends = [
            _values(m, quantity)[-1] if m is not None and len(m) and ok else np.nan
            for m, ok in zip(self.motions, self.complete, strict=True)
        ]
        return np.array(ends)

    def to_xarray(self, *quantities: str) -> xr.Dataset:
        """Return quantities of all members as a labelled Dataset.

        Dimensions ``member`` and ``time``; the parameters are coordinates along ``member``, with ``complete`` and
        ``status``. Values are NaN where a member has none.

        Parameters
        ----------
        *quantities : str
            As in `measure`.
        """
        import xarray as xr

        along: dict[str, Any] = {name: ("member", values) for name, values in self.parameters.items()}
        along |= {"complete": ("member", self.complete), "status": ("member", list(self.status))}
        time = ("time", self.time, {"units": "s", "long_name": "time"})
        variables = {name: (("member", "time"), self.measure(name)) for name in quantities}
        return xr.Dataset(variables, {"member": np.arange(len(self)), "time": time, **along})

    def to_dataframe(self) -> pd.DataFrame:
        """Return parameters, time reached and status as a table with a row for every member."""
        import pandas as pd

        columns: dict[str, Any] = {**self.parameters, "reached [s]": self.reached, "complete": self.complete}
        return pd.DataFrame({**columns, "status": self.status}, index=pd.RangeIndex(len(self), name="member"))


def _values(motion: Motion, quantity: str) -> Array:
    """Return a quantity over time; the equations of motion are solved for forces and accelerations only."""
    (term, *others) = terms_of(motion, quantity)
    if others:
        raise ModelError(f"'{quantity}' has {1 + len(others)} components; ask for one: '{term.text}'.")
    if term.forces or term.order > 1 or type(motion) is Motion:
        return array_of(motion, quantity)
    plain = Motion(**{**{f.name: getattr(motion, f.name) for f in fields(Motion)}, "order": 1, "counts": {}})
    return array_of(plain, quantity)
