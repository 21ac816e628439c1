"""Facts about the joints, read from the registry: for the command line and for the manual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwork.errors import check_name
from linkwork.model.shorthand import text_of

from .kinds import FieldRow, field_rows, show_fields, summary_of
from .output import heading, row, say, show, table

if TYPE_CHECKING:
    from linkwork.mechanism import Mechanism
    from linkwork.model.equations import Equation

CIRCLE: dict[str, object] = {"kind": "circle", "radius": 1.0, "centre": (0, -1)}

SAMPLES: dict[str, dict[str, object]] = {
    "cable": {"length": 1.0},
    "geneva": {"radius": 1.0},
    "rod": {"length": 1.0},
    "constraint": {"expression": "b.x - 0.1*b.angle"},
    "rolling_wheel": {"radius": 1.0},
    "rolling_disc": {"radius": 1.0},
    "rolling_sphere": {"radius": 1.0},
    "coupling": {"expression": "b.x = 0.1*b.y"},
    "gear": {"radius_a": 0.1, "radius_b": 0.2},
    "bevel_gear": {"radius_a": 0.1, "radius_b": 0.2},
    "crossed_gear": {"radius_a": 0.1, "radius_b": 0.2},
    "rack": {"radius": 0.1},
    "belt": {"radius_a": 0.1, "radius_b": 0.2},
    "screw": {"pitch": 0.01},
    "point_on_curve": {"curve": CIRCLE},
    "face_on_curve": {"curve": CIRCLE},
    "curve_on_curve": {"curve": CIRCLE, "curve_b": {"kind": "circle", "radius": 0.5, "centre": (0, 0.5)}},
    "point_on_surface": {"surface": "z - 0.1*x^2"},
    "sphere_on_surface": {"surface": "z - 0.1*x^2", "radius": 1.0},
    "disc_on_surface": {"surface": "z - 0.1*x^2", "radius": 1.0},
    "surface_on_plane": {"surface": "x^2 + y^2 + 2*z^2 - 1"},
}
"""Fields without which a joint cannot be tried out, curves as in files; its bodies may be placed at the origin."""


@dataclass(frozen=True)
class Facts:
    """What a joint does, found by trying it out between the ground and one body.

    Attributes
    ----------
    kind, summary, text : str
        Its name, the first sentence of its description, and all of it.
    plane, space : tuple of (meaning, reaction)
        The equations that are left in the plane and in space, with the default axis.
    turned : tuple of (meaning, reaction) or None
        Those left in the plane with its axis in the plane instead of normal to it; None when that
        cannot be, or leaves as many.
    planar : bool
        Whether it can be used in the plane.
    coordinates : dict
        Unit of each coordinate by name.
    fields : tuple of (name, default, text)
    axis : str
        What its axis is when none is given.
    ends : bool
        Whether it acts at points of two bodies.
    """

    kind: str
    summary: str
    text: str
    plane: tuple[tuple[str, str], ...]
    space: tuple[tuple[str, str], ...]
    turned: tuple[tuple[str, str], ...] | None
    planar: bool
    coordinates: dict[str, str]
    fields: tuple[FieldRow, ...]
    axis: str
    ends: bool

    @property
    def removed(self) -> tuple[str, str]:
        """Freedoms removed in the plane and in space, as text."""
        if not self.planar:
            return "-", str(len(self.space))
        either = "" if self.turned is None else f" or {len(self.turned)}"
        return f"{len(self.plane)}{either}", str(len(self.space))


def facts_of(kind: str) -> Facts:
    """Return the facts about a joint; raises ModelError with the nearest name for an unknown one."""
    from linkwork.joints import REGISTRY

    check_name("joint", kind, REGISTRY)
    cls = REGISTRY[kind]
    plane, space = _rows(kind, "xy"), _rows(kind, None)
    turned = _rows(kind, "xy", "x") if cls.AXIS == "normal" and plane is not None else None
    return Facts(
        kind,
        summary_of(cls),
        text_of(cls),
        plane or (),
        space or (),
        turned if turned is not None and len(turned) != len(plane or ()) else None,
        plane is not None,
        {name: measure.unit or "1" for name, measure in _tried(kind, None).joints["j"].coordinates().items()},
        field_rows(cls, ("a", "b", "axis")),
        "normal to the plane (z in space)" if cls.AXIS == "normal" else "first axis of the plane (x in space)",
        cls.ENDS,
    )


def all_facts() -> list[Facts]:
    """Return the facts about every joint, by name."""
    from linkwork.joints import REGISTRY

    return [facts_of(kind) for kind in sorted(REGISTRY)]


def _tried(kind: str, plane: str | None, axis: str | None = None) -> Mechanism:
    from linkwork import curves
    from linkwork.joints import REGISTRY
    from linkwork.mechanism import Mechanism

    model = Mechanism("try", plane=plane)
    body = model.body("b")
    ends = (model.ground.at(0, 0), body.at(0, 0)) if REGISTRY[kind].ENDS else ()
    given: dict[str, object] = {**SAMPLES.get(kind, {}), **({"axis": axis} if axis else {})}
    given = {name: curves.from_data(value) if isinstance(value, dict) else value for name, value in given.items()}
    model.joint(kind, "j", *ends, **given)
    return model


def _rows(kind: str, plane: str | None, axis: str | None = None) -> tuple[tuple[str, str], ...] | None:
    """Return meaning and reaction of the equations left, or None when the joint does not fit."""
    from linkwork.model.equations import write_equations
    from linkwork.model.resolve import resolve

    model = _tried(kind, plane, axis)
    resolved = resolve(model)
    equations, _ = write_equations(model, resolved)
    if resolved.faults:
        return None
    return tuple(_words(model, equation) for equation in equations)


def _words(model: Mechanism, equation: Equation) -> tuple[str, str]:
    reactions = type(model.joints["j"]).REACTIONS
    return equation.meaning, reactions[equation.index] if equation.index < len(reactions) else ""


def joint_table() -> None:
    """Print one line for every joint."""
    made = table(["joint", "plane", "space", "coordinates", "what it is"], right=(1, 2))
    for facts in all_facts():
        row(made, facts.kind, *facts.removed, ", ".join(facts.coordinates), facts.summary)
    show(made)
    say("Columns 'plane' and 'space': freedoms removed. '0 or 2': with the axis normal to or in the plane.")
    say("'-': not for the plane. Details: linkwork joints KIND")


def joint_details(kind: str) -> None:
    """Print everything about one joint."""
    facts = facts_of(kind)
    say(facts.kind, "bold")
    say(facts.text)
    heading(f"Equations in space: {len(facts.space)}")
    _equations(facts.space)
    if facts.planar:
        heading(f"Equations in the plane: {len(facts.plane)}")
        _equations(facts.plane)
        if facts.turned is not None:
            heading(f"Equations in the plane, with the axis in the plane: {len(facts.turned)}")
            _equations(facts.turned)
    else:
        heading("Not for the plane.")
    if facts.coordinates:
        heading("Coordinates to drive, measure and plot")
        for name, unit in facts.coordinates.items():
            say(f"  NAME.{name} [{unit}]")
    show_fields(facts.fields)
    if facts.ends:
        heading("Axis when none is given")
        say(f"  {facts.axis}")


def _equations(rows: tuple[tuple[str, str], ...]) -> None:
    made = table(["equation", "reaction"])
    for meaning, reaction in rows:
        row(made, meaning, reaction)
    if rows:
        show(made)
