"""Model files with a number far from any sense end in a sentence, or work: never in a traceback.

Every gallery mechanism is written to a file, some of its numbers are replaced, and it goes through reading, planning,
mobility, and the equations in natural coordinates.
"""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.errors import LinkworkError

NUMBER = re.compile(r"(?<![\w.])-?\d+\.?\d*(?:[eE][-+]?\d+)?(?![\w.])")
SENSELESS = ("1e300", "-1e200", "1e160", "1e49", "1e20", "1e-300", "1e-20", "0", "-1")


def mutated(text: str, rng: random.Random) -> str:
    """Return a file with one or two numbers replaced."""
    for _ in range(rng.choice((1, 1, 2))):
        spot = rng.choice(list(NUMBER.finditer(text)))
        text = text[: spot.start()] + rng.choice(SENSELESS) + text[spot.end() :]
    return text


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", gallery.names())
def test_senseless_numbers_end_in_a_sentence(name, tmp_path: Path):
    rng, path = random.Random(name), tmp_path / "model.toml"
    text = gallery.get(name).to_toml()
    for _ in range(3):
        path.write_text(mutated(text, rng), encoding="utf-8")
        for analysis in (lambda m: m.mobility(), lambda m: m.equations(coordinates="natural")):
            with suppress(LinkworkError):
                str(analysis(lw.Mechanism.load(path)))


@pytest.mark.parametrize("length", [1e160, 1e300])
def test_a_length_beyond_reckoning_is_a_fault(length):
    m = lw.Mechanism("far", plane="xy")
    bar = m.body("bar", mass=1.0, inertia=1.0)
    m.revolute("A", m.ground.at(0, 0), bar.at(length, 0))
    with pytest.raises(lw.ModelError, match=r"1e\+\d+ is too large to reckon with; the limit is 1e\+50"):
        m.mobility()
