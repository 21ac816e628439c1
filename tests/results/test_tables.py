"""Motions as tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import linkwork as lw


@pytest.fixture(scope="module")
def crank_slider():
    m = lw.Mechanism("crank-slider", plane="xz")
    crank, rod, block = m.body("crank"), m.body("rod"), m.body("block")
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), rod.at(0, 0))
    m.revolute("C", rod.at(3, 0), block.at(0, 0))
    m.prismatic("S", m.ground.at(0, 0), block.at(0, 0), axis="x")
    m.drive("A.angle", "0.5 + 2*t")
    m.place(block, (3.5, 0))
    return m


@pytest.fixture(scope="module")
def motion(crank_slider):
    return crank_slider.move(np.linspace(0, 7, 50))


@pytest.fixture(scope="module")
def spatial():
    m = lw.Mechanism("swing", plane=None)
    arm, weight = m.body("arm"), m.body("weight")
    m.revolute("A", m.ground.at(0, 0, 0), arm.at(0, 0, 0), axis=(0, 1, 1))
    m.cylindrical("C", arm.at(1, 0, 0), weight.at(0, 0, 0), axis="x")
    m.drive("A.angle", "t")
    m.drive("C.translation", "0.1*t")
    m.drive("C.angle", "2*t")
    return m.move(np.linspace(0, 1, 7), derivatives=2)


def test_columns_of_a_planar_motion(motion):
    table = motion.to_dataframe()
    assert table.index.name == "time [s]"
    assert list(table.columns[:6]) == [
        "crank.x [m]",
        "crank.z [m]",
        "crank.angle [rad]",
        "crank.x_velocity [m/s]",
        "crank.z_velocity [m/s]",
        "crank.angle_velocity [rad/s]",
    ]
    assert len(table.columns) == 4 * (3 * 3 + 4)
    assert not table.isna().any().any()


def test_values_of_a_planar_motion(motion):
    table = motion.to_dataframe()
    rod = motion.body("rod")
    assert np.array_equal(table.index, motion.time)
    assert np.array_equal(table["rod.z [m]"], rod.position[:, 1])
    assert np.array_equal(table["rod.x_acceleration [m/s^2]"], rod.acceleration[:, 0])
    assert np.array_equal(table["rod.angle_jerk [rad/s^3]"], rod.angular_jerk)
    assert np.array_equal(table["S.translation [m]"], motion.joint("S").translation)
    assert np.allclose(table["A.angle [rad]"], 0.5 + 2 * motion.time)
    assert np.allclose(table["crank.angle [rad]"], 0.5 + 2 * motion.time), "continuous over full turns"
    assert np.array_equal(table["S.translation_velocity [m/s]"], motion.joint("S").translation_velocity)


def test_what_was_not_computed_is_left_out(crank_slider):
    table = crank_slider.move([0.0, 0.1], derivatives=1).to_dataframe()
    assert not [c for c in table.columns if "acceleration" in c or "jerk" in c]
    assert not table.isna().any().any()
    pose = crank_slider.assemble().motion.to_dataframe()
    assert not [c for c in pose.columns if "velocity" in c]
    data = crank_slider.move([0.0], derivatives=0).to_xarray()
    assert set(data.data_vars) == {"position", "angle", "joint"}


def test_columns_of_a_spatial_motion(spatial):
    table = spatial.to_dataframe()
    e = table[[f"arm.e{k} [1]" for k in range(4)]].to_numpy()
    assert np.allclose((e**2).sum(axis=1), 1.0)
    half = spatial.time / 2
    assert np.allclose(np.abs(e[:, 0]), np.cos(half))
    assert np.array_equal(table["arm.angular_velocity_z [rad/s]"], spatial.body("arm").angular_velocity[:, 2])
    assert np.allclose(table["arm.angular_velocity_y [rad/s]"], np.sqrt(0.5))
    assert "arm.angular_acceleration_x [rad/s^2]" in table
    assert "arm.angular_jerk_x [rad/s^3]" not in table
    assert np.allclose(table["C.translation [m]"], 0.1 * spatial.time)


def test_dataset(motion):
    data = motion.to_xarray()
    assert dict(data.sizes) == {"time": 50, "body": 3, "axis": 2, "joint_coordinate": 4}
    assert list(data.axis.values) == ["x", "z"]
    assert list(data.joint_coordinate.values) == ["A.angle", "B.angle", "C.angle", "S.translation"]
    assert list(data.joint_unit.values) == ["rad", "rad", "rad", "m"]
    for name in [*data.variables]:
        assert {"units", "long_name"} <= set(data[name].attrs), name
    assert data.attrs == {"status": motion.status, "violation": motion.violation, "mechanism": "crank-slider"}
    picked = data.velocity.sel(body="rod", axis="z")
    assert np.array_equal(picked, motion.body("rod").velocity[:, 1])
    assert np.array_equal(data.joint_jerk.sel(joint_coordinate="B.angle"), motion.joint("B").angle_jerk)
    assert data.angular_velocity.attrs["units"] == "rad/s"
    assert data.joint_velocity.attrs["units"] == "joint_unit/s"


def test_dataset_in_space(spatial):
    data = spatial.to_xarray()
    assert data.orientation.dims == ("time", "body", "euler_parameter")
    assert data.angular_acceleration.dims == ("time", "body", "axis")
    assert "jerk" not in data
    assert np.array_equal(data.position.sel(body="weight"), spatial.body("weight").position)


def test_csv_comes_back(motion, tmp_path):
    path = tmp_path / "motion.csv"
    motion.to_csv(path)
    table = pd.read_csv(path)
    assert table.columns[0] == "time [s]"
    back = table.set_index("time [s]")
    assert list(back.columns) == list(motion.to_dataframe().columns)
    assert np.allclose(back.to_numpy(), motion.to_dataframe().to_numpy(), rtol=1e-15, atol=0)
    assert list(tmp_path.iterdir()) == [path]


def test_csv_in_a_missing_folder(motion, tmp_path):
    with pytest.raises(lw.LinkworkError, match=r"there is no folder '.*nowhere'"):
        motion.to_csv(tmp_path / "nowhere" / "a.csv")
    with pytest.raises(lw.LinkworkError, match="is a folder"):
        motion.to_csv(tmp_path)
