"""Sensitivities: against closed forms, and against differences of whole analyses over the gallery."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError
from linkwork.model.designs import design_names
from linkwork.results.gradient import Gradient
from linkwork.solve.gradient import ANALYSES
from linkwork.solve.gradients.every import Every
from linkwork.solve.gradients.prescribed import Prescribed
from linkwork.solve.gradients.repeated import repeated_slope
from linkwork.solve.gradients.scalars import read_scalar
from linkwork.solve.gradients.varied import Designs
from linkwork.solve.inverse import inverse

SAME = 1e-6
"""What fourth-order differences of analyses are good for, as a share of the largest effect: the analyses are right to
1e-11 to 1e-12 and the steps are 1e-3 of the numbers, which leaves 1e-8 and in long runs some hundred times as much."""


def pendulum(**rod: Any) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("L", "1 m")
    body = m.body("rod", lw.rod(length="L", mass=2.0))
    body.point("tip", "L", 0)
    m.revolute("pin", m.ground.at(0, 0), body.at(0, 0))
    m.place(body, **{"angle": -80 * lw.deg, **rod})
    return m


def four_bar(driven: bool) -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
    for name, value in {"a": 0.1, "b": 0.35, "c": 0.3, "d": 0.4}.items():
        m.parameter(name, value)
    crank = m.body("crank", lw.rod(length="a", mass=1.0))
    coupler = m.body("coupler", lw.rod(length="b", mass=2.0))
    rocker = m.body("rocker", lw.rod(length="c", mass=2.0))
    coupler.point("P", "b/3", "a/2")
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at("a", 0), coupler.at(0, 0))
    m.revolute("C", coupler.at("b", 0), rocker.at("c", 0))
    m.revolute("D", m.ground.at("d", 0), rocker.at(0, 0))
    m.place(crank, angle=1.0)
    if driven:
        m.drive("A.angle", "1 + 6*t", "motor")
    else:
        m.spring("S", m.ground.at(0.1, 0.5), crank.at("a", 0), stiffness=200, free_length="0.2 m")
    return m


def agrees(m: lw.Mechanism, of: str, by: list[str] | None = None, **given: Any) -> Gradient:
    """Return a gradient that was found from the equations, after a comparison with repeated analyses."""
    found = m.gradient(of, by, check=False, **given)
    assert not any("differences" in note for note in found.notes)
    analysis, times = given.pop("analysis", "simulate"), given.pop("times", None)
    designs = Designs(m.plan(), by)
    asked = ANALYSES[analysis](designs, read_scalar(of, analysis), times, given)
    pairs = [repeated_slope(designs, i, lambda p: asked.again(p, True), asked.value) for i in range(len(designs.all))]
    slopes, errors = np.array(pairs).T * designs.sizes
    size = max(np.abs(slopes).max(), 1e-4 * abs(asked.value))
    apart = np.abs(found.values * designs.sizes - slopes).max()
    assert apart <= SAME * size + 3 * errors.max()
    return found


NUMBERS = ["a", "b", "d", "coupler.mass"]


def test_period_of_small_swings() -> None:
    """T = 2 pi sqrt(2 L / 3 g): dT/dL = T / 2 L, and no mass matters; swings of 1e-3 rad change T by 1e-7."""
    m = pendulum(angle=-np.pi / 2 + 1e-3)
    found = m.gradient("period of rate(pin.angle) > 0", ["L", "rod.mass", "gravity.y"], times=4.0)
    T = 2 * np.pi * np.sqrt(2.0 / (3 * 9.81))
    assert found.value == pytest.approx(T, rel=1e-6)
    assert found["L"] == pytest.approx(T / 2, rel=1e-5)
    assert found["gravity.y"] == pytest.approx(T / (2 * 9.81), rel=1e-5)
    assert abs(found["rod.mass"]) < 1e-6
    assert found.notes == ()


def test_frequency_and_its_repetition() -> None:
    found = pendulum().gradient("frequency of mode 1", ["L", "rod.mass"], analysis="modes")
    f = np.sqrt(1.5 * 9.81) / (2 * np.pi)
    assert found.value == pytest.approx(f, rel=1e-9)
    assert found["L"] == pytest.approx(-f / 2, rel=1e-7)  # symmetric differences of dA with steps of 1e-5
    m = lw.Mechanism("weight on springs", gravity=(0, 0, 0))
    block = m.body("block", mass=1.0, inertia=(1, 1, 1))
    for k, axis in enumerate(((1, 0, 0), (0, 1, 0), (0, 0, 1))):
        end = tuple(0.1 * c for c in axis)
        m.bushing(f"B{k}", m.ground.at(*end), block.at(*end), stiffness=100.0, rotational_stiffness=1.0)
    with pytest.raises(ModelError, match=r"comes \d+ times"):
        m.gradient("frequency of mode 1", ["block.mass"], analysis="modes")


def test_start_values_and_event() -> None:
    """A body thrown up turns after t = v / g."""
    m = lw.Mechanism("throw", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=1.0)
    m.place(ball, at=(0.0, 1.0), velocity=(1.0, 4.905))
    found = m.gradient("time of ball.velocity.y < 0", ["ball.velocity.y", "ball.at.y", "gravity.y"], times=2.0)
    assert found["ball.velocity.y"] == pytest.approx(1 / 9.81, rel=1e-7)  # of a run with tolerance 1e-11
    assert abs(found["ball.at.y"]) < 1e-9
    assert found["gravity.y"] == pytest.approx(0.5 / 9.81, rel=1e-7)
    assert found.units == ("m/s", "m", "m/s^2")
    landed = m.gradient("final ball.x", ["ball.velocity.y"], times=3.0, stop_when="ball.y < 1")
    assert landed["ball.velocity.y"] == pytest.approx(2 / 9.81, rel=1e-7)  # x = u 2 v / g


@pytest.mark.parametrize(
    ("analysis", "of"),
    [
        ("inverse", "peak of B.force.size"),
        ("inverse", "mean of motor.effort"),
        ("move", "rms of rate(rate(D.angle))"),
        ("move", "D.angle at 0.33 s"),
        ("assemble", "D.angle"),
    ],
)
def test_driven(analysis: str, of: str) -> None:
    times = {} if analysis == "assemble" else {"times": np.linspace(0, 1, 31)}
    agrees(four_bar(True), of, NUMBERS, analysis=analysis, **times)


@pytest.mark.parametrize("of", ["final A.angle", "max of B.force.size", "mean of energy.kinetic"])
def test_simulated(of: str) -> None:
    agrees(four_bar(False), of, [*NUMBERS, "S.stiffness", "S.free_length"], times=0.5, points=21)


@pytest.mark.parametrize("of", ["A.angle", "B.force.size"])
def test_at_rest(of: str) -> None:
    agrees(four_bar(False), of, [*NUMBERS, "S.stiffness"], analysis="equilibrium")


@pytest.mark.parametrize(
    "of",
    [
        "coupler.P.y",  # a point that the numbers move: bodies and points are read beside the design
        "D.force.y",
        "B.force.x*b/a",  # parameters in the expression: plans are made in full
        "energy.kinetic",
        "rate(rate(C.angle))",
    ],
)
def test_tables_alone_say_what_plans_say(of: str) -> None:
    """Symmetric differences with the same steps of 1e-5: both round at 1e-16/1e-5, and forces a hundred times so."""
    m = four_bar(True)
    designs = Designs(m.plan(), [*NUMBERS, "B.a.y", "D.b.x", "gravity.y"])
    motion = inverse(designs.plan, np.array([0.0, 0.1, 0.25]))
    tables, plans = Every(designs), Every(designs, lambda plan: plan)
    assert tables.near is not None
    tangents = Prescribed(designs.plan, motion).tangents(tables)
    assert np.allclose(tangents.shifts, Prescribed(designs.plan, motion).tangents(plans).shifts, rtol=1e-8, atol=1e-9)
    found, expected = (every.slopes(of, motion, tangents) for every in (tables, plans))
    assert np.abs(found - expected).max() <= 1e-8 * np.abs(expected).max() + 1e-9


def few(m: lw.Mechanism) -> list[str]:
    names = design_names(m)
    return [names[i] for i in np.unique(np.linspace(0, len(names) - 1, 2).astype(int))]


@pytest.mark.parametrize(
    "name", ["spatial four-bar", "jansen leg", "rscr", "cam valve train", "geared connecting rods"]
)
def test_gallery_inverse(name: str) -> None:
    m, entry = gallery.get(name), gallery.info(name)
    times = np.linspace(0, 0.4 * entry.duration, 5)
    agrees(m, f"peak of {next(iter(m.drivers))}.effort", few(m), analysis="inverse", times=times)


@pytest.mark.parametrize("name", ["slider-crank", "heavy top", "6r robot", "chaplygin sleigh", "bricard"])
def test_gallery_simulated(name: str) -> None:
    m = gallery.get(name).without_drivers()
    m.gravity = m.gravity or ((0, -9.81) if m.space.planar else (0.0, 0.0, -9.81))
    agrees(m, "final energy.kinetic", few(m), times=0.1)


def test_contacts_are_repeated_and_told() -> None:
    """A ball falls, rebounds with e = 0.5 and rises: after it v = e sqrt(2 g h) - g (t - sqrt(2 h / g))."""
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", mass=1.0, inertia=1.0)
    m.place(ball, at=(0.0, 1.0))
    m.rigid_contact("floor", "ball.y", limit=0.0, restitution=0.5)
    found = m.gradient("ball.velocity.y at 0.6 s", ["ball.at.y", "floor.restitution"], times=0.6)
    root = np.sqrt(2 * 9.81)
    assert found["floor.restitution"] == pytest.approx(root, rel=1e-6)
    assert found["ball.at.y"] == pytest.approx(0.25 * root + 9.81 / root, rel=1e-6)
    assert "contacts and friction switch on the way" in found.notes[-1]


def test_numbers_that_must_be_what_they_are_are_left_out() -> None:
    found = gallery.get("planetary gearbox").without_drivers().gradient("final input.angle", times=0.1)
    assert found.names == ("modulus",)
    assert "Not varied, as no value beside theirs is allowed: 'z_sun', 'z_planet'." in found.notes
    wheel = gallery.get("geneva drive").without_drivers().gradient("final wheel_axle.angle", ["crank.mass"], times=0.1)
    assert abs(wheel["crank.mass"]) <= wheel.errors[0]


def test_angles_counted_from_other_turns_beside_the_design() -> None:
    """At rest: which half turn a mesh is counted from is a matter of rounding, and no derivative."""
    m = gallery.get("geared five-bar").without_drivers()
    assert (
        abs(m.gradient("final A.angle", ["pivots"], times=1.0, check=False)["pivots"]) < 1e-9
    )  # 1e-15/1e-5, ten steps


def test_what_has_no_derivative_is_told() -> None:
    m = four_bar(True)
    with pytest.raises(ModelError, match=r"changes with time: ask for 'peak of B.force.x'"):
        m.gradient("B.force.x", analysis="inverse", times=[0.0, 0.1])
    with pytest.raises(ModelError, match=r"has no number 'crank.mas' that can be varied. Did you mean 'crank.mass'"):
        m.gradient("D.angle", ["crank.mas"], analysis="assemble")
    with pytest.raises(ModelError, match=r"has no option 'method'"):
        m.gradient("D.angle", analysis="assemble", method="rk45")
    with pytest.raises(ModelError, match=r"'B.force' has 2 components"):
        m.gradient("peak of B.force", analysis="inverse", times=[0.0, 0.1])
    with pytest.raises(ModelError, match=r"it never happens"):
        pendulum().gradient("time of pin.angle > 3", times=0.5)
    with pytest.raises(ModelError, match=r"(?s)no derivative.*teeth are whole numbers"):
        gallery.get("planetary gearbox").gradient("input.angle", ["z_sun"], analysis="assemble")


def test_a_loop_that_closes_for_one_design_only() -> None:
    """Bennett's linkage: lengths and twists go together, a/sin(alpha) = b/sin(beta)."""
    m = gallery.get("bennett")
    with pytest.raises(ModelError, match="are redundant"):
        m.gradient("joint_3.angle", ["joint_3.a.z"], analysis="assemble")


def test_derivatives_of_a_quick_mechanism() -> None:
    """The squeezer's energy changes a thousand times as much as a length does, and so do errors of runs.

    Central differences with steps of 1e-5 have 1e-11 x 1e3 / 1e-5 = 1e-3 of these at worst; they agree to 1e-4.
    """
    m = gallery.get("andrews squeezer").without_drivers()
    m.gravity = (0, -9.81)
    found = m.gradient("final energy.kinetic", ["crank_radius"], times=0.05, check=False)
    h = 1e-5 * found.at[0]
    ends = [m.with_parameters(crank_radius=found.at[0] + d).simulate(0.05)["energy.kinetic"][-1] for d in (h, -h)]
    assert found["crank_radius"] == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-4)
    assert abs(found["crank_radius"] - (ends[0] - ends[1]) / (2 * h)) < 10 * found.errors[0]


def test_peaks_at_two_instants_are_told() -> None:
    m = pendulum(angle=0.0)
    m.drive("pin.angle", "sin(10*t)", "motor")
    found = m.gradient("peak of motor.effort", ["L"], analysis="inverse", times=np.linspace(0, 2 * np.pi / 10, 41))
    assert not any("almost reached" in note for note in found.notes)  # weight is on one side
    found = m.gradient("peak of rod.tip.velocity.size", ["L"], analysis="inverse", times=np.linspace(0, np.pi / 5, 41))
    assert any("almost reached" in note for note in found.notes)


def test_result(tmp_path: Any) -> None:
    found = pendulum().gradient(
        "pin.force.size", ["L", "rod.mass"], analysis="equilibrium", tolerances={"rod.mass": 0.1}
    )
    assert found.names[found.ranked[0]] == "rod.mass"
    assert found.effects[1] == pytest.approx(0.981, rel=1e-9)
    assert "9.81 N/kg" in str(found)
    assert "+0.981 N for 0.1 kg" in found._repr_html_()
    found.to_csv(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text().splitlines()[1].startswith("rod.mass,2.0,kg,9.8")
    found.plot(tmp_path / "tornado.svg")
    assert "pin.force.size" in (tmp_path / "tornado.svg").read_text()
    run = pendulum().simulate(0.1, points=3)
    run.report(tmp_path / "report.html", gradients=[found])
    assert "Sensitivities" in (tmp_path / "report.html").read_text()
    with pytest.raises(ModelError, match="'M' is not varied"):
        pendulum().gradient("pin.force.size", ["L"], analysis="equilibrium", tolerances={"M": 0.1})


def test_ratios_stand_without_a_unit_and_tolerances_with_theirs(tmp_path: Any) -> None:
    m = pendulum()
    m.viscous("bearing", "pin.angle", damping=0.1)
    found = m.gradient("damping ratio of mode 1", ["L"], analysis="modes", tolerances={"L": "2 mm"})
    assert found.bar(0) == "L ± 0.002 m"
    assert found.plot().get_xlabel() == "damping ratio of mode 1"
    run = m.simulate(0.1, points=3)
    run.report(tmp_path / "report.html", gradients=found)
    page = (tmp_path / "report.html").read_text()
    assert f"damping ratio of mode 1 = {found.value:.6g}<" in page
    assert "L ± 0.002 m<" in page
    assert "uppercase" not in page  # titles hold names and units of the user
    for wrong in ([1.0], "L"):
        with pytest.raises(ModelError, match=r"gradients= is a list of what m.gradient\(...\) finds"):
            run.report(tmp_path / "other.html", gradients=wrong)


def test_a_start_next_to_a_dead_point() -> None:
    """The knee of the press is almost straight: starts bend within 1e-3 of their numbers, not within 1e-6.

    Runs are good to 1e-12: differences with steps of 1e-6 to 1e-6, and to the bend within these steps, some 1e-5.
    """
    m = gallery.get("toggle press").without_drivers()
    found = m.gradient("final energy.kinetic", ["pivot_y"], times=0.1)
    h = 1e-6 * found.at[0]
    ends = [m.with_parameters(pivot_y=found.at[0] + d).simulate(0.1)["energy.kinetic"][-1] for d in (h, -h)]
    assert found["pivot_y"] == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-4)
    assert not found.notes


def test_a_start_at_a_dead_point_is_told() -> None:
    """The slider is held where crank and rod are stretched: with a longer crank its angle grows as a square root."""
    m = lw.Mechanism("slider-crank", plane="xy", gravity=(0, -9.81))
    r = m.parameter("r", 0.1)
    crank, rod = m.body("crank", lw.rod(length=r, mass=1.0)), m.body("rod", lw.rod(length=0.25, mass=1.0))
    block = m.body("block", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(r, 0), rod.at(0, 0))
    m.revolute("C", rod.at(0.25, 0), block.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.place(crank, angle=0.05)
    m.place(block, at=(0.35, 0))
    found = m.gradient("final block.x", ["r"], times=0.1, hold=["block.x"], check=False)
    assert found.how == "repeated"
    assert "the start, next to a dead point, does not change in proportion to 'r'" in found.notes[-1]
    assert found.errors[0] > 0.1 * abs(found["r"])


def test_a_simulation_that_drivers_lead_alone() -> None:
    """Nothing is left to move by itself: the derivatives are those of the driven motion."""
    m = four_bar(True)
    found = m.gradient("final D.angle", NUMBERS, times=0.5)
    expected = m.gradient("final D.angle", NUMBERS, analysis="move", times=[0.0, 0.5])
    assert found.values == pytest.approx(expected.values, rel=1e-8, abs=1e-9)


def test_a_zero_that_is_rounding_is_none_the_less_zero() -> None:
    """A door that nothing pushes: its energy of 1e-100 J or so changes by as much, and nothing is said of it."""
    m = gallery.get("door").without_drivers()
    m.gravity = (0.0, 0.0, -9.81)
    found = m.gradient("final energy.kinetic", times=0.05)
    assert not found.notes
    assert np.abs(found.values).max() < 1e-30


def test_tolerances_have_units():
    """The effect of a tolerance is the derivative times it, 9.81 N/kg times 20 g."""
    asked = {"analysis": "equilibrium", "tolerances": {"rod.mass": "20 g"}}
    found = pendulum().gradient("pin.force.size", ["rod.mass"], **asked)
    assert found.effects[0] == pytest.approx(9.81 * 0.02, rel=1e-9)  # of a force that is linear in the mass
    with pytest.raises(ModelError, match=r"The tolerance of 'rod\.mass': .* a mass is expected"):
        pendulum().gradient("pin.force.size", ["rod.mass"], **{**asked, "tolerances": {"rod.mass": "20 mm"}})


@pytest.mark.parametrize("tolerance", [np.nan, -0.1, np.inf])
def test_what_is_no_tolerance(tolerance):
    with pytest.raises(ModelError, match=r"The tolerance of 'rod\.mass' is a number from 0 on"):
        pendulum().gradient("final pin.angle", ["rod.mass"], times=0.1, tolerances={"rod.mass": tolerance})


def damped_block() -> lw.Mechanism:
    """Return a block of 1 kg on a spring of 100 N/m and a damper of 10 N s/m."""
    m = lw.Mechanism("block", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.spring("spring", m.ground.at(-1, 0), block.at(0, 0), stiffness=100.0, free_length=1.0)
    m.viscous("damper", "rail.translation", damping=10.0)
    return m


def test_frequency_of_a_damped_mode_is_that_with_damping():
    """f = sqrt(k/m - c^2/4m^2)/2 pi, so that df/dc = -c/(16 pi^2 f) and df/dk = 1/(8 pi^2 f)."""
    m, numbers = damped_block(), ["damper.damping", "spring.stiffness"]
    found = m.gradient("frequency of mode 1", numbers, analysis="modes")
    f = np.sqrt(75.0) / (2 * np.pi)
    np.testing.assert_allclose(found.value, f, rtol=1e-12)
    np.testing.assert_allclose(found.values, [-10 / (16 * np.pi**2 * f), 1 / (8 * np.pi**2 * f)], rtol=1e-8)
    whole = m.gradient("natural frequency of mode 1", numbers, analysis="modes")
    np.testing.assert_allclose([whole.value, whole.values[1]], [10 / (2 * np.pi), 1 / (40 * np.pi)], rtol=1e-8)
    np.testing.assert_allclose(whole.values[0], 0.0, atol=1e-10)


@pytest.mark.parametrize("rate", [0.0, 2.0])
def test_hints_of_velocity_do_not_count_at_rest(rate):
    """I w^2 = k, the stiffness of a spring about the pin: w falls as L^-1; the hinted rate changes nothing."""
    m = lw.Mechanism("flap", plane="xy")
    rod = m.body("rod", lw.rod(length=0.8, mass=3.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.rotational_spring("spring", "pin", stiffness=20.0, free_angle=0.3, damping=0.2)
    m.place(rod, angle=0.0, rate=rate)
    found = m.gradient("natural frequency of mode 1", ["spring.stiffness"], analysis="modes")
    assert found.value == pytest.approx(np.sqrt(20.0 / (3.0 * 0.8**2 / 3.0)) / (2.0 * np.pi), rel=1e-12)
    assert found["spring.stiffness"] == pytest.approx(found.value / 40.0, rel=1e-9)  # differences with steps of 1e-5
    assert not found.notes


def test_modes_at_rest_hold_the_drivers(tmp_path):
    """A pendulum on a lift that speeds up: at rest its frequency is that on the ground, whatever asks for it."""
    m = lw.Mechanism("carried pendulum", plane="xy", gravity=(0, -9.81))
    lift, rod = m.body("lift", mass=1.0, inertia=0.1), m.body("rod", lw.rod(length=0.7, mass=1.3))
    m.prismatic("P", m.ground.at(0, 0), lift.at(0, 0), axis="y")
    m.revolute("R", lift.at(0, 0), rod.at(0, 0))
    m.drive("P.translation", "0.3*sin(3*t)", "d")
    m.place(rod, angle=-1.0)
    m.inputs = ["d"]
    rest, right = m.equilibrium(t=0.4), np.sqrt(1.5 * 9.81 / 0.7) / (2.0 * np.pi)
    linear = m.linearise(rest.start)
    assert linear.time == 0.4
    assert linear.inputs == ("d",)
    near = {"rel": 1e-9}  # of equilibria, whose forces are balanced to 1e-12
    assert m.linearise(rest.start, inputs=()).modes[0].frequency == pytest.approx(right, **near)
    found = m.gradient("frequency of mode 1", ["rod.length"], analysis="modes", t=0.4)
    assert found.value == pytest.approx(right, **near)
    assert found["rod.length"] == pytest.approx(-0.5 * right / 0.7, rel=1e-8)
    rest.report(tmp_path / "rest.html")
    assert f"{right:.5g}" in (tmp_path / "rest.html").read_text(encoding="utf-8")
    run = m.simulate([0.4, 0.41], start=rest.start)
    assert run["lift.y"][0] == pytest.approx(0.3 * np.sin(1.2), rel=1e-12)
    assert run["lift.velocity.y"][0] == pytest.approx(0.9 * np.cos(1.2), rel=1e-12)


def test_a_mode_that_does_not_swing_has_no_frequency():
    m = damped_block()
    m.viscous("brake", "rail.translation", damping=100.0)
    with pytest.raises(ModelError, match="Mode 1 of 'block' does not swing"):
        m.gradient("frequency of mode 1", ["spring.stiffness"], analysis="modes")


def test_slips_of_what_is_asked_for_are_sentences():
    m = damped_block()
    with pytest.raises(ModelError, match="go from 0 to 1 s, and 5 s is not among them"):
        m.gradient("rail.translation at 5 s", ["spring.stiffness"], times=1.0)
    with pytest.raises(ModelError, match=r"'spring\.stiffness' is named twice"):
        m.gradient("final rail.translation", ["spring.stiffness"] * 2, times=1.0)
    for tolerances in (3, {"spring.stiffness": "1 kg"}, {"spring.stiffness": [1.0]}):
        with pytest.raises(ModelError, match="tolerance"):
            m.gradient("final rail.translation", ["spring.stiffness"], times=1.0, tolerances=tolerances)


@pytest.mark.parametrize("load", ["30*p", "-30*p"])
def test_teeth_that_press_on_either_flank(load):
    def pair(**asked: Any) -> lw.Mechanism:
        m = lw.Mechanism("pair", plane="xy", gravity=(0, -9.81))
        m.parameter("p", 0.1)
        one, two = (m.body(n, mass=1.0, inertia=i, com=(i, 0)) for n, i in (("one", 0.01), ("two", 0.02)))
        m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
        m.revolute("B", m.ground.at("p + 0.2", 0), two.at(0, 0))
        m.place(two, at=("p + 0.2", 0))
        m.gear("mesh", one.at(0, 0), two.at(0, 0), radius_a="p", radius_b=0.2, **asked)
        m.torque("load", one, load)
        return m

    given = {"analysis": "simulate", "times": [0.0, 0.4]}
    smooth, pressed = (pair(**x).gradient("two.angle at 0.4", ["p"], **given) for x in ({}, {"pressure_angle": 0.35}))
    # What presses the wheels apart is held by their bearings: no motion depends on it.
    assert pressed.values == pytest.approx(smooth.values, rel=1e-9)


def test_a_geneva_drive_is_repeated_and_told():
    m = gallery.get("geneva drive", driven=False)
    m.parameter("p", 1.0)
    m.effort("motor", next(iter(m.joints)) + ".angle", "p")
    found = m.gradient("wheel.angle at 0.2", ["p"], analysis="simulate", times=[0.0, 0.2])
    assert "joints change their course" in str(found)


def test_jumps_of_curvature_are_repeated_and_told():
    def wheel(corner: float) -> lw.Mechanism:
        m = lw.Mechanism("floor", plane="xy", gravity=(0, -9.81))
        m.parameter("R", corner)
        disc = m.body("disc", lw.disc(0.06, mass=1.5))
        floor = lw.polyline([(-1, 0.4), (-0.3, 0), (0.4, 0), (1.2, 0.5)], radius="R")
        m.point_on_curve("floor", m.ground.at(0, 0), disc.at(0, 0), curve=floor, radius=0.06, rolling=True)
        m.place(disc, at=(-0.45, 0.2))
        return m

    def end(corner: float) -> float:
        return float(wheel(corner).simulate(0.8, points=3, hold=["disc.x"])["disc.x"][-1])

    found = wheel(0.25).gradient("disc.x at 0.8", ["R"], times=0.8, hold=["disc.x"])
    assert found["R"] == pytest.approx((end(0.25001) - end(0.24999)) / 2e-5, rel=1e-6)
    assert found.how == "repeated"
    assert "where their curves change their course" in str(found)


def planets(torque: float) -> lw.Mechanism:
    """Three planets share the load of a sun: redundant; their teeth press with 20 degrees."""
    m = lw.Mechanism("planets", plane="xy")
    m.parameter("T", torque)
    sun, carrier = m.body("sun", mass=1.0, inertia=0.02), m.body("carrier", mass=1.0, inertia=0.03)
    m.revolute("S", m.ground.at(0, 0), sun.at(0, 0))
    m.revolute("C", m.ground.at(0, 0), carrier.at(0, 0))
    for k in range(3):
        at = 0.042 * np.cos(2 * np.pi * k / 3), 0.042 * np.sin(2 * np.pi * k / 3)
        planet = m.body(f"planet {k}", mass=0.2, inertia=1e-3)
        m.place(planet, at=at)
        m.revolute(f"P{k}", carrier.at(*at), planet.at(0, 0))
        teeth = {"radius_a": 0.018, "radius_b": 0.06, "mesh": "internal", "pressure_angle": "20 deg"}
        m.gear(f"outer {k}", planet.at(0, 0), m.ground.at(0, 0), **teeth)
        m.gear(f"inner {k}", sun.at(0, 0), planet.at(0, 0), radius_a=0.024, radius_b=0.018, pressure_angle="20 deg")
    m.torque("motor", sun, "T")
    return m


@pytest.mark.parametrize("torque", [3.0, -3.0])
def test_accelerations_of_wheels_that_share_a_load(torque: float) -> None:
    """J of all about the sun's axle: each planet turns by -(60 - 18)/18 of the carrier, the sun by 1 + 60/24."""
    J = 0.02 * 3.5**2 + 0.03 + 3 * (0.2 * 0.042**2 + 1e-3 * (42 / 18) ** 2)
    found = planets(torque).gradient("mean of C.angle_acceleration", ["T", "sun.inertia"], times=0.2)
    assert found["T"] == pytest.approx(3.5 / J, rel=1e-8)
    assert found["sun.inertia"] == pytest.approx(-3.5 * torque / J**2 * 3.5**2, rel=1e-8)
    assert len(found.notes) == 1, found.notes


def test_accelerations_of_light_bodies_with_redundant_joints() -> None:
    """Beside the run the thirty equations of the six bars contradict each other: none is solved there."""
    m = gallery.get("bricard").without_drivers()
    for of in ("final bar_2.acceleration.x", "rms of P2.angle_acceleration"):
        agrees(m, of, ["edge", "bar_5.mass"], times=0.3, points=11)


def test_parameters_that_others_determine() -> None:
    """y = s + c with c = 2 s: by s 3, by c 1, whether or not both are varied; the check adds them up."""
    m = lw.Mechanism("levels", plane="xy")
    m.parameter("s", 0.2)
    m.parameter("c", "2*s")
    body = m.body("block", mass=1.0, inertia=1.0)
    m.fixed("lever", m.ground.at(0, "s + c"), body.at(0, 0))
    found = m.gradient("block.y", analysis="assemble")
    assert found.notes == ()
    assert [found["s"], found["c"]] == pytest.approx([3.0, 1.0], rel=1e-9)
    assert found.at.tolist() == pytest.approx([0.2, 0.4])


def test_a_single_indifferent_freedom_has_no_derivative() -> None:
    """A valve train rests at any angle of its cam's dwell."""
    m = gallery.get("cam valve train").without_drivers()
    with pytest.raises(ModelError, match="indifferent equilibrium: it may rest beside"):
        m.gradient("fulcrum.force.size", ["base"], analysis="equilibrium")


def test_names_with_spaces() -> None:
    m = lw.Mechanism("rod", plane="xy", gravity=(0, -9.81))
    m.parameter("L", 0.4)
    rod = m.body("long rod", lw.rod(length="L", mass=2.0))
    m.revolute("first pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=-1.0)
    rod.point("tip", "L", 0)
    assert m.gradient("long rod.tip.y", analysis="equilibrium")["L"] == pytest.approx(-1.0)
    assert m.gradient("first pin.force.y", ["long rod.mass"], analysis="equilibrium").value == pytest.approx(19.62)
    with pytest.raises(ModelError, match="there is no number 'long' of an analysis"):
        m.gradient("long pin.angle", analysis="equilibrium")


@pytest.mark.parametrize("of", ["energy.kinetic", "pivot.angle.effort"])
def test_what_acts_at_one_instant_is_not_taken_for_all_of_them(of: str) -> None:
    """The yoke stands still at the start, so that its mass does nothing there; asked for next, it counts later."""
    asked: dict[str, Any] = {"by": ["crank_radius", "yoke.mass"], "analysis": "inverse", "times": [0.0, 0.17]}
    m = gallery.get("scotch yoke")
    assert m.gradient(f"{of} at 0 s", **asked)["yoke.mass"] == pytest.approx(0.0, abs=1e-9)
    second = m.gradient(f"{of} at 0.17 s", **asked)
    alone = gallery.get("scotch yoke").gradient(f"{of} at 0.17 s", **asked)
    assert second.notes == ()
    assert second["yoke.mass"] > 0.09
    assert second.values == pytest.approx(alone.values, rel=1e-9)  # the same sums but for rounding
