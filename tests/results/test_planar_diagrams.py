"""Instant centres, centrodes, polygons and curvature: geometry, closed forms, words."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.marker import Marker
from linkwork.errors import ModelError

PLANAR = lw.gallery.names("planar")


def moved(name: str, count: int = 61, derivatives: int = 2):
    entry = lw.gallery.info(name)
    return lw.gallery.get(name).move(0.013 + 0.97 * entry.times(count), derivatives=derivatives)


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def meeting(p, q, r, s):
    """Where the line through p and q meets the line through r and s."""
    t = cross(r - p, s - r) / cross(q - p, s - r)
    return p + t * (q - p)


# ---- instant centres


def test_centre_of_a_four_bar_is_where_its_links_meet():
    run = moved("four-bar")
    a, b, c, d = (run.point(run.model.joints[n].b).position for n in "ABCD")
    for k in (3, 17, 40):
        found = run.instant_centres(at=k)
        close = 1e-9 * run.plan.length * (1 + np.hypot(*found["ground", "coupler"].point) / run.plan.length) ** 2
        assert found["coupler", "ground"].point == pytest.approx(meeting(a[k], b[k], d[k], c[k]), abs=close)
        assert found["crank", "rocker"].point == pytest.approx(meeting(a[k], d[k], b[k], c[k]), abs=close)
        assert [centre.joint for centre in found] == ["A", "", "D", "B", "", "C"]
        assert len(found) == 6


def test_piston_has_its_centre_at_infinity():
    found = moved("slider-crank").instant_centres(at=5)["ground", "slider"]
    assert found.point is None
    assert abs(found.direction @ [1.0, 0.0]) == pytest.approx(0.0, abs=1e-9)  # across the rail
    assert "at infinity" in str(found)


def test_bodies_at_rest_to_each_other_have_no_centre():
    run = moved("geneva drive")
    entry = lw.gallery.info("geneva drive")
    dwell = lw.gallery.get("geneva drive").move(entry.times(201))
    still = [k for k in range(len(dwell)) if abs(dwell.body("wheel").angular_velocity[k]) < 1e-12]
    assert still
    centre = dwell.instant_centres(at=still[0])["ground", "wheel"]
    assert centre.point is None
    assert "do not move relative" in str(centre)
    assert len(run.instant_centres(at=0)) == 3


@pytest.mark.parametrize("name", PLANAR)
def test_both_bodies_have_one_velocity_in_their_centre_and_three_centres_lie_on_a_line(name):
    run = moved(name, 5, 1)
    from linkwork.results.diagrams.rigid import Rigid

    rigid, found = Rigid(run, 2), run.instant_centres(at=2)
    speed = max(1e-300, np.abs(run.motions[:, :, 0]).max() * max(1.0, run.plan.length))
    for centre in found:
        if centre.point is None:
            continue
        place = np.append(centre.point, 0.0)
        far = 1.0 + np.hypot(*centre.point) / run.plan.length
        one, two = (rigid.velocity(rigid.number(body), place) for body in (centre.a, centre.b))
        assert np.abs(one - two).max() <= 1e-9 * speed * far
        for a, b in found.through(centre):
            if a.point is not None and b.point is not None:
                u, v = a.point - centre.point, b.point - centre.point
                spread = max(np.hypot(*p) for p in (u, v, a.point, b.point, centre.point)) + run.plan.length
                # a centre is rounding times its distance over how fast the bodies turn relative to each other
                turning = min(abs(c.angular_velocity) for c in (a, b, centre)) * run.plan.length
                assert abs(cross(u, v)) <= 1e-11 * spread**2 * max(1.0, speed / turning) ** 2


def test_instant_centres_in_words():
    found = moved("four-bar").instant_centres(at=3)
    assert "P23  crank and coupler: at" in str(found)
    assert "the pin B" in str(found)
    worked = found.equations()
    assert worked[0].lines[0] == "x = x_G - v_G,y / ω, y = y_G + v_G,x / ω"
    numbers = worked[0].numbers.split(", y = ")
    assert [eval(numbers[0].removeprefix("x = ")), eval(numbers[1])] == pytest.approx(
        found["ground", "coupler"].point, rel=1e-3
    )


def test_what_is_not_planar_is_refused():
    run = lw.gallery.get("spatial four-bar").move([0.0, 0.1])
    with pytest.raises(ModelError, match="moves in space"):
        run.instant_centres(at=0)
    with pytest.raises(ModelError, match="Centrodes belong to motion in a plane"):
        run.centrodes(run.bodies[0])
    with pytest.raises(ModelError, match="There is no body 'copler'"):
        moved("four-bar").centrodes("copler")
    with pytest.raises(ModelError, match="given twice"):
        moved("four-bar").centrodes("crank", "crank")


# ---- centrodes


def test_centrodes_roll_on_each_other_without_slipping():
    """Arcs between two times are equally long, up to the error of chords, which falls with the square of the step."""
    entry = lw.gallery.info("four-bar")
    errors = []
    for count in (201, 401):
        run = lw.gallery.get("four-bar").move(np.linspace(0.05, 0.15, count) * entry.duration)
        found = run.centrodes("coupler", "ground")
        fixed, moving = (np.hypot(*np.diff(curve, axis=0).T) for curve in (found.fixed, found.moving))
        errors.append(np.abs(fixed - moving).sum() / fixed.sum())
    assert errors[1] < 1e-6
    assert errors[1] < 0.3 * errors[0]


def test_centrodes_touch_at_the_pole_with_one_tangent():
    run = lw.gallery.get("four-bar").move(np.linspace(0.05, 0.15, 401))
    found = run.centrodes("coupler")
    k = 200
    fixed, moving = found.placed(k)
    assert fixed[k] == pytest.approx(found.pole[k])
    assert moving[k] == pytest.approx(found.pole[k])
    one, two = (curve[k + 1] - curve[k - 1] for curve in (fixed, moving))
    assert cross(one, two) / (np.hypot(*one) * np.hypot(*two)) == pytest.approx(0.0, abs=1e-4)


def test_centrodes_of_a_wheel_are_wheel_and_road():
    """A disc that rolls on a line: the centre stays on the line, and on the rim."""
    m = lw.Mechanism("wheel", plane="xy")
    wheel = m.body("wheel", mass=1.0, inertia=0.1)
    m.rolling_wheel("road", m.ground.at(0, 0), wheel.at(0, 0), radius=0.5)
    m.place(wheel, at=(0, 0.5))
    m.drive("wheel.angle", "-2 rad/s * t")
    found = m.move(np.linspace(0, 1, 21)).centrodes("wheel")
    assert found.fixed[:, 1] == pytest.approx(np.zeros(21), abs=1e-9)
    assert np.hypot(*found.moving.T) == pytest.approx(np.full(21, 0.5), abs=1e-9)


# ---- polygons


@pytest.mark.parametrize("kind", ["velocity", "acceleration"])
@pytest.mark.parametrize("name", [*PLANAR, "spatial four-bar", "rssr", "stewart platform"])
def test_steps_of_polygons_close(name, kind):
    entry = lw.gallery.info(name)
    run = lw.gallery.get(name).move(0.013 + 0.97 * entry.times(5), undriven=entry.undriven, derivatives=2)
    found = getattr(run, f"{kind}_polygon")(at=2) if run.model.joints else None
    if found is None:
        pytest.skip("no joint")
    size = max(found.largest, 1e-9 * np.abs(run.motions).max() * run.plan.length)
    for step in found.steps:
        end = step.start.vector + sum(step.parts.values())
        assert np.abs(end - step.end.vector).max() <= 1e-8 * size, step  # joints hold to 1e-10 or so of the velocities


def test_velocity_polygon_is_that_of_points():
    run = moved("four-bar")
    found = run.velocity_polygon(["B", "coupler.P"], at=7)
    assert found["P"] == pytest.approx(run.point("coupler.P").velocity[7])
    step = found.steps[0]
    assert abs(step.parts["v_{P/B}"][:2] @ step.arm[:2]) <= 1e-9 * found.largest * run.plan.length  # across the arm
    worked = found.equations()[0]
    assert worked.lines[0] == "v_P = v_B + ω × r_P/B"
    assert r"v_{\mathrm{P}} = v_{\mathrm{B}} + \omega  \times  r_{\mathrm{P/B}}" in worked.latex
    with pytest.raises(ModelError, match="no point 'Q'"):
        found["Q"]


def test_accelerations_of_coriolis():
    run = moved("quick return")
    found = run.acceleration_polygon(at=9)
    slides = [step for step in found.steps if step.slides]
    assert slides
    for step in slides:
        along = step.slide / np.linalg.norm(step.slide)
        relative = step.parts["a_{rel}"]
        # what is left beside Coriolis' acceleration is along the guide, which is straight
        assert np.linalg.norm(np.cross(relative, along)) <= 1e-8 * found.largest
        assert step.parts["a^{C}"] == pytest.approx(2 * np.cross(step.spin, step.slide))


def test_derivatives_that_were_not_computed_are_asked_for():
    run = moved("four-bar", 3, 0)
    with pytest.raises(ModelError, match=r"needs velocities.*derivatives=1"):
        run.velocity_polygon(at=0)
    with pytest.raises(ModelError, match=r"needs accelerations.*derivatives=2"):
        moved("four-bar", 3, 1).coupler_curve("coupler.P")


# ---- curvature


@pytest.mark.parametrize(("name", "point"), [("four-bar", "coupler.P"), ("hoeken", None), ("bennett", None)])
def test_curvature_is_that_of_the_circle_through_three_points(name, point):
    entry = lw.gallery.info(name)
    step = 1e-4 * entry.duration
    middle = 0.31 * entry.duration
    run = lw.gallery.get(name).move([middle - step, middle, middle + step], derivatives=2)
    marker = point or Marker(run.bodies[1], (0.7, 0.4) if run.model.space.planar else (0.7, 0.4, 0.2))
    there = run.coupler_curve(marker).at(1)
    a, b, c = (np.pad(p, (0, 3 - len(p))) for p in run.point(marker).position)
    normal = np.cross(b - a, c - a)
    radius = np.linalg.norm(b - a) * np.linalg.norm(c - b) * np.linalg.norm(a - c) / (2 * np.linalg.norm(normal))
    assert there.radius == pytest.approx(radius, rel=1e-5)  # chords: the error falls with the square of the step
    assert np.linalg.norm(there.centre - there.point) == pytest.approx(there.radius)
    assert (there.centre - there.point) @ there.velocity == pytest.approx(0.0, abs=1e-9)


def test_path_of_a_crank_pin_is_its_circle():
    run = moved("four-bar")
    curve = run.coupler_curve(run.model.joints["B"].a)
    length = np.hypot(*curve.points[0])
    assert curve.radius == pytest.approx(np.full(len(run), length))
    assert curve.centres == pytest.approx(np.zeros((len(run), 2)), abs=1e-9)
    assert (curve.curvature > 0).all()  # it turns to the left


def test_straight_paths_and_points_at_rest_have_no_circle():
    run = moved("slider-crank")
    there = run.coupler_curve("slider").at(4)
    assert there.centre is None
    assert there.radius == np.inf
    assert "straight" in str(there)
    ground = run.coupler_curve(run.model.joints["crank_pivot"].b).at(3)
    assert np.isnan(ground.curvature)
    assert "stands still" in str(ground)
    assert "radius of curvature" in str(moved("four-bar").coupler_curve("coupler.P").at(3))
