"""The records of the tables: what one entry of each says."""

import numpy as np

# A body: its features stand at [first, last); the ground's features come after all others.
BODY = np.dtype([("first", "i8"), ("last", "i8")])

# A point (relative to the centre of mass) or a unit vector in body axes.
FEATURE = np.dtype([("vector", "i8"), ("body", "i8"), ("x", "f8"), ("y", "f8"), ("z", "f8")])

# A scalar on up to five features; `axis` is that of a component, or the relation of a contact on curves.
MEASURE = np.dtype([(name, "i8") for name in "kind f0 f1 f2 f3 f4 axis".split()])

# An equation: sum of weight (measure - rest), or program(t, measures) (program >= 0), less offset and function(t) is 0.
# Its terms stand at [first, last). `scale` makes residuals comparable: 1 / length, or 1.
# level 1: an equation of velocities, program(t, measures, their rates) = 0, linear in the rates; it has no position.
# press n: the weights of the last n terms hold for a positive multiplier and change sign with it: teeth press their
# wheels apart whichever flank carries.
# relation >= 0: gap or slip of a contact, on curves its one measure (see `contacts.on_curves`), on a surface a function
# of its terms (see `contacts.on_surfaces`); with a period, a slip counts up to full rounds.
# load >= 0: no equation; the row stands for the stiffness and damping of a load (see `implicit`).
ROW = np.dtype(
    [
        ("first", "i8"),
        ("last", "i8"),
        ("function", "i8"),
        ("program", "i8"),
        ("wrap", "i8"),
        ("offset", "f8"),
        ("scale", "f8"),
        ("load", "i8"),
        ("level", "i8"),
        ("rated", "i8"),
        ("press", "i8"),
        ("relation", "i8"),
        ("period", "f8"),
    ]
)

# A term of a row: its measure, the weight it has in a sum, and the value at which it adds nothing.
TERM = np.dtype([("measure", "i8"), ("weight", "f8"), ("rest", "f8")])

# A share of a Jacobian block: the gradient of term `term` (a measure) by its feature number `slot`, which acts on the
# body at a feature. couple 1: of a contact on curves in the plane, whose gradient has a couple as its third component.
SHARE = np.dtype(
    [(name, "i8") for name in "block term measure slot feature body".split()] + [("couple", "f8")],
)

# A force or torque: value = constant + stiffness (m - free) + damping m' + program(t, inputs [first, last)).
# kind 0 works on the rate of its measure m; kind 1 is a force along the vector u at point b, reacted at point a;
# kind 2 a torque along u on the body of b, reacted by the body of a; kind 3 works on the rate of program u of the
# measures at inputs [a, b).
LOAD = np.dtype(
    [
        ("kind", "i8"),
        ("measure", "i8"),
        ("u", "i8"),
        ("a", "i8"),
        ("b", "i8"),
        ("program", "i8"),
        ("first", "i8"),
        ("last", "i8"),
        ("external", "i8"),
        ("constant", "f8"),
        ("stiffness", "f8"),
        ("free", "f8"),
        ("damping", "f8"),
    ]
)

# A rigid contact (kind 0) or friction in a joint (kind 1), with the row that counts while it holds, and the `second` of
# what rolls in space (-1: none). The joint's rows stand at [first, last); its force on `body` presses; `point` is a
# point of the joint. `contact` is the switch that must be closed for friction to act (-1: none); `own`: the rows are
# those of a joint.
SWITCH = np.dtype(
    [
        ("kind", "i8"),
        ("row", "i8"),
        ("second", "i8"),
        ("measure", "i8"),
        ("first", "i8"),
        ("last", "i8"),
        ("body", "i8"),
        ("point", "i8"),
        ("contact", "i8"),
        ("own", "i8"),
        ("side", "f8"),
        ("limit", "f8"),
        ("restitution", "f8"),
        ("pitch", "f8"),
        ("mu", "f8"),
        ("mu_static", "f8"),
        ("radius", "f8"),
        ("bearing", "f8"),
        ("preload", "f8"),
        ("smooth", "f8"),
    ]
)

# What is watched for a change of sign: a switch (program -1), another place of the curve of a contact (-2), or an
# expression of the inputs [first, last). With levels [lowest, highest] it is watched for leaving the interval between
# two of them.
MONITOR = np.dtype([(name, "i8") for name in "switch program first last direction action lowest highest".split()])

# A body's mass and inertia about its centre, in body axes, and how easily it gives way in the linear solve: `ease` and
# `turn_ease` are the inverses of its weights, which are mass and inertia, each with its lift (see coordinates.lifting).
# In the plane only the last entry of each matrix counts.
MASS = np.dtype(
    [
        ("mass", "f8"),
        ("ease", "f8"),
        ("inertia", "f8", (3, 3)),
        ("turn_ease", "f8", (3, 3)),
        ("turn_lift", "f8", (3, 3)),
        ("lift", "f8"),
    ]
)

# A node of the tree of joints: kind (see trees.nodes), the node before it (-1: ground), its body (-1: none), the
# places of its coordinates in z and of its rates in zv.
NODE = np.dtype([("kind", "i8"), ("before", "i8"), ("body", "i8"), ("place", "i8"), ("rate", "i8")])

# Where a node sits: point p and axis a in the node before it, Euler parameters q of the node there while its coordinate
# is zero, and e from that point to the node's origin, in its own axes.
LIMB = np.dtype([(name, "f8") for name in "px py pz ax ay az qw qx qy qz ex ey ez".split()])

# A node of a tree that is linearised (see trees.linear_motion): kind, node before it, body as of NODE; column of its
# coordinate, if it has one; the body that holds its axis and the one that has its origin (the ground comes after all
# others), and those whose motion relative to each other its rate is. `slot`: the room for its forces, shared with the
# node that hangs on it last; tip 1: none does. Axis a in the axes of the holder, origin p from the centre of its body.
BRANCH = np.dtype(
    [(name, "i8") for name in "kind before body column holder seat carrier carried slot tip".split()]
    + [(name, "f8") for name in "ax ay az px py pz".split()]
)

# A curve: its pieces stand at [first, last); x and y have `powers` coefficients. `turn` is the angle that the tangent
# of a closed curve turns in one round, `side` J T points to its free side, `extent` is its largest size, `slim` the
# ratio of the half axes of a round one, the smaller to the larger.
CURVE = np.dtype(
    [(name, "i8") for name in "kind first last powers closed".split()]
    + [(name, "f8") for name in "start end length turn side extent slim mx my ax ay bx by".split()]
)

POWERS = 14
"""Coefficients of the polynomials of a curve."""

CONTACT = 20
"""Columns that say where a contact is: see `contacts.finding`."""

SERIES = 18
"""Columns of the series of a curve next to a contact: see `contacts.series`."""

# A piece: s = middle + w / scale, from s = start on; `angle` is the tangent's at the middle. Its polynomials x, y, z
# and arc length from the start of the curve stand in the table of coefficients f8[piece, POWERS, 4], lowest first.
PIECE = np.dtype([(name, "f8") for name in "start middle scale angle".split()])

# A relation: the curves of A (`own`) and B (`other`), whether rolling is told (`roll`), its row of `contacts`, its
# equation (`row`) and, of what rolls, the measure of the angle that it has turned by (`turn`). `side` is 1 for the free
# side of the curve of A, -1 for the other (a wheel in a ring); `other_side` likewise for B: -1 turns a face over.
RELATION = np.dtype(
    [(name, "i8") for name in "kind own other roll contact row turn".split()]
    + [(name, "f8") for name in "side other_side radius".split()]
)

# What changes the forces on some bodies (see `tangents.forces`): its kind and number among its like, its bodies at
# [first, last) of a list, and where the matrices over their freedoms begin.
ELEMENT = np.dtype([(name, "i8") for name in "kind number first last place".split()])

# Equations that lead as many freedoms of bodies once those before are led (see `linear.groups`): they stand at
# [first, last) of the lists of rows and of columns, the factors of their matrix begin at `place`.
GROUP = np.dtype([(name, "i8") for name in "first last place".split()])
