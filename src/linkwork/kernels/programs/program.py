"""A stack machine for expressions, on jets of order three.

A program is a span of rows of `ops`; a row is (opcode, argument). The stack holds jets
(rows of four: value and three time derivatives); the result is left in ``stack[0]``.

Opcodes, in groups that the interpreter tells apart by their order:

=============  =========================================  ==========================
group          opcodes                                    argument
=============  =========================================  ==========================
push           CONST                                      index of the constant
push           VAR                                        row of `variables`
function       NEG SIN ... SIGN                           not used
function       POWR POLY SPLINE CALL                      index into `consts`
function       RISE                                       kind of rise
two operands   ADD SUB MUL DIV ATAN2 MIN MAX MOD LT LE    not used
three          SELECT (condition, then, otherwise)        not used
any number     CALLN                                      index into `consts`
=============  =========================================  ==========================

A power with a varying exponent is compiled to exp(y log x), and a > b to b < a, so that
the machine stays small.

Layouts in `consts`, from the argument on:

- POWR: the exponent.
- POLY: n, c0 ... c(n-1), lowest power first.
- SPLINE: pieces n, coefficients per piece p, periodic (0 or 1), n+1 breaks, n rows of p
  coefficients in powers of (x - left break). Outside its range the end polynomial goes
  on, unless the table is periodic.
- CALL: high and low 32 bits of the address, each as a float.
- CALLN: the address as for CALL, and the number of arguments. The Python function gives
  first derivatives only, so the second and third entries of its jet are not numbers.
"""

import numpy as np

from ..compiler.jit import inline, kernel, signed
from . import jets
from .callback import call_address, call_many
from .opcodes import (
    ABS,
    ACOS,
    ADD,
    ASIN,
    ATAN,
    ATAN2,
    CALL,
    CONST,
    COS,
    COSH,
    DIV,
    EXP,
    LOG,
    LT,
    MAX,
    MIN,
    MOD,
    MUL,
    NEG,
    POLY,
    POWR,
    RISE,
    SELECT,
    SIGN,
    SIN,
    SINH,
    SPLINE,
    SQRT,
    SUB,
    TAN,
    TANH,
    VAR,
)
from .pieces import d_horner, d_rise, d_spline

OK, NOT_FINITE, CALLBACK_FAILED = 0, 1, 2


@inline
def d_elementary(op, v):
    """Return an elementary function of analysis and its derivatives at the number v."""
    if op == EXP:
        return jets.d_exp(v)
    elif op == LOG:
        return jets.d_log(v)
    elif op == TAN:
        return jets.d_tan(v)
    elif op == ASIN:
        return jets.d_asin(v)
    elif op == ACOS:
        return jets.d_acos(v)
    elif op == ATAN:
        return jets.d_atan(v)
    elif op == SINH:
        return jets.d_sinh(v)
    elif op == COSH:
        return jets.d_cosh(v)
    elif op == TANH:
        return jets.d_tanh(v)
    return (np.nan, np.nan, np.nan, np.nan)


@inline
def d_function(op, arg, consts, v):
    """Return the function `op` and its derivatives at the number v (CALL excepted); the frequent ones first."""
    if op == POLY:
        return d_horner(consts, arg + 1, int(consts[arg]), v)
    elif op == SIN:
        return jets.d_sin(v)
    elif op == COS:
        return jets.d_cos(v)
    elif op == RISE:
        return d_rise(arg, v)
    elif op == SPLINE:
        return d_spline(consts, arg, v)
    elif op == NEG:
        return (-v, -1.0, 0.0, 0.0)
    elif op == SQRT:
        return jets.d_sqrt(v)
    elif op == ABS:
        return jets.d_abs(v)
    elif op == SIGN:
        return (jets.sign_of(v), 0.0, 0.0, 0.0)
    elif op == POWR:
        return jets.d_power(v, consts[arg])
    return d_elementary(op, v)


@inline
def combine(op, a, b):
    """Return the jet of an operator with two operands; a comparison gives 1 or 0, at rest."""
    if op == ADD:
        return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])
    elif op == SUB:
        return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])
    elif op == MUL:
        return jets.mul(a, b)
    elif op == DIV:
        return jets.div(a, b)
    elif op == ATAN2:
        return jets.atan2(a, b)
    elif op == MIN:
        return b if b[0] < a[0] else a
    elif op == MAX:
        return b if b[0] > a[0] else a
    elif op == MOD:
        return jets.mod(a, b)
    holds = a[0] < b[0] if op == LT else a[0] <= b[0]
    return (1.0 if holds else 0.0, 0.0, 0.0, 0.0)


@inline
def load(table, row):
    """Return a row of a jet table as a 4-tuple."""
    return (table[row, 0], table[row, 1], table[row, 2], table[row, 3])


@inline
def store(table, row, x):
    """Write the 4-tuple x into a row of a jet table."""
    table[row, 0] = x[0]
    table[row, 1] = x[1]
    table[row, 2] = x[2]
    table[row, 3] = x[3]


@inline
def d_call(consts, k, v, stack, row):
    """Call the Python function whose address is at consts[k]; uses stack[row] as its output."""
    address = (int(consts[k]) << 32) | int(consts[k + 1])
    if address == 0:
        return (np.nan, np.nan, np.nan, np.nan)
    call_address(address, v, stack, row)
    return load(stack, row)


@inline
def call_with(consts, k, stack, first, order):
    """Call the Python function at consts[k] with the jets from stack[first] on; return its jet.

    The rows above the arguments serve as work space: the arguments as plain numbers, then
    the value and its derivative by each argument.
    """
    address = (int(consts[k]) << 32) | int(consts[k + 1])
    n = int(consts[k + 2])
    if address == 0:
        return (np.nan, np.nan, np.nan, np.nan)
    given = first + n
    out = given + (n + 3) // 4
    for i in range(n):
        stack[given + i // 4, i % 4] = stack[first + i, 0]
    call_many(address, stack, given, out, order)
    value, rate = stack[out, 0], 0.0
    for i in range(n):
        rate += stack[out + (i + 1) // 4, (i + 1) % 4] * stack[first + i, 1]
    return (value, rate if order > 0 else 0.0, np.nan, np.nan)


@inline
def is_finite(x):
    """Return whether all four entries are finite; one test, as inf - inf is not a number."""
    total = x[0] - x[0] + x[1] - x[1] + x[2] - x[2] + x[3] - x[3]
    return total == 0.0


@inline
def is_finite_to(x, order):
    """Return whether the entries 0 ... order are finite."""
    total = x[0] - x[0]
    if order > 0:
        total += x[1] - x[1]
    if order > 1:
        total += x[2] - x[2]
    if order > 2:
        total += x[3] - x[3]
    return total == 0.0


@kernel
def run_program(ops, start, end, consts, variables, stack, order):
    """Run ops[start:end] and leave the result in stack[0].

    Parameters
    ----------
    ops : int64[n, 2]
        Opcode and argument.
    start, end : int
        Span of the program.
    consts : float64[:]
        Constants, coefficients, tables and addresses.
    variables : float64[nv, 4]
        Jets of the variables; row 0 is time, (t, 1, 0, 0).
    stack : float64[depth, 4]
        Work space.
    order : int
        Highest derivative that is used: a force needs its value only, and may have an
        infinite derivative, such as that of x^0.5 at 0.

    Returns
    -------
    int
        0, or 1 when an entry 0 ... order of the result is not finite, or 2 when it is not
        because a Python function failed.
    """
    top = -1
    failed = False
    for k in range(start, end):
        op = ops[k, 0]
        arg = ops[k, 1]
        if op <= VAR:
            top += 1
            if op == CONST:
                result = (consts[arg], 0.0, 0.0, 0.0)
            else:
                result = load(variables, arg)
        elif op <= CALL:
            x = load(stack, top)
            if op == CALL:
                f = d_call(consts, arg, x[0], stack, top)
                failed = failed or f[0] != f[0]
            else:
                f = d_function(op, arg, consts, x[0])
            result = jets.compose(f[0], f[1], f[2], f[3], x)
        elif op < SELECT:
            top -= 1
            result = combine(op, load(stack, top), load(stack, top + 1))
        elif op == SELECT:
            top -= 2
            result = load(stack, top + 1 if stack[top, 0] != 0.0 else top + 2)
        else:
            top -= int(consts[arg + 2]) - 1
            result = call_with(consts, arg, stack, top, order)
            failed = failed or result[0] != result[0]
        store(stack, top, result)
    if is_finite_to(load(stack, 0), order):
        return OK
    return CALLBACK_FAILED if failed else NOT_FINITE


signed(run_program, "i[.,2] i i f[.] f[.,4] f[.,4] i -> i")


NOT_QUICK = -1
"""Answer of `quick_at` for a program that needs the interpreter."""


@inline
def quick_at(ops, start, end, consts, t, out, row):
    """Write a constant or a polynomial of time into out[row]; return the status, or NOT_QUICK for other programs."""
    if end - start == 1 and ops[start, 0] == CONST:
        store(out, row, (consts[ops[start, 1]], 0.0, 0.0, 0.0))
        return OK
    if end - start == 2 and ops[start, 0] == VAR and ops[start + 1, 0] == POLY:
        k = ops[start + 1, 1]
        x = d_horner(consts, k + 1, int(consts[k]), t)
        store(out, row, x)
        return OK if is_finite(x) else NOT_FINITE
    return NOT_QUICK


@inline
def run_at(ops, start, end, consts, t, stack, out, row):
    """Write the jet of a program of time alone, at time t, into out[row]; return the status."""
    status = quick_at(ops, start, end, consts, t, out, row)
    if status != NOT_QUICK:
        return status
    last = stack.shape[0] - 1
    store(stack, last, (t, 1.0, 0.0, 0.0))
    status = run_program(ops, start, end, consts, stack[last:], stack, 3)
    store(out, row, load(stack, 0))
    return status


@kernel
def sample(ops, consts, start, end, times, out, stack):
    """Fill out[i] with the jet of one program of time alone at times[i].

    Parameters
    ----------
    ops, consts
        Linked programs.
    start, end : int
        Span of the program in ops.
    times : float64[n]
        Times.
    out : float64[n, 4]
        The result.
    stack : float64[depth + 1, 4]
        Work space; its last row serves as the jet of time.

    Returns
    -------
    int
        The first status that is not 0; the rows of `out` that are not finite tell which.
    """
    status = OK
    for i in range(times.shape[0]):
        code = run_at(ops, start, end, consts, times[i], stack, out, i)
        if status == OK:
            status = code
    return status


signed(sample, "i[.,2] f[.] i i f[t] f[t,4] f[.,4] -> i")


@kernel
def run_states(ops, start, end, consts, variables, stack, out):
    """Fill out[i], value and derivatives as many as it has columns, of one program at variables[i]."""
    for i in range(out.shape[0]):
        run_program(ops, start, end, consts, variables[i], stack, out.shape[1] - 1)
        for k in range(out.shape[1]):
            out[i, k] = stack[0, k]


signed(run_states, "i[.,2] i i f[.] f[s,.,4] f[.,4] f[s,.]")
