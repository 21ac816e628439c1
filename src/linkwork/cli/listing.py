"""``linkwork gallery``: the built-in mechanisms."""

from __future__ import annotations

from linkwork.words import counted

from .models import typed
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
