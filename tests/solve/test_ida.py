"""Simulations agree with SUNDIALS' IDA, where scikit-sundae is installed."""

import builtins

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import LinkworkError, ModelError
from linkwork.solve.ida import check_with_ida


def pendulum():
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place(rod, angle=0.3)
    return m


def test_missing_package_is_named(monkeypatch):
    def without(name, *args, **kwargs):
        if name.startswith("sksundae"):
            raise ImportError(name)
        return original(name, *args, **kwargs)

    original = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(LinkworkError, match="pip install"):
        check_with_ida(pendulum(), 1.0)


def four_bar():
    return gallery.get("spatial four-bar", driven=False)


def driven():
    return gallery.get("slider-crank")


def top():
    m = gallery.get("heavy top", driven=False)
    m.place(next(b for b in m.bodies if b != "ground"), rate=(2.0, 1.0, 10.0))
    return m


@pytest.mark.parametrize("model", [pendulum, four_bar, driven, top])
def test_agrees(model):
    pytest.importorskip("sksundae")
    check = check_with_ida(model(), 0.5, points=6)
    assert check.difference < 1e-6
    assert check.speed_difference < 1e-6
    assert "differ by" in str(check)


def test_generalised_alpha_agrees():
    pytest.importorskip("sksundae")
    check = check_with_ida(pendulum(), 0.5, points=6, method="generalised-alpha", tolerance=1e-9)
    assert check.difference < 1e-4


def test_angles_count_over_full_turns():
    pytest.importorskip("sksundae")
    m = lw.Mechanism("wound", plane="xy")
    wheel = m.body("wheel", mass=1.0, inertia=0.1)
    m.revolute("pin", m.ground.at(0, 0), wheel.at(0, 0))
    m.rotational_spring("S", "pin.angle", stiffness=0.01)
    m.place(wheel, rate=10.0)
    check = check_with_ida(m, np.linspace(0.0, 3.0, 61))
    assert check.motion.joint("pin").angle[-1] > 2 * np.pi
    assert check.difference < 1e-6


def test_changes_of_mode_are_refused():
    pytest.importorskip("sksundae")
    m = lw.Mechanism("block", plane="xy", gravity=(0, -9.81))
    block = m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("slope", m.ground.at(0, 0, z=(1, 0)), block.at(0, 0, z="x"))
    m.friction("friction", "slope", mu=0.2)
    with pytest.raises(ModelError, match="friction"):
        check_with_ida(m, 1.0)
