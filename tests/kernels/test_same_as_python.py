"""Compiled kernels compute what the Python function computes."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from linkwork.kernels.compiler.jit import JIT, inline, kernel, signed

pytestmark = pytest.mark.skipif(not JIT, reason="compiled code is off")

LOW, HIGH = 2, 5
RECORD = np.dtype([("first", "i8"), ("weight", "f8")], align=True)


def swapped(A, n):
    a, b = A[0, 0], A[0, 1]
    for _ in range(n):
        a, b = b, a
    return 10.0 * a + b


def number_that_becomes_a_fraction(A, n):
    total = 0
    for i in range(n):
        total += A[i % 2, 0]
    return total


def named_constant_or_number(A, n):
    kind = LOW
    if n > LOW:
        kind = n * n
    other = HIGH if A[0, 0] > 0.0 else n
    return kind + 100 * other


def set_on_one_way_only(A, n):
    found = -1.0
    for i in range(n):
        if A[i % 2, 1] > 1.0:
            last = A[i % 2, 1] * i
            found = last
    return found


def value_of_the_round_before(A, n):
    before, total = 0.0, 0.0
    for i in range(n):
        total += before * A[0, 0]
        before = i + A[0, 1]
    return total + before


def set_in_a_loop_read_behind_it(A, n):
    i = -1
    for i in range(n):
        root = sqrt(A[0, 0] + i)
        if root > 2.0:
            break
    return i + 0.5 * n


def left_early(A, n):
    total = 0.0
    for i in range(n):
        if i == LOW:
            continue
        for j in range(n, 0, -1):
            if j < i:
                break
            total += A[j % 2, 1] * j
    while total > 50.0:
        total -= 7.5
    return total


def index_kept_in_a_tuple(A, n):
    place = (n % 2, 1)
    n += 1
    pair = (n, n + 1)
    return A[place] + pair[0] * pair[1] + A[pair[0] % 2, pair[1] % 2]


def argument_changed(A, n):
    while n > HIGH:
        n -= LOW
    return n


def element_changed(A, n):
    A[1, 0] += n
    A[1, 1] *= A[1, 0]
    row = A[0]
    row[0], row[1] = row[1], row[0]
    A[:, 1] = 0.25
    return A[0, 0] + 2.0 * A[1, 0] + 4.0 * A[1, 1]


@inline
def both(x, y):
    return x + y, x * y


def several_results(A, n):
    s, p = both(A[0, 0], A[1, 1])
    for _ in range(n):
        s, p = both(s, p)
        if s > 1e3:
            return s
    return p - s


FUNCTIONS = [
    swapped,
    number_that_becomes_a_fraction,
    named_constant_or_number,
    set_on_one_way_only,
    value_of_the_round_before,
    set_in_a_loop_read_behind_it,
    left_early,
    index_kept_in_a_tuple,
    argument_changed,
    element_changed,
]


def values() -> np.ndarray:
    return np.array([[1.5, 2.25], [-0.5, 3.0]])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_same_as_python(function):
    compiled = signed(kernel(function), "f[2,2] i -> f")
    for n in (0, 1, 2, 3, 7):
        plain, fast = values(), values()
        assert compiled(fast, n) == function(plain, n)  # the same operations in the same order: the same digits
        assert np.array_equal(fast, plain)


def test_helpers_are_taken_in():
    compiled = signed(kernel(several_results), "f[2,2] i -> f")
    for n in (0, 1, 5):
        s, p = 4.5, 4.5
        for _ in range(n):
            s, p = s + p, s * p
            if s > 1e3:
                break
        assert compiled(values(), n) == (s if s > 1e3 else p - s)


def test_records():
    def weighed(rows, k):
        total = 0.0
        for i in range(rows.size):
            rows[i].first += k
            total += rows[i].weight * rows[i].first
        return total

    rows = np.array([(1, 0.5), (2, 0.25)], RECORD)
    assert signed(kernel(weighed), "rows[n] i -> f", rows=RECORD)(rows, 3) == 0.5 * 4 + 0.25 * 5
    assert rows["first"].tolist() == [4, 5]
