"""The problems on equations of velocity, each with its answer found another way.

Quantities over time are polynomials of it, cut after t^2 (`Jet`): position, velocity and acceleration follow together
from the geometry, without any equation of Linkwork.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork import gallery

W = 2 * np.pi
TIMES = np.array([0.07, 0.31, 0.58, 0.9])
EXACT = 1e-9
"""Of values of order one and of accelerations up to some hundred: positions are closed to 1e-14 of a metre."""


class Jet:
    """A quantity with its first two derivatives by time, at several times."""

    __array_ufunc__ = None

    def __init__(self, *orders):
        self.d = np.array(np.broadcast_arrays(*(*orders, 0.0, 0.0)[:3], TIMES)[:3], float)

    def __add__(self, other):
        return Jet(*(self.d + as_jet(other).d))

    __radd__ = __add__

    def __neg__(self):
        return Jet(*-self.d)

    def __sub__(self, other):
        return self + -as_jet(other)

    def __rsub__(self, other):
        return as_jet(other) - self

    def __mul__(self, other):
        a, b = self.d, as_jet(other).d
        return Jet(a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2])

    __rmul__ = __mul__

    def of(self, f0, f1, f2):
        """Return a function of it, from its value and derivatives there."""
        return Jet(f0, f1 * self.d[1], f1 * self.d[2] + f2 * self.d[1] ** 2)

    def __truediv__(self, other):
        x = as_jet(other)
        return self * x.of(1 / x.d[0], -1 / x.d[0] ** 2, 2 / x.d[0] ** 3)

    def __rtruediv__(self, other):
        return as_jet(other) / self

    def sqrt(self):
        r = np.sqrt(self.d[0])
        return self.of(r, 0.5 / r, -0.25 / r**3)

    def sin(self):
        return self.of(np.sin(self.d[0]), np.cos(self.d[0]), -np.sin(self.d[0]))

    def cos(self):
        return self.of(np.cos(self.d[0]), -np.sin(self.d[0]), -np.cos(self.d[0]))

    def asin(self):
        c = np.sqrt(1 - self.d[0] ** 2)
        return self.of(np.arcsin(self.d[0]), 1 / c, self.d[0] / c**3)


def as_jet(x):
    return x if isinstance(x, Jet) else Jet(x)


def heading(x, y):
    """Return the angle of a vector of two jets: its derivative is (x y' - y x') / (x^2 + y^2)."""
    x, y = as_jet(x), as_jet(y)
    square = x * x + y * y
    turn = x.d[0] * y.d[1] - y.d[0] * x.d[1]
    change = (x.d[0] * y.d[2] - y.d[0] * x.d[2]) / square.d[0] - turn * square.d[1] / square.d[0] ** 2
    return Jet(np.arctan2(y.d[0], x.d[0]), turn / square.d[0], change)


def turning(start=0.0, rate=W):
    return Jet(start + rate * TIMES, rate)


def moved(name, **parameters):
    return gallery.get(name, **parameters).move(TIMES, undriven=gallery.info(name).undriven)


def agree(series, name: str, jet: Jet, start: float = 0.0):
    """Compare a coordinate of a joint or body, with its derivatives, to a jet; `start` is what it is counted from."""
    ends = ("", "_velocity", "_acceleration")
    found = [getattr(series, f"{name}{end}") for end in ends]
    found[0] = found[0] + start
    if name == "angle":
        found[0], jet = np.cos(found[0] - jet.d[0]) - 1, Jet(0.0, jet.d[1], jet.d[2])
    for value, wanted in zip(found, jet.d, strict=True):
        np.testing.assert_allclose(value, wanted, rtol=EXACT, atol=EXACT)


def agree_point(point, *jets):
    for order, found in enumerate((point.position, point.velocity, point.acceleration)):
        wanted = np.stack([jet.d[order] for jet in jets], axis=1)
        np.testing.assert_allclose(found, wanted, rtol=EXACT, atol=EXACT)


def test_3_1_four_bar():
    a = turning()
    x, y = 4.0 - 1.5 * a.cos(), -1.5 * a.sin()  # from pin B to the rocker's pivot
    d = (x * x + y * y).sqrt()
    along = (d * d + 3.5**2 - 3.0**2) / (2 * d)
    across = (3.5**2 - along * along).sqrt()
    ux, uy = x / d, y / d
    cx, cy = 1.5 * a.cos() + along * ux - across * uy, 1.5 * a.sin() + along * uy + across * ux
    motion = moved("problem 3/1")
    agree(motion.joint("D"), "angle", heading(cx - 4.0, cy))


def test_3_2_oscillating_cylinder():
    a = turning(np.pi / 2)
    x, y = 0.1 * a.cos() - 0.3, 0.1 * a.sin()
    motion = moved("problem 3/2")
    agree(motion.joint("bore"), "translation", (x * x + y * y).sqrt())
    agree(motion.joint("cylinder_pivot"), "angle", heading(x, y))


def rod_on_disc(crank: Jet) -> tuple[Jet, Jet]:
    """Return angle of the rod and way from its pin to the disc, which it touches from above."""
    x, y, r = 0.1 * crank.cos() - 0.6, 0.1 * crank.sin(), 0.15
    square = x * x + y * y
    return heading(-x, -y) + (r / square.sqrt()).asin(), (square - r * r).sqrt()


def test_3_3_rod_rolling_on_a_disc():
    rod, way = rod_on_disc(turning())
    motion = moved("problem 3/3")
    start, first = np.arcsin(0.15 / 0.5), np.sqrt(0.5**2 - 0.15**2)
    turn = rod - start + (way - first) / 0.15
    np.testing.assert_allclose(motion.contact("contact").parameter_b, way.d[0], atol=EXACT)
    agree(motion.joint("crank_pin"), "angle", rod - turning())
    disc = motion.body("disc")
    for found, wanted in zip((disc.angle, disc.angular_velocity, disc.angular_acceleration), turn.d, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=EXACT, atol=EXACT)


def test_3_3_with_the_disc_driven():
    m = gallery.get("problem 3/3", driven=False)
    m.place("crank", angle=np.pi / 2)
    m.place("rod", at=(-0.6, 0.1), angle=np.arcsin(0.15 / np.hypot(0.6, 0.1)) - np.arctan2(0.1, 0.6))
    m.drive("disc_pivot.angle", "0.3*sin(2*pi*t)")
    motion = m.move(TIMES)
    crank = motion.joint("crank_pivot")
    rod, way = rod_on_disc(Jet(crank.angle, crank.angle_velocity, crank.angle_acceleration))
    turn, given = rod + way / 0.15, 0.3 * turning().sin()
    np.testing.assert_allclose(turn.d[0] - turn.d[0][0], given.d[0] - given.d[0][0], atol=EXACT)
    np.testing.assert_allclose(turn.d[1:], given.d[1:], rtol=EXACT, atol=EXACT)


def test_3_4_toggle_press():
    a, f = turning(), np.array([0.3, 0.25])
    px, py = 0.05 * a.cos(), 0.05 * a.sin()
    x, y = f[0] - px, f[1] - py
    d = (x * x + y * y).sqrt()
    along = (d * d + 0.22**2 - 0.25**2) / (2 * d)
    across = (0.22**2 - along * along).sqrt()
    kx, ky = px + along * x / d + across * y / d, py + along * y / d - across * x / d
    motion = moved("problem 3/4")
    agree(motion.joint("rail"), "translation", ky - (0.25**2 - (f[0] - kx) * (f[0] - kx)).sqrt())
    # the equations of velocity that the problem asks for: both bars of the knee keep their lengths
    pin, v_pin = np.array([px.d[:2], py.d[:2]]).transpose(1, 2, 0)
    found = motion.point(lw.Marker("lower", (0.0, 0.0)))
    knee, v = found.position, found.velocity
    for k in range(len(TIMES)):
        rows = np.array([knee[k] - pin[k], knee[k] - f])
        np.testing.assert_allclose(v[k], np.linalg.solve(rows, [rows[0] @ v_pin[k], 0.0]), atol=EXACT)


def test_3_5_wheel_on_a_connecting_rod():
    a = turning()
    height = 0.03 - 0.1 * a.sin()
    x = 0.1 * a.cos() + (0.4**2 - height * height).sqrt()
    first = 0.1 + np.sqrt(0.4**2 - 0.03**2)
    wheel = moved("problem 3/5").body("wheel")
    turn = (first - x) / 0.12
    for found, wanted in zip((wheel.angle, wheel.angular_velocity, wheel.angular_acceleration), turn.d, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=EXACT, atol=EXACT)
    np.testing.assert_allclose(wheel.acceleration[:, 0], x.d[2], rtol=EXACT)


@pytest.mark.parametrize("number", ["3/6", "3/7"])
def test_slider_crank_of_equal_bars(number):
    # More in tests/cases: rank, free motions and branches at the singular position.
    m = gallery.get(f"problem {number}", driven=False)
    m.drive("crank_pivot.angle", "0.1 + t")
    motion = m.move(np.linspace(0, 1.2, 31))
    wanted = 0.5 * np.cos(0.1 + motion.time)
    np.testing.assert_allclose(motion.joint("rail").translation, wanted, atol=EXACT)
    np.testing.assert_allclose(motion.joint("rail").translation_acceleration, -wanted, atol=EXACT)
    m = gallery.get(f"problem {number}", driven=False)
    for body, angle in (("crank", np.pi / 2), ("rod", -np.pi / 2)):
        m.place(body, angle=angle)
    m.place("slider", at=(0, 0))
    assert m.mobility().instantaneous == 2


def test_3_8_quick_return():
    a = turning()
    # the ram's slot lies on the line from the lever's pivot through the crank pin
    agree(moved("problem 3/8").joint("rail"), "translation", 0.5 * 0.1 * a.cos() / (0.25 + 0.1 * a.sin()))


def test_3_9_gears_on_a_rod():
    motion = moved("problem 3/9")
    first, rod, second = (motion.body(name).angular_velocity for name in ("first gear", "rod", "second gear"))
    # the pitch points have one velocity: r1 (w1 - w) + r2 (w2 - w) = 0
    np.testing.assert_allclose(0.1 * (first - rod) + 0.06 * (second - rod), 0.0, atol=EXACT)
    np.testing.assert_allclose(second, W + 0.1 / 0.06 * 1.5 * W, rtol=EXACT)


def geared_rods(crank: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the angles of rods 2, 3 and 4 at an angle of the crank, and their slopes by it, by Newton's method.

    The loop of the points in x and y, and the gears: r3 (a2 - a3) + r5 (a4 - a3) is what it is at the start.
    """

    def rods(first):
        place = 0.1 + 0.35 * np.exp(1j * first)
        gap = 0.45 - place
        aside = np.arccos((abs(gap) ** 2 + 0.15**2 - 0.3**2) / (2 * abs(gap) * 0.15))
        third = np.angle(gap) + aside
        return np.array([first, third, np.angle(place + 0.15 * np.exp(1j * third) - 0.45)])

    kept = 0.09 * (rods(1.2)[0] - rods(1.2)[1]) + 0.06 * (rods(1.2)[2] - rods(1.2)[1])
    a = rods(1.2)
    for turned in np.linspace(0.0, crank, 1 + int(np.ceil(abs(crank) / 0.05))):
        for _ in range(20):
            spin = np.array([0.35, 0.15, -0.3]) * np.exp(1j * a)
            gap = 0.1 * np.exp(1j * turned) + spin.sum() - 0.45
            slopes = np.array([-spin.imag, spin.real, [0.09, -0.15, 0.06]])
            left = np.array([gap.real, gap.imag, 0.09 * (a[0] - a[1]) + 0.06 * (a[2] - a[1]) - kept])
            a = a - np.linalg.solve(slopes, left)
    pin = 0.1j * np.exp(1j * crank)
    return a, np.linalg.solve(slopes, [-pin.real, -pin.imag, 0.0])


def test_3_11_geared_connecting_rods():
    motion = moved("problem 3/11")
    for k, t in enumerate(TIMES):
        angles, slopes = geared_rods(W * t)
        for name, angle, slope in zip(("rod 2", "rod 3", "rod 4"), angles, slopes, strict=True):
            body = motion.body(name)
            np.testing.assert_allclose(body.angle[k], angle, atol=EXACT)
            np.testing.assert_allclose(body.angular_velocity[k], W * slope, rtol=EXACT, atol=EXACT)


def test_3_10_telescopic_coupler():
    a, b = turning(), turning(np.pi / 2, -W)
    x, y = 0.5 + 0.2 * b.cos() - 0.15 * a.cos(), 0.2 * b.sin() - 0.15 * a.sin()
    motion = moved("problem 3/10")
    agree(motion.joint("telescope"), "translation", (x * x + y * y).sqrt())
    agree(motion.joint("first_pin"), "angle", heading(x, y) - a)


def test_3_12_eccentric():
    plunger = moved("problem 3/12").body("plunger")
    wanted = 0.05 + 0.02 * turning().sin()
    found = (plunger.position, plunger.velocity, plunger.acceleration)
    for value, jet in zip(found, wanted.d, strict=True):
        np.testing.assert_allclose(value[:, 1], jet, atol=EXACT)


def test_3_13_geneva_wheel():
    motion = gallery.get("problem 3/13").move([0.05, 0.9, 0.95])
    crank, r = motion.joint("crank_axle").angle, np.sin(np.pi / 4)
    # tan(wheel) = r sin(crank) / (1 - r cos(crank)), with r the pin's radius over the distance
    slope = r * (np.cos(crank) - r) / (1 + r * r - 2 * r * np.cos(crank))
    np.testing.assert_allclose(motion.joint("wheel_axle").angle_velocity, -W * slope, rtol=EXACT)


def test_3_14_clam_shell_bucket():
    motion = moved("problem 3/14")
    arm, half, depth = 0.8, 0.3, -motion.body("block").position[:, 1]
    theta, v = motion.body("right").angle, motion.measure("closing.length").values[:, 1]
    # (s cos theta - e)^2 + (h - s sin theta)^2 = c^2 and three parts of cable, v = 3 h'
    slope = arm * np.cos(theta) * (depth - arm * np.sin(theta)) + arm * np.sin(theta) * (arm * np.cos(theta) - half)
    left = (depth - arm * np.sin(theta)) * v / 3
    np.testing.assert_allclose(left, slope * motion.body("right").angular_velocity, atol=EXACT)


def test_3_15_frame_on_a_string():
    motion = moved("problem 3/15")
    edge, s = motion.joint("edge"), motion.measure("string.length").values
    # s^2 = (w/2)^2 + (y_C - h cos psi)^2 + (z_C - h sin psi)^2
    psi, h, y, z = edge.angle, 0.6, 0.8, 0.9
    slope = h * (y * np.sin(psi) - z * np.cos(psi))
    np.testing.assert_allclose(s[:, 0] * s[:, 1], edge.angle_velocity * slope, atol=EXACT)


def test_3_16_rod_on_a_cube():
    u = 0.4 + 0.3 * turning().sin()
    agree(moved("problem 3/16").joint("second_edge"), "translation", (2.0 - 1.0 - u * u).sqrt())


def test_3_17_rssr():
    a = turning()
    # from the rocker's pivot to the crank's ball; the rocker's ball is at 1.5 (sin p, 0, cos p) from there:
    # A sin p + B cos p = C, the nearer of two solutions
    x, y, z = 0.5 * a.cos() - 2.0, 0.5 * a.sin() - 0.5, Jet(-0.3)
    c = (x * x + y * y + z * z + 1.5**2 - 2.2**2) / 3.0
    r = (x * x + z * z).sqrt()
    lean = np.pi / 2 - (c / r).asin()  # acos
    agree(moved("problem 3/17").joint("B"), "angle", heading(z, x) + lean)


def test_3_18_rsrc():
    a = turning()
    aside = 0.3 * a.sin() - 0.1
    agree(moved("problem 3/18").joint("shaft"), "translation", 0.3 * a.cos() + (1.0 - 0.25 - aside * aside).sqrt())


def test_3_19_plate_on_a_plane():
    motion, v, p = moved("problem 3/19"), np.array([1.0, -2.0, 5.0]) / np.sqrt(30.0), np.array([0.2, 0.1, 0.3])
    ends = [motion.point(f"plate.{name}") for name in ("P1", "P2")]
    for end in ends:
        for value, wanted in ((end.position - p, 0.0), (end.velocity, 0.0), (end.acceleration, 0.0)):
            np.testing.assert_allclose(value @ v, wanted, atol=EXACT)
    # a circle of 0.3 in the plane, and the plate turns once about v
    centre = motion.body("plate")
    np.testing.assert_allclose(np.linalg.norm(centre.velocity, axis=1), 0.3 * W, rtol=EXACT)
    np.testing.assert_allclose(np.linalg.norm(centre.acceleration, axis=1), 0.3 * W**2, rtol=EXACT)
    np.testing.assert_allclose(centre.angular_velocity, np.tile(W * v, (4, 1)), atol=EXACT)
    np.testing.assert_allclose(
        ends[1].velocity - ends[0].velocity, np.cross(W * v, ends[1].position - ends[0].position), atol=EXACT
    )


def test_3_20_gyroscope():
    rotor, (a, b, c) = moved("problem 3/20").body("rotor"), gyroscope_angles()
    # rates about z, the line of nodes, and the rotor's own axis
    node = [a.cos(), a.sin(), Jet(0.0)]
    own = [b.sin() * a.sin(), -(b.sin() * a.cos()), b.cos()]
    rates = [Jet(q.d[1], q.d[2]) for q in (a, b, c)]
    spin = [rates[1] * n + rates[2] * o for n, o in zip(node, own, strict=True)]
    spin[2] = spin[2] + rates[0]
    for order, found in enumerate((rotor.angular_velocity, rotor.angular_acceleration)):
        np.testing.assert_allclose(found, np.stack([s.d[order] for s in spin], axis=1), rtol=EXACT, atol=1e-7)


def gyroscope_angles():
    return turning(), np.radians(60) + np.radians(20) * turning().sin(), turning(0.0, 20 * W)


def test_3_21_guided_body():
    a, b = turning(), turning(0.0, 2 * W)
    third = (a + 1.0).sin() - np.sin(1.0)
    motion = moved("problem 3/21")
    agree_point(motion.body("cabin"), 0.5 * a.sin(), 0.5 * b.sin(), 0.5 * third)
    roll, pitch, yaw = 0.4 * third, 0.4 * b.sin(), 0.4 * a.sin()
    rates = [Jet(q.d[1], q.d[2]) for q in (roll, pitch, yaw)]
    # w = yaw' z + pitch' y1 + roll' x2, with y1 = Rz y and x2 = Rz Ry x
    first = [yaw.cos() * pitch.cos(), yaw.sin() * pitch.cos(), -pitch.sin()]
    second = [-yaw.sin(), yaw.cos(), Jet(0.0)]
    spin = [rates[0] * f + rates[1] * s for f, s in zip(first, second, strict=True)]
    spin[2] = spin[2] + rates[2]
    body = motion.body("cabin")
    for order, found in enumerate((body.angular_velocity, body.angular_acceleration)):
        np.testing.assert_allclose(found, np.stack([s.d[order] for s in spin], axis=1), rtol=EXACT, atol=EXACT)
    nose = motion.point("cabin.nose").position - body.position
    np.testing.assert_allclose(nose, 0.5 * np.stack([f.d[0] for f in first], axis=1), atol=EXACT)


def test_3_22_robot():
    """The wrist is led along the ellipse; elevations of the arms by the law of cosines."""
    a = turning()
    x, y, z = Jet(0.85), 0.3 * a.cos(), 0.75 + 0.2 * a.sin()
    motion = moved("problem 3/22")
    agree(motion.joint("joint_1"), "angle", heading(x, y))
    out, up = (x * x + y * y).sqrt() - 0.2, z - 0.6
    square = out * out + up * up
    bend = (square - 0.7**2 - 0.65**2) / (2 * 0.7 * 0.65)
    agree(motion.joint("joint_3"), "angle", bend.asin() - np.pi / 2)  # -acos: elbow up


def test_every_problem_has_a_mechanism():
    problems = {name: of for name, (of, _) in gallery.ALIASES.items() if name.startswith("problem 3/")}
    assert set(problems.values()) <= set(gallery.names())
    assert {int(name.partition("/")[2]) for name in problems} == set(range(1, 23))


def test_other_names_of_mechanisms():
    assert gallery.info("problem-3-8").name == "quick return"
    assert gallery.info("problem 3/6").parameters["rod"] == 0.25
    assert gallery.get("problem 3/6", rod=0.4).parameters["rod_length"] == 0.4
    assert "problem 3/8" not in gallery.names()
