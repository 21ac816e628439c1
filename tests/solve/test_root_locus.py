"""Eigenvalues over a parameter: the speeds of a bicycle, the buckling of a column, the critical speed of a rotor."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError


def test_weave_and_capsize_speed_of_the_bicycle(tmp_path):
    """Those of Meijaard, Papadopoulos, Ruina and Schwab (2007), section 6, in all figures printed there."""
    locus = gallery.get("bicycle", driven=False).root_locus("speed", np.linspace(1.0, 9.0, 17))
    weave, capsize = locus.stability_changes()
    np.testing.assert_allclose(weave.value, 4.29238253634111, rtol=1e-12)
    np.testing.assert_allclose(weave.eigenvalue, complex(0, 3.43503384866144), atol=1e-11)
    np.testing.assert_allclose(capsize.value, 6.02426201538837, rtol=1e-12)
    assert "ceases to grow; it swings at 0.5467" in str(weave)
    assert "begins to grow; it does not swing" in str(locus)
    for name, over in (("locus.png", ""), ("plane.svg", "real")):
        locus.plot(tmp_path / name, over=over)
        assert (tmp_path / name).stat().st_size > 1000


def column() -> lw.Mechanism:
    """Return two upright rods of 1 m with torsion springs of 100 N m below each, and a load F down on top."""
    m = lw.Mechanism("column", plane="xy")
    load = m.parameter("F", 1.0)
    a, b = (m.body(name, lw.rod(length=1.0, mass=1.0)) for name in "ab")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1.0, 0), b.at(0, 0))
    m.place(a, angle=90 * lw.deg)
    m.place(b, angle=90 * lw.deg)
    m.rotational_spring("foot", "A.angle", stiffness=100.0, free_angle=90 * lw.deg)
    m.rotational_spring("knee", "B.angle", stiffness=100.0)
    m.point_force("load", b.at(1.0, 0), force=(0, f"-{load}"))
    return m


@pytest.mark.parametrize("at", ["start", "equilibrium"])
def test_buckling_of_a_column(at):
    """Stiffness [[2k - FL, -k], [-k, k - FL]]: singular at F L = (3 - sqrt 5)/2 k and (3 + sqrt 5)/2 k."""
    locus = column().root_locus("F", np.linspace(5.0, 305.0, 16), at=at)
    found = [change.value for change in locus.stability_changes()]
    np.testing.assert_allclose(found, 50 * (3 + np.array([-1, 1]) * 5**0.5), rtol=1e-10)


def rotor() -> lw.Mechanism:
    """Return a wheel that spins at W [rad/s] in two gimbals, each held by a torsion spring."""
    m = lw.Mechanism("rotor")
    m.parameter("W", 1.0)
    outer, inner = (
        m.body("outer", mass=1.0, inertia=(0.1, 0.1, 0.1)),
        m.body("inner", mass=1.0, inertia=(0.2, 0.2, 0.2)),
    )
    wheel = m.body("wheel", mass=1.0, inertia=(1.0, 1.0, 0.5))
    m.revolute("X", m.ground.at(0, 0, 0), outer.at(0, 0, 0), axis="x")
    m.revolute("Y", outer.at(0, 0, 0), inner.at(0, 0, 0), axis="y")
    m.revolute("Z", inner.at(0, 0, 0), wheel.at(0, 0, 0), axis="z")
    m.rotational_spring("kx", "X.angle", stiffness=100.0)
    m.rotational_spring("ky", "Y.angle", stiffness=100.0)
    m.place(outer, rate=(0, 0, 0))
    m.place(inner, rate=(0, 0, 0))
    m.place(wheel, rate=(0, 0, "W"))
    return m


def test_critical_speed_of_a_rotor(tmp_path):
    """I q'' + W Ip [[0, 1], [-1, 0]] q' + k q = 0 with Ix = 1.3, Iy = 1.2: (k - Ix w^2)(k - Iy w^2) = (W Ip w)^2."""
    locus = rotor().root_locus("W", np.linspace(1.0, 25.0, 25))
    found = [critical.value for critical in locus.critical_speeds()]
    expected = np.sqrt(np.roots([1.3 * 1.2 - 0.5**2, -100 * (1.3 + 1.2), 1e4]))
    np.testing.assert_allclose(found, np.sort(expected), rtol=1e-11)
    locus.campbell(tmp_path / "campbell.svg", orders=(1, 2))
    assert (tmp_path / "campbell.svg").stat().st_size > 1000


def test_what_a_root_locus_needs():
    m = column()
    with pytest.raises(ModelError, match="no design parameter 'G'"):
        m.root_locus("G", [1.0, 2.0])
    with pytest.raises(ModelError, match="rise or fall"):
        m.root_locus("F", [1.0, 1.0])
    with pytest.raises(ModelError, match="'start', 'equilibrium' or a function"):
        m.root_locus("F", [1.0], at="somewhere")
