"""Run Linkwork beside the other engines in the peer benchmark harness and write the table "time to accuracy".

    python bench/run_engines.py --harness FOLDER [--work FOLDER] [--cases C1,C3] [--only linkwork,mujoco] [--tables]

FOLDER (or the environment variable BENCH_HARNESS) holds the harness. It is copied to the work folder, where
results.json, RESULTS.md (the harness's own report) and benchmarks.md (the tables for the manual) are written.
One process at a time, one fresh process a case and engine, all engines of a case one after the other, so that
ratios are of one run on one machine. `--cases` and `--only` measure a part again; `--tables` only writes tables.
REPS, MAXT and TLIM (environment) are repeats a point, seconds a point and seconds a process.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ENGINES = ("linkwork", "exudyn", "mujoco", "pinocchio", "drake", "opensim", "casadi", "sympy", "limit")
CASES = ("C1", "C2-1", "C2-2", "C2-10", "C2-40", "C3", "C4", "C5-6", "C5-20", "C5-100", "C6")
TARGETS = (1e-3, 1e-6, 1e-9)
DEFAULTS = {"REPS": "5", "MAXT": "0.4", "TLIM": "60", "LINKWORK_QUIET": "1"}

CUT_OFF = "cut off by a time limit in the published run; no setting finished by then came within 1e-3"
LEFT_OUT = {
    ("opensim", "C2-2"): CUT_OFF,
    ("opensim", "C2-10"): CUT_OFF,
    ("opensim", "C2-40"): CUT_OFF,
    ("pinocchio", "C2-40"): "a minute of runs in the published run, none of which came within 1e-3",
}

MEANING = (
    "Shortest time among the settings whose largest error over all samples is within the target; "
    "ratio = Linkwork / best other engine (below 1: Linkwork is faster)."
)


# ---- running -----------------------------------------------------------------------------------


def prepare(harness: Path, work: Path) -> None:
    """Copy the harness and our adapter into the work folder; results already there stay."""
    work.mkdir(parents=True, exist_ok=True)
    for file in (*harness.glob("*.py"), harness / "references.json"):
        shutil.copyfile(file, work / file.name)
    shutil.copyfile(Path(__file__).with_name("linkwork_cases.py"), work / "linkwork_cases.py")
    report = (work / "report.py").read_text()
    (work / "report.py").write_text(report.replace("order = ['exudyn'", "order = ['linkwork', 'exudyn'"))


def measure(work: Path, engines: list[str], cases: list[str]) -> None:
    """Run the engines on the cases, strictly one after the other."""
    environment = {**DEFAULTS, **os.environ}
    if os.getloadavg()[0] > 0.5:
        print(f"load average {os.getloadavg()[0]:.1f}: other work is going on, so times will be uneven", flush=True)
    for case in cases:
        for engine in engines:
            if (engine, case) in LEFT_OUT or (engine == "limit" and not case.startswith("C5")):
                continue
            command = [sys.executable, "run_all.py", f"--only={engine}", f"--cases={case}"]
            subprocess.run(command, cwd=work, env=environment, check=True)


# ---- tables ------------------------------------------------------------------------------------


def read(work: Path) -> tuple[list[dict], dict]:
    """Return the measured records, limit probes under names of their own, and facts of the machine."""
    data = json.loads((work / "results.json").read_text())
    for record in data["records"]:
        if record.get("role") == "codegen-limit":
            record["peer"] = "(limit) generated C"
        elif record["peer"].startswith("table-limit") or record["peer"] == "limit":
            record["peer"] = "(limit) table-driven loop"
    return data["records"], data["machine"]


def fastest(records: list[dict], case: str, peer: str, target: float) -> dict | None:
    """Return the fastest record of an engine within the target error, or None."""
    fit = [r for r in timed(records, case, peer) if r["err_max"] <= target]
    return min(fit, key=lambda r: r["wall_s"], default=None)


def timed(records: list[dict], case: str, peer: str) -> list[dict]:
    """Return the finished runs of an engine on a case, with their errors."""
    wanted = [r for r in records if (r["case"], r["peer"]) == (case, peer)]
    return [r for r in wanted if r.get("wall_s") is not None and r.get("err_max") is not None]


def peers(records: list[dict], limits: bool) -> list[str]:
    """Return the names of the engines in order, or of the limit probes; Linkwork is not among them."""
    names = dict.fromkeys(r["peer"] for r in records)
    return [n for n in names if n != "linkwork" and n.startswith("(limit)") == limits]


def best_of(records: list[dict], case: str, names: list[str], target: float) -> dict | None:
    """Return the fastest record of several engines within the target error, or None."""
    found = [r for name in names if (r := fastest(records, case, name, target)) is not None]
    return min(found, key=lambda r: r["wall_s"], default=None)


def summary(records: list[dict], cases: list[str]) -> list[str]:
    """Return the table of ratios: Linkwork against the best other engine, and the limit probes."""
    lines = [
        "| case | largest error | Linkwork | best other engine | ratio | limit (not an engine) |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for case in cases:
        for target in TARGETS:
            ours = fastest(records, case, "linkwork", target)
            other = best_of(records, case, peers(records, False), target)
            limit = best_of(records, case, peers(records, True), target)
            beside = f"{other['peer']} {duration(other['wall_s'])}" if other else "none"
            bound = f"{duration(limit['wall_s'])}, {limit['peer'].removeprefix('(limit) ')}" if limit else "–"
            ratio = f"{ours['wall_s'] / other['wall_s']:.2g}" if ours and other else "–"
            own = duration(ours["wall_s"]) if ours else "not reached"
            lines.append(f"| {case} | {target:.0e} | {own} | {beside} | {ratio} | {bound} |")
    return lines


def details(records: list[dict], case: str) -> list[str]:
    """Return the table of one case: time to each accuracy, and the smallest error reached."""
    lines = [
        f"### {case}",
        "",
        "| engine | 1e-3 | 1e-6 | 1e-9 | smallest error (time, setting) |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name in ["linkwork", *peers(records, False), *peers(records, True)]:
        runs = timed(records, case, name)
        if not runs:
            continue
        found = [fastest(records, case, name, target) for target in TARGETS]
        row = [duration(r["wall_s"]) if r else "not reached" for r in found]
        best = min(runs, key=lambda r: r["err_max"])
        most = f"{best['err_max']:.0e} ({duration(best['wall_s'])}, {best['method']}, {best.get('setting', '')})"
        label = "**Linkwork**" if name == "linkwork" else name
        lines.append(f"| {label} | {' | '.join(row)} | {most} |")
    return [*lines, ""]


def remarks(records: list[dict], cases: list[str]) -> list[str]:
    """Return versions, what was left out and what an engine could not do."""
    versions = dict.fromkeys(f"{r['peer']} {r['version']}" for r in records if r.get("version"))
    engines = [v for v in versions if not v.startswith("(limit)")]
    lines = ["Versions: " + ", ".join(engines) + ".", ""]
    lines += [f"- {engine} {case}: left out ({why})." for (engine, case), why in LEFT_OUT.items() if case in cases]
    for record in records:
        why = record.get("cannot") or record.get("error")
        if why and not record["peer"].startswith("(limit)") and record["case"] in cases:
            lines.append(f"- {record['peer']} {record['case']}: {why}.")
    return lines


def duration(seconds: float) -> str:
    """Return a time with its unit, in three digits."""
    factor, unit = (1.0, "s") if seconds >= 1.0 else (1e3, "ms") if seconds >= 1e-3 else (1e6, "µs")
    return f"{seconds * factor:.3g} {unit}"


def write_tables(work: Path) -> Path:
    """Write benchmarks.md and the harness's own report; return the path of the first."""
    records, machine = read(work)
    measured = {r["case"] for r in records}
    cases = [c for c in CASES if c in measured]
    about = f"{machine['cpu']}, {machine['cores']} cores, Python {machine['python']}, one thread, {machine['date']}."
    lines = ["## Time to accuracy", "", about, MEANING, "", *summary(records, cases), ""]
    for case in cases:
        lines += details(records, case)
    path = work / "benchmarks.md"
    path.write_text("\n".join([*lines, *remarks(records, cases)]) + "\n")
    subprocess.run([sys.executable, "report.py"], cwd=work, check=False, stdout=subprocess.DEVNULL)
    return path


def arguments() -> argparse.Namespace:
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description="Linkwork beside other engines: time to accuracy.")
    parser.add_argument("--harness", type=Path, default=os.environ.get("BENCH_HARNESS"), help="folder of the harness")
    work = Path(tempfile.gettempdir()) / "linkwork-engines"
    parser.add_argument("--work", type=Path, default=work, help="folder for the copy and the results")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--only", default=",".join(ENGINES))
    parser.add_argument("--tables", action="store_true", help="write the tables of results already there")
    found = parser.parse_args()
    if found.harness is None and not found.tables:
        parser.error("give --harness or set BENCH_HARNESS")
    return found


def main() -> None:
    """Measure and write the tables."""
    chosen = arguments()
    if not chosen.tables:
        prepare(chosen.harness, chosen.work)
        measure(chosen.work, chosen.only.split(","), chosen.cases.split(","))
    print(write_tables(chosen.work))


if __name__ == "__main__":
    main()
