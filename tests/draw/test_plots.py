"""Plots over time."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

import linkwork as lw
from linkwork.draw import plot_motion


def test_default_is_every_joint_coordinate(four_bar_motion):
    ax = four_bar_motion.plot()
    assert [line.get_label() for line in ax.get_lines()] == ["A.angle", "B.angle", "C.angle", "D.angle"]
    assert ax.get_ylabel() == "angle [rad]"
    assert ax.get_xlabel() == "time [s]"
    x, y = ax.get_lines()[0].get_data()
    assert np.array_equal(x, four_bar_motion.time)
    assert np.array_equal(y, four_bar_motion.joint("A").angle)
    assert four_bar_motion.status.split(";")[0] in ax.figure.get_supxlabel()


def test_one_panel_a_unit(four_bar_motion):
    axes = four_bar_motion.plot("A.angle", "coupler.P.x", "coupler.P.y_velocity")
    assert [ax.get_ylabel() for ax in axes] == ["angle [rad]", "length [m]", "velocity [m/s]"]
    values = axes[2].get_lines()[0].get_ydata()
    assert np.allclose(values, four_bar_motion.point("coupler.P").velocity[:, 1])


def test_derivatives_as_far_as_computed(four_bar):
    motion = four_bar.move(np.linspace(0, 1, 5), derivatives=1)
    axes = motion.plot("B.angle", derivatives=True)
    assert [ax.get_lines()[0].get_label() for ax in axes] == ["B.angle", "B.angle_velocity"]
    with pytest.raises(lw.ModelError, match="Move the mechanism again with derivatives=3"):
        motion.plot("B.angle_jerk")


def test_wrong_quantity(four_bar_motion):
    with pytest.raises(lw.ModelError, match="angle"):
        four_bar_motion.plot("A.angel")


def test_own_axes_take_one_unit(four_bar_motion):
    ax = Figure().subplots()
    assert plot_motion(four_bar_motion, "A.angle", ax=ax) is ax
    assert len(ax.get_lines()) == 1
    with pytest.raises(lw.ModelError, match="units rad, m together"):
        plot_motion(four_bar_motion, "A.angle", "coupler.P.x", ax=ax)


def test_constant_curve_is_not_stretched(four_bar_motion):
    ax = four_bar_motion.plot("A.angle_acceleration")
    low, high = ax.get_ylim()
    assert high - low > 0.1


@pytest.mark.parametrize("text", ["sqrt(rate(D.angle))", "sqrt(abs(rate(coupler.P.x)))", "rate(A.angle)^1.5"])
def test_units_with_broken_powers(four_bar_motion, text):
    ax = four_bar_motion.plot(text)
    assert "^0.5" in ax.get_ylabel() or "^1.5" in ax.get_ylabel()


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_files(four_bar_motion, tmp_path, ending):
    path = tmp_path / f"plot.{ending}"
    four_bar_motion.plot("A.angle", "coupler.P.x", path=path)
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[ending]
    assert path.read_bytes().startswith(start)
    assert list(tmp_path.iterdir()) == [path]


def test_one_position_is_a_dot(four_bar):
    ax = four_bar.pose(0.0).plot("A.angle")
    assert ax.get_lines()[0].get_marker() == "o"


def make_pendulum() -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    arm = m.body("arm", lw.rod(1.0, 1.0))
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.spring("return", m.ground.at(1, 1), arm.at(1, 0), stiffness=9, free_length=1)
    return m


def test_a_quantity_asked_for_twice_is_plotted_once(four_bar_motion):
    assert len(four_bar_motion.plot("A.angle", "A.angle").lines) == 1
    panels = four_bar_motion.plot("A.angle", "A.angle_velocity", derivatives=True)
    assert [len(ax.lines) for ax in panels] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("quantity", "said"),
    [("return", "is a force. Write 'return.value'"), ("return.x", "'return.value'"), ("A.effort", "'A.force'")],
)
def test_names_of_forces_are_explained(quantity, said):
    run = make_pendulum().simulate(0.1, points=3)
    with pytest.raises(lw.ModelError, match=said):
        run.plot(quantity)


def test_an_effort_is_found_at_its_driver():
    m = make_pendulum()
    m.drive("A.angle", "t", name="motor")
    with pytest.raises(lw.ModelError, match=r"Write 'motor\.effort'"):
        m.inverse([0.0, 0.1]).plot("A.effort")
    with pytest.raises(lw.ModelError, match="is a driver"):
        m.inverse([0.0, 0.1]).plot("motor")
    with pytest.raises(lw.ModelError, match="come with simulate or inverse"):
        m.move([0.0, 0.1]).plot("A.force")


def test_plots_over_another_quantity() -> None:
    motion = lw.gallery.get("four-bar").move(np.linspace(0, 1, 21))
    axes = motion.plot("D.angle", over="A.angle")
    (line,) = axes.lines
    np.testing.assert_array_equal(line.get_xdata(), motion.joint("A").angle)
    np.testing.assert_array_equal(line.get_ydata(), motion.joint("D").angle)
    assert axes.get_xlabel() == "A.angle [rad]"
    with pytest.raises(lw.ModelError, match="no joint or body"):
        motion.plot("D.angle", over="Q.angle")


def test_a_plot_is_over_one_component() -> None:
    run = lw.gallery.get("slider-crank").inverse(np.linspace(0, 1, 5))
    joint = next(iter(run.model.joints))
    with pytest.raises(lw.ModelError, match="has 2 components"):
        run.plot(f"{joint}.force", over=f"{joint}.force")
