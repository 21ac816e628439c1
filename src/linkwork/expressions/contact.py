"""Compliant stops: the functions impact and bistop, with the arguments and the meaning of Adams.

A stop at x1 pushes back with k p^e - c v while it is pressed by p = x1 - x > 0, and never
pulls. Its damping c rises from 0 to cmax over the depth d (a cubic step), so that the force
starts from zero however fast the contact is made.
"""

from __future__ import annotations

from linkwork.errors import ExpressionError

from .nodes import Call, Node, Number

_ZERO, _ONE = Number(0.0), Number(1.0)


def expanded(call: Call) -> Node:
    """Return a call of impact or bistop in terms of if, max, min, power and step."""
    if call.name == "impact":
        return _lower(call, *call.arguments)
    x, v, x1, x2, k, e, c, d = call.arguments
    return Call("if", (x < x1, _lower(call, x, v, x1, k, e, c, d), _upper(call, x, v, x2, k, e, c, d)))


def _lower(call: Call, x: Node, v: Node, x1: Node, k: Node, e: Node, c: Node, d: Node) -> Node:
    _check_depth(call, d)
    damping = c * v * Call("step", (x, x1 - d, _ONE, x1, _ZERO))
    push = Call("max", (_ZERO, k * (x1 - x) ** e - damping))
    return Call("if", (x < x1, push, _ZERO))


def _upper(call: Call, x: Node, v: Node, x2: Node, k: Node, e: Node, c: Node, d: Node) -> Node:
    _check_depth(call, d)
    damping = c * v * Call("step", (x, x2, _ZERO, x2 + d, _ONE))
    push = Call("min", (_ZERO, -(k * (x - x2) ** e) - damping))
    return Call("if", (x > x2, push, _ZERO))


def _check_depth(call: Call, d: Node) -> None:
    if d == _ZERO:
        raise ExpressionError(f"'{call}': the depth d, over which the damping rises, is 0; it must be positive.")
