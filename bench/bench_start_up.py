"""Start-up: the command line, and a first analysis with an empty and with a filled kernel cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter

ANALYSIS = """
import linkwork as lw, numpy as np
m = lw.gallery.get("four-bar")
m.move(np.linspace(0, 1, 50))
"""


def timed(command, **environment):
    start = perf_counter()
    subprocess.run(command, check=True, env={**os.environ, **environment}, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def main() -> None:
    script = [sys.executable, "-c", "from linkwork.cli import main; main()", "--help"]
    print(f"linkwork --help                  {min(timed(script) for _ in range(5)):6.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        run = [sys.executable, "-c", ANALYSIS]
        print(f"four-bar, empty kernel cache     {timed(run, NUMBA_CACHE_DIR=folder):6.2f} s")
        warm = min(timed(run, NUMBA_CACHE_DIR=folder) for _ in range(3))
        print(f"four-bar, filled kernel cache    {warm:6.2f} s")


if __name__ == "__main__":
    main()
