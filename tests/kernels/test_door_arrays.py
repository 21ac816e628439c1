"""Kernels that Python calls look at what they are given: kind, layout and sizes, before anything is read."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from linkwork import gallery
from linkwork.kernels.compiler.arguments import Arguments, Handles, size_in
from linkwork.kernels.compiler.compiling import every_kernel
from linkwork.kernels.compiler.doors import Door
from linkwork.kernels.compiler.jit import JIT, kernel, signed
from linkwork.kernels.geometry import features
from linkwork.kernels.programs import program
from linkwork.kernels.runs import batch, sweep

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

DOORS = {door.__name__: door for door in every_kernel() if isinstance(door, Door)}
OTHER = {".": 5, "t": 3, "kept": 2}
"""Sizes that nothing else says; every other name of a size stands for 4."""


@pytest.fixture(scope="module")
def work():
    return gallery.get("four-bar").plan().bundle()


def extent(size: str, work) -> int:
    if size.isdigit():
        return int(size)
    return size_in(work.H, size) if "." in size[1:] else OTHER.get(size, 4)


def fitting(arguments: Arguments, work) -> list:
    """Return arguments that fit."""
    found = []
    for argument in arguments.each:
        if argument.word.startswith("h["):
            found.append(Handles(extent(argument.sizes[0], work)))
        elif argument.dtype is not None:
            found.append(np.zeros([extent(size, work) for size in argument.sizes], argument.dtype))
        elif argument.fields is not None:
            found.append(argument.fields(*(0 for _ in argument.letters)))
        else:
            found.append(work.H if argument.word == "h" else 0)
    return found


def shorter(array):
    return array[tuple(slice(0, n - 1) for n in array.shape)].copy()


WRONG = {
    "single precision": lambda a: (
        a.astype(np.float32 if a.dtype != np.float32 else np.float64) if not a.dtype.names else np.zeros(a.shape, "f4")
    ),
    "Fortran order or steps": lambda a: np.asfortranarray(a) if a.ndim > 1 else np.repeat(a, 2)[::2],
    "one index more": lambda a: a[None],
    "a list": lambda a: a.tolist(),
    "an address": lambda a: a.ctypes.data,
    "not aligned": lambda a: np.zeros(a.nbytes + 1, np.int8)[1:].view(a.dtype).reshape(a.shape),
}


@pytest.fixture
def untouched(monkeypatch):
    for door in DOORS.values():
        monkeypatch.setattr(door, "entry", lambda *_: pytest.fail("the kernel was called"))


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", DOORS)
@pytest.mark.usefixtures("untouched")
def test_an_array_of_another_kind_or_layout_is_refused(name, wrong, work):
    door = DOORS[name]
    for k in range(len(door.arguments.each)):
        given = fitting(door.arguments, work)
        if not isinstance(given[k], np.ndarray) or not given[k].size:
            continue
        if wrong.startswith("Fortran") and sum(n > 1 for n in given[k].shape) < min(2, given[k].ndim):
            continue  # the same in any order
        given[k] = WRONG[wrong](given[k])
        with pytest.raises(TypeError, match=rf"{name}: argument {k + 1} must be an array of .* in one piece with"):
            door(*given)


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.usefixtures("untouched")
def test_an_array_of_another_size_is_refused(name, work):
    """Every array but those whose sizes nothing else tells."""
    door, told = DOORS[name], 0
    for k, argument in enumerate(door.arguments.each):
        given = fitting(door.arguments, work)
        alone = all(
            size == "." or (not size.isdigit() and "." not in size and _times(door, size) == 1)
            for size in argument.sizes
        )
        if not isinstance(given[k], np.ndarray) or alone or not given[k].size:
            continue
        given[k] = shorter(given[k])
        told += 1
        with pytest.raises(TypeError, match=rf"{name}: argument \d+ must be an array of .* shape"):
            door(*given)
    assert told or not any(argument.sizes for argument in door.arguments.each)  # a handle and numbers alone


def _times(door: Door, size: str) -> int:
    return sum(argument.sizes.count(size) for argument in door.arguments.each)


@pytest.mark.parametrize("name", DOORS)
def test_arguments_that_fit_reach_the_kernel(name, work, monkeypatch):
    door, seen = DOORS[name], []
    monkeypatch.setattr(door, "entry", lambda *numbers: seen.append(numbers))
    given = fitting(door.arguments, work)
    door(*given)
    (numbers,) = seen
    assert len(numbers) == len(door.arguments.letters)
    arrays = [value.ctypes.data for value in given if isinstance(value, np.ndarray) and value.size]
    assert set(arrays) <= set(numbers)


def test_both_shapes_are_told():
    q, x = np.zeros((3, 7)), np.zeros((2, 3))
    words = r"displace: argument 2 must be an array of float64 of shape \(3, any\), not float64, shape \(2, 3\)"
    with pytest.raises(TypeError, match=words):
        features.displace(q, x, 1.0)


@pytest.mark.parametrize("handle", [0, 12345678, None])
def test_only_a_handle_of_a_bundle_is_taken(handle, work):
    given = fitting(sweep.sweep.arguments, work)
    with pytest.raises(TypeError, match="sweep: argument 1 must be the handle H of a bundle"):
        sweep.sweep(handle, *given[1:])


def test_only_handles_of_bundles_are_taken(work):
    given = fitting(batch.integrate_many.arguments, work)
    with pytest.raises(TypeError, match="integrate_many: argument 1 must be the Handles of bundles, not int64, shape"):
        batch.integrate_many(given[0].addresses, *given[1:])


def test_handles_keep_their_bundles():
    bundle = gallery.get("four-bar").plan().bundle()
    alive, handles = weakref.ref(bundle), Handles(2)
    handles[1] = bundle.H
    assert handles[1] == bundle.H
    del bundle
    gc.collect()
    assert alive() is not None
    del handles[1]
    gc.collect()
    assert (alive(), handles[1]) == (None, 0)


def test_numbers_are_numbers(work):
    given = fitting(program.run_program.arguments, work)
    for k, wrong in ((1, 0.5), (1, "0"), (2, None)):
        with pytest.raises(TypeError, match=rf"run_program: argument {k + 1} must be an integer, not"):
            program.run_program(*given[:k], wrong, *given[k + 1 :])
    with pytest.raises(TypeError, match="displace: argument 3 must be a number, not str"):
        features.displace(np.zeros((1, 7)), np.zeros((1, 3)), "1")
    with pytest.raises(TypeError, match="displace: 3 arguments are needed, not 2"):
        features.displace(np.zeros((1, 7)), np.zeros((1, 3)))


@kernel
def scaled(values, factor, out):
    for i in range(values.size):
        out[i] = factor * values[i]
    return values.size


@kernel
def raise_first(table):
    table[0].a += 1.0


signed(scaled, "f[n] f f[n] -> i")
signed(raise_first, "rows[.]", rows=np.dtype([("a", "f8")]))


def test_a_door_takes_numbers_of_numpy_and_python():
    out = np.zeros(2)
    for factor in (2.0, np.float64(3.0), 4, np.int64(5)):
        assert scaled(np.array([1.0, 2.0]), factor, out) == 2
        assert out.tolist() == [factor, 2.0 * factor]


def test_a_door_looks_through_equal_element_types():
    """Equal element types need not be one object, and a subclass, or an array to read only, is as good as any."""
    first, second = np.zeros(1, [("a", "f8")]), np.zeros(1, [("a", "f8")])
    assert first.dtype is not second.dtype
    for table in (first, second, second.view(np.recarray)):
        assert raise_first(table) is None
    assert (first[0]["a"], second[0]["a"]) == (1.0, 2.0)
    fixed, out = np.array([1.0, 2.0]), np.zeros(2)
    fixed.flags.writeable = False
    scaled(fixed, 2.0, out)
    assert out.tolist() == [2.0, 4.0]


def test_a_word_that_says_nothing_is_told():
    with pytest.raises(ValueError, match="'f2' is no argument of a kernel"):
        signed(kernel(raise_first.py_func), "f2")
