"""Steady motions: a governor at speed, a top that precesses."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw
from linkwork import gallery
from linkwork.errors import ExpressionError, ModelError, MotionError


def governor() -> lw.Mechanism:
    m = lw.Mechanism("governor", gravity=(0, 0, -9.81))
    shaft = m.body("shaft", mass=1.0, inertia=(1, 1, 1))
    rod = m.body("rod", lw.rod(length=1.0, mass=1.0))
    m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
    m.revolute("pin", shaft.at(0, 0, 0), rod.at(0, 0, 0), axis="y")
    m.place(rod, rotation=lw.axis_angle((0, 1, 0), 0.5))
    return m


def test_a_rod_that_swings_out():
    """L w^2 sin a cos a / 3 = g cos a / 2, a below the horizontal; it swings about that with w cos a, and the shaft."""
    speed = 6.0
    found = governor().steady({"spin.angle": speed})
    angle = np.arcsin(3 * 9.81 / (2 * speed**2))
    np.testing.assert_allclose(found["pin.angle"], angle, rtol=1e-10)
    assert found.kind == "stable"
    assert "stable steady motion with spin.angle at 6" in str(found)
    run = governor().simulate(1.0, points=3, start=found.start)
    np.testing.assert_allclose(run["pin.angle"], angle, rtol=1e-8)


def test_steady_precession_of_a_top():
    case = load("p10a_top_steady")
    d, r = case.data, case.reference
    across = d["A"] - d["m"] * d["l"] ** 2
    for precession in (r["slow"], r["fast"]):
        m = lw.Mechanism("top", gravity=(0, 0, -d["g"]))
        top = m.body("top", mass=d["m"], com=(d["l"], 0, 0), inertia=(d["C"], across, across))
        m.spherical("tip", m.ground.at(0, 0, 0), top.at(0, 0, 0))
        m.place(top, rotation=lw.axis_angle((0, 1, 0), -(np.pi / 2 - d["theta"] - 0.05)))
        spin = d["w3"] - precession * np.cos(d["theta"])
        found = m.steady({"top.yaw": precession, "top.roll": spin})
        agree(np.pi / 2 + found["top.pitch"], d["theta"], 1e-9)
        agree(found["tip.force.z"], r["reaction_vertical"], 1e-9)


def test_a_disc_on_a_circle():
    """Its axle lies along x of the body: yaw is the heading, pitch the lean of the axle, roll the spin."""
    case = load("p09a_disc_steady")
    d, r = case.data, case.reference
    m = lw.Mechanism("disc", gravity=(0, 0, -d["g"]))
    disc = m.body("disc", mass=d["m"], inertia=(d["C"], d["A"], d["A"]))
    m.rolling_disc("road", m.ground.at(0, 0, 0), disc.at(0, 0, 0, z="x"), radius=d["R"])
    lean = np.pi / 2 - d["theta"]
    m.place(disc, at=(d["a"], 0, d["R"] * np.cos(lean)), rotation=lw.axis_angle((0, 1, 0), -(lean + 0.1)))
    found = m.steady({"disc.yaw": r["Omega"], "disc.roll": r["psi_dot"]})
    agree(found["disc.pitch"], -lean, 1e-9)
    agree(found["energy.kinetic"], r["kinetic_energy"], 1e-8)
    agree(found["road.force.size"], np.linalg.norm(r["contact_force_on_disc"]), 1e-8)


@pytest.mark.parametrize("lean", [20.0, 45.0, 60.0])
@pytest.mark.parametrize("place", [0.0, 0.1, -0.8, 3.0])
def test_a_disc_rolls_on_its_circle_wherever_it_stands(lean, place):
    """With the axle at th from the upright, W^2 = m g r cos th / (sin th (A cos th + (C + m r^2) a / r)).

    C = 0.09, A = 0.045, m r^2 = 0.18: a thin disc whose centre keeps a from the axis, rolling at -W (a + r cos th) / r.
    The search ends at 1e-11 of the accelerations.
    """
    m, r, a, lean = lw.Mechanism("disc", gravity=(0, 0, -9.81)), 0.3, 0.8, np.radians(lean)
    disc = m.body("disc", mass=2.0, inertia=(0.09, 0.045, 0.045))
    m.rolling_disc("road", m.ground.at(0, 0, 0), disc.at(0, 0, 0, z="x"), radius=r)
    m.place(disc, at=(place, 0, r * np.cos(lean)), rotation=lw.axis_angle((0, 1, 0), -lean))
    c, s = np.sin(lean), np.cos(lean)
    turns = np.sqrt(2.0 * 9.81 * r * c / (s * (0.045 * c + 0.27 * a / r)))
    found = m.steady({"disc.yaw": turns, "disc.roll": -turns * (a + r * c) / r})
    np.testing.assert_allclose(found["disc.pitch"], -lean, atol=1e-10)


def test_a_car_in_a_curve():
    """All wheels turn about one centre, R beside the rear axle; tyres take the inertia of car and wheels across it."""
    w, base, track = 0.8, 2.5, 1.4
    m = gallery.get("ackermann car", driven=False)
    m.drive("left", 0.4, name="steering")
    found = m.steady({"car.angle": w})
    radius = base / np.tan(0.4) + track / 2
    np.testing.assert_allclose(found["rate(car.rear.x)"], w * radius, rtol=1e-10)
    tyres = sum(np.asarray(found[f"{name}.force"]) for name in ("rear", "left_tyre", "right_tyre"))
    inertia = w**2 * np.array([-(1000 * base / 2 + 40 * base), 1000 * radius + 40 * radius])
    np.testing.assert_allclose(np.abs(tyres), np.abs(inertia), rtol=1e-9)
    run = m.simulate(2.0, points=5, start=found.start)
    np.testing.assert_allclose(run["rate(car.angle)"], w, rtol=1e-8)


def test_what_is_no_steady_motion():
    m = governor()
    m.viscous("bearing", "spin.angle", damping=1.0)
    with pytest.raises(ModelError, match=r"the rate of 'rod\.yaw' cannot be chosen"):
        m.steady({"spin.angle": 6.0, "pin.angle": 0.0, "rod.yaw": 1.0})
    with pytest.raises(MotionError, match=r"rate\(spin\.angle\) still changes"):
        m.steady({"spin.angle": 6.0})


@pytest.mark.parametrize("speeds", [{"spin.angle": "3 m"}, {"spin.angle": "5 Hz"}, "spin.angle", {3: 3}])
def test_rates_that_are_none_are_refused(speeds):
    with pytest.raises((ModelError, ExpressionError), match=r"angular speed is expected|coordinates by their names"):
        governor().steady(speeds)


def porter():
    """Return a Porter governor: a shaft, two balls of 3 kg on links of 0.5 m, a sleeve of 2 kg on two more links."""
    m = lw.Mechanism("porter", gravity=(0, 0, -9.81))
    shaft, sleeve = (m.body(name, mass=2.0, inertia=(0.1, 0.1, 0.1)) for name in ("shaft", "sleeve"))
    m.revolute("spin", m.ground.at(0, 0, 0), shaft.at(0, 0, 0), axis="z")
    m.prismatic("guide", shaft.at(0, 0, 0), sleeve.at(0, 0, 0), axis="z")
    m.place(sleeve, at=(0, 0, -np.sin(0.8)))
    for side, angle in (("left", np.pi - 0.8), ("right", 0.8)):
        upper = m.body(f"{side} upper", mass=3.0, com=(0.5, 0, 0), inertia=(1e-9, 1e-9, 1e-9))
        lower = m.body(f"{side} lower", mass=1e-9, inertia=(1e-12, 1e-12, 1e-12))
        m.revolute(f"{side} A", shaft.at(0, 0, 0), upper.at(0, 0, 0), axis="y")
        m.revolute(f"{side} B", upper.at(0.5, 0, 0), lower.at(0, 0, 0), axis="y")
        m.revolute(f"{side} C", lower.at(0.5, 0, 0), sleeve.at(0, 0, 0), axis="y")
        m.place(upper, rotation=lw.axis_angle((0, 1, 0), angle))
        elbow = 0.5 * np.cos(angle), 0, -0.5 * np.sin(angle)
        m.place(lower, at=elbow, rotation=lw.axis_angle((0, 1, 0), np.pi - angle))
    return m


def test_a_governor_whose_spin_is_driven():
    """The sleeve hangs at 2 l cos(angle), with l cos(angle) = (m + M) g / (m w^2): its driver may give the speed."""
    m = porter()
    m.drive("spin.angle", "7*t")
    found = m.steady({}, t=2.0)
    assert found.kind == "stable"
    assert found["guide.translation"] == pytest.approx(-2 * (3 + 2) * 9.81 / (3 * 7.0**2), rel=1e-7)


@pytest.mark.parametrize("driven", [False, True])
def test_what_changes_with_time_is_no_steady_motion(driven):
    """A torque that is zero at this instant alone; a drive that gets quicker."""
    m = porter()
    if driven:
        m.drive("spin.angle", "3.5*t^2")
    else:
        m.torque("twist", "shaft", "0.5*sin(3*(t - 1))")
    with pytest.raises(lw.MotionError, match="A force or a driver depends on the time"):
        m.steady({} if driven else {"spin.angle": 7.0}, t=1.0)


def test_a_governor_too_slow_and_one_on_its_stop():
    """By virtual work the stop at the height h carries (m + M) g - m w^2 h / 2 of balls m and a sleeve M."""
    with pytest.raises(lw.MotionError, match="no longer tell its motions apart, as where links fold up"):
        porter().steady({"spin.angle": 0.5})
    m = porter()
    m.rigid_contact("stop", "sleeve.z", -0.75)
    found = m.steady({"spin.angle": 5.0})
    agree(found.contact("stop").force, (3 + 2) * 9.81 - 3 * 5.0**2 * 0.75 / 2, 1e-7)  # lower links weigh 1e-9 kg
