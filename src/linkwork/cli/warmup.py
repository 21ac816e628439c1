"""``linkwork warmup``: compile everything once with two tiny mechanisms."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from .output import say

if TYPE_CHECKING:
    from linkwork.model.mechanism import Mechanism


def warmup() -> None:
    """Assemble, examine, move and simulate a planar and a spatial crank; say how long it took."""
    begin = perf_counter()
    for plane in ("xy", None):
        tiny(plane).mobility()
        motion = tiny(plane).move([0.0, 0.1, 0.2])
        motion.measure("pin.angle")
        free = tiny(plane).without_drivers()
        for formulation in ("reference", "relative"):
            free.simulate(0.1, points=3, formulation=formulation).joint("pin").force.sum()
        free.simulate(0.1, points=3, method="esdirk54")
        free.simulate_many(0.1, points=3, starts=[None, None])
    say(f"Ready after {perf_counter() - begin:.1f} s.")


def tiny(plane: str | None) -> Mechanism:
    """Return a driven slider-crank."""
    from linkwork.model.mechanism import Mechanism

    model = Mechanism("warm-up", plane=plane)
    crank = model.body("crank", mass=1.0, inertia=(1.0, 1.0, 1.0))
    slider = model.body("slider", mass=1.0, inertia=(1.0, 1.0, 1.0))
    model.revolute("pin", model.ground.at(0, 0), crank.at(0, 0))
    model.prismatic("rail", model.ground.at(0, 0), slider.at(0, 0), axis="x")
    model.rod("rod", crank.at(1, 0), slider.at(0, 0), length=3.0)
    model.place(crank, angle=1.0)
    model.place(slider, at=(3.4, 0))
    model.torque("brake", crank, -0.1)
    model.drive("pin.angle", "1 + 2*t")
    return model
