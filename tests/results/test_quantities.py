"""Quantities: one registry and one grammar, read alike through every door."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import linkwork as lw
from linkwork.base.rotation import matrices
from linkwork.cli import run as command
from linkwork.expressions import parse
from linkwork.results.naming import entries
from linkwork.results.quantities import OWNERS, REGISTRY, Quantity


def plane() -> lw.DynamicMotion:
    m = lw.gallery.get("slider-crank")
    m.torque("brake", "crank", "-0.1*rate(crank_pivot.angle)")
    return m.inverse(np.linspace(0, 1, 7))


def space() -> lw.DynamicMotion:
    m = lw.gallery.get("door")
    m.bushing("seal", m.ground.at(0, 0, 0), lw.Marker("leaf"), stiffness=10.0)
    return m.inverse([0.0, 0.1, 0.2])


def falling() -> lw.DynamicMotion:
    return lw.gallery.get("heavy top").simulate(0.2, points=5)


def moved() -> lw.Motion:
    return lw.gallery.get("four-bar").move(np.linspace(0, 1, 5))


@pytest.fixture(scope="module", params=[plane, space, falling, moved], ids=lambda f: f.__name__)
def run(request: pytest.FixtureRequest) -> lw.Motion:
    return request.param()


@pytest.fixture(scope="module")
def cycle() -> lw.DynamicMotion:
    return lw.gallery.get("four-bar").inverse(np.linspace(0, 1, 5))


# ---- laws over the registry


@pytest.mark.parametrize("quantity", REGISTRY.values(), ids=REGISTRY)
def test_every_quantity_says_what_it_is(quantity: Quantity) -> None:
    assert quantity.owner in OWNERS
    assert 10 < len(quantity.words) < 120
    for unit in quantity.UNIT.split(" or "):
        assert unit == "1" or str(parse(f"1 {unit}")) == f"1 {unit}"
    assert not quantity.RATE or REGISTRY[f"{quantity.owner}.{quantity.RATE}"].ORDER == quantity.ORDER + 1
    assert quantity.SHOWN in ("components", "size", "both")
    assert quantity.example


@pytest.mark.parametrize("quantity", REGISTRY.values(), ids=REGISTRY)
def test_every_door_shows_the_same(run: lw.Motion, quantity: Quantity) -> None:
    table, data = run.to_dataframe(), run.to_xarray()
    found = [e for forces in (False, True) for e in entries(run.plan, forces, run.order) if e[0] is quantity]
    for place, (_, owner) in enumerate(found):
        if quantity.FORCES and not run.has_forces:
            with pytest.raises(lw.ModelError, match="come with simulate or inverse"):
                run[quantity.written(owner, quantity.components(run.plan, owner)[0])]
            continue
        parts, units = quantity.components(run.plan, owner), quantity.units(run.plan, owner)
        values = quantity.values(run, owner)
        assert values.shape in {(len(run),), (len(run), len(parts))}
        assert np.isfinite(values).all()
        columns = values.reshape(len(run), len(parts)).T
        for part, unit, column in zip(parts, units, columns, strict=True):
            name = quantity.written(owner, part)
            np.testing.assert_array_equal(run[name], column)
            np.testing.assert_array_equal(run[quantity.column(owner, part)], column)
            np.testing.assert_array_equal(table[f"{quantity.column(owner, part)} [{unit or '1'}]"], column)
            assert run.measure(name).unit == (unit or "1")
            assert name in run.quantities()
        if not quantity.BARE:
            np.testing.assert_array_equal(run[quantity.written(owner)].reshape(len(run), -1).T, columns)
        in_dataset(data, quantity, place, list(parts), columns)


def in_dataset(data, quantity: Quantity, place: int, parts: list[str], columns) -> None:
    """Check the values of one owner against a Dataset."""
    if quantity.owner == "machine" and len(parts) > 1 and not quantity.VECTOR:
        for part, column in zip(parts, columns, strict=True):
            np.testing.assert_array_equal(data[quantity.part(part)], column)
        return
    stored = data[quantity.variable].values.reshape(len(data["time"]), -1).T
    first = 0 if quantity.owner == "machine" else place * len(parts)
    if quantity.LISTED:  # owners may have different numbers of components
        assert any(np.array_equal(columns[0], other) for other in stored)
    else:
        np.testing.assert_array_equal(stored[first : first + len(parts)], columns)


# ---- the grammar


def test_expressions_of_forces_and_motion(cycle: lw.DynamicMotion) -> None:
    crank, power = cycle.joint("A"), cycle.driver("A.angle").power
    np.testing.assert_array_equal(cycle["rate(A.angle)"], crank.angle_velocity)
    np.testing.assert_array_equal(cycle["rate(rate(D.angle))"], cycle.joint("D").angle_acceleration)
    # a product of two numbers rounds once, whoever multiplies
    np.testing.assert_allclose(cycle["A.angle.effort*rate(A.angle)"], power, rtol=1e-15)
    assert cycle.measure("A.angle.effort*rate(A.angle)").unit == "W"
    np.testing.assert_array_equal(cycle["B.force"], cycle.joint("B").force)
    np.testing.assert_allclose(cycle["B.force.size"], cycle.joint("B").magnitude, rtol=1e-15)
    np.testing.assert_array_equal(cycle["coupler.P.velocity.y"], cycle.point("coupler.P").velocity[:, 1])
    product = cycle.measure("coupler.P.x*coupler.P.y")
    p = cycle.point("coupler.P")
    rate = p.velocity[:, 0] * p.position[:, 1] + p.position[:, 0] * p.velocity[:, 1]
    # a sum of two products of some 10 m^2/s
    np.testing.assert_allclose(product.velocity, rate, atol=1e-13)
    np.testing.assert_array_equal(cycle["rate(coupler.P.x*coupler.P.y)"], product.velocity)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("2*A.angle + 30 deg", "rad"),
        ("B.force.x/(1 kN)", "1"),
        ("B.force.x*distance(coupler.P, ground)", "N*m"),
        ("rate(distance(coupler.P, ground))", "m/s"),
        ("distance(coupler.P, ground)_velocity", "m/s"),
        ("crank_length*B.force.y", "SI"),  # the parameter has no unit
        ("A.angle > 1", "1"),
        ("A.angle - 2*t", "rad"),
        ("energy.kinetic/(t + 1 s)", "W"),
        ("rate(rate(coupler.P.position.x))", "m/s^2"),
        ("t", "s"),
        ("C", "rad"),
    ],
)
def test_units_of_expressions(cycle: lw.DynamicMotion, text: str, unit: str) -> None:
    assert cycle.measure(text).unit == unit
    assert cycle[text].shape == (5,)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("B.forse", "Did you mean 'B.force'"),
        ("energy.kinetik", "Did you mean 'energy.kinetic'"),
        ("shakin_force", "Did you mean 'shaking_force'"),
        ("2*D.angel", "Did you mean 'D.angle'"),
        ("Q.angle", "no joint or body called 'Q'"),
        ("crank", "Known: crank.position"),
        ("B.force + 1 N", r"'B\.force\.x', 'B\.force\.y', 'B\.force\.size'"),
        ("rate(B.force.x)", r"np\.gradient\(motion\['B\.force\.x'\]"),
        ("rate(A.angle) + 3 N", "mixes dimensions"),
        ("5*N", "To use the unit"),
        ("D.angle_jerk", "Jerks come with move"),
        ("(A.angle", r"'\)' is expected"),
        ("rate(A.angle, B.angle)", "takes one quantity"),
        ("distance(crank)", "two points"),
    ],
)
def test_what_cannot_be_read_is_explained(cycle: lw.DynamicMotion, text: str, words: str) -> None:
    with pytest.raises(lw.ModelError, match=words):
        cycle[text]


def test_names_with_spaces() -> None:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod 1", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin 1", m.ground.at(0, 0), rod.at(0, 0))
    m.drive("pin 1.angle", "2*t", name="motor 1")
    run = m.inverse([0.0, 0.1])
    np.testing.assert_array_equal(run["motor 1.effort"], run.driver("motor 1").effort)
    np.testing.assert_array_equal(run["2*motor 1.effort"], 2 * run.driver("motor 1").effort)
    np.testing.assert_array_equal(run["rate('pin 1'.angle)"], run["pin 1.angle_velocity"])


def test_chosen_quantities_as_table_and_dataset(cycle: lw.DynamicMotion, tmp_path: Path) -> None:
    wanted = ("A.angle", "rate(D.angle)", "B.force", "B.force.size/(1 kN)")
    names = ["A.angle [rad]", "rate(D.angle) [rad/s]", "B.force_x [N]", "B.force_y [N]", "B.force.size/(1 kN) [1]"]
    table = cycle.to_dataframe(*wanted)
    assert list(table.columns) == names
    np.testing.assert_array_equal(table[names[1]], cycle.joint("D").angle_velocity)
    cycle.to_csv(tmp_path / "some.csv", *wanted)
    assert list(pd.read_csv(tmp_path / "some.csv", index_col=0).columns) == names
    data = cycle.to_xarray(*wanted, degrees=True)
    np.testing.assert_array_equal(data["rate(D.angle)"], np.degrees(cycle.joint("D").angle_velocity))
    assert data["rate(D.angle)"].attrs["units"] == "deg/s"


def test_a_notebook_completes_names(cycle: lw.DynamicMotion) -> None:
    known = cycle._ipython_key_completions_()
    assert {"A.angle", "B.force", "B.force.x", "B.force.size", "energy.kinetic", "A.angle.power"} <= set(known)
    assert not [name for name in moved().quantities() if "force" in name]
    for name in known:
        assert len(cycle[name]) == len(cycle)


# ---- what is shown


def test_euler_parameters_and_body_axes() -> None:
    motion = falling()
    body = motion.body("top")
    np.testing.assert_allclose(matrices(body.euler_parameters), body.rotation, atol=1e-14)
    turned = [R @ w for R, w in zip(body.rotation, body.body_angular_velocity, strict=True)]
    # a rotation changes a vector of some 10 rad/s by rounding only
    np.testing.assert_allclose(turned, body.angular_velocity, atol=1e-12 * np.abs(body.angular_velocity).max())
    np.testing.assert_array_equal(motion["top.e2"], body.euler_parameters[:, 2])


def test_named_points_are_in_table_and_dataset() -> None:
    motion = moved()
    point, table = motion.point("coupler.P"), motion.to_dataframe()
    np.testing.assert_array_equal(table["coupler.P.x [m]"], point.position[:, 0])
    np.testing.assert_array_equal(table["coupler.P.y_acceleration [m/s^2]"], point.acceleration[:, 1])
    np.testing.assert_array_equal(motion.to_xarray()["point_velocity"].sel(point="coupler.P"), point.velocity)


def test_angles_in_degrees_on_request(tmp_path: Path) -> None:
    motion = moved()
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


def test_plots_of_expressions_over_another() -> None:
    motion = lw.gallery.get("four-bar").inverse(np.linspace(0, 1, 5))
    axes = motion.plot("B.force.x", "B.force.size", over="2*A.angle")
    assert [line.get_label() for line in axes.lines] == ["B.force.x", "B.force.size"]
    np.testing.assert_array_equal(axes.lines[0].get_xdata(), 2 * motion["A.angle"])
    assert axes.get_xlabel() == "2*A.angle [rad]"
    (_, second, *_) = motion.plot("2*A.angle", derivatives=True)
    assert second.lines[0].get_label() == "rate(2*A.angle)"
    assert second.get_ylabel() == "angular velocity [rad/s]"


def test_the_command_line_plots_over_and_in_degrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["inverse", "four-bar", "--points", "5", "--over", "A.angle", "--degrees", "--csv", "f.csv"]
    wanted = ["-q", "D.angle", "-q", "shaking_force_x", "-q", "rate(A.angle)*A.angle.effort"]
    assert command([*arguments, *wanted, "--plot", "f.svg"]) == 0
    shown = capsys.readouterr().out
    assert "[deg/s]" in shown
    assert "shaking_force_x" in shown
    assert "rate(A.angle)*A.angle.effort" in shown
    assert "A.angle [deg]" in Path("f.csv").read_text("utf-8")
    assert command(["run", "four-bar", "--over", "Q.angle", "--plot", "f.svg"]) == 1
    assert "Q" in capsys.readouterr().err


def test_what_was_not_computed_is_said() -> None:
    still = lw.gallery.get("door").move([0.0, 0.1], derivatives=0)
    with pytest.raises(lw.ModelError, match="was not computed"):
        still["leaf.body_angular_velocity"]
    assert not [c for c in still.to_dataframe().columns if "body_angular" in c]
    with pytest.raises(lw.ModelError, match="come with simulate or inverse"):
        still["shaking_force"]


def test_many_runs_are_read_in_the_same_words() -> None:
    many = lw.gallery.get("four-bar").without_drivers().simulate_many(0.1, points=3, parameters={"crank_length": [1.0]})
    np.testing.assert_array_equal(many.measure("rate(D.angle)")[0], many[0]["rate(D.angle)"])
    np.testing.assert_array_equal(many.final("B.force.size"), many[0]["B.force.size"][-1:])


def test_a_point_by_itself_is_none(cycle: lw.DynamicMotion) -> None:
    with pytest.raises(
        lw.ModelError, match=r"'coupler.P' is a point. Write 'coupler.P.position', 'coupler.P.velocity'"
    ):
        cycle["coupler.P"]


def test_a_report_takes_one_quantity_as_text(cycle: lw.DynamicMotion, tmp_path: Path) -> None:
    cycle.report(tmp_path / "one.html", quantities="B.force.x")
    cycle.report(tmp_path / "list.html", quantities=["B.force.x"])
    assert (tmp_path / "one.html").read_text() == (tmp_path / "list.html").read_text()
