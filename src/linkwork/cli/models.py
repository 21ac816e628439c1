"""From what the user typed to a mechanism: a model file, or the name of a gallery mechanism."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from linkwork.errors import LinkworkError, nearest

if TYPE_CHECKING:
    from linkwork.gallery import Entry
    from linkwork.model.mechanism import Mechanism


def open_model(file: str) -> Mechanism:
    """Return the mechanism in a file, or the gallery mechanism of this name."""
    path = Path(file)
    if path.is_file():
        from linkwork.model.mechanism import Mechanism

        return Mechanism.load(path)
    return from_gallery(file)


def from_gallery(name: str) -> Mechanism:
    """Return the gallery mechanism of this name; raises LinkworkError with what is there."""
    from linkwork import gallery

    entry = gallery_entry(name)
    if entry is not None:
        return gallery.get(entry.name)
    if name.endswith(".toml") or "/" in name:
        raise LinkworkError(f"There is no file '{name}'. {_files_here()}")
    raise LinkworkError(
        f"There is no file and no gallery mechanism '{name}'. {nearest(name, list(gallery.names()))} "
        f"'linkwork gallery' lists them."
    )


def open_undriven(file: str) -> Mechanism:
    """Return the mechanism in a file as it is, or the gallery mechanism of this name without its drivers."""
    entry = gallery_entry(file)
    if entry is not None and "driven" in entry.parameters:
        return entry.build(driven=False)
    return open_model(file)


def gallery_entry(name: str) -> Entry | None:
    """Return what the gallery knows about this name, or None; a hyphen may stand for a space."""
    from linkwork import gallery

    if Path(name).is_file():
        return None
    known = {typed(n): n for n in gallery.names()}
    return gallery.info(known[typed(name)]) if typed(name) in known else None


def typed(name: str) -> str:
    """Return a name as one word: easy to type in a shell, and good as the name of a file."""
    return "-".join(name.lower().replace("_", " ").replace("-", " ").replace("'", "").split())


def _files_here() -> str:
    here = sorted(p.name for p in Path().glob("*.toml"))
    if not here:
        return "This folder has no model files; 'linkwork new NAME' writes one."
    return f"This folder has {', '.join(here[:8])}{', ...' if len(here) > 8 else ''}."


def check_free(path: Path, force: bool) -> None:
    """Raise LinkworkError when `path` exists and must not be replaced."""
    if path.exists() and not force:
        raise LinkworkError(f"'{path}' exists already. Give another name with -o, or --force to replace it.")
