"""Linear equations of chains and ladders: how much is looked at, and that their forms say the same."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError
from linkwork.solve.tangents import StateTangents
from linkwork.topology.assur import Matching


def chain(n: int) -> lw.Mechanism:
    """Return n hanging rods in space, joined by hinges across each other in turn."""
    m = lw.Mechanism("chain", gravity=(0, 0, -9.81))
    last = m.ground.at(0, 0, 0)
    for k in range(n):
        rod = m.body(f"rod{k}", mass=1.0, com=(0.5, 0, 0), inertia=(0.001, 1 / 12, 1 / 12))
        m.revolute(f"pin{k}", last, rod.at(0, 0, 0), axis="yz"[k % 2])
        m.place(rod, (float(k), 0, 0))
        last = rod.at(1, 0, 0)
    return m


def ladder(n: int) -> lw.Mechanism:
    return gallery.get("four-bar ladder", n=n, driven=False)


def looked_at(model: lw.Mechanism) -> tuple[int, int]:
    """Return how many parts are looked at, and the numbers in all matrices of the parts and of the groups."""
    plan, start = model.plan(), model.start()
    here = StateTangents(plan, start.poses, start.twists, 0.0, start.angles(plan))
    model.linearise(start, outputs=model.linearise(start).coordinates[:1])  # by rows, also where no loop closes
    system = next(value for key, value in plan.cache.items() if isinstance(key, tuple) and key[0] == "led")
    return here.parts.count, here.parts.elements.size + system.position.size


@pytest.mark.parametrize("build", [chain, ladder])
def test_work_grows_linearly(build):
    """Twice as long: twice as many parts and numbers, but for the ends; counted, as times are not to be relied on."""
    counts = np.array([looked_at(build(n)) for n in (10, 20, 40)])
    np.testing.assert_array_equal(np.diff(counts, axis=0)[1], 2 * np.diff(counts, axis=0)[0])


@pytest.mark.parametrize("build", [chain, ladder])
def test_sparse_matrices_grow_linearly(build):
    numbers = [sum(x.nnz for x in (d.M, d.J, d.stiffness)) for d in (build(n).descriptor() for n in (10, 20, 40))]
    assert numbers[2] - numbers[1] <= 2 * (numbers[1] - numbers[0]) + 2


def test_groups_of_a_chain_are_bodies_and_of_a_four_bar_a_dyad():
    rods = Matching(3, 6)
    for k in range(3):
        for _ in range(6):
            assert rods.take([k] if k == 0 else [k - 1, k])
    assert rods.complete
    assert rods.groups() == [[0], [1], [2]]
    bars = Matching(3, 3)  # crank, coupler, rocker: four pins, and the angle of the crank
    for bodies in ([0], [0, 1], [1, 2], [2]):
        assert bars.take(bodies)
        assert bars.take(bodies)
    assert bars.take([0])
    assert bars.groups() == [[0], [1, 2]]
    assert not bars.take([2])


def test_sparse_matrices_reduce_to_the_same():
    """R^T K R and R^T M R with R the shapes: about an equilibrium, where no rows ask for more. To rounding."""
    m = chain(4)
    rest = m.equilibrium().start
    linear, sparse = m.linearise(rest), m.descriptor(rest)
    R = linear.shapes
    np.testing.assert_allclose(R.T @ (sparse.M @ R), linear.M, rtol=0, atol=1e-12 * np.abs(linear.M).max())
    size = np.abs(linear.stiffness).max()
    np.testing.assert_allclose(R.T @ (sparse.stiffness @ R), linear.stiffness, rtol=0, atol=1e-11 * size)
    np.testing.assert_allclose(sparse.J @ R, 0.0, atol=1e-12 * np.abs(R).max())
    assert "freedoms" in str(sparse)


def test_contacts_that_press_are_rows_of_the_sparse_matrices():
    m = lw.Mechanism("lid", plane="xy", gravity=(0, -9.81))
    lid = m.body("lid", lw.rod(length=1.0, mass=2.0))
    m.revolute("hinge", m.ground.at(0, 0), lid.at(0, 0))
    m.rigid_contact("frame", "hinge.angle", 0.0)
    m.rigid_contact("rope", "hinge.angle", "100 deg", side="below")
    m.place(lid, angle=1.0)
    shut, free = m.descriptor(m.equilibrium().start), m.descriptor()
    assert (shut.J.shape, free.J.shape) == ((3, 3), (2, 3))


def test_many_states_are_those_of_single_ones():
    """The very same kernels: equal to the last digit but for the solve with the mass matrix, which is batched."""
    m = chain(3)
    run = m.simulate(0.2, points=4)
    series = m.linearise_along(run)
    assert len(series) == 4
    for k, linear in enumerate(series):
        single = m.linearise(run, t=float(run.time[k]))
        assert single.coordinates == linear.coordinates
        np.testing.assert_allclose(series.A[k], single.A, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(linear.A, single.A, rtol=1e-12, atol=1e-12)
    assert series.eigenvalues.shape == (4, 6)
    assert "linearised at 4 times" in str(series)
    with pytest.raises(IndexError, match="no state 4"):
        series[4]


def test_many_states_with_inputs_and_outputs():
    m = gallery.get("four-bar", driven=False)
    m.torque("motor", next(name for name in m.bodies if name != "ground"), 0.0)
    run = m.simulate(0.2, points=3)
    joint = next(iter(m.joints))
    series = m.linearise_along(run, [0.1, 0.2], inputs=["motor"], outputs=[f"rate(rate({joint}.angle))"])
    single = m.linearise(run, t=0.2, inputs=["motor"], outputs=[f"rate(rate({joint}.angle))"])
    for name in "ABCD":
        np.testing.assert_allclose(getattr(series, name)[1], getattr(single, name), rtol=1e-12, atol=1e-12)


def test_what_many_states_need():
    m = gallery.get("four-bar", driven=False)
    with pytest.raises(ModelError, match="asks for a motion"):
        m.linearise_along(m.start())
