"""Places in the work array of a node of the tree of joints, and the kinds of nodes."""

WELD, TURN, SLIDE, BALL = 0, 1, 2, 3
"""Kinds of nodes: fixed to the node before it, turning about an axis, sliding along one, turning freely."""

# Pose: in the plane two Euler parameters and the origin (0 ... 3), in space four and the origin (0 ... 6).
SHIFT = 7  # d: from the origin of the node before it
V = 10  # velocity of the origin, angular velocity
BIAS = 16  # acceleration while nothing accelerates
S = 22  # motion for a unit rate; a ball has three of them
U = 40  # I S, likewise
INVERSE = 58  # 1 / D, of a ball the matrix
PUSH = 67  # what drives the coordinate: -S^T p, likewise
PULL = 70  # p: force and moment that hold the node while it does not accelerate
ACC = 76  # acceleration
WIDTH = 82
