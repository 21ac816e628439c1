"""Tables of a model file: every key read with its type, every fault noted with its line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from math import inf
from typing import Any

from linkwork.base.marker import Direction, Value, Vector
from linkwork.errors import Fault, nearest

from .lines import Lines, Path

VALUE = 'a number, or a text such as "30 mm" or "2*L",'
VECTOR = "a list of 2 or 3 numbers or texts"
DIRECTION = 'an axis such as "x" or "-z", or a list of 2 or 3 numbers,'

_WORDS: tuple[tuple[Any, str], ...] = (
    (bool, "true or false"),
    (int | float, "a number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a table"),
    (datetime | date | time, "a date or time"),
)


def shown(raw: object, limit: int = 40) -> str:
    """Return a value as the file shows it, shortened."""
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, int | float | str):
        text = repr(raw)
        return text if len(text) <= limit else f"{text[: limit - 3]}..."
    return next((word for kind, word in _WORDS if isinstance(raw, kind)), "something else")


@dataclass
class Notes:
    """The faults of a file, and the lines to give them."""

    lines: Lines
    faults: list[Fault] = field(default_factory=list)

    def fault(self, path: Path, where: str, problem: str, hint: str = "") -> None:
        """Note a fault of what stands at `path`."""
        self.faults.append(Fault(where, problem, hint, self.lines.of(path)))


@dataclass(frozen=True)
class Item:
    """A value of the file with its place and its name in words."""

    raw: Any
    path: Path
    where: str
    notes: Notes

    def fault(self, problem: str, hint: str = "") -> None:
        """Note a fault of this value."""
        self.notes.fault(self.path, self.where, problem, hint)

    def wrong(self, expected: str) -> None:
        """Note that it has the wrong type."""
        self.fault(f"it is {shown(self.raw)}; {expected} is expected.")

    # ---- simple types: each returns None after noting a fault

    def value(self) -> Value | None:
        """Return a number or text."""
        raw = self.raw
        if isinstance(raw, str) or (isinstance(raw, float) and abs(raw) < inf):
            return raw
        if isinstance(raw, int) and not isinstance(raw, bool):
            if abs(raw) < 10**300:
                return raw
            self.fault("the number is too large.")
        elif isinstance(raw, float):
            self.fault(f"{raw} is not a finite number.")
        else:
            self.wrong(VALUE)
        return None

    def values(self, count: tuple[int, ...] = (), expected: str = "a list of numbers or texts") -> Vector | None:
        """Return a list of numbers or texts, of a length in `count` when that is given."""
        if not isinstance(self.raw, list):
            self.wrong(expected)
            return None
        if count and len(self.raw) not in count:
            self.fault(f"it has {len(self.raw)} elements; {expected} is expected.")
            return None
        found = [item.value() for item in self.elements()]
        return None if any(v is None for v in found) else tuple(v for v in found if v is not None)

    def vector(self) -> Vector | None:
        """Return two or three components."""
        return self.values((2, 3), VECTOR)

    def direction(self) -> Direction | None:
        """Return the name of an axis, or components."""
        if isinstance(self.raw, str):
            return self.raw
        return self.values((2, 3), DIRECTION)

    def text(self) -> str | None:
        """Return a text."""
        if isinstance(self.raw, str):
            return self.raw
        self.wrong("a text in quotes")
        return None

    def texts(self) -> list[str] | None:
        """Return a list of texts."""
        if isinstance(self.raw, list) and all(isinstance(text, str) for text in self.raw):
            return self.raw
        self.wrong("a list of texts in quotes")
        return None

    def switch(self) -> bool | None:
        """Return true or false."""
        if isinstance(self.raw, bool):
            return self.raw
        self.wrong("true or false (without quotes)")
        return None

    def choice(self, legal: Sequence[str], what: str) -> str | None:
        """Return one of a few words; `what` is "there is no <what> '...'"."""
        word = self.text()
        if word is None or word in legal:
            return word
        self.fault(f"there is no {what} {shown(word)}.", nearest(word, legal))
        return None

    def table(self, expected: str = "a table") -> Table | None:
        """Return a table."""
        if isinstance(self.raw, dict):
            return Table(self.raw, self.path, self.where, self.notes)
        self.wrong(expected)
        return None

    def elements(self) -> Iterator[Item]:
        """Yield the elements of a list."""
        for index, raw in enumerate(self.raw):
            where = f"element {index + 1} of {self.where}"
            yield Item(raw, (*self.path, index), where, self.notes)


@dataclass(frozen=True)
class Table:
    """A table of the file with its place and its name in words."""

    raw: Mapping[str, Any]
    path: Path
    where: str
    notes: Notes

    def __contains__(self, key: str) -> bool:
        return key in self.raw

    def fault(self, problem: str, hint: str = "") -> None:
        """Note a fault of this table."""
        self.notes.fault(self.path, self.where, problem, hint)

    def item(self, key: str, where: str = "") -> Item:
        """Return the value of a key that is there."""
        return Item(self.raw[key], (*self.path, key), where or f"{key} of {self.where}", self.notes)

    def given(self, *keys: str) -> Iterator[tuple[str, Item]]:
        """Yield those of the keys that are there."""
        for key in keys:
            if key in self.raw:
                yield key, self.item(key)

    def items(self, what: str = "") -> Iterator[tuple[str, Item]]:
        """Yield every key; with `what`, the words for an item are ``what 'key'``."""
        for key in self.raw:
            yield key, self.item(key, f"{what} '{key}'" if what else "")

    def known(self, legal: Collection[str]) -> None:
        """Note every key that is not legal."""
        for key in self.raw:
            if key not in legal:
                problem = f"there is no key {shown(key)} here."
                self.notes.fault((*self.path, key), self.where, problem, nearest(key, list(legal)))

    def kind(self, kinds: Collection[str], what: str, where: str = "") -> str | None:
        """Return the kind of what the table describes; None where there is none, or not one of these."""
        return self.item("kind", where).choice(list(kinds), what) if self.needs("kind") else None

    def needs(self, *keys: str) -> bool:
        """Return whether the keys are there; note those that are not."""
        missing = [key for key in keys if key not in self.raw]
        if missing:
            self.fault(f"{' and '.join(repr(m) for m in missing)} {'is' if len(missing) == 1 else 'are'} missing.")
        return not missing
