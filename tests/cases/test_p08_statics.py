"""Equilibrium and small motions: a four-bar with a diagonal spring, a hanging chain, rods hung between two pins."""

import numpy as np
import pytest
from case_data import agree, load

import linkwork as lw

# ---- four-bar with a diagonal spring ---------------------------------------------------------------

FOUR_BAR = load("p08a_fourbar_diagonal_spring")


def four_bar(angle: float) -> lw.Mechanism:
    d = FOUR_BAR.definition["data"]
    m = lw.Mechanism("four-bar with a spring", plane="xy", gravity=(0, -d["g"]))
    crank = m.body("crank", lw.rod(length=d["r2"], mass=d["m2"]))
    coupler = m.body("coupler", lw.rod(length=d["r3"], mass=d["m3"]))
    follower = m.body("follower", lw.rod(length=d["r4"], mass=d["m4"]))
    m.revolute("O2", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(d["r2"], 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(d["r3"], 0), follower.at(d["r4"], 0))
    m.revolute("O4", m.ground.at(d["r1"], 0), follower.at(0, 0))
    m.spring(
        "diagonal",
        crank.at(d["r2"], 0),
        m.ground.at(d["r1"], 0),
        stiffness=d["k"],
        free_length=d["L0"],
        damping=d["c"],
    )
    m.place(crank, angle=angle)
    m.place(coupler, angle=0.4)
    m.place(follower, angle=0.9)
    return m


@pytest.mark.parametrize(("search", "guess"), [("stable", 0.47), ("nearest", 0.47), ("stable", 0.9), ("stable", 0.2)])
def test_equilibrium_of_the_four_bar(search, guess):
    r = FOUR_BAR.reference
    found = four_bar(guess).equilibrium(search=search)
    assert found.kind == "stable"
    agree(found["O2.angle"], r["theta_eq"], 1e-12)
    for joint, name in {"O2": "O2_on_crank", "A": "A_crank_on_coupler", "B": "B_coupler_on_follower"}.items():
        agree(found.motion.joint(joint).force[0], r["joint_reactions_at_equilibrium"][name], 1e-12)


def test_small_motions_of_the_four_bar():
    r, m = FOUR_BAR.reference, four_bar(0.47)
    linear = m.linearise(m.equilibrium().start, coordinates=["O2.angle"])
    agree(linear.M, [[r["generalized_mass"]]], 1e-12)
    agree(linear.damping, [[r["generalized_damping"]]], 1e-12)
    agree(linear.stiffness, [[r["potential_second_derivative"]]], 1e-12)
    expected = [complex(x["re"], x["im"]) for x in r["eigenvalues"]]
    np.testing.assert_allclose(np.sort_complex(linear.eigenvalues), np.sort_complex(expected), rtol=1e-12)


# ---- hanging chain -----------------------------------------------------------------------------------


@pytest.mark.parametrize("plane", ["xy", None])
def test_frequencies_of_a_hanging_chain(plane):
    case = load("p08c_chain_modes_3")
    d = case.definition["data"]
    down = -90 * lw.deg
    m = lw.Mechanism("chain", plane=plane, gravity=(0, -d["g"]) if plane else (0, -d["g"], 0))
    end = m.ground.at(0, 0) if plane else m.ground.at(0, 0, 0)
    for k in range(d["n"]):
        rod = m.body(f"rod {k}", lw.rod(length=d["L"], mass=d["m"]))
        m.revolute(f"pin {k}", end, rod.at(0, 0) if plane else rod.at(0, 0, 0))
        if plane:
            m.place(rod, angle=down)
        else:
            m.place(rod, rotation=lw.axis_angle((0, 0, 1), down))
        end = rod.at(d["L"], 0) if plane else rod.at(d["L"], 0, 0)
    found = np.sort(np.abs(m.linearise().eigenvalues))[::2]
    np.testing.assert_allclose(found, case.reference["omega"], rtol=1e-12)


# ---- rods between two pins ----------------------------------------------------------------------------


def test_rods_hung_between_two_pins():
    case = load("p08d_hanging_rods_static")
    d, r = case.definition["data"], case.reference
    m = lw.Mechanism("rods", plane="xy", gravity=(0, -d["g"]))
    end = m.ground.at(0, 0)
    for k, (length, mass) in enumerate(zip(d["L"], d["m"], strict=True)):
        rod = m.body(f"r{k}", lw.rod(length=length, mass=mass))
        m.revolute(f"J{k}", end, rod.at(0, 0))
        m.place(rod, angle=d["guess"][k])
        end = rod.at(length, 0)
    m.revolute("J3", m.ground.at(*d["B"]), end)
    found = m.equilibrium()
    assert found.kind == "stable"
    agree([found[f"r{k}.angle"] for k in range(3)], r["theta"], 1e-12)
    agree(found.motion.joint("J0").force[0], r["support_A_force_on_chain"], 1e-12)
    agree(found.motion.joint("J3").force[0], r["support_B_force_on_chain"], 1e-12)
