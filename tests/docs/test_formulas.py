"""Formulas of the manual: read as TeX reads them, and shown so that every sign can be seen."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import numpy as np
import offline_math
import pytest

from browser import needs_browser, picture

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "docs" / "_static"
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\w$\\])\$([^$\n]+(?:\n[^$\n]+)?)\$", re.DOTALL)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
CELL, SCALE = 80, 4
"""Height of the place of a formula [px], and by how much it is magnified."""


def mathml(tex: str) -> str:
    return re.sub(r"\s*\n\s*", "", offline_math.mathml(tex, as_block=True))


def formulas() -> list[str]:
    pages = [p for p in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in p.parts]
    texts = [CODE.sub("", p.read_text("utf-8")) for p in pages]
    return [a or b for text in texts for a, b in FORMULA.findall(text)]


@pytest.mark.parametrize(
    ("short", "full"),
    [
        (r"\tfrac12 m v^2", r"\tfrac{1}{2} m v^{2}"),
        (r"\frac12 x", r"\frac{1}{2} x"),
        (r"\tfrac h2\,f", r"\tfrac{h}{2}\,f"),
        (r"\frac\pi2", r"\frac{\pi}{2}"),
        (r"\tfrac1{2 m}k", r"\tfrac{1}{2 m}k"),
        (r"\sqrt2x", r"\sqrt{2}x"),
        ("x^12", "x^{1}2"),
        ("x_12", "x_{1}2"),
        (r"\frac{x^12}34", r"\frac{x^{1}2}{3}4"),
        ("e' = f''", r"e^{\prime} = f^{\prime\prime}"),
    ],
)
def test_an_argument_without_braces_is_one_token(short: str, full: str) -> None:
    assert mathml(short) == mathml(full)


@pytest.mark.parametrize("tex", [r"\dot\theta_I", r"\ddot{\Phi}_q", r"\hat d_c^T", r"J \dot q_0 + \tilde q_{ij}"])
def test_an_index_of_an_accented_letter_stands_beside_it(tex: str) -> None:
    found = mathml(tex)
    assert "<munder" not in found
    assert "<msub" in found
    assert '<mover accent="true">' in found


def test_numbers_of_the_manual_are_those_written() -> None:
    found = formulas()
    assert len(found) > 150  # the manual has that many; a pattern that finds none would prove nothing
    for tex in found:
        for number in re.findall(r"<mn>(\d\d+)</mn>", mathml(tex)):
            # as a number of its own, in braces, or behind something that takes no argument
            assert re.search(rf"(?<![\d^_]){number}(?!\d)", re.sub(r"frac\s*\d", "", tex)), tex


def test_the_font_has_every_sign_of_the_manual() -> None:
    font = pytest.importorskip("fontTools.ttLib").TTFont(STATIC / "math.woff")
    assert "MATH" in font
    known = font.getBestCmap()
    for tex in [*formulas(), r"\dot q \ddot q \hat q \bar q \tilde q \vec q"]:
        for tag, text in re.findall(r"<(mi|mn|mo)[^>]*>([^<]*)</", mathml(tex)):
            shown = unescape(text)
            for sign in italic(shown) if tag == "mi" and len(shown) == 1 else shown:
                assert ord(sign) in known, f"{sign!r} of {tex}"


def italic(letter: str) -> str:
    """Return the sign that browsers show for a letter alone: the slanted one of mathematics."""
    from unicodedata import name, normalize

    slanted = [chr(k) for k in (0x210E, *range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C))]
    return next((c for c in slanted if normalize("NFKC", c) == letter and "ITALIC" in name(c, "ITALIC")), letter)


@needs_browser
def test_dots_stand_clear_above_their_letters(tmp_path: Path) -> None:
    """In a browser, lines without ink lie between the dots of a derivative and the letter below them."""
    wanted = [rf"\{accent} {letter}" for accent in ("dot", "ddot") for letter in ("q", "z", r"\varphi", "V")]
    for tex, drawn in zip(wanted, pictures(wanted, tmp_path), strict=True):
        rows = np.flatnonzero(drawn.any(axis=1))
        gaps = np.diff(rows) - 1
        # one gap, and more than a hair: a twentieth of the letters' height of some 16 px
        assert np.count_nonzero(gaps) == 1, tex
        assert gaps.max() >= 0.8 * SCALE, tex


def pictures(formulas: list[str], folder: Path) -> list[np.ndarray]:
    """Return where a browser draws ink for each formula, at the size of text, magnified."""
    style = (STATIC / "math.css").read_text("utf-8").replace('"math.woff"', (STATIC / "math.woff").as_uri())
    style += f"body{{margin:0;font-size:16px}}div{{height:{CELL}px;padding:20px;box-sizing:border-box}}"
    page = folder / "page.html"
    cells = "".join(f"<div>{mathml(tex)}</div>" for tex in formulas)
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><style>{style}</style><body>{cells}", "utf-8")
    dark = picture(page, (600, CELL * len(formulas)), SCALE) < 160
    return [dark[k * CELL * SCALE : (k + 1) * CELL * SCALE] for k in range(len(formulas))]
