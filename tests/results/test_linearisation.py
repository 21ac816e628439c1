"""Modes and frequency responses: closed forms of small systems, and what is said of them."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError


def oscillators(damping: float = 0.0) -> lw.Mechanism:
    """Return two equal masses on a rail between three equal springs."""
    m = lw.Mechanism("oscillators", plane="xy")
    left, right = (m.body(name, mass=1.0, inertia=1.0) for name in ("left", "right"))
    m.prismatic("rail 1", m.ground.at(0, 0), left.at(0, 0), axis="x")
    m.prismatic("rail 2", m.ground.at(0, 0), right.at(0, 0), axis="x")
    m.spring("a", m.ground.at(-1, 0), left.at(0, 0), stiffness=100.0, free_length=1.0, damping=damping)
    m.spring("b", left.at(0, 0), right.at(0, 0), stiffness=100.0, free_length=1.0, damping=damping)
    m.spring("c", right.at(0, 0), m.ground.at(2, 0), stiffness=100.0, free_length=1.0, damping=damping)
    m.place(left, at=(0, 0))
    m.place(right, at=(1, 0))
    return m


def test_modes_of_two_masses():
    """In step with w^2 = k/m, against each other with w^2 = 3 k/m; stiffness-proportional damping: zeta = c w / 2 k."""
    slow, quick = oscillators(damping=0.5).linearise().modes
    assert slow.kind == quick.kind == "oscillation"
    np.testing.assert_allclose(
        [slow.natural_frequency, quick.natural_frequency], [10 / 2 / np.pi, 3**0.5 * 10 / 2 / np.pi]
    )
    np.testing.assert_allclose([slow.damping_ratio, quick.damping_ratio], [0.025, 3**0.5 * 0.025])
    np.testing.assert_allclose(slow.time_constant, 1 / (0.025 * 10))
    np.testing.assert_allclose(list(slow.shape.values()), [1, 1], atol=1e-9)
    np.testing.assert_allclose(list(quick.shape.values()), [1, -1], atol=1e-9)
    words = "Mode 2: 2.75406 Hz, damping ratio 0.0433, falls to 1/e in 1.333 s"
    assert str(quick) == f"{words}; rail 1.translation 1, rail 2.translation -1."


def test_a_mode_without_damping_neither_fades_nor_grows():
    mode = oscillators().linearise().modes[0]
    assert mode.damping_ratio == 0.0
    assert mode.time_constant == np.inf
    assert "neither fades nor grows" in str(mode)


def test_free_motions_and_growth():
    m = lw.Mechanism("cart", plane="xy", gravity=(0, -9.81))
    cart, rod = m.body("cart", mass=3.0, inertia=1.0), m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.prismatic("rail", m.ground.at(0, 0), cart.at(0, 0), axis="x")
    m.revolute("pin", cart.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=90 * lw.deg)
    free, fall, grow = m.linearise().modes
    assert free.kind == "free motion"
    assert free.shape == {"rail.translation": 1.0, "pin.angle": 0.0}
    assert (fall.kind, grow.kind) == ("decay", "growth")
    # (1/3 - 1/4 * m / (M + m)) L w^2 = g / 2
    np.testing.assert_allclose(grow.eigenvalue.real**2, 9.81 / 2 / (1 / 3 - 1 / 16), rtol=1e-12)
    assert "grows to e times" in str(grow)
    assert "no force brings it back" in str(free)


@pytest.mark.parametrize("soft", [1e-2, 0.0])
def test_a_motion_too_slow_beside_others_is_not_called_free(soft):
    """A spring 1e14 times as soft as another: its motion comes near rounding, which is said; without it nothing is."""
    m = lw.Mechanism("far apart", plane="xy")
    for name, stiffness in (("stiff", 1e12), ("slow", soft)):
        body = m.body(name, mass=1.0, inertia=1.0)
        m.prismatic(f"{name} rail", m.ground.at(0, 0), body.at(0, 0), axis="x")
        if stiffness:
            m.spring(f"{name} spring", m.ground.at(-1, 0), body.at(0, 0), stiffness=stiffness, free_length=1.0)
        m.place(body, at=(0, 0))
    slow, _ = m.linearise().modes
    assert ("too slow for its forces to be told from rounding beside 1.59e+05 Hz" in str(slow)) == bool(soft)
    assert ("no force brings it back" in str(slow)) == (not soft)


def test_a_mode_is_a_motion(tmp_path):
    linear = oscillators(damping=0.5).linearise()
    mode = linear.modes[1]
    motion = mode.motion(amplitude=0.01, points=5)
    np.testing.assert_allclose(motion["rail 1.translation"], [0.01, 0, -0.01, 0, 0.01], atol=1e-12)
    np.testing.assert_allclose(motion["rail 2.translation"], [0.99, 1, 1.01, 1, 0.99], atol=1e-12)
    np.testing.assert_allclose(motion.time[-1], 1 / mode.frequency)
    for name in ("shape.svg", "shape.png"):
        mode.draw(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
    motion.report(tmp_path / "mode.html")
    assert "oscillators" in (tmp_path / "mode.html").read_text("utf-8")


def test_frequency_response_of_two_masses(tmp_path):
    """Both swing as (k11 + i w c11 - m w^2, ...)^-1 of the force on one."""
    m = oscillators(damping=0.5)
    linear = m.linearise(inputs=["a"], outputs=["rail 1.translation", "rate(rail 2.translation)"])
    f = np.array([0.1, 1.5, 3.0])
    found = linear.frequency_response(f)
    for k, w in enumerate(2 * np.pi * f):
        c = 100 + 0.5j * w
        swing = np.linalg.solve([[2 * c - w * w, -c], [-c, 2 * c - w * w]], [1.0, 0.0])
        sign = np.sign(found["rail 1.translation", "a"][k].real * swing[0].real)  # a spring pulls where it pushes
        np.testing.assert_allclose(found.values[k, :, 0], sign * np.array([swing[0], 1j * w * swing[1]]), rtol=1e-10)
    found.bode(tmp_path / "bode.png")
    assert (tmp_path / "bode.png").stat().st_size > 1000
    assert "largest gain" in str(linear.frequency_response())


def test_what_does_not_see_a_free_motion_has_a_response_at_its_frequency():
    """A pushed crane with a load accelerates by F / (M + m), and the load hangs back by that over g."""
    m = lw.Mechanism("crane", plane="xy", gravity=(0, -9.81))
    cart, load = m.body("cart", mass=3.0, inertia=1.0), m.body("load", mass=2.0, inertia=0.1)
    m.prismatic("rail", m.ground.at(0, 0), cart.at(0, 0), axis="x")
    m.revolute("pin", cart.at(0, 0), load.at(0, 0.7))
    m.place(load, at=(0, -0.7))
    m.effort("push", "rail.translation", 0.0)
    outputs = ["pin.angle", "rate(rate(load.x))", "pin.force.x", "pin.force.y", "rate(rail.translation)"]
    found = m.linearise(inputs=["push"], outputs=outputs).frequency_response([0.0]).values[0, :, 0]
    np.testing.assert_allclose(found[:4], [-1 / (5 * 9.81), 1 / 5, 2 / 5, 0], rtol=1e-9, atol=1e-12)
    assert np.isinf(found[4])


def test_a_resonance_of_one_mass_is_none_of_another():
    m = lw.Mechanism("two", plane="xy")
    for name, axis, k in (("p", "x", (2 * np.pi) ** 2), ("q", "y", (4 * np.pi) ** 2)):
        body = m.body(f"body {name}", mass=1.0, inertia=1.0)
        m.prismatic(name, m.ground.at(0, 0), body.at(0, 0), axis=axis)
        m.effort(f"force {name}", f"{name}.translation", f"-{k!r}*{name}.translation")
    response = m.linearise(inputs=["force p", "force q"]).frequency_response([1.0])
    assert np.isinf(response["p.translation", "force p"][0])
    np.testing.assert_allclose(response["q.translation", "force q"], 1 / (12 * np.pi**2), rtol=1e-9)
    assert response["q.translation", "force p"] == response["p.translation", "force q"] == 0.0


def test_what_a_response_needs():
    with pytest.raises(ModelError, match="linearised without an input"):
        oscillators().linearise().frequency_response()
    with pytest.raises(ModelError, match="no output 'rail 3"):
        oscillators().linearise(inputs=["a"]).frequency_response([1.0], outputs=["rail 3.translation"])


@pytest.mark.parametrize("frequencies", ["2 Hz", [], [np.nan], [-1.0], [[1.0]]])
def test_what_is_no_frequency(frequencies):
    with pytest.raises(ModelError, match=r"Frequencies are numbers from 0 on \[Hz\]"):
        oscillators().linearise(inputs=["a"]).frequency_response(frequencies)


def test_the_report_of_an_equilibrium_tells_its_modes(tmp_path):
    oscillators(damping=0.5).equilibrium().motion.report(tmp_path / "rest.html")
    text = (tmp_path / "rest.html").read_text("utf-8")
    assert "Small motions" in text
    assert "2.7541" in text


def test_the_report_of_an_equilibrium_draws_its_loads_and_plots_no_instant_over_time(tmp_path):
    m = lw.Mechanism("mast", plane="xy", gravity=(0, -9.81))
    mast = m.body("mast", lw.rod(length=2.0, mass=3.0))
    m.revolute("foot", m.ground.at(0, 0), mast.at(0, 0))
    m.point_force("pull", mast.at(2.0, 0), force=(29.43, 0))
    m.place(mast, angle=-1.0)
    m.equilibrium().report(tmp_path / "rest.html", quantities=["2*foot.force.x"])
    text = (tmp_path / "rest.html").read_text("utf-8")
    # two thirds of the pull as weight half way: tan(angle) = -1/2, and the foot carries both
    assert '<td>foot.angle</td><td class="r">−26.565</td>' in text
    assert f"= {9.81 * 3 * 2**0.5:.5g} N" in text  # the reaction, beside its arrow
    assert '<td>2*foot.force.x</td><td class="r">−58.86</td>' in text
    assert "One instant in the plane xy" in text
    assert not any(word in text for word in ("Over time", "Simulation", "drift"))
    # the bar turns about its foot and moves as it lies, not as it was placed
    assert "turns about the point (0, 0)" in text


def test_the_report_of_an_equilibrium_tells_its_contacts(tmp_path):
    m = lw.Mechanism("lid", plane="xy", gravity=(0, -9.81))
    lid = m.body("lid", lw.rod(length=1.0, mass=2.0))
    m.revolute("hinge", m.ground.at(0, 0), lid.at(0, 0))
    m.rigid_contact("frame", "hinge.angle", 0.0)
    m.place(lid, angle=50 * lw.deg)
    rest = m.equilibrium()
    rest.motion.report(tmp_path / "rest.html")
    assert "Contacts at rest" in (tmp_path / "rest.html").read_text("utf-8")
    rest.draw(tmp_path / "rest.svg")
    assert "carries 9.81 N m" in (tmp_path / "rest.svg").read_text("utf-8")


def test_an_angle_that_is_singular_is_refused():
    """A rod that hangs straight down has no yaw."""
    m = lw.Mechanism("pendulum", gravity=(0, 0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("pin", m.ground.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
    m.place(rod, rotation=lw.axis_angle((0, 1, 0), np.pi / 2))
    assert m.linearise().coordinates == ("pin.angle",)
    with pytest.raises(ModelError, match="do not tell all motions apart"):
        m.linearise(coordinates=["rod.yaw"])


def test_equal_frequencies_have_shapes_of_their_own():
    """A bob on a ball joint swings the same in all directions: once about each axis."""
    m = lw.Mechanism("pendulum", gravity=(0, 0, -9.81))
    bob = m.body("bob", mass=2.0, com=(0, 0, -1), inertia=(0.1, 0.1, 0.1))
    m.spherical("tip", m.ground.at(0, 0, 0), bob.at(0, 0, 0))
    turn, *swings = m.linearise().modes
    assert turn.kind == "free motion"
    for mode in swings:
        np.testing.assert_allclose(mode.frequency, np.sqrt(2 * 9.81 / 2.1) / (2 * np.pi))
        assert sorted(abs(value) > 1e-9 for value in mode.shape.values()) == [False, False, True]


def test_coordinates_where_yaw_and_roll_fall_together():
    """A bob whose x axis hangs upright swings about x and y with m g l / I, whatever its angles; yaw is refused."""
    m = lw.Mechanism("bob", gravity=(0, 0, -9.81))
    bob = m.body("bob", mass=1.0, inertia=(1.0, 2.0, 3.0), com=(0.3, 0, 0))
    m.spherical("eye", m.ground.at(0, 0, 0), bob.at(0, 0, 0))
    m.place(bob, rotation=lw.axis_angle((0, 1, 0), np.pi / 2))
    linear = m.linearise()
    assert linear.coordinates == ("bob.turn_x", "bob.turn_y", "bob.turn_z")
    squares = sorted((2 * np.pi * mode.frequency) ** 2 for mode in linear.modes if mode.kind != "free motion")
    np.testing.assert_allclose(squares, [9.81 * 0.3 / (3.0 + 0.09), 9.81 * 0.3 / (2.0 + 0.09)], rtol=1e-9)
    with pytest.raises(ModelError, match="are singular here, where two of their axes fall together"):
        m.linearise(coordinates=["bob.yaw", "bob.pitch", "bob.roll"])
    again = m.linearise(coordinates=linear.coordinates)  # what a result names may be asked for
    np.testing.assert_array_equal(again.A, linear.A)
    turned = m.linearise(coordinates=linear.coordinates[::-1])
    np.testing.assert_allclose(np.sort(np.abs(turned.eigenvalues)), np.sort(np.abs(linear.eigenvalues)), atol=1e-9)
    with pytest.raises(ModelError, match=r"'bob\.turn_w' is no measured quantity"):
        m.linearise(coordinates=["bob.turn_x", "bob.turn_y", "bob.turn_w"])


@pytest.mark.parametrize("turned", [False, True])
def test_a_slender_rod_that_turns_about_its_own_line(turned):
    """It hangs from a ball joint: no inertia answers to that turn, and rounding must not stand in for it."""
    m = lw.Mechanism("rod", gravity=(0, 0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.spherical("eye", m.ground.at(0, 0, 0), rod.at(0, 0, 0))
    if turned:
        m.place(rod, rotation=lw.axis_angle((0, 1, 0), np.pi / 2))
    with pytest.raises(ModelError, match=r"'rod': it can turn about \(0, 0, 1\) of the ground but has no inertia"):
        m.linearise(m.equilibrium().start)


def test_a_vector_of_force_is_an_input_by_its_components():
    m = lw.Mechanism("puck", plane="xy")
    puck = m.body("puck", mass=2.0, inertia=1.0)
    m.point_force("push", puck.at(0, 0), force=(0, 0))
    with pytest.raises(lw.ModelError, match=r"several values.*push\.value\.force_x', 'push\.value\.force_y'"):
        m.linearise(inputs=["push"])
    linear = m.linearise(coordinates=["puck.x", "puck.y", "puck.angle"], inputs=["push.value.force_y"])
    assert linear.B[:, 0] == pytest.approx([0, 0, 0, 0, 0.5, 0], abs=1e-15)


@pytest.mark.parametrize("spin", [50.0, 90.0, 100.0, 200.0, 500.0])
def test_a_quick_disc_nods_at_its_frequency(spin):
    """A disc that rolls upright nods with w^2 = (C (C + m r^2) spin^2 / A - m g r) / (A + m r^2); rounding: 1e-12.

    Its size, as the height that it could roll up to, grows to a thousand times its radius.
    """
    m = lw.Mechanism("disc", gravity=(0, 0, -9.81))
    disc = m.body("disc", mass=2.0, inertia=(0.09, 0.045, 0.045))
    m.rolling_disc("road", m.ground.at(0, 0, 0), disc.at(0, 0, 0, z="x"), radius=0.3)
    m.place(disc, at=(0, 0, 0.3), rate=(spin, 0, 0), velocity=(0, -0.3 * spin, 0))
    found = m.linearise().eigenvalues
    nods = ((0.09 * 0.27 * spin**2 / 0.045 - 2 * 9.81 * 0.3) / 0.225) ** 0.5
    np.testing.assert_allclose(found[-2:], [1j * nods, -1j * nods], rtol=1e-12, atol=1e-12 * nods)


@pytest.mark.parametrize(
    ("angle", "rate", "told"),
    [
        (-1.0, 2.0, "rate(pin.angle) changes by -7.951 rad/s a second"),
        (-1.0, 1e-9, "rate(pin.angle) changes by -7.951 rad/s a second"),
        (-np.pi / 2, 2.0, "rate(pin.angle) begins to change"),
        (-1.0, 0.0, "This position is no equilibrium"),
        (-np.pi / 2, 0.0, ""),
    ],
)
def test_a_motion_that_is_not_steady_is_told(angle, rate, told):
    """A rod as pendulum, at 3 g cos(angle) / (2 L): at its lowest point it changes its speed only as it goes on."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=angle, rate=rate)
    notes = m.linearise().notes
    assert len(notes) == bool(told)
    assert told in str(notes)
    assert ("not steady" in str(notes)) == (rate != 0.0)


def test_steady_motions_are_told_nothing():
    """A governor at its angle for 6 rad/s; beside that angle its pin speeds up."""
    m = lw.Mechanism("governor", gravity=(0, 0, -9.81))
    shaft, rod = m.body("shaft", mass=1.0, inertia=(1, 1, 1)), m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
    m.revolute("pin", shaft.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
    m.place(rod, rotation=lw.axis_angle((0, 1, 0), 0.5))
    assert m.linearise(m.steady({"spin.angle": 6.0}).start).notes == ()
    m.place(shaft, rate=(0, 0, 6.0))
    assert "This motion is not steady: rate(pin.angle) changes by" in str(m.linearise().notes)


def test_a_bead_that_speeds_up_is_told_whatever_the_coordinate():
    """Along its depth a bead on a helix falls at a constant rate, along a width it swings: neither is a vibration."""
    m = gallery.get("bead-on-a-helix", driven=False)
    radius, pitch, rate = 0.3, 0.4, 0.7
    at = (radius * np.cos(1.0), radius * np.sin(1.0), -pitch / (2 * np.pi))
    m.place(m.bodies["bead"], at=at, velocity=(-at[1] * rate, at[0] * rate, at[2] * rate))
    for coordinate in ("bead.y", "bead.z"):
        assert f"rate({coordinate}) changes by" in str(m.linearise(coordinates=[coordinate]).notes)


@pytest.mark.parametrize("over", [(0, 1), (-1, 0), (-1, 1)])
def test_an_open_curve_is_bent_up_to_its_ends(over):
    """A bead on y = x^2 moves by x'' = -4 x x'^2 / (1 + 4 x^2): at 0 it changes by -4 x'^2 with x; rounding: 1e-9."""
    m = lw.Mechanism("parabola", plane="xy")
    bead = m.body("bead", mass=1.0, inertia=1.0)
    m.point_on_curve("wire", m.ground.at(0, 0), bead.at(0, 0), curve=lw.curve("u", "u^2", over))
    m.place(bead, at=(0, 0), velocity=(0.7, 0))
    linear = m.linearise(coordinates=["bead.x", "bead.angle"])
    np.testing.assert_allclose(linear.A[2], [-4 * 0.7**2, 0, 0, 0], atol=1e-9)


@pytest.mark.parametrize("rate", [0.7, -0.7])
def test_a_curve_in_space_is_bent_up_to_its_ends(rate):
    """Where its helix begins, y = r sin u, a bead's y'' changes by -u'^2 with y; rounding: 1e-9."""
    m = gallery.get("bead-on-a-helix", driven=False)
    m.place(m.bodies["bead"], at=(0.3, 0, 0), velocity=(0, 0.3 * rate, -0.4 / (2 * np.pi) * rate))
    np.testing.assert_allclose(m.linearise(coordinates=["bead.y"]).A[1], [-(rate**2), 0.0], atol=1e-9)


def test_dampers_between_points_that_coincide_are_told():
    """Going round it does not stretch: the damping of a string is none there, and c of points which part straight."""
    for free in (True, False):
        m = lw.Mechanism("puck", plane="xy")
        puck = m.body("puck", mass=1.0, inertia=1.0)
        if free:
            m.constant_orientation("upright", m.ground.at(0, 0), puck.at(0, 0))
        else:
            m.prismatic("rail", m.ground.at(0, 0), puck.at(0, 0), axis="x")
        m.spring("string", m.ground.at(0, 0), puck.at(0, 0), stiffness=100.0, free_length=0.0, damping=3.0)
        linear = m.linearise()
        np.testing.assert_allclose(linear.damping, 3.0 * np.eye(1 + free), atol=1e-12)
        told = [note for note in linear.notes if "Points of 'string' coincide and can part" in note]
        assert len(told) == free


def test_a_response_beside_a_mode_that_grows_is_told():
    m = lw.Mechanism("rod", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.torque("motor", rod, 0.0)
    for angle, grows in ((90, True), (-90, False)):
        m.place(rod, angle=angle * lw.deg)
        found = m.linearise(inputs=["motor"]).frequency_response([1.0])
        assert ("A mode of these equations grows" in str(found)) == grows


def test_outputs_of_what_cannot_move():
    """A triangle whose velocities, hinted at, are the rounding of its joints: outputs have no states to change by."""
    m = lw.Mechanism("triangle", plane="xy", gravity=(0, -9.81))
    a, b = m.body("a", lw.rod(length=1.0, mass=1.0)), m.body("b", lw.rod(length=1.3, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1.0, 0), b.at(0, 0))
    m.revolute("C", m.ground.at(0.9, 0.1), b.at(1.3, 0))
    m.torque("twist", a, value=0.0)
    m.place(a, angle=1.0, velocity=(0.3, 0.2), rate=0.7)
    m.place(b, rate=-0.31, velocity=(0.1, 0.2))
    linear = m.linearise(inputs=["twist"], outputs=["energy.kinetic", "A.force.x", "C.force.x"])
    assert linear.C.shape == (3, 0)
    assert linear.D[:, 0] == pytest.approx([0.0, -linear.D[2, 0], linear.D[2, 0]], abs=1e-12)
    assert abs(linear.D[2, 0]) > 0.1


def test_a_reaction_that_contacts_share_is_no_output():
    """A guided beam on two stops: either may carry it all, with the guide's couple against that."""
    m = lw.Mechanism("beam", plane="xy", gravity=(0, -9.81))
    beam = m.body("beam", lw.rod(length=1.0, mass=2.0))
    m.prismatic("rail", m.ground.at(0, 0), beam.at(0, 0), axis="y")
    for name, x in (("left", 0.0), ("right", 1.0)):
        beam.point(name, x, 0)
        m.rigid_contact(f"{name} stop", f"beam.{name}.y", 0.0)
    words = "The split between 'rail', 'left stop' and 'right stop' of torque and contact force is not unique"
    with pytest.raises(ModelError, match=words):
        m.linearise(m.equilibrium().start, outputs=["rail.torque"])


def test_a_stiff_frame_that_all_but_gives_way():
    """Bodies on a frame, one held along its slide by a rod that crosses it but for 1e-4: they swing as one rigid body.

    Its accelerations are found to 1e-5 by the steps that suffice otherwise.
    """
    m = lw.Mechanism("frame", plane="xy", gravity=(0, -9.81))
    turn = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    places = {"a": (0.0, 0.0), "b": (0.6, 0.3), "c": (0.9, 0.7)}
    parts = {"a": (1.0, (0.5, 0.0)), "b": (1.3, (0.1, 0.2)), "c": (0.7, (0.3, -0.2))}
    bodies = {name: m.body(name, mass=mass, inertia=1e-9, com=com) for name, (mass, com) in parts.items()}
    a, b, c = bodies.values()
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.prismatic("S", a.at(0.2, 0.3), b.at(0, 0), axis="x")
    m.rod("R", a.at(0.6 + 0.7e-4, -0.4), b.at(0, 0), length=float(np.hypot(0.7e-4, 0.7)))
    m.revolute("C", b.at(0.3, 0.4), c.at(0, 0))
    m.rod("D", a.at(1.48, 0.4), c.at(0.5, 0.1), length=float(np.hypot(0.08, 0.4)))
    masses, moments, arm = [mass for mass, _ in parts.values()], 3e-9, 0.0
    for (name, place), mass in zip(places.items(), masses, strict=True):
        at, centre = turn @ place, np.add(place, parts[name][1])
        m.place(name, at=tuple(at), angle=0.7, rate=2.0, velocity=(-2.0 * at[1], 2.0 * at[0]))
        moments, arm = moments + mass * centre @ centre, arm + mass * (turn @ centre)[1]
    linear = m.linearise(coordinates=["A.angle"])
    np.testing.assert_allclose(linear.A, [[0, 1], [9.81 * arm / moments, 0]], rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("analysis", ["linearise", "descriptor"])
def test_a_state_that_hits_a_contact(analysis):
    """A bar runs against its stop and stays there; that on its end swings on: m g l sin(angle) / (I + m l^2)."""
    m = lw.Mechanism("bars", plane="xy", gravity=(0, -9.81))
    upper = m.body("upper", mass=1.0, inertia=0.1, com=(0.5, 0))
    lower = m.body("lower", mass=2.0, inertia=0.2, com=(0.3, 0))
    m.revolute("A", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("B", upper.at(1, 0), lower.at(0, 0))
    m.rigid_contact("stop", "A.angle", 0.0)
    m.place(upper, angle=0.0, rate=-1.0)
    m.place(lower, angle=-0.7, velocity=(0, -1.0), rate=0.5)
    found = getattr(m, analysis)()
    assert "Contacts are hit at this state" in str(found.notes)
    if analysis == "linearise":
        assert found.A[1] == pytest.approx([2 * 9.81 * 0.3 * np.sin(-0.7) / 0.38, 0.0], rel=1e-12, abs=1e-12)
        assert found.twists[0] == pytest.approx(0.0, abs=1e-12)
    m.place(upper, angle=0.0, rate=0.0)
    m.place(lower, angle=-0.7, velocity=(0, 0), rate=0.5)
    m.place(upper, velocity=(0, 0))
    assert "hit" not in str(getattr(m, analysis)().notes)
