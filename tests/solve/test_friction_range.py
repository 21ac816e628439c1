"""What dry friction holds at rest: slopes, wedges, levers, drawers, ladders; and the same in simulations."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import ModelError

G = 9.81
CLOSED = {"rtol": 1e-9}
"""Solutions of linear programs are exact to rounding; cutting planes end at 1e-12."""


def slope(angle: float, mu: float = 0.3, push: float = 0.0) -> lw.Mechanism:
    m = lw.Mechanism("slope", plane="xy", gravity=(0, -G))
    m.parameter("mu", mu)
    block = m.body("block", mass=2.0, inertia=0.01)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis=(np.cos(angle), np.sin(angle)))
    m.friction("dry", "rail", mu="mu")
    m.effort("push", "rail.translation", push)
    return m


@pytest.mark.parametrize("angle", [0.0, 0.2, 0.6])
def test_a_block_on_a_slope(angle):
    """F = m g (sin a -+ mu cos a); without a push it takes tan a / mu of the friction."""
    found = slope(angle).friction_range("push")
    down, across = 2 * G * np.sin(angle), 2 * G * 0.3 * np.cos(angle)
    np.testing.assert_allclose([found.lower, found.upper], [down - across, down + across], **CLOSED)
    np.testing.assert_allclose(found.needed, np.tan(angle) / 0.3, atol=1e-10)
    assert found.holds == (np.tan(angle) <= 0.3)
    assert found.slips_below == found.slips_above == ("dry",)
    assert found.notes == ()


def test_the_words_of_a_range():
    text = str(slope(0.2).friction_range("push"))
    assert text.startswith("'slope' stays at rest with push from -1.87078 N to 9.66656 N. Below that 'dry' slips.")
    assert "At 0 N it holds with 0.6757 of the friction." in text
    assert "At 0 N it slips: it would take 2.28046 of the friction." in str(slope(0.6).friction_range("push"))


def test_the_range_of_a_parameter():
    """It holds from mu = tan a on, without an end."""
    found = slope(0.2).friction_range("mu")
    np.testing.assert_allclose(found.lower, np.tan(0.2), rtol=1e-8)
    assert found.upper == np.inf


def test_the_range_of_a_parameter_that_lies_away_from_its_value():
    """At mu = 0.3 it slips on a slope of 0.6 rad: it would hold from tan a on."""
    found = slope(0.6).friction_range("mu")
    np.testing.assert_allclose(found.lower, np.tan(0.6), rtol=1e-8)
    assert not found.holds


def test_the_one_load_that_balances_without_friction():
    """A rod held down at an angle of 1 rad below the horizontal by a force at its tip: F = m g / (2 tan 1)."""
    m = lw.Mechanism("rod", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", mass=1.0, inertia=1 / 12)
    m.parameter("F", 0.0)
    m.revolute("A", m.ground.at(0, 0), rod.at(-0.5, 0))
    m.point_force("push", rod.at(0.5, 0), force=("F", 0))
    m.place(rod, angle=-1)
    found = m.friction_range("F")
    np.testing.assert_allclose([found.lower, found.upper], 9.81 / 2 / np.tan(1), rtol=1e-8)  # of the linear program
    m.place(rod, angle=0)
    assert np.isnan(m.friction_range("F").lower)  # a level force has no moment about the pin


def wedge(angle: float, mu: float) -> lw.Mechanism:
    """Return a wedge on a smooth floor under a block of 100 N in a smooth guide; the slope between them is rough."""
    m = lw.Mechanism("wedge", plane="xy")
    low, high = m.body("wedge", mass=1.0, inertia=0.01), m.body("block", mass=1.0, inertia=0.01)
    m.prismatic("floor", m.ground.at(0, 0), low.at(0, 0), axis="x")
    m.prismatic("slope", low.at(0, 0), high.at(0, 0), axis=(np.cos(angle), np.sin(angle)))
    m.prismatic("guide", m.ground.at(0, 0), high.at(0, 0), axis="y")
    m.friction("dry", "slope", mu=mu)
    m.point_force("weight", high.at(0, 0), force=(0, -100.0))
    return m


def test_a_wedge():
    """P = W tan(a + phi) lifts, W tan(a - phi) lets down."""
    angle, phi = 0.3, np.arctan(0.15)
    ends = [-100 * np.tan(angle + phi), -100 * np.tan(angle - phi)]
    m = wedge(angle, 0.15)
    m.effort("push", "floor.translation", -30.0)
    found = m.friction_range("push")
    np.testing.assert_allclose([found.lower, found.upper], ends, **CLOSED)
    driven = wedge(angle, 0.15)
    driven.drive("floor.translation", 0.0, name="hand")
    found = driven.friction_range("hand")
    np.testing.assert_allclose([found.lower, found.upper], ends, **CLOSED)
    np.testing.assert_allclose(found.value, -100 * np.tan(angle), **CLOSED)


def test_a_wedge_that_locks_itself():
    found = wedge(0.1, 0.15).friction_range("weight")
    assert found.upper == np.inf
    np.testing.assert_allclose(found.needed, np.tan(0.1) / 0.15, **CLOSED)
    assert "infinity" in str(found)


def test_a_wedge_in_simulations():
    """Just inside the range it sticks, just outside it starts to slide."""
    m = wedge(0.3, 0.15)
    m.effort("push", "floor.translation", 0.0)
    found = m.friction_range("push")
    inside = 1e-6 * (found.upper - found.lower)
    for push, sticks in (
        (found.lower + inside, True),
        (found.lower - inside, False),
        (found.upper - inside, True),
        (found.upper + inside, False),
    ):
        m.forces.pop("push")
        m.effort("push", "floor.translation", float(push))
        run = m.simulate([0.0])
        assert bool(np.abs(run["rate(rate(floor.translation))"][0]) < 1e-12) == sticks


def lever(push: float = 50.0, mu: float = 0.2) -> lw.Mechanism:
    """Return a lever on a pin of 20 mm radius: 100 N at 0.3 m on one side, a push at 0.5 m on the same side."""
    m = lw.Mechanism("lever", plane="xy")
    bar = m.body("bar", mass=1.0, inertia=0.1)
    m.revolute("pin", m.ground.at(0, 0), bar.at(0, 0))
    m.friction("dry", "pin", mu=mu, radius="20 mm")
    m.point_force("weight", bar.at(0.3, 0), force=(0, -100.0))
    m.effort("push", "bar.tip.y", push)
    bar.point("tip", 0.5, 0)
    return m


def test_a_lever_on_a_pin():
    """|100 a - P b| = mu r |100 - P|: the pin's reaction depends on the push."""
    found, grip = lever().friction_range("push"), 0.2 * 0.02
    ends = [(30 - 100 * grip) / (0.5 - grip), (30 + 100 * grip) / (0.5 + grip)]
    np.testing.assert_allclose([found.lower, found.upper], ends, **CLOSED)


def drawer(arm: float) -> lw.Mechanism:
    """Return a drawer in a guide 0.2 m long, pushed at an arm beside it."""
    m = lw.Mechanism("drawer", plane="xy")
    box = m.body("drawer", mass=1.0, inertia=0.1)
    m.prismatic("guide", m.ground.at(0, 0), box.at(0, 0), axis="x")
    m.friction("dry", "guide", mu=0.25, bearing="200 mm", preload=4.0)
    m.point_force("push", box.at(0, arm), force=(10.0, 0))
    return m


def test_a_drawer_that_jams():
    """It jams where 2 mu e / b >= 1, here from 0.4 m on; below, P = mu preload / (1 - 2 mu e / b)."""
    assert drawer(0.5).friction_range("push").upper == np.inf
    found = drawer(0.3).friction_range("push")
    np.testing.assert_allclose(found.upper, 0.25 * 4.0 / (1 - 2 * 0.25 * 0.3 / 0.2), **CLOSED)


R, HIGH, WIDE = 0.05, 3.0, 1.2
"""Radius of the ends of a ladder, height of its upper and distance of its lower centre from the wall [m]."""


def ladder(mu: float = 0.4, man: float = 0.0) -> lw.Mechanism:
    m = lw.Mechanism("ladder", plane="xy", gravity=(0, -G))
    length = float(np.hypot(HIGH - R, WIDE - R))
    bar = m.body("ladder", lw.rod(length=length, mass=10.0))
    for name, at, x in (("floor", m.ground.at(0, 0, x="x"), 0.0), ("wall", m.ground.at(0, 0, x="-y"), length)):
        m.rolling_wheel(name, at, bar.at(x, 0), radius=R, friction=mu, lifts=True)
    m.point_force("man", bar.at(0.75 * length, 0), force=(0, -man))
    m.place(bar, at=(WIDE, R), angle=float(np.arctan2(HIGH - R, R - WIDE)))
    return m


def test_a_ladder_on_a_wall():
    """Both ends slip at once: N1 = W / (1 + mu^2), and moments about the lower end tell mu."""
    found = ladder(man=1e-9).friction_range("man")
    share = found.needed * 0.4
    left = 0.5 * (WIDE - R) - (WIDE * share**2 + HIGH * share) / (1 + share**2)
    np.testing.assert_allclose(left, 0.0, atol=1e-7)
    assert "it is held where some share within all limits balances" in str(found)
    weight, arm, mu = 10 * G, 0.75 * (WIDE - R), 0.4
    reach = (WIDE * mu**2 + HIGH * mu) / (1 + mu**2)
    upper = weight * (reach - 0.5 * (WIDE - R)) / (arm - reach) if arm > reach else np.inf
    np.testing.assert_allclose(found.upper, upper, rtol=1e-8)


def test_a_man_on_a_steeper_friction():
    """With mu = 0.25 the man may not go to three quarters: what he may weigh there is told."""
    found, mu, arm = ladder(mu=0.25, man=100.0).friction_range("man"), 0.25, 0.75 * (WIDE - R)
    reach = (WIDE * mu**2 + HIGH * mu) / (1 + mu**2)
    assert arm > reach
    np.testing.assert_allclose(found.upper, 10 * G * (reach - 0.5 * (WIDE - R)) / (arm - reach), rtol=1e-8)


def test_a_stool_on_a_slope_pushed_aside():
    """Friction of three feet is one cone: F^2 + (m g sin a)^2 = (mu m g cos a)^2."""
    angle, mu = 0.2, 0.5
    m = lw.Mechanism("stool", gravity=(-G * np.sin(angle), 0, -G * np.cos(angle)))
    stool = m.body("stool", mass=3.0, inertia=(0.1, 0.1, 0.1), com=(0, 0, 0))
    for k in range(3):
        x, y = np.cos(2 * np.pi * k / 3), np.sin(2 * np.pi * k / 3)
        m.rolling_sphere(
            f"foot {k}", m.ground.at(0, 0, 0), stool.at(x, y, 0.01), radius="10 mm", friction=mu, lifts=True
        )
    m.point_force("push", stool.at(0, 0, 0), force=(0, 5.0, 0))
    found = m.friction_range("push")
    force = 3 * G * np.sqrt((mu * np.cos(angle)) ** 2 - np.sin(angle) ** 2)
    np.testing.assert_allclose([found.lower, found.upper], [-force, force], rtol=1e-8)


def test_what_is_no_load():
    with pytest.raises(ModelError, match="has no force, driver or parameter 'pull'"):
        slope(0.2).friction_range("pull")
    m = slope(0.2)
    m.point_force("wind", "block", force=(0, 0))
    with pytest.raises(ModelError, match="'wind' has no direction while it is zero"):
        m.friction_range("wind")


def test_smooth_friction_creeps():
    m = slope(0.2)
    m.forces.pop("dry")
    m.friction("smooth", "rail", mu=0.3, smooth=1e-3)
    found = m.friction_range("push")
    np.testing.assert_allclose([found.lower, found.upper], 2 * G * np.sin(0.2), **CLOSED)
    assert "creeps and holds nothing: 'smooth'" in str(found)
