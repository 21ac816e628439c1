"""What a formulation is: how the motion of a mechanism is described, and how its accelerations are found.

A new formulation is one file in this folder: a class that derives from `Interpreted` (or `Formulation`), decorated
with ``@formulation("name")``, with a docstring (the equations, the reference) and

``WORDS``
    what it is, in one line;
``reason(plan)``
    why it does not apply to a mechanism, or an empty string;
``parts``
    the kinds of the components of its state: coordinates, then velocities;
``unpack(s)``, ``pack(s)``
    from its state to the motion of the bodies (work.q, work.V) and back;
``rates(t, s, k)``
    the rates of the state, with the bodies' accelerations work.x and multipliers work.lam;
``project(t, closed)``
    the state at hand brought back to the constraints.

The integrator, its events, output and energy balance are the same for all: it calls these functions by their addresses
in place of those for reference-point coordinates.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy as np

from ..arrays import Array
from ..errors import ModelError
from ..kernels.compiler.stages import direct
from ..kernels.dynamics import dynamics, energy
from ..kernels.steps import projecting, rates, singular, state
from .called_back import CalledBack
from .terms import BodyTerms, body_terms

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from .on_coordinates import Coordinates


SHIFT, TURN, SPEED, SPIN = 0, 1, 2, 3
"""Kinds of component of a state: a length, an angle or Euler parameter, and their rates."""

ASKED = "asked for."
"""Why a formulation is used: the user named it."""

REGISTRY: dict[str, type[Formulation]] = {}
"""Every formulation by name."""

Kind = TypeVar("Kind", bound="type[Formulation]")


def formulation(name: str) -> Callable[[Kind], Kind]:
    """Register a formulation under `name`: what users write in ``simulate(formulation=...)``."""

    def register(cls: Kind) -> Kind:
        cls.NAME = name
        REGISTRY[name] = cls
        return cls

    return register


@dataclass(frozen=True)
class Options:
    """What a user may choose about formulations; each uses what concerns it.

    Attributes
    ----------
    null_space : {"svd", "qr", "gauss", "gram-schmidt"}
        How the matrix R of allowable motions is found.
    penalty : float
        Factor of the penalty, relative to the mass matrix.
    natural_frequency, damping_ratio : float
        Of the violations under a penalty [rad/s, 1].
    coordinate : str
        Independent coordinate, for example "A.angle"; "" lets the formulation choose.
    """

    null_space: str = "svd"
    penalty: float = 1e7
    natural_frequency: float = 10.0
    damping_ratio: float = 1.0
    coordinate: str = ""


@contextmanager
def solvable(plan: Plan, name: str) -> Iterator[None]:
    """Let linear equations without a solution end in a sentence about the formulation `name`."""
    try:
        yield
    except np.linalg.LinAlgError:
        raise ModelError(
            f"The equations of '{plan.name}' in the formulation '{name}' have no solution at this state: "
            f"its lengths, masses or forces differ by more than numbers of 16 digits hold. Check their units, or take "
            f"another formulation."
        ) from None


def _made(kind: type[Formulation], plan: Plan, options: Options, carried: dict[str, Any]) -> Formulation:
    made = kind(plan, options)
    for name, value in carried.items():
        setattr(made, name, value)
    return made


class Formulation(CalledBack):
    """How a motion is described and its accelerations are found; this one: reference-point coordinates, compiled."""

    NAME: ClassVar[str] = ""
    WORDS: ClassVar[str] = ""
    STEPPER: ClassVar[bool] = False
    """Whether it takes whole steps by itself instead of giving rates to a method of integration."""
    COUNTED: ClassVar[bool] = False
    """Whether it has to know how many degrees of freedom the drivers leave: see `minimal.note_freedoms`."""
    BODIES: ClassVar[bool] = True
    """Whether its state is that of the bodies: poses and twists."""
    FACTORISED: ClassVar[bool] = False
    """Whether the rows of the bodies are factorised at the state once `serve` has let it find accelerations."""
    CARRIED: ClassVar[tuple[str, ...]] = ("why",)
    """What a copy for other work arrays takes over."""

    def __init__(self, plan: Plan, options: Options) -> None:
        super().__init__()
        self.full, self.options = plan, options
        self.why = ASKED

    @classmethod
    def reason(cls, plan: Plan) -> str:
        """Return why it does not apply to a mechanism, or an empty string."""
        return ""

    @property
    def plan(self) -> Plan:
        """The plan that the integrator runs on."""
        return self.full

    def as_coordinates(self, work: Bundle) -> Coordinates | None:
        """Return its coordinates, whose matrices can be looked at; None where it has none of its own."""
        return None

    def install(self, work: Bundle) -> None:
        """Prepare the work arrays of a run, which hold the start: work.q and work.V[:, 0]."""

    def serve(self, work: Bundle) -> None:
        """Prepare the work arrays of the full plan so that `accelerate` finds what this formulation finds."""
        self.install(work)

    def anew(self) -> Formulation:
        """Return the same formulation for other work arrays."""
        make, given = self.__reduce__()
        return cast(Formulation, make(*given))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make it again: copies and pickles are for other work arrays, too."""
        return _made, (type(self), self.full, self.options, {name: getattr(self, name) for name in self.CARRIED})

    def lowest_pivot(self, work: Bundle) -> float:
        """Return the time of a singular position between the last states of a run, or -1e300.

        A state that lies in it needs no search; steps around it may be too uneven for a polynomial.
        """
        if work.control.pivot_before < singular.ZERO:
            return float(work.clock[1])
        return float(singular.lowest_pivot(work.H))


class Interpreted(Formulation):
    """A formulation in Python: the integrator calls its functions from compiled code."""

    BODIES: ClassVar[bool] = False

    work: Bundle

    def __init__(self, plan: Plan, options: Options) -> None:
        super().__init__(plan, options)
        self._running: Plan | None = None

    # ---- to be written for each ----------------------------------------------------------------

    @property
    def parts(self) -> list[int]:
        """Kinds of the components of the state, coordinates first."""
        raise NotImplementedError

    def unpack(self, s: Array) -> None:
        """Write the state s to work.q and work.V[:, 0]."""
        raise NotImplementedError

    def pack(self, s: Array) -> None:
        """Write work.q and work.V[:, 0], which meet the constraints, to the state s."""
        raise NotImplementedError

    def rates(self, t: float, s: Array, k: Array) -> None:
        """Write the rates of the state to k[:-1]; leave accelerations in work.x and multipliers in work.lam."""
        raise NotImplementedError

    def project(self, t: float, closed: float) -> float:
        """Bring work.q and work.V[:, 0] back to the constraints; return the largest scaled residual left, or -1."""
        return float(direct(projecting.project)(self.work.H, t, closed, 0.1))

    def prepare(self) -> None:
        """Do what is needed once, when work.q and work.V[:, 0] hold the start."""

    # ---- common to all -------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The plan that the integrator runs on: the full one with this state."""
        if self._running is None:
            self._running = replace(self.full, tables={**self.full.tables, "parts": np.array(self.parts, np.int64)})
        return self._running

    def install(self, work: Bundle) -> None:
        """Let the integrator call this formulation."""
        self.work = work
        with solvable(self.full, self.NAME):
            self.prepare()
        self._redirect(state.unpack, self._unpack)
        self._redirect(state.pack, self._pack)
        self._redirect(rates.rates, self._rates)
        self._redirect(projecting.project, self._project)

    def serve(self, work: Bundle) -> None:
        """Let `accelerate` find what this formulation finds."""
        self.work = work
        self.prepared = False
        self._redirect(dynamics.accelerate, self._accelerate)

    def _accelerate(self, t: float) -> int:
        if not self.prepared:
            self.prepare()
            self.prepared = True
        s, k = np.zeros(len(self.parts) + 1), np.zeros(len(self.parts) + 1)
        self.pack(s)
        self.rates(t, s, k)
        return 0 if np.isfinite(k).all() else 1

    def _redirect(self, stage: Any, function: Callable[..., Any]) -> None:
        self.redirect(self.work, stage, function)

    def _state(self, address: int) -> Array:
        return np.ctypeslib.as_array((ctypes.c_double * self.work.s.size).from_address(address))

    def _unpack(self, address: int) -> int:
        self.unpack(self._state(address))
        return 0

    def _pack(self, address: int) -> int:
        self.pack(self._state(address))
        return 0

    def _rates(self, t: float, address: int, into: int) -> int:
        k = self._state(into)
        self.rates(t, self._state(address), k)
        k[-1] = energy.dissipated_power(self.work.H)
        self.work.counts.evaluations += 1
        return 0 if np.isfinite(k).all() else 1

    def _project(self, t: float, closed: float, _: float) -> float:
        return self.project(t, closed)

    def body_terms(self, t: float) -> BodyTerms:
        """Return masses, forces and rows at work.q and work.V[:, 0]."""
        return body_terms(self.full, self.work, t)

    def note(self, acceleration: Array, multipliers: Array) -> None:
        """Leave accelerations (bodies * d,) and multipliers of the table's rows for the integrator and the results."""
        self.work.x[:] = acceleration.reshape(self.work.x.shape)
        self.work.lam[:] = multipliers


def bent_at_places(plan: Plan) -> str:
    """Return the reason of formulations that take no blow where an equation has a kink or jumps; "" where none does."""
    programs = ((e.owner, e.program) for e in plan.equations if e.program is not None and not e.passing)
    bent = [owner for owner, program in programs if any(not course.timed for course in program.courses)]
    return (
        f"equation '{bent[0]}' has a kink or jumps at a place, where velocities jump. Use 'reference'." if bent else ""
    )
