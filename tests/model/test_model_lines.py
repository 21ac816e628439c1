"""The scanner finds the line of every key, and faults of the syntax are sentences."""

from __future__ import annotations

import tomllib

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import linkwork as lw
from linkwork.model.files import emit
from linkwork.model.files.lines import Lines

TEXT = '''\
# a comment with [brackets] and "quotes"
top = 1   # [not.a.table]
"quoted key" = """
first = 1
\\""" second = "2" """
'literal.key' = \'\'\'
[no.header]
\'\'\'
array = [ # comment ]
  1, "two, ]", [3,
  4],
  { x = 1, y = "}" },
]
a.b.c = { d = [1, 2], "e.f" = { g = 1 } }
[ bodies . crank ]
mass = 1
points.B = [2, 0]
points."C 1" = { at = [
  0,
  1,
], z = "x" }
[bodies."rod # 1"]
[[list]]
n = 1
[[list]]
n = 2
[list.sub]
k = 3
'''

PLACES = {
    ("top",): 2,
    ("quoted key",): 3,
    ("literal.key",): 6,
    ("array",): 9,
    ("array", 0): 10,
    ("array", 1): 10,
    ("array", 2, 0): 10,
    ("array", 2, 1): 11,
    ("array", 3): 12,
    ("array", 3, "y"): 12,
    ("a", "b", "c", "d"): 14,
    ("a", "b", "c", "e.f", "g"): 14,
    ("bodies", "crank"): 15,
    ("bodies", "crank", "mass"): 16,
    ("bodies", "crank", "points", "B"): 17,
    ("bodies", "crank", "points", "B", 1): 17,
    ("bodies", "crank", "points", "C 1", "at"): 18,
    ("bodies", "crank", "points", "C 1", "at", 1): 20,
    ("bodies", "crank", "points", "C 1", "z"): 21,
    ("bodies", "rod # 1"): 22,
    ("list", 0, "n"): 24,
    ("list", 1, "n"): 26,
    ("list", 1, "sub", "k"): 28,
    ("bodies", "crank", "no such key"): 15,
    ("nothing",): 1,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines(newline):
    tomllib.loads(TEXT)
    lines = Lines(TEXT.replace("\n", newline))
    assert {path: lines.of(path) for path in PLACES} == PLACES


values = st.recursive(
    st.integers(-5, 5) | st.floats(-1, 1) | st.text(max_size=6) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def keys_of(document: object, path: tuple = ()) -> set[tuple]:
    found = set()
    if isinstance(document, dict):
        for key, value in document.items():
            found |= {(*path, key)} | keys_of(value, (*path, key))
    elif isinstance(document, list):
        for k, value in enumerate(document):
            found |= keys_of(value, (*path, k))
    return found


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), values, max_size=5))
@settings(max_examples=150)
def test_every_key_of_any_document_is_found_on_its_line(document):
    try:
        rows = [f"{emit.key(k)} = {emit.inline(v)}" for k, v in document.items()]
    except lw.ModelError:
        return
    text = "\n# comment\n".join(rows)
    lines = Lines(text)
    assert {p for p in lines.found if not isinstance(p[-1], int)} == keys_of(tomllib.loads(text))
    for k, key in enumerate(document):
        assert lines.of((key,)) == 2 * k + 1


SYNTAX = {
    'name = "open\nplane = "xy"': (1, "a text is not closed. A quote is missing at its end."),
    "name = 'open": (1, "a text is not closed."),
    "linkwork = 1\n[bodies.crank]\nmass = 2 kg": (3, 'is written in quotes: "2 kg"'),
    "linkwork = 1\nmass =": (2, "there is no value here"),
    "linkwork = 1\nmass = twelve": (2, "there is no value here that can be read."),
    "[bodies.crank]\n[bodies.crank]": (2, "the section [bodies.crank] is there twice."),
    "a = 1\na = 2": (2, "this name is given twice. Give each its own name."),
    "x = { a = 1, a = 2 }": (1, "'a' is given twice."),
    "[bodies]\ncrank": (2, "a '=' is missing after the name."),
    "\n\n[joints.A\nkind = 1": (3, "a ']' is missing at the end of the section's name."),
    "a = [1, 2\nb = 3": (2, "a list is not closed."),
    "a = { b = 1\nc = 3": (1, "a table is not closed."),
    "= 2": (1, "a name is expected here."),
    'a = "C:\\models"': (1, "Write it twice: '\\\\'."),
    'a = "\x00"': (1, "the character '\\x00' is not allowed here."),
    "a = " + "[" * 3000: (1, "nested too deeply"),
    "a = " + "9" * 5000: (1, "a number has too many digits."),
    "a = 1979-02-31": (1, "invalid date or datetime."),
}


@pytest.mark.parametrize("text", list(SYNTAX), ids=range(len(SYNTAX)))
def test_syntax(text):
    line, sentence = SYNTAX[text]
    with pytest.raises(lw.FileFormatError) as caught:
        lw.Mechanism.from_toml(text, "my.toml")
    (fault,) = caught.value.faults
    assert str(caught.value).startswith("my.toml cannot be read:\n")
    assert fault.line == line
    assert sentence in str(fault)


def test_syntax_shows_the_place():
    with pytest.raises(lw.FileFormatError) as caught:
        lw.Mechanism.from_toml("linkwork = 1\nmass = 2 kg\n")
    assert str(caught.value).endswith("\n    mass = 2 kg\n             ^")


def test_large_files_are_scanned_without_delay():
    numbers = ", ".join(["0.123456789"] * 100_000)
    text = "# comment\n" * 100_000 + f'a = [{numbers}]\nb = """{"x" * 10**6}"""\nc = 1\n'
    assert Lines(text).of(("c",)) == 100_003
