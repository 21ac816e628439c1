"""A force that does nothing is a fault; one whose parameter happens to be zero is not."""

import pytest

import linkwork as lw


def test_a_parameter_may_be_zero():
    m = lw.Mechanism("swing", plane="xy")
    m.parameter("c", 0.0)
    block = m.body("block", mass=1.0, inertia=1.0)
    m.spring("S", m.ground.at(0, 0), block.at(1, 0), damping="c")
    m.check()
    m.spring("T", m.ground.at(0, 0), block.at(1, 0))
    with pytest.raises(lw.ModelError, match="force 'T': it does nothing"):
        m.check()
