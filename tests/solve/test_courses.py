"""Forces that change their course somewhere: steps end there, however small the region and however long the step.

Expected are closed forms: energy before and behind, and the same result whatever the longest step and the tolerance.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import MotionError

HOW = [{}, {"tolerance": 1e-9}, {"longest": 0.3}]
"""Ways to simulate that must not matter."""


def exact(how: dict[str, float]) -> float:
    """Relative accuracy of a few ten steps; a stiff contact makes large errors of speed of small ones of position."""
    return 100.0 * how.get("tolerance", 1e-10)


def ball(speed: float, mass: float = 1.0) -> tuple[lw.Mechanism, lw.Body]:
    """A ball that flies along x."""
    m = lw.Mechanism("ball", plane="xy")
    body = m.body("ball", mass=mass, inertia=1e-4)
    m.place(body, velocity=(speed, 0))
    return m, body


@pytest.mark.parametrize("how", HOW, ids=str)
@pytest.mark.parametrize("speed", [0.5, 10.0])
@pytest.mark.parametrize("far", [0.1, 5.0])
def test_a_ball_rebounds_from_a_small_sphere(far, speed, how):
    m, body = ball(speed)
    m.contact("post", m.ground.at(far, 0), body, surface="sphere", radius=0.01, radius_a=0.01, stiffness=1e9)
    run = m.simulate(2.5 * far / speed, points=11, **how)
    assert run.body("ball").velocity[-1] == pytest.approx([-speed, 0.0], rel=exact(how), abs=1e-12)


@pytest.mark.parametrize("how", HOW, ids=str)
def test_two_balls_exchange_their_momenta(how):
    m, body = ball(3.0)
    other = m.body("other", mass=1.0, inertia=1e-4)
    m.place(other, at=(2.0, 0.0))
    m.contact("hit", other, body, surface="sphere", radius=0.03, radius_a=0.03, stiffness=1e9)
    run = m.simulate(2.0, points=11, **how)
    assert run.body("ball").velocity[-1] == pytest.approx([0.0, 0.0], abs=3 * exact(how))
    assert run.body("other").velocity[-1] == pytest.approx([3.0, 0.0], rel=exact(how), abs=1e-12)


WELLS = {
    "if": "-1000 N*if(ball.x > 5, 1, 0)*if(ball.x < 5.001, 1, 0)",
    "product": "-1000 N*(ball.x > 5)*(ball.x <= 5.001)",
    "sign": "-500 N*(sign(ball.x - 5) - sign(ball.x - 5.001))",
    "abs": "-1e6 N/m*max(0 m, 0.001 m - abs(ball.x - 5.001))",
    "min": "-1e6 N/m*max(0 m, min(ball.x - 5, 5.002 - ball.x))",
    "step": "-1000 N*(step(ball.x, 5, 0, 5.001, 1) - step(ball.x, 5.001, 0, 5.002, 1))",
}
"""Forces that take 1 J from what passes x = 5 m."""


@pytest.mark.parametrize("how", HOW, ids=str)
@pytest.mark.parametrize("speed", [2.0, 20.0])
@pytest.mark.parametrize("well", WELLS)
def test_a_narrow_region_takes_its_energy(well, speed, how):
    m, body = ball(speed)
    m.point_force("well", body, WELLS[well], "x")
    run = m.simulate(10.0 / speed, points=11, **how)
    assert run.body("ball").velocity[-1, 0] == pytest.approx(np.sqrt(speed**2 - 2.0), rel=exact(how))


@pytest.mark.parametrize("how", HOW, ids=str)
def test_an_end_stop_far_away(how):
    m = lw.Mechanism("slide", plane="xy")
    block = m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0))
    m.end_stop("stop", "rail.translation", upper=7.0, stiffness=1e8)
    m.place(block, velocity=(4.0, 0))
    run = m.simulate(3.0, points=11, **how)
    assert run.joint("rail").translation_velocity[-1] == pytest.approx(-4.0, rel=exact(how))


def test_nothing_is_watched_where_nothing_changes():
    m, body = ball(1.0)
    m.spring("s", m.ground.at(5, 0), body, stiffness=10.0, free_length=1.0)
    assert m.simulate(0.1).plan is m.plan()


def braked() -> lw.Mechanism:
    """A block with a force of 2 N against every motion, which does not know friction."""
    m = lw.Mechanism("block", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0))
    m.effort("brake", "rail.translation", "-2*sign(rate(rail.translation))")
    m.place(block, velocity=(1.0, 0))
    return m


def test_a_force_against_every_motion_stops_it():
    run = braked().simulate(1.0)
    assert run.joint("rail").translation_velocity[-1] == pytest.approx(0.0, abs=1e-9)
    assert run.joint("rail").translation[-1] == pytest.approx(0.25, abs=1e-9)


def test_a_run_that_would_never_end_says_so():
    with pytest.raises(MotionError, match=r"t = 0\.5 s .* time hardly passes .* 'brake'.*use friction"):
        braked().simulate(1.0, method="rk45")


# ---- events on what friction holds, and on what is zero up to rounding -----------------------------------


def pushed() -> lw.Mechanism:
    """A block that slides to rest and is pushed back later: it lets go where 16 N/s t is 0.7 m g."""
    m = lw.Mechanism("block", plane="xy", gravity=(0, -9.81))
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("slide", m.ground.at(0, 0), block.at(0, 0))
    m.friction("dry", "slide", mu=0.7)
    m.point_force("push", block, "-16 N/s*t", "x")
    m.place(block, velocity=(0.5, 0))
    return m


SLIP = 0.7 * 9.81 / 16


def test_coming_to_rest_is_recorded_once():
    run = pushed().simulate(1.0, record_when={"rest": "rate(slide.translation)"})
    # 0.5 = 0.7 g t + 8 t^2
    rest = (-0.7 * 9.81 + np.sqrt((0.7 * 9.81) ** 2 + 16)) / 16
    assert run.records["rest"] == pytest.approx([rest], abs=1e-10)
    assert run.counts["steps"] < 30


def test_a_stop_waits_until_it_slides_back():
    run = pushed().simulate(1.0, stop_when="rate(slide.translation) < 0")
    assert run.time[-1] == pytest.approx(SLIP, abs=1e-9)


def test_a_pendulum_comes_to_rest_at_every_turn():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.friction("dry", "pin", mu=0.3, radius=0.05)
    run = m.simulate(20.0, record_when={"rest": "rate(pin.angle)"})
    turns = np.sort(np.concatenate(list(run.changes["pin"].values())))
    assert run.records["rest"] == pytest.approx(turns, rel=1e-12)  # sought to rounding
    assert len(turns) > 15


@pytest.mark.parametrize("zero", ["sin(pin.angle)^2 + cos(pin.angle)^2 - 1", "distance(rod.A, ground.O) - 0.3"])
def test_what_is_zero_up_to_rounding_never_happens(zero):
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(1.0, mass=2.0))
    rod.point("A", 0.3, 0)
    m.ground.point("O", 0, 0)
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    plain, watched = m.simulate(5.0), m.simulate(5.0, record_when={"zero": zero})
    assert len(watched.records["zero"]) == 0
    assert watched.counts["steps"] == plain.counts["steps"]


def test_events_at_the_same_time_are_all_recorded():
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    m.place(m.body("ball", mass=1.0), at=(0, 1.0))
    names = {"a": "ball.y < 0.3", "b": "ball.y < 0.3", "narrow": "(ball.y < 0.3)*(ball.y > 0.2999)"}
    run = m.simulate(0.45, record_when=names)
    for name in names:
        assert run.records[name] == pytest.approx([np.sqrt(1.4 / 9.81)], abs=1e-10)


def test_an_impact_is_recorded_once():
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
    m.place(m.body("ball", mass=1.0), at=(0, 1.0))
    m.rigid_contact("floor", "ball.y", restitution=0.5)
    run = m.simulate(1.0, record_when={"ground": "ball.y"})
    assert run.changes["floor"]["rebounds or opens"] == pytest.approx(run.records["ground"], rel=1e-12)
    assert run.records["ground"] == pytest.approx(np.sqrt(2 / 9.81) * np.array([1.0, 2.0]), abs=1e-9)


def test_a_spring_whose_points_coincide_says_that_it_does_nothing():
    m = lw.Mechanism("block", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.spring("S", m.ground.at(0, 0), block, stiffness=100, free_length=0.3)
    assert "'S' coincide: its 30 N have no direction" in m.simulate(0.1).status


@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.2])
def test_a_block_that_starts_on_a_stop_and_moves_into_it(exponent):
    """With m v^2 / 2 = k p^(e + 1) / (e + 1) at the deepest point; it leaves with the speed it came with."""
    m = lw.Mechanism("slide", plane="xy")
    block = m.body("block", mass=2.0, inertia=0.1)
    rail = m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.end_stop("stop", rail, lower=0.0, stiffness=2e4, exponent=exponent)
    m.place(block, velocity=(-1, 0))
    run = m.simulate(1.0, record_when={"deepest": "rate(rail.translation)"}, stop_when="rail.translation > 0")
    deepest = m.simulate([0.0, run.records["deepest"][0]]).joint("rail").translation[-1]
    assert deepest == pytest.approx(-(((exponent + 1) / 2e4) ** (1 / (exponent + 1))), rel=1e-8)
    assert run.joint("rail").translation_velocity[-1] == pytest.approx(1.0, rel=1e-8)  # a thousand tolerances


@pytest.mark.parametrize("method", ["rk4", "generalised-alpha"])
def test_fixed_steps_are_as_long_as_before_behind_a_change_of_course(method: str) -> None:
    """A spring that is stiffer on one side: one short step or two at each change, not all that follow."""
    m = lw.Mechanism("spring", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.effort("law", "P.translation", "-if(P.translation > 0, 100, 20)*P.translation")
    m.place(block, at=(1, 0))
    run = m.simulate(5.0, points=6, method=method, step=0.01)
    changes = 2 * 5.0 / (np.pi / 10 + np.pi / np.sqrt(20)) + 1
    assert 500 <= int(str(run.status).split(": ")[1].split()[0]) <= 500 + 4 * changes
