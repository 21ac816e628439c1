"""Forces in joints, of drivers and of force elements, on small models."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.marker import Marker

G = 9.81


def pendulum(**options) -> lw.Mechanism:
    m = lw.Mechanism("pendulum", gravity=(0, -G), **{"plane": "xy", **options})
    rod = m.body("rod", lw.rod(1.0, 2.0))
    m.revolute("pin", m.ground.at(0.3, 0.2), rod.at(0, 0))
    return m


def four_bar() -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -G))
    crank = m.body("crank", mass=1.0, inertia=0.30, com=(1, 0))
    coupler = m.body("coupler", mass=2.25, inertia=2.00, com=(2, 0))
    follower = m.body("follower", mass=2.0, inertia=1.35, com=(2, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(4, 0), follower.at(4, 0))
    m.revolute("D", follower.at(0, 0), m.ground.at(2.5, 0))
    m.place(crank, angle=60 * lw.deg)
    return m


@pytest.fixture(scope="module")
def swing():
    return pendulum().simulate(1.0, points=51)


def test_force_in_the_pin_of_a_pendulum(swing):
    """From the textbook: along the rod m (w^2 l/2 + ...), and its balance with weight and acceleration."""
    pin, rod = swing.joint("pin"), swing.body("rod")
    centre = swing.point(Marker("rod", (0.5, 0.0)))
    assert pin.meaning == "force of ground on rod"
    assert pin.components == ("force x", "force y", "torque")
    assert np.allclose(pin.force, 2.0 * (centre.acceleration + np.array([0, G])), atol=1e-8)
    assert np.allclose(pin.torque, 0, atol=1e-9)
    assert np.allclose(pin.magnitude, np.linalg.norm(pin.force, axis=1))
    along = pin.force_in("b")[:, 0]
    expected = -2.0 * (rod.angular_velocity**2 * 0.5 - G * np.sin(rod.angle))
    assert np.allclose(along, expected, atol=1e-7)
    assert np.allclose(pin.force_in("a")[:, :2], pin.force)
    assert np.allclose(pin.force_in("a")[:, 2], 0)


def test_a_joint_whose_second_body_is_the_ground():
    run = four_bar().simulate(0.5, points=6)
    pin = run.joint("D")
    assert pin.meaning == "force of follower on ground"
    assert pin.force == pytest.approx(-pin.on("follower").force)
    assert run.shaking_force == pytest.approx(pin.force - run.joint("A").force, abs=1e-8)
    moment = run.shaking_moment
    assert moment == pytest.approx(2.5 * pin.force[:, 1], abs=1e-7), "both pins are without torque"


def test_a_weld_bears_a_moment_at_its_second_point():
    m = lw.Mechanism("cantilever", plane="xy", gravity=(0, -G))
    beam = m.body("beam", lw.rod(2.0, 3.0))
    m.fixed("wall", m.ground.at(0, 1), beam.at(0, 0))
    wall = m.simulate([0.0]).joint("wall")
    assert wall.force[0] == pytest.approx([0, 3 * G])
    assert wall.torque[0] == pytest.approx(3 * G * 1.0)
    assert wall.on("beam").torque[0] == pytest.approx(0, abs=1e-12), "about the centre of mass"
    assert "centre of mass" in wall.on("beam").meaning


def test_plane_and_space_agree():
    flat, deep = four_bar(), four_bar().in_space()
    a, b = (m.simulate(0.5, points=5, tolerance=1e-11) for m in (flat, deep))
    for name in "ABCD":
        assert b.joint(name).force[:, :2] == pytest.approx(a.joint(name).force, abs=1e-6)
        assert b.joint(name).determinate["force x"]
        assert not b.joint(name).determinate["force z"]
    assert b.momentum.linear[:, :2] == pytest.approx(a.momentum.linear, abs=1e-7)
    assert b.momentum.angular[:, 2] == pytest.approx(a.momentum.angular, abs=1e-7)
    assert b.shaking_moment[:, 2] == pytest.approx(a.shaking_moment, abs=1e-6)


@pytest.mark.parametrize("plane", ["xz", "yz"])
def test_other_planes(plane):
    m = pendulum(plane=plane)
    run, flat = m.simulate(0.5, points=5), pendulum().simulate(0.5, points=5)
    assert run.joint("pin").components == (f"force {plane[0]}", f"force {plane[1]}", "torque")
    assert run.joint("pin").force == pytest.approx(flat.joint("pin").force)
    assert run.shaking_moment == pytest.approx(flat.shaking_moment)


def test_a_constraint_of_the_users_own_acts_on_its_bodies():
    """Two discs coupled like gears: torque k on one is what the ratio makes of it on the other."""
    m = lw.Mechanism("gears", plane="xy")
    one, two = m.body("one", lw.disc(0.1, mass=1.0)), m.body("two", lw.disc(0.2, mass=2.0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), two.at(0, 0))
    m.constraint("mesh", expression="A.angle + 2*B.angle")
    m.torque("motor", one, 3.0)
    run = m.simulate([0.0])
    mesh = run.joint("mesh")
    assert set(mesh.reaction.bodies) == {"one", "two"}
    assert mesh.on("two").torque == pytest.approx(2 * mesh.on("one").torque)
    inertia = 0.5 * 1.0 * 0.1**2 + 0.5 * 2.0 * 0.2**2 / 4
    turn = run.body("one").angular_acceleration[0]
    assert turn == pytest.approx(3.0 / inertia)
    assert 3.0 + mesh.on("one").torque[0] == pytest.approx(0.5 * 1.0 * 0.1**2 * turn)
    with pytest.raises(lw.LinkworkError, match=r"'mesh' acts on 'one', 'two', not between two points: ask on\(body\)"):
        _ = mesh.force
    with pytest.raises(lw.ModelError, match=r"Joint 'A' does not act on 'two'"):
        run.joint("A").on("two")


def test_wrong_names_are_answered(swing):
    with pytest.raises(lw.ModelError, match=r"no joint 'pim'. Did you mean 'pin'\?"):
        swing.joint("pim")
    with pytest.raises(lw.ModelError, match=r"no driver 'motor'\. There is none yet"):
        swing.driver("motor")
    with pytest.raises(lw.ModelError, match=r"no force 'spring'\. There is none yet"):
        swing.force("spring")
    with pytest.raises(lw.ModelError, match="ends 'a' and 'b'"):
        swing.joint("pin").force_in("c")
    with pytest.raises(AttributeError, match="has no 'forces'"):
        _ = swing.joint("pin").forces


def test_drivers_and_joints_may_share_a_name():
    m = pendulum()
    m.drive("pin", "2*t")
    run = m.inverse(np.linspace(0, 1, 9))
    angle = 2 * run.time
    assert run.driver("pin").effort == pytest.approx(2.0 * G * 0.5 * np.cos(angle), abs=1e-9)
    assert run.driver("pin").unit == "N*m"
    assert run.joint("pin").torque == pytest.approx(0, abs=1e-9), "the drive is not part of the joint's force"
    assert run.driver("pin").power == pytest.approx(2 * run.driver("pin").effort)


def test_a_driven_slide_gives_a_force():
    m = lw.Mechanism("lift", plane="xy", gravity=(0, -G))
    cage = m.body("cage", mass=100.0, inertia=1.0)
    m.prismatic("rails", m.ground.at(0, 0), cage.at(0, 0), axis="y")
    m.drive("rails.translation", "0.5*3*t^2", name="winch")
    winch = m.inverse(np.linspace(0, 2, 21)).driver("winch")
    assert winch.unit == "N"
    assert winch.effort == pytest.approx(100 * (G + 3))
    assert winch.power == pytest.approx(100 * (G + 3) * 3 * winch.time)
    assert winch.work == pytest.approx(winch.effort * 1.5 * winch.time**2)


def test_over_driven_machines_share_the_effort():
    m = lw.Mechanism("tandem", plane="xy", gravity=(0, -G))
    bar = m.body("bar", lw.rod(1.0, 2.0))
    m.revolute("pin", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("pin.angle", "t", name="left")
    m.drive("bar.angle", "t", name="right")
    run = m.inverse([0.0, 0.5])
    assert run.driver("left").effort == pytest.approx(run.driver("right").effort)
    assert not run.driver("left").determinate
    assert str(run.determinacy.sharings[0]) == "The split between 'left' and 'right' of drive effort is not unique."
    assert run.joint("pin").determinate == {"force x": True, "force y": True, "torque": True}


def spring_model() -> lw.Mechanism:
    m = lw.Mechanism("oscillator", plane="xy")
    block = m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.spring("spring", m.ground.at(-1, 0), block.at(0, 0), stiffness=50.0, free_length=0.8, damping=0.5)
    m.point_force("push", block.at(0, 0), force=(3.0, -1.0))
    m.place(block, at=(0.1, 0))
    return m


def test_force_elements():
    run = spring_model().simulate(2.0, points=401)
    spring, push = run.force("spring"), run.force("push")
    x, v = run.joint("rail").translation, run.joint("rail").translation_velocity
    assert spring.value == pytest.approx(-50 * (x + 1 - 0.8) - 0.5 * v, abs=1e-9)
    assert spring.power == pytest.approx(spring.value * v, abs=1e-9)
    assert spring.units == ("N",)
    assert set(push.value) == {"force x", "force y"}
    assert np.all(push.value["force x"] == 3.0)
    assert push.work == pytest.approx(3 * (x - x[0]), abs=1e-6)
    change = 0.5 * 2.0 * (v**2 - v[0] ** 2)
    assert spring.work + push.work == pytest.approx(change, abs=1e-5)
    assert run.joint("rail").force[:, 1] == pytest.approx(1.0), "the rail bears what pushes down"
    # The ground bears the rail and the other end of the spring, not the push, which comes from outside.
    ground = -run.joint("rail").force - np.column_stack([spring.value, np.zeros(len(run))])
    assert run.shaking_force == pytest.approx(ground, abs=1e-9)


def test_forward_and_inverse_are_inverse():
    """A torque history moves the machine; the machine moved that way needs that torque."""
    m = four_bar()
    m.torque("motor", "crank", "60 + 20*sin(3*t)")
    times = np.linspace(0, 1.0, 201)
    run = m.simulate(times, tolerance=1e-12)
    angle = run.joint("A").angle
    from scipy.interpolate import make_interp_spline

    spline = make_interp_spline(times, angle, k=9)
    driven = four_bar()
    k = 100
    derivatives = [float(spline(times[k], n)) for n in range(3)]
    driven.drive("A.angle", f"{derivatives[0]!r} + {derivatives[1]!r}*t + {derivatives[2]!r}/2*t^2", name="drive")
    for body in run.bodies:
        at = run.body(body)
        driven.place(body, at=at.position[k], angle=float(at.angle[k]))
    back = driven.inverse([0.0])
    assert back.driver("drive").effort[0] == pytest.approx(60 + 20 * np.sin(3 * times[k]), rel=1e-6)
    for name in "ABCD":
        assert back.joint(name).force[0] == pytest.approx(run.joint(name).force[k], rel=1e-5, abs=1e-4)


def test_friction_and_contact_have_forces():
    m = lw.Mechanism("block", plane="xy", gravity=(0, -G))
    block = m.body("block", mass=2.0, inertia=0.1)
    m.prismatic("slope", m.ground.at(0, 0), block.at(0, 0), axis=(np.cos(0.5), np.sin(0.5)))
    m.friction("rub", "slope", 0.3)
    run = m.simulate(0.5, points=6)
    rub = run.force("rub")
    assert rub.value == pytest.approx(0.3 * 2.0 * G * np.cos(0.5)), "up the slope, while it slides down"
    assert rub.power == pytest.approx(rub.value * run.joint("slope").translation_velocity)
    m = lw.Mechanism("ball", plane="xy", gravity=(0, -G))
    m.place(m.body("ball", mass=3.0, inertia=0.1), at=(0, 0.05))
    m.rigid_contact("floor", "ball.y", 0.0)
    run = m.simulate(0.5, points=6)
    assert run.force("floor").value == pytest.approx([0, 0, *[3.0 * G] * 4]), "it falls for 0.101 s"
    assert run.shaking_force[-1] == pytest.approx([0, -3.0 * G])


def test_an_equation_that_changes_with_time_does_work():
    m = pendulum()
    m.constraint("lead", expression="pin.angle - t^2")
    run = m.inverse(np.linspace(0, 1, 101))
    lead = run.joint("lead")
    torque = 2.0 / 3 * 2.0 + 2.0 * G * 0.5 * np.cos(run.time**2)
    assert lead.on("rod").torque == pytest.approx(torque)
    assert lead.power == pytest.approx(torque * 2 * run.time)
    assert run.joint("pin").power == pytest.approx(0, abs=1e-9)
    assert np.abs(run.energy.balance).max() < 1e-5


def test_equations_of_coordinates_say_that_they_are_no_contact():
    m = lw.Mechanism("gears", plane="xy")
    pinion, wheel = m.body("pinion", mass=1.0, inertia=0.1), m.body("wheel", mass=2.0, inertia=0.4)
    m.revolute("A", m.ground.at(0, 0), pinion.at(0, 0))
    m.revolute("B", m.ground.at(0.3, 0), wheel.at(0, 0))
    m.constraint("mesh", expression="0.1*A.angle + 0.2*B.angle")
    m.torque("load", wheel, 5.0)
    run = m.simulate(0.1, points=2)
    words = "The equation 'mesh' acts as pure couples along the coordinates in it, not at a point where bodies touch"
    assert words in str(run.determinacy)
    assert words in run.summary()
    assert "no contact force" in run.joint("mesh").meaning
    # inertias 0.4 and 0.1 * 2^2 share the load alike
    assert run.joint("mesh").on("wheel").torque == pytest.approx([-2.5, -2.5])
    assert run.joint("B").force == pytest.approx(np.zeros((2, 2)), abs=1e-12)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("B.translation - 0.1*A.angle", "pure couples and forces"),
        ("B.translation - 0.1", "pure forces"),
        ("distance(rack.P, ground.O) - 0.5", ""),
        ("rack.P.x - 0.5", ""),
    ],
)
def test_what_an_equation_acts_as(expression, words):
    m = lw.Mechanism("rack", plane="xy")
    pinion, rack = m.body("pinion", mass=1.0, inertia=0.1), m.body("rack", mass=1.0, inertia=0.1)
    m.ground.point("O", (0, 0))
    rack.point("P", (0.5, 0.2))
    m.revolute("A", m.ground.at(0, 0), pinion.at(0, 0))
    m.prismatic("B", m.ground.at(0, -0.1), rack.at(0, 0), axis="x")
    m.constraint("own", expression=expression)
    run = m.simulate(0.01, points=2)
    assert (f"The equation 'own' acts as {words} along" in str(run.determinacy)) == bool(words)
    assert ("contact" in run.joint("own").meaning) == bool(words)
