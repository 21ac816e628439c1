"""Andrews' squeezing mechanism: seven bodies, four of them joined in one point."""

from __future__ import annotations

from math import hypot

from linkwork.mechanism import Mechanism

from .parts import parameters
from .registry import mechanism

START = {
    "crank": -0.06171389001427645,
    "rod": -0.06171389001427645,
    "triangle": 0.4552798191630704,
    "left_rod": 0.4873649795438426 + 0.2226683901658859,
    "left": 0.4873649795438426,
    "right_rod": 1.230547444549821 - 0.2226683901658859,
    "right": 1.230547444549821,
}
"""Angles of the bodies at the start of the test set [rad]."""


@mechanism("andrews squeezer", plane="xy")
def andrews_squeezer(m: Mechanism, torque: float = 0.033, stiffness: float = 4530.0, driven: bool = True) -> None:
    """Andrews' squeezing mechanism: three chains meet in one point, which a small crank moves.

    Andrews and Ormrod (1986); through Manning, Giles and Schiehlen (1990) it became the classic test
    of programs for multibody dynamics: everything happens within hundredths of a second. Data of the
    IVP test set; also A03 of the IFToMM library.

    Parameters
    ----------
    torque : float
        Of the motor on the crank, when the crank is not driven [N m].
    stiffness : float
        Of the spring between triangle and ground [N/m].
    driven : bool
        Turn the crank once a second.
    """
    parameters(m, crank_radius=0.007, rod_length=0.028, side=0.035, spring_stiffness=stiffness)
    crank = m.body("crank", mass=0.04325, com=(0.00092, 0), inertia=2.194e-6)
    rod = m.body("rod", mass=0.00365, com=(-0.0115, 0), inertia=4.41e-7)
    # Without gravity only the distance of a mass centre from a fixed pivot counts.
    triangle = m.body("triangle", mass=0.02373, com=(0, -hypot(0.01874, 0.01043)), inertia=5.255e-6)
    left_rod = m.body("left_rod", mass=0.00706, com=(0, -0.00579), inertia=5.667e-7)
    left = m.body("left", mass=0.0705, com=(hypot(0.02308, 0.00916), 0), inertia=1.169e-5)
    right_rod = m.body("right_rod", mass=0.00706, com=(0.00579, 0), inertia=5.667e-7)
    right = m.body("right", mass=0.05498, com=(0, -hypot(0.01228, 0.00449)), inertia=1.912e-5)
    crank.point("F", "crank_radius", 0)
    triangle.point("E", 0, "-side")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("F", crank.at("crank_radius", 0), rod.at(0, 0))
    m.revolute("B", m.ground.at(-0.03635, 0.03273), triangle.at(0, 0))
    m.revolute("A_left", m.ground.at(-0.06934, -0.00227), left.at(0, 0))
    m.revolute("A_right", m.ground.at(-0.06934, -0.00227), right.at(0, 0))
    m.revolute("G", left.at(0.04, 0), left_rod.at(0, 0))
    m.revolute("H", right.at(0, -0.04), right_rod.at(0, 0))
    m.revolute("E_rod", triangle.at(0, "-side"), rod.at("-rod_length", 0))
    m.revolute("E_left", triangle.at(0, "-side"), left_rod.at(0, -0.02))
    m.revolute("E_right", triangle.at(0, "-side"), right_rod.at(0.02, 0))
    m.spring("spring", triangle.at(0.02, -0.018), m.ground.at(0.014, 0.072), "spring_stiffness", free_length=0.07785)
    for body, angle in START.items():
        m.place(body, angle=angle)
    if driven:
        m.drive("O.angle", f"{START['crank']!r} + 2*pi*t")
    else:
        m.torque("motor", crank, torque)
