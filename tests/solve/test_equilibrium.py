"""Positions of equilibrium: from the top of the hill, and what is said where there is none."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import MotionError


def pendulum(angle: float) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=angle)
    return m


def test_down_from_the_top():
    found = pendulum(90 * lw.deg).equilibrium()
    assert found.kind == "stable"
    np.testing.assert_allclose(np.sin(found["pin.angle"]), -1.0)


def test_the_nearest_may_be_the_top():
    found = pendulum(80 * lw.deg).equilibrium(search="nearest")
    assert found.kind == "unstable"
    np.testing.assert_allclose(found["pin.angle"], np.pi / 2, rtol=1e-12)


def toggle(stiffness: float | str = 500.0) -> lw.Mechanism:
    m = lw.Mechanism("toggle", plane="xz", gravity=(0, -9.81))
    arm, link = m.body("arm", lw.rod(length=0.4, mass=2.0)), m.body("link", lw.rod(length=0.48, mass=1.5))
    slider = m.body("slider", mass=3.0, inertia=0.02)
    m.place(arm, angle=20 * lw.deg)
    m.place(link, angle=-25 * lw.deg)
    m.place(slider, at=(0.8, 0))
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("B", arm.at(0.4, 0), link.at(0, 0))
    m.revolute("C", link.at(0.48, 0), slider.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="x")
    m.spring("spring", m.ground.at(1.4, 0), slider.at(0, 0), stiffness=stiffness, free_length=0.65)
    m.point_force("load", arm.at(0.4, 0), force=(0, -40))
    return m


def test_newton_steps_to_and_fro_end_down_the_hill():
    """The force along the toggle has a least size, no zero, where its hints are; V'(a) = 0 of the closed circle."""
    angle = float(toggle().equilibrium(search="nearest")["A.angle"])
    a, h = angle, 1e-4

    def potential(a: float) -> float:
        x, z = 0.4 * np.cos(a) + np.sqrt(0.48**2 - (0.4 * np.sin(a)) ** 2), 0.4 * np.sin(a)
        weights = 9.81 * (2.0 * z / 2.0 + 1.5 * z / 2.0) + 40.0 * z
        return float(weights + 250.0 * (1.4 - x - 0.65) ** 2)

    slope = (potential(a + h) - potential(a - h)) / (2.0 * h)
    assert abs(slope) < 1e-5  # rounding 1e-14 / h and the square of h, times stiffnesses of 1e2 N m
    assert angle == pytest.approx(float(toggle().equilibrium()["A.angle"]), rel=1e-9)


def test_a_locus_about_a_rest_far_from_the_hints():
    m = toggle("k")
    m.parameter("k", 500.0)
    locus = m.root_locus("k", [500.0, 2000.0, 9000.0], at="equilibrium")
    assert (np.diff(locus.frequencies[:, 0]) > 0.0).all()


def test_indifferent_where_nothing_acts():
    m = lw.Mechanism("wheel", plane="xy")
    wheel = m.body("wheel", mass=1.0, inertia=1.0)
    m.revolute("pin", m.ground.at(0, 0), wheel.at(0, 0))
    assert m.equilibrium().kind == "indifferent"


def test_what_pushes_where_nothing_holds():
    m = lw.Mechanism("sledge", plane="xy", gravity=(0, -9.81))
    sledge = m.body("sledge", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), sledge.at(0, 0), axis=(1, 1))
    with pytest.raises(MotionError, match=r"'sledge' can still move, pushed by the weights, and no spring"):
        m.equilibrium()
    with pytest.raises(MotionError, match=r"rail\.translation falls: along it 6\.93672 N are missing"):
        m.equilibrium()
    m.point_force("wind", sledge.at(0, 0), force=(-30, 0))
    with pytest.raises(MotionError, match=r"pushed by the weights and 'wind'"):
        m.equilibrium()


def test_an_effort_of_a_driver_at_rest():
    m = pendulum(0.0)
    m.drive("pin.angle", "t", name="drive")
    np.testing.assert_allclose(m.equilibrium(t=0.5)["drive.effort"], 2 * 9.81 * 0.5 * np.cos(0.5), rtol=1e-12)


def test_friction_that_is_left_out_is_told():
    m = pendulum(0.5)
    m.friction("bearing", "pin", 0.1, radius=0.01)
    assert "Friction is left out: 'bearing'. m.friction_range(...) tells what it can hold." in str(m.equilibrium())


@pytest.mark.parametrize("analysis", ["equilibrium", "linearise", "descriptor"])
def test_points_that_coincide_have_no_direction(analysis):
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=2.0, inertia=1.0)
    m.spring("guide", m.ground.at(0, 0), ball.at(0, 0), stiffness=10.0, free_length=0.5)
    with pytest.raises(MotionError, match="The points of 'guide' coincide"):
        getattr(m, analysis)()


def test_rest_on_a_compliant_stop():
    """m g = k times the depth."""
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=2.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), ball.at(0, 0), axis="y")
    m.end_stop("floor", "rail.translation", lower=0.0, stiffness=1e4, exponent=1.0)
    m.place(ball, at=(0, 0.1))
    found = m.equilibrium()
    assert found.kind == "stable"
    np.testing.assert_allclose(found["rail.translation"], -2 * 9.81 / 1e4, rtol=1e-9)


def test_a_disc_that_falls_flat_has_no_rest():
    """Flat on the floor its contact is singular and multipliers have no end: that is no stiffness that balances."""
    with pytest.raises(lw.MotionError, match="'disc' can still move, pushed by the weights"):
        gallery.get("rolling disc", driven=False).equilibrium()


def test_a_state_with_full_turns_in_a_changed_mechanism():
    """The drum of a derrick has turned nearly three times: with a brake added the state is still the same."""
    m = gallery.get("derrick", driven=False)
    rest = m.equilibrium()
    assert rest["axle.angle"] > 4 * np.pi
    m.viscous("brake", "foot.angle", damping=10.0)
    run = m.simulate([0.0], start=rest.start)
    np.testing.assert_allclose(run.poses[0], rest.poses, atol=1e-12)
    np.testing.assert_allclose(run["axle.angle"][0], rest["axle.angle"], rtol=1e-12)


@pytest.mark.parametrize("stiffness", [1e-6, 1e-3, 1.0, 1e6, 1e12])
def test_springs_of_any_stiffness(stiffness):
    """A weight on a spring rests m g / k below, be that thousands of kilometres or nothing that can be seen."""
    m = lw.Mechanism("weight", plane="xy", gravity=(0, -9.81))
    weight = m.body("weight", mass=2.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), weight.at(0, 0), axis="y")
    m.effort("spring", "rail.translation", f"-{stiffness!r}*rail.translation")
    rest = m.equilibrium()
    np.testing.assert_allclose(rest["rail.translation"], -2 * 9.81 / stiffness, rtol=1e-12)
    assert rest.kind == "stable"


@pytest.mark.parametrize("ratio", [1e8, 1e10, 1e12])
def test_a_stiff_spring_does_not_hide_a_soft_one(ratio):
    """What is left along the soft one counts beside its own forces, not beside those of the stiff one."""
    m = lw.Mechanism("two springs", plane="xy", gravity=(0, -9.81))
    upper, lower = m.body("upper", mass=1.0, inertia=1.0), m.body("lower", mass=1.0, inertia=1.0)
    m.prismatic("a", m.ground.at(0, 0), upper.at(0, 0), axis="y")
    m.prismatic("b", upper.at(0, 0), lower.at(0, 0), axis="y")
    m.effort("stiff", "a.translation", f"-{ratio!r}*a.translation")
    m.effort("soft", "b.translation", "-1.0*b.translation")
    rest = m.equilibrium()
    np.testing.assert_allclose(rest["a.translation"] * ratio, -2 * 9.81, rtol=1e-9)
    np.testing.assert_allclose(rest["b.translation"], -9.81, rtol=1e-9)


@pytest.mark.parametrize("length", [1e-6, 1e-3, 1e3, 1e6])
def test_pendulums_of_any_length(length):
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=length, mass=1.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=1.0)
    rest = m.equilibrium()
    assert rest.kind == "stable"
    np.testing.assert_allclose(rest["pin.angle"], -np.pi / 2, rtol=1e-12)


def test_a_mechanism_without_bodies():
    m = lw.Mechanism("nothing", plane="xy")
    assert m.equilibrium().kind == "stable"
    assert m.linearise().states == ()


def test_a_sleigh_on_a_slope_has_no_position_of_rest():
    """Its stiffness, without a potential, is singular on the way: [[-a, -b], [c, a]] with a a = b c."""
    m = gallery.get("chaplygin sleigh").without_drivers()
    m.gravity = (0, -9.81)
    with pytest.raises(lw.MotionError, match=r"'sleigh' can still move, pushed by the weights"):
        m.equilibrium()
