"""A door on two hinges: everything is shared, nothing about the split is unique, and it says so."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

MASS, WIDTH, HEIGHT, G = 25.0, 0.9, 2.0, 9.81


@pytest.fixture(scope="module")
def shut():
    """The door at rest, simulated at one instant."""
    return lw.gallery.get("door", driven=False).simulate([0.0])


@pytest.fixture(scope="module")
def swinging():
    m = lw.gallery.get("door", driven=False)
    m.place("leaf", rate=(0, 0, 2.0))
    return m.simulate(1.0, points=21)


def test_it_shares_its_weight(shut):
    lower, upper = shut.joint("lower_hinge"), shut.joint("upper_hinge")
    assert lower.meaning == "force of ground on leaf"
    for hinge in (lower, upper):
        assert hinge.force[0, 2] == pytest.approx(MASS * G / 2, rel=1e-9)
        assert hinge.force[0, 1] == pytest.approx(0, abs=1e-9)
    # The couple of the weight is borne by a pair of forces and by both hinges alike.
    assert lower.force[0] == pytest.approx([-upper.force[0, 0], 0, upper.force[0, 2]], abs=1e-9)
    assert lower.torque[0] == pytest.approx(upper.torque[0], abs=1e-9)
    couple = 0.8 * HEIGHT * lower.force[0, 0] - lower.torque[0, 1] - upper.torque[0, 1]
    assert couple == pytest.approx(MASS * G * WIDTH / 2, rel=1e-9)


def test_the_split_is_the_smallest(shut):
    """The couple C is borne by a pair of forces F at the arm h and a moment M of each hinge.

    2 (length F)^2 + 2 M^2 is least under h F + 2 M = C for M = 2 length^2 F / h.
    """
    length, arm, couple = shut.plan.length, 0.8 * HEIGHT, MASS * G * WIDTH / 2
    force = couple / (arm + 4 * length**2 / arm)
    assert shut.joint("lower_hinge").force[0, 0] == pytest.approx(force, rel=1e-9)
    assert -shut.joint("lower_hinge").torque[0, 1] == pytest.approx(2 * length**2 * force / arm, rel=1e-9)


def test_nothing_but_the_moment_about_the_axis_is_unique(shut):
    for name in ("lower_hinge", "upper_hinge"):
        unique = shut.joint(name).determinate
        assert [label for label, yes in unique.items() if yes] == ["torque z"]
    assert not shut.reactions().unique
    assert shut.determinacy.redundant == 5


def test_it_says_so(shut):
    (sharing,) = shut.determinacy.sharings
    assert str(sharing) == (
        "The split between 'lower_hinge' and 'upper_hinge' of force x, y and z and torque x and y is not unique."
    )
    assert sharing.ways == 5
    assert str(sharing) in shut.summary()
    assert str(sharing) in str(shut.determinacy)


def test_it_swings_and_shares_all_the_same(swinging):
    lower, upper = swinging.joint("lower_hinge"), swinging.joint("upper_hinge")
    assert np.allclose(lower.force[:, 2], MASS * G / 2)
    # Towards the axis: half of the centripetal force each, besides the pair of the couple.
    centre = swinging.body("leaf").acceleration
    assert centre == pytest.approx(0, abs=1e-9)
    pull = MASS * 4.0 * WIDTH / 2
    angle = lower.angle
    both = lower.force + upper.force
    assert np.allclose(both[:, :2], -pull * np.column_stack([np.cos(angle), np.sin(angle)]), atol=1e-6)
    in_door = lower.force_in("b")
    assert np.allclose(in_door, in_door[0], atol=1e-6), "in the axes of the leaf nothing changes"


def test_a_stiffer_hinge_bears_more(shut):
    split = shut.reactions("stiffness", {"lower_hinge": 3e6, "upper_hinge": 1e6})
    lower, upper = split.joint("lower_hinge"), split.joint("upper_hinge")
    assert lower.force[0, 2] == pytest.approx(0.75 * MASS * G)
    assert upper.force[0, 2] == pytest.approx(0.25 * MASS * G)
    alike = shut.reactions("stiffness", {"lower_hinge": 1e6, "upper_hinge": 1e6}).joint("lower_hinge")
    assert alike.force == pytest.approx(shut.joint("lower_hinge").force)
    assert alike.torque == pytest.approx(shut.joint("lower_hinge").torque, abs=1e-9)


def test_hinges_without_moments_bear_it_by_a_pair_of_forces(shut):
    soft = shut.reactions("stiffness", {"lower_hinge": (1e6, 1e-6), "upper_hinge": (1e6, 1e-6)})
    force = MASS * G * WIDTH / 2 / (0.8 * HEIGHT)
    assert soft.joint("lower_hinge").force[0] == pytest.approx([force, 0, MASS * G / 2], rel=1e-6, abs=1e-6)


def test_stiffness_is_asked_for_by_name(shut):
    with pytest.raises(lw.ModelError, match=r"'upper_hinge' shares loads as well"):
        shut.reactions("stiffness", {"lower_hinge": 1e6})
    with pytest.raises(lw.ModelError, match=r"no joint 'lower_hing'. Did you mean 'lower_hinge'\?"):
        shut.reactions("stiffness", {"lower_hing": 1e6})
    with pytest.raises(lw.ModelError, match="positive number"):
        shut.reactions("stiffness", {"lower_hinge": -1.0, "upper_hinge": 1.0})
    with pytest.raises(lw.ModelError, match=r"no split 'minimum'. Did you mean 'minimum-norm'\?"):
        shut.reactions("minimum")


def test_a_door_on_one_hinge_is_determinate():
    m = lw.gallery.get("door", driven=False)
    del m.joints["upper_hinge"]
    run = m.simulate([0.0])
    hinge = run.joint("lower_hinge")
    assert all(hinge.determinate.values())
    assert run.reactions().unique
    assert hinge.force[0] == pytest.approx([0, 0, MASS * G], abs=1e-9)
    assert hinge.torque[0] == pytest.approx([0, -MASS * G * WIDTH / 2, 0], abs=1e-9)
    assert "Every reaction is unique." in run.summary()


def test_at_rest_the_equations_are_met() -> None:
    """Accelerations that are rounding of balanced forces are no remainder; the hinges share these forces."""
    run = lw.gallery.get("door", driven=False).simulate([0.0])
    assert run.balance.met, str(run.balance)
    assert "not met" not in run.status
    assert "The motion is exact all the same" in str(run.determinacy)
