"""Driven linkages that pass flat positions: what is told, and how they move, does not depend on the output times."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.cli import run

RATE, BEGIN = 6.0, 1.0
LINKAGES = {
    "parallelogram": ((1.0, 2.0, 1.0, 2.0), (1, 1)),
    "uneven": ((2.0, 4.0, 3.0, 5.0), (1, 2)),
    "kite": ((1.0, 2.0, 2.0, 1.0), (2, 2)),
}
"""Crank, coupler, rocker, ground [m]; the first half turn of the crank at which all pins are in line; how often."""


def four_bar(name):
    (a, b, c, d), _ = LINKAGES[name]
    m = lw.Mechanism(name, plane="xy")
    tip, pin = a * np.array([np.cos(BEGIN), np.sin(BEGIN)]), np.array([d, 0.0])
    reach = np.hypot(*(pin - tip))
    way, along = (pin - tip) / reach, (b * b - c * c + reach * reach) / (2 * reach)
    top = tip + along * way + np.sqrt(b * b - along * along) * np.array([-way[1], way[0]])
    bars = []
    for bar, start, end in (("crank", (0, 0), tip), ("coupler", tip, top), ("rocker", pin, top)):
        bars.append(m.body(bar, mass=1.0, inertia=0.1))
        m.place(bar, at=tuple(start), angle=float(np.arctan2(*np.subtract(end, start)[::-1])))
    crank, coupler, rocker = bars
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(a, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(b, 0), rocker.at(c, 0))
    m.revolute("D", m.ground.at(d, 0), rocker.at(0, 0))
    m.drive("A.angle", f"{BEGIN} + {RATE}*t")
    return m


def flat(name, end):
    """Times at which the linkage is flat."""
    first, every = LINKAGES[name][1]
    times = (np.arange(first, 40, every) * np.pi - BEGIN) / RATE
    return times[times <= end]


def told(motion):
    return [float(event.split()[5]) for event in motion.events if "singular position" in event]


@pytest.mark.parametrize("name", LINKAGES)
@pytest.mark.parametrize("derivatives", [0, 2, 3])
@pytest.mark.parametrize("count", [2, 3, 97, 201, 400])
def test_every_grid_tells_the_same(name, derivatives, count):
    motion = four_bar(name).move(np.linspace(0, 3, count), derivatives=derivatives)
    # Sentences give six digits.
    np.testing.assert_allclose(told(motion), flat(name, 3.0), rtol=1e-5)


@pytest.mark.parametrize("name", LINKAGES)
def test_a_position_at_the_very_end_is_told(name):
    end = flat(name, 3.0)[0]
    assert told(four_bar(name).move([0.0, end])) == pytest.approx([end], rel=1e-5)
    assert told(four_bar(name).move([0.0, 0.95 * end])) == []


@pytest.mark.parametrize("count", [2, 97, 201])
def test_a_redundant_linkage(count):
    m = gallery.get("double parallel crank", driven=False)
    m.drive("A.angle", "1.2 + 5*t")
    expected = (np.arange(1, 6) * np.pi - 1.2) / 5
    np.testing.assert_allclose(told(m.move(np.linspace(0, 3, count))), expected, rtol=1e-5)


def flat_rates(name):
    """Rates w of the rocker at crank and rocker = pi, both branches [rad/s], from -a + s = d - c, s = +-b.

    The closure a exp(i theta) + b exp(i psi) = d + c exp(i phi) derived once, across the line: s u = a W - c w; twice,
    along it: s u^2 = a W^2 - c w^2.
    """
    (a, _, c, d), _ = LINKAGES[name]
    s = d - c + a
    return np.sort(np.roots([c * c / s + c, -2 * a * c * RATE / s, (a * a / s - a) * RATE**2]))


@pytest.mark.parametrize("grid", [[], np.linspace(0, 3, 201)], ids=["coarse", "fine"])
def test_velocity_at_the_instant_is_that_of_the_branch(grid):
    # At the flat position the velocities obey the second derivative of the closure, a quadratic equation.
    times = flat("uneven", 3.0)
    motion = four_bar("uneven").move(np.unique(np.concatenate([[0.0], times, grid])))
    rates = motion.body("rocker").angular_velocity[np.searchsorted(motion.time, times)]
    exact = flat_rates("uneven")
    # Jerks next to the position are known to some 1e-9 of their size, velocities better.
    np.testing.assert_allclose(rates, exact[[1, 0, 1]], rtol=1e-8)


@pytest.mark.parametrize("grid", [[], np.linspace(0, 3, 201)], ids=["coarse", "fine"])
def test_kite(grid):
    # Crank and ground are alike, and so are coupler and rocker: at B = D the rocker turns with
    # phi' = W/2 +- a W / (2 b), W/2 +- W/4, and is not accelerated, by symmetry.
    times = flat("kite", 3.0)
    motion = four_bar("kite").move(np.unique(np.concatenate([[0.0], times, grid])))
    at, rocker = np.searchsorted(motion.time, times), motion.body("rocker")
    np.testing.assert_allclose(rocker.angular_velocity[at], [1.5, 4.5, 1.5], rtol=1e-8)
    np.testing.assert_allclose(rocker.angular_acceleration[at], 0.0, atol=1e-7 * RATE**2)
    np.testing.assert_allclose(rocker.angle[at], np.array([1, 2, 3]) * np.pi, atol=1e-9)


@pytest.mark.parametrize("command", ["run", "inverse"])
@pytest.mark.parametrize("points", ["97", "201"])
def test_the_command_line_tells_it(command, points, tmp_path, capsys):
    path = tmp_path / "flat.toml"
    four_bar("parallelogram").save(path)
    run([command, str(path), "--until", "1", "--points", points])
    shown = capsys.readouterr()
    text = " ".join((shown.out + shown.err).split())
    for t in flat("parallelogram", 1.0):
        assert f"singular position at t = {t:.6g} s" in text


def test_inverse_says_where_equations_are_not_met():
    m = four_bar("uneven")
    m.torque("pull", "rocker", 50.0)
    t = flat("uneven", 3.0)[0]
    found = m.inverse([0.0, t])
    assert not found.balance.met
    assert "do not hold" in found.status
