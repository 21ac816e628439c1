"""Reading TOML; faults of its syntax in plain sentences."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from linkwork.errors import Fault, FileFormatError

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

_SENTENCES: tuple[tuple[str, str, str], ...] = (
    (
        r"Expected newline or end of document",
        "something follows the value.",
        'A value with a unit, or a formula, is written in quotes: "2 kg".',
    ),
    (
        r"Invalid value",
        "there is no value here that can be read.",
        'Write a number (0.5), a text or formula in quotes ("2*L"), true, false, or a list [0, 1].',
    ),
    (r"Cannot declare (.*) twice", "the section {0} is there twice.", "Give each its own name."),
    (r"Cannot (?:overwrite|mutate|redefine)", "this name is given twice.", "Give each its own name."),
    (r"Duplicate inline table key '(.*)'", "'{0}' is given twice.", "Keep one of them."),
    (r"Expected '=' after a key", "a '=' is missing after the name.", "Write name = value."),
    (
        r"Invalid initial character for a key part|Invalid statement",
        "a name is expected here.",
        "Names with other signs than letters, digits, - and _ are written in quotes.",
    ),
    (r"Expected '\]'|Expected ']]'", "a ']' is missing at the end of the section's name.", ""),
    (r"Unclosed array", "a list is not closed.", "A ']' is missing, or a ',' between two values."),
    (r"Unclosed inline table", "a table is not closed.", "A '}' is missing, or a ',' between two pairs."),
    (
        r"^Expected [\"']{3}|Unterminated string|Illegal character '\\n'",
        "a text is not closed.",
        "A quote is missing at its end.",
    ),
    (r"^Unescaped", "a '\\' stands before a sign that it cannot change.", "Write it twice: '\\\\'."),
    (r"(?:Illegal|Found invalid) character (.*)", "the character {0} is not allowed here.", ""),
)


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Return the document of a TOML text.

    Raises
    ------
    FileFormatError
        With one fault and its line, when the text is not TOML.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        fault = Fault("syntax", "lists or tables are nested too deeply.", line=1)
    except ValueError as error:
        fault = _fault(str(error), text)
    raise FileFormatError(f"{source} cannot be read:", [fault])


def _fault(message: str, text: str) -> Fault:
    """Return the fault for a message of tomllib."""
    rows = text.replace("\r\n", "\n").split("\n")
    while len(rows) > 1 and not rows[-1].strip():
        rows.pop()
    place = _PLACE.search(message)
    line, column = len(rows), len(rows[-1]) + 1
    if place is None:
        # A number beyond what Python converts: the message has no place.
        return Fault("syntax", "a number has too many digits.", line=1)
    if place[1]:
        line, column = int(place[1]), int(place[2])
    problem, hint = _sentence(message[: place.start()])
    shown = rows[min(line, len(rows)) - 1]
    first = max(0, column - 50)
    excerpt = "".join(c if c.isprintable() else " " for c in shown[first : column + 30]).rstrip()
    mark = f"\n    {excerpt}\n    {' ' * (column - 1 - first)}^" if excerpt else ""
    return Fault("syntax", problem, f"{hint}{mark}", line)


def _sentence(message: str) -> tuple[str, str]:
    for pattern, problem, hint in _SENTENCES:
        match = re.search(pattern, message)
        if match:
            return problem.format(*(_plain(g) for g in match.groups())), hint
    return f"{message[:1].lower()}{message[1:]}.", ""


def _plain(found: str) -> str:
    """Return ``('bodies', 'crank')`` as ``[bodies.crank]``."""
    parts = re.findall(r"'([^']*)'", found)
    return f"[{'.'.join(parts)}]" if found.startswith("(") and parts else found
