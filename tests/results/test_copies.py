"""Mechanisms and results can be copied, pickled and sent to other processes, also when they have been in use."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.formulations import FORMULATIONS


def through_a_pickle(item):
    return pickle.loads(pickle.dumps(item))


WAYS = (through_a_pickle, copy.deepcopy)


def crank() -> lw.Mechanism:
    """A crank with a spring law that has to be called: its address is another one in another process."""
    m = gallery.get("four-bar", driven=False)
    m.effort("spring", "A.angle", lw.law(round_about, "A.angle"))
    return m


def round_about(angle):
    return -5.0 * angle if angle < 1.0 else -5.0


@pytest.mark.parametrize("way", WAYS)
def test_a_mechanism_that_has_been_in_use(way):
    m = crank()
    run = m.simulate(0.1)
    assert np.array_equal(way(m).simulate(0.1).poses, run.poses)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("formulation", ["auto", *FORMULATIONS])
def test_a_run_keeps_its_forces(way, formulation):
    run = crank().simulate(0.02, formulation=formulation, points=3)
    again = way(run)
    assert np.array_equal(again.joint("B").force, run.joint("B").force)
    assert np.array_equal(again.force("spring").value, run.force("spring").value)
    assert again.summary() == run.summary()
    assert again.model.simulate(0.02, points=3).joint("A").angle == pytest.approx(run.joint("A").angle, abs=1e-4)


MAKERS = {
    "motion": lambda: gallery.get("four-bar").move([0.0, 0.1]),
    "inverse": lambda: gallery.get("four-bar").inverse([0.0, 0.1]),
    "batch": lambda: crank().simulate_many(0.01, starts=[None, None]),
    "assembly": lambda: crank().assemble(),
    "start": lambda: crank().start(),
    "mobility": lambda: crank().mobility(),
    "allowable motions": lambda: crank().allowable_motions(),
    "equations": lambda: crank().equations(),
    "comparison": lambda: crank().compare(0.01, ["reference", "natural"]),
    "robot": lambda: gallery.get("6r robot").robot(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MAKERS)
def test_other_results(name, way):
    result = MAKERS[name]()
    assert type(way(result)) is type(result)


def test_an_error_keeps_its_motion():
    m = gallery.get("four-bar", driven=False)
    m.drive("A.angle", "1 rad/s * t / (1 - t)")
    with pytest.raises(lw.MotionError) as caught:
        m.move(np.linspace(0, 1.5, 31))
    again = through_a_pickle(caught.value)
    assert str(again) == str(caught.value)
    assert np.array_equal(again.motion.poses, caught.value.motion.poses)


def test_a_part_added_to_a_copy_is_none_of_the_original():
    m = crank()
    other = copy.copy(m)
    other.torque("extra", "crank", 100.0)
    assert "extra" in other.forces
    assert "extra" not in m.forces
