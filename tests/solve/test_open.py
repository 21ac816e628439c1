"""What cannot be closed is told with its true gap, and what can, though singular, is closed."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def too_short(driver: str | None = None) -> lw.Mechanism:
    """Return two links of 1 m and 0.7 m between pivots 2 m apart."""
    m = lw.Mechanism("too short", plane="xy")
    one, two = m.body("one"), m.body("two")
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", one.at(1, 0), two.at(0, 0))
    m.revolute("C", two.at(0.7, 0), m.ground.at(2, 0))
    if driver is not None:
        m.drive("A.angle", driver)
    return m


@pytest.mark.parametrize(
    ("driver", "kept"),
    [("0", 0.3), ("pi", 2.3), ("pi/2", np.sqrt(5) - 0.7)],
)
def test_the_gap_is_that_of_the_joints_and_that_with_the_driver(driver, kept):
    """The tip of the first link is sqrt(5 - 4 cos) m from the far pivot; joints alone are 2 - 1.7 m apart."""
    with pytest.raises(lw.AssemblyError) as refused:
        too_short(driver).assemble()
    words = str(refused.value)
    assert f"open by 0.3 m with all other joints closed and driver 'A.angle' left out, by {kept:.6g} m with it" in words


def test_without_a_driver_none_is_mentioned():
    with pytest.raises(lw.AssemblyError, match=r"stays open by 0.3 m with all other joints closed\. The links"):
        too_short().assemble()


def parallelogram(driver: str | None = None, **angles: float) -> lw.Mechanism:
    """Return a parallelogram, which is singular where it is flat."""
    m = lw.Mechanism("parallelogram", plane="xy")
    a, b, c = (m.body(name, mass=1.0, inertia=0.1) for name in "abc")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", a.at(1, 0), b.at(0, 0))
    m.revolute("C", b.at(2, 0), c.at(1, 0))
    m.revolute("D", m.ground.at(2, 0), c.at(0, 0))
    for name, angle in angles.items():
        m.place(name, angle=angle)
    if driver is not None:
        m.drive("A.angle", driver)
    return m


@pytest.mark.parametrize(
    "angles",
    [{}, {"a": 0.3, "b": 0.0, "c": 0.3}, {"a": 0.3, "b": 0.2, "c": 0.1}, {"a": 0.1, "b": 0.0}, {"a": -0.5, "c": -0.4}],
    ids=str,
)
@pytest.mark.parametrize("flat", ["0", "pi"])
def test_a_parallelogram_driven_flat_exists(angles, flat):
    """A singular position is found to the root of rounding: residuals grow with the square of the distance."""
    found = parallelogram(flat, **angles).assemble()
    assert found.violation < 1e-12
    crank, rocker = (found.motion.body(name).angle[0] for name in "ac")
    assert abs(np.sin(crank)) < 1e-12
    assert abs(np.sin(rocker)) < 1e-6


def test_two_degrees_of_freedom_hold_only_where_it_is_flat():
    m = parallelogram("t")
    words = str(m.mobility())
    assert "has 1 degree of freedom" in words
    assert "takes 1 of the 2 velocities that are free at this very position" in words
    assert "undriven" not in words
    with pytest.raises(lw.SingularityError, match="2 velocities are free at this very position, elsewhere"):
        m.move([0.0, 0.1])


@pytest.mark.parametrize("expression", ["b.x^2 + b.y^2 + 1", "sin(b.angle) - 2"])
def test_what_the_user_writes_is_open_by_its_value(expression):
    """The least values are 1 and -1, and no angles; an equation is of no two bodies."""
    m = lw.Mechanism("own", plane="xy")
    m.place(m.body("b", mass=1.0, inertia=0.1), at=(1, 0))
    m.constraint("own", expression)
    with pytest.raises(lw.AssemblyError, match="constraint joint 'own' stays open by 1 in the value of its expression"):
        m.assemble()


def test_a_surface_that_has_no_points_is_open_by_its_value():
    m = lw.Mechanism("nowhere")
    b = m.body("b", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.place(b, at=(0.5, 0, 0.5))
    m.point_on_surface("S", m.ground.at(0, 0, 0), b.at(0, 0, 0), surface="x^2 + y^2 + z^2 + 1")
    with pytest.raises(lw.AssemblyError, match="stays open by 1 in the value of its expression"):
        m.assemble()
