"""Three angles for an orientation: twelve sequences, their rates, their critical positions, in and out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery
from linkwork.base import angles, euler_parameters
from linkwork.base.rotation import axis_angle_matrix, matrices, to_matrix
from linkwork.errors import FileFormatError, ModelError
from linkwork.model.files import to_toml
from linkwork.results.parts import BodyMotion

EPS = np.finfo(float).eps
every_sequence = pytest.mark.parametrize("sequence", angles.SEQUENCES)


def samples(sequence: str, count: int = 200) -> np.ndarray:
    """Angles all over their range, at least 0.05 rad from the critical positions."""
    random = np.random.default_rng(7)
    first, third = random.uniform(-np.pi, np.pi, (2, count))
    low, high = (0.0, np.pi) if sequence in angles.EULER else (-np.pi / 2, np.pi / 2)
    return np.stack([first, random.uniform(low + 0.05, high - 0.05, count), third], axis=-1)


def critical_angles(sequence: str) -> np.ndarray:
    """Angles at both critical positions, the third not zero."""
    seconds = (0.0, np.pi) if sequence in angles.EULER else (np.pi / 2, -np.pi / 2)
    return np.array([(0.4, second, 0.3) for second in seconds])


def product_of_turns(sequence: str, values: np.ndarray) -> np.ndarray:
    """The matrix by its definition, from turns about axes in space (Rodrigues' formula)."""
    out = np.eye(3)
    for axis, angle in zip(sequence, values, strict=True):
        out = out @ axis_angle_matrix(np.eye(3)["xyz".index(axis)], angle)
    return out


def test_there_are_twelve_sequences():
    legal = {a + b + c for a, b, c in product("xyz", repeat=3) if a != b and b != c}
    assert set(angles.SEQUENCES) == legal
    assert len(angles.SEQUENCES) == 12


# ---- angles and matrices ---------------------------------------------------------------------------


@every_sequence
def test_matrix_is_the_product_of_the_turns(sequence):
    values = samples(sequence, 20)
    wanted = [product_of_turns(sequence, v) for v in values]
    # entries are sums of at most 4 products of numbers up to 1: a few eps
    np.testing.assert_allclose(angles.to_matrix(sequence, values), wanted, rtol=0, atol=8 * EPS)


def test_euler_and_bryant_matrices_are_those_of_the_books():
    a, b, c = 0.3, 0.7, -1.1
    (sa, sb, sc), (ca, cb, cc) = np.sin((a, b, c)), np.cos((a, b, c))
    euler = angles.to_matrix("zxz", (a, b, c))
    np.testing.assert_allclose(euler[2], (sb * sc, sb * cc, cb), atol=4 * EPS)
    np.testing.assert_allclose(euler[:, 2], (sa * sb, -ca * sb, cb), atol=4 * EPS)
    np.testing.assert_allclose(euler[0, 0], ca * cc - sa * cb * sc, atol=4 * EPS)
    bryant = angles.to_matrix("xyz", (a, b, c))
    np.testing.assert_allclose(bryant[0], (cb * cc, -cb * sc, sb), atol=4 * EPS)
    np.testing.assert_allclose(bryant[:, 2], (sb, -sa * cb, ca * cb), atol=4 * EPS)
    np.testing.assert_allclose(bryant[1, 0], ca * sc + sa * sb * cc, atol=4 * EPS)


@every_sequence
def test_angles_to_matrix_and_back(sequence):
    values = samples(sequence)
    found, critical = angles.from_matrix(sequence, angles.to_matrix(sequence, values))
    assert not critical.any()
    # the first and third angle come from parts of size sin(0.05) = 1/20 of the matrix, each wrong by a few eps
    np.testing.assert_allclose(found, values, rtol=0, atol=20 * 8 * EPS)


@every_sequence
def test_the_other_set_of_angles_has_the_same_matrix(sequence):
    values = samples(sequence)
    other = angles.same_turn(sequence, values)
    assert np.abs(other - values).min(axis=0).max() > 0.05
    # the other angles, up to 2 pi, are rounded by 4 eps
    wanted = angles.to_matrix(sequence, values)
    np.testing.assert_allclose(angles.to_matrix(sequence, other), wanted, rtol=0, atol=16 * EPS)


@every_sequence
def test_euler_parameters_to_angles_and_back(sequence):
    values = samples(sequence)
    e = euler_parameters.from_angles(sequence, values)
    np.testing.assert_allclose(np.linalg.norm(e, axis=1), 1.0, atol=8 * EPS)
    np.testing.assert_allclose(matrices(e), angles.to_matrix(sequence, values), atol=50 * EPS)
    found, critical = euler_parameters.to_angles(sequence, e)
    assert not critical.any()
    # eigenvectors are good to some 10 eps, angles lose a factor 20 near the critical positions
    np.testing.assert_allclose(found, values, rtol=0, atol=20 * 50 * EPS)


@every_sequence
def test_near_a_critical_position_the_angles_still_give_the_matrix(sequence):
    for off in 10.0 ** -np.arange(1, 12):
        wanted = angles.to_matrix(sequence, critical_angles(sequence) + np.array([0, off, 0]))
        found, critical = angles.from_matrix(sequence, wanted)
        assert (critical == (off < angles.CRITICAL)).all()
        # not critical: the first angle is fitted to the third, so that only rounding is left, about eps/sine at
        # worst; critical: the third is held, which turns the first and third axis by the sine, below CRITICAL
        limit = 2 * angles.CRITICAL if off < angles.CRITICAL else 8 * EPS / off
        assert np.abs(angles.to_matrix(sequence, found) - wanted).max() < limit


# ---- rates -----------------------------------------------------------------------------------------


@every_sequence
def test_angular_velocity_against_differences(sequence):
    values, rates, h = samples(sequence, 30), np.array([0.7, -1.3, 2.1]), 1e-4
    ahead, behind = (angles.to_matrix(sequence, values + s * h * rates) for s in (1, -1))
    spin = (ahead - behind) / (2 * h) @ np.swapaxes(angles.to_matrix(sequence, values), 1, 2)
    wanted = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1)
    omega = angles.angular_velocity(sequence, values, rates)
    # central differences: h^2/6 |A'''| with |A'''| <= (0.7 + 1.3 + 2.1)^3 = 69, and eps/h from rounding
    np.testing.assert_allclose(omega, wanted, rtol=0, atol=69 * h**2 / 6 * 1.1 + 10 * EPS / h)


@every_sequence
@pytest.mark.parametrize("body_axes", [False, True])
def test_rates_to_angular_velocity_and_back(sequence, body_axes):
    values = samples(sequence)
    rates = np.random.default_rng(3).normal(size=values.shape)
    omega = angles.angular_velocity(sequence, values, rates, body_axes)
    found, critical = angles.rates(sequence, values, omega, body_axes)
    assert not critical.any()
    # rates of size up to 4, divided by a sine of at least 1/20
    np.testing.assert_allclose(found, rates, rtol=0, atol=4 * 20 * 10 * EPS)


@every_sequence
def test_body_axes_are_the_turned_ground_axes(sequence):
    values = samples(sequence, 20)
    ground, body = (angles.rate_matrix(sequence, values, body_axes) for body_axes in (False, True))
    assert np.abs(ground - body).max() > 0.1
    np.testing.assert_allclose(angles.to_matrix(sequence, values) @ body, ground, atol=16 * EPS)


def test_rate_matrices_are_those_of_the_books():
    a, b, c = 0.3, 0.7, -1.1
    (sb, sc), (cb, cc) = np.sin((b, c)), np.cos((b, c))
    euler = [[sb * sc, cc, 0], [sb * cc, -sc, 0], [cb, 0, 1]]
    np.testing.assert_allclose(angles.rate_matrix("zxz", (a, b, c), body_axes=True), euler, atol=8 * EPS)
    bryant = [[cb * cc, sc, 0], [-cb * sc, cc, 0], [sb, 0, 1]]
    np.testing.assert_allclose(angles.rate_matrix("xyz", (a, b, c), body_axes=True), bryant, atol=8 * EPS)


@pytest.mark.parametrize("body_axes", [False, True])
def test_rates_of_euler_parameters(body_axes):
    values, rates, h = samples("zxz", 30), np.array([0.7, -1.3, 2.1]), 1e-4
    e = euler_parameters.from_angles("zxz", values)
    omega = angles.angular_velocity("zxz", values, rates, body_axes)
    found = euler_parameters.rates(e, omega, body_axes)
    ahead, behind = (euler_parameters.from_angles("zxz", values + s * h * rates) for s in (1, -1))
    same = [np.sign((x * e).sum(axis=1))[:, None] * x for x in (ahead, behind)]
    # central differences as above: |e'''| <= (4.1/2)^3 = 9, and rounding of the eigenvectors over h
    np.testing.assert_allclose(found, (same[0] - same[1]) / (2 * h), rtol=0, atol=9 * h**2 / 6 * 1.1 + 30 * EPS / h)
    np.testing.assert_allclose((e * found).sum(axis=1), 0.0, atol=50 * EPS)
    np.testing.assert_allclose(euler_parameters.angular_velocity(e, found, body_axes), omega, atol=100 * EPS)


# ---- critical positions ----------------------------------------------------------------------------


@every_sequence
def test_critical_angles_hold_the_third_and_give_the_matrix(sequence):
    values = critical_angles(sequence)
    wanted = angles.to_matrix(sequence, values)
    for third in (0.0, 0.3, -2.0):
        found, critical = angles.from_matrix(sequence, wanted, third)
        assert critical.all()
        np.testing.assert_array_equal(found[:, 2], third)
        # the second angle is critical up to the rounding of pi; the matrix sees that and its own rounding
        np.testing.assert_allclose(angles.to_matrix(sequence, found), wanted, rtol=0, atol=8 * EPS)
        unique = values[:, 0] + angles.parallel(sequence, values[:, 1]) * values[:, 2]
        again = found[:, 0] + angles.parallel(sequence, found[:, 1]) * found[:, 2]
        np.testing.assert_allclose(np.exp(1j * again), np.exp(1j * unique), atol=16 * EPS)


@every_sequence
def test_critical_rates_are_the_smallest_that_fit(sequence):
    values, omega = critical_angles(sequence), np.array([0.3, -0.5, 0.9])
    found, critical = angles.rates(sequence, values, omega)
    assert critical.all()
    wanted = np.linalg.pinv(angles.rate_matrix(sequence, values), rcond=1e-6) @ omega
    np.testing.assert_allclose(found, wanted, rtol=0, atol=16 * EPS)


# ---- input -----------------------------------------------------------------------------------------


def placed(rotation: lw.Rotation) -> lw.Mechanism:
    m = lw.Mechanism("placed")
    m.parameter("tilt", "20 deg")
    m.place(m.body("part"), rotation=rotation)
    return m


def axes_of(m: lw.Mechanism) -> np.ndarray:
    return m.checked()[0].hints[0].axes


@every_sequence
def test_placed_in_a_sequence(sequence):
    m = placed(lw.angles(sequence, "30 deg", "2*tilt", -0.3))
    wanted = product_of_turns(sequence, np.array([np.pi / 6, np.radians(40), -0.3]))
    np.testing.assert_allclose(axes_of(m), wanted, rtol=0, atol=8 * EPS)
    again = lw.Mechanism.from_toml(to_toml(m))
    assert again.placements == m.placements
    np.testing.assert_array_equal(axes_of(again), axes_of(m))


@pytest.mark.parametrize(
    ("rotation", "sequence", "values"),
    [
        (lw.euler("10 deg", 0.2, 0.3), "zxz", (np.radians(10), 0.2, 0.3)),
        (lw.bryant(0.1, "20 deg", 0.3), "xyz", (0.1, np.radians(20), 0.3)),
        (lw.rpy(0.1, 0.2, "30 deg"), "zyx", (np.radians(30), 0.2, 0.1)),
    ],
    ids=["euler", "bryant", "rpy"],
)
def test_named_angles_are_sequences(rotation, sequence, values):
    m = placed(rotation)
    np.testing.assert_allclose(axes_of(m), product_of_turns(sequence, np.array(values)), rtol=0, atol=8 * EPS)
    again = lw.Mechanism.from_toml(to_toml(m))
    assert again.placements["part"].rotation == rotation


def test_roll_pitch_yaw_turn_about_fixed_axes():
    roll, pitch, yaw = 0.1, 0.2, 0.3
    wanted = np.eye(3)
    for axis, angle in zip(np.eye(3), (roll, pitch, yaw), strict=True):
        wanted = axis_angle_matrix(axis, angle) @ wanted
    np.testing.assert_allclose(to_matrix("rpy", (roll, pitch, yaw)), wanted, atol=8 * EPS)


LISTED = (
    "there is no sequence of axes 'zzx'; the twelve are zxz, xyx, yzy, zyz, xzx, yxy, xyz, yzx, zxy, xzy, zyx, yxz."
)


def test_wrong_sequences_are_named_and_the_legal_ones_listed():
    with pytest.raises(ModelError) as caught:
        axes_of(placed(lw.angles("zzx", 0, 0, 0)))
    assert str(caught.value.faults[0]) == f"placement of 'part': {LISTED}"
    for call in (angles.to_matrix, angles.from_matrix, angles.rate_matrix):
        with pytest.raises(ModelError, match=LISTED[1:].replace(".", r"\.")):
            call("zzx", np.eye(3))


def test_wrong_units_are_named():
    with pytest.raises(ModelError, match="placement of 'part': '1 m' is a length; an angle is expected"):
        axes_of(placed(lw.euler(0, "1 m", 0)))


FILE = 'linkwork = 1\nname = "a"\n[bodies.part]\nplace = {{ rotation = {{ {} }} }}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('sequence = "zzx", angles = [0, 0, 0]', LISTED),
        ("angles = [0, 0, 0]", "'sequence' is missing."),
        ("sequence = 3, angles = [0, 0, 0]", "it is 3; a text in quotes is expected."),
        ('sequence = "zyx", angles = [0, 0]', "it has 2 elements; a list of 3 numbers or texts is expected."),
        ('sequence = "zyx", euler = [0, 0, 0]', "only 'angles' has a sequence, 'euler' has not."),
        ('sequence = "zyx"', "it has 0 of rpy, euler, bryant, angles, axis_angle, quaternion, matrix"),
    ],
)
def test_faults_in_files(text, message):
    with pytest.raises(FileFormatError) as caught:
        lw.Mechanism.from_toml(FILE.format(text))
    (fault,) = caught.value.faults
    assert fault.line == 4
    assert message in fault.problem


# ---- output ----------------------------------------------------------------------------------------


def test_the_driven_top_precesses_and_spins_as_told():
    times = np.linspace(0, 1.5, 11)  # in a step of 0.15 s it spins one and a half turns
    found = gallery.get("heavy top").move(times).body("top").angles("zyx")
    wanted = np.stack([2 * np.pi * times, np.full_like(times, 0.6 - np.pi / 2), 20 * np.pi * times], axis=1)
    # positions are solved to some 1e-12; the sine of the tilt is 0.56
    np.testing.assert_allclose(found.values, wanted, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.rates, np.broadcast_to((2 * np.pi, 0, 20 * np.pi), (11, 3)), rtol=0, atol=1e-8)
    assert not found.critical.any()
    assert found.status == "The zyx angles of 'top' are unique at all times given."


def test_the_free_top_keeps_lagranges_momenta():
    """The momenta of precession and of spin are first integrals (Lagrange), and the tilt nods as it must."""
    m = gallery.get("heavy top", driven=False)
    spin = 30.0
    m.place("top", rate=(spin * np.sin(0.6), 0, spin * np.cos(0.6)))
    body = m.simulate(np.linspace(0, 0.5, 26)).body("top")
    found = body.angles("zyx")
    (_, pitch, _), (d_precession, _, d_spin) = found.values.T, found.rates.T
    tilt = pitch + np.pi / 2
    about_axis = 0.012 * (d_spin + d_precession * np.cos(tilt))
    about_vertical = 0.02 * np.sin(tilt) ** 2 * d_precession + about_axis * np.cos(tilt)
    # the run's tolerance is 1e-8 or better at each step; spin of size 0.012 * 30
    np.testing.assert_allclose(about_axis, 0.012 * spin, rtol=1e-6)
    np.testing.assert_allclose(about_vertical, 0.012 * spin * np.cos(0.6), rtol=1e-6)
    assert np.ptp(tilt) > 0.05
    slopes = np.gradient(found.values, body.time, axis=0, edge_order=2)
    # differences over 0.02 s: h^2/6 times third derivatives of nodding of 18 rad/s (amplitude 0.2: 0.2 * 18^3)
    np.testing.assert_allclose(found.rates[1:-1], slopes[1:-1], rtol=0, atol=0.02**2 / 6 * 0.2 * 18**3)


def turning(axis: object, speed: float, times: np.ndarray, start: lw.Rotation | None = None):
    """Return a body that turns about a fixed axis from where it is placed."""
    m = lw.Mechanism("wheel")
    wheel = m.body("wheel")
    m.place(wheel, at=(0, 0, 0), rotation=start)
    m.revolute("hinge", m.ground, wheel, at=(0, 0, 0), axis=axis)
    m.drive("hinge.angle", lw.speed(speed))
    return m.move(times).body("wheel")


def test_a_turn_through_the_critical_positions_is_followed():
    times = np.linspace(0, 3, 13)  # a quarter turn a step: every second position is critical
    found = turning((1, 0, 0), 2 * np.pi, times).angles("zxz")
    np.testing.assert_array_equal(found.critical, np.arange(13) % 2 == 0)
    wanted = np.stack([0 * times, 2 * np.pi * times, 0 * times], axis=1)
    np.testing.assert_allclose(found.values, wanted, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.rates, np.broadcast_to((0, 2 * np.pi, 0), (13, 3)), rtol=0, atol=1e-8)
    for part in (
        "'wheel'",
        "t = 0, 0.5, 1, 1.5, ..., 3 s",
        "0 or 180 degrees",
        "sum or the difference",
        "last value",
    ):
        assert part in found.status


def test_critical_all_the_time_the_first_angle_turns():
    times = np.linspace(0, 2, 9)  # nearly two turns a step
    found = turning((0, 0, 1), 48.0, times).angles("zxz")
    assert found.critical.all()
    np.testing.assert_allclose(found.values, np.stack([48 * times, 0 * times, 0 * times], axis=1), rtol=0, atol=1e-8)
    np.testing.assert_allclose(found.rates, np.broadcast_to((24, 0, 24), (9, 3)), rtol=0, atol=1e-8)
    assert "only the sum of the first" in found.status
    assert "difference" not in found.status


@every_sequence
def test_a_critical_position_on_the_way_holds_the_third_angle(sequence):
    """About the second axis through a critical position, with first and third angles that are not zero."""
    second = np.pi if sequence in angles.EULER else np.pi / 2
    times = np.array([0.0, 0.5, 1.0, 1.5, 2.0])
    wanted = np.stack([0 * times + 0.4, second + 0.3 * (times - 1.0), 0 * times + 0.3], axis=1)
    axis = angles.about(sequence[0], 0.4) @ np.eye(3)["xyz".index(sequence[1])]
    found = turning(axis, 0.3, times, lw.angles(sequence, *wanted[0])).angles(sequence)
    np.testing.assert_array_equal(found.critical, [False, False, True, False, False])
    # positions are solved to some 1e-12, divided by the sine of 0.15
    np.testing.assert_allclose(found.values, wanted, rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.rates, np.broadcast_to((0, 0.3, 0), (5, 3)), rtol=0, atol=1e-10)
    assert "at t = 1 s" in found.status


def test_a_peak_of_the_rates_makes_no_turns():
    """A body that passes 1e-6 rad beside the critical position of zxz has rates of 1e6 rad/s for a moment."""
    times = np.linspace(-0.5, 0.5, 11)
    omega = np.broadcast_to((1.0, 0.0, 0.0), (11, 3))
    rotation = np.array([axis_angle_matrix(np.eye(3)[0], t) @ axis_angle_matrix(np.eye(3)[1], 1e-6) for t in times])
    zero = np.zeros((11, 3))
    found = BodyMotion(*[zero] * 4, zero[:, 0], rotation, omega, zero, zero, zero, "part", times).angles("zxz")
    assert np.abs(found.rates).max() > 1e5
    assert np.ptp(found.values, axis=0).max() < 2 * np.pi
    np.testing.assert_allclose(angles.to_matrix("zxz", found.values), rotation, rtol=0, atol=1e-9)


def test_without_velocities_angles_are_known_and_rates_are_not():
    body = turning((0, 1, 0), 1.0, np.array([0.0, 0.5]))
    found = replace(body, angular_velocity=np.full((2, 3), np.nan)).angles("xyz")
    np.testing.assert_allclose(found.values, [(0, 0, 0), (0, 0.5, 0)], rtol=0, atol=1e-9)
    assert np.isnan(found.rates).all()


def test_wrong_questions_to_results():
    body = turning((0, 0, 1), 1.0, np.array([0.0, 1.0]))
    with pytest.raises(ModelError, match="no sequence of axes 'zzx'; the twelve are zxz"):
        body.angles("zzx")
    flat = gallery.get("four-bar").move([0.0])
    with pytest.raises(ModelError, match="Body 'crank' moves in a plane and has one angle"):
        flat.body("crank").angles("zxz")
