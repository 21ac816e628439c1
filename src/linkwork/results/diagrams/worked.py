"""Equations worked out: in symbols, with numbers, and their result.

Symbols are written as ``F_{B,x}`` and ``v^{2}``, with Greek letters as they are and ``~`` before a unit, and shown as
plain text, HTML or LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from ...words import figure, pieces

_UNIT = re.compile(r"~([^~ ,)]+)")
_POWER = re.compile(r"(?<=\d)e([-+]\d+)")
_LATEX = {
    "ω": r"\omega ",
    "α": r"\alpha ",
    "ρ": r"\rho ",
    "κ": r"\kappa ",
    "Σ": r"\Sigma ",
    "·": r"\cdot ",
    "×": r"\times ",
    "≈": r"\approx ",
}


@dataclass(frozen=True)
class Worked:
    """An equation worked out.

    Attributes
    ----------
    title : str
        What it says, in words.
    symbols, numbers, result : str
        The equation in symbols, with numbers in their places, and what comes out with its unit.
    """

    title: str
    symbols: str
    numbers: str
    result: str

    @property
    def lines(self) -> tuple[str, str, str]:
        """The three lines as plain text."""
        return plain(self.symbols), plain(self.numbers), plain(self.result)

    def __str__(self) -> str:
        return "\n  ".join([f"{plain(self.title)}:", *self.lines])

    @property
    def latex(self) -> str:
        """The three lines as LaTeX, one below the other."""
        lines = r" \\ ".join("& " + latex(line) for line in (self.symbols, self.numbers, self.result))
        return rf"\begin{{aligned}} {lines} \end{{aligned}}"

    @property
    def html(self) -> str:
        """Title and three lines as HTML."""
        lines = "<br>".join(markup(line) for line in (self.symbols, self.numbers, self.result))
        return f'<p class="equation"><strong>{markup(self.title)}</strong><br>{lines}</p>'


class WorkedList(list[Worked]):
    """Equations worked out, one after the other; print it for the text."""

    def __str__(self) -> str:
        return "\n".join(str(one) for one in self)

    @property
    def latex(self) -> str:
        """All of them as LaTeX, each a displayed equation."""
        return "\n".join(rf"\[ {one.latex} \]" for one in self)

    def _repr_html_(self) -> str:
        return "\n".join(one.html for one in self)


def spaced(text: str) -> str:
    """Return symbols with their units as they are read: ``N m``."""
    return text.replace("~", " ").replace("N·m", "N m")


def plain(text: str) -> str:
    """Return symbols as plain text: ``F_{B,x}`` reads ``F_B,x``, ``v^{2}`` reads ``v^2``."""
    return "".join(kind + piece for piece, kind in pieces(spaced(text)))


def markup(text: str) -> str:
    """Return symbols as HTML."""
    tags = {"_": "<sub>{}</sub>", "^": "<sup>{}</sup>", "": "{}"}
    return "".join(tags[kind].format(escape(piece)) for piece, kind in pieces(spaced(text)))


def latex(text: str) -> str:
    """Return symbols as LaTeX: indices and units upright, powers of ten written out."""
    looks = {"_": r"_{{\mathrm{{{}}}}}", "^": "^{{{}}}", "": "{}"}
    text = _UNIT.sub(lambda m: rf"\,\mathrm{{{m[1]}}}", text)
    text = _POWER.sub(lambda m: rf"\cdot 10^{{{int(m[1])}}}", text)
    text = "".join(looks[kind].format(_upright(piece) if kind == "_" else piece) for piece, kind in pieces(text))
    return "".join(_LATEX.get(letter, letter) for letter in text)


def _upright(text: str) -> str:
    return re.sub(r"([_#%&$])", r"\\\1", text).replace(" ", r"\ ")


def terms(text: str) -> list[str]:
    """Return the terms of an equation, each with its sign, so that a line can end between them."""
    found, depth = [""], 0
    for k, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and text[k : k + 3] in (" + ", " - "):
            found.append("")
        found[-1] += letter
    return found


def number(value: float, size: float = 0.0) -> str:
    """Return a number with five figures; 0 when it is rounding beside `size`."""
    return figure(value, 5, max(1e-300, 1e-11 * size))


def bracketed(value: float, size: float = 0.0) -> str:
    """Return a number as a factor: negative ones and powers of ten in brackets."""
    text = number(value, size)
    return f"({text})" if text.startswith("-") else text


def vector(values: Sequence[float] | NDArray[np.float64], size: float = 0.0) -> str:
    """Return components in brackets."""
    return "(" + ", ".join(number(float(v), size) for v in values) + ")"


def summed(terms: Iterable[tuple[float, str]]) -> str:
    """Return a sum of terms, each with its sign: ``a + b - c``; 0 where there are none."""
    text = ""
    for sign, term in terms:
        text += (" - " if sign < 0 else " + ") + term if text else ("-" if sign < 0 else "") + term
    return text or "0"


def signed(value: float, size: float = 0.0) -> tuple[float, str]:
    """Return the sign of a number and the number without it, as `summed` takes them."""
    text = number(value, size)
    return (-1.0, text[1:]) if text.startswith("-") else (1.0, text)
