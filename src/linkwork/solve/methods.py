"""Methods of integration: Runge-Kutta methods as tables, the Cauchy-Euler step, and generalised-alpha.

A method with stages k_i = f(t + c_i h, y + h sum_j a_ij k_j) ends a step at y + h sum_i b_i k_i; the rows of `e`
estimate its error. Dormand and Prince's methods: Hairer, Norsett and Wanner, Solving Ordinary Differential
Equations I, sections II.5 and II.10. The implicit one, ESDIRK5(4)7L[2]SA2: Kennedy and Carpenter, Diagonally implicit
Runge-Kutta methods for stiff ODEs, Applied Numerical Mathematics 146 (2019), 221-244; it is L-stable, and its stages
lie within the step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..kernels.steps.stepping import NONE

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from .settings import Settings
    from .watching import Watched

Sparse = Mapping[int, float]

PATIENT = 15
"""Steps too short for the motion after which a model counts as stiff."""


@dataclass(frozen=True)
class Method:
    """A Runge-Kutta method, explicit or diagonally implicit.

    Attributes
    ----------
    name, words : str
    order : int
        Of convergence.
    control : int
        The estimated error falls with this power of the step.
    a, b, c : array
        Coefficients of stages, of the result, and times of the stages.
    e : array, shape (2, stages)
        Coefficients of the error estimates; zero for a method without one.
    constant : bool
        Whether accelerations count as constant over a step, so that positions move by h^2 / 2 of them, too.
    """

    name: str
    words: str
    order: int
    control: int
    a: Array
    b: Array
    c: Array
    e: Array
    constant: bool = False

    @property
    def stages(self) -> int:
        """Evaluations a step."""
        return len(self.b)

    @cached_property
    def adaptive(self) -> bool:
        """Whether it estimates its error."""
        return bool(self.e.any())

    @property
    def implicit(self) -> bool:
        """Whether stages are equations to be solved."""
        return bool(self.a[-1, -1])

    @property
    def tolerance(self) -> float:
        """Error allowed in a step when nothing else is asked for."""
        return 1e-9 if self.implicit else 1e-11

    def plan(self, watched: Watched) -> Plan:
        """Return the plan it works on: for an implicit method with rows for stiffness and damping of the forces."""
        return watched.stiff_plan if self.implicit else watched.plan

    def set_up(self, work: Bundle, settings: Settings) -> None:
        """Write its parameters to the work arrays."""
        if not self.implicit and work.control.adaptive:
            work.control.patience = PATIENT


class GeneralisedAlpha(Method):
    """Chung and Hulbert's generalised-alpha method, see `linkwork.kernels.steps.implicit`; its tables are empty."""

    stages = 0
    adaptive = True
    implicit = True
    tolerance = 1e-5

    def set_up(self, work: Bundle, settings: Settings) -> None:
        """Write the parameters of the method to the control array.

        The step closes the joints by itself: nothing is left to stabilise.
        """
        work.control.stabilise = NONE
        work.control.alpha_m, work.control.alpha_f = weights(settings.spectral_radius)


def weights(spectral_radius: float) -> tuple[float, float]:
    """Return alpha_m and alpha_f for a spectral radius at infinite frequency.

    With these the damping at low frequencies is the least possible (Chung and Hulbert 1993).

    Parameters
    ----------
    spectral_radius : float
        1: no damping, 0: what is infinitely stiff is gone after one step.
    """
    return (2.0 * spectral_radius - 1.0) / (spectral_radius + 1.0), spectral_radius / (spectral_radius + 1.0)


def _row(entries: Sparse, count: int) -> Array:
    row = np.zeros(count)
    row[list(entries)] = list(entries.values())
    return row


def _method(
    name: str,
    words: str,
    order: int,
    control: int,
    a: Sequence[Sparse],
    b: Sparse,
    e: tuple[Sparse, Sparse] = ({}, {}),
    constant: bool = False,
) -> Method:
    """Return a method from its coefficients that are not zero; c_i = sum_j a_ij."""
    count = len(a)
    table = np.array([_row(entries, count) for entries in a])
    errors = np.array([_row(k, count) for k in e])
    return Method(name, words, order, control, table, _row(b, count), table.sum(axis=1), errors, constant)


_DOP853_A: tuple[Sparse, ...] = (
    {},
    {0: 0.05260015195876773},
    {0: 0.0197250569845379, 1: 0.0591751709536137},
    {0: 0.02958758547680685, 2: 0.08876275643042054},
    {0: 0.2413651341592667, 2: -0.8845494793282861, 3: 0.924834003261792},
    {0: 0.037037037037037035, 3: 0.17082860872947386, 4: 0.12546768756682242},
    {0: 0.037109375, 3: 0.17025221101954405, 4: 0.06021653898045596, 5: -0.017578125},
    {
        0: 0.03709200011850479,
        3: 0.17038392571223998,
        4: 0.10726203044637328,
        5: -0.015319437748624402,
        6: 0.008273789163814023,
    },
    {
        0: 0.6241109587160757,
        3: -3.3608926294469414,
        4: -0.868219346841726,
        5: 27.59209969944671,
        6: 20.154067550477894,
        7: -43.48988418106996,
    },
    {
        0: 0.47766253643826434,
        3: -2.4881146199716677,
        4: -0.590290826836843,
        5: 21.230051448181193,
        6: 15.279233632882423,
        7: -33.28821096898486,
        8: -0.020331201708508627,
    },
    {
        0: -0.9371424300859873,
        3: 5.186372428844064,
        4: 1.0914373489967295,
        5: -8.149787010746927,
        6: -18.52006565999696,
        7: 22.739487099350505,
        8: 2.4936055526796523,
        9: -3.0467644718982196,
    },
    {
        0: 2.273310147516538,
        3: -10.53449546673725,
        4: -2.0008720582248625,
        5: -17.9589318631188,
        6: 27.94888452941996,
        7: -2.8589982771350235,
        8: -8.87285693353063,
        9: 12.360567175794303,
        10: 0.6433927460157636,
    },
)
_DOP853_B = {
    0: 0.054293734116568765,
    5: 4.450312892752409,
    6: 1.8915178993145003,
    7: -5.801203960010585,
    8: 0.3111643669578199,
    9: -0.1521609496625161,
    10: 0.20136540080403034,
    11: 0.04471061572777259,
}
_DOP853_E5 = {
    0: 0.01312004499419488,
    5: -1.2251564463762044,
    6: -0.4957589496572502,
    7: 1.6643771824549864,
    8: -0.35032884874997366,
    9: 0.3341791187130175,
    10: 0.08192320648511571,
    11: -0.022355307863886294,
}
_DOP853_E3 = {
    0: -0.18980075407240762,
    5: 4.450312892752409,
    6: 1.8915178993145003,
    7: -5.801203960010585,
    8: -0.4226823213237919,
    9: -0.1521609496625161,
    10: 0.20136540080403034,
    11: 0.02265179219836082,
}

_DP5_A: tuple[Sparse, ...] = (
    {},
    {0: 1 / 5},
    {0: 3 / 40, 1: 9 / 40},
    {0: 44 / 45, 1: -56 / 15, 2: 32 / 9},
    {0: 19372 / 6561, 1: -25360 / 2187, 2: 64448 / 6561, 3: -212 / 729},
    {0: 9017 / 3168, 1: -355 / 33, 2: 46732 / 5247, 3: 49 / 176, 4: -5103 / 18656},
    {0: 35 / 384, 2: 500 / 1113, 3: 125 / 192, 4: -2187 / 6784, 5: 11 / 84},
)
_DP5_E = {0: -71 / 57600, 2: 71 / 16695, 3: -71 / 1920, 4: 17253 / 339200, 5: -22 / 525, 6: 1 / 40}

_GAMMA = 23 / 125
_ESDIRK_A: tuple[Sparse, ...] = (
    {},
    {0: _GAMMA, 1: _GAMMA},
    {0: 791020047304 / 3561426431547, 1: 791020047304 / 3561426431547, 2: _GAMMA},
    {
        0: -158159076358 / 11257294102345,
        1: -158159076358 / 11257294102345,
        2: -85517644447 / 5003708988389,
        3: _GAMMA,
    },
    {
        0: -1653327111580 / 4048416487981,
        1: -1653327111580 / 4048416487981,
        2: 1514767744496 / 9099671765375,
        3: 14283835447591 / 12247432691556,
        4: _GAMMA,
    },
    {
        0: -4540011970825 / 8418487046959,
        1: -4540011970825 / 8418487046959,
        2: -1790937573418 / 7393406387169,
        3: 10819093665085 / 7266595846747,
        4: 4109463131231 / 7386972500302,
        5: _GAMMA,
    },
    {
        0: -188593204321 / 4778616380481,
        1: -188593204321 / 4778616380481,
        2: 2809310203510 / 10304234040467,
        3: 1021729336898 / 2364210264653,
        4: 870612361811 / 2470410392208,
        5: -1307970675534 / 8059683598661,
        6: _GAMMA,
    },
)
_ESDIRK_FOURTH = (
    -582099335757 / 7214068459310,
    -582099335757 / 7214068459310,
    615023338567 / 3362626566945,
    3192122436311 / 6174152374399,
    6156034052041 / 14430468657929,
    -1011318518279 / 9693750372484,
    1914490192573 / 13754262428401,
)
_ESDIRK_E = {j: _ESDIRK_A[6][j] - b for j, b in enumerate(_ESDIRK_FOURTH)}

_NO_STAGES = np.zeros((2, 1)), np.zeros(1), np.zeros(1), np.zeros((2, 1))

EXPLICIT, IMPLICIT = "dop853", "esdirk54"
"""The methods that runs begin with and change over to when nothing else is asked for."""

METHODS: dict[str, Method] = {
    m.name: m
    for m in (
        _method(
            "dop853",
            "Dormand and Prince, order 8",
            8,
            8,
            _DOP853_A,
            _DOP853_B,
            (_DOP853_E5, _DOP853_E3),
        ),
        _method("rk45", "Dormand and Prince, order 5", 5, 5, _DP5_A, _DP5_A[6], (_DP5_E, {})),
        _method("esdirk54", "Kennedy and Carpenter, implicit, order 5", 5, 5, _ESDIRK_A, _ESDIRK_A[6], (_ESDIRK_E, {})),
        _method(
            "rk4",
            "classical Runge-Kutta, order 4",
            4,
            4,
            ({}, {0: 0.5}, {1: 0.5}, {2: 1.0}),
            {0: 1 / 6, 1: 1 / 3, 2: 1 / 3, 3: 1 / 6},
        ),
        _method("heun", "Heun, order 2", 2, 2, ({}, {0: 1.0}), {0: 0.5, 1: 0.5}),
        _method("euler", "Euler, order 1", 1, 1, ({},), {0: 1.0}),
        _method("cauchy-euler", "constant accelerations, order 1", 1, 1, ({},), {0: 1.0}, constant=True),
        GeneralisedAlpha("generalised-alpha", "generalised-alpha, implicit, order 2", 2, 3, *_NO_STAGES),
    )
}
"""Every method by name."""
