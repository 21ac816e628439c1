"""Co-vectors at a state: what a linear function of a small motion says of coordinates of the moment and of the rows.

A small motion of the bodies, displacement u and change w of the velocities, goes with changes Phi_p, Phi'_p, Phi''_p of
the rows and F_p of the forces by

    J u = -Phi_p,   J w = -(Phi'_p + Phi'_u u),   M b = F_p + F_u u + F_w w + J^T dlam,
    J b = -(Phi''_p + Phi''_u u + Phi''_w w).

What is left free are z = P u and zeta = P w, with fixed co-vectors P. Co-vectors of accelerations and multipliers,
beta and alpha, become those of u and w by one solve, M mu + J^T nu = beta with J mu = -alpha:

    beta b + alpha dlam = mu (F_p + F_u u + F_w w) - nu (Phi''_p + Phi''_u u + Phi''_w w),

and those become numbers for z, zeta and the rows by one solve each, c = J^T kappa + P^T g. The factors of the
equations of motion at hand serve for all of them.
"""

from ..compiler.jit import inline
from ..dynamics.balance import weigh_motion
from ..dynamics.light_bodies import product
from ..linear.elimination import eliminate, substitute
from ..linear.linear import add_scaled, clear, give_way
from ..linear.refining import TOTAL, meet
from ..tables import fields as tb


@inline
def rest_on_rows(H, force, c, x):
    """Fill x = M^-1 force, and let the rows lead it: J x = c; the forces of the rows are in `search`[TOTAL]."""
    give_way(H, force, x)
    meet(H, c, x, True)


@inline
def allow(H, P, N, small):
    """Bring the motions N (f, bodies, d) to the rows at hand, and factor small = N P^T; return its smallest pivot.

    small (f, f + 2): its factors, one column for a right side and one for the order of rows. Pivots are relative.
    """
    f = N.shape[0]
    for i in range(f):
        meet(H, tb.still(H), N[i], True)
    for i in range(f):
        largest = 1e-300
        for j in range(f):
            small[i, j] = product(N[i], P[j])
            largest = max(largest, (product(N[i], N[i]) * product(P[j], P[j])) ** 0.5)
        for b in range(N.shape[1]):
            for k in range(N.shape[2]):
                N[i, b, k] /= largest
        for j in range(f):
            small[i, j] /= largest
    return eliminate(small, f, 0, f + 1)


@inline
def push_back(elements, members, matrices, d, mu, out):
    """Add to out (bodies, d) the products of mu with the change of the forces by motions: transposed `add_forces`."""
    for e in range(elements.size):
        element = elements[e]
        at = element.place
        for i in range(element.first, element.last):
            for k in range(d):
                factor = mu[members[i], k]
                for j in range(element.first, element.last):
                    felt = out[members[j]]
                    for n in range(d):
                        felt[n] += factor * matrices[at + n]
                    at += d


@inline
def rows_back(H, rates, n, nu, out):
    """Subtract from out (bodies, d) the products of nu with the changes rates[:, n] of the rows by motions."""
    block_ptr, block_body = tb.block_ptr(H), tb.block_body(H)
    for i in range(nu.size):
        if nu[i] != 0.0:
            for k in range(block_ptr[i], block_ptr[i + 1]):
                for c in range(rates.shape[2]):
                    out[block_body[k], c] -= nu[i] * rates[k, n, c]


@inline
def share(H, P, N, small, c, room, g, kappa):
    """Take a co-vector apart, c = J^T kappa + P^T g; c is lost."""
    f = P.shape[0]
    for i in range(f):
        small[i, f] = product(N[i], c)
    substitute(small, f, 0, f + 1, f)
    for i in range(f):
        g[i] = small[i, f]
        add_scaled(P[i], -g[i], c)
    rest_on_rows(H, c, tb.still(H), room)
    for i in range(kappa.size):
        kappa[i] = -tb.search(H)[TOTAL, i]


@inline
def share_both(H, P, N, small, rates, by_u, by_w, room, g, kappa):
    """Take co-vectors of u and w apart: g of z, then zeta; kappa[0], kappa[1] of Phi_p, Phi'_p. They are lost."""
    f = P.shape[0]
    share(H, P, N, small, by_w, room, g[f:], kappa[1])
    rows_back(H, rates, 0, kappa[1], by_u)
    share(H, P, N, small, by_u, room, g[:f], kappa[0])


@inline
def pull_back(H, beta, c, parts, by_u, by_w, mu, nu):
    """Fill by_u, by_w, the co-vectors of u and w for those of accelerations, beta, and of multipliers, -c; and mu, nu.

    parts: elements, their members, rates, matrices by displacements and by velocities.
    """
    elements, members, rates, by_shifts, by_speeds = parts
    d = beta.shape[1]
    rest_on_rows(H, beta, c, mu)
    for i in range(nu.size):
        nu[i] = -tb.search(H)[TOTAL, i]
    clear(by_u)
    clear(by_w)
    push_back(elements, members, by_shifts, d, mu, by_u)
    push_back(elements, members, by_speeds, d, mu, by_w)
    rows_back(H, rates, 2, nu, by_u)
    rows_back(H, rates, 1, nu, by_w)


@inline
def turn_back(H, P, by_u):
    """Fill by_u for z' = P (w + spin x u) of bodies in space: P (spin x u) = (P x spin) u."""
    V = tb.V(H)
    clear(by_u)
    for b in range(P.shape[0]):
        x, y, z, p, q, r = P[b, 3], P[b, 4], P[b, 5], V[b, 0, 3], V[b, 0, 4], V[b, 0, 5]
        by_u[b, 3], by_u[b, 4], by_u[b, 5] = y * r - z * q, z * p - x * r, x * q - y * p


@inline
def take_up_motions(H, N, P):
    """Make the allowed motions N orthonormal by the masses, and P = M N the next co-vectors."""
    for i in range(N.shape[0]):
        for j in range(i):
            add_scaled(N[j], -product(P[j], N[i]), N[i])
        weigh_motion(H, N[i], P[i])
        size = 1.0 / product(N[i], P[i]) ** 0.5
        for b in range(N.shape[1]):
            for k in range(N.shape[2]):
                N[i, b, k] *= size
                P[i, b, k] *= size
