"""Planetary gear set with sun, ring and carrier free to turn."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw

CASE = load("p10g_planetary")
DATA, REFERENCE = CASE.data, CASE.reference


def gear_set(spatial: bool) -> lw.Mechanism:
    m = lw.Mechanism("planetary gear set", plane="xy", spatial=spatial)
    for name, value in DATA.items():
        m.parameter(name, value)
    sun, ring, carrier = (m.body(n, mass=1.0, inertia=f"I_{n}") for n in ("sun", "ring", "carrier"))
    for name, body in (("S", sun), ("R", ring), ("C", carrier)):
        m.revolute(name, m.ground.at(0, 0), body.at(0, 0))
    for k in range(DATA["n_planets"]):
        angle = 2 * np.pi * k / DATA["n_planets"]
        planet = m.body(f"planet {k}", mass="m_planet", inertia="I_planet")
        reach = "module*(z_sun + z_planet)/2"
        m.revolute(f"P{k}", carrier.at(f"{reach}*cos({angle})", f"{reach}*sin({angle})"), planet.at(0, 0))
        teeth = {"module": "module", "pressure_angle": "20 deg"}
        m.gear(f"inner {k}", sun.at(0, 0), planet.at(0, 0), teeth_a="z_sun", teeth_b="z_planet", **teeth)
        ends = ring.at(0, 0), planet.at(0, 0)
        m.gear(f"outer {k}", *ends, teeth_a="z_ring", teeth_b="z_planet", mesh="internal", **teeth)
    return m


def about_normal(vectors):
    return vectors if vectors.ndim == 1 else vectors[:, 2]


@pytest.mark.parametrize("spatial", [False, True])
def test_speeds(spatial):
    m = gear_set(spatial)
    m.drive("S.angle", "omega_sun*t")
    m.drive("R.angle", "omega_ring*t")
    motion = m.move([0.0, 0.37])
    agree(motion.joint("C").angle_velocity, [REFERENCE["omega_carrier"]] * 2)
    agree(about_normal(motion.body("planet 1").angular_velocity), [REFERENCE["omega_planet_absolute"]] * 2)
    agree(np.linalg.norm(motion.body("planet 2").position, axis=1), [REFERENCE["centre_distance"]] * 2)
    m.drivers.clear()
    m.drive("S.angle", "t")
    m.drive("R.angle", 0.0)
    agree(1 / m.move([0.2]).joint("C").angle_velocity[0], REFERENCE["ratio_sun_to_carrier_ring_fixed"])


@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("formulation", ["auto", "relative", "natural", "noc"])
def test_accelerations(spatial, formulation):
    m = gear_set(spatial)
    for name in ("sun", "ring", "carrier"):
        m.torque(f"on {name}", name, DATA[f"T_{name}"])
    assert m.mobility().degrees_of_freedom == 2
    run = m.simulate([0.0, 0.001], formulation=formulation)
    for name, known in (("sun", "sun"), ("ring", "ring"), ("carrier", "carrier"), ("planet 2", "planet")):
        agree(about_normal(run.body(name).angular_acceleration)[0], REFERENCE[f"alpha_{known}"])
