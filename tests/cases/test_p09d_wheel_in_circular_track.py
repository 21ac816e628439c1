"""Cylinder in a circular track, against its equation in the angle about the centre of the track."""

import numpy as np
import pytest
from case_data import load
from dynamic_case import DEFAULT, TIGHT, agree_columns, assert_energy_balance, table, trusted

import linkwork as lw

CASE = load("p09d_wheel_in_circular_track")
D = CASE.data
TIMES, COLUMNS = table(CASE)


def model(plane="xy") -> lw.Mechanism:
    """Return the wheel in the plane, or in space with its axle held parallel to the track's."""
    m = lw.Mechanism("wheel in a track", plane=plane, gravity=(0, -D["g"]) if plane else (0, -D["g"], 0))
    inertia = D["k2"] * D["m"] * D["R"] ** 2
    wheel = m.body("wheel", mass=D["m"], inertia=inertia if plane else (inertia, inertia, inertia))
    m.rolling_wheel("W", m.ground.at(0, 0), wheel.at(0, 0), radius=D["R"], track="inside", track_radius=D["rho"])
    gap = D["rho"] - D["R"]
    m.place(wheel, at=(gap * np.sin(D["amp"]), -gap * np.cos(D["amp"]), *(() if plane else (0,))))
    if plane is None:
        m.planar("guide", m.ground.at(0, 0, 0), wheel.at(0, 0, 0))
    return m


def columns(run):
    track, phi = run.joint("W"), run.joint("W").heading + np.pi / 2
    out = np.column_stack([np.sin(phi), -np.cos(phi)])
    along = np.column_stack([np.cos(phi), np.sin(phi)])
    rate = run.body("wheel").angular_velocity
    return {
        "phi": phi,
        "phi_dot": track.heading_velocity,
        "wheel_omega": rate if rate.ndim == 1 else rate[:, 2],
        "N": -(track.force[:, :2] * out).sum(axis=1),
        "friction": (track.force[:, :2] * along).sum(axis=1),
    }


@pytest.mark.parametrize("plane", ["xy", None], ids=["plane", "space"])
@pytest.mark.parametrize(("tolerance", "limit"), [(None, DEFAULT), (TIGHT, 10 * trusted(CASE))])
def test_motion_and_contact_force(plane, tolerance, limit):
    # Between steps the motion is read from a polynomial, in which the fast spin of the wheel loses a digit.
    options = {} if tolerance is None else {"tolerance": tolerance}
    run = model(plane).simulate(TIMES, **options)
    agree_columns(columns(run), COLUMNS, limit)
    assert_energy_balance(run)


def test_the_point_of_contact_is_on_the_track():
    run = model().simulate(TIMES)
    wheel = run.joint("W")
    np.testing.assert_allclose(np.hypot(wheel.contact_x, wheel.contact_y), D["rho"], rtol=1e-12)
    np.testing.assert_allclose(
        np.hypot(wheel.contact_x_velocity, wheel.contact_y_velocity),
        D["rho"] * np.abs(wheel.heading_velocity),
        atol=1e-12,
    )


@pytest.mark.parametrize("plane", ["xy", None])
def test_rest_and_small_motions_at_the_bottom(plane):
    """It rests at the lowest point and swings there with g / ((rho - R) (1 + k2))."""
    m = model(plane)
    rest = m.equilibrium()
    assert rest.kind == "stable"
    np.testing.assert_allclose(rest["W.heading"], -np.pi / 2, rtol=1e-9)
    squares = [(2 * np.pi * mode.frequency) ** 2 for mode in m.linearise(rest.start).modes]
    np.testing.assert_allclose(squares, D["g"] / ((D["rho"] - D["R"]) * (1 + D["k2"])), rtol=1e-9)
