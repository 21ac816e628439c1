"""Examine many random mechanisms: ``python tests/fuzz/run.py --count 10000``.

From ``--seed 100000`` on they have parts that switch (`switching`), from ``--seed 200000`` on bodies without mass
(`massless`).

Every mechanism writes a line to the file of results, so that an interrupted run goes on where it stopped. They are
examined in processes of their own with a limit on their processor time, so that one that hangs or crashes is a finding
like any other. ``--show 123`` examines one and prints all about it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
CHUNK = 50
"""Mechanisms a process."""

SECONDS = 120
"""Processor time of one process [s]: some twenty times of what it needs."""


def line_of(seed: int) -> dict[str, Any]:
    """Return what is found at a mechanism, as data; the number says of which sort it is."""
    import examine
    import massless
    import switching

    sort = massless if seed >= massless.FIRST else switching if seed >= switching.FIRST else examine
    found = sort.examine(seed)
    return {
        "seed": seed,
        "shape": sort.KINDS[seed % len(sort.KINDS)],
        "findings": [list(finding) for finding in found.findings],
        "told": [list(finding) for finding in found.told],
        "refused": found.refused,
        "done": found.done,
    }


def work(seeds: list[int]) -> None:
    """Examine mechanisms in this process; write a line before and after each."""
    for seed in seeds:
        print(json.dumps({"begin": seed}), flush=True)
        print(json.dumps(line_of(seed)), flush=True)


def lines_of(seeds: list[int]) -> Iterator[dict[str, Any]]:
    """Examine mechanisms in other processes; yield a line for each, also where a process ends before its time."""
    while seeds:
        command = [sys.executable, __file__, "--work", *map(str, seeds)]
        begun = None
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=_limited
        ) as process:
            for text in process.stdout or ():
                line = json.loads(text)
                if "begin" in line:
                    begun = line["begin"]
                else:
                    yield line
                    seeds, begun = [s for s in seeds if s != line["seed"]], None
        if seeds:
            stopped = seeds[0] if begun is None else begun
            why = f"ended with {process.returncode} (-24: more than {SECONDS} s of processor time)"
            yield {"seed": stopped, "shape": "", "findings": [["hang or crash", why]], "refused": [], "done": []}
            seeds = [s for s in seeds if s != stopped]


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run(first: int, count: int, jobs: int, path: Path) -> list[dict[str, Any]]:
    """Examine all mechanisms that the file of results does not have yet; return all lines."""
    lines = [json.loads(text) for text in path.read_text().splitlines()] if path.exists() else []
    known = {line["seed"] for line in lines}
    left = [seed for seed in range(first, first + count) if seed not in known]
    chunks = [left[k : k + CHUNK] for k in range(0, len(left), CHUNK)]
    with path.open("a") as file, ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(lambda seeds: list(lines_of(seeds)), chunks):
            for line in found:
                file.write(json.dumps(line) + "\n")
                for kind, text in line["findings"][:1]:
                    print(f"seed {line['seed']} ({line['shape']}): {kind}: {text}", flush=True)
            file.flush()
            lines += found
    return lines


def classes(lines: list[dict[str, Any]], what: str) -> list[str]:
    """Return how many there are of each class of findings, or of what was told, with the first seeds."""
    seeds: dict[tuple[str, str], list[int]] = defaultdict(list)
    for line in lines:
        for kind in sorted({kind for kind, _ in line.get(what, ())}):
            seeds[kind, line["shape"]].append(line["seed"])
    return [f"{len(s):6d}  {kind} [{shape}]: seeds {s[:8]}" for (kind, shape), s in sorted(seeds.items())]


def summary(lines: list[dict[str, Any]]) -> str:
    """Return how many there are of each class of finding, with the first seeds, and what was refused."""
    bad, told = (sum(bool(line.get(what)) for line in lines) for what in ("findings", "told"))
    done = Counter(what for line in lines for what in line["done"])
    refused = Counter(text.split(":")[0] for line in lines for text in line["refused"])
    rows = [f"{len(lines)} mechanisms, {bad} with findings", *classes(lines, "findings")]
    rows += [f"{told} with a wrong number that the result itself tells of", *classes(lines, "told")]
    rows += ["", "analyses done:    " + ", ".join(f"{what} {n}" for what, n in sorted(done.items()))]
    rows += ["analyses refused: " + ", ".join(f"{what} {n}" for what, n in sorted(refused.items()))]
    return "\n".join(rows)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="number of the first mechanism")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("fuzz-results.jsonl"), help="where results are kept")
    parser.add_argument("--show", type=int, help="examine this one mechanism and print all about it")
    parser.add_argument("--work", type=int, nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work is not None:
        work(given.work)
    elif given.show is not None:
        print(json.dumps(line_of(given.show), indent=2))
    else:
        print(summary(run(given.seed, given.count, given.jobs, given.file)))


if __name__ == "__main__":
    main()
