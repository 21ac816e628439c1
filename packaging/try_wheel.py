"""Try an installed wheel: compiled kernels without a compiler, and the same results as plain Python gives.

Run it outside a checkout, in an environment that has Linkwork and nothing that Linkwork does not need.
"""

import importlib.util
import json
import os
import subprocess
import sys

import numpy as np

FIRST = """
from time import perf_counter
begin = perf_counter()
import json, sys
import linkwork as lw
m = lw.gallery.get("four-bar")
run = m.simulate(0.1, points=3)
took = perf_counter() - begin
print(json.dumps({
    "took": took,
    "poses": run.poses.tolist(),
    "force": run.joint("A").force.tolist(),
    "moved": m.move([0.0, 0.1, 0.2]).motions.tolist(),
    "compiler": sorted({"numba", "llvmlite"} & set(sys.modules)),
}))
"""


def first_result(**environment: str) -> dict:
    """Return what the four-bar does, in a new process."""
    command = [sys.executable, "-P", "-c", FIRST]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    if done.returncode != 0 or done.stderr:
        raise SystemExit(f"It failed, or had something to say:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Compare compiled and interpreted kernels."""
    if importlib.util.find_spec("numba"):
        raise SystemExit("numba is installed: this is no trial of a wheel without it.")
    compiled, plain = first_result(), first_result(NUMBA_DISABLE_JIT="1")
    for what in ("poses", "force", "moved"):
        one, two = np.array(compiled[what]), np.array(plain[what])
        # Fused and reordered sums, along some hundred steps.
        np.testing.assert_allclose(one, two, rtol=0, atol=1e-9 * max(1.0, np.abs(two).max()), err_msg=what)
    versions = f"Python {sys.version.split()[0]}, NumPy {np.__version__}"
    print(f"{sys.platform}, {versions}: first result {compiled['took']:.2f} s after the start of Python")


if __name__ == "__main__":
    main()
