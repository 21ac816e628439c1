"""Write src/linkwork/methods.pyi, what editors and type checkers see of the methods of a mechanism.

Run it with `make methods` after a joint, a force or an option of an analysis has changed; the tests say when. All of
it is read off the functions, the joints and the forces themselves.
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
from linkwork.forces import REGISTRY as FORCES
from linkwork.joints import REGISTRY as JOINTS
from linkwork.methods import Analysis, Methods

FILE = Path(lw.__file__).with_name("methods.pyi")
HEAD = '''"""Methods of a mechanism: analyses, joints and forces. Written by packaging/make_methods.py; do not edit."""
'''
OTHERS = {"Literal": "typing", "Path": "pathlib", "Curve": "linkwork.curves"}
"""Names in signatures that no module of an analysis imports, or several from different homes."""


def text() -> str:
    """Return the whole file."""
    analyses = [method(name, item.method) for name, item in vars(Methods).items() if isinstance(item, Analysis)]
    m = lw.Mechanism()
    ours = [kind for kind, cls in {**JOINTS, **FORCES}.items() if cls.__module__.startswith("linkwork.")]
    kinds = [method(kind, getattr(m, kind), bound=True) for kind in ours]
    body = "\n".join([*analyses, *kinds])
    about = indent(f'"""{Methods.__doc__}"""\n', "    ")
    return f"{HEAD}\n{imports(body)}\nArray = NDArray[np.float64]\n\nclass Methods:\n{about}\n{body}"


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
        kind = "" if p.annotation is Parameter.empty else f": {written(p.annotation)}"
        equals = " = " if kind else "="
        yield f"{p.name}{kind}" + ("" if p.default is Parameter.empty else equals + default(p.default))


def written(annotation: Any) -> str:
    """Return a type as it is written."""
    if annotation is None or annotation is Signature.empty:
        return "None"
    return (annotation if isinstance(annotation, str) else annotation.__name__).replace("'", '"')


def default(value: Any) -> str:
    """Return a default as it is written."""
    return repr(value).replace("'", '"') if isinstance(value, bool | int | float | str | tuple | None) else "..."


def imports(body: str) -> str:
    """Return the lines that import the names of the signatures."""
    homes = {n: h for module in modules() for n, h in names_of(module).items()} | OTHERS
    signatures = re.sub(r'""".*?"""|"[^"\n]*"', "", body, flags=re.DOTALL)
    used = {n for n in re.findall(r"\b[A-Z]\w+", signatures) if n in homes} | {"NDArray"}
    groups: dict[str, list[str]] = {"python": [], "numpy": ["import numpy as np"], "linkwork": []}
    for home in sorted({homes[n] for n in used}):
        group = groups.get(home.partition(".")[0], groups["python"])
        listed = ", ".join(sorted(n for n in used if homes[n] == home))
        group.append(f"from {home.removeprefix('linkwork')} import {listed}")
    return "".join("\n".join(lines) + "\n\n" for lines in groups.values()).removesuffix("\n")


def modules() -> list[ModuleType]:
    """Return the modules whose names stand in signatures."""
    homes = {item.function.__module__ for item in vars(Methods).values() if isinstance(item, Analysis)}
    return [sys.modules[name] for name in sorted({*homes, "linkwork.solve.settings", "linkwork.model.arguments"})]


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
    return {name: home for name, home in found.items() if name != "Array"}


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
