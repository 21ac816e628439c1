"""Ctrl-C during a run: it stops soon, and what was computed is kept."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery


def send() -> None:
    """Send this process what Ctrl-C sends."""
    os.kill(os.getpid(), signal.SIGINT)


class Interrupting:
    """Sends an interruption when a run has come so far, and counts the pieces computed since.

    It is sent at once, between two pieces of the run, or some seconds later, anywhere inside one of them.
    """

    def __init__(self, fraction: float = 0.0, later: float | None = None) -> None:
        self.fraction, self.later, self.sent, self.since = fraction, later, False, 0

    def __call__(self, fraction: float) -> None:
        self.since += self.sent
        if not self.sent and fraction > self.fraction:
            self.sent = True
            send() if self.later is None else threading.Timer(self.later, send).start()


def stopped(run: Callable[[Interrupting], Any], fraction: float = 0.0, later: float | None = None) -> Any:
    """Return what was kept of a run that is interrupted, and see that it stopped with the piece at work."""
    progress = Interrupting(fraction, later)
    with pytest.raises(KeyboardInterrupt) as stop:
        run(progress)
    assert progress.sent
    assert later is not None or progress.since == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return stop.value.motion  # type: ignore[attr-defined]


def test_a_long_way_between_two_times():
    m = gallery.get("four-bar")
    kept = stopped(lambda progress: m.move([0.0, 1e6], progress=progress))
    assert len(kept) == 1
    assert "Interrupted at t = " in kept.status
    assert "Interrupted at t = 0 s" not in kept.status


@pytest.mark.parametrize("analysis", ["move", "inverse"])
def test_many_times(analysis):
    m = gallery.get("four-bar")
    times = np.linspace(0, 1e4, 300_000)
    kept = stopped(lambda progress: getattr(m, analysis)(times, dense=False, progress=progress), 1e-3)
    assert 300 < len(kept) < len(times)
    assert len(kept.joint("A").angle) == len(kept)


def pendulum() -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    return m


def test_a_simulation_keeps_what_it_computed():
    kept = stopped(lambda progress: pendulum().simulate(1e6, points=100_000, progress=progress), 2e-3)
    assert 200 <= len(kept) < 100_000


@pytest.mark.parametrize("later", [None, 0.0, 0.01, 0.02])
def test_a_law_in_python(later, capfd):
    m = pendulum()
    m.torque("brake", "rod", lw.law(lambda t, w: -0.1 * w if t > 0 else 0.0, "t", "rate(A.angle)"))
    kept = stopped(lambda progress: m.simulate(1e6, points=100_000, progress=progress), 1e-4, later)
    assert len(kept) > 10
    assert "ignored" not in capfd.readouterr().err


def test_a_law_that_never_ends():
    def law(t: float, w: float) -> float:
        if t > 0.05:
            send()
        while t > 0.05:
            pass
        return 0.0

    m = pendulum()
    m.torque("brake", "rod", lw.law(law, "t", "rate(A.angle)"))
    with pytest.raises(KeyboardInterrupt):
        m.simulate(1.0, points=101)


def test_a_formulation_in_python(monkeypatch):
    """The compiled integrator calls it back; it stops with the step at work, which has up to 13 evaluations."""
    from linkwork.formulations import called_back

    check, calls = called_back.check, []

    def counted() -> None:
        calls.append(1)
        if len(calls) == 500:
            send()
        check()

    monkeypatch.setattr(called_back, "check", counted)
    with pytest.raises(KeyboardInterrupt) as stop:
        pendulum().simulate(1e4, points=100_000, formulation="projection")
    assert len(calls) < 500 + 13
    assert len(stop.value.motion) > 1


def test_forces_of_a_long_run(monkeypatch):
    """It stops with the piece at work: nothing half done is taken for a result."""
    from linkwork.kernels.compiler import keyboard

    run, check, pieces = pendulum().simulate(100.0, points=1_000_000), keyboard.check, []

    def counted() -> None:
        check()
        pieces.append(1)
        send()

    monkeypatch.setattr(keyboard, "check", counted)
    with pytest.raises(KeyboardInterrupt):
        run.forces  # noqa: B018
    assert len(pieces) == 1
    assert "forces" not in run.__dict__
