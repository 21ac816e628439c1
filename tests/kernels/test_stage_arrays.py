"""Stages take arrays by address: what does not fit is refused before it is read, and a handle keeps its memory."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

from linkwork import gallery
from linkwork.kernels.compiler.jit import JIT
from linkwork.kernels.compiler.sources import kernel_modules
from linkwork.kernels.compiler.stages import ARRAYS, Stage
from linkwork.kernels.kinematics.motion import evaluate

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

MODULES = [import_module(name) for name in kernel_modules()]
STAGES = {item.__name__: item for module in MODULES for item in vars(module).values() if isinstance(item, Stage)}
WITH_ARRAYS = [name for name, item in STAGES.items() if set(item.letters) & set(ARRAYS)]


@pytest.fixture(scope="module")
def work():
    plan = gallery.get("four-bar").plan()
    bundle = plan.bundle()
    bundle.q[:, 3] = 1.0
    return bundle


def fitting(work, item: Stage) -> list:
    """Return arguments that fit a stage, after the handle."""
    return [np.array(getattr(work, letter)) if letter in ARRAYS else 0 for letter in item.letters[2:]]


def unaligned(array):
    raw = np.zeros(array.nbytes + 1, np.int8)
    return raw[1:].view(np.float64).reshape(array.shape)


WRONG = {
    "single precision": lambda a: a.astype(np.float32),
    "integers": lambda a: a.astype(np.int64),
    "Fortran order or steps": lambda a: np.asfortranarray(a) if a.ndim > 1 else np.repeat(a, 2)[::2],
    "too short": lambda a: a[:-1].copy(),
    "of another mechanism": lambda a: np.concatenate([a, a]),
    "another shape": lambda a: a.reshape(1, -1),
    "not aligned": unaligned,
    "a list": lambda a: a.tolist(),
    "an address": lambda a: a.ctypes.data,
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", WITH_ARRAYS)
def test_an_array_that_does_not_fit_is_refused(name, wrong, work, monkeypatch):
    item = STAGES[name]
    monkeypatch.setattr(item, "entry", lambda *_: pytest.fail("the kernel was called"), raising=False)
    for k, letter in enumerate(item.letters[2:]):
        if letter in ARRAYS:
            given = fitting(work, item)
            given[k] = WRONG[wrong](given[k])
            with pytest.raises(TypeError, match=rf"{name}: argument {k + 2} must be an array of float64 in one piece"):
                item(work.H, *given)


@pytest.mark.parametrize("name", WITH_ARRAYS)
def test_arrays_that_fit_reach_the_kernel(name, work, monkeypatch):
    item, seen = STAGES[name], []
    monkeypatch.setattr(item, "entry", lambda *args: seen.append(args), raising=False)
    given = fitting(work, item)
    item(work.H, *given)
    assert seen == [(work.H, *(a.ctypes.data if isinstance(a, np.ndarray) else a for a in given))]


def test_the_stages_with_arrays_are_known():
    """A new stage that takes an array says so by a letter: `matrix_at` and `block_at` open nothing else."""
    opening = {"matrix_at", "block_at"}
    assert set(WITH_ARRAYS) == {n for n, item in STAGES.items() if opening & set(item.py_func.__code__.co_names)}


@pytest.mark.parametrize("handle", [0, 12345678, 1.5, None])
def test_only_a_handle_of_a_bundle_is_taken(handle, work):
    with pytest.raises(TypeError, match="argument 1 must be the handle H of a bundle"):
        evaluate(handle, 0.0, work.q)


def test_a_handle_keeps_its_memory():
    work = gallery.get("four-bar").plan().bundle()
    work.q[:, 3] = 1.0
    q, handle = work.q.copy(), work.H
    before = evaluate(handle, 0.0, q)
    del work
    gc.collect()
    others = [np.full(1000, np.nan) for _ in range(1000)]  # memory that was given back would be taken for these
    assert evaluate(handle, 0.0, q) == before
    assert len(others) == 1000


WITHOUT = """
import json
import numpy as np
from linkwork import gallery
from linkwork.kernels.kinematics.motion import evaluate

work, said = gallery.get("four-bar").plan().bundle(), []
for wrong in (work.q.astype("f4"), work.q[:-1].copy()):
    try:
        evaluate(work.H, 0.0, wrong)
    except TypeError as error:
        said.append(str(error))
print(json.dumps(said))
"""


def test_it_is_so_without_the_compiler():
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, env=env, check=True)
    said = json.loads(done.stdout)
    assert len(said) == 2
    assert all("argument 3 must be" in sentence for sentence in said)
