"""``python -m linkwork``: the command line."""

from linkwork.cli import main

main()
