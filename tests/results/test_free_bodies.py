"""Free bodies: what is drawn adds up to zero, over the whole gallery; closed forms; words."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import ModelError

BALANCE = 1e-9
"""What the sum may leave, of the largest force: the promise of the pictures."""


def moved(name: str, count: int = 5):
    """A gallery mechanism moved by its drivers; times off the ends, where some start at rest."""
    entry = lw.gallery.info(name)
    return lw.gallery.get(name).inverse(0.013 + 0.97 * entry.times(count), undriven=entry.undriven)


@pytest.mark.parametrize("name", lw.gallery.names())
def test_all_that_is_listed_adds_up_to_zero(name):
    run = moved(name)
    for body in run.bodies:
        for k in range(len(run)):
            free = run.free_body(body, at=k)
            assert free.remainder <= BALANCE, (body, k, free.text())
            assert free.balanced
            held = [a for a in free if a.kind == "hold"]
            assert not held or lw.gallery.info(name).idle, "only what no driver moves is held"
            # about any other point, too: forces and couples were moved there consistently
            elsewhere = free.place + free.motion.plan.length * np.array([0.3, -0.7, 0.0 if free.space.planar else 0.2])
            about = np.sum([a.moment_about(elsewhere) for a in free], axis=0)
            size = max(free.largest, free.rounding / BALANCE) * free.motion.plan.length
            assert np.abs(about).max() <= BALANCE * size


def test_every_kind_of_force_is_there():
    """Springs, dampers, contacts, friction, end stops, motors, applied forces and torques, in a simulation."""
    m = lw.Mechanism("all kinds", plane="xy", gravity=(0, -9.81))
    block = m.body("block", mass=2.0, inertia=0.1)
    arm = m.body("arm", mass=1.0, inertia=0.2, com=(0.4, 0))
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.revolute("pin", block.at(0, 0), arm.at(0, 0))
    m.spring("spring", m.ground.at(-1, 0), block.at(0, 0), stiffness=40.0, free_length=0.7, damping=0.5)
    m.rotational_spring("coil", "pin.angle", stiffness=1.5, damping=0.1)
    m.point_force("push", block.at(0.1, 0.2), force=(1.0, 2.0))
    m.torque("twist", arm, 0.3)
    m.friction("rub", "rail", mu=0.2)
    m.end_stop("stop", "rail.translation", upper=0.02, stiffness=2000.0)
    run = m.simulate(0.8, points=9)
    names = {a.name for k in range(len(run)) for a in run.free_body("block", at=k)}
    assert names == {"rail", "pin", "spring", "coil", "push", "rub", "stop", "weight", "inertia"}
    for body in run.bodies:
        for k in range(len(run)):
            free = run.free_body(body, at=k)
            assert free.remainder <= BALANCE, free.text()
    slides = run.free_body("block", at=4)
    assert np.linalg.norm(slides["rub"].force) > 0.1
    assert slides["push"].force == pytest.approx([1.0, 2.0])
    assert slides["push"].meaning == "point force push, from outside on block"
    assert slides["spring"].meaning == "spring, of ground on block"


def test_pendulum_in_closed_form():
    """Pin of a rod released from rest at the angle th from the vertical: F = m (a - g), th'' = -3 g sin(th) / (2 L)."""
    length, mass, start, g = 1.2, 3.0, 0.7, 9.81
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -g))
    rod = m.body("rod", lw.rod(length=length, mass=mass))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=start - np.pi / 2)
    free = m.simulate(0.1, points=3).free_body("rod", at=0)
    alpha = -1.5 * g * np.sin(start) / length
    acceleration = alpha * length / 2 * np.array([np.cos(start), np.sin(start)])
    close = 1e-9 * mass * g  # rounding of the linear solve
    assert free["pin"].force == pytest.approx(mass * acceleration + [0, mass * g], abs=close)
    assert free["inertia"].couple == pytest.approx(-mass * length**2 / 12 * alpha, abs=close)
    assert free["weight"].force == pytest.approx([0, -mass * g])
    assert free["pin"].point == pytest.approx([0, 0])
    assert free.centre == pytest.approx([length / 2 * np.sin(start), -length / 2 * np.cos(start)])


def test_piston_of_a_slider_crank_in_closed_form():
    """The rail bears the weight and what the rod pushes sideways; along the rail the rod accelerates the piston."""
    run = moved("slider-crank")
    free = run.free_body("slider", at=3)
    acceleration = run.body("slider").acceleration[3]
    close = 1e-9 * free.largest
    assert free["wrist_pin"].force[0] == pytest.approx(free.mass * acceleration[0], abs=close)
    assert free["rail"].force[0] == pytest.approx(0.0, abs=close)
    assert free["rail"].force[1] == pytest.approx(9.81 * free.mass - free["wrist_pin"].force[1], abs=close)
    rod = run.free_body("rod", at=3)
    assert rod["wrist_pin"].force == pytest.approx(-free["wrist_pin"].force, abs=close)  # action and reaction
    assert rod["wrist_pin"].point == pytest.approx(free["wrist_pin"].point)


def test_gears_push_where_their_teeth_meet():
    run = moved("geared five-bar")
    gear = next(j for j in run.model.joints.values() if j.KIND == "gear")
    one, two = (run.free_body(end.body, at=2)[gear.name] for end in (gear.a, gear.b))
    assert one.point == pytest.approx(two.point, abs=1e-9)
    assert one.couple == pytest.approx(0.0, abs=1e-9 * np.linalg.norm(one.force))


def test_least_norm_is_said_where_reactions_are_not_unique():
    run = moved("bennett")
    free = run.free_body(run.bodies[0], at=2)
    assert "forces of least norm" in free.text()
    assert not all(a.unique for a in free)
    assert not moved("four-bar").free_body("coupler", at=1).notes


def test_equations_are_worked_out():
    run = moved("four-bar")
    free = run.free_body("coupler", at=2)
    x, y, turn = free.equations()
    assert x.lines[0] == "Σ = F_B,x + F_C,x + m g_x - m a_G,x = 0"
    assert x.result == "Σ = 0~N"
    assert eval(x.numbers.removeprefix("Σ = ").replace("·", "*")) == pytest.approx(0.0, abs=1e-3 * free.largest)
    assert eval(turn.numbers.removeprefix("Σ = ").replace("·", "*")) == pytest.approx(0.0, abs=1e-2 * free.largest)
    assert turn.title == "Moments about the centre of mass G"
    about = free.equations(about="B")[2]
    assert "F_{B" not in about.symbols
    assert "(x_{G} - x_{B}) m g_{y}" in about.symbols
    assert about.result == "Σ = 0~N·m"
    assert r"F_{\mathrm{B,y}}" in y.latex
    assert free.moment_about("B") == pytest.approx(0.0, abs=1e-9 * free.largest)
    assert len(moved("bennett").free_body("bar_1", at=1).equations()) == 6


def test_table_in_words_and_numbers():
    run = moved("four-bar")
    text = str(run.free_body("crank", at=2))
    assert "force of ground on crank in A" in text
    assert "drive A.angle, of ground on crank" in text
    assert "weight of crank" in text
    assert "sum of all that acts on crank" in text
    html = run.free_body("crank", at=2)._repr_html_()
    assert "<svg" in html
    assert "<sub>A,x</sub>" in html


def test_errors_name_what_was_asked_for():
    run = moved("four-bar")
    with pytest.raises(ModelError, match=r"There is no moving body 'couple'.*coupler"):
        run.free_body("couple", at=1)
    with pytest.raises(ModelError, match="shaking_force"):
        run.free_body("ground", at=1)
    with pytest.raises(ModelError, match="t = 99 s is outside the motion"):
        run.free_body("crank", at=99.0)
    with pytest.raises(ModelError, match="Nothing called 'X' acts on 'crank'"):
        run.free_body("crank", at=1)["X"]


def test_the_computed_time_is_told():
    run = lw.gallery.get("four-bar").inverse(np.linspace(0, 1, 11))
    assert "the computed time nearest to 0.32 s" in run.free_body("crank", at=0.32).text()
    assert "nearest" not in run.free_body("crank", at=0.3).text()
