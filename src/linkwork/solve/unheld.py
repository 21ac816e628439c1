"""Why a mechanism finds no rest, in words: which motion is pushed, by what, and what would hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.poses import shift_count
from ..words import listed, quoted
from .freedoms import gauge_gradients
from .independent import candidates

if TYPE_CHECKING:
    from ..results.equilibrium import Slid
    from .still import Still


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
    plan, named = at.plan, candidates(at.plan)
    rates = gauge_gradients(plan, named.gauges, at.poses) @ x
    lengths = np.array([plan.length if unit == "m" else 1.0 for unit in named.units])
    sizes = np.abs(rates / lengths)
    k = int(np.argmax(sizes > 0.3 * sizes.max(initial=0.0)))
    return named.names[k], float(rates[k])
