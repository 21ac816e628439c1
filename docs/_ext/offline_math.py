"""Formulas as MathML, made when the manual is built: they are shown without any network.

The characters come with their own font (``_static/math.css``): without one that holds a table of mathematics, browsers
leave brackets small. The style sheet also lifts accents, which Chromium draws into the letters below them.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

TAKES = re.compile(r"\\([dt]?frac|binom|sqrt(?:\[[^\]]*\])?)(?![A-Za-z])|(?<!\\)[\^_]")
"""What takes arguments that may stand without braces: fractions two, roots and scripts one."""

ACCENT = re.compile(r"\\(?:d?dot|hat|bar|tilde|vec)(?![A-Za-z])")
"""Signs over a letter."""

PRIMES = re.compile(r"\\text\{[^}]*\}|'+")
"""Primes, and the words in which an apostrophe is none."""


def primed(tex: str) -> str:
    """Return a formula with its primes as raised signs, which have a place of their own beside the letter."""
    return PRIMES.sub(lambda m: "^{" + r"\prime" * len(m[0]) + "}" if m[0][0] == "'" else m[0], tex)


def braced(tex: str) -> str:
    r"""Return a formula with braces around every argument.

    TeX takes one token where there are no braces, so that ``\tfrac12 m`` is one half of m; the converter takes the
    whole number 12 and then the m.
    """
    out, at = "", 0
    while found := TAKES.search(tex, at):
        out += tex[at : found.end()]
        at = found.end()
        for _ in range(2 if found[1] and not found[1].startswith("sqrt") else 1):
            argument, at = next_argument(tex, at)
            out += "{" + braced(argument) + "}"
    return out + tex[at:]


def accented(tex: str) -> str:
    r"""Return a formula with its accented letters in groups of their own.

    The converter would write the index of ``\dot\theta_I`` right below the letter, as if it were that of a sum.
    """
    out, at = "", 0
    while found := ACCENT.search(tex, at):
        letter, end = next_argument(tex, found.end())
        out += tex[at : found.start()] + "{" + found[0] + "{" + letter + "}{}}"
        at = end
    return out + tex[at:]


def next_argument(tex: str, at: int) -> tuple[str, int]:
    """Return the argument that starts at a place, without its braces, and where it ends."""
    while tex[at].isspace():
        at += 1
    if tex[at] == "{":
        depth, end = 1, at + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(tex[end], 0)
            end += 1
        return tex[at + 1 : end - 1], end
    command = re.compile(r"\\(?:[A-Za-z]+|.)|.").match(tex, at)
    assert command is not None
    return command[0], command.end()


def mathml(tex: str, as_block: bool = False) -> str:
    """Return a formula as a MathML element."""
    return tex2mathml(braced(accented(primed(tex))), as_block=as_block)


def inline(translator: Any, node: nodes.math) -> None:
    """Write a formula in a line of text."""
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def block(translator: Any, node: nodes.math_block) -> None:
    """Write a formula on a line of its own."""
    formula = mathml(node.astext(), as_block=True).replace("<math ", '<math style="overflow: visible" ', 1)
    translator.body.append(f'<div style="margin: 0.8em 0; overflow-x: auto">{formula}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, Any]:
    """Connect to Sphinx."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.add_css_file("math.css")
    return {"version": "1", "parallel_read_safe": True}
