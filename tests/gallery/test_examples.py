"""Every example runs, asserts its known numbers, and leaves no files behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path, tmp_path):
    quiet = {**os.environ, "LINKWORK_QUIET": "1", "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, "-W", "error", path], cwd=tmp_path, env=quiet, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert list(tmp_path.iterdir()) == []


def test_examples_are_numbered():
    assert [path.name[:2] for path in EXAMPLES] == [f"{k:02d}" for k in range(1, len(EXAMPLES) + 1)]
