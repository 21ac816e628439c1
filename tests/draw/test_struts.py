"""Springs, dampers, actuators and bushings are seen where they act."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.draw.items import Circle, Polygon, Polyline
from linkwork.draw.report.film import Film
from linkwork.draw.view import make_view


def make_cart(**spring: object) -> lw.Mechanism:
    m = lw.Mechanism("cart", plane="xy")
    cart = m.body("cart", mass=1.0, inertia=0.1)
    m.prismatic("slide", m.ground.at(0, 0), cart.at(0, 0), axis="x")
    m.spring("push", m.ground.at(-1, 0.3), cart.at(0, 0.3), **spring)
    m.place(cart, (0.2, 0))
    return m


def strokes(scene: lw.draw.Scene, name: str) -> list[Polyline]:
    return [i for i in scene.items if isinstance(i, Polyline) and i.style == "spring" and i.name == name]


def test_a_spring_is_a_zigzag_between_its_points() -> None:
    scene = make_cart(stiffness=100, free_length=1.0).draw()
    (zigzag,) = strokes(scene, "push")
    points = np.array(zigzag.points)
    # the drawing keeps metres, so the ends are the points themselves up to rounding
    assert np.allclose(points[[0, -1]], [(-1, 0.3), (0.2, 0.3)], atol=1e-9)
    turns = np.sign(np.diff(points[:, 1]))
    assert np.count_nonzero(np.diff(turns[turns != 0])) >= 5


def test_its_ground_point_has_a_support_and_both_ends_a_dot() -> None:
    scene = make_cart(stiffness=100, free_length=1.0).draw()
    feet = [i for i in scene.items if isinstance(i, Polygon) and i.style == "ground"]
    assert any(np.allclose(foot.points[0], (-1, 0.3)) for foot in feet)
    dots = [i.centre for i in scene.items if isinstance(i, Circle) and i.name == "push"]
    assert np.allclose(sorted(dots), [(-1, 0.3), (0.2, 0.3)])


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({"damping": 3.0}, 4),  # line, cup, piston, rod
        ({"stiffness": 9.0, "free_length": 1.0, "damping": 3.0}, 9),  # both, and four pieces that hold them
        ({"actuator": "5*t"}, 2),  # two rods; the barrel is no line
        ({"curve": "100*x", "free_length": 1.0}, 1),
    ],
)
def test_dampers_and_actuators_have_looks_of_their_own(fields: dict[str, object], count: int) -> None:
    scene = make_cart(**fields).draw()
    assert len(strokes(scene, "push")) == count
    assert any(i.style == "cylinder" for i in scene.items) == ("actuator" in fields)


def test_a_spring_point_belongs_to_the_outline_of_its_body() -> None:
    scene = gallery.get("andrews squeezer").draw()
    plates = [i for i in scene.items if isinstance(i, Polygon) and i.name == "triangle"]
    assert [len(plate.points) for plate in plates] == [3]


def test_a_rod_still_reaches_its_mass_beyond_a_spring() -> None:
    m = lw.Mechanism("arm", plane="xy")
    arm = m.body("arm", mass=1.0, com=(2, 0), inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.spring("hold", m.ground.at(1, 1), arm.at(1, 0), stiffness=9, free_length=1)
    bar = next(i for i in m.draw().items if i.style == "link-1")
    assert np.allclose(sorted(bar.box(1.0)), [0, 0, 0, 2])


def test_a_bushing_is_seen_and_a_contact_is_not() -> None:
    m = lw.Mechanism("mounts", plane="xy")
    one, other = m.body("one", mass=1.0, inertia=0.1), m.body("other", mass=1.0, inertia=0.1)
    m.bushing("mount", m.ground.at(0, 0), one.at(0.4, 0), stiffness=1e3)
    m.contact("bump", one, other, surface="sphere", radius=0.1, radius_a=0.1, stiffness=1e3)
    m.place(other, (1, 0))
    names = {i.name for i in m.draw().items}
    assert "mount" in names
    assert "bump" not in names


def test_springs_in_space_are_drawn() -> None:
    scene = gallery.get("flyball governor").draw()
    assert strokes(scene, "spring_1")
    assert strokes(scene, "spring_2")


def test_the_spring_moves_in_the_film_and_keeps_its_windings() -> None:
    motion = make_cart(stiffness=100, free_length=1.0).simulate(0.3, points=7)
    film = Film(motion, make_view(motion.model.space, None))
    (part,) = [p for p in film.parts if isinstance(p.item, Polyline) and p.item.name == "push"]
    assert part.seen.all()
    ends = motion.point(motion.model.forces["push"].b).position  # type: ignore[attr-defined]
    assert np.allclose(part.places[:, -1], ends, atol=1e-9)
    assert np.ptp(ends[:, 0]) > 0.01
    supports = [p for p in film.parts if p.item.style == "ground"]
    assert all(np.ptp(p.places, axis=0).max() < 1e-12 for p in supports)


@pytest.mark.parametrize(("centre", "shown"), [((0.0, 0.0), False), ((0.5, 0.0), True)])
def test_a_centre_of_mass_does_not_cover_a_joint(centre: tuple[float, float], shown: bool) -> None:
    m = lw.Mechanism("arm", plane="xy")
    arm = m.body("arm", mass=1.0, com=centre, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    arm.point("P", 1, 0)
    assert any(i.style == "mass" for i in m.draw().items) == shown
