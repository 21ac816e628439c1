"""A model written to TOML and read again is the same model, to the last digit."""

from __future__ import annotations

import math
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from model_examples import FUNCTIONS, KINDS, ROTATIONS, SHAPES, four_bar, spatial, with_joint

import linkwork as lw
from linkwork.model.files import disk, save, to_toml


def assert_same(m: lw.Mechanism, text: str) -> lw.Mechanism:
    """Assert that `text` describes m, and that it is written the same way again."""
    again = lw.Mechanism.from_toml(text)
    assert again.written() == m.written()
    for name in ("name", "space", "gravity", "parameters", "forces"):
        assert getattr(again, name) == getattr(m, name)
    for kind in ("parameters", "bodies", "joints", "drivers", "forces"):
        assert list(getattr(again, kind)) == list(getattr(m, kind))
    assert to_toml(again) == text
    assert again.build_faults == []
    return again


@pytest.mark.parametrize("make", [four_bar, spatial, lw.Mechanism])
def test_whole_models(make):
    m = make()
    assert_same(m, to_toml(m))


ON_SURFACES = ("point_on_surface", "sphere_on_surface", "disc_on_surface", "surface_on_plane")
SPATIAL = ("universal", "bevel_gear", "crossed_gear", "screw", "rolling_disc", "rolling_sphere", *ON_SURFACES)
IN_PLANE = [(kind, True) for kind in KINDS if kind not in SPATIAL]


@pytest.mark.parametrize(("kind", "planar"), [*IN_PLANE, *((kind, False) for kind in KINDS)])
def test_every_joint(kind, planar):
    m = with_joint(kind, planar)
    assert_same(m, to_toml(m))


@pytest.mark.parametrize("kind", sorted(SHAPES))
def test_every_shape(kind):
    m = lw.Mechanism(plane="xz")
    m.parameter("L", 0.5)
    m.body("part", SHAPES[kind])
    assert_same(m, to_toml(m))


@pytest.mark.parametrize("kind", sorted(ROTATIONS))
def test_every_rotation(kind):
    m = lw.Mechanism()
    m.parameter("L", 0.5)
    m.parameter("a", "20 deg")
    m.place(m.body("part"), rotation=ROTATIONS[kind])
    assert_same(m, to_toml(m))


@pytest.mark.parametrize("kind", sorted(FUNCTIONS))
def test_every_function(kind):
    m = four_bar().without_drivers()
    m.parameter("T", "2 s")
    m.drive("A.angle", FUNCTIONS[kind], name="the driver")
    again = assert_same(m, to_toml(m))
    assert again.drivers["the driver"].quantity == "A.angle"


def test_a_python_function_is_written_as_what_it_computes():
    factor = {"k": 3.0}
    m = four_bar().without_drivers()
    m.drive("A.angle", lambda t: 2 * np.sin(factor["k"] * t) - t**2)
    assert lw.Mechanism.from_toml(to_toml(m)).drivers["A.angle"].function(0.5) == 2 * np.sin(1.5) - 0.25
    factor["k"] = 4.0
    assert lw.Mechanism.from_toml(to_toml(m)).drivers["A.angle"].function(0.5) == 2 * np.sin(2.0) - 0.25


def test_a_long_table_becomes_a_section_of_wrapped_lines():
    times = np.linspace(0, 1, 60)
    m = four_bar().without_drivers()
    m.drive("A.angle", lw.table(times, np.sin(times), method="akima"))
    text = to_toml(m)
    assert '[drivers."A.angle".function]' in text
    assert max(len(line) for line in text.splitlines()) <= 110
    again = lw.Mechanism.from_toml(text)
    assert to_toml(again) == text
    assert again.drivers["A.angle"].function.to_data() == m.drivers["A.angle"].function.to_data()


def test_numbers_keep_every_digit():
    m = lw.Mechanism("numbers", plane="xy")
    numbers = [0.1 + 0.2, math.pi * 1e-300, 5e-324, 1.7976931348623157e308, 1e22, -0.0]
    for k, value in enumerate(numbers):
        m.parameter(f"p{k}", value)
    again = assert_same(m, to_toml(m))
    assert [math.copysign(1, v) for v in again.parameters.values()] == [1, 1, 1, 1, 1, -1]


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.floats(-1e50, 1e50), names)
@settings(max_examples=60)
def test_any_number_and_any_name_come_back(value, name):
    m = lw.Mechanism(name, plane="xy")
    m.body("crank").point("P", value, 1)
    text = to_toml(m)
    again = lw.Mechanism.from_toml(text)
    assert again.name == name
    assert again.bodies["crank"].points["P"].at == (value, 1.0)


def test_half_a_character_cannot_be_written():
    with pytest.raises(lw.ModelError, match=r"U\+D800 is half of a pair"):
        to_toml(lw.Mechanism("\ud800"))


def test_plane_and_space():
    cases = {
        ("xy", None): {"plane": "xy"},
        ("xz", None): {"plane": "xz"},
        ("yz", True): {"plane": "yz", "spatial": True},
        ("xy", True): {},
        (None, None): {},
    }
    for (plane, is_spatial), head in cases.items():
        m = lw.Mechanism("m", plane=plane, spatial=is_spatial)
        document = tomllib.loads(to_toml(m))
        assert {k: v for k, v in document.items() if k in ("plane", "spatial")} == head
        assert lw.Mechanism.from_toml(to_toml(m)).space == m.space


def test_spatial_switches_a_planar_text():
    text = to_toml(four_bar())
    assert lw.Mechanism.from_toml(text).space.planar
    assert not lw.Mechanism.from_toml(text.replace('plane = "xy"', 'plane = "xy"\nspatial = true')).space.planar


def test_ends_are_written_the_short_way():
    document = tomllib.loads(to_toml(four_bar()))
    assert document["joints"]["A"] == {"kind": "revolute", "a": "ground.O", "b": "crank"}
    assert document["joints"]["C"]["a"] == {"body": "coupler", "at": [6.0, 0.0]}
    assert document["drivers"] == {"A.angle": {"function": "(60 rpm)*t"}}


def test_drawn_ends_axes_and_named_points_are_kept():
    m = spatial()
    document = tomllib.loads(to_toml(m))
    assert document["joints"]["J-1"] == {
        "kind": "revolute",
        "a": "ground",
        "b": "base",
        "at": [0.0, 0.0, 0.5],
        "axis": "y",
    }
    again = lw.Mechanism.from_toml(to_toml(m))
    assert again.joints["J-1"].a.drawn
    assert again.joints["J-1"].b == lw.Marker("base", (0.0, 0.0, 0.5), "y", drawn=True)
    assert again.joints["J2"].a == again.bodies["base"].points["tool"]
    assert again.joints["J2"].b.z == "-z"
    assert again.joints["J3"].b == lw.Marker("ground", (1.0, 2.0, 3.0), x="y", name="loose")
    assert again.bodies["base"].points["screw"].z == (0.0, 0.6, 0.8)


def test_one_drawn_end_is_written_with_its_switch():
    m = lw.Mechanism(plane="xy")
    crank = m.body("crank")
    m.place(crank, at=(1, 0), angle=0.3)
    m.revolute("A", m.ground.at(1, 0), crank, at=(1, 0))
    assert "drawn = true" in to_toml(m)
    assert_same(m, to_toml(m))


def test_order_of_placements_does_not_matter():
    m, n = four_bar(), four_bar()
    n.placements = dict(reversed(n.placements.items()))
    assert m.written() == n.written()


def test_a_python_function_that_branches_cannot_be_written(tmp_path):
    m = four_bar().without_drivers()
    m.drive("A.angle", lambda t: t if t > 1 else 2 * t - 1)
    with pytest.raises(lw.ModelError) as caught:
        save(m, tmp_path / "m.toml")
    assert "driver 'A.angle'" in str(caught.value)
    assert "Python function" in str(caught.value)
    assert "Write it as an expression, or as one table of times and values." in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_faults_of_building_are_not_written_away():
    m = four_bar()
    m.body("crank")
    m.place("crnk", (1, 0))
    with pytest.raises(lw.ModelError, match="there are two bodies of this name") as caught:
        to_toml(m)
    assert "placement of 'crnk'" in str(caught.value)


# ---- files on disk


def test_save_and_load(tmp_path):
    m = four_bar()
    file = tmp_path / "four-bar.toml"
    m.save(file)
    assert lw.Mechanism.load(str(file)).written() == m.written()
    assert file.read_text("utf-8") == m.to_toml()
    assert os.listdir(tmp_path) == ["four-bar.toml"]


def test_a_failing_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "m.toml"
    file.write_text("old", "utf-8")

    def fail(*_):
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(disk.os, name, fail)
            with pytest.raises(lw.FileFormatError, match=r"m\.toml' cannot be written: No space left"):
                save(four_bar(), file)
        assert file.read_text("utf-8") == "old"
        assert os.listdir(tmp_path) == ["m.toml"]


def test_save_keeps_mode_and_follows_links(tmp_path):
    file = tmp_path / "m.toml"
    file.write_text("old", "utf-8")
    file.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    save(four_bar(), link)
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert lw.Mechanism.load(file).name == "four-bar"


def test_save_into_nowhere(tmp_path):
    with pytest.raises(lw.FileFormatError, match="cannot be written: No such file or directory"):
        save(four_bar(), tmp_path / "missing" / "m.toml")
    with pytest.raises(lw.FileFormatError, match="cannot be written: Is a directory"):
        save(four_bar(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_read_are_sentences(tmp_path):
    (tmp_path / "fourbar.toml").write_text("linkwork = 1\n", "utf-8")
    (tmp_path / "latin.toml").write_bytes('linkwork = 1\nname = "Kurbel für"'.encode("latin-1"))
    (tmp_path / "large.toml").write_bytes(b"#" * (disk.LIMIT + 1))
    cases = {
        "forbar.toml": "There is no file '.*forbar.toml'. Did you mean 'fourbar.toml'?",
        ".": "is a folder, not a model file.",
        "latin.toml": "is not UTF-8 text: line 2 has the byte 0xfc. Save it as UTF-8",
        "large.toml": "has more than 10 MB; a model file is smaller.",
        "zero\0.toml": "cannot be read: embedded null byte.",
    }
    for name, message in cases.items():
        with pytest.raises(lw.FileFormatError, match=message):
            lw.Mechanism.load(tmp_path / name)


def test_windows_files_are_read(tmp_path):
    file = tmp_path / "m.toml"
    file.write_bytes(b"\xef\xbb\xbf" + to_toml(four_bar()).replace("\n", "\r\n").encode())
    assert lw.Mechanism.load(file).written() == four_bar().written()


def test_import_is_light():
    code = (
        "import sys, linkwork.model.files\n"
        "print([m for m in ('numba', 'scipy', 'matplotlib', 'pandas') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_no_machine_path_in_the_text(tmp_path):
    m = four_bar()
    m.save(tmp_path / "m.toml")
    assert str(Path.home()) not in (tmp_path / "m.toml").read_text("utf-8")
