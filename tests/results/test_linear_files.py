"""Linear equations in a file of NumPy: all that another program needs, with units."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw


def carried() -> lw.Mechanism:
    """Return a pendulum on a cart that a driver moves, with a torque and a pull on it."""
    m = lw.Mechanism("carried pendulum", plane="xy", gravity=(0, -9.81))
    length = m.parameter("L", "0.7 m")
    m.parameter("k", 30.0)
    cart, rod = m.body("cart", mass=1.0, inertia=0.1), m.body("my rod", lw.rod(length=length, mass=1.3))
    m.prismatic("P", m.ground.at(0, 0), cart.at(0, 0), axis="x")
    m.revolute("R", cart.at(0, 0), rod.at(0, 0))
    m.torque("push", rod, value=0.0)
    m.point_force("pull", rod.at(0.2, 0), force=(0, 1.0))
    m.spring("s", m.ground.at(1, 0), rod.at(0.35, 0), stiffness="k", free_length=1.0)
    m.drive("P.translation", "0.3*sin(3*t)", "motor")
    m.place(rod, angle=-1.0, rate=2.0)
    return m


def test_a_file_has_names_units_and_the_state(tmp_path: Path) -> None:
    m = carried()
    start = m.start(0.4)
    outputs = ["rate(R.angle)", "my rod.x", "R.force", "motor.effort", "energy.kinetic"]
    linear = m.linearise(start, inputs=["push", "pull.value.force_y", "motor"], outputs=outputs)
    linear.to_npz(tmp_path / "linear.npz")
    with np.load(tmp_path / "linear.npz") as file:
        found = {name: file[name] for name in file.files}
    for name in ("A", "B", "C", "D", "M", "damping", "stiffness"):
        np.testing.assert_array_equal(found[name], getattr(linear, name))
    assert dict(zip(found["states"].tolist(), found["state_units"].tolist(), strict=True)) == {
        "R.angle": "rad", "rate(R.angle)": "rad/s", "motor": "m", "rate(motor)": "m/s"
    }  # fmt: skip
    assert dict(zip(found["inputs"].tolist(), found["input_units"].tolist(), strict=True)) == {
        "push": "N*m", "pull.value.force_y": "N", "motor": "m/s^2"
    }  # fmt: skip
    units = dict(zip(found["outputs"].tolist(), found["output_units"].tolist(), strict=True))
    assert list(units.values()) == ["rad/s", "m", "N", "N", "N", "J"]
    assert (str(found["name"]), float(found["time"])) == ("carried pendulum", 0.4)
    assert found["bodies"].tolist() == ["cart", "my rod"]
    parameters = zip(*(found[f"parameter{ending}"].tolist() for ending in ("s", "_values", "_units")), strict=True)
    assert list(parameters) == [("L", 0.7, "m"), ("k", 30.0, "N/m")]


def test_the_state_in_a_file_leads_back_to_its_equations(tmp_path: Path) -> None:
    m = carried()
    linear = m.linearise(m.start(0.4))
    linear.to_npz(tmp_path / "linear.npz")
    with np.load(tmp_path / "linear.npz") as file:
        poses, twists, t, A = file["poses"], file["twists"], float(file["time"]), file["A"]
    np.testing.assert_array_equal(poses, m.start(0.4).poses)
    # 0.3 sin(3 t) at t = 0.4 s, and its rate; the rod turns as it was placed
    np.testing.assert_allclose(poses[0, 0], 0.3 * np.sin(1.2), atol=1e-12)
    np.testing.assert_allclose(twists[0, 0], 0.9 * np.cos(1.2), rtol=1e-12)
    np.testing.assert_allclose(twists[1, 5], 2.0, rtol=1e-12)
    again = m.linearise(m.start(t))
    np.testing.assert_array_equal(again.A, A)


def test_default_outputs_and_states_have_units() -> None:
    m = lw.Mechanism("flyer")
    m.body("plate", mass=1.0, inertia=(1.0, 2.0, 3.0))
    linear = m.linearise()
    assert set(linear.output_units) == {"m", "rad"}
    assert linear.output_units == linear.state_units[:6]
    assert len(linear.state_units) == len(linear.states) == 12
    assert linear.input_units == ()


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(lw.ModelError, match=r"give it the ending \.npz"):
        carried().linearise().to_npz(tmp_path / "linear.mat")
