"""From what the user typed to a mechanism: a model file, or the name of a gallery mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwork.errors import LinkworkError, nearest

from .values import by_name

if TYPE_CHECKING:
    from linkwork.gallery import Entry
    from linkwork.mechanism import Mechanism

    from .options import Source


def open_model(source: Source) -> Mechanism:
    """Return the mechanism in a file, or the gallery mechanism of this name, with the values that were set."""
    path = Path(source.file)
    if path.is_file():
        from linkwork.mechanism import Mechanism

        return with_values(Mechanism.load(path), assigned(source))
    return from_gallery(source.file, assigned(source))


def open_undriven(source: Source, loads: Sequence[str] = (), outputs: Sequence[str] = ()) -> Mechanism:
    """Return the mechanism in a file as it is, or the gallery mechanism of this name without its drivers.

    It keeps them where a load is none of its forces and parameters, so that a driver is meant, and for an output such
    as ``motor.effort``.
    """
    entry, model = gallery_entry(source.file), open_model(source)
    others = [load for load in loads if load.partition(".")[0] not in (*model.forces, *model.parameters)]
    if others or any(output.rpartition(".")[0] in model.drivers for output in outputs):
        return model
    if entry is None or "driven" not in entry.parameters:
        return model
    return built(entry, assigned(source), driven=False)


def assigned(source: Source) -> dict[str, str]:
    """Return the values of ``--set`` by name."""
    return by_name(source.values or (), "--set", "L=300 mm")


def with_values(model: Mechanism, values: dict[str, str]) -> Mechanism:
    """Return the model with design parameters changed."""
    for name in values:
        if name not in model.parameters:
            hint = nearest(name, list(model.parameters)) if model.parameters else "It has none."
            raise LinkworkError(f"--set {name}: '{model.name}' has no design parameter '{name}'. {hint}")
    return model.with_parameters(**values)


def built(entry: Entry, values: dict[str, str], **options: Any) -> Mechanism:
    """Return a gallery mechanism; a value is one of its own options (``n=5``) or a design parameter."""
    own = {n: default for n, default in entry.parameters.items() if isinstance(default, int | float) and n != "driven"}
    given = {name: number_like(own[name], value) for name, value in values.items() if name in own}
    model = entry.build(**options, **given)
    others = {name: value for name, value in values.items() if name not in own}
    wrong = [name for name in others if name not in model.parameters]
    if wrong:
        hint = nearest(wrong[0], [*own, *model.parameters])
        raise LinkworkError(f"--set {wrong[0]}: '{entry.name}' has no design parameter '{wrong[0]}'. {hint}")
    return with_values(model, others)


def number_like(default: float, text: str) -> float:
    """Return the SI value of a text, as whole as the default is."""
    from linkwork.expressions import evaluate

    value = evaluate(text)
    if isinstance(default, int) and value != int(value):
        raise LinkworkError(f"'{text}' is not a whole number.")
    return type(default)(value)


def from_gallery(name: str, values: dict[str, str] | None = None) -> Mechanism:
    """Return the gallery mechanism of this name with some values; raises LinkworkError with what is there."""
    from linkwork import gallery

    entry = gallery_entry(name)
    if entry is not None:
        return built(entry, values or {})
    if name.endswith(".toml") or "/" in name:
        raise LinkworkError(f"There is no file '{name}'. {_files_here()}")
    raise LinkworkError(
        f"There is no file and no gallery mechanism '{name}'. {nearest(name, list(gallery.names()))} "
        f"'linkwork gallery' lists them."
    )


def gallery_entry(name: str) -> Entry | None:
    """Return what the gallery knows about this name, or None; a hyphen may stand for a space."""
    from linkwork import gallery

    if Path(name).is_file():
        return None
    return gallery.find(name)


def last_time(given: float | None, first: float, entry: Entry | None) -> float:
    """Return the end of a motion [s]; default: one cycle of a gallery mechanism, or one second."""
    return given if given is not None else first + (entry.duration if entry else 1.0)


def typed(name: str) -> str:
    """Return a name as one word, as the gallery knows it too."""
    from linkwork import gallery

    return gallery.typed(name)


def _files_here() -> str:
    here = sorted(p.name for p in Path().glob("*.toml"))
    if not here:
        return "This folder has no model files; 'linkwork new NAME' writes one."
    return f"This folder has {', '.join(here[:8])}{', ...' if len(here) > 8 else ''}."


def check_free(path: Path, force: bool) -> None:
    """Raise LinkworkError when `path` exists and must not be replaced."""
    if path.exists() and not force:
        raise LinkworkError(f"'{path}' exists already. Give another name with -o, or --force to replace it.")
