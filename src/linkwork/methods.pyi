"""Methods of a mechanism: analyses, joints and forces. Written by packaging/make_methods.py; do not edit."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from numpy.typing import ArrayLike

from .arrays import Array
from .base.marker import Marker
from .coordinates.null_space import KeptProjection
from .curves import Curve
from .draw.scene import Scene
from .draw.view import ViewLike
from .model.arguments import Axis, Components, Function, Name, Number, Point, Wheels
from .model.description import Description
from .model.refs import JointRef
from .results.batch import Batch
from .results.comparison import Comparison
from .results.descriptor import Descriptor
from .results.dynamics import DynamicMotion
from .results.equations import Equations
from .results.equilibrium import Equilibrium
from .results.equilibrium_path import EquilibriumPath
from .results.friction_range import FrictionRange
from .results.gradient import Gradient
from .results.linear import Linearisation
from .results.linear_series import LinearSeries
from .results.momentum_step import MomentumStep
from .results.motion import Motion
from .results.noc import NocTerms
from .results.root_locus import RootLocus
from .results.steady import SteadyMotion
from .solve.allowable import AllowableMotions
from .solve.assembly import Assembly
from .solve.branches import Branches
from .solve.mobility import Mobility
from .solve.reduced import Reduced
from .solve.start import Start
from .symbolic.model import SymbolicEquations
from .symbolic.own_model import SymbolicConstraints

class Methods:
    """The analyses, and a method for every kind of joint and force."""

    def assemble(
        self,
        t: float | str = 0.0,
        *,
        hold: Sequence[str] = (),
        tolerance: float = 1e-12,
        start: Start | Motion | Assembly | Array | Mapping[str, float] | None = None,
        seed: int = 0,
        open_contacts: bool = False,
        coordinates: str = "reference",
        quantities: Sequence[str] = (),
        history: bool = False,
        branch: int | None = None,
    ) -> Assembly:
        """Close the joints of a mechanism from its placement hints.

        Parameters
        ----------
        t : float
            Time at which the drivers are read [s].
        hold : sequence of str
            Bodies that must stay where their hints say (``"crank"``), or single coordinates of them
            (``"crank.x"``, ``"crank.angle"``).
        tolerance : float
            Largest residual, relative to the mechanism's size.
        start : Start, Motion, Assembly, array or mapping, optional
            Where to start instead of at the hints: a state, an equilibrium, the end of a motion, with the full turns made
            there, or poses; in other coordinates also values of some of them by name, ``{"C.x": 3.0}``, or of all in their
            order.
        seed : int
            Of the further starting poses.
        open_contacts : bool
            Whether contacts that may lift off may be open where bodies are held clear of each other.
        coordinates : {"reference", "natural", "mixed", "relative"}
            In which Newton's method works. Reference-point coordinates look for the closed position nearest to the hints;
            the others take the one that Newton's method leads to from there. Masses are not needed.
        quantities : sequence of str
            Relative angles and distances, such as ``"B.angle"`` or ``"distance(crank.P, ground.Q)"``, that become
            coordinates as well; driven ones do anyway. For ``coordinates="mixed"``.
        history : bool
            Whether the iterates of Newton's method are kept, from the hints as they are.
        branch : int, optional
            Number of the way to put it together, see `branches`; 0 is that of the hints.

        Returns
        -------
        Assembly

        Raises
        ------
        AssemblyError
            When the joints cannot be closed or the drivers cannot be met.
        """

    def branches(
        self,
        t: float | str = 0.0,
        *,
        coordinates: Sequence[str] | None = None,
        starts: int = 200,
        seed: int = 0,
    ) -> Branches:
        """Find the ways in which a mechanism can be put together.

        Planar mechanisms of pins and sliders that can be built up from dyads (slider-cranks, four-bars, most linkages) are
        put together in closed form, in all the ways there are. Others are closed from many starting poses, which may miss
        some.

        Parameters
        ----------
        t : float
            Time at which drivers are read [s].
        coordinates : list of str, optional
            Joint coordinates that are held where the placement has them, as many as the drivers leave free, such as
            ``["A.angle"]``. Default: the first ones that move.
        starts, seed : int
            Number of starting poses of a search, and of their random numbers.

        Returns
        -------
        Branches
            That of the placement is number 0.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.gallery.get("four-bar")
        >>> found = m.branches()
        >>> len(found), found.complete
        (2, True)
        >>> run = m.move([0.0, 0.1], start=found[1].start)
        """

    def mobility(
        self,
        t: float | str = 0.0,
        *,
        start: Array | None = None,
    ) -> Mobility:
        """Find the mobility of a mechanism where its hints (and drivers at time t) put it.

        Parameters
        ----------
        t : float
            Time at which drivers are read [s].
        start : array, optional
            Poses to assemble from instead of the hints.

        Returns
        -------
        Mobility
            Print it for the sentences.
        """

    def allowable_motions(
        self,
        t: float | str = 0.0,
        *,
        at: Start | Motion | Assembly | Array | None = None,
        method: str | KeptProjection = "svd",
        coordinates: str = "reference",
        quantities: Sequence[str] = (),
    ) -> AllowableMotions:
        """Find the allowable motions of a mechanism at one position.

        Parameters
        ----------
        t : float
            Time at which drivers are read [s]. A start or a motion given as `at` brings its own time.
        at : Start, Motion, Assembly or array, optional
            Where, and how fast: a consistent start, the last state of a motion, an assembly or poses to close the
            joints from. Default: the placement hints with their velocities.
        method : {"svd", "qr", "gauss", "gram-schmidt"} or KeptProjection
            How the independent velocities are chosen; see `linkwork.coordinates.null_space.allowable`. A `KeptProjection`
            keeps its choice from call to call as long as it is good.
        coordinates : {"reference", "natural", "mixed", "relative"}
            Whose velocities q' are; masses are not needed.
        quantities : sequence of str
            Relative angles and distances that become coordinates as well; see `assemble`.

        Returns
        -------
        AllowableMotions
            Print it for the sentences and a table of R, S b and S c.

        Examples
        --------
        >>> from linkwork import gallery
        >>> found = gallery.get("four-bar", driven=False).allowable_motions(method="gauss")
        >>> found.R.shape, found.freedoms
        ((9, 1), 1)
        """

    def move(
        self,
        times: ArrayLike,
        *,
        newton: str = "mixed",
        predictor: str = "hermite",
        derivatives: int = 3,
        tolerance: float = 1e-12,
        dense: bool = True,
        start: Start | Motion | Assembly | Array | None = None,
        hold: Sequence[str] = (),
        on_limit: str = "raise",
        undriven: str = "raise",
        progress: Callable[[float], None] | None = None,
        coordinates: str = "reference",
        quantities: Sequence[str] = (),
        history: bool = False,
    ) -> Motion:
        """Move a driven mechanism through the times given.

        Parameters
        ----------
        times : array_like
            Times to report [s], rising. The drivers are followed between them in steps as small as the
            motion needs, so that a coarse list never makes the mechanism leap to another branch.
        newton : {"mixed", "standard", "modified"}
            Renew the factorisation when it no longer contracts, at every iteration, or once a step.
        predictor : {"hermite", "acceleration", "velocity", "none"}
            First guess of the next position.
        derivatives : int
            0: positions only, 1: velocities too, 2: accelerations, 3: jerk.
        tolerance : float
            Largest residual, relative to the mechanism's size.
        dense : bool
            With the default methods and derivatives <= 2, a step may span several closely spaced times
            where the motion is smooth; those between are read from polynomials through the last positions,
            as long as residuals show them right: positions to rounding, accelerations to some 1e-11 of their
            size. False: every time is solved. Jerk is always solved.
        start : Start, Motion, Assembly or array, optional
            Where to begin instead of at the placement hints: a state at the first time, or poses near one.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that begin exactly where their hints
            say; see `assemble`.
        on_limit : {"raise", "return"}
            At a dead point or the end of reach: raise MotionError (its ``.motion`` keeps what was
            computed) or return the shorter motion with its status.
        undriven : {"raise", "hold"}
            When degrees of freedom are left without a driver: raise, or let them follow with the
            smallest motion.
        progress : callable, optional
            Called with the fraction done.
        coordinates : {"reference", "natural", "mixed", "relative"}
            In which positions and their derivatives are found, all times solved; the motion has their values in
            `in_coordinates`. Masses are not needed. In other coordinates than reference-point ones the predictor
            "hermite" is Taylor's polynomial with the jerk, and singular positions on the way are no events.
        quantities : sequence of str
            Relative angles and distances that become coordinates as well; see `assemble`.
        history : bool
            Whether the iterates of Newton's method are kept, in `iterates`.

        Returns
        -------
        Motion
        """

    def pose(
        self,
        t: float | str = 0.0,
        *,
        newton: str = "mixed",
        predictor: str = "hermite",
        derivatives: int = 3,
        tolerance: float = 1e-12,
        dense: bool = True,
        start: Start | Motion | Assembly | Array | None = None,
        hold: Sequence[str] = (),
        on_limit: str = "raise",
        undriven: str = "raise",
        progress: Callable[[float], None] | None = None,
        coordinates: str = "reference",
        quantities: Sequence[str] = (),
        history: bool = False,
    ) -> Motion:
        """Return position, velocity, acceleration and jerk at one time, as a motion of one position.

        Parameters
        ----------
        t : float
            Time [s].
        newton : {"mixed", "standard", "modified"}
            Renew the factorisation when it no longer contracts, at every iteration, or once a step.
        predictor : {"hermite", "acceleration", "velocity", "none"}
            First guess of the next position.
        derivatives : int
            0: positions only, 1: velocities too, 2: accelerations, 3: jerk.
        tolerance : float
            Largest residual, relative to the mechanism's size.
        dense : bool
            With the default methods and derivatives <= 2, a step may span several closely spaced times
            where the motion is smooth; those between are read from polynomials through the last positions,
            as long as residuals show them right: positions to rounding, accelerations to some 1e-11 of their
            size. False: every time is solved. Jerk is always solved.
        start : Start, Motion, Assembly or array, optional
            Where to begin instead of at the placement hints: a state at the first time, or poses near one.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that begin exactly where their hints
            say; see `assemble`.
        on_limit : {"raise", "return"}
            At a dead point or the end of reach: raise MotionError (its ``.motion`` keeps what was
            computed) or return the shorter motion with its status.
        undriven : {"raise", "hold"}
            When degrees of freedom are left without a driver: raise, or let them follow with the
            smallest motion.
        progress : callable, optional
            Called with the fraction done.
        coordinates : {"reference", "natural", "mixed", "relative"}
            In which positions and their derivatives are found, all times solved; the motion has their values in
            `in_coordinates`. Masses are not needed. In other coordinates than reference-point ones the predictor
            "hermite" is Taylor's polynomial with the jerk, and singular positions on the way are no events.
        quantities : sequence of str
            Relative angles and distances that become coordinates as well; see `assemble`.
        history : bool
            Whether the iterates of Newton's method are kept, in `iterates`.
        """

    def start(
        self,
        t: float | str = 0.0,
        start: Start | Motion | Assembly | Array | None = None,
        *,
        hold: Sequence[str] = (),
    ) -> Start:
        """Assemble at time t and make the hinted velocities consistent.

        Velocities that were hinted at (``place(velocity=..., rate=...)``) are kept where the joints allow; the
        other bodies follow. Hints that contradict each other or the joints are changed as little as possible.

        Parameters
        ----------
        t : float
            [s]
        start : Start, Motion, Assembly or array, optional
            Where to begin instead of at the placement hints: a consistent state, the last state of a motion, or poses.
            A state of other lengths is closed again, from the same origins of the bodies with the same velocities.
        hold : sequence of str
            Bodies, or single coordinates of them, that must be exactly where their hints say, as in `assemble`; their
            hinted velocities are kept exactly too. Contacts that may lift off start open where that keeps them clear.

        Returns
        -------
        Start
        """

    def simulate(
        self,
        until: float | ArrayLike,
        *,
        points: int = 201,
        start: Start | Motion | Assembly | Array | None = None,
        hold: Sequence[str] = (),
        stop_when: str | None = None,
        record_when: Mapping[str, str] | None = None,
        on_failure: str = "raise",
        progress: Callable[[float], None] | None = None,
        method: str = "auto",
        tolerance: float | None = None,
        step: float | None | str = None,
        longest: float | None | str = None,
        stabilisation: str = "projection",
        alpha: float | str = "taylor",
        beta: float | str = "taylor",
        correction_tolerance: float = 1e-12,
        spectral_radius: float = 0.8,
        formulation: str = "auto",
        null_space: str = "svd",
        penalty: float = 10000000.0,
        natural_frequency: float = 10.0,
        damping_ratio: float = 1.0,
        coordinate: str = "",
    ) -> DynamicMotion:
        """Integrate the equations of motion from the placement and velocity hints.

        Parameters
        ----------
        until : float or array_like
            End of the simulation [s], or the times to report, the first of which is the start.
        points : int
            Number of equidistant times reported when `until` is one number.
        start : Start, Motion, Assembly or array, optional
            Where to begin instead of at the hints; a motion stands for its last state.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that start exactly where their hints
            say, and with the velocities hinted; contacts that may lift off start open where that keeps them clear.
        stop_when : str, optional
            End the run when this happens: a comparison (``"A.angle > 90 deg"``, ``"B.force.size > 50 N"``) or an expression
            that goes through zero, of any quantities that results know by name.
        record_when : dict, optional
            Note the times at which these happen, by your names for them; see ``.records``.
        on_failure : {"raise", "return"}
            When the run cannot go on: raise MotionError (its ``.motion`` keeps what was computed) or return it.
        progress : callable, optional
            Called with the fraction done.
        method : {"auto", "dop853", "rk45", "esdirk54", "generalised-alpha", "rk4", "heun", "euler", "cauchy-euler"}
            The integrator. "auto" begins with the explicit "dop853" and changes over to the implicit "esdirk54" where the
            model turns out stiff and that pays; the status tells. The last four need a `step`, the others choose theirs
            by `tolerance` unless it is given.
        tolerance : float, optional
            Error allowed in a step, relative to the mechanism's size and speed: 1e-11 for explicit methods, 1e-9 for
            "esdirk54", 1e-5 for "generalised-alpha" unless you say otherwise.
        step : float, optional
            Fixed step [s]; needed by methods that do not estimate their error.
        longest : float, optional
            Longest step [s].
        stabilisation : {"projection", "none", "baumgarte", "correction"}
            How the joints are kept closed: smallest mass-weighted change after every step; not at all (DI);
            Baumgarte's terms in the accelerations (BCS); direct correction of the violations by the smallest change of
            coordinates (DVC).
        alpha, beta : float or "taylor"
            Baumgarte's parameters [1/s]; "taylor": 1/h and sqrt(2)/h.
        correction_tolerance : float
            Largest residual that direct correction leaves, relative to the mechanism's size.
        spectral_radius : float
            Of generalised-alpha: what one step leaves of an infinitely quick vibration, from 0 to 1 (no damping).
        formulation : str
            How the motion is described and its accelerations are found; ``"auto"`` chooses by topology. See
            `linkwork.FORMULATIONS` and the manual, "Formulations of dynamics".
        null_space : {"svd", "qr", "gauss", "gram-schmidt"}
            Of "projection": how the allowable motions are found.
        penalty, natural_frequency, damping_ratio : float
            Of "penalty" and the augmented Lagrangians: factor relative to the masses [1]; how violations swing and fade
            without projection [rad/s, 1].
        coordinate : str
            Of "mixed", "noc" and "lagrange": joint coordinates to be used, for example "A.angle".


        Returns
        -------
        DynamicMotion
            Positions and velocities at the times asked for; accelerations, reactions, energies when they are
            looked at.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> run = m.simulate(1.0)
        >>> run.complete
        True
        """

    def compare(
        self,
        until: float | str = 1.0,
        formulations: Sequence[str] | None = None,
        *,
        stabilisations: str | Sequence[str] | None = None,
        alpha: float | str | Sequence[float | str] = "taylor",
        beta: float | str | Sequence[float | str] = "taylor",
        points: int = 51,
        tolerance: float = 1e-09,
        start: Start | Motion | Assembly | Array | None = None,
        hold: Sequence[str] = (),
        stop_when: str | None = None,
        record_when: Mapping[str, str] | None = None,
        on_failure: str = "raise",
        progress: Callable[[float], None] | None = None,
        method: str = "auto",
        step: float | None | str = None,
        longest: float | None | str = None,
        correction_tolerance: float = 1e-12,
        spectral_radius: float = 0.8,
        null_space: str = "svd",
        penalty: float = 10000000.0,
        natural_frequency: float = 10.0,
        damping_ratio: float = 1.0,
        coordinate: str = "",
    ) -> Comparison:
        """Simulate a mechanism in several formulations, or with several stabilisations, and compare what comes of it.

        Parameters
        ----------
        until : float
            End of the simulation [s].
        formulations : list of str, optional
            Names (see `linkwork.FORMULATIONS`); the others are compared with the first. Default: all of them. With
            `stabilisations`: one, for all of them.
        stabilisations : str or list of str, optional
            ``["none", "baumgarte", "correction", "projection"]`` or some of them: compared are then these, with one method
            of integration, by violations of positions, velocities and accelerations, multipliers and energy.
        alpha, beta : float, "taylor" or list of them
            Baumgarte's parameters [1/s]; of lists every pair is run.
        points : int
            Times at which they are compared.
        tolerance : float
            Error allowed in a step. Formulations that take whole steps of order two get 1e4 times that.
        start : Start, Motion, Assembly or array, optional
            Where to begin instead of at the hints; a motion stands for its last state.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that start exactly where their hints
            say, and with the velocities hinted; contacts that may lift off start open where that keeps them clear.
        stop_when : str, optional
            End the run when this happens: a comparison (``"A.angle > 90 deg"``, ``"B.force.size > 50 N"``) or an expression
            that goes through zero, of any quantities that results know by name.
        record_when : dict, optional
            Note the times at which these happen, by your names for them; see ``.records``.
        on_failure : {"raise", "return"}
            When the run cannot go on: raise MotionError (its ``.motion`` keeps what was computed) or return it.
        progress : callable, optional
            Called with the fraction done.
        method : {"auto", "dop853", "rk45", "esdirk54", "generalised-alpha", "rk4", "heun", "euler", "cauchy-euler"}
            The integrator. "auto" begins with the explicit "dop853" and changes over to the implicit "esdirk54" where the
            model turns out stiff and that pays; the status tells. The last four need a `step`, the others choose theirs
            by `tolerance` unless it is given.
        step : float, optional
            Fixed step [s]; needed by methods that do not estimate their error.
        longest : float, optional
            Longest step [s].
        correction_tolerance : float
            Largest residual that direct correction leaves, relative to the mechanism's size.
        spectral_radius : float
            Of generalised-alpha: what one step leaves of an infinitely quick vibration, from 0 to 1 (no damping).
        null_space : {"svd", "qr", "gauss", "gram-schmidt"}
            Of "projection": how the allowable motions are found.
        penalty, natural_frequency, damping_ratio : float
            Of "penalty" and the augmented Lagrangians: factor relative to the masses [1]; how violations swing and fade
            without projection [rad/s, 1].
        coordinate : str
            Of "mixed", "noc" and "lagrange": joint coordinates to be used, for example "A.angle".

        Returns
        -------
        Comparison
            Print it for the table; ``.entries`` holds the numbers and the runs, ``.plot()`` draws them over time. Of
            stabilisations: `linkwork.results.stabilisations.Stabilisations`.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> table = m.compare(0.5, ["reference", "relative", "projection"])
        >>> table.largest < 1e-7
        True
        """

    def simulate_many(
        self,
        until: float | ArrayLike,
        *,
        parameters: Mapping[str, Any] | None = None,
        starts: Sequence[Any] | None = None,
        points: int = 201,
        threads: int | None = None,
        stop_when: str | None = None,
        record_when: Mapping[str, str] | None = None,
        progress: Callable[[float], None] | None = None,
        method: str = "auto",
        tolerance: float | None = None,
        step: float | None | str = None,
        longest: float | None | str = None,
        stabilisation: str = "projection",
        alpha: float | str = "taylor",
        beta: float | str = "taylor",
        correction_tolerance: float = 1e-12,
        spectral_radius: float = 0.8,
        formulation: str = "auto",
        null_space: str = "svd",
        penalty: float = 10000000.0,
        natural_frequency: float = 10.0,
        damping_ratio: float = 1.0,
        coordinate: str = "",
    ) -> Batch[DynamicMotion]:
        """Simulate many variants of a mechanism.

        The numbers are those of single runs, ``model.with_parameters(...).simulate(...)``, bit for bit.

        Parameters
        ----------
        until, points
            As in `linkwork.Mechanism.simulate`; the same for every member.
        parameters : dict, optional
            Parameter name -> values, one for every member; a single value holds for all. Angles and speeds of the start
            are varied by parameters that `place` uses.
        starts : sequence, optional
            For every member a Start, Motion, Assembly, array of poses, or None (the hints), as in `simulate`.
        threads : int, optional
            Default: one for each processor.
        stop_when, record_when
            Events, as in `simulate`.
        progress : callable, optional
            Called with the fraction done.
        method : {"auto", "dop853", "rk45", "esdirk54", "generalised-alpha", "rk4", "heun", "euler", "cauchy-euler"}
            The integrator. "auto" begins with the explicit "dop853" and changes over to the implicit "esdirk54" where the
            model turns out stiff and that pays; the status tells. The last four need a `step`, the others choose theirs
            by `tolerance` unless it is given.
        tolerance : float, optional
            Error allowed in a step, relative to the mechanism's size and speed: 1e-11 for explicit methods, 1e-9 for
            "esdirk54", 1e-5 for "generalised-alpha" unless you say otherwise.
        step : float, optional
            Fixed step [s]; needed by methods that do not estimate their error.
        longest : float, optional
            Longest step [s].
        stabilisation : {"projection", "none", "baumgarte", "correction"}
            How the joints are kept closed: smallest mass-weighted change after every step; not at all (DI);
            Baumgarte's terms in the accelerations (BCS); direct correction of the violations by the smallest change of
            coordinates (DVC).
        alpha, beta : float or "taylor"
            Baumgarte's parameters [1/s]; "taylor": 1/h and sqrt(2)/h.
        correction_tolerance : float
            Largest residual that direct correction leaves, relative to the mechanism's size.
        spectral_radius : float
            Of generalised-alpha: what one step leaves of an infinitely quick vibration, from 0 to 1 (no damping).
        formulation : str
            How the motion is described and its accelerations are found; ``"auto"`` chooses by topology. See
            `linkwork.FORMULATIONS` and the manual, "Formulations of dynamics".
        null_space : {"svd", "qr", "gauss", "gram-schmidt"}
            Of "projection": how the allowable motions are found.
        penalty, natural_frequency, damping_ratio : float
            Of "penalty" and the augmented Lagrangians: factor relative to the masses [1]; how violations swing and fade
            without projection [rad/s, 1].
        coordinate : str
            Of "mixed", "noc" and "lagrange": joint coordinates to be used, for example "A.angle".

        Returns
        -------
        Batch
            A member that cannot be built, assembled or simulated is reported in ``status``; the others are kept.

        Raises
        ------
        KeyboardInterrupt
            Its ``.batch`` keeps what was finished.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> L = m.parameter("L", 1.0)
        >>> rod = m.body("rod", lw.rod(length=L, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> batch = m.simulate_many(1.0, parameters={"L": [0.5, 1.0, 2.0]})
        >>> batch.final("pin.angle").shape
        (3,)
        """

    def move_many(
        self,
        times: ArrayLike,
        *,
        parameters: Mapping[str, Any] | None = None,
        starts: Sequence[Any] | None = None,
        threads: int | None = None,
        progress: Callable[[float], None] | None = None,
        newton: str = "mixed",
        predictor: str = "hermite",
        derivatives: int = 3,
        tolerance: float = 1e-12,
        dense: bool = True,
        hold: Sequence[str] = (),
        on_limit: str = "raise",
        undriven: str = "raise",
    ) -> Batch[Motion]:
        """Move many variants of a driven mechanism through the times given.

        The numbers are those of single motions, ``model.with_parameters(...).move(...)``, bit for bit.

        Parameters
        ----------
        times : array_like
            Times to report [s], rising; the same for every member.
        parameters : dict, optional
            Parameter name -> values, one for every member; a single value holds for all.
        starts : sequence, optional
            For every member an Assembly, array of poses, or None (the hints).
        threads : int, optional
            Default: one for each processor.
        progress : callable, optional
            Called with the fraction done.
        newton : {"mixed", "standard", "modified"}
            Renew the factorisation when it no longer contracts, at every iteration, or once a step.
        predictor : {"hermite", "acceleration", "velocity", "none"}
            First guess of the next position.
        derivatives : int
            0: positions only, 1: velocities too, 2: accelerations, 3: jerk.
        tolerance : float
            Largest residual, relative to the mechanism's size.
        dense : bool
            With the default methods and derivatives <= 2, a step may span several closely spaced times
            where the motion is smooth; those between are read from polynomials through the last positions,
            as long as residuals show them right: positions to rounding, accelerations to some 1e-11 of their
            size. False: every time is solved. Jerk is always solved.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that begin exactly where their hints
            say; see `assemble`.
        on_limit : {"raise", "return"}
            At a dead point or the end of reach: raise MotionError (its ``.motion`` keeps what was
            computed) or return the shorter motion with its status.
        undriven : {"raise", "hold"}
            When degrees of freedom are left without a driver: raise, or let them follow with the
            smallest motion.

        Returns
        -------
        Batch
            A member that cannot be built, assembled or moved is reported in ``status``, with the motion as far as it
            came; the others are kept.

        Raises
        ------
        KeyboardInterrupt
            Its ``.batch`` keeps what was finished.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("crank", plane="xy")
        >>> L = m.parameter("L", 1.0)
        >>> rod = m.body("rod")
        >>> tip = rod.point("tip", "L", 0)
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> motor = m.drive("pin.angle", "2*t")
        >>> m.move_many([0.0, 0.5], parameters={"L": [1.0, 2.0]}).final("rod.tip.x").round(3).tolist()
        [0.54, 1.081]
        """

    def inverse_many(
        self,
        times: ArrayLike,
        *,
        parameters: Mapping[str, Any] | None = None,
        starts: Sequence[Any] | None = None,
        progress: Callable[[float], None] | None = None,
        newton: str = "mixed",
        predictor: str = "hermite",
        derivatives: int = 2,
        tolerance: float = 1e-12,
        dense: bool = True,
        hold: Sequence[str] = (),
        on_limit: str = "raise",
        undriven: str = "raise",
    ) -> Batch[DynamicMotion]:
        """Find efforts of drivers and reactions of joints in many variants of a driven mechanism.

        The numbers are those of ``model.with_parameters(...).inverse(...)``, bit for bit.

        Parameters
        ----------
        times : array_like
            Times to report [s], rising; the same for every member.
        parameters, starts, progress
            As in `move_many`.
        newton : {"mixed", "standard", "modified"}
            Renew the factorisation when it no longer contracts, at every iteration, or once a step.
        predictor : {"hermite", "acceleration", "velocity", "none"}
            First guess of the next position.
        derivatives : int
            0: positions only, 1: velocities too, 2: accelerations, 3: jerk.
        tolerance : float
            Largest residual, relative to the mechanism's size.
        dense : bool
            With the default methods and derivatives <= 2, a step may span several closely spaced times
            where the motion is smooth; those between are read from polynomials through the last positions,
            as long as residuals show them right: positions to rounding, accelerations to some 1e-11 of their
            size. False: every time is solved. Jerk is always solved.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that begin exactly where their hints
            say; see `assemble`.
        on_limit : {"raise", "return"}
            At a dead point or the end of reach: raise MotionError (its ``.motion`` keeps what was
            computed) or return the shorter motion with its status.
        undriven : {"raise", "hold"}
            When degrees of freedom are left without a driver: raise, or let them follow with the
            smallest motion.

        Returns
        -------
        Batch
            As in `move_many`; ``batch[i].driver("motor").effort`` and everything else that `inverse` gives.
        """

    def inverse(
        self,
        times: ArrayLike,
        *,
        newton: str = "mixed",
        predictor: str = "hermite",
        derivatives: int = 2,
        tolerance: float = 1e-12,
        dense: bool = True,
        start: Start | Motion | Assembly | Array | None = None,
        hold: Sequence[str] = (),
        on_limit: str = "raise",
        undriven: str = "raise",
        progress: Callable[[float], None] | None = None,
        coordinates: str = "reference",
        quantities: Sequence[str] = (),
        history: bool = False,
    ) -> DynamicMotion:
        """Move a driven mechanism and find the efforts of its drivers and the reactions in its joints.

        The motion comes from the drivers alone (`linkwork.Mechanism.move`), loops and all; the equations
        of motion then give force or torque of every driver, its power, all reactions and the shaking force.

        Parameters
        ----------
        times : array_like
            Times to report [s], rising.
        newton : {"mixed", "standard", "modified"}
            Renew the factorisation when it no longer contracts, at every iteration, or once a step.
        predictor : {"hermite", "acceleration", "velocity", "none"}
            First guess of the next position.
        derivatives : int
            0: positions only, 1: velocities too, 2: accelerations, 3: jerk.
        tolerance : float
            Largest residual, relative to the mechanism's size.
        dense : bool
            With the default methods and derivatives <= 2, a step may span several closely spaced times
            where the motion is smooth; those between are read from polynomials through the last positions,
            as long as residuals show them right: positions to rounding, accelerations to some 1e-11 of their
            size. False: every time is solved. Jerk is always solved.
        start : Start, Motion, Assembly or array, optional
            Where to begin instead of at the placement hints: a state at the first time, or poses near one.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that begin exactly where their hints
            say; see `assemble`.
        on_limit : {"raise", "return"}
            At a dead point or the end of reach: raise MotionError (its ``.motion`` keeps what was
            computed) or return the shorter motion with its status.
        undriven : {"raise", "hold"}
            When degrees of freedom are left without a driver: raise, or let them follow with the
            smallest motion.
        progress : callable, optional
            Called with the fraction done.
        coordinates : {"reference", "natural", "mixed", "relative"}
            In which positions and their derivatives are found, all times solved; the motion has their values in
            `in_coordinates`. Masses are not needed. In other coordinates than reference-point ones the predictor
            "hermite" is Taylor's polynomial with the jerk, and singular positions on the way are no events.
        quantities : sequence of str
            Relative angles and distances that become coordinates as well; see `assemble`.
        history : bool
            Whether the iterates of Newton's method are kept, in `iterates`.

        Returns
        -------
        DynamicMotion
        """

    def equations(
        self,
        at: Start | Assembly | Motion | Array | Mapping[str, float] | None = None,
        t: float | str = 0.0,
        *,
        coordinates: str = "reference",
        velocities: ArrayLike | None = None,
        assembled: bool = True,
        dynamics: bool = True,
        quantities: Sequence[str] = (),
        method: str = "svd",
    ) -> Equations:
        """Return the matrices of the equations of motion at one state, with names.

        Parameters
        ----------
        at : Start, Assembly, Motion, array or mapping, optional
            The state: a consistent start, an assembled position, a motion (its position at time t), or poses
            (bodies, 7) to assemble from; in other coordinates also values of some of them by name, ``{"C.x": 3.0}``, or
            of all in their order. Default: where the hints put the mechanism.
        t : float
            [s]; a `Start` brings its own time.
        coordinates : str
            ``"reference"`` (twists of the bodies), or the name of a formulation in coordinates of its own.
        velocities : array, optional
            Twists of the bodies (bodies, 6), or (bodies, 3) in the plane, in place of those of the state: velocity of
            the centre of mass [m/s] and angular velocity [rad/s], ground axes.
        assembled : bool
            False: the equations at a position as it is, open joints and all, where Phi is not zero; at rest unless
            `velocities` are given.
        dynamics : bool
            Whether M, Q, accelerations and multipliers are wanted. False, and where masses are missing: natural
            coordinates are those of the joints alone, without the points and vectors that a constant mass matrix needs.
        quantities : sequence of str
            Relative angles and distances that become coordinates as well, for ``coordinates="mixed"``; see `assemble`.
        method : {"svd", "qr", "gauss", "gram-schmidt"}
            How the independent velocities z' = B v are chosen, and with them R, its rate, S and B; see
            `linkwork.coordinates.null_space.allowable`. ``"gauss"`` parts the coordinates: z' are some of v.

        Returns
        -------
        Equations

        Examples
        --------
        >>> from linkwork import gallery
        >>> eq = gallery.get("four-bar").equations()
        >>> print(eq.table("Phi_q"))  # doctest: +SKIP
        """

    def linearise(
        self,
        at: Start | Assembly | Motion | Array | None = None,
        t: float | str = 0.0,
        *,
        coordinates: Sequence[str] | None = None,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
    ) -> Linearisation:
        """Linearise the equations of motion about a state.

        Parameters
        ----------
        at : Start, Assembly, Motion or array, optional
            The state: a consistent start, an assembled position, a motion (its position at time t), or poses (bodies, 7)
            to assemble from. The start of an equilibrium holds the drivers where they are. Default: where the hints put
            the mechanism.
        t : float
            [s]; a `Start` brings its own time.
        coordinates : list of str, optional
            Independent coordinates, ``["A.angle", "slide.translation"]``. Default: the first of the joints, and then of
            the bodies, that tell all motions apart.
        inputs : list of str, optional
            Names of forces, whose value [N, N m] is added to (of a vector one component, ``"push.value.force_x"``), and
            of drivers: the input is then the second derivative of the driver's motion, and its value and rate are states.
            Default: `m.inputs`.
        outputs : list of str, optional
            Any quantity: ``"B.angle"``, ``"rate(crank.tip.x)"``, ``"rate(rate(B.angle))"``, ``"A.force.x"``,
            ``"motor.effort"``, ``"energy.kinetic"``. Default: `m.outputs`, or where there are none the coordinates.

        Returns
        -------
        Linearisation

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> _ = m.place(rod, angle=-90 * lw.deg)
        >>> linear = m.linearise()
        >>> round(float(abs(linear.eigenvalues.imag).max()) ** 2, 6)  # 3 g / (2 L)
        14.715
        """

    def linearise_along(
        self,
        motion: Motion,
        times: Sequence[float] | Array | None | str = None,
        *,
        coordinates: Sequence[str] | None = None,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
    ) -> LinearSeries:
        """Linearise the equations of motion about many states of one motion.

        Coordinates are chosen once, at the first state, and everything that depends on them alone is made once: a state
        then costs a small part of what a single `linearise` does.

        Parameters
        ----------
        motion : Motion
            From `simulate`, `move` or another analysis, of this mechanism.
        times : array, optional
            Times of the motion [s]. Default: all.
        coordinates, inputs, outputs : list of str
            As in `linearise`.

        Returns
        -------
        LinearSeries

        Examples
        --------
        >>> from linkwork import gallery
        >>> m = gallery.get("four-bar", driven=False)
        >>> run = m.simulate(1.0, points=5)
        >>> linear = m.linearise_along(run)
        >>> linear.A.shape
        (5, 2, 2)
        """

    def descriptor(
        self,
        at: Start | Assembly | Motion | Array | None = None,
        t: float | str = 0.0,
    ) -> Descriptor:
        """Linearise the equations of motion about a state in the freedoms of all bodies, as sparse matrices.

        Work and memory grow linearly with the mechanism. Contacts that press are rows, open ones are left out.

        Parameters
        ----------
        at : Start, Assembly, Motion or array, optional
            The state, as in `linearise`.
        t : float
            [s]; a `Start` brings its own time.

        Returns
        -------
        Descriptor

        Examples
        --------
        >>> from linkwork import gallery
        >>> gallery.get("four-bar", driven=False).descriptor().J.shape
        (8, 9)
        """

    def root_locus(
        self,
        parameter: str,
        values: ArrayLike,
        *,
        at: str | Callable[[Description], Any] = "start",
        t: float | str = 0.0,
        coordinates: Sequence[str] | None = None,
    ) -> RootLocus:
        """Follow the eigenvalues over a parameter.

        Parameters
        ----------
        parameter : str
            Name of a design parameter (``m.parameter("v", 5)``): a stiffness, a load, a length, a speed of the start.
        values : array_like
            Of the parameter, in SI units, rising or falling.
        at : {"start", "equilibrium"} or callable
            The state: where the hints put the mechanism, with their velocities; the position of equilibrium nearest to that
            of the value before, stable or not; or what a function of the mechanism with this value returns, as ``at`` of
            `linearise`.
        t : float
            [s]
        coordinates : list of str, optional
            As in `linearise`.

        Returns
        -------
        RootLocus

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> L = m.parameter("L", 1.0)
        >>> rod = m.body("rod", lw.rod(length=L, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> _ = m.place(rod, angle=-90 * lw.deg)
        >>> locus = m.root_locus("L", [0.5, 1.0, 2.0])
        >>> locus.frequencies[:, 0].round(6).tolist()
        [0.863406, 0.610521, 0.431703]
        """

    def equilibrium(
        self,
        at: Start | Assembly | Motion | Array | None = None,
        t: float | str = 0.0,
        *,
        search: str = "stable",
    ) -> Equilibrium:
        """Find a position of static equilibrium.

        Parameters
        ----------
        at : Start, Assembly, Motion or array, optional
            Where to begin: as in `linearise`. Default: where the hints put the mechanism.
        t : float
            Time at which forces and drivers are read [s].
        search : str
            ``"stable"``: down the hill from there, to a stable position; ``"nearest"``: by Newton's steps to the nearest
            position of balance, stable or not; where they go to and fro about none, down the hill from there.

        Contacts, end stops, one-way clutches, ratchets and cables that go slack are open or closed as no force may pull.
        What rolls with friction rolls to its rest; where friction does not hold it there it slides on to where friction at
        its limit balances. Friction in joints is left out, see `friction_range`.

        Returns
        -------
        Equilibrium

        Raises
        ------
        MotionError
            When none is found: the sentence says which contact slides, and which motion is pushed by which force.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> round(float(m.equilibrium()["pin.angle"]), 9)
        -1.570796327
        """

    def equilibria(
        self,
        at: Start | Assembly | Motion | Array | None = None,
        t: float | str = 0.0,
        *,
        count: int = 40,
        seed: int = 0,
    ) -> tuple[Equilibrium, ...]:
        """Find positions of equilibrium from many starts, stable ones and others.

        Parameters
        ----------
        at : Start, Assembly, Motion or array, optional
            A position to scatter the starts around: half a turn and the mechanism's size to all sides.
        t : float
            [s]
        count : int
            Starts; from each the way goes to the nearest position of balance, and down the hill to a stable one.
        seed : int
            Of the random starts.

        Returns
        -------
        tuple of Equilibrium
            Distinct ones, the lowest potential energy first. There may be more than were found.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C; those found up to then are its attribute ``found``.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> [found.kind for found in m.equilibria(count=8)]
        ['stable', 'unstable']
        """

    def equilibrium_path(
        self,
        parameter: str,
        values: ArrayLike | Sequence[str],
        *,
        t: float | str = 0.0,
        points: int = 500,
        branch: int | None = None,
    ) -> EquilibriumPath:
        """Follow a position of equilibrium over a parameter, through turning points.

        Parameters
        ----------
        parameter : str
            Name of a design parameter (``m.parameter("F", 0)``): a load, a stiffness, a length.
        values : array_like
            The first and the last value, in SI units or as texts, ``["0 N", "2 kN"]``: the way begins at the equilibrium
            nearest to the hints with the first one, and ends where the parameter reaches the last one, or has come back
            beyond the first by as much, or where the way comes back to its begin.
        t : float
            [s]
        points : int
            Most positions.
        branch : int, optional
            Number of a branch that begins at a branching on the way, as the way tells it: this one is followed from there.
            Default: the way goes on beyond its branchings.

        Where a contact, a stop, a clutch or a rope closes or opens, the way goes on with it closed or open, and names the
        place. Clutches hold where the way begins, pawls at the tooth before that. Friction is left out.

        Returns
        -------
        EquilibriumPath

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C; what was found up to then is its attribute ``path``.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("toggle", plane="xy")
        >>> F = m.parameter("F", 0.0)
        >>> slider = m.body("slider", mass=1.0, inertia=1.0)
        >>> rail = m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="y")
        >>> _ = m.place(slider, at=(0, 0.5))
        >>> spring = m.spring("s", m.ground.at(-1, 0), slider.at(0, 0), stiffness=100.0, free_length=1.25**0.5)
        >>> load = m.point_force("load", slider.at(0, 0), force=(0, "-F"))
        >>> path = m.equilibrium_path("F", [0.0, 10.0])
        >>> [special.kind for special in path.special]
        ['turning point', 'turning point']
        """

    def friction_range(
        self,
        load: str,
        at: Start | Assembly | Motion | Array | None = None,
        t: float | str = 0.0,
    ) -> FrictionRange:
        """Find the range of a load over which dry friction keeps the mechanism at rest in a position.

        Parameters
        ----------
        load : str
            A force, whose value is varied (one with several components along its present direction); a driver, whose
            effort is; or a design parameter, for which the position is closed again.
        at : Start, Assembly, Motion or array, optional
            The position. Default: where the hints put the mechanism.
        t : float
            [s]

        Returns
        -------
        FrictionRange
            With `mu_static` of every friction; contacts that touch press or open, those with a gap are open.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("slope", plane="xy", gravity=(0, -10))
        >>> block = m.body("block", mass=2.0, inertia=0.01)
        >>> rail = m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis=(4, 3))
        >>> m.friction("dry", rail, mu=0.5)
        >>> m.effort("push", "rail.translation", 12.0)
        >>> found = m.friction_range("push")
        >>> [round(float(value), 6) for value in (found.lower, found.upper, found.needed)]
        [4.0, 20.0, 0.0]
        """

    def steady(
        self,
        speeds: Mapping[str, float | str],
        at: Start | Assembly | Motion | Array | None = None,
        t: float | str = 0.0,
    ) -> SteadyMotion:
        """Find a steady motion: named coordinates at constant rates, all others at rest.

        Parameters
        ----------
        speeds : dict
            Coordinate -> rate [rad/s, m/s]: ``{"shaft.angle": 10}`` or ``"50 rpm"``. Those that the position may
            not depend on.
        at : Start, Assembly, Motion or array, optional
            Where to begin. Default: where the hints put the mechanism.
        t : float
            [s]

        Contacts, rigid stops, one-way clutches, ratchets and cables that go slack are open or closed as no force may pull:
        ``found.contacts``. Contacts that friction does not hold rolling are refused; friction in joints that stand still is
        left out.

        Returns
        -------
        SteadyMotion

        Raises
        ------
        MotionError
            When none is found: the sentence says what still speeds up, and which contact slides or would have to pull.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("governor", gravity=(0, 0, -9.81))
        >>> shaft = m.body("shaft", mass=1.0, inertia=(1, 1, 1))
        >>> rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
        >>> spin = m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
        >>> pin = m.revolute("pin", shaft.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
        >>> _ = m.place(rod, rotation=lw.axis_angle((0, 1, 0), 0.5))
        >>> found = m.steady({"spin.angle": 6.0})
        >>> round(float(found["pin.angle"]), 6)  # sin = 3 g / (2 L w^2)
        0.421084
        """

    def gradient(
        self,
        of: str,
        by: Sequence[str] | None = None,
        *,
        analysis: str = "simulate",
        times: float | ArrayLike | None = None,
        t: float | None | str = None,
        about: str | None = None,
        search: str | None = None,
        tolerances: Mapping[str, float | str] | None = None,
        how: str | None = None,
        check: bool = True,
        points: int = 201,
        start: Start | Motion | Assembly | Array | None = None,
        hold: Sequence[str] = (),
        stop_when: str | None = None,
        method: str = "auto",
        tolerance: float | None = None,
        step: float | None | str = None,
        longest: float | None | str = None,
        stabilisation: str = "projection",
        alpha: float | str = "taylor",
        beta: float | str = "taylor",
        correction_tolerance: float = 1e-12,
        spectral_radius: float = 0.8,
        formulation: str = "auto",
        null_space: str = "svd",
        penalty: float = 10000000.0,
        natural_frequency: float = 10.0,
        damping_ratio: float = 1.0,
        coordinate: str = "",
        newton: str = "mixed",
        predictor: str = "hermite",
        dense: bool = True,
        undriven: str = "raise",
    ) -> Gradient:
        """Find how one number of an analysis changes with the numbers of the design.

        Parameters
        ----------
        of : str
            The number: ``"peak of B.force.size"`` (also max, min, mean, rms, integral), ``"A.angle at 0.3 s"``,
            ``"final A.angle"``, ``"time of A.angle > 90 deg"``, ``"period of rate(A.angle) > 0"`` of a simulation,
            ``"frequency of mode 1"`` or ``"damping ratio of mode 1"`` of modes; a quantity by itself of assemble and
            equilibrium. Any quantity that results know by name, and any expression of them. Peaks are those of the times
            reported.
        by : list of str, optional
            Parameters (``"L"``), or numbers of the description: ``"rod.mass"``, ``"rod.length"``, ``"rod.P.x"``,
            ``"A.b.x"``, ``"spring.stiffness"``, ``"gravity.y"``, and hints of the start: ``"rod.angle"``, ``"rod.rate"``.
            Default: all parameters; without any, all numbers of bodies, joints and forces. Those that have no values
            beside theirs, such as numbers of teeth, are left out with a note.
        analysis : {"simulate", "move", "inverse", "assemble", "equilibrium", "modes"}
            What the number is of.
        times : float or array_like, optional
            As `move` and `inverse` take them [s], or the end of a simulation.
        t : float, optional
            Instant of assemble, equilibrium and modes [s]; default: 0.
        about : {"equilibrium", "start"}, optional
            Of modes: what the small motions are about.
        search : {"stable", "nearest"}, optional
            Of equilibrium and modes: which position of balance, as in `equilibrium`.
        tolerances : dict, optional
            How much each number may vary, in SI units or as texts with units, to rank them by what that does; default: 1 %
            of each.
        how : {"adjoint", "direct", "repeated"}, optional
            How derivatives are found: by going back along a simulation from what is read, whatever the number of
            parameters; by equations differentiated by each of them; by analyses repeated beside the design. Default: the
            first of these that leads on, and the result tells which.
        check : bool
            Whether the analysis is repeated with all numbers changed, to see whether the derivatives foretell it.
        points : int
            Number of equidistant times reported when `until` is one number.
        start : Start, Motion, Assembly or array, optional
            Where to begin instead of at the hints; a motion stands for its last state.
        hold : sequence of str
            Bodies (``"crank"``), or single coordinates of them (``"crank.angle"``), that start exactly where their hints
            say, and with the velocities hinted; contacts that may lift off start open where that keeps them clear.
        stop_when : str, optional
            End the run when this happens: a comparison (``"A.angle > 90 deg"``, ``"B.force.size > 50 N"``) or an expression
            that goes through zero, of any quantities that results know by name.
        method : {"auto", "dop853", "rk45", "esdirk54", "generalised-alpha", "rk4", "heun", "euler", "cauchy-euler"}
            The integrator. "auto" begins with the explicit "dop853" and changes over to the implicit "esdirk54" where the
            model turns out stiff and that pays; the status tells. The last four need a `step`, the others choose theirs
            by `tolerance` unless it is given.
        tolerance : float, optional
            Error allowed in a step, relative to the mechanism's size and speed: 1e-11 for explicit methods, 1e-9 for
            "esdirk54", 1e-5 for "generalised-alpha" unless you say otherwise.
        step : float, optional
            Fixed step [s]; needed by methods that do not estimate their error.
        longest : float, optional
            Longest step [s].
        stabilisation : {"projection", "none", "baumgarte", "correction"}
            How the joints are kept closed: smallest mass-weighted change after every step; not at all (DI);
            Baumgarte's terms in the accelerations (BCS); direct correction of the violations by the smallest change of
            coordinates (DVC).
        alpha, beta : float or "taylor"
            Baumgarte's parameters [1/s]; "taylor": 1/h and sqrt(2)/h.
        correction_tolerance : float
            Largest residual that direct correction leaves, relative to the mechanism's size.
        spectral_radius : float
            Of generalised-alpha: what one step leaves of an infinitely quick vibration, from 0 to 1 (no damping).
        formulation : str
            How the motion is described and its accelerations are found; ``"auto"`` chooses by topology. See
            `linkwork.FORMULATIONS` and the manual, "Formulations of dynamics".
        null_space : {"svd", "qr", "gauss", "gram-schmidt"}
            Of "projection": how the allowable motions are found.
        penalty, natural_frequency, damping_ratio : float
            Of "penalty" and the augmented Lagrangians: factor relative to the masses [1]; how violations swing and fade
            without projection [rad/s, 1].
        coordinate : str
            Of "mixed", "noc" and "lagrange": joint coordinates to be used, for example "A.angle".
        newton : {"mixed", "standard", "modified"}
            Renew the factorisation when it no longer contracts, at every iteration, or once a step.
        predictor : {"hermite", "acceleration", "velocity", "none"}
            First guess of the next position.
        dense : bool
            With the default methods and derivatives <= 2, a step may span several closely spaced times
            where the motion is smooth; those between are read from polynomials through the last positions,
            as long as residuals show them right: positions to rounding, accelerations to some 1e-11 of their
            size. False: every time is solved. Jerk is always solved.
        undriven : {"raise", "hold"}
            When degrees of freedom are left without a driver: raise, or let them follow with the
            smallest motion.


        Returns
        -------
        Gradient

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> L = m.parameter("L", 1.0)
        >>> rod = m.body("rod", lw.rod(length=L, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> found = m.gradient("pin.force.size", ["L", "rod.mass"], analysis="equilibrium")
        >>> round(found["rod.mass"], 6)
        9.81
        """

    def symbolic(
        self,
        *,
        exact: bool = False,
        most: int = 40,
        coordinates: str = "reference",
        quantities: Sequence[str] = (),
        parameters: bool = True,
        dynamics: bool = False,
    ) -> SymbolicEquations | SymbolicConstraints:
        """Return the equations of a small model as SymPy expressions.

        Parameters
        ----------
        exact : bool
            True: numbers as fractions and roots (7/20) instead of decimals (0.35).
        most : int
            Most equations that are written; more raise ModelError, since printing them helps nobody.
        coordinates : {"reference", "natural", "mixed", "relative"}
            In which they are written.
        quantities : sequence of str
            Relative angles and distances that become coordinates as well, for ``coordinates="mixed"``.
        parameters : bool
            Whether the parameters of the model stand with their names in points, vectors and expressions:
            ``r*cos(theta_A)`` instead of ``0.03*cos(theta_A)``. Masses and inertias stand in numbers, and so do points of
            bodies in reference-point coordinates whose centre of mass follows from a shape.
        dynamics : bool
            True: natural and mixed coordinates have the points and vectors that M and Q need as well, where those of the
            joints do not carry every body.

        Returns
        -------
        SymbolicEquations, or SymbolicConstraints in other coordinates

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> m.symbolic().Phi[0]  # doctest: +SKIP
        x_rod - 0.5*cos(theta_rod)
        """

    def noc(
        self,
        t: float | str = 0.0,
        *,
        at: Start | Motion | Assembly | Array | None = None,
        coordinate: str = "",
    ) -> NocTerms:
        """Return the equations of motion in the form I theta'' = C theta' + tau of the natural orthogonal complement.

        Parameters
        ----------
        t : float
            Time [s], for drivers and forces.
        at : Start, Motion, Assembly or array, optional
            The state to look at instead of the placement and velocity hints; a motion stands for its last state.
        coordinate : str
            A rate that shall be independent if it can, for example "A.angle".

        Returns
        -------
        NocTerms
            Twist-shaping matrix T, inertia I, convective terms, generalised force tau, constraint wrenches and more.

        Examples
        --------
        >>> import linkwork as lw
        >>> m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -10))
        >>> rod = m.body("rod", mass=2.0, com=(0.5, 0), inertia=0.1)
        >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        >>> terms = m.noc()
        >>> terms.independent, float(terms.I[0, 0]), float(terms.tau[0])
        (['pin.angle'], 0.6, -10.0)
        """

    def momentum_step(
        self,
        step: float | str = 0.001,
        t: float | str = 0.0,
        *,
        at: Start | Motion | Assembly | Array | None = None,
    ) -> MomentumStep:
        """Return the matrices of one step of the singularity-free formulation: df/dQ, U, W, P, H and their solution.

        Parameters
        ----------
        step : float
            Length of the step [s].
        t : float
            Where it begins [s].
        at : Start, Motion, Assembly or array, optional
            The state to begin with instead of the placement and velocity hints; a motion stands for its last state.

        Returns
        -------
        MomentumStep

        Examples
        --------
        >>> from linkwork import gallery
        >>> found = gallery.get("four-bar", driven=False).momentum_step(0.001)
        >>> found.f_Q.shape, found.rank
        ((8, 8), 8)
        """

    def reduced(
        self,
        coordinate: str = "",
        *,
        points: int = 361,
        range: tuple[float, float] | None = None,
    ) -> Reduced:
        """Reduce a machine with one degree of freedom to one of its coordinates.

        Parameters
        ----------
        coordinate : str
            A measured quantity, "A.angle" or "slide.translation"; default: the first joint coordinate on the ground that
            moves well.
        points : int
            Values of the coordinate over the range, default 361.
        range : pair of float, optional
            First and last value [rad] or [m]. Default of an angle: a full turn from where the hints put it; where the
            machine cannot make it, the part between its dead points.

        Returns
        -------
        Reduced

        Examples
        --------
        >>> from linkwork import gallery
        >>> cycle = gallery.get("slider-crank").reduced(points=37)
        >>> len(cycle.phi), cycle.complete
        (37, True)
        """

    def draw(
        self,
        path: str | Path | None = None,
        *,
        t: float | str = 0.0,
        labels: bool = True,
        view: ViewLike = None,
        traces: Sequence[str | Marker] = (),
        title: str | None = None,
    ) -> Scene:
        """Assemble and draw a mechanism.

        Parameters
        ----------
        path : str or Path, optional
            File to write: ``.svg``, ``.png`` or ``.pdf``.
        t : float
            Time at which it is assembled [s].
        labels : bool
            Whether bodies, joints and points are named.
        view : (azimuth, elevation) or str, optional
            In space: where the viewer stands [degrees], or one of `linkwork.draw.VIEWS`.
        traces : sequence of str or Marker
            Points, such as ``"coupler.P"``, whose paths over one turn of the first driver are drawn.
        title : str, optional
            Default: the mechanism's name.

        Returns
        -------
        Scene

        Raises
        ------
        AssemblyError
            When the joints cannot be closed.
        """

    def belt(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        radius_a: Number | None = None,
        radius_b: Number | None = None,
        strands: Literal["open", "crossed"] = "open",
    ) -> JointRef:
        """Toothed belt, chain or any belt that does not slip, tight around two pulleys on parallel axes.

        Point a and point b are the centres of the pulleys; other joints hold them, on the ground or on a body that
        moves. An open belt turns both the same way, ``r_a (w_a - w) = r_b (w_b - w)`` with the line of centres turning
        at ``w``, a crossed one opposite ways. The belt lies on the pulleys as they are placed.

        Equation: ``r_a psi_a - r_b psi_b = const``, with plus for a crossed belt: ``psi_a`` is the direction of centre
        b seen from pulley a, ``psi_b`` that of centre a seen from pulley b. Its reaction is the difference of the pulls
        of the two strands: half of it more in one, half of it less in the other, each along its strand, so that the
        bearings carry what the strands pull. What the belt is tightened with is a force along its length
        ``2 sqrt(d^2 - D^2) + 2 D asin(D / d) + pi (r_a + r_b)``, with the distance d of the centres and ``D = r_a - r_b``,
        or their sum where it is crossed: ``m.effort("tight", "NAME.length", -80.0)`` pulls with 80 N in each strand. Then
        ``run.tension("NAME")`` holds the pull of both, first of the strand on the left of the way from a to b where it
        leaves a, and a slack strand that would have to push is told.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        radius_a : number or text, optional
            pitch radius of pulley a [m].
        radius_b : number or text, optional
            pitch radius of pulley b [m].
        strands : one of a few words, default open
            whether the strands cross (open, crossed).
        """

    def bevel_gear(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        ratio: Number | None = None,
        teeth_a: Number | None = None,
        teeth_b: Number | None = None,
        module: Number | None = None,
        radius_a: Number | None = None,
        radius_b: Number | None = None,
        pressure_angle: Number = 0.0,
        axis_b: Axis | None = None,
    ) -> JointRef:
        """Straight bevel gears: the pitch cones of two wheels, whose axes meet, roll on each other.

        Point a and point b lie on the axes of the wheels, each on the side of its wheel: where the axes meet, or
        towards the teeth. A wheel whose point is where the axes meet lies on the side its axis points to. Other joints
        hold both wheels; the angle between the axes is that at which they are placed. ``r_a w_a = -r_b w_b`` for axes
        that point away from where they meet.

        Equation: ``r_a psi_a + r_b psi_b = const`` with ``psi_a`` the direction of axis b seen from wheel a, ``psi_b``
        that of axis a seen from wheel b, and terms that the bearings hold. Its reaction is the force between the teeth
        at the pitch point, at the pitch radii from both axes: ``F`` around the wheels, ``F tan(pressure_angle)`` across
        the pitch cones, pressing the wheels apart and away from where the axes meet.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        ratio : number or text, optional
            turns of wheel a for one turn of wheel b, without sign.
        teeth_a : number or text, optional
            number of teeth of wheel a.
        teeth_b : number or text, optional
            number of teeth of wheel b.
        module : number or text, optional
            pitch diameter over number of teeth [m].
        radius_a : number or text, optional
            pitch radius of wheel a [m].
        radius_b : number or text, optional
            pitch radius of wheel b [m].
        pressure_angle : number or text, default 0.0
            of the teeth; it presses the wheels apart [rad].
        axis_b : axis, optional
            axis of wheel b.
        """

    def cable(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        length: Number | None = None,
        over: Wheels = (),
        drum_a: Number = 0.0,
        side_a: Literal["left", "right"] = "left",
        drum_b: Number = 0.0,
        side_b: Literal["left", "right"] = "left",
        hold: bool = True,
    ) -> JointRef:
        """Cable from point a to point b, over pulleys and through guides, of constant or driven length.

        Equation: the length is that of the spans between the circles and of the arcs on them. With signed radii r (positive
        where the pulley lies on the left of the cable), centres at the distance d and in the direction h from each other,
        and ``D = r_j - r_i``, every span and its share in the arcs make ``sqrt(d^2 - D^2) + D asin(D / d) - D h``; arcs
        are counted over full turns. Its gradient is a unit pull along the two tangents of each pulley, so that bearings
        carry the true forces. A drum at an end winds the cable up with its body, ``- r angle``. On a pulley without slip
        the length up to it is kept as well.

        A cable does not push: where its tension is negative, the result says so. One that goes slack, is driven or gives
        way has ``hold = false`` and a rigid contact, a driver or an elastic cable on its length ``rope.length``. In space
        the centres stay in a plane normal to the axis of a, unless the cable runs through guides alone.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        length : number or text, optional
            length kept; default: that where the bodies are placed [m].
        over : pulleys and points, default ()
            pulleys and guides on the way from a to b, see `pulley`.
        drum_a : number or text, default 0.0
            radius of a drum about a, which winds the cable up [m].
        side_a : one of a few words, default left
            side of the cable on which the drum at a lies (left, right).
        drum_b : number or text, default 0.0
            radius of a drum about b [m].
        side_b : one of a few words, default left
            side of the cable on which the drum at b lies (left, right).
        hold : bool, default True
            whether it keeps its length; false: that is driven, loaded or measured only.
        """

    def constant_angle(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        angle: Number = 0.0,
    ) -> JointRef:
        """The angle from x of a to x of b, about the axis of a, keeps a value; the points are free.

        Equation: ``atan2(y_a . x_b, x_a . x_b) = angle``.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        angle : number or text, default 0.0
            angle kept from x of a to x of b [rad].
        """

    def constant_orientation(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """The two bodies do not turn relative to each other; the points are free.

        Equations: the axes of the markers stay parallel (three equations; one in the plane).

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def constraint(
        self,
        name: str,
        a: Point = ...,
        b: Point = ...,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        expression: Name = "0",
    ) -> JointRef:
        """An equation of the user's own between measured quantities, or an expression of them that must vanish.

        The expression may use joint coordinates (``A.angle``), point coordinates (``coupler.P.x``),
        body angles (``crank.angle``), distances (``distance(crank.P, ground.Q)``), the parameters, the
        time ``t`` and the usual functions. Examples: ``"B.translation = 0.1*A.angle"``, or as what vanishes,
        ``"B.translation - 0.1*A.angle"``. Where units are written in it, they must be those of what it measures.

        With rates of them in sums, and times what depends on positions and time, it is an equation of velocities, which
        restricts no position: ``"rate(sled.x)*sin(sled.angle) - rate(sled.y)*cos(sled.angle)"`` is a skate.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, default ground at (0.0, 0.0)
            where it acts on the first body.
        b : point, body or text, default ground at (0.0, 0.0)
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        expression : text, default 0
            the equation, or what must vanish.
        """

    def coupling(
        self,
        name: str,
        a: Point = ...,
        b: Point = ...,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        expression: Name = "0 = 0",
    ) -> JointRef:
        """Coordinates of joints that move in fixed proportions: a gearbox, a harmonic drive or a shaft given by its ratio.

        The expression is an equation, linear in measured quantities: ``"B.angle = -2*A.angle + 0.1"``,
        ``"X.translation + Y.translation = 0.01*M.angle"``. See constraint for what may stand in it.

        It acts as pure couples along the angles and forces along the lengths in it, not where bodies touch: bearings do not
        feel the teeth or belts behind it. Use gear, rack, belt or screw for those.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, default ground at (0.0, 0.0)
            where it acts on the first body.
        b : point, body or text, default ground at (0.0, 0.0)
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        expression : text, default 0 = 0
            the equation, for example 'B.angle = -2*A.angle'.
        """

    def crossed_gear(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        ratio: Number | None = None,
        teeth_a: Number | None = None,
        teeth_b: Number | None = None,
        module: Number | None = None,
        radius_a: Number | None = None,
        radius_b: Number | None = None,
        pressure_angle: Number = 0.0,
        axis_b: Axis | None = None,
        helix_angle: Number | None = None,
    ) -> JointRef:
        """Screw gears or a worm and its wheel: two wheels with helical teeth on axes that cross without meeting.

        Point a and point b lie anywhere on the axes of the wheels; other joints hold both. The teeth touch on the
        common normal of the axes, at the distance ``r_a`` from axis a and ``r_b`` from axis b. The teeth of wheel a
        make ``helix_angle`` with its axis, those of wheel b what is left of the angle between the axes. Sizes: two
        radii, two numbers of teeth with their module (that across the teeth), or numbers of teeth or a ratio alone, for
        the axes as they are placed: ``ratio = r_b cos(helix_b) / (r_a cos(helix_a))``.

        Equation: equal speeds of both wheels across the teeth at the point of contact, as a sum of the turns of each
        wheel past the axis of the other and of terms that the bearings hold. Its reaction is the force between the
        teeth: ``F`` around wheel a, ``F tan(helix_angle)`` along its axis, ``F tan(pressure_angle)/cos(helix_angle)``
        pressing the axes apart.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        ratio : number or text, optional
            turns of wheel a for one turn of wheel b, without sign.
        teeth_a : number or text, optional
            number of teeth of wheel a.
        teeth_b : number or text, optional
            number of teeth of wheel b.
        module : number or text, optional
            pitch diameter over number of teeth [m].
        radius_a : number or text, optional
            pitch radius of wheel a [m].
        radius_b : number or text, optional
            pitch radius of wheel b [m].
        pressure_angle : number or text, default 0.0
            of the teeth; it presses the wheels apart [rad].
        axis_b : axis, optional
            axis of wheel b.
        helix_angle : number or text, optional
            of the teeth of wheel a from its axis, right-handed positive; default: half of the shaft angle [rad].
        """

    def curve_on_curve(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        curve: Curve,
        curve_b: Curve,
        at: Components | None = None,
        axis: Axis | None = None,
        rolling: bool = False,
        side: Literal["free", "other"] = "free",
        side_b: Literal["free", "other"] = "free",
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
    ) -> JointRef:
        """A curve in the axes of b touches a curve in the axes of a.

        Equation: the gap along the common normal vanishes. Both contact points are followed along the motion. The force
        acts at the point of contact, along the common normal and, with ``rolling = true``, along the common tangent.

        Cam and rocker with a curved face, non-circular wheels, a body that rolls on another. It may lift off (`lifts`) and
        slide with friction (`rolling = true`, `friction`) as in `point_on_curve`.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        curve : curve, must be given
            the curve in the axes of a.
        curve_b : curve, must be given
            the curve in the axes of b.
        rolling : bool, default False
            whether one rolls on the other without sliding.
        side : one of a few words, default free
            side of the curve of a on which the other lies (free, other).
        side_b : one of a few words, default free
            side of the curve of b on which the first lies (free, other).
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        """

    def cylindrical(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Shaft in a plain bearing: one body slides along an axis of the other and turns about it.

        Equations: the axes are parallel, and ``d = p_b - p_a`` has no component across the axis,
        ``x_a . d = 0`` and ``y_a . d = 0``.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def rolling_disc(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        radius: Number | None = None,
        edge: Number = 0.0,
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
        contact: Literal["rolling", "sliding"] = "rolling",
    ) -> JointRef:
        """Wheel, coin or hoop on a plane of body a; the disc has its centre at point b and its axle along z of b.

        The plane goes through point a with the normal ``z_a``; the disc is on the side of the normal, and leans and
        steers freely. With ``s = sqrt((z_a.x_b)^2 + (z_a.y_b)^2)``, the sine of the angle between axle and normal, the
        contact is at ``p_b + rho``, ``rho = -(radius - edge) (z_a - (z_a.z_b) z_b)/s - edge z_a``.
        Equations: contact, ``z_a . (p_b - p_a) = (radius - edge) s + edge``, and, rolling, two of velocities: the
        disc's point of contact does not move relative to body a along ``x_a`` nor ``y_a``. Flat on the plane (s = 0)
        the contact is no longer one point, and the equations end.

        With ``friction`` it slides in a simulation where the force along the plane would exceed ``friction_static N``, with
        ``friction N`` against the slip, and rolls again when the slip ends.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        radius : number or text, optional
            radius of the disc, to the outside of its edge [m].
        edge : number or text, default 0.0
            radius of the rounded edge in cross-section; 0: a thin disc [m].
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        contact : one of a few words, default rolling
            rolling: no slip; sliding: contact alone (rolling, sliding).
        """

    def disc_on_surface(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        surface: Name,
        at: Components | None = None,
        axis: Axis | None = None,
        radius: Number | None = None,
        side: Literal["positive", "negative"] = "positive",
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
        contact: Literal["rolling", "sliding"] = "rolling",
    ) -> JointRef:
        """Thin wheel, coin or hoop on a smooth surface of body a; its centre is at point b, its axle along z of b.

        The surface is an expression of ``x``, ``y``, ``z`` and parameters that vanishes on it, in the axes of a [m]; the
        disc is on the side where the expression is positive, or negative. P is the point of its edge at which the
        expression is least (on the other side, largest). Equations: contact, the expression over the size of its gradient
        vanishes at P; and, rolling, two of velocities: the disc's point at P does not move relative to body a along two
        tangents, ``x_a`` and ``y_a`` turned with the normal n from ``z_a`` to n, which ends where n is ``-z_a``. Flat on
        the surface, its axle along the gradient at its centre, the contact is no longer one point: the equations end.

        With ``friction`` it slides in a simulation where the force along the surface would exceed ``friction_static N``,
        with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
        surface where that would pull, and comes back with an impact.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        surface : text, must be given
            expression of x, y, z in the axes of a that vanishes on it.
        radius : number or text, optional
            radius of what is on it [m].
        side : one of a few words, default positive
            sign of the expression on its side of the surface (positive, negative).
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        contact : one of a few words, default rolling
            rolling: no slip; sliding: contact alone (rolling, sliding).
        """

    def face_on_curve(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        curve: Curve,
        at: Components | None = None,
        axis: Axis | None = None,
        rolling: bool = False,
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
    ) -> JointRef:
        """Flat face: a straight line through point b, along the x axis of b, touches a curve in the axes of a.

        Equation: the gap between the line and the curve vanishes, ``y_b . (p_b - c(s)) = 0`` where the tangent of the
        curve at s is parallel to the face. The body of b lies on the side of its y axis. The force acts at the point of
        contact, along y of b. With ``rolling = true`` the face rolls on the curve without sliding.

        The flat-face follower of a cam; a board that rocks on a barrel. The curve must bulge towards the face. It may lift
        off (`lifts`) and slide with friction (`rolling = true`, `friction`) as in `point_on_curve`.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        curve : curve, must be given
            the curve, in the axes of a.
        rolling : bool, default False
            whether the face rolls on the curve without sliding.
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        """

    def fixed(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Weld: two bodies move as one, with the markers' points together and their axes parallel.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def gear(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        ratio: Number | None = None,
        teeth_a: Number | None = None,
        teeth_b: Number | None = None,
        module: Number | None = None,
        radius_a: Number | None = None,
        radius_b: Number | None = None,
        pressure_angle: Number = 0.0,
        helix_angle: Number = 0.0,
        mesh: Literal["external", "internal"] = "external",
    ) -> JointRef:
        """Spur or helical gears on parallel axes: the pitch circles of two wheels roll on each other.

        Point a and point b are the centres of the wheels; other joints hold them, on the ground or on a carrier that
        moves. The wheels turn opposite ways, ``r_a (w_a - w) = -r_b (w_b - w)`` with the line of centres turning at
        ``w``; with ``mesh="internal"`` the larger wheel has its teeth inside, and both turn the same way. Sizes: two
        radii, two numbers of teeth with their module, or numbers of teeth or a ratio alone for the distance at which
        the centres are placed. The teeth mesh as the wheels are placed.

        Equation: ``r_a psi_a + r_b psi_b = const`` with ``psi_a`` the direction of centre b seen from wheel a,
        ``psi_b`` that of centre a seen from wheel b. Its reaction is the force between the teeth at the pitch point:
        ``F`` around the wheels, ``F tan(pressure_angle)/cos(helix_angle)`` pressing them apart whichever way they are
        loaded, ``F tan(helix_angle)`` along the axes. The bearings carry it.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        ratio : number or text, optional
            turns of wheel a for one turn of wheel b, without sign.
        teeth_a : number or text, optional
            number of teeth of wheel a.
        teeth_b : number or text, optional
            number of teeth of wheel b.
        module : number or text, optional
            pitch diameter over number of teeth [m].
        radius_a : number or text, optional
            pitch radius of wheel a [m].
        radius_b : number or text, optional
            pitch radius of wheel b [m].
        pressure_angle : number or text, default 0.0
            of the teeth; it presses the wheels apart [rad].
        helix_angle : number or text, default 0.0
            of the teeth of wheel a from its axis, right-handed positive [rad].
        mesh : one of a few words, default external
            whether one wheel has its teeth inside (external, internal).
        """

    def geneva(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        slots: Number = 4.0,
        radius: Number | None = None,
    ) -> JointRef:
        """Geneva drive: a pin on crank a, along its x axis, enters the slots of wheel b, one of them along b's x axis.

        Equation: while the pin is in a slot, ``n theta = 0`` up to full turns, with theta the direction of the pin in the
        axes of the wheel; before and after, the locking disc holds the wheel with the crank's centre midway between two
        slots. The pin enters and leaves along the slot, so that speeds do not jump: ``radius = distance sin(pi / n)``.
        While it drives, the force is that of the pin on the side of the slot. When the pin enters and leaves is told among
        the events of every motion.

        Film projectors, indexing tables, watches.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        slots : number or text, default 4.0
            number n of slots, at least 3.
        radius : number or text, optional
            radius of the pin's circle; must be given [m].
        """

    def knife_edge(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Skate: point b stays on the plane of a and moves only along the blade, which is x of b.

        Equations: ``z_a . (p_b - p_a) = 0`` (always true in the plane), and one of velocities: with h the direction of
        ``x_b`` in the plane, ``(z_a x h) . v = 0``, where v is the velocity of point b relative to body a. It restricts no
        position: by turning and gliding the skate reaches them all. A thin wheel whose spin does not matter is a knife
        edge too. Reference: S. A. Chaplygin, On the theory of motion of nonholonomic systems, 1911 (the sleigh).

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def parallel(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """The axis of a and the axis of b stay parallel; the points are free.

        Equations: ``u_a`` has no component across ``u_b`` (two equations; one in the plane when the axes
        lie in it).

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def perpendicular(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """The axis of a and the axis of b stay perpendicular; the points are free.

        Equation: ``u_a . u_b = 0``.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def planar(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Plate on a plane: one body slides on a plane of the other and turns about its normal.

        Equations: the normals are parallel, and point b stays in the plane, ``u_a . (p_b - p_a) = 0``.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def point_on_curve(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        curve: Curve,
        at: Components | None = None,
        axis: Axis | None = None,
        radius: Number = 0.0,
        rolling: bool = False,
        side: Literal["free", "other"] = "free",
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
    ) -> JointRef:
        """Point b, or a roller of some radius about it, stays on a curve in the axes of a.

        Equation: the distance of point b from the curve is the radius, ``|p_b - c(s)| = radius``, with s the foot of the
        perpendicular; it is followed along the motion. In space the point also stays in the plane of the curve,
        ``z_a . (p_b - p_a) = 0``. A wheel that rolls (``rolling = true``) turns with b about b's point: the arc length on
        the curve is that on the wheel. The force acts at the point of contact, along the normal and, rolling, along the
        tangent of the curve.

        A curve in space, with a third coordinate, takes a point only: a bead on a wire. Its equations are
        ``n_k . (p_b - c(s)) = 0`` with two normals of the curve that are carried along it without twist. They start as
        ``n_1 = z x t`` and ``n_2 = t x n_1``, t the tangent.

        A knife-edge or roller follower of a cam, a pin in a curved slot, a wheel on a track. Of a closed curve the free
        side is the outside, of an open one the left of the way it runs.

        With ``lifts = true`` it is no groove: in a simulation the contact opens where its force would pull, and closes
        with an impact. Without ``rolling`` the contact is smooth. With ``rolling = true`` and ``friction`` a wheel slides
        where the force along the tangent would exceed ``friction_static N``, with ``friction N`` against the slip, and
        rolls again when the slip ends; a point, of no radius, sticks and slides likewise: a block on a slope.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        curve : curve, must be given
            the curve, in the axes of a.
        radius : number or text, default 0.0
            radius of the roller or wheel about b [m].
        rolling : bool, default False
            whether b rolls on the curve without sliding.
        side : one of a few words, default free
            side of the curve on which a roller runs (free, other).
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        """

    def point_on_line(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Pin in slot: point b stays on the straight slot through point a along the axis of a.

        Equations: ``x_a . (p_b - p_a) = 0`` and ``y_a . (p_b - p_a) = 0``. In the plane one remains.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def point_on_plane(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Point b stays on the plane through point a whose normal is the axis of a.

        Equation: ``u_a . (p_b - p_a) = 0``. In the plane it is a point on a line with that normal.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def point_on_surface(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        surface: Name,
        at: Components | None = None,
        axis: Axis | None = None,
        side: Literal["positive", "negative"] = "positive",
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
    ) -> JointRef:
        """Point b stays on a smooth surface that body a carries.

        The surface is what the user writes, an expression of ``x``, ``y`` and ``z`` that vanishes on it, in the axes of a
        [m]: ``"x^2 + y^2 - 0.4*z"`` is a bowl, ``"z - 0.1*sin(5*x)"`` a wavy floor. The force acts at the point, along the
        normal of the surface; the multiplier times the gradient of the expression, where it is held on both sides.

        With ``lifts = true`` it is held on one side only, where the expression is positive or, with ``side = "negative"``,
        negative: in a simulation the point leaves the surface where that would pull, and comes back with an impact. It is
        smooth; what rolls or sticks is a sphere_on_surface.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        surface : text, must be given
            expression of x, y, z in the axes of a that vanishes on it.
        side : one of a few words, default positive
            sign of the expression on the side where the point may lift off (positive, negative).
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        """

    def prismatic(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Slider: one body slides along an axis of the other and does not turn.

        Equations: the axes of the two markers stay parallel, and ``d = p_b - p_a`` has no component
        across the axis, ``x_a . d = 0`` and ``y_a . d = 0``. In the plane two equations remain.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def rack(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        radius: Number | None = None,
        direction: Axis | None = None,
        pressure_angle: Number = 0.0,
    ) -> JointRef:
        """Rack and pinion: the pitch circle of a pinion rolls on the pitch line of a rack.

        Body a is the rack, its pitch line goes through point a in ``direction``; body b is the pinion and point b its
        centre, on the side of the rack where it is placed. Other joints hold the pinion at its radius from the pitch
        line. The teeth mesh as both are placed.

        Equation: ``x_a . (p_b - p_a) + r angle = const`` with ``x_a`` along the rack and ``angle`` that of the pinion
        from the rack, positive for a pinion on the left of ``direction``. Its reaction is the force between the teeth
        at the pitch point: ``F`` along the rack, ``F tan(pressure_angle)`` pressing both apart whichever way they are
        loaded.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        radius : number or text, optional
            pitch radius of the pinion; default: its distance where placed [m].
        direction : axis, optional
            along the rack, in its axes; default: its first axis.
        pressure_angle : number or text, default 0.0
            of the teeth; it presses rack and pinion apart [rad].
        """

    def revolute(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Pin or hinge: two bodies share a point and turn about one axis.

        Equations: the points coincide, ``p_b - p_a = 0``, and the axes are parallel, ``u_a`` has no
        component across ``u_b``. In the plane only the first two equations of the point remain.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def rod(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        length: Number | None = None,
        rod_ends: Literal["spherical-spherical", "revolute-spherical", "spherical-revolute", "revolute-revolute"] = "spherical-spherical",
    ) -> JointRef:
        """Massless rod: two points stay a fixed distance apart.

        Equations: ``|p_b - p_a| = length``. With a revolute end the rod also stays perpendicular to
        that end's axis, ``u . (p_b - p_a) = 0``; with two revolute ends the axes stay parallel as well.
        In the plane every choice of ends leaves the one equation of the distance.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        length : number or text, optional
            distance kept; default: that of the points where they are placed [m].
        rod_ends : one of a few words, default spherical-spherical
            kind of the joint at end a and at end b (spherical-spherical, revolute-spherical, spherical-revolute, revolute-revolute).
        """

    def rolling_sphere(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        radius: Number | None = None,
        surface: Literal["plane", "sphere", "bowl", "cylinder", "pipe"] = "plane",
        surface_radius: Number | None = None,
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
        contact: Literal["rolling", "sliding"] = "rolling",
    ) -> JointRef:
        """Ball with its centre at point b on a surface of body a.

        The plane goes through point a with the normal ``z_a``, and the ball is on the side of the normal. A sphere (ball
        outside) or bowl (inside) has its centre at point a; a cylinder (outside) or pipe (inside) has its axis through
        point a along ``z_a``; their radius is `surface_radius`. Equations, with n the normal of the surface on the side of
        the ball and ``P = p_b - radius n``: contact, the centre stays at the distance `radius` from the surface; and,
        rolling, two of velocities: the ball's point at P does not move relative to body a along two tangents. These are
        ``x_a`` and ``y_a`` on a plane, ``z_a`` and the way around the axis on a cylinder, and on a sphere ``x_a`` and
        ``y_a`` turned with the normal from ``z_a`` to n, which ends at the lowest point of a sphere and at the highest of a
        bowl.

        With ``friction`` it slides in a simulation where the force along the surface would exceed ``friction_static N``,
        with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
        surface where that would pull, and comes back with an impact.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        radius : number or text, optional
            radius of the ball [m].
        surface : one of a few words, default plane
            what it is on: the outside of a sphere or cylinder, or inside one (plane, sphere, bowl, cylinder, pipe).
        surface_radius : number or text, optional
            radius of a sphere, bowl, cylinder or pipe [m].
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        contact : one of a few words, default rolling
            rolling: no slip; sliding: contact alone (rolling, sliding).
        """

    def rolling_wheel(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        radius: Number | None = None,
        track: Literal["straight", "outside", "inside"] = "straight",
        track_radius: Number | None = None,
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
        contact: Literal["rolling", "sliding"] = "rolling",
    ) -> JointRef:
        """Wheel with its centre at point b on a track of body a, in one plane: its axle is the joint's axis.

        A straight track goes through point a along ``x_a``, with the wheel on the side of ``y_a``; a circular one has its
        centre at point a and its radius `track_radius`, with the wheel outside or inside. Equations, with
        ``d = p_b - p_a``: contact, ``y_a . d = radius`` or ``|d| = track_radius + radius`` (outside) or
        ``track_radius - radius`` (inside); and, rolling, equal arcs on track and wheel from where the bodies are placed:
        ``x_a . d + radius angle`` stays, or ``track_radius psi_a + radius psi_b`` (inside: minus) does, where psi_a is the
        direction of d seen from body a and psi_b that of -d seen from body b. In space the axle must stay parallel to the
        axis of a, which other joints see to; a wheel that leans or steers is a rolling_disc. Reference: J. Garcia de Jalon
        and E. Bayo, Kinematic and Dynamic Simulation of Multibody Systems, section 3.6.

        With ``friction`` it slides in a simulation where the force along the track would exceed ``friction_static N``, with
        ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the track where
        the track would pull, and comes back with an impact.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        radius : number or text, optional
            radius of the wheel [m].
        track : one of a few words, default straight
            shape of the track, and the side of a circle the wheel is on (straight, outside, inside).
        track_radius : number or text, optional
            radius of a circular track [m].
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        contact : one of a few words, default rolling
            rolling: no slip; sliding: contact alone (rolling, sliding).
        """

    def screw(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        pitch: Number | None = None,
    ) -> JointRef:
        """Screw and nut without friction: one body turns about an axis of the other and moves along it as it turns.

        Equations: those of a shaft in a plain bearing (see cylindrical), and ``z_a . (p_b - p_a) - pitch/(2 pi) angle =
        const``, the value where the bodies are placed; ``pitch`` is the way along the axis in one turn, negative for a
        left-handed thread. The reaction of the last equation is the force ``F`` of the thread along the axis, together
        with the moment ``-F pitch/(2 pi)`` about it.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        pitch : number or text, optional
            way along the axis in one turn, right-handed positive [m].
        """

    def sphere_on_surface(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        surface: Name,
        at: Components | None = None,
        axis: Axis | None = None,
        radius: Number | None = None,
        side: Literal["positive", "negative"] = "positive",
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
        contact: Literal["rolling", "sliding"] = "rolling",
    ) -> JointRef:
        """Ball with its centre at point b on a smooth surface that body a carries.

        The surface is what the user writes, an expression of ``x``, ``y``, ``z`` and parameters that vanishes on it, in the
        axes of a [m]; the ball is on the side where the expression is positive, or negative. With P the point of the
        surface under the centre, ``p_b = P + radius n``, n the normal on the side of the ball. Equations: contact, the
        distance of the centre from the surface is the radius; and, rolling, two of velocities: the ball's point at P does
        not move relative to body a along two tangents. These are ``x_a`` and ``y_a`` turned with the normal from ``z_a`` to
        n, which ends where n is ``-z_a``.

        With ``friction`` it slides in a simulation where the force along the surface would exceed ``friction_static N``,
        with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
        surface where that would pull, and comes back with an impact.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        surface : text, must be given
            expression of x, y, z in the axes of a that vanishes on it.
        radius : number or text, optional
            radius of what is on it [m].
        side : one of a few words, default positive
            sign of the expression on its side of the surface (positive, negative).
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        contact : one of a few words, default rolling
            rolling: no slip; sliding: contact alone (rolling, sliding).
        """

    def spherical(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
    ) -> JointRef:
        """Ball and socket: two bodies share a point and turn freely about it.

        Equations: the points coincide, ``p_b - p_a = 0``. In the plane it is a revolute joint.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        """

    def surface_on_plane(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        surface: Name,
        at: Components | None = None,
        axis: Axis | None = None,
        lifts: bool = False,
        restitution: Number = 0.0,
        friction: Number | None = None,
        friction_static: Number | None = None,
        contact: Literal["rolling", "sliding"] = "rolling",
    ) -> JointRef:
        """Body b with a smooth bulging surface on a plane of body a: an egg, an ellipsoid, a rattleback.

        The plane goes through point a with the normal ``z_a``, and the body is on the side of the normal. Its surface is
        what the user writes, an expression of ``x``, ``y``, ``z`` and parameters that vanishes on it, in the axes of b from
        point b [m], a point inside: ``"(x/0.2)^2 + (y/0.05)^2 + (z/0.03)^2 - 1"``. With P its lowest point, where its
        normal is against ``z_a``, the equations are: contact, ``z_a . (P - p_a) = 0``; and, rolling, two of velocities: the
        body's point at P does not move relative to body a along ``x_a`` nor ``y_a``.

        With ``friction`` it slides in a simulation where the force along the plane would exceed ``friction_static N``,
        with ``friction N`` against the slip, and rolls again when the slip ends. With ``lifts = true`` it leaves the
        plane where that would pull, and comes back with an impact.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        surface : text, must be given
            expression of x, y, z in the axes of b that vanishes on it.
        lifts : bool, default False
            whether it opens in a simulation where its force would pull, and closes with an impact.
        restitution : number or text, default 0.0
            of these impacts, from 0 (no rebound) to 1 (no loss).
        friction : number or text, optional
            coefficient of friction: it slides where rolling asks for more; default: no limit.
        friction_static : number or text, optional
            coefficient up to which it rolls; default: that of sliding.
        contact : one of a few words, default rolling
            rolling: no slip; sliding: contact alone (rolling, sliding).
        """

    def universal(
        self,
        name: str,
        a: Point,
        b: Point,
        *,
        at: Components | None = None,
        axis: Axis | None = None,
        axis_b: Axis | None = None,
    ) -> JointRef:
        """Hooke or Cardan joint: the bodies share a point; an axis of a stays perpendicular to an axis of b.

        Equations: the points coincide, and ``u_a . u_b = 0``, where ``u_a`` is the arm of the cross
        held by body a and ``u_b`` the arm held by body b.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            where it acts on the first body.
        b : point, body or text, must be given
            where it acts on the second body.
        at : components, optional
            with bodies in place of points: where it is, in ground axes [m].
        axis : axis, optional
            its axis.
        axis_b : axis, optional
            arm of the cross in body b.
        """

    def bushing(
        self,
        name: str,
        a: Point,
        b: Point,
        stiffness: Number | Components = 0.0,
        damping: Number | Components = 0.0,
        rotational_stiffness: Number | Components = 0.0,
        rotational_damping: Number | Components = 0.0,
    ) -> None:
        """Bushing between two markers: springs and dampers along and about the axes of the first one.

        Equation: with the displacement ``d_i`` of b from a along the axes x, y, z of a and the turn ``q_i`` of b about
        them, ``F_i = -k_i d_i - c_i d_i'`` and ``T_i = -K_i q_i - C_i q_i'``. The turn about z is the angle of the x axes
        and may be large; those about x and y are tilts of the z axes and must be small against a right angle.
        In the plane x, y and the turn about z remain.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            The two markers; they lie on each other where the bushing is free.
        b : point, body or text, must be given
            The two markers; they lie on each other where the bushing is free.
        stiffness : number, text or components, default 0.0
            Along x, y, z [N/m]; one value holds for all.
        damping : number, text or components, default 0.0
            Along x, y, z [N s/m].
        rotational_stiffness : number, text or components, default 0.0
            About x, y, z [N m/rad].
        rotational_damping : number, text or components, default 0.0
            About x, y, z [N m s/rad].

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("engine mount")
        engine = m.body("engine", mass=100.0, inertia=(4, 5, 6))
        m.bushing("mount", m.ground.at(0, 0, 0), engine.at(0, 0, 0), stiffness=(1e5, 1e5, 3e5), damping=200)
        """

    def contact(
        self,
        name: str,
        a: Point,
        b: Point,
        surface: Literal["plane", "sphere"] = "plane",
        normal: Axis | None = None,
        radius: Number = 0.0,
        radius_a: Number = 0.0,
        stiffness: Number | None = None,
        exponent: Number = 1.5,
        damping: Number = 0.0,
        depth: Number = 0.0001,
    ) -> None:
        """Compliant contact of a sphere (a circle in the plane, a point of radius 0) with a plane or with another one.

        Equation: with the height h of the centre b over the plane, or its distance h from the centre a, and the
        penetration ``p = r_b - h`` or ``p = r_a + r_b - h``: ``F = max(0, k p^e - c h')``, where the damping c rises from 0
        to its full value over the depth. This is the function impact. There is no friction.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            A point of the plane, or the centre of the first sphere.
        b : point, body or text, must be given
            The centre of the sphere, or the point.
        surface : one of a few words, default plane
            What there is at a: "plane", or "sphere" (a circle in the plane) (plane, sphere).
        normal : axis, optional
            Outward normal of the plane in the axes of its body; a marker's own axis goes first.
        radius : number or text, default 0.0
            Radius r_b [m].
        radius_a : number or text, default 0.0
            Radius r_a of a sphere at a [m].
        stiffness : number or text, optional
            Stiffness k [N/m^e].
        exponent : number or text, default 1.5
            Exponent e of the penetration; 1.5 for round steel parts (Hertz).
        damping : number or text, default 0.0
            Full damping [N s/m].
        depth : number or text, default 0.0001
            Penetration at which the damping is full [m].

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
        ball = m.body("ball", lw.disc(0.1, mass=3.0))
        m.contact("floor", m.ground.at(0, 0), ball, normal="y", radius="100 mm", stiffness=1e6, damping=50)
        """

    def effort(
        self,
        name: str,
        quantity: Name,
        value: Function,
    ) -> None:
        """A force along a measured length, or a torque along a measured angle.

        Equation: with the quantity s, the power of the effort is ``E s'``; it increases s when it is positive.
        Both bodies that s is measured between feel it.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            What it acts along: "slide.translation", "A.angle", "distance(crank.P, ground.Q)", "coupler.P.x", or a joint with one coordinate.
        value : number, text or function, must be given
            Force [N] along a length, torque [N m] along an angle: a number, a function of time, or an expression of time and motion.

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("press", plane="xy")
        ram = m.body("ram", mass=2.0)
        slide = m.prismatic("slide", m.ground.at(0, 0), ram.at(0, 0))
        m.effort("cylinder", slide, "if(slide.translation < 50 mm, 200 N, 0)")
        """

    def end_stop(
        self,
        name: str,
        quantity: Name,
        lower: Number | None = None,
        upper: Number | None = None,
        stiffness: Number | None = None,
        exponent: Number = 1.5,
        damping: Number = 0.0,
        depth: Number = 0.0001,
    ) -> None:
        """Compliant end stops of a joint coordinate, or of any other measured quantity.

        Equation: with the quantity s below the lower stop by p, ``E = max(0, k p^e - c s')``, where the damping c rises
        from 0 to its full value over the depth; at the upper stop the opposite. This is the function bistop.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            What is stopped: "A.angle", "slide.translation", or a joint with one coordinate.
        lower : number or text, optional
            Where the stops are [m], [rad]; give one or both.
        upper : number or text, optional
            Where the stops are [m], [rad]; give one or both.
        stiffness : number or text, optional
            Stiffness k [N/m^e], [N m/rad^e].
        exponent : number or text, default 1.5
            Exponent e of the penetration; 1 is a linear spring, 1.5 a round contact.
        damping : number or text, default 0.0
            Full damping [N s/m], [N m s/rad].
        depth : number or text, default 0.0001
            Penetration at which the damping is full [m], [rad].

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("door", plane="xy")
        door = m.body("door", mass=1.0, inertia=0.1)
        pin = m.revolute("pin", m.ground.at(0, 0), door.at(0, 0))
        m.end_stop("stop", pin, lower=0, upper="100 deg", stiffness=1e3, damping=5, depth="1 deg")
        """

    def friction(
        self,
        name: str,
        joint: Name,
        mu: Number,
        mu_static: Number | None = None,
        radius: Number | None = None,
        bearing: Number | None = None,
        preload: Number = 0.0,
        smooth: Number | None = None,
    ) -> None:
        """Coulomb friction in a joint: it sticks, and slides when the force asks for more than it can hold.

        Equation: while sliding, the friction force is ``mu N`` against the speed, with the normal force N that the joint
        transmits, increased by the preload; in a turning joint its torque is ``mu N r``. While sticking, the joint does
        not move, up to ``mu_static N``. Sticking and sliding are told apart by events, exactly, unless `smooth` is
        given: then the force is ``mu N tanh(v / v_s)`` and the joint creeps.

        Parameters
        ----------
        name : str
            Your name for it.
        joint : text, must be given
            The joint it acts in: revolute, prismatic or cylindrical.
        mu : number or text, must be given
            Coefficient of sliding friction [1].
        mu_static : number or text, optional
            Coefficient of static friction [1]; default: that of sliding.
        radius : number or text, optional
            Radius of the pin of a turning joint [m].
        bearing : number or text, optional
            Length of the bearing [m]; moments across the joint then press its ends.
        preload : number or text, default 0.0
            Normal force that is there without a load [N].
        smooth : number or text, optional
            Speed v_s over which the friction changes its sign [m/s]; default: none, exact sticking.

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
        rod = m.body("rod", lw.rod(1.0, 2.0))
        pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        m.friction("bearing", pin, 0.1, radius="10 mm")
        """

    def load_torque(
        self,
        name: str,
        quantity: Name,
        constant: Number = 0.0,
        linear: Number = 0.0,
        quadratic: Number = 0.0,
        smooth: Number = 0.1,
    ) -> None:
        """Resistance of a driven machine, opposed to the speed: hoist, mixer, fan.

        Equation: with the speed w, ``T = -(c0 tanh(w / w_s) + c1 w + c2 w |w|)``.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            The coordinate that is resisted: "A.angle", "slide.translation", or a joint with one coordinate.
        constant : number or text, default 0.0
            Part c0 that does not depend on the speed [N m], [N] along a length.
        linear : number or text, default 0.0
            Part c1 proportional to the speed [N m s/rad], [N s/m].
        quadratic : number or text, default 0.0
            Part c2 proportional to the square of the speed [N m s^2/rad^2], [N s^2/m^2].
        smooth : number or text, default 0.1
            Speed w_s over which the constant part changes its sign [rad/s], [m/s].

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("fan", plane="xy")
        rotor = m.body("rotor", mass=1.0, inertia=0.1)
        pin = m.revolute("pin", m.ground.at(0, 0), rotor.at(0, 0))
        m.load_torque("air", pin, quadratic=2e-4)
        """

    def motor(
        self,
        name: str,
        quantity: Name,
        stall: Number | None = None,
        no_load_speed: Number | None = None,
        curve: Function | None = None,
        pull_out: Number | None = None,
        pull_out_slip: Number | None = None,
        synchronous_speed: Number | None = None,
    ) -> None:
        """A motor on a joint coordinate, with its torque over its speed.

        Equation: with the speed w, one of

        - linear (direct current): ``T = T_stall (1 - w / w_0)``;
        - a curve: ``T = f(w)``;
        - three-phase induction (Kloss): ``T = 2 T_p / (s / s_p + s_p / s)`` with the slip ``s = 1 - w / w_s``.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            What it drives: "A.angle", or "slide.translation" for a linear motor.
        stall : number or text, optional
            Torque T_stall at rest [N m], force [N] of a linear motor.
        no_load_speed : number or text, optional
            Speed w_0 at which the torque vanishes [rad/s], [m/s]; negative for the other sense, with a negative torque.
        curve : number, text or function, optional
            Torque [N m] over the speed x [rad/s], as an expression of x, a table, or a Python function of x.
        pull_out : number or text, optional
            Largest torque T_p [N m].
        pull_out_slip : number or text, optional
            Slip s_p at which it occurs [1].
        synchronous_speed : number or text, optional
            Speed w_s without load [rad/s].

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("fan", plane="xy")
        rotor = m.body("rotor", mass=1.0, inertia=0.1)
        pin = m.revolute("pin", m.ground.at(0, 0), rotor.at(0, 0))
        m.motor("mains", pin, pull_out="20 N*m", pull_out_slip=0.2, synchronous_speed="1500 rpm")
        """

    def one_way(
        self,
        name: str,
        quantity: Name,
        free: Literal["forward", "back"] = "forward",
    ) -> None:
        """One-way clutch, freewheel or fine ratchet: a measured quantity may change one way only.

        Equation: with the rate s' of the quantity, counted the free way, and the force or torque T of the clutch,
        ``s' >= 0, T >= 0, s' T = 0``: it runs free, or it locks and holds what drives it back. Locking and letting go are
        events of the solver; a sudden stop is an impact without rebound.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            What is kept from going back: "A.angle", "slide.translation", "distance(a.P, b.Q)".
        free : one of a few words, default forward
            Which way it may go: "forward", the quantity grows, or "back" (forward, back).

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("freewheel", plane="xy")
        wheel = m.body("wheel", lw.disc(0.3, mass=2.0))
        axle = m.revolute("axle", m.ground.at(0, 0), wheel.at(0, 0))
        m.one_way("pawl", axle)
        """

    def point_force(
        self,
        name: str,
        at: Point,
        value: Function | None = None,
        direction: Axis | None = None,
        force: Sequence[Function] | None = None,
        follows: Literal["ground", "body"] = "ground",
        reacted_at: Point | None = None,
    ) -> None:
        """A force at a point of a body, with a fixed direction or one that turns with the body.

        Equation: the point feels ``F u``, with the unit vector u of the direction; or the sum of the
        components given. With `reacted_at` that point feels the opposite; without it the force comes
        from outside the machine.

        Parameters
        ----------
        name : str
            Your name for it.
        at : point, body or text, must be given
            The point it acts at.
        value : number, text or function, optional
            Force [N]: a number, a function of time, or an expression of time and motion.
        direction : axis, optional
            Its direction; its length does not count.
        force : numbers, texts or functions, optional
            Instead of value and direction: two components (in the plane) or three [N].
        follows : one of a few words, default ground
            Whether the direction is given in the axes of the ground and stays, or in those of the body and turns with it (ground, body).
        reacted_at : point, body or text, optional
            The point that feels the opposite force.

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("slider", plane="xy")
        block = m.body("block", mass=1.0)
        slide = m.prismatic("slide", m.ground.at(0, 0), block.at(0, 0))
        m.point_force("push", block.at(0, 0.1), "20 N", "x")
        m.point_force("wind", block.at(0, 0), force=("-3*rate(slide)", 0))
        """

    def ratchet(
        self,
        name: str,
        quantity: Name,
        pitch: Number | None = None,
        teeth: Number | None = None,
        first: Number = 0.0,
        free: Literal["forward", "back"] = "forward",
    ) -> None:
        """Ratchet: a measured quantity goes one way, back by at most a tooth, where the pawl holds it.

        Equation: with the quantity s counted the free way and the last tooth passed, ``z = first + k pitch``, the gap
        ``g = s - z`` is never negative, nor is the force T of the pawl: ``g >= 0, T >= 0, g T = 0``. Teeth that pass,
        locking and letting go are events of the solver; the pawl stops the wheel without rebound. `one_way` is a ratchet
        with teeth too fine to count.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            What is kept from going back: "A.angle", "slide.translation", "distance(a.P, b.Q)".
        pitch : number or text, optional
            From tooth to tooth [m], [rad].
        teeth : number or text, optional
            Number of teeth round a wheel, instead of the pitch [1].
        first : number or text, default 0.0
            Where one of the teeth holds [m], [rad].
        free : one of a few words, default forward
            Which way it may go: "forward", the quantity grows, or "back" (forward, back).

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("winch", plane="xy")
        wheel = m.body("wheel", lw.disc(0.3, mass=2.0))
        axle = m.revolute("axle", m.ground.at(0, 0), wheel.at(0, 0))
        m.ratchet("pawl", axle, teeth=12)
        """

    def rigid_contact(
        self,
        name: str,
        quantity: Name,
        limit: Number = 0.0,
        side: Literal["above", "below"] = "above",
        restitution: Number = 0.0,
    ) -> None:
        """A measured quantity that cannot pass a limit: rigid contact with impacts.

        Equation: the gap ``g = s - limit`` (or ``limit - s``) is never negative, the contact force F is never negative and
        acts only when the gap is closed: ``g >= 0, F >= 0, g F = 0``. At an impact the gap's rate is reversed,
        ``g'(after) = -e g'(before)``. Contact and impacts are events of the solver.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            What is limited: "ball.P.y", "distance(a.P, b.Q)", "slide.translation", "A.angle".
        limit : number or text, default 0.0
            The limit [m], [rad].
        side : one of a few words, default above
            Whether the quantity stays above or below the limit (above, below).
        restitution : number or text, default 0.0
            Coefficient of restitution e, from 0 (no rebound) to 1 (no loss) [1].

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
        ball = m.body("ball", lw.disc(0.1, mass=3.0))
        m.rigid_contact("floor", "ball.y", "100 mm", restitution=0.8)
        """

    def rotational_spring(
        self,
        name: str,
        quantity: Name,
        stiffness: Number = 0.0,
        free_angle: Number = 0.0,
        damping: Number = 0.0,
        preload: Number = 0.0,
        curve: Function | None = None,
        actuator: Function | None = None,
    ) -> None:
        """Rotational spring, damper and actuator on the angle of a joint, or on any other angle.

        Equation: with the angle q, the torque that increases it is
        ``T = -k (q - q0) - c q' + T0 + T_actuator``, or with a curve ``T = -f(q - q0) - c q' + T0 + T_actuator``.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            The angle: "A.angle", "crank.angle", or a joint whose only coordinate is an angle.
        stiffness : number or text, default 0.0
            Stiffness k [N m/rad].
        free_angle : number or text, default 0.0
            Angle q0 at which it does not turn anything [rad].
        damping : number or text, default 0.0
            Damping c [N m s/rad].
        preload : number or text, default 0.0
            Torque T0 at the free angle, positive when it increases the angle [N m].
        curve : number, text or function, optional
            Instead of a stiffness: resisting torque f [N m] over the wind-up x [rad], as an expression of x, a table, or a Python function of x.
        actuator : number, text or function, optional
            Further torque that increases the angle [N m]: a number, a function of time, or an expression of time and motion.

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("door", plane="xy")
        door = m.body("door", mass=1.0, inertia=0.1)
        pin = m.revolute("pin", m.ground.at(0, 0), door.at(0, 0))
        m.rotational_spring("closer", pin, stiffness="0.2 N*m/deg", free_angle="-10 deg")
        """

    def spring(
        self,
        name: str,
        a: Point,
        b: Point,
        stiffness: Number = 0.0,
        free_length: Number | None = None,
        damping: Number = 0.0,
        preload: Number = 0.0,
        curve: Function | None = None,
        actuator: Function | None = None,
    ) -> None:
        """Spring, damper and actuator between two points, along the line that joins them.

        Equation: with the distance l of the points, the force that drives them apart is
        ``F = -k (l - l0) - c l' + F0 + F_actuator``, or with a curve ``F = -f(l - l0) - c l' + F0 + F_actuator``.

        Parameters
        ----------
        name : str
            Your name for it.
        a : point, body or text, must be given
            The two points.
        b : point, body or text, must be given
            The two points.
        stiffness : number or text, default 0.0
            Stiffness k [N/m].
        free_length : number or text, optional
            Length l0 at which it does not pull [m]; needed with a stiffness or a curve.
        damping : number or text, default 0.0
            Damping c [N s/m].
        preload : number or text, default 0.0
            Force F0 at the free length, positive when it drives the points apart [N].
        curve : number, text or function, optional
            Instead of a stiffness: pulling force f [N] over the stretch x [m], such as "1e3*x + 5e6*x^3", a table, or a Python function of x.
        actuator : number, text or function, optional
            Further force that drives the points apart [N]: a number, a function of time, or an expression of time and motion.

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("swing", plane="xy")
        block = m.body("block", mass=1.0)
        m.spring("S", m.ground.at(0, 0), block.at(0, 0), stiffness="2 N/mm", free_length="80 mm", damping=5)
        """

    def torque(
        self,
        name: str,
        body: Name,
        value: Function,
        axis: Axis | None = None,
        reacted_by: Name = "ground",
        follows: Literal["ground", "body"] = "ground",
    ) -> None:
        """A torque on a body, reacted by the ground or by another body.

        Equation: the body feels ``T u``, the body that reacts feels ``-T u``, with the unit vector u of
        the axis.

        Parameters
        ----------
        name : str
            Your name for it.
        body : text, must be given
            The body it acts on.
        value : number, text or function, must be given
            Torque [N m]: a number, a function of time, or an expression of time and motion.
        axis : axis, optional
            Its axis; default: the normal of the plane (z in space).
        reacted_by : text, default ground
            The body that feels the opposite torque.
        follows : one of a few words, default ground
            Whether the axis is given in the axes of the ground and stays, or in those of the body and turns with it (ground, body).

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("fan", plane="xy")
        rotor = m.body("rotor", mass=1.0, inertia=0.1)
        pin = m.revolute("pin", m.ground.at(0, 0), rotor.at(0, 0))
        m.torque("motor", rotor, "2 N*m - 0.1*rate(pin.angle)")
        """

    def viscous(
        self,
        name: str,
        quantity: Name,
        damping: Number,
    ) -> None:
        """Viscous damping of a joint coordinate, or of any other measured quantity.

        Equation: with the quantity s, ``E = -c s'``.

        Parameters
        ----------
        name : str
            Your name for it.
        quantity : text, must be given
            What is damped: "A.angle", "slide.translation", or a joint with one coordinate.
        damping : number or text, must be given
            Damping c [N s/m] of a length, [N m s/rad] of an angle.

        Examples
        --------
        import linkwork as lw
        m = lw.Mechanism("pendulum", plane="xy")
        rod = m.body("rod", lw.rod(1.0, 2.0))
        pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
        m.viscous("bearing", pin, "0.01 N*m*s/rad")
        """
