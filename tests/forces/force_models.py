"""A mechanism to put forces on, examples of every force, and laws in numbers."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.expressions import link
from linkwork.kernels.programs import program as machine
from linkwork.model.loads import ResolvedLaw, ResolvedLoad

# Fields of every force on `machine_model`: each entry is one force.
EXAMPLES: dict[str, list[dict[str, object]]] = {
    "point_force": [
        {"at": "crank.P", "value": "20 N", "direction": "x"},
        {"at": "crank.P", "force": ("-3*rate(slide)", 0), "follows": "body", "reacted_at": "ground.O"},
        {"at": "crank.P", "value": "F*sin(3*t)", "direction": (1, "2*L/(1 m)")},
    ],
    "torque": [
        {"body": "crank", "value": 39.75},
        {"body": "crank", "value": "2 N*m - c*rate(A.angle)", "axis": "-z", "reacted_by": "block", "follows": "body"},
        {"body": "crank", "value": lw.cycloidal("5 N*m", "200 ms")},
    ],
    "spring": [
        {"a": "ground.O", "b": "crank.P", "stiffness": "2 N/mm", "free_length": "L/2", "damping": 5, "preload": "1 N"},
        {"a": "ground.O", "b": "crank.P", "free_length": 0.3, "curve": "1e3*x + 5e6*x^3", "actuator": "10*A.angle"},
        {"a": "ground.O", "b": "crank.P", "free_length": 0.3, "curve": lw.table([-1, 0, 1, 2], [-5, 0, 7, 9])},
    ],
    "rotational_spring": [
        {"quantity": "A", "stiffness": "0.2 N*m/deg", "free_angle": "-10 deg", "damping": 0.1, "preload": 2},
        {"quantity": "crank.angle", "curve": "5 N*m*tanh(x)", "actuator": "sin(t)"},
    ],
    "effort": [
        {"quantity": "slide", "value": "if(slide.translation < 50 mm, 200 N, 0)"},
        {"quantity": "distance(crank.P, ground.O)", "value": -3},
        {"quantity": "crank.P.x", "value": "impact(crank.P.x, rate(crank.P.x), 0, 1e5, 1.5, 50, 1e-4)"},
    ],
    "viscous": [{"quantity": "A.angle", "damping": "c"}, {"quantity": "slide", "damping": "3 N*s/m"}],
    "motor": [
        {"quantity": "A", "stall": "5 N*m", "no_load_speed": "3000 rpm"},
        {"quantity": "A", "curve": lw.table([0, 100, 200, 300], [5, 6, 4, 0], method="akima")},
        {"quantity": "A", "pull_out": "20 N*m", "pull_out_slip": 0.2, "synchronous_speed": "1500 rpm"},
        {"quantity": "slide", "stall": "50 N", "no_load_speed": "2 m/s"},
    ],
    "load_torque": [
        {"quantity": "A", "constant": "2 N*m", "linear": 0.1, "quadratic": 2e-4, "smooth": "1 rad/s"},
        {"quantity": "slide", "linear": "4 N*s/m"},
    ],
    "bushing": [
        {"a": "ground.O", "b": "crank.P", "stiffness": (1e5, "200 N/mm"), "damping": 200, "rotational_stiffness": 30},
        {"a": "ground.O", "b": "crank", "stiffness": 1e5, "rotational_damping": "2 N*m*s/rad"},
    ],
    "one_way": [{"quantity": "A"}, {"quantity": "slide", "free": "back"}],
    "ratchet": [
        {"quantity": "A", "teeth": 12},
        {"quantity": "slide", "pitch": "5 mm", "first": "1 mm", "free": "back"},
    ],
    "end_stop": [
        {"quantity": "A", "lower": 0, "upper": "100 deg", "stiffness": 1e3, "damping": 5, "depth": "1 deg"},
        {"quantity": "slide", "lower": "-20 mm", "stiffness": "1e5 N/m", "exponent": 1},
        {"quantity": "slide", "upper": "20 mm", "stiffness": 1e5, "damping": 30},
    ],
    "contact": [
        {"a": "ground.O", "b": "crank.P", "normal": "y", "radius": "20 mm", "stiffness": 1e6, "damping": 50},
        {"a": "block", "b": "crank.P", "surface": "sphere", "radius": 0.02, "radius_a": 0.1, "stiffness": 1e6},
    ],
    "friction": [
        {"joint": "A", "mu": 0.1, "radius": "10 mm"},
        {"joint": "slide", "mu": 0.1, "mu_static": 0.15, "preload": "5 N", "bearing": 0.05, "smooth": "1 mm/s"},
    ],
    "rigid_contact": [
        {"quantity": "crank.P.y", "limit": "-100 mm", "restitution": 0.8},
        {"quantity": "A", "limit": "90 deg", "side": "below"},
    ],
}

CASES = [(kind, number) for kind, fields in EXAMPLES.items() for number in range(len(fields))]


def machine_model(plane: str | None = "xy") -> lw.Mechanism:
    """A crank on a pin, and a block on a slide."""
    m = lw.Mechanism("machine", plane="xy", gravity=(0, -9.81), spatial=plane is None)
    m.parameter("L", "500 mm")
    m.parameter("F", "30 N")
    m.parameter("c", "0.2 N*m*s/rad")
    m.ground.point("O", 0, 0)
    crank = m.body("crank", mass=1.0, inertia=0.1)
    crank.point("P", "L", 0)
    block = m.body("block", mass=2.0, inertia=0.1)
    m.revolute("A", "ground.O", crank)
    m.prismatic("slide", m.ground.at(0, 1), block)
    return m


def with_force(kind: str, number: int, plane: str | None = "xy") -> lw.Mechanism:
    """The machine with one of the examples."""
    m = machine_model(plane)
    m.force(kind, "it", **EXAMPLES[kind][number])
    return m


def loads_of(m: lw.Mechanism) -> list[ResolvedLoad]:
    return m.checked()[2].load_list()


def only_load(m: lw.Mechanism) -> ResolvedLoad:
    (load,) = loads_of(m)
    return load


def value_of(law: ResolvedLaw, t: float = 0.0, inputs: tuple[float, ...] = (), m: float = 0.0, rate: float = 0.0):
    """The value of a law at a time, for the values of its inputs and of its own measure."""
    total = law.constant + law.stiffness * (m - law.free) + law.damping * rate
    return total if law.program is None else total + run(law.program, t, inputs)[1][0]


def run(program, t: float, inputs: tuple[float, ...], order: int = 0):
    """Status and jet of a program."""
    table = link([program])
    variables, stack = np.zeros((1 + len(inputs), 4)), table.stack()
    variables[0, :2] = t, 1.0
    variables[1:, 0] = inputs
    with np.errstate(all="ignore"):
        status = machine.run_program(table.ops, 0, len(table.ops), table.consts, variables, stack, order)
    if status == machine.CALLBACK_FAILED:
        table.reraise()
    return status, stack[0].copy()
