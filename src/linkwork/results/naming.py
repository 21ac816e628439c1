"""Names of quantities: which one a name means, all there are, and what to write instead of one that means none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import ModelError, nearest
from ..expressions import UNITS
from ..expressions.constant import unknown_name
from ..model.aliases import SIZE
from .quantities import OWNERS, REGISTRY, Quantity
from .quantities.base import is_owner, model_of, owners_of

if TYPE_CHECKING:
    from ..coordinates.plan import Plan

_LOOKED_AT = ("joint", "body", "point", "driver", "force", "machine")
"""Owners in the order in which a name is looked for: a joint goes before a body of the same name."""


@dataclass(frozen=True)
class Found:
    """What a name means: a quantity, whose it is, and the place of the component.

    Attributes
    ----------
    quantity : Quantity
    owner : str
    component : int or None
        -1: the size of a vector; None: all components.
    """

    quantity: Quantity
    owner: str
    component: int | None


def find(plan: Plan, name: str) -> Found | None:
    """Return what a name of the registry means: ``B.force``, ``B.force.x``, ``B.force_x``, ``B.force.size``."""
    parts = name.split(".")
    for kind in _LOOKED_AT:
        for k in range(len(parts)):
            owner = ".".join(parts[:k])
            if is_owner(plan, kind, owner):
                found = (_component(plan, quantity, owner, name) for quantity in of_kind(kind))
                meant = next((item for item in found if item is not None), None)
                if meant is not None:
                    return meant
    return None


def _component(plan: Plan, quantity: Quantity, owner: str, name: str) -> Found | None:
    components = quantity.components(plan, owner)
    for k, component in enumerate(components):
        if name in (quantity.written(owner, component), quantity.column(owner, component)):
            return Found(quantity, owner, k)
    if components and not quantity.BARE and name == quantity.written(owner):
        return Found(quantity, owner, None)
    sized = quantity.VECTOR and len(components) > 1
    return Found(quantity, owner, -1) if sized and name == quantity.written(owner, SIZE) else None


def of_kind(kind: str) -> list[Quantity]:
    """Return the quantities of a kind of owner: positions before their derivatives, vectors before numbers."""
    own = [quantity for quantity in REGISTRY.values() if quantity.owner == kind]
    return sorted(own, key=lambda q: (q.FORCES, q.ORDER, not q.VECTOR))


def entries(plan: Plan, forces: bool, order: int) -> Iterator[tuple[Quantity, str]]:
    """Yield every quantity with an owner, of motions with forces only or of all, up to an order of derivatives."""
    for kind in OWNERS:
        wanted = [q for q in of_kind(kind) if q.FORCES is forces and order >= q.ORDER]
        for owner in owners_of(plan, kind) if wanted else ():
            yield from ((quantity, owner) for quantity in wanted if quantity.components(plan, owner))


def names(plan: Plan, forces: bool, order: int) -> list[str]:
    """Return everything that may be asked for by name, as it is written: vectors, their sizes and components."""
    found: list[str] = []
    for with_forces in (False, True) if forces else (False,):
        for quantity, owner in entries(plan, with_forces, order):
            components = quantity.components(plan, owner)
            if len(components) > 1 and not quantity.BARE:
                found.append(quantity.written(owner))
                found += [quantity.written(owner, SIZE)] if quantity.VECTOR else []
            found += [quantity.written(owner, component) for component in components]
    return list(dict.fromkeys(found))


def unknown(plan: Plan, name: str) -> ModelError:
    """Return the error about a name that means no quantity, with what to write instead."""
    wrong = _misnamed(plan, name)
    if wrong:
        return ModelError(wrong)
    model = model_of(plan)
    owners = [*model.joints, *model.bodies, *model.drivers, *model.forces, *(q.name for q in of_kind("machine"))]
    if name in UNITS and name not in owners:
        return ModelError(unknown_name(name, owners, "quantity"))
    owner = next((o for o in sorted(owners, key=len, reverse=True) if name == o or name.startswith(f"{o}.")), "")
    if not owner:
        first = name.split(".")[0]
        what = f"there is no joint or body called '{first}', nor a driver or force"
        return ModelError(f"'{name}': {what}. {nearest(first, owners)}")
    own = [other for other in names(plan, True, 3) if other.startswith(f"{owner}.")]
    hint = f"Known: {', '.join(own[:8])}, ..." if name == owner and own else nearest(name, own)
    return ModelError(f"'{name}': '{owner}' has no such quantity. {hint}")


def _misnamed(plan: Plan, name: str) -> str:
    """Return what to write instead of a force or driver by itself, and where an effort belongs; else nothing."""
    model = model_of(plan)
    owner, _, what = name.rpartition(".")
    if name in model.forces and name not in model.joints:
        return f"'{name}' is a force. Write '{name}.value' for its value, '{name}.power' for its power."
    if owner in model.forces and owner not in model.joints and owner not in model.bodies:
        return f"'{owner}' is a force, which has no '{what}'. Write '{owner}.value' or '{owner}.power'."
    if owner in model.joints and what in ("effort", "power"):
        return f"Joint '{owner}' has no {what}; it belongs to a driver. {_of_drivers(plan, owner, what)}"
    if owner in model.bodies and what in model.bodies[owner].points:
        return f"'{name}' is a point. Write '{name}.position', '{name}.velocity' or a component: '{name}.x'."
    if name in model.drivers and "." not in name and name not in model.joints:
        return f"'{name}' is a driver. Write '{name}.effort' or '{name}.power'."
    return ""


def _of_drivers(plan: Plan, joint: str, what: str) -> str:
    """Return how the efforts of the drivers are called, those of this joint if there are any."""
    drivers = model_of(plan).drivers
    own = [d.name for d in drivers.values() if d.quantity.split(".")[0] == joint]
    listed = own or list(drivers)
    words = " or ".join(f"'{name}.{what}'" for name in listed[:4])
    return f"Write {words}." if listed else f"This mechanism has no driver; '{joint}.force' is the force in the joint."
