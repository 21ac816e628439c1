"""Tables of motions with forces."""

from __future__ import annotations

import numpy as np
import pandas as pd

import linkwork as lw


def planar():
    return lw.gallery.get("slider-crank").inverse(np.linspace(0, 1, 13))


def test_columns_in_the_plane(tmp_path):
    run = planar()
    table = run.to_dataframe()
    joint, driver = next(iter(run.model.joints)), next(iter(run.model.drivers))
    np.testing.assert_array_equal(table[f"{joint}.force_x [N]"], run.joint(joint).force[:, 0])
    np.testing.assert_array_equal(table[f"{joint}.torque [N*m]"], run.joint(joint).torque)
    np.testing.assert_array_equal(table[f"{driver}.effort [N*m]"], run.driver(driver).effort)
    np.testing.assert_array_equal(table[f"{driver}.power [W]"], run.driver(driver).power)
    np.testing.assert_array_equal(table["energy.kinetic [J]"], run.energy.kinetic)
    assert table.columns.is_unique
    run.to_csv(tmp_path / "run.csv")
    back = pd.read_csv(tmp_path / "run.csv", index_col=0)
    assert list(back.columns) == list(table.columns)


def test_columns_in_space():
    run = lw.gallery.get("door").inverse([0.0, 0.1, 0.2])
    table = run.to_dataframe()
    for k, axis in enumerate("xyz"):
        np.testing.assert_array_equal(table[f"upper_hinge.torque_{axis} [N*m]"], run.joint("upper_hinge").torque[:, k])


def test_dataset():
    for run in (planar(), lw.gallery.get("door").inverse([0.0, 0.1, 0.2])):
        data = run.to_xarray()
        joint = next(iter(run.model.joints))
        np.testing.assert_array_equal(data["joint_force"].sel(joint_name=joint), run.joint(joint).force)
        np.testing.assert_array_equal(data["joint_torque"].sel(joint_name=joint), run.joint(joint).torque)
        np.testing.assert_array_equal(data["kinetic_energy"], run.energy.kinetic)
        for variable in data.variables.values():
            assert {"units", "long_name"} <= set(variable.attrs)


def test_a_motion_without_forces_is_as_before():
    moved = lw.gallery.get("slider-crank").move(np.linspace(0, 1, 5))
    assert not [c for c in moved.to_dataframe().columns if "[N" in c]
