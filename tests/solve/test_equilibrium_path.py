"""Ways of equilibria: snap-through of a toggle, a bistable four-bar, a column that buckles, and many starts."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar

import linkwork as lw
from linkwork.errors import ModelError


def toggle() -> lw.Mechanism:
    """Return half of von Mises' truss: a slider on an upright rail, held by a spring to a point 1 m beside it."""
    m = lw.Mechanism("toggle", plane="xy")
    m.parameter("F", 0.0)
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="y")
    m.place(slider, at=(0, 0.5))
    m.spring("strut", m.ground.at(-1, 0), slider.at(0, 0), stiffness=100.0, free_length=1.25**0.5)
    m.point_force("load", slider.at(0, 0), force=(0, "-F"))
    return m


def test_snap_through_of_a_toggle(tmp_path):
    """F = k y (L0/L - 1) with L^2 = 1 + y^2 is largest where L^3 = L0."""
    free = 1.25**0.5
    y = np.sqrt(free ** (2 / 3) - 1)
    largest = 100 * y * (free ** (2 / 3) - 1)
    way = toggle().equilibrium_path("F", [0.0, 5.0])
    np.testing.assert_allclose([found.value for found in way.turning_points], [largest, -largest], rtol=1e-10)
    heights = way["slider.y"]
    length = np.sqrt(1 + heights**2)
    np.testing.assert_allclose(way.values, 100 * heights * (free / length - 1), atol=1e-9)
    assert all((kind == "stable") == (abs(h) > y) for kind, h in zip(way.kinds, heights, strict=True))
    low, middle, high = sorted(found["slider.y"] for found in way.at(1.0))
    assert low < -y < middle < y < high
    assert "turning point at F = 2.14571629 N: the way comes back." in str(way)
    way.plot(tmp_path / "way.png", over="slider.y")
    assert (tmp_path / "way.png").stat().st_size > 1000


def four_bar(torque: str = "T") -> lw.Mechanism:
    """Return a four-bar with a spring across it that has two stable positions."""
    m = lw.Mechanism("bistable four-bar", plane="xy")
    m.parameter("T", 0.0)
    crank, coupler, rocker = (
        m.body(name, lw.rod(length=length, mass=1.0))
        for name, length in (("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8))
    )
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(0.4, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(1.0, 0), rocker.at(0.8, 0))
    m.revolute("D", m.ground.at(1.0, 0), rocker.at(0, 0))
    m.spring("spring", m.ground.at(-0.6, 0), crank.at(0.4, 0), stiffness=200.0, free_length=0.75)
    m.effort("torque", "A.angle", torque)
    m.place(crank, angle=1.0)
    m.place(coupler, angle=0.5)
    m.place(rocker, angle=1.9)
    return m


def test_turning_points_of_a_four_bar():
    """They are the extremes of the torque that holds the crank at an angle."""
    way = four_bar().equilibrium_path("T", [0.0, 60.0], points=150)
    first, second = way.turning_points[:2]

    def needed(angle: float) -> float:
        m = four_bar("0")
        m.drive("A.angle", angle, name="hand")
        return float(m.equilibrium()["hand.effort"])

    for found, sign in ((first, -1), (second, 1)):
        near = float(way.look(found.value, found.start)["A.angle"][0])
        best = minimize_scalar(lambda a, s=sign: s * needed(a), bounds=(near - 0.1, near + 0.1), method="bounded")
        np.testing.assert_allclose(found.value, sign * best.fun, rtol=1e-8)


def column() -> lw.Mechanism:
    """Return an upright rod of 1 m on a rotational spring of 100 N m/rad, pressed down by F."""
    m = lw.Mechanism("column", plane="xy")
    m.parameter("F", 1.0)
    rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=90 * lw.deg)
    m.rotational_spring("foot", "A.angle", stiffness=100.0, free_angle=90 * lw.deg)
    m.point_force("load", rod.at(1.0, 0), force=(0, "-F"))
    return m


def test_a_column_branches_where_it_buckles():
    way = column().equilibrium_path("F", [10.0, 150.0])
    (found,) = way.branchings
    np.testing.assert_allclose(found.value, 100.0, rtol=1e-8)
    assert found.branches == (1, 2)
    assert "branch 1 where A.angle grows and branch 2 where it falls" in str(way)
    assert way.kinds[0] == "stable"
    assert way.kinds[-1] == "unstable"


@pytest.mark.parametrize(("branch", "sign"), [(1, 1), (2, -1)])
def test_the_branches_of_a_column(branch, sign):
    """k a = F L sin a: a pitchfork, F = 100 a / sin a, stable to both sides."""
    way = column().equilibrium_path("F", [10.0, 150.0], branch=branch)
    lean = way["A.angle"] - np.pi / 2
    assert (sign * lean[1:] > 0.0).all()
    np.testing.assert_allclose(way.values[1:], 100 * lean[1:] / np.sin(lean[1:]), rtol=1e-9)
    np.testing.assert_allclose(way.values[-1], 150.0)
    assert set(way.kinds[1:]) == {"stable"}
    assert not way.special


def test_a_toggle_of_two_struts_buckles_before_it_snaps():
    """A steep truss: its peak may move aside. Along the middle, F(y); aside it branches where the stiffness is zero."""
    m = lw.Mechanism("truss", plane="xy")
    m.parameter("F", 0.0)
    peak = m.body("peak", mass=1.0, inertia=1.0)
    m.rotational_spring("keeps upright", "peak.angle", stiffness=1e3, free_angle=0.0)
    free = float(np.hypot(1.0, 3.0))
    for name, x in (("left", -1.0), ("right", 1.0)):
        m.spring(name, m.ground.at(x, 0), peak.at(0, 0), stiffness=100.0, free_length=free)
    m.point_force("load", peak.at(0, 0), force=(0, "-F"))
    m.place(peak, at=(0, 3.0))
    way = m.equilibrium_path("F", [0.0, 300.0])
    found = way.branchings[0]
    # stiffness aside: sum of k (1 - L0/L) + k L0/L (1/L)^2 = 0, so that L^3 = L0 (L^2 - 1)
    length = max(root.real for root in np.roots([1.0, -free, 0.0, free]) if abs(root.imag) < 1e-12)
    y = np.sqrt(length**2 - 1)
    np.testing.assert_allclose(found.value, 200 * y * (free / length - 1), rtol=1e-7)
    aside = m.equilibrium_path("F", [0.0, 300.0], branch=found.branches[0], points=30)
    assert aside["peak.x"][5] > 0.01


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_chain_of_bars_buckles(count):
    """Hencky's chain of bars L between pins, springs c in the joints: P = 4 c / L sin^2(pi / 2 n)."""
    m = lw.Mechanism("chain", plane="xy")
    m.parameter("P", 1.0)
    before = m.ground.at(0, 0)
    for i in range(count):
        bar = m.body(f"bar {i}", lw.rod(length=0.5, mass=1.0))
        m.place(bar, at=(0, 0.5 * i), angle=np.pi / 2)
        m.revolute(f"J{i}", before, bar.at(0, 0))
        before = bar.at(0.5, 0)
        if i:
            m.rotational_spring(f"c{i}", f"J{i}.angle", stiffness=100.0, free_angle=0.0)
    top = m.body("top", mass=1.0, inertia=1.0)
    m.place(top, at=(0, 0.5 * count))
    m.revolute("head", before, top.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), top.at(0, 0), axis="y")
    m.point_force("load", top.at(0, 0), force=(0, "-P"))
    buckles = 800 * np.sin(np.pi / (2 * count)) ** 2
    (found,) = m.equilibrium_path("P", [0.5 * buckles, 1.4 * buckles]).branchings
    np.testing.assert_allclose(found.value, buckles, rtol=1e-9)
    (change,) = m.root_locus("P", np.linspace(0.5, 1.4, 4) * buckles, at="equilibrium").stability_changes()
    np.testing.assert_allclose(change.value, buckles, rtol=1e-9)


def test_ctrl_c_keeps_the_positions_found(monkeypatch):
    from linkwork.solve import equilibria

    find, made = equilibria.equilibrium, []

    def interrupted(*given, **options):
        made.append(1)
        if len(made) > 5:
            raise KeyboardInterrupt
        return find(*given, **options)

    monkeypatch.setattr(equilibria, "equilibrium", interrupted)
    with pytest.raises(KeyboardInterrupt) as stop:
        toggle().equilibria(count=1000)
    assert {found.kind for found in stop.value.found} >= {"stable"}


def test_a_branch_that_is_none():
    with pytest.raises(ModelError, match="has no branch 3 over F: it has the branches 1 and 2"):
        column().equilibrium_path("F", [10.0, 150.0], branch=3)
    with pytest.raises(ModelError, match="has no branch 1 over F: it has none"):
        toggle().equilibrium_path("F", [0.0, 1.0], branch=1)


def test_all_positions_of_a_toggle():
    found = toggle().equilibria(count=20, seed=1)
    assert sorted(one.kind for one in found) == ["stable", "stable", "unstable"]
    np.testing.assert_allclose(sorted(one["slider.y"] for one in found), [-0.5, 0.0, 0.5], atol=1e-9)


def test_what_a_way_needs():
    with pytest.raises(ModelError, match="no design parameter 'G'"):
        toggle().equilibrium_path("G", [0, 1])
    with pytest.raises(ModelError, match="the first and the last one"):
        toggle().equilibrium_path("F", [1.0])


def truss(side: float = 0.0, aside: float = 0.0, height: float = 2.5) -> lw.Mechanism:
    """Return von Mises' truss: two springs up to a node, loaded down on it, with a spring across and a load aside."""
    m = lw.Mechanism("truss", plane="xy")
    m.parameter("F", 0.0)
    node = m.body("node", mass=1.0, inertia=1.0)
    m.constant_orientation("upright", m.ground.at(0, 0), node.at(0, 0))
    for name, x in (("left", -1), ("right", 1)):
        m.spring(name, m.ground.at(x, 0), node.at(0, 0), stiffness=100.0, free_length=float(np.hypot(1, height)))
    m.effort("across", "node.x", f"-({side!r})*node.x")
    m.point_force("load", node.at(0, 0), force=(f"{aside!r}*F", "-F"))
    m.place(node, at=(0, height))
    return m


def on_truss(length: float, height: float = 2.5) -> float:
    """Return the load of the straight truss with its springs of some length."""
    return 200 * (np.hypot(1, height) / length - 1) * (length**2 - 1) ** 0.5


@pytest.mark.parametrize("share", [1e-2, 1e-3, -1e-3, 1e-6])
def test_a_branching_next_to_a_turning_point(share):
    """Turning where L^3 = L0; branching where 2 k (1 - L0/L + L0/L^3) + c = 0, with c such that both all but meet."""
    height = 1.8
    free = np.hypot(1, height)
    at = free ** (1 / 3)
    across = lambda length: 200 * (1 - free / length + free / length**3)  # noqa: E731
    side = float(share * 100 - across(at))
    expected = brentq(lambda length: across(length) + side, 1.2, 1.4, xtol=1e-15)
    way = truss(side, height=height).equilibrium_path("F", [0, 1.2 * on_truss(at, height)])
    turns, branchings = ([place.value for place in places] for places in (way.turning_points, way.branchings))
    np.testing.assert_allclose(turns, on_truss(at, height) * np.array([1, -1]), rtol=1e-9)
    np.testing.assert_allclose(branchings, on_truss(expected, height) * np.array([1, -1]), rtol=1e-9)


@pytest.mark.parametrize("aside", [1e-4, 1e-7])
def test_a_way_that_all_but_branches_is_not_left(aside):
    """A load that leans turns the way aside before the branching, by its power 2/3 as of a pitchfork."""
    way = truss(aside=aside).equilibrium_path("F", [0, 250])
    lengths = np.sqrt((way["node.x"][:, None] + [1, -1]) ** 2 + way["node.y"][:, None] ** 2)
    pulls = 100 * (np.hypot(1, 2.5) / lengths - 1)
    assert np.abs((pulls * (way["node.x"][:, None] + [1, -1])).sum(axis=1) + aside * way.values).max() < 1e-7
    assert not way.branchings
    branching = truss().equilibrium_path("F", [0, 150]).branchings[0].value
    missing = [1 - turn.value / branching for turn in way.turning_points]
    assert 0.0 < missing[0] < 10 * aside ** (2 / 3)
    assert way["node.x"].max() > 1.0


@pytest.mark.parametrize(("other", "twist"), [(3.0, 2.0), (3.001, 2.0), (5.0, 0.0)])
def test_a_mast_that_leans_to_two_sides(other, twist):
    """P L = k of the springs about either axis: no determinant changes its sign where both are the same.

    Nor does it where the mast is free to twist: then it is zero everywhere.
    """
    m = lw.Mechanism("mast", gravity=(0, 0, 0))
    m.parameter("P", 1.0)
    rod = m.body("rod", mass=1.0, inertia=(0.01, 1.0, 1.0))
    m.spherical("foot", m.ground.at(0, 0, 0), rod.at(0, 0, 0))
    m.bushing("hold", m.ground.at(0, 0, 0, z="x"), rod.at(0, 0, 0, z="x"), rotational_stiffness=(3.0, other, twist))
    m.point_force("load", rod.at(1, 0, 0), force=("-P", 0, 0))
    way = m.equilibrium_path("P", [0.1, 10.0])
    np.testing.assert_allclose([found.value for found in way.branchings], sorted({3.0, other}), rtol=1e-9)
    assert sum(len(found.branches) for found in way.branchings) == 4


@pytest.mark.parametrize("ends", [[0.0, 50.0], [50.0, 0.0]])
def test_a_stiffness_from_zero_and_down_to_it(ends):
    """m g = k (y - free length): no spring pushes with less than none, and there is no mechanism beyond the end."""
    m = lw.Mechanism("hung", plane="xy", gravity=(0, -9.81))
    m.parameter("k", ends[0])
    weight = m.body("weight", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), weight.at(0, 0), axis="y")
    for name, stiffness in (("own", 30.0), ("added", "k")):
        m.spring(name, m.ground.at(0, 0), weight.at(0, 0), stiffness=stiffness, free_length=0.2)
    m.place(weight, at=(0, -0.5))
    way = m.equilibrium_path("k", ends)
    assert way.values[[0, -1]].tolist() == ends
    assert way.status.startswith(f"Followed until k = {ends[1]:g}")
    np.testing.assert_allclose(way["weight.y"], -0.2 - 9.81 / (30.0 + way.values), rtol=1e-9)


@pytest.mark.parametrize(
    ("parameter", "values", "fold"), [("free", [1.118, 0.5], 1.0), ("base", [1.0, 1.5], 1.25**0.5)]
)
def test_a_fold_that_lies_down_goes_on_lying(parameter, values, fold):
    """A strut stands up by half a metre; as it shortens, or its foot goes away, it lies down, and stays so.

    The way goes over to the other side, where the strut stands up downwards; lying down is what branches off.
    """
    m = lw.Mechanism("strut", plane="xy")
    m.parameter("base", 1.0)
    m.parameter("free", 1.25**0.5)
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="y")
    m.place(slider, at=(0, 0.5))
    m.spring("strut", m.ground.at("-base", 0), slider.at(0, 0), stiffness=100.0, free_length="free")
    path = m.equilibrium_path(parameter, values)
    branching = path.branchings[0]
    assert branching.value == pytest.approx(fold, abs=1e-9)
    does = "grows" if values[1] > values[0] else "falls"
    ends = {m.equilibrium_path(parameter, values, branch=n).values[-1]: n for n in branching.branches}
    lying = m.equilibrium_path(parameter, values, branch=ends[values[1]])
    assert f"branch {ends[values[1]]} where {parameter if ends[values[1]] == 1 else 'it'} {does}" in str(path)
    np.testing.assert_allclose(lying["rail.translation"], 0.0, atol=1e-9)
    assert set(lying.kinds[1:]) == {"stable"}


def test_a_way_without_an_end_is_told():
    """A weight on a spring that gets ever softer: the spring is as long as m g / k."""
    m = lw.Mechanism("weight", plane="xy", gravity=(0, -9.81))
    m.parameter("k", 100.0)
    weight = m.body("b", mass=1.0, inertia=1.0)
    m.prismatic("A", m.ground.at(0, 0), weight.at(0, 0), axis="y")
    m.spring("s", m.ground.at(0, 5), weight.at(0, 0), stiffness="k", free_length=2.0)
    way = m.equilibrium_path("k", [100, 0], points=80)
    np.testing.assert_allclose(way["A.translation"], 3.0 - 9.81 / way.values, rtol=1e-9)
    assert f"at k = {way.values[-1]:.6g} N/m, where k changes ever less while the bodies move on" in way.status
