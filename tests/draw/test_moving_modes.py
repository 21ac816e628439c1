"""Modes that move on a page: of an equilibrium, and of linear equations about any state."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from browser import measured, needs_browser
from linkwork import gallery
from linkwork.draw import modes_html, report_html
from linkwork.draw.items import union
from linkwork.draw.report.film import Film
from linkwork.draw.report.player import looped
from linkwork.draw.report.vibration import MOST_FILMS, POSITIONS
from linkwork.draw.view import view_of


def twins(angle: float = -90 * lw.deg) -> lw.Mechanism:
    """Return two equal pendulums that hang beside each other, joined by a spring: they swing together or against."""
    m = lw.Mechanism("twins", plane="xy", gravity=(0, -9.81))
    left, right = (m.body(name, lw.rod(length=1.0, mass=1.0)) for name in ("left", "right"))
    m.revolute("A", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("B", m.ground.at(1, 0), right.at(0, 0))
    m.spring("spring", left.at(0.5, 0), right.at(0.5, 0), stiffness=3.0, free_length=1.0)
    m.place(left, angle=angle)
    m.place(right, angle=-90 * lw.deg)
    return m


def films(html: str) -> list[dict[str, Any]]:
    """Return the numbers of the moving drawings of a page."""
    texts = re.findall(r'<script type="application/json">(.*?)</script>', html, re.S)
    return [json.loads(text.replace("<\\/", "</")) for text in texts]


def sentences(html: str) -> list[str]:
    """Return what stands below the drawings."""
    return re.findall(r"<figcaption>(Mode .*?)</figcaption>", html)


def test_the_page_of_an_equilibrium_shows_its_modes_moving() -> None:
    m = twins()
    rest = m.equilibrium()
    html = report_html(rest.motion)
    modes = m.linearise(rest.start).modes
    assert sentences(html) == [str(mode) for mode in modes]
    assert [len(film["t"]) for film in films(html)] == [POSITIONS, POSITIONS]
    for film, mode in zip(films(html), modes, strict=True):
        assert film["t"][-1] == pytest.approx(1.0 / mode.frequency, rel=1e-5)  # six figures are written
    assert "charts" not in films(html)[0]


@pytest.mark.parametrize(("number", "against"), [(0, 1.0), (1, -1.0)])
def test_twins_swing_together_or_against_each_other(number: int, against: float) -> None:
    """The pictures of the rods move alike, or as images in a mirror between them."""
    motion = twins().linearise().modes[number].motion(points=POSITIONS)
    film = Film(motion, view_of(motion))
    left, right = (next(p for p in film.parts if p.item.style == f"link-{k}").places[:, :, 0] for k in (1, 2))
    left, right = left - left.mean(axis=0), right - right.mean(axis=0)
    assert np.abs(left).max() > 0.05
    # eigenvectors of a symmetric problem are right to rounding; the joints are closed to 1e-10 and better
    np.testing.assert_allclose(left, against * right, atol=1e-9)
    shown = json.loads(re.search(r"json\">(.*?)</script>", looped(film, 2.0), re.S)[1])
    assert shown["speed"] == pytest.approx(motion.time[-1] / 2.0)


def test_a_page_of_linear_equations_is_whole(tmp_path: Path) -> None:
    linear = gallery.get("bicycle", driven=False).linearise(inputs=(), outputs=())
    linear.report(tmp_path / "modes.html", title="Weave and capsize")
    html = (tmp_path / "modes.html").read_text("utf-8")
    assert "<h1>Weave and capsize</h1>" in html
    assert set(re.findall(r"https?://[^\s\"'<]+", html)) == {"http://www.w3.org/2000/svg"}
    assert len(html) < 1_000_000
    # four modes are driven back or on, and of the free ones the first two have room
    assert [text.partition(":")[0] for text in sentences(html)] == [f"Mode {k}" for k in (1, 2, 6, 7, 8, 9)]
    assert len(films(html)) == MOST_FILMS
    assert html.count("<tr><td") > len(linear.modes)
    with pytest.raises(lw.ModelError, match=r"give it the ending \.html"):
        linear.report(tmp_path / "modes.svg")


def test_what_is_left_out_of_the_equations_stands_on_the_page() -> None:
    assert "This position is no equilibrium" in modes_html(twins(-1.0).linearise())


def test_nothing_moves_where_nothing_can() -> None:
    m = lw.Mechanism("rod", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.fixed("root", m.ground.at(0, 0), rod.at(0, 0))
    html = report_html(m.simulate([0.0]))
    assert "Small motions" not in html
    assert "<script" not in html


@needs_browser
def test_modes_play_by_themselves(tmp_path: Path) -> None:
    page = tmp_path / "modes.html"
    twins().linearise().report(page)
    buttons = "[...doc.querySelectorAll('.play')].map(function(b){return b.textContent})"
    assert measured(page, (420, 900), buttons) == ["Pause", "Pause"]
    assert measured(page, (420, 900), "doc.documentElement.scrollWidth") <= 420


def test_scale_and_axes_of_a_tall_mechanism_stand_beside_each_other() -> None:
    m = lw.Mechanism("chain", plane="xy", gravity=(0, -9.81))
    at = m.ground.at(0, 0)
    for k in range(3):
        rod = m.body(f"rod {k}", lw.rod(length=1.0, mass=1.0))
        m.revolute(f"pin {k}", at, rod.at(0, 0))
        m.place(rod, angle=-90 * lw.deg)
        at = rod.at(1.0, 0)
    motion = m.simulate(0.1, points=3)
    film = Film(motion, view_of(motion))
    found: dict[bool, list[Any]] = {True: [], False: []}
    for item in film.surroundings:
        found[item.style == "scale" or "mm" in getattr(item, "text", "")].append(item)
    boxes = [union(item.box(film.unit) for item in items) for items in found.values()]
    for (_, _, right, _), (left, _, _, _) in combinations(sorted(boxes), 2):
        assert right < left
