"""Andrews' squeezing mechanism: IVP test set (p07c1), and A03 of the IFToMM library (p07c2)."""

import numpy as np
import pytest
from case_data import agree, load
from dynamic_case import DEFAULT, agree_columns, assert_energy_balance, table, trusted

from linkwork import gallery

CASES = {name: load(name) for name in ("p07c1_andrews_ivp", "p07c2_A03_andrews_iftomm")}
ANGLES = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")


def model(case):
    """Return the squeezer placed at the case's initial angles."""
    m = gallery.get("andrews squeezer", driven=False)
    for body, angle in of_bodies(dict(zip(ANGLES, case.data["initial_angles"], strict=True))).items():
        m.place(body, angle=angle)
    return m


def of_bodies(angle):
    """Return the angles of the bodies; three of the case's angles count from the body before."""
    return {
        "crank": angle["beta"],
        "rod": angle["beta"] + angle["theta"],
        "triangle": angle["gamma"],
        "left": angle["delta"],
        "left_rod": angle["phi"] + angle["delta"],
        "right": angle["epsilon"],
        "right_rod": angle["omega"] + angle["epsilon"],
    }


def of_case(value):
    """Return the case's angles (or rates) from those of the bodies."""
    b = {name: value(name) for name in ("crank", "rod", "triangle", "left", "left_rod", "right", "right_rod")}
    return {
        "beta": b["crank"],
        "theta": b["rod"] - b["crank"],
        "gamma": b["triangle"],
        "phi": b["left_rod"] - b["left"],
        "delta": b["left"],
        "omega": b["right_rod"] - b["right"],
        "epsilon": b["right"],
    }


def columns(run):
    rates = of_case(lambda name: run.body(name).angular_velocity)
    c = of_case(lambda name: run.body(name).angle) | {f"d_{name}": rate for name, rate in rates.items()}
    for name, where in (("F", "crank.F"), ("E", "triangle.E")):
        p = run.point(where).position
        c |= {f"{name}x": p[:, 0], f"{name}y": p[:, 1]}
    return c


@pytest.fixture(scope="module")
def runs():
    return {name: model(case).simulate(table(case)[0]) for name, case in CASES.items()}


def test_the_gallery_has_the_data_of_the_case():
    d = CASES["p07c1_andrews_ivp"].data
    bodies = gallery.get("andrews squeezer").bodies
    names = ("crank", "rod", "triangle", "left_rod", "left", "right_rod", "right")
    assert [bodies[name].mass for name in names] == d["m"]
    assert [bodies[name].inertia for name in names] == d["I"]


@pytest.mark.parametrize("name", CASES)
def test_motion(runs, name):
    agree_columns(columns(runs[name]), table(CASES[name])[1], DEFAULT)


@pytest.mark.parametrize("name", CASES)
def test_energy_balance(runs, name):
    assert_energy_balance(runs[name])


@pytest.mark.parametrize("name", CASES)
def test_first_and_last_accelerations(runs, name):
    accelerations = of_case(lambda body: runs[name].body(body).angular_acceleration)
    reference = CASES[name].reference
    for k, when in ((0, "initial_accelerations"), (-1, "final_accelerations")):
        expected = np.array(reference[when])
        # Accelerations of up to 6e5 rad/s^2 follow from positions and rates that are good to 1e-6.
        agree([accelerations[angle][k] for angle in ANGLES], expected, 1e-5)


@pytest.mark.parametrize("name", CASES)
def test_tight_tolerance(name):
    times, expected = table(CASES[name])
    # Trusted to 11 and 10 digits of the angles; of the rates, that of delta is 10^4 times as small as the fastest.
    agree_columns(columns(model(CASES[name]).simulate(times, tolerance=1e-13)), expected, 10 * trusted(CASES[name]))


def test_published_end_values(runs):
    published = CASES["p07c1_andrews_ivp"].reference["published"]["values"]
    names = [*ANGLES, *(f"d_{angle}" for angle in ANGLES)]
    run = columns(runs["p07c1_andrews_ivp"])
    for name, value in zip(names, published, strict=True):
        scale = 1424.0 if name.startswith("d_") else 15.8
        assert run[name][-1] == pytest.approx(value, abs=DEFAULT * scale)
