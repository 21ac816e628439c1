"""Symbols and expressions as LaTeX and as MathML."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from .bodies import DOT
from .numbers import Expr, library

GREEK = {"theta": "θ", "omega": "ω"}


def parts_of(name: str) -> tuple[str, str, str, bool]:
    """Return letter, index, body and whether there is a dot, of a symbol: ``xdot_crank`` is x, "", crank, True."""
    letter, _, body = name.partition("_")
    dotted = letter.endswith(DOT)
    letter = letter.removesuffix(DOT)
    match = re.fullmatch(r"(omega|e)([xyz0-3])", letter)
    if match:
        return match[1], match[2], body, dotted
    return letter, "", body, dotted


def rounded(expression: Any, digits: int) -> Any:
    """Return an expression with its decimals rounded, and whole ones without a point."""
    sp = library()

    def shown(value: Any) -> Any:
        near = float(f"{float(value):.{digits}g}")
        return sp.Integer(int(near)) if near.is_integer() and abs(near) < 1e15 else sp.Float(near)

    return expression.xreplace({f: shown(f) for f in expression.atoms(sp.Float)})


def latex_of(expression: Any, digits: int) -> str:
    """Return LaTeX source of an expression or matrix."""
    sp = library()
    names = {s: _latex_symbol(str(s)) for s in expression.free_symbols if "_" in str(s)}
    return str(sp.latex(rounded(expression, digits), symbol_names=names))


def _latex_symbol(name: str) -> str:
    letter, index, body, dotted = parts_of(name)
    if letter in GREEK:
        letter = f"\\{letter}"
    elif len(letter) > 1:  # a parameter of the user
        letter = f"\\mathrm{{{letter}}}"
    letter = f"\\dot{{{letter}}}" if dotted else letter
    plain = body.replace("_", r"\_")
    return f"{letter}_{{{index + ',' if index else ''}\\mathrm{{{plain}}}}}"


def mathml_of(expression: Expr, digits: int) -> str:
    """Return the equation "expression = 0" as a MathML element."""
    printer = _printer()
    content = printer._print(rounded(expression, digits))
    text = re.sub(r"&(?!lt;|gt;|amp;|quot;)\w+;", lambda entity: unescape(entity[0]), content.toxml())
    text = text.replace("<mo>-</mo>", "<mo>−</mo>").replace("<mo>\u2062</mo>", '<mspace width="0.17em"/>')
    return f"<math><mrow>{text}<mo>=</mo><mn>0</mn></mrow></math>"


def _printer() -> Any:
    from sympy.printing.mathml import MathMLPresentationPrinter

    class Printer(MathMLPresentationPrinter):  # type: ignore[misc]
        """Writes symbols of bodies with the body's name as index, and numbers as a person does."""

        def _element(self, tag: str, *content: Any) -> Any:
            made = self.dom.createElement(tag)
            for part in content:
                made.appendChild(self.dom.createTextNode(part) if isinstance(part, str) else part)
            return made

        def _print_Symbol(self, symbol: Any, style: str = "plain") -> Any:
            letter, index, body, dotted = parts_of(str(symbol))
            shown = self._element("mi", GREEK.get(letter, letter))
            if dotted:
                shown = self._element("mover", shown, self._element("mo", "˙"))
            below = ", ".join(w for w in (index, body.replace("_", " ")) if w)
            return self._element("msub", shown, self._element("mtext", below)) if below else shown

        def _print_Float(self, value: Any) -> Any:
            mantissa, _, power = f"{float(value):.12g}".partition("e")
            sign = "-" if mantissa.startswith("-") else ""
            shown = self._element("mn", mantissa.removeprefix("-"))
            if power:
                ten = self._element("msup", self._element("mn", "10"), self._element("mn", str(int(power))))
                shown = self._element("mrow", shown, self._element("mo", "·"), ten)
            return self._element("mrow", self._element("mo", "−"), shown) if sign else shown

        def _print_s(self, value: Any) -> Any:
            """Print the function that turns the sine of an angle into the angle."""
            marks = "s" + "′" * int(value.args[0])
            inside = self._print(value.args[1])
            brackets = self._element("mo", "("), inside, self._element("mo", ")")
            return self._element("mrow", self._element("mi", marks), *brackets)

    return Printer()
