"""Slider-crank of the lecture notes on multibody kinematics, section 3.4, driven at constant speed."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw

CASE = load("p03_slider_crank_driver")
MM = 1e-3


@pytest.fixture(scope="module")
def motion():
    d = CASE.data
    m = lw.Mechanism("slider-crank", plane="xy")
    crank, rod, slider = m.body("crank"), m.body("rod"), m.body("slider")
    # The crank's centre lies at -c2 u and its pin at -R u from the pivot: sign = -1 in the data.
    m.revolute("O", m.ground.at(0, 0), crank.at(d["c2"] * MM, 0))
    m.revolute("B", crank.at((d["c2"] - d["R"]) * MM, 0), rod.at(d["b"] * MM, 0))
    m.revolute("A", rod.at(-d["a"] * MM, 0), slider.at(0, 0))
    m.prismatic("rail", m.ground.at(0, d["e"] * MM), slider.at(0, 0), axis="x")
    m.place(crank, angle=5.76)
    m.place(rod, at=(-0.45, 0.05), angle=0.2)
    m.place(slider, at=(-0.65, 0))
    m.drive("crank.angle", "5.76 - 1.2*t")
    times = [row[0] for row in CASE.reference["table"]]
    return m.move(times)


@pytest.mark.parametrize(("number", "body"), [(2, "crank"), (3, "rod"), (4, "slider")])
@pytest.mark.parametrize("order", [0, 1, 2])
def test_positions_velocities_and_accelerations(motion, number, body, order):
    table = dict(zip(CASE.reference["columns"], np.array(CASE.reference["table"]).T, strict=True))
    b = motion.body(body)
    shifts = (b.position, b.velocity, b.acceleration)[order]
    turns = (b.angle, b.angular_velocity, b.angular_acceleration)[order]
    prefix = ("", "d_", "dd_")[order]
    # Digits: the case trusts 13; numbers are metres and radians of order one.
    agree(shifts[:, 0], table[f"{prefix}x{number}"] * MM, 1e-11)
    agree(shifts[:, 1], table[f"{prefix}y{number}"] * MM, 1e-11)
    agree(turns, table[f"{prefix}phi{number}"], 1e-11)


def test_the_driven_angle_counts_from_its_driver(motion):
    assert motion.body("crank").angle[0] == pytest.approx(5.76, abs=1e-12)
    assert motion.body("crank").angle[-1] == pytest.approx(-0.24, abs=1e-12)
