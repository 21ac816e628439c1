"""Compiled code: plain functions over tables, integer status, no allocation in a step.

Nothing here imports the rest of Linkwork. Every kernel stays valid Python: with
``NUMBA_DISABLE_JIT=1`` the same functions run interpreted, for debugging and coverage.

The rooms, from the bottom up; each imports only from those above it in this list:

compiler   From Python functions to machine code: decorators, arguments, what is kept on disk, the library of a package.
tables     The tables of a planned mechanism, the arrays of a run, and the handle by which kernels open them.
programs   Expressions as programs of a stack machine, on values with three time derivatives.
geometry   Points and vectors of bodies, and the measures between them.
contacts   Curves and surfaces that touch: where, how far apart, and how far they have slipped.
linear     The linear solves: J x = c with the smallest x, full matrices, the last digits.
kinematics Constraint equations: their values, Jacobian and right sides; positions, velocities, accelerations.
dynamics   Forces and accelerations at one state.
steps      One step in time: state, stages, error, end on the constraints, what lies within.
events     What happens within a step, and what it changes.
runs       Whole runs: integration over time, driven motion, what is told along a stored motion.
trees      Relative coordinates: recursions along trees of joints, for mechanisms and robots.
"""
