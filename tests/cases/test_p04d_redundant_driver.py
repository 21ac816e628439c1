"""Slider-crank with sine and cosine driver equations at once: example 3.8 of the chapter."""

import numpy as np
import pytest
from case_data import agree, column, load

import linkwork as lw

CASE = load("p04d_slidercrank_redundant_driver")
ROWS = CASE.reference["rows"]
EQUATIONS = {"cosine": "crank.P1.x - L2*cos(t)", "sine": "crank.P1.y - L2*sin(t)"}


def slider_crank(psi: float, *equations: str) -> lw.Mechanism:
    m = lw.Mechanism("slider-crank", plane="xy")
    m.parameter("L2", CASE.data["L2"])
    m.parameter("L3", CASE.data["L3"])
    crank, rod, slider = m.body("crank"), m.body("rod"), m.body("slider")
    crank.point("P1", "L2", 0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("pin", crank.at("L2", 0), rod.at(0, 0))
    m.revolute("wrist", rod.at("L3", 0), slider.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), slider.at(0, 0), axis="x")
    lift = np.sin(psi) * CASE.data["L2"]
    m.place(crank, angle=psi)
    m.place(rod, angle=-np.arcsin(lift / CASE.data["L3"]))
    m.place(slider, at=(np.cos(psi) * CASE.data["L2"] + np.sqrt(CASE.data["L3"] ** 2 - lift**2), 0))
    for name in equations:
        m.constraint(name, expression=EQUATIONS[name])
    return m


def with_both(psi: float) -> lw.Mechanism:
    return slider_crank(psi, "cosine", "sine")


def with_angle(psi: float) -> lw.Mechanism:
    m = slider_crank(psi)
    m.drive("A.angle", "t")
    return m


@pytest.mark.parametrize("model", [with_both, with_angle])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"psi={row['psi']:.3f}")
def test_same_answer_at_every_angle(model, row):
    motion = model(row["psi"]).pose(row["psi"])
    pin, slider = motion.point("crank.P1"), motion.body("slider")
    agree([*pin.position[0], slider.position[0, 0]], [row["x1"], row["y1"], row["x2"]], 1e-12)
    agree([*pin.velocity[0], *slider.velocity[0]], row["velocity_psi_dot_1"], 1e-10)


@pytest.mark.parametrize("model", [with_both, with_angle])
def test_one_sweep_through_the_whole_range(model):
    rows = sorted(ROWS, key=lambda row: row["psi"])
    psis = column(rows, "psi")
    fine = np.unique(np.concatenate([psis, np.linspace(psis[0], psis[-1], 91)]))
    motion = model(psis[0]).move(fine)
    here = np.searchsorted(fine, psis)
    assert motion.complete
    agree(motion.body("slider").position[here, 0], column(rows, "x2"), 1e-12)
    agree(motion.body("slider").velocity[here, 0], [row["velocity_psi_dot_1"][2] for row in rows], 1e-10)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"psi={row['psi']:.3f}")
@pytest.mark.parametrize(
    ("equations", "name"),
    [
        (("cosine", "sine"), "rank_all5"),
        (("cosine",), "rank_with_cosine_only"),
        (("sine",), "rank_with_sine_only"),
    ],
)
def test_ranks(row, equations, name):
    # The reference has 4 natural coordinates: 4 - rank velocities stay free, whatever the coordinates.
    mobility = slider_crank(row["psi"], *equations).mobility(t=row["psi"])
    assert mobility.instantaneous == 4 - row[name]


def test_the_second_equation_is_reported_as_redundant():
    mobility = with_both(0.3).mobility(t=0.3)
    assert [r.joint for r in mobility.redundant] == ["sine"]
    assert mobility.degrees_of_freedom == 0
