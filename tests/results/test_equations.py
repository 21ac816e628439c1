"""The matrices with names: they fit each other, they are those of the solver, and their words are right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates.names import equation_meanings
from linkwork.formulations.base import REGISTRY
from linkwork.formulations.on_body_rows import ReferenceCoordinates
from linkwork.formulations.on_coordinates import Coordinates, OnCoordinates
from linkwork.formulations.terms import Terms, body_terms
from linkwork.results.equations import Equations
from linkwork.solve.engine import Engine

SOME = ("four-bar", "slider-crank", "spatial four-bar", "hooke joint", "bennett", "quick return", "heavy top")


def pendulum() -> lw.Mechanism:
    m = lw.Mechanism("pendulum", plane="xy", gravity=(0, -9.81))
    rod = m.body("rod", mass=2.0, com=(0.5, 0), inertia=0.3)
    m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    m.place("rod", angle=0.4, rate=3.0)
    return m


@pytest.mark.parametrize("name", SOME)
def test_the_matrices_fit_each_other(name):
    model = gallery.get(name)
    eq = model.equations()
    m, n = len(eq.rows), len(eq.columns)
    assert eq.Phi_q.shape == (m, n)
    # Linear systems of at most 30 unknowns solved once: rounding of 1e-16 times a condition below 1e5.
    scale = max(1.0, np.abs(eq.acceleration).max(), np.abs(eq.lam).max())
    assert eq.M @ eq.acceleration == pytest.approx(eq.Q + eq.Phi_q.T @ eq.lam, abs=1e-10 * scale)
    assert eq.Phi_q @ eq.acceleration == pytest.approx(eq.gamma, abs=1e-9 * scale)
    assert eq.Phi_q @ eq.velocity == pytest.approx(eq.nu, abs=1e-10 * scale)
    assert np.abs(eq.Phi).max() < 1e-11  # closed by assembly
    assert np.abs(eq.Phi_q @ eq.R).max(initial=0.0) < 1e-8  # the tolerance of rank
    assert pytest.approx(np.eye(n - eq.rank), abs=1e-12) == eq.R.T @ eq.R
    assert len(eq.redundant) == m - eq.rank
    assert np.array_equal(eq.A @ eq.T, eq.Phi_q)
    start = model.start()
    jacobian = Engine(model.plan()).jacobian(start.poses, 0.0)
    assert eq.Phi_q == pytest.approx(jacobian, abs=1e-12)


def test_a_pendulum_by_hand():
    m = pendulum()
    eq = m.equations()
    c, s = 0.5 * np.cos(0.4), 0.5 * np.sin(0.4)
    assert eq.columns == ("rod.vx", "rod.vy", "rod.w")
    assert eq.rows == ("pin: points together along the first axis", "pin: points together along the second axis")
    assert eq.Phi_q == pytest.approx(np.array([[1, 0, s], [0, 1, -c]]), abs=1e-15)
    assert eq.gamma == pytest.approx([-9 * c, -9 * s], abs=1e-12)
    assert pytest.approx(np.diag([2, 2, 0.3])) == eq.M
    assert pytest.approx([0, -2 * 9.81, 0]) == eq.Q
    # the moment of the weight about the pin over the inertia about the pin
    assert eq.acceleration[2] == pytest.approx(-2 * 9.81 * c / (0.3 + 2 * 0.25), rel=1e-12)
    assert (eq.rank, eq.R.shape) == (2, (3, 1))


def test_words_and_tables():
    eq = gallery.get("spatial four-bar").equations()
    text = str(eq)
    assert "18 coordinates, 21 equations, 18 of them independent: 0 velocities free." in text
    assert "Redundant, they repeat others: D: points together along the third axis" in text
    for name in Equations.matrices():
        assert f"\n  {name} " in text
    flat = pendulum().equations()
    lines = flat.table("Phi_q", digits=3).splitlines()
    assert lines[0].split() == ["Phi_q", "rod.vx", "rod.vy", "rod.w"]
    assert lines[2].split()[-3:] == ["0", "1", "-0.461"]
    assert flat.as_dict("Phi_q")["pin: points together along the second axis"]["rod.vy"] == 1.0
    assert flat.as_dict("Q")["rod.vy"] == pytest.approx(-19.62)
    for name in Equations.matrices():
        assert len(flat.table(name).splitlines()) == 1 + len(flat.names(name)[0])


def test_where_and_when():
    m = gallery.get("four-bar")
    times = np.linspace(0, 1, 11)
    motion = m.move(times)
    late = m.equations(at=motion, t=0.3)
    assert late.time == pytest.approx(0.3)
    assert late.velocity[2] == pytest.approx(motion.body("crank").angular_velocity[3])
    same = m.equations(at=motion.poses[3], t=0.3)
    assert same.Phi_q == pytest.approx(late.Phi_q, abs=1e-9)  # assembled again from poses that are closed
    assert m.equations(at=m.assemble(0.3), t=0.3).time == 0.3
    assert m.equations(at=m.start(0.2)).time == 0.2
    with pytest.raises(lw.ModelError, match=r"no position at t = 0.35 s; the nearest is at t = 0\.[34]"):
        m.equations(at=motion, t=0.35)


def test_velocities_can_be_given():
    m = pendulum()
    eq = m.equations(velocities=[[0.0, 0.0, 2.0]])
    assert eq.velocity.tolist() == [0, 0, 2]
    assert eq.gamma[0] == pytest.approx(-4 * 0.5 * np.cos(0.4))
    whole = m.equations(velocities=[[0, 0, 0, 0, 0, 2.0]])
    assert np.array_equal(whole.gamma, eq.gamma)
    with pytest.raises(lw.ModelError, match=r"shape \(2,\); \(1, 3\) or \(1, 6\) is expected"):
        m.equations(velocities=[1.0, 2.0])


def test_mistakes_are_answered():
    m = pendulum()
    with pytest.raises(lw.ModelError, match=r"in coordinates 'referense'.*reference"):
        m.equations(coordinates="referense")
    with pytest.raises(lw.ModelError, match=r"no matrix 'Phi_qq'.*Phi_q"):
        m.equations().table("Phi_qq")


def test_without_masses_the_kinematics_remain():
    m = lw.Mechanism("light", plane="xy")
    bar = m.body("bar")
    m.revolute("pin", m.ground.at(0, 0), bar.at(1, 0))
    eq = m.equations()
    assert np.isnan(eq.M).all()
    assert np.isnan(eq.lam).all()
    assert np.isfinite(eq.Phi_q).all()
    assert "mass or inertia is missing for 'bar'" in str(eq)
    assert "-" in eq.table("M")


@pytest.mark.parametrize("coordinates", ["reference", "natural", "mixed", "relative"])
def test_without_masses_the_kinematics_remain_in_all_coordinates(coordinates):
    m, heavy = (gallery.get("four-bar") for _ in range(2))
    for model, mass in ((m, None), (heavy, 1.0)):
        body = m.bodies["rocker"]
        model.bodies["rocker"] = replace(body, mass=mass, inertia=mass, shape=None, com=(0.1, 0.2))
    eq, full = m.equations(coordinates=coordinates), heavy.equations(coordinates=coordinates)
    assert eq.Phi_q == pytest.approx(full.Phi_q, abs=1e-12)
    assert eq.acceleration == pytest.approx(full.acceleration, rel=1e-9, abs=1e-9)  # the driver fixes them
    known = np.isfinite(eq.M)
    assert 0 < known.sum() < known.size  # what the rocker does not move is known
    assert eq.M[known] == pytest.approx(full.M[known])
    assert "mass or inertia is missing for 'rocker'" in str(eq)


@pytest.mark.parametrize("coordinates", ["natural", "mixed", "relative"])
def test_a_structure_has_equations(coordinates):
    m = lw.Mechanism("plate", plane="xy", gravity=(0, -10))
    plate = m.body("plate", mass=1.0, inertia=0.1, com=(0.5, 0.2))
    m.revolute("A", m.ground.at(0, 0), plate.at(0, 0))
    m.revolute("B", m.ground.at(1, 0), plate.at(1, 0))
    eq = m.equations(coordinates=coordinates)
    assert eq.rank == len(eq.columns)
    run = m.simulate([0.0, 0.1], formulation=coordinates)
    assert run.joint("A").force[:, 1] == pytest.approx(run.joint("B").force[:, 1])


def test_a_free_body_has_no_equations():
    m = lw.Mechanism("stone", gravity=(0, 0, -9.81))
    m.body("stone", mass=1.0, inertia=(1, 2, 3))
    eq = m.equations()
    assert eq.Phi_q.shape == (0, 6)
    assert eq.acceleration == pytest.approx([0, 0, -9.81, 0, 0, 0])
    assert "6 coordinates, 0 equations, 0 of them independent: 6 velocities free." in str(eq)


def test_contacts_and_friction_are_named():
    m = pendulum()
    m.friction("drag", "pin", mu=0.1, radius="10 mm")
    assert "Contacts and friction are left out: 'drag'." in str(m.equations())


class Doubled(Coordinates):
    """Twice the reference-point coordinates of a planar model: z = 2 (x, y, angle)."""

    def __init__(self, plan, work):
        self.plan, self.work = plan, work
        count = len(plan.resolved.solids)
        self.names = [f"twice {k}" for k in range(3 * count)]
        self.parts, self.rate_parts = [0, 0, 1] * count, [2, 2, 3] * count
        self.words = list(equation_meanings(plan))
        self.row_degrees = np.array([e.is_length for e in plan.equations], int)
        self.units = np.ones(3 * count)

    def wanted(self, t, z, rates):
        return ReferenceCoordinates(self.plan).wanted(t, self.work.q.ravel(), [rate / 2 for rate in rates])

    def of_bodies(self, q, V):
        angles = 2 * np.arctan2(q[:, 6], q[:, 3])
        return 2 * np.column_stack([q[:, :2], angles]).ravel(), 2 * V[:, [0, 1, 5]].ravel()

    def terms(self, t, z, v):
        b = body_terms(self.plan, self.work, t)
        n, user = len(v), self.plan.position_in_table
        T = 0.5 * np.eye(n)
        M = T.T @ b.times_mass(T)
        return Terms(M, T.T @ b.force, b.J[user] @ T, b.Phi[user], b.slip[user], b.gamma[user], T, np.zeros(n), b)


class InDoubled(OnCoordinates):
    def prepare(self):
        self.coordinates = Doubled(self.full, self.work)


@pytest.mark.parametrize("coordinates", ["natural", "mixed", "relative"])
@pytest.mark.parametrize("name", gallery.names())
def test_every_row_has_a_name_of_its_own(name, coordinates):
    model = gallery.get(name)
    try:
        found = model.equations(coordinates=coordinates)
    except lw.ModelError as error:
        pytest.skip(str(error))
    assert len(found.rows) == len(found.Phi)
    assert len(set(found.rows)) == len(found.rows), [row for row in found.rows if found.rows.count(row) > 1]


def test_any_formulation_in_coordinates_of_its_own_can_be_shown(monkeypatch):
    monkeypatch.setitem(REGISTRY, "doubled", InDoubled)
    m = gallery.get("four-bar")
    own, plain = m.equations(coordinates="doubled"), m.equations()
    assert own.columns == tuple(f"twice {k}" for k in range(9))
    assert own.rows == plain.rows
    assert own.Phi_q == pytest.approx(0.5 * plain.Phi_q, abs=1e-14)
    assert own.Phi_q_dot == pytest.approx(0.5 * plain.Phi_q_dot, abs=1e-11)
    assert pytest.approx(0.25 * plain.M, abs=1e-14) == own.M
    assert own.T @ own.velocity == pytest.approx(plain.velocity, abs=1e-12)
    assert np.array_equal(own.A, plain.A)
    # condition of the augmented system about 1e3
    assert own.acceleration == pytest.approx(2 * plain.acceleration, rel=1e-9, abs=1e-9)
    assert own.lam == pytest.approx(plain.lam, rel=1e-9, abs=1e-9)
    with pytest.raises(lw.ModelError, match="'reference' only"):
        own.symbolic()
    monkeypatch.setattr(InDoubled, "reason", classmethod(lambda cls, plan: "it is too plain."))
    with pytest.raises(lw.ModelError, match=r"does not apply to 'four-bar': it is too plain"):
        m.equations(coordinates="doubled")
