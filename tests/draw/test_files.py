"""Files: SVG, PNG and PDF, and what goes wrong with them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import linkwork as lw

SVG = "{http://www.w3.org/2000/svg}"


def test_svg_is_xml_with_names_and_size(four_bar, tmp_path):
    path = tmp_path / "four-bar.svg"
    scene = four_bar.draw(path)
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    width, height = scene.size
    assert [float(v) for v in root.get("viewBox").split()] == pytest.approx([0, 0, width, height], abs=0.01)
    words = {element.text for element in root.iter(f"{SVG}text")}
    assert words == set(scene.texts)
    assert {e.text for e in root.iter(f"{SVG}title")} >= {"four-bar", "crank", "rocker"}
    assert len(list(root.iter(f"{SVG}text"))) == 2 * len(scene.texts), "each word and the border behind it"
    drawn = [e for e in root.iter() if e.tag in {SVG + t for t in ("line", "circle", "polygon", "polyline")}]
    assert len(drawn) == len(scene.items) - len(scene.texts)


def test_svg_has_y_up(four_bar):
    root = ElementTree.fromstring(four_bar.draw().svg())
    y = {e.text: float(e.get("y")) for e in root.iter(f"{SVG}text")}
    assert y["C"] < y["D"]


def test_svg_escapes_names():
    m = lw.Mechanism("a < b & c", plane="xy")
    m.body("stone")
    root = ElementTree.fromstring(m.draw()._repr_svg_())
    assert root.find(f"{SVG}title").text == "a < b & c"


def test_png_and_pdf(four_bar, spatial_loop, tmp_path):
    four_bar.draw(tmp_path / "a.png")
    spatial_loop.draw(tmp_path / "b.PDF")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "b.PDF").read_bytes().startswith(b"%PDF")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.png", "b.PDF"], "no temporary file is left"


def test_png_is_the_same_every_time(four_bar, tmp_path):
    scene = four_bar.draw()
    scene.save(tmp_path / "a.png", dpi=72)
    scene.save(tmp_path / "b.png", dpi=72)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_unknown_ending_is_refused(four_bar, tmp_path):
    with pytest.raises(lw.ModelError, match=r"ending '\.jpg'; pictures are written to \.svg, \.png or \.pdf"):
        four_bar.draw(tmp_path / "a.jpg")
    with pytest.raises(lw.ModelError, match="no ending"):
        four_bar.draw().save(tmp_path / "a")


def test_missing_folder_is_named(four_bar, tmp_path):
    with pytest.raises(lw.LinkworkError, match=r"there is no folder '.*nowhere'"):
        four_bar.draw(tmp_path / "nowhere" / "a.svg")
    (tmp_path / "b.svg").mkdir()
    with pytest.raises(lw.LinkworkError, match="is a folder"):
        four_bar.draw(tmp_path / "b.svg")


def test_a_failed_write_keeps_the_old_file(four_bar, tmp_path, monkeypatch):
    path = tmp_path / "a.svg"
    path.write_text("old")
    scene = four_bar.draw()

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("linkwork.base.whole_file.os.replace", refuse)
    with pytest.raises(lw.LinkworkError, match="No space left on device"):
        scene.save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
