"""Laws of dynamics over the registries: every joint, every force, every integrator.

Energy: what is stored changes by the work of drivers and of forces without a potential; the imbalance at the
steps is the error of the integration, far below 1e-8 of the energies that are exchanged at the default tolerance.
Forward and inverse dynamics undo each other: a mechanism driven as it would move by itself needs no effort.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from law_models import ALONE

import linkwork as lw
from linkwork import gallery
from linkwork.solve.methods import METHODS, Method

sys.path.append(str(Path(__file__).parents[1] / "forces"))
from force_models import CASES as FORCES
from force_models import with_force


def heavy(case, driven: bool = False) -> lw.Mechanism:
    """Return the model of a joint with masses, gravity and velocities to start with."""
    m = case.model()
    gravity = (0.7, -9.0) if case.planar else (0.7, -9.0, 2.0)
    m.gravity = tuple(float(g) for g in gravity)
    for name, body in list(m.bodies.items()):
        if name != "ground":
            inertia = 0.3 if case.planar else (0.2, 0.3, 0.4)
            m.bodies[name] = replace(body, mass=1.5, inertia=inertia)
            rate = 0.8 if case.planar else (0.3, -0.5, 0.8)
            m.place(name, rate=rate, velocity=(0.2, -0.3) if case.planar else (0.2, -0.3, 0.1))
    return m


@pytest.mark.parametrize("case", ALONE, ids=str)
def test_energy_balance_with_every_joint(case):
    run = heavy(case).simulate(0.1, points=6)
    exchanged = max(np.ptp(run.energy.kinetic), run.energy.kinetic.max(), 1e-3)
    assert run.complete
    assert run.drift < 1e-8 * exchanged
    assert run.violation < 1e-9


@pytest.mark.parametrize("case", [c for c in ALONE if c.grounded], ids=str)
def test_inverse_undoes_forward(case):
    m = heavy(case)
    coordinates = list(m.joints["J"].coordinates())
    if len(coordinates) != m.mobility().degrees_of_freedom:
        pytest.skip("its coordinates do not describe all its motion")
    m.torque("load", "two", 3.0)
    run = m.simulate([0.0])
    driven = m.copy()
    for name in coordinates:
        value, rate, second, _ = run.joint("J").series[name].values[0]
        driven.drive(f"J.{name}", lw.polynomial(value, rate, second / 2), name=f"drive {name}")
    if not driven.assemble(start=run.poses[0]).determined:
        pytest.skip("its coordinates do not determine its position here")
    back = driven.inverse([0.0], start=run.poses[0])
    np.testing.assert_allclose(back.motions[0, :, 1], run.motions[0, :, 1], atol=1e-8)
    for name in coordinates:
        # Against forces of 15 N and torques of 3 N m.
        assert abs(back.driver(f"drive {name}").effort[0]) < 1e-8


@pytest.mark.parametrize("plane", ["xy", None], ids=["plane", "space"])
@pytest.mark.parametrize(("kind", "number"), FORCES, ids=[f"{k}-{n}" for k, n in FORCES])
def test_energy_balance_with_every_force(kind, number, plane):
    try:
        m = with_force(kind, number, plane)
        m.check()
    except lw.ModelError:
        pytest.skip("does not fit this space")
    m.place("crank", angle=0.3, rate=2.0 if plane else (0.0, 0.0, 2.0))
    m.place("block", at=(0.1, 1.0), velocity=(0.4, 0.0))
    run = m.simulate(0.2, points=11)
    exchanged = max(np.ptp(run.energy.kinetic), run.energy.kinetic.max())
    assert run.complete
    assert run.drift < 1e-8 * exchanged


def end_error(method: str, step: float, reference: np.ndarray) -> float:
    run = gallery.get("four-bar", driven=False).simulate([0.0, 0.4], method=method, step=step, start=START[0])
    return float(np.abs(run.poses[-1] - reference).max())


START: list = []


@pytest.mark.parametrize("name", [n for n, m in METHODS.items() if isinstance(m, Method)])
def test_order_of_convergence(name):
    m = gallery.get("four-bar", driven=False)
    if not START:
        m.place(next(n for n in m.bodies if n != "ground"), rate=2.0)
        START.append(m.start())
    reference = m.simulate([0.0, 0.4], tolerance=1e-13, start=START[0]).poses[-1]
    order = METHODS[name].order
    # Steps for which the error is far above rounding and the leading term dominates; of generalised-alpha it does late.
    step = 0.4 / (256 if name == "generalised-alpha" else {1: 64, 2: 32, 4: 16, 5: 12, 8: 6}[order])
    ratio = end_error(name, step, reference) / end_error(name, step / 2, reference)
    assert np.log2(ratio) == pytest.approx(order, abs=0.35 * order**0.5)
