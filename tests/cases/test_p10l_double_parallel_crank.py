"""Double parallel crank of the lecture notes, figure 2.6: one equation too many."""

import numpy as np
from case_data import agree, load

from linkwork import gallery

CASE = load("p10l_double_parallel_crank")
DATA, REFERENCE = CASE.data, CASE.reference


def linkage():
    m = gallery.get("double parallel crank", crank=DATA["L"], distance=DATA["D"], height=DATA["h"], driven=False)
    m.place("left", angle=DATA["theta"])
    m.place("right", angle=DATA["theta"])
    return m


def test_mobility():
    mobility = linkage().mobility()
    assert mobility.equations == REFERENCE["rows"]
    assert mobility.rank == REFERENCE["rank"]
    assert mobility.degrees_of_freedom == REFERENCE["dof"]
    assert mobility.grubler == 0
    assert len(mobility.redundant) == REFERENCE["self_stress_dimension"]


def test_the_couplers_stay_level():
    m = linkage()
    m.drive("A.angle", f"{DATA['theta']} + {DATA['w']}*t")
    motion = m.move(np.linspace(0, 0.9, 46))
    for name, at in (("top", DATA["L"]), ("lower", DATA["h"])):
        angle = DATA["theta"] + DATA["w"] * motion.time
        agree(motion.body(name).angle, 0 * angle, 1e-10)
        agree(motion.body(name).position, at * np.column_stack([np.cos(angle), np.sin(angle)]), 1e-11)
    agree(motion.joint("B").angle_velocity, np.full(46, DATA["w"]))
