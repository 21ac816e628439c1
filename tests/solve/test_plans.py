"""A description is compared once in an analysis, and planned no more often than it has variants. Counts, no clocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.coordinates import plan as plans
from linkwork.model.description import Description

Counts = dict[str, int]


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    found = {"compared": 0, "checked": 0}

    def counting(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            found[what] += 1
            return function(*args, **options)

        return call

    monkeypatch.setattr(Description, "written", counting("compared", Description.written))
    monkeypatch.setattr(Description, "checked", counting("checked", Description.checked))
    return found


ANALYSES: dict[str, tuple[Callable[[lw.Mechanism], object], int]] = {
    "assemble": (lambda m: m.assemble(), 1),
    "move": (lambda m: m.move([0.0, 0.1]), 1),
    "pose": (lambda m: m.pose(0.1), 1),
    "start": (lambda m: m.start(), 1),
    "simulate": (lambda m: m.simulate(0.1, points=3), 1),
    "inverse": (lambda m: m.inverse([0.0, 0.1]), 1),
    "equations": (lambda m: m.equations(), 1),
    "mobility": (lambda m: m.mobility(), 2),  # with its drivers, and without
    "allowable motions": (lambda m: m.allowable_motions(), 2),
}
"""Analyses of a driven mechanism, and how often they read a description: it, and a variant of it."""


@pytest.mark.parametrize("name", ANALYSES)
def test_a_description_is_compared_once(name: str, counts: Counts) -> None:
    run, variants = ANALYSES[name]
    m = gallery.get("four-bar")
    run(m)
    assert counts["compared"] == 1
    assert counts["checked"] <= variants
    run(m)
    assert counts["compared"] == 2, "a second analysis sees whether it has changed"
    assert counts["checked"] <= variants, "and takes the plan that is there"


def test_mobility_without_drivers_plans_once(counts: Counts) -> None:
    gallery.get("four-bar", driven=False).mobility()
    assert counts == {"compared": 1, "checked": 1}


def test_a_changed_description_is_planned_again() -> None:
    m = gallery.get("four-bar")
    first = m.plan()
    assert m.plan() is first
    m.place("crank", angle=0.1)
    assert m.plan() is not first


def test_an_undriven_plan_is_made_once() -> None:
    plan = gallery.get("four-bar").plan()
    assert plan.undriven is plan.undriven
    assert plan.undriven.undriven is plan.undriven
    assert not plan.undriven.model.drivers
    assert plans.plan_of(plan.model) is not plan
