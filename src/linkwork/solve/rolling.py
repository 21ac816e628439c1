"""Rolling wheels in natural coordinates: both methods of section 3.6 of Garcia de Jalon and Bayo, in numbers.

A wheel is its centre O and one more point A of it; P is where it touches. Velocities and accelerations of O and A
follow from linear equations, by the direct method (the velocity of the mathematical point P, the pole) or by the
equivalent linkage A'AOO' (the centres of curvature of the paths of A and O, by the formula of Euler and Savary). The
joints of a mechanism do not need them: they are another way to the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..base.poses import skew
from ..base.zero import ROUNDING
from ..errors import LinkworkError

ASIDE = 1e-9
"""Share of a length by which what is given in figures may be beside where it must be."""


@dataclass(frozen=True)
class RollingWheel:
    """A wheel at one instant.

    Attributes
    ----------
    centre_velocity, point_velocity : array
        Of O and of A [m/s].
    centre_acceleration, point_acceleration : array
        [m/s^2].
    pole_velocity : array
        Of the point of contact P, which belongs to neither wheel nor track [m/s].
    """

    centre_velocity: Array
    point_velocity: Array
    centre_acceleration: Array
    point_acceleration: Array
    pole_velocity: Array


@dataclass(frozen=True)
class TrackMotion:
    """Motion of the body with the track, in the plane, at one instant.

    Attributes
    ----------
    velocity, acceleration : array, shape (2,)
        Of its own point at the contact P [m/s], [m/s^2].
    rate, acceleration_of_angle : float
        Of its angle, counter-clockwise [rad/s], [rad/s^2].
    """

    velocity: ArrayLike = (0.0, 0.0)
    acceleration: ArrayLike = (0.0, 0.0)
    rate: float = 0.0
    acceleration_of_angle: float = 0.0

    def carry(self, seen: RollingWheel, to_centre: Array, to_point: Array) -> RollingWheel:
        """Return the motion in ground axes of a wheel seen from the track; with the ways from P to O and to A [m]."""
        v, w = np.asarray(self.velocity, float), self.rate

        def faster(speed: Array, own: Array, way: Array) -> Array:
            carried = np.asarray(self.acceleration, float) + self.acceleration_of_angle * _left(way) - w**2 * way
            return np.asarray(carried + own + 2.0 * w * _left(speed))

        return RollingWheel(
            v + w * _left(to_centre) + seen.centre_velocity,
            v + w * _left(to_point) + seen.point_velocity,
            faster(seen.centre_velocity, seen.centre_acceleration, to_centre),
            faster(seen.point_velocity, seen.point_acceleration, to_point),
            v + seen.pole_velocity,
        )


AT_REST = TrackMotion()


@dataclass(frozen=True)
class SpatialWheel(RollingWheel):
    """A wheel in space at one instant, with its rotation.

    Attributes
    ----------
    angular_velocity, angular_acceleration : array, shape (3,)
        [rad/s], [rad/s^2].
    """

    angular_velocity: Array
    angular_acceleration: Array


# ---- in the plane -------------------------------------------------------------------------------


def direct(
    centre: ArrayLike,
    point: ArrayLike,
    contact: ArrayLike,
    rate: float,
    acceleration: float = 0.0,
    track_centre: ArrayLike | None = None,
    *,
    slip: tuple[float, float] | None = None,
    track: TrackMotion = AT_REST,
) -> RollingWheel:
    """Return the motion of a wheel in the plane by the velocity of the pole, equations (3.53) to (3.57).

    Parameters
    ----------
    centre, point, contact : array, shape (2,)
        O, A and P [m].
    rate, acceleration : float
        Of the wheel's angle, counter-clockwise [rad/s], [rad/s^2].
    track_centre : array, optional
        Centre of curvature O' of the track at P; None: the track is straight there.
    slip : (float, float), optional
        Speed with which the wheel's point at P slides along the track, positive with the wheel on the left, and the
        rate of this speed [m/s], [m/s^2]; None: the wheel rolls.
    track : TrackMotion
        Of the body with the track; it is at rest unless that is given.
    """
    o, a, p = _points(centre, point, contact, track_centre)
    rate, acceleration = _seen(rate, acceleration, slip, track)
    rows = [np.concatenate([o - p, np.zeros(2)]), np.concatenate([np.zeros(2), a - p])]  # (3.53), (3.54)
    speed, faster = slip or (0.0, 0.0)
    along = _tangent(o, p)
    sliding = speed * along
    vo, va = _halves(_solve(rows, o, a, [0.0, float((a - p) @ sliding)], rate, 0.0))
    vp = _along_track(o, p, track_centre) * vo  # (3.57)
    changed = faster * along + speed * _turn_of_track(o, p, vo, track_centre) * _left(along)
    right = [-float((vo - vp) @ vo), float((a - p) @ changed - (va - vp) @ (va - sliding))]  # (3.55), (3.56)
    accelerations = _halves(_solve(rows, o, a, right, acceleration, rate))
    return track.carry(RollingWheel(vo, va, *accelerations, vp), o - p, a - p)


def equivalent(
    centre: ArrayLike,
    point: ArrayLike,
    contact: ArrayLike,
    rate: float,
    acceleration: float = 0.0,
    track_centre: ArrayLike | None = None,
    *,
    slip: tuple[float, float] | None = None,
    track: TrackMotion = AT_REST,
) -> RollingWheel:
    """Return the motion of a wheel in the plane by the equivalent four-bar linkage, equations (3.58) to (3.60).

    Parameters are those of `direct`. The bars AA' and OO' have constant lengths for two derivatives; a bar of any
    length, an endless one too, is told by its direction and its curvature 1/length. Of a wheel that slides the bar OO'
    alone is left, and the slip drives O along its circle.
    """
    o, a, p = _points(centre, point, contact, track_centre)
    rate, acceleration = _seen(rate, acceleration, slip, track)
    rows, bends = [np.concatenate([_unit(o - p), np.zeros(2)])], [_curvature_of_centre(o, p, track_centre)]
    if slip is None:
        rows.append(np.concatenate([np.zeros(2), _unit(a - p)]))
        bends.append(path_curvature(o, a, p, track_centre))
        along, faster = 0.0, 0.0
    else:
        rows.append(np.concatenate([_tangent(o, p), np.zeros(2)]))
        lever = float(_left(o - p) @ _tangent(o, p))
        along, faster = slip[0] + lever * rate, slip[1] + lever * acceleration
    vo, va = _halves(_solve(rows, o, a, [0.0, along], rate, 0.0))
    right = [-bend * float(v @ v) for bend, v in zip(bends, (vo, va), strict=False)] + [faster] * (slip is not None)
    accelerations = _halves(_solve(rows, o, a, right, acceleration, rate))
    found = RollingWheel(vo, va, *accelerations, _along_track(o, p, track_centre) * vo)
    return track.carry(found, o - p, a - p)


def centre_of_curvature(
    centre: ArrayLike, point: ArrayLike, contact: ArrayLike, track_centre: ArrayLike | None = None
) -> Array:
    """Return A', the centre of curvature of the path of A [m]; infinite where the path is straight."""
    o, a, p = _points(centre, point, contact, track_centre)
    curvature = path_curvature(o, a, p, track_centre)
    arm = (a - p) / np.hypot(*(a - p))
    return np.asarray(a - arm / curvature) if curvature else np.full(2, np.inf)


def path_curvature(
    centre: ArrayLike, point: ArrayLike, contact: ArrayLike, track_centre: ArrayLike | None = None
) -> float:
    """Return the curvature of the path of A [1/m], positive when its centre is on the side of P seen from A.

    The formula of Euler and Savary (3.58), (1/PA + 1/PA') sin(psi) = 1/PO + 1/PO' = k, where PA' and PO' count as
    positive beyond P: 1/AA' = (k PA - sin(psi))/(k PA^2).
    """
    o, a, p = _points(centre, point, contact, track_centre)
    normal, arm = (o - p) / np.hypot(*(o - p)), a - p
    distance = float(np.hypot(*arm))
    k = 1.0 / float(np.hypot(*(o - p)))
    if track_centre is not None:
        k += 1.0 / float(normal @ (p - np.asarray(track_centre, float)))
    return float((k * distance - normal @ arm / distance) / (k * distance**2))


def _points(
    centre: ArrayLike, point: ArrayLike, contact: ArrayLike, track_centre: ArrayLike | None
) -> tuple[Array, Array, Array]:
    """Return O, A and P; raises LinkworkError where they are no wheel on this track."""
    o, a, p = (np.asarray(x, float) for x in (centre, point, contact))
    radius = float(np.hypot(*(o - p)))
    if not 0.0 < radius < np.inf:
        raise LinkworkError("The wheel has no radius: its centre is at the contact.")
    if not np.hypot(*(a - p)) > 1e-12 * radius:
        raise LinkworkError("The point of the wheel is at the contact, where it has no velocity: take another one.")
    if track_centre is not None:
        _check_track(o, p, np.asarray(track_centre, float))
    return o, a, p


def _seen(
    rate: float, acceleration: float, slip: tuple[float, float] | None, track: TrackMotion
) -> tuple[float, float]:
    """Return the wheel's rate and acceleration as seen from the track; raises LinkworkError for what is no motion."""
    if not isinstance(track, TrackMotion):
        raise LinkworkError(f"track is the motion of the body with the track, a TrackMotion, not {track!r}.")
    if slip is not None and not _finite(slip, (2,)):
        raise LinkworkError(f"slip is a speed and its rate, such as (0.5, 0), two finite numbers, not {slip!r}.")
    for name, given in (("rate", rate), ("acceleration", acceleration)):
        if not _finite(given, ()):
            raise LinkworkError(f"{name} is one finite number, that of the wheel's angle, not {given!r}.")
    return rate - track.rate, acceleration - track.acceleration_of_angle


def _finite(given: object, shape: tuple[int, ...]) -> bool:
    """Return whether numbers of this shape are given, all of them finite."""
    numbers = np.array(given, dtype=object)
    return numbers.shape == shape and all(isinstance(x, Real) and np.isfinite(float(x)) for x in numbers.ravel())


def _check_track(o: Array, p: Array, track: Array) -> None:
    """Raise LinkworkError where a wheel that touches at P cannot roll on a track about O'."""
    way, radius = track - p, float(np.hypot(*(o - p)))
    bend, aside = float(np.hypot(*way)), abs(_across(way, o - p)) / radius
    if not aside <= ASIDE * bend:
        raise LinkworkError(
            f"The centre of curvature of the track, ({track[0]:.6g}, {track[1]:.6g}) m, is {aside:.6g} m beside the "
            f"line through the contact and the wheel's centre: wheel and track would cross there. Put it on this line."
        )
    if not bend > ASIDE * radius:
        raise LinkworkError("The track has no radius at the contact, its centre of curvature: a corner.")
    if not np.hypot(*(track - o)) > ASIDE * radius:
        raise LinkworkError(f"The wheel fills its track: both have the radius {radius:.6g} m and the same centre.")


def _across(u: Array, v: Array) -> float:
    """Return the product of u with what of v is across it, positive on its left."""
    return float(u[0] * v[1] - u[1] * v[0])


def _left(u: Array) -> Array:
    """Return u turned to the left by a right angle."""
    return np.array([-u[1], u[0]])


def _unit(u: Array) -> Array:
    return np.asarray(u / np.hypot(*u))


def _tangent(o: Array, p: Array) -> Array:
    """Return the direction of the track at P that has the wheel on its left."""
    return -_left(_unit(o - p))


def _turn_of_track(o: Array, p: Array, vo: Array, track_centre: ArrayLike | None) -> float:
    """Return how fast the tangent turns with which O goes along the track [rad/s]."""
    return float(vo @ _tangent(o, p)) * -_curvature_of_centre(o, p, track_centre)


def _along_track(o: Array, p: Array, track_centre: ArrayLike | None) -> float:
    """Return O'P/O'O, positive when both are on the same side of O'."""
    if track_centre is None:
        return 1.0
    way = o - np.asarray(track_centre, float)
    return float((p - np.asarray(track_centre, float)) @ way / (way @ way))


def _curvature_of_centre(o: Array, p: Array, track_centre: ArrayLike | None) -> float:
    """Return the curvature of the path of O, positive when its centre is on the side of P."""
    if track_centre is None:
        return 0.0
    normal = (o - p) / np.hypot(*(o - p))
    return 1.0 / float(normal @ (o - np.asarray(track_centre, float)))


def _solve(rows: list[Array], o: Array, a: Array, right: list[float], driven: float, rate: float) -> Array:
    """Return natural velocities (rate = 0) or accelerations: two rows of rolling, the bar OA, and its driven turn."""
    arm = a - o
    if not abs(_across(arm, rows[0][:2])) > 1e-12 * float(np.hypot(*arm) * np.hypot(*rows[0][:2])):
        raise LinkworkError(
            "The point of the wheel is in line with centre and contact, where the equations of both methods leave the "
            "motion open: take another one."
        )
    across = _left(arm)
    bar, turn = np.concatenate([-arm, arm]), np.concatenate([-across, across])
    square = float(arm @ arm)
    matrix = np.array([*rows, bar, turn])
    return np.linalg.solve(matrix, np.array([*right, -square * rate**2, square * driven]))


def _halves(x: Array) -> tuple[Array, Array]:
    half = len(x) // 2
    return x[:half], x[half:]


# ---- in space -----------------------------------------------------------------------------------


def spatial(
    centre: ArrayLike,
    point: ArrayLike,
    axle: ArrayLike,
    velocities: ArrayLike,
    accelerations: ArrayLike,
    normal: ArrayLike = (0.0, 0.0, 1.0),
) -> SpatialWheel:
    """Return the motion of a thin wheel on a plane from three known velocities and accelerations.

    Equations (3.61) to (3.77). The three may be any of the six natural ones that determine the rotation of the wheel;
    instead of (3.78), which holds for upright wheels only, the velocity of the pole is that of `pole_velocity`.

    Parameters
    ----------
    centre, point : array, shape (3,)
        O and A [m]; the plane is through the lowest point of the wheel's circle about O through A.
    axle : array, shape (3,)
        Direction of the wheel's axle.
    velocities, accelerations : array, shape (6,)
        Of O (x, y, z) and of A (x, y, z): three numbers each, and NaN for the others [m/s], [m/s^2].
    normal : array, shape (3,)
        Of the plane, on the side of the wheel.
    """
    o, a, u, z = (np.asarray(x, float) for x in (centre, point, axle, normal))
    u, z, radius = u / np.linalg.norm(u), z / np.linalg.norm(z), float(np.linalg.norm(a - o))
    p = o - radius * _up_slope(u, z)
    turn = -skew(np.array([o - p, a - p])).reshape(6, 3)  # (3.62), (3.63): velocities = turn w
    omega = _from_three(turn, np.asarray(velocities, float))
    vo, va = _halves(turn @ omega)
    vp = pole_velocity(vo, omega, u, radius, z)
    moved = np.concatenate([np.cross(omega, vo - vp), np.cross(omega, va - vp)])  # (3.72) to (3.77)
    alpha = _from_three(turn, np.asarray(accelerations, float) - moved)
    return SpatialWheel(vo, va, *_halves(turn @ alpha + moved), vp, omega, alpha)


def pole_velocity(
    centre_velocity: ArrayLike,
    angular_velocity: ArrayLike,
    axle: ArrayLike,
    radius: float,
    normal: ArrayLike = (0.0, 0.0, 1.0),
) -> Array:
    """Return the velocity of the point of contact of a thin wheel on a plane, leaning and turning as it may [m/s].

    P = O - radius e, where e = (z - (z.u) u)/sin(theta) is the way up the wheel's plane: differentiated with
    u' = w x u.
    """
    v, w, u, z = (np.asarray(x, float) for x in (centre_velocity, angular_velocity, axle, normal))
    e, sine, cosine = _up_slope(u, z), float(np.linalg.norm(np.cross(z, u))), float(z @ u)
    u_rate = np.cross(w, u)
    cosine_rate = float(z @ u_rate)
    e_rate = (-cosine_rate * u - cosine * u_rate) / sine + e * cosine * cosine_rate / sine**2
    return np.asarray(v - radius * e_rate)


def _up_slope(u: Array, z: Array) -> Array:
    """Return the direction in the wheel's plane that goes up most steeply."""
    e = z - (z @ u) * u
    length = float(np.linalg.norm(e))
    if length < 1e-12:
        raise LinkworkError("The wheel lies flat on the plane: it touches it with all its edge, not at one point.")
    return np.asarray(e / length)


def _from_three(turn: Array, known: Array) -> Array:
    """Return the rotation that gives the known ones among six natural velocities or accelerations, (3.70)."""
    given = np.flatnonzero(np.isfinite(known))
    if len(given) != 3 or np.linalg.matrix_rank(turn[given], tol=ROUNDING * np.abs(turn).max()) < 3:
        names = [f"{'OA'[k // 3]}{'xyz'[k % 3]}" for k in given]
        raise LinkworkError(
            f"The rotation of a wheel follows from three numbers that do not depend on each other; given: "
            f"{', '.join(names) or 'none'}. Two of one point and one of the other do, for most positions."
        )
    return np.asarray(np.linalg.solve(turn[given], known[given]), float)
