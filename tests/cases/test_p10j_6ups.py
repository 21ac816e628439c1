"""Gough-Stewart platform 6-UPS: lengths of its legs from the motion of the platform."""

import numpy as np
import pytest
from case_data import agree, load, quadratic

from linkwork import gallery
from linkwork.gallery.platforms import hexagon

CASE = load("p10j_6ups")
DATA, REFERENCE = CASE.data, CASE.reference


def angle_rates() -> tuple[np.ndarray, np.ndarray]:
    """Return rates and accelerations of (yaw, pitch, roll) for the given angular motion.

    With R = Rz(yaw) Ry(pitch) Rx(roll): omega = E (yaw', pitch', roll'), the columns of E being z,
    the y axis turned by yaw, and the x axis turned by pitch and yaw.
    """
    y, p = DATA["yaw"], DATA["pitch_angle"]
    sy, cy, sp, cp = np.sin(y), np.cos(y), np.sin(p), np.cos(p)
    e = np.array([[0, -sy, cy * cp], [0, cy, sy * cp], [1, 0, -sp]])
    rates = np.linalg.solve(e, DATA["omega"])
    dy, dp, _ = rates
    de = np.array(
        [
            [0, -cy * dy, -sy * cp * dy - cy * sp * dp],
            [0, -sy * dy, cy * cp * dy - sy * sp * dp],
            [0, 0, -cp * dp],
        ]
    )
    return rates, np.linalg.solve(e, DATA["alpha"] - de @ rates)


@pytest.fixture(scope="module")
def motion():
    m = gallery.get("stewart platform", driven=False)
    rates, accelerations = angle_rates()
    names = ("x", "y", "z", "yaw", "pitch", "roll")
    values = [*DATA["r"], DATA["yaw"], DATA["pitch_angle"], DATA["roll"]]
    functions = zip(values, [*DATA["v"], *rates], [*DATA["a"], *accelerations], strict=True)
    m.drive_body("platform", **dict(zip(names, (quadratic(*map(float, f)) for f in functions), strict=True)))
    return m.pose(0.0)


def test_joints_of_the_gallery_are_those_of_the_case():
    agree(hexagon(1.0, 0.2), DATA["base_points"], 1e-14)
    agree(hexagon(0.5, np.pi / 3 - 0.15, -0.05), DATA["platform_points"], 1e-14)


def test_platform(motion):
    plate = motion.body("platform")
    agree(plate.rotation[0], REFERENCE["rotation_matrix"], 1e-12)
    agree(plate.angular_velocity[0], DATA["omega"], 1e-12)
    agree(plate.angular_acceleration[0], DATA["alpha"], 1e-11)


def test_legs(motion):
    legs = [motion.joint(f"leg_{k}") for k in range(1, 7)]
    agree([leg.translation[0] for leg in legs], REFERENCE["lengths"], 1e-12)
    agree([leg.translation_velocity[0] for leg in legs], REFERENCE["rates"], 1e-11)
    agree([leg.translation_acceleration[0] for leg in legs], REFERENCE["accelerations"], 1e-11)


def test_driving_the_legs_leads_back_to_the_pose():
    m = gallery.get("stewart platform", driven=False)
    for k, length in enumerate(REFERENCE["lengths"], start=1):
        m.drive(f"leg_{k}.translation", length)
    plate = m.assemble().motion.body("platform")
    # The platform has up to 40 poses for these lengths; the placed one is the nearest.
    agree(plate.position[0], DATA["r"])
    agree(plate.rotation[0], REFERENCE["rotation_matrix"])
