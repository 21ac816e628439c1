"""``linkwork quantities``: what can be asked for by name, of any mechanism or of one."""

from __future__ import annotations

from .options import Source
from .output import row, say, show, table


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
