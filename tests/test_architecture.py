"""The shape of the code: dependencies point one way, and starting up is quick."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "linkwork"

DESCRIBE = {"arrays", "words", "errors", "expressions", "functions", "base", "curves", "joints", "forces", "model"}
ROOMS: dict[str, tuple[set[str], set[str]]] = {
    "arrays": (set(), set()),
    "words": (set(), set()),
    "errors": (set(), set()),
    "kernels": (set(), set()),
    "topology": ({"arrays"}, set()),
    "expressions": ({"arrays", "errors"}, {"kernels"}),
    "functions": ({"arrays", "errors", "expressions"}, {"kernels"}),
    "base": ({"arrays", "errors", "expressions", "functions"}, set()),
    "curves": ({"arrays", "errors", "expressions", "functions", "base"}, {"kernels"}),
    "joints": ({"arrays", "errors", "functions", "base", "curves"}, set()),
    "forces": ({"arrays", "errors", "expressions", "functions", "base"}, set()),
    "model": (DESCRIBE, set()),
    "coordinates": (DESCRIBE | {"topology", "kernels"}, set()),
    "formulations": (DESCRIBE | {"topology", "kernels", "coordinates"}, set()),
    "symbolic": (DESCRIBE, {"coordinates"}),
    "results": (DESCRIBE | {"kernels"}, {"coordinates", "symbolic"}),
    "solve": (DESCRIBE | {"kernels", "coordinates", "formulations", "results"}, set()),
    "draw": (DESCRIBE | {"results"}, {"kernels", "coordinates", "symbolic", "solve"}),
    "methods": (DESCRIBE, {"symbolic", "solve", "draw"}),
    "mechanism": (DESCRIBE | {"methods"}, {"coordinates", "solve"}),
    "gallery": (DESCRIBE | {"mechanism"}, set()),
    "": (set(), DESCRIBE | {"formulations", "solve", "draw", "mechanism", "gallery"}),
    "cli": (DESCRIBE, {"kernels", "results", "solve", "draw", "mechanism", "gallery", ""}),
    "__main__": ({"cli"}, set()),
}
"""The rooms from the bottom up: what each may import when it is loaded, and what only inside functions."""

NAMED_LATER = {
    "": "loads its names when they are first used",
    "methods": "loads an analysis when it is first used",
    "base.pictures": "loads the room of drawing, which the package names",
    "forces": "loads the files of its folder",
    "formulations": "loads the files of its folder",
    "gallery": "loads the files of its folder",
    "joints": "loads the files of its folder",
    "results.quantities": "loads the files of its folder",
    "kernels.compiler.compiling": "loads every kernel, to build the library",
    "kernels.compiler.emitting": "loads a part of numba",
}
"""Modules that import others by names in texts, which no reader of imports sees, and why."""

TYPES_FROM_ABOVE = {
    ("base.measure", "curves"): "a contact is measured along a curve",
    ("expressions.program", "functions.callable"): "a program may call a function of the user",
    ("results.dynamics", "solve.start"): "a motion keeps what it started from",
}
"""Where a room names a type of one above it, which it is handed and does not load, and why."""

NUMBA_DOORS = {
    "kernels/compiler/machine_code.py",
    "kernels/compiler/emitting.py",
    "kernels/compiler/jit.py",
    "kernels/compiler/lowering.py",
    "kernels/compiler/target.py",
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_for_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


class Imports(ast.NodeVisitor):
    """Collects the imports of a file, with those `for_typing` if asked: (target module, whether inside a function)."""

    def __init__(self, path: Path, for_typing: bool = False) -> None:
        self.for_typing = for_typing
        self.package = dotted(path).split(".") if path.name == "__init__.py" else dotted(path).split(".")[:-1]
        self.package = [p for p in self.package if p]
        self.found: list[tuple[str, bool]] = []
        self.outside: list[tuple[str, bool]] = []
        self.depth = 0
        self.visit(ast.parse(path.read_text("utf-8")))

    def visit_If(self, node: ast.If) -> None:
        if self.for_typing or not is_for_typing(node):
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.note(alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level:
            base = ["linkwork", *self.package[: len(self.package) - node.level + 1]]
            target = ".".join([*base, *([node.module] if node.module else [])])
        else:
            target = node.module or ""
        if node.module is None or target == "linkwork":
            for alias in node.names:
                self.note(f"{target}.{alias.name}")
        else:
            self.note(target)

    def note(self, target: str) -> None:
        if target == "linkwork" or target.startswith("linkwork."):
            name = target.removeprefix("linkwork").lstrip(".")
            self.found.append((name if self.is_module(name) else "", self.depth > 0))
        else:
            self.outside.append((target.split(".")[0], self.depth > 0))

    @staticmethod
    def is_module(name: str) -> bool:
        first = PACKAGE / name.split(".")[0]
        return first.is_dir() or first.with_suffix(".py").is_file()


def part_of(name: str) -> str:
    return name.split(".")[0]


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_dependencies_point_one_way(path: Path) -> None:
    room = part_of(dotted(path))
    assert room in ROOMS, f"'{room}' is a new room: say in this test where it stands and what it may import"
    at_once, lazily = ROOMS[room]
    wrong = [
        f"{target or 'linkwork'} ({'inside a function' if inside else 'at the top'})"
        for target, inside in Imports(path).found
        if part_of(target) not in {room, *at_once, *(lazily if inside else ())}
    ]
    assert not wrong, f"{dotted(path)} imports {', '.join(wrong)}"


def test_stairs_lead_down() -> None:
    """A room imports from those below it, also inside functions: no way leads round."""
    floors = list(ROOMS)
    up = [
        f"{room} -> {target}"
        for room, (at_once, lazily) in ROOMS.items()
        for target in (at_once | lazily) - {room}
        if floors.index(target) > floors.index(room)
    ]
    assert up == []


def test_types_from_above_are_few() -> None:
    floors = list(ROOMS)
    up = {
        (dotted(path), target)
        for path in modules()
        for target, _ in Imports(path, for_typing=True).found
        if floors.index(part_of(target)) > floors.index(part_of(dotted(path)))
    }
    assert up == set(TYPES_FROM_ABOVE)


def test_late_names_are_few() -> None:
    users = {dotted(p) for p in modules() if "import_module(" in p.read_text("utf-8")}
    assert users == set(NAMED_LATER)


def test_analyses_are_where_methods_may_look() -> None:
    from linkwork.methods import Analysis, Methods

    homes = {part_of(item.home) for item in vars(Methods).values() if isinstance(item, Analysis)}
    assert homes <= ROOMS["methods"][1]


def calls(path: Path) -> list[tuple[str, str]]:
    """Return the methods that a file calls: (what they are called on, name)."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    found = [node.func for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    return [(ast.unparse(f.value).split(".")[-1], f.attr) for f in found]


MODELS = {"model", "mechanism", "_mechanism", "free", "other", "twin", "solved", "member", "driven"}
"""What a description is called below the mechanism."""


def test_nothing_below_asks_the_mechanism_for_an_analysis() -> None:
    """An analysis asked for through a method of the mechanism would be a way up that no import shows."""
    from linkwork.mechanism import Mechanism
    from linkwork.model.description import Description

    above = {name for name in dir(Mechanism) if not name.startswith("_") and not hasattr(Description, name)}
    assert {"simulate", "mobility", "plan", "draw"} <= above
    below = [path for path in modules() if list(ROOMS).index(part_of(dotted(path))) < list(ROOMS).index("methods")]
    guilty = [f"{dotted(p)}: {on}.{name}()" for p in below for on, name in calls(p) if on in MODELS and name in above]
    assert guilty == []


KERNEL_ROOMS = [
    "compiler",
    "tables",
    "programs",
    "geometry",
    "contacts",
    "linear",
    "kinematics",
    "dynamics",
    "tangents",
    "steps",
    "events",
    "runs",
    "trees",
]
"""From the bottom up."""


def room_of(name: str) -> str:
    return name.split(".")[1]


def test_kernels_import_from_rooms_below() -> None:
    folders = {path.parent.name for path in (PACKAGE / "kernels").glob("*/*.py")}
    assert folders == set(KERNEL_ROOMS)
    wrong = [
        f"{dotted(path)} imports {target}"
        for path in sorted((PACKAGE / "kernels").glob("*/*.py"))
        for target, _ in Imports(path).found
        if KERNEL_ROOMS.index(room_of(target)) > KERNEL_ROOMS.index(path.parent.name)
    ]
    assert wrong == []


def test_nothing_imports_the_command_line() -> None:
    guilty = [
        dotted(path)
        for path in modules()
        if part_of(dotted(path)) not in ("cli", "__main__") and any(part_of(t) == "cli" for t, _ in Imports(path).found)
    ]
    assert guilty == []


def test_numba_has_one_door() -> None:
    users = {
        str(path.relative_to(PACKAGE))
        for path in modules()
        if any(name in ("numba", "llvmlite") for name, _ in Imports(path).outside)
    }
    assert users <= NUMBA_DOORS


def test_matplotlib_stays_in_draw() -> None:
    users = [dotted(p) for p in modules() if any(name == "matplotlib" for name, _ in Imports(p).outside)]
    assert all(part_of(user) == "draw" for user in users), users


def test_sympy_is_loaded_when_it_is_needed() -> None:
    users = [(dotted(p), inside) for p in modules() for name, inside in Imports(p).outside if name == "sympy"]
    assert users
    assert all(part_of(user) == "symbolic" and inside for user, inside in users), users


HEAVY = ("numba", "scipy", "matplotlib", "pandas", "xarray")


def loaded_by(code: str) -> list[str]:
    check = f"import sys\n{code}\nprint(','.join(n for n in {HEAVY!r} if n in sys.modules))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    return [name for name in done.stdout.splitlines()[-1].split(",") if name]


def test_importing_linkwork_is_light() -> None:
    assert loaded_by("import linkwork") == []


def test_describing_a_mechanism_needs_no_compiler() -> None:
    code = (
        "import linkwork as lw\nm = lw.Mechanism('arm', plane='xy')\nb = m.body('b')\n"
        "m.revolute('A', m.ground.at(0, 0), b.at(0, 0))\nm.drive('A.angle', '2*t')"
    )
    assert loaded_by(code) == []


def test_public_names_resolve() -> None:
    import linkwork

    assert [name for name in linkwork.__all__ if not hasattr(linkwork, name)] == []
    assert len(set(linkwork.__all__)) == len(linkwork.__all__)


def test_docstrings_everywhere() -> None:
    bare = [dotted(p) for p in modules() if not ast.get_docstring(ast.parse(p.read_text("utf-8")))]
    assert bare == []


LINES, WAYS, LENGTH = 40, 15, 400
"""Most lines of a function without its docstring, most ways through it (McCabe), most lines of a file."""

BRANCHES = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.match_case)


def ways_through(function: ast.FunctionDef) -> int:
    """Return the number of independent ways through a function (McCabe 1976): one more than its decisions."""
    nodes = list(ast.walk(function))
    both = sum(len(node.values) - 1 for node in nodes if isinstance(node, ast.BoolOp))
    return 1 + sum(isinstance(node, BRANCHES) for node in nodes) + both


def lines_of(function: ast.FunctionDef) -> int:
    """Return the number of lines of a function without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]


def test_functions_can_be_read_aloud() -> None:
    long = {
        f"{dotted(path)}.{node.name}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and (lines_of(node) > LINES or ways_through(node) > WAYS)
    }
    assert long == set()


def test_files_are_short() -> None:
    long = {dotted(path) for path in modules() if len(path.read_text("utf-8").splitlines()) > LENGTH}
    assert long == set()


MACHINE_PATHS = ("/" + "work/", "/" + "root/", "/" + "home/")
SKIPPED = {".git", ".venv", "__pycache__", "_build", "demo-output", "build", "dist"}
TEXT = {".py", ".md", ".toml", ".txt", ".cfg", ".yml", ".yaml", ".json", ".svg", ".csv", ".in", ""}


def own_files() -> list[Path]:
    """Return the project's own text files; hidden tool folders and build output are left out."""
    found = []
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        hidden = any(p.startswith(".") and p not in (".ci", ".gitignore") for p in parts)
        made = bool(SKIPPED & set(parts)) or any(p.endswith(".egg-info") for p in parts)
        if path.is_file() and not hidden and not made and path.suffix in TEXT:
            found.append(path)
    return found


def test_no_machine_paths() -> None:
    guilty = [
        str(path.relative_to(ROOT))
        for path in own_files()
        if any(text in path.read_text("utf-8", errors="ignore") for text in MACHINE_PATHS)
    ]
    assert guilty == []


CLOCKS = ("perf_counter", "monotonic()", "process_time", "time.time", "import time\n")


def test_no_test_reads_a_clock() -> None:
    """What a busy machine makes slow is not wrong."""
    texts = {path: path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)}
    assert [str(path) for path, text in texts.items() if any(clock in text for clock in CLOCKS)] == []
