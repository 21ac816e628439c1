"""Cams: the follower in every position touches the profile; closed forms; files, pictures and sentences.

The profile is judged by the relations of contact, which know nothing of cams: the gap of the follower, moved by hand,
must be zero to rounding, 1e-13 of the size; 1e-12 of a metre is asked.
"""

from __future__ import annotations

import re
from math import pi
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from contact_relation import relate
from linkwork.curves import from_data, tables
from linkwork.errors import ExpressionError, LinkworkError, ModelError
from linkwork.kernels.contacts import relations as kernels
from linkwork.kernels.tables.records import CONTACT, RELATION, SERIES

LENGTHS = [("90 deg", "20 mm", "cycloidal"), ("90 deg", "dwell"), ("120 deg", 0, "poly4567"), ("60 deg", "dwell")]
ANGLES = [("120 deg", "12 deg", "modified_sine"), ("60 deg", "dwell"), ("180 deg", 0, "modified_trapezoid")]
CAMS = {
    "roller": lw.cam(LENGTHS, "40 mm", roller_radius="10 mm"),
    "offset roller": lw.cam(LENGTHS, "40 mm", roller_radius="10 mm", offset="8 mm"),
    "clockwise roller": lw.cam(LENGTHS, "40 mm", roller_radius="10 mm", offset="8 mm", clockwise=True),
    "knife": lw.cam(LENGTHS, "40 mm", "knife", offset="-5 mm"),
    "flat": lw.cam(LENGTHS, "60 mm", "flat"),
    "clockwise flat": lw.cam(LENGTHS, "60 mm", "flat", clockwise=True),
    "arm": lw.cam(ANGLES, "40 mm", roller_radius="8 mm", pivot="90 mm", arm="80 mm"),
    "clockwise arm": lw.cam(ANGLES, "40 mm", roller_radius="8 mm", pivot="90 mm", arm="80 mm", clockwise=True),
    "knife on an arm": lw.cam(ANGLES, "40 mm", "knife", pivot="90 mm", arm="80 mm"),
    "flat arm": lw.cam(ANGLES, "60 mm", "flat", pivot="120 mm", offset="5 mm"),
    "clockwise flat arm": lw.cam(ANGLES, "60 mm", "flat", pivot="120 mm", offset="-5 mm", clockwise=True),
}
U = np.linspace(0, 2 * pi, 181)


def turned(angle: float, point) -> np.ndarray:
    cs, sn = np.cos(angle), np.sin(angle)
    return np.array([cs * point[0] - sn * point[1], sn * point[0] + cs * point[1]])


def follower_pose(cam: lw.Cam, u: float) -> tuple[float, float, float]:
    """Place the follower in ground axes by trigonometry, then turn the ground back by the cam angle."""
    s, turn = float(cam.motion(u)[0]), -u if not cam.clockwise else u
    g = cam.geometry()
    reach = g.base + g.roller
    if cam.pivot is None and cam.follower == "flat":
        point, angle = (0.0, g.base + s), 0.0
    elif cam.pivot is None:
        point, angle = (g.offset, np.sqrt(reach**2 - g.offset**2) + s), 0.0
    elif cam.follower == "flat":
        arm = np.arcsin((g.base - g.offset) / g.pivot) + s
        point, angle = (g.pivot + g.offset * np.sin(arm), g.offset * np.cos(arm)), -arm
    else:
        arm = np.arccos((g.arm**2 + g.pivot**2 - reach**2) / (2 * g.arm * g.pivot)) + s
        point, angle = (g.pivot - g.arm * np.cos(arm), g.arm * np.sin(arm)), -arm
    return (*turned(turn, point), angle + turn)


@pytest.mark.parametrize("name", CAMS)
def test_the_follower_touches_the_profile_everywhere(name: str) -> None:
    cam = CAMS[name]
    rows, pose = np.zeros(1, RELATION), np.zeros((4, 4))
    kind = kernels.FACE if cam.follower == "flat" else kernels.POINT
    rows[0] = (kind, *[0] * 6, 1, 1, cam.geometry().roller)
    data, contacts, jet, slopes = tables([cam.plain]), np.full((1, CONTACT), np.nan), np.zeros(4), np.zeros(3)
    series = np.full((1, 2, SERIES), np.nan)
    for u in U:
        pose[:3, 0] = follower_pose(cam, u)
        pose[3, :2] = np.cos(pose[2, 0]), np.sin(pose[2, 0])
        assert relate(rows, 0, *data, pose, contacts, series, 0, jet, slopes) == kernels.OK
        assert abs(jet[0]) < 1e-12
        assert np.linalg.norm(cam.point(contacts[0, 0]) - cam.point(u)) < 1e-9


@pytest.mark.parametrize("name", CAMS)
def test_radius_of_curvature_is_that_of_the_curve(name: str) -> None:
    cam = CAMS[name]
    u = U + 0.003  # beside the ends of segments
    bulge = cam.curvature(u) * (1 if cam.clockwise else -1)
    np.testing.assert_allclose(bulge * cam.radius_of_curvature(u), 1, rtol=1e-9)
    assert not cam.corners


@pytest.mark.parametrize("name", ["roller", "offset roller", "clockwise roller", "knife"])
def test_pressure_angle_of_textbooks(name: str) -> None:
    """The normal goes through the instant centre at s' on the line across: tan = (s' - e) / (s + sqrt(Rp^2 - e^2))."""
    cam = CAMS[name]
    s, v, _, _ = cam.motion(U)
    g = cam.geometry()
    wanted = (g.turn * v - g.offset) / (s + np.sqrt((g.base + g.roller) ** 2 - g.offset**2))
    np.testing.assert_allclose(np.tan(cam.pressure_angle(U)), wanted, atol=1e-13)


@pytest.mark.parametrize("name", ["arm", "clockwise arm"])
def test_pressure_angle_of_an_arm_from_the_power(name: str) -> None:
    """Unit normal force: its moment about the cam's centre times its speed is that about the pivot times the arm's."""
    cam = CAMS[name]
    g, v = cam.geometry(), cam.motion(U)[1]
    for u, rate, phi in zip(U, v, cam.pressure_angle(U), strict=True):
        x, y, angle = follower_pose(cam, u)
        centre = turned(g.turn * u, (x, y))
        way = turned(pi / 2 + angle + g.turn * u, (1, 0))
        normal = turned(phi, way)
        moment = centre[0] * normal[1] - centre[1] * normal[0]
        assert moment * g.turn == pytest.approx(g.arm * np.cos(phi) * rate, abs=1e-14)


def test_pressure_angle_of_a_flat_face_is_zero() -> None:
    assert not CAMS["flat"].pressure_angle(U).any()


def test_a_harmonic_flat_face_cam_is_an_eccentric_circle() -> None:
    """h = R - e cos u is the support of a circle of radius R, its centre e away."""
    cam = lw.cam("5 mm*(1 - cos(u))", "25 mm", "flat")
    away = np.linalg.norm(cam.point(U) - np.array([0.0, -0.005]), axis=1)
    np.testing.assert_allclose(away, 0.03, rtol=1e-13)
    np.testing.assert_allclose(cam.radius_of_curvature(U), 0.03, rtol=1e-13)


def test_smallest_base_of_a_flat_follower_is_the_closed_form() -> None:
    """Base + s + s'' > 0, at the grid of angles: to 1e-6 of the peak, a parabola over half a step."""
    cam = CAMS["flat"]
    u = np.linspace(0, 2 * pi, 200_001)
    s, _, a, _ = cam.motion(u)
    assert cam.smallest_base() == pytest.approx(-(s + a).min(), rel=1e-6)
    assert cam.smallest_base(curvature="10 mm") == pytest.approx(0.01 - (s + a).min(), rel=1e-6)


@pytest.mark.parametrize("name", ["roller", "offset roller", "clockwise roller", "knife", "clockwise arm"])
def test_smallest_base_keeps_the_pressure_angle_just_so(name: str) -> None:
    cam = CAMS[name]
    base = cam.smallest_base("35 deg")
    best, less = (
        np.degrees(np.abs(cam.with_base(base * k).pressure_angle(np.linspace(0, 2 * pi, 7201))).max())
        for k in (1, 0.98)
    )
    assert best == pytest.approx(35, abs=1e-4)
    assert less > 35.01


def test_undercut_is_told_and_can_be_avoided() -> None:
    program = [("40 deg", "20 mm", "cycloidal"), ("40 deg", 0, "cycloidal"), ("280 deg", "dwell")]
    tight = lw.cam(program, "20 mm", roller_radius="12 mm")
    assert "The profile is undercut at a cam angle of 32.35 deg" in tight.undercut
    assert "the roller one of 12 mm. A base circle of more than" in tight.undercut
    with pytest.raises(lw.ExpressionError, match="undercut"):
        tight.solve()
    least = tight.smallest_base()
    assert f"{least * 1e3:.6g} mm" in tight.undercut
    assert not tight.with_base(least * 1.0001).undercut
    assert tight.with_base(least * 0.9999).undercut
    radius = tight.with_base(tight.smallest_base(curvature="3 mm")).radius_of_curvature(np.linspace(0, 7, 7001))
    assert radius[radius > 0].min() == pytest.approx(0.003, rel=1e-3)
    flat = lw.cam(program, "20 mm", "flat")
    assert "a flat face needs one that bulges" in flat.undercut


def test_what_it_says() -> None:
    lines = str(CAMS["roller"]).splitlines()
    assert lines[0] == "Cam with translating roller follower: lift 20 mm on a base circle of 40 mm."
    assert lines[1].startswith("Largest pressure angle ")
    assert "Cam with oscillating flat follower: lift 12 deg" in str(CAMS["flat arm"])


def test_motion_is_that_of_the_laws() -> None:
    """Peak acceleration of a cycloidal rise: 2 pi h / beta^2, at a quarter; at the end it dwells."""
    cam = CAMS["roller"]
    s, v, a, j = cam.motion(np.array([pi / 8, pi / 2, 3.0]))
    assert a[0] == pytest.approx(2 * pi * 0.02 / (pi / 2) ** 2)
    assert s[1:] == pytest.approx([0.02, 0.02])
    assert abs(v[2]) + abs(a[2]) + abs(j[2]) < 1e-15


@pytest.mark.parametrize("name", CAMS)
def test_a_cam_goes_through_a_file(name: str) -> None:
    assert from_data(CAMS[name].to_data()) == CAMS[name]


def test_the_pitch_curve_lies_a_roller_outside() -> None:
    cam = CAMS["offset roller"]
    away = cam.pitch.point(U) - cam.point(U)
    np.testing.assert_allclose(away, 0.01 * cam.normal(U), atol=1e-14)


def test_drawing_for_machines(tmp_path: Path) -> None:
    cam = CAMS["offset roller"]
    cam.to_dxf(tmp_path / "cam.dxf", tolerance="2 um")
    lines = (tmp_path / "cam.dxf").read_text("ascii").splitlines()
    groups = list(zip(map(int, lines[::2]), lines[1::2], strict=True))
    assert groups[:3] == [(0, "SECTION"), (2, "ENTITIES"), (0, "POLYLINE")]
    assert (70, "1") in groups  # closed
    assert groups[-3:] == [(0, "SEQEND"), (0, "ENDSEC"), (0, "EOF")]
    first = groups.index((0, "VERTEX"))
    x, y = ([float(value) for code, value in groups[first:] if code == axis] for axis in (10, 20))
    points = np.column_stack([x, y]) / 1e3
    middles = (points + np.roll(points, -1, axis=0)) / 2
    gaps = [np.linalg.norm(cam.point(cam.nearest(p)) - p) for p in middles[::7]]
    assert 0.2e-6 < max(gaps) < 2e-6


def test_tables_of_files(tmp_path: Path) -> None:
    cam = CAMS["arm"]
    cam.to_csv(tmp_path / "cam.csv", count=73)
    head, *rows = (tmp_path / "cam.csv").read_text("utf-8").splitlines()
    assert head.startswith("cam angle [deg],lift [rad],velocity [rad/rad]")
    values = np.array([[float(v) for v in row.split(",")] for row in rows])
    u = np.radians(values[:, 0])
    np.testing.assert_allclose(values[:, 1:5].T, cam.motion(u), atol=1e-12)
    np.testing.assert_allclose(values[:, 7:], cam.point(u), atol=1e-14)


@pytest.mark.parametrize("name", ["offset roller", "flat arm"])
def test_picture(name: str, tmp_path: Path) -> None:
    CAMS[name].plot(tmp_path / "cam.svg")
    assert "cam angle [deg]" in (tmp_path / "cam.svg").read_text("utf-8")


DWELL = ("270 deg", "dwell")
RISE = ("90 deg", "20 mm", "cycloidal")
FALL = ("270 deg", 0, "cycloidal")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: lw.cam([RISE], "40 mm", "knife"), "add up to 90 deg; one turn of the cam, 360 deg, is expected."),
        (lambda: lw.cam([("90 deg", 1, "cyclodial"), DWELL], 1, "knife"), "there is no law 'cyclodial'. Did you mean"),
        (lambda: lw.cam([("90 deg", 1), DWELL], 1, "knife"), "segment 1 of the program has 2 entries"),
        (lambda: lw.cam([("-90 deg", "dwell"), DWELL], 1, "knife"), "an angle above zero is expected"),
        (lambda: lw.cam([("90 deg", "2 kg", "step"), DWELL], 1, "knife"), "for segment 1 of the program: '2 kg' is"),
        (lambda: lw.cam([RISE, DWELL], "40 mm"), "a roller needs one, a 'knife' has none."),
        (lambda: lw.cam([RISE, DWELL], "40 mm", "flat", "1 mm"), "a flat follower has no roller"),
        (lambda: lw.cam([RISE, FALL], "40 mm", "knife", offset="50 mm"), "its offset, 0.05 m, is not less than"),
        (lambda: lw.cam([DWELL, ("90 deg", "dwell")], "40 mm", "knife", arm=1), "needs both pivot and arm"),
        (lambda: lw.cam([DWELL, ("90 deg", "dwell")], 1, "knife", arm=1, pivot=3), "does not reach the base circle"),
        (lambda: lw.cam("1 mm*u", "40 mm", "knife"), "its lift is 0 m at the cam angle u = 0 and 0.00628319 m after"),
        (lambda: lw.cam([RISE, DWELL], "40 mm", "knife"), "leads to the same level, 0.02 m, and the turn"),
        (lambda: lw.cam("20 mm*sin(u)", "40 mm", "knife", arm=1, pivot=1), "is a length; an angle is expected"),
        (lambda: lw.cam([RISE], "40 mm", "nife"), "There is no follower 'nife'. Did you mean 'knife'?"),
    ],
)  # fmt: skip
def test_sentences(make, sentence: str) -> None:
    with pytest.raises(lw.ExpressionError) as caught:
        make().solve()
    assert sentence in str(caught.value)


def test_files_of_no_use_are_refused(tmp_path):
    cam = lw.cam([("180 deg", 0.01, "cycloidal"), ("180 deg", 0, "cycloidal")], base_radius=0.03, follower="knife")
    for tolerance in (0, "-1 um"):
        with pytest.raises(ModelError, match="chords may leave the profile, more than 0 m"):
            cam.to_dxf(tmp_path / "cam.dxf", tolerance=tolerance)
    with pytest.raises(ModelError, match="a whole number from 2 on, not 0"):
        cam.to_csv(tmp_path / "cam.csv", count=0)
    assert not list(tmp_path.iterdir())


def test_angles_as_texts() -> None:
    cam = CAMS["roller"]
    for asked in (cam.motion, cam.pressure_angle, cam.radius_of_curvature, cam.point, cam.curvature):
        assert np.array_equal(asked("90 deg"), asked(np.pi / 2))
        with pytest.raises(ModelError, match=r"parameter of a curve is a number .*, not \['x'\]"):
            asked(["x"])


def test_files_that_cannot_be_written_and_arms_that_are_none(tmp_path: Path) -> None:
    for write in (CAMS["roller"].to_dxf, CAMS["roller"].to_csv):
        with pytest.raises(LinkworkError, match="there is no folder"):
            write(tmp_path / "nowhere" / "cam")
    with pytest.raises(ExpressionError, match="a flat follower has no arm"):
        lw.cam("5 mm*(1 - cos(u))", "25 mm", "flat", pivot=0.1, arm=0.05).geometry()


@pytest.mark.parametrize("follower", [{"roller_radius": "5 mm"}, {"follower": "flat"}])
@pytest.mark.parametrize(
    ("lift", "words"),
    [
        (
            "5 mm*abs(sin(u))",
            "its lift has a kink at a cam angle of 180 deg, where its slope goes from -0.005 to 0.005",
        ),
        ("1 mm*u*(2*pi - u)", "its lift has a kink at a cam angle of 0 deg"),
        ("if(u < 1, 0 mm, if(u < 2, 5 mm, 0 mm))", r"its lift jumps from .* m at a cam angle of \d+\.\d+ deg"),
    ],
)
def test_a_lift_that_breaks_makes_no_cam(lift, words, follower):
    cam = lw.cam(lift, base_radius="40 mm", **follower)
    assert re.search(words, str(cam))
    with pytest.raises(LinkworkError, match=words):
        cam.point(0.0)


@pytest.mark.parametrize(
    "lift", ["5 mm*(1 - cos(12*u))", "0.5 mm*tanh(60*sin(u))", "if(u < pi, 0 mm, 5 mm*(1 - cos(2*u)))"]
)
def test_a_steep_lift_is_not_a_broken_one(lift):
    assert "Smallest radius of curvature" in str(lw.cam(lift, base_radius="60 mm", roller_radius="1 mm"))


def test_segments_meet_once() -> None:
    """114 deg is 1.9896753472735358 rad as the sum of the segments, one step of a float less as the end of the law."""
    program = [("114 deg", "9.5 deg", "step"), ("246 deg", 0, "poly4567")]
    cam = lw.cam(program, "30 mm", "knife", pivot="133 mm", arm="141 mm", clockwise=True)
    assert len(cam.design.breaks) == 3
    ends = cam.point([0.0, 2 * pi])
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-14)
