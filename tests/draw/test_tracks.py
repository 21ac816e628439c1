"""Contacts on curves are drawn: profile, roller, face, track."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.draw.items import Line, Polygon, Polyline
from linkwork.draw.report.film import Film
from linkwork.draw.tracks import curve_points, tracks_of
from linkwork.draw.view import make_view

RISE = [("120 deg", "8 mm", "poly345"), ("60 deg", "dwell"), ("180 deg", 0, "cycloidal")]


def turned_cam(follower: str):
    """Return a cam with its follower over a turn."""
    roller = "10 mm" if follower == "roller" else 0.0
    cam = lw.cam(RISE, base_radius="30 mm", follower=follower, roller_radius=roller)
    m = lw.Mechanism("cam", plane="xy")
    disc, tappet = m.body("disc"), m.body("tappet")
    m.revolute("shaft", m.ground.at(0, 0), disc.at(0, 0))
    m.prismatic("guide", m.ground.at(0, 0.1), tappet.at(0, 0.05), axis="y")
    if follower == "roller":
        m.point_on_curve("contact", disc.at(0, 0), tappet.at(0, 0), curve=cam, radius="10 mm")
        m.place(tappet, at=(0, 0.04))
    else:
        m.face_on_curve("contact", disc.at(0, 0), tappet.at(0, 0), curve=cam)
        m.place(tappet, at=(0, 0.03))
    m.drive("shaft.angle", "1 + 2*pi*t")
    return cam, m.move(np.linspace(0, 1, 25))


def of(motion, kind, style: str):
    """Return the points of the only item of a kind and style in the drawing of the first position."""
    items = [i for i in motion.draw(at=0.0).items if isinstance(i, kind) and i.style == style]
    assert len(items) == 1
    return np.array(items[0].points if kind is not Line else [items[0].start, items[0].end])


def test_profile_turns_with_the_cam_and_carries_the_roller():
    cam, motion = turned_cam("roller")
    profile = of(motion, Polygon, "plate-1")
    c, s = np.cos(1.0), np.sin(1.0)
    for x, y in profile:
        own = np.array([c * x + s * y, c * y - s * x])
        assert np.linalg.norm(cam.point(cam.nearest(own)) - own) < 1e-12  # rounding of lengths of 0.04
    roller = of(motion, Polygon, "disc-2")
    centre = motion.body("tappet").position[0]
    np.testing.assert_allclose(np.linalg.norm(roller - centre, axis=1), 0.01, rtol=1e-12)
    # neither cuts into the other: chords of 4 deg lie within r (1 - cos 2 deg) = 6e-4 r of their arcs
    assert np.linalg.norm(profile - centre, axis=1).min() > 0.01 * (1 - 6e-4)


def test_the_face_is_as_long_as_the_contact_needs():
    _, motion = turned_cam("flat")
    (x0, y0), (x1, y1) = _face(motion)
    shift = motion.contact("contact").parameter_b
    assert x0 < shift.min() < 0 < shift.max() < x1
    assert y0 == pytest.approx(y1, abs=1e-15)
    assert y0 == pytest.approx(motion.contact("contact").point[0, 1], abs=1e-12)


def _face(motion):
    lines = [i for i in motion.draw(at=0.0).items if isinstance(i, Line) and i.name == "contact"]
    assert len(lines) == 1
    return lines[0].start, lines[0].end


@pytest.mark.parametrize("follower", ["roller", "flat"])
def test_a_film_shows_the_same_lines_in_every_frame(follower):
    _, motion = turned_cam(follower)
    film = Film(motion, make_view(motion.model.space, None))
    parts = [p for p in film.parts if p.item.name == "contact"]
    assert len(parts) == 3  # profile, what touches it, and its point
    assert all(p.seen.all() for p in parts)


def wheel_in(bowl, side: str):
    m = lw.Mechanism("bowl", plane="xy")
    wheel = m.body("wheel")
    m.point_on_curve("rim", m.ground.at(0, 0), wheel.at(0, 0), curve=bowl, radius=0.1, rolling=True, side=side)
    m.place(wheel, at=(0.1, -0.45))
    return m.assemble().motion


@pytest.mark.parametrize(
    ("bowl", "side"), [(lw.ellipse(1.0, 0.6), "other"), (lw.curve("u", "0.3*u^2 - 0.55", over=(-1, 1)), "free")]
)
def test_the_ground_is_hatched_on_the_far_side_of_a_track(bowl, side):
    motion = wheel_in(bowl, side)
    items = motion.draw().items
    assert len([i for i in items if isinstance(i, Polyline) and i.style == "floor"]) == 1
    hatches = [i for i in items if isinstance(i, Line) and i.style == "hatch"]
    assert len(hatches) > 30
    for line in hatches:
        s = bowl.nearest(line.start)
        away = bowl.normal(s) * (1 if side == "free" else -1)
        assert (np.array(line.end) - line.start) @ away < 0
    assert [i.style for i in items if isinstance(i, Line) and i.style.startswith("edge")] == ["edge-1"]


def test_an_open_track_is_drawn_as_far_as_the_wheel_runs():
    m = lw.Mechanism("ramp", plane="xy")
    block = m.body("block")
    m.point_on_curve("foot", m.ground.at(0, 0), block.at(0, 0), curve=lw.curve("u", "0.1*u^2", over=(0, 1)))
    m.constant_orientation("upright", m.ground.at(0, 0), block.at(0, 0))
    m.place(block, at=(0.5, 0.025))
    m.drive("block.x", "0.5 + t")
    motion = m.move(np.linspace(0, 1, 5))
    floor = of(motion, Polyline, "floor")
    assert floor[-1] == pytest.approx([1.5, 0.1 + 0.2 * 0.5], abs=1e-12)  # straight on beyond the end


def test_points_are_close_where_a_curve_bends():
    frame = lw.polyline([(0, 0), (1, 0), (1, 0.5), (0, 0.5)], radius=0.05, closed=True).plain
    points = curve_points(frame, frame.start, frame.end)
    steps = np.diff(points, axis=0)
    turn = np.diff(np.unwrap(np.arctan2(steps[:, 1], steps[:, 0])))
    assert np.degrees(turn).max() < 8.5  # two chords of 4 deg each, and the grid they are taken from
    assert len(points) < 150


def test_a_wire_is_drawn_in_space():
    """A helix seen from any side: its points lie on it, close where it bends, without hatching or a filled outline."""
    m = lw.Mechanism("wire")
    bead = m.body("bead")
    helix = lw.curve("0.3*cos(u)", "0.3*sin(u)", (0, 12), "0.1*u")
    m.point_on_curve("wire", m.ground.at(0, 0, 0), bead.at(0, 0, 0), curve=helix)
    m.constant_orientation("upright", m.ground.at(0, 0, 0), bead.at(0, 0, 0))
    m.place(bead, at=(0.3, 0, 0))
    m.drive("bead.z", "0.1 + 0.5*t")
    motion = m.move(np.linspace(0, 1, 11))
    (track,) = tracks_of(motion)["wire"]
    assert track.kind == "wire"
    u = track.points[:, 2] / 0.1
    np.testing.assert_allclose(track.points[:, :2], 0.3 * np.column_stack([np.cos(u), np.sin(u)]), atol=1e-12)
    assert np.degrees(np.diff(u)).max() < 8.5
    assert motion.draw().svg().count("<") > 10
