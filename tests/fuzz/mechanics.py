"""Mechanics of random mechanisms with plain vectors: nothing here is shared with Linkwork.

A state is, by body, position of the origin, rotation, velocity of the origin, angular velocity and both
accelerations, all in ground axes and as a user reads them from results.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "solve"))
from random_mechanisms import GROUND, Link, Sample, turn

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class State:
    """A body at one time: position and rotation, velocity and spin, acceleration and angular acceleration."""

    r: Array
    R: Array
    v: Array
    w: Array
    a: Array
    alpha: Array

    def moved(self, h: float) -> State:
        """Return where it is after a time h at constant velocities."""
        return replace(self, r=self.r + h * self.v, R=turn(h * self.w) @ self.R)


States = dict[str, State]
STILL = State(np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3))


def states_of(made: Sample, motion: Any, k: int) -> States:
    """Return the states of all bodies at time number k of a motion."""
    found = {GROUND: STILL}
    for name in list(made.truth)[1:]:
        body = motion.body(name)
        shifts = [_in_space(x[k]) for x in (body.position, body.velocity, body.acceleration)]
        turns = [_as_axis(x[k]) for x in (body.angular_velocity, body.angular_acceleration)]
        found[name] = State(shifts[0], body.rotation[k], shifts[1], turns[0], shifts[2], turns[1])
    return found


def _in_space(vector: Array) -> Array:
    """Return a vector of the plane or of space with three components."""
    return np.append(vector, 0.0) if len(vector) == 2 else np.asarray(vector)


def _as_axis(turned: Any) -> Array:
    """Return a turn of the plane or of space as a vector."""
    return np.array([0.0, 0.0, float(turned)]) if np.ndim(turned) == 0 else np.asarray(turned)


# ---- joints ---------------------------------------------------------------------------------------


def rows_of(made: Sample, states: States) -> Array:
    """Return the rates of all joint equations by the twists (velocity of the origin, spin) of all bodies.

    One row an equation that is not void in the plane; columns 3 a body in the plane, 6 in space.
    """
    names = list(made.truth)[1:]
    wide = np.zeros((0, 6 * len(names)))
    for link in made.links:
        for on_a, on_b in _link_rows(link, states):
            row = np.zeros(6 * len(names))
            for body, part in ((link.a, on_a), (link.b, on_b)):
                if body != GROUND:
                    k = names.index(body)
                    row[6 * k : 6 * k + 6] += part
            wide = np.vstack([wide, row])
    if not made.planar:
        return wide
    flat = wide[:, [6 * k + i for k in range(len(names)) for i in (0, 1, 5)]]
    return flat[np.abs(flat).max(axis=1) > 0.0]


POINT_ROWS = {"revolute": 3, "spherical": 3, "universal": 3, "prismatic": 2, "cylindrical": 2, "point_on_line": 2}
AXIS_ROWS = {
    "revolute": ((0, 2), (1, 2)),
    "cylindrical": ((0, 2), (1, 2)),
    "prismatic": ((0, 1), (1, 2), (2, 0)),
    "universal": ((2, 2),),
}


def _link_rows(link: Link, states: States) -> list[tuple[Array, Array]]:
    """Return the rows of a joint by the twists of its two bodies."""
    a, b = states[link.a], states[link.b]
    s_a, s_b = a.R @ link.point_a, b.R @ link.point_b
    d = b.r + s_b - a.r - s_a
    if link.kind == "rod":
        e = d / np.linalg.norm(d)
        return [(_twist_row(-e, -np.cross(s_a, e)), _twist_row(e, np.cross(s_b, e)))]
    axes_a, axes_b = a.R @ link.axes_a, b.R @ link.axes_b
    found = [
        (_twist_row(-u, -np.cross(s_a + d, u)), _twist_row(u, np.cross(s_b, u)))
        for u in axes_a.T[: POINT_ROWS[link.kind]]
    ]
    for i, j in AXIS_ROWS.get(link.kind, ()):
        n = np.cross(axes_b[:, j], axes_a[:, i])
        found.append((_twist_row(np.zeros(3), -n), _twist_row(np.zeros(3), n)))
    return found


def _twist_row(v: Array, w: Array) -> Array:
    return np.concatenate([v, w])


def coordinate_row(link: Link, what: str, made: Sample, states: States) -> Array:
    """Return the rate of a joint's angle or translation by the twists of all bodies."""
    a, b = states[link.a], states[link.b]
    z = a.R @ link.axes_a[:, 2]
    names = list(made.truth)[1:]
    row = np.zeros(6 * len(names))
    if what == "angle":
        parts = _twist_row(np.zeros(3), -z), _twist_row(np.zeros(3), z)
    else:
        s_b = b.R @ link.point_b
        parts = _twist_row(-z, -np.cross(b.r + s_b - a.r, z)), _twist_row(z, np.cross(s_b, z))
    for body, part in zip((link.a, link.b), parts, strict=True):
        if body != GROUND:
            k = names.index(body)
            row[6 * k : 6 * k + 6] += part
    return row[[6 * k + i for k in range(len(names)) for i in (0, 1, 5)]] if made.planar else row


def twists_of(made: Sample, states: States, accelerations: bool = False) -> Array:
    """Return the twists of all bodies, or their rates, as one vector with the columns of `rows_of`."""
    pairs = [(s.a, s.alpha) if accelerations else (s.v, s.w) for n, s in states.items() if n != GROUND]
    parts = [np.concatenate(pair)[[0, 1, 5] if made.planar else slice(None)] for pair in pairs]
    return np.concatenate(parts)


TURN = 1e-3
"""Turn of the quickest body or rod between positions that differences are taken of [rad]."""


def quickest_turn(made: Sample, states: States) -> float:
    """Return how fast the quickest body or rod turns [rad/s]."""
    return float(max([*(np.linalg.norm(s.w) for s in states.values()), *_turns_of_rods(made, states)]))


def rate_of_rows(made: Sample, states: States) -> Array:
    """Return d/dt of the rows times the twists, by differences of fourth order.

    Rounding of the rows, divided by the turn, is some 1e-13 of the rows times the rate of turning; the fourth power of
    the turn is less.
    """
    twists, largest = twists_of(made, states), quickest_turn(made, states)
    h = TURN / largest if largest > 0.0 else 1.0
    rate = np.zeros(len(rows_of(made, states)))
    for step, weight in ((1, 2 / 3), (2, -1 / 12)):
        for sign in (1, -1):
            moved = {n: s.moved(sign * step * h) for n, s in states.items()}
            rate += sign * weight / h * (rows_of(made, moved) @ twists)
    return rate


def _turns_of_rods(made: Sample, states: States) -> list[float]:
    """Return how fast rods can turn that are not bodies [rad/s]: the velocities of their ends by their length.

    Positions that differences are taken of leave the path by arm (w h)^2 / 2, which must be little beside the rod too.
    """
    found = []
    for link in made.links:
        if link.length > 0.0:
            ends = (states[link.a], link.point_a), (states[link.b], link.point_b)
            (v_a, v_b) = (_velocity(state, point) for state, point in ends)
            found.append(float(np.linalg.norm(v_b - v_a) / link.length))
            found += [float(np.linalg.norm(s.w) * np.sqrt(np.linalg.norm(p) / link.length)) for s, p in ends]
    return found


def _velocity(state: State, point: Array) -> Array:
    """Return the velocity of a point of a body."""
    return np.asarray(state.v + np.cross(state.w, state.R @ point))


# ---- forces ---------------------------------------------------------------------------------------


def inertia_terms(made: Sample, states: States) -> dict[str, tuple[Array, Array]]:
    """Return m (a - g) and the rate of angular momentum about the centre of mass, by body."""
    found = {}
    for name, own in made.masses.items():
        s = states[name]
        c = s.R @ own.com
        a = s.a + np.cross(s.alpha, c) + np.cross(s.w, np.cross(s.w, c))
        inertia = s.R @ np.diag(own.inertia) @ s.R.T
        found[name] = own.mass * (a - made.gravity), inertia @ s.alpha + np.cross(s.w, inertia @ s.w)
    return found


def applied(made: Sample, states: States) -> list[tuple[str, Array, Array]]:
    """Return what springs, forces and torques do: body, force, moment about its centre of mass."""
    found = []
    for action in made.actions:
        a, b = states[action.a], states[action.b]
        p_a, p_b = a.r + a.R @ action.point_a, b.r + b.R @ action.point_b
        if action.kind == "torque":
            found.append((action.b, np.zeros(3), action.vector))
            continue
        if action.kind == "point_force":
            found.append((action.b, action.vector, np.cross(p_b - _centre(made, states, action.b), action.vector)))
            continue
        e, _, _, value = spring_state(action, states)
        for body, p, sign in ((action.b, p_b, 1.0), (action.a, p_a, -1.0)):
            if body != GROUND:
                f = sign * value * e
                found.append((body, f, np.cross(p - _centre(made, states, body), f)))
    return found


def spring_state(action: Any, states: States) -> tuple[Array, float, float, float]:
    """Return direction from a to b, length, its rate, and the force that drives the ends apart."""
    a, b = states[action.a], states[action.b]
    s_a, s_b = a.R @ action.point_a, b.R @ action.point_b
    d = b.r + s_b - a.r - s_a
    length = float(np.linalg.norm(d))
    e = d / length
    rate = float(e @ (b.v + np.cross(b.w, s_b) - a.v - np.cross(a.w, s_a)))
    return e, length, rate, -action.stiffness * (length - action.free) - action.damping * rate


def _centre(made: Sample, states: States, body: str) -> Array:
    s = states[body]
    return s.r + s.R @ made.masses[body].com


def driver_wrenches(
    link: Link, what: str, effort: float, made: Sample, states: States
) -> list[tuple[str, Array, Array]]:
    """Return what a driver of a joint's angle or translation does: body, force, moment about its centre of mass."""
    a, b = states[link.a], states[link.b]
    z = a.R @ link.axes_a[:, 2]
    p = b.r + b.R @ link.point_b
    force, torque = (np.zeros(3), effort * z) if what == "angle" else (effort * z, np.zeros(3))
    return [
        (body, sign * force, sign * (torque + np.cross(p - _centre(made, states, body), force)))
        for body, sign in ((link.b, 1.0), (link.a, -1.0))
        if body != GROUND
    ]


def work_lost(link: Link, states: States, force: Array, torque: Array) -> tuple[float, float]:
    """Return the largest force and torque (about point b) of a joint in the directions that it leaves free."""
    a, b = states[link.a], states[link.b]
    z, z_b = a.R @ link.axes_a[:, 2], b.R @ link.axes_b[:, 2]
    d = b.r + b.R @ link.point_b - a.r - a.R @ link.point_a
    along, across = abs(force @ z), abs(torque @ z)
    free_torque = float(np.linalg.norm(torque))
    if link.kind == "rod":
        e = d / np.linalg.norm(d)
        return float(np.linalg.norm(np.cross(force, e))), free_torque
    n = np.cross(z, z_b)
    size = np.linalg.norm(n)
    return {
        "revolute": (0.0, across),
        "prismatic": (along, 0.0),
        "cylindrical": (along, across),
        "spherical": (0.0, free_torque),
        "point_on_line": (along, free_torque),
        "universal": (0.0, float(np.linalg.norm(np.cross(torque, n / size))) if size > 0 else 0.0),
    }[link.kind]


# ---- energy ---------------------------------------------------------------------------------------


def energies(made: Sample, states: States) -> tuple[float, float]:
    """Return kinetic energy, and the potential energy of gravity, springs and constant forces [J]."""
    kinetic, potential = 0.0, 0.0
    for name, own in made.masses.items():
        s = states[name]
        c = s.R @ own.com
        v, spin = s.v + np.cross(s.w, c), s.R.T @ s.w
        kinetic += 0.5 * own.mass * float(v @ v) + 0.5 * float(spin @ (own.inertia * spin))
        potential -= own.mass * float(made.gravity @ (s.r + c))
    for action in made.actions:
        if action.kind == "spring":
            _, length, _, _ = spring_state(action, states)
            potential += 0.5 * action.stiffness * (length - action.free) ** 2
        elif action.kind == "point_force":
            s = states[action.b]
            potential -= float(action.vector @ (s.r + s.R @ action.point_b))
    return kinetic, potential


def conservative(made: Sample) -> bool:
    """Return whether `energies` counts all that works on the mechanism."""
    return not any(action.kind == "torque" or action.damping > 0.0 for action in made.actions)
