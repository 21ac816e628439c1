"""A steady motion: some coordinates change at constant rates, the others stand still."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..words import listed
from .equilibrium import ContactState, contact_of

if TYPE_CHECKING:
    from .dynamics import DynamicMotion
    from .linear import Linearisation


@dataclass(frozen=True, repr=False)
class SteadyMotion:
    """A state from which a mechanism goes on steadily: a governor at speed, a top that precesses.

    Attributes
    ----------
    name : str
    speeds : dict
        Coordinate -> its constant rate [rad/s, m/s].
    motion : DynamicMotion
        The state as a motion of one instant: poses, velocities, reactions.
    start : Start
        To begin analyses from.
    linear : Linearisation
        Small departures from the steady motion.
    open : float
        Accelerations left over, as a share of those that the forces cause.
    steps : int
    contacts : tuple of ContactState
        Contacts, rigid stops, clutches and pawls: which carry, which touch, which are open.
    notes : tuple of str
        What rigid bodies do not tell.
    """

    name: str
    speeds: dict[str, float]
    motion: DynamicMotion
    start: Any
    linear: Linearisation = field(repr=False)
    open: float
    steps: int
    contacts: tuple[ContactState, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """One of "stable" and "unstable", as far as linear equations say."""
        return "stable" if self.linear.stable else "unstable"

    def __getitem__(self, text: str) -> Any:
        """Return a quantity in the steady motion, by its name."""
        return self.motion[text][0]

    def contact(self, name: str) -> ContactState:
        """Return the state of a contact, stop, clutch or pawl by its name."""
        return contact_of(self.contacts, name)

    def __str__(self) -> str:
        rates = ", ".join(f"{name} at {rate:g}" for name, rate in self.speeds.items())
        alone = ", moved by its drivers alone" if self.motion.model.drivers else " with all coordinates at rest"
        with_rates = f" with {rates}" if rates else alone
        found = f"'{self.name}': {self.kind} steady motion{with_rates}, after {self.steps} steps"
        contacts = [f"{listed([str(one) for one in self.contacts])}."] if self.contacts else []
        return " ".join([f"{found}; {self.open:.1e} of the accelerations is left over.", *contacts, *self.notes])

    __repr__ = __str__
