"""Ctrl-C during a run: it stops soon, and what was computed is kept."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

SOON = 2.0
"""Seconds within which a run stops on a busy machine; a piece of it takes some hundredths."""


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Send this process what Ctrl-C sends."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def stopped(run: Callable[[], Any], after: float = 0.3) -> Any:
    """Return what was kept of a run that is interrupted, and see that it stopped soon."""
    begin = monotonic()
    with interrupted_after(after), pytest.raises(KeyboardInterrupt) as stop:
        run()
    assert monotonic() - begin < after + SOON
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return stop.value.motion  # type: ignore[attr-defined]


def test_a_long_way_between_two_times():
    m = gallery.get("four-bar")
    m.move([0.0, 1.0])  # compiled
    kept = stopped(lambda: m.move([0.0, 1e6]))
    assert len(kept) == 1
    assert "Interrupted at t = " in kept.status
    assert "Interrupted at t = 0 s" not in kept.status


@pytest.mark.parametrize("analysis", ["move", "inverse"])
def test_many_times(analysis):
    m = gallery.get("four-bar")
    times = np.linspace(0, 1e4, 300_000)
    getattr(m, analysis)(times[:3])
    kept = stopped(lambda: getattr(m, analysis)(times, dense=False))
    assert 100 < len(kept) < len(times)
    assert len(kept.joint("A").angle) == len(kept)


def pendulum() -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    return m


def test_a_simulation_keeps_what_it_computed():
    m = pendulum()
    m.simulate(0.1)
    kept = stopped(lambda: m.simulate(1e6, points=100_000))
    assert len(kept) > 100


@pytest.mark.parametrize("after", [0.3, 0.31, 0.32, 0.33])
def test_a_law_in_python(after, capfd):
    m = pendulum()
    m.torque("brake", "rod", lw.law(lambda t, w: -0.1 * w if t > 0 else 0.0, "t", "rate(A.angle)"))
    m.simulate(0.1)
    kept = stopped(lambda: m.simulate(1e6, points=100_000), after)
    assert len(kept) > 1
    assert "ignored" not in capfd.readouterr().err


def test_a_law_that_never_ends():
    def law(t: float, w: float) -> float:
        while t > 0.05:
            pass
        return 0.0

    m = pendulum()
    m.torque("brake", "rod", lw.law(law, "t", "rate(A.angle)"))
    stopped(lambda: m.simulate(1.0, points=101))


def test_a_formulation_in_python():
    m = pendulum()
    m.simulate(0.01, formulation="projection")
    kept = stopped(lambda: m.simulate(1e4, points=100_000, formulation="projection"))
    assert len(kept) > 1


def test_forces_of_a_long_run():
    m = pendulum()
    short, run = (m.simulate(end, points=points) for end, points in ((0.1, 3), (100.0, 1_000_000)))
    assert short.energy.kinetic[0] == 0.0  # compiled
    begin = monotonic()
    with interrupted_after(0.1), pytest.raises(KeyboardInterrupt):
        run.forces  # noqa: B018
    assert monotonic() - begin < SOON
    assert "forces" not in run.__dict__  # nothing half done is taken for a result
