"""One list of codes, one table of sentences: every way in which work can end has its words."""

from __future__ import annotations

import string

import pytest

from linkwork.kernels.tables import statuses as codes
from linkwork.results.statuses import COMPLETE, PAUSES, STATUSES
from linkwork.solve.ending import VALUES

CODES = {name: value for name, value in vars(codes).items() if name.isupper()}


def names_in(text: str) -> set[str]:
    """Return what is to be filled into a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_code_is_in_the_table_once() -> None:
    assert sorted(CODES.values()) == list(range(len(CODES)))
    assert set(STATUSES) == set(CODES.values())
    assert len({status.meaning for status in STATUSES.values()}) == len(STATUSES)


@pytest.mark.parametrize("name", CODES)
def test_an_end_that_is_an_error_says_why(name: str) -> None:
    status = STATUSES[CODES[name]]
    words = [status.run, status.move, status.close, status.stored]
    going_on = CODES[name] in (*COMPLETE, *PAUSES, codes.RUNNING)
    assert going_on == (not any(words))


@pytest.mark.parametrize("name", CODES)
def test_what_a_sentence_of_a_run_needs_is_given(name: str) -> None:
    assert bool(names_in(STATUSES[CODES[name]].run)) == (CODES[name] in VALUES)
