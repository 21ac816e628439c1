"""How work ends, and what stops it on the way: one list of codes for all kernels and those who call them.

What is said of each, and whether it is an error, stands in one table, too: `linkwork.solve.statuses`.
"""

DONE = 0  #        the joints are closed; all times are reached; nothing stands in the way
RUNNING = 1  #     more steps to do
SHORT = 2  #       the step became too short
FAILED = 3  #      an expression gave no finite number, or a function of the user failed
OPEN = 4  #        the joints cannot be closed
STOPPED = 5  #     an event ended the run
FULL = 6  #        the log of events is full
DIPPED = 7  #      a singular position may lie between the last states
STUCK = 8  #       Newton's iteration of an implicit step does not converge
JAMMED = 9  #      no friction force is consistent with the normal force it causes
UNSETTLED = 10  #  no modes of contacts and frictions fit together
STIFF = 11  #      the model is stiff
WEIGHTLESS = 12  # a force acts along a motion without inertia
STILL = 13  #      an event happens again and again without time passing
SAMPLE = 14  #     controllers are to take samples before the run goes on
ASTRAY = 15  #     energy goes astray however short the steps are
ROUGH = 16  #      steps follow what rounding leaves of the accelerations
TWICE = 17  #      a contact would press at two places of its curve
EXHAUSTED = 18  #  the iterations that close the joints ran out
BLOCKED = 19  #    no neighbouring position exists further on: dead point or end of reach
JUMPED = 20  #     a driver or an equation asks for another position at once
