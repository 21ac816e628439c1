"""The scene: a picture as items with style names, free of any file format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ..base.whole_file import check_target, write_whole
from ..errors import ModelError
from .items import Box, Item, Point, Text, union

ENDINGS = (".svg", ".png", ".pdf")
"""Endings of the files a scene can be written to."""

MARGIN = 14.0
"""Empty border around the items [pixels]."""


@dataclass(frozen=True)
class Scene:
    """A picture of a mechanism.

    Attributes
    ----------
    items : tuple of Item
        In the order in which they are painted.
    title : str
    axes : tuple of str
        What the horizontal and the vertical of the picture are, such as ``("x [m]", "y [m]")``; in a
        view of space empty.
    bounds : tuple of float
        Left, bottom, right, top [m].
    unit : float
        Length of one pixel [m].

    Examples
    --------
    >>> import linkwork as lw
    >>> m = lw.Mechanism("pendulum", plane="xy")
    >>> rod = m.body("rod", lw.rod(length=1.0, mass=2.0))
    >>> pin = m.revolute("pin", m.ground.at(0, 0), rod.at(0, 0))
    >>> "pendulum" in m.draw().svg()
    True
    """

    items: tuple[Item, ...] = field(repr=False)
    title: str = ""
    axes: tuple[str, str] = ("", "")
    bounds: Box = (0.0, 0.0, 1.0, 1.0)
    unit: float = 0.01

    @staticmethod
    def of(items: Iterable[Item], title: str, axes: tuple[str, str], unit: float) -> Scene:
        """Return a scene of items, sorted for painting, with bounds around them."""
        ordered = sorted(items, key=lambda item: (item.layer, item.depth))
        x0, y0, x1, y1 = union(item.box(unit) for item in ordered) if ordered else (0.0, 0.0, 1.0, 1.0)
        m = MARGIN * unit
        return Scene(tuple(ordered), title, axes, (x0 - m, y0 - m, x1 + m, y1 + m), unit)

    @property
    def size(self) -> Point:
        """Width and height [pixels]."""
        x0, y0, x1, y1 = self.bounds
        return (x1 - x0) / self.unit, (y1 - y0) / self.unit

    @property
    def texts(self) -> list[str]:
        """Every word in the picture."""
        return [item.text for item in self.items if isinstance(item, Text)]

    def svg(self) -> str:
        """Return the scene as SVG text."""
        from .svg import to_svg

        return to_svg(self)

    def _repr_svg_(self) -> str:
        """Show the scene in a notebook."""
        return self.svg()

    def save(self, path: str | Path, *, dpi: float = 180.0) -> None:
        """Write the scene to an SVG, PNG or PDF file, chosen by the file's ending.

        Parameters
        ----------
        path : str or Path
            The file is replaced as a whole or not at all.
        dpi : float
            Dots per inch of a PNG file; 72 gives one dot a pixel of the scene.

        Raises
        ------
        ModelError
            When the ending is none of ``.svg``, ``.png`` and ``.pdf``.
        LinkworkError
            When the folder does not exist or cannot be written to.
        """
        ending = checked_ending(path)
        if ending == ".svg":
            write_whole(path, self.svg().encode("utf-8"))
        else:
            from .mpl import figure_bytes, to_figure

            write_whole(path, figure_bytes(to_figure(self), ending[1:], dpi))


Making = TypeVar("Making", bound=Callable[..., Any])


def written(make: Making) -> Making:
    """Let a function that makes a picture write it to a file, its argument `path`, which is looked at before the work.

    It returns a scene, or a figure, its axes or an array of them.
    """
    names = [p.name for p in signature(make).parameters.values() if p.kind is Parameter.POSITIONAL_OR_KEYWORD]

    @wraps(make)
    def maker(*args: Any, **options: Any) -> Any:
        path = {**dict(zip(names, args, strict=False)), **options}.get("path")
        if path is not None:
            checked_ending(path)
        picture = make(*args, **options)
        if path is not None:
            _save(picture, path)
        return picture

    return maker  # type: ignore[return-value]


def _save(picture: Any, path: str | Path) -> None:
    """Write a scene, or the figure of axes, to a file."""
    if isinstance(picture, Scene):
        picture.save(path)
    else:
        from .mpl import figure_bytes

        first = picture.flat[0] if isinstance(picture, np.ndarray) else picture
        write_whole(path, figure_bytes(first.figure, checked_ending(path)[1:]))


def checked_ending(path: str | Path) -> str:
    """Return the ending of a picture file; raises when it is unknown or the folder does not exist."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        said = f"the ending '{ending}'" if ending else "no ending"
        raise ModelError(f"'{path}' has {said}; pictures are written to {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.")
    check_target(path)
    return ending
