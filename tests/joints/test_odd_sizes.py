"""Machine elements with fields that make no sense, and words that must not be said of sound ones."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery


def two_wheels() -> tuple[lw.Mechanism, object, object]:
    m = lw.Mechanism("pair", plane="xy")
    a, b = m.body("a", mass=1.0, inertia=0.1), m.body("b", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), b.at(0, 0))
    return m, a, b


def test_teeth_are_plain_numbers():
    m, a, b = two_wheels()
    m.gear("mesh", a.at(0, 0), b.at(0, 0), teeth_a="20 mm", teeth_b=40)
    with pytest.raises(lw.ModelError, match=r"'20 mm' is a length; a plain number is expected"):
        m.mobility()


def test_a_drum_has_a_side_and_no_negative_radius():
    m, a, b = two_wheels()
    m.cable("rope", a.at(0, 0), b.at(0, 0), drum_a=-0.15)
    with pytest.raises(lw.ModelError, match=r"'rope': the radius drum_a is -0\.15 m\. Choose the side"):
        m.mobility()


@pytest.mark.parametrize(("surface", "words"), [("", "it needs surface="), (len, "surface is .*, not text")])
def test_a_surface_is_text(surface, words):
    m = lw.Mechanism("ball", gravity=(0, 0, -9.81))
    ball = m.body("ball", lw.sphere(0.1, mass=2.0))
    m.sphere_on_surface("lies", m.ground.at(0, 0, 0), ball.at(0, 0, 0), surface=surface, radius=0.1)
    with pytest.raises(lw.ModelError, match=words):
        m.simulate(0.1)


def test_a_pulley_has_a_radius():
    with pytest.raises(lw.ModelError, match="The radius of a pulley is None"):
        lw.pulley((0, 0), None, "right")


def test_a_ratchet_has_teeth_that_can_be_counted():
    m, _, _ = two_wheels()
    m.ratchet("pawl", "A.angle", teeth=1e9)
    with pytest.raises(lw.ModelError, match=r"1e\+09 teeth.*one_way"):
        m.simulate(0.1)


def test_a_cam_with_parameters_is_reported(tmp_path):
    """Its summary needs the parameters of the model; the report has its fields."""
    run = gallery.get("cam valve train").inverse([0.0, 0.01])
    run.report(tmp_path / "valve.html")
    assert "base_radius" in (tmp_path / "valve.html").read_text()


def test_a_dwell_is_no_dead_point():
    """Nothing acts on a Geneva drive between two steps: what is left of forces is rounding of those at its speed."""
    assert "not met" not in gallery.get("geneva drive").inverse(np.linspace(0.0, 1.0, 101)).status


# ---- fields that would be passed over in silence


def wheel(kind: str = "rolling_wheel", plane: str | None = "xy", **fields) -> lw.Mechanism:
    m = lw.Mechanism("wheel", plane=plane, gravity=(0, -9.81) if plane else (0, 0, -9.81))
    body = m.body("wheel", mass=1.0, inertia=0.01 if plane else (0.01, 0.01, 0.01))
    origin = (0, 0) if plane else (0, 0, 0)
    m.joint(kind, "C", m.ground.at(*origin), body.at(*origin), radius=0.1, **fields)
    return m


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"restitution": 0.5}, "restitution is 0.5, but it never opens"),
        ({"track_radius": 0.5}, "its track is straight, but track_radius is 0.5 m"),
        ({"lifts": "yes", "friction": 0.3}, "lifts is 'yes': whether it opens .* Give True or False"),
        ({"kind": "rolling_sphere", "plane": None, "surface_radius": 2.0}, "on a plane, but surface_radius is 2 m"),
        ({"kind": "point_on_curve", "curve": lw.circle(0.5), "rolling": 1}, "rolling is 1: .* Give True or False"),
    ],
)
def test_fields_without_effect_are_faults(fields, words):
    with pytest.raises(lw.ModelError, match=words):
        wheel(**fields).simulate(0.1)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"radius_a": 1, "radius_b": 2, "helix_angle": "20 deg"}, "helix_angle is 20 deg: helical teeth push along"),
        ({"teeth_a": 20.5, "teeth_b": 40}, "its teeth_a is 20.5; teeth are whole numbers"),
        ({"ratio": 2, "mesh": "internal"}, "only the ratio of its wheels, 2, is known, and nothing says how far apart"),
    ],
)
def test_gears_that_are_none(fields, words):
    m = lw.Mechanism("gears", plane="xy")
    a, b = m.body("a"), m.body("b")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0, 0), b.at(0, 0))
    m.gear("G", a.at(0, 0), b.at(0, 0), **fields)
    m.drive("A.angle", "t")
    with pytest.raises(lw.ModelError, match=words):
        m.move([0.0, 1.0])


def test_a_geneva_drive_tells_all_that_is_wrong():
    m = lw.Mechanism("geneva", plane="xy")
    a, b = m.body("a"), m.body("b")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(0.1, 0), b.at(0, 0))
    m.geneva("G", a.at(0, 0), b.at(0, 0), slots=2.5)
    m.drive("A.angle", "t")
    with pytest.raises(lw.ModelError, match=r"2\.5 slots.*radius of its pin"):
        m.move([0.0, 1.0])


# ---- cams


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("5 mm*u", "its lift is 0 m at the cam angle u = 0 and 0.0314159 m after a turn, at u = 2 pi"),
        ("1/u", "'1/u' is not finite at u = 0"),
        ("5 mm", "its lift is 0.005 m at every cam angle: the follower would never move"),
        ([("360 deg", "dwell")], "its lift is 0 m at every cam angle"),
        ("-25 mm*(1 - cos(u))", "its lift goes down to -0.05 m, and a profile that is 0.02 m from the cam's centre"),
    ],
)
def test_lifts_that_no_cam_can_have(program, words):
    cam = lw.cam(program, base_radius="20 mm", roller_radius="5 mm")
    assert words in str(cam)
    with pytest.raises(lw.ExpressionError) as error:
        cam.solve()
    assert words in str(error.value)


def test_a_rise_shorter_than_the_grid_is_seen():
    """Knife edge in line with the centre: tan(pressure angle) = s'/(base + s), cycloidal over b: s' = L/b (1 - cos)."""
    rise, b = 5e-3, np.radians(0.01)
    program = [("90 deg", "dwell"), (b, rise, "cycloidal"), ("180 deg", "dwell"), (np.pi / 2 - b, 0.0, "cycloidal")]
    told = str(lw.cam(program, base_radius=0.02, follower="knife"))
    x = np.linspace(0, 1, 100001)
    slope = rise / b * (1 - np.cos(2 * np.pi * x))
    height = 0.02 + rise * (x - np.sin(2 * np.pi * x) / (2 * np.pi))
    assert f"Largest pressure angle {np.degrees(np.arctan(slope / height).max()):.4g} deg, at a cam angle of 90" in told


@pytest.mark.parametrize("size", [1e-8, 1e-6, 1.0, 1e8])
def test_a_rack_of_any_size_is_held_by_its_bearings(size):
    """Of a rack of less than a micrometre nothing was said to keep the distance from its pinion."""
    m = lw.Mechanism("rack", plane="xy")
    pinion, bar = m.body("pinion", mass=1.0, inertia=0.02 * size**2), m.body("bar", mass=3.0, inertia=size**2)
    m.revolute("A", m.ground.at(0, 0.05 * size), pinion.at(0, 0))
    m.prismatic("guide", m.ground.at(0, 0), bar.at(0, 0), axis="x")
    m.place(pinion, at=(0, 0.05 * size))
    m.rack("rack", bar.at(0, 0), pinion.at(0, 0), radius=0.05 * size)
    assert m.mobility().degrees_of_freedom == 1
