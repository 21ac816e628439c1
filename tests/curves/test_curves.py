"""Curves: points, frames, arc length and corners against closed forms; files; sentences of faults.

Limits: 1e-14 of the size where nothing is lost but rounding; a derivative of order n of a fit loses another factor of
about ten for each order, which is why the fourth is asked to 1e-11 only.
"""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import linkwork as lw
from linkwork.curves import KINDS, from_data
from linkwork.expressions.constant import resolve_parameters

WAVY = [(r * np.cos(a), r * np.sin(a)) for a in np.arange(24) * pi / 12 for r in [1 + 0.1 * np.cos(3 * a)]]
CURVES = {
    "circle": lw.circle("30 mm", centre=(0.01, "20 mm")),
    "ellipse": lw.ellipse("40 mm", "20 mm", angle="30 deg"),
    "spline": lw.spline(WAVY, closed=True),
    "open spline": lw.spline([(x, np.sin(x)) for x in np.linspace(0, 3, 12)]),
    "polyline": lw.polyline([(0, 0), (1, 0), (1, 1), (0, 1)], radius="200 mm", closed=True),
    "polar": lw.polar("30 mm + 5 mm*cos(3*u)"),
    "curve": lw.curve("u", "0.1*sin(u)", over=(0, 10)),
    "helix": lw.curve("cos(u)", "sin(u)", over=(0, 12), z="0.1*u"),
}
PLANE = [name for name in CURVES if name != "helix"]


def test_every_kind_is_tried() -> None:
    assert {curve.KIND for curve in CURVES.values()} == set(KINDS) - {"cam"}


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_goes_through_a_file(name: str) -> None:
    data = CURVES[name].to_data()
    assert from_data(data) == CURVES[name]
    assert from_data(data).length == CURVES[name].length


@pytest.mark.parametrize("name", PLANE)
def test_frames_agree_with_differences(name: str) -> None:
    """Central differences of step h = 1e-5 of the range: right to h^2 and 1e-16 / h, about 1e-9."""
    curve = CURVES[name]
    start, end = curve.range
    s, h = np.linspace(start, end, 38)[1:-1] + 1e-3 * (end - start), 1e-5 * (end - start)
    step = curve.arc_length(s + h) - curve.arc_length(s - h)
    chord = curve.point(s + h) - curve.point(s - h)
    np.testing.assert_allclose(chord / step[:, None], curve.tangent(s), atol=1e-7)
    bend = (curve.tangent(s + h) - curve.tangent(s - h)) / step[:, None]
    left = curve.normal(s) * curve.plain.side
    size = curve.plain.size
    np.testing.assert_allclose((bend * left).sum(axis=1) * size, curve.curvature(s) * size, atol=2e-5)
    if not curve.jumps:
        rate = (curve.curvature(s + h) - curve.curvature(s - h)) / step
        np.testing.assert_allclose(
            rate * size**2, curve.curvature_rate(s) * size**2, atol=1e-9 + 1e-5 * np.ptp(rate * size**2)
        )


def test_fit_keeps_derivatives() -> None:
    s = np.linspace(0, 10, 1001)
    found = CURVES["curve"].plain.derivatives(s)[:, :, 1]
    for n, limit in enumerate((1e-16, 1e-16, 1e-16, 1e-15, 1e-12)):
        np.testing.assert_allclose(found[n], 0.1 * np.sin(s + n * pi / 2), atol=limit)


def test_arc_lengths_of_textbooks() -> None:
    """Circumference of an ellipse: 4 a E(e^2); parabola y = x^2 / 2 from 0 to 1: (sqrt 2 + asinh 1) / 2."""
    from scipy.special import ellipe

    assert CURVES["circle"].length == pytest.approx(2 * pi * 0.03, rel=1e-14)
    assert CURVES["ellipse"].length == pytest.approx(4 * 0.04 * ellipe(0.75), rel=1e-14)
    parabola = lw.curve("u", "u^2/2", over=(0, 1))
    assert parabola.length == pytest.approx((np.sqrt(2) + np.arcsinh(1)) / 2, rel=1e-14)
    assert CURVES["helix"].length == pytest.approx(12 * np.hypot(1, 0.1), rel=1e-14)
    assert float(CURVES["circle"].arc_length(5 * pi)) == pytest.approx(5 * pi * 0.03, rel=1e-14)


def test_curvatures_of_textbooks() -> None:
    """Ellipse: a b / (a^2 sin^2 + b^2 cos^2)^(3/2)."""
    u = np.linspace(0, 7, 50)
    wanted = 0.04 * 0.02 / ((0.04 * np.sin(u)) ** 2 + (0.02 * np.cos(u)) ** 2) ** 1.5
    np.testing.assert_allclose(CURVES["ellipse"].curvature(u), wanted, rtol=1e-12)
    np.testing.assert_allclose(CURVES["circle"].curvature(u), 1 / 0.03, rtol=1e-13)
    np.testing.assert_allclose(CURVES["circle"].normal(u), np.column_stack([np.cos(u), np.sin(u)]), atol=1e-14)


def test_a_spline_goes_through_its_points_with_a_smooth_jerk() -> None:
    spline = CURVES["spline"]
    for point in WAVY:
        s = spline.nearest(point)
        np.testing.assert_allclose(spline.point(s), point, atol=1e-14)
    plain = spline.plain
    before, after = (plain.derivatives(plain.breaks[1:-1] + d * 1e-9)[:4] for d in (-1, 1))
    np.testing.assert_allclose(before, after, atol=1e-6)  # the fourth derivative, about 100, times 2e-9
    assert not spline.corners
    assert not spline.jumps


def test_nearest_point_of_an_open_curve_may_be_its_end() -> None:
    assert CURVES["curve"].nearest((-1.0, 0.0)) == 0.0
    assert CURVES["curve"].nearest((4.0, 0.1 * np.sin(4.0))) == pytest.approx(4.0, abs=1e-12)


def test_something_narrow_is_not_overlooked() -> None:
    """A spike in the middle of a long curve, where the third derivative vanishes at every point of the first fit."""
    spike = lw.curve("u", "0.3*exp(-400*(u - 1)^2)", over=(-1, 3))
    s = np.linspace(-1, 3, 1001)
    np.testing.assert_allclose(spike.point(s)[:, 1], 0.3 * np.exp(-400 * (s - 1) ** 2), atol=1e-12)


def test_narrow_pieces_are_no_cusps() -> None:
    """The course changes twice within 1e-7 of a metre; the other pieces are to be parted for the arc length."""
    wave = lw.curve("u", "0.3*sin(4*u) + 1e-9*(max(u, 1)^2 - max(u, 1.0000001)^2)", over=(0, 7))
    smooth = lw.curve("u", "0.3*sin(4*u)", over=(0, 7))
    assert wave.length == pytest.approx(smooth.length, abs=1e-12)


def test_corners_and_jumps_are_known() -> None:
    square = lw.polyline([(0, 0), (2, 0), (2, 2), (0, 2)], closed=True)
    assert [round(s, 9) for s, _ in square.corners] == [2, 4, 6, 8]
    assert all(angle == pytest.approx(pi / 2) for _, angle in square.corners)
    assert "its curve has a corner of 90 deg at a parameter of 2:" in square.plain.unfit
    assert not CURVES["helix"].plain.unfit
    assert not CURVES["helix"].jumps
    rounded = CURVES["polyline"]
    assert not rounded.plain.unfit
    assert not rounded.corners
    assert len(rounded.jumps) == 8
    assert rounded.length == pytest.approx(4 * 0.6 + 2 * pi * 0.2)
    assert rounded.plain.side == -1.0
    heart = lw.polar("1 m + 0.5 m*abs(sin(u))")
    assert [round(s / pi, 9) for s, _ in heart.corners] == [1, 2]


def test_where_the_course_changes() -> None:
    """Pieces of a smooth curve meet without; dwell and rise of a cam do not, nor what has a third power of a size."""
    for name in ("circle", "ellipse"):
        assert not len(CURVES[name].plain.changes)
    assert list(lw.curve("u", "0.3*u^2 + abs(u - 0.1)^3", over=(-2, 2)).plain.changes) == [0.1]
    rise = [("180 deg", "20 mm", "poly4567"), ("180 deg", 0, "poly4567")]
    np.testing.assert_allclose(lw.cam(rise, "50 mm", roller_radius="10 mm").plain.changes, [pi, 2 * pi], atol=1e-12)


def test_parameters_of_the_model() -> None:
    track = lw.curve("R*cos(u)", "R*sin(u)", over=("0 deg", "turn"))
    parameters = resolve_parameters({"R": "50 mm", "turn": "90 deg"})
    assert track.solve(parameters).length == pytest.approx(0.05 * pi / 2)


def test_tables_and_functions_as_curves() -> None:
    angles = np.linspace(0, 2 * pi, 13)
    cam = lw.polar(lw.table(angles, [0.03 + 0.01 * round(np.cos(a), 12) for a in angles], "quintic", "periodic"))
    assert cam.point(0.0) == pytest.approx([0.04, 0.0])
    assert not cam.jumps
    traced = lw.curve(np.cos, np.sin, over=(0, 2 * pi), closed=True)
    assert traced.length == pytest.approx(2 * pi, rel=1e-14)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: lw.circle(-1), "This circle cannot be made: radius is '-1.0'; it must be positive."),
        (lambda: lw.circle("3 s"), "This circle cannot be made: for radius: '3 s' is a time; a length is expected"),
        (lambda: lw.curve("u^2", "u^3", over=(-1, 1)), "the curve stands still (it has a cusp) near 0"),
        (lambda: lw.curve("u^2", "u", over=(-1, 2), closed=True), "it ends 4.24 m away from where it begins"),
        (lambda: lw.curve("u", "sqrt(u)", over=(0, 1)), "This curve cannot be made: it has a corner or a pole at "),
        (lambda: lw.curve("u", "u", over=(1, 0)), "over is from 1 to 0; it must rise."),
        (lambda: lw.spline([(0, 0), (1, 0)]), "a spline needs at least 6 points, not 2."),
        (lambda: lw.spline([(0, 0), (0, 0), (1, 0)]), "points 1 and 2 are the same."),
        (lambda: lw.spline([(0, 0), (0, 0, 1)]), "its points must all have 2 coordinates, or all 3."),
        (lambda: lw.polyline([(0, 0), (1, 0), (1, 1)], 3), "its radius 3 m is too large for the line from point 1"),
        (lambda: lw.polyline([(0, 0), (1, 0)], -3), "radius is '-3.0'; it cannot be negative."),
    ],
)
def test_sentences(make, sentence: str) -> None:
    with pytest.raises(lw.ExpressionError) as caught:
        make().solve()
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "A curve needs a 'kind'."),
        ({"kind": "circel"}, "There is no kind of curve 'circel'."),
        ({"kind": "circle", "radios": 1}, "A curve of kind 'circle' has no field 'radios'."),
        ({"kind": "ellipse", "a": 1}, "A curve of kind 'ellipse' needs 'b'."),
    ],
)
def test_sentences_of_files(data, sentence: str) -> None:
    with pytest.raises(lw.ExpressionError) as caught:
        from_data(data)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("y", ["3 kg*u", "sin(3 kg*u)", "2 s*u^2", "1 m*u/(2 s)"])
def test_coordinates_with_a_mass_or_a_time_are_refused(y: str) -> None:
    with pytest.raises(lw.ExpressionError, match=r"is a (mass|time|speed|quantity)"):
        lw.curve("u", y, over=(0, 1)).solve()


@pytest.mark.parametrize("y", ["u", "0.3*u", "3 m*u", "u^2/(2 m)", "5 mm + u", "2 rad*u", "5 mm*sin(u) + 1 mm*u"])
def test_the_parameter_is_a_number_an_angle_or_a_length(y: str) -> None:
    assert lw.curve("u", y, over=(0.1, 1)).length > 0.0
