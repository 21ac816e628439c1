"""Formulas as MathML, made when the manual is built: they are shown without any network."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml


def inline(translator: Any, node: nodes.math) -> None:
    """Write a formula in a line of text."""
    translator.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def block(translator: Any, node: nodes.math_block) -> None:
    """Write a formula on a line of its own."""
    made = tex2mathml(node.astext(), as_block=True)
    formula = made.replace("<math ", '<math style="overflow: visible" ', 1)
    translator.body.append(f'<div style="margin: 0.8em 0">{formula}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, Any]:
    """Connect to Sphinx."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"version": "1", "parallel_read_safe": True}
