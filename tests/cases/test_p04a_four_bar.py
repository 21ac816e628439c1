"""Four-bar of the chapter on natural coordinates: examples 3.1 to 3.6, 3.10 and 3.12."""

import numpy as np
import pytest
from case_data import agree, load, quadratic

import linkwork as lw
from linkwork.coordinates.rank import numerical_rank
from linkwork.formulations.natural import NaturalCoordinates

CASE = load("p04a_fourbar_natural")
REFERENCE = CASE.reference


def four_bar() -> lw.Mechanism:
    d = CASE.data
    m = lw.Mechanism("four-bar", plane="xy")
    crank, coupler, rocker = m.body("crank"), m.body("coupler"), m.body("rocker")
    crank.point("P1", d["L2"], 0)
    rocker.point("P2", d["L4"], 0)
    m.ground.point("B", *d["B"])
    m.revolute("A", m.ground.at(*d["A"]), crank.at(0, 0))
    m.revolute("pin", crank.at(d["L2"], 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(d["L3"], 0), rocker.at(d["L4"], 0))
    m.revolute("B", m.ground.at(*d["B"]), rocker.at(0, 0))
    m.place(crank, angle=d["theta"])
    m.place(coupler, angle=0.5)
    m.place(rocker, angle=1.5)
    return m


def points(motion, order: str) -> np.ndarray:
    return np.concatenate([getattr(motion.point(p), order)[0] for p in ("crank.P1", "rocker.P2")])


POSITION = [REFERENCE["position"][c] for c in ("x1", "y1", "x2", "y2")]
VELOCITY = REFERENCE["velocity_for_input"]
ACCELERATION = REFERENCE["acceleration_for_input"]
DATA = CASE.data
HYDRAULIC = REFERENCE["hydraulic_driver"]
DRIVERS = {
    "crank angle": ("A.angle", quadratic(DATA["theta"], DATA["theta_dot"], DATA["theta_ddot"])),
    # Example 3.12: a cylinder between point 1 and B, whose length has the rates the crank implies.
    "cylinder": (
        "distance(crank.P1, ground.B)",
        quadratic(HYDRAULIC["distance_1_to_B"], HYDRAULIC["rate_for_input"], HYDRAULIC["accel_for_input"]),
    ),
    # Mixed coordinates: the angle psi between crank and coupler.
    "relative angle": (
        "pin.angle",
        quadratic(REFERENCE["position"]["psi"], VELOCITY["psi_dot"], ACCELERATION["psi_ddot"]),
    ),
}


@pytest.mark.parametrize("driver", DRIVERS)
def test_the_same_motion_from_three_drivers(driver):
    m = four_bar()
    m.drive(*DRIVERS[driver])
    motion = m.pose(0.0)
    agree(points(motion, "position"), POSITION, 1e-12)
    agree(points(motion, "velocity"), VELOCITY["values"])
    agree(points(motion, "acceleration"), ACCELERATION["values"])
    psi = motion.joint("pin")
    agree(psi.angle, REFERENCE["position"]["psi"], 1e-12)
    agree(psi.angle_velocity, VELOCITY["psi_dot"])
    agree(psi.angle_acceleration, ACCELERATION["psi_ddot"])


def test_mixed_coordinates_at_unit_rate():
    m = four_bar()
    m.drive("pin.angle", quadratic(REFERENCE["position"]["psi"], 1.0))
    mixed = REFERENCE["mixed_coordinates"]
    motion = m.pose(0.0)
    agree(points(motion, "velocity"), mixed["velocity_for_psi_dot_1"])
    agree(points(motion, "acceleration"), mixed["acceleration_for_psi_dot_1_psi_ddot_0"])


def test_the_cylinder_length_is_measured():
    m = four_bar()
    m.drive(*DRIVERS["crank angle"])
    length = m.pose(0.0).measure("distance(crank.P1, ground.B)")
    agree(length.value, HYDRAULIC["distance_1_to_B"], 1e-12)
    agree(length.velocity, HYDRAULIC["rate_for_input"])
    agree(length.acceleration, HYDRAULIC["accel_for_input"])


def test_one_degree_of_freedom():
    mobility = four_bar().mobility()
    assert mobility.degrees_of_freedom == mobility.instantaneous == REFERENCE["dof"]
    assert mobility.redundant == ()
    assert mobility.coordinates - mobility.rank == 4 - REFERENCE["jacobian_rank"]


def test_free_motion_is_the_null_vector():
    m = four_bar()
    m.drive("A.angle", DATA["theta"])
    (free,) = m.mobility().motions
    x1, y1, x2, y2 = POSITION
    turn1, turn2 = free.twists["crank"][2], free.twists["rocker"][2]
    vector = np.array([-turn1 * y1, turn1 * x1, -turn2 * y2, turn2 * (x2 - DATA["B"][0])])
    vector /= np.linalg.norm(vector)
    expected = np.array(REFERENCE["nullspace_unit_vector"])
    # The null vector has no sign of its own.
    agree(vector * np.sign(vector @ expected), expected)


def test_assembly_from_a_rough_guess():
    m = four_bar()
    m.drive("A.angle", DATA["theta"])
    assembly = m.assemble()
    agree(assembly.motion.point("rocker.P2").position[0], POSITION[2:], 1e-12)
    assert assembly.violation < 1e-12


def test_natural_coordinates():
    # The four coordinates of the source, three constant distances, and the listed velocities and accelerations.
    m = four_bar()
    m.drive(*DRIVERS["crank angle"])
    z = NaturalCoordinates(m.plan())
    assert z.names == ["pin.x", "pin.y", "C.x", "C.y"]
    rows = z.rows(0.0, np.array(POSITION), np.zeros(4))
    assert (len(rows.Phi), numerical_rank(rows.J[:3])) == (4, REFERENCE["jacobian_rank"])
    rate = np.linalg.solve(rows.J, -rows.slip)
    agree(rate, VELOCITY["values"])
    rows = z.rows(0.0, np.array(POSITION), rate)
    agree(np.linalg.solve(rows.J, rows.gamma), ACCELERATION["values"])
