"""The quantity that CONTRIBUTING.md shows is real: one file, and every door has it."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import linkwork as lw
from linkwork.cli import run as command
from linkwork.draw import report_html
from linkwork.results.quantities import REGISTRY

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def registered(tmp_path: Path) -> Iterator[None]:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (code,) = re.findall(r"^```python quantity\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    file = tmp_path / "momentum.py"
    file.write_text(code, "utf-8")
    spec = importlib.util.spec_from_file_location("momentum_example", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield
    REGISTRY.pop("body.momentum")
    sys.modules.pop(spec.name)


@pytest.mark.usefixtures("registered")
def test_every_door_has_it(tmp_path: Path) -> None:
    run = lw.gallery.get("four-bar").inverse(np.linspace(0, 1, 7))
    own = {body: run[f"{body}.momentum"] for body in run.bodies}
    # sums of three momenta of some 10 kg m/s
    np.testing.assert_allclose(sum(own.values()), run.momentum.linear, atol=1e-13)
    crank = own["crank"]
    np.testing.assert_array_equal(run["2*crank.momentum.x"], 2 * crank[:, 0])
    np.testing.assert_allclose(run["crank.momentum.size"], np.hypot(*crank.T), rtol=1e-15)
    assert run.measure("crank.momentum.x/(2 s)").unit == "N"
    line = run.plot("crank.momentum.x", over="A.angle").lines[0]
    np.testing.assert_array_equal(line.get_ydata(), crank[:, 0])
    np.testing.assert_array_equal(run.to_dataframe()["crank.momentum_x [kg*m/s]"], crank[:, 0])
    run.to_csv(tmp_path / "run.csv")
    assert "crank.momentum_x [kg*m/s]" in pd.read_csv(tmp_path / "run.csv").columns
    np.testing.assert_array_equal(run.to_xarray()["momentum"].sel(body="crank"), crank)
    assert "crank.momentum.x" in run._ipython_key_completions_()
    html = report_html(run)
    assert "Momenta of the bodies" in html
    assert "momentum of crank" in html


@pytest.mark.usefixtures("registered")
def test_the_command_line_and_the_manual_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from linkwork_pages import results

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")  # so that no sentence is broken
    arguments = ["inverse", "four-bar", "--points", "5", "-q", "3*crank.momentum.x", "--csv", "f.csv"]
    assert command([*arguments, "--report", "f.html"]) == 0
    shown = capsys.readouterr().out
    assert "3*crank.momentum.x" in shown
    assert "momentum of crank" in shown
    assert "3*crank.momentum.x [m*kg/s]" in Path("f.csv").read_text("utf-8")
    assert "3*crank.momentum.x" in Path("f.html").read_text("utf-8")
    assert command(["quantities"]) == 0
    assert "Linear momentum" in capsys.readouterr().out
    assert command(["quantities", "four-bar"]) == 0
    assert "crank.momentum.size" in capsys.readouterr().out
    assert "| `plate.momentum` | kg*m/s | Linear momentum" in results()
    assert command(["run", "four-bar", "-q", "crank.momentum.x"]) == 1
    assert "come with simulate or inverse" in capsys.readouterr().err


@pytest.mark.usefixtures("registered")
def test_events_see_it() -> None:
    m = lw.Mechanism("stone", plane="xy", gravity=(0, -9.81))
    m.body("stone", mass=2.0, inertia=0.1)
    run = m.simulate(1.0, stop_when="stone.momentum.y < -10 kg*m/s")
    assert run.time[-1] == pytest.approx(10.0 / (2.0 * 9.81), rel=1e-12)
