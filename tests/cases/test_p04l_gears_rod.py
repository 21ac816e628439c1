"""Two gears on a rod that turns about the centre of one of them."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw

CASE = load("p04l_gears_rod")
DATA, REFERENCE = CASE.data, CASE.reference


@pytest.mark.parametrize("spatial", [False, True])
def test_second_gear(spatial):
    m = lw.Mechanism("gears and rod", plane="xy", spatial=spatial)
    for name in ("r1", "r2", "gamma"):
        m.parameter(name, DATA[name])
    rod, first, second = m.body("rod"), m.body("gear 1"), m.body("gear 2")
    m.revolute("A", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("R", m.ground.at(0, 0), rod.at(0, 0))
    m.revolute("B", rod.at("r1 + r2", 0), second.at(0, 0))
    m.gear("mesh", first.at(0, 0), second.at(0, 0), radius_a="r1", radius_b="r2")
    second.point("rim", "-r2", 0)
    m.place(rod, angle="gamma")
    m.place(second, angle="gamma")
    m.drive("A.angle", f"{DATA['w1']}*t")
    m.drive("R.angle", f"gamma + {DATA['w_rod']}*t")
    motion = m.move([0.0, 0.1, 5.0])
    spin = motion.body("gear 2").angular_velocity
    agree(spin if spin.ndim == 1 else spin[:, 2], [REFERENCE["w2"]] * 3)
    agree(motion.joint("B").angle_velocity, [REFERENCE["relative_w2_to_rod"]] * 3)
    agree(motion.body("gear 2").velocity[0, :2], REFERENCE["centre2_velocity"])
    agree(motion.point("gear 2.rim").velocity[0, :2], REFERENCE["mesh_point_velocity"])
    agree(motion.joint("B").angle, REFERENCE["relative_w2_to_rod"] * np.array([0.0, 0.1, 5.0]))
