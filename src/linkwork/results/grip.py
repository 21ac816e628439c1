"""What rolling without slip asks of the contact: pressure, and a coefficient of friction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..errors import ModelError
from .pressing import contact_rows, pressure
from .short import Short

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


@dataclass(frozen=True, repr=False)
class Grip(Short):
    """Pressure and friction of a contact that rolls or skates, at the output times.

    Attributes
    ----------
    joint : str
    time : array, shape (times,)
    pressure : array, shape (times,)
        Force along the normal, positive where the bodies press on each other [N].
    friction : array, shape (times,)
        Size of the force along the surface [N].
    needed : array, shape (times,)
        Least coefficient of friction, friction/pressure; infinite where nothing presses.
    """

    joint: str
    time: Array = field(repr=False)
    pressure: Array
    friction: Array
    needed: Array

    def sentence(self, mu: float) -> str:
        """Return whether a coefficient of friction `mu` is enough, and if not, from when on."""
        pulled = np.flatnonzero(self.pressure < 0)
        slips = np.flatnonzero((self.needed > mu) & (self.pressure >= 0))
        text = f"Joint '{self.joint}' needs a coefficient of friction of {self._largest():.3g} at most"
        if len(slips):
            text += f"; with {mu:g} it would slide at t = {self.time[slips[0]]:g} s"
        elif not len(pulled):
            text += f", and {mu:g} is enough"
        if len(pulled):
            text += f"; it would lift off at t = {self.time[pulled[0]]:g} s"
        return text + "."

    def _largest(self) -> float:
        pressed = self.needed[np.isfinite(self.needed)]
        return float(pressed.max(initial=0.0))


def grip_of(motion: DynamicMotion, name: str) -> Grip:
    """Return what the contact of a rolling or skating joint needs."""
    joint, rows = motion.known_joint(name), contact_rows(motion, name)
    along = [i for number, i in rows.items() if number >= joint.ROLLING]
    if not joint.presses:
        raise ModelError(f"{joint.KIND.replace('_', ' ')} joint '{name}' has no contact that could slip.")
    if 0 not in rows:
        raise ModelError(
            f"Joint '{name}' presses on the plane of the model, and the forces across it are not known: make the "
            f"model spatial (plane=None) to ask for friction."
        )
    forces = motion.reactions().multipliers
    presses, friction = pressure(motion, name, forces), np.linalg.norm(forces[:, along], axis=1)
    needed = np.where(presses > 0, friction / np.where(presses > 0, presses, 1.0), np.inf)
    return Grip(name, motion.time, presses, friction, needed)
