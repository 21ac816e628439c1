"""Compiled code: never stale, the same numbers without the compiler."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import linkwork
from linkwork.kernels.compiler.sources import ASIDE, sources_digest

KERNELS = Path(linkwork.__file__).parent / "kernels"


def run(code: str, folder: Path, **environment: str) -> dict:
    """Run a script in a fresh interpreter and return the JSON object on its last line."""
    env = {**os.environ, "LINKWORK_QUIET": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, env=env, timeout=1200, check=False
    )
    assert done.returncode == 0, f"the script failed:\n{done.stderr}"
    return json.loads(done.stdout.splitlines()[-1])


# ---- the cache ------------------------------------------------------------------------------------

MOVE = """
import json
import numpy as np
from copied.geometry.features import move_features
from copied.tables.records import BODY, FEATURE

bodies, features = np.zeros(1, BODY), np.zeros(1, FEATURE)
bodies[0] = (0, 1)
features[0] = (0, 0, 1.0, 0.0, 0.0)
q, V, X = np.array([[0, 0, 0, 1.0, 0, 0, 0]]), np.zeros((1, 3, 6)), np.zeros((1, 4, 3))
V[0, 0, 5] = 2.0
X[0, 0] = 1.0, 0.0, 0.0
move_features(bodies, features, q, V, 1, X)
print(json.dumps({"velocity": X[0, 1].tolist(), "hits": int(move_features.from_disk)}))
"""

ANOTHER_CROSS = '''

@inline
def cross(a, b):
    """Not a cross product."""
    return 7.0, 8.0, 9.0
'''


def test_an_edit_of_an_inner_file_recompiles_the_outer_kernel(tmp_path):
    """numba alone would keep `move_features`, whose own file did not change; the digest of all files does not."""
    shutil.copytree(KERNELS, tmp_path / "copied", ignore=shutil.ignore_patterns("__pycache__"))
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    first = run(MOVE, tmp_path, **cache)
    assert first == {"velocity": [0.0, 2.0, 0.0], "hits": 0}
    second = run(MOVE, tmp_path, **cache)
    assert second == {"velocity": [0.0, 2.0, 0.0], "hits": 1}, "unchanged sources must come from the cache"
    inner = tmp_path / "copied" / "geometry" / "vectors.py"
    inner.write_text(inner.read_text("utf-8") + ANOTHER_CROSS, "utf-8")
    third = run(MOVE, tmp_path, **cache)
    assert third == {"velocity": [7.0, 8.0, 9.0], "hits": 0}, "the outer kernel kept the code of the old inner file"


def test_the_digest_sees_every_file(tmp_path):
    shutil.copytree(KERNELS, tmp_path / "copied", ignore=shutil.ignore_patterns("__pycache__"))
    digests = {sources_digest(tmp_path / "copied")}
    assert digests == {sources_digest(KERNELS)}
    for file in sorted((tmp_path / "copied").rglob("*.py")):
        file.write_text(file.read_text("utf-8") + "\n# a remark\n", "utf-8")
        new = sources_digest(tmp_path / "copied")
        name = file.relative_to(tmp_path / "copied").as_posix()
        assert (new in digests) == (name in ASIDE), f"a change of {name} goes unseen, or counts for nothing"
        digests.add(new)


# ---- without the compiler -------------------------------------------------------------------------

FIVE_POSITIONS = """
import json
from linkwork import gallery
m = gallery.get("four-bar")
assembly = m.assemble(0.05)
motion = m.move([0.05, 0.1, 0.3, 0.6, 0.8])
print(json.dumps({
    "assembly": assembly.poses.tolist(),
    "poses": motion.poses.tolist(),
    "motions": motion.motions.tolist(),
    "angle": motion.joint("D").series["angle"].values.tolist(),
}))
"""


def test_the_same_without_the_compiler(tmp_path):
    """Interpreted and compiled code differ by fused or reordered sums only: 1e-12 of the largest number."""
    compiled = run(FIVE_POSITIONS, tmp_path)
    interpreted = run(FIVE_POSITIONS, tmp_path, NUMBA_DISABLE_JIT="1")
    for what, values in compiled.items():
        one, two = np.array(values), np.array(interpreted[what])
        scale = max(1.0, np.abs(one).max())
        np.testing.assert_allclose(two, one, rtol=0, atol=1e-12 * scale, err_msg=what)
