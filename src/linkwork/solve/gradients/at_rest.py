"""Gradients of positions of equilibrium, and of the frequencies of small motions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...arrays import Array
from ...base.poses import moved
from ...base.zero import CROSSED, RANK
from ...coordinates.rank import allowed_motions, normalised
from ...errors import ModelError, check_word
from ...results.equilibrium import Equilibrium
from ...results.linear import Linearisation
from ...results.reading import read
from ..equations import left_out
from ..equilibrium import equilibrium, resting
from ..held import held
from ..linearise import linearise
from ..simulate import at_instant
from ..start import turned_on
from ..still import Still
from .asked import ROUNDING, Asked
from .every import Every
from .readings import Tangents, check_reading, enough, slopes_along, value_of
from .resting import Resting
from .varied import Variable

if TYPE_CHECKING:
    from ...coordinates.plan import Plan

ALIKE = 1e-6
"""Eigenvalues that differ by less, relative, count as one that comes several times."""


BESIDE = 1e-4
"""Turn [rad], and shift as a share of the size, by which readings beside a singular position are apart."""

NARROW = 1e-3
"""Singular value, relative to the largest, below which a position is next to a singular one."""

UNSURE = 4.0 * float(np.finfo(float).eps)
"""Rounding of what joints ask for, relative to the size of the mechanism."""

FELT = 1e-6
"""Change of a number along a motion of the size of the mechanism, as a share of its own size, that is none: differences
with such steps miss 1e-8."""


class AtRest(Asked):
    """A position of equilibrium."""

    NAME: ClassVar[str] = "equilibrium"
    TIMED: ClassVar[bool] = False

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.t = float(self.options.get("t", 0.0))
        self.found = self.searched(self.plan)
        self.still = held(self.plan, self.t)
        rows = self.plan.equations
        if left_out(self.plan) or self.plan.positions is not self.plan or any(e.release is not None for e in rows):
            self.why = "contacts, friction or equations of velocities depend on the way"
        elif self.found.singular:
            self.why = "the mechanism rests in a singular position, where joints allow more motions than beside it"
        self.read()

    def read(self) -> None:
        """Read the quantity at the position."""
        self.read_unit()
        check_reading(self.found.motion.plan, self.scalar.quantity, self.found.motion)
        self.value = float(value_of(self.found.motion.plan, self.scalar.quantity, self.found.motion)[0])
        at = Still(self.still, self.found.poses, self.t, self.found.start.angles(self.still))
        if self.found.singular:  # it is known to a share of the size only
            N = allowed_motions(at.here.terms.J, self.still.units, CROSSED)
            self.apart = CROSSED * self._along(N) / np.array(self.designs.sizes)
        values, vectors = at.directions
        loose = at.N @ vectors[:, np.abs(values) <= at.nothing]
        if self.found.kind != "indifferent" or self.found.contacts or not loose.shape[1]:
            return
        if self._along(loose) > FELT * (abs(self.value) + self.rounding / ROUNDING):
            raise ModelError(
                f"'{self.plan.name}' is in indifferent equilibrium: it may rest beside this position as well, and "
                f"where it rests has no derivative. Add what holds it: a spring, a weight or a driver."
            )

    def _along(self, motions: Array) -> float:
        """Return the change of the number with motions (bodies * d, k) of the size of the mechanism, added up."""
        motion, N = self.found.motion, motions[None]
        term = read(motion.plan, self.scalar.quantity)[0]
        slopes = slopes_along(term, enough(term, motion), Tangents(N, np.zeros_like(N)), np.full(N.shape[2], BESIDE))
        return float(np.abs(slopes).sum())

    def again(self, plan: Plan, held: bool = False) -> float:
        """Return the number for a plan with other values."""
        motion = self.near(plan).motion
        return float(value_of(motion.plan, self.scalar.quantity, motion)[0])

    def near(self, plan: Plan) -> Equilibrium:
        """Return the equilibrium of another plan: nearest to the first, or where what rolls comes to from its hints."""
        if self.plan.positions is not self.plan:
            return self.searched(plan)
        return equilibrium(plan, self.found.start, self.t, search="nearest")

    def searched(self, plan: Plan) -> Equilibrium:
        """Return the equilibrium of a plan that is asked for."""
        search = self.options.get("search", "stable")
        return equilibrium(plan, self.options.get("start"), self.t, search=search)

    def every(self) -> Every:
        """Return the design variables; where there are drivers, these are held."""
        every = Every(self.designs, None if self.still is self.plan else lambda plan: held(plan, self.t))
        self.beside = every.near
        return every

    def exact(self) -> Array:
        """Return the derivatives from those of the position."""
        every = self.every()
        found = self._derivatives(every, self.found)
        for shift in self._narrow():
            self.apart = self.apart + np.abs(self._derivatives(every, self._shifted(shift)) - found)
        return found

    def _derivatives(self, every: Every, found: Equilibrium) -> Array:
        """Return the derivatives at a position of rest."""
        tangents = Resting(self.still, found, self.t).tangents(every)
        return np.asarray(every.slopes(self.scalar.quantity, found.motion, tangents)[0])

    def _narrow(self) -> list[Array]:
        """Return displacements by which the position is not known, next to a singular one: rounding, over its rank."""
        units = self.still.units
        at = Still(self.still, self.found.poses, self.t, self.found.start.angles(self.still))
        _, sizes, motions = np.linalg.svd(normalised(at.here.terms.J * units), full_matrices=False)
        shares = sizes / sizes.max(initial=RANK)
        near = (shares > RANK) & (shares < NARROW)
        return [UNSURE / share * units * motion for share, motion in zip(shares[near], motions[near], strict=True)]

    def _shifted(self, shift: Array) -> Equilibrium:
        """Return the position of rest with its bodies displaced."""
        begin = self.found.start
        there = resting(self.plan, moved(begin.poses, shift, self.plan.freedoms), self.t)
        start = turned_on(there, begin.turned, begin.counted)
        return replace(self.found, start=start, motion=at_instant(self.found.motion.plan, start, self.t))


class Modes(AtRest):
    """A frequency, natural or damped, or damping ratio of small motions about an equilibrium, or about the start."""

    NAME: ClassVar[str] = "modes"

    def __init__(self, designs: Any, scalar: Any, times: Any, options: dict[str, Any]) -> None:
        self.about = options.pop("about", "equilibrium")
        check_word("about", self.about, ("equilibrium", "start"))
        if self.about == "equilibrium":
            super().__init__(designs, scalar, times, options)
            return
        Asked.__init__(self, designs, scalar, times, options)
        self.t = float(options.get("t", 0.0))
        self.why = "the state at the start follows from hints"
        self.read()

    def linear(self, plan: Plan, at: Any, coordinates: Any = None) -> Linearisation:
        """Return the linear equations of a plan at a state."""
        return linearise(plan, at, self.t, coordinates=coordinates, inputs=(), outputs=())

    def read(self) -> None:
        """Read the eigenvalue of the mode."""
        at = self.found.start if self.about == "equilibrium" else None
        self.base = self.linear(self.plan, at)
        k, modes = int(self.scalar.quantity), self.base.modes
        numbers = [mode.number for mode in modes]
        if k not in numbers:
            raise ModelError(f"'{self.plan.name}' has modes {numbers[0]} to {numbers[-1]}, not {k}.")
        self.mode = modes[numbers.index(k)]
        self.unit = "1" if self.scalar.kind == "damping ratio" else "Hz"
        if self.scalar.kind == "frequency" and not self.mode.eigenvalue.imag:
            raise ModelError(
                f"Mode {k} of '{self.plan.name}' does not swing and has no frequency ({self.mode.words}). Ask for "
                f"'natural frequency of mode {k}', the size of its eigenvalue."
            )
        self.value = self._number(complex(self.mode.eigenvalue))
        values = np.linalg.eigvals(self.base.A)
        alike = np.abs(values - self.mode.eigenvalue) <= ALIKE * np.abs(values).max(initial=0.0)
        if alike.sum() != 1:
            raise ModelError(
                f"Mode {k} of '{self.plan.name}' has an eigenvalue that comes {int(alike.sum())} times: its modes part "
                f"in ways that depend on what is changed, and it has no derivative."
            )

    def _number(self, eigenvalue: complex) -> float:
        match self.scalar.kind:
            case "frequency":
                return abs(eigenvalue.imag) / (2.0 * np.pi)
            case "natural frequency":
                return abs(eigenvalue) / (2.0 * np.pi)
        return -eigenvalue.real / abs(eigenvalue)

    def again(self, plan: Plan, held: bool = False) -> float:
        """Return the number for a plan with other values."""
        at = self.near(plan).start if self.about == "equilibrium" else None
        values = np.linalg.eigvals(self.linear(plan, at, self.base.coordinates).A)
        return self._number(complex(values[np.argmin(np.abs(values - self.mode.eigenvalue))]))

    def exact(self) -> Array:
        """Return the derivatives by left and right eigenvectors, dA from linear equations beside the position.

        d lambda = l^T dA r / (l^T r)
        """
        values, right = np.linalg.eig(self.base.A)
        k = int(np.argmin(np.abs(values - self.mode.eigenvalue)))
        left = np.linalg.inv(right)[k]
        begin, d = self.found.start, self.plan.freedoms
        every = self.every()
        shifts = Resting(self.still, self.found, self.t).tangents(every).shifts[0]

        def matrix(plan: Plan, displacement: Array) -> Array:
            beside = resting(plan, moved(begin.poses, displacement, d), self.t)
            at = replace(beside, counted=begin.counted, turned=begin.turned)
            return self.linear(plan, at, self.base.coordinates).A

        def slope(variable: Variable, shift: Array) -> float:
            dA = variable.slope(lambda plan, h: matrix(plan, h * shift))
            change, eigenvalue = complex(left @ dA @ right[:, k]), complex(values[k])
            size = (eigenvalue.conjugate() * change).real / abs(eigenvalue)  # of |lambda|
            match self.scalar.kind:
                case "frequency":
                    return float(np.copysign(change.imag, change.imag * eigenvalue.imag)) / (2.0 * np.pi)
                case "natural frequency":
                    return size / (2.0 * np.pi)
            return -change.real / abs(eigenvalue) + eigenvalue.real * size / abs(eigenvalue) ** 2

        return np.array([slope(v, shift) for v, shift in zip(every.variables, shifts.T, strict=True)])
