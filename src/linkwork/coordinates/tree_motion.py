"""Motion of bodies along a tree of joints: twists, accelerations and jerk from the coordinates' first derivatives.

With w the spin of the node before, a joint adds a relative spin of columns U fixed there, rel = U s, and slides along
an axis u fixed there, shift = u l; what is fixed in a node turns with its spin. Derivatives of the products by
Leibniz' rule, those of fixed vectors by x' = w x x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import derivatives_of
from ..base.rotation import matrices
from ..kernels.trees.nodes import BALL, SLIDE, TURN

if TYPE_CHECKING:
    from .relative import Tree


LEIBNIZ = ((1,), (1, 1), (1, 2, 1), (1, 3, 3, 1))


@dataclass
class _Node:
    """A node: rotation, and derivatives of its origin (4, 3; the first entry is the place) and of its spin (3, 3)."""

    turn: Array
    origin: Array
    spin: Array


def tree_motion(tree: Tree, z: Array, rates: Sequence[Array], bodies: int) -> Array:
    """Return twists, accelerations and jerk (bodies, 3, 6) of the bodies; orders not given stay zero."""
    given = np.zeros((3, len(tree.rate_names)))
    given[: len(rates)] = np.asarray(rates).reshape(len(rates), -1)
    found: list[_Node] = []
    V = np.zeros((bodies, 3, 6))
    ground = _Node(np.eye(3), np.zeros((4, 3)), np.zeros((3, 3)))
    for node, limb in zip(tree.nodes, tree.geometry, strict=True):
        before = found[node["before"]] if node["before"] >= 0 else ground
        found.append(_moved(before, node, limb, z, given))
        if node["body"] >= 0:
            V[node["body"], :, :3], V[node["body"], :, 3:] = found[-1].origin[1:], found[-1].spin
    V[:, len(rates) :] = 0.0
    return V


def _moved(before: _Node, node: np.void, limb: np.void, z: Array, rates: Array) -> _Node:
    """Return a node from the one before it."""
    point, axis, rest, arm = (np.array([limb[k] for k in names.split()]) for names in PARTS)
    kind, place, rate = int(node["kind"]), int(node["place"]), int(node["rate"])
    spin, own = before.spin.copy(), matrices(rest)
    shift = np.zeros((4, 3))
    if kind == TURN:
        half = 0.5 * z[place]
        own = matrices(np.array([np.cos(half), *(np.sin(half) * axis)])) @ own
        spin += _products(_fixed(before, axis), rates[:, rate])
    elif kind == BALL:
        e = z[place : place + 4]
        own = matrices(e / np.linalg.norm(e)) @ own
        spin += sum(_products(_fixed(before, column), rates[:, rate + k]) for k, column in enumerate(np.eye(3)))
    elif kind == SLIDE:
        shift = _products(_fixed(before, axis), np.array([z[place], *rates[:, rate]]))
    made = _Node(before.turn @ own, before.origin, spin)
    made.origin = before.origin + _fixed(before, point) + shift + _fixed(made, arm)
    return made


PARTS = ("px py pz", "ax ay az", "qw qx qy qz", "ex ey ez")
"""What of a limb is a vector or Euler parameters: joint, axis, turn at rest, own origin from the joint."""


def _fixed(node: _Node, local: Array) -> Array:
    """Return a vector fixed in a node and its three derivatives (4, 3)."""
    return np.array(derivatives_of(node.turn @ local, *node.spin))


def _products(vector: Array, scalar: Array) -> Array:
    """Return the derivatives of vector times scalar, as many as of the scalar (k, 3)."""
    orders = range(len(scalar))
    return np.array([sum(c * vector[i] * scalar[n - i] for i, c in enumerate(LEIBNIZ[n])) for n in orders])
