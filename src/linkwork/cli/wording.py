"""What messages say of Python, in the words of the command line."""

from __future__ import annotations

import re

OPTIONS = {
    "alpha": "--alpha",
    "analysis": "--analysis",
    "branch": "--branch",
    "by": "--by",
    "coordinates": "--coordinate",
    "derivatives": "--derivatives",
    "formulation": "--formulation",
    "how": "--how",
    "inputs": "--input",
    "method": "--method",
    "newton": "--newton",
    "outputs": "--quantity",
    "points": "--points",
    "predictor": "--predictor",
    "stabilisation": "--stabilisation",
    "step": "--step",
    "times": "--until",
    "tolerance": "--tolerance",
    "undriven": "--undriven",
}
"""Options of Python that the command line has, too."""

PHRASES = (
    ("search='nearest'", "the nearest one"),
    (", such as np.linspace(0, 10, 41)", ": --from and --to differ"),
    ("needs --until, such as np.linspace(0, 1, 201)", "needs --until"),
    ("name a number with m.parameter('F', 0)", "write one in its table [parameters]: F = 0"),
    ("by=['rod.mass', 'spring.stiffness']", "--by rod.mass --by spring.stiffness"),
    ("begin elsewhere with at=", "place the bodies elsewhere"),
    ("begin nearer with at=", "place the bodies nearer to it"),
    ("Begin nearer with at=", "Place the bodies nearer to it"),
    ("hints with place()", "hints"),
    ("Add drivers with drive(), or pass undriven='hold'", "Add drivers; linkwork run takes --undriven hold"),
    (" (see reactions(split=...))", ""),
    ("m.friction_range(...) tells", "linkwork friction-range tells"),
    ("; see run.reactions(split=...))", ")"),
)
"""What has other words on the command line, by what it is called in Python."""

_NAMED = r"(?<![-\w.])(?<!--set )(?<!--tolerance )(?<!--speed )"
_VALUE = r"'[^']*'|\[[^]]*\]|\.\.\.(?=.)|\d[\d.]*(?:e[-+]?\d+)?(?![\w.])"
_OPTION = re.compile(rf"{_NAMED}({'|'.join(OPTIONS)})=({_VALUE})?(\.\.\.$)?")


def typed(text: str) -> str:
    """Return a sentence with options as they are typed, ``--method esdirk54`` for ``method='esdirk54'``."""
    for python, words in PHRASES:
        text = text.replace(python, words)
    return _OPTION.sub(_option, text)


def _option(found: re.Match[str]) -> str:
    """Return an option with its value, where it has one that can be typed."""
    value, end = (found[2] or "").strip("'"), "." if found[3] else ""
    return OPTIONS[found[1]] + (f" {value}" if value and value[0] not in "[." else "") + end
