"""Why a contact on a curve is none, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..kernels.contacts.relations import CENTRE, HOLLOW, NOT_FOUND
from ..results.cables import left_pulleys
from ..results.leaning import leaning
from ..results.pressing import flights, wrong_forces
from ..results.second_contact import second_contacts

if TYPE_CHECKING:
    from ..coordinates.plan import Plan
    from ..kernels.tables.bundle import Bundle
    from ..model.equations import SolvedContact
    from ..results.dynamics import DynamicMotion
    from ..results.motion import Motion

SHARP = 0.05
"""Distance from the centre of curvature, relative to the radius of curvature, at which a contact is about to be lost;
the same for the curvature below a flat face, relative to the size of the curve."""


def contact_trouble(plan: Plan, work: Bundle) -> str:
    """Return a sentence on the first contact that is lost, or about to be, where an analysis stopped; "" for none."""
    for row in np.flatnonzero(work.rows["relation"] >= 0):
        equation, number = plan.equations[int(plan.order[row])], int(work.rows["relation"][row])
        if equation.surface is not None:
            if status := int(work.trouble[number]):
                return f"contact '{equation.owner}' is lost: {_ON_SURFACE[status]}"
            continue
        place, count = int(work.relations["contact"][number]), len(work.contacts) // 2
        s = float(work.contacts[place, 0])
        if not work.trouble[number] and np.isfinite(work.contacts[count + place, 0]):
            s = float(work.contacts[count + place, 0])  # at the last position reached
        assert equation.contact is not None
        words = _words(equation.contact, s, int(work.trouble[number]))
        if words:
            return f"contact '{equation.owner}' is lost: {words}"
    return ""


def _words(contact: SolvedContact, s: float, failed: int) -> str:
    """Return what is wrong with a contact at parameter s of its curve, or ""; `failed` is its status."""
    curve, where = contact.curve, f" at parameter {s:.6g} of the curve"
    if np.isfinite(s) and not curve.closed and not curve.start <= s <= curve.end:
        return f"it left the end of the curve, which runs from {curve.start:.6g} to {curve.end:.6g}. Lengthen it."
    if contact.kind == "face" and not np.isfinite(s):
        return (
            "no place of the curve lies along the face and bulges against it, whose body is on the side of its y axis. "
            "Turn the face, or let the curve run the other way (the free side of an open one is its left) or on."
        )
    k = float(curve.curvature(np.array([s]))[0][0]) if np.isfinite(s) else 0.0
    if contact.kind == "face" and -curve.side * k * curve.size < SHARP:
        return (
            f"the curve is hollow or flat{where}, where the face would touch it elsewhere first. Make it bulge there."
        )
    if contact.kind == "point" and 1.0 - curve.side * contact.side * k * contact.radius < SHARP:
        return (
            f"the radius of curvature{where} is {1.0 / abs(k):.6g} m and the roller's is {contact.radius:.6g} m, which "
            f"would cut into both sides of the curve (undercut). Take a smaller roller, or a curve that bends less."
        )
    if contact.kind == "point" and failed == CENTRE and k != 0.0:
        return (
            f"the point is {1.0 / abs(k):.6g} m or more from the curve{where}, at or beyond its centre of curvature, "
            f"where no way to the curve is the shortest. Place it {contact.radius:.6g} m from the curve."
        )
    return "no point of contact is found. Place the bodies nearer to where they touch." if failed else ""


_ON_SURFACE = {
    HOLLOW: "they do not touch at one point: a surface on a plane must bulge, a disc may not lie flat on a surface.",
    CENTRE: "the surface bends more than the ball, which would touch it elsewhere too. Take a smaller ball.",
    NOT_FOUND: "no point of contact is found on the surface. Place the body nearer to where it touches.",
}


def force_notes(motion: DynamicMotion) -> str:
    """Return sentences on contacts that pull or opened and on cables that push; "" for none."""
    return wrong_forces(motion) + flights(motion)


def off_curves(motion: Motion) -> str:
    """Return sentences on contacts that left the end of their curve or touch it at a second place, and on cables.

    And on bodies that leave the plane in which they touch; "" for none.
    """
    return _left_ends(motion) + second_contacts(motion) + left_pulleys(motion) + leaning(motion)


def _left_ends(motion: Motion) -> str:
    """Return a sentence on contacts that left the end of an open curve on the way; "" where none did."""
    owners = {e.owner for e in motion.plan.equations if e.contact is not None and not e.contact.curve.closed}
    text = ""
    for owner in sorted(owners):
        contact = motion.contact(owner)
        beyond = contact.beyond & ~contact.open
        if beyond.any():
            t = motion.time[int(np.argmax(beyond))]
            text += (
                f" Contact '{owner}' left the end of its curve by t = {t:g} s; the curve is taken to go on straight."
            )
    return text
