"""What counts as zero where rank is decided: outside the kernels every such threshold stands here.

Positions are closed to about 1e-14 of the mechanism's size, so that entries of a Jacobian are right to about 1e-13: a
singular value that vanishes in theory comes out below 1e-12 of the largest. Pivots of J W^-1 J^T, relative to the
diagonal of their row, are squares of such values.
"""

RANK = 1e-8
"""Singular values of a Jacobian below this, relative to the largest, count as zero: half way, in powers of ten, between
rounding and the 1e-4 that ill-proportioned mechanisms have."""

CROSSED = 1e-6
"""Singular values below this, at one position that was found by closing joints, may be those of a singular position,
where they vanish: what joints are open by there, 1e-14 to 1e-12 of the size, leaves the position uncertain by the root
of that, and with it these values, and all of the multipliers that hangs on them."""

UNEVEN = 1e-3
"""Singular values of a determined motion below this, at its start: pivots, their squares, are not healthy, though they
belong to a mechanism with sizes far apart, and are no sign of a singular position."""

ROW = 1e-14
"""Rows of a Jacobian that are shorter than this beside the longest have vanished at a singular position; what is left
of them is rounding, and has no direction. No more than rounding: an equation may be written in small numbers, and the
rows of a small wheel beside a large frame are short."""

SOLVED = 1e-11
"""The same where rows are solved that may be redundant: just above rounding, as what is left out here is an error of
the answer, and no sentence about the mechanism hangs on it."""

INERTIA = 1e-13
"""The same of a matrix of inertias, each rate counted by its own: they are squares, and small bodies at the end of a
long chain have little but some; a rod about its own axis has none, to 1e-16."""

SHARE = 1e-6
"""Part of a unit row, or of a unit state of self-stress, that counts: directions next to the limit of `RANK` are right
to about this."""

ROUNDING = 1e-9
"""Part of the largest of their kind below which rates, slopes and turns found from a basis of motions are none: such
a basis is right to 1e-12 or better, and what moves at all moves by more."""

HEALTHY = 1e-6
"""Relative pivots above this: no row depends on the others, and a solve needs no second look."""

SINGULAR = 1e-7
"""A relative pivot below this, where none was, marks a singular position: the least that joints are seen to pass by."""

DEPENDENT = 1e-9
"""Relative pivots above this belong to rows that are not redundant: redundant ones leave less than 1e-12."""

NEAR = 1e-4
"""A position with a relative pivot below this is too near a singular one to be followed from: errors of velocities grow
by its root, a hundred times."""
