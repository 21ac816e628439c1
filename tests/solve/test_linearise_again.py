"""Linearising one mechanism many times: what is kept with its plan never shows in the numbers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError, MotionError


def same(a, b) -> bool:
    names = ("A", "B", "C", "D", "M", "damping", "stiffness", "shapes", "poses")
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in names)


@pytest.mark.parametrize("name", ["four-bar", "rolling disc", "cam valve train", "bennett"])
def test_a_state_does_not_depend_on_those_before(name):
    """To the last bit: every call begins from nothing."""
    m = gallery.get(name)
    run = m.simulate(0.3, points=4)
    first = m.linearise(run, float(run.time[1]))
    m.linearise(run, float(run.time[3]))
    assert same(m.linearise(run, float(run.time[1])), first)
    assert same(m.linearise_along(run)[1], first)


def test_results_are_their_own():
    m = gallery.get("four-bar", driven=False)
    first = m.linearise()
    kept = first.A.copy(), first.shapes.copy()
    first.A[:] = np.nan
    first.shapes[:] = np.nan
    second = m.linearise()
    np.testing.assert_array_equal(second.A, kept[0])
    np.testing.assert_array_equal(second.shapes, kept[1])


def test_a_mechanism_that_was_changed_is_linearised_anew():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    m.parameter("length", 1.0)
    rod = m.body("rod", lw.rod(length="length", mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=-90 * lw.deg)
    np.testing.assert_allclose(m.linearise().A[1, 0], -1.5 * 9.81, rtol=1e-12)
    m.parameters["length"] = 4.0
    np.testing.assert_allclose(m.linearise().A[1, 0], -1.5 * 9.81 / 4.0, rtol=1e-12)
    m.rotational_spring("spring", "pin.angle", stiffness=5.0, free_angle=-90 * lw.deg)
    np.testing.assert_allclose(m.linearise().stiffness, [[2.0 * 9.81 * 2.0 + 5.0]], rtol=1e-12)


def test_threads_do_not_share_their_work():
    m = gallery.get("four-bar ladder", n=10, driven=False)
    run = m.simulate(0.5, points=9)
    times = np.tile(run.time, 10)
    expected = {float(t): m.linearise(run, float(t)) for t in run.time}
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda t: m.linearise(run, float(t)), times))
    assert all(same(one, expected[float(t)]) for one, t in zip(found, times, strict=True))


def test_forces_and_drivers_are_inputs_along_a_motion():
    m = lw.Mechanism("cart", plane="xy", gravity=(0, -9.81))
    cart, rod = m.body("cart", mass=3.0, inertia=1.0), m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.prismatic("rail", m.ground.at(0, 0), cart.at(0, 0), axis="x")
    m.revolute("pin", cart.at(0, 0), rod.at(0, 0))
    m.torque("motor", "rod", 0.2)
    m.drive("rail.translation", "0.1 * sin(3 * t)", name="lead")
    m.place(rod, angle=-60 * lw.deg)
    run = m.simulate(0.4, points=5)
    series = m.linearise_along(run, inputs=["motor", "lead"])
    for k, t in enumerate(run.time):
        single = m.linearise(run, float(t), inputs=["motor", "lead"])
        assert same(series[k], single)
        np.testing.assert_array_equal(series.B[k], single.B)
        # (m L^2 / 3) w' = u - m L / 2 cos(angle) x'' for the torque and the acceleration of the rail
        angle = run["rod.angle"][k]
        np.testing.assert_allclose(single.B[1], [3.0, -1.5 * -np.sin(angle)], rtol=1e-9, atol=1e-12)


def test_coinciding_points_are_told_at_every_state_of_a_motion():
    m = lw.Mechanism("slide", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.spring("string", m.ground.at(0, 0), block.at(0, 0), stiffness=1.0, free_length=2.0)
    m.drive("rail.translation", "1 - t", name="push")
    run = m.move(np.linspace(0.0, 1.0, 3))
    with pytest.raises(MotionError, match="The points of 'string' coincide"):
        m.linearise_along(run, inputs=["push"])


def test_a_motion_without_inertia_is_named():
    m = lw.Mechanism("light", plane="xy")
    crank = m.body("crank", mass=0.0, inertia=0.0)
    m.revolute("pin", m.ground.at(0, 0), crank.at(1, 0))
    with pytest.raises(ModelError, match="body 'crank': it can turn but has no inertia"):
        m.linearise()


def folded() -> lw.Mechanism:
    """Return a slider-crank with bars of equal length, the crank upright and the coupler down to the slider."""
    m = lw.Mechanism("folded", plane="xy", gravity=(0, -9.81))
    crank, coupler = m.body("crank", lw.rod(length=1.0, mass=1.0)), m.body("coupler", lw.rod(length=1.0, mass=1.0))
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(1, 0), slider.at(0, 0))
    m.prismatic("D", m.ground.at(0, 0), slider.at(0, 0), axis="x")
    m.place(crank, angle=90 * lw.deg)
    m.place(coupler, angle=-90 * lw.deg, at=(0, 0.5))
    return m


def test_a_singular_position_is_told():
    """Bars of equal length leave two velocities free where they are folded, and one way out or the other."""
    notes = folded().linearise().notes
    assert any("singular position: 2 velocities are free here, while finite motions have 1 degree" in n for n in notes)


@pytest.mark.parametrize("name", ["bennett", "sarrus", "double parallel crank"])
def test_redundant_joints_are_no_singular_position(name):
    """Equations that say the same wherever the mechanism is leave as many velocities as motions."""
    model = gallery.get(name)
    model.drivers.clear()
    assert not any("singular" in note for note in model.linearise().notes)


def test_energies_are_outputs_where_dampers_work():
    """The kinetic energy of a pendulum changes by inertia times rate; the work done since the start has no change."""
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=3.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.viscous("bearing", "pin.angle", damping=0.2)
    m.place(rod, angle=-1.0, rate=2.0)
    linear = m.linearise(outputs=["energy.kinetic"])
    # differences of sixth order, see `outputs.WEIGHTS`; the state has the rate 2 rad/s, and the inertia is m L^2 / 3
    assert np.allclose(linear.C, [[0.0, 1.0 * 2.0]], atol=1e-9)
    with pytest.raises(ModelError, match=r"'energy\.work' adds up from the start on"):
        m.linearise(outputs=["energy.work"])


def test_forces_that_jump_are_told_along_a_motion():
    m = lw.Mechanism("block", plane="xy")
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.effort("rub", "rail.translation", "-5*sign(rate(rail.translation)) - 10*rail.translation")
    m.place(block, at=(1, 0))
    series = m.linearise_along(m.simulate(0.5, points=3))
    assert series[0].notes == m.linearise().notes
    assert [note for note in series.notes if "'rub' jumps" in note]
    assert not [note for note in series[1].notes if "jumps" in note]


def test_a_contact_that_closes_on_the_way_is_seen():
    m = lw.Mechanism("piston", plane="xy", gravity=(0, -9.81))
    piston = m.body("piston", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), piston.at(0, 0), axis="y")
    m.effort("oil", "rail.translation", "-10*rate(rail.translation)")
    m.rigid_contact("floor", "rail.translation", 0.0)
    m.place(piston, at=(0, 1.0))
    run = m.simulate(4.0, points=5)
    with pytest.raises(ModelError, match="other contacts press at t = 2 s than at t = 0 s"):
        m.linearise_along(run)
    assert "Open contacts are left out: 'floor'." in m.linearise_along(run, [0.0, 1.0]).notes
