"""The planar parallel robot 3-RRR."""

from __future__ import annotations

from math import pi

from linkwork.mechanism import Mechanism

from .parts import heading, link, meeting, parameters, polar
from .registry import mechanism


@mechanism("3-rrr", plane="xy", degrees_of_freedom=3)
def planar_3rrr(
    m: Mechanism, base: float = 1.0, platform: float = 0.3, inner: float = 0.6, outer: float = 0.6, driven: bool = True
) -> None:
    """Planar 3-RRR robot: a platform on three legs of two bars each, with motors at the base.

    Hunt (1983) and Gosselin and Angeles (1988) studied it; its singular positions inside the
    workspace are the standard example of parallel robots.

    Parameters
    ----------
    base, platform : float
        Radius of the circle through the base pivots, and through the platform's pins [m].
    inner, outer : float
        Lengths of the bars of each leg [m].
    driven : bool
        Turn the three motors to and fro, a third of a period apart.
    """
    parameters(m, base_radius=base, platform_radius=platform, inner_length=inner, outer_length=outer)
    plate = m.body("platform", mass=2.0, inertia=0.05)
    plate.point("P", 0, 0)
    m.place(plate, at=(0, 0), angle=0.0)
    for k in range(3):
        azimuth = pi / 2 + 2 * pi * k / 3
        ray = (f"cos({90 + 120 * k} deg)", f"sin({90 + 120 * k} deg)")
        one, two = link(m, f"inner_{k + 1}", "inner_length"), link(m, f"outer_{k + 1}", "outer_length")
        foot = m.ground.at(*(f"base_radius*{c}" for c in ray))
        pin = plate.at(*(f"platform_radius*{c}" for c in ray))
        m.revolute(f"motor_{k + 1}", foot, one.at(0, 0))
        m.revolute(f"knee_{k + 1}", one.at("inner_length", 0), two.at(0, 0))
        m.revolute(f"pin_{k + 1}", two.at("outer_length", 0), pin)
        a, c = polar(base, azimuth), polar(platform, azimuth)
        b = meeting(a, inner, c, outer)
        m.place(one, angle=heading(a, b))
        m.place(two, angle=heading(b, c))
        if driven:
            m.drive(
                f"motor_{k + 1}.angle",
                f"{heading(a, b):.9g} + 8 deg*(cos(2*pi*t + {120 * k} deg) - cos({120 * k} deg))",
            )
