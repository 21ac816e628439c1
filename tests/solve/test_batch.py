"""Batches: the numbers of single runs, members that fail, threads, interruption."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.coordinates.plan import make_plan
from linkwork.model.variants import Reach, Variants
from linkwork.solve import batch_threads

COUNT = 20
LENGTHS = np.linspace(3.9, 4.3, COUNT)


def four_bar(plane: str | None = "xy") -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81), spatial=plane is None)
    m.parameter("L", 4.0)
    m.parameter("half", "L/2")
    m.parameter("T", 39.75)
    m.parameter("phi", "60 deg")
    m.parameter("w", 0.0)
    crank = m.body("crank", mass=1.0, inertia=(0.1, 0.3, 0.3), com=(1, 0))
    coupler = m.body("coupler", mass=2.25, inertia=(0.1, 2.0, 2.0), com=("half", 0))
    follower = m.body("follower", mass=2.0, inertia=(0.1, 1.35, 1.35), com=(2, 0))
    coupler.point("P", "half", 1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at("L", 0), follower.at(4, 0))
    m.revolute("D", m.ground.at(2.5, 0), follower.at(0, 0))
    m.torque("motor", crank, "T")
    m.place(crank, angle="phi", rate="w")
    return m


@pytest.fixture(scope="module")
def model() -> lw.Mechanism:
    return four_bar()


def same(one: lw.DynamicMotion, other: lw.DynamicMotion) -> bool:
    parts = ("time", "poses", "work", "turned")
    return (
        all(np.array_equal(getattr(one, p), getattr(other, p)) for p in parts)
        and np.array_equal(one.motions[:, :, 0], other.motions[:, :, 0])
        and one.status == other.status
        and one.counts == other.counts
    )


# ---- the same numbers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"L": LENGTHS},
        {"T": np.linspace(10, 60, COUNT)},
        {"phi": np.linspace(0.6, 1.6, COUNT), "w": np.linspace(-2, 2, COUNT)},
        {"L": LENGTHS, "T": 20.0},
        {"L": [f"{1000 * x:.1f} mm" for x in LENGTHS]},
    ],
    ids=["length", "torque", "start", "mixed", "text"],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_members_are_single_runs_bit_for_bit(model, values, threads):
    batch = model.simulate_many(1.0, parameters=values, points=21, threads=threads)
    assert len(batch) == COUNT
    for i in (0, 1, 7, COUNT - 1):
        own = {name: v[i] if np.ndim(v) else v for name, v in values.items()}
        own = {name: v if isinstance(v, str) else float(v) for name, v in own.items()}
        assert same(batch[i], model.with_parameters(**own).simulate(1.0, points=21)), i


@pytest.mark.parametrize(
    "settings", [{"method": "generalised-alpha"}, {"formulation": "augmented"}, {"stabilisation": "baumgarte"}]
)
def test_every_method(model, settings):
    batch = model.simulate_many(0.3, parameters={"L": LENGTHS[:3]}, points=5, **settings)
    assert same(batch[1], model.with_parameters(L=float(LENGTHS[1])).simulate(0.3, points=5, **settings))


def test_in_space_too():
    model = four_bar(plane=None)
    batch = model.simulate_many(0.5, parameters={"L": LENGTHS[:3]}, points=5)
    single = model.with_parameters(L=float(LENGTHS[2])).simulate(0.5, points=5)
    assert np.array_equal(batch[2].poses, single.poses)


def test_starts(model):
    starts = [model.with_parameters(phi=phi).start() for phi in (0.7, 1.0, 1.3)]
    own = [model.start(start=s.poses) for s in starts]
    batch = model.simulate_many(1.0, starts=own, points=11)
    for i, start in enumerate(own):
        assert same(batch[i], model.simulate(1.0, start=start, points=11))
    from_poses = model.simulate_many(1.0, starts=[s.poses for s in starts], points=11)
    assert np.array_equal(from_poses[1].poses, batch[1].poses)
    # a start of other parameters
    again = model.simulate_many(1.0, parameters={"T": 39.75}, starts=starts, points=11)
    assert np.abs(again[1].poses - batch[1].poses).max() < 1e-9


def swinging(rate: float, length: object = 1.0) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("L", length)
    rod = m.body("rod", lw.rod(length="L", mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle="-90 deg", rate=rate)
    return m


def test_starts_keep_their_velocities_when_the_hints_have_changed_since():
    starts, m = [swinging(rate).start() for rate in (1.0, 2.0)], swinging(3.0)
    batch = m.simulate_many(0.1, starts=starts, points=3)
    for i, rate in enumerate((1.0, 2.0)):
        assert batch[i]["rate(pin.angle)"][0] == pytest.approx(rate, rel=1e-14)  # of order of rounding
        assert np.array_equal(batch[i].poses, m.simulate(0.1, start=starts[i], points=3).poses)


def test_a_state_of_another_length_keeps_the_origin_of_the_body_and_its_rate():
    state, longer = swinging(2.0).start(), swinging(0.0, 1.5)
    run = longer.simulate(0.1, start=state, points=3)
    assert run["rate(pin.angle)"][0] == pytest.approx(2.0, rel=1e-14)
    assert np.abs(run.body("rod").position[0]).max() < 1e-15
    again = swinging(3.0).simulate_many(0.1, starts=[state, state], parameters={"L": [1.0, 1.5]}, points=3)
    assert np.array_equal(again[1].poses, run.poses)


def test_a_state_of_another_length_is_closed_again(model):
    state, longer = model.start(), model.with_parameters(L=float(LENGTHS[0]))
    begin = longer.start(start=state)
    assert (
        "one of other lengths or placements, or of another time, in which the joints are open: it was closed"
        in begin.status
    )
    run = longer.simulate(0.3, start=state, points=5)
    assert begin.note in run.status
    assert run.violation < 1e-12  # joints of a size of metres are closed to rounding
    batch = model.simulate_many(0.3, starts=[state, state], parameters={"L": LENGTHS[:2]}, points=5)
    assert np.array_equal(batch[0].poses, run.poses)


def test_settings_and_events_reach_the_members(model):
    options = {"method": "rk4", "step": 0.01, "stop_when": "A.angle > 90 deg"}
    options["record_when"] = {"half": "A.angle > 75 deg"}
    batch = model.simulate_many(2.0, parameters={"T": [80.0, 120.0]}, points=21, **options)
    single = model.with_parameters(T=120.0).simulate(2.0, points=21, **options)
    assert same(batch[1], single)
    assert np.array_equal(batch[1].records["half"], single.records["half"])
    assert batch.final("A.angle") == pytest.approx(np.pi / 2, abs=1e-6)
    assert np.isnan(batch.measure("A.angle")[1, -1])


# ---- results -----------------------------------------------------------------------------------


def test_results_by_name(model):
    batch = model.simulate_many(1.0, parameters={"L": LENGTHS[:4]}, points=11)
    angles = batch.measure("B.angle")
    assert angles.shape == (4, 11)
    assert np.array_equal(angles[2], batch[2].measure("B.angle").value)
    assert np.array_equal(batch.final("B.angle"), angles[:, -1])
    speeds, pulls = batch.measure("coupler.P.x_velocity"), batch.measure("A.angle_acceleration")
    assert np.allclose(speeds[1], batch[1].point("coupler.P").velocity[:, 0], atol=1e-12)
    assert np.allclose(pulls[3], batch[3].joint("A").angle_acceleration, atol=1e-12)
    table = batch.to_dataframe()
    assert list(table["L"]) == list(LENGTHS[:4])
    assert table["complete"].all()
    assert str(batch).startswith("'four-bar': 4 of 4 members simulated 0 to 1 s.")
    assert [m.name for m in batch] == ["four-bar"] * 4
    with pytest.raises(lw.ModelError, match="angle"):
        batch.measure("B.angel")
    with pytest.raises(lw.ModelError, match="up to acceleration"):
        batch.measure("B.angle_jerk")


def test_a_member_that_fails_leaves_the_others(model):
    batch = model.simulate_many(0.5, parameters={"L": [4.0, 40.0, "4 kg", 4.1]}, points=6)
    assert batch.complete.tolist() == [True, False, False, True]
    assert batch.failed == [1, 2]
    assert "apart" in batch.status[1] or "cannot" in batch.status[1]
    assert "a length is expected" in batch.status[2]
    assert "\n" not in batch.status[2]
    assert np.isnan(batch.final("A.angle")[1:3]).all()
    assert np.isnan(batch.measure("A.angle")[1]).all()
    assert "2 of 4" in str(batch)
    assert "member 1:" in str(batch)
    with pytest.raises(lw.MotionError, match="Member 1 has no motion"):
        batch[1]


def test_a_python_function_that_fails_is_reported():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("k", 1.0)
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))

    def brake(t: float, angle: float) -> float:
        if angle < -1.0:
            raise ZeroDivisionError("too far")
        return 0.0

    m.torque("brake", rod, lw.law(brake, "t", "pin.angle"))
    m.place(rod, angle="k")
    swings = [0.0] * 6 + [-0.9] + [1.0] * 6  # so many that several would be carried at a time
    batch = m.simulate_many(0.2, parameters={"k": swings}, points=5)
    assert batch.failed == [6]
    assert "too far" in batch.status[6]


# ---- asking wrongly ----------------------------------------------------------------------------


def test_members_that_are_none(model):
    batch = model.simulate_many(0.1, parameters={"L": LENGTHS[:2]}, points=3)
    with pytest.raises(IndexError, match="There is no member 2: the batch has 2, the first is 0"):
        batch[2]
    with pytest.raises(lw.ModelError, match=r"'A.angle' of all: batch.measure\('A.angle'\)"):
        batch["A.angle"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "needs parameters="),
        ({"parameters": {"M": [1.0]}}, "no parameter 'M'"),
        ({"parameters": {"L": [4.0, 4.1], "T": [1.0, 2.0, 3.0]}}, "'L' has 2, 'T' has 3"),
        ({"parameters": {"L": []}}, "no values"),
        ({"parameters": {"L": [None]}}, "not None"),
        ({"starts": []}, "at least one start"),
        ({"parameters": {"L": [4.0, 4.1]}, "starts": [None] * 3}, "3 starts, and parameters for 2"),
        ({"parameters": {"L": [4.0]}, "threads": 0}, "threads"),
        ({"parameters": {"L": [4.0]}, "tolerence": 1e-6}, "Did you mean 'tolerance'"),
    ],
)
def test_wrong_calls_are_refused(model, options, words):
    with pytest.raises(lw.ModelError, match=words):
        model.simulate_many(1.0, **options)


def test_progress_and_interruption(model, monkeypatch):
    shown: list[float] = []
    model.simulate_many(0.2, parameters={"L": LENGTHS}, points=3, progress=shown.append)
    assert shown == sorted(shown)
    assert shown[-1] == 1.0

    def interrupt(fraction: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(batch_threads, "CHUNK", 4)
    with pytest.raises(KeyboardInterrupt) as stop:
        model.simulate_many(0.2, parameters={"L": LENGTHS}, points=3, threads=1, progress=interrupt)
    kept = stop.value.batch
    assert len(kept) == COUNT
    assert 1 <= kept.complete.sum() <= COUNT
    assert np.isfinite(kept.final("A.angle")[kept.complete]).all()
    assert all("Interrupted" in kept.status[i] for i in kept.failed)


# ---- planning members --------------------------------------------------------------------------


def assert_same_plan(one, other):
    assert one.length == other.length
    assert np.array_equal(one.weight, other.weight)
    assert np.array_equal(one.order, other.order)
    for name, table in one.tables.items():
        assert np.array_equal(table, other.tables[name]), name


@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize("changed", [{"L": 4.2}, {"half": 1.7}, {"T": 5.0}, {"phi": 0.3}, {"w": 2.0}])
def test_members_are_planned_like_models_of_their_own(plane, changed):
    model = four_bar(plane)
    plan = model.plan()
    variants = Variants(model, (plan.resolved, plan.equations, plan.writer), changed)
    member = model.with_parameters(**changed)
    quick = make_plan(*variants.checked(member), like=plan)
    assert_same_plan(member.plan(), quick)
    hints = zip(member.plan().resolved.hints, quick.resolved.hints, strict=True)
    assert all(np.array_equal(a.axes, b.axes) and np.array_equal(a.rate, b.rate) for a, b in hints)


def test_points_that_meet_for_one_value_only():
    """Two points of a body coincide in the base model and part in a member: the structure of the tables differs."""
    m = lw.Mechanism("plate", plane="xy")
    m.parameter("d", 0.0)
    plate, a, b = m.body("plate"), m.body("a"), m.body("b")
    m.revolute("O", m.ground.at(0, 0), plate.at(0, 0))
    m.revolute("A", plate.at(1, 0), a.at(0, 0))
    m.revolute("B", plate.at(1, "d"), b.at(0, 0))
    plan = m.plan()
    variants = Variants(m, (plan.resolved, plan.equations, plan.writer), ["d"])
    for value in (0.0, 0.5):
        member = m.with_parameters(d=value)
        assert_same_plan(member.plan(), make_plan(*variants.checked(member), like=plan))


def test_what_a_parameter_reaches():
    m = four_bar()
    m.spring("S", m.bodies["coupler"].points["P"], m.ground.at(0, 5), stiffness=100, free_length="half")
    m.torque("brake", "crank", "-0.1*rate(C.angle)")
    reach = Reach(m, ["L"])
    assert reach.parameters == {"L", "half"}
    assert reach.solids == {"coupler"}
    assert reach.joints == {"C"}
    assert reach.points == {"coupler"}
    assert reach.forces == {"S", "brake"}, "the brake measures a joint that moves with L"
    assert not reach.hints
    assert not reach.gravity
    assert Reach(m, ["phi"]).hints == {"crank"}
    assert not Reach(m, ["phi"]).joints
    assert Reach(m, ["T"]).forces == {"motor"}


def test_drawn_joints_follow_placements():
    m = lw.Mechanism("arm", plane="xy")
    m.parameter("x", 1.0)
    arm = m.body("arm")
    m.place(arm, at=("x", 0))
    m.revolute("A", m.ground, arm, at=(0, 0))
    assert Reach(m, ["x"]).joints == {"A"}
    plan = m.plan()
    variants = Variants(m, (plan.resolved, plan.equations, plan.writer), ["x"])
    member = m.with_parameters(x=2.0)
    assert_same_plan(member.plan(), make_plan(*variants.checked(member), like=plan))


def test_gravity_may_be_a_parameter():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, "-g"))
    m.parameter("g", 9.81)
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    batch = m.simulate_many(0.5, parameters={"g": [1.62, 9.81]}, points=3)
    assert np.array_equal(batch[0].poses, m.with_parameters(g=1.62).simulate(0.5, points=3).poses)
