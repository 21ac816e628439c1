"""A free body in words and numbers: its table, and the sums of forces and moments worked out."""

from __future__ import annotations

from html import escape

import numpy as np

from ...arrays import Array
from ...words import aligned
from .acting import INERTIA, WEIGHT, Acting
from .free_body import FreeBody
from .worked import Worked, WorkedList, bracketed, markup, number, plain, signed, summed, vector

Term = tuple[float, str]
"""A sign and what stands behind it."""

AHEAD = ((1, 2), (2, 0), (0, 1))
"""Of a moment about an axis: the axes of arm and force, x F_y - y F_x about z."""


def size_of(cut: FreeBody) -> float:
    """Return the size of forces beside which others are rounding, as `number` takes it."""
    return max(cut.largest, 1e11 * cut.rounding)


def symbol_of(cut: FreeBody, acting: Acting) -> str:
    """Return the symbol of the force, or of the couple where there is no force."""
    if acting.kind == WEIGHT:
        return "m g"
    if acting.kind == INERTIA:
        return "-m a"
    couple = cut.felt(acting.turn, cut.motion.plan.length) and not cut.felt(acting.push)
    return f"M_{{{acting.symbol}}}" if couple else f"F_{{{acting.symbol}}}"


def table_of(cut: FreeBody) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return headings and rows of texts: what acts, where, force, couple there, moment about the centre of mass G."""
    axes = ", ".join(cut.space.labels)
    head = ("", "who acts on whom", f"point {axes} [m]", f"force {axes} [N]", "couple [N m]", "moment about G [N m]")
    return head, [_row(cut, a) for a in (*cut.acting, cut.sum)]


def _row(cut: FreeBody, a: Acting) -> tuple[str, ...]:
    size, length = size_of(cut), cut.motion.plan.length
    point = vector(a.point, length) if a.name != "sum" else ""
    couple = _moment(cut, a.turn) if a.name != "sum" else ""
    symbol = {"sum": "Σ"}.get(a.name, plain(symbol_of(cut, a)))
    return symbol, a.meaning, point, vector(a.force, size), couple, _moment(cut, a.moment_about(cut.place))


def _moment(cut: FreeBody, moment: Array) -> str:
    size = size_of(cut) * cut.motion.plan.length
    return number(float(moment[2]), size) if cut.space.planar else vector(moment, size)


def text_of(cut: FreeBody) -> str:
    """Return heading, table and notes as plain text."""
    head, rows = table_of(cut)
    return "\n".join([f"Free body '{cut.body}' at {cut.when}:", *aligned([head, *rows], len(head)), *cut.notes])


def html_of(cut: FreeBody) -> str:
    """Return table, equations and notes as HTML."""
    head, rows = table_of(cut)
    symbols = [markup(symbol_of(cut, a)) for a in cut.acting] + ["Σ"]
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><td>{symbol}</td>{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>"
        for symbol, row in zip(symbols, rows, strict=True)
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in cut.notes)
    worked = cut.equations()._repr_html_()
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>{notes}{worked}"


# ---- the sums, worked out


def sums(cut: FreeBody, about: str) -> WorkedList:
    """Return the sums of forces along each axis and of moments about a point."""
    labels = cut.space.labels
    place, index = (cut.place, "G") if not about else (cut[about].at, cut[about].symbol)
    found = [_force_sum(cut, axis, labels[axis]) for axis in range(len(labels))]
    axes = (2,) if cut.space.planar else (0, 1, 2)
    found += [_moment_sum(cut, axis, place, index) for axis in axes]
    return WorkedList(found)


def _force_sum(cut: FreeBody, axis: int, label: str) -> Worked:
    symbols: list[Term] = []
    numbers: list[Term] = []
    size = size_of(cut)
    for a in cut.acting:
        if not cut.felt(a.push):
            continue
        if a.kind == WEIGHT:
            symbols.append((1.0, f"m g_{{{label}}}"))
            numbers.append((1.0, f"{number(cut.mass)}·{bracketed(float(cut.motion.plan.resolved.gravity[axis]))}"))
        elif a.kind == INERTIA:
            symbols.append((-1.0, f"m a_{{G,{label}}}"))
            numbers.append((-1.0, f"{number(cut.mass)}·{bracketed(float(cut.rates[1, axis]), size / cut.mass)}"))
        else:
            symbols.append((1.0, f"F_{{{a.symbol},{label}}}"))
            numbers.append(signed(float(a.push[axis]), size))
    result = float(cut.sum.push[axis])
    return Worked(f"Forces along {label}", _vanishing(symbols), f"Σ = {summed(numbers)}", _result(result, size, "N"))


def _vanishing(symbols: list[Term]) -> str:
    """Return that a sum is zero; of a body on which nothing acts there is no sum."""
    return f"Σ = {summed(symbols)} = 0" if symbols else "Σ = 0"


def _moment_sum(cut: FreeBody, axis: int, place: Array, index: str) -> Worked:
    symbols: list[Term] = []
    numbers: list[Term] = []
    size = size_of(cut) * cut.motion.plan.length
    for a in cut.acting:
        _arm(cut, a, axis, place, index, symbols, numbers)
        if not cut.felt(a.turn, cut.motion.plan.length) and a.kind != INERTIA:
            continue
        letter = "" if cut.space.planar else "," + cut.space.labels[axis]
        if a.kind == INERTIA:
            sign, symbol, figures = _turning_inertia(cut, a, axis, letter)
        else:
            symbol, (sign, figures) = f"M_{{{a.symbol}{letter}}}", signed(float(a.turn[axis]), size)
        symbols.append((-1.0 if a.kind == INERTIA else 1.0, symbol))
        numbers.append((sign, figures))
    total = float(np.sum([a.moment_about(place) for a in cut.acting], axis=0)[axis])
    where = "the centre of mass G" if index == "G" else f"the point of {index}"
    title = f"Moments about {where}" + ("" if cut.space.planar else f", along {cut.space.labels[axis]}")
    return Worked(title, _vanishing(symbols), f"Σ = {summed(numbers)}", _result(total, size, "N·m"))


def _arm(
    cut: FreeBody, a: Acting, axis: int, place: Array, index: str, symbols: list[Term], numbers: list[Term]
) -> None:
    """Add the moment of a force: arm times force, along the two axes across."""
    own = "G" if a.kind in (WEIGHT, INERTIA) else a.symbol
    length = cut.motion.plan.length
    if own == index or np.linalg.norm(a.at - place) <= 1e-12 * length or not cut.felt(a.push):
        return
    labels = cut.space.labels if not cut.space.planar else (*cut.space.labels, "")
    for sign, (i, j) in zip((1.0, -1.0), (AHEAD[axis], AHEAD[axis][::-1]), strict=True):
        force = f"F_{{{a.symbol},{labels[j]}}}"
        turned = sign
        if a.kind == WEIGHT:
            force = f"m g_{{{labels[j]}}}"
        elif a.kind == INERTIA:
            force, turned = f"m a_{{G,{labels[j]}}}", -sign
        symbols.append((turned, f"({labels[i]}_{{{own}}} - {labels[i]}_{{{index}}}) {force}"))
        arm = bracketed(float((a.at - place)[i]), length)
        value = float(a.push[j]) * (-1.0 if a.kind == INERTIA else 1.0)
        numbers.append((turned, f"{arm}·{bracketed(value, size_of(cut))}"))


def _turning_inertia(cut: FreeBody, a: Acting, axis: int, letter: str) -> tuple[float, str, str]:
    """Return the term of the turning inertia, with its sign, in symbols and in numbers."""
    if cut.space.planar:
        inertia = float(np.asarray(cut.inertia))
        return -1.0, "I_{G} α", f"{number(inertia)}·{bracketed(float(cut.rates[1, 5]), 1e-3)}"
    sign, figures = signed(float(a.turn[axis]), size_of(cut) * cut.motion.plan.length)
    return sign, f"(I_{{G}} α + ω × I_{{G}} ω)_{{{letter[1:]}}}", figures


def _result(value: float, size: float, unit: str) -> str:
    """Return what a sum comes to: nothing, where the rest is rounding."""
    return f"Σ = 0~{unit}" if abs(value) <= 1e-9 * size else f"Σ = {number(value)}~{unit}"
