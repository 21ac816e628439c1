"""Places in the array `control` of a simulation, and in its `counts`."""

from __future__ import annotations

ALPHA, BETA = 0, 1  # Baumgarte: gamma is lowered by 2 alpha Phi' + beta^2 Phi
TIME, STEP, ERROR = 2, 3, 4  # time reached, next step, error of the last step
SPEED, SPIN = 5, 6  # largest velocity and angular velocity met so far
KNOWN = 7  # states remembered for reading between steps
ENERGY, DRIFT = 8, 9  # energy at the start, largest imbalance since
GAP, SLIP = 10, 11  # largest residual of positions and of velocities
START = 13  # 1 while no step has been rejected
CAUSE = 14  # monitor that stopped the run
PASSES = 15  # singular positions noted
HEALTHY, REGULAR, REDUNDANT, REFINE = 20, 21, 25, 22  # of the linear solve: see motion.factor
NEAR = 23  # pivots below this: next to a singular position
LOWEST, ROOT, RATE = 48, 49, 50  # of the last attempt: smallest pivot; root of the pivot at its end, and its rate
LIMIT = 51  # steps shall not end where the pivot is below this
WITHIN = 52  # 1 when the pivot had a minimum within the last step
MOST = 24  # largest kinetic energy so far, at first what is not worth counting

COUNT, ORDER = 28, 29  # stages of the method; its error falls with this power of the step
ADAPTIVE, STABILISE = 30, 31  # 0: every step is the longest; see kernels.integrate
TOL, CLOSED = 32, 33  # relative error of a step; largest scaled residual that needs no correction
LONGEST, SHORTEST = 34, 35  # steps [s]
LENGTH, REST = 36, 37  # the mechanism's length scale [m]; speed below which a contact does not rebound
ALPHA_M, ALPHA_F = 40, 41  # of the generalised-alpha method
TRIED, STEP_TRIED, STEP_BEFORE = 42, 43, 44  # its last attempt: time and step; the step before the present state
LAST = 46  # the step before the present state, 0 at a start
WIDEST = 47  # largest turn of a body in a step [rad]: output between steps is read from a polynomial
CHANGED, CROWD = 53, 54  # time of the last change of mode; how many there were without time passing
AUGMENTED = 45  # 1: multipliers from the augmented system
TENSE, CALM = 58, 59  # steps too short for the motion, and others in a row since
RAISED, REFUSED = 61, 62  # tolerance raised next to singular positions, 0: not; steps refused at the present one
PATIENCE = 60  # so many of them make a model stiff; 0: not looked for
LEFT_ROW, LEFT_ROW_AT, LEFT_BODY, LEFT_BODY_AT = 62, 63, 64, 65  # what the last look back found: see kernels.balance
UNMET_ROW, UNMET_ROW_AT, UNMET_ROW_TIME = 66, 67, 68  # the largest of them at the steps of a run, whose and when
UNMET_BODY, UNMET_BODY_AT, UNMET_BODY_TIME = 69, 70, 71

STEPS, REJECTED, EVALUATIONS, EVENTS, PLACE, BROKEN = 0, 1, 2, 3, 4, 5  # BROKEN: breaks passed
"""Entries of `counts`."""
