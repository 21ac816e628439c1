"""Measures: scalar quantities of a mechanism, written on points and axes.

A constraint equation is a measure that keeps a value; a driver is a measure that follows a
function of time; a joint coordinate, a sensor and the stretch of a spring are measures too.
Each kind is computed by one kernel (`linkwork.kernels.geometry.measures`), with its gradient and three
time derivatives, for plane and space and for every choice of coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .marker import GROUND, Marker, Value

if TYPE_CHECKING:
    from ..curves import Curve

# The kinds, with the features they are written on. The numbers are those of the kernels.
KINDS = {
    "component": 0,  # e_k . (p_b - p_a), e_k a fixed axis: features p_a, p_b
    "along": 1,  #     u . (p_b - p_a): features u, p_a, p_b
    "dot": 2,  #       u . v: features u, v
    "distance": 3,  #  |p_b - p_a|: features p_a, p_b
    "tilt": 4,  #      angle between u and w, component along v: features u, v, w (v, w on one body)
    "angle": 5,  #     angle of v from u towards n: features u, n, v
    "pitch": 6,  #     asin(u . v): features u, v
    "heading": 7,  #   angle of p_b - p_a from u towards n: features u, n, p_a, p_b
    "triple": 8,  #    (u x v) . (p_b - p_a): features u, v, p_a, p_b
}
DIMENSIONS = {
    "component": "length",
    "along": "length",
    "dot": "number",
    "distance": "length",
    "tilt": "angle",
    "angle": "angle",
    "pitch": "angle",
    "heading": "angle",
    "triple": "length",
}
WRAPPED = ("angle", "heading")


@dataclass(frozen=True)
class Feature:
    """A point or one axis of a marker: ``part`` is ``"point"``, ``"x"``, ``"y"`` or ``"z"``."""

    marker: Marker
    part: str = "point"


@dataclass(frozen=True)
class Measure:
    """A scalar quantity: its kind and the points and axes it is written on."""

    kind: str
    features: tuple[Feature, ...]
    axis: int = 0

    @property
    def dimension(self) -> str:
        """``"length"``, ``"angle"`` or ``"number"``."""
        return DIMENSIONS[self.kind]

    @property
    def unit(self) -> str:
        """SI unit of the measure."""
        return {"length": "m", "angle": "rad", "number": ""}[self.dimension]


@dataclass(frozen=True)
class Term:
    """A measure in a sum: weight (measure - rest)."""

    measure: Measure
    weight: float = 1.0
    rest: float = 0.0


Limits = tuple[tuple[str, str], ...]
"""Expressions that are positive while an equation has a meaning, each with what is so where that ends."""


@dataclass(frozen=True)
class Combination:
    """A length made of several measures, such as that of a cable over pulleys; a quantity that the joint has by name.

    Attributes
    ----------
    expression : str
        Of the names, in SI units.
    names : dict
        The measures by name; those that are not in the expression serve `fit` alone.
    slopes : dict
        The derivative of the expression by each name in it, as an expression.
    fit : callable
        Takes the measures where the bodies are placed; returns what is added to the expression, and why it cannot be
        (or an empty text).
    limits : callable or None
        Takes the measures where the bodies are placed; returns expressions of the names, positive while the length has
        a meaning, each with what is so where that ends.
    """

    expression: str
    names: Mapping[str, Measure]
    slopes: Mapping[str, str]
    fit: Callable[[Mapping[str, float]], tuple[float, str]]
    limits: Callable[[Mapping[str, float]], Limits] | None = None


IN_SPACE = ("first", "second")
"""Kinds of contact on a curve in space."""


@dataclass(frozen=True)
class Contact:
    """A contact on a curve of marker a, in the plane of its x and y axes or, for a point, in space.

    Attributes
    ----------
    kind : str
        ``"point"`` of b, or a roller about it; ``"face"``: the x axis of b, its body on the side of +y; ``"curve"``:
        another curve in the axes of b. ``"first"`` and ``"second"``: point of b on a curve in space, along the first
        and the second normal of the curve.
    curve, other : Curve
        The curve of a, and that of b.
    roll : bool
        Whether the row says how far it has slipped (arc length on a less arc length on b) instead of the gap.
    side, other_side : float
        1: on the free side of the curve; -1: on the other.
    radius : float
        Of a roller or wheel [m].
    """

    kind: str
    curve: Curve | None
    other: Curve | None = None
    roll: bool = False
    side: float = 1.0
    other_side: float = 1.0
    radius: float = 0.0


@dataclass(frozen=True)
class Surface:
    """A contact on a smooth surface, an expression of x, y and z that vanishes on it.

    Attributes
    ----------
    kind : str
        ``"ball"``: a ball about point b on a surface in the axes of a; ``"hull"``: a surface in the axes of b on the
        plane through point a, normal to z of a; ``"disc"``: a thin disc about z of b on a surface in the axes of a,
        whose gap is the value of the expression over the size of its gradient.
    expression : str
        In the axes of the body that carries it, from its point [m].
    roll : int
        0: the row is the gap; 1, 2: the velocity of slip along the first or second tangent.
    side : float
        1: ball or disc are where the expression is positive; -1: where it is negative.
    radius : float
        Of ball or disc [m].
    """

    kind: str
    expression: str
    roll: int = 0
    side: float = 1.0
    radius: float = 0.0


@dataclass(frozen=True)
class Lift:
    """Lets a row of contact open in a simulation, where its force would pull.

    Attributes
    ----------
    side : float
        1: the row grows where the contact opens; -1: it falls.
    restitution : float
        Coefficient of restitution when it closes again [1].
    """

    side: float
    restitution: float


@dataclass(frozen=True)
class Slide:
    """Lets a row of rolling slide in a simulation, where it asks for more than friction can give.

    Rows of one joint that slide do so together, and the first row of the joint presses. All are unit forces at the
    point of contact.

    Attributes
    ----------
    mu, mu_static : float
        Coefficients of friction while it slides and up to which it rolls [1].
    """

    mu: float
    mu_static: float


@dataclass(frozen=True)
class Row:
    """One constraint equation: a measure, a sum of measures or an expression of measures that keeps a value.

    Attributes
    ----------
    measure : Measure or None
        The measure, or None for a sum or an expression.
    meaning : str
        What the equation holds, in words; the reaction acts along it.
    equals : float, str or None
        The value kept: a number or an expression of the parameters; None: the value where the bodies are placed.
    expression : str
        The text that must vanish. With ``rate(...)`` in it, linearly, it is an equation of velocities.
    terms : tuple of Term
        A weighted sum of measures.
    names : dict
        Measures that the expression calls by names of its own.
    press : int
        How many of the last terms say how teeth press their wheels apart, with the weights they have while the row's
        force is positive; teeth press apart whichever way they are loaded, so these weights change sign with it.
    linear : bool
        Whether the expression must be linear in what it measures.
    length : bool
        Whether a sum or an expression is a length [m]; else it is a plain number or an angle.
    contact : Contact or None
        A contact on curves; the terms are where b is in the axes of a: xi, eta and, but for a point, psi; on a curve in
        space, all three coordinates.
    surface : Surface or None
        A contact on a surface; the terms are where b is in the axes of a: x, y, z and, but for the gap of a ball, all
        products of an axis of a with one of b.
    fit : callable or None
        Of an expression: takes its named measures where the bodies are placed, and returns why they do not fit, or an
        empty text.
    passing : tuple of str
        Of an expression with one place where it changes its course: what happens there, upwards and downwards. These
        are events of the joint.
    valid : tuple of str
        Of an expression: another one of what it measures, positive while the equation has a meaning, and what is so
        where that ends. A simulation stops there.
    combination : Combination or None
        The row is the value kept less this length, so that a positive multiplier pulls it together.
    release : Lift, Slide or None
        How the row may let go in a simulation; all else takes it to hold.
    """

    measure: Measure | None
    meaning: str
    equals: Value | None = 0.0
    expression: str = ""
    terms: tuple[Term, ...] = ()
    names: Mapping[str, Measure] = field(default_factory=dict)
    press: int = 0
    linear: bool = False
    length: bool = False
    contact: Contact | None = None
    surface: Surface | None = None
    fit: Callable[[Mapping[str, float]], str] | None = None
    passing: tuple[str, ...] = ()
    valid: tuple[str, str] | None = None
    combination: Combination | None = None
    release: Lift | Slide | None = None


def contact_row(
    contact: Contact,
    a: Marker,
    b: Marker,
    meaning: str,
    equals: Value | None = 0.0,
    release: Lift | Slide | None = None,
) -> Row:
    """Return the row of a contact between a curve in the axes of a and point, axes or curve of b."""
    in_space = contact.kind in IN_SPACE
    terms = [Term(along(Feature(a, axis), a, b)) for axis in ("xyz" if in_space else "xy")]
    if not in_space and (contact.kind != "point" or contact.roll):
        terms.append(Term(turn(a, b)))
    return Row(None, meaning, equals, terms=tuple(terms), contact=contact, length=True, release=release)


def surface_row(surface: Surface, a: Marker, b: Marker, meaning: str) -> Row:
    """Return the row of a contact on a surface between body a and body b."""
    terms = [Term(along(Feature(a, axis), a, b)) for axis in "xyz"]
    if surface.kind != "ball" or surface.roll:
        terms += [Term(Measure("dot", (Feature(a, t), Feature(b, e)))) for t in "xyz" for e in "xyz"]
    return Row(None, meaning, terms=tuple(terms), surface=surface, length=True)


WORLD = Marker(GROUND, (0.0, 0.0, 0.0), name="origin")


def point(marker: Marker) -> Feature:
    """Return the point of a marker as a feature."""
    return Feature(marker, "point")


def coincide(a: Marker, b: Marker) -> tuple[Row, ...]:
    """Three equations: point b stays at point a, along the fixed axes 1, 2, 3."""
    names = ("first", "second", "third")
    return tuple(
        Row(Measure("component", (point(a), point(b)), k), f"points together along the {n} axis")
        for k, n in enumerate(names)
    )


def along(axis: Feature, a: Marker, b: Marker) -> Measure:
    """Distance of point b from point a along an axis."""
    return Measure("along", (axis, point(a), point(b)))


def on_axis(a: Marker, b: Marker, what: str) -> tuple[Row, ...]:
    """Two equations: point b stays on the main axis through point a; `what` says so in words."""
    return tuple(Row(along(Feature(a, v), a, b), f"{what} (along {v} of a)") for v in ("x", "y"))


def parallel_axes(a: Marker, b: Marker) -> tuple[Row, ...]:
    """Two equations: the main axis of a points the same way as the main axis of b."""
    return tuple(
        Row(
            Measure("tilt", (Feature(a, "z"), Feature(b, v), Feature(b, "z"))),
            f"no tilt of the axes about {'y' if v == 'x' else 'x'} of the second marker",
        )
        for v in ("x", "y")
    )


def turn(a: Marker, b: Marker) -> Measure:
    """Angle of b's x axis from a's x axis about a's main axis."""
    return Measure("angle", (Feature(a, "x"), Feature(a, "y"), Feature(b, "x")))


def heading(a: Marker, b: Marker) -> Measure:
    """Angle of the way from point a to point b, from a's x axis about a's main axis."""
    return Measure("heading", (Feature(a, "x"), Feature(a, "y"), point(a), point(b)))


def same_orientation(a: Marker, b: Marker) -> tuple[Row, ...]:
    """Three equations: the axes of a and b stay parallel."""
    return (*parallel_axes(a, b), Row(turn(a, b), "no turn about the main axis"))
