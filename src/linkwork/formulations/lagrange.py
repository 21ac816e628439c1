"""Lagrange's equation of a machine with one degree of freedom."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..base.zero import ROUNDING
from ..coordinates.gauge import GaugeReader, joint_coordinates
from ..coordinates.plan import Plan
from ..coordinates.rank import null_space
from ..errors import ExpressionError, ModelError
from .base import TURN, Options, formulation
from .minimal import Chart, Minimal, check_regular, freedoms_left

SUITABLE = 0.3
"""Share of the quickest joint coordinate from which another one is taken as the independent one."""


FADING = 0.05
"""What is left of a coordinate's part in the motion when it comes near its dead point: steps would creep towards it."""


class JointCoordinate(Chart):
    """A measured quantity phi and its rate, a length relative to the mechanism's size.

    Attributes
    ----------
    share : float
        Its part in the motion where it was chosen.
    """

    def __init__(self, reader: GaugeReader, length: float, share: float) -> None:
        self.reader, self.length, self.share, self.wraps = reader, length, share, np.array([reader.is_angle])
        self.unit = 1.0 if reader.is_angle else 1.0 / length

    def coordinates(self, q: Array) -> Array:
        """Return phi."""
        return np.array([self.unit * self.reader.read(q, np.zeros((len(q), 6)))[0]])

    def gradient(self, q: Array) -> Array:
        """Return the gradient of phi."""
        return np.asarray(self.unit * self.reader.read(q, np.zeros((len(q), 6)))[1][None])

    def rows(self, q: Array, V: Array) -> tuple[Array, Array]:
        """Return the gradient of phi, and what its turning adds to phi''."""
        _, gradient, bias = self.reader.read(q, V)
        return self.unit * gradient[None], np.array([self.unit * bias])

    def good(self, q: Array, J: Array) -> bool:
        """Return whether it still takes part in the motion; a singular position, where motions meet, is passed."""
        R = null_space(J)
        return R.shape[1] != 1 or share_of(self.reader, self.length, q, R[:, 0]) > FADING * self.share


@formulation("lagrange")
class Lagrange(Minimal):
    """Lagrange's equation in one coordinate: I(phi) phi'' + I'(phi) phi'^2 / 2 = tau(phi, phi', t).

    I = R^T M R is the inertia reduced to phi and tau = R^T Q the reduced torque, where R are the velocities of the
    bodies for phi' = 1; I' phi'^2 / 2 = R^T (M S c - gyroscopic moments) comes from the accelerations S c at phi'' = 0.
    phi is a joint coordinate: ``coordinate="A.angle"``, or the first one on the ground that moves well; another one
    takes over where it comes to its dead point. The one you name must not stand still while the machine moves (a
    slider at its dead centre does).

    `linkwork.Mechanism.reduced` gives I and tau over a cycle. Eksergian (1930), J. Franklin Inst. 209-211.
    """

    WORDS: ClassVar[str] = "one joint coordinate, Lagrange's equation with reduced inertia"

    def __init__(self, plan: Plan, options: Options) -> None:
        self._reader: GaugeReader | None = _reader(plan, options.coordinate) if options.coordinate else None
        self._most = 0.0
        super().__init__(plan, options)

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply, or an empty string."""
        left = freedoms_left(plan)
        if left != 1:
            count = "no degree of freedom" if left == 0 else f"{left} degrees of freedom"
            return (
                f"it takes one degree of freedom, and {count} {'is' if left == 0 else 'are'} left beside the drivers."
            )
        return super().reason(plan)

    def kinds(self) -> list[int]:
        """Return TURN: a length is relative to the mechanism's size."""
        return [TURN]

    def chart_at(self, q: Array, J: Array) -> JointCoordinate:
        """Return the joint coordinate asked for, or the first suitable one."""
        R = null_space(J)
        check_regular(self.full, R.shape[1])
        reader = self._reader or first_suitable(self.full, q, R[:, 0])
        share = share_of(reader, self.full.length, q, R[:, 0])
        if self._reader is not None and share <= max(ROUNDING, FADING * self._most):
            raise ModelError(
                f"coordinate='{self.options.coordinate}' stands still while '{self.full.name}' moves, "
                f"as a slider does at its dead centre, near t = {self._time():g} s. Name another, such as the angle of "
                f"a crank, or none."
            )
        self._most = max(self._most, share)
        return JointCoordinate(reader, self.full.length, share)


def _reader(plan: Plan, text: str) -> GaugeReader:
    try:
        return GaugeReader(plan, text)
    except ExpressionError as error:
        raise ModelError(f"coordinate='{text}' cannot be the independent coordinate: {error}") from None


def share_of(reader: GaugeReader, length: float, q: Array, motion: Array) -> float:
    """Return how much a coordinate changes in a motion (n,) of the bodies, lengths relative to the mechanism's size."""
    rate = abs(reader.read(q, np.zeros((len(q), 6)))[1] @ motion)
    return float(rate if reader.is_angle else rate / length)


def first_suitable(plan: Plan, q: Array, motion: Array) -> GaugeReader:
    """Return the first joint coordinate on the ground that takes a good part in a motion (n,) of the bodies."""
    readers = [GaugeReader(plan, name) for name in joint_coordinates(plan)[0]]
    rates = [share_of(reader, plan.length, q, motion) for reader in readers]
    if not rates or max(rates) < ROUNDING:
        raise ModelError(
            f"No joint coordinate of '{plan.name}' moves at its start. Name another quantity: "
            f"coordinate='crank.angle', or an x, y of a point."
        )
    return next(r for r, rate in zip(readers, rates, strict=True) if rate >= SUITABLE * max(rates))
