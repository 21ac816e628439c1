"""Operation codes of the stack machine in `kernels.programs.program`, apart so that reading them needs no compiler."""

CONST, VAR = 0, 1
NEG, SIN, COS, TAN, ASIN, ACOS, ATAN = 2, 3, 4, 5, 6, 7, 8
SINH, COSH, TANH, EXP, LOG, SQRT, ABS, SIGN = 9, 10, 11, 12, 13, 14, 15, 16
POWR, POLY, SPLINE, RISE, CALL = 17, 18, 19, 20, 21
ADD, SUB, MUL, DIV, ATAN2, MIN, MAX, MOD, LT, LE = 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
SELECT, CALLN = 32, 33
WITH_CONSTS = (CONST, POWR, POLY, SPLINE, CALL, CALLN)  # their argument moves when programs are linked

# Rise kinds. step5 of Adams and the 3-4-5 polynomial of cam texts are one curve.
RISE_KINDS = {
    "step": 0,
    "step5": 1,
    "poly345": 1,
    "poly4567": 2,
    "haversine": 3,
    "cycloidal": 4,
    "modified_trapezoid": 5,
    "modified_sine": 6,
}

RISE_END = 1e-12
"""A rise counts as inside this far beyond its ends, so that rounding of (t - start) / duration does not decide which
one-sided derivative an end point has."""
