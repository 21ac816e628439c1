"""One measured quantity with its gradient by the twists of the bodies and its second derivative."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..base.measure import WRAPPED
from ..kernels.dynamics.dynamics import appraise, carry
from ..kernels.kinematics.motion import linearise
from ..model.equations import Equation, Gauge
from .plan import Plan, make_plan


class GaugeReader:
    """Reads a quantity by name, for example "A.angle"; raises ExpressionError for a name that is none.

    Attributes
    ----------
    text : str
    is_angle : bool
    """

    def __init__(self, plan: Plan, text: str) -> None:
        gauge = plan.writer.named_gauge(text)
        equation = Equation(text, False, text, (gauge,))
        self.text, self.is_angle = text, gauge.kind in WRAPPED
        self._plan = make_plan(plan.resolved, [equation], plan.writer)
        self._work = self._plan.bundle()

    def read(self, q: Array, V: Array) -> tuple[float, Array, float]:
        """Return value z, gradient g (n,) and bias at poses and twists: z' = g V, z'' = g a + bias.

        Parameters
        ----------
        q : array, shape (bodies, 7)
        V : array, shape (bodies, 6)
        """
        work, d = self._work, self._plan.freedoms
        work.q[:], work.V[:, 0] = q, V
        carry(work.H)
        appraise(work.H, 0.0)
        linearise(work.H, 0.0, work.q)
        gradient = np.zeros((len(q), d))
        gradient[work.block_body] = work.J
        return float(work.Phi[0]), gradient.ravel(), -float(work.rhs[0])


def joint_coordinates(plan: Plan) -> tuple[list[str], list[Gauge]]:
    """Return the names and gauges of the joint coordinates, those on the ground first."""
    joints = sorted(plan.model.joints.values(), key=lambda j: "ground" not in (j.a.body, j.b.body))
    found = [(f"{j.name}.{name}", plan.writer.gauge(m, j.AXIS)) for j in joints for name, m in j.coordinates().items()]
    return [name for name, _ in found], [gauge for _, gauge in found]
