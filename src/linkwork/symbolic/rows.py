"""Constraint equations, masses and forces in symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.measure import IN_SPACE
from .bodies import Kinematics, Quantity
from .numbers import Expr, library
from .programs import Translator, is_closed

if TYPE_CHECKING:
    from ..expressions import Program
    from ..model.equations import Equation
    from ..model.loads import ResolvedLoad
    from .own_kinematics import OwnKinematics


@dataclass(frozen=True)
class RowTerms:
    """One equation: its slopes by the velocities, and the right sides."""

    slopes: tuple[Expr, ...]
    nu: Expr
    gamma: Expr


def residual(equation: Equation, kinematics: Kinematics, translator: Translator) -> Expr:
    """Return what vanishes, written out."""
    values = [kinematics.value(g) for g in equation.gauges]
    if equation.contact is not None or equation.surface is not None:
        return kinematics.sp.Symbol(_contact_name(equation), real=True)
    if equation.program is not None:
        if equation.level:
            values += [kinematics.quantity(g).rate for g in equation.gauges]
        value = translator.expression(equation.program, values, unknown_name("f", equation.owner))
        return value - followed(equation, kinematics, translator)
    return _total(equation, values, kinematics) - followed(equation, kinematics, translator)


def _total(equation: Equation, values: list[Expr], kinematics: Kinematics) -> Expr:
    """Return the weighted sum of an equation without a program."""
    if equation.single:
        return values[0]
    number = kinematics.number
    terms = zip(equation.weights, equation.rests, values, strict=True)
    return sum((number(w) * (value - number(rest)) for w, rest, value in terms), start=number(0.0))


def followed(equation: Equation, kinematics: Kinematics, translator: Translator) -> Expr:
    """Return the value that the measure of an equation keeps or follows."""
    offset = kinematics.number(equation.offset)
    if equation.function is None:
        return offset
    return offset + translator.expression(equation.function, (), unknown_name("f", equation.owner))


def row_terms(equation: Equation, kinematics: Kinematics, translator: Translator) -> RowTerms:
    """Return the derivatives of an equation, with marks for points and vectors."""
    parts = [kinematics.quantity(g) for g in equation.gauges]
    if equation.contact is not None or equation.surface is not None:
        return _of_contact(equation, parts)
    if equation.level:
        return _of_rates(equation, parts, translator)
    if equation.program is not None:
        follows = followed(equation, kinematics, translator)
        return _of_program(equation, parts, translator, follows)
    weights = [kinematics.number(w) for w in equation.weights] or [1]
    follows, t = followed(equation, kinematics, translator), translator.time
    columns = zip(*(p.slopes for p in parts), strict=True)
    slopes = tuple(sum(w * s for w, s in zip(weights, column, strict=True)) for column in columns)
    curvature = sum(w * p.curvature for w, p in zip(weights, parts, strict=True))
    return RowTerms(slopes, follows.diff(t), follows.diff(t, 2) - curvature)


def _of_contact(equation: Equation, parts: list[Quantity]) -> RowTerms:
    """Return a contact on a curve or surface: its slopes and its bend have no formula and are symbols.

    Slopes are by xi, eta and psi, or by the coordinates of point b, and those on a surface by the axes of b as well.
    """
    sp, name = library(), _contact_name(equation)
    turning = equation.contact is not None and equation.contact.kind not in IN_SPACE
    ways = ["xi", "eta", "psi" if turning else "zeta", *(t + e for t in "xyz" for e in "xyz")]
    slopes = [sp.Symbol(f"{name}_{k}", real=True) for k in ways[: len(parts)]]
    columns = zip(*(p.slopes for p in parts), strict=True)
    by_velocity = tuple(sum(f * s for f, s in zip(slopes, column, strict=True)) for column in columns)
    bend = sp.Symbol(f"{name}_bend", real=True) + sum(f * p.curvature for f, p in zip(slopes, parts, strict=True))
    return RowTerms(by_velocity, sp.Integer(0), -bend)


def _contact_name(equation: Equation) -> str:
    """Return the name of a contact's gap or slip; of several of one joint, each has its own."""
    if equation.surface is not None:
        which = ("gap", "slip_1", "slip_2")[equation.surface.roll]
    else:
        kind = "" if equation.contact is None else equation.contact.kind
        which = f"gap_{1 + IN_SPACE.index(kind)}" if kind in IN_SPACE else "gap"
    return unknown_name(which, equation.owner)


def _of_rates(equation: Equation, parts: list[Quantity], translator: Translator) -> RowTerms:
    """Return the equation of velocities F(t, m, m') = 0: slopes by the rates, nu = -F(t, m, 0), gamma = -dF/dt."""
    sp, t, program = library(), translator.time, equation.program
    assert program is not None
    marks = [sp.Symbol(f"m{k}", real=True) for k in range(len(parts))]
    rates = [sp.Symbol(f"r{k}", real=True) for k in range(len(parts))]
    F = translator.expression(program, [*marks, *rates], unknown_name("f", equation.owner))
    put = {mark: part.value for mark, part in zip(marks, parts, strict=True)}
    put |= {rate: part.rate for rate, part in zip(rates, parts, strict=True)}
    slopes = [F.diff(rate).xreplace(put) for rate in rates]
    second = F.diff(t).xreplace(put)
    for mark, slope, part in zip(marks, slopes, parts, strict=True):
        second += F.diff(mark).xreplace(put) * part.rate + slope * part.curvature
    columns = zip(*(p.slopes for p in parts), strict=True)
    by_velocity = tuple(
        sum((f * s for f, s in zip(slopes, column, strict=True)), start=sp.Integer(0)) for column in columns
    )
    return RowTerms(by_velocity, -F.xreplace(dict.fromkeys(rates, sp.Integer(0))).xreplace(put), -second)


def _of_program(equation: Equation, parts: list[Quantity], translator: Translator, follows: Expr) -> RowTerms:
    """Return the equation F(t, m1, m2, ...) = 0 by the chain rule, F a program less what it follows."""
    sp, t = library(), translator.time
    assert equation.program is not None
    marks = [sp.Symbol(f"m{k}", real=True) for k in range(len(parts))]
    F = translator.expression(equation.program, marks, unknown_name("f", equation.owner)) - follows
    put = {mark: part.value for mark, part in zip(marks, parts, strict=True)}
    slopes = [F.diff(mark) for mark in marks]
    rates, curvatures = [p.rate for p in parts], [p.curvature for p in parts]
    # F'' = F_tt + 2 F_tm m' + m' F_mm m' + F_m m''
    second = F.diff(t, 2).xreplace(put)
    for i, slope in enumerate(slopes):
        second += 2 * slope.diff(t).xreplace(put) * rates[i] + slope.xreplace(put) * curvatures[i]
        for j, mark in enumerate(marks):
            second += slope.diff(mark).xreplace(put) * rates[i] * rates[j]
    columns = zip(*(p.slopes for p in parts), strict=True)
    by_velocity = tuple(
        sum((f.xreplace(put) * s for f, s in zip(slopes, column, strict=True)), start=sp.Integer(0))
        for column in columns
    )
    return RowTerms(by_velocity, -F.diff(t).xreplace(put), -second)


def mass_matrix(kinematics: Kinematics) -> Any:
    """Return M: mass and inertia of every body about its centre of mass, ground axes."""
    sp, blocks = kinematics.sp, []
    for b, solid in enumerate(kinematics.resolved.solids):
        mass = kinematics.number(solid.mass)
        if kinematics.planar:
            blocks.append(sp.diag(mass, mass, kinematics.number(_known(solid.inertia)[2, 2])))
        else:
            blocks.append(sp.diag(mass, mass, mass, inertia_of(kinematics, b)))
    return sp.diag(*blocks)


def inertia_of(kinematics: Kinematics, b: int) -> Any:
    """Return the inertia of a body in ground axes, R I R^T."""
    own = kinematics.sp.Matrix(3, 3, [kinematics.number(x) for x in _known(kinematics.resolved.solids[b].inertia).flat])
    R = kinematics.bodies[b].rotation
    return R * own * R.T


def _known(inertia: Any) -> Any:
    """Return an inertia; one that was not given (a point mass) is zero."""
    return np.where(np.isfinite(inertia), inertia, 0.0)


def forces(loads: list[ResolvedLoad], kinematics: Kinematics, translator: Translator) -> Any:
    """Return Q: weights, gyroscopic moments -w x I w and loads, by their power on the velocities."""
    sp = kinematics.sp
    Q = sp.zeros(len(kinematics.v), 1)
    gravity = [kinematics.number(float(g)) for g in kinematics.resolved.gravity]
    d = 3 if kinematics.planar else 6
    for b, solid in enumerate(kinematics.resolved.solids):
        for k in range(2 if kinematics.planar else 3):
            Q[b * d + k] += kinematics.number(solid.mass) * gravity[k]
        if not kinematics.planar:
            w = sp.Matrix(kinematics.bodies[b].v[3:])
            Q[b * d + 3 : b * d + 6, 0] = -w.cross(inertia_of(kinematics, b) * w)
    for load in loads:
        value = load_value(load, kinematics, translator)
        for j, share in enumerate(load_shares(load, kinematics, translator)):
            Q[j] += value * share
    return Q


def load_value(load: ResolvedLoad, kinematics: Kinematics | OwnKinematics, translator: Translator) -> Expr:
    """Return the value of a load: constant + stiffness (m - free) + damping m' + program, or a symbol F_name."""
    law, number = load.law, kinematics.number
    if law.program is not None and not is_closed(law.program):
        return kinematics.sp.Symbol(unknown_name("F", load.owner), real=True)
    value = number(law.constant)
    if load.gauge is not None:
        own = kinematics.quantity(load.gauge)
        value += number(law.stiffness) * (own.value - number(law.free)) + number(law.damping) * own.rate
    if law.program is not None:
        parts = [(kinematics.quantity(gauge), order) for gauge, order in law.inputs]
        value += translator.expression(law.program, [p.rate if order else p.value for p, order in parts])
    return value


def _combined_shares(
    load: ResolvedLoad, program: Program, kinematics: Kinematics | OwnKinematics, translator: Translator
) -> list[Expr]:
    """Return the slopes of a length made of several measures by the velocities."""
    sp, parts = library(), [kinematics.quantity(gauge) for gauge in load.spread]
    marks = [sp.Symbol(f"m{k}", real=True) for k in range(len(parts))]
    length = translator.expression(program, marks, unknown_name("f", load.owner))
    put = {mark: part.value for mark, part in zip(marks, parts, strict=True)}
    slopes = [length.diff(mark).xreplace(put) for mark in marks]
    columns = zip(*(p.slopes for p in parts), strict=True)
    return [sum((f * s for f, s in zip(slopes, column, strict=True)), start=sp.Integer(0)) for column in columns]


def load_shares(load: ResolvedLoad, kinematics: Kinematics | OwnKinematics, translator: Translator) -> list[Expr]:
    """Return the slopes of a load's power at value 1 by the velocities."""
    if load.gauge is not None:
        return list(kinematics.quantity(load.gauge).slopes)
    if load.combined is not None:
        return _combined_shares(load, load.combined, kinematics, translator)
    direction, reacts, acts = load.sites
    u = kinematics.feature(direction).place
    if load.kind == "force":
        ends = zip(kinematics.feature(acts).slopes, kinematics.feature(reacts).slopes, strict=True)
        motions = [[b - a for b, a in zip(acting, reacting, strict=True)] for acting, reacting in ends]
    else:
        spin = kinematics.spin(acts.body) - kinematics.spin(reacts.body)
        motions = [[entry.diff(v) for v in kinematics.v] for entry in spin]
    return [sum((a * b for a, b in zip(u, column, strict=True)), start=0) for column in zip(*motions, strict=True)]


def unknown_name(letter: str, owner: str) -> str:
    """Return the name of a symbol for what has no formula."""
    return f"{letter}_{''.join(c if c.isalnum() else '_' for c in owner)}"
