"""Every way in works as the first thing that a process does: nothing counts on what another analysis has loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from linkwork.formulations import FORMULATIONS

LINES = {
    "assemble": "m.assemble()",
    "mobility": "m.mobility()",
    "allowable motions": "m.allowable_motions()",
    "start": "m.start()",
    "move": "d.move([0.0, 0.1])",
    "move with jerk": "d.move([0.0, 0.1], derivatives=3)",
    "inverse": "d.inverse([0.0, 0.1]).driver('A.angle').effort",
    "simulate": "m.simulate(0.1).joint('B').force",
    "simulate fixed steps": "m.simulate(0.1, method='rk4', step=0.01, stabilisation='baumgarte')",
    "simulate implicitly": "m.simulate(0.1, method='generalised-alpha').joint('B').force",
    "simulate to an event": "m.simulate(0.5, stop_when='A.angle > 65 deg')",
    "simulate many": "m.simulate_many(0.1, starts=[None, None])",
    "move many": "d.move_many([0.0, 0.1], starts=[None, None])",
    "inverse many": "d.inverse_many([0.0, 0.1], starts=[None, None])",
    "robot": "gallery.get('6r robot').robot().mass_matrix([0.1] * 6)",
    "symbolic": "m.symbolic()",
    "noc": "m.noc()",
    "reduced": "m.reduced('A.angle')",
    "function of time": "lw.speed('60 rpm')(0.5)",
    "measure": "m.simulate(0.1).measure('D.angle')",
    "energy": "m.simulate(0.1).energy",
    "reactions": "m.simulate(0.1).reactions('minimum-norm')",
    "kinetostatics": "d.inverse([0.0, 0.1]).kinetostatics()",
    "compare": "m.compare(0.01, ['reference', 'natural'])",
    "draw": "m.draw()",
    **{f"equations, {name}": f"m.equations(coordinates='{name}')" for name in ("reference", "natural", "relative")},
    **{f"simulate, {name}": f"m.simulate(0.02, formulation='{name}').joint('B').force" for name in FORMULATIONS},
    **{f"in space, {name}": f"s.simulate(0.02, formulation='{name}').joint('B').force" for name in FORMULATIONS},
    "equations in space": "s.equations(coordinates='natural')",
    "contact": "ball.simulate(0.5)",
}

SERVER = """
import json, os, sys, traceback
import linkwork as lw
from linkwork import gallery

m = lw.Mechanism("four-bar", plane="xy", gravity=(0, -9.81))
crank = m.body("crank", mass=1.0, inertia=0.30, com=(1, 0))
coupler = m.body("coupler", mass=2.25, inertia=2.00, com=(2, 0))
follower = m.body("follower", mass=2.0, inertia=1.35, com=(2, 0))
m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
m.revolute("B", crank.at(2, 0), coupler.at(0, 0))
m.revolute("C", coupler.at(4, 0), follower.at(4, 0))
m.revolute("D", m.ground.at(2.5, 0), follower.at(0, 0))
m.torque("motor", crank, 39.75)
m.place(crank, angle=60 * lw.deg)
d = m.copy()
d.drive("A.angle", lw.speed("60 rpm", start="60 deg"))

s = gallery.get("spatial four-bar", driven=False)
ball = lw.Mechanism("ball", plane="xy", gravity=(0, -9.81))
ball.place(ball.body("ball", mass=1.0), (0, 1))
ball.rigid_contact("floor", "ball.y", restitution=0.5)

found = {}
for name, line in json.loads(sys.argv[1]).items():
    child = os.fork()
    if not child:
        try:
            eval(line)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    found[name] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(json.dumps(found))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot split a process")
def test_every_way_in_may_come_first():
    command = [sys.executable, "-c", SERVER, json.dumps(LINES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == dict.fromkeys(LINES, 0), done.stderr
