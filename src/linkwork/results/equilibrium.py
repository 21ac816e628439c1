"""A position of static equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..errors import check_name
from ..words import few, listed, quoted

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


SHOWN = 3
"""Contacts that the title of a drawing tells."""


@dataclass(frozen=True)
class ContactState:
    """A contact, stop, clutch or pawl at rest.

    Attributes
    ----------
    name, kind : str
        The user's name; "contact", "clutch" or "ratchet".
    state : str
        "carries" (closed, with a force), "touches" (closed, without one) or "open".
    gap : float
        [m] or [rad], as `unit` says.
    force : float
        [N] or [N m], never negative.
    unit : str
        Of the gap.
    """

    name: str
    kind: str
    state: str
    gap: float
    force: float
    unit: str = "m"

    def __str__(self) -> str:
        if self.state == "carries":
            return f"'{self.name}' carries {self.force:.6g} {'N' if self.unit == 'm' else 'N m'}"
        return f"'{self.name}' touches without a force" if self.state == "touches" else self._opening

    @property
    def _opening(self) -> str:
        gap = f" by {self.gap:.6g} {self.unit}" if isfinite(self.gap) else ""
        return f"'{self.name}' is open{gap}"


def contact_of(contacts: Sequence[ContactState], name: str) -> ContactState:
    """Return the state of a contact, stop, clutch or pawl by its name."""
    check_name("contact", name, [found.name for found in contacts])
    return next(found for found in contacts if found.name == name)


@dataclass(frozen=True)
class Slid:
    """A contact that was to roll and slid to where it rests.

    Attributes
    ----------
    name : str
        Of the joint.
    asked, held : float
        Force along the contact that rolling asked for where it began to slide, and what friction holds there [N].
    static, mu : float
        Coefficients of friction up to which it rolls, and while it slides.
    needed : float or None
        The coefficient that would have held it there; None: none.
    force : float
        Friction along the contact where it rests [N].
    pressure : float
        Force that presses there [N].
    """

    name: str
    asked: float
    held: float
    static: float
    mu: float
    needed: float | None
    force: float = 0.0
    pressure: float = 0.0

    @property
    def limited(self) -> bool:
        """Whether it rests at its limit: what holds it is no more than what brakes it while it slides."""
        return self.mu >= self.static

    @property
    def begins(self) -> str:
        """Why it slides, in words."""
        pressed = f" ({self.static:g} of {self.held / self.static:.6g} N)" if self.static else ""
        asked = f"rolling asks for {self.asked:.6g} N along the contact and friction holds {self.held:.6g} N{pressed}"
        return f"'{self.name}' slides: {asked}{self._better}"

    @property
    def _better(self) -> str:
        return f"; friction of at least {self.needed:.4g} would hold it" if self.needed is not None else ""

    def __str__(self) -> str:
        force = f"{self.force:.6g} N ({self.mu:g} of {self.pressure:.6g} N)."
        if self.asked == self.held:
            return f"'{self.name}' asks for all that friction holds, {force}"
        return f"{self.begins}. It rests {'at its limit' if self.limited else 'where it came sliding'}, with {force}"


@dataclass(frozen=True, repr=False)
class Equilibrium:
    """A position in which a mechanism stays at rest.

    Attributes
    ----------
    name : str
    kind : str
        "stable", "unstable" or "indifferent": by the reduced stiffness, under loads without a potential by the motions.
    motion : DynamicMotion
        The position as a motion of one instant: poses, reactions, energies, drawings as of a simulation.
    start : Start
        To begin analyses from.
    stiffness : array, shape (k,)
        Of the allowed motions, lowest first; each motion is scaled to a size of one, so that signs and ratios count.
    open : float
        Force left over, as a share of the forces that act.
    steps : int
    contacts : tuple of ContactState
        Contacts, rigid stops, clutches and pawls: which carry, which touch, which are open.
    slid : tuple of Slid
        Contacts that friction did not hold rolling: they slid, and rest with the friction of sliding.
    notes : tuple of str
        Where it is not stable, which coordinates lead away and what is missing; what was left out, and what rigid
        bodies do not tell.
    singular : bool
        Whether joints and drivers allow more motions there than beside it, as where links line up: the position is
        known to a millionth of the size of the mechanism then, and forces that joints hold against each other are not
        unique.
    """

    name: str
    kind: str
    motion: DynamicMotion
    start: Any
    stiffness: Array = field(repr=False)
    open: float
    steps: int
    contacts: tuple[ContactState, ...] = ()
    slid: tuple[Slid, ...] = ()
    notes: tuple[str, ...] = ()
    singular: bool = False

    @property
    def poses(self) -> Array:
        """Centres of mass and Euler parameters (bodies, 7)."""
        return np.asarray(self.motion.poses[0])

    def __getitem__(self, text: str) -> Any:
        """Return a quantity at the equilibrium, by its name."""
        return self.motion[text][0]

    def contact(self, name: str) -> ContactState:
        """Return the state of a contact, stop, clutch or pawl by its name."""
        return contact_of(self.contacts, name)

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw the position with arrows of the loads and reactions; the title tells what the contacts do."""
        told = ["it begins to move"] if any("begins to move" in note for note in self.notes) else []
        told += [f"'{one.name}' at its limit of friction" for one in self.slid if one.limited]
        told += [str(one) for one in self.contacts]
        named = {"title": f"{self.name}: {few(told, SHOWN)}"} if told else {}
        return self.motion.draw(path, **{"forces": True, **named, **options})

    def report(self, path: str | Path, **options: Any) -> None:
        """Write a page with the position, its contacts, notes and modes to an HTML file; options as of a motion's."""
        self.motion.report(path, **options)

    def __str__(self) -> str:
        found = f"'{self.name}': {self.kind} equilibrium after {self.steps} steps"
        if limits := [one.name for one in self.slid if one.limited]:
            found += f", {quoted(limits)} at the limit of friction"
        contacts = [f"{listed([str(one) for one in self.contacts])}."] if self.contacts else []
        slid = [str(one) for one in self.slid]
        return " ".join([f"{found}; {self.open:.1e} of the forces is left over.", *contacts, *slid, *self.notes])

    __repr__ = __str__
