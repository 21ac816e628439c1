"""Write methods.pyi and results/pictures.pyi, what editors and type checkers see of mechanisms and motions.

Run it with `make methods` after a joint, a force or an option of an analysis or a picture has changed; the tests say
when. All of it is read off the functions, the joints and the forces themselves.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature, getdoc, signature
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any

import linkwork as lw
from linkwork.base.methods import Elsewhere
from linkwork.forces import REGISTRY as FORCES
from linkwork.joints import REGISTRY as JOINTS
from linkwork.methods import Methods
from linkwork.results.pictures import Pictures

HOME = Path(lw.__file__).parent
WRITTEN = "Written by packaging/make_methods.py; do not edit."
OTHERS = {"Array": "linkwork.arrays", "Curve": "linkwork.curves", "Literal": "typing", "Path": "pathlib"}
"""Names in signatures that no module of an analysis imports, or several from different homes."""


def texts() -> dict[Path, str]:
    """Return the files and what is in them."""
    m = lw.Mechanism()
    ours = [kind for kind, cls in {**JOINTS, **FORCES}.items() if cls.__module__.startswith("linkwork.")]
    kinds = [method(kind, getattr(m, kind), bound=True) for kind in ours]
    return {
        HOME / "methods.pyi": text(Methods, "Methods of a mechanism: analyses, joints and forces.", kinds),
        HOME / "results" / "pictures.pyi": text(Pictures, "Pictures of a motion."),
    }


def text(cls: type, head: str, more: Iterable[str] = ()) -> str:
    """Return a whole file: the methods of a class that are written elsewhere, and some more."""
    elsewhere = {name: item for name, item in vars(cls).items() if isinstance(item, Elsewhere)}
    body = "\n".join([*(method(name, item.method) for name, item in elsewhere.items()), *more])
    needed = imports(
        body, {item.function.__module__ for item in elsewhere.values()}, up="." * cls.__module__.count(".")
    )
    about = indent(f'"""{cls.__doc__}"""\n', "    ")
    return f'"""{head} {WRITTEN}"""\n\n{needed}\nclass {cls.__name__}:\n{about}\n{body}'


def method(name: str, function: Callable[..., Any], bound: bool = False) -> str:
    """Return the declaration of a method: its arguments, one a line, and its text."""
    found = signature(function)
    own = [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)] if bound else []
    lines = "".join(f"    {line},\n" for line in arguments([*own, *found.parameters.values()]))
    text = getdoc(function) or ""
    body = indent(f'"""{text}\n"""' if "\n" in text else f'"""{text}"""', "    ")
    return indent(f"def {name}(\n{lines}) -> {written(found.return_annotation)}:\n{body}\n", "    ")


def arguments(parameters: Iterable[Parameter]) -> Iterable[str]:
    """Yield the arguments of a method as they are written."""
    only = False
    for p in parameters:
        if p.kind is Parameter.KEYWORD_ONLY and not only:
            only = True
            yield "*"
        only = only or p.kind is Parameter.VAR_POSITIONAL
        star = "*" if p.kind is Parameter.VAR_POSITIONAL else ""
        kind = "" if p.annotation is Parameter.empty else f": {written(p.annotation)}"
        equals = " = " if kind else "="
        yield f"{star}{p.name}{kind}" + ("" if p.default is Parameter.empty else equals + default(p.default))


def written(annotation: Any) -> str:
    """Return a type as it is written."""
    if annotation is None or annotation is Signature.empty:
        return "None"
    return (annotation if isinstance(annotation, str) else annotation.__name__).replace("'", '"')


def default(value: Any) -> str:
    """Return a default as it is written."""
    return repr(value).replace("'", '"') if isinstance(value, bool | int | float | str | tuple | None) else "..."


def imports(body: str, where: set[str], up: str) -> str:
    """Return the lines that import the names in signatures of functions `where`; `up` leads to the package."""
    homes = {n: h for module in modules(where) for n, h in names_of(module).items()} | OTHERS
    signatures = re.sub(r'""".*?"""|"[^"\n]*"', "", body, flags=re.DOTALL)
    used = {n for n in re.findall(r"\b[A-Z]\w+", signatures) if n in homes}
    groups: dict[str, list[str]] = {"python": [], "numpy": [], "linkwork": []}
    for home in sorted({homes[n] for n in used}):
        group = groups.get(home.partition(".")[0], groups["python"])
        listed = ", ".join(sorted(n for n in used if homes[n] == home))
        group.append(f"from {re.sub(r'^linkwork.', up, home)} import {listed}")
    return "".join("\n".join(lines) + "\n\n" for lines in groups.values() if lines).removesuffix("\n")


def modules(where: set[str]) -> list[ModuleType]:
    """Return the modules whose names stand in signatures: those of the functions, and those that name their types."""
    return [sys.modules[name] for name in sorted({*where, "linkwork.solve.settings", "linkwork.model.arguments"})]


def names_of(module: ModuleType) -> dict[str, str]:
    """Return where the names of a module come from, also those that it imports for typing alone."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = module.__name__.rsplit(".", node.level)[0] + "." if node.level else ""
            found.update({alias.name: f"{base}{node.module}" for alias in node.names})
        elif isinstance(node, ast.ClassDef):
            found[node.name] = module.__name__
        elif isinstance(node, ast.Assign) and module.__name__ == "linkwork.model.arguments":
            found.update({target.id: module.__name__ for target in node.targets if isinstance(target, ast.Name)})
    return found


if __name__ == "__main__":
    for file, written_out in texts().items():
        file.write_text(written_out, "utf-8")
