"""Relations of contact against differences, closed forms, and the line of the contact force.

Differences: nine points of a polynomial of degree eight, steps of 2e-3 on lengths of 1. What it leaves out is about
1e-17 times a ninth derivative of the order of 1e3; rounding in the values, 1e-15, is divided by the step: 1e-12. A
wrong term gives errors of the order of 1e-2. Where a contact crosses a knot of a spline, whose fifth derivative jumps,
the differences of second rates are right to about the step times the jump.
"""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import linkwork as lw
from contact_relation import relate
from linkwork.curves import tables
from linkwork.kernels.contacts import relations as kernels
from linkwork.kernels.contacts.space_curves import FIRST, SECOND
from linkwork.kernels.tables.records import CONTACT, RELATION, SERIES

STAR = [(r * np.cos(a), r * np.sin(a)) for a in np.arange(24) * pi / 12 for r in [1 + 0.04 * np.cos(3 * a)]]
TURN = (0, "360 deg")
UNEVEN = np.sort([*np.arange(19) * 2 * pi / 19, *(1 + 1e-3 * np.arange(1, 6)), *(3 + 1e-5 * np.arange(1, 6))])
CURVES = {
    "circle": lw.circle(1.1, centre=(0.1, 0.2)),
    "ellipse": lw.ellipse(1.2, 0.8, angle="30 deg"),
    "spline": lw.spline(STAR, closed=True),
    "polar": lw.polar("1 + 0.05*cos(3*u)"),
    "clockwise": lw.curve("1.2*cos(u)", "-0.9*sin(u)", over=TURN, closed=True),
    "egg": lw.curve("cos(u) + 0.1*cos(2*u)", "0.8*sin(u)", over=TURN, closed=True),
    "ring": lw.circle(3.0),
    "slot": lw.ellipse(1.2, 0.8),
    "bowl": lw.curve("u", "0.2*u^2", over=(-1, 1)),
    "blade": lw.ellipse(2.0, 0.05),
    "track": lw.curve("u", "0.2*sin(u)", over=(-3, 3)),
    "needle": lw.ellipse(1.0, 0.001),
    "tiny": lw.polar("1e-6*(1 + 0.05*cos(3*u))"),
    "huge": lw.polar("1e6*(1 + 0.05*cos(3*u))"),
    "uneven": lw.spline([(np.cos(a), 0.7 * np.sin(a)) for a in UNEVEN], closed=True),
    "box": lw.polyline([(0, 0), (2, 0), (2, 1), (0, 1)], radius=0.2, closed=True),
    "wire": lw.curve("cos(u)", "0.8*sin(u)", TURN, "0.3*sin(2*u + 1)", closed=True),
    "helix": lw.curve("cos(u)", "sin(u)", (-8, 8), "0.2*u"),
}
NAMES = list(CURVES)
CONVEX = NAMES[:6]
TABLES = tables([curve.plain for curve in CURVES.values()])
IN_SPACE = {"first": FIRST, "second": SECOND}
KINDS = {"point": kernels.POINT, "face": kernels.FACE, "curve": kernels.CURVE}


class Contact:
    """One relation with its contact."""

    def __init__(self, kind: str, curve: str, other="circle", roll=0, radius=0.0, side=1.0) -> None:
        self.row = np.zeros(1, RELATION)
        shapes = NAMES.index(curve), NAMES.index(other)
        self.row[0] = ((KINDS | IN_SPACE)[kind], *shapes, roll, 0, 0, 0, side, 1.0, radius)
        self.contacts, self.series = np.full((1, CONTACT), np.nan), np.full((1, 2, SERIES), np.nan)
        self.status = 0

    def at(self, pose, order: int = 3):
        """Return jet and slopes at a pose [3] or jets of one [3, 4]."""
        jets = np.zeros((4, 4))
        jets[:3, : np.ndim(pose) * 3 - 2] = np.reshape(pose, (3, -1))
        jets[3, :2] = np.cos(jets[2, 0]), np.sin(jets[2, 0])
        jet, slopes = np.zeros(4), np.zeros(3)
        self.status = relate(self.row, 0, *TABLES, jets, self.contacts, self.series, order, jet, slopes)
        return jet, slopes

    def value(self, *pose: float) -> float:
        """Return the value of the relation; its contact must be good."""
        jet, _ = self.at(pose, 0)
        assert self.status == kernels.OK
        return float(jet[0])


STEP = 2e-3
STENCIL = np.arange(-4, 5)


def slope(values) -> np.ndarray:
    return np.polynomial.polynomial.polyfit(STENCIL, np.array(values), 8)[1] / STEP


def beside(rng, kind: str) -> np.ndarray:
    """A motion of B at a place beside a curve of radius 1, as coefficients of powers of time."""
    angle, distance = rng.uniform(0, 2 * pi), {"point": 1.6, "face": 1.5, "curve": 2.6}[kind]
    place = [distance * np.cos(angle), distance * np.sin(angle), angle - pi / 2 + rng.uniform(-0.2, 0.2)]
    return np.column_stack([place, rng.normal(size=(3, 5)) * [0.5, 0.5, 0.5, 0.3, 0.3]])


def pose_of(motion: np.ndarray, t: float) -> np.ndarray:
    powers = [np.polynomial.Polynomial(row) for row in motion]
    return np.array([[p(t), p.deriv(1)(t), p.deriv(2)(t), p.deriv(3)(t)] for p in powers])


@pytest.mark.parametrize("roll", [0, 1])
@pytest.mark.parametrize("name", CONVEX)
@pytest.mark.parametrize("kind", KINDS)
def test_slopes_and_rates_agree_with_differences(kind: str, name: str, roll: int) -> None:
    other = CONVEX[(CONVEX.index(name) + 2) % len(CONVEX)]
    rng = np.random.default_rng([len(kind), CONVEX.index(name), roll])
    for _ in range(3):
        contact = Contact(kind, name, other, roll, radius=0.3)
        motion = beside(rng, kind)
        here = pose_of(motion, 0.0)
        jet, slopes = contact.at(here)
        along = [contact.at(pose_of(motion, k * STEP))[0] for k in STENCIL]
        limit = [1e-11, 1e-11, 1e-6 if "spline" in (name, other) else 1e-11]
        for n in range(3):
            assert slope([jets[n] for jets in along]) == pytest.approx(jet[n + 1], rel=limit[n], abs=limit[n])
        for k, axis in enumerate(np.eye(3)):
            found = slope([contact.value(*(here[:, 0] + m * STEP * axis)) for m in STENCIL])
            assert found == pytest.approx(slopes[k], abs=1e-10)


@pytest.mark.parametrize("name", ["wire", "helix"])
@pytest.mark.parametrize("kind", IN_SPACE)
def test_slopes_and_rates_on_a_curve_in_space_agree_with_differences(kind: str, name: str) -> None:
    rng = np.random.default_rng([len(kind), NAMES.index(name)])
    for _ in range(5):
        contact, place = Contact(kind, name), CURVES[name].point(rng.uniform(0, 6)) + rng.uniform(-0.2, 0.2, 3)
        motion = np.column_stack([place, rng.normal(size=(3, 5)) * [0.5, 0.5, 0.5, 0.3, 0.3]])
        here = pose_of(motion, 0.0)
        jet, slopes = contact.at(here)
        along = [contact.at(pose_of(motion, k * STEP))[0] for k in STENCIL]
        for n in range(3):
            assert slope([jets[n] for jets in along]) == pytest.approx(jet[n + 1], rel=1e-9, abs=1e-9)
        for k, axis in enumerate(np.eye(3)):
            found = slope([contact.value(*(here[:, 0] + m * STEP * axis)) for m in STENCIL])
            assert found == pytest.approx(slopes[k], abs=1e-9)


def test_normals_of_a_closed_curve_in_space_go_on_over_the_rounds() -> None:
    """Carried without twist they come back turned; s counts the rounds, and the distances do not jump."""
    first, second, wire = Contact("first", "wire"), Contact("second", "wire"), CURVES["wire"]
    for s in np.linspace(0, 6 * pi, 100):
        aside = 0.03 * wire.normal(s) + 0.02 * np.cross(wire.tangent(s), wire.normal(s))
        place = wire.point(s) + aside
        assert first.value(*place) == pytest.approx(0.03, abs=1e-13)
        assert second.value(*place) == pytest.approx(0.02, abs=1e-13)
    assert abs(wire.plain.angles[1]) > 0.1


@pytest.mark.parametrize("order", [0, 1, 2])
def test_a_lower_order_gives_the_same(order: int) -> None:
    pose = pose_of(beside(np.random.default_rng(1), "curve"), 0.0)
    for roll in (0, 1):
        full, slopes = Contact("curve", "egg", "polar", roll).at(pose, 3)
        part, same = Contact("curve", "egg", "polar", roll).at(pose, order)
        np.testing.assert_allclose(part[: order + 1], full[: order + 1], rtol=1e-15)  # two roundings
        np.testing.assert_array_equal(same, slopes)


def test_circle_on_circle_is_the_distance_of_the_centres() -> None:
    contact = Contact("curve", "ring", "circle")
    for x, y, psi in np.random.default_rng(2).uniform(3.5, 6.0, size=(20, 3)):
        contact.contacts[:] = np.nan
        centre = np.array([x, y]) + np.array([[np.cos(psi), -np.sin(psi)], [np.sin(psi), np.cos(psi)]]) @ (0.1, 0.2)
        assert contact.value(x, y, psi) == pytest.approx(np.hypot(*centre) - 3.0 - 1.1, abs=1e-14)


def test_circle_in_a_ring() -> None:
    contact = Contact("curve", "ring", "circle", side=-1)
    assert contact.value(0.4, 0.3, 0.0) == pytest.approx(3.0 - 1.1 - np.hypot(0.5, 0.5), abs=1e-14)
    roller = Contact("point", "ring", radius=0.5, side=-1)
    assert roller.value(1.2, -0.9, 0.0) == pytest.approx(3.0 - 0.5 - 1.5, abs=1e-14)


def test_point_on_ellipse() -> None:
    """The foot is where the evolute's tangent says: p = c(u) + d n(u), for points made that way."""
    ellipse = CURVES["ellipse"]
    contact = Contact("point", "ellipse", radius=0.1)
    for u, d in np.random.default_rng(3).uniform((0, -0.4), (2 * pi, 3), size=(30, 2)):
        contact.contacts[:] = np.nan
        p = ellipse.point(u) + d * ellipse.normal(u)
        assert contact.value(*p, 0.0) == pytest.approx(d - 0.1, abs=1e-13)
        assert contact.contacts[0, 0] % (2 * pi) == pytest.approx(u, abs=1e-11)


def test_face_on_ellipse_is_its_support() -> None:
    """Half width of an ellipse across a direction: sqrt(a^2 cos^2 + b^2 sin^2) of the angle from its axis a."""
    contact = Contact("face", "ellipse")
    for psi in np.linspace(-7, 7, 50):
        across = psi + pi / 2 - pi / 6
        support = np.hypot(1.2 * np.cos(across), 0.8 * np.sin(across))
        assert contact.value(-2 * np.sin(psi), 2 * np.cos(psi), psi) == pytest.approx(2 - support, abs=1e-14)


def test_a_sharp_nose_is_found_from_anywhere() -> None:
    """Rounding of the parameter, 1e-15, turns the tangent at the nose by 40 times as much; the arm is 3: 1e-12."""
    contact = Contact("face", "blade")
    for psi in np.linspace(0, 2 * pi, 100):
        contact.contacts[:] = np.nan
        support = np.hypot(2.0 * np.sin(psi), 0.05 * np.cos(psi))
        assert contact.value(-3 * np.sin(psi), 3 * np.cos(psi), psi) == pytest.approx(3 - support, abs=1e-12)


@pytest.mark.parametrize("name", CONVEX)
@pytest.mark.parametrize("kind", KINDS)
def test_force_goes_through_the_contact_point(kind: str, name: str) -> None:
    """On a closed gap, force and moment about p of gap and slip are those of unit forces at the contact point."""
    rng = np.random.default_rng([len(kind), CONVEX.index(name), 7])
    curve = CURVES[name]
    for _ in range(5):
        normal = Contact(kind, name, "egg", 0, radius=0.3)
        x, y, psi = beside(rng, kind)[:, 0]
        for _ in range(4):  # close the gap along its own slope
            jet, slopes = normal.at((x, y, psi), 0)
            x, y = x - jet[0] * slopes[0], y - jet[0] * slopes[1]
        assert abs(normal.value(x, y, psi)) < 1e-14
        rolling = Contact(kind, name, "egg", 1, radius=0.3)
        s = normal.contacts[0, 0]
        c, directions = curve.point(s), (curve.normal(s), curve.tangent(s))
        for contact, direction in zip((normal, rolling), directions, strict=True):
            _, slopes = contact.at((x, y, psi), 0)
            moment = (c[0] - x) * direction[1] - (c[1] - y) * direction[0]
            np.testing.assert_allclose(slopes, [*direction, moment], atol=1e-12)


def test_a_wheel_that_rolls_round_a_ring_does_not_slip_for_many_rounds() -> None:
    """Outside: psi = phi (1 + R / r); inside: psi = phi (1 - R / r), with the angle phi of the centre."""
    for side, radius in ((1, 0.5), (-1, 0.7)):
        wheel = Contact("point", "ring", roll=1, radius=radius, side=side)
        way = 3.0 + side * radius
        slips = []
        for phi in np.linspace(0, 6 * pi, 200):
            psi = phi * (1 + side * 3.0 / radius)
            slips.append(wheel.value(way * np.cos(phi), way * np.sin(phi), psi))
        assert np.ptp(slips) < 1e-12
        assert wheel.contacts[0, 0] == pytest.approx(6 * pi)


def test_a_wheel_on_a_track_rolls_by_its_arc_length() -> None:
    """Slip is constant for psi = angle of the tangent - arc / r: the wheel turns backwards, as wheels do."""
    track, radius = CURVES["track"], 0.25
    wheel = Contact("point", "track", roll=1, radius=radius)
    slips = []
    for s in np.linspace(-2.9, 2.9, 60):
        t = track.tangent(s)
        psi = np.arctan2(t[1], t[0]) - track.arc_length(s) / radius
        slips.append(wheel.value(*(track.point(s) + radius * track.normal(s)), psi))
    assert np.ptp(slips) < 1e-13


def test_two_ellipses_of_one_size_roll_on_each_other_about_their_foci() -> None:
    """The elliptic gears of the textbooks: foci 2 a apart, turned about them so that r1 + r2 = 2 a."""
    a, b = 1.2, 0.8
    f = np.sqrt(a * a - b * b)
    curve = lw.ellipse(a, b, centre=(-f, 0))
    rows = tables([curve.plain])
    row = np.zeros(2, RELATION)
    row[0], row[1] = (kernels.CURVE, *[0] * 6, 1, 1, 0), (kernels.CURVE, 0, 0, 1, *[0] * 3, 1, 1, 0)
    contacts, series, jet, slopes = (
        np.full((1, CONTACT), np.nan),
        np.full((1, 2, SERIES), np.nan),
        *np.zeros((2, 4)),
    )
    gaps, slips = [], []
    for angle in np.linspace(0, 2 * pi, 90):
        r = b * b / (a + f * np.cos(angle))  # distance of the contact from the first focus, on the line of centres
        eccentric = np.arccos(np.clip((a - (2 * a - r)) / f, -1, 1))
        second = np.array([a * np.cos(eccentric) - f, b * np.sin(eccentric) * (1 if angle <= pi else -1)])
        turn = pi - np.arctan2(second[1], second[0])
        pose = np.zeros((4, 4))
        pose[:3, 0] = 2 * a * np.cos(angle), 2 * a * np.sin(angle), angle + turn
        pose[3, :2] = np.cos(angle + turn), np.sin(angle + turn)
        for n, found in ((0, gaps), (1, slips)):
            assert relate(row, n, *rows, pose, contacts, series, 0, jet, slopes) == kernels.OK
            found.append(jet[0])
    assert np.abs(gaps).max() < 1e-12
    assert np.ptp(slips) < 1e-11


def test_the_foot_goes_along_with_the_motion() -> None:
    """A point inside an ellipse stays with the side it came from, though the other becomes nearer."""
    contact = Contact("point", "ellipse", side=-1)
    axis = CURVES["ellipse"].point(pi / 2)
    gaps = [contact.value(*(w * axis), 0.0) for w in np.linspace(0.9, -0.2, 23)]
    assert gaps[-1] == pytest.approx(1.2 * 0.8)


def test_what_cannot_be_told_is_told() -> None:
    def status(contact: Contact, *pose: float) -> int:
        contact.at(pose, 2)
        return contact.status

    assert status(Contact("point", "track"), 4.0, 0.5, 0.0) == kernels.BEYOND_END
    assert status(Contact("point", "track"), 2.0, 0.5, 0.0) == kernels.OK
    assert status(Contact("point", "ring", side=-1), 0.0, 0.0, 0.0) == kernels.CENTRE
    assert status(Contact("face", "bowl"), 0.0, 0.5, 0.0) == kernels.HOLLOW
    wide = Contact("curve", "slot", "circle", side=-1)  # at the end of the slot, into which the circle does not go
    wide.contacts[0, :2] = 0.0, 0.0
    assert status(wide, 1.2 - 1.2, -0.2, 0.0) == kernels.HOLLOW


def test_beyond_its_end_a_track_goes_on_straight() -> None:
    track = CURVES["track"]
    end, tangent, normal = track.point(3.0), track.tangent(3.0), track.normal(3.0)
    contact = Contact("point", "track", radius=0.1)
    jet, slopes = contact.at((*(end + 0.4 * tangent + 0.3 * normal), 0.0), 0)
    assert contact.status == kernels.BEYOND_END
    assert jet[0] == pytest.approx(0.2, abs=1e-14)
    np.testing.assert_allclose(slopes[:2], normal, atol=1e-14)


@pytest.mark.parametrize("name", ["needle", "tiny", "huge", "uneven", "box"])
def test_a_point_beside_a_curve_is_where_it_was_put(name: str) -> None:
    """Points made as c + d n, twice round: gap and normal are exact to rounding, 1e-15 of the size.

    Parameters of a needle that differ by rounding have normals that differ by a thousand times as much at its ends.
    """
    curve, contact = CURVES[name], Contact("point", name)
    start, end = curve.range
    size = curve.plain.size
    for s in start + np.linspace(0.0, 2.0, 2001) * (end - start):
        normal = curve.normal(s)
        jet, slopes = contact.at((*(curve.point(s) + 0.3 * size * normal), 0.0), 2)
        assert contact.status == kernels.OK
        assert abs(jet[0] - 0.3 * size) < 3e-15 * size
        np.testing.assert_allclose(slopes[:2], normal, rtol=0, atol=1e-12 if name == "needle" else 1e-14)


@pytest.mark.parametrize("name", ["box", "track", "spline"])
def test_a_point_next_to_the_end_of_a_piece_is_where_it_was_put(name: str) -> None:
    """The curvature of the box jumps there, and the track goes on straight, bent by another 1e-12 of itself before."""
    curve, contact = CURVES[name], Contact("point", name)
    (start, end), bent = curve.range, 1e-12 * curve.length * float(np.abs(curve.curvature(curve.range)).max())
    steps = np.random.default_rng(5).permutation([0.0, *(10.0 ** -np.arange(1, 17)), *(-(10.0 ** -np.arange(1, 17)))])
    for s in (curve.plain.breaks[:, None] + steps).ravel():
        normal = curve.normal(s)
        jet, slopes = contact.at((*(curve.point(s) + 0.1 * normal), 0.0), 2)
        assert contact.status <= kernels.BEYOND_END
        assert abs(jet[0] - 0.1) < 3e-15
        close = 1e-14 if start <= s <= end else 1e-14 + bent
        np.testing.assert_allclose(slopes[:2], normal, rtol=0, atol=close)


@pytest.mark.parametrize("name", ["ellipse", "spline", "polar"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_rounds_cost_no_digits(kind: str, name: str) -> None:
    contact = Contact(kind, name, "ellipse")
    rounds = []
    for _ in range(100):
        found = []
        for angle in np.arange(40) * pi / 20:
            jet, slopes = contact.at((3 * np.cos(angle), 3 * np.sin(angle), angle - pi / 2), 2)
            assert contact.status == kernels.OK
            found.append([*jet[:3], *slopes])
        rounds.append(found)
    span = CURVES[name].range[1] - CURVES[name].range[0]
    assert 99 < contact.contacts[0, 0] / span < 101.1
    assert np.ptp(rounds, axis=0).max() < 1e-14
