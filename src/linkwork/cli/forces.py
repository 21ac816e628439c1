"""Facts about the forces, read from the registry: for the command line and for the manual."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.errors import check_name
from linkwork.model.shorthand import example_of, text_of

from .kinds import FieldRow, field_rows, show_fields, summary_of
from .output import heading, row, say, show, table


@dataclass(frozen=True)
class ForceFacts:
    """What a force is.

    Attributes
    ----------
    kind, summary, text : str
        Its name, the first sentence of its description, and all of it.
    fields : tuple of (name, default, text)
    example : str
        Python lines that use it.
    """

    kind: str
    summary: str
    text: str
    fields: tuple[FieldRow, ...]
    example: str


def facts_of_force(kind: str) -> ForceFacts:
    """Return the facts about a force; raises ModelError with the nearest name for an unknown one."""
    from linkwork.forces import REGISTRY

    check_name("force", kind, REGISTRY)
    cls = REGISTRY[kind]
    return ForceFacts(kind, summary_of(cls), text_of(cls), field_rows(cls), example_of(cls))


def all_force_facts() -> list[ForceFacts]:
    """Return the facts about every force, by name."""
    from linkwork.forces import REGISTRY

    return [facts_of_force(kind) for kind in sorted(REGISTRY)]


def force_table() -> None:
    """Print one line for every force."""
    made = table(["force", "what it is"])
    for facts in all_force_facts():
        row(made, facts.kind, facts.summary)
    show(made)
    say("Details: linkwork forces KIND")


def force_details(kind: str) -> None:
    """Print everything about one force."""
    facts = facts_of_force(kind)
    say(facts.kind, "bold")
    say(facts.text)
    show_fields(facts.fields)
    heading("Example")
    for line in facts.example.splitlines():
        say(f"  {line}")
