"""Linear equations of motion in the freedoms of all bodies, as sparse matrices with names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, repr=False)
class Descriptor:
    """Linear equations of motion about a state in the freedoms of the bodies, with the multipliers of the rows.

    With u the displacements of all bodies, v the changes of their velocities, lam those of the multipliers:

        u' = v + W u,   M v' + damping v + stiffness u = J^T lam,   J u = 0.

    W turns displacements with the angular velocities of the bodies; it is zero at rest and in the plane. Where joints
    carry loads, their part is in the stiffness. Numbers and memory grow with the parts of the mechanism, while the
    matrices of `linearise` on independent coordinates grow with the square of the freedoms.

    Attributes
    ----------
    name : str
    time : float
        [s]
    columns : tuple of str
        Freedoms of the bodies: shift of the centre of mass [m] and turn [rad], ground axes.
    rows : tuple of str
        Equations of joints and drivers, in the user's order.
    M, damping, stiffness, W : scipy.sparse.csr_array, shape (n, n)
    J : scipy.sparse.csr_array, shape (m, n)
        Also the rows of velocities, which hold J v = 0 alone.
    notes : tuple of str
        What jumps at this state: contacts without force, friction that sticks.
    """

    name: str
    time: float
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    M: Any
    damping: Any
    stiffness: Any
    W: Any
    J: Any
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        numbers = sum(int(x.nnz) for x in (self.M, self.damping, self.stiffness, self.W, self.J))
        size = f"{len(self.columns)} freedoms, {len(self.rows)} rows, {numbers} numbers"
        head = f"'{self.name}' at t = {self.time:g} s, linear in the freedoms of its bodies: {size}."
        return "\n".join([head, *self.notes])

    __repr__ = __str__
