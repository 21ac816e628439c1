"""Slips in questions about branches, equilibria, linear equations and free bodies get a sentence."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery


@pytest.fixture(scope="module")
def free() -> lw.Mechanism:
    return gallery.get("four-bar").without_drivers()


@pytest.mark.parametrize("branch", [7, -3, "left"])
def test_a_branch_that_does_not_exist(branch):
    with pytest.raises(lw.ModelError, match="'four-bar' together, 0 to 1, not"):
        gallery.get("four-bar").assemble(branch=branch)


@pytest.mark.parametrize("count", [-3, 0, "many"])
def test_a_number_of_starts_that_is_none(free, count):
    with pytest.raises(lw.ModelError, match="count is the number of starts, at least 1"):
        free.equilibria(count=count)


def test_one_name_needs_no_list(free):
    alone, listed = (
        free.linearise(coordinates="A.angle", outputs="B.angle"),
        free.linearise(coordinates=["A.angle"], outputs=["B.angle"]),
    )
    assert alone.coordinates == listed.coordinates == ("A.angle",)
    np.testing.assert_array_equal(alone.C, listed.C)


@pytest.mark.parametrize("option", ["coordinates", "inputs", "outputs"])
def test_what_is_no_list_of_names(free, option):
    with pytest.raises(lw.ModelError, match=f"{option} is a list of names"):
        free.linearise(**{option: 3})


def test_forces_of_a_motion_without_forces():
    motion = gallery.get("four-bar").move([0.0, 0.1])
    with pytest.raises(AttributeError, match=r"'four-bar' was found without forces, and has no free_body.*inverse"):
        motion.free_body("coupler", at=0.1)
    with pytest.raises(AttributeError, match=r"A motion has no 'poss'\. Did you mean 'poses'"):
        motion.poss  # noqa: B018
    assert not hasattr(motion, "energy")


def test_an_error_within_a_motion_is_told_as_it_is(monkeypatch):
    motion = gallery.get("four-bar").move([0.0, 0.1])
    monkeypatch.setattr(type(motion), "broken", property(lambda self: self.name.nothing), raising=False)
    with pytest.raises(AttributeError, match="'str' object has no attribute 'nothing'"):
        motion.broken  # noqa: B018


@pytest.mark.parametrize("t", [None, [1], 1j, float("nan"), True])
@pytest.mark.parametrize("ask", ["equilibrium", "linearise", "equilibria"])
def test_times_that_are_none_are_refused(free, ask, t):
    with pytest.raises(lw.ModelError, match="is a time in seconds, a finite number, not"):
        getattr(free, ask)(t=t)


def test_pictures_of_modes_that_are_none(free):
    mode = free.linearise(free.equilibrium()).modes[0]
    for options in ({"points": 0}, {"points": 1}, {"amplitude": "3 deg"}, {"amplitude": float("nan")}):
        with pytest.raises(lw.ModelError, match=f"{next(iter(options))}= is"):
            mode.motion(**options)


@pytest.mark.parametrize("seed", [-1, "a"])
def test_a_seed_that_is_none(free, seed):
    with pytest.raises(lw.ModelError, match="seed= is a whole number from 0 on"):
        free.equilibria(seed=seed)
