"""Write what the Python blocks of README and manual print below them; run it with `make outputs`.

An output is a block of text right after the Python block that prints it. One that still agrees is left as it is, so
that ``...`` may stand for a part left out. The tests compare all of them with what comes out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<shown>.*?)^```\n)?", re.MULTILINE | re.DOTALL)
END = "--- end of block ---"
TOKEN = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?|[^\W\d]+|\S")
COUNTED = ("steps", "step", "rejected", "evaluations", "iterations", "factorisations", "split", "ms")
"""Words after numbers that may change from machine to machine."""
ROUNDING = 1e-9
"""Numbers below this are rounding: one agrees with any other."""


def pages() -> list[Path]:
    """Return README and the pages that are written by hand."""
    made = ("_build", "joints", "forces")
    docs = [p for p in sorted((ROOT / "docs").rglob("*.md")) if not any(part in made for part in p.parts)]
    return [ROOT / "README.md", *docs]


def blocks(text: str) -> list[tuple[str, str]]:
    """Return the Python blocks of a page, each with the output shown below it (empty: none)."""
    return [(m["code"], m["shown"] or "") for m in BLOCK.finditer(text)]


def printed(text: str) -> list[str]:
    """Run all blocks of a page, one after the other, and return what each one prints."""
    script = f"\nprint({END!r})\n".join(code for code, _ in blocks(text))
    env = {**os.environ, "MPLBACKEND": "Agg", "LINKWORK_QUIET": "1"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-c", script], cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    lines = re.sub(r"[ \t]+$", "", done.stdout, flags=re.MULTILINE)
    return [part.strip("\n") for part in lines.split(END + "\n")]


def agrees(shown: str, real: str) -> bool:
    """Return whether an output is what comes out: words to the letter, numbers to the digits shown."""
    tokens, at = TOKEN.findall(real), 0
    parts = [TOKEN.findall(part) for part in shown.split("...")]
    for k, part in enumerate(parts):
        last = len(tokens) - len(part)
        starts = range(at, last + 1) if 0 < k < len(parts) - 1 else [at] if k == 0 else [last]
        found = next((s for s in starts if at <= s and _alike(part, tokens[s : s + len(part)])), None)
        if found is None:
            return False
        at = found + len(part)
    return len(parts) > 1 or at == len(tokens)


def _alike(shown: list[str], real: list[str]) -> bool:
    follows = [*shown[1:], ""]
    return len(shown) == len(real) and all(map(_same, shown, real, follows))


def _same(shown: str, real: str, follows: str) -> bool:
    if shown == real:
        return True
    try:
        a, b = float(shown), float(real)
    except ValueError:
        return False
    if follows in COUNTED or max(abs(a), abs(b)) < ROUNDING:
        return True
    figures, _, power = shown.partition("e")
    last = 10.0 ** (int(power or 0) - len(figures.partition(".")[2]))
    return "." in figures and abs(a - b) <= 1.001 * last


def filled(text: str) -> str:
    """Return a page with the outputs that come out."""
    outputs = iter(printed(text))

    def whole(block: re.Match[str]) -> str:
        out = next(outputs)
        if block["shown"] and agrees(block["shown"], out):
            return block[0]
        code = f"```python\n{block['code']}```\n"
        return code + (f"\n```text\n{out}\n```\n" if out else "")

    return BLOCK.sub(whole, text)


if __name__ == "__main__":
    for path in [Path(p) for p in sys.argv[1:]] or pages():
        before = path.read_text("utf-8")
        if blocks(before) and (after := filled(before)) != before:
            path.write_text(after, "utf-8")
            print(f"wrote {path.name}")
