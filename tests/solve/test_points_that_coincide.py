"""Springs without a free length where their points coincide: their force k d is as smooth there as elsewhere."""

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import MotionError


def pair(planar: bool, beside: float) -> lw.Mechanism:
    """Return two bodies on springs without a free length, between points beside their centres, placed `beside` rest."""
    m = lw.Mechanism("pair", plane="xy") if planar else lw.Mechanism("pair")
    arm = (0.1, 0.2) if planar else (0.1, 0.2, 0.3)
    inertia = 1.0 if planar else (1.0, 2.0, 2.5)
    one, other = m.body("one", mass=1.0, inertia=inertia), m.body("other", mass=2.0, inertia=inertia)
    here = (0.0,) * len(arm)
    m.spring("first", m.ground.at(*here), one.at(*arm), stiffness=10.0, free_length=0.0)
    m.spring("second", one.at(*here), other.at(*arm), stiffness=20.0, free_length=0.0)
    m.place(one, at=tuple(beside - a for a in arm))
    m.place(other, at=tuple(beside - 2 * a for a in arm))
    return m


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("beside", [0.0, 1e-20, 1e-14, 1e-12])
def test_a_spring_is_as_stiff_where_its_points_coincide(planar, beside):
    """As 1e-6 m beside that, to the change of its arms there: 1e-6 of 0.1 m, of 20 N/m."""
    here, near = (pair(planar, x).descriptor() for x in (beside, 1e-6))
    np.testing.assert_allclose(here.stiffness.toarray(), near.stiffness.toarray(), atol=1e-4)
    assert pair(planar, beside).equilibrium().kind == "indifferent"  # turns about the points of the springs


@pytest.mark.parametrize("at", [0.0, 1e-20, 0.3])
def test_a_slider_swings_about_the_end_of_its_spring(at):
    m = lw.Mechanism("slider", plane="xy")
    slider = m.body("slider", mass=1.0, inertia=1.0)
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0))
    m.spring("spring", m.ground.at(0, 0), slider.at(0, 0), stiffness=10.0, free_length=0.0, damping=0.5)
    m.place(slider, at=(at, 0))
    rest = m.equilibrium()
    assert rest.kind == "stable"
    found = m.linearise(rest.start)
    np.testing.assert_allclose(found.A, [[0.0, 1.0], [-10.0, -0.5]], rtol=1e-14)  # rounding
    np.testing.assert_allclose(m.linearise(rest.start, coordinates=["slider.x"]).A, found.A, rtol=1e-14)


def test_a_plank_comes_to_rest_where_its_spring_has_no_length():
    m = lw.Mechanism("plank", plane="xy", gravity=(0, -9.81))
    plank = m.body("plank", mass=1.0, inertia=0.1, com=(0.2, 0))
    m.spring("spring", m.ground.at(0, 0), plank.at(0, 0), stiffness=100.0, free_length=0.0)
    m.rigid_contact("left", "plank.y", 0.0)
    m.rigid_contact("level", "plank.angle", 0.0)
    m.place(plank, at=(0.3, 0.2))
    rest = m.equilibrium()
    assert rest.kind == "stable"
    np.testing.assert_allclose(rest["plank.x"], 0.0, atol=1e-12)  # 1e-12 of the 10 N at hand over 100 N/m


def test_a_spring_of_another_law_has_no_direction_there():
    """Its force does not vanish with the length."""
    m = lw.Mechanism("ball", plane="xy")
    ball = m.body("ball", mass=2.0, inertia=1.0)
    m.spring("guide", m.ground.at(0, 0), ball.at(0, 0), stiffness=10.0, free_length=1e-6)
    with pytest.raises(MotionError, match=r"The points of 'guide' coincide: its 1e-05 N have no direction"):
        m.linearise()


def test_a_curve_through_nothing_has_its_slope_there():
    m = lw.Mechanism("ball", plane="xy")
    ball = m.body("ball", mass=2.0, inertia=1.0)
    m.spring("bed", m.ground.at(0, 0), ball.at(0, 0), curve="30*x + 5e3*x^3", free_length=0.0)
    np.testing.assert_allclose(m.linearise().stiffness, np.diag([30.0, 30.0, 0.0]), rtol=1e-14)  # rounding
