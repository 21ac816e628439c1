"""Dynamics along a stored motion: accelerations, multipliers, reactions, loads and energies at every time."""

from ..compiler.jit import inline, kernel, signed
from ..contacts.on_curves import forget_place
from ..dynamics.balance import look_back
from ..dynamics.dynamics import carry, other_flanks, solve_state, start_forces
from ..dynamics.energy import kinetic_energy, load_rate, potential_energy
from ..dynamics.loads import apply_load, apply_loads, push_along
from ..dynamics.switches import CONTACT, count_rows, holds, sense
from ..geometry.features import gather, spread
from ..kinematics.motion import at_time, linearise
from ..kinematics.rows import residuals
from ..kinematics.rows import right_side as accelerations_wanted
from ..tables import fields as tb
from .near_singular import read_across

UNKNOWN, PRESCRIBED, READ, HELD = 0, 1, 2, 3
"""Accelerations stored with a motion: none; those of drivers; those of the polynomials between steps; those that are
held, with the multipliers, so that nothing is solved."""


@inline
def load_state(H, Q, U):
    """Write a stored pose and velocity to the state."""
    q, V = tb.q(H), tb.V(H)
    for b in range(q.shape[0]):
        for i in range(7):
            q[b, i] = Q[b, i]
        for i in range(6):
            V[b, 0, i] = U[b, 0, i]


@inline
def hold_state(H, t, Q, U, lam, near):
    """Write a stored pose, velocity, acceleration and multipliers to the state, and measure; return 0 or a status."""
    V, q = tb.V(H), tb.q(H)
    load_state(H, Q, U)
    for b in range(V.shape[0]):
        for i in range(6):
            V[b, 1, i] = U[b, 1, i]
    gather(U, 1, tb.x(H))
    for i in range(lam.size):
        tb.lam(H)[i] = lam[i]
    for i in range(near.size):
        tb.near(H)[i] = near[i]
    other_flanks(H)
    status = at_time(H, t)
    carry(H)
    start_forces(H)
    linearise(H, t, q.ctypes.data)
    return status


@inline
def hold_forces(H, t, Q, U, lam, near):
    """Do as `hold_state`, and find the forces there."""
    status = hold_state(H, t, Q, U, lam, near)
    return max(status, apply_loads(H, t)) if tb.loads(H).size > 0 else status


@inline
def load_modes(H, modes):
    """Let the rows of contacts and frictions count as their stored modes say; contacts may have come back elsewhere."""
    switches = tb.switches(H)
    for i in range(switches.size):
        tb.modes(H)[i] = modes[i]
        count_rows(H, switches[i], holds(switches[i], modes[i]))
        if switches[i].kind == CONTACT and tb.rows(H)[switches[i].row].relation >= 0:
            forget_place(H, switches[i].row)


@inline
def note_sliding(H):
    """Let the friction where wheels slide be the multipliers of their rows of rolling."""
    switches, lam, rubbing = tb.switches(H), tb.lam(H), tb.rubbing(H)
    for i in range(switches.size):
        if switches[i].own == 1 and rubbing[i] != 0.0:
            c, s = sense(H, i)
            lam[switches[i].row] = c * rubbing[i]
            if switches[i].second >= 0:
                lam[switches[i].second] = s * rubbing[i]


@inline
def note_reactions(H, slots, reactions):
    """Add up the forces and moments of each joint on each of its bodies."""
    block_ptr, J, lam = tb.block_ptr(H), tb.J(H), tb.lam(H)
    for i in range(lam.size):
        for k in range(block_ptr[i], block_ptr[i + 1]):
            if slots[k] >= 0:
                for n in range(J.shape[1]):
                    reactions[slots[k], n] += lam[i] * J[k, n]


@inline
def note_loads(H, values, speeds, outside):
    """Note value and rate of every load, and the forces on the bodies that come from outside."""
    loads = tb.loads(H)
    for i in range(loads.size):
        values[i] = tb.values(H)[i]
        speeds[i] = load_rate(H, loads[i])
        if loads[i].external:
            apply_load(H, loads[i], values[i], outside)


@inline
def note_pushes(H, pushes):
    """Note what every load, and after them every friction that slides, does to each body; none where there is no room.

    Friction of what rolls is part of its joint: see `note_sliding`.
    """
    if pushes.shape[0] == 0:
        return
    loads, switches, rubbing = tb.loads(H), tb.switches(H), tb.rubbing(H)
    for i in range(loads.size):
        apply_load(H, loads[i], tb.values(H)[i], pushes[i])
    for i in range(switches.size):
        if switches[i].own == 0 and rubbing[i] != 0.0:
            push_along(H, switches[i].measure, rubbing[i], pushes[loads.size + i])


@inline
def unmet_accelerations(H, t, out):
    """Fill out with Phi'' = J a - gamma of every row, gamma without what a stabilisation adds."""
    block_ptr, block_body, J, x, soft = tb.block_ptr(H), tb.block_body(H), tb.J(H), tb.x(H), tb.soft(H)
    accelerations_wanted(H, t, 2, out)
    for i in range(out.size):
        total = -out[i]
        for k in range(block_ptr[i], block_ptr[i + 1]):
            for n in range(J.shape[1]):
                total += J[k, n] * x[block_body[k], n]
        out[i] = total if soft[i] >= 0.0 else 0.0


@inline
def solve_stored(H, t, known, refined, Q, U, modes, near):
    """Solve the equations of motion at a stored state; return 0 or a status."""
    load_state(H, Q, U)
    load_modes(H, modes)
    for i in range(near.size):
        tb.near(H)[i] = near[i]
    status = solve_state(H, t, refined)
    if status != 0:
        return status
    if known == PRESCRIBED:
        gather(U, 1, tb.x(H))
    look_back(H)
    if known == READ:
        read_across(H, U[:, 1])
    note_sliding(H)
    spread(tb.x(H), 1, tb.V(H))
    return 0


@inline
def note_solution(H, lam, U, unmet):
    """Note multipliers, accelerations, and the largest remainders of the equations with their places."""
    V, control = tb.V(H), tb.control(H)[0]
    for i in range(lam.size):
        lam[i] = tb.lam(H)[i]
    for b in range(V.shape[0]):
        for i in range(6):
            U[b, 1, i] = V[b, 1, i]
    unmet[0], unmet[1] = control.left_row, control.left_row_at
    unmet[2], unmet[3] = control.left_body, control.left_body_at


@inline
def note_gaps(H, t, gaps):
    """Note the residuals of the rows in positions, velocities and accelerations."""
    for order in range(2):
        residuals(H, t, order, gaps[order])
    unmet_accelerations(H, t, gaps[2])


@kernel
def along(
    first, works, known, refined, times, Q, U, modes, near, slots, kept,
    lam, reactions, values, speeds, rubbing, outside, energies, gaps, unmet, blocks, pushes,
):  # fmt: skip
    """Fill the accelerations U[k, :, 1], unless they are prescribed or held, and all else for every stored state.

    works: the first one, and all that the states belong to, as many equal parts of them one after the other.
    known: what U[k, :, 1] holds, UNKNOWN, PRESCRIBED, READ or HELD; then lam is given, and gaps and unmet are left.
    refined = 1: what the linear solve leaves of the equations of motion is taken out, as far as rounding allows.
    modes: (times, switches), see `dynamics.switches`; rubbing: (times, switches) sliding friction along the coordinate.
    near: (times, measures) what angles are taken nearest to: their full turns were counted step by step.
    reactions: (times, slots, d) force and moment about the centre of mass of the body; slots[block] says where
    a block of the Jacobian adds to. outside: (times, bodies, d). energies: (times, 2) kinetic and potential.
    gaps: (times, 3, rows) residuals of position, velocity and acceleration. unmet: (times, 4) largest relative
    remainder of the rows and its row, of the equations of the bodies and its body, as solved for. blocks: (times, kept,
    d) the blocks of the Jacobian that `kept` lists. pushes: (times, loads and switches or none, bodies, d) force and
    moment about the centre of mass of each load and of sliding friction. Returns the place where an expression failed,
    or the number of times.
    """
    each = times.size // works.size
    for k in range(times.size):
        H = works[k // each]
        if known == HELD:
            status = hold_forces(H, times[k], Q[k], U[k], lam[k], near[k])
        else:
            status = solve_stored(H, times[k], known, refined, Q[k], U[k], modes[k], near[k])
        if status != 0:
            tb.control(H)[0].cause = status
            return k
        if known != HELD:
            note_solution(H, lam[k], U[k], unmet[k])
            note_gaps(H, times[k], gaps[k])
        note_reactions(H, slots, reactions[k])
        note_loads(H, values[k], speeds[k], outside[k])
        note_pushes(H, pushes[k])
        for i in range(rubbing.shape[1]):
            rubbing[k, i] = tb.rubbing(H)[i]
        energies[k, 0] = kinetic_energy(H)
        energies[k, 1] = potential_energy(H)
        for i in range(kept.size):
            for n in range(blocks.shape[2]):
                blocks[k, i, n] = tb.J(H)[kept[i], n]
    return times.size


signed(
    along,
    "h h[w] i i f[t] f[t,q.0,7] f[t,q.0,.,6] f[t,modes.0] f[t,.] i[J.0] i[kept] f[t,lam.0] f[t,.,x.1] f[t,values.0] "
    "f[t,values.0] f[t,rubbing.0] f[t,q.0,x.1] f[t,2] f[t,3,lam.0] f[t,4] f[t,kept,x.1] "
    "f[t,.,q.0,x.1] -> i",
)
