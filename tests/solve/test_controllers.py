"""Sampled controllers: called once in every period, held in between, whatever the integrator does."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from scipy.signal import cont2discrete

import linkwork as lw
from linkwork import gallery
from linkwork.solve.formulating import takes_steps

PERIOD = 0.1
"""Of the controllers below [s]."""

READS = ("t", "slide.translation", "rate(slide.translation)")


class Noted:
    """A controller of position and speed that notes its calls; with memory: it sums up the errors."""

    def __init__(self, integral: float = 0.0) -> None:
        self.integral, self.sum, self.calls = integral, 0.0, []

    def __call__(self, t, x, v):
        self.calls.append((t, x, v))
        self.sum += 1.0 - x
        return 30.0 * (1.0 - x) - 8.0 * v + self.integral * self.sum


def cart(value: object, damping: float = 0.0) -> lw.Mechanism:
    """A cart of 2 kg on a slide, at rest."""
    m = lw.Mechanism("cart", plane="xy")
    body = m.body("cart", mass=2.0, inertia=0.1)
    slide = m.prismatic("slide", m.ground.at(0, 0), body.at(0, 0))
    if damping:
        m.viscous("oil", slide, damping)
    m.effort("motor", slide, value)
    return m


def expected(law: Noted, samples: int, damping: float = 0.0) -> np.ndarray:
    """Return position and speed at the samples by the exact recursion of a plant with a hold in front of it."""
    plant = np.array([[0.0, 1.0], [0.0, -damping / 2.0]]), np.array([[0.0], [0.5]]), np.eye(2), np.zeros((2, 1))
    a, b, *_ = cont2discrete(plant, PERIOD, method="zoh")
    states = [np.zeros(2)]
    for k in range(samples):
        states.append(a @ states[-1] + b[:, 0] * law(k * PERIOD, *states[-1]))
    return np.array(states)


@pytest.mark.parametrize(
    ("damping", "integral", "options"),
    [
        (0.0, 0.0, {}),
        (0.0, 4.0, {"tolerance": 1e-6, "points": 2}),
        (5.0, 4.0, {"tolerance": 1e-12, "points": 37}),
        (5.0, 0.0, {"method": "esdirk54"}),
        (5.0, 4.0, {"method": "rk45", "tolerance": 1e-11}),
        (0.0, 4.0, {"method": "rk4", "step": 0.03}),
    ],
    ids=str,
)
def test_samples_are_those_of_the_discrete_plant(damping, integral, options):
    law = Noted(integral)
    run = cart(lw.controller(law, "100 ms", *READS), damping).simulate(2.0, **options)
    states = expected(Noted(integral), 20, damping)
    assert [t for t, _, _ in law.calls] == [k * PERIOD for k in range(20)]
    # the tolerance of esdirk54 is 1e-9 a step; without damping the motion is a parabola, exact with any method
    error = 1e-7 if "esdirk54" in options.values() else 1e-7 if options.get("tolerance") == 1e-6 else 1e-9
    assert np.array(law.calls)[:, 1:] == pytest.approx(states[:-1], abs=error)
    last = run.joint("slide").translation[-1], run.joint("slide").translation_velocity[-1]
    assert last == pytest.approx(states[-1], abs=error)


def test_the_values_held_are_found_again_without_a_call():
    law = Noted(4.0)
    m = cart(lw.controller(law, PERIOD, *READS))
    run = m.simulate(2.0, points=201)
    law.sum = 0.0
    other = m.simulate(2.0, points=201)
    law.sum = 7.0
    m.simulate(1.0)
    assert len(law.calls) == 50
    samples = run.samples["motor"]
    assert samples.measured == pytest.approx(np.array(law.calls[:20]))
    # the output times are those of the samples but for rounding: the new value acts there
    held = np.append(np.repeat(samples.value, 10), samples.value[-1])
    assert run.force("motor").value == pytest.approx(held, abs=0.0)
    assert run.joint("slide").translation_acceleration == pytest.approx(held / 2.0, rel=1e-12)
    assert other.force("motor").value == pytest.approx(held, abs=0.0)
    assert run.energy.relative_drift < 1e-12  # parabolas are integrated exactly
    assert run.energy.work == pytest.approx(run.energy.kinetic, abs=1e-12 * run.energy.scale)
    assert len(law.calls) == 50


def test_results_keep_their_samples_when_copied():
    run = cart(lw.controller(_pull, PERIOD, "slide.translation")).simulate(1.0)
    for other in (copy.deepcopy(run), pickle.loads(pickle.dumps(run))):
        assert other.force("motor").value == pytest.approx(run.force("motor").value, abs=0.0)


def _pull(x):
    return 3.0 - x


def test_two_periods_a_jump_and_a_start_that_is_not_zero():
    slow, quick = [], []
    m = cart(lw.controller(lambda t: slow.append(t) or 1.0, 0.3, "t"))
    m.effort("jump", "slide", "if(t > 1.3, 2 N, 0 N)")
    m.effort("quick", "slide", -lw.controller(lambda t: quick.append(t) or len(quick) * 0.1, 0.1, "t"))
    run = m.simulate(np.linspace(1.0, 2.2, 13))
    # 1.2 s are four times 0.3 s and twelve times 0.1 s; nothing is sampled at the end
    assert slow == pytest.approx([1.0, 1.3, 1.6, 1.9], abs=1e-15)
    assert quick == pytest.approx(1.0 + 0.1 * np.arange(12), abs=1e-15)
    force = np.ones(12) - 0.1 * np.arange(1, 13) + 2.0 * (np.arange(12) >= 3)
    assert run.joint("slide").translation_velocity[-1] == pytest.approx(force.sum() * 0.1 / 2.0, rel=1e-12)


def test_one_controller_may_drive_two_forces():
    calls = []
    value = lw.controller(lambda t: calls.append(t) or 2.0 + t, PERIOD, "t")
    m = cart(value)
    m.effort("back", "slide", -0.5 * value)
    run = m.simulate(1.0)
    assert len(calls) == 10
    assert run.force("back").value == pytest.approx(-0.5 * run.force("motor").value)


def pendulum(value: object, *, stiff: bool = False) -> lw.Mechanism:
    """A pendulum that a torque on its pin holds; with a quick damped bob on a stiff spring on it if wanted."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(1.0, mass=2.0))
    pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.effort("motor", pin, value)
    if stiff:
        bob = m.body("bob", mass=0.01, inertia=1e-4)
        slide = m.prismatic("slide", rod.at(0.5, 0), bob.at(0, 0))
        m.spring("pad", rod.at(0.2, 0), bob.at(0, 0), stiffness=1e5, free_length=0.3, damping=2e3)
        assert slide
    return m


def servo(calls):
    """Return a controller of an angle that notes its calls."""

    def turn(t, angle, speed):
        calls.append((t, angle, speed))
        return 60.0 * (1.0 - angle) - 12.0 * speed

    return lw.controller(turn, "20 ms", "t", "pin.angle", "rate(pin.angle)")


def test_calls_stay_once_and_in_order_across_the_change_to_the_implicit_method():
    calls, reference = [], []
    run = pendulum(servo(calls), stiff=True).simulate(3.0)
    assert "esdirk54 is implicit; its tolerance" in run.status
    assert [t for t, _, _ in calls] == [0.02 * k for k in range(150)]
    other = pendulum(servo(reference), stiff=True).simulate(3.0, method="esdirk54", tolerance=1e-10)
    # esdirk54 holds 1e-9 a step, of which there are some thousand
    assert np.array(calls) == pytest.approx(np.array(reference), abs=1e-5)
    assert run.energy.relative_drift < 1e-5
    assert other.complete


def test_events_contacts_and_friction_in_between_change_no_call():
    calls = []
    m = pendulum(servo(calls))
    m.friction("rub", "pin", mu=0.3, radius=0.02)
    m.rigid_contact("wall", "pin.angle", limit=0.8, side="below", restitution=0.5)
    run = m.simulate(1.0, record_when={"up": "pin.angle > 0.3"}, stop_when="t > 0.95")
    assert run.changes["wall"]["closes"].size
    assert [t for t, _, _ in calls] == [0.02 * k for k in range(len(calls))]
    assert len(calls) == 48  # 0, 0.02 ... 0.94
    assert run.energy.relative_drift < 1e-6


def test_an_error_in_the_function_names_it_and_the_sample():
    def broken(t, x):
        if t > 0.25:
            raise KeyError("no such set point")
        return 1.0

    with pytest.raises(KeyError, match="no such set point") as caught:
        cart(lw.controller(broken, PERIOD, "t", "slide.translation")).simulate(1.0)
    (note,) = caught.value.__notes__
    assert "controller broken" in note
    with pytest.raises(lw.LinkworkError, match=r"controller <lambda> returned None at t = 0; a number is expected"):
        cart(lw.controller(lambda: None, PERIOD)).simulate(1.0)


@pytest.mark.parametrize("formulation", lw.FORMULATIONS)
def test_every_formulation_samples_the_same_or_says_that_it_cannot(formulation):
    law = Noted(4.0)
    m = cart(lw.controller(law, PERIOD, *READS))
    if takes_steps(formulation):
        with pytest.raises(
            lw.ModelError, match=f"controller Noted of 'motor' is sampled, and steps with .*{formulation}"
        ):
            m.simulate(1.0, formulation=formulation)
    else:
        m.simulate(1.0, formulation=formulation)
        assert [t for t, _, _ in law.calls] == [k * PERIOD for k in range(10)]
        assert np.array(law.calls)[:, 1:] == pytest.approx(expected(Noted(4.0), 10)[:-1], abs=1e-9)


def test_a_method_whose_steps_do_not_end_at_samples_is_refused():
    with pytest.raises(lw.ModelError, match="steps with method='generalised-alpha' cannot end at its samples"):
        cart(lw.controller(Noted(), PERIOD, *READS)).simulate(1.0, method="generalised-alpha")


def test_where_nothing_is_sampled_it_is_said():
    m = cart(lw.controller(Noted(), PERIOD, *READS))
    with pytest.raises(lw.ModelError, match="'motor' is sampled and may remember: simulate_many"):
        m.simulate_many(1.0, starts=[None, None])
    with pytest.raises(lw.LinkworkError, match="controller Noted"):
        m.to_toml()
    m.drive("slide.translation", "0.1*t")
    assert m.mobility()
    assert m.move([0.0, 1.0]).complete
    with pytest.raises(lw.LinkworkError, match="controller Noted acts in forces while simulate runs"):
        m.inverse([0.0, 1.0])
    with pytest.raises(lw.LinkworkError, match=r"would be called 1e\+09 times"):
        cart(lw.controller(Noted(), 1e-9, *READS)).simulate(1.0)
    for period in (0.0, -1.0, "3 m", float("nan"), None):
        with pytest.raises(lw.LinkworkError, match="period of a controller"):
            lw.controller(Noted(), period, *READS)


@pytest.mark.parametrize("name", ["bennett", "rscr"])  # loops in space: the formulation is chosen by the rows
def test_a_controller_in_a_loop_in_space(name):
    m = gallery.get(name, driven=False) if name == "bennett" else gallery.get(name).without_drivers()
    joint = next(iter(m.joints))
    calls = []
    held = lw.controller(lambda t, w: calls.append(t) or 0.1 - 0.01 * w, 0.01, "t", f"rate({joint}.angle)")
    m.effort("motor", f"{joint}.angle", held)
    run = m.simulate(0.05)
    assert calls == pytest.approx(0.01 * np.arange(5))
    assert len(run.samples["motor"].time) == 5
