"""Heavy top in steady precession: two rates for one spin, and the least spin a sleeping top needs."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw
from linkwork import gallery

CASE = load("p10a_top_steady")
D, R = CASE.data, CASE.reference


def axis_of(tilt: float) -> np.ndarray:
    return np.array([np.sin(tilt), 0.0, np.cos(tilt)])


def model(tilt: float, spin: float, precession: float = 0.0) -> lw.Mechanism:
    """Return the top, tilted towards +x, with this angular velocity about its axis and this precession."""
    m = gallery.get("heavy top", mass=D["m"], distance=D["l"], transverse=D["A"], axial=D["C"], tilt=tilt, driven=False)
    axis = axis_of(tilt)
    across = np.array([0.0, 0.0, 1.0]) - axis * np.cos(tilt)
    m.place("top", rate=spin * axis + precession * across)
    return m


def tilts(run) -> np.ndarray:
    z = run.point("top.centre").position[:, 2]
    return np.arccos(np.clip(z / D["l"], -1.0, 1.0))


@pytest.mark.parametrize("which", ["slow", "fast"])
def test_steady_precession(which):
    rate = R[which]
    run = model(D["theta"], D["w3"], rate).simulate(np.linspace(0.0, 1.0, 41))
    agree(tilts(run), np.full(41, D["theta"]), 1e-7)
    centre = run.point("top.centre").position
    turn = rate * run.time
    agree(centre[:, :2], D["l"] * np.sin(D["theta"]) * np.column_stack([np.cos(turn), np.sin(turn)]), 1e-7)


def test_reaction():
    run = model(D["theta"], D["w3"], R["slow"]).simulate([0.0])
    # Closed form; the joint force is that of the ground on the top.
    force = run.joint("foot").force[0]
    agree(force[2], R["reaction_vertical"], 1e-12)
    agree(np.hypot(*force[:2]), R["reaction_horizontal_slow"], 1e-12)


@pytest.mark.parametrize(("ratio", "sleeps"), [(1.05, True), (0.95, False)])
def test_sleeping_top(ratio, sleeps):
    run = model(1e-3, ratio * R["sleeping_top_min_w3"]).simulate(2.0)
    assert (tilts(run).max() < 0.01) == sleeps
