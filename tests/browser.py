"""A real browser for tests of what is seen: headless Chromium, where it is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


def picture(page: Path, size: tuple[int, int], scale: int = 1) -> np.ndarray:
    """Return a page as grey values, shape (height, width) times scale."""
    from PIL import Image

    target = page.with_suffix(".png")
    _run(page, f"--force-device-scale-factor={scale}", f"--window-size={size[0]},{size[1]}", f"--screenshot={target}")
    with Image.open(target) as image:
        return np.asarray(image.convert("L"))


def measured(page: Path, size: tuple[int, int], script: str) -> Any:
    """Return what a script finds in a page, shown in a frame of exactly this size; `doc` is the page's document."""
    frame = page.with_name("frame.html")
    look = f"width:{size[0]}px;height:{size[1]}px;border:0"
    code = f"var doc=f.contentDocument;o.textContent=JSON.stringify({script})"
    frame.write_text(
        f'<!DOCTYPE html><iframe id="f" src="{page.name}" style="{look}"></iframe><pre id="o"></pre>'
        f"<script>f.onload=function(){{{code}}}</script>",
        "utf-8",
    )
    shown = _run(frame, "--dump-dom", "--virtual-time-budget=4000", "--window-size=1600,1000")
    found = re.search(r'<pre id="o">(.*?)</pre>', shown, re.DOTALL)
    assert found is not None
    return json.loads(unescape(found[1]))


def _run(page: Path, *options: str) -> str:
    where = f"--user-data-dir={page.parent / 'user'}"
    call = [
        str(CHROMIUM),
        *QUIET,
        where,
        "--hide-scrollbars",
        "--allow-file-access-from-files",
        *options,
        page.as_uri(),
    ]
    return subprocess.run(call, check=True, capture_output=True, text=True, timeout=300).stdout
