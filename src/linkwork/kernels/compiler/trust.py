"""Whose files machine code may come from: the user's own and root's, where nobody else can write.

A digest tells damage from whole code, not friend from foe: whoever can write a file can write its digest too. So
the folder of the code, the folder around it and each file must belong to the user or to root, and neither the group nor
others may write there. A folder further up that others can write does no harm: whoever puts another one in place
of ours owns it, and it is refused for that.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path


def danger(found: os.stat_result) -> str:
    """Return who else could have written a file or folder, or an empty string.

    Windows answers with neither owners nor rights; its folders for a user's programs are the user's own.
    """
    if sys.platform == "win32":
        return ""
    if found.st_uid not in (0, os.geteuid()):
        return f"it belongs to another user (number {found.st_uid})"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        who = "everybody" if found.st_mode & stat.S_IWOTH else "its group"
        return f"{who} can write there ({stat.filemode(found.st_mode)})"
    return ""


def danger_of(home: Path) -> str:
    """Return why no code may come from a folder, in words, or an empty string; one that is not there will be ours."""
    for folder in (home.parent, home):
        try:
            why = danger(folder.stat())
        except OSError:
            continue
        if why:
            return f"{folder}: {why}"
    return ""


def tell(refused: list[str]) -> None:
    """Say on standard error that code is neither taken from disk nor kept there, and what to do about it."""
    if refused and not os.environ.get("LINKWORK_QUIET"):
        sys.stderr.write(
            "Linkwork: compiled code is not taken from, nor kept in, a folder that others can write, as they could put "
            f"their own there; it is compiled for this run only. {'; '.join(refused)}. "
            "Take the right to write away (chmod go-w), or set NUMBA_CACHE_DIR to a folder of your own.\n"
        )
