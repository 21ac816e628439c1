"""Quick-return mechanisms of shaping machines: slow cut, fast way back."""

from __future__ import annotations

from linkwork.mechanism import Mechanism

from .parts import heading, link, parameters, polar
from .registry import mechanism


@mechanism("quick return", plane="xy", gravity=(0, -9.81))
def quick_return(
    m: Mechanism, crank: float = 0.1, depth: float = 0.25, height: float = 0.5, driven: bool = True
) -> None:
    """Crank shaper: a crank pin slides in a swinging lever, and the lever moves a ram.

    The pivot of the lever lies outside the crank circle, so the lever swings; its stroke one way
    takes longer than the other, by the ratio ``(pi + 2 a)/(pi - 2 a)`` with ``sin a = crank/depth``.

    Parameters
    ----------
    crank : float
        Radius of the crank about the origin [m].
    depth : float
        Distance of the lever's pivot below the origin [m]; above `crank`.
    height : float
        Height of the ram's rail above the lever's pivot [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=crank, pivot_depth=depth, ram_height=height)
    wheel, lever = link(m, "crank", "crank_radius"), link(m, "lever", "ram_height")
    ram = m.body("ram", mass=2.0, inertia=0.01)
    m.revolute("crank_pivot", m.ground.at(0, 0), wheel.at(0, 0))
    m.revolute("lever_pivot", m.ground.at(0, "-pivot_depth"), lever.at(0, 0))
    m.point_on_line("slot", lever.at(0, 0, z="x"), wheel.at("crank_radius", 0))
    m.prismatic("rail", m.ground.at(0, "ram_height - pivot_depth"), ram.at(0, 0), axis="x")
    m.point_on_line("ram_slot", lever.at(0, 0, z="x"), ram.at(0, 0))
    m.place(lever, angle=heading((0, -depth), (crank, 0)))
    m.place(ram, at=(height * crank / depth, height - depth))
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")


@mechanism("whitworth", plane="xy", gravity=(0, -9.81))
def whitworth(
    m: Mechanism, crank: float = 0.2, depth: float = 0.1, arm: float = 0.15, rod: float = 0.6, driven: bool = True
) -> None:
    """Whitworth quick return: the slotted lever turns right round, and a rod moves the ram.

    Joseph Whitworth put it into his shaping machines in the 1840s. The lever's pivot lies inside the
    crank circle, so that lever and crank turn together, at a ratio that changes over the turn.

    Parameters
    ----------
    crank : float
        Radius of the crank about the origin [m].
    depth : float
        Distance of the lever's pivot below the origin [m]; below `crank`.
    arm : float
        Arm of the lever, opposite to the slot, that carries the connecting rod [m].
    rod : float
        Length of the connecting rod [m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=crank, pivot_depth=depth, arm_length=arm, rod_length=rod)
    wheel, lever = link(m, "crank", "crank_radius"), link(m, "lever", "crank_radius + pivot_depth")
    bar, ram = link(m, "rod", "rod_length"), m.body("ram", mass=2.0, inertia=0.01)
    m.revolute("crank_pivot", m.ground.at(0, 0), wheel.at(0, 0))
    m.revolute("lever_pivot", m.ground.at(0, "-pivot_depth"), lever.at(0, 0))
    m.point_on_line("slot", lever.at(0, 0, z="x"), wheel.at("crank_radius", 0))
    m.revolute("rod_pin", lever.at("-arm_length", 0), bar.at(0, 0))
    m.revolute("ram_pin", bar.at("rod_length", 0), ram.at(0, 0))
    m.prismatic("rail", m.ground.at(0, "-pivot_depth"), ram.at(0, 0), axis="x")
    slope = heading((0, -depth), (crank, 0))
    pin = polar(-arm, slope, (0, -depth))
    slide = (pin[0] + (rod**2 - (pin[1] + depth) ** 2) ** 0.5, -depth)
    m.place(lever, angle=slope)
    m.place(bar, angle=heading(pin, slide))
    m.place(ram, at=slide)
    if driven:
        m.drive("crank_pivot.angle", "2*pi*t")
