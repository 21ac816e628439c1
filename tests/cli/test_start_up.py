"""Start-up: Ctrl-C ends it with a line at any moment, and the help needs few modules."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from linkwork import cli

AFTER_EACH = """
import json, os, signal, sys

class Interrupting:
    '''Sends what Ctrl-C sends when a module is looked for, after so many others.'''
    def __init__(self, left):
        self.left = left
    def find_spec(self, name, path=None, target=None):
        self.left -= 1
        if self.left == -1:
            os.kill(os.getpid(), signal.SIGINT)

def child(left):
    finder = Interrupting(left)
    sys.meta_path.insert(0, finder)
    from linkwork.cli import main
    try:
        main(json.loads(sys.argv[1]))
    finally:
        if finder.left >= 0:
            os._exit(99)  # the program needs fewer modules

def outcome(left):
    ours, theirs = os.pipe()
    if os.fork() == 0:
        os.dup2(theirs, 1)
        os.dup2(theirs, 2)
        os.close(ours)
        child(left)
    os.close(theirs)
    with open(ours) as pipe:
        said = pipe.read()
    return left, os.waitstatus_to_exitcode(os.wait()[1]), said

print(json.dumps([outcome(left) for left in json.loads(sys.argv[2])]))
"""


def interrupted(arguments: list[str], after: list[int]) -> list[tuple[int, int, str]]:
    """Return how many modules came before an interruption, exit code and output, for a process of its own each."""
    command = [sys.executable, "-c", AFTER_EACH, json.dumps(arguments), json.dumps(after)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [tuple(item) for item in json.loads(done.stdout)]


LINE = "Interrupted. Nothing more was written.\n"

FIRST = 3
"""Modules that are looked for before `main` is there: linkwork, linkwork.cli, and one for good measure."""


@pytest.mark.skipif(not hasattr(sys, "getdlopenflags"), reason="there is no fork")
@pytest.mark.parametrize(
    ("arguments", "after"),
    [
        (["--help"], [FIRST, 10, 40, 80, 120]),
        (["mobility", "four-bar"], [60, 200, 300, 400, 450, 500, 550]),
        (["joints"], [150, 300]),
    ],
)
def test_an_interruption_while_modules_are_loaded_ends_with_a_line(arguments: list[str], after: list[int]) -> None:
    outcomes = interrupted(arguments, after)
    early = [outcome for outcome in outcomes if outcome[1] == 99]
    assert len(early) < len(after) / 2, "the program needs fewer modules than this test believes"
    for left, code, said in outcomes:
        if code != 99:
            assert (code, said) == (cli.INTERRUPTED, LINE), f"after {left} modules"


EARLY = """
import os, signal, sys, types
sys.argv[0] = '/somewhere/bin/linkwork'

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == 'linkwork.wanted':
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from linkwork.cli import main
import linkwork.wanted
"""


def test_an_interruption_before_the_program_has_begun_ends_with_a_line() -> None:
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("", LINE)


def test_the_program_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "linkwork", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("linkwork ")


LOST = """
import os, signal, sys, weakref
from linkwork import cli

class Thing: pass

def run(arguments):
    thing = Thing()
    lost = weakref.ref(thing, lambda gone: os.kill(os.getpid(), signal.SIGINT))
    del thing  # Python cannot raise anything there
    return cli.OK

cli.run = run
cli.main()
"""


def test_an_interruption_that_python_would_lose_ends_the_program() -> None:
    done = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (cli.INTERRUPTED, LINE)


def test_an_error_that_comes_from_an_interruption_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(arguments: object) -> int:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as stop:
            raise ImportError("a library could not be loaded") from stop

    monkeypatch.setattr(cli, "_run", load)
    assert cli.run([]) == cli.INTERRUPTED


def test_other_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_run", lambda arguments: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli.run([])


# ---- what is loaded -------------------------------------------------------------------------------

LOADED = """
import json, sys
before = set(sys.modules)
{code}
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by(code: str) -> set[str]:
    """Return the modules that a piece of code loads."""
    done = subprocess.run([sys.executable, "-c", LOADED.format(code=code)], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_nothing_is_loaded_before_ctrl_c_is_seen_to() -> None:
    assert loaded_by("import linkwork.cli") == {"__future__", "linkwork", "linkwork.cli"}


HEAVY = {"numpy", "scipy", "numba", "llvmlite", "matplotlib", "pandas", "xarray", "sympy"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["simulate", "--help"]])
def test_help_is_quick(arguments: list[str]) -> None:
    """It loads none of the large libraries, and of Linkwork what the options need: a quarter of a second."""
    loaded = loaded_by(f"from linkwork.cli import run; run({arguments!r})")
    assert not loaded & HEAVY
    ours = {name for name in loaded if name.startswith("linkwork")}
    assert ours <= {
        "linkwork",
        "linkwork.errors",
        "linkwork.words",
        *(f"linkwork.cli{n}" for n in ("", ".app", ".app_statics", ".options", ".output", ".values", ".wording")),
    }
