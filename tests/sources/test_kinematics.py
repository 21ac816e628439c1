"""The chapter's cases by public calls: assembly, motion, allowable motions and equations in natural coordinates."""

import numpy as np
import pytest
from chapter_3 import DIGITS, FOUR_BAR, POSITION, PSI, case, chain, four_bar
from test_example_3_03 import ROWS as RSCR_ROWS
from test_example_3_03 import rscr
from test_example_3_08 import CASE as SLIDER
from test_example_3_08 import slider_crank
from test_example_3_09 import CASE as SPHERICAL
from test_example_3_09 import spherical

import linkwork as lw

D = FOUR_BAR.data
THETA = f"{D['theta']!r} + {D['theta_dot']!r}*t + {D['theta_ddot'] / 2!r}*t^2"


def driven_four_bar() -> lw.Mechanism:
    m = four_bar()
    m.drive("A.angle", THETA)
    return m


def test_four_bar_position_velocity_acceleration():
    found = driven_four_bar().pose(0.0, coordinates="natural").in_coordinates
    assert found.names == ("P1.x", "P1.y", "P2.x", "P2.y")
    np.testing.assert_allclose(found.position[0], POSITION, rtol=0, atol=DIGITS)
    np.testing.assert_allclose(found.velocity[0], FOUR_BAR.reference["velocity_for_input"]["values"], atol=DIGITS)
    np.testing.assert_allclose(
        found.acceleration[0], FOUR_BAR.reference["acceleration_for_input"]["values"], rtol=0, atol=10 * DIGITS
    )


def test_four_bar_with_the_angle_between_two_bars_as_a_coordinate():
    found = driven_four_bar().pose(0.0, coordinates="mixed", quantities=["P1.angle"]).in_coordinates
    assert found.names[-2:] == ("A.angle", "P1.angle")
    assert found["P1.angle"][0] == pytest.approx(PSI, abs=DIGITS)
    assert found.velocity[0, -1] == pytest.approx(FOUR_BAR.reference["velocity_for_input"]["psi_dot"], abs=DIGITS)
    ddot = FOUR_BAR.reference["acceleration_for_input"]["psi_ddot"]
    assert found.acceleration[0, -1] == pytest.approx(ddot, abs=10 * DIGITS)


def test_four_bar_driven_between_two_bars():
    m = four_bar()
    m.drive("P1.angle", f"{PSI!r} + t")
    found = m.pose(0.0, coordinates="mixed").in_coordinates
    expected = FOUR_BAR.reference["mixed_coordinates"]
    np.testing.assert_allclose(found.velocity[0, :4], expected["velocity_for_psi_dot_1"], rtol=0, atol=DIGITS)
    acceleration = expected["acceleration_for_psi_dot_1_psi_ddot_0"]
    np.testing.assert_allclose(found.acceleration[0, :4], acceleration, rtol=0, atol=10 * DIGITS)


def test_four_bar_with_a_hydraulic_cylinder():
    m, given = four_bar(), FOUR_BAR.reference["hydraulic_driver"]
    reach, rate, growth = (given[name] for name in ("distance_1_to_B", "rate_for_input", "accel_for_input"))
    m.drive("distance(crank.P1, ground.B)", f"{reach!r} + {rate!r}*t + {growth!r}*t^2/2")
    found = m.pose(0.0, coordinates="mixed").in_coordinates
    assert found.names[-1] == "distance(crank.P1, ground.B)"
    np.testing.assert_allclose(
        found.velocity[0, :4], FOUR_BAR.reference["velocity_for_input"]["values"], rtol=0, atol=10 * DIGITS
    )
    np.testing.assert_allclose(
        found.acceleration[0, :4], FOUR_BAR.reference["acceleration_for_input"]["values"], rtol=0, atol=100 * DIGITS
    )


def test_newton_iterates_of_figure_3_5():
    x1, y1 = POSITION[:2]
    start = {"P1.x": x1, "P1.y": y1, "P2.x": D["start"][0], "P2.y": D["start"][1]}
    found = driven_four_bar().assemble(coordinates="natural", start=start, history=True)
    expected = np.array(FOUR_BAR.reference["newton_iterates_point2_from_start"])
    count = len(found.iterates)
    assert count >= 6
    iterates = np.column_stack([found.iterates["P2.x"], found.iterates["P2.y"]])
    np.testing.assert_allclose(iterates, expected[:count], rtol=0, atol=DIGITS)
    assert (found.iterates.shares == 1.0).all()
    # quadratic convergence: every residual is about the square of the one before
    assert (found.iterates.residuals[2:5] < 3.0 * found.iterates.residuals[1:4] ** 2 + 1e-15).all()


def test_equations_at_the_open_start_are_those_of_the_print():
    x1, y1 = POSITION[:2]
    x2, y2 = D["start"]
    eq = four_bar().equations([x1, y1, x2, y2], coordinates="natural", assembled=False)
    lengths = [(x1, y1, D["L2"]), (x2 - x1, y2 - y1, D["L3"]), (x2 - 4.0, y2, D["L4"])]
    np.testing.assert_allclose(eq.Phi, [dx**2 + dy**2 - L**2 for dx, dy, L in lengths], rtol=0, atol=1e-13)
    expected = [
        [x1, y1, 0, 0],
        [x1 - x2, y1 - y2, x2 - x1, y2 - y1],
        [0, 0, x2 - 4.0, y2],
    ]
    np.testing.assert_allclose(eq.Phi_q, 2 * np.array(expected), rtol=0, atol=1e-13)


def test_null_space_of_the_four_bar():
    found = four_bar().allowable_motions(coordinates="natural", at=driven_four_bar().assemble().poses)
    assert (found.rank, found.freedoms) == (FOUR_BAR.reference["jacobian_rank"], FOUR_BAR.reference["dof"])
    unit, expected = (
        found.R[:, 0] / np.linalg.norm(found.R[:, 0]),
        np.array(FOUR_BAR.reference["nullspace_unit_vector"]),
    )
    np.testing.assert_allclose(unit * np.sign(unit @ expected), expected, rtol=0, atol=DIGITS)


def test_planar_arm():
    given = case("p04b_planar_arm_nullspace")
    m = chain([given.data["A"], given.data["p1"], given.data["p2"]], last_fixed=False)
    found = m.allowable_motions(coordinates="natural")
    assert found.R.shape == (4, given.reference["dof"])
    R = found.R @ np.linalg.inv(found.R[2:])
    np.testing.assert_allclose(R.T, given.reference["R_columns"], rtol=0, atol=1e-13)


def test_five_bar():
    given = case("p04c_fivebar_R")
    m = chain([given.data[name] for name in ("A", "p1", "p2", "p3", "B")], last_fixed=True)
    found = m.allowable_motions(coordinates="natural")
    assert (found.R.shape, found.rank) == ((6, 2), given.reference["rank"])
    own = found.R[[3, 4]]  # y2', x3'
    np.testing.assert_allclose(found.R @ np.linalg.inv(own), given.reference["R"], rtol=0, atol=1e-13)
    for rates, expected in given.reference["Sc"].items():
        zdot = np.linalg.solve(own, [float(z) for z in rates.split(",")])
        there = found.moving(zdot)
        particular = there.S @ there.c
        acceleration = particular - found.R @ np.linalg.solve(own, particular[[3, 4]])
        np.testing.assert_allclose(acceleration, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("row", SLIDER.reference["rows"], ids=lambda row: f"psi={row['psi']:.3f}")
def test_slider_crank_at_every_angle(row):
    m = slider_crank()
    m.drive("A.angle", "t")
    start = {"P1.x": row["x1"], "P1.y": row["y1"], "P2.x": row["x2"], "A.angle": row["psi"]}
    found = m.pose(row["psi"], coordinates="mixed", start=start).in_coordinates
    np.testing.assert_allclose(found.position[0, :3], [row["x1"], row["y1"], row["x2"]], rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.velocity[0], [*row["velocity_psi_dot_1"], 1.0], rtol=0, atol=1e-13)


def test_bar_on_a_ball_joint():
    given = case("p04e_bar_projection")

    def motions(tip):
        m = lw.Mechanism("bar")
        bar = m.body("bar")
        bar.point("A", *tip)
        m.spherical("O", m.ground.at(*given.data["O"]), bar.at(*given.data["O"]))
        return m.allowable_motions(coordinates="natural")

    found, there = motions(given.data["A"]), motions(given.data["A2"])
    assert found.coordinates == ("bar.A.x", "bar.A.y", "bar.A.z")
    assert found.freedoms == given.reference["dof"]
    B = np.linalg.qr(found.R)[0].T
    np.testing.assert_allclose(B.T @ B, given.reference["projector_at_A"], rtol=0, atol=1e-14)
    R = there.R @ np.linalg.inv(B @ there.R)
    np.testing.assert_allclose(R @ B, given.reference["RB_at_A2"], rtol=0, atol=1e-13)


@pytest.mark.parametrize("row", RSCR_ROWS, ids=lambda row: f"psi={row['psi']}")
def test_rscr(row):
    m = rscr()
    eq = m.equations(coordinates="natural", assembled=False)
    assert eq.Phi_q.shape == (12, 12)
    m.drive("A.angle", f"{row['psi']!r} + t")
    places = {"P1": row["p1"], "uC": row["u1"], "C.sleeve": row["p2"], "C.rocker": row["p3"]}
    start = {f"{name}.{axis}": value for name, xyz in places.items() for axis, value in zip("xyz", xyz, strict=True)}
    found = m.pose(0.0, coordinates="natural", start=start).in_coordinates
    assert len(found.names) == 12
    own = [found.names.index(f"C.sleeve.{axis}") for axis in "xyz"]
    # 13 digits of the reference, less what the conditioning of the loop takes
    np.testing.assert_allclose(found.position[0, own], row["p2"], rtol=0, atol=1e-11)
    np.testing.assert_allclose(found.velocity[0, own], row["v2"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.acceleration[0, own], row["a2"], rtol=0, atol=1e-8)


@pytest.mark.parametrize("row", SPHERICAL.reference["rows"], ids=lambda row: f"psi={row['psi']}")
def test_spherical_four_bar(row):
    m = spherical(row)
    eq = m.equations(coordinates="natural")
    assert eq.Phi_q.shape == (17, SPHERICAL.reference["n_coordinates"])
    assert eq.rank == row["rank_17_equations"] == 11
    assert eq.R.shape[1] == SPHERICAL.reference["dof"]
    m.drive("JA.angle", "t")
    found = m.pose(0.0, coordinates="natural")
    usual = m.pose(0.0)
    np.testing.assert_allclose(found.motions, usual.motions, rtol=0, atol=1e-11)
    rocker = found.body("rocker").angular_velocity[0]
    axis = np.array(SPHERICAL.data["uB"]) / np.linalg.norm(SPHERICAL.data["uB"])
    assert rocker @ axis == pytest.approx(row["phi_dot_per_psi_dot"], abs=1e-11)
