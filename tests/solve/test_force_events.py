"""Events on reactions, efforts, powers, energies, accelerations: where closed forms say, to the tolerance of a run."""

from __future__ import annotations

from math import asin, cos, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import quad

import linkwork as lw
from linkwork.results.quantities.base import REGISTRY, Quantity

G, MASS, ARM, INERTIA = 9.81, 2.0, 0.4, 0.15
ABOUT_PIN = INERTIA + MASS * ARM**2
SPIN = 6.0
"""A pendulum with its centre of mass ARM from the pin, started at the bottom with SPIN."""

PULL = "-(pin.force.x*cos(pin.angle) + pin.force.y*sin(pin.angle))"
"""What the pin pulls with along the arm."""

EXACT = {"rel": 1e-9, "abs": 0.0}
"""A hundred steps of 1e-11 each."""


def pendulum(space: bool = False) -> lw.Mechanism:
    where: dict[str, object] = {} if space else {"plane": "xy"}
    tail = (0.0,) if space else ()
    m = lw.Mechanism("pendulum", gravity=(0.0, -G, *tail), **where)
    inertia = (INERTIA, INERTIA, INERTIA) if space else INERTIA
    arm = m.body("arm", mass=MASS, inertia=inertia, com=(ARM, 0.0, *tail))
    m.revolute("pin", m.ground.at(0, 0, *tail), arm.at(0, 0, *tail))
    turn = (
        {"rotation": lw.axis_angle((0, 0, 1), -pi / 2), "rate": (0, 0, SPIN)}
        if space
        else {"angle": -pi / 2, "rate": SPIN}
    )
    m.place(arm, **turn)
    return m


def time_to(angle: float) -> float:
    """Return when the pendulum reaches an angle from the x axis, still on its way up."""

    def slowness(phi: float) -> float:
        return 1.0 / sqrt(SPIN**2 - 2.0 * MASS * G * ARM * (1.0 + sin(phi)) / ABOUT_PIN)

    return float(quad(slowness, -pi / 2, angle, epsabs=1e-14, epsrel=1e-13)[0])


def angle_of_pull(pull: float) -> float:
    """Return where the pin pulls with this force: m c w^2 - m g sin(phi), with w^2 of the balance of energy."""
    per_sine = -MASS * G * (1.0 + 2.0 * MASS * ARM**2 / ABOUT_PIN)
    bottom = MASS * ARM * (SPIN**2 - 2.0 * MASS * G * ARM / ABOUT_PIN)
    return asin((pull - bottom) / per_sine)


WAYS = [
    *({"formulation": name} for name in ("reference", "relative", "natural", "projection", "lagrange", "independent")),
    *({"method": name} for name in ("rk45", "esdirk54")),
    {"method": "rk4", "step": 1e-3},
    {"method": "generalised-alpha", "tolerance": 1e-8},
    {"formulation": "momentum", "step": 1e-4},
]


def exactness(how: dict[str, object]) -> float:
    """Return the relative error of the time that a way leaves: some hundred of its steps."""
    if how.get("formulation") == "momentum" or how.get("method") == "generalised-alpha":
        return 1e-6  # of order two
    return 1e-7 if how.get("method") == "esdirk54" else 1e-9


@pytest.mark.parametrize("how", WAYS, ids=str)
def test_the_pull_of_a_pendulum_falls_below_a_value(how):
    run = pendulum().simulate(2.0, stop_when=f"{PULL} < 25 N", **how)
    assert run.time[-1] == pytest.approx(time_to(angle_of_pull(25.0)), rel=exactness(how))
    assert run[PULL][-1] == pytest.approx(25.0, rel=1e-9)


def test_in_space_as_in_the_plane():
    run = pendulum(space=True).simulate(2.0, stop_when=f"{PULL} < 25 N")
    assert run.time[-1] == pytest.approx(time_to(angle_of_pull(25.0)), **EXACT)


def test_many_runs_stop_where_single_ones_do():
    m = pendulum()
    m.parameter("extra", 0.0)
    m.torque("push", "arm", "extra*1 N*m")
    batch = m.simulate_many(2.0, parameters={"extra": [0.0, 0.2]}, stop_when=f"{PULL} < 25 N", points=5)
    for extra, member in zip((0.0, 0.2), batch, strict=True):
        single = m.with_parameters(extra=extra).simulate(2.0, stop_when=f"{PULL} < 25 N", points=5)
        np.testing.assert_array_equal(member.time, single.time)
    assert batch[0].time[-1] == pytest.approx(time_to(angle_of_pull(25.0)), **EXACT)


# ---- efforts, powers, energies, accelerations of driven and falling bodies


def driven(growth: float = 2.0) -> lw.Mechanism:
    """The pendulum turned by a driver from the x axis on, its angle growth t^2 / 2."""
    m = lw.Mechanism("crank", plane="xy", gravity=(0.0, -G))
    arm = m.body("arm", mass=MASS, inertia=INERTIA, com=(ARM, 0.0))
    m.revolute("pin", m.ground.at(0, 0), arm.at(0, 0))
    m.drive("pin.angle", f"{growth / 2}*t^2", name="motor")
    return m


def test_the_effort_of_a_driver_reaches_a_value():
    # I a + m g c cos(phi) with phi = a t^2 / 2
    cosine = (6.0 - ABOUT_PIN * 2.0) / (MASS * G * ARM)
    run = driven().simulate(2.0, stop_when="motor.effort < 6 N*m")
    assert run.time[-1] == pytest.approx(sqrt(np.arccos(cosine)), **EXACT)
    assert "motor.effort = 6 N*m" in run.events[-1]


def test_the_power_of_a_driver_rises_and_falls_through_a_value():
    def power(t: float) -> float:
        return (ABOUT_PIN * 2.0 + MASS * G * ARM * cos(t * t)) * 2.0 * t

    run = driven().simulate(1.5, record_when={"up": "motor.power > 9 W", "down": "motor.power < 9 W"})
    (up,), (down,) = run.records["up"], run.records["down"]
    assert (power(up), power(down)) == (pytest.approx(9.0, rel=1e-9), pytest.approx(9.0, rel=1e-9))
    assert up < down


def falling() -> lw.Mechanism:
    m = lw.Mechanism("fall", plane="xy", gravity=(0.0, -G))
    m.body("stone", mass=MASS, inertia=0.1)
    return m


@pytest.mark.parametrize("how", [{}, {"method": "esdirk54"}, {"method": "rk4", "step": 0.01}], ids=str)
def test_the_kinetic_energy_of_a_stone_reaches_a_value(how):
    run = falling().simulate(2.0, stop_when="energy.kinetic > 50 J", **how)
    assert run.time[-1] == pytest.approx(sqrt(2.0 * 50.0 / MASS) / G, rel=1e-9)


def test_the_work_of_a_motor_reaches_a_value():
    m = lw.Mechanism("flywheel", plane="xy")
    wheel = m.body("wheel", mass=1.0, inertia=0.5)
    m.revolute("pin", m.ground.at(0, 0), wheel.at(0, 0))
    m.torque("motor", wheel, "3 N*m")
    m.viscous("drag", "pin.angle", "0 N*m*s/rad")
    run = m.simulate(2.0, record_when={"work": "energy.work > 12 J", "power": "motor.power > 18 W"})
    assert run.records["work"] == pytest.approx([sqrt(2.0 * 12.0 / 0.5) / (3.0 / 0.5)], **EXACT)
    assert run.records["power"] == pytest.approx([18.0 / 3.0 / (3.0 / 0.5)], **EXACT)


def test_an_acceleration_reaches_a_value():
    # hung from a spring of k = 50 N/m at its free length: y'' = -g cos(w t)
    m = falling()
    m.spring("S", m.ground.at(0, 1), "stone", stiffness=50.0, free_length=1.0)
    run = m.simulate(1.0, record_when={"turns": "stone.acceleration.y", "half": "rate(rate(stone.y)) > -4.905"})
    assert run.records["turns"] == pytest.approx([pi / 2 / 5.0, 3 * pi / 2 / 5.0], **EXACT)
    assert run.records["half"] == pytest.approx([pi / 3 / 5.0], **EXACT)


# ---- a block on a guide: what presses it down changes sign, jumps, or is not unique


def block(lift: str, space: bool = False) -> lw.Mechanism:
    """A block of 2 kg that a force lifts from its guide, and another pushes along it with 1 m/s^2."""
    tail = (0.0,) if space else ()
    m = lw.Mechanism("block", gravity=(0.0, -G, *tail), **({} if space else {"plane": "xy"}))
    body = m.body("block", mass=MASS, inertia=(0.1, 0.1, 0.1) if space else 0.1)
    m.prismatic("guide", m.ground.at(0, 0, *tail, z="x"), body.at(0, 0, *tail, z="x"))
    m.point_force("lift", body, lift, "y")
    m.point_force("push", body, "2 N", "x")
    return m


@pytest.mark.parametrize("space", [False, True], ids=["plane", "space"])
def test_the_force_on_a_guide_changes_its_sign(space):
    run = block("30 N/s*t", space).simulate(1.0, stop_when="guide.force.y")
    assert run.time[-1] == pytest.approx(MASS * G / 30.0, **EXACT)


@pytest.mark.parametrize("text", ["guide.force.y < 0 N", "guide.force.y", "lift.value > 20 N"])
def test_a_force_that_jumps_is_placed_at_the_jump(text):
    run = block("40 N*(t > 0.3)").simulate(1.0, stop_when=text)
    assert run.time[-1] == pytest.approx(0.3, abs=1e-12)
    run = block("40 N*(block.x > 0.08)").simulate(1.0, stop_when=text)
    assert run.time[-1] == pytest.approx(0.4, abs=1e-11)


def test_the_value_that_a_force_jumped_to_is_told():
    run = block("40 N*(block.x > 0.08)").simulate(1.0, record_when={"loose": "guide.force.y < 5 N"})
    assert run.events == ("t = 0.4 s: 'loose' (guide.force.y < 5 N), guide.force.y = -20.38 N",)


def test_what_is_reached_between_two_steps_and_left_again_is_seen():
    # of the weight of 19.62 N a tenth of the wave is left: the guide pulls for a moment in every wave
    run = block("19.6199 N + 0.001 N*sin(20*t)").simulate(1.0, record_when={"pulls": "guide.force.y < 0 N"})
    first = asin(0.1) / 20.0
    assert run.records["pulls"] == pytest.approx(first + np.arange(4) * 2 * pi / 20.0, abs=1e-9)


def hung_twice() -> lw.Mechanism:
    """A bar on two pins, which share what acts along it in many ways."""
    m = lw.Mechanism("bar", plane="xy", gravity=(0.0, -G))
    bar = m.body("bar", mass=MASS, inertia=0.1, com=(0.5, 0.0))
    bar.point("middle", 0.5, 0.0)
    m.revolute("A", m.ground.at(0, 0), bar.at(0, 0))
    m.revolute("B", m.ground.at(1, 0), bar.at(1, 0))
    return m


def test_a_force_that_is_not_unique_is_refused_and_one_that_is_is_not():
    m = hung_twice()
    m.point_force("load", "bar.middle", "-20 N/s*t", "y")
    with pytest.raises(
        lw.ModelError, match=r"cannot look at 'A.force.x', which has more than one value. The split between 'A'"
    ):
        m.simulate(1.0, stop_when="A.force.x > 1 N")
    run = m.simulate(1.0, stop_when="A.force.y > 17 N")
    assert run.time[-1] == pytest.approx((17.0 - MASS * G / 2) / 10.0, **EXACT)


# ---- words


def test_what_has_several_components_says_which():
    with pytest.raises(lw.ModelError, match=r"'pin.force' has 2 components; write one of them: 'pin.force.x'"):
        pendulum().simulate(1.0, stop_when="pin.force")
    with pytest.raises(lw.ModelError, match=r"'fast': 'arm.velocity' has 2 components.*'arm.velocity.size'"):
        pendulum().simulate(1.0, record_when={"fast": "arm.velocity > 1"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("arm.jerk.x > 1", "derivatives up to accelerations"),
        ("rate(pin.force.x)", "its rate is not computed"),
        ("pin.force.x > 3 J", "a force, cannot be compared with '3 J'"),
        ("pin.forc.x > 3", "Did you mean 'pin.force.x'"),
        ("sqrt(-energy.kinetic) > 1", "has no value at the start"),
    ],
)
def test_what_an_event_cannot_look_at(text, words):
    with pytest.raises(lw.ModelError, match=words):
        pendulum().simulate(1.0, stop_when=text)


def test_an_event_that_holds_at_the_start_says_so():
    run = pendulum().simulate(0.1, stop_when="energy.kinetic > 0.1 J")
    assert "'energy.kinetic > 0.1 J' holds at the start already" in run.status


# ---- forces of switches and controllers


def test_friction_that_sticks_and_lets_go():
    m = lw.Mechanism("box", plane="xy", gravity=(0.0, -G))
    box = m.body("box", mass=MASS, inertia=0.1)
    m.prismatic("guide", m.ground.at(0, 0, z="x"), box.at(0, 0, z="x"))
    m.friction("rub", "guide", mu=0.5, mu_static=0.6)
    m.point_force("push", box, "10 N/s*t", "x")
    run = m.simulate(2.0, record_when={"holds": "rub.value < -11 N", "slides": "rub.value > -10.5 N"})
    assert run.records["holds"] == pytest.approx([1.1], **EXACT)
    assert run.records["slides"] == pytest.approx([0.6 * MASS * G / 10.0], **EXACT)
    assert run.events[-1].endswith("rub.value = -9.81 N")


def test_a_floor_that_is_struck_and_pressed():
    m = falling()
    m.rigid_contact("floor", "stone.y", restitution=0.0)
    m.place("stone", at=(0.0, 1.0))
    m.point_force("press", "stone", "-20 N*max(0, t - 1)", "y")
    run = m.simulate(2.0, record_when={"struck": "floor.value > 1 N", "pressed": "floor.value > 25 N"})
    assert run.records["struck"] == pytest.approx([sqrt(2.0 / G)], **EXACT)
    assert run.records["pressed"] == pytest.approx([1.0 + (25.0 - MASS * G) / 20.0], **EXACT)


def test_a_controller_that_changes_its_mind_at_a_sample():
    m = lw.Mechanism("wheel", plane="xy")
    m.revolute("pin", m.ground.at(0, 0), m.body("wheel", mass=1.0, inertia=0.5).at(0, 0))
    m.effort("motor", "pin.angle", lw.controller(lambda t: 1.0 if t < 0.25 else 3.0, "100 ms", "t"))
    run = m.simulate(1.0, record_when={"pulls": "motor.value > 2 N*m", "starts": "pin.angle_acceleration > 4"})
    assert run.records["pulls"] == pytest.approx([0.3], abs=1e-12)
    assert run.records["starts"] == pytest.approx([0.3], abs=1e-12)
    assert run.samples["motor"].times == pytest.approx(0.1 * np.arange(10))


def test_a_run_that_changes_over_to_the_implicit_method_goes_on_looking():
    m = lw.Mechanism("stiff", plane="xy", gravity=(0.0, -G))
    light, heavy = m.body("light", mass=1e-3, inertia=1e-6), m.body("heavy", mass=1.0, inertia=1e-3)
    for name, body in (("a", light), ("b", heavy)):
        m.prismatic(name, m.ground.at(0, 0, z="y"), body.at(0, 0, z="y"))
    m.spring("hard", m.ground.at(0, 1), light, stiffness=1e6, free_length=1.0, damping=1e3)
    m.spring("soft", light, heavy.at(0, -0.5), stiffness=50.0, free_length=0.5)
    run = m.simulate(2.0, record_when={"pulls": "soft.value < -15 N"})
    assert "esdirk54 is implicit" in run.status
    # 9.81 N (1 - cos(w t)) with w^2 = 50 N/m / 1 kg, but for the give of the hard spring: 5e-5 of it
    first = np.arccos(1.0 - 15.0 / 9.81) / sqrt(50.0)
    assert run.records["pulls"] == pytest.approx(first + np.arange(2) * 2 * pi / sqrt(50.0), rel=2e-4)


def test_what_a_quantity_of_the_user_raises_ends_every_run(monkeypatch):
    class Odd(Quantity):
        """A quantity with a mistake in it."""

        FORCES = True

        def values(self, motion, owner):
            if motion.time[-1] > 0.3:
                raise ZeroDivisionError("my own mistake")
            return motion.time

    monkeypatch.setitem(REGISTRY, "body.odd", Odd("odd", "body"))
    assert falling().simulate(0.29, stop_when="stone.odd > 0.2").time[-1] == pytest.approx(0.2)
    with pytest.raises(ZeroDivisionError, match="my own mistake"):
        falling().simulate(1.0, stop_when="stone.odd > 5")
    batch = falling().simulate_many(1.0, starts=[None, None], stop_when="stone.odd > 5")
    assert batch.failed == [0, 1]
    assert "my own mistake" in batch.status[0]
