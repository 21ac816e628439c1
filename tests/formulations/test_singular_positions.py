"""Minimal coordinates at singular positions: a run goes through or ends with a sentence, and never creeps."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery


def falling_ladder():
    """Return one four-bar of the ladder that turns through its flat positions again and again."""
    m = gallery.get("four-bar ladder", n=1, driven=False)
    m.place("crank_0", angle=0.6, rate=-5.0)
    m.place("crank_1", angle=0.6, rate=-5.0)
    m.place("coupler_1", angle=0.0)
    return m


def test_lagrange_goes_through_where_steps_leap_across():
    m = falling_ladder()
    run, exact = (m.simulate(2.0, tolerance=1e-9, formulation=name) for name in ("lagrange", "reference"))
    assert run.complete
    # A tolerance of 1e-9 over some fifty steps, and four flat positions that magnify errors.
    assert np.abs(run.poses - exact.poses).max() < 1e-6


def test_lagrange_stops_with_a_sentence_where_a_stage_comes_too_near():
    with pytest.raises(lw.MotionError, match="'lagrange' do not tell the motion next to a singular position") as stop:
        falling_ladder().simulate(2.0, tolerance=1e-12, formulation="lagrange")
    assert "Take formulation='reference', which goes through" in str(stop.value)
    # The fourth flat position, at 1.649 s: what was computed is there.
    assert 1.6 < stop.value.motion.time[-1] < 1.65
