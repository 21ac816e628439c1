"""Eigenvalues over a parameter: the speeds of a bicycle, the buckling of a column, the critical speed of a rotor."""

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ModelError, MotionError


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


@pytest.mark.parametrize(("given", "needed"), [("k", "100 N*m/rad"), ("k", 100.0), ("2*k", 50.0)])
def test_multiples_of_what_is_no_speed_are_refused(given, needed, tmp_path):
    """What a parameter is measured in is told by its own unit, or by where it stands."""
    m = lw.Mechanism("rod", plane="xy")
    m.parameter("k", needed)
    rod = m.body("rod", lw.rod(length=1.0, mass=3.0))
    m.revolute("A", m.ground.at(0, 0), rod.at(0, 0))
    m.rotational_spring("spring", "A.angle", stiffness=given)
    locus = m.root_locus("k", [1.0, 10.0, 100.0])
    for ask in (locus.critical_speeds, lambda: locus.campbell(tmp_path / "campbell.svg")):
        with pytest.raises(ModelError, match=r"'k' is measured in N\*m/rad\. Vary a speed"):
            ask()
    assert not (tmp_path / "campbell.svg").exists()


def test_what_a_root_locus_needs():
    m = column()
    with pytest.raises(ModelError, match="no design parameter 'G'"):
        m.root_locus("G", [1.0, 2.0])
    with pytest.raises(ModelError, match="rise or fall"):
        m.root_locus("F", [1.0, 1.0])
    with pytest.raises(ModelError, match="'start', 'equilibrium' or a function"):
        m.root_locus("F", [1.0], at="somewhere")


def _sleeping(along: str, speed: float = 50.0) -> lw.Mechanism:
    """Return a top that spins upright on its tip, with its own axis along x or z of the body."""
    m = lw.Mechanism("sleeping top", gravity=(0, 0, -9.81))
    m.parameter("w", speed)
    upright = along == "z"
    top = m.body(
        "top",
        mass=1.0,
        inertia=(0.02, 0.02, 0.01) if upright else (0.01, 0.02, 0.02),
        com=(0, 0, 0.1) if upright else (0.1, 0, 0),
    )
    m.spherical("tip", m.ground.at(0, 0, 0), top.at(0, 0, 0))
    turned = lw.axis_angle((0, 1, 0), 0.0 if upright else -np.pi / 2)
    m.place(top, rotation=turned, rate=(0, 0, "w"))
    return m


def test_a_top_sleeps_above_the_speed_of_the_books():
    locus = _sleeping("z").root_locus("w", np.linspace(10, 80, 36))
    (change,) = locus.stability_changes()
    assert change.value == pytest.approx(2 * (9.81 * 0.1 * 0.03) ** 0.5 / 0.01, rel=1e-7)  # 2 sqrt(m g l A) / C
    assert "The equations change" not in str(locus)


def test_turns_from_a_pose_that_is_passed_by_tell_nothing_of_stability():
    linear = _sleeping("x").linearise()
    assert linear.coordinates[0] == "top.turn_x"
    assert any("do not tell whether it is stable" in note for note in linear.notes)
    assert "do not tell whether it is stable" in str(_sleeping("x").root_locus("w", [40.0, 50.0]))


def test_a_rotor_between_springs_that_turn_is_not_judged_in_axes_that_stand_still():
    m = lw.Mechanism("rotor", plane="xy")
    frame, disc = m.body("frame", mass=1.0, inertia=1.0), m.body("disc", mass=1.0, inertia=1e-3)
    m.revolute("spin", m.ground.at(0, 0), frame.at(0, 0))
    m.bushing("shaft", frame.at(0, 0), disc.at(0, 0), stiffness=(400.0, 900.0, 0), rotational_stiffness=(0, 0, 50.0))
    for body in (frame, disc):
        m.place(body, rate=25.0)  # between 20 and 30 rad/s, where it grows
    assert any("do not tell whether it is stable" in note for note in m.linearise().notes)


def test_what_does_not_last_is_no_steady_motion():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=-1.0)
    # below its pin nothing speeds up at that instant; 3 g w / (2 L) a second later it does
    with pytest.raises(MotionError, match=r"as it goes on rate\(pin\.angle\) does, by -29\.43 a second"):
        m.steady({"pin.angle": "2 rad/s"})
    with pytest.raises(ModelError, match=r"The rate of 'pin\.angle' is a number, or a text with a unit"):
        m.steady({"pin.angle": np.nan})


@pytest.mark.parametrize("unit", [1.0, 1e-9])
def test_a_column_that_is_held_ceases_to_fall_however_its_eigenvalues_are_paired(unit):
    """Upright rods on torsion springs: k = m g L / 2 and half of that, in units of any size."""
    m = lw.Mechanism("rods", plane="xy", gravity=(0, -9.81))
    m.parameter("k", unit)
    for i, factor in enumerate((1.0, 2.0)):
        rod = m.body(f"rod {i}", mass=unit, inertia=unit / 12, com=(0.5, 0))
        m.revolute(f"A{i}", m.ground.at(3 * i, 0), rod.at(0, 0))
        m.place(rod, angle=90 * lw.deg)
        m.rotational_spring(f"s{i}", f"A{i}.angle", stiffness=f"{factor}*k", free_angle=90 * lw.deg)
    for values in (np.linspace(1.0, 10.0, 10), np.linspace(10.0, 1.0, 10)):
        changes = m.root_locus("k", values * unit).stability_changes()
        np.testing.assert_allclose(sorted(c.value for c in changes), [4.905 / 2 * unit, 4.905 * unit], rtol=1e-9)


def test_a_coin_ceases_to_fall_at_the_speed_of_the_books():
    """A thin disc rolls upright above W^2 = A m g r / (C (C + m r^2))."""
    r, M, g = 0.3, 2.0, 9.81
    A, C = M * r * r / 4, M * r * r / 2
    m = lw.Mechanism("coin", gravity=(0, 0, -g))
    m.parameter("W", 6.0)
    coin = m.body("coin", mass=M, inertia=(A, A, C))
    m.rolling_disc("road", m.ground.at(0, 0, 0), coin.at(0, 0, 0), radius=r)
    m.place(coin, at=(0, 0, r), rotation=lw.rpy(np.pi / 2, 0, 0), rate=(0, "W", 0))
    (change,) = m.root_locus("W", np.linspace(0.5, 10.0, 20)).stability_changes()
    assert change.value == pytest.approx((A * M * g * r / (C * (C + M * r * r))) ** 0.5, rel=1e-9)


def test_a_slow_mode_that_grows_is_told_beside_a_quick_one():
    """Damping of a swing at 1 rad/s beside one at 1e5 rad/s: the sign of c decides."""
    m = lw.Mechanism("slow and quick", plane="xy")
    m.parameter("c", 0.0)
    for name, axis, force in (
        ("p", "x", "-1e10*p.translation"),
        ("q", "y", "-1*q.translation - c*rate(q.translation)"),
    ):
        body = m.body(f"body {name}", mass=1.0, inertia=1.0)
        m.prismatic(name, m.ground.at(0, 0), body.at(0, 0), axis=axis)
        m.effort(f"force {name}", f"{name}.translation", force)
    locus = m.root_locus("c", [-2e-5, 1e-5])
    (change,) = locus.stability_changes()
    assert abs(change.value) < 1e-12
    assert [one.stable for one in locus.linear] == [False, True]
    assert locus.linear[1].modes[0].damping_ratio == pytest.approx(0.5e-5, rel=1e-6)


def spinning(W: float) -> lw.Mechanism:
    """Return a disc that spins at W about z on a pivot, a point of its axis held by four springs."""
    m = lw.Mechanism("gyroscope")
    m.parameter("W", W)
    disc = m.body("disc", mass=2.0, inertia=(0.05, 0.05, 0.08))
    m.spherical("pivot", m.ground.at(0, 0, 0), disc.at(0, 0, 0))
    disc.point("P", 0, 0, 0.5)
    for i, (x, y) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
        m.spring(f"s{i}", m.ground.at(x, y, 0.5), "disc.P", stiffness=400.0, free_length=1.0)
    m.place(disc, at=(0, 0, 0), rate=(0, 0, "W"))
    return m


def test_axes_that_turn_with_a_rotor_are_told():
    """A q'' - i C W q' + K q = 0 seen from the ground, K = 2 k h^2; from axes that turn at W all is shifted by W."""
    A, C, W, K = 0.05, 0.08, 120.0, 2 * 400.0 * 0.5**2
    whirls = np.roots([A, -C * W, -K])
    for coordinates, speed in ((None, W), (["disc.P.x", "disc.P.y", "disc.yaw"], 0.0)):
        linear = spinning(W).linearise(coordinates=coordinates)
        found = [2 * np.pi * mode.frequency for mode in linear.modes if mode.frequency]
        np.testing.assert_allclose(sorted(found), np.sort(np.abs(whirls - speed)), rtol=1e-9)
        told = [note for note in linear.notes if "turn with this motion" in note]
        assert bool(told) == (speed > 0.0)
        assert not told or "'disc.pitch', 'disc.roll' turn" in told[0]


def test_critical_speeds_of_a_gyroscope():
    """W = w: A W^2 + C W^2 = K backward; 2 W = w: K = (4 A - 2 C) W^2 forward, K = (4 A + 2 C) W^2 backward."""
    coordinates = ["disc.P.x", "disc.P.y", "disc.yaw"]
    locus = spinning(1.0).root_locus("W", np.linspace(1, 100, 34), coordinates=coordinates)
    found = [critical.value for critical in locus.critical_speeds(orders=(1, 2))]
    np.testing.assert_allclose(found, np.sqrt([200 / 0.36, 200 / 0.13, 200 / 0.04]), rtol=1e-9)


def test_two_modes_that_cease_to_swing_within_a_step_are_told_apart():
    """Upright rods that lean to the sides hardly sooner than to the front: P L = k, with k of each."""
    m = lw.Mechanism("mast", gravity=(0, 0, 0))
    m.parameter("P", 1.0)
    rod = m.body("rod", mass=1.0, inertia=(0.01, 1.0, 1.0))
    m.spherical("foot", m.ground.at(0, 0, 0), rod.at(0, 0, 0))
    m.bushing("hold", m.ground.at(0, 0, 0, z="x"), rod.at(0, 0, 0, z="x"), rotational_stiffness=(3.0, 3.001, 2.0))
    m.point_force("load", rod.at(1, 0, 0), force=("-P", 0, 0))
    changes = m.root_locus("P", np.linspace(0.1, 6.0, 12)).stability_changes()
    np.testing.assert_allclose([c.value for c in changes], [3.0, 3.001], rtol=1e-9)
    assert all("does not swing" in str(change) for change in changes)


@pytest.mark.parametrize("values", [[10.0, 20.0, 30.0], [20.0, 30.0], [30.0, 20.0], [10.0, 25.0]])
def test_a_critical_speed_at_one_of_the_values(values):
    """A disc of 2 kg on springs of 800 N/m swings to either side at 20 rad/s, however fast it spins."""
    m = lw.Mechanism("Jeffcott rotor")
    m.parameter("W", 10.0)
    disc = m.body("disc", mass=2.0, inertia=(0.05, 0.05, 0.08))
    stiff = {"stiffness": (800.0, 800.0, 1e5), "rotational_stiffness": (1e6, 1e6, 0)}
    m.bushing("shaft", m.ground.at(0, 0, 0), disc.at(0, 0, 0), **stiff)
    m.place(disc, rate=(0, 0, "W"))
    found = [critical.value for critical in m.root_locus("W", values).critical_speeds()]
    np.testing.assert_allclose(found, [20.0, 20.0], rtol=1e-9)
