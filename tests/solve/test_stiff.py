"""Stiff models: the implicit Runge-Kutta method keeps its tolerance, and runs change over to it by themselves.

Tolerances: what is asked for is the error of a step relative to size and speed. The errors of all steps add up to a few
times that; ten times is allowed, as for any method.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError
from linkwork.solve.methods import _ESDIRK_FOURTH, METHODS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cases"))
import test_p07f_car_axis as car_axis
from test_implicit import difference, elastic_pendulum, four_bar, pendulum, spinning_top

STIFF = {"method": "esdirk54"}
EXACT = {"method": "dop853", "tolerance": 1e-12}
TIMES = np.linspace(0.0, 1.0, 11)
ADD_UP = 10.0


def bushed_pendulum(stiffness, damping):
    """A pendulum whose pin is a bushing."""
    m = lw.Mechanism("bushed pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", mass=2.0, inertia=0.3, com=(0.5, 0))
    m.spring("across", m.ground.at(-1, 0), rod.at(0, 0), stiffness, 1.0, damping)
    m.spring("along", m.ground.at(0, -1), rod.at(0, 0), stiffness, 1.0, damping)
    m.place(rod, angle=0.3)
    return m


def dropped_ball():
    """A ball that falls onto a floor hard and sticky enough to keep it."""
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    ball = m.body("ball", lw.disc(0.1, mass=3.0))
    m.contact("floor", m.ground.at(0, 0), ball, normal="y", radius="100 mm", stiffness=1e7, damping=1e5)
    m.place(ball, at=(0, 0.15), velocity=(1, 0))
    return m


def pulled_block(stiffness=1e6, damping=1e4):
    """A block pulled along a line by a spring and damper whose other end moves as sin(2 t)."""
    m = lw.Mechanism("pulled block", plane="xy")
    block = m.body("block", mass=1.0)
    m.point_on_line("guide", m.ground.at(0, 0, z=(1, 0)), block.at(0, 0))
    stretch, rate = "(guide.translation - sin(2*t))", "(rate(guide.translation) - 2*cos(2*t))"
    m.effort("pull", "guide.translation", f"-{stiffness}*{stretch} - {damping}*{rate}")
    m.place(block, at=(0, 0), velocity=(2, 0))
    return m


def pulled_block_exactly(t, k=1e6, c=1e4):
    """Return x of x'' + c x' + k x = k u + c u', u = sin(2 t), x = 0 and x' = 2 at the start."""
    amplitude = (k + 2j * c) / (k - 4.0 + 2j * c)
    roots = np.roots([1.0, c, k])
    start = np.array([-amplitude.imag, 2.0 - 2.0 * amplitude.real])  # what the forced motion leaves of the start
    shares = np.linalg.solve(np.array([[1.0, 1.0], roots]), start)
    return (amplitude * np.exp(2j * t)).imag + (shares[:, None] * np.exp(np.outer(roots, t))).sum(axis=0).real


def errors_of(run, reference):
    """Return the largest errors of poses, and of velocities relative to the largest one."""
    speeds = reference.motions[:, :, 0]
    return (
        np.abs(run.poses - reference.poses).max(),
        np.abs(run.motions[:, :, 0] - speeds).max() / np.abs(speeds).max(),
    )


# ---- the method ------------------------------------------------------------------------------------


def order_conditions(a, b):
    """Return the errors of Butcher's conditions by order, up to 5 (Hairer, Norsett and Wanner I, II.2)."""
    c = a.sum(axis=1)
    ac = a @ c
    sums = {
        1: [(b, 1)],
        2: [(b * c, 2)],
        3: [(b * c**2, 3), (b * ac, 6)],
        4: [(b * c**3, 4), (b * c * ac, 8), (b * (a @ c**2), 12), (b * (a @ ac), 24)],
        5: [
            (b * c**4, 5),
            (b * c**2 * ac, 10),
            (b * c * (a @ c**2), 15),
            (b * c * (a @ ac), 30),
            (b * ac * ac, 20),
            (b * (a @ c**3), 20),
            (b * (a @ (c * ac)), 40),
            (b * (a @ (a @ c**2)), 60),
            (b * (a @ (a @ ac)), 120),
        ],
    }
    return {order: max(abs(terms.sum() - 1.0 / n) for terms, n in found) for order, found in sums.items()}


def test_table_of_the_implicit_method():
    method = METHODS["esdirk54"]
    a, b, c = method.a, method.b, method.c
    assert max(order_conditions(a, b).values()) < 1e-15
    embedded = order_conditions(a, np.array(_ESDIRK_FOURTH))
    assert max(embedded[order] for order in (1, 2, 3, 4)) < 1e-15 < 1e-3 < embedded[5]
    np.testing.assert_allclose(a[1:] @ c, c[1:] ** 2 / 2, atol=1e-15)  # stages are of order two
    assert c.min() == 0.0
    assert c.max() <= 1.0 + 1e-15  # forces are never asked for beyond the step
    np.testing.assert_array_equal(a[-1], b)  # the end is a stage: what is infinitely stiff is gone there
    grown = [abs(1 + z * b @ np.linalg.solve(np.eye(7) - z * a, np.ones(7))) for z in 1j * np.logspace(-1, 8, 200)]
    assert max(grown) <= 1.0 + 1e-12
    assert grown[-1] < 1e-6


@pytest.mark.parametrize(("model", "longest"), [(pendulum, 0.125), (four_bar, 0.125), (spinning_top, 0.0625)])
def test_order_five(model, longest):
    m = model()
    reference = m.simulate([0.0, 0.5], tolerance=1e-13)
    errors = [difference(m.simulate([0.0, 0.5], step=longest / n, **STIFF), reference) for n in (1, 2, 4)]
    np.testing.assert_allclose(np.log2(np.array(errors[:-1]) / errors[1:]), 5.0, atol=0.3)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize(
    "model",
    [
        lambda: elastic_pendulum(1e6, 1e4),
        lambda: bushed_pendulum(1e6, 1e3),
        lambda: bushed_pendulum(1e8, 1e4),
        dropped_ball,
        pendulum,
        four_bar,
    ],
    ids=["strut", "bushing 1e6", "bushing 1e8", "contact", "pendulum", "four-bar"],
)
def test_tolerance_is_kept(model, tolerance):
    m = model()
    exact = m.simulate(TIMES, **EXACT)
    run = m.simulate(TIMES, tolerance=tolerance, **STIFF)
    assert max(errors_of(run, exact)) < ADD_UP * tolerance
    assert run.counts["steps"] < 5000


@pytest.mark.parametrize("tolerance", [1e-4, 1e-5, 1e-6])
@pytest.mark.parametrize("model", [lambda: elastic_pendulum(1e6, 1e4), lambda: bushed_pendulum(1e6, 1e3), four_bar])
def test_generalised_alpha_keeps_its_tolerance(model, tolerance):
    m = model()
    exact = m.simulate(TIMES, **EXACT)
    run = m.simulate(TIMES, tolerance=tolerance, method="generalised-alpha")
    assert max(errors_of(run, exact)) < ADD_UP * tolerance


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_closed_form(tolerance):
    run = pulled_block().simulate(TIMES, tolerance=tolerance, **STIFF)
    assert np.abs(run.body("block").position[:, 0] - pulled_block_exactly(TIMES)).max() < ADD_UP * tolerance


@pytest.mark.parametrize("model", car_axis.MODELS)
def test_car_axis(model):
    found = car_axis.columns(model().simulate(car_axis.TIMES, tolerance=1e-7, **STIFF))
    for name in ("xl", "yl", "xr", "yr"):
        assert np.abs(found[name] - car_axis.COLUMNS[name]).max() < ADD_UP * 1e-7


def test_steps_follow_the_motion_not_the_stiffness():
    """With strong damping: what the steps cannot follow has no share in the motion."""
    steps = [
        elastic_pendulum(k, 1e-2 * k).simulate([0.0, 1.0], tolerance=1e-5, **STIFF).counts["steps"]
        for k in (1e5, 1e8, 1e11)
    ]
    assert max(steps) < 3 * min(steps)


def test_an_implicit_method_works_on_its_own_coordinates():
    with pytest.raises(ModelError, match="'esdirk54' has its own formulation"):
        pendulum().simulate(1.0, formulation="relative", **STIFF)


# ---- changing over ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "model", [lambda: elastic_pendulum(1e6, 1e4), lambda: bushed_pendulum(1e8, 1e4), dropped_ball, pulled_block]
)
def test_a_stiff_run_changes_over(model):
    m = model()
    run, explicit = m.simulate(TIMES), m.simulate(TIMES, method="dop853")
    assert "dop853, then esdirk54" in run.status
    assert "Stiff from t = " in run.status
    assert run.counts["evaluations"] < 0.5 * explicit.counts["evaluations"]
    assert max(errors_of(run, explicit)) < ADD_UP * METHODS["esdirk54"].tolerance


def test_a_method_that_was_asked_for_is_kept_and_the_other_one_named():
    m = elastic_pendulum(1e6, 1e4)
    for asked in ({"method": "dop853"}, {"method": "rk45", "tolerance": 1e-6}, {"formulation": "augmented"}):
        run = m.simulate(TIMES, **asked)
        assert "then" not in run.status
        assert "Try method='esdirk54', which is implicit" in run.status
    assert "without formulation='augmented'" in run.status


def test_a_trial_in_vain_leaves_no_trace():
    """With a tolerance at which the implicit method does not pay, the numbers are those of the explicit one."""
    m = bushed_pendulum(1e6, 1e3)
    run, explicit = m.simulate(TIMES, tolerance=1e-11), m.simulate(TIMES, method="dop853", tolerance=1e-11)
    assert "esdirk54, which is implicit, needs no less work with a tolerance of 1e-11" in run.status
    np.testing.assert_array_equal(run.poses, explicit.poses)
    assert run.counts == explicit.counts


@pytest.mark.parametrize("name", ["four-bar", "andrews squeezer", "heavy top", "slider-crank", "stewart platform"])
def test_other_models_are_not_called_stiff(name):
    run = gallery.get(name, driven=False).simulate(0.2)
    assert "tiff" not in run.status


def test_a_vibration_is_followed_not_called_stiff():
    """Without damping the vibration is part of the motion."""
    run = bushed_pendulum(1e6, 0.0).simulate(0.2)
    assert "tiff" not in run.status


@pytest.mark.parametrize("limit", [{"longest": 1e-3}, {"points": 2001}])
def test_steps_that_are_short_for_another_reason(limit):
    assert "tiff" not in pendulum().simulate(1.0, method="dop853", **limit).status


def test_a_wheel_that_spins_up_is_not_called_stiff():
    """A torque on two pulleys of a belt: accelerations stay the same, and steps end where a wheel has turned far."""
    m = lw.Mechanism("belt", plane="xy")
    a, b = m.body("a", mass=0.7, inertia=0.004), m.body("b", mass=0.5, inertia=0.002)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.5, 0), b.at(0, 0))
    m.belt("belt", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.05, strands="crossed")
    m.torque("motor", b, 0.5)
    run = m.simulate(3.0)
    assert "tiff" not in run.status
    # a turns half as fast as b: (0.002 + 0.004/4) w' = 0.5; steps hold 1e-11
    np.testing.assert_allclose(run["B.angle"], 0.5 / 0.003 * run.time**2 / 2, rtol=1e-9, atol=1e-9)


def test_events_and_turns_survive_the_change():
    """Angles are counted on, events before and after the change are recorded, and one ends the run."""

    def spun():
        m = bushed_pendulum(1e6, 1e4)
        m.torque("motor", "rod", 60.0)
        return m

    events = {
        "record_when": {"bottom": "rod.y + 0.2"},
        "stop_when": "rod.angle > 13",
    }
    run, explicit = spun().simulate(5.0, **events), spun().simulate(5.0, **EXACT, **events)
    assert run.status.startswith("Stopped")
    assert "esdirk54" in run.status
    assert run.time[-1] == pytest.approx(explicit.time[-1], abs=1e-7)
    np.testing.assert_allclose(run.records["bottom"], explicit.records["bottom"], atol=1e-7)
    np.testing.assert_allclose(run.body("rod").angle[-1], 13.0, atol=1e-7)


def test_friction_and_contacts_survive_the_change():
    """Beside a stiff strut a block slides to rest and a ball bounces, as closed forms say."""
    m = elastic_pendulum(1e6, 1e4)
    block, ball = m.body("block", mass=1.0), m.body("ball", mass=1.0)
    m.prismatic("rail", m.ground.at(0, 5, z=(1, 0)), block.at(0, 0, z=(1, 0)))
    m.friction("dry", "rail", 0.3)
    m.rigid_contact("floor", "ball.y", restitution=0.5)
    m.place(block, at=(0, 5), velocity=(2, 0))
    m.place(ball, at=(3, 1))
    run = m.simulate(2.0)
    assert "then esdirk54" in run.status
    falls = np.sqrt(2 / 9.81)
    hits = falls * np.array([1.0, 2.0, 2.5, 2.75])
    found = {word: [float(e.split()[2]) for e in run.events if word in e] for word in ("floor", "dry")}
    changed = float(run.status.split("Stiff from t = ")[1].split()[0])
    assert changed < falls
    np.testing.assert_allclose(np.unique(found["floor"])[:4], hits, atol=1e-8)
    np.testing.assert_allclose(found["dry"], 2 / (0.3 * 9.81), atol=1e-8)
    np.testing.assert_allclose(run.body("block").position[-1, 0], 2**2 / (2 * 0.3 * 9.81), atol=1e-8)


def test_batches_change_over_like_single_runs():
    m = lw.Mechanism("strut", plane="xy", gravity=(0, -9.81))
    stiffness = m.parameter("k", 1e6)
    bob = m.body("bob", mass=1.0)
    m.spring("S", m.ground.at(0, 0), bob.at(0, 0), stiffness, 1.0, 1e4)
    m.place(bob, at=(1.0, 0.0))
    batch = m.simulate_many(TIMES, parameters={"k": [1e4, 1e6, 2e6]})
    for i, k in enumerate((1e4, 1e6, 2e6)):
        single = m.with_parameters(k=k).simulate(TIMES)
        assert batch[i].status == single.status
        np.testing.assert_array_equal(batch[i].poses, single.poses)
    assert "esdirk54" in batch[1].status
