"""Mobility: what can move, what is redundant, and in which way, in sentences and as data."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from ..arrays import Array
from ..base.zero import SHARE
from ..coordinates.plan import Plan
from ..coordinates.rank import independent_rows, null_space, numerical_rank
from ..errors import AssemblyError
from ..words import counted, freedom_words, quoted
from .assembly import assemble
from .contradicting import contradictions
from .engine import scaled_jacobian
from .finite import finite_freedoms, free_velocities
from .freedoms import FreeMotion, free_motions


@dataclass(frozen=True)
class Redundancy:
    """An equation that repeats others.

    Attributes
    ----------
    joint : str
        The joint it belongs to.
    meaning : str
        What it holds, in words.
    repeats : tuple of str
        The joints whose equations already hold the same; none where it holds nothing at this position.
    contradicts : bool
        Whether it asks for other velocities than these, so that there is no motion.
    """

    joint: str
    meaning: str
    repeats: tuple[str, ...]
    contradicts: bool = False


@dataclass(frozen=True)
class Mobility:
    """What a mechanism can do.

    Attributes
    ----------
    name : str
    coordinates : int
        3 a body in the plane, 6 in space.
    equations : int
        Equations of all joints.
    rank : int
        Independent ones among them, here.
    grubler : int
        Count of degrees of freedom by Grübler and Kutzbach: coordinates - equations.
    instantaneous : int
        Degrees of freedom of velocities here: coordinates - rank.
    finite : int
        Degrees of freedom of finite motions from here.
    configuration : int
        Dimension of the positions that equations of positions leave: more than `finite` where wheels or skates
        restrict velocities only.
    drivers : int
    driven : int
        Degrees of freedom that the drivers take.
    redundant : tuple of Redundancy
    motions : tuple of FreeMotion
        A basis of the instantaneous free motions.
    violation : float
        Largest residual of the position it was found at.
    """

    name: str
    coordinates: int
    equations: int
    rank: int
    grubler: int
    instantaneous: int
    finite: int
    drivers: int
    driven: int
    redundant: tuple[Redundancy, ...]
    motions: tuple[FreeMotion, ...]
    violation: float
    configuration: int
    note: str = ""

    @property
    def degrees_of_freedom(self) -> int:
        """Degrees of freedom of finite motions."""
        return self.finite

    @property
    def motions_in_words(self) -> list[str]:
        """One sentence for every free motion."""
        return [motion.sentence for motion in self.motions]

    def sentences(self) -> list[str]:
        """Return the report, sentence by sentence."""
        return [
            *([self.note] if self.note else []),
            *_counting(self),
            *(f"Free motion {k}: {s}." for k, s in enumerate(self.motions_in_words, 1)),
            *_repeating(self),
            *_driving(self),
        ]

    def __str__(self) -> str:
        return "\n".join(self.sentences())

    __repr__ = __str__


def mobility(full: Plan, t: float = 0.0, *, start: Array | None = None) -> Mobility:
    """Find the mobility of a mechanism where its hints (and drivers at time t) put it.

    Parameters
    ----------
    full : Plan
        The mechanism in tables, with its drivers.
    t : float
        Time at which drivers are read [s].
    start : array, optional
        Poses to assemble from instead of the hints.

    Returns
    -------
    Mobility
        Print it for the sentences.
    """
    note = ""
    try:
        assembly = assemble(full, t, start=start)
    except AssemblyError as error:
        if not full.model.drivers:
            raise
        assembly = assemble(full.undriven, t, start=start)
        note = f"With its drivers {str(error)[0].lower() + str(error)[1:]} What follows is without drivers."
    plan, q = full.undriven, assembly.poses
    jacobian = scaled_jacobian(plan, q, t)
    rank = numerical_rank(jacobian)
    instantaneous = plan.coordinates - rank
    finite = configuration = finite_freedoms(plan.positions, q, t, *free_velocities(plan.positions, q, t))
    if plan.positions is not plan:
        loose = plan.coordinates - numerical_rank(scaled_jacobian(plan.positions, q, t))
        finite = instantaneous - (loose - configuration)
    return Mobility(
        name=full.name,
        coordinates=plan.coordinates,
        equations=len(plan.equations),
        rank=rank,
        grubler=plan.coordinates - len(plan.equations),
        instantaneous=instantaneous,
        finite=finite,
        drivers=len(full.model.drivers),
        driven=numerical_rank(scaled_jacobian(full, q, t)) - rank if full.model.drivers else 0,
        redundant=_redundant(plan, jacobian, rank, contradictions(plan, q, t)),
        motions=free_motions(plan, q, null_space(jacobian) * plan.units[:, None]),
        violation=assembly.violation,
        configuration=configuration,
        note=note,
    )


def _redundant(plan: Plan, jacobian: Array, rank: int, odd: Container[int]) -> tuple[Redundancy, ...]:
    if rank == len(plan.equations):
        return ()
    kept, shares = independent_rows(jacobian)
    found = []
    for row, coefficients in shares.items():
        equation = plan.equations[row]
        others = [plan.equations[k].owner for k, c in zip(kept, coefficients, strict=False) if abs(c) > SHARE]
        repeats = tuple(dict.fromkeys(o for o in others if o != equation.owner)) or tuple(others[:1])
        found.append(Redundancy(equation.owner, equation.meaning, repeats, row in odd))
    return tuple(found)


def _counting(m: Mobility) -> list[str]:
    text = [f"'{m.name}' has {freedom_words(m.finite)}."]
    if m.grubler != m.finite:
        text.append(
            f"Counting by Grübler gives {m.grubler} ({m.coordinates} coordinates - {m.equations} equations); "
            f"by rank, {m.rank} of the equations are independent."
        )
    if m.configuration != m.finite:
        text.append(
            f"Equations of velocities (rolling, skating) leave {m.finite} to its velocities at any moment; "
            f"its positions alone have {freedom_words(m.configuration)}."
        )
    if m.instantaneous != m.finite:
        text.append(singular_sentence(m.instantaneous, m.finite))
    return text


def singular_sentence(instantaneous: int, finite: int) -> str:
    """Return the sentence for a position where more velocities are free than finite motions."""
    if finite:
        return (
            f"At this very position {instantaneous} velocities are free: it is a singular position; "
            f"finite motions from here have {freedom_words(finite)}."
        )
    return (
        f"At this very position {counted(instantaneous, 'velocity is', 'velocities are')} "
        f"free, but only infinitesimally: it cannot really move."
    )


def _repeating(m: Mobility) -> list[str]:
    if not m.redundant:
        return []
    text = [f"{counted(len(m.redundant), 'joint equation is', 'joint equations are')} redundant:"]
    by_joint: dict[tuple[str, tuple[str, ...], bool], list[str]] = {}
    for r in m.redundant:
        by_joint.setdefault((r.joint, r.repeats, r.contradicts), []).append(r.meaning)
    for (joint, repeats, contradicts), meanings in by_joint.items():
        text.append(f"  joint '{joint}' ({'; '.join(meanings)}) {_repeated(joint, repeats, contradicts)}.")
    if any(r.contradicts for r in m.redundant):
        return [*text, "There is no motion: change or leave out one of those that contradict each other."]
    return [*text, "The motion is exact all the same; the forces in these directions are not unique."]


def _repeated(joint: str, repeats: tuple[str, ...], contradicts: bool) -> str:
    """Return what redundant equations of a joint do, in words."""
    if not repeats:
        return "asks for velocities of what does not move" if contradicts else "holds nothing here, whatever moves"
    others = "its other equations" if repeats == (joint,) else quoted(repeats)
    if contradicts:
        return f"contradicts the velocities of {others}"
    return f"repeats what {others} already {'holds' if len(repeats) == 1 and repeats != (joint,) else 'hold'}"


def _driving(m: Mobility) -> list[str]:
    if not m.drivers:
        return []
    text = f"{counted(m.drivers, 'driver takes', 'drivers take')} "
    special = f"the {m.instantaneous} velocities that are free at this very position"
    text += f"{m.driven} of {special if m.instantaneous > m.finite else freedom_words(m.instantaneous)}."
    left = m.finite - m.driven
    if left > 0:
        text += f" {left} left undriven."
    if m.driven < m.drivers:
        text += (
            f" {counted(m.drivers - m.driven, 'driver is', 'drivers are')} one too many here: "
            f"the mechanism is over-driven, or the drivers stand at a dead point."
        )
    return [text]
