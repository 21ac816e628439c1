"""From TOML text to a mechanism, with every fault of the text."""

from __future__ import annotations

import re
from typing import Any, Generic, TypeVar

from linkwork.base.marker import GROUND, Marker, as_vector
from linkwork.base.space import PLANES
from linkwork.errors import Fault, FileFormatError, ModelError
from linkwork.forces import REGISTRY as FORCES
from linkwork.joints import REGISTRY as JOINTS
from linkwork.model.description import Description

from ..refs import add_point
from .lines import Lines
from .located import Places, faults_of_check
from .parts import Ends, read_fields, read_function, read_inertia, read_marker, read_placement, read_shape
from .syntax import parse_toml
from .table import Item, Notes, Table, shown
from .write import VERSION

Described = TypeVar("Described", bound=Description)

HEAD = ("linkwork", "name", "plane", "spatial", "gravity")
ASKED = ("inputs", "outputs")
SECTIONS = ("parameters", "ground", "bodies", "joints", "drivers", "forces")
BODY = ("shape", "mass", "com", "inertia", "points", "place")
DRIVER = ("quantity", "function")


def from_toml(text: str, make: type[Described], source: str = "<text>") -> Described:
    """Return the mechanism that a TOML text describes; see `linkwork.Mechanism.from_toml`.

    Parameters
    ----------
    text : str
        The text of a model file. Formulas in it are read by `linkwork.expressions`; nothing in a
        model file is ever run.
    make : type
        What to make: `linkwork.Mechanism`, or a description without analyses.
    source : str
        What to call the text in messages, for example the name of its file.

    Raises
    ------
    FileFormatError
        With every fault, each with its line: of the syntax, of the structure, and of the model
        itself as `Mechanism.check` finds them.
    """
    try:
        return _from_document(parse_toml(text, source), text, make, source)
    except RecursionError:
        fault = Fault("syntax", "lists, tables or formulas are nested too deeply.", line=1)
        raise FileFormatError(f"{source} cannot be read:", [fault]) from None


def _from_document(document: dict[str, Any], text: str, make: type[Described], source: str) -> Described:
    notes = Notes(Lines(text))
    root = Table(document, (), "model file", notes)
    if _version_fits(root):
        reader = _Reader(root, make)
        model = reader.model()
        notes.faults.extend(faults_of_check(model, reader.places))
        if not notes.faults:
            return model
    faults = sorted(dict.fromkeys(notes.faults), key=lambda fault: fault.line or 0)
    count = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
    raise FileFormatError(f"{source} has {count}:", faults)


def _version_fits(root: Table) -> bool:
    """Return whether the rest of the file can be read; the fault of a wrong version is noted."""
    if "linkwork" not in root:
        root.fault("'linkwork' is missing.", f"Begin the file with: linkwork = {VERSION}")
        return True
    version = root.item("linkwork", "version of the model file")
    if version.raw == VERSION and not isinstance(version.raw, bool):
        return True
    newer = isinstance(version.raw, int) and version.raw > VERSION
    hint = "The file was written by a newer Linkwork." if newer else f"Write: linkwork = {VERSION}"
    version.fault(f"it is {shown(version.raw)}; this Linkwork reads version {VERSION}.", hint)
    return not newer


class _Reader(Generic[Described]):
    """Builds a mechanism from a document; what cannot be read is left out."""

    def __init__(self, root: Table, make: type[Described]) -> None:
        self.root = root
        self.make = make
        self.places = Places(root.notes.lines, root.raw)
        self.lost: list[str] = []

    def model(self) -> Described:
        """Return the mechanism."""
        self.root.known((*HEAD, *ASKED, *SECTIONS))
        self.mechanism = model = self.head()
        for key, item in self.root.given(*ASKED):
            try:
                setattr(model, key, item.texts() or ())
            except ModelError as error:
                item.fault(str(error))
        self.ends = Ends(model, self.places)
        for name, item in self.section("parameters", "parameter"):
            value = item.value()
            model.parameter(name, 1.0 if value is None else value)
        self.ground()
        for name, item in self.section("bodies", "body"):
            self.body(name, item)
        for name, item in self.section("joints", "joint"):
            self.joint(name, item)
        for name, item in self.section("drivers", "driver"):
            self.driver(name, item)
        for name, item in self.section("forces", "force"):
            self.force(name, item)
        model.lines.update(self.places.objects())
        return model

    def section(self, key: str, what: str) -> list[tuple[str, Item]]:
        """Return the entries of a section such as ``[bodies]``."""
        if key not in self.root:
            return []
        table = self.root.item(key, f"section '{key}'").table(f"a section [{key}] or sections [{key}.name]")
        return [] if table is None else list(table.items(what))

    def head(self) -> Described:
        """Return the mechanism with its name, space and gravity."""
        found: dict[str, Any] = {}
        for key in [k for k in HEAD[1:] if k in self.root]:
            item = self.root.item(key, key)
            if key == "name":
                found[key] = item.text()
            elif key == "plane":
                found[key] = item.choice(PLANES, "plane") or "xy"
            else:
                found[key] = item.switch() if key == "spatial" else item.vector()
        name = found.pop("name", None)
        return self.make("mechanism" if name is None else name, **found)

    def ground(self) -> None:
        """Read the points of the ground."""
        if "ground" not in self.root:
            return
        table = self.root.item("ground", "ground").table()
        if table is not None:
            table.known(("points",))
            self.points(GROUND, table)

    def points(self, body: str, table: Table) -> None:
        """Read the named points of a body."""
        points = table.item("points").table("a table of points") if "points" in table else None
        if points is None:
            return
        for name in points.raw:
            item = points.item(name, f"point {body}.{name}")
            marker = read_marker(item, body, name)
            add_point(self.mechanism, body, marker)
            self.places.note_point(marker, item.path)

    def body(self, name: str, item: Item) -> None:
        """Read a body with its points and its placement."""
        if name == GROUND:
            item.fault("the ground is there already.", "Write its points in [ground.points].")
            return
        table = item.table("a section with the keys of a body")
        if table is None:
            self.mechanism.body(name)
            return
        table.known(BODY)
        found: dict[str, Any] = {}
        for key, part in table.given("shape", "mass", "com", "inertia"):
            found[key] = {
                "shape": read_shape,
                "mass": Item.value,
                "com": Item.vector,
                "inertia": read_inertia,
            }[key](part)
        self.mechanism.body(name, **found)
        self.points(name, table)
        for _, part in table.given("place"):
            placement = read_placement(part)
            if placement is not None:
                self.mechanism.place(name, **placement)

    def joint(self, name: str, item: Item) -> None:
        """Read a joint; one without a kind or an end is left out, with what refers to it."""
        table = item.table("a section with the keys of a joint")
        if table is None or (kind := table.kind(JOINTS, "joint kind", table.where)) is None:
            self.lost.append(name)
            return
        words = f"{kind.replace('_', ' ')} joint '{name}'"
        table = Table(table.raw, table.path, words, table.notes)
        fields = read_fields(table, JOINTS[kind], self.ends, extra=("at",))
        if fields is None or self.mentions_lost(fields.get("expression", "")):
            self.lost.append(name)
            return
        for _, part in table.given("at"):
            self.draw_ends(fields, part)
        self.mechanism.joint(kind, name, **fields)

    def draw_ends(self, fields: dict[str, Any], item: Item) -> None:
        """Read ``at``: where the joint is, in ground axes, on the bodies that are given without a point."""
        at = item.vector()
        if at is None:
            return
        fields["at"] = at
        for key in ("a", "b"):
            end = fields.get(key)
            if end is not None and end == Marker(end.body):
                fields[key] = end.body
                self.places.note_point(Marker(end.body, as_vector(at)), item.path)

    def driver(self, name: str, item: Item) -> None:
        """Read a driver."""
        table = item.table("a section with the keys of a driver")
        if table is None:
            return
        if self.split_by_dots(name, table):
            return
        table.known(DRIVER)
        quantity: str | None = name
        for _, part in table.given("quantity"):
            quantity = part.text()
        if not table.needs("function"):
            return
        function = read_function(table.item("function"))
        if quantity is None or function is None or self.mentions_lost(quantity):
            return
        self.mechanism.drive(quantity, function, name)

    def split_by_dots(self, name: str, table: Table) -> bool:
        """Note ``[drivers.A.angle]``: TOML takes the dot for a table in a table."""
        inner = {key: raw for key, raw in table.raw.items() if key not in DRIVER and isinstance(raw, dict)}
        for key, raw in inner.items():
            parts = [name, key]
            while len(raw) == 1 and isinstance(below := raw[last := next(iter(raw))], dict) and last not in DRIVER:
                parts, raw = [*parts, last], below
            table.fault("a name with dots stands in quotes.", f'Write [drivers."{".".join(parts)}"].')
        return bool(inner)

    def force(self, name: str, item: Item) -> None:
        """Read a force."""
        table = item.table("a section with the keys of a force")
        if table is None or (kind := table.kind(FORCES, "force kind", table.where)) is None:
            return
        fields = read_fields(table, FORCES[kind], self.ends)
        if fields is not None and not self.mentions_lost(*map(str, fields.values())):
            self.mechanism.force(kind, name, **fields)

    def mentions_lost(self, *texts: str) -> bool:
        """Return whether a text uses a joint that could not be read; its own fault is enough."""
        return any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) for name in self.lost for text in texts)
