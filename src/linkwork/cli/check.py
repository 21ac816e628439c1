"""``linkwork check``: every fault of a model, with its line."""

from __future__ import annotations

from pathlib import Path

from linkwork.errors import ModelError
from linkwork.words import counted

from .models import open_model
from .options import Source
from .output import complain, say


def check(source: Source) -> bool:
    """Print the faults of a model, one a line as ``file:line: ...``; return whether there is none."""
    file = source.file
    try:
        model = open_model(source)
        model.check()
    except ModelError as error:
        if not error.faults:
            raise
        for fault in error.faults:
            line = f":{fault.line}" if fault.line is not None else ""
            hint = f" {fault.hint}" if fault.hint else ""
            complain(f"{file}{line}: {fault.where}: {fault.problem}{hint}")
        complain(f"{counted(len(error.faults), 'fault')} in {Path(file).name}.")
        return False
    say(f"{file}: no faults. {model.about}.", "green")
    return True
