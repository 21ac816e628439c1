"""The kinetostatic summary against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

SPEED = 10.0


@pytest.fixture(scope="module")
def run():
    """An unbalanced rotor with a load 5 + 3 cos(angle) N m, driven at constant speed for one turn."""
    m = lw.Mechanism("rotor", plane="xy")
    rotor = m.body("rotor", mass=2.0, inertia=0.1, com=(0.05, 0))
    m.revolute("shaft", m.ground.at(0, 0), rotor.at(0, 0))
    m.drive("shaft.angle", f"{SPEED}*t", name="motor")
    m.effort("load", "shaft.angle", "-(5 + 3*cos(shaft.angle))")
    return m.inverse(np.linspace(0, 2 * np.pi / SPEED, 721))


def test_drive(run):
    (motor,) = run.kinetostatics().drivers
    assert (motor.name, motor.unit) == ("motor", "N*m")
    assert motor.mean == pytest.approx(5)
    assert motor.peak == pytest.approx(8)
    assert motor.peak_time in (run.time[0], run.time[-1])
    assert motor.rms == pytest.approx(np.sqrt(25 + 4.5))
    assert motor.fluctuation == pytest.approx(6)
    assert motor.mean_power == pytest.approx(50)
    assert motor.peak_power == pytest.approx(80)


def test_flywheel(run):
    """The excess of 3 cos(angle) over half a turn is 6 J."""
    (motor,) = run.kinetostatics(speed_fluctuation=0.03).drivers
    assert motor.flywheel.energy == pytest.approx(6, rel=1e-6)
    assert motor.flywheel.speed == pytest.approx(SPEED)
    assert motor.flywheel.inertia == pytest.approx(6 / (SPEED**2 * 0.03), rel=1e-6)
    assert motor.flywheel.turns == pytest.approx(1)


def test_pin_force(run):
    (shaft,) = run.kinetostatics().joints
    assert shaft.force == pytest.approx(2.0 * 0.05 * SPEED**2)
    assert shaft.determinate
    assert set(shaft.drivers) == {"motor"}


def test_peaks_say_where():
    m = lw.gallery.get("slider-crank")
    run = m.inverse(lw.gallery.info("slider-crank").times(361))
    summary = run.kinetostatics()
    assert [peak.name for peak in summary.joints] == list(m.joints)
    for peak in summary.joints:
        sizes = run.joint(peak.name).magnitude
        k = int(np.argmin(np.abs(run.time - peak.time)))
        assert peak.force == sizes.max() == sizes[k]
        for name, value in peak.drivers.items():
            assert value == run.driver(name).motion.value[k]
    assert summary.shaking.force == pytest.approx(np.linalg.norm(run.shaking_force, axis=1).max())


def test_forms(run):
    summary = run.kinetostatics()
    text = str(summary)
    assert text.startswith("Forces of 'rotor'")
    assert "Driver 'motor' [N*m]: mean 5" in text
    assert "Flywheel for a speed fluctuation of 0.02 at 10 rad/s: 3 kg*m^2" in text
    assert summary.to_dict()["drivers"][0]["flywheel"]["turns"] == pytest.approx(1)
    table = summary.to_dataframe()
    assert list(table.columns) == ["peak force [N]", "time [s]", "at motor", "unique"]
    assert table.index.name == "joint"


def test_half_a_cycle_is_mentioned(run):
    half = run.model.inverse(np.linspace(0, np.pi / SPEED, 99)).kinetostatics()
    assert "The run covers 0.5 turns; a flywheel is chosen for whole cycles." in str(half)


def test_a_driver_that_swings_has_no_flywheel():
    summary = lw.gallery.get("door").inverse(np.linspace(0, 1, 41)).kinetostatics()
    assert summary.drivers[0].flywheel is None
    assert "(not unique)" in str(summary)


def test_a_simulation_without_drivers():
    summary = lw.gallery.get("four-bar", driven=False).simulate(0.5, points=11).kinetostatics()
    assert summary.drivers == ()
    assert all(peak.drivers == {} for peak in summary.joints)


def test_the_fluctuation_must_make_sense(run):
    with pytest.raises(lw.ModelError, match="speed_fluctuation is a positive number"):
        run.kinetostatics(speed_fluctuation=0.0)


def loaded_rotor(points):
    """The driver gives 5 + 3 cos(8 angle) N m over one turn."""
    m = lw.Mechanism("rotor", plane="xy")
    rotor = m.body("rotor", mass=2.0, inertia=0.1)
    m.revolute("shaft", m.ground.at(0, 0), rotor.at(0, 0))
    m.drive("shaft.angle", f"{SPEED}*t", name="motor")
    m.torque("wind", rotor, "-(5 + 3*cos(8*shaft.angle))")
    m.spring("spring", m.ground.at(2, 0), rotor.at(1, 0), stiffness=100, free_length=1)
    return m.inverse(np.linspace(0, 2 * np.pi / SPEED, points))


def test_too_few_times_are_told_with_a_number_that_is_enough():
    coarse = loaded_rotor(9).kinetostatics()
    assert coarse.closure.share > 1e-3
    assert "Too few times: the work of drivers and forces, integrated from these 9, misses" in str(coarse)
    assert f"Ask for {coarse.closure.enough} times or more." in str(coarse)
    for _ in range(4):  # far from convergence the number is a lower bound: asking again must come to an end
        if coarse.closure.share <= 1e-3:
            break
        coarse = loaded_rotor(coarse.closure.enough).kinetostatics()
    assert coarse.closure.share <= 1e-3


def test_dense_times_need_no_word():
    fine = loaded_rotor(721).kinetostatics()
    assert fine.closure.share < 1e-6  # 1/80 of a wave a step: Simpson's error is about (2 pi/80)^4/180
    assert "Too few" not in str(fine)
