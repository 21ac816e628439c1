"""The matrices of the natural orthogonal complement at one state, with names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..arrays import Array
from ..words import counted
from .named_matrices import NamedMatrices, matrix


@dataclass(frozen=True, repr=False)
class NocTerms(NamedMatrices):
    """The matrices of the natural orthogonal complement at one state: I theta_I'' = C theta_I' + tau.

    Twists are velocity of the centre of mass, then angular velocity, ground axes, d = 6 numbers a body (in the plane
    3: x, y, turn); wrenches are force, then moment about the centre of mass. n = bodies * d. Print it for a list;
    `table("T")` shows one with the names of rows and columns.

    Attributes
    ----------
    name : str
        Of the mechanism.
    time : float
        [s]
    joint_rates : list of str
        The rates theta' of the spanning tree: "A.angle" is the rate of that coordinate; "A.slide_x", "A.spin_x" are
        velocity and spin along an axis of the joint's first marker where a joint has no coordinates for it.
    independent, dependent : list of str
        Those that are free, theta_I', and those that loops and drivers fix, theta_D'.
    equations, loops, twists : tuple of str
        Names of the rows of A, of those that the tree does not hold, and of the components of t.
    rates : array, shape (len(joint_rates),)
        theta' [m/s, rad/s].
    A : array, shape (equations, n)
        Kinematic constraint matrix, A t = 0 where nothing is driven.
    T_tree : array, shape (n, len(joint_rates))
        t = T_tree theta' (7).
    J_I, J_D : array, shape (loop equations, ...)
        Loops and drivers: J_I theta_I' + J_D theta_D' = 0, or the prescribed rates (13).
    T : array, shape (n, len(independent))
        The natural orthogonal complement T_I - T_D J_D^-1 J_I (16): A T = 0.
    T_dot : array, shape (n, len(independent))
        Its time derivative (17).
    T_rates : array, shape (n,)
        T' theta' of (10): t' = T theta_I'' + T_rates; with the accelerations of drivers.
    M, W : array, shape (n, n)
        Generalised mass and angular velocity: M t' + W M t = w.
    I : array, shape (len(independent), len(independent))
        Generalised inertia T^T M T.
    C : array, shape (len(independent), len(independent))
        Convective inertia -T^T (W M T + M T_dot) (11).
    C_rates : array, shape (len(independent),)
        -T^T (W M t + M T_rates): C theta_I', and what drivers add to it.
    tau : array, shape (len(independent),)
        Generalised force T^T w of loads and weights.
    accelerations : array, shape (len(independent),)
        theta_I''.
    twist_rates : array, shape (n,)
        t'.
    wrenches : dict of str to array, shape (d,)
        Constraint wrench on every body, M t' + W M t - w.
    """

    name: str
    time: float
    joint_rates: list[str]
    independent: list[str]
    dependent: list[str]
    equations: tuple[str, ...]
    loops: tuple[str, ...]
    twists: tuple[str, ...]
    T_rates: Array = field(repr=False)
    wrenches: dict[str, Array] = field(repr=False)
    degrees: Mapping[str, tuple[float, ...]] = field(repr=False)
    A: Array = matrix(
        "equations", "twists", "kinematic constraint matrix: A t = 0 where nothing is driven", (0, 0, 0, 1, -1)
    )
    T_tree: Array = matrix("twists", "joint_rates", "t = T_tree theta'", (0, 0, 0, 1, -1))
    J_I: Array = matrix("loops", "independent", "loops and drivers on the independent rates", (0, 0, 0, 1, -1))
    J_D: Array = matrix("loops", "dependent", "loops and drivers on the dependent rates", (0, 0, 0, 1, -1))
    T: Array = matrix(
        "twists", "independent", "natural orthogonal complement: A T = 0, t = T theta_I'", (0, 0, 0, 1, -1)
    )
    T_dot: Array = matrix("twists", "independent", "rate of T", (0, 0, -1, 1, -1))
    M: Array = matrix("twists", "twists", "generalised mass: M t' + W M t = w", (1, 2, 0, -1, -1))
    W: Array = matrix("twists", "twists", "generalised angular velocity", (0, 0, -1, -1, 1))
    I: Array = matrix(
        "independent", "independent", "generalised inertia T^T M T: I theta'' = C theta' + tau", (1, 2, 0, -1, -1)
    )
    C: Array = matrix("independent", "independent", "convective inertia -T^T (W M T + M T')", (1, 2, -1, -1, -1))
    C_rates: Array = matrix("independent", "", "C theta_I', with what drivers add", (1, 2, -2, -1, 0))
    tau: Array = matrix("independent", "", "generalised force T^T w of loads and weights", (1, 2, -2, -1, 0))
    rates: Array = matrix("joint_rates", "", "theta'", (0, 0, -1, 1, 0))
    accelerations: Array = matrix("independent", "", "theta_I''", (0, 0, -2, 1, 0))
    twist_rates: Array = matrix("twists", "", "t'", (0, 0, -2, 1, 0))

    def _words(self) -> str:
        return "those of the natural orthogonal complement"

    def __str__(self) -> str:
        free, tied = (", ".join(names) or "none" for names in (self.independent, self.dependent))
        head = f"Natural orthogonal complement of '{self.name}' at t = {self.time:g} s."
        rates = f"{counted(len(self.joint_rates), 'joint rate')}; independent: {free}; dependent: {tied}."
        return "\n".join([head, rates, *self.listed()])
