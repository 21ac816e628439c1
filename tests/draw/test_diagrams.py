"""Pictures of mechanics: files are well formed, arrows are to scale, labels keep off each other."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import linkwork as lw
from linkwork.draw.items import Circle, Line, Polyline, Text
from linkwork.draw.report import report_html
from linkwork.errors import ModelError


@pytest.fixture(scope="module")
def run():
    return lw.gallery.get("four-bar").inverse(np.linspace(0, 1, 61))


@pytest.fixture(scope="module")
def spatial():
    return lw.gallery.get("spatial slider-crank").inverse(np.linspace(0, 1, 13), undriven="hold")


def pictures(run):
    return {
        "free": run.free_body("coupler", at=0.3).draw(equations=True),
        "vectors": run.draw(at=0.3, velocities=True, accelerations=["B"], forces=True),
        "centres": run.instant_centres(at=0.3).draw(equations=True),
        "centrodes": run.centrodes("coupler").draw(at=0.3),
        "velocities": run.velocity_polygon(at=0.3).draw(equations=True),
        "accelerations": run.acceleration_polygon(at=0.3).draw(equations=True),
        "path": run.coupler_curve("coupler.P").draw(at=0.3, equations=True),
    }


def length(line: Line) -> float:
    return float(np.hypot(line.end[0] - line.start[0], line.end[1] - line.start[1]))


def test_files_are_well_formed(run, tmp_path):
    for name, scene in pictures(run).items():
        scene.save(tmp_path / f"{name}.svg")
        root = ElementTree.parse(tmp_path / f"{name}.svg").getroot()
        assert root.tag.endswith("svg")
        assert "nan" not in (tmp_path / f"{name}.svg").read_text("utf-8")
        scene.save(tmp_path / f"{name}.png", dpi=72)
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", lw.gallery.names())
def test_every_body_of_the_gallery_can_be_cut_free_and_drawn(name):
    entry = lw.gallery.info(name)
    run = lw.gallery.get(name).inverse([0.0, 0.013 + 0.31 * entry.duration], undriven=entry.undriven)
    for body in run.bodies[:2]:
        text = run.free_body(body, at=1).draw(equations=True).svg()
        ElementTree.fromstring(text)
        assert "nan" not in text


def test_force_arrows_are_to_scale(run):
    cut = run.free_body("crank", at=0.3)
    scene = cut.draw()
    shafts = {i.name: length(i) for i in scene.items if isinstance(i, Line) and i.name and i.style != "link-1"}
    pins = [cut["A"], cut["B"]]
    ratio = np.linalg.norm(pins[0].force) / np.linalg.norm(pins[1].force)
    # the head takes four pixels of each
    heads = 4 * scene.unit
    found = (shafts[pins[0].meaning] + heads) / (shafts[pins[1].meaning] + heads)
    assert found == pytest.approx(ratio, rel=1e-6)


def test_words_and_numbers_stand_in_the_picture(run):
    words = " ".join(run.free_body("coupler", at=0.3).draw(equations=True).texts)
    assert "force of crank on coupler in B" in words
    assert "F_{B} = 20.111 N" in words
    assert "Moments about the centre of mass G" in words
    assert "who acts on whom" not in " ".join(run.free_body("coupler", at=0.3).draw(table=False).texts)


def test_labels_of_arrows_do_not_cover_each_other(run):
    for at in (0.1, 0.3, 0.6):
        scene = run.free_body("coupler", at=at).draw(table=False)
        boxes = [i.box(scene.unit) for i in scene.items if isinstance(i, Text) and " = " in i.text]
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                wide = min(one[2], other[2]) - max(one[0], other[0])
                tall = min(one[3], other[3]) - max(one[1], other[1])
                assert not (wide > 0 and tall > 0)


def test_indices_stand_below_the_line(run):
    text = run.free_body("coupler", at=0.3).draw().svg()
    assert '<tspan dy="2.53" font-size="8.28">B</tspan><tspan dy="-2.53"> = 20.111 N</tspan>' in text


def test_vectors_have_a_scale(run):
    texts = run.draw(at=0.3, velocities=["B", "coupler.P"]).texts
    assert "v_{B} = 9.4248 m/s" in texts
    assert "5 m/s" in texts
    assert not any("v_{C}" in text for text in texts)


def test_forces_of_a_motion_without_forces_are_refused():
    motion = lw.gallery.get("four-bar").move([0.0, 0.1])
    with pytest.raises(ModelError, match="use inverse or simulate"):
        motion.draw(at=0, forces=True)


def test_space_is_drawn_from_the_viewer(spatial):
    cut = spatial.free_body("rod", at=3)
    one, other = cut.draw(view="front"), cut.draw(view="top")
    assert one.svg() != other.svg()
    assert any("M_{hold}" in text for text in one.texts)
    for scene in (spatial.draw(at=3, velocities=True, forces=True), spatial.velocity_polygon(at=3).draw()):
        ElementTree.fromstring(scene.svg())


def test_centre_at_infinity_is_told():
    run = lw.gallery.get("slider-crank").move(np.linspace(0, 1, 41))
    assert any("P_{14} at infinity" in text for text in run.instant_centres(at=0.3).draw().texts)
    assert run.centrodes("slider").draw(at=0.3).texts[0] is not None


def test_centres_far_away_leave_the_picture_as_large_as_it_is():
    run = lw.gallery.get("jansen leg").move(np.linspace(0, 1, 61))
    centres = run.instant_centres(at=0.3)
    farthest = max(np.hypot(*c.point) for c in centres if c.point is not None)
    scene = centres.draw()
    assert farthest > 20 * run.plan.length  # lines towards it end at the edge
    assert max(scene.size) < 1000
    lines = [i for i in scene.items if isinstance(i, Line) and i.style == "construction"]
    ends = np.array([end for line in lines for end in (line.start, line.end)])
    assert len(lines) > 10
    assert np.abs(ends).max() < 3 * run.plan.length
    assert any("P_{56} at (-37" in text for text in scene.texts)


def test_notes_and_equations_go_on_in_the_next_line():
    run = lw.gallery.get("stewart platform").inverse([0.0, 0.3])
    scene = run.free_body("platform", at=1).draw(equations=True)
    assert scene.size[0] < 1300
    whole = run.free_body("platform", at=1).equations()[3]
    assert any(text.startswith("+ (y_{ball_") for text in scene.texts)
    shown = " ".join(text for text in scene.texts if "Σ = (y_{ball_1}" in text or "+ (y_{ball_" in text)
    assert shown in whole.symbols
    leg = lw.gallery.get("jansen leg").move([0.0, 0.3])
    assert leg.instant_centres(at=1).draw().size[0] < 1000


def test_scales_keep_off_the_axes_of_small_bodies():
    run = lw.gallery.get("toggle press").inverse(np.linspace(0, 1, 25))
    for scene in (run.free_body("ram", at=0.3).draw(), lw.gallery.get("slider-crank").inverse([0.0]).draw(forces=True)):
        (x,) = [i.at[0] for i in scene.items if isinstance(i, Text) and i.text == "x"]
        bars = [i for i in scene.items if isinstance(i, Text) and i.text.endswith((" N", " mm")) and "=" not in i.text]
        bars = [i for i in bars if ":" not in i.text]
        assert len(bars) == 2
        assert min(bar.box(scene.unit)[0] for bar in bars) > x + 10 * scene.unit


def test_a_pin_in_the_origin_is_at_zero(run):
    (note,) = [text for text in run.centrodes("crank").draw(at=0.3).texts if "full line" in text]
    assert note.endswith("P_{12} at (0, 0) m")


def test_equations_of_a_body_on_which_nothing_acts():
    run = lw.gallery.get("planetary gearbox").inverse([0.0, 0.1])
    assert str(run.free_body("sun", at=1).equations()[0]).endswith("Σ = 0\n  Σ = 0\n  Σ = 0 N")


def test_circle_of_curvature_goes_through_the_point(run):
    scene = run.coupler_curve("coupler.P").draw(at=0.3)
    (rim,) = [i for i in scene.items if isinstance(i, Polyline) and i.style == "circle"]
    there = run.coupler_curve("coupler.P").at(0.3)
    radii = np.hypot(*(np.array(rim.points) - there.centre).T)
    assert radii == pytest.approx(np.full(len(radii), there.radius))
    assert any(isinstance(i, Circle) and i.style == "centre" for i in scene.items)


def test_report_has_free_bodies(run):
    page = report_html(run, free_bodies={"coupler": [0.1, 0.3]})
    assert page.count("coupler of four-bar, cut free</title>") == 2
    assert "Forces along x" in page
    assert "crank of four-bar, cut free" not in page
    assert report_html(run).count("cut free</title>") == 3
    assert "cut free" not in report_html(run, free_bodies=())
    assert report_html(run, free_bodies=[0.2]).count("cut free</title>") == 3
    assert "cut free" not in report_html(lw.gallery.get("four-bar").move([0.0, 0.1]))
