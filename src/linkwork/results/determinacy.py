"""Which reactions the equations of motion determine, and which joints share a load in more than one way.

Multipliers lam balance the bodies, J^T lam = f. Where rows of J depend on each other, any n with J^T n = 0 may be added
to lam: forces that hold each other in equilibrium inside the machine, as when a hinge is mounted under tension.
A component c . lam of a reaction is determinate when c . n = 0 for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array, Flags, Ints
from ..base.marker import GROUND
from ..base.measure import DIMENSIONS
from ..base.poses import kept_by, shift_count
from ..base.zero import DEPENDENT, SHARE
from ..words import listed
from .forces import as_vectors
from .frames import marker_point
from .self_stress import State, generic_states, row_scale, states_that_hold
from .short import Short

if TYPE_CHECKING:
    from ..coordinates.slots import Owner
    from .dynamics import DynamicMotion


FAINT = 1e-12
"""What is smaller than this is rounding. Multipliers between it and `SHARE` are as good as unique, but bodies that are
very small beside the mechanism need them to stay in balance."""

CONTACT = {"contact force": False}
"""What is not unique of a contact that presses and is held like a joint, where it shares a load."""


@dataclass(frozen=True)
class Sharing:
    """Joints and drivers among which a load can be split in more than one way.

    Attributes
    ----------
    owners : tuple of str
    components : tuple of str
        The components that are not unique.
    ways : int
        Number of independent ways to split it otherwise.
    """

    owners: tuple[str, ...]
    components: tuple[str, ...]
    ways: int

    def __str__(self) -> str:
        what = listed(_short(self.components))
        if len(self.owners) == 1:
            return f"In '{self.owners[0]}' {what} is not unique."
        names = listed([f"'{name}'" for name in self.owners])
        return f"The split between {names} of {what} is not unique."


@dataclass(frozen=True, repr=False)
class Determinacy(Short):
    """Which reactions of a mechanism are unique. Print it for the sentences.

    Attributes
    ----------
    redundant : int
        Number of redundant equations; 0: every reaction is unique.
    sharings : tuple of Sharing
    joints : dict
        For every joint, component by component (see `components`), whether it is unique, in ground axes.
    drivers : dict
        For every driver, whether its effort is unique.
    rows : array of int
        Equations (in the user's order) whose multipliers are not unique.
    moved : array of int
        Those that take part in a state of self-stress at all.
    met : bool
        Whether the equations of motion are met, so that the motion is exact whatever the split.
    equations : tuple of str
        What reactions do not hold where equations of the user's own stand for contacts, in sentences.
    contacts : tuple of str
        What contacts and frictions share with each other, or with joints, while they hold, in sentences.
    """

    redundant: int
    sharings: tuple[Sharing, ...]
    joints: Mapping[str, dict[str, bool]]
    drivers: Mapping[str, bool]
    rows: Ints = field(repr=False)
    moved: Ints = field(repr=False)
    met: bool = True
    equations: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """Return the report, sentence by sentence."""
        if not self.sharings:
            return [*(self.contacts or ("Every reaction is unique.",)), *self.equations]
        given = "forces given there are one choice of many (see reactions(split=...))."
        exact = "The motion is exact all the same" if self.met else "The equations of motion are not met everywhere"
        return [*(str(sharing) for sharing in self.sharings), f"{exact}; {given}", *self.contacts, *self.equations]

    def __str__(self) -> str:
        return "\n".join(self.sentences())


def component_labels(planar: bool, axes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the components of a reaction: force x, force y ... torque ..."""
    forces = tuple(f"force {axis}" for axis in axes)
    return (*forces, "torque") if planar else (*forces, *(f"torque {axis}" for axis in axes))


def find_determinacy(motion: DynamicMotion) -> Determinacy:
    """Look at the rank of the Jacobian at a few positions of a motion, and wherever other contacts hold."""
    found = _of_joints(motion)
    return replace(found, contacts=shared_by_contacts(motion)) if len(motion) else found


def _of_joints(motion: DynamicMotion) -> Determinacy:
    if motion.forces.pivot > DEPENDENT or not len(motion) or not motion.plan.equations:
        return _determinate(motion)
    states = generic_states(motion)
    if not states or states[0].basis.shape[1] == 0:
        return _determinate(motion)
    return _report(motion, states)


def _report(motion: DynamicMotion, states: list[State]) -> Determinacy:
    plan, owners = motion.plan, motion.forces.owners
    joints = {name: np.ones(plan.freedoms, bool) for name in motion.model.joints}
    drivers = dict.fromkeys(motion.model.drivers, True)
    touched, moved = np.zeros((2, len(plan.equations)), bool)
    coupling = np.zeros((len(plan.equations), len(plan.equations)), bool)
    for state in states:
        share = np.linalg.norm(state.basis, axis=1)
        touched |= share > SHARE
        moved |= share > FAINT
        coupling |= np.abs(state.basis @ state.basis.T) > SHARE
        for name in joints:
            joints[name] &= ~_loose(motion, state, name)
    for i in np.flatnonzero(touched):
        if owners[i].kind == "driver":
            drivers[owners[i].name] = False
    labels = component_labels(motion.model.space.planar, motion.model.space.labels)
    flags = {name: dict(zip(labels, map(bool, free), strict=True)) for name, free in joints.items()}
    groups = _groups(owners, touched, coupling)
    sharings = [_sharing(group, owners, flags, drivers, states[0].basis) for group in groups]
    redundant = states[0].basis.shape[1]
    unique = tuple(sharing for sharing in sharings if sharing.components)
    own = own_equation_sentences(motion)
    rows = np.flatnonzero(touched), np.flatnonzero(moved)
    return Determinacy(redundant, unique, flags, drivers, *rows, motion.balance.met, own)


def _determinate(motion: DynamicMotion) -> Determinacy:
    space = motion.model.space
    labels = component_labels(space.planar, space.labels)
    joints = {name: dict.fromkeys(labels, True) for name in motion.model.joints}
    drivers = dict.fromkeys(motion.model.drivers, True)
    none = np.zeros(0, np.int64)
    return Determinacy(0, (), joints, drivers, none, none, equations=own_equation_sentences(motion))


def shared_by_contacts(motion: DynamicMotion) -> tuple[str, ...]:
    """Return a sentence for each set of contacts and frictions that adds ways in which a load may be shared."""
    owners, found = motion.forces.owners, []
    for alone, state in states_that_hold(motion):
        if state.basis.shape[1] == alone.basis.shape[1]:
            continue
        own = alone.basis @ alone.basis.T
        more = np.linalg.norm(state.basis - own @ state.basis, axis=1) > SHARE
        among = list(dict.fromkeys(owners[i] for i in np.flatnonzero(more)))
        hold = listed([f"'{owner.name}'" for owner in among if owner.kind == "force"])
        names = listed([f"'{owner.name}'" for owner in among])
        found.append(
            f"While {hold} {'hold' if ' and ' in hold else 'holds'}, how {names} share the load is not unique: one "
            f"split that balances is given."
        )
    return tuple(dict.fromkeys(found))


def _loose(motion: DynamicMotion, state: State, name: str) -> Flags:
    """Return which components of a joint's reaction the states of self-stress change, shape (d,)."""
    plan, d = motion.plan, motion.plan.freedoms
    rows = [i for i, owner in enumerate(motion.forces.owners) if owner == ("joint", name)]
    lam = row_scale(plan)[rows, None] * state.basis[rows]
    wrenches = np.einsum("ibd,ik->bkd", state.jacobian[rows].reshape(len(rows), -1, d), lam)
    joint, index = motion.model.joints[name], plan.resolved.index
    if joint.a.body == joint.b.body:  # an equation of the user's own: its force on each body counts
        sizes = np.abs(wrenches).max(axis=(0, 1), initial=0.0)
    else:
        body = index[joint.b.body] if joint.b.body != GROUND else index[joint.a.body]
        force, moment = as_vectors(wrenches[body])
        arm = motion.poses[state.place, body, :3] - marker_point(motion, joint.ends[1], joint.AXIS)[state.place]
        moment = moment + np.cross(arm, force)
        both = np.concatenate([force, moment], axis=-1)
        sizes = np.abs(both[:, kept_by(d)]).max(axis=0, initial=0.0)
    sizes[: shift_count(d)] *= plan.length
    return np.asarray(sizes > SHARE)


def _groups(owners: list[Owner], touched: Flags, coupling: Flags) -> list[list[int]]:
    """Return the equations that share loads, group by group; an owner belongs to one group."""
    rows = [int(i) for i in np.flatnonzero(touched)]
    groups: list[list[int]] = []
    for i in rows:
        linked = [g for g in groups if any(coupling[i, j] or owners[i] == owners[j] for j in g)]
        merged = [i, *(j for g in linked for j in g)]
        groups = [g for g in groups if g not in linked] + [sorted(merged)]
    return groups


def _sharing(
    group: list[int],
    whose: list[Owner],
    joints: Mapping[str, dict[str, bool]],
    drivers: Mapping[str, bool],
    basis: Array,
) -> Sharing:
    names, components = [], []
    for kind, name in dict.fromkeys(whose[i] for i in group):
        flags = {"drive effort": drivers[name]} if kind == "driver" else joints.get(name, CONTACT)
        loose = [component for component, fixed in flags.items() if not fixed]
        if loose:
            names.append(name)
            components += loose
    ways = np.linalg.matrix_rank(basis[group], tol=SHARE)
    order = [*next(iter(joints.values()), {}), "drive effort", *CONTACT]
    return Sharing(tuple(names), tuple(c for c in order if c in components), int(ways))


def _short(components: tuple[str, ...]) -> list[str]:
    """Return components with axes of one kind put together: force x, y and z."""
    found: dict[str, list[str]] = {}
    for component in components:
        kind, _, axis = component.partition(" ")
        if component == "drive effort":
            kind, axis = component, ""
        found.setdefault(kind, []).append(axis)
    return [f"{kind} {listed(axes)}".strip() for kind, axes in found.items()]


OF_POINTS = ("component", "distance")
"""Kinds of measure between points: an equation of these alone acts where a contact would, at its points."""


def acts_as(motion: DynamicMotion, name: str) -> str:
    """Return "couples", "forces" or both, along what an equation measures; "" where it acts at points alone."""
    gauges = [g for e in motion.plan.equations if e.owner == name and not e.driver for g in e.gauges]
    if all(gauge.kind in OF_POINTS for gauge in gauges):
        return ""
    lengths = {DIMENSIONS[gauge.kind] == "length" for gauge in gauges}
    return " and ".join(["couples"] * (False in lengths) + ["forces"] * (True in lengths))


def own_equation_sentences(motion: DynamicMotion) -> tuple[str, ...]:
    """Return a sentence for every equation of coordinates: which force it leaves out of the joints."""
    found = []
    for name, joint in motion.model.joints.items():
        words = acts_as(motion, name) if not joint.ENDS else ""
        if words:
            found.append(
                f"The equation '{name}' acts as pure {words} along the coordinates in it, not at a point where bodies "
                f"touch: the force of a contact, and what it loads the bearings with, is not in these reactions."
            )
    return tuple(found)
