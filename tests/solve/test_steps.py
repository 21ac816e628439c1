"""Steps: a coarse list of times follows the same branch as a fine one, through any number of turns."""

from __future__ import annotations

import numpy as np
import pytest
from random_mechanisms import sample

import linkwork as lw
from linkwork import gallery

# ---- a closed form for the four-bar ---------------------------------------------------------------

GROUND, CRANK, COUPLER, ROCKER = 4.0, 1.5, 3.5, 3.0


def closed_form(angle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return coupler and rocker angles of the gallery's four-bar: two circles meet, left of B to D."""
    b = CRANK * np.exp(1j * angle)
    d = GROUND - b
    size = np.abs(d)
    along = (size**2 + COUPLER**2 - ROCKER**2) / (2 * size)
    c = b + (along + 1j * np.sqrt(COUPLER**2 - along**2)) * d / size
    return np.angle(c - b), np.angle(c - GROUND)


def four_bar(function: object) -> lw.Mechanism:
    m = gallery.get("four-bar", driven=False)
    m.drive("A.angle", function)
    return m


def off_by(angles: np.ndarray, expected: np.ndarray) -> float:
    """Return the largest difference of angles up to full turns."""
    return float(np.abs(np.exp(1j * angles) - np.exp(1j * expected)).max())


def assert_on_the_branch(motion, angle: np.ndarray) -> None:
    """Compare with the closed form: a residual of 1e-12 at most, times the condition of about 5."""
    coupler, rocker = closed_form(angle)
    assert off_by(motion.body("crank").angle, angle) < 1e-11, "the crank does not follow its driver"
    assert off_by(motion.body("coupler").angle, coupler) < 1e-11, "the coupler left its branch"
    assert off_by(motion.body("rocker").angle, rocker) < 1e-11, "the rocker left its branch"


@pytest.mark.parametrize("predictor", ["hermite", "acceleration", "velocity", "none"])
@pytest.mark.parametrize("newton", ["mixed", "standard", "modified"])
@pytest.mark.parametrize("count", [2, 3, 4, 8])
def test_a_coarse_turn_keeps_its_branch(count, newton, predictor):
    """7 positions a turn (count 8), down to one whole turn in one step."""
    times = np.linspace(0, 1, count)
    motion = four_bar("2*pi*t").move(times, newton=newton, predictor=predictor)
    assert_on_the_branch(motion, 2 * np.pi * times)


def test_seven_positions_equal_a_fine_sweep():
    """Coarse and fine agree in all derivatives: 1e-11 of the largest, as the methods do among each other."""
    coarse = four_bar("2*pi*t").move(np.linspace(0, 1, 8))
    fine = four_bar("2*pi*t").move(np.linspace(0, 1, 421))
    for name in coarse.bodies:
        for what in ("position", "angle", "velocity", "acceleration", "jerk", "angular_jerk"):
            one, two = getattr(coarse.body(name), what), getattr(fine.body(name), what)[::60]
            scale = max(1.0, np.abs(two).max())
            np.testing.assert_allclose(one, two, rtol=0, atol=1e-11 * scale, err_msg=f"{what} of {name}")


@pytest.mark.parametrize("count", [2, 4, 11, 21, 71])
def test_ten_turns(count):
    times = np.linspace(0, 10, count)
    motion = four_bar("2*pi*t").move(times)
    assert_on_the_branch(motion, 2 * np.pi * times)
    # A driven angle reads as its driver says, turns and all.
    np.testing.assert_allclose(motion.joint("A").angle, 2 * np.pi * times, rtol=0, atol=1e-11)
    np.testing.assert_allclose(motion.body("crank").angle, 2 * np.pi * times, rtol=0, atol=1e-11)


def test_a_thousand_turns():
    """Two seconds of an engine after 1000 turns: as easy as the first two.

    The driver's angle of 6283 rad is rounded to 5e-13 rad, which is all the precision there is.
    """
    times = 1000 + np.linspace(0, 2, 17)
    motion = four_bar("2*pi*t").move(times)
    assert off_by(motion.body("rocker").angle, closed_form(2 * np.pi * times)[1]) < 1e-10
    assert motion.counts["steps"] < 10 * len(times), f"{motion.counts['steps']} steps for {len(times)} times"


def test_ten_thousand_turns():
    times = 10000 + np.linspace(0, 2, 17)
    motion = four_bar("2*pi*t").move(times)
    assert off_by(motion.body("rocker").angle, closed_form(2 * np.pi * times)[1]) < 1e-9


# ---- turns that count -----------------------------------------------------------------------------


def rack(function: object) -> lw.Mechanism:
    """A pinion of 0.1 m and its rack: here a full turn of the driver is not the same as none."""
    m = lw.Mechanism("rack", plane="xy")
    pinion, bar = m.body("pinion"), m.body("bar")
    m.revolute("A", m.ground.at(0, 0), pinion.at(0, 0))
    m.prismatic("B", m.ground.at(0, -0.1), bar.at(0, 0), axis="x")
    m.constraint("mesh", expression="B.translation - 0.1*A.angle")
    m.drive("A.angle", function)
    return m


@pytest.mark.parametrize("times", [(0, 0.3, 0.45), (-0.4, 0.0, 0.4)], ids=str)
def test_rack_within_half_a_turn(times):
    """Within half a turn each way; rounding of a tenth of an angle of 3 rad, times a few: 1e-14."""
    motion = rack("2*pi*t").move(times)
    np.testing.assert_allclose(motion.joint("B").translation, 0.2 * np.pi * motion.time, rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    ("times", "function"),
    [
        ((0, 1), "2*pi*t"),
        ((0, 10), "2*pi*t"),
        ((0, 1, 2, 3), "-2*pi*t"),
        ((0, 1), "2*pi*t^2"),
        ((0, 3), "2*pi*t^2"),
        ((0, 1), lw.cycloidal(6 * np.pi, 3.0)),
        ((0, 1), lw.cycloidal(2 * np.pi, 1.0)),
        ((0, 1), "2*pi*t^3"),
        ((0, 1, 2, 3), "2*pi*t^2"),
        ((0, 3), lw.cycloidal(6 * np.pi, 3.0)),
    ],
    ids=str,
)
def test_no_turn_is_skipped(times, function):
    """The rack moves by the driver's whole angle, or the motion stops; it never comes out a turn short."""
    m = rack(function)
    expected = [m.plan().function_values(float(t))["A.angle"][0] for t in times]
    motion = m.move(times)
    np.testing.assert_allclose(motion.joint("B").translation, 0.1 * np.array(expected), rtol=0, atol=1e-11)


@pytest.mark.parametrize(
    "count",
    [
        11,
        21,
        71,
    ],
)
def test_a_rocker_does_not_count_the_turns_of_its_crank(count):
    """The rocker swings: its angle stays between 0 and pi however coarse the times are."""
    rocker = four_bar("2*pi*t").move(np.linspace(0, 10, count)).body("rocker").angle
    assert ((rocker > 0) & (rocker < np.pi)).all(), f"the rocker's angles run from {rocker.min()} to {rocker.max()}"


def test_turning_backwards_and_swinging():
    times = np.linspace(0, 1, 9)
    assert_on_the_branch(four_bar("-4*pi*t").move(times), -4 * np.pi * times)
    assert_on_the_branch(four_bar("9*sin(2*pi*t)").move(times), 9 * np.sin(2 * np.pi * times))


def test_starting_from_rest():
    """A cycloidal start has no velocity and no acceleration at first: the first prediction is "stay".

    The slope of the closed form times the driver's speed gives the rocker's; both to 1e-9 of the largest,
    as the difference in the closed form over 2e-5 rad is right to 1e-10.
    """
    rise = lw.cycloidal(2 * np.pi, 1.0)
    for count in (3, 9, 101):
        times = np.linspace(0, 1, count)
        angle = 2 * np.pi * (times - np.sin(2 * np.pi * times) / (2 * np.pi))
        speed = 2 * np.pi * (1 - np.cos(2 * np.pi * times))
        motion = four_bar(rise).move(times)
        assert_on_the_branch(motion, angle)
        h = 1e-5
        slope = (closed_form(angle + h)[1] - closed_form(angle - h)[1]) / (2 * h)
        np.testing.assert_allclose(motion.body("rocker").angular_velocity, slope * speed, rtol=0, atol=1e-8)


def test_resting_all_the_time():
    motion = four_bar(0.7).move(np.linspace(0, 1, 5))
    assert_on_the_branch(motion, np.full(5, 0.7))
    assert np.abs(motion.motions).max() < 1e-12


def test_a_dwell_between_two_rises():
    """Rest, rise, rest: the prediction meets kinks of the driver at both ends of the rise."""
    rise = lw.poly345(np.pi, 1.0, 1.0)
    times = np.linspace(0, 3, 25)
    x = np.clip(times - 1, 0, 1)
    assert_on_the_branch(four_bar(rise).move(times), np.pi * (10 * x**3 - 15 * x**4 + 6 * x**5))


def test_a_violent_driver_is_split():
    """Fifty swings of 2 rad between two times of the list: steps are as small as the motion needs."""
    times = np.array([0.0, 1.01])
    motion = four_bar("2*sin(100*pi*t)").move(times)
    assert motion.counts["steps"] > 200
    assert_on_the_branch(motion, 2 * np.sin(100 * np.pi * times))


# ---- the parallelogram, which may fold over -------------------------------------------------------


def parallelogram(start: float) -> lw.Mechanism:
    """Cranks of 1 m, 2 m apart: as long as it stays a parallelogram, the coupler only shifts."""
    m = lw.Mechanism("parallelogram", plane="xy")
    left, top, right = m.body("left"), m.body("top"), m.body("right")
    m.revolute("A", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("B", left.at(1, 0), top.at(0, 0))
    m.revolute("C", top.at(2, 0), right.at(1, 0))
    m.revolute("D", m.ground.at(2, 0), right.at(0, 0))
    m.place(left, angle=start)
    m.place(top, angle=0.0)
    m.place(right, angle=start)
    m.drive("A.angle", f"{start!r} + 2*pi*t")
    return m


def assert_still_a_parallelogram(motion, start: float, derivatives: int) -> None:
    """Closed form: top stays level, the cranks turn alike.

    At a distance s from the folded position the smallest singular value of the Jacobian is about s: joints
    closed to 1e-12 leave an error of some 1e-12/s in the angles, or of 1e-6 (the root of 1e-12) where s
    vanishes. Velocities lose the same factor again. The other branch is off by 1 rad and more elsewhere.
    """
    angle = start + 2 * np.pi * motion.time
    s = np.maximum(np.abs(np.sin(angle)), 1e-6)
    assert off_by(motion.body("left").angle, angle) < 1e-11
    tilt = np.abs(np.exp(1j * motion.body("top").angle) - 1)
    assert (tilt < 1e-11 / s).all(), f"the coupler tilts by {tilt.max():.1e}: the linkage folded over"
    assert (np.abs(np.exp(1j * (motion.body("right").angle - angle)) - 1) < 1e-11 / s).all()
    if derivatives:
        off = np.abs(motion.body("right").angular_velocity / (2 * np.pi) - 1)
        assert (off < np.minimum(1e-11 / s**2, 1e-4)).all(), f"the right crank's speed is off by {off.max():.1e}"


SINGULAR = [(0.0, 0.25, 0.75), (0.0, 0.125, 0.25, 0.375, 0.5, 0.75, 1.0), tuple(np.linspace(0, 1, 9))]


@pytest.mark.parametrize("derivatives", [0, 1, 2, 3])
@pytest.mark.parametrize("times", SINGULAR, ids=len)
def test_positions_at_the_folded_position(times, derivatives):
    """The list holds t = 1/4 and 3/4, where all four bars lie in one line."""
    motion = parallelogram(np.pi / 2).move(times, derivatives=derivatives)
    assert_still_a_parallelogram(motion, np.pi / 2, derivatives)


@pytest.mark.parametrize("derivatives", [0, 3])
@pytest.mark.parametrize("count", [2, 3, 8, 10, 100, 720])
@pytest.mark.parametrize("start", [0.3, 1.0, 2.5])
def test_positions_around_the_folded_position(start, count, derivatives):
    motion = parallelogram(start).move(np.linspace(0, 1, count), derivatives=derivatives)
    assert_still_a_parallelogram(motion, start, derivatives)


CLOSE = [1e-2, 1e-3, 1e-4, 1e-6, 1e-8]


@pytest.mark.parametrize("distance", CLOSE)
def test_positions_ever_closer_to_the_folded_position(distance):
    """Sampled before, at and after: positions stay on the branch."""
    times = [0.0, 0.1, 0.2, 0.25 - distance, 0.25, 0.25 + distance, 0.3, 0.4, 0.5]
    motion = parallelogram(np.pi / 2).move(times, derivatives=0)
    assert_still_a_parallelogram(motion, np.pi / 2, 0)


@pytest.mark.parametrize("distance", CLOSE)
def test_velocities_ever_closer_to_the_folded_position(distance):
    """The velocity is finite all the way: it is that of the branch."""
    times = [0.0, 0.1, 0.2, 0.25 - distance, 0.25, 0.25 + distance, 0.3, 0.4, 0.5]
    motion = parallelogram(np.pi / 2).move(times, derivatives=1)
    assert_still_a_parallelogram(motion, np.pi / 2, 1)


@pytest.mark.parametrize("count", [73, 361, 721])
def test_a_fine_list_that_meets_the_folded_position(count):
    motion = parallelogram(np.pi / 2).move(np.linspace(0, 1, count))
    assert_still_a_parallelogram(motion, np.pi / 2, 3)


def test_a_microsecond_from_the_folded_position():
    """Started at 1 rad the folded position falls on no round number: rounding shows in full."""
    fold = (np.pi - 1) / (2 * np.pi)
    motion = parallelogram(1.0).move([0, 0.1, 0.2, 0.3, fold - 1e-6, fold, fold + 1e-6, 0.4, 0.5])
    assert_still_a_parallelogram(motion, 1.0, 3)


def test_the_folded_position_is_told():
    motion = parallelogram(np.pi / 2).move(np.linspace(0, 1, 9))
    assert len(motion.events) == 2
    assert "singular position at t = 0.25 s" in motion.events[0]
    assert parallelogram(1.0).move(np.linspace(0, 0.3, 9)).events == ()


def test_the_anti_parallelogram_keeps_its_branch_too():
    """Placed crossed, it stays crossed up to the folded position: the coupler's angle is not zero."""
    m = parallelogram(1.0)
    m.drivers.clear()
    m.drive("A.angle", "1 + t")
    m.place("right", angle=-1.6)
    m.place("top", angle=-0.9)
    times = np.linspace(0, 2, 5)
    motion = m.move(times)
    angle = 1 + times
    # Crossed: pin C is the mirror image of B + (2, 0) across the line from B to D.
    b, d = np.exp(1j * angle), 2.0
    c = b + np.conj(2 / (d - b)) * (d - b)
    assert off_by(motion.body("top").angle, np.angle(c - b)) < 1e-11


# ---- output ---------------------------------------------------------------------------------------


def test_irregular_times_change_nothing():
    """A position depends on its time, not on the times around it (1e-12 as above)."""
    rng = np.random.default_rng(1)
    times = np.sort(rng.uniform(0, 3, 40))
    assert_on_the_branch(four_bar("2*pi*t").move(times), 2 * np.pi * times)


def test_a_motion_may_start_anywhere():
    times = np.linspace(5.3, 6.3, 9)
    assert_on_the_branch(four_bar("2*pi*t").move(times), 2 * np.pi * times)
    times = np.linspace(-1.2, 0.2, 9)
    assert_on_the_branch(four_bar("2*pi*t").move(times), 2 * np.pi * times)


def test_starting_from_an_assembly_or_from_poses():
    m = four_bar("2*pi*t")
    times = np.linspace(0, 1, 9)
    assembly = m.assemble(0.0)
    for start in (assembly, assembly.poses):
        assert_on_the_branch(m.move(times, start=start), 2 * np.pi * times)


# ---- random mechanisms ----------------------------------------------------------------------------

# Random mechanisms with one freedom (see random_mechanisms) that can swing by 0.8 rad or 0.8 m each way, with
# the coordinate to drive. Some of them pass close to singular positions: planar 365 within 0.004 of one.
SWINGING = [
    *((seed, True, "j0.translation") for seed in (21, 35, 109, 388)),
    *((seed, True, "j0.angle") for seed in (70, 102, 193, 195, 203, 209, 345)),
    *((seed, False, "j0.translation") for seed in (115, 190, 218)),
    *((seed, False, "j0.angle") for seed in (51, 221, 289, 291)),
    *((seed, False, "j2.angle") for seed in (65, 149, 222, 380)),
    (365, True, "j0.angle"),
    (152, False, "j0.angle"),
]


@pytest.mark.parametrize(("seed", "planar", "quantity"), SWINGING)
def test_coarse_and_fine_are_one_motion(seed, planar, quantity):
    """3, 5, 9 or 33 positions lie on the path of 161.

    Positions are closed to 1e-12 at most and conditions go up to a few hundred: 1e-8 for the rotations. Another
    branch would be off by 0.1 and more.
    """
    made = sample(seed, planar)
    assembly = made.model.assemble()
    start = float(assembly.motion.measure(quantity).value[0])
    made.model.drive(quantity, f"{start!r} + 0.8*sin(t)")
    fine = made.model.move(np.linspace(0, 6, 161), start=assembly.poses, derivatives=1)
    for count in (3, 5, 9, 33):
        coarse = made.model.move(np.linspace(0, 6, count), start=assembly.poses, derivatives=1)
        for name in coarse.bodies:
            path = fine.body(name).rotation[:: 160 // (count - 1)]
            off = np.abs(coarse.body(name).rotation - path).max()
            assert off < 1e-8, f"with {count} positions '{name}' is off the path by {off:.1e}"
