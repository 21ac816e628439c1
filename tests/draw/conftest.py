"""Mechanisms to be drawn."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def make_four_bar() -> lw.Mechanism:
    m = lw.Mechanism("four-bar", plane="xy")
    crank, coupler, rocker = m.body("crank"), m.body("coupler"), m.body("rocker")
    coupler.point("P", 1.5, 1.0)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(3, 0), rocker.at(2.5, 0))
    m.revolute("D", m.ground.at(3.2, 0), rocker.at(0, 0))
    m.drive("A.angle", "1 + t")
    m.place(rocker, (3.2, 0), 1.5)
    return m


def make_slider_crank() -> lw.Mechanism:
    m = lw.Mechanism("slider-crank", plane="xy", gravity=(0, -9.81))
    crank = m.body("crank", lw.disc(0.05, 0.01, density="steel"))
    rod = m.body("rod", lw.rod(length=0.15, mass=0.3))
    piston = m.body("piston")
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(0.04, 0), rod.at(0, 0))
    m.revolute("C", rod.at(0.15, 0), piston.at(0, 0))
    m.prismatic("slide", m.ground.at(0, 0), piston.at(0, 0), axis="x")
    m.drive("A.angle", "0.9 - 10*t")
    m.place(piston, (0.18, 0))
    return m


def make_ladder(loops: int = 5) -> lw.Mechanism:
    m = lw.Mechanism("ladder", plane="xy")
    before = None
    for i in range(loops + 1):
        post = m.body(f"post{i}")
        m.revolute(f"G{i}", m.ground.at(i, 0), post.at(0, 0))
        m.place(post, (i, 0), 1.2)
        if before is not None:
            rung = m.body(f"rung{i}")
            m.revolute(f"L{i}", before.at(1, 0), rung.at(0, 0))
            m.revolute(f"R{i}", rung.at(1, 0), post.at(1, 0))
            m.place(rung, (i - 1 + np.cos(1.2), np.sin(1.2)), 0.0)
        before = post
    m.drive("G0.angle", "1.2 + t")
    return m


def make_spatial_loop() -> lw.Mechanism:
    """Return a spatial four-bar: revolute, spherical, universal, revolute."""
    m = lw.Mechanism("spatial loop", plane=None)
    crank, coupler, rocker = m.body("crank"), m.body("coupler"), m.body("rocker", mass=1.0, com=(0.5, 0, 0))
    m.revolute("A", m.ground.at(0, 0, 0), crank.at(0, 0, 0), axis="z")
    m.spherical("B", crank.at(0.5, 0, 0), coupler.at(0, 0, 0))
    m.universal("C", coupler.at(1.6, 0, 0), rocker.at(1, 0, 0), axis="y", axis_b="x")
    m.revolute("D", m.ground.at(1.5, 0, 0.2, z="y"), rocker.at(0, 0, 0, z="y"))
    m.drive("A.angle", "0.6 + t")
    m.place(rocker, (1.5, 0, 0.2), rotation=lw.rpy(0, -1.4, 0))
    return m


@pytest.fixture(scope="session")
def four_bar() -> lw.Mechanism:
    return make_four_bar()


@pytest.fixture(scope="session")
def slider_crank() -> lw.Mechanism:
    return make_slider_crank()


@pytest.fixture(scope="session")
def ladder() -> lw.Mechanism:
    return make_ladder()


@pytest.fixture(scope="session")
def spatial_loop() -> lw.Mechanism:
    return make_spatial_loop()


@pytest.fixture(scope="session")
def four_bar_motion(four_bar: lw.Mechanism):
    return four_bar.move(np.linspace(0, 2 * np.pi, 61))
