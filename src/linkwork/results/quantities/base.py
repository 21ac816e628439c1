"""What a quantity is: whose, in which unit, in how many components, and its values for a motion.

A new quantity is one file in this folder: a class that derives from `Quantity`, decorated with
``@quantity("name", of="joint")``, with a docstring (what it is, in one line) and

``UNIT``
    SI unit of its components, as in expressions: ``"N*m"``;
``VECTOR``
    whether it has components along axes;
``values(motion, owner)``
    its values, shape (times,) or (times, components); default: the attribute of its name, ``motion.joint("B").force``.

The others have defaults, too: whether only a motion with forces has it (``FORCES``), which derivatives of positions it
needs (``ORDER``), how a report shows it (``CHARTS``, ``PEAK``), other components and units (``components``, ``units``).

Everything else is derived: expressions, ``motion["B.force.x"]``, plots, tables, CSV files, Datasets, the report, the
command line, completion in notebooks, the page in the manual, and the tests that run over the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from ...arrays import Array
from ...base.marker import GROUND
from ...model.aliases import SUFFIXES
from ..series import Curve, unit_after

if TYPE_CHECKING:
    from ...coordinates.plan import Plan
    from ...model.description import Description
    from ..determinacy import Determinacy
    from ..motion import Motion


OWNERS = {"body": "plate", "joint": "B", "point": "plate.P", "driver": "motor", "force": "spring", "machine": ""}
"""Who may have a quantity, each with a name for examples."""

REGISTRY: dict[str, Quantity] = {}
"""Every quantity by owner and name: ``joint.force``."""

QuantityType = TypeVar("QuantityType", bound="type[Quantity]")


def quantity(name: str, of: str) -> Callable[[QuantityType], QuantityType]:
    """Register a class of quantities under `name`, for each of the owners, kinds with spaces between them."""

    def register(cls: QuantityType) -> QuantityType:
        REGISTRY.update({f"{owner}.{name}": cls(name, owner) for owner in of.split()})
        return cls

    return register


class Quantity:
    """A quantity that a part of the machine has, or the machine as a whole.

    Attributes
    ----------
    name : str
        As it is written after the owner's name: ``force`` in ``B.force.x``.
    owner : str
        Whose it is, one of `OWNERS`.
    """

    UNIT: ClassVar[str] = "1"
    FORCES: ClassVar[bool] = False
    """Whether only a motion with forces has it."""
    ORDER: ClassVar[int] = 0
    """Order of the derivatives of positions that it needs."""
    VECTOR: ClassVar[str] = ""
    """``"axes"``: it has components along the axes of the ground, and a size; ``"turning"``: likewise in space, but it
    is a number in the plane; none: it is a number."""
    BARE: ClassVar[bool] = False
    """Whether its components stand right behind the owner's name: ``A.angle``, ``plate.e0``."""
    RATE: ClassVar[str] = ""
    """Name of the quantity of the same owner that is its time derivative; none: it is not differentiated."""
    CHARTS: ClassVar[dict[str, str]] = {}
    """Titles of its plots in a report, by unit; none: it has no plot."""
    PEAK: ClassVar[str] = ""
    """Words for its largest value, such as ``force in {owner}``; none: it is not told."""
    SHOWN: ClassVar[str] = "components"
    """What of a vector a report shows: ``"components"``, its ``"size"``, or ``"both"``."""
    LOG: ClassVar[bool] = False
    """Whether plots of it have a logarithmic scale."""
    DOTTED: ClassVar[bool] = False
    """Whether its components have a dot before them in tables, too: ``energy.kinetic``."""
    LISTED: ClassVar[str] = ""
    """Dimension of a Dataset along which components of all owners are listed, each with a unit of its own."""
    EXAMPLE: ClassVar[str] = ""
    """How it is written, for the manual; default: with the example of its owner."""

    def __init__(self, name: str, owner: str) -> None:
        self.name, self.owner = name, owner

    @property
    def words(self) -> str:
        """What it is, in one line."""
        return " ".join(cleandoc(type(self).__doc__ or "").split("\n\n")[0].split()).removesuffix(".")

    @property
    def unit(self) -> str:
        """Its unit, or those that it may have."""
        return self.UNIT

    @property
    def example(self) -> str:
        """How it is written."""
        return self.EXAMPLE or self.written(OWNERS[self.owner])

    # ---- what a quantity says of itself

    def components(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the names of its components, ``("",)`` for a number; none: this owner has it not."""
        space = model_of(plan).space
        return space.labels if self.VECTOR == "axes" or (self.VECTOR and not space.planar) else ("",)

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the unit of each component."""
        return (self.UNIT,) * len(self.components(plan, owner))

    def values(self, motion: Any, owner: str) -> Array:
        """Return its values over time, shape (times,) or (times, components)."""
        return np.asarray(getattr(motion if self.owner == "machine" else getattr(motion, self.owner)(owner), self.name))

    def label(self, plan: Plan, owner: str) -> str:
        """Return the owner as a report calls it."""
        return owner

    def scale(self, motion: Any) -> float:
        """Return what its values are compared with: a report leaves out owners for which it is only rounding."""
        return 0.0

    def unique(self, determinacy: Determinacy, plan: Plan, owner: str, component: str) -> bool:
        """Return whether the equations of motion determine a component, or with "size" all of them."""
        return True

    # ---- names

    def written(self, owner: str, component: str = "") -> str:
        """Return how it, or a component of it, is written: ``B.force``, ``B.force.x``, ``plate.e0``."""
        return ".".join(part for part in (owner, "" if self.BARE else self.name, component) if part)

    def column(self, owner: str, component: str) -> str:
        """Return the name of a component in tables, which may be written too: ``B.force_x``."""
        if self.DOTTED or not component:
            return self.written(owner, component)
        return f"{self.written(owner)}_{component}"

    @property
    def variable(self) -> str:
        """Its name in a Dataset."""
        return self.name if self.owner in ("body", "machine") else f"{self.owner}_{self.name}"

    def listed(self, owner: str, component: str) -> str:
        """Return the name of a component in a list of all: the column without the name of the quantity."""
        return owner + self.column(owner, component).removeprefix(owner if self.BARE else f"{owner}.{self.name}")

    def part(self, component: str) -> str:
        """Return the name in a Dataset of one of several numbers that are no vector."""
        return f"{self.variable}_{component}"

    # ---- values

    def curves(self, motion: Motion, owner: str) -> list[Curve]:
        """Return its components over time."""
        parts, units = self.components(motion.plan, owner), self.units(motion.plan, owner)
        values = self.values(motion, owner).reshape(len(motion), len(parts)).T
        return [Curve(self.column(owner, c), u, v, self.LOG) for c, u, v in zip(parts, units, values, strict=True)]


class Derived(Quantity):
    """Derivative `ORDER` of something; the units and names of the others follow from those of the first."""

    def units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the units of the derivatives."""
        return tuple(unit_after(unit, self.ORDER) for unit in self.first_units(plan, owner))

    def first_units(self, plan: Plan, owner: str) -> tuple[str, ...]:
        """Return the units of what is differentiated."""
        return super().units(plan, owner)

    @property
    def unit(self) -> str:
        """Its unit, or those that it may have."""
        return " or ".join(unit_after(unit, self.ORDER) for unit in self.UNIT.split(" or "))

    @property
    def suffix(self) -> str:
        """The ending of the name of the derivative."""
        return SUFFIXES[self.ORDER]


def model_of(plan: Plan) -> Description:
    """Return the model of a plan."""
    return plan.writer.model


def owners_of(plan: Plan, kind: str) -> Collection[str]:
    """Return the names of all owners of a kind."""
    model = model_of(plan)
    moving = {name: body for name, body in model.bodies.items() if name != GROUND}
    match kind:
        case "body":
            return moving.keys()
        case "point":
            return [f"{name}.{point}" for name, body in moving.items() for point in body.points]
        case "joint":
            return model.joints.keys()
        case "driver":
            return model.drivers.keys()
        case "force":
            return model.forces.keys()
    return ("",)


def is_owner(plan: Plan, kind: str, name: str) -> bool:
    """Return whether there is an owner of a kind with this name."""
    if kind != "point":
        return name in owners_of(plan, kind)
    (body, _, point), bodies = name.partition("."), model_of(plan).bodies
    return body != GROUND and body in bodies and point in bodies[body].points
