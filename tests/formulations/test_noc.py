"""The natural orthogonal complement: its matrices in the paper's examples, and the same motion as every formulation.

Accelerations come from well-conditioned linear solves of a few unknowns: they agree with those of the Schur complement
to 1e-12 or better, and motions to the tolerance of the integration, 1e-11 a step.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

sys.path.append(str(Path(__file__).parents[1] / "cases"))
sys.path.append(str(Path(__file__).parents[1] / "laws"))
import test_p05a_four_bar_forces as four_bar
import test_p05b_slider_crank_gas as slider_crank
from case_data import agree, load
from dynamic_case import set_moving
from law_models import ALONE
from test_dynamics_laws import heavy


def by_noc(m, until=(0.0,), **options):
    return m.simulate(list(until), formulation="noc", **options)


# ---- the paper's examples ---------------------------------------------------------------------


def assert_terms(terms, rate: float, r, digits: float) -> None:
    """Compare I, C and tau of a mechanism with one freedom; C theta' is compared in place of C."""
    agree(terms.I, [[r["generalized_inertia_I"]]], digits)
    agree(terms.C_rates, [r["convective_C"] * rate], digits)
    agree(terms.tau, [r["generalized_force_tau"]], digits)
    agree(terms.accelerations, [r["psi_ddot"]], digits)


def test_four_bar():
    D, R, DIGITS = four_bar.D, four_bar.R, four_bar.DIGITS
    terms = four_bar.model().noc()
    assert (terms.independent, terms.dependent) == (["O2.angle"], ["O4.angle", "A.angle"])
    assert_terms(terms, D["psi_dot"], R, DIGITS)
    # Rates of the tree are relative: follower to ground, coupler to crank.
    psi, theta, phi = D["psi_dot"] * np.array([1.0, R["r_theta"], R["r_phi"]])
    agree(terms.rates, [psi, phi, theta - psi], DIGITS)
    agree(-np.linalg.solve(terms.J_D, terms.J_I)[:, 0] * psi, terms.rates[1:], DIGITS)
    agree(terms.A @ terms.T, np.zeros((8, 1)), DIGITS)


@pytest.mark.parametrize(
    ("joint", "sign", "key"),
    [("O2", 1, "f01_ground_on_crank"), ("A", 1, "f12_crank_on_coupler"), ("B", 1, "f23_coupler_on_follower")],
)
def test_four_bar_forces(joint, sign, key):
    agree(sign * by_noc(four_bar.model()).joint(joint).force[0], four_bar.R[key], four_bar.DIGITS)


def test_constraint_wrenches():
    R = four_bar.R
    wrenches = four_bar.model().noc().wrenches
    # Ground on crank less crank on coupler; the other forces alike.
    f01, f12, f23, f30 = (np.array(R[k]) for k in R if k.startswith("f") and "_on_" in k)
    for name, force in (("link_2", f01 - f12), ("link_3", f12 - f23), ("link_4", f23 - f30)):
        agree(wrenches[name][:2], force, four_bar.DIGITS)


def test_slider_crank_with_gas_force():
    D, R, DIGITS = slider_crank.D, slider_crank.R, slider_crank.DIGITS
    m = slider_crank.model()
    set_moving(m, O=(D["psi"], D["psi_dot"]))
    terms = m.noc()
    assert terms.independent == ["O.angle"]
    assert_terms(terms, D["psi_dot"], R, DIGITS)
    run = by_noc(m)
    agree(run.joint("O").force[0], R["f01_ground_on_crank"], DIGITS)
    agree(run.joint("B").force[0], R["f23_rod_on_slider"], DIGITS)
    agree(run.joint("guide").force[0], [0.0, R["guide_normal_force_on_slider_y"]], DIGITS)


def cam(d) -> tuple[lw.Mechanism, object, object]:
    """Return a disc on an eccentric bearing with its centre C, and a follower in a vertical guide x = d."""
    m = lw.Mechanism("cam", plane="xy", gravity=(0, -d["g"]))
    centre = (d["cm_radius"] * np.cos(d["cm_angle"]), d["cm_radius"] * np.sin(d["cm_angle"]))
    disc = m.body("cam", mass=d["m1"], com=centre, inertia=d["I1"])
    disc.point("C", d["e"], 0)
    follower = m.body("follower", mass=d.get("m3", d["m2"]), inertia=1.0)  # it does not turn
    m.revolute("bearing", m.ground.at(0, 0), disc.at(0, 0))
    m.prismatic("guide", m.ground.at(d.get("d", 0.0), 0), follower.at(0, 0), axis="y")
    m.torque("motor", disc, d["tau1"])
    m.point_force("spring", follower.at(0, 0), force=(0, -d["fs"]))
    m.place(disc, angle=d["psi"])
    return m, disc, follower


def test_flat_face_cam():
    """The centre of the disc stays at a distance R below the face."""
    case = load("p05c_noc_flat_cam")
    D, R, digits = case.data, case.reference, 1e-12  # 14 digits trusted, of numbers up to 130
    m, disc, follower = cam(D)
    m.point_on_line("contact", follower.at(0, -D["R"]), disc.at(D["e"], 0), axis="x")
    m.place(follower, at=(0, R["s"]))
    set_moving(m, bearing=(D["psi"], D["psi_dot"]))
    terms = m.noc()
    assert terms.independent == ["bearing.angle"]
    assert_terms(terms, D["psi_dot"], R, digits)
    run = by_noc(m)
    agree(run.body("follower").acceleration[0], [0.0, R["follower_acceleration"]], digits)
    agree(run.joint("contact").on("follower").force[0], R["contact_force_on_follower"], digits)
    agree(run.joint("bearing").force[0], R["bearing_force_on_cam"], digits)
    agree(run.joint("guide").torque[0], R["guide_couple_on_follower_about_its_mass_centre"], digits)


def test_roller_cam():
    """Two discs keep the distance of their centres and roll on each other: arcs are equal."""
    case = load("p05d_noc_roller_cam")
    D, R, digits = case.data, case.reference, 1e-11  # 12 digits trusted, of numbers up to 1000
    m, disc, follower = cam(D)
    roller = m.body("roller", mass=D["m2"], inertia=D["I2"])
    roller.point("P", 0, 0)
    m.revolute("pin", follower.at(0, 0), roller.at(0, 0))
    m.rod("contact", disc.at(D["e"], 0), roller.at(0, 0), length=D["R"] + D["rr"])
    turn = "atan2(roller.P.y - cam.C.y, roller.P.x - cam.C.x)"
    lines = f"{D['R']}*cam.angle + {D['rr']}*roller.angle - {D['R'] + D['rr']}*{turn}"
    at_start = D["R"] * D["psi"] - (D["R"] + D["rr"]) * np.arctan2(
        R["s"] - D["e"] * np.sin(D["psi"]), D["d"] - D["e"] * np.cos(D["psi"])
    )
    m.constraint("rolling", expression=f"{lines} - ({float(at_start)!r})")
    m.place(follower, at=(D["d"], R["s"]))
    m.place(roller, at=(D["d"], R["s"]), angle=0.0)
    set_moving(m, bearing=(D["psi"], D["psi_dot"]))
    terms = m.noc(coordinate="bearing.angle")
    assert terms.independent == ["bearing.angle"]
    assert_terms(terms, D["psi_dot"], R, digits)
    run = by_noc(m, coordinate="bearing.angle")
    agree(run.body("follower").acceleration[0, 1], R["follower_acceleration"], digits)
    agree(run.body("roller").angular_acceleration[0], R["roller_angular_acceleration"], digits)
    contact = run.joint("contact").on("roller").force[0] + run.joint("rolling").on("roller").force[0]
    agree(contact, R["contact_force_on_roller"], digits)
    agree(run.joint("pin").on("roller").force[0], R["pin_force_follower_on_roller"], digits)
    agree(run.joint("bearing").force[0], R["bearing_force_ground_on_cam"], digits)


def test_bevel_gears():
    """Gears on perpendicular shafts; pitch circles travel alike."""
    case = load("p05e_noc_bevel")
    D, R, digits = case.data, case.reference, 1e-12
    m = lw.Mechanism("bevel pair")
    for k, axis in ((1, (1, 0, 0)), (2, (0, 1, 0))):
        gear = m.body(f"gear_{k}", mass=1.0, inertia=tuple(D[f"I{k}"] if a else 0.1 for a in axis))
        m.revolute(f"shaft_{k}", m.ground.at(0, 0, 0, z=axis), gear.at(0, 0, 0, z=axis))
        m.torque(f"torque_{k}", gear, D[f"tau{k}"], axis=axis)
    wheels = [lw.Marker(f"gear_{k}", (0.0, 0.0, 0.0), z=axis) for k, axis in ((1, "x"), (2, "y"))]
    m.bevel_gear("mesh", *wheels, radius_a=D["d1"] / 2, radius_b=D["d2"] / 2)
    terms = m.noc()
    assert terms.independent == ["shaft_1.angle"]
    agree(terms.I, [[R["reduced_inertia_on_shaft_1"]]], digits)
    agree(terms.accelerations, [R["alpha1"]], digits)
    run = by_noc(m)
    agree(run.body("gear_2").angular_acceleration[0], [0.0, R["alpha2"], 0.0], digits)
    agree(np.abs(run.joint("mesh").force[0]), [0.0, 0.0, R["tangential_mesh_force_magnitude"]], digits)
    agree(np.abs(run.joint("shaft_2").force[0]), [0.0, 0.0, R["tangential_mesh_force_magnitude"]], digits)


# ---- agreement with the other formulations ------------------------------------------------------


def assert_same(m, until: float) -> None:
    one, two = m.simulate([0.0, until]), by_noc(m, (0.0, until))
    # Ten steps of 1e-11 each, and accelerations that multiply errors of position by up to a thousand.
    np.testing.assert_allclose(two.poses, one.poses, atol=1e-9)
    scale = max(1.0, np.abs(one.motions[:, :, 1]).max())
    np.testing.assert_allclose(two.motions[:, :, 1], one.motions[:, :, 1], atol=1e-8 * scale)
    for name in m.joints:
        if not m.joints[name].ENDS or not all(one.joint(name).determinate.values()):
            continue
        force = one.joint(name).force
        np.testing.assert_allclose(two.joint(name).force, force, atol=1e-8 * max(1.0, np.abs(force).max()))


LOOPS = ["four-bar ladder", "stewart platform", "spatial four-bar", "whitworth", "delta robot", "rssr"]
REDUNDANT = ["bennett", "sarrus", "bricard", "double parallel crank"]


@pytest.mark.parametrize("driven", [True, False], ids=["driven", "free"])
@pytest.mark.parametrize("name", [*LOOPS, *REDUNDANT, "6r robot"])
def test_the_same_motion_and_reactions(name, driven):
    assert_same(gallery.get(name, driven=driven), 0.05)


@pytest.mark.parametrize("name", ["heavy top", "car axis"])
def test_the_same_with_free_bodies_and_other_equations(name):
    assert_same(gallery.get(name), 0.05)


@pytest.mark.parametrize("case", ALONE, ids=str)
def test_every_joint_as_a_branch_of_the_tree(case):
    m = heavy(case)
    one, two = m.simulate([0.0]), by_noc(m)
    scale = max(1.0, np.abs(one.motions[0, :, 1]).max())
    np.testing.assert_allclose(two.motions[0, :, 1], one.motions[0, :, 1], atol=1e-12 * scale)
    terms = m.noc()
    assert np.abs(terms.A @ terms.T).max(initial=0.0) < 1e-12
    np.testing.assert_allclose(terms.T_tree @ terms.rates, _twists(m), atol=1e-12)


def _twists(m) -> np.ndarray:
    """Return the twists at the start as one column."""
    V = m.start().twists
    return (V[:, [0, 1, 5]] if m.space.planar else V).ravel()


# ---- the matrices -------------------------------------------------------------------------------


def test_matrices_obey_their_definitions():
    m = gallery.get("6r robot", driven=False)
    m.place(next(n for n in m.bodies if n != "ground"), rate=(0.0, 0.0, 2.0))
    terms = m.noc()
    t = _twists(m)
    np.testing.assert_allclose(terms.T @ terms.rates, t, atol=1e-12)
    np.testing.assert_allclose(terms.I, terms.T.T @ terms.M @ terms.T, atol=1e-10)
    convective = -terms.T.T @ (terms.W @ terms.M @ t + terms.M @ terms.T_rates)
    np.testing.assert_allclose(terms.C_rates, convective, atol=1e-10)
    left = terms.I @ terms.accelerations - terms.C_rates - terms.tau
    np.testing.assert_allclose(left, 0.0, atol=1e-9)
    # Constraint wrenches do no work on the motions that are free.
    wrench = np.concatenate(list(terms.wrenches.values()))
    np.testing.assert_allclose(terms.T.T @ wrench, 0.0, atol=1e-9)


def test_the_independent_rate_can_be_chosen():
    m = four_bar.model()
    terms = m.noc(coordinate="A.angle")
    assert terms.independent == ["A.angle"]
    # The power of inertia does not depend on the rate that describes it.
    crank = m.noc()
    ratio = crank.rates[0] / crank.rates[2]
    np.testing.assert_allclose(terms.I, crank.I * ratio**2, rtol=1e-10)


def test_a_wrong_rate_is_answered():
    with pytest.raises(lw.ModelError, match=r"no joint rate 'O2.angel'. Did you mean 'O2.angle'"):
        four_bar.model().noc(coordinate="O2.angel")


def test_friction_is_declined_in_words():
    m = four_bar.model()
    m.friction("dry", "O2", mu=0.1, radius=0.05)
    with pytest.raises(
        lw.ModelError, match="'noc' does not apply to 'four-bar': it has rigid contacts or dry friction"
    ):
        by_noc(m)
