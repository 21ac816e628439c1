"""What there is to list: the built-in mechanisms, and the quantities that can be asked for."""

from __future__ import annotations

from linkwork.words import counted

from .models import typed
from .options import Source
from .output import row, say, show, table


def gallery_table() -> None:
    """Print one line for every gallery mechanism."""
    from linkwork import gallery

    made = table(["name", "kind", "freedoms", "what it is"], right=(2,))
    for name in gallery.names():
        entry = gallery.info(name)
        row(made, typed(name), entry.kind, str(entry.degrees_of_freedom), entry.summary)
    show(made)
    say(f"{counted(len(gallery.names()), 'mechanism')}. Try: linkwork run four-bar")


def quantity_table() -> None:
    """Print one line for every quantity of the registry."""
    from linkwork.results.naming import of_kind
    from linkwork.results.quantities import OWNERS

    made = table(["written", "of a", "unit", "what it is", "with forces only"])
    for owner in OWNERS:
        for quantity in of_kind(owner):
            forces = "yes" if quantity.FORCES else ""
            row(made, quantity.example, owner, quantity.unit, quantity.words, forces)
    show(made)
    say("Components: B.force.x, its size: B.force.size. Also rate(A.angle), distance(crank.P, ground.Q), and any")
    say("expression of them: 'rate(A.angle)*motor.effort'. All names of one mechanism: linkwork quantities FILE")


def names_of(source: Source) -> None:
    """Print every name of a mechanism with its unit."""
    from linkwork.results.naming import names
    from linkwork.results.reading import read

    from .models import open_model

    plan = open_model(source).plan()
    made = table(["quantity", "unit"])
    for name in names(plan, True, 3):
        row(made, name, read(plan, name)[0].unit)
    show(made)
