"""Four-bars whose shortest and longest bars together are as long as the others: they can fold flat.

Folded flat the joints lose a rank and another branch begins; the motion goes on by its momentum. Expected are the
laws: the positions are where all pins lie on a line, the motion is the same at every tolerance, energy stays.
"""

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

TIMES = np.linspace(0.0, 5.0, 101)
LINKAGES = {
    "crank": (2.0, 4.0, 3.0, 5.0, 8.0),
    "crank, backwards": (1.0, 3.0, 2.0, 4.0, -6.0),
    "kite": (1.0, 2.0, 2.0, 1.0, 8.0),
    "parallelogram": (2.0, 3.0, 2.0, 3.0, -6.0),
    "uneven": (1.5, 2.5, 2.2, 3.2, 8.0),
}
"""Crank, coupler, rocker and ground [m], angular velocity of the crank at the start [rad/s]."""


def model(name: str) -> lw.Mechanism:
    a, b, c, d, rate = LINKAGES[name]
    m = lw.Mechanism(name, plane="xy", gravity=(0, -2.0))
    tip, pin = a * np.array([np.cos(1.0), np.sin(1.0)]), np.array([d, 0.0])
    way = (pin - tip) / np.hypot(*(pin - tip))
    along = (b * b - c * c + ((pin - tip) @ (pin - tip))) / (2 * np.hypot(*(pin - tip)))
    top = tip + along * way + np.sqrt(b * b - along * along) * np.array([-way[1], way[0]])
    bars = {}
    for bar, length, start, end in (("crank", a, (0, 0), tip), ("coupler", b, tip, top), ("rocker", c, pin, top)):
        bars[bar] = m.body(bar, mass=length, inertia=length**3 / 12, com=(length / 2, 0))
        dx, dy = np.subtract(end, start)
        m.place(bars[bar], at=np.add(start, end) / 2, angle=float(np.arctan2(dy, dx)))
    m.revolute("A", m.ground.at(0, 0), bars["crank"].at(0, 0))
    m.revolute("B", bars["crank"].at(a, 0), bars["coupler"].at(0, 0))
    m.revolute("C", bars["coupler"].at(b, 0), bars["rocker"].at(c, 0))
    m.revolute("D", m.ground.at(d, 0), bars["rocker"].at(0, 0))
    m.place("crank", rate=rate)
    return m


@cache
def tight(name: str):
    return model(name).simulate(TIMES, tolerance=1e-12)


def passed(run) -> np.ndarray:
    """Times of the singular positions that a run reports."""
    return np.array([float(event.split()[2]) for event in run.events if "singular" in event])


@pytest.mark.parametrize("name", LINKAGES)
@pytest.mark.parametrize("tolerance", [1e-8, 1e-10])
def test_same_motion_at_every_tolerance(name, tolerance):
    run = model(name).simulate(TIMES, tolerance=tolerance)
    # Errors of some hundred steps add up, and a phase error grows: three digits.
    np.testing.assert_allclose(run.body("crank").angle, tight(name).body("crank").angle, atol=1e3 * tolerance)
    assert run.energy.relative_drift < 100 * tolerance  # over some hundred steps


@pytest.mark.parametrize("name", LINKAGES)
@pytest.mark.parametrize("tolerance", [1e-8, 1e-9, 1e-10, 1e-11])
def test_every_passage_is_reported(name, tolerance):
    # A pivot, the square of a distance, counts as zero below 1e-6: a thousandth of a radian, at some 8 rad/s.
    found = passed(model(name).simulate(TIMES, tolerance=tolerance))
    np.testing.assert_allclose(found, passed(tight(name)), rtol=0, atol=2e-4)


@pytest.mark.parametrize("name", LINKAGES)
def test_bars_are_in_line_where_it_is_reported(name):
    times = passed(tight(name))
    assert len(times) >= 4
    run = model(name).simulate(np.concatenate([[0.0], times]), tolerance=1e-11)
    heights = np.stack([run.point(run.model.joints[pin].a).position[1:, 1] for pin in ("B", "C")])
    # The same thousandth of a radian, with bars of a few metres.
    assert np.abs(heights).max() < 1e-2


@pytest.mark.parametrize("formulation", ["reference", "relative"])
def test_a_redundant_linkage(formulation):
    # One equation is redundant everywhere: what vanishes always is no singular position.
    m = gallery.get("double parallel crank", driven=False)
    m.place("left", rate=6.0)
    run = m.simulate(np.linspace(0.0, 3.0, 31), tolerance=1e-10, formulation=formulation)
    crank = m.simulate(np.concatenate([[0.0], passed(run)]), tolerance=1e-10).body("left").angle[1:]
    assert len(crank) >= 4
    np.testing.assert_allclose(crank, np.pi * np.round(crank / np.pi), atol=1e-3)


@pytest.mark.parametrize("name", LINKAGES)
def test_relative_coordinates(name):
    run = model(name).simulate(TIMES, tolerance=1e-10, formulation="relative")
    np.testing.assert_allclose(run.body("crank").angle, tight(name).body("crank").angle, atol=1e-6)
