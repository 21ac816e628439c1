"""Members of a batch beside one that was planned in full: the same numbers, and the full way where it must be."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.coordinates.batch_tables import BatchTables, NotAlikeError
from linkwork.expressions import Constant, evaluate
from linkwork.model.batch_numbers import BatchNumbers
from linkwork.model.variants import Reach
from linkwork.solve.batch_runs import BatchRuns
from linkwork.solve.batch_starts import BatchStarts
from linkwork.solve.members import Members
from linkwork.solve.sweeping import Sweep

COUNT = 5


def linkage(driven: bool = False, spatial: bool = False) -> lw.Mechanism:
    """Return a four-bar with every kind of number as a parameter."""
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, "-g"), spatial=spatial)
    values = {"L": 4.0, "base": 2.5, "m": 2.0, "I": 2.0, "T": 39.75, "k": 30.0, "free": 2.0, "phi": 1.0, "w": 0.5}
    for name, value in {**values, "g": 9.81, "half": "L/2", "height": "0.1*sqrt(L)"}.items():
        m.parameter(name, value)
    crank = m.body("crank", lw.bar(length="L/2", width=0.1, height=0.1, mass=1.0))
    coupler = m.body("coupler", mass="m", inertia="I", com=("half", 0))
    follower = m.body("follower", mass="2*m", inertia=1.35, com=(2, "height"))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at("L", 0), follower.at(4, 0))
    m.revolute("D", m.ground.at("base", 0), follower.at(0, 0))
    m.torque("motor", crank, "T")
    m.spring("S", coupler.point("P", "half", 1.0), m.ground.at(0, 5), stiffness="k", free_length="free")
    m.torque("pulse", follower, "T*sin(3*t)")
    m.place(crank, angle="phi", rate="w")
    if driven:
        m.drive("A.angle", "1 + 2*t")
    return m


VARIED = {
    "length": {"L": np.linspace(3.9, 4.2, COUNT)},
    "base": {"base": np.linspace(2.4, 2.6, COUNT)},
    "mass": {"m": np.linspace(1.0, 3.0, COUNT), "I": np.linspace(1.0, 2.0, COUNT)},
    "torque": {"T": np.linspace(10.0, 60.0, COUNT)},
    "spring": {"k": np.linspace(10.0, 50.0, COUNT), "free": np.linspace(1.0, 3.0, COUNT)},
    "start": {"phi": np.linspace(0.8, 1.2, COUNT), "w": np.linspace(-1.0, 1.0, COUNT)},
    "gravity": {"g": np.linspace(1.6, 9.8, COUNT)},
}


@pytest.fixture
def beside(monkeypatch):
    """Return the members that were started beside another."""
    started: list[int] = []
    original = BatchStarts.started

    def note(self, members, tables, placed):
        found = original(self, members, tables, placed)
        started.extend(members[int(i)] for i in found.which)
        return found

    monkeypatch.setattr(BatchStarts, "started", note)
    return started


def same(one: lw.Motion, other: lw.Motion) -> bool:
    parts = ("time", "poses", "motions", "turned")
    return (
        all(np.array_equal(getattr(one, p), getattr(other, p)) for p in parts)
        and one.status == other.status
        and one.counts == other.counts
        and one.violation == other.violation
    )


def members_of(values: dict[str, np.ndarray]) -> list[dict[str, float]]:
    return [{name: float(v[i]) for name, v in values.items()} for i in range(COUNT)]


# ---- the same numbers --------------------------------------------------------------------------


@pytest.mark.parametrize("varied", VARIED.values(), ids=VARIED)
def test_every_kind_of_number_runs_beside_another_member(varied, beside):
    model = linkage()
    batch = model.simulate_many(0.3, parameters=varied, points=4)
    assert sorted(beside) == list(range(COUNT))
    for motion, own in zip(batch, members_of(varied), strict=True):
        single = model.with_parameters(**own).simulate(0.3, points=4)
        assert same(motion, single)
        assert str(motion.start) == str(single.start)
        assert np.array_equal(motion.joint("C").force, single.joint("C").force)


@pytest.mark.parametrize("name", ["length", "base", "spring"])
def test_driven_members_move_beside_another(name, beside):
    model, times = linkage(driven=True), np.linspace(0, 0.5, 9)
    batch = model.move_many(times, parameters=VARIED[name], threads=2)
    assert sorted(beside) == list(range(COUNT))
    for motion, own in zip(batch, members_of(VARIED[name]), strict=True):
        assert same(motion, model.with_parameters(**own).move(times))


def test_in_space(beside):
    """Redundant rows and six freedoms: started and simulated beside another, bit for bit."""
    model = linkage(spatial=True)
    batch = model.simulate_many(0.1, parameters=VARIED["length"], points=3)
    for motion, own in zip(batch, members_of(VARIED["length"]), strict=True):
        assert np.array_equal(motion.poses, model.with_parameters(**own).simulate(0.1, points=3).poses)


@pytest.mark.parametrize(
    "name",
    ["watt", "slider-crank", "toggle press", "telescopic coupler", "flyball governor", "whitworth", "pantograph"],
)
def test_members_of_the_gallery_are_single_runs(name):
    model = lw.gallery.get(name)
    constants = model.plan().resolved.parameters
    for parameter in list(model.parameters)[:3]:
        values = [share * constants[parameter].value for share in (0.99, 1.0, 1.01)]
        batch = model.simulate_many(0.02, parameters={parameter: values}, points=3)
        for i, value in enumerate(values):
            single = model.with_parameters(**{parameter: value}).simulate(0.02, points=3, on_failure="return")
            assert np.array_equal(batch[i].poses, single.poses), (parameter, value)
            assert batch.status[i] == single.status


# ---- the full way where it must be -------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameter", "values", "alone"),
    [
        ("T", [10.0, 0.0, 20.0], [1]),  # a force that vanishes leaves the tables
        ("m", [1.0, 2.0, 1e-9], [2]),  # a body that is lifted in the linear solve
        ("I", [1.0, 0.0, 2.0], [1]),  # and one without inertia
        ("L", [3.9, 4.0, 40.0], [2]),  # links that cannot be closed
    ],
)
def test_a_member_that_differs_in_more_than_numbers(parameter, values, alone, beside):
    model = linkage()
    batch = model.simulate_many(0.1, parameters={parameter: values}, points=3)
    assert not set(beside) & set(alone)
    for i, value in enumerate(values):
        member = model.with_parameters(**{parameter: value})
        if batch.complete[i]:
            assert same(batch[i], member.simulate(0.1, points=3))
            continue
        with pytest.raises(lw.LinkworkError) as error:
            member.simulate(0.1, points=3)
        assert batch.status[i] == " ".join(str(error.value).split())


def test_what_is_not_alike():
    model = linkage()
    model.parameter("tilt", 0.1)
    model.prismatic("slot", model.ground.at(0, 9, x=("tilt", 1)), model.body("slider", mass=1, inertia=1).at(0, 0))
    with pytest.raises(NotAlikeError, match="axes"):
        BatchStarts(Members(model.plan(), {"tilt": [0.1, 0.2]}, 2), None, 0.0)
    driven = linkage()
    driven.parameter("speed", 1.0)
    driven.drive("A.angle", "1 + speed*t")
    with pytest.raises(NotAlikeError, match="drivers"):
        BatchStarts(Members(driven.plan(), {"speed": [1.0, 2.0]}, 2), None, 0.0)


def test_points_that_meet_for_one_value_only_are_not_alike():
    m = lw.Mechanism("plate", plane="xy")
    m.parameter("d", 0.0)
    plate, a, b = m.body("plate", mass=1, inertia=1), m.body("a", mass=1, inertia=1), m.body("b", mass=1, inertia=1)
    m.revolute("O", m.ground.at(0, 0), plate.at(0, 0))
    m.revolute("A", plate.at(1, 0), a.at(0, 0))
    m.revolute("B", plate.at(1, "d"), b.at(0, 0))
    members = Members(m.plan(), {"d": [0.0, 0.5]}, 2)
    numbers = BatchNumbers(m, m.plan().resolved.parameters, Reach(m, ["d"]), members.values)
    with pytest.raises(NotAlikeError):
        BatchTables(numbers, {i: members[i] for i in (0, 1)})


def test_a_rule_that_is_not_the_plan_is_refused(monkeypatch):
    """Tables that are changed in numbers are compared with those of plans made in full."""
    monkeypatch.setattr(
        "linkwork.coordinates.batch_tables.weights_of", lambda points, length, planar: np.ones((len(length), 3, 3))
    )
    with pytest.raises(NotAlikeError, match="not those of the plan"):
        BatchStarts(Members(linkage().plan(), {"L": [3.9, 4.1]}, 2), None, 0.0)


def test_a_run_that_fails_beside_another_is_told_as_a_single_run(beside):
    model = linkage()
    model.parameter("q", 1.0)
    model.torque("odd", "crank", "q*sqrt(0.05 - t)")
    batch = model.simulate_many(0.1, parameters={"q": [1.5, 2.0]}, points=3)
    assert sorted(beside) == [0, 1]
    for i, q in enumerate((1.5, 2.0)):
        assert batch.status[i] == model.with_parameters(q=q).simulate(0.1, points=3, on_failure="return").status
        assert not batch.complete[i]


# ---- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["L", "2*L + 30 mm", "-L/3", "L^2.5", "sin(L)*cos(phi)", "max(L, 4)", "if(L > 4, 1, L)", "pi*L", "half"]
)
def test_a_lane_is_what_single_texts_say(text):
    model = linkage()
    values = {"L": list(np.linspace(3.5, 4.5, 7)), "phi": list(np.linspace(0, 1, 7))}
    lane = BatchNumbers(model, model.plan().resolved.parameters, Reach(model, values), values).of(text)
    for i in range(7):
        own = {"L": Constant(values["L"][i]), "phi": Constant(values["phi"][i]), "half": Constant(values["L"][i] / 2)}
        assert lane[i] == evaluate(text, None, own)


def test_values_of_another_kind_are_not_good():
    model = linkage()
    values = {"L": [4.0, "4 kg", 1e60, 4.1]}
    numbers = BatchNumbers(model, model.plan().resolved.parameters, Reach(model, values), values)
    assert numbers.good.tolist() == [True, False, False, True]


# ---- batches of motions and of inverse dynamics ------------------------------------------------


def test_results_of_driven_members():
    model, times = linkage(driven=True), np.linspace(0, 0.4, 5)
    batch = model.move_many(times, parameters={"L": [3.9, 40.0, 4.1]})
    assert batch.complete.tolist() == [True, False, True]
    assert str(batch).startswith("'four-bar': 2 of 3 members moved 0 to 0.4 s.")
    assert batch.measure("B.angle").shape == (3, 5)
    assert np.array_equal(batch.measure("B.angle_jerk")[2], batch[2].measure("B.angle").values[:, 3])
    data = batch.to_xarray("B.angle", "coupler.P.x")
    assert dict(data.sizes) == {"member": 3, "time": 5}
    assert data["L"].values.tolist() == [3.9, 40.0, 4.1]
    assert np.isnan(data["B.angle"].sel(member=1)).all()
    with pytest.raises(lw.ModelError, match="derivatives up to order 0"):
        model.move_many(times, parameters={"L": [3.9, 4.1]}, derivatives=0).measure("B.angle_velocity")


def test_members_keep_the_motion_up_to_a_dead_point():
    model, times = linkage(driven=True), np.linspace(0, 3.0, 31)
    batch = model.move_many(times, parameters={"base": [2.5, 4.5]}, on_limit="return")
    single = model.with_parameters(base=4.5).move(times, on_limit="return")
    assert batch.status[1] == single.status
    assert batch.complete[1] == single.complete
    assert np.array_equal(batch[1].poses, single.poses)


def test_inverse_dynamics_of_members():
    model, times = linkage(driven=True), np.linspace(0, 0.4, 5)
    batch = model.inverse_many(times, parameters={"m": [1.0, 2.0, 3.0]})
    for motion, mass in zip(batch, (1.0, 2.0, 3.0), strict=True):
        single = model.with_parameters(m=mass).inverse(times)
        assert np.array_equal(motion.driver("A.angle").effort, single.driver("A.angle").effort)
        assert motion.status == single.status


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"newton": "mixd"}, "Newton method 'mixd'"),
        ({"on_limit": "stop"}, "on_limit is"),
        ({"parameters": {"X": [1.0]}}, "no parameter 'X'"),
    ],
)
def test_wrong_calls_are_refused(options, words):
    with pytest.raises(lw.ModelError, match=words):
        linkage(driven=True).move_many([0.0, 0.1], **{"parameters": {"L": [4.0]}, **options})


def test_interruption_keeps_what_ran_beside_another(monkeypatch):
    from linkwork.solve import batch_threads

    monkeypatch.setattr(batch_threads, "CHUNK", 2)
    seen: list[float] = []

    def interrupt(fraction: float) -> None:
        seen.append(fraction)
        if len(seen) == 2:
            raise KeyboardInterrupt

    values = {"T": np.linspace(10, 60, 12)}
    with pytest.raises(KeyboardInterrupt) as stop:
        linkage().simulate_many(0.05, parameters=values, points=3, threads=1, progress=interrupt)
    kept = stop.value.batch
    assert 3 <= kept.complete.sum() < 12
    assert all(kept.status[i].startswith("Interrupted") for i in kept.failed)
    assert np.isfinite(kept.final("A.angle")[kept.complete]).all()


def test_neither_runs_nor_sweeps_are_set_up_one_by_one(monkeypatch):
    """Of members that differ in numbers only one is set up in full, and starts, in Python."""
    made: list[str] = []
    for kind in (BatchRuns, Sweep):
        original = kind.__init__

        def note(self, *args, original=original, kind=kind, **named):
            made.append(kind.__name__)
            original(self, *args, **named)

        monkeypatch.setattr(kind, "__init__", note)
    from linkwork.solve import batch

    original_start, starts = batch.consistent_start, []
    monkeypatch.setattr(batch, "consistent_start", lambda *args: starts.append(1) or original_start(*args))
    found = linkage().simulate_many(0.05, parameters=VARIED["length"], points=3)
    assert found.complete.all()
    assert made == ["BatchRuns"]
    assert len(starts) == 1
    assert found[3].complete  # its model and start are put together now
    assert len(starts) == 2


def test_driven_members_begin_at_states_of_every_kind():
    m, times = linkage(driven=True), [0.0, 0.1]
    states = [m.assemble(), m.start(), m.move([0.0]), m.assemble().poses, None]
    for batch in (m.move_many(times, starts=states), m.inverse_many(times, starts=states)):
        assert batch.failed == []
        assert np.ptp(batch.final("D.angle")) < 1e-12  # the same closed position, to the tolerance of closing
