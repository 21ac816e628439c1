"""Lines for the faults that `Mechanism.check` finds: from the words of a fault to a place in the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linkwork.base.marker import Marker
from linkwork.base.shapes import DIMENSIONS
from linkwork.errors import Fault, ModelError
from linkwork.model.description import Description

from .lines import Lines, Path

_SECTIONS = {
    "parameter": "parameters",
    "body": "bodies",
    "joint": "joints",
    "driver": "drivers",
    "force": "forces",
}
_OBJECT = re.compile(rf"(?:^|.* )({'|'.join(_SECTIONS)}) '(.*)'$", re.DOTALL)
_PLACEMENT = re.compile(r"(?:(\w+) in the )?placement of '(.*)'$", re.DOTALL)


class Places:
    """Where the objects of a model stand in its file."""

    def __init__(self, lines: Lines, document: Mapping[str, Any]) -> None:
        self.lines = lines
        self.document = document
        self.points: dict[str, Path] = {}

    def note_point(self, marker: Marker, path: Path) -> None:
        """Remember where a point is written; the first place counts."""
        self.points.setdefault(f"point {marker}", path)

    def objects(self) -> dict[str, int]:
        """Return the line of every object, by its words: ``"body 'crank'"``."""
        found = {}
        for word, section in _SECTIONS.items():
            table = self.document.get(section)
            if isinstance(table, dict):
                found.update({f"{word} '{name}'": self.lines.of((section, name)) for name in table})
        return found

    def line(self, fault: Fault) -> int:
        """Return the line that a fault is about, as exactly as its words tell."""
        return self.lines.of(self.path(fault))

    def path(self, fault: Fault) -> Path:
        """Return the place that a fault is about."""
        where = fault.where
        if where in self.points:
            return self.points[where]
        if match := _PLACEMENT.match(where):
            return ("bodies", match[2], "place", match[1] or "")
        match = _OBJECT.match(where)
        if match is None:
            return (where,)
        section, name = _SECTIONS[match[1]], match[2]
        keys = self._keys(where[: match.start(1)]) if section in ("bodies", "forces") else ()
        return (section, name, *(keys or self._meant_key(section, name, fault.problem)))

    def _keys(self, words: str) -> Path:
        """Return the keys for ``"length of rod of "``, ``"centre of mass of "``, ``"stiffness of "``."""
        keys = words.replace("centre of mass", "com").removesuffix("of ").split(" of ")
        named = [k.strip() for k in reversed(keys) if k.strip()]
        return tuple("shape" if k in DIMENSIONS else k for k in named)

    def _meant_key(self, section: str, name: str, problem: str) -> Path:
        """Return the key that a problem is about: ``its mass is ...``, or the text that it quotes."""
        table = self.document.get(section, {}).get(name)
        if not isinstance(table, dict):
            return ()
        meant = re.match(r"its (\w+)", problem)
        if meant:
            return (meant[1],) if meant[1] in table else ("shape", meant[1])
        texts = {k: v for k, v in table.items() if k != "kind" and isinstance(v, str)}
        quoted = re.findall(r"'([^']+)'", problem)
        exact = [key for key, value in texts.items() if f"'{value}'" in problem]
        loose = [key for key, value in texts.items() if any(q in value for q in quoted)]
        for key in (*exact, *loose):
            return (key,)
        return ("function",) if section == "drivers" else ()


def faults_of_check(model: Description, places: Places) -> list[Fault]:
    """Return the faults that `Mechanism.check` finds, each with its line."""
    try:
        model.checked()
    except ModelError as error:
        found = error.faults or (Fault(f"mechanism '{model.name}'", str(error)),)
        return [replace(fault, line=places.line(fault)) for fault in found]
    return []
