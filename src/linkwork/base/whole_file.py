"""Files written as a whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from ..errors import LinkworkError


def put(path: str | os.PathLike[str], content: bytes) -> None:
    """Put `content` into the file at `path`.

    A new file is written beside the old one and takes its place, with its permissions; a link stays and the
    file it leads to is replaced. What is no regular file, such as a pipe or a device, is written to as it is.

    Raises
    ------
    OSError
        When it cannot be written; an old file is then as it was. Also when the old file is read-only, although
        its folder would let it be replaced.
    """
    file = Path(os.path.realpath(path))
    mode = file.stat().st_mode if file.exists() else None
    if mode is not None and not stat.S_ISREG(mode):
        with file.open("wb") as stream:
            stream.write(content)
        return
    if mode is not None and not (mode & 0o222 and os.access(file, os.W_OK)):
        raise PermissionError(errno.EACCES, "the file is read-only; make it writable or give another path")
    _replace(file, content)


def _replace(file: Path, content: bytes) -> None:
    # a short name of its own: a long file name with something added may be longer than a system allows
    new = file.with_name(f".{token_hex(8)}.tmp")
    try:
        with new.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, new)
        os.replace(new, file)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file as a whole or not at all; links are followed and permissions kept, see `put`.

    Parameters
    ----------
    path : str or Path
    content : bytes

    Raises
    ------
    LinkworkError
        When the folder does not exist, or the folder or the file cannot be written to.
    """
    check_target(path)
    try:
        put(path, content)
    except OSError as error:
        raise LinkworkError(f"'{path}' cannot be written: {error.strerror or error}.") from None


def check_target(path: str | Path) -> None:
    """Raise LinkworkError when no file can be written at `path`: no such folder, or a folder itself."""
    target = Path(path)
    if not target.parent.is_dir():
        raise LinkworkError(
            f"'{target}' cannot be written: there is no folder '{target.parent}'. "
            f"Make the folder first or give another path."
        )
    if target.is_dir():
        raise LinkworkError(f"'{target}' is a folder. Give the name of a file in it.")
