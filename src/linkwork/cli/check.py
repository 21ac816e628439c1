"""``linkwork check``: every fault of a model, with its line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from linkwork.errors import ExpressionError, Fault, ModelError
from linkwork.words import counted

from .models import open_model
from .options import Source
from .output import complain, say

if TYPE_CHECKING:
    from linkwork.mechanism import Mechanism


def check(source: Source) -> bool:
    """Print the faults of a model, one a line as ``file:line: ...``; return whether there is none."""
    file = source.file
    try:
        model = open_model(source)
        model.check()
        faults = _faults_of_outputs(model)
        if faults:
            raise ModelError(f"'{model.name}':", faults)
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


def _faults_of_outputs(model: Mechanism) -> list[Fault]:
    """Return the outputs that a file names and results do not know."""
    from linkwork.solve.outputs import read_outputs

    found = []
    for name in model.outputs:
        try:
            read_outputs(model.plan(), [name])
        except (ModelError, ExpressionError) as error:
            found.append(Fault("outputs", str(error)))
    return found
