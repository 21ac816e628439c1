"""The report: one HTML file that needs nothing else."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import linkwork as lw
from browser import measured, needs_browser
from linkwork import gallery
from linkwork.draw import report_html
from linkwork.draw.report import charts, figures
from linkwork.draw.report.charts import Chart, Curve, chart_svg
from linkwork.draw.report.facts import on_own_scales
from linkwork.draw.report.film import MOST_FRAMES, Film
from linkwork.draw.view import make_view


class Page(HTMLParser):
    """Collects tags, addresses and texts, and checks that tags are closed."""

    VOID = ("meta", "input", "br", "line", "circle", "polyline", "polygon", "rect")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        self.addresses += [given[k] for k in ("src", "href", "action", "data") if k in given]
        self.ids += [given["id"]] if "id" in given else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def pendulum(name: str = "pendulum", mass: float = 2.0) -> lw.Mechanism:
    m = lw.Mechanism(name, plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=mass))
    rod.point("tip", 1, 0)
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.spring("S", rod.at(1, 0), m.ground.at(1, 1), stiffness=5, free_length="500 mm", damping=0.1)
    return m


@pytest.fixture(scope="module")
def run() -> lw.DynamicMotion:
    return pendulum().simulate(2.0, points=101)


@pytest.fixture(scope="module")
def inverse() -> lw.DynamicMotion:
    m = pendulum()
    m.drive("pin.angle", "2*t", name="motor")
    return m.inverse(np.linspace(0, 1, 41))


def data_of(html: str):
    return json.loads(re.search(r'application/json">(.*?)</script>', html, re.S)[1].replace("<\\/", "</"))


def test_kinematics(four_bar_motion):
    html = report_html(four_bar_motion)
    page = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    assert "Kinematics in the plane xy: 3 bodies, 4 joints, 1 driver" in html
    for word in ("crank", "coupler", "rocker", "revolute", "ground – crank", "1 + t", "Angles", "Angular velocities"):
        assert word in html
    assert "Joint forces" not in html
    assert len(page.ids) == len(set(page.ids))


def test_simulation(run):
    html = report_html(run)
    Page(html)
    for title in ("Energy", "Joint forces", "Applied forces", "Force on the ground", "Peak values", "Range of motion"):
        assert title in html
    assert run.status in html
    assert "drift" in html
    peak = np.linalg.norm(run.joint("pin").force, axis=1).max()
    assert f"{peak:.5g}" in html
    assert "gravity" in html
    assert "500 mm" in html
    assert "Drive" not in html


def test_inverse_dynamics(inverse):
    html = report_html(inverse, title="What the motor must do")
    assert "<h1>What the motor must do</h1>" in html
    assert "Inverse dynamics" in html
    for title in ("Drive torques", "Drive power", "Drivers over the run", "Joint forces"):
        assert title in html
    assert f"{np.abs(inverse.driver('motor').effort).max():.5g}" in html


def test_nothing_comes_from_elsewhere(run, four_bar_motion):
    for motion in (run, four_bar_motion):
        html = report_html(motion)
        assert Page(html).addresses == []
        links = set(re.findall(r"https?://[^\s\"'<]+", html))
        assert links == {"http://www.w3.org/2000/svg"}
        assert "@import" not in html
        assert "url(" not in html


def test_svg_parts_are_well_formed(run, spatial_loop):
    for motion in (run, spatial_loop.move(np.linspace(0, 1, 11))):
        pictures = re.findall(r"<svg.*?</svg>", report_html(motion), re.S)
        assert len(pictures) > 4
        for picture in pictures:
            ElementTree.fromstring(picture)
            assert "nan" not in picture.lower().replace("dominant", "")


def test_names_cannot_break_the_page():
    m = pendulum('<b>"5 & 6"</b></script>')
    html = report_html(m.simulate(0.1, points=5))
    Page(html)
    assert "<b>" not in html
    assert "&lt;b&gt;" in html
    assert html.count("</script>") == 2


def test_the_film_shows_every_position(four_bar_motion):
    view = make_view(four_bar_motion.model.space, None)
    film = Film(four_bar_motion, view, ["coupler.P"])
    data = film.data()
    assert data["t"] == pytest.approx(four_bar_motion.time, rel=1e-5)
    x0, _, _, y1 = film.bounds
    angle = four_bar_motion.body("crank").angle
    tip = four_bar_motion.body("crank").position + np.stack([np.cos(angle), np.sin(angle)], axis=1)
    crank = next(k for k, p in enumerate(film.parts) if p.item.style == "link-1")
    rows = np.array(next(p["p"] for p in data["parts"] if p["k"] == crank)).reshape(-1, 2, 2)
    pixels = (tip - [x0, y1]) / film.unit * [1, -1]
    assert np.abs(rows - pixels[:, None]).max(axis=2).min(axis=1).max() < 0.06
    # what stands still is not part of the data, and nothing leaves the picture
    still = {k for k, p in enumerate(film.parts) if p.item.style in ("ground", "floor", "hatch", "trace-2")}
    assert still
    assert not still & {p["k"] for p in data["parts"]}
    assert (rows >= 0).all()
    assert f'data-k="{crank}"' in film.svg()


def test_turning_arrow_keeps_its_shape(four_bar_motion):
    film = Film(four_bar_motion, make_view(four_bar_motion.model.space, None))
    arrows = [p for p in film.parts if p.item.style in ("drive", "drive-head")]
    assert len(arrows) == 2
    assert all(p.shifts(1e-9) is not None for p in arrows)


def test_space_is_painted_from_far_to_near(spatial_loop):
    motion = spatial_loop.move(np.linspace(0, 6, 31))
    film = Film(motion, make_view(motion.model.space, (-60, 20)))
    orders = film.data()["order"]
    assert len(orders) == 31
    assert all(sorted(order) == list(range(len(film.parts))) for order in orders)
    assert any(order != orders[0] for order in orders)


def test_long_motions_are_thinned():
    m = pendulum()
    m.drive("pin.angle", "2*t")
    motion = m.move(np.linspace(0, 10, 3001), derivatives=1)
    html = report_html(motion)
    assert len(data_of(html)["t"]) <= MOST_FRAMES
    assert max(len(p.split()) for p in re.findall(r'points="([^"]*)"', html)) < 1000 + len(motion)
    assert len(html) < 400_000


def test_one_position(run):
    html = report_html(pendulum().simulate([0.0]))
    Page(html)
    assert "t = 0 s" in html
    assert '<select class="speed"' not in html


def test_a_motion_that_stopped_says_so():
    stopped = pendulum().simulate(2.0, stop_when="pin.angle < -30 deg")
    assert "Stopped at t =" in report_html(stopped)


def test_shares_of_loads_that_are_not_unique_are_named():
    m = lw.gallery.get("spatial four-bar")
    html = report_html(m.inverse(np.linspace(0, 1, 11)))
    assert "not unique" in html


def test_files_are_whole_or_absent(run, tmp_path, monkeypatch):
    path = tmp_path / "it.html"
    run.report(path)
    assert path.read_text("utf-8") == report_html(run)
    with pytest.raises(lw.ModelError, match=r"give it the ending \.html"):
        run.report(tmp_path / "it.pdf")
    with pytest.raises(lw.LinkworkError, match="no folder"):
        run.report(tmp_path / "nowhere" / "it.html")
    monkeypatch.setattr("linkwork.draw.report.page.facts_of", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run.report(tmp_path / "other.html")
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_bytes_every_time(run):
    assert report_html(run) == report_html(run)


# ---- plots -------------------------------------------------------------------------------------


def test_scales_are_round_numbers():
    assert charts.ticks(0.0, 1.0, 5) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert charts.ticks(-37.0, 112.0, 5) == [-20.0, 0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    assert charts.tick_text(-0.5, [-0.5, 0.0, 0.5]) == "−0.5"
    assert charts.tick_text(2e6, [0.0, 1e6, 2e6]) == "2×10⁶"


@pytest.mark.parametrize("values", [np.zeros(5), np.full(5, 3.0), np.full(5, np.nan), 1e-14 * np.arange(5)])
def test_flat_curves_stay_flat(values):
    low, high = charts.limits((Curve("it", values),))
    assert high - low > 0.1
    ElementTree.fromstring(chart_svg(Chart("it", "m", (Curve("it", values),)), np.linspace(0, 1, 5)))


def test_thinning_keeps_the_peaks():
    time = np.linspace(0, 1, 5000)
    values = np.sin(20 * time)
    values[3333] = 7.0
    t, v = charts.thinned(time, values)
    assert len(t) <= charts.MOST_POINTS + 2
    assert v.max() == 7.0
    assert (np.diff(t) > 0).all()


def test_gaps_part_a_curve():
    values = np.array([0.0, 1.0, np.nan, 2.0, 3.0])
    text = chart_svg(Chart("it", "m", (Curve("it", values),)), np.arange(5.0))
    assert text.count("<polyline") == 2


def test_of_very_many_curves_the_largest_are_shown():
    curves = tuple(Curve(f"c{k}", np.full(3, float(k))) for k in range(30))
    chart = Chart("many", "N", curves)
    assert [c.name for c in chart.shown] == [f"c{k}" for k in range(30 - charts.MOST_CURVES, 30)]
    assert "12 largest of 30" in chart.words


# ---- run.plot ----------------------------------------------------------------------------------


def test_plot_of_forces_and_energies(run):
    assert [line.get_label() for line in run.plot().get_lines()] == ["pin.angle"]
    ax = run.plot("pin.force")
    assert [line.get_label() for line in ax.get_lines()] == ["pin.force_x", "pin.force_y", "pin.force.size"]
    assert ax.get_ylabel() == "force [N]"
    assert np.array_equal(ax.get_lines()[1].get_ydata(), run.joint("pin").force[:, 1])
    axes = run.plot("energy", "S.value", "S.power", "pin.angle_velocity", "pin.torque", "shaking_force")
    labels = [ax.get_ylabel() for ax in axes]
    assert labels == ["energy [J]", "force [N]", "power [W]", "angular velocity [rad/s]", "torque [N*m]"]
    with pytest.raises(lw.ModelError):
        run.plot("pin.forse")


def test_plot_of_drive_efforts(inverse):
    ax = inverse.plot("motor.effort")
    assert ax.get_ylabel() == "torque [N*m]"
    assert inverse.plot("motor.power").get_ylabel() == "power [W]"


def test_the_equations_are_worked_out(four_bar_motion):
    pytest.importorskip("sympy")
    html = report_html(four_bar_motion)
    Page(html)
    assert "<h2>Equations</h2>" in html
    assert '<td>velocities left free</td><td class="r">0</td>' in html
    equations = re.findall(r"<math.*?</math>", html, re.S)
    assert len(equations) == 9
    for text in equations:
        ElementTree.fromstring(text)
    assert "<mi>θ</mi><mtext>crank</mtext>" in "".join(equations)
    assert "A: points together along the first axis" in html


def test_without_sympy_the_count_remains(four_bar_motion, monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    html = report_html(four_bar_motion)
    assert "independent equations at the first position" in html
    assert "Expressions need SymPy" in html
    assert "<math" not in html


def test_small_numbers_beside_large_ones_are_zero():
    curves = (charts.Curve("a", np.array([0.0, 5.0])), charts.Curve("b", np.array([1.6e-15, -3e-12])))
    chart = charts.Chart("Forces", "N", curves)
    sizes = figures.sizes_of([chart], 2.0)
    assert sizes["N"] == 5.0
    assert sizes["N m"] == 10.0, "the largest force at the arm of the mechanism's size"
    shown = figures.without_rounding(chart, sizes)
    assert np.array_equal(shown.curves[1].values, [0.0, 0.0])
    assert np.array_equal(shown.curves[0].values, [0.0, 5.0])
    assert figures.number(1.6e-11, 1.0) == "0"
    assert figures.number(1.6e-5, 1.0) == "1.6×10⁻⁵"
    assert figures.number(-250000.0) == "−2.5×10⁵"


def test_angles_that_do_not_change_show_no_noise():
    m = lw.Mechanism("still", plane="xy")
    bar = m.body("bar")
    m.revolute("A", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("A.angle", "1e-16*sin(t)")
    page = report_html(m.move(np.linspace(0, 1, 5)))
    assert re.search(r"<td>A\.angle</td><td class=\"r\">0</td><td class=\"r\">0</td>", page)
    assert data_of(page)["charts"][0] == [[0.0] * 5]


def test_curves_of_rates_are_called_rates(four_bar_motion):
    page = report_html(four_bar_motion)
    section = page[page.index("Angular velocities") :]
    assert "A.angle_velocity" in section[: section.index("</figure>")]


def test_values_have_units(run):
    page = report_html(run)
    for words in ("stiffness 5 N/m", "damping 0.1 N s/m", "free length 500 mm", "ground at (1, 1) m"):
        assert words in page
    squeezer = gallery.get("andrews squeezer", driven=False).simulate(1e-3, points=3)
    page = report_html(squeezer)
    assert "stiffness spring_stiffness = 4530 N/m" in page
    assert "value 0.033 N m" in page
    row = re.search(r"<td>spring_stiffness</td>.*?</tr>", page)[0]
    assert "<td>N/m</td>" in row
    row = re.search(r"<td>side</td>.*?</tr>", page)[0]
    assert "<td>m</td>" in row


def test_a_table_of_many_columns_takes_the_whole_width(inverse):
    page = report_html(inverse)
    card = page[: page.index("Drivers over the run")].rpartition("<div")[2]
    assert 'class="card wide"' in card
    assert ".wide{grid-column:1/-1}" in page


def scales(curves: dict[str, float]) -> list[list[str]]:
    """Return the names in each plot of curves that move through these ranges."""
    wave = np.linspace(0.0, 1.0, 5)
    given = tuple(Curve(name, size * wave if size else np.full(5, 7.0)) for name, size in curves.items())
    return [[c.name for c in chart.curves] for chart in on_own_scales("Angles", "deg", given)]


def test_curves_that_others_would_flatten_get_their_own_plot() -> None:
    assert scales({"crank": 360.0, "coupler": 330.0, "rocker": 61.0, "still": 0.0}) == [
        ["crank", "coupler", "still"],
        ["rocker"],
    ]
    assert scales({"a": 1.0, "b": 0.5}) == [["a", "b"]]
    assert scales({}) == []


def test_a_kinematic_report_has_accelerations(tmp_path: Path) -> None:
    motion = gallery.get("slider-crank").move(np.linspace(0, 1, 21))
    motion.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "Angular accelerations" in page
    assert "rad/s²" in page
    assert "Accelerations" in page


@needs_browser
@pytest.mark.parametrize("name", ["four-bar", "slider-crank"])
def test_a_report_fits_phones_and_small_screens(name: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    gallery.get(name).move(np.linspace(0, 1, 21)).report(page)
    assert measured(page, (390, 844), "doc.documentElement.scrollWidth") <= 390
    low = measured(page, (1366, 768), "doc.querySelector('.play').getBoundingClientRect().bottom")
    assert low < 768
