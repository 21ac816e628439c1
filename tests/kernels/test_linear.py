"""The linear solver on the patterns of real mechanisms, against numpy's least squares.

The blocks of the Jacobian get random numbers in the pattern of a real plan; rows are made redundant by
making them combinations of others with the same pattern. numpy's `lstsq` (singular values) is the judge:
the smallest solution in the metric W. Limits: both are right to about 1e-16 times the condition number of
the Schur complement, the square of the Jacobian's: 1e3 to 1e6 for these; refinement makes up for it, and
1e-9 is asked. A wrong index gives errors of the order of 1.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.kernels.kinematics import motion as kernels


def door_to(function):
    """Return a kernel that can be called from Python, whether it is meant to be or not."""
    return numba.njit(error_model="numpy", _nrt=False)(function.py_func)


factor, solve, step = door_to(kernels.factor), door_to(kernels.solve), door_to(kernels.step)


def doubled_hinges(planar: bool) -> lw.Mechanism:
    """A chain of three bodies with two joints at every place: every second one repeats the other."""
    m = lw.Mechanism("doubled", plane="xy" if planar else None)
    before = m.ground
    for k in range(3):
        body = m.body(f"b{k}")
        for copy in "ab":
            m.revolute(f"J{k}{copy}", before.at(0.5, 0.1), body.at(-0.4, 0))
        before = body
    return m


MODELS = {
    "four-bar": lambda: gallery.get("four-bar"),
    "jansen leg": lambda: gallery.get("jansen leg"),
    "ladder": lambda: gallery.get("four-bar ladder", n=6),
    "rscr": lambda: gallery.get("rscr"),
    "6r robot": lambda: gallery.get("6r robot", driven=False),
    "stewart platform": lambda: gallery.get("stewart platform"),
    "chain": lambda: doubled_hinges(True),
    "spatial chain": lambda: doubled_hinges(False),
}


class System:
    """A plan with random blocks, as kernels see it and as dense matrices."""

    def __init__(self, name: str, seed: int) -> None:
        self.plan = MODELS[name]().plan()
        self.rng = np.random.default_rng([len(name), seed])
        self.w = self.plan.bundle()
        self.w.J[:] = self.rng.normal(size=self.w.J.shape)
        self.w.weight[:] = self.rng.uniform(0.3, 3.0, self.w.weight.shape)
        self.refresh()

    def refresh(self) -> None:
        self.w.Z[:] = self.w.J * self.w.weight[self.w.block_body]

    @property
    def rows(self) -> int:
        return len(self.plan.equations)

    def blocks(self, row: int) -> slice:
        return slice(self.w.block_ptr[row], self.w.block_ptr[row + 1])

    def dense(self) -> np.ndarray:
        d = self.plan.freedoms
        matrix = np.zeros((self.rows, self.plan.coordinates))
        for i in range(self.rows):
            for k in range(self.w.block_ptr[i], self.w.block_ptr[i + 1]):
                b = self.w.block_body[k]
                matrix[i, b * d : (b + 1) * d] = self.w.J[k]
        return matrix

    def make_redundant(self) -> int:
        """Make the last row of every group of three with the same bodies a combination of the others."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for i in range(self.rows):
            groups.setdefault(tuple(self.w.block_body[self.blocks(i)]), []).append(i)
        count = 0
        for members in groups.values():
            for first, second, third in zip(members[::3], members[1::3], members[2::3], strict=False):
                a, b = self.rng.uniform(0.5, 1.5, 2)
                self.w.J[self.blocks(third)] = a * self.w.J[self.blocks(first)] + b * self.w.J[self.blocks(second)]
                count += 1
        self.refresh()
        return count

    def least(self, c: np.ndarray) -> np.ndarray:
        """Return the solution of J x = c that is smallest in the metric W, by singular values."""
        root = np.sqrt(self.w.weight).ravel()
        y, *_ = np.linalg.lstsq(self.dense() * root, c, rcond=1e-10)
        return (root * y).reshape(self.w.x.shape)


def solvable(name: str) -> bool:
    plan = MODELS[name]().plan()
    return len(plan.equations) <= plan.coordinates


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [n for n in MODELS if solvable(n)])
def test_smallest_solution(name, seed):
    s = System(name, seed)
    c = s.rng.normal(size=s.rows)
    factor(s.w.H, 0.0)
    x = np.zeros_like(s.w.x)
    left = solve(s.w.H, c, x)
    expected = s.least(c)
    scale = np.abs(expected).max()
    np.testing.assert_allclose(x, expected, rtol=0, atol=1e-9 * scale)
    np.testing.assert_allclose(s.dense() @ x.ravel(), c, rtol=0, atol=1e-10 * scale)
    assert left < 1e-10 * scale


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", list(MODELS))
def test_redundant_rows(name, seed):
    """With a right side that does not contradict itself, redundant rows change nothing."""
    s = System(name, seed)
    redundant = s.make_redundant()
    if not redundant and solvable(name):
        pytest.skip("no three equations of this model share their bodies")
    truth = s.rng.normal(size=s.plan.coordinates)
    c = s.dense() @ truth
    factor(s.w.H, 0.0)
    assert s.w.info[0] < 1e-6, "redundant rows must show as vanishing pivots"
    x = np.zeros_like(s.w.x)
    left = solve(s.w.H, c, x)
    expected = s.least(c)
    scale = np.abs(expected).max()
    assert left < 1e-9 * np.abs(c).max()
    np.testing.assert_allclose(s.dense() @ x.ravel(), c, rtol=0, atol=1e-9 * np.abs(c).max())
    # Refinement takes out the trace of the damping of 1e-9: some 1e-9 times the condition number is left at most.
    np.testing.assert_allclose(x, expected, rtol=0, atol=1e-6 * scale)


def test_nothing_that_gives_way():
    """Rows that act on bodies held fast are redundant: they change nothing, and no pivot is divided by zero."""
    s = System("four-bar", 0)
    s.w.weight[:] = 0.0
    s.refresh()
    factor(s.w.H, 0.0)
    x = np.zeros_like(s.w.x)
    s.w.y[:] = 1.0
    step(s.w.H, x)
    assert s.w.info[2] == s.rows
    assert not x.any()


def test_a_start_is_kept_where_nothing_decides():
    """Without full rank the answer is the solution nearest to the start: a motion stays on its branch."""
    s = System("ladder", 1)
    s.make_redundant()
    truth = s.rng.normal(size=s.plan.coordinates).reshape(s.w.x.shape)
    c = s.dense() @ truth.ravel()
    factor(s.w.H, 0.0)
    x = truth.copy()
    solve(s.w.H, c, x)
    np.testing.assert_allclose(x, truth, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", [n for n in MODELS if solvable(n)])
def test_the_factors_multiply_to_the_matrix(name):
    """L diag(1/D) L^T = J W^-1 J^T, to 1e-12 of the largest entry."""
    s = System(name, 7)
    factor(s.w.H, 0.0)
    dense = s.dense()
    schur = dense * s.w.weight.ravel() @ dense.T
    lower = np.eye(s.rows)
    for j in range(s.rows):
        for p in range(s.w.col_ptr[j], s.w.col_ptr[j + 1]):
            lower[s.w.col_row[p], j] = s.w.L[p]
    again = lower @ np.diag(1 / s.w.D) @ lower.T
    np.testing.assert_allclose(again, schur, rtol=0, atol=1e-12 * np.abs(schur).max())


@pytest.mark.parametrize("name", ["four-bar", "rscr", "ladder"])
def test_one_step_solves_the_factored_system(name):
    """One step of `step`: x = W^-1 J^T (J W^-1 J^T)^-1 y, to 1e-15 times the condition number, unrefined."""
    s = System(name, 3)
    factor(s.w.H, 0.0)
    y = s.rng.normal(size=s.rows)
    s.w.y[:] = y
    x = np.zeros_like(s.w.x)
    step(s.w.H, x)
    dense = s.dense()
    inverse = s.w.weight.ravel()[:, None] * dense.T
    schur = dense @ inverse
    expected = inverse @ np.linalg.solve(schur, y)
    limit = 1e-15 * np.linalg.cond(schur)
    assert limit < 1e-6, "this random system is no test"
    np.testing.assert_allclose(x.ravel(), expected, rtol=0, atol=limit * np.abs(expected).max())


@pytest.mark.parametrize("damping", [1e-3, 1.0, 1e3])
def test_damping_shortens_the_step(damping):
    """Marquardt's damping: (S + damping diag(S)) y = c, x = W^-1 J^T y."""
    s = System("jansen leg", 2)
    y = s.rng.normal(size=s.rows)
    factor(s.w.H, damping)
    s.w.y[:] = y
    x = np.zeros_like(s.w.x)
    step(s.w.H, x)
    dense = s.dense()
    inverse = s.w.weight.ravel()[:, None] * dense.T
    schur = dense @ inverse
    expected = inverse @ np.linalg.solve(schur + damping * np.diag(np.diag(schur)), y)
    np.testing.assert_allclose(x.ravel(), expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_a_contradiction_is_not_hidden():
    """Two equal rows with different right sides: the residual told is that of the best compromise."""
    s = System("chain", 4)
    rows = [i for i in range(s.rows) if s.w.block_ptr[i + 1] - s.w.block_ptr[i] == 1][:2]
    s.w.J[s.blocks(rows[1])] = s.w.J[s.blocks(rows[0])]
    s.refresh()
    c = np.zeros(s.rows)
    c[rows[0]], c[rows[1]] = 1.0, -1.0
    factor(s.w.H, 0.0)
    left = solve(s.w.H, c, np.zeros_like(s.w.x))
    # No x fits both; whichever is met, the other misses by 2, and the mean misses both by 1.
    assert left > 0.99
