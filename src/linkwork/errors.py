"""Exceptions that Linkwork raises.

::

    LinkworkError
    ├── ModelError            the description has faults; all of them are listed
    │   ├── ExpressionError   a formula, number or unit string cannot be read
    │   └── FileFormatError   a model file has faults, with line numbers
    ├── AssemblyError         the joints cannot be closed, or the drivers cannot be met
    ├── SingularityError      a velocity or acceleration does not exist here (dead point)
    └── MotionError           a motion stopped before its end

Every message says what was asked, what is wrong with the user's own names and
numbers, why, and what to try.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Real

FINEST, COARSEST = 1e-15, 0.1
"""Tolerances, relative to the mechanism's size: numbers have no more digits, and coarser ones tell nothing of it."""


class LinkworkError(Exception):
    """Base of every error that Linkwork raises on purpose."""


@dataclass(frozen=True)
class Fault:
    """One fault of a model: the object, what is wrong with it, and what to try.

    Attributes
    ----------
    where : str
        The user's object, for example ``"body 'crank'"``.
    problem : str
        What is wrong, with the offending value, and why.
    hint : str
        What to try; may be empty.
    line : int or None
        Line of the model file, when the model was read from one.
    """

    where: str
    problem: str
    hint: str = ""
    line: int | None = None

    def __str__(self) -> str:
        at = f"line {self.line}: " if self.line is not None else ""
        tail = f" {self.hint}" if self.hint else ""
        return f"{at}{self.where}: {self.problem}{tail}"


class ModelError(LinkworkError):
    """The description of a mechanism has faults; `faults` lists every one of them."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join([message, *(f"  - {fault}" for fault in self.faults)]))


class ExpressionError(ModelError):
    """A formula, number or unit string cannot be read."""


class FileFormatError(ModelError):
    """A model file has faults; each is given with its line."""


class AssemblyError(LinkworkError):
    """The joints cannot be closed, or the drivers cannot be met."""


class SingularityError(LinkworkError):
    """A velocity, acceleration or jerk does not exist at this position; `motion` keeps what was computed."""

    def __init__(self, message: str, motion: object = None) -> None:
        self.motion = motion
        super().__init__(message)


class MotionError(LinkworkError):
    """A motion stopped before its end; `motion` keeps what was computed."""

    def __init__(self, message: str, motion: object = None) -> None:
        self.motion = motion
        super().__init__(message)


def nearest(name: object, legal: Sequence[str], most: int = 12) -> str:
    """Return a "did you mean" sentence for a wrong name, or the list of legal names, at most so many of them."""
    from difflib import get_close_matches

    by_lower = {entry.lower(): entry for entry in legal}
    close = get_close_matches(str(name).lower(), list(by_lower), n=1, cutoff=0.5)
    if close:
        return f"Did you mean '{by_lower[close[0]]}'?"
    if not legal:
        return "There is none yet."
    listed = ", ".join(sorted(legal)[:most])
    return f"Known: {listed}, ..." if len(legal) > most else f"Known: {listed}."


def check_name(what: str, name: object, legal: Collection[str]) -> None:
    """Raise ModelError with the nearest name when there is no such thing."""
    if name not in legal:
        raise ModelError(f"There is no {what} '{name}'. {nearest(name, list(legal))}")


def check_word(option: str, word: object, legal: Sequence[str]) -> None:
    """Raise ModelError when an option is none of its words."""
    if word not in legal:
        raise ModelError(f"{option} is {' or '.join(repr(w) for w in legal)}, not {word!r}. {nearest(word, legal)}")


def instant(t: object) -> float:
    """Return a time [s]; raises ModelError where it is none."""
    if isinstance(t, bool) or not isinstance(t, Real) or not isfinite(float(t)):
        raise ModelError(f"t= is a time in seconds, a finite number, not {t!r}.")
    return float(t)


def check_tolerance(option: str, given: object) -> None:
    """Raise ModelError where a tolerance, relative to the mechanism's size, is none that can be kept or is of use."""
    if isinstance(given, bool) or not isinstance(given, Real) or not isfinite(float(given)) or float(given) <= 0.0:
        raise ModelError(f"{option} must be a positive number, not {given!r}.")
    value = float(given)
    if value < FINEST:
        raise ModelError(
            f"{option}={value:g} is finer than rounding: numbers have 16 digits. The smallest is {FINEST:g}; "
            f"below 1e-13 results hardly improve."
        )
    if value > COARSEST:
        raise ModelError(
            f"{option}={value:g} allows errors as large as the mechanism itself. The largest is {COARSEST:g}."
        )


def check_switch(option: str, given: object) -> None:
    """Raise ModelError when a switch is neither True nor False."""
    if type(given).__name__ not in ("bool", "bool_"):  # of Python and of NumPy
        raise ModelError(f"{option} is True or False, not {given!r}.")


def texts_of(option: str, given: object, example: str) -> list[str]:
    """Return the texts of an option, one alone or a list; raises ModelError for others, and for one named twice."""
    if isinstance(given, str):
        return [given]
    if not isinstance(given, Sequence) or not all(isinstance(text, str) for text in given):
        raise ModelError(f"{option} is a list of names, such as {option}=['{example}'], not {given!r}.")
    names = [text.strip() for text in given]
    twice = next((name for k, name in enumerate(names) if name in names[:k]), None)
    if twice is not None:
        raise ModelError(f"{option}: '{twice}' is named twice; name each once.")
    return list(given)
