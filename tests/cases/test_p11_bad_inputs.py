"""Impossible and faulty models: what is said about them."""

import re

import numpy as np
import pytest

import linkwork as lw


def four_bar(ground: float, crank: float, coupler: float, follower: float) -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane="xy")
    one, two, three = m.body("crank"), m.body("coupler"), m.body("follower")
    m.revolute("O2", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("A", one.at(crank, 0), two.at(0, 0))
    m.revolute("B", two.at(coupler, 0), three.at(follower, 0))
    m.revolute("O4", m.ground.at(ground, 0), three.at(0, 0))
    m.place(one, angle=1.0)
    m.place(two, angle=0.2)
    m.place(three, angle=1.8)
    return m


def pendulum(**body) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", **body)
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    return m


# ---- joints that cannot close ---------------------------------------------------------------------


@pytest.mark.parametrize("start", [0.0, 1.0, 2.5])
def test_unassemblable_four_bar(start):
    m = four_bar(10, 1, 2, 3)
    m.place("crank", angle=start)
    m.place("follower", angle=start + 1)
    with pytest.raises(lw.AssemblyError, match="cannot be assembled") as refused:
        m.assemble()
    said = re.search(r"revolute joint '(A|B|O2|O4)' .*stays open by (\S+) m", str(refused.value))
    assert said is not None
    # 10 - (1 + 2 + 3) = 4: no choice of the open joint leaves a smaller gap.
    assert float(said[2]) == pytest.approx(4.0, rel=1e-5)
    assert re.search(r"reach 6 m together, but 'ground' spans 10 m", str(refused.value))


def test_unreachable_target():
    m = lw.Mechanism("arm", plane="xy")
    upper, fore = m.body("upper"), m.body("fore")
    fore.point("tip", 0.6, 0)
    m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("elbow", upper.at(1, 0), fore.at(0, 0))
    m.place(upper, angle=0.3)
    m.place(fore, angle=-0.3)
    m.drive("fore.tip.x", 2.0)
    m.drive("fore.tip.y", 0.0)
    with pytest.raises(lw.AssemblyError, match="out of reach") as refused:
        m.assemble()
    missed = re.search(r"misses the target by (\S+) m", str(refused.value))
    assert missed is not None
    # The arm reaches 1.6 m and the target is 2 m away.
    assert float(missed[1]) == pytest.approx(0.4, rel=1e-5)


# ---- dead points ----------------------------------------------------------------------------------

DEAD = 1.432859330376512
"""Follower angle with crank and coupler in line: cos = (5^2 - 4^2 - 2.5^2)/(2 4 2.5)."""


def at_dead_point() -> lw.Mechanism:
    m = four_bar(4, 2, 3, 2.5)
    line = np.arctan2(2.5 * np.sin(DEAD), 4 + 2.5 * np.cos(DEAD))
    m.place("crank", angle=line)
    m.place("coupler", angle=line)
    m.place("follower", angle=DEAD)
    m.drive("O4.angle", f"{DEAD!r} + t")
    return m


def test_dead_point_can_be_assembled():
    assembly = at_dead_point().assemble()
    assert assembly.violation < 1e-12
    assert at_dead_point().pose(0.0, derivatives=0).complete


def test_dead_point_has_no_velocity():
    with pytest.raises(lw.SingularityError, match=r"dead point.*rank 8 of 9"):
        at_dead_point().pose(0.0)


def test_dead_point_in_the_mobility_report():
    mobility = at_dead_point().mobility()
    assert (mobility.degrees_of_freedom, mobility.driven) == (1, 0)
    assert "dead point" in str(mobility)


def test_motion_stops_at_the_dead_point():
    m = four_bar(4, 2, 3, 2.5)
    m.drive("O4.angle", "1.8 - 0.5*t")
    with pytest.raises(lw.MotionError, match="no position exists further on") as stopped:
        m.move(np.linspace(0, 1, 21))
    motion = stopped.value.motion
    assert motion.time[-1] == pytest.approx(0.7)
    assert np.abs(motion.body("crank").angular_velocity).max() < 10
    np.testing.assert_allclose(motion.body("follower").angle, 1.8 - 0.5 * motion.time, atol=1e-10)
    limit = re.search(r"O4\.angle = ([\d.]+)", str(stopped.value))
    assert limit is not None
    assert float(limit[1].rstrip(".")) == pytest.approx(DEAD, abs=1e-6)


# ---- too few and too many drivers -----------------------------------------------------------------


@pytest.mark.parametrize(("spatial", "free"), [(False, 3), (True, 6)])
def test_disconnected_body(spatial, free):
    m = four_bar(4, 2, 3, 2.5)
    m.body("loose")
    m.drive("O2.angle", "1 + t")
    m = m.in_space() if spatial else m
    assert m.mobility().degrees_of_freedom == free + 1
    with pytest.raises(lw.MotionError, match=rf"{free} left undriven.*'loose'"):
        m.move([0.0, 0.1])


def frame(driver: str) -> lw.Mechanism:
    m = lw.Mechanism("frame", plane="xy")
    left, right = m.body("left"), m.body("right")
    m.revolute("P", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("Q", m.ground.at(1, 0), right.at(0, 0))
    m.revolute("R", left.at(1, 0), right.at(1, 0))
    m.place(left, angle=1.0)
    m.place(right, angle=2.0)
    m.drive("P.angle", driver)
    return m


def test_driver_on_a_structure():
    with pytest.raises(lw.AssemblyError, match=r"driver 'P.angle' is missed by 8\.75"):
        frame("1.2").move([0.0, 1.0])
    mobility = frame("1.2").mobility()
    assert (mobility.degrees_of_freedom, mobility.driven) == (0, 0)
    assert "over-driven" in str(mobility)


def test_driver_that_says_what_the_structure_says():
    assert frame("60 deg").move([0.0, 1.0]).violation < 1e-12


def test_driver_that_wants_to_move_a_structure():
    with pytest.raises((lw.MotionError, lw.SingularityError)):
        frame("60 deg + 0.1*t").move([0.0, 1.0])


def test_conflicting_drivers():
    m = four_bar(4, 2, 3, 2.5)
    m.drive("O2.angle", 1.0)
    m.drive("O4.angle", 1.0)
    with pytest.raises(lw.AssemblyError, match="drivers contradict each other") as refused:
        m.assemble()
    assert re.search(r"driver 'O[24]\.angle' is missed by [\d.]+ deg", str(refused.value))


# ---- faults of the description --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"mass": -1.0}, r"body 'rod': its mass is -1 kg"),
        ({"mass": float("nan")}, r"mass of body 'rod'"),
        ({"mass": 1.0, "inertia": (1, 1, 3)}, r"inertia of body 'rod'.*\(1, 1, 3\).*belong to no body"),
    ],
)
def test_impossible_bodies(body, said):
    with pytest.raises(lw.ModelError, match=said):
        pendulum(**body).check()


def test_nan_in_a_joint():
    m = pendulum()
    m.revolute("second", m.ground.at(0, float("nan")), lw.Marker("rod", (1.0, 0.0)))
    with pytest.raises(lw.ModelError, match="nan"):
        m.assemble()


def test_infinite_gravity():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, float("inf")))
    m.revolute("pin", m.ground.at(0, 0), m.body("rod").at(0, 0))
    with pytest.raises(lw.ModelError, match="gravity"):
        m.check()


def test_infinite_driver():
    with pytest.raises(lw.ModelError, match="inf is not a finite number"):
        pendulum().drive("pin.angle", float("inf"))


def test_self_joint():
    m = pendulum()
    m.revolute("knot", lw.Marker("rod", (0.0, 0.0)), lw.Marker("rod", (1.0, 0.0)))
    with pytest.raises(lw.ModelError, match="revolute joint 'knot': it joins 'rod' to itself"):
        m.check()


def test_missing_body():
    m = pendulum()
    m.revolute("elbow", lw.Marker("rod", (1.0, 0.0)), lw.Marker("rid", (0.0, 0.0)))
    with pytest.raises(lw.ModelError, match=r"revolute joint 'elbow': there is no body 'rid'.*'rod'"):
        m.check()


def test_every_fault_is_reported_at_once():
    m = pendulum(mass=-1.0)
    m.revolute("elbow", lw.Marker("rod", (1.0, 0.0)), lw.Marker("rid", (0.0, 0.0)))
    m.revolute("knot", lw.Marker("rod", (0.0, 0.0)), lw.Marker("rod", (1.0, 0.0)))
    with pytest.raises(lw.ModelError) as refused:
        m.check()
    assert len(refused.value.faults) == 3
