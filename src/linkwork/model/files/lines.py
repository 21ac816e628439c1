"""Line numbers of a TOML text: which line each key stands on.

`tomllib` gives values without their place. This scanner walks through a text that `tomllib` has
accepted and notes the line of every key; it does not read the values.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

Path = tuple[str | int, ...]
"""Keys from the root of the document; the elements of an array are numbered."""

_BLANK = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'{3}(?:[^']++|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'[^'\n]*+'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]*")


class Lines:
    """The line of each key of a document."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, int] = _Scanner(text.replace("\r\n", "\n")).scan()

    def of(self, path: Path) -> int:
        """Return the line of a key, else of the nearest table around it; 1 for the document."""
        while path:
            if path in self.found:
                return self.found[path]
            path = path[:-1]
        return 1


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def scan(self) -> dict[Path, int]:
        """Return the lines of the whole document."""
        table: Path = ()
        self.skip(_BLANK)
        while self.position < len(self.text):
            if self.text.startswith("[", self.position):
                table = self.header()
            else:
                self.pair(table)
            self.skip(_BLANK)
        return self.lines

    @property
    def line(self) -> int:
        return bisect_right(self.starts, self.position)

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Go past what the pattern matches here and return it."""
        match = pattern.match(self.text, self.position)
        if match is None:
            self.position += 1  # only in a text that tomllib refuses
            return ""
        self.position = match.end()
        return match[0]

    def take(self, sign: str) -> bool:
        """Go past a sign, if it is here."""
        if not self.text.startswith(sign, self.position):
            return False
        self.position += len(sign)
        return True

    def note(self, table: Path, keys: list[str], line: int) -> Path:
        """Note the line of a dotted key, and of the tables it opens."""
        path = table
        for key in keys:
            path = (*path, key)
            if path in self.counts:
                path = (*path, self.counts[path])
            self.lines.setdefault(path, line)
        return path

    def header(self) -> Path:
        """Read ``[a.b]`` or ``[[a.b]]`` and return its path."""
        line = self.line
        several = self.take("[[")
        if not several:
            self.take("[")
        keys = self.keys()
        if not several:
            self.take("]")
            path = self.note((), keys, line)
            self.lines[path] = line
            return path
        self.take("]]")
        path = (*self.note((), keys[:-1], line), keys[-1])
        self.lines.setdefault(path, line)
        self.counts[path] = self.counts.get(path, -1) + 1
        path = (*path, self.counts[path])
        self.lines[path] = line
        return path

    def keys(self) -> list[str]:
        """Read a dotted key."""
        keys = [self.key()]
        self.skip(_SPACE)
        while self.take("."):
            keys.append(self.key())
            self.skip(_SPACE)
        return keys

    def key(self) -> str:
        self.skip(_SPACE)
        if self.text[self.position : self.position + 1] in ('"', "'"):
            raw = self.skip(_STRING)
            return next(iter(tomllib.loads(f"{raw} = 0")))
        return self.skip(_BARE)

    def pair(self, table: Path) -> None:
        """Read ``key = value``."""
        line = self.line
        path = self.note(table, self.keys(), line)
        self.take("=")
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: Path) -> None:
        """Go past a value; note the keys of inline tables and the elements on other lines."""
        if self.take("["):
            self.array(path)
        elif self.take("{"):
            self.skip(_SPACE)
            while self.position < len(self.text) and not self.take("}"):
                self.pair(path)
                self.skip(_SPACE)
                self.take(",")
                self.skip(_SPACE)
        elif self.text[self.position : self.position + 1] in ('"', "'"):
            self.skip(_STRING)
        else:
            self.skip(_SCALAR)

    def array(self, path: Path) -> None:
        start, index = self.line, 0
        self.skip(_BLANK)
        while self.position < len(self.text) and not self.take("]"):
            if self.line != start:
                self.lines[(*path, index)] = self.line
            self.value((*path, index))
            index += 1
            self.skip(_BLANK)
            self.take(",")
            self.skip(_BLANK)
