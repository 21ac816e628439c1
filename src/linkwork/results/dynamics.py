"""A motion with its forces: accelerations, reactions, loads, energies, found when they are first looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING

from ..arrays import Array
from ..functions.controller import Samples
from .balance import Balance, balance_along
from .determinacy import Determinacy, find_determinacy
from .efforts import DriverEffort, ForceEffort, driver_effort, force_effort
from .energy import Energy, energy_of
from .forces import Forces, forces_along
from .momentum import Momentum, momentum_of, shaking
from .motion import Motion
from .pressing import Grip, grip_of
from .reactions import DynamicJoint, Reactions, find_reactions
from .status import Violations, find_violations

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..formulations import Formulation
    from ..model.equations import Gauge
    from ..solve.start import Start
    from .diagrams.free_body import FreeBody
    from .kinetostatics import Kinetostatics
    from .split import Stiffness


@dataclass(frozen=True, repr=False)
class DynamicMotion(Motion):
    """A motion of a mechanism with masses: a `Motion`, and the forces in it.

    Everything beyond positions and velocities is computed when it is first looked at.

    Attributes
    ----------
    start : Start or None
        The consistent state it began with.
    work : array, shape (times,), or None
        Work done by drivers and by forces without a potential, as integrated [J].
    drift : float
        Largest imbalance of energy at the steps of the integration [J].
    modes : array, shape (times, switches), or None
        What rigid contacts and frictions do at each time: open (0) or closed (1); stick (0) or slide (-1, 1), or
        are held still by what leads them (-2).
    records : dict
        Times of the events that were to be recorded, by name [s].
    changes : dict
        Times [s] at which each contact and each joint with friction changed, by its name and by what it did: "closes",
        "rebounds or opens"; "sticks", "slides forward", "slides back", "is held still"; wheels also
        "rolls", and "slides" in space. ``run.changes["floor"]["closes"]``.
    samples : dict
        What each sampled controller measured and returned, by the name of its force: ``run.samples["motor"].value``.
    formulation : Formulation or None
        How accelerations and reactions are found.
    prescribed : bool
        Whether the accelerations are those of drivers, which the forces must explain, instead of following from forces.
    interpolated : bool
        Whether accelerations were stored that are read between the steps of an integration, for singular positions.
    held : array, shape (times, equations), or None
        Multipliers in the order of the table that are held with the accelerations, instead of being solved for.
    baumgarte : tuple of two floats
        Baumgarte's parameters alpha and beta that the run was stabilised with [1/s]; accelerations and multipliers are
        those of the run, Phi'' + 2 alpha Phi' + beta^2 Phi = 0.
    singular : bool
        Whether it is one position, a singular one: multipliers that nothing feels there alone are not unique either.
    """

    start: Start | None = field(default=None, repr=False)
    work: Array | None = field(default=None, repr=False)
    drift: float = 0.0
    modes: Array | None = field(default=None, repr=False)
    records: dict[str, Array] = field(default_factory=dict)
    changes: dict[str, dict[str, Array]] = field(default_factory=dict)
    samples: dict[str, Samples] = field(default_factory=dict, repr=False)
    formulation: Formulation | None = field(default=None, repr=False)
    prescribed: bool = False
    interpolated: bool = False
    held: Array | None = field(default=None, repr=False)
    baumgarte: tuple[float, float] = (0.0, 0.0)
    singular: bool = False

    @staticmethod
    def along(motion: Motion, plan: Plan | None = None, modes: Array | None = None) -> DynamicMotion:
        """Return a motion, found by kinematics, as one with forces; with the plan and modes of its switches if any."""
        given = {f.name: getattr(motion, f.name) for f in fields(Motion)}
        known = motion.order >= 2
        return DynamicMotion(**{**given, "plan": plan or motion.plan}, modes=modes, prescribed=known)

    @property
    def has_forces(self) -> bool:
        """A motion with forces, always."""
        return True

    # ---- joints, drivers, force elements -------------------------------------------------------

    def joint(self, name: str) -> DynamicJoint:
        """Return a joint's coordinates and the force in it over time, by the joint's name."""
        return DynamicJoint(super().joint(name), self)

    def tension(self, name: str) -> Array:
        """Return the tension of a cable, shape (times,), or of the two strands of a belt, shape (times, 2) [N].

        Of a cable with pulleys without slip: one column for every part, from a to b. Of a belt: first the strand on the
        left of the way from a to b where it leaves a; without a force that tightens it the strands have half of the
        difference of their pulls more and less than that.
        """
        from .cables import tension

        self.known_joint(name)
        found = tension(self, name)
        return found[:, 0] if found.shape[1] == 1 else found

    def driver(self, name: str) -> DriverEffort:
        """Return force or torque of a driver over time, and its power, by the driver's name."""
        return driver_effort(self, name)

    def force(self, name: str) -> ForceEffort:
        """Return the value of a force element over time, its power and work, by the element's name."""
        return force_effort(self, name)

    def reactions(self, split: str = "minimum-norm", stiffness: Mapping[str, Stiffness] | None = None) -> Reactions:
        """Return the forces in all joints.

        Parameters
        ----------
        split : {"minimum-norm", "stiffness", "solver"}
            How loads are split that several joints share in more than one way. ``"minimum-norm"``: the
            sum over all equations of (length x force)^2 and moment^2 is least, with the length scale of the
            mechanism. ``"stiffness"``: the sum of force^2 / k and moment^2 / k is least, as if every joint
            were a spring of stiffness k. ``"solver"``: as the linear solve left them.
        stiffness : dict, optional
            For ``"stiffness"``: of every joint that shares loads, its stiffness against forces [N/m], or a pair
            of those against forces [N/m] and moments [N m/rad]. From one number k the other is k x length^2.

        Returns
        -------
        Reactions
            ``.joint(name)``, and ``.determinacy``, which says what is unique.
        """
        if split == "minimum-norm" and stiffness is None:
            return self._reactions
        return find_reactions(self, split, stiffness)

    @cached_property
    def determinacy(self) -> Determinacy:
        """Which reactions are unique, in data and sentences."""
        return find_determinacy(self)

    def grip(self, name: str) -> Grip:
        """Return pressure, friction and the coefficient of friction that a rolling or skating joint needs, by name."""
        return grip_of(self, name)

    def free_body(self, body: str, at: float) -> FreeBody:
        """Return a body cut free at one time: every force, couple and inertia term on it, with table and picture.

        Parameters
        ----------
        body : str
            A moving body.
        at : float or int
            Time [s] (the nearest computed one is taken), or the number of a position.
        """
        from .diagrams.free_body import free_body

        return free_body(self, body, at)

    # ---- the machine as a whole ----------------------------------------------------------------

    @cached_property
    def energy(self) -> Energy:
        """Kinetic and potential energy, work and balance."""
        return energy_of(self)

    @cached_property
    def momentum(self) -> Momentum:
        """Linear and angular momentum."""
        return momentum_of(self)

    @property
    def shaking_force(self) -> Array:
        """Force of the mechanism on the ground in ground axes, shape (times, 2) or (times, 3) [N].

        Everything that the ground bears: joints, drivers and force elements fixed to it, weights included.
        """
        return self._shaking[0]

    @property
    def shaking_moment(self) -> Array:
        """Moment of the mechanism on the ground about its origin, shape (times,) or (times, 3) [N m]."""
        return self._shaking[1]

    def kinetostatics(self, speed_fluctuation: float = 0.02) -> Kinetostatics:
        """Return the summary a designer asks for: peak pin forces, drive torques, flywheel.

        Parameters
        ----------
        speed_fluctuation : float
            Wanted coefficient of fluctuation: (largest - smallest speed) / mean speed. For the flywheel the
            run must cover whole cycles of the machine.
        """
        from .kinetostatics import summarise

        return summarise(self, speed_fluctuation)

    # ---- how well it went ----------------------------------------------------------------------

    @cached_property
    def violations(self) -> Violations:
        """How far joints and drivers are from being met, at every time."""
        return find_violations(self)

    @cached_property
    def balance(self) -> Balance:
        """What is left of the equations of motion at the stored times: of joints and drivers, and of bodies."""
        return balance_along(self.plan, self.time, self.forces.unmet)

    @property
    def velocity_violation(self) -> float:
        """Largest residual of velocities at the stored times, relative to the mechanism's size [1/s]."""
        return float(self.violations.velocity.max(initial=0.0))

    def summary(self) -> str:
        """Return how the run went: status, violations, energy, events, redundancy."""
        from .status import summary

        return summary(self)

    # ---- inside --------------------------------------------------------------------------------

    @cached_property
    def forces(self) -> Forces:
        """Multipliers, reactions, loads and energies as plain arrays; fills in the accelerations too."""
        return forces_along(self)

    @cached_property
    def _reactions(self) -> Reactions:
        return find_reactions(self, "minimum-norm", None)

    @cached_property
    def _shaking(self) -> tuple[Array, Array]:
        return shaking(self)

    def _twist(self, b: int, n: int) -> Array:
        if n >= 1:
            _ = self.forces
        return super()._twist(b, n)

    def observe(self, gauges: list[Gauge]) -> Array:
        """Return measures in numbers, with the accelerations that the forces cause."""
        _ = self.forces
        return super().observe(gauges)
