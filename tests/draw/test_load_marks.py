"""Forces are seen where they act: arrows, cylinders, coils, motors and stops; supports and labels stand apart."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.cli.forces import all_force_facts
from linkwork.draw.items import Item, Line, Polygon, Polyline, Text
from linkwork.draw.report.film import Film
from linkwork.draw.view import make_view

UNSEEN = {"viscous", "friction", "contact", "rigid_contact", "one_way", "ratchet"}
"""What resists in a joint or only when bodies touch has no symbol of its own."""


def lever() -> tuple[lw.Mechanism, lw.Body]:
    m = lw.Mechanism("lever", plane="xy")
    bar = m.body("bar", mass=1.0, inertia=0.1, com=(0.5, 0))
    m.revolute("A", m.ground.at(0, 0), bar.at(0, 0))
    return m, bar


def of_style(scene: lw.draw.Scene, style: str, kind: type[Item]) -> list[Item]:
    return [i for i in scene.items if i.style == style and isinstance(i, kind)]


@pytest.mark.parametrize("facts", all_force_facts(), ids=lambda f: f.kind)
def test_every_force_is_drawn_with_its_name(facts) -> None:
    made: dict[str, lw.Mechanism] = {}
    exec(facts.example, made)
    scene = made["m"].draw()
    for name, force in made["m"].forces.items():
        assert (name in scene.texts) == (force.KIND not in UNSEEN)


def test_a_point_force_is_an_arrow_along_it() -> None:
    m, bar = lever()
    m.point_force("load", bar.at(1, 0), force=(30, -40))
    m.point_force("half", bar.at(0.5, 0), 25, "y")
    scene = m.draw()
    large, small = of_style(scene, "load", Line)
    assert np.allclose(large.start, (1, 0), atol=1e-9)
    shaft = np.subtract(large.end, large.start)
    assert np.allclose(shaft / np.hypot(*shaft), (0.6, -0.8), atol=1e-9)
    assert np.hypot(*np.subtract(small.end, small.start)) == pytest.approx(0.5 * np.hypot(*shaft))


def test_an_arrow_follows_the_value_over_time() -> None:
    m, bar = lever()
    m.point_force("load", bar.at(1, 0), "10*cos(2*pi*t)", "y")
    run = m.simulate(0.5, points=3)
    ends = [of_style(run.draw(at=k), "load", Line) for k in (0, 1, 2)]
    assert ends[0][0].end[1] > ends[0][0].start[1]
    assert ends[2][0].end[1] < ends[2][0].start[1]


def test_torques_and_efforts_turn_the_way_they_act() -> None:
    for value in (2.0, -2.0):
        m, bar = lever()
        m.torque("push", bar, value)
        (arc,) = of_style(m.draw(), "load", Polyline)
        points = np.array(arc.points)
        (x, y), (dx, dy) = points[:-1].T, np.diff(points, axis=0).T
        area = (x * dy - y * dx).sum()  # about the pin, at the origin
        assert np.sign(area) == np.sign(value)


def test_a_driven_distance_is_a_cylinder() -> None:
    m, bar = lever()
    m.ground.point("F", 0.2, -0.5)
    bar.point("G", 0.7, 0)
    m.drive("distance(ground.F, bar.G)", "0.7 + 0.1*t", name="lift")
    scene = m.draw()
    assert len(of_style(scene, "cylinder", Polygon)) == 1
    assert "lift" in scene.texts


def test_one_support_a_pivot() -> None:
    m, bar = lever()
    twin = m.body("twin", mass=1.0, inertia=0.1, com=(0, 0.5))
    m.revolute("B", m.ground.at(0, 0), twin.at(0, 0))
    twin.point("end", 0, 1)
    m.spring("one", m.ground.at(2, 0), bar.at(1, 0), stiffness=1.0, free_length=1.0)
    m.spring("two", m.ground.at(2, 0), twin.at(0, 1), stiffness=1.0, free_length=1.0)
    assert len(of_style(m.draw(), "ground", Polygon)) == 2  # at the pivot and at the springs


def test_end_stops_are_walls_where_the_bar_is_stopped() -> None:
    m, _ = lever()
    bare = len(of_style(m.draw(), "floor", Line))
    m.end_stop("stop", "A.angle", lower="-30 deg", upper="90 deg", stiffness=1e3)
    walls = of_style(m.draw(), "floor", Line)[bare:]
    middles = [np.mean([w.start, w.end], axis=0) for w in of_style(m.draw(), "floor", Line)]
    angles = sorted(np.degrees(np.arctan2(y, x)) for x, y in middles)
    assert len(walls) == 2
    # 0.12 rad beside the bar, so that the wall is not covered by it
    assert any(abs(a - (-30 - np.degrees(0.12))) < 1 for a in angles)
    assert any(abs(a - (90 + np.degrees(0.12))) < 1 for a in angles)


def test_the_film_shows_forces_in_every_frame() -> None:
    m, bar = lever()
    m.point_force("load", bar.at(1, 0), "10*cos(2*pi*t)", "y")
    m.torque("push", bar, "3*sin(2*pi*t)")
    m.rotational_spring("coil", "A.angle", stiffness=5.0)
    run = m.simulate(1.0, points=9)
    film = Film(run, make_view(m.space, None, np.zeros(3)))
    styles = {part.item.style for part in film.parts}
    assert {"load", "load-head", "spring"} <= styles
    assert {"load", "push", "coil"} <= {p.item.text for p in film.parts if isinstance(p.item, Text)}
    assert "<svg" in film.svg()


@pytest.mark.parametrize("name", gallery.names())
def test_labels_do_not_cover_each_other(name: str) -> None:
    scene = gallery.get(name).draw()
    boxes = [(i.text, i.box(scene.unit)) for i in scene.items if isinstance(i, Text) and i.text]
    for n, (one, a) in enumerate(boxes):
        for other, b in boxes[:n]:
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{one} and {other}"


def test_in_space_the_axes_stand_beside_the_drawing() -> None:
    scene = gallery.get("spatial four-bar").draw()
    triad = [i.box(scene.unit) for i in scene.items if i.style.startswith("triad")]
    others = [i.box(scene.unit) for i in scene.items if not i.style.startswith("triad")]
    assert max(box[3] for box in triad) <= min(box[1] for box in others)
