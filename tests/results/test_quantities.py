"""Results by name: one registry, read alike by tables, datasets, plots and the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import linkwork as lw
from linkwork.base.rotation import matrices
from linkwork.cli import run as command
from linkwork.results.quantities import QUANTITIES, Quantity, curves, entries, find


def plane() -> lw.DynamicMotion:
    m = lw.gallery.get("slider-crank")
    m.torque("brake", "crank", "-0.1*rate(crank_pivot.angle)")
    return m.inverse(np.linspace(0, 1, 7))


def space() -> lw.DynamicMotion:
    m = lw.gallery.get("door")
    m.bushing("seal", m.ground.at(0, 0, 0), lw.Marker("leaf"), stiffness=10.0)
    return m.inverse([0.0, 0.1, 0.2])


@pytest.fixture(scope="module", params=[plane, space], ids=["plane", "space"])
def run(request: pytest.FixtureRequest) -> lw.DynamicMotion:
    return request.param()


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda q: f"{q.owner}.{q.name}")
def test_every_result_is_in_table_plot_and_dataset(run: lw.DynamicMotion, quantity: Quantity) -> None:
    found = entries(run, quantity)
    assert bool(found) == bool(quantity.endings(run.model))
    table, data = run.to_dataframe(), run.to_xarray()
    for owner, parts in found:
        shown = {c.name: c for c in curves(run, quantity.written(owner))}
        for part in parts:
            np.testing.assert_array_equal(table[f"{part.name} [{part.unit}]"], part.values)
            np.testing.assert_array_equal(shown[part.name].values, part.values)
            if find(run.model, part.name):
                (alone,) = curves(run, part.name)
                np.testing.assert_array_equal(alone.values, part.values)
    prefix = "" if quantity.owner in ("body", "machine") else f"{quantity.owner}_"
    also = {"euler_parameters": "orientation", "energy": "kinetic_energy"}
    if found:
        assert also.get(quantity.name, prefix + quantity.name) in data


def test_euler_parameters_and_body_axes() -> None:
    motion = lw.gallery.get("heavy top").simulate(0.2, points=5)
    body = motion.body("top")
    np.testing.assert_allclose(matrices(body.euler_parameters), body.rotation, atol=1e-14)
    turned = [R @ w for R, w in zip(body.rotation, body.body_angular_velocity, strict=True)]
    # a rotation changes a vector of some 10 rad/s by rounding only
    np.testing.assert_allclose(turned, body.angular_velocity, atol=1e-12 * np.abs(body.angular_velocity).max())
    table, data = motion.to_dataframe(), motion.to_xarray()
    np.testing.assert_array_equal(table["top.body_angular_velocity_z [rad/s]"], body.body_angular_velocity[:, 2])
    np.testing.assert_array_equal(data["body_angular_velocity"].sel(body="top"), body.body_angular_velocity)
    (e2,) = curves(motion, "top.e2")
    np.testing.assert_array_equal(e2.values, body.euler_parameters[:, 2])


def test_named_points_are_in_table_and_dataset() -> None:
    motion = lw.gallery.get("four-bar").move(np.linspace(0, 1, 5))
    point, table = motion.point("coupler.P"), motion.to_dataframe()
    np.testing.assert_array_equal(table["coupler.P.x [m]"], point.position[:, 0])
    np.testing.assert_array_equal(table["coupler.P.y_acceleration [m/s^2]"], point.acceleration[:, 1])
    np.testing.assert_array_equal(motion.to_xarray()["point_velocity"].sel(point="coupler.P"), point.velocity)


def test_angles_in_degrees_on_request(tmp_path: Path) -> None:
    motion = lw.gallery.get("four-bar").move(np.linspace(0, 1, 5))
    table, turned = motion.to_dataframe(), motion.to_dataframe(degrees=True)
    assert not [c for c in turned.columns if "[rad" in c]
    np.testing.assert_allclose(turned["D.angle [deg]"], np.degrees(table["D.angle [rad]"]))
    np.testing.assert_allclose(turned["D.angle_velocity [deg/s]"], np.degrees(table["D.angle_velocity [rad/s]"]))
    np.testing.assert_array_equal(turned["coupler.x [m]"], table["coupler.x [m]"])
    data = motion.to_xarray(degrees=True)
    assert data["joint"].attrs["units"] == "deg"
    np.testing.assert_allclose(data["angular_velocity"], np.degrees(motion.to_xarray()["angular_velocity"]))
    assert data["angular_velocity"].attrs["units"] == "deg/s"
    motion.to_csv(tmp_path / "m.csv", degrees=True)
    assert list(pd.read_csv(tmp_path / "m.csv", index_col=0).columns) == list(turned.columns)
    assert motion.plot("D.angle", over="A.angle", degrees=True).get_xlabel() == "A.angle [deg]"


def test_the_command_line_plots_over_and_in_degrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["inverse", "four-bar", "--points", "5", "--over", "A.angle", "--degrees", "--csv", "f.csv"]
    assert command([*arguments, "-q", "D.angle", "-q", "shaking_force_x", "--plot", "f.svg"]) == 0
    shown = capsys.readouterr().out
    assert "[deg/s]" in shown
    assert "shaking_force_x" in shown
    assert "A.angle [deg]" in Path("f.csv").read_text("utf-8")
    assert command(["run", "four-bar", "--over", "Q.angle", "--plot", "f.svg"]) == 1
    assert "Q" in capsys.readouterr().err


def test_what_was_not_computed_is_said() -> None:
    still = lw.gallery.get("door").move([0.0, 0.1], derivatives=0)
    with pytest.raises(lw.ModelError, match="was not computed"):
        curves(still, "leaf.body_angular_velocity")
    assert not [c for c in still.to_dataframe().columns if "body_angular" in c]
    with pytest.raises(lw.ModelError, match="come with simulate or inverse"):
        curves(still, "shaking_force")
