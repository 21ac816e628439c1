"""Model files on disk: read with a limit, written as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from linkwork.base.whole_file import put
from linkwork.errors import FileFormatError, nearest
from linkwork.model.description import Description

from .read import Described, from_toml
from .write import to_toml

LIMIT = 10_000_000
"""Largest model file that is read [bytes]."""


def load(path: str | os.PathLike[str], make: type[Described]) -> Described:
    """Return the mechanism of a model file.

    Parameters
    ----------
    path : str or path
        A TOML file; see `from_toml`.
    make : type
        What to make: `linkwork.Mechanism`, or a description without analyses.

    Raises
    ------
    FileFormatError
        When the file cannot be read, or with every fault of the model and its line.
    """
    file = Path(path)
    return from_toml(_text(file), make, str(file))


def save(model: Description, path: str | os.PathLike[str]) -> None:
    """Write a mechanism to a model file; an existing file is replaced as a whole or not at all.

    Parameters
    ----------
    model : Mechanism
    path : str or path
        A file in a folder that exists.

    Raises
    ------
    ModelError
        When the model cannot be written; see `to_toml`.
    FileFormatError
        When the file cannot be written.
    """
    data = to_toml(model).encode("utf-8")
    file = Path(path)
    try:
        put(file, data)
    except OSError as error:
        raise FileFormatError(f"The file '{file}' cannot be written: {_reason(error)}.") from error


def _text(file: Path) -> str:
    """Return the text of a file."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LIMIT + 1)
    except FileNotFoundError:
        raise FileFormatError(_not_found(file)) from None
    except IsADirectoryError:
        raise FileFormatError(f"'{file}' is a folder, not a model file.") from None
    except (OSError, ValueError) as error:
        raise FileFormatError(f"The file '{file}' cannot be read: {_reason(error)}.") from error
    if len(data) > LIMIT:
        raise FileFormatError(f"The file '{file}' has more than {LIMIT // 10**6} MB; a model file is smaller.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileFormatError(
            f"The file '{file}' is not UTF-8 text: line {line} has the byte 0x{data[error.start]:02x}. "
            "Save it as UTF-8 in your editor."
        ) from None


def _not_found(file: Path) -> str:
    try:
        others = [p.name for p in file.parent.glob("*.toml")]
    except OSError:
        others = []
    return f"There is no file '{file}'. {nearest(file.name, others) if others else ''}".rstrip()


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
