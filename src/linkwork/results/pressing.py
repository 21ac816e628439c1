"""Forces of contacts: those that they cannot have, pulls, and pushes of cables and belts; what rolling asks of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Array
from ..base.measure import Slide
from ..errors import ModelError
from ..joints.belt import Belt
from ..joints.cable import Cable
from ..joints.touching import Touching
from ..words import times_words
from .cables import pulls_along, tension
from .short import Short

if TYPE_CHECKING:
    from .dynamics import DynamicMotion


ROUNDING = 1e-9
"""Share of the largest force below which a negative one is rounding."""

BELT = (
    "The slack strand of belt '{name}' would have to push {when}, with up to {force:.4g} N: it sags or jumps its teeth "
    "in truth. Tighten {name}.length by that much more."
)
SLACK = (
    "Cable '{name}' would have to push {when}, with up to {force:.4g} N: it goes slack in truth. Give it hold=False "
    "and limit {name}.length by a rigid contact from above, or let it give way."
)
PUSHED = (
    "Cable '{name}' would have to push {when}, with up to {force:.4g} N: it goes slack in truth. What drives or loads "
    "{name}.length pushes there: drive it slower, or limit it by a rigid contact from above instead."
)
LOOSE = (
    "Contact '{name}' would have to pull {when}, with up to {force:.4g} N: without a groove it lifts off in truth. "
    "Give it lifts=True, press it on with a spring, or drive it slower."
)

CLOSED = (
    "Contact '{name}' would have to pull {when}, with up to {force:.4g} N: it is taken to be closed here, and lifts "
    "off in truth. Simulate it, press it on with a spring, or drive it slower."
)
ROLLED = (
    "Contact '{name}' needs a coefficient of friction of up to {needed:.4g} {when} and has {static:g}: it is taken to "
    "roll here, and slides in truth. Simulate it, press it on more, or drive it slower."
)


def wrong_forces(motion: DynamicMotion) -> str:
    """Return a sentence on every contact that pulls and every cable or belt that pushes at a stored time, or ""."""
    text = ""
    for name, joint in motion.model.joints.items():
        if isinstance(joint, Cable):
            text += _sentence(motion, name, SLACK if joint.hold else PUSHED, tension(motion, name))
        elif isinstance(joint, Belt):
            tightened = pulls_along(motion, name).shape[1]
            text += _sentence(motion, name, BELT, tension(motion, name)) if tightened else ""
        elif isinstance(joint, Touching) and not joint.lifts and not _groove(motion, name):
            text += _sentence(motion, name, LOOSE, pressure(motion, name, motion.forces.multipliers)[:, None])
    return text


def beyond_limits(motion: DynamicMotion) -> str:
    """Return a sentence on every contact that pulls or slides in truth where it was taken to be closed and to roll."""
    text = ""
    for name, joint in motion.model.joints.items():
        if not isinstance(joint, Touching):
            continue
        if joint.lifts:
            text += _sentence(motion, name, CLOSED, pressure(motion, name, motion.forces.multipliers)[:, None])
        text += _slides(motion, name)
    return text


def _slides(motion: DynamicMotion, name: str) -> str:
    """Return a sentence where rolling asks a contact for more friction than it has, and its force is unique."""
    releases = [motion.plan.equations[i].release for i in contact_rows(motion, name).values()]
    static = next((release.mu_static for release in releases if isinstance(release, Slide)), np.inf)
    if not np.isfinite(static) or not all(motion.joint(name).determinate.values()):
        return ""
    needed = np.where(np.isfinite(grip := grip_of(motion, name).needed), grip, 0.0)
    beyond = np.flatnonzero(needed > static * (1.0 + ROUNDING) + ROUNDING)
    if not len(beyond):
        return ""
    when = f"at {times_words(motion.time[beyond])}"
    return " " + ROLLED.format(name=name, needed=needed.max(), when=when, static=static)


def _groove(motion: DynamicMotion, name: str) -> bool:
    """Return whether a contact is a pin, a point without radius on a curve: it runs in a groove."""
    contact = motion.plan.equations[contact_rows(motion, name)[0]].contact
    return contact is not None and contact.kind not in ("face", "curve") and contact.radius == 0.0


def pressure(motion: DynamicMotion, name: str, multipliers: Array) -> Array:
    """Return the force along the normal of a contact, positive where the bodies press on each other, (times,) [N]."""
    rows = contact_rows(motion, name)
    return motion.model.joints[name].presses * multipliers[:, rows[0]] if 0 in rows else np.zeros(len(motion))


def contact_rows(motion: DynamicMotion, name: str) -> dict[int, int]:
    """Return the equations of a joint by their numbers among its rows, which begin with its contact."""
    return {e.index: i for i, e in enumerate(motion.plan.equations) if not e.driver and e.owner == name}


def _sentence(motion: DynamicMotion, name: str, words: str, forces: Array) -> str:
    """Return a sentence where one of the forces (times, parts) is negative."""
    least = forces.min(axis=1, initial=np.inf)
    wrong = np.flatnonzero(least < -ROUNDING * np.abs(forces).max(initial=0.0))
    if not len(wrong):
        return ""
    return " " + words.format(name=name, when=f"at {times_words(motion.time[wrong])}", force=-least.min())


def flights(motion: DynamicMotion) -> str:
    """Return sentences on contacts of joints that went over to another place or opened, with times; "" for none."""
    text = ""
    for name in (name for name, joint in motion.model.joints.items() if isinstance(joint, Touching)):
        changes = motion.changes.get(name, {})
        if len(met := changes.get("meets another place of its curve", np.zeros(0))):
            text += f" Contact '{name}' meets another place of its curve {_when(met)}."
        if len(opened := changes.get("rebounds or opens", np.zeros(0))):
            text += f" Contact '{name}' opens or rebounds {_when(opened)}"
            closed = changes.get("closes", np.zeros(0))
            text += f", and closes at t = {closed[-1]:.9g} s." if len(closed) and closed[-1] > opened[-1] else "."
    return text


def _when(times: Array) -> str:
    """Return when something happened that happens at an instant."""
    often = f", {len(times)} times until t = {times[-1]:.9g} s" if len(times) > 1 else ""
    return f"at t = {times[0]:.9g} s{often}"


# ---- what rolling without slip asks of a contact ---------------------------------------------------


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
        slips = np.flatnonzero((self.needed > mu) & (self.pressure >= 0) & (self.friction > 0))
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
        raise ModelError(f"{joint.called} has no contact that could slip.")
    if 0 not in rows:
        raise ModelError(
            f"Joint '{name}' presses on the plane of the model, and the forces across it are not known: make the "
            f"model spatial (plane=None) to ask for friction."
        )
    forces = motion.reactions().multipliers
    presses, friction = pressure(motion, name, forces), np.linalg.norm(forces[:, along], axis=1)
    needed = np.where(presses > 0, friction / np.where(presses > 0, presses, 1.0), np.inf)
    return Grip(name, motion.time, presses, friction, needed)
