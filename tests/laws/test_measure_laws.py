"""Laws of the measures: value, gradient and three time derivatives of every kind.

Limits: sixth-order differences with h = 2e-3 are right to about 1e-11 here (see test_joint_laws); 1e-9
leaves a factor of a hundred. Values against plain formulas: rounding, 1e-13 for numbers of about 1.
"""

from __future__ import annotations

import numpy as np
import pytest
from law_models import FORMULAS, Prescribed, door_to, is_regular, placed, random_pose, rotation_of, slope

import linkwork as lw
from linkwork.base.measure import DIMENSIONS, KINDS, WRAPPED
from linkwork.coordinates.features import FeatureTable, measure_table
from linkwork.kernels.geometry.features import move_features, place_features
from linkwork.kernels.geometry.measures import arc_ratio, constant_gradients, measure_derivatives, measure_gradients
from linkwork.kernels.runs.stored_measures import observe
from linkwork.model.equations import Gauge, Site
from linkwork.solve.freedoms import gauge_gradients

STEP, LIMIT, ROUNDING = 2e-3, 1e-9, 1e-13

# Which features a kind is written on: p a point, v a vector; the digit says on which body.
FEATURES = {
    "component": ("p0", "p1"),
    "along": ("v0", "p0", "p1"),
    "dot": ("v0", "v1"),
    "distance": ("p0", "p1"),
    "tilt": ("v0", "v1", "v1"),
    "angle": ("v0", "v0", "v1"),
    "pitch": ("v0", "v1"),
    "heading": ("v0", "v0", "p0", "p1"),
    "triple": ("v0", "v1", "p0", "p1"),
}


def two_bodies(planar: bool) -> lw.Mechanism:
    m = lw.Mechanism("two", plane="xy" if planar else None)
    com = ((0.2, -0.1), (-0.3, 0.4)) if planar else ((0.2, -0.1, 0.3), (-0.3, 0.4, 0.1))
    for name, centre in zip(("one", "two"), com, strict=True):
        m.body(name, com=centre)
    return m


def random_frame(rng: np.random.Generator, planar: bool) -> np.ndarray:
    if planar:
        angle = rng.uniform(-3, 3)
        return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    e = rng.normal(size=4)
    return rotation_of(e / np.linalg.norm(e))


def random_gauge(kind: str, rng: np.random.Generator, planar: bool, axis: int = 0) -> Gauge:
    """Return a measure of this kind between two bodies; vectors of one body are perpendicular to each other."""
    frames = [random_frame(rng, planar) for _ in range(2)]
    used = [0, 0]
    sites = []
    for feature in FEATURES[kind]:
        body = int(feature[1])
        if feature[0] == "p":
            xyz = rng.normal(size=3) * [1, 1, not planar]
        else:
            xyz = frames[body][:, used[body]]
            used[body] += 1
        sites.append(Site(body, feature[0] == "v", tuple(float(c) for c in xyz)))
    return Gauge(kind, tuple(sites), axis)


class Setup:
    """Tables of a few measures, and the kernels run on them."""

    def __init__(self, gauges, plan):
        self.features = FeatureTable(plan.resolved, gauges)
        self.table = measure_table(gauges, self.features)
        self.X = np.zeros((self.features.table.size, 4, 3))
        if len(self.features.ground):
            self.X[-len(self.features.ground) :, 0] = self.features.ground
        self.measured = np.zeros((len(gauges), 4))
        self.G = constant_gradients(self.table)

    def jet(self, q, v):
        place_features(self.features.bodies, self.features.table, q, self.X)
        measure_gradients(self.table, self.X, self.measured, self.G)
        for n in range(1, 4):
            move_features(self.features.bodies, self.features.table, q, v, n, self.X)
        measure_derivatives(self.table, self.X, 3, self.measured)
        return self.measured.copy()


def samples(kind: str, planar: bool, count: int = 5):
    """Yield gauges with regular random poses."""
    rng = np.random.default_rng([KINDS[kind], planar])
    plan = two_bodies(planar).plan()
    axes = range(2 if planar else 3) if kind == "component" else (0,)
    for axis in axes:
        for _ in range(count):
            gauge = random_gauge(kind, rng, planar, axis)
            q = random_pose(plan, rng)
            while not is_regular(gauge, plan, q):
                q = random_pose(plan, rng)
            yield plan, gauge, q, rng


BOTH = [(kind, planar) for kind in KINDS for planar in (True, False)]


def test_every_kind_has_a_sample():
    assert set(KINDS) == set(FEATURES) == set(DIMENSIONS), "add the new kind to FEATURES of this file"


@pytest.mark.parametrize(("kind", "planar"), BOTH)
def test_value(kind, planar):
    for plan, gauge, q, _ in samples(kind, planar):
        value = Setup([gauge], plan).jet(q, np.zeros((2, 3, 6)))[0, 0]
        assert value == pytest.approx(FORMULAS[kind](placed(gauge, plan, q), gauge.axis), abs=ROUNDING)


@pytest.mark.parametrize(("kind", "planar"), BOTH)
def test_gradient_by_the_features(kind, planar):
    for plan, gauge, q, _ in samples(kind, planar):
        setup = Setup([gauge], plan)
        setup.jet(q, np.zeros((2, 3, 6)))
        gradient, X = setup.G[0].copy(), setup.X.copy()
        numbers = [setup.features[site] for site in gauge.sites]
        for slot, f in enumerate(numbers):
            for k in range(3):

                def value(s, f=f, k=k, setup=setup, X=X):
                    shaken = X.copy()
                    shaken[f, 0, k] += s
                    out = np.zeros((1, 4))
                    measure_gradients(setup.table, shaken, out, setup.G.copy())
                    return out[0, :1]

                numeric = slope(value, STEP, [kind in WRAPPED])[0]
                assert gradient[slot, k] == pytest.approx(numeric, abs=LIMIT), f"{kind}, feature {slot}, {'xyz'[k]}"


@pytest.mark.parametrize(("kind", "planar"), BOTH)
def test_gradient_by_the_bodies(kind, planar):
    """The wrench of a gradient times a velocity is the measure's rate."""
    for plan, gauge, q, rng in samples(kind, planar):
        _, v = Prescribed(q, planar, rng).at(0.0)
        rate = Setup([gauge], plan).jet(q, v)[0, 1]
        keep = [0, 1, 5] if planar else range(6)
        predicted = gauge_gradients(plan, [gauge], q)[0] @ np.concatenate([v[b, 0, keep] for b in range(2)])
        assert predicted == pytest.approx(rate, abs=1e-12)


@pytest.mark.parametrize(("kind", "planar"), BOTH)
def test_three_time_derivatives(kind, planar):
    for plan, gauge, q, rng in samples(kind, planar):
        motion, setup = Prescribed(q, planar, rng), Setup([gauge], plan)
        here = setup.jet(*motion.at(0.0))[0]
        for order in range(3):
            numeric = slope(
                lambda s, n=order, motion=motion, setup=setup: setup.jet(*motion.at(s))[0, n : n + 1],
                STEP,
                [kind in WRAPPED and order == 0],
            )[0]
            scale = max(1.0, abs(numeric))
            assert abs(here[order + 1] - numeric) < LIMIT * scale, f"derivative {order + 1} of {kind}"


@pytest.mark.parametrize("planar", [True, False])
def test_sensors_read_the_same(planar):
    """`observe`, which fills results, gives the jets of the single kernels, position by position."""
    plan = two_bodies(planar).plan()
    rng = np.random.default_rng(5)
    gauges = [random_gauge(kind, rng, planar) for kind in KINDS]
    motion = Prescribed(random_pose(plan, rng), planar, rng)
    states = [motion.at(t) for t in np.linspace(0, 1, 4)]
    Q, U = (np.array(part) for part in zip(*states, strict=True))
    setup = Setup(gauges, plan)
    out = np.zeros((4, len(gauges), 4))
    x = np.zeros_like(setup.X)
    observe(setup.features.bodies, setup.features.table, setup.table, Q, U, 3, x, np.zeros_like(setup.G), out)
    for k, (q, v) in enumerate(states):
        np.testing.assert_allclose(out[k], setup.jet(q, v), rtol=0, atol=1e-12)


# ---- the tilt near parallel, opposed and perpendicular axes ---------------------------------------


@pytest.mark.parametrize("c", [1.0, 1.0 - 1e-12, 0.999, 0.81, 0.8 + 1e-9, 0.8 - 1e-9, 0.79, 0.3, 0.0, -0.5, -0.95])
def test_ratio_of_arc_to_sine(c):
    """s(c) = acos(c)/sqrt(1 - c^2) and its derivatives, across the change from series to formula at 0.8.

    Reference: s(c) = integral of dx/(1 + x^2 + 2 c x) from 0 to infinity, and its derivatives by c, with
    Gauss's rule. With 200 nodes it is exact to rounding for c >= -0.95, where the integrand is steepest.
    The limit 1e-11 is for the cancellation in the third derivative next to 0.8.
    """
    s0, s1, s2, s3 = door_to(arc_ratio)(c)
    nodes, weights = np.polynomial.legendre.leggauss(200)
    # x = u/(1 - u) maps the half line to (0, 1): dx/(1 + x^2 + 2 c x) = du/((1-u)^2 + u^2 + 2 c u (1-u))
    u = 0.5 * (nodes + 1)
    panels = 0.5 * weights

    def integral(power, factor):
        bracket = (1 - u) ** 2 + u**2 + 2 * c * u * (1 - u)
        return factor * np.sum(panels * (2 * u * (1 - u)) ** power / bracket ** (power + 1))

    expected = [integral(0, 1.0), integral(1, -1.0), integral(2, 2.0), integral(3, -6.0)]
    np.testing.assert_allclose([s0, s1, s2, s3], expected, rtol=1e-11)


def test_tilt_is_an_angle_and_does_not_vanish_for_opposed_axes():
    """The two tilts together are the angle between the axes: pi for opposed axes, not 0."""
    plan = two_bodies(False).plan()
    for angle in (0.0, 0.3, 1.5, 2.9, np.pi - 1e-2):
        axis = (float(np.sin(angle)), 0.0, float(np.cos(angle)))
        gauges = [
            Gauge("tilt", (Site(0, True, axis), Site(1, True, v), Site(1, True, (0.0, 0.0, 1.0))))
            for v in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
        ]
        q = np.array([[0, 0, 0, 1.0, 0, 0, 0], [0, 0, 0, 1.0, 0, 0, 0]])
        values = Setup(gauges, plan).jet(q, np.zeros((2, 3, 6)))[:, 0]
        # 1 - c^2 is 1e-4 at the last angle: rounding of 1e-16 in it is 1e-12 of the angle, and half of that.
        assert np.hypot(*values) == pytest.approx(angle, abs=1e-11)
