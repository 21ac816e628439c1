"""Stages compiled when they are first called, from inside compiled code: what goes wrong there surfaces."""

from __future__ import annotations

import ctypes
import signal

import numpy as np
import pytest

import linkwork as lw
from linkwork.kernels.compiler import progress
from linkwork.kernels.compiler.jit import JIT
from linkwork.kernels.compiler.stages import ADDRESSES
from linkwork.kernels.geometry.other_measures import gauge
from linkwork.kernels.kinematics.motion import evaluate

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")


@pytest.fixture
def work():
    """A rod: its length is a measure that `evaluate` asks the stage `gauge` for."""
    m = lw.Mechanism("rod", plane="xy")
    body = m.body("body")
    m.rod("R", m.ground.at(0, 0), body.at(0, 0), length=1.0)
    bundle = m.plan().bundle()
    bundle.q[:, 0], bundle.q[:, 3] = 3.0, 1.0
    return bundle


@pytest.fixture
def missing(monkeypatch):
    """The stage `gauge` as it is before its first call."""
    load, before = gauge.load, ADDRESSES[gauge.place]
    first = gauge.prototype(gauge._load_and_call)
    monkeypatch.setattr(gauge, "entry", None)
    ADDRESSES[gauge.place] = ctypes.cast(first, ctypes.c_void_p).value
    yield load
    ADDRESSES[gauge.place] = before


def test_a_missing_stage_is_loaded_and_called(work, missing):
    first = ADDRESSES[gauge.place]
    evaluate(work.H, 0.0, work.q)
    assert work.Phi[0] == pytest.approx(2.0, abs=1e-15)
    assert ADDRESSES[gauge.place] != first
    assert gauge.entry is not None


def test_a_stage_that_cannot_be_compiled_is_told(work, missing, monkeypatch):
    def fail():
        raise RuntimeError("no compiler")

    monkeypatch.setattr(gauge, "load", fail)
    with pytest.raises(RuntimeError, match="no compiler"):
        evaluate(work.H, 0.0, work.q)
    assert not progress.unfinished
    monkeypatch.undo()
    evaluate(work.H, 0.0, work.q)
    assert np.isfinite(work.Phi).all()


def test_an_interruption_while_compiling_waits_for_its_end(work, missing, monkeypatch):
    def interrupted():
        signal.raise_signal(signal.SIGINT)
        return missing()

    monkeypatch.setattr(gauge, "load", interrupted)
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        evaluate(work.H, 0.0, work.q)
    assert work.Phi[0] == pytest.approx(2.0, abs=1e-15), "the kernel was not finished"


def test_the_line_is_told_once_and_ended(capsys, monkeypatch):
    monkeypatch.delenv("LINKWORK_QUIET", raising=False)
    for _ in range(3):
        with progress.compiling():
            pass
    progress.finish()
    said = capsys.readouterr().err
    assert said.startswith("Linkwork: compiling, once per machine ...")
    assert said.count("\n") == 1
    assert said.endswith(" s\n")
