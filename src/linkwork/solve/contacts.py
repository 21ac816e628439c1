"""Why a contact on a curve is none, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..kernels.contacts.relations import CENTRE, HOLLOW, NOT_FOUND
from ..results.cables import left_pulleys
from ..results.leaning import leaning
from ..results.pressing import flights, wrong_forces
from ..results.second_contact import second_contacts
from ..results.series import run_along

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..arrays import Array
    from ..coordinates.plan import Plan
    from ..expressions import Program
    from ..kernels.tables.bundle import Bundle
    from ..model.equations import SolvedContact, SolvedSurface
    from ..results.dynamics import DynamicMotion
    from ..results.motion import Motion

SHARP = 0.05
"""Distance from the centre of curvature, relative to the radius of curvature, at which a contact is about to be lost;
the same for the curvature below a flat face, relative to the size of the curve."""

DESCENT = 20
"""Steps of Newton's method down to a surface."""


def contact_trouble(plan: Plan, work: Bundle) -> str:
    """Return a sentence on the first contact that is lost, or about to be, where an analysis stopped; "" for none."""
    for row in np.flatnonzero(work.rows["relation"] >= 0):
        equation, number = plan.equations[int(plan.order[row])], int(work.rows["relation"][row])
        place, count = int(work.relations["contact"][number]), len(work.contacts) // 2
        if equation.surface is not None:
            first = int(work.rows["first"][row])
            centre = work.measured[work.terms["measure"][first : first + 3], 0]
            known = (work.contacts[count + place, :3], work.contacts[place, :3], centre)  # reached, tried, sought
            if words := _surface_words(equation.surface, known, int(work.trouble[number])):
                return f"contact '{equation.owner}' is lost: {words}"
            continue
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


def _surface_words(surface: SolvedSurface, known: Sequence[Array], status: int) -> str:
    """Return what is wrong with a contact on a surface next to those of these points (3,) [m] that are known, or ""."""
    near = [x for x in known if np.isfinite(x).all()] if surface.kind == "ball" else []
    bend = max((_bend_below(surface, x) for x in near), default=0.0)
    if bend * surface.radius > 1.0 - SHARP:
        return (
            f"the surface bends more than the ball, towards it with a radius of {1.0 / bend:.6g} m, and the ball's is "
            f"{surface.radius:.6g} m, which would touch it elsewhere too. Take a smaller ball."
        )
    return _ON_SURFACE.get(status, "")


def _bend_below(surface: SolvedSurface, centre: Array) -> float:
    """Return the largest curvature towards its free side of the surface below a point [1/m]; 0 where none is found."""
    x = centre.copy()
    for _ in range(DESCENT):
        f, *g = (_jets(program, x)[0] for program in surface.programs)
        square = float(np.dot(g, g))
        if not square > 0.0 or not np.isfinite(f):
            return 0.0
        x -= f / square * np.array(g)
    gradient = np.array([_jets(program, x) for program in surface.programs[1:]])
    size = float(np.linalg.norm(gradient[:, 0]))
    if not size > 0.0 or not np.isfinite(gradient).all():
        return 0.0
    across = np.eye(3) - np.outer(gradient[:, 0], gradient[:, 0]) / size**2
    return float(np.linalg.eigvalsh(-surface.side / size * across @ gradient[:, 1:] @ across)[-1])


def _jets(program: Program, x: Array) -> Array:
    """Return the value of a program of x, y and z and its slopes by them, (4,)."""
    out = np.zeros(4)
    for k in range(3):
        inputs = [np.array([[value, float(i == k)]]) for i, value in enumerate(x)]
        out[0], out[1 + k] = run_along(np.zeros(1), program, inputs, 2)[0]
    return out


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
