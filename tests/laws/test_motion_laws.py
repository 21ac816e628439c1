"""Laws of motions: derivatives belong together, planes are alike, methods agree."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

NAMES = gallery.names()


# ---- d/dt position = velocity, and so on ----------------------------------------------------------

H = 5e-4
EIGHTH = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
"""Central difference of eighth order."""


def slope_in_the_middle(values: np.ndarray) -> np.ndarray:
    """Return the slope at the middle of windows (windows, 9, ...) of values H apart."""
    return sum(w * (values[:, 4 + k] - values[:, 4 - k]) for k, w in EIGHTH.items()) / H


@pytest.mark.parametrize("name", NAMES)
def test_derivatives_are_slopes_of_one_another(name):
    """Position, velocity, acceleration, jerk of every body, turns included, at three times of the cycle.

    The differences are off by (w H)^8/630 of the largest rate: 4e-13 for the gyroscope, the fastest of all
    with w = 126 rad/s. A rounding of 1e-15 in the values is 1e-15/H = 2e-12 of the slope. 1e-10 of the
    mechanism's own scale (size times frequency to the order) leaves room for jerks that are ill conditioned.
    Nothing corrects an idle spin: its pose is carried on by h v + h^2 a/2, and its jerk is a guess. The next
    term, h^3 j/6, is 1e-7 of a radian a second here: 1e-6 for turns of bodies that may spin idly.
    Positions that follow from velocities by integration, of what rolls or skates, are right to 1e-12, and their
    slopes to 1e-12/H = 2e-9.
    """
    entry = gallery.info(name)
    middles = np.array([0.13, 0.41, 0.77]) * entry.duration
    times = (middles[:, None] + H * np.arange(-4, 5)).ravel()
    motion = gallery.get(name).move([0.0, *times], undriven=entry.undriven)
    poses = motion.poses[1:].reshape(3, 9, -1, 7)
    motions = motion.motions[1:].reshape(3, 9, -1, 3, 6)
    shifts = [poses[..., :3], *(motions[..., n, :3] for n in range(3))]
    turns = [motions[..., n, 3:] for n in range(3)]
    rate = max(2 * np.pi, np.abs(turns[0]).max())
    for order, (before, after) in enumerate(pairwise(shifts)):
        off = np.abs(slope_in_the_middle(before) - after[:, 4]).max()
        scale = max(np.abs(after).max(), motion.plan.length * rate ** (order + 1))
        assert off < 1e-10 * scale, f"shifts, order {order + 1}: off by {off:.1e}, scale {scale:.1e}"
    for order, (before, after) in enumerate(pairwise(turns), start=1):
        off = np.abs(slope_in_the_middle(before) - after[:, 4]).max()
        scale = max(np.abs(after).max(), rate ** (order + 1))
        assert off < (5e-6 if entry.idle else 1e-10) * scale, (
            f"turns, order {order + 1}: off by {off:.1e}, scale {scale:.1e}"
        )
    # Angular velocity: w = 2 e' e*, with the Euler parameters e.
    limit = 1e-10 if motion.plan.positions is motion.plan else 2e-9
    e, e1 = poses[:, 4, :, 3:], slope_in_the_middle(poses[..., 3:])
    spin = 2 * (e[..., :1] * e1[..., 1:] - e1[..., :1] * e[..., 1:] - np.cross(e1[..., 1:], e[..., 1:]))
    off = np.abs(spin - turns[0][:, 4]).max()
    assert off < (5e-6 if entry.idle else limit) * rate, f"angular velocity: off by {off:.1e}"


@pytest.mark.parametrize("name", NAMES)
def test_joint_coordinates_move_with_the_bodies(name):
    """Rates of joint coordinates are slopes of their values: the sensors, same windows and limits."""
    entry = gallery.info(name)
    times = 0.41 * entry.duration + H * np.arange(-4, 5)
    motion = gallery.get(name).move([0.0, *times], undriven=entry.undriven)
    rate = max(2 * np.pi, np.abs(motion.motions[:, :, 0, 3:]).max())
    for joint in motion.model.joints:
        for label, series in motion.joint(joint).series.items():
            values = series.values[None, 1:]
            for order in range(3):
                off = abs(float(slope_in_the_middle(values[..., order])[0] - values[0, 4, order + 1]))
                size = motion.plan.length if series.unit == "m" else 1.0
                scale = max(np.abs(values[..., order + 1]).max(), size * rate ** (order + 1))
                assert off < 1e-10 * scale, f"{joint}.{label}, order {order + 1}: off by {off:.1e}"


# ---- the plane is the same in every plane and in space --------------------------------------------


def four_bar(plane: str | None) -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane=plane)
    crank, coupler, rocker = (m.body(n, lw.rod(length, 1.0)) for n, length in (("a", 1.5), ("b", 3.5), ("c", 3.0)))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1.5, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(3.5, 0), rocker.at(3.0, 0))
    m.revolute("D", m.ground.at(4, 0), rocker.at(0, 0))
    m.place(coupler, angle=0.9)
    m.place(rocker, angle=2.0)
    m.drive("A.angle", "0.2 + 2*pi*t")
    return m


def slider_crank(plane: str | None) -> lw.Mechanism:
    m = lw.Mechanism("slider-crank", plane=plane)
    crank, rod = m.body("a", lw.rod(0.1, 1.0)), m.body("b", lw.rod(0.25, 1.0))
    slider = m.body("c", mass=1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(0.1, 0), rod.at(0, 0))
    m.revolute("C", rod.at(0.25, 0), slider.at(0, 0))
    m.prismatic("D", m.ground.at(0, 0.03), slider.at(0, 0), axis=(0.8, 0.6))
    m.place(slider, at=(0.25, 0.2))
    m.place(rod, angle=0.6)
    m.drive("A.angle", "0.2 + 2*pi*t")
    return m


def quick_return(plane: str | None) -> lw.Mechanism:
    m = lw.Mechanism("quick return", plane=plane)
    crank, lever = m.body("a", lw.rod(0.1, 1.0)), m.body("b", lw.rod(0.5, 1.0))
    ram = m.body("c", mass=1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", m.ground.at(0, -0.25), lever.at(0, 0))
    m.point_on_line("slot", lever.at(0, 0, z=(1, 0)), crank.at(0.1, 0))
    m.prismatic("D", m.ground.at(0, 0.25), ram.at(0, 0), axis=(1, 0))
    m.point_on_line("ram_slot", lever.at(0, 0, z=(1, 0)), ram.at(0, 0))
    m.place(lever, angle=1.2)
    m.place(ram, at=(0.2, 0.25))
    m.drive("A.angle", "0.2 + 2*pi*t")
    return m


PLANAR = [four_bar, slider_crank, quick_return]
AXES = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
NORMAL = {"xy": (2, 1.0), "xz": (1, -1.0), "yz": (0, 1.0)}
"""Axis and sense of the normal, the first axis of the plane crossed with the second: x times z is -y."""

TIMES = np.linspace(0, 1, 25)


def same(one: np.ndarray, two: np.ndarray, what: str, limit: float = 1e-10) -> None:
    scale = max(1.0, np.abs(one).max())
    off = np.abs(one - two).max() / scale
    assert off < limit, f"{what}: off by {off:.1e} of the largest"


@pytest.mark.parametrize("plane", ["xz", "yz"])
@pytest.mark.parametrize("build", PLANAR)
def test_every_plane_is_the_same(build, plane):
    """The kernels see the same numbers in every plane: equal to the last digit."""
    one, two = build("xy").move(TIMES), build(plane).move(TIMES)
    np.testing.assert_array_equal(one.poses, two.poses)
    np.testing.assert_array_equal(one.motions, two.motions)


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
@pytest.mark.parametrize("build", PLANAR)
def test_in_space_it_moves_the_same(build, plane):
    """A planar model computed in space, where it is over-constrained, moves the same through jerk.

    Positions close to 1e-14, and three derivatives at w = 6 rad/s and condition numbers of some hundreds
    cost three digits: 1e-10 of the largest value.
    """
    planar, spatial = build(plane).move(TIMES), build(plane).in_space().move(TIMES)
    first, second = AXES[plane]
    third, sense = NORMAL[plane]
    for name in planar.bodies:
        flat, solid = planar.body(name), spatial.body(name)
        for what in ("position", "velocity", "acceleration", "jerk"):
            moved = getattr(solid, what)
            same(getattr(flat, what), moved[:, [first, second]], f"{what} of '{name}'")
            same(np.zeros(len(TIMES)), moved[:, third], f"{what} of '{name}' across the plane")
        for what in ("angular_velocity", "angular_acceleration", "angular_jerk"):
            turning = getattr(solid, what)
            same(getattr(flat, what), sense * turning[:, third], f"{what} of '{name}'")
            same(np.zeros((len(TIMES), 2)), turning[:, [first, second]], f"{what} of '{name}' out of the plane")
    for joint in planar.model.joints:
        for label, series in planar.joint(joint).series.items():
            same(series.values, spatial.joint(joint).series[label].values, f"{joint}.{label}")


@pytest.mark.parametrize("build", PLANAR)
def test_switching_to_space_and_back_changes_nothing(build):
    m = build("xy")
    again = m.in_space().in_plane()
    np.testing.assert_array_equal(m.move(TIMES).poses, again.move(TIMES).poses)


# ---- methods agree --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_dense_output_is_the_solution(name):
    """Times read from polynomials between solved positions are as good as times solved one by one.

    The documentation of `move` promises positions to rounding and accelerations to some 1e-11 of their
    size; the velocities lie between. The limits are ten times that.
    """
    entry = gallery.info(name)
    m, times = gallery.get(name), entry.times(1501)
    read = m.move(times, derivatives=2, dense=True, undriven=entry.undriven)
    solved = m.move(times, derivatives=2, dense=False, undriven=entry.undriven)
    length = read.plan.length
    turning = max(2 * np.pi, np.abs(solved.motions[:, :, 0, 3:]).max())
    idle = 1e3 if entry.idle else 1.0  # nothing corrects an idle spin: it is followed as an integral
    for b, body in enumerate(read.bodies):
        flip = np.sign(np.sum(read.poses[:, b, 3:] * solved.poses[:, b, 3:], axis=1, keepdims=True))
        shift = np.abs(read.poses[:, b, :3] - solved.poses[:, b, :3]).max() / length
        turn = np.abs(read.poses[:, b, 3:] - flip * solved.poses[:, b, 3:]).max()
        assert max(shift, turn) < 1e-12 * idle, f"position of '{body}': off by {max(shift, turn):.1e}"
        off = np.abs(read.motions[:, b] - solved.motions[:, b]).max(axis=0)
        rate, growth = turning, turning**2
        v = max(off[0, :3].max() / length, off[0, 3:].max()) / rate
        a = max(off[1, :3].max() / length, off[1, 3:].max()) / growth
        assert v < 1e-11 * idle, f"velocity of '{body}': off by {v:.1e}"
        assert a < 1e-10 * idle, f"acceleration of '{body}': off by {a:.1e}"


METHODS = [
    (newton, predictor)
    for newton in ("standard", "modified", "mixed")
    for predictor in ("none", "velocity", "acceleration", "hermite")
]
SPREAD = ["four-bar", "jansen leg", "slider-crank", "spatial four-bar", "stewart platform", "rscr", "bricard", "rssr"]


@pytest.fixture(scope="module")
def by_default():
    return {
        name: gallery.get(name).move(gallery.info(name).times(61), undriven=gallery.info(name).undriven)
        for name in SPREAD
    }


@pytest.mark.parametrize(("newton", "predictor"), METHODS)
@pytest.mark.parametrize("name", SPREAD)
def test_methods_agree(name, newton, predictor, by_default):
    """Every Newton method and predictor gives the same motion.

    Positions are closed to 1e-12 of the mechanism's size at least, and what is left is multiplied by the
    inverse of the Jacobian (some tens) for positions and once more for every derivative: 1e-9, in units of
    size and 2 pi/s.
    """
    entry, other = gallery.info(name), by_default[name]
    motion = gallery.get(name).move(entry.times(61), newton=newton, predictor=predictor, undriven=entry.undriven)
    assert motion.complete
    for body in motion.bodies:
        if entry.idle and body in ("coupler", "rod"):
            continue  # its idle spin is whatever the method makes of it
        one, two = motion.body(body), other.body(body)
        same(two.position, one.position, f"position of '{body}'", 1e-9)
        same(two.rotation, one.rotation, f"rotation of '{body}'", 1e-9)
        for what in ("velocity", "acceleration", "jerk"):
            same(getattr(two, what), getattr(one, what), f"{what} of '{body}'", 1e-9)
            same(getattr(two, f"angular_{what}"), getattr(one, f"angular_{what}"), f"angular {what} of '{body}'", 1e-9)


@pytest.mark.parametrize("derivatives", [0, 1, 2])
@pytest.mark.parametrize("name", SPREAD)
def test_fewer_derivatives_are_the_same_ones(name, derivatives, by_default):
    """Asking for less changes nothing in what is computed (limit as above); the rest is not a number."""
    entry, full = gallery.info(name), by_default[name]
    motion = gallery.get(name).move(entry.times(61), derivatives=derivatives, undriven=entry.undriven)
    for body in motion.bodies:
        if entry.idle and body in ("coupler", "rod"):
            continue
        for order, what in enumerate(("position", "velocity", "acceleration", "jerk")):
            values = getattr(motion.body(body), what)
            if order <= derivatives:
                same(getattr(full.body(body), what), values, f"{what} of '{body}'", 1e-9)
            else:
                assert np.isnan(values).all(), f"{what} was not asked for"
