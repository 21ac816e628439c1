"""Pages made from the code at build time: joints, forces, functions, curves, units, schema, gallery, command line.

Joints and forces get pages in ``reference/joints/`` and ``reference/forces/``, pieces of pages go to
``_build/generated/``; none is kept in the repository, so that the manual cannot say anything the code does not.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from linkwork import gallery
from linkwork.cli.forces import ForceFacts, all_force_facts
from linkwork.cli.joints import SAMPLES, Facts, all_facts
from linkwork.cli.models import typed
from linkwork.curves import KINDS as CURVES
from linkwork.draw import scene_of_joint
from linkwork.expressions import FUNCTIONS, UNITS
from linkwork.expressions.units import describe
from linkwork.functions import KINDS
from linkwork.functions.kinds import REQUIRED
from linkwork.joints import REGISTRY
from linkwork.model.files import json_schema
from linkwork.results.naming import of_kind
from linkwork.results.quantities import OWNERS
from linkwork.words import freedom_words

EITHER = "The first number holds for an axis normal to the plane, the second for one in it."
COMMANDS = (
    "demo",
    "new",
    "check",
    "mobility",
    "equations",
    "run",
    "simulate",
    "compare",
    "inverse",
    "equilibrium",
    "equilibrium-path",
    "friction-range",
    "steady",
    "linearise",
    "modes",
    "response",
    "root-locus",
    "gradient",
    "draw",
    "free-body",
    "joints",
    "forces",
    "quantities",
    "gallery",
    "warmup",
)


def write(path: Path, text: str) -> None:
    """Write a file unless it holds the text already, so that Sphinx reads only what changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table."""
    head = list(headings)
    lines = [head, ["---"] * len(head), *([str(c).replace("|", "\\|") for c in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


# ---- joints -------------------------------------------------------------------------------------

BEARINGS = {"gear": "z", "belt": "z", "rack": "z", "bevel_gear": "x", "crossed_gear": "x"}
"""The axis of the bearing that body b needs in the example of a joint."""

PLACES = {
    "rod": "at=(1, 0, 0)",
    "cable": "at=(1, 0, 0)",
    "geneva": "at=(1.414213562373095, 0, 0)",
    "gear": "at=(0.3, 0, 0)",
    "belt": "at=(0.5, 0, 0)",
    "rack": "at=(0, 0.1, 0)",
    "crossed_gear": "at=(0, 0.3, 0)",
    "rolling_wheel": "at=(0, 1, 0)",
    "rolling_sphere": "at=(0, 0, 1)",
    "sphere_on_surface": "at=(0, 0, 1)",
    "disc_on_surface": "at=(0, 0, 1), rotation=lw.rpy(1.5, 0, 0)",
    "surface_on_plane": "at=(0, 0, 0.7)",
    "rolling_disc": "at=(0, 0, 1), rotation=lw.rpy(1.5, 0, 0)",
}
"""Where the body of an example is placed; elsewhere at the origin."""


def example(kind: str) -> str:
    """Return a few lines that use a joint and run as they are."""
    given = "".join(f", {name}={written(value)}" for name, value in SAMPLES.get(kind, {}).items())
    ends = ", m.ground.at(0, 0, 0), b.at(0, 0, 0)" if REGISTRY[kind].ENDS else ""
    away, axis = PLACES.get(kind, "at=(0, 0, 0)"), BEARINGS.get(kind, "")
    point = away.removeprefix("at=").partition("), ")[0].rstrip(")") + ")"
    bearing = [f'm.revolute("bearing", m.ground.at{point}, b.at(0, 0, 0), axis="{axis}")'] if axis else []
    return "\n".join(
        [
            "import linkwork as lw",
            f'm = lw.Mechanism("{kind.replace("_", " ")} example")',
            'b = m.body("b")',
            *bearing,
            f'm.{kind}("J"{ends}{given})',
            f"m.place(b, {away})",
            "print(m.mobility().degrees_of_freedom)",
        ]
    )


def written(value: object) -> str:
    """Return the value of a field as it is written in Python; a curve by its constructor."""
    if not isinstance(value, dict):
        return repr(value)
    sizes = ", ".join(f"{name}={size!r}" for name, size in value.items() if name != "kind")
    return f"lw.{value['kind']}({sizes})"


def equations(rows: tuple[tuple[str, str], ...]) -> str:
    """Return the equations with their reactions as a table."""
    return table(["equation", "meaning of its reaction"], rows) if rows else "None.\n"


def joint_page(facts: Facts) -> str:
    """Return the page of one joint."""
    plane, space = facts.removed
    either = "" if facts.turned is None else f" {EITHER}"
    parts = [
        f"# {facts.kind.replace('_', ' ').capitalize()}\n",
        f"```{{image}} {facts.kind}.svg\n:alt: sketch of the joint\n```\n",
        facts.text.replace("``", "`") + "\n",
        f"Freedoms removed: **{plane}** in the plane, **{space}** in space.{either}\n",
        "## Equations in space\n",
        equations(facts.space),
        "## Equations in the plane\n",
        equations(facts.plane) if facts.planar else "This joint needs space; a planar model refuses it.\n",
    ]
    if facts.turned is not None:
        parts += ["With the axis in the plane:\n", equations(facts.turned)]
    parts += ["## Coordinates\n", coordinates(facts), "## Fields\n", fields(facts)]
    parts += ["## Example\n", f"```python\n{example(facts.kind)}\n```\n"]
    return "\n".join(parts)


def coordinates(facts: Facts) -> str:
    """Return the coordinates of a joint as a table."""
    if not facts.coordinates:
        return "This joint has no scalar coordinate.\n"
    rows = [(f"`NAME.{name}`", unit) for name, unit in facts.coordinates.items()]
    return "To drive, measure and plot:\n\n" + table(["quantity", "unit"], rows)


def fields(facts: Facts) -> str:
    """Return the fields of a joint as a table."""
    common: list[tuple[str, str, str]] = []
    if facts.ends:
        common = [
            ("a, b", "must be given", "where it acts on the first and the second body"),
            ("axis", facts.axis, "direction of its axis in the axes of each body"),
        ]
    return field_table([*common, *facts.fields])


def field_table(rows: Iterable[tuple[str, str, str]]) -> str:
    """Return fields as a table."""
    listed = [(f"`{name}`", default.removeprefix("default "), text) for name, default, text in rows]
    return table(["field", "default", "meaning"], listed)


def write_joints(folder: Path) -> None:
    """Write a page and a sketch for every joint, and their index."""
    found = all_facts()
    for facts in found:
        write(folder / f"{facts.kind}.md", joint_page(facts))
        write(folder / f"{facts.kind}.svg", scene_of_joint(facts.kind).svg())
    rows = [(f"[{f.kind}]({f.kind}.md)", *f.removed, ", ".join(f.coordinates), f.summary) for f in found]
    listed = table(["joint", "removes in the plane", "in space", "coordinates", "what it is"], rows)
    write_index(folder, "Joints", listed, [f.kind for f in found])


def write_index(folder: Path, title: str, listed: str, kinds: list[str]) -> None:
    """Write the index of a folder of pages, and remove pages of kinds that are gone."""
    tree = "\n".join(kinds)
    write(folder / "index.md", f"# {title}\n\n{listed}\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n")
    for old in folder.glob("*.md"):
        if old.stem not in {"index", *kinds}:
            old.unlink()


# ---- forces -------------------------------------------------------------------------------------


def force_page(facts: ForceFacts) -> str:
    """Return the page of one force."""
    parts = [
        f"# {facts.kind.replace('_', ' ').capitalize()}\n",
        facts.text.replace("``", "`") + "\n",
        "## Fields\n",
        field_table(facts.fields),
        "## Example\n",
        f"```python\n{facts.example}\n```\n",
    ]
    return "\n".join(parts)


def write_forces(folder: Path) -> None:
    """Write a page for every force, and their index."""
    found = all_force_facts()
    for facts in found:
        write(folder / f"{facts.kind}.md", force_page(facts))
    listed = table(["force", "what it is"], [(f"[{f.kind}]({f.kind}.md)", f.summary) for f in found])
    write_index(folder, "Forces", listed, [f.kind for f in found])


# ---- pieces of other pages ----------------------------------------------------------------------


def functions_of_time() -> str:
    """Return a section for every kind of function of time."""
    parts = []
    for kind in KINDS.values():
        rows = [
            (f"`{f.name}`", "must be given" if f.default is REQUIRED else f"`{f.default}`", field_text(f))
            for f in kind.fields
        ]
        doc = kind.doc[:1].upper() + kind.doc[1:]
        parts.append(f"## {kind.name}\n\n{doc.rstrip('.')}.\n\n{table(['field', 'default', 'meaning'], rows)}")
    return "\n".join(parts)


def field_text(field: Any) -> str:
    """Return the meaning of a field of a function with its legal words."""
    return field.doc + (f": {', '.join(field.choices)}" if field.choices else "")


FORMS = {
    "value": "number or text",
    "point": "`[x, y]`",
    "points": "`[[x, y], ...]`",
    "range": "`[first, last]`",
    "function": "expression of `u`, or a table with a [kind](functions.md)",
    "switch": "`true` or `false`",
    "program": '`[[angle, level, law], [angle, "dwell"], ...]`, or a function',
}
"""How the fields of curves are written in files."""


def kinds_of_curves() -> str:
    """Return a section for every kind of curve."""
    parts = []
    for kind, cls in CURVES.items():
        rows = []
        for item in dataclasses.fields(cls):
            about = item.metadata
            form = ", ".join(f'`"{word}"`' for word in about["choices"]) or FORMS[about["type"]]
            rows.append((f"`{item.name}`", form, default_of(item), about["doc"]))
        doc = (cls.__doc__ or "").strip()
        parts.append(f"## {kind}\n\n{doc}\n\n{table(['field', 'in a file', 'default', 'meaning'], rows)}")
    return "\n".join(parts)


def default_of(item: dataclasses.Field[Any]) -> str:
    """Return the default of a field of a curve as text."""
    if item.default is dataclasses.MISSING:
        return "must be given"
    if item.default is None:
        return "none"
    return f"`{json.dumps(item.default)}`"


def units() -> str:
    """Return the units by what they measure."""
    by_dimension: dict[str, list[str]] = {}
    for name, unit in UNITS.items():
        by_dimension.setdefault(describe(unit.dimension), []).append(f"`{name}`")
    return table(["measures", "units"], [(what, " ".join(names)) for what, names in by_dimension.items()])


def library() -> str:
    """Return the functions that expressions may call."""
    return table(["function", "meaning"], [(f"`{name}`", f.doc) for name, f in FUNCTIONS.items()])


def results() -> str:
    """Return every quantity of the registry."""
    listed = [q for owner in OWNERS for q in of_kind(owner)]
    rows = [(f"`{q.example}`", q.unit, q.words, "" if q.FORCES else "any motion") for q in listed]
    return table(["written", "unit", "what it is", "without forces too"], rows)


def gallery_page(folder: Path) -> str:
    """Draw every gallery mechanism and return the page."""
    parts = []
    for name in gallery.names():
        entry, file = gallery.info(name), f"gallery-{typed(name)}.svg"
        entry.build().draw(folder / file, labels=False, title="")
        freedoms = freedom_words(entry.degrees_of_freedom)
        image = f"```{{image}} _build/generated/{file}\n:alt: {name}\n:width: 420px\n```"
        others = [other for other, (of, _) in gallery.ALIASES.items() if of == name]
        also = f" Also: {', '.join(others)}." if others else ""
        tail = f"{entry.kind.capitalize()}, {freedoms}. `linkwork run {typed(name)}`{also}"
        parts.append(f"## {name}\n\n{entry.summary}\n\n{image}\n\n{tail}\n")
    return "\n".join(parts)


def command_help() -> str:
    """Return the help of every command, as a user sees it in a terminal of 90 columns."""
    env = {**os.environ, "COLUMNS": "90", "NO_COLOR": "1", "TERM": "dumb"}
    code = "import sys; from linkwork.cli import main; main(sys.argv[1:])"
    parts = []
    for command in COMMANDS:
        call = [sys.executable, "-c", code, command, "--help"]
        shown = subprocess.run(call, capture_output=True, text=True, check=True, env=env).stdout
        body = "\n".join(line.rstrip() for line in shown.strip("\n").splitlines())
        parts.append(f"## linkwork {command}\n\n```text\n{body}\n```\n")
    return "\n".join(parts)


def generate(source: Path) -> None:
    """Write everything below the folder of the manual."""
    pieces = source / "_build" / "generated"
    pieces.mkdir(parents=True, exist_ok=True)
    write_joints(source / "reference" / "joints")
    write_forces(source / "reference" / "forces")
    write(pieces / "functions.md", functions_of_time())
    write(pieces / "curves.md", kinds_of_curves())
    write(pieces / "units.md", units())
    write(pieces / "library.md", library())
    write(pieces / "results.md", results())
    write(pieces / "schema.json", json.dumps(json_schema(), indent=2) + "\n")
    write(pieces / "commands.md", command_help())
    write(pieces / "gallery.md", gallery_page(pieces))


def setup(app: Any) -> dict[str, Any]:
    """Connect to Sphinx."""
    app.connect("builder-inited", lambda app: generate(Path(app.srcdir)))
    return {"version": "1", "parallel_read_safe": True}
