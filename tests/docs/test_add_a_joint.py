"""The joint that CONTRIBUTING.md shows is real: it registers, assembles, moves and is documented."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.cli.joints import facts_of
from linkwork.joints import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
KIND = "offset_slot"


@pytest.fixture
def registered(tmp_path: Path) -> Iterator[None]:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (code,) = re.findall(r"^```python joint\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    file = tmp_path / "offset_slot.py"
    file.write_text(code, "utf-8")
    spec = importlib.util.spec_from_file_location("offset_slot_example", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield
    REGISTRY.pop(KIND)
    sys.modules.pop(spec.name)


def scotch_yoke(offset: float) -> lw.Mechanism:
    """Return a crank of 0.2 m whose pin runs in a slot of a yoke that slides along x."""
    m = lw.Mechanism("yoke", plane="xy")
    crank, yoke = m.body("crank"), m.body("yoke")
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.prismatic("rail", m.ground.at(0, 0), yoke.at(0, 0), axis="x")
    m.offset_slot("S", yoke.at(0, 0), crank.at(0.2, 0), axis="y", offset=offset)
    m.place(crank, angle=0.5)
    m.drive("A.angle", "0.5 + 3*t")
    return m


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("offset", [0.0, 0.05])
def test_it_moves_as_the_closed_form_says(offset: float) -> None:
    m = scotch_yoke(offset)
    assert m.mobility().degrees_of_freedom == 1
    times = np.linspace(0, 2, 41)
    motion = m.move(times)
    angle = 0.5 + 3 * times
    np.testing.assert_allclose(motion.joint("rail").translation, 0.2 * np.cos(angle) - offset, atol=1e-12)
    np.testing.assert_allclose(motion.joint("rail").translation_jerk, 0.2 * 27 * np.sin(angle), atol=1e-9)
    np.testing.assert_allclose(motion.joint("S").translation, 0.2 * np.sin(angle), atol=1e-12)


@pytest.mark.usefixtures("registered")
def test_everything_else_follows(tmp_path: Path) -> None:
    facts = facts_of(KIND)
    assert facts.removed == ("1", "2")
    assert list(facts.coordinates) == ["translation"]
    m = scotch_yoke(0.05)
    m.save(tmp_path / "yoke.toml")
    again = lw.Mechanism.load(tmp_path / "yoke.toml")
    assert again.joints["S"] == m.joints["S"]
    assert "<svg" in m.draw().svg()
    wrong = lw.Mechanism("wrong", plane="xy")
    wrong.offset_slot("S", wrong.ground.at(0, 0), wrong.body("b").at(0, 0), axis="z")
    with pytest.raises(lw.ModelError, match="does not lie in the plane"):
        wrong.check()
