"""Kinematics in natural, mixed and relative coordinates, by public calls, against reference-point coordinates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

OTHERS = ("natural", "mixed", "relative")

CLOSE = 1e-10
"""Rounding of positions, 1e-14, grown by the conditioning of the loops: all come out below 1e-12 on the whole."""


def near(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=CLOSE * max(1.0, np.abs(expected).max(initial=0.0)))


def same_motion(found: lw.Motion, expected: lw.Motion) -> None:
    near(found.poses, expected.poses)
    for order in range(3):
        near(found.motions[:, :, order], expected.motions[:, :, order])


def same_joints(found: lw.Motion, expected: lw.Motion) -> None:
    """Compare the points that joints hold: a bar between two balls may spin as it likes."""
    for joint in expected.model.joints.values():
        for end in (joint.a, joint.b):
            one, other = (motion.point(end) for motion in (found, expected))
            for name in ("position", "velocity", "acceleration", "jerk"):
                near(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("name", gallery.names())
def test_the_whole_gallery(name):
    m, idle = gallery.get(name), gallery.info(name).idle
    times = np.linspace(0.0, 0.3 * gallery.info(name).duration, 4)
    expected, closed = m.move(times, undriven="hold"), m.assemble()
    for coordinates in OTHERS:
        position = m.assemble(coordinates=coordinates)
        assert position.violation < 1e-12 * max(1.0, m.plan().length)
        found = m.move(times, coordinates=coordinates, undriven="hold")
        assert found.complete
        assert found.violation < 1e-12
        assert found.in_coordinates.velocity.shape == (4, len(found.in_coordinates.rate_names))
        assert found.counts["factorisations"] >= 4
        if idle:
            same_joints(found, expected)
        else:
            near(position.poses, closed.poses)
            same_motion(found, expected)


def without_masses(name: str) -> lw.Mechanism:
    m = gallery.get(name)
    for solid in m.plan().resolved.solids:
        com = tuple(solid.com[: len(m.space.labels)])
        m.bodies[solid.name] = replace(m.bodies[solid.name], mass=None, inertia=None, com=com, shape=None)
    return m


@pytest.mark.parametrize("name", ["rscr", "rssr", "6r robot", "flyball governor", "whitworth", "bicycle"])
@pytest.mark.parametrize("coordinates", OTHERS)
def test_no_masses_are_needed(name, coordinates):
    bare, heavy = without_masses(name), gallery.get(name)
    eq, full = bare.equations(coordinates=coordinates), heavy.equations(coordinates=coordinates, dynamics=False)
    assert eq.columns == full.columns  # the choice does not depend on masses
    assert eq.rows == full.rows
    near(eq.Phi_q, full.Phi_q)
    near(eq.acceleration, full.acceleration)  # the drivers fix it, and masses do not matter
    assert any("mass or inertia is missing" in note for note in eq.notes)
    assert any("Kinematics only" in note for note in full.notes)
    motions = bare.without_drivers().allowable_motions(coordinates=coordinates)
    assert np.abs(motions.Phi_q @ motions.R).max(initial=0.0) < 1e-10


COUNTS = {"rscr": 12, "spherical four-bar": 6, "6r robot": 21, "rssr": 6, "four-bar": 4, "spatial slider-crank": 6}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_as_few_coordinates_as_in_the_books(name, count):
    eq = gallery.get(name, driven=False).equations(coordinates="natural", dynamics=False)
    assert len(eq.columns) == count
    assert eq.R.shape[1] == gallery.info(name).degrees_of_freedom - gallery.info(name).idle


def test_dynamics_gets_what_the_mass_matrix_needs():
    m = gallery.get("rscr")
    assert len(m.equations(coordinates="natural").columns) > len(
        m.equations(coordinates="natural", dynamics=False).columns
    )
    assert np.isfinite(m.equations(coordinates="natural").M).all()


@pytest.mark.parametrize("coordinates", ["reference", *OTHERS])
def test_allowable_motions_agree(coordinates):
    m = gallery.get("whitworth", driven=False)
    found, usual = m.allowable_motions(coordinates=coordinates), m.allowable_motions()
    assert (found.freedoms, found.finite, found.singular) == (1, 1, False)
    T = m.equations(coordinates=coordinates, dynamics=False).T
    one, other = (T @ found.R)[:, 0], usual.R[:, 0]
    near(one / np.linalg.norm(one) * np.sign(one @ other), other / np.linalg.norm(other))
    at_speed = found.moving([2.0])
    acceleration = at_speed.acceleration([0.0])
    near(at_speed.Phi_q @ acceleration, at_speed.c)


@pytest.mark.parametrize("coordinates", ["reference", *OTHERS])
def test_a_singular_position_is_one_in_all_coordinates(coordinates):
    """Slider-crank with equal bars, folded upright (problem 3/6): an equation vanishes, but for its rounding."""
    m = lw.Mechanism("equal bars", plane="xy")
    crank, rod, slider = (m.body(name) for name in ("crank", "rod", "slider"))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), rod.at(0, 0))
    m.revolute("B", rod.at(1, 0), slider.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="x")
    m.place(crank, angle="90 deg")
    m.place(rod, angle="-90 deg")
    m.place(slider, at=(0, 0))
    found = m.allowable_motions(coordinates=coordinates)
    assert (found.freedoms, found.finite, found.singular) == (2, 1, True)


def test_a_bar_between_balls_moves_without_a_word_about_its_spin():
    m = gallery.get("rssr")
    times = [0.0, 0.1, 0.2]
    with pytest.raises(lw.MotionError, match="1 left undriven"):
        m.move(times)
    found = m.move(times, coordinates="natural")
    same_joints(found, m.move(times, undriven="hold"))
    # no spin: the angular velocity has no part along the rod, nor has the next one
    rod = found.body("coupler")
    along = rod.rotation[:, :, 0]
    assert np.abs((rod.angular_velocity * along).sum(axis=1)).max() < 1e-12


def test_full_turns_are_counted():
    m, times = gallery.get("planetary gearbox"), np.linspace(0.0, 3.0, 4)
    expected = m.move(times)
    for coordinates in OTHERS:
        found = m.move(times, coordinates=coordinates)
        same_motion(found, expected)
        for joint in expected.model.joints:
            if "angle" in expected.model.joints[joint].coordinates():
                near(found.joint(joint).angle, expected.joint(joint).angle)
        late = m.assemble(t=2.5, coordinates=coordinates)
        near(late.poses, m.assemble(t=2.5).poses)


def test_variants_of_newton_cost_differently():
    m, times = gallery.get("6r robot"), np.linspace(0.0, 0.05, 21)
    runs = {
        newton: m.move(times, coordinates="natural", newton=newton, predictor=predictor, derivatives=1)
        for newton, predictor in (("standard", "none"), ("modified", "velocity"), ("mixed", "hermite"))
    }
    for run in runs.values():
        near(run.poses, runs["standard"].poses)
    counts = {newton: run.counts for newton, run in runs.items()}
    # a factorisation an iteration, and one a position for the velocities
    assert counts["standard"]["factorisations"] == counts["standard"]["iterations"] + len(times)
    assert counts["modified"]["factorisations"] == len(times)
    assert counts["mixed"]["iterations"] <= counts["standard"]["iterations"]


def test_named_angles_and_distances_become_coordinates():
    m = gallery.get("four-bar", driven=False)
    names = ["A.angle", "B.angle", "C.angle", "D.angle"]
    eq = m.equations(coordinates="mixed", quantities=names, dynamics=False)
    assert list(eq.columns) == ["B.x", "B.y", "C.x", "C.y", *names]
    assert eq.R.shape == (8, 1)
    m.drive("B.angle", f"{float(m.assemble().motion.joint('B').angle[0])!r} + 0.3*t")
    found = m.pose(0.5, coordinates="mixed", quantities=["A.angle", "C.angle"])
    usual = m.pose(0.5)
    assert found.in_coordinates.names[-3:] == ("B.angle", "A.angle", "C.angle")
    for name in ("A.angle", "B.angle", "C.angle"):
        joint, k = usual.joint(name[0]), found.in_coordinates.names.index(name)
        near(found.in_coordinates[name], joint.angle)
        near(found.in_coordinates.velocity[:, k], joint.angle_velocity)
        near(found.in_coordinates.acceleration[:, k], joint.angle_acceleration)
        near(found.in_coordinates.jerk[:, k], joint.angle_jerk)


def test_a_driven_angle_counts_its_turns_as_a_coordinate():
    found = gallery.get("four-bar").move([2.25, 2.5, 3.5], coordinates="mixed").in_coordinates
    near(found["A.angle"], 2 * np.pi * np.array([2.25, 2.5, 3.5]))


def test_mixed_coordinates_with_relative_ones_in_all_pairs():
    """Problem 3/1 d, on a six-bar: each pair has its angle or distance, with the rates that reference points give."""
    m = lw.Mechanism("six-bar", plane="xy")
    crank, coupler, rocker, rod, slider = (m.body(n) for n in ("crank", "coupler", "rocker", "rod", "slider"))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(3, 0), rocker.at(2, 0))
    m.revolute("D", m.ground.at(3, 0), rocker.at(0, 0))
    m.revolute("E", coupler.at(1.5, 1), rod.at(0, 0))
    m.revolute("F", rod.at(3, 0), slider.at(0, 0))
    m.prismatic("G", m.ground.at(0, 0.2), slider.at(0, 0), axis="x")
    m.place(rocker, angle=1.5)
    m.place(slider, at=(5, 0.2))
    m.drive("A.angle", "0.3 + 2*t + 0.25*t^2")
    pairs = ["B.angle", "C.angle", "D.angle", "E.angle", "F.angle", "G.translation"]
    times = [0.1, 0.4, 0.8]
    expected, own = m.move(times), m.move(times, coordinates="mixed", quantities=pairs).in_coordinates
    assert own.names[-7:] == ("A.angle", *pairs)
    for n, pair in enumerate(pairs, start=len(own.names) - len(pairs)):
        near(np.exp(1j * own.position[:, n]), np.exp(1j * expected[pair]))
        near(own.velocity[:, n], expected[f"rate({pair})"])
        near(own.acceleration[:, n], expected[f"rate(rate({pair}))"])
    assert m.equations(coordinates="mixed", quantities=pairs).Phi_q.shape == (15, 15)


def test_at_the_end_of_reach_the_motion_stops_with_the_same_words():
    m = gallery.get("four-bar", driven=False)
    m.drive("D.angle", f"{float(m.assemble().motion.joint('D').angle[0])!r} + 2*t")
    texts = []
    for coordinates in ("reference", *OTHERS):
        with pytest.raises(lw.MotionError) as caught:
            m.move(np.linspace(0.0, 3.0, 31), coordinates=coordinates)
        texts.append((caught.value.motion.time[-1], str(caught.value)[:30]))
    assert len(set(texts)) == 1


def test_mistakes_are_answered():
    m = gallery.get("four-bar")
    with pytest.raises(lw.ModelError, match=r"'natrual' for kinematics\. Did you mean 'natural'"):
        m.assemble(coordinates="natrual")
    with pytest.raises(lw.ModelError, match="become coordinates in coordinates='mixed'"):
        m.move([0.0], coordinates="natural", quantities=["A.angle"])
    with pytest.raises(lw.ModelError, match=r"quantities is a list"):
        m.move([0.0], coordinates="mixed", quantities="A.angle")
    with pytest.raises(lw.ModelError, match=r"such as 'B\.angle', not 3"):
        m.move([0.0], coordinates="mixed", quantities=[3])
    with pytest.raises(lw.ModelError, match=r"'Z\.angle' is no coordinate of 'four-bar'"):
        m.move([0.0], coordinates="mixed", quantities=["Z.angle"])
    with pytest.raises(lw.ModelError, match=r"no coordinate 'Q\.x'"):
        m.assemble(coordinates="natural", start={"Q.x": 1.0})
    with pytest.raises(lw.ModelError, match="has 4 coordinates here, not 3"):
        m.assemble(coordinates="natural", start=[1.0, 2.0, 3.0])
    with pytest.raises(lw.ModelError, match="Assemble with hold= first"):
        m.assemble(coordinates="natural", hold=["crank"])


@pytest.mark.parametrize("coordinates", OTHERS)
def test_a_mechanism_that_cannot_be_closed_names_its_joint(coordinates):
    m = gallery.get("four-bar", coupler=0.1)
    with pytest.raises(lw.AssemblyError) as usual:
        m.assemble()
    with pytest.raises(lw.AssemblyError) as caught:
        m.assemble(coordinates=coordinates)
    assert str(caught.value) == str(usual.value)


@pytest.mark.parametrize("coordinates", ["reference", *OTHERS])
def test_iterates_are_kept(coordinates, tmp_path):
    m = gallery.get("four-bar")
    found = m.assemble(coordinates=coordinates, history=True, t=0.05)
    iterates = found.iterates
    assert len(iterates) == found.iterations + 1
    assert iterates.values.shape == (len(iterates), len(iterates.names))
    assert (np.diff(iterates.residuals) < 0).all()
    near(iterates.poses[-1], found.poses)
    assert "Newton's method on 'four-bar' at t = 0.05 s" in str(iterates)
    run = m.move([0.0, 0.01, 0.02], coordinates=coordinates, history=True)
    assert [round(i.time, 12) for i in run.iterates] == [0.01, 0.02]
    near(run.poses, m.move([0.0, 0.01, 0.02]).poses)
    near(run.iterates[-1].poses[-1], run.poses[-1])
    iterates.draw(tmp_path / "iterates.svg")
    assert "iterate" in (tmp_path / "iterates.svg").read_text("utf-8")
    iterates.plot(tmp_path / "residuals.png")
    assert (tmp_path / "residuals.png").stat().st_size > 1000


def test_iterates_are_numbered_where_they_are_apart():
    m = gallery.get("four-bar")
    iterates = m.assemble(coordinates="natural", start={"C.x": 1.0, "C.y": 1.0}, history=True).iterates
    texts = iterates.draw().texts
    numbers = [number for text in texts if text.replace(", ", "").isdigit() for number in text.split(", ")]
    assert sorted(numbers, key=int) == [str(k) for k in range(len(iterates) - 1)]
    assert "0" in texts  # the first alone, the last ones together at the solution


@pytest.mark.parametrize("coordinates", ["reference", *OTHERS])
def test_equations_at_an_open_position(coordinates):
    m = gallery.get("four-bar")
    eq = m.equations(coordinates=coordinates, assembled=False, t=0.1)
    assert np.abs(eq.Phi).max() > 1e-3
    assert any("not assembled" in note for note in eq.notes)
    shut = m.equations(coordinates=coordinates, t=0.1)
    assert np.abs(shut.Phi).max() < 1e-12
    assert eq.columns == shut.columns


@pytest.mark.parametrize("coordinates", ["natural", "mixed", "relative"])
def test_rounds_of_contacts_are_counted_from_step_to_step(coordinates):
    m = lw.Mechanism("cam", plane="xy")
    cam, follower = m.body("cam"), m.body("follower")
    m.revolute("A", m.ground.at(0, 0), cam.at(0, 0))
    m.prismatic("B", m.ground.at(0, 0), follower.at(0, 0), axis="y")
    m.point_on_curve("c", cam.at(0, 0), follower.at(0, 0), curve=lw.ellipse(0.05, 0.04), radius=0.01)
    m.place(follower, at=(0, 0.06))
    m.drive("A.angle", "10*pi*t")
    # The cam turns under the follower: five turns are five rounds back.
    found = m.move([0.0, 0.13, 1.0], coordinates=coordinates).contact("c").parameter
    assert found == pytest.approx(m.move([0.0, 0.13, 1.0]).contact("c").parameter, abs=1e-9)
    assert found[-1] == pytest.approx(0.5 * np.pi - 10.0 * np.pi, abs=1e-9)


@pytest.mark.parametrize("coordinates", ["natural", "mixed", "relative"])
def test_a_driven_heading_goes_round(coordinates):
    m = lw.Mechanism("wheel on a wheel", plane="xy")
    wheel = m.body("wheel")
    m.rolling_wheel("c", m.ground.at(0, 0), wheel.at(0, 0), radius=0.1, track="outside", track_radius=0.5)
    m.place(wheel, at=(0.6, 0))
    m.drive("c.heading", "2*pi*t")
    # (R + r)/r = 6 turns of the wheel for one round.
    assert m.move([0.0, 1.2], coordinates=coordinates)["wheel.angle"][-1] == pytest.approx(14.4 * np.pi, abs=1e-9)
