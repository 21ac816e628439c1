"""Rolling disc in general motion, against equations in minimal velocities; and the disc on a steady circle."""

import numpy as np
import pytest
from case_data import agree, load
from dynamic_case import DEFAULT, DRIFT, TIGHT, agree_columns, table, trusted

import linkwork as lw

STEADY, GENERAL = load("p09a_disc_steady"), load("p09b_disc_general")
TIMES, COLUMNS = table(GENERAL)


def disc(data, centre, axis, velocity, rate) -> lw.Mechanism:
    """Disc with its axle along z, and x of the body horizontal."""
    m = lw.Mechanism("disc", gravity=(0, 0, -data["g"]))
    body = m.body("disc", mass=data["m"], inertia=(data["A"], data["A"], data["C"]))
    m.rolling_disc("road", m.ground.at(0, 0, 0), body.at(0, 0, 0), radius=data["R"])
    n = np.array(axis)
    e1 = np.cross([0, 0, 1], n) / np.linalg.norm(np.cross([0, 0, 1], n))
    turned = lw.matrix(np.column_stack([e1, np.cross(n, e1), n]))
    m.place(body, at=centre, rotation=turned, velocity=velocity, rate=rate)
    return m


def general() -> lw.Mechanism:
    start = GENERAL.data["initial"]
    return disc(
        GENERAL.data, start["centre"], start["axis_n"], start["centre_velocity"], start["angular_velocity_global"]
    )


def columns(run):
    body, road = run.body("disc"), run.joint("road")
    n, w = body.rotation[:, :, 2], body.angular_velocity
    e1 = np.cross([0, 0, 1], n)
    e1 /= np.linalg.norm(e1, axis=1)[:, None]
    rates = {f"w{k + 1}": (w * e).sum(axis=1) for k, e in enumerate((e1, np.cross(n, e1), n))}
    vectors = {"c": body.position, "n": n, "F": road.force}
    named = {f"{v}{axis}": x[:, k] for v, x in vectors.items() for k, axis in enumerate("xyz")}
    return {**named, **rates, "px": road.contact_x, "py": road.contact_y}


def test_motion_contact_path_and_forces():
    run = general().simulate(TIMES)
    agree_columns(columns(run), COLUMNS, DEFAULT)
    assert run.energy.relative_drift < DRIFT


def test_tight_tolerance():
    agree_columns(columns(general().simulate(TIMES, tolerance=TIGHT)), COLUMNS, trusted(GENERAL))


@pytest.fixture(scope="module")
def circling():
    start, reference = STEADY.reference["state_for_simulation"], STEADY.reference
    m = disc(STEADY.data, start["position"], start["axis"], reference["centre_velocity"], start["angular_velocity"])
    return m.simulate(2.0, points=41, tolerance=TIGHT)


def test_steady_circle(circling):
    # The circle is unstable: what rounding does grows, from 1e-16 by a factor of some hundreds in these two seconds.
    reference, body = STEADY.reference, circling.body("disc")
    turned = reference["Omega"] * circling.time
    agree(body.position[:, :2], STEADY.data["a"] * np.column_stack([np.cos(turned), np.sin(turned)]), 1e-10)
    agree(circling.energy.kinetic, np.full(len(turned), reference["kinetic_energy"]), 1e-10)
    inward = reference["contact_force_on_disc"][0]
    force = np.column_stack([inward * np.cos(turned), inward * np.sin(turned), 0 * turned + 19.62])
    agree(circling.joint("road").force, force, 1e-9)


def test_the_point_of_contact_moves_faster_than_a_wheel_that_does_not_lean(circling):
    road, reference = circling.joint("road"), STEADY.reference
    agree(np.hypot(road.contact_x, road.contact_y), np.full(41, reference["contact_path_radius"]), 1e-10)
    speed = np.hypot(road.contact_x_velocity, road.contact_y_velocity)
    agree(speed, np.full(41, reference["geometric_contact_point_speed"]), 1e-10)
