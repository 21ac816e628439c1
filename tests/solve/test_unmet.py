"""What a result does not meet is told with the joint or body, also by move, in relative coordinates, after a change."""

from __future__ import annotations

import numpy as np
import pytest
from test_stiff import bushed_pendulum

from linkwork import gallery
from linkwork.solve import stiff
from linkwork.solve.unmet import unmet

TIMES = np.linspace(0.0, 0.2, 5)
NOTHING = np.full(3, 1e-9)


@pytest.mark.parametrize("name", ["four-bar", "bennett"])
@pytest.mark.parametrize(("order", "what"), [(0, "velocities"), (1, "accelerations")])
def test_a_rate_that_joints_do_not_allow_is_told(name, order, what):
    """One body's rates are wrong by 1e-6: joints show that, and nothing where they are right."""
    moved = gallery.get(name).move(TIMES)
    angles = np.zeros(len(moved.plan.counted))
    states = [(float(t), moved.poses[k], moved.motions[k].copy(), angles) for k, t in enumerate(TIMES)]
    assert unmet(moved.plan, states, 2, NOTHING) == ""
    states[2][2][-1, order] *= 1.0 + 1e-6
    said = unmet(moved.plan, states, 2, NOTHING)
    assert f"not met to 1e-9 of their terms: the {what} in '" in said
    assert f"at t = {TIMES[2]:g} s" in said
    assert unmet(moved.plan, states, order, NOTHING) == ""


def test_what_was_not_met_before_a_change_of_method_is_told_after_it(monkeypatch):
    tried = stiff._try_implicit

    def spoiled(run, dear):
        control = run.work.control
        control.unmet_row, control.unmet_row_at, control.unmet_row_time = 1e-3, 0.0, 0.01
        return tried(run, dear)

    monkeypatch.setattr(stiff, "_try_implicit", spoiled)
    run = bushed_pendulum(1e8, 1e4).simulate(np.linspace(0.0, 1.0, 11))
    assert "dop853, then esdirk54" in run.status
    assert " to 1.0e-03 at t = 0.01 s" in run.status
