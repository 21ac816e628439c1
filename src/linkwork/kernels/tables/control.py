"""The record `control` of a simulation, settings and what it has come to, and the record of its `counts`."""

from __future__ import annotations

import numpy as np


def _names(text: str) -> list[str]:
    """Return the names in a text with remarks."""
    return [name for line in text.splitlines() for name in line.partition("#")[0].split()]


CONTROL = np.dtype(
    [
        (name, "f8")
        for name in _names("""
alpha beta  # Baumgarte: gamma is lowered by 2 alpha Phi' + beta^2 Phi
time step error  # time reached, next step, error of the last step
speed spin  # largest velocity and angular velocity met so far
known  # states remembered for reading between steps
energy drift  # energy at the start, largest imbalance since
gap gap_at  # largest residual of positions, and the number of its row, from 1 on
slip slip_at  # largest residual of velocities, relative to the quickest turn, and the number of its row
start  # 1 while no step has been rejected
cause  # monitor that stopped the run
passes  # singular positions noted
pivot pivot_before cancelled  # smallest pivot at the last state and at the one before; pivots that always vanish
healthy regular redundant refine  # of the linear solve: see motion.factor
deep  # 1: rows are met to the last digits, by conjugate residuals (see kernels.linear.refining)
near  # pivots below this: next to a singular position
lowest root rate  # of the last attempt: smallest pivot; root of the pivot at its end, and its rate
limit  # steps shall not end where the pivot is below this
within  # 1 when the pivot had a minimum within the last step
most  # largest kinetic energy so far, at first what is not worth counting
count order  # stages of the method; its error falls with this power of the step
adaptive stabilise  # 0: every step is the longest; see kernels.runs.integrate
tol closed  # relative error of a step; largest scaled residual that needs no correction
longest shortest  # steps [s]
length rest  # the mechanism's length scale [m]; speed below which a contact does not rebound
constant  # 1, 2: accelerations are constant over a step, see kernels.steps.cauchy_euler
alpha_m alpha_f  # of the generalised-alpha method
tried step_tried step_before  # its last attempt: time and step; the step before the present state
last  # the step before the present state, 0 at a start
widest  # largest turn of a body in a step [rad]: output between steps is read from a polynomial
changed crowd  # time of the last change of mode; how many there were without time passing
sought  # error of a step that was shortened to end at an event
hop among  # time to the level at which a force changes its course; monitor that fires within a step
augmented  # 1: multipliers from the augmented system
tense calm  # steps too short for the motion, and others in a row since
patience  # so many of them make a model stiff; 0: not looked for
raised refused  # tolerance raised next to singular positions, 0: not; steps refused there in a row
jams  # 1: since the last good step, one met a friction that jams
left_row left_row_at left_body left_body_at  # what the last look back found: see kernels.dynamics.balance
unmet_row unmet_row_at unmet_row_time  # the largest of them at the steps of a run, whose and when
unmet_body unmet_body_at unmet_body_time
sampled  # time of the last break at which controllers were let take their samples
""")
    ]
)

COUNTS = np.dtype(
    [
        (name, "i8")
        for name in _names("""
iterations factorisations solves  # Newton's, of positions
steps splits rejected  # taken; made shorter on a driven motion; refused by their error
evaluations events
place broken  # the next time to report; breaks of functions of time that are passed
tracked  # states in `track`
""")
    ]
)
