"""Bodies that joints keep from turning need no inertia: any would give the same motion and forces."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def slides(spatial: bool, **inertia: float) -> lw.Mechanism:
    """Two blocks on rails across each other, the second pushed off its centre."""
    m = lw.Mechanism("slides", plane="xy", gravity=(0, -9.81))
    first = m.body("first", mass=1.0, **inertia)
    second = m.body("second", mass=2.0, com=(0.1, 0.2), **inertia)
    m.prismatic("along", m.ground.at(0, 0), first.at(0, 0))
    m.prismatic("across", first.at(0, 0), second.at(0, 0), axis="y")
    m.spring("spring", m.ground.at(1, 1), second.at(0.3, 0), stiffness=20.0, free_length=0.5)
    return m.in_space() if spatial else m


@pytest.mark.parametrize("spatial", [False, True], ids=["plane", "space"])
def test_any_inertia_gives_the_same(spatial):
    without, given = slides(spatial).simulate(1.0), slides(spatial, inertia=0.3).simulate(1.0)
    for name in ("along", "across"):
        one, other = without.joint(name), given.joint(name)
        assert one.translation == pytest.approx(other.translation, abs=1e-12)  # the same numbers but for rounding
        assert one.force == pytest.approx(other.force, abs=1e-9)
        assert np.asarray(one.torque) == pytest.approx(np.asarray(other.torque), abs=1e-9)
    assert np.ptp(without.joint("across").translation) > 0.1


def test_what_a_pin_can_turn_needs_one():
    m = slides(False)
    m.revolute("pin", "second", m.body("lever", mass=1.0).at(0.5, 0))
    with pytest.raises(lw.ModelError, match="body 'lever': its inertia is not given"):
        m.simulate(1.0)
