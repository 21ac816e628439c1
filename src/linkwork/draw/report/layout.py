"""What every page is laid out from: the page itself, sections and tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ...base.whole_file import check_target, write_whole
from ...errors import ModelError
from .assets import SCRIPT, STYLE
from .parts import Table

MOST_COLUMNS = 5
"""Columns of a table that has room in half the page; a wider one takes all of it."""


def write_page(path: str | Path, html: str) -> None:
    """Write a page to a file, which is replaced as a whole or not at all."""
    write_whole(path, html.encode("utf-8"))


def check_page(path: str | Path) -> None:
    """Raise ModelError for a file that is no page, and LinkworkError for a folder that is none."""
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise ModelError(f"'{path}': a report is an HTML file; give it the ending .html.")
    check_target(path)


def page_html(title: str, lead: str, body: str, remarks: Sequence[str] = (), moving: bool = False) -> str:
    """Return a page; remarks stand below it, and where something moves the script of the players does."""
    maker = f"Linkwork {_version()}".strip()
    below = " ".join([f"Written by {maker}. Values are in SI units, angles in degrees.", *remarks])
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{escape(maker)}">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<header>
<h1>{escape(title)}</h1>
<p class="lead">{escape(lead)}</p>
</header>
{body}
<footer>{escape(below)}</footer>
</main>
{f"<script>{SCRIPT}</script>" if moving else ""}
</body>
</html>
"""


def _version() -> str:
    try:
        return version("linkwork")
    except PackageNotFoundError:  # run from its sources
        return ""


def section(title: str, content: str) -> str:
    """Return a part of the page with a heading."""
    return f"<section>\n<h2>{escape(title)}</h2>\n{content}\n</section>"


def tables(title: str, found: Sequence[Table]) -> str:
    """Return a section of tables, those that have rows; nothing without any."""
    shown = [table for table in found if table.rows]
    return section(title, '<div class="tables">' + "\n".join(map(table_html, shown)) + "</div>") if shown else ""


def table_html(table: Table) -> str:
    """Return a table as a card."""

    def cells(row: Sequence[str], tag: str) -> str:
        kinds = [' class="r"' if k in table.numbers else "" for k in range(len(row))]
        return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for kind, text in zip(kinds, row, strict=True))

    rows = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in table.rows)
    head = f"<thead><tr>{cells(table.headings, 'th')}</tr></thead>"
    wide = " wide" if len(table.headings) > MOST_COLUMNS else ""
    return (
        f'<div class="card{wide}"><h3>{escape(table.title)}</h3><div class="scroll">'
        f"<table>{head}<tbody>{rows}</tbody></table></div></div>"
    )
