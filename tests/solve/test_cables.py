"""Cables over pulleys, guides and drums: free bodies, events, words. Tolerances are rounding unless they say more."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError
from linkwork.joints.cable import NEAREST

G = 9.81


def hung(m, name, mass, x, y):
    """Return a body on a vertical guide."""
    body = m.body(name, mass=mass, inertia=0.1)
    m.prismatic(f"guide {name}", m.ground.at(x, 0), body.at(0, 0), axis="y")
    m.place(body, (x, y))
    return body


def atwood(slip, inertia=0.02):
    m = lw.Mechanism("atwood", plane="xy", gravity=(0, -G))
    one, two = hung(m, "one", 3.0, -0.1, -1.0), hung(m, "two", 2.0, 0.1, -1.5)
    wheel = m.body("wheel", mass=1.0, inertia=inertia)
    m.revolute("pin", m.ground.at(0, 0), wheel.at(0, 0))
    m.cable("rope", one.at(0, 0), two.at(0, 0), over=[lw.pulley(wheel.at(0, 0), "0.1 m", "right", slip=slip)])
    return m


def test_atwood_sliding():
    run = atwood(True).simulate(0.5)
    a = G / 5
    assert np.allclose(run.body("one").acceleration[:, 1], -a, rtol=1e-12)
    assert np.allclose(run.tension("rope"), 2 * 3 * 2 * G / 5, rtol=1e-12)
    assert np.allclose(run.joint("pin").force, [0, 2 * 23.544 + G], atol=1e-9)
    assert np.allclose(run.measure("rope.length").values[:, 0], 2.5 + 0.1 * np.pi, rtol=1e-13)
    assert np.allclose(run.body("wheel").angle, 0.0, atol=1e-12)
    assert run.balance.met


def test_atwood_without_slip():
    run = atwood(False).simulate(1.0)
    a = G / (3 + 2 + 0.02 / 0.1**2)
    assert np.allclose(run.body("one").acceleration[:, 1], -a, rtol=1e-11)
    assert np.isclose(run.body("wheel").angle[-1], 0.5 * a / 0.1, rtol=1e-11)
    assert np.allclose(run.tension("rope"), [3 * (G - a), 2 * (G + a)], rtol=1e-11)
    assert np.allclose(run.joint("pin").force, [0, 3 * (G - a) + 2 * (G + a) + G], atol=1e-9)
    total = run.energy.total
    assert np.ptp(total) < 1e-9 * np.abs(total).max()  # the tolerance of the run


def test_block_and_tackle_halves_the_force():
    m = gallery.get("block and tackle", hand=0.0, driven=False)
    m.drive("pull.translation", "1 - 0.1*t")
    inv = m.inverse([0.0, 0.5, 1.0])
    assert np.allclose(inv.tension("rope"), 10 * G, rtol=1e-11)
    assert np.allclose(inv.driver("pull.translation").effort, -10 * G, rtol=1e-11)
    assert np.allclose(inv.joint("lift").translation_velocity, 0.05, rtol=1e-11)


def test_derrick_tension_by_moments():
    m = gallery.get("derrick", driven=False)
    m.drive("axle.angle", 0.0)
    inv = m.inverse([0.0])
    boom = inv.body("boom").angle[0]
    tip = 4.0 * np.array([np.cos(boom), np.sin(boom)])
    way = tip - [0.0, 3.0]
    # from the pulley of 0.1 m on the right of the cable to the tip
    lean = np.arctan2(way[1], way[0]) - np.arcsin(0.1 / np.linalg.norm(way))
    arm = abs(tip[0] * np.sin(lean) - tip[1] * np.cos(lean))
    assert np.allclose(arm * inv.tension("rope"), 500 * G * tip[0], rtol=1e-10)
    assert np.allclose(np.abs(inv.driver("axle.angle").effort), 0.2 * inv.tension("rope"), rtol=1e-10)


def test_winch_winds_over_several_turns_and_forward_follows_inverse():
    r, speed = 0.15, 4.0
    m = lw.Mechanism("winch", plane="xy", gravity=(0, -G))
    drum = m.body("drum", mass=4.0, inertia=0.05)
    m.revolute("axle", m.ground.at(0, 2), drum.at(0, 0))
    load = hung(m, "load", 10.0, r, 0.0)
    m.cable("rope", drum.at(0, 0), load.at(0, 0), drum_a=r, side_a="right")
    m.drive("axle.angle", f"{speed / 2}*t^2")
    inv = m.inverse(np.linspace(0, 2.5, 26))
    due = 10 * (G + r * speed) * r + 0.05 * speed
    assert np.allclose(inv.driver("axle.angle").effort, due, rtol=1e-10)
    assert np.isclose(inv.body("load").position[-1, 1], r * speed / 2 * 2.5**2, rtol=1e-12)  # two turns
    assert np.allclose(inv.joint("axle").force, [0, 10 * (G + r * speed) + 4 * G], atol=1e-9)
    forward = m.without_drivers()
    forward.effort("motor", "axle.angle", due)
    run = forward.simulate(2.5)
    assert np.isclose(run.body("load").position[-1, 1], r * speed / 2 * 2.5**2, rtol=1e-8)  # tolerance of the run


def hoist():
    m = lw.Mechanism("hoist", plane="xy", gravity=(0, -G))
    load = hung(m, "load", 10.0, 0.5, -1.0)
    m.cable("rope", (0, 0), load.at(0, 0), over=[lw.pulley((0.45, 0.3), 0.05, "right")], hold=False)
    return m


def test_driven_length():
    m = hoist()
    m.drive("rope.length", "1.7 - 0.2*t + 0.05*t^2")
    inv = m.inverse(np.linspace(0, 1, 11))
    assert np.allclose(inv.tension("rope"), 10 * (G - 0.1), rtol=1e-11)
    rate = inv.measure("rope.length").values[:, 1]
    assert np.allclose(rate, -0.2 + 0.1 * inv.time, atol=1e-13)
    assert np.allclose(inv.driver("rope.length").power, -10 * (G - 0.1) * rate, rtol=1e-10)


def test_elastic_cable_swings_about_its_stretch():
    m = hoist()
    rest = m.assemble().motion.measure("rope.length").values[0, 0]
    m.end_stop("stretch", "rope.length", upper=rest, stiffness=1e4, exponent=1)
    run = m.simulate(0.4)
    # 10 kg on 10 kN/m, released unstretched: l - l0 = (m g / k)(1 - cos w t), never slack
    due = 10 * G / 1e4 * (1 - np.cos(np.sqrt(1e3) * run.time))
    stretch = run.measure("rope.length").values[:, 0] - rest
    assert np.allclose(stretch, due, atol=1e-9)  # tolerance of the run
    assert np.allclose(run.force("stretch").value, -1e4 * due, atol=1e-4)
    assert run.balance.met


def test_cable_goes_slack_and_snaps_taut():
    m = hoist()
    rest = m.assemble().motion.measure("rope.length").values[0, 0]
    m.rigid_contact("taut", "rope.length", rest + 0.2, side="below")
    run = m.simulate(1.0)
    (closes,) = run.changes["taut"]["closes"]
    assert np.isclose(closes, np.sqrt(2 * 0.2 / G), rtol=1e-9)
    assert np.isclose(run.force("taut").value[-1], -10 * G, rtol=1e-9)
    m.place("load", (0.5, -1.5))
    with pytest.raises(lw.LinkworkError, match=r"on the wrong side of the limit"):
        m.simulate(0.1)


def test_a_cable_that_would_push_is_told():
    m = hoist()
    m.drive("rope.length", "1.7 + 6*t^2")
    inv = m.inverse([0.0, 0.1])
    assert "Cable 'rope' would have to push at 2 times from t = 0 to 0.1 s, with up to 21.9 N" in inv.status


def test_length_in_expressions_and_events():
    m = hoist()
    m.effort("brake", "guide load.translation", "-20*rate(rope.length)*if(rope.length > 2, -1, -1)")
    run = m.simulate(1.0, stop_when="rope.length > 2.2")
    assert np.isclose(run.measure("rope.length").values[-1, 0], 2.2, rtol=1e-9)
    assert "stopped because rope.length > 2.2" in run.events[-1]


def test_cable_through_guides_in_space():
    m = lw.Mechanism("string", gravity=(0, 0, -G))
    bead = m.body("bead", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.place(bead, (0.3, 0.4, -1.0))
    m.cable("string", m.ground.at(0, 0, 0), bead.at(0, 0, 0), over=[m.ground.at(0.3, 0.4, 0)])
    m.drive_body(bead, x=0.3, y=0.4, roll=0, pitch=0, yaw=0)
    inv = m.inverse([0.0])
    assert np.allclose(inv.tension("string"), 2 * G)
    assert np.isclose(inv.measure("string.length").values[0, 0], 1.5)


def test_frame_on_a_string():
    motion = gallery.get("frame on a string").move(np.linspace(0.05, 0.45, 5))
    edge, s = motion.joint("edge"), motion.measure("string.length").values
    # s^2 = (w/2)^2 + (y_C - h cos psi)^2 + (z_C - h sin psi)^2
    psi, h, y, z = edge.angle, 0.6, 0.8, 0.9
    assert np.allclose(s[:, 0] * s[:, 1], edge.angle_velocity * h * (y * np.sin(psi) - z * np.cos(psi)), atol=1e-12)


def test_clam_shell_closes_with_its_cable():
    motion = gallery.get("clam-shell bucket").move(np.linspace(0.05, 0.45, 5))
    arm, half = 0.8, 0.3
    theta, depth = motion.body("right").angle, -motion.body("block").position[:, 1]
    v = motion.measure("closing.length").values[:, 1]
    # (s cos theta - e)^2 + (h - s sin theta)^2 = c^2 and three parts of cable, v = 3 h'
    left = (depth - arm * np.sin(theta)) * v / 3
    slope = arm * np.cos(theta) * (depth - arm * np.sin(theta)) + arm * np.sin(theta) * (arm * np.cos(theta) - half)
    assert np.allclose(left, slope * motion.body("right").angular_velocity, atol=1e-11)


def test_cable_in_a_file():
    m = atwood(False)
    assert lw.Mechanism.from_toml(m.to_toml()).to_toml() == m.to_toml()
    text = m.to_toml().replace('side = "right"', 'side = "top"')
    with pytest.raises(lw.FileFormatError, match="top"):
        lw.Mechanism.from_toml(text)


def test_words_of_what_does_not_fit():
    m = lw.Mechanism("tight", plane="xy")
    load = m.body("load", mass=1.0)
    m.place(load, (0.3, 0))
    m.cable("rope", (0, 0), load.at(0, 0), over=[lw.pulley((0.1, 0), 0.2)])
    m.cable("loose", (0, 0), m.ground.at(1, 0))
    with pytest.raises(ModelError) as error:
        m.check()
    assert "no straight piece fits between the end a and pulley 1: their centres are 0.1 m apart" in str(error.value)
    assert "it joins 'ground' to itself" in str(error.value)


def guided(**fields):
    """Return a load on a guide, on a rope over a pulley from which it hangs 0.62 m of rope from the start at least."""
    m = lw.Mechanism("hoist", plane="xy", gravity=(0, -G))
    load = hung(m, "load", 10.0, 0.5, -1.0)
    m.cable("rope", (0, 0), load.at(0, 0), over=[lw.pulley((0.45, 0.3), 0.05, "right")], **fields)
    return m


def test_a_rope_that_is_too_short_is_told_by_name():
    way = guided(hold=False).assemble().motion.measure("rope.length").values[0, 0]
    with pytest.raises(
        lw.AssemblyError, match=r"cable 'rope' is too short by 0\.322546 m with all other joints closed"
    ):
        guided(length=0.3).assemble()
    m = guided(length=float(way) - 0.5)
    m.drive("guide load.translation", "-1.0")
    words = r"cable 'rope' is too short by 0\.5 m with all other joints closed and all drivers followed: it is 1\.\d+ m"
    with pytest.raises(lw.AssemblyError, match=words):
        m.assemble()
    m = guided(length=float(way) + 0.25)
    m.drive("guide load.translation", "-1.0")
    with pytest.raises(lw.AssemblyError, match=r"cable 'rope' is too long by 0\.25 m"):
        m.assemble()


def test_a_driver_that_hauls_a_rope_too_far_is_told():
    m = guided(hold=False)
    m.drive("rope.length", 0.2)
    with pytest.raises(lw.AssemblyError, match=r"driver 'rope\.length' makes cable 'rope' too short by 0\.422546 m"):
        m.assemble()


def test_rope_in_a_loop_without_guides():
    """Two pendulums on a rope shorter than they can come together: the rope is named, not a pin."""
    m = lw.Mechanism("pair", plane="xy")
    for name, x in (("one", 0.0), ("two", 1.0)):
        body = m.body(name, lw.rod(length=0.4, mass=1.0))
        m.revolute(f"pin {name}", m.ground.at(x, 0), body.at(0, 0))
        m.place(body, at=(x, 0), angle=-np.pi / 2)
    m.cable("rope", lw.Marker("one", (0.4, 0.0)), lw.Marker("two", (0.4, 0.0)), length=0.1)
    with pytest.raises(lw.AssemblyError, match=r"cable 'rope' is too short by 0\.1 m .* its way is 0\.2 m at least"):
        m.assemble()


def test_one_way_clutch_locks_and_runs_free():
    m = lw.Mechanism("freewheel", plane="xy")
    wheel = m.body("wheel", mass=2.0, inertia=0.5)
    axle = m.revolute("axle", m.ground.at(0, 0), wheel.at(0, 0))
    m.one_way("pawl", axle)
    m.effort("motor", axle, "3*cos(2*t)")
    run = m.simulate(5.0)
    # w = 3 sin(2 t) until it would turn back; the pawl holds until the torque turns forward again
    assert np.isclose(run.changes["pawl"]["locks"][0], np.pi / 2, rtol=1e-9)
    assert np.isclose(run.changes["pawl"]["runs free"][0], 3 * np.pi / 4, rtol=1e-9)
    assert run.measure("axle.angle").values[:, 1].min() > -1e-9
    value = run.force("pawl").value
    assert value.min() >= 0.0
    assert np.isclose(value.max(), 3.0, rtol=1e-2)  # -3 cos(2 t) at the output times
    m.place(wheel, (0, 0), rate=-2.0)
    assert m.simulate(0.1).measure("axle.angle").values[0, 1] == pytest.approx(0.0, abs=1e-12)


def test_a_weight_that_is_pulled_into_its_pulley_ends_the_run():
    """Of 1 kg and 3 kg on vertical slides the light one rises with g/2, until no straight piece is left above it."""
    m = lw.Mechanism("hoist", plane="xy", gravity=(0, -9.81))
    ends = []
    for name, mass, x in (("light", 1.0, -0.1), ("heavy", 3.0, 0.1)):
        body = m.body(name, mass=mass, inertia=0.01)
        m.prismatic(f"{name} slide", m.ground.at(x, 0), body.at(0, 0), axis=(0, 1))
        m.place(body, at=(x, 0.2))
        ends.append(body.at(0, 0))
    over = [lw.pulley(m.ground.at(0, 1), "100 mm", "right")]
    m.cable("rope", *ends, over=over)
    run = m.simulate(2.0)
    assert "no straight piece of the cable is left between the end a and pulley 1, 0.1 m apart" in run.status
    left = 0.1 * np.sqrt((1 + NEAREST) ** 2 - 1)  # of the straight piece, where the distance of the centres is 0.1 m
    assert run.body("light").position[-1, 1] == pytest.approx(1.0 - left, abs=1e-9)
    assert run.time[-1] == pytest.approx(np.sqrt(2 * (0.8 - left) / (9.81 / 2)), abs=1e-8)  # tolerance 1e-9 a step


@pytest.mark.parametrize(
    "equation",
    [
        "2*(rope.length - 1.9 - 0.1*t)",
        "rope.length^2 = (1.9 + 0.1*t)^2",
        "rate(rope.length) = 0.1",
        "3*rope.length_velocity - 0.3",
    ],
)
def test_what_an_equation_on_its_length_pulls_with(equation):
    m = lw.Mechanism("hauled", plane="xy", gravity=(0, -9.81))
    weight = hung(m, "weight", 10.0, 0.5, -1.0)
    m.cable("rope", (0, 0), weight.at(0, 0), over=[lw.pulley((0.45, 0.3), 0.05, "right")], hold=False)
    m.constraint("winch", equation)
    np.testing.assert_allclose(m.simulate(0.1, points=3).tension("rope"), 98.1, rtol=1e-9)


def test_a_belt_on_a_slide_whose_length_is_kept_by_an_equation():
    """The spring pulls its pulley with both strands, which lean by asin((0.1 - 0.04)/d)."""
    m = lw.Mechanism("tightened", plane="xy")
    a, b, slide = (m.body(name, mass=1.0, inertia=0.02) for name in ("a", "b", "slide"))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.prismatic("S", m.ground.at(0, 0), slide.at(0, 0), axis="x")
    m.revolute("B", slide.at(0, 0), b.at(0, 0))
    for body in (b, slide):
        m.place(body, at=(0.4, 0))
    m.belt("belt", a.at(0, 0), b.at(0, 0), radius_a=0.1, radius_b=0.04)
    m.constraint("kept", "belt.length - 1.25")
    m.spring("tightener", m.ground.at(1, 0), slide.at(0, 0), stiffness=500, free_length=0.5)
    m.torque("drive", a, 2.0)
    run = m.simulate(0.1, points=3)
    d = run["belt.distance"]
    pulls = run.tension("belt").sum(axis=1) * np.sqrt(1 - (0.06 / d) ** 2)
    np.testing.assert_allclose(pulls, 500 * (0.5 - d), rtol=1e-9)
    m.torque("more", a, 8.0)
    assert "The slack strand of belt 'belt' would have to push" in m.simulate(0.1, points=3).status


def test_a_cable_let_down_faster_than_its_load_falls_is_told_to_be_driven_slower():
    """2 kg let down with 20 m/s^2: the cable would push with 2 (20 - g), and holds nothing itself."""
    m = lw.Mechanism("winch", plane="xy", gravity=(0, -9.81))
    load = m.body("load", mass=2.0, inertia=0.1)
    m.prismatic("rail", m.ground.at(0, 0), load.at(0, 0), axis="y")
    m.place(load, at=(0, -1))
    m.cable("rope", (0, 0), load.at(0, 0), hold=False)
    m.drive("rope.length", "1 + 10*t^2")
    run = m.inverse([0.0, 0.1])
    np.testing.assert_allclose(run.tension("rope"), -2 * (20 - 9.81), rtol=1e-12)
    assert "with up to 20.38 N: it goes slack in truth. What drives or loads rope.length pushes there" in run.status
    assert "hold=False" not in run.status
