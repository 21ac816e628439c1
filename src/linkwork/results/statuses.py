"""How analyses end: the one table from the codes of kernels to errors and sentences.

Sentences are texts with names for what is filled in: those who know the numbers fill them (`solve.ending` for
simulations, `solve.limits` for driven motions, `solve.gaps` for assemblies).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..kernels.tables.statuses import (
    ASTRAY,
    BLOCKED,
    DIPPED,
    DONE,
    EXHAUSTED,
    FAILED,
    FULL,
    JAMMED,
    JUMPED,
    OPEN,
    ROUGH,
    RUNNING,
    SAMPLE,
    SHORT,
    STIFF,
    STILL,
    STOPPED,
    STUCK,
    TWICE,
    UNSETTLED,
    WEIGHTLESS,
)


@dataclass(frozen=True)
class Status:
    """How work ends, or why it pauses.

    Attributes
    ----------
    meaning : str
        In a few words.
    run : str
        Why a simulation stopped there, and what to try: a MotionError.
    move : str
        The sentence of a driven motion that ends there: a MotionError.
    close : str
        The sentence of an assembly that fails: an AssemblyError.
    stored : str
        The sentence where accelerations at a stored time cannot be found: a LinkworkError.

    One without a sentence is no error: what was asked for is done, or the work goes on.
    """

    meaning: str
    run: str = ""
    move: str = ""
    close: str = ""
    stored: str = ""


_SMALL = "It is next to a singular position, or lengths or masses are too far apart there."

STATUSES: dict[int, Status] = {
    DONE: Status("done"),
    STOPPED: Status("stopped by an event"),
    RUNNING: Status("more steps to do"),
    FULL: Status("the log of events is full"),
    DIPPED: Status("a singular position may lie between the last states"),
    STIFF: Status("the model is stiff"),
    SAMPLE: Status("controllers take samples"),
    FAILED: Status(
        "a number is not finite",
        run="the numbers there are not finite. A force or driver has no value, or the step is too long.",
        move="'{name}' cannot be moved to t = {wanted:g} s: a function of {drivers} gives no finite number there.",
        close="{who} gives no finite number at t = {t:g} s. Start at another time, or smooth the function there.",
        stored="A force of '{name}' gives no finite number at t = {t:g} s.",
    ),
    SHORT: Status(
        "the step is too short",
        run="the step fell to {step:.1e} s. {cause} See how it moves before that, or raise the tolerance.",
    ),
    OPEN: Status(
        "the joints are open",
        run="the joints cannot be kept closed. Take a smaller step or tolerance, or project (stabilisation).",
        close="'{name}' cannot be assembled at t = {t:g} s: {why}",
    ),
    EXHAUSTED: Status("the iterations ran out", close="'{name}' cannot be assembled at t = {t:g} s: {why}"),
    STUCK: Status(
        "an implicit step does not converge",
        run="Newton's iteration of the implicit step does not converge. Take a smaller step.",
    ),
    JAMMED: Status(
        "friction jams",
        run="friction jams; no friction force fits the normal force it causes. Lower mu, or load it less.",
        stored="Friction jams '{name}' at t = {t:g} s: no friction force fits the normal force it causes. Lower mu, or "
        "load it less.",
    ),
    UNSETTLED: Status(
        "no states of contacts fit together",
        run="no states of the contacts and frictions (open or closed, sticking or sliding) fit together. Lower mu, or "
        "take out a contact.",
    ),
    WEIGHTLESS: Status(
        "a force meets no inertia",
        run="a force acts there along a motion that has no inertia. Give the bodies that move so a mass and an "
        "inertia, or hold them by a joint or driver.",
        stored="A force of '{name}' acts along a motion that has no inertia at t = {t:g} s.",
    ),
    STILL: Status("time stands still", run="time hardly passes there any more. {cause}"),
    ASTRAY: Status(
        "energy goes astray",
        run="{share:.0e} of the energy is unaccounted for, and shorter steps do not help. The joints let it move there "
        "for an instant only (singular position): no acceleration keeps {joint} closed. Start it elsewhere, or with "
        "the velocities of a motion that goes on: mobility() tells of both.",
    ),
    ROUGH: Status(
        "steps follow rounding",
        run=f"{{what}}, and steps near {{step:.1e}} s follow {{whom}}. {_SMALL} {{proposal}}tart it elsewhere, or "
        f"leave out what is so small.",
    ),
    TWICE: Status(
        "a contact presses at two places",
        run="contact '{contact}' would press at parameters {there:.6g} and {here:.6g} of its curve at once, and holds "
        "one place. Give each of these parts of the curve a joint of its own: '{contact}' on one and a second {kind} "
        "on the other.",
    ),
    JUMPED: Status("a driver or an equation asks for another position at once", run="{cause}"),
    BLOCKED: Status(
        "a dead point or the end of reach",
        move="'{name}' stops at t = {t:.9g} s, before t = {wanted:g} s: no position exists further on in this "
        "direction (dead point or end of reach). At the limit {values}. Shorten the driver's range, or drive a joint "
        "that can turn past this position.",
    ),
}
"""Every code of `linkwork.kernels.tables.statuses`."""

COMPLETE = (DONE, STOPPED)
"""What was asked for is there."""

PAUSES = (FULL, DIPPED, STIFF, SAMPLE)
"""A run goes on after these when what they ask for is done."""
