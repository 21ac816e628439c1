"""Ways of equilibria over contacts, stops, ropes, clutches and pawls that close and open: closed forms."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import LinkworkError

FOUND = {"rtol": 1e-11}
"""Corners are found to rounding of a balance that leaves 1e-11 of the forces."""


def lever() -> lw.Mechanism:
    """Return a lever of 1 m on a spring of 50 N m/rad, pressed down by F towards a stop at -0.3 rad."""
    m = lw.Mechanism("lever", plane="xy")
    m.parameter("F", "0 N")
    rod = m.body("lever", lw.rod(length=1.0, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    m.rotational_spring("spring", "A.angle", stiffness=50.0, free_angle=0.0)
    m.point_force("load", rod.at(1.0, 0), force=(0, "-F"))
    m.rigid_contact("stop", "A.angle", -0.3)
    return m


@pytest.mark.parametrize(("first", "last", "does"), [(0.0, 40.0, "closes"), (40.0, 0.0, "opens")])
def test_a_lever_meets_its_stop_and_leaves_it(first, last, does):
    """F cos(a) = k a up to the stop; beyond, the stop bears F cos(a) - k a."""
    way = lever().equilibrium_path("F", [first, last])
    (found,) = way.contact_changes
    met = 50 * 0.3 / np.cos(0.3)
    np.testing.assert_allclose(found.value, met, **FOUND)
    assert found.kind == {"closes": "closing", "opens": "opening"}[does]
    assert found.contacts == ("stop",)
    assert f"'stop' {does} at F = 15.701274 N." in str(way)
    assert way.values[-1] == last
    angle, force = way["A.angle"], way["stop.value"]
    on = way.values > met + 1e-9
    np.testing.assert_allclose(angle[on], -0.3, atol=1e-12)
    np.testing.assert_allclose(force[on], way.values[on] * np.cos(0.3) - 15, atol=1e-9)
    off = way.values < met - 1e-9
    np.testing.assert_allclose(way.values[off] * np.cos(angle[off]), -50 * angle[off], atol=1e-9)
    assert all(closed == ("stop",) for closed, pressed in zip(way.closed, on, strict=True) if pressed)
    assert all(closed == () for closed, apart in zip(way.closed, off, strict=True) if apart)
    assert set(way.kinds) == {"stable"}


def toggle(stop: float) -> lw.Mechanism:
    """Return half of von Mises' truss, with a stop that catches its slider."""
    m = lw.Mechanism("toggle", plane="xy")
    m.parameter("F", 0.0)
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="y")
    m.place(slider, at=(0, 0.5))
    m.spring("strut", m.ground.at(-1, 0), slider.at(0, 0), stiffness=100.0, free_length=1.25**0.5)
    m.point_force("load", slider.at(0, 0), force=(0, "-F"))
    m.rigid_contact("stop", "slider.y", stop)
    return m


@pytest.mark.parametrize(("stop", "kinds"), [(0.4, ()), (-0.2, ("turning point",))])
def test_a_snap_that_a_stop_catches(stop, kinds):
    """The stop closes at F(y) = k y (L0/L - 1): before the snap, or on the way back, where it turns forwards again."""
    way = toggle(stop).equilibrium_path("F", [0.0, 5.0])
    *turns, caught = way.special
    assert tuple(found.kind for found in turns) == kinds
    np.testing.assert_allclose(caught.value, 100 * stop * (1.25**0.5 / np.hypot(1, stop) - 1), **FOUND)
    assert ("the way comes back" in str(caught)) == bool(kinds)
    assert way.values[-1] == 5.0
    assert way.kinds[-1] == "stable"
    np.testing.assert_allclose(way["slider.y"][-1], stop, atol=1e-12)
    last = way.at(4.0)[-1].contact("stop")
    np.testing.assert_allclose(last.force, 4.0 - caught.value, rtol=1e-9)


def cart(gaps: tuple[float, ...]) -> lw.Mechanism:
    """Return carts in a row on springs of 100 N/m, pulled by F at the last; each but that may run as far as a stop."""
    m = lw.Mechanism("carts", plane="xy")
    m.parameter("F", 0.0)
    m.effort("k0", "r0.translation", "-100*r0.translation")
    before = None
    for i in range(len(gaps) + 1):
        body = m.body(f"cart {i}", mass=1.0, inertia=1.0)
        m.prismatic(f"r{i}", m.ground.at(0, 0), body.at(0, 0), axis="x")
        m.place(body, at=(float(i), 0))
        if before is not None:
            m.spring(f"k{i}", before.at(0, 0), body.at(0, 0), stiffness=100.0, free_length=1.0)
        if i < len(gaps):
            m.rigid_contact(f"stop {i}", f"r{i}.translation", i + gaps[i], side="below")
        before = body
    m.point_force("load", before.at(0, 0), force=("F", 0))
    return m


@pytest.mark.parametrize("turned", [False, True])
def test_a_ladder_of_two_stops(turned):
    """F = 100 u0 to the first stop; then the second cart moves by F / 100 more than the first."""
    way = cart((0.1, 0.3)).equilibrium_path("F", [60.0, 0.0] if turned else [0.0, 60.0])
    found = {one.contacts[0]: one.value for one in way.contact_changes}
    assert list(found) == (["stop 1", "stop 0"] if turned else ["stop 0", "stop 1"])
    np.testing.assert_allclose([found["stop 0"], found["stop 1"]], [10.0, 20.0], **FOUND)
    np.testing.assert_allclose(way["r2.translation"][0 if turned else -1], 2.3 + 0.6, rtol=1e-10)


def test_a_second_spring_behind_a_gap():
    """100 u up to the gap of 0.2 m; beyond, both springs: F = 100 u + 300 (u - 0.2)."""
    m = lw.Mechanism("bumper", plane="xy")
    m.parameter("F", 0.0)
    cart, plate = m.body("cart", mass=1.0, inertia=1.0), m.body("plate", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), cart.at(0, 0), axis="x")
    m.prismatic("between", cart.at(0, 0), plate.at(0, 0), axis="x")
    m.place(plate, at=(0.2, 0))
    m.effort("first", "rail.translation", "-100*rail.translation")
    m.spring("second", m.ground.at(2.2, 0), plate.at(0, 0), stiffness=300.0, free_length=2.0)
    m.rigid_contact("gap", "between.translation")
    m.point_force("load", cart.at(0, 0), force=("F", 0))
    way = m.equilibrium_path("F", [0.0, 60.0])
    np.testing.assert_allclose([one.value for one in way.contact_changes], [20.0], **FOUND)
    u = way["rail.translation"]
    np.testing.assert_allclose(way.values, 100 * u + 300 * np.maximum(u - 0.2, 0.0), atol=1e-8)


def test_a_rope_goes_taut():
    m = lw.Mechanism("hoist", plane="xy", gravity=(0, -9.81))
    m.parameter("F", 0.0)
    load = m.body("load", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), load.at(0, 0), axis="y")
    m.spring("spring", m.ground.at(0, 0), load.at(0, 0), stiffness=100.0, free_length=0.5)
    m.cable("rope", m.ground.at(0, 0), load.at(0, 0), hold=False)
    m.rigid_contact("taut", "rope.length", 1.0, side="below")
    m.point_force("pull", load.at(0, 0), force=(0, "-F"))
    m.place(load, at=(0, -0.6))
    way = m.equilibrium_path("F", [0.0, 60.0])
    np.testing.assert_allclose([one.value for one in way.contact_changes], [50 - 9.81], **FOUND)
    np.testing.assert_allclose(-way["taut.value"][-1], 60 + 9.81 - 50, rtol=1e-9)


@pytest.mark.parametrize(
    ("kind", "opens"), [("one_way", 10 * 0.6), ("ratchet", 10 * np.pi / 6)], ids=["clutch", "pawl"]
)
def test_a_clutch_and_a_pawl_let_go(kind, opens):
    """They hold where the way begins, or at the tooth before, until the torque is that of the spring."""
    m = lw.Mechanism("wheel", plane="xy")
    m.parameter("T", 0.0)
    disc = m.body("disc", lw.disc(0.3, mass=2.0))
    m.revolute("axle", m.ground.at(0, 0), disc.at(0, 0))
    m.rotational_spring("spring", "axle.angle", stiffness=10.0, free_angle=0.0)
    m.torque("torque", disc, value="T")
    getattr(m, kind)("holds", "axle.angle", **({"teeth": 12} if kind == "ratchet" else {}))
    m.place(disc, angle=0.6)
    way = m.equilibrium_path("T", [-5.0, 20.0])
    np.testing.assert_allclose([one.value for one in way.contact_changes], [opens], **FOUND)
    np.testing.assert_allclose(way["axle.angle"][-1], 2.0, rtol=1e-9)
    back = m.equilibrium_path("T", [20.0, -5.0])  # now the clutch holds there, the pawl at a tooth before
    np.testing.assert_allclose(back["axle.angle"][-1], 2.0 if kind == "one_way" else 3 * np.pi / 6, rtol=1e-9)


def test_a_load_handed_from_one_stop_to_another():
    """A jack that rises takes the load from the floor at once: forces jump, positions do not."""
    m = lw.Mechanism("lift", plane="xy", gravity=(0, -10))
    m.parameter("h", "-0.2 m")
    body = m.body("load", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), body.at(0, 0), axis="y")
    m.rigid_contact("floor", "rail.translation")
    m.rigid_contact("jack", "rail.translation", "h")
    m.place(body, at=(0, 0.1))
    way = m.equilibrium_path("h", [-0.2, 0.3])
    assert "'jack' closes and 'floor' opens at h = " in str(way)
    np.testing.assert_allclose(way["rail.translation"], np.maximum(way.values, 0.0), atol=1e-12)


def column(gap: float, stops: tuple[str, ...] = ("left", "right")) -> lw.Mechanism:
    """Return an upright rod on a spring of 100 N m/rad between stops, pressed down by F."""
    m = lw.Mechanism("column", plane="xy")
    m.parameter("F", 1.0)
    rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=np.pi / 2)
    m.rotational_spring("foot", "A.angle", stiffness=100.0, free_angle=np.pi / 2)
    m.point_force("load", rod.at(1.0, 0), force=(0, "-F"))
    for name, side, sign in (("left", "below", 1.0), ("right", "above", -1.0)):
        if name in stops:
            m.rigid_contact(name, "A.angle", np.pi / 2 + sign * gap, side=side)
    return m


def test_a_branch_that_meets_a_stop():
    """F = 100 a / sin a along the branch, up to the stop."""
    way = column(0.2).equilibrium_path("F", [10.0, 150.0], branch=2)
    (found,) = way.contact_changes
    np.testing.assert_allclose(found.value, 20 / np.sin(0.2), rtol=1e-9)
    assert found.contacts == ("right",)


def test_stops_that_touch_forbid_branches():
    """Two stops hold the column upright whatever the load; one leaves the branch to the other side."""
    held = column(0.0).equilibrium_path("F", [10.0, 150.0])
    assert set(held.kinds) == {"stable"}
    assert not held.special
    free = column(0.0, ("right",)).equilibrium_path("F", [10.0, 150.0])
    (found,) = free.branchings
    assert str(found).endswith("branch 1 where A.angle grows.")
    assert free.kinds[-1] == "unstable"


def beam(at: float) -> lw.Mechanism:
    """Return a beam on two springs of 100 N/m, 2 m apart, pressed at a place by F towards two stops 0.2 m below."""
    m = lw.Mechanism("beam", plane="xy")
    m.parameter("F", 0.0)
    body = m.body("beam", mass=1.0, inertia=1.0)
    for i, x in enumerate((-1.0, 1.0)):
        body.point(f"P{i}", x, 0)
        m.rigid_contact(f"stop {i}", f"beam.P{i}.y")
        m.effort(f"spring {i}", f"beam.P{i}.y", f"-100*(beam.P{i}.y - 0.2)")
    m.effort("guide", "beam.x", "-50*beam.x")
    m.point_force("load", body.at(at, 0), force=(0, "-F"))
    m.place(body, at=(0, 0.2))
    return m


def test_two_stops_that_are_met_at_once():
    way = beam(0.0).equilibrium_path("F", [0.0, 100.0])
    (found,) = way.contact_changes
    np.testing.assert_allclose(found.value, 40.0, **FOUND)
    assert found.contacts == ("stop 0", "stop 1")
    np.testing.assert_allclose([way[f"stop {i}.value"][-1] for i in (0, 1)], 30.0, rtol=1e-9)


def test_the_set_of_a_way_is_that_of_the_search():
    """At every position the closed contacts are those that carry or touch where `equilibrium` finds it alone."""
    made = beam(0.3)
    way = made.equilibrium_path("F", [0.0, 100.0])
    assert [one.contacts[0] for one in way.contact_changes] == ["stop 1", "stop 0"]
    for k in range(0, len(way), 6):
        alone = made.with_parameters(F=float(way.values[k])).equilibrium()
        assert {one.name for one in alone.contacts if one.state == "carries"} <= set(way.closed[k])
        np.testing.assert_allclose(alone["beam.P0.y"], way["beam.P0.y"][k], atol=1e-9)


def test_full_turns_on_a_way():
    """A wheel wound up by T against a spring of 1 N m/rad, three turns and more, to a stop at 20 rad."""
    m = lw.Mechanism("winch", plane="xy")
    m.parameter("T", 0.0)
    disc = m.body("disc", lw.disc(0.3, mass=1.0))
    m.revolute("axle", m.ground.at(0, 0), disc.at(0, 0))
    m.rotational_spring("spring", "axle.angle", stiffness=1.0, free_angle=0.0)
    m.torque("torque", disc, value="T")
    m.rigid_contact("stop", "axle.angle", 20.0, side="below")
    way = m.equilibrium_path("T", [0.0, 30.0])
    np.testing.assert_allclose([one.value for one in way.contact_changes], [20.0], **FOUND)
    np.testing.assert_allclose(way["axle.angle"], np.minimum(way.values, 20.0), atol=1e-9)
    np.testing.assert_allclose(way["stop.value"][-1], -10.0, rtol=1e-9)
    (between,) = way.at(15.0)
    np.testing.assert_allclose([between["axle.angle"], between["disc.angle"]], 15.0, rtol=1e-9)


def test_ctrl_c_keeps_what_was_found(monkeypatch):
    from linkwork.solve import path_steps

    step, made = path_steps.Steps.step, []

    def interrupted(*given):
        made.append(1)
        if len(made) > 6:
            raise KeyboardInterrupt
        return step(*given)

    monkeypatch.setattr(path_steps.Steps, "step", interrupted)
    with pytest.raises(KeyboardInterrupt) as stop:
        lever().equilibrium_path("F", [0.0, 40.0])
    assert len(stop.value.path) > 2
    assert "Interrupted at F = " in str(stop.value.path)


def test_ends_of_a_way_with_units():
    assert lever().equilibrium_path("F", ["0 N", "0.01 kN"]).values[-1] == 10.0
    with pytest.raises(LinkworkError, match="a force is expected"):
        lever().equilibrium_path("F", ["0 N", "3 m"])


def test_what_points_needs():
    with pytest.raises(LinkworkError, match="points is the most positions of a way, at least 2"):
        lever().equilibrium_path("F", [0.0, 40.0], points=1)
