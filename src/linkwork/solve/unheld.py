"""Why a mechanism finds no rest, or leaves it, in words: which motion, what pushes it, and what would hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import shift_count
from ..words import few, listed, quoted
from .freedoms import gauge_gradients
from .independent import Named, candidates, named, telling
from .jumps import laws_that_jump

if TYPE_CHECKING:
    from ..results.equilibrium import Slid
    from .still import Still
    from .verdict import Verdict

SHOWN = 4
"""Coordinates that a sentence names."""


def no_rest(at: Still, steps: int, slid: Iterable[Slid], newton: bool, coming: bool) -> str:
    """Return the sentence of a search that found nothing: which motion is pushed, by what, and what is missing.

    Contacts that friction did not hold come first; the other way to search is named where it was not this one.
    `coming`: the search was on its way when its steps were used up.
    """
    plan, slides = at.plan, "".join(f"{one.begins}. " for one in slid)
    slides += "Sliding, " if slides else ""
    x = at.N @ at.push
    x = x / max(float(np.abs(x).max(initial=0.0)), 1e-300)
    parts = np.abs(x.reshape(-1, plan.freedoms)).max(axis=1)
    moving = [solid.name for solid, part in zip(plan.resolved.solids, parts, strict=True) if part > 1e-3]
    found = f"'{plan.name}': {slides}no position of equilibrium was found in {steps} steps"
    pushed = f"{quoted(moving)} can still move, pushed by {_pushing(at, x)}"
    if coming:
        return (
            f"{found}, the most that are taken: {pushed}. {_missing(at, x)} The search was on its way to where the "
            f"forces balance: place the bodies nearer to there."
        )
    if jumps := laws_that_jump(plan, at.here.work, at.here.t)[0]:
        return (
            f"{found}: the force of {quoted(sorted(jumps))} jumps where it ended, so that {leading(at, x)[0]} is "
            f"pushed to and fro and balances on neither side. Use friction, which can stick, or a steep but smooth "
            f"function such as tanh."
        )
    other = "" if newton else ", or try search='nearest'"
    return (
        f"{found}: {pushed}, and no spring, stop or weight pushes back as much. {_missing(at, x)} Add what holds this "
        f"motion, or place the bodies nearer to where they should rest{other}."
    )


def _pushing(at: Still, x: Array) -> str:
    """Return the forces that do most work along a displacement."""
    here, plan = at.here, at.plan
    shifts = shift_count(plan.freedoms)
    down = plan.tables["masses"]["mass"][:, None] * plan.tables["gravity"][:shifts]
    work = {"the weights": float((down * x.reshape(-1, plan.freedoms)[:, :shifts]).sum())}
    for i, load in enumerate(plan.loads):
        done = float(here.work.values[i] * (here.unit_load([i]) @ x))
        work[f"'{load.owner}'"] = work.get(f"'{load.owner}'", 0.0) + done
    most = max(work.values())
    return listed([name for name, done in work.items() if done > 0.1 * most]) or "no force"


def _missing(at: Still, x: Array) -> str:
    """Return which coordinate a displacement changes most, and the force along it that would hold it."""
    name, rate = leading(at, x)
    if rate == 0.0:
        return ""
    found = candidates(at.plan)
    unit = {"m": "N", "rad": "N m"}.get(found.units[found.names.index(name)], "")
    along = float(at.push @ np.linalg.lstsq(at.N, x, rcond=None)[0])
    force, way = -along / rate, "grows" if rate > 0.0 else "falls"
    return f"{name} {way}: along it {force:.6g} {unit} are missing where the search ended."


def leading(at: Still, x: Array) -> tuple[str, float]:
    """Return the coordinate that tells a displacement best, and its rate: joints come before bodies."""
    plan, among = at.plan, candidates(at.plan)
    rates = gauge_gradients(plan, among.gauges, at.poses) @ x
    lengths = np.array([plan.length if unit == "m" else 1.0 for unit in among.units])
    sizes = np.abs(rates / lengths)
    k = int(np.argmax(sizes > 0.3 * sizes.max(initial=0.0)))
    return among.names[k], float(rates[k])


def leaving(at: Still, verdict: Verdict, touched: bool) -> tuple[str, ...]:
    """Return a sentence on a rest that is not stable: which coordinates lead away from it, and what is missing.

    `touched`: contacts touch without a force, so that motions go one way.
    """
    if verdict.kind == "stable":
        return ()
    if not verdict.ways:
        return ("It leaves this position in swings that grow by themselves.",)
    if verdict.kind == "indifferent":
        names = telling(at.plan, at.poses, np.linalg.qr(np.column_stack(verdict.ways))[0]).names
        change = "changes" if len(names) == 1 else "change"
        return (f"Nothing brings it back where {few(names, SHOWN)} {change}: no spring, stop or weight.",)
    name, _ = leading(at, verdict.ways[0])
    held = "" if touched or not at.conservative else _holding(at, named(at.plan, [name], "the coordinate"))
    return (f"It leaves this position where {name} changes{held}.",)


def _holding(at: Still, one: Named) -> str:
    """Return how stiff a spring on a coordinate has to be to hold a position that is unstable in one motion.

    With g the gradient of the coordinate, K + k g g^T has a positive determinant from k = -1 / (g . K^-1 g) on.
    """
    K, unit = 0.5 * (at.K + at.K.T), {"m": "N/m", "rad": "N m/rad"}.get(one.units[0])
    if unit is None or np.count_nonzero(np.linalg.eigvalsh(K) <= at.nothing) != 1:
        return ""
    g = (gauge_gradients(at.plan, one.gauges, at.poses) @ at.N)[0]
    given = float(g @ np.linalg.solve(K, g))
    return f": a spring of more than {-1.0 / given:.6g} {unit} on it would hold it" if given < 0.0 else ""
