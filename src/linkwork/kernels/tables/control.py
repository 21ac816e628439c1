"""Places in the array `control` of a simulation, and in its `counts`.

The places are counted, not written: two names never share one.
"""

from __future__ import annotations

SIZE = 71
"""Places in `control`; a name more or less below without a change here is an error at import."""

(
    ALPHA, BETA,  # Baumgarte: gamma is lowered by 2 alpha Phi' + beta^2 Phi
    TIME, STEP, ERROR,  # time reached, next step, error of the last step
    SPEED, SPIN,  # largest velocity and angular velocity met so far
    KNOWN,  # states remembered for reading between steps
    ENERGY, DRIFT,  # energy at the start, largest imbalance since
    GAP, GAP_AT,  # largest residual of positions, and the number of its row, from 1 on
    SLIP, SLIP_AT,  # largest residual of velocities, relative to the quickest turn, and the number of its row
    START,  # 1 while no step has been rejected
    CAUSE,  # monitor that stopped the run
    PASSES,  # singular positions noted
    PIVOT, PIVOT_BEFORE, CANCELLED,  # smallest pivot at the last state and at the one before; pivots that always vanish
    HEALTHY, REGULAR, REDUNDANT, REFINE,  # of the linear solve: see motion.factor
    DEEP,  # 1: rows are met to the last digits, by conjugate residuals (see kernels.linear.refining)
    NEAR,  # pivots below this: next to a singular position
    LOWEST, ROOT, RATE,  # of the last attempt: smallest pivot; root of the pivot at its end, and its rate
    LIMIT,  # steps shall not end where the pivot is below this
    WITHIN,  # 1 when the pivot had a minimum within the last step
    MOST,  # largest kinetic energy so far, at first what is not worth counting
    COUNT, ORDER,  # stages of the method; its error falls with this power of the step
    ADAPTIVE, STABILISE,  # 0: every step is the longest; see kernels.runs.integrate
    TOL, CLOSED,  # relative error of a step; largest scaled residual that needs no correction
    LONGEST, SHORTEST,  # steps [s]
    LENGTH, REST,  # the mechanism's length scale [m]; speed below which a contact does not rebound
    ALPHA_M, ALPHA_F,  # of the generalised-alpha method
    TRIED, STEP_TRIED, STEP_BEFORE,  # its last attempt: time and step; the step before the present state
    LAST,  # the step before the present state, 0 at a start
    WIDEST,  # largest turn of a body in a step [rad]: output between steps is read from a polynomial
    CHANGED, CROWD,  # time of the last change of mode; how many there were without time passing
    SOUGHT,  # error of a step that was shortened to end at an event
    HOP, AMONG,  # time to the level at which a force changes its course; monitor that fires within a step
    AUGMENTED,  # 1: multipliers from the augmented system
    TENSE, CALM,  # steps too short for the motion, and others in a row since
    PATIENCE,  # so many of them make a model stiff; 0: not looked for
    RAISED, REFUSED,  # tolerance raised next to singular positions, 0: not; steps refused there in a row
    LEFT_ROW, LEFT_ROW_AT, LEFT_BODY, LEFT_BODY_AT,  # what the last look back found: see kernels.dynamics.balance
    UNMET_ROW, UNMET_ROW_AT, UNMET_ROW_TIME,  # the largest of them at the steps of a run, whose and when
    UNMET_BODY, UNMET_BODY_AT, UNMET_BODY_TIME,
    SAMPLED,  # time of the last break at which controllers were let take their samples
) = range(SIZE)  # fmt: skip

STEPS, REJECTED, EVALUATIONS, EVENTS, PLACE, BROKEN = 0, 1, 2, 3, 4, 5  # BROKEN: breaks passed
"""Entries of `counts`."""
