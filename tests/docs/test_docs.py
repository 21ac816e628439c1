"""The manual: every Python block runs, and it builds without a warning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import make_outputs
import pytest
from make_outputs import agrees, pages

import linkwork as lw

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def blocks(path: Path) -> list[str]:
    return [code for code, _ in make_outputs.blocks(path.read_text("utf-8"))]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def run_script(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "MPLBACKEND": "Agg", "LINKWORK_QUIET": "1"}
    return subprocess.run([sys.executable, "-c", text], cwd=folder, env=env, capture_output=True, text=True)


@pytest.mark.parametrize("path", [p for p in pages() if blocks(p)], ids=name)
def test_python_blocks_run_and_print_what_is_shown(path: Path) -> None:
    text = path.read_text("utf-8")
    for (code, shown), real in zip(make_outputs.blocks(text), make_outputs.printed(text), strict=True):
        assert agrees(shown, real), f"below\n{code}\nstands\n{shown}\nbut it prints\n{real}\nSee `make outputs`."


@pytest.mark.parametrize(
    ("shown", "real", "wanted"),
    [
        ("0.35 m\n", "0.3517 m", True),
        ("0.36 m\n", "0.3517 m", True),  # rounded up or cut off, as people do
        ("0.37 m\n", "0.3517 m", False),
        ("2 bodies\n", "3 bodies", False),
        ("45 steps\n", "47 steps", True),
        ("gap 1.2e-15\n", "gap 0.0e+00", True),
        ("gap 1.2e-15\n", "gap 1.0e-05", False),
        ("[1. 2.]", "[1. 2.]", True),
        ("[1. 2.]", "[1. 2. 3.]", False),
        ("a ... z", "a b c z", True),
        ("a ... z", "a b c", False),
        ("a ...", "b", False),
    ],
)
def test_an_output_agrees_to_the_digits_shown(shown: str, real: str, wanted: bool) -> None:
    assert agrees(shown, real) is wanted


@pytest.mark.parametrize("path", [*pages(), ROOT / "CONTRIBUTING.md"], ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    generated = ("joints/", "forces/", "_build/")
    for target in LINK.findall(path.read_text("utf-8")):
        if "://" not in target and not target.startswith(generated):
            assert (path.parent / target).exists(), f"{name(path)} links to {target}"


def test_readme_shows_what_the_program_says() -> None:
    from linkwork import gallery

    shown = " ".join((ROOT / "README.md").read_text("utf-8").split())
    for sentence in str(gallery.get("spatial four-bar").mobility()).splitlines():
        assert " ".join(sentence.split()) in shown


def test_readme_opens_with_ten_lines() -> None:
    example = blocks(ROOT / "README.md")[0]
    assert len([line for line in example.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("path", ["README.md", "docs/tutorial/first-mechanism.md"])
def test_the_easy_way_stands_first_and_is_the_same_in_a_file(path: str) -> None:

    text = (ROOT / path).read_text("utf-8")
    first = make_outputs.blocks(text)[0][0]
    assert "at=" in first
    assert "place(" not in first
    (file,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    described: dict[str, Any] = {}
    exec(first, described)
    assert lw.Mechanism.from_toml(file).joints == described["m"].joints


def test_readme_pictures_can_be_made_again(tmp_path: Path) -> None:
    script = ROOT / "docs" / "make_images.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, capture_output=True)
    made = {p.name for p in tmp_path.glob("*.svg")}
    assert made == {p.name for p in (ROOT / "docs" / "images").glob("*.svg")}
    assert "four-bar.svg" in made


def test_command_page_lists_every_command() -> None:
    from linkwork_pages import COMMANDS

    from linkwork.cli.app import app

    listed = {(c.name or c.callback.__name__) for c in app.registered_commands if not c.hidden and c.callback}
    assert listed == set(COMMANDS)


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the manual from a copy, so that nothing is written beside the sources."""
    import shutil

    copy = tmp_path_factory.mktemp("manual") / "docs"
    shutil.copytree(ROOT / "docs", copy, ignore=shutil.ignore_patterns("_build", "joints", "forces", "__pycache__"))
    call = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        str(copy),
        str(copy / "_build" / "html"),
    ]
    done = subprocess.run(call, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return copy


@pytest.mark.slow
def test_manual_builds_without_a_warning(manual: Path) -> None:
    html = manual / "_build" / "html"
    assert "math.css" in (html / "index.html").read_text("utf-8")
    assert (html / "_static" / "math.woff").exists()


@pytest.mark.slow
def test_every_joint_has_a_page_whose_example_runs(manual: Path, tmp_path: Path) -> None:
    from linkwork.joints import REGISTRY

    folder = manual / "reference" / "joints"
    assert {p.stem for p in folder.glob("*.md")} == {"index", *REGISTRY}
    script = "\n".join(code for p in sorted(folder.glob("*.md")) for code in blocks(p))
    done = run_script(script, tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == len(REGISTRY)


@pytest.mark.slow
def test_every_gallery_mechanism_has_a_picture(manual: Path) -> None:
    from linkwork import gallery

    assert len(list((manual / "_build" / "generated").glob("gallery-*.svg"))) == len(gallery.names())


def test_methods_of_the_how_to_are_those_of_the_solver() -> None:
    from linkwork.solve.kinematics import NEWTON, PREDICTORS

    text = (ROOT / "docs" / "how-to" / "choose-newton-and-predictor.md").read_text("utf-8")
    assert set(re.findall(r'^\| `"(\w+)"`', text, re.MULTILINE)) == {*NEWTON, *PREDICTORS}


def test_planes_of_the_conventions_are_those_of_the_model() -> None:
    import numpy as np

    from linkwork.base.space import PLANES, Space

    text = (ROOT / "docs" / "explanation" / "conventions.md").read_text("utf-8")
    rows = re.findall(r'^\| `"(\w\w)"` \| (\w) \| (\w) \| (−?)(\w) ', text, re.MULTILINE)
    assert {row[0] for row in rows} == set(PLANES)
    for plane, first, second, sign, normal in rows:
        axes = [np.eye(3)["xyz".index(name)] for name in (first, second, normal)]
        wanted = np.array([axes[0], axes[1], -axes[2] if sign else axes[2]])
        np.testing.assert_array_equal(Space(plane).basis, wanted)


@pytest.mark.slow
def test_every_force_has_a_page_whose_example_runs(manual: Path, tmp_path: Path) -> None:
    from linkwork.forces import REGISTRY

    folder = manual / "reference" / "forces"
    assert {p.stem for p in folder.glob("*.md")} == {"index", *REGISTRY}
    script = "\nm.check()\n".join(code for p in sorted(folder.glob("*.md")) for code in blocks(p))
    done = run_script(script + "\nm.check()", tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_page_of_curves_lists_every_kind_and_field() -> None:
    from dataclasses import fields

    from linkwork_pages import kinds_of_curves

    from linkwork.curves import KINDS

    sections = {s.partition("\n")[0]: s for s in kinds_of_curves().split("## ")[1:]}
    assert list(sections) == list(KINDS)
    for kind, cls in KINDS.items():
        for item in fields(cls):
            assert f"| `{item.name}` |" in sections[kind]


def test_the_file_with_curves_can_be_read() -> None:

    (file,) = re.findall(r"^```toml\n(.*?)^```", (ROOT / "docs/reference/curves.md").read_text("utf-8"), re.M | re.S)
    model = lw.Mechanism.from_toml(file)
    # a pin in a slot turns about itself and moves along; the wheel rolls
    assert model.mobility().degrees_of_freedom == 2 + 1
