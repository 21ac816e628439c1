"""Where contacts come to places at which their curves change their course, as events: steps end there."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import TYPE_CHECKING

from ..expressions.nodes import Call, Name, lift
from ..kernels.events.monitors import PLACE, PLACE_OF_B
from ..model.combined import compiled
from ..model.equations import Equation
from ..model.state import Event

if TYPE_CHECKING:
    from ..curves.solved import Solved
    from ..model.equations import Gauge

HERE = "s"
"""Name of the place of a contact on its curve."""


def curve_courses(equations: Sequence[Equation]) -> list[Event]:
    """Return where contacts on curves come to places at which a derivative of the curve jumps."""
    found: list[Event] = []
    for e in equations:
        if e.contact is None or e.contact.roll:
            continue
        for curve, order in ((e.contact.curve, PLACE), (e.contact.other, PLACE_OF_B)):
            if curve is not None and len(curve.halts):
                found += _events(e.owner, curve, e.gauges[0], order)
    return found


def on_a_curve(event: Event) -> bool:
    """Return whether an event is a place on a curve that a contact comes to."""
    return any(order in (PLACE, PLACE_OF_B) for _, order in event.inputs)


def _events(joint: str, curve: Solved, gauge: Gauge, order: int) -> list[Event]:
    """Return the events of one curve: of an open one its places are levels, of a closed one they come round again."""
    place, once, changes = Name(HERE), curve.end - curve.start, curve.halts.tolist()
    where = f"the joint '{joint}', where its contact passes {{}} on the curve"
    inputs = ((gauge, order),)
    if not curve.closed:
        told = ", ".join(f"{s:g}" for s in changes)
        return [Event(where.format(told), compiled(place, (HERE,)), inputs, -1, tuple(changes))]
    rounds = [Call("sin", (lift(pi / once) * (place - lift(s)),)) for s in changes]
    return [
        Event(where.format(f"{s:g}"), compiled(node, (HERE,)), inputs, -1, (0.0,))
        for s, node in zip(changes, rounds, strict=True)
    ]
