"""Scenes: what is in them and where it is."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import linkwork as lw
from linkwork.draw import SYMBOLS, scene_of_joint
from linkwork.draw.items import GHOST, PIN, TRACE, Circle, Line, Polygon, Polyline, Text, hull
from linkwork.draw.symbols import Place, draw_symbol
from linkwork.joints import REGISTRY


def styles(scene, start):
    return [item for item in scene.items if item.style.startswith(start)]


def test_four_bar_has_its_links_pins_and_names(four_bar):
    scene = four_bar.draw()
    assert set(scene.texts) >= {"crank", "coupler", "rocker", "A", "B", "C", "D", "P", "four-bar", "x", "y"}
    bars = [item for item in styles(scene, "link-") if isinstance(item, Line)]
    assert sorted(bar.name for bar in bars) == ["crank", "rocker"]
    plates = [item for item in styles(scene, "plate-") if isinstance(item, Polygon)]
    assert [(p.name, len(p.points)) for p in plates] == [("coupler", 3)]
    pins = [item for item in scene.items if item.style == "symbol" and isinstance(item, Circle)]
    assert {pin.name for pin in pins} == {"A", "B", "C", "D"}
    assert len(styles(scene, "ground")) == 2, "one pedestal under A and one under D"
    assert len(styles(scene, "drive-head")) == 1


def test_bars_end_at_their_joints(four_bar):
    scene = four_bar.draw()
    pose = four_bar.assemble().motion
    crank = next(item for item in scene.items if item.name == "crank")
    ends = np.array([crank.start, crank.end])
    b = pose.point(four_bar.bodies["coupler"].points["P"]).position
    assert np.abs(ends - [[0, 0], [np.cos(1), np.sin(1)]]).max() < 1e-9
    plate = next(item for item in scene.items if item.name == "coupler")
    assert min(np.linalg.norm(np.array(p) - b[0]) for p in plate.points) < 1e-9


def test_everything_lies_within_the_bounds(four_bar, slider_crank, ladder, spatial_loop):
    for model in (four_bar, slider_crank, ladder, spatial_loop):
        scene = model.draw()
        x0, y0, x1, y1 = scene.bounds
        for item in scene.items:
            box = item.box(scene.unit)
            assert x0 <= box[0] <= box[2] <= x1
            assert y0 <= box[1] <= box[3] <= y1
        assert all(200 < side < 1300 for side in (scene.size[0],))
        assert 80 < scene.size[1] < 1000


def test_labels_cover_no_link_and_no_other_label(four_bar, slider_crank, ladder):
    for model in (four_bar, slider_crank, ladder):
        scene = model.draw()
        labels = [i for i in scene.items if isinstance(i, Text)]
        boxes = [label.box(scene.unit) for label in labels]
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        for bar in [i for i in scene.items if isinstance(i, Line) and i.style.startswith("link-")]:
            path = np.linspace(bar.start, bar.end, 200)
            for label, (x0, y0, x1, y1) in zip(labels, boxes, strict=True):
                inside = (path[:, 0] > x0) & (path[:, 0] < x1) & (path[:, 1] > y0) & (path[:, 1] < y1)
                assert not inside.any(), f"{label.text} sits on {bar.name}"


def test_labels_can_be_left_out(four_bar):
    texts = four_bar.draw(labels=False, title="plain").texts
    assert "crank" not in texts
    assert "plain" in texts


def test_slider_stands_on_a_hatched_guide(slider_crank):
    scene = slider_crank.draw()
    block = [item for item in scene.items if item.style == "block-3"]
    assert len(block) == 1
    assert len(block[0].points) == 4
    assert len(styles(scene, "floor")) == 2, "guide and pedestal"
    assert len(styles(scene, "hatch")) > 8
    assert len(styles(scene, "mass-quarter")) == 2, "two bodies with mass; that of the crank lies on its pin"
    assert len(styles(scene, "shape-1")) == 1, "the disc is outlined"


def test_driven_joint_shows_the_sense_of_rotation(four_bar, slider_crank):
    def turning(model):
        arc = np.array(next(i for i in model.draw().items if i.style == "drive").points)
        return np.sign(np.cross(np.append(arc[0], 0), np.append(arc[-1], 0))[2])

    assert turning(four_bar) == 1
    assert turning(slider_crank) == -1


def test_driven_slider_has_a_straight_arrow():
    m = lw.Mechanism("lift", plane="xy")
    car = m.body("car")
    m.prismatic("S", m.ground.at(0, 0), car.at(0, 0), axis="y")
    m.drive("S.translation", "1 - t")
    arrow = next(i for i in m.draw().items if i.style == "drive")
    assert isinstance(arrow, Line)
    assert arrow.end[1] < arrow.start[1]


def test_motion_has_ghosts_and_traces(four_bar_motion):
    scene = four_bar_motion.draw()
    bars = [i for i in scene.items if i.layer == GHOST and isinstance(i, Line)]
    assert len(bars) == 2 * 5
    traces = [i for i in scene.items if i.layer == TRACE and isinstance(i, Polyline)]
    assert len(traces) == 1
    path = four_bar_motion.point("coupler.P").position
    assert np.abs(np.array(traces[0].points) - path).max() < 1e-12


def test_motion_at_times_and_at_numbers(four_bar_motion):
    by_time = four_bar_motion.draw(at=[float(four_bar_motion.time[10])], traces=())
    by_number = four_bar_motion.draw(at=10, traces=())
    assert by_time.items == by_number.items
    assert not [i for i in by_number.items if i.layer in (GHOST, TRACE)]
    assert four_bar_motion.draw(at=-1, traces=()).texts[0] == four_bar_motion.draw(at=[60], traces=()).texts[0]
    with pytest.raises(lw.ModelError, match="outside the motion"):
        four_bar_motion.draw(at=[99.0])
    with pytest.raises(lw.ModelError, match="no position 61; the motion has 61"):
        four_bar_motion.draw(at=61)
    with pytest.raises(lw.LinkworkError, match="at: There is no parameter 'start'"):
        four_bar_motion.draw(at="start")
    with pytest.raises(lw.ModelError, match="at is a time"):
        four_bar_motion.draw(at=[])


def test_traces_of_a_driven_mechanism_go_round_once(four_bar):
    scene = four_bar.draw(traces=["coupler.P"])
    trace = next(i for i in scene.items if i.layer == TRACE)
    assert np.allclose(trace.points[0], trace.points[-1], atol=1e-9)
    still = four_bar.without_drivers()
    with pytest.raises(lw.ModelError, match=r"Move it first"):
        still.draw(traces=["coupler.P"])
    with pytest.raises(lw.ModelError, match=r"Did you mean 'P'\?"):
        four_bar.draw(traces=["coupler.p"])


def test_guided_bodies_reach_over_the_travel(slider_crank):
    motion = slider_crank.move(np.linspace(0, 0.6, 61))
    scene = motion.draw(at=0)
    guide = max(styles(scene, "floor"), key=lambda i: abs(i.end[0] - i.start[0]))
    x = motion.body("piston").position[:, 0]
    assert min(guide.start[0], guide.end[0]) < x.min()
    assert max(guide.start[0], guide.end[0]) > x.max()


def test_space_is_seen_from_anywhere(spatial_loop):
    scene = spatial_loop.draw()
    assert set(scene.texts) >= {"crank", "coupler", "rocker", "A", "B", "C", "D", "x", "y", "z"}
    assert styles(scene, "axis"), "the axes of the revolute joints"
    depths = [i.depth for i in scene.items if i.style.startswith("link-")]
    assert depths == sorted(depths)
    top = spatial_loop.draw(view="top")
    bar = [i for i in top.items if i.style == "link-1"]
    ends = np.array([p for i in bar for p in (i.start, i.end)])
    tip = 0.5 * np.array([np.cos(0.6), np.sin(0.6)])
    assert np.linalg.norm(ends - tip, axis=1).min() < 1e-9, "from the top, x is to the right and y up"
    assert spatial_loop.draw(view=(-90, 90)).items == top.items
    with pytest.raises(lw.ModelError, match="Did you mean 'front'"):
        spatial_loop.draw(view="frnt")
    with pytest.raises(lw.ModelError, match="azimuth, elevation"):
        spatial_loop.draw(view=(1, 2, 3))


def test_vertical_is_against_gravity(four_bar):
    model = four_bar.in_space()
    model.gravity = (0.0, -9.81)
    scene = model.draw(view="front")
    crank = [i for i in scene.items if i.style == "link-1"]
    assert max(i.end[1] for i in crank) == pytest.approx(np.sin(1.0))


def test_a_body_without_joints_is_a_disc():
    m = lw.Mechanism("stone", plane="xy")
    m.body("stone")
    items = m.draw().items
    assert [type(i) for i in items if i.name == "stone"] == [Circle]


def test_faults_are_reported_not_drawn(four_bar):
    wrong = four_bar.copy()
    wrong.rod("E", "crank", "ground", length=100.0)
    with pytest.raises(lw.AssemblyError):
        wrong.draw()


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("symbol", [*SYMBOLS, "no such symbol"])
def test_symbols_draw_near_their_place(symbol, planar):
    at = np.array([2.0, 3.0, 0.0])
    axes = np.eye(3)[:, [1, 2, 0]] if symbol in ("slider", "slot") else np.eye(3)
    for a, b in ((1, 2), (0, 1)):
        items = draw_symbol(symbol, Place(at, at, axes, axes, 0.01, a, b, planar))
        assert bool(items) == (symbol != "none")
        for item in items:
            x0, y0, x1, y1 = item.box(0.01)
            assert 1.2 < x0 <= x1 < 2.8
            assert 2.2 < y0 <= y1 < 3.8
    if symbol == "no such symbol":
        dot = draw_symbol(symbol, Place(at, at, axes, axes, 0.01))
        assert [(type(i), i.style, i.layer) for i in dot] == [(Circle, "solid", PIN)]


def test_every_joint_names_a_known_symbol():
    assert {cls.SYMBOL for cls in REGISTRY.values()} <= set(SYMBOLS)


@pytest.mark.parametrize("kind", sorted(REGISTRY))
def test_sketch_of_every_joint(kind):
    scene = scene_of_joint(kind)
    assert {"a", "b"} <= set(scene.texts)
    assert len([i for i in scene.items if i.style.startswith("grey")]) >= 2
    assert max(scene.size) < 420


def test_sketch_of_an_unknown_joint():
    with pytest.raises(lw.ModelError, match="Did you mean 'revolute'"):
        scene_of_joint("revolut")


def test_hull_leaves_out_inner_and_collinear_points():
    points = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (2.0, 2.0), (1.0, 0.5), (0.0, 2.0)]
    assert sorted(hull(points)) == [0, 1, 3, 5]


def test_import_is_light():
    code = "import sys, linkwork.draw; print([m for m in ('numba', 'matplotlib', 'scipy') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
