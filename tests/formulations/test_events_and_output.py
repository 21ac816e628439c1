"""Events that are watched do not change what is read between the steps of any formulation."""

import numpy as np
import pytest

from linkwork import gallery
from linkwork.formulations import find, names

TIMES = np.linspace(0, 0.06, 31)


@pytest.mark.parametrize("formulation", [n for n in names() if not find(n).STEPPER])
def test_same_output_with_and_without_an_event(formulation):
    m = gallery.get("four-bar", driven=False)
    start = gallery.get("four-bar").start().motion
    options = {"formulation": formulation, "start": start, "tolerance": 1e-8}
    plain = m.simulate(TIMES, **options)
    watched = m.simulate(TIMES, record_when={"third": "A.angle > 0.3"}, **options)
    assert len(watched.records["third"]) == 1
    # steps end at the event: both runs are right to the tolerance
    scale = np.abs(plain.motions[:, :, 0]).max()
    np.testing.assert_allclose(watched.motions[:, :, 0], plain.motions[:, :, 0], atol=1e-5 * scale)
    np.testing.assert_allclose(watched.poses, plain.poses, atol=1e-6)
