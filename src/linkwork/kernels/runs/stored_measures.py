"""Measures along a stored motion: joint coordinates, distances, sensors."""

from ..compiler.jit import kernel, signed
from ..geometry.features import move_features, place_features
from ..geometry.measures import measure_derivatives, measure_gradients
from ..tables.records import BODY, FEATURE, MEASURE


@kernel
def observe(bodies, features, measures, Q, U, order, X, G, out):
    """Fill out[k, i] with measure i and its derivatives up to `order` at position k.

    Q: poses (times, bodies, 7); U: motions (times, bodies, 3, 6); out: (times, measures, 4).
    """
    for k in range(Q.shape[0]):
        place_features(bodies, features, Q[k], X)
        measure_gradients(measures, X, out[k], G)
        for n in range(1, order + 1):
            move_features(bodies, features, Q[k], U[k], n, X)
        if order >= 1:
            measure_derivatives(measures, X, order, out[k])


signed(
    observe,
    "bodies[b] features[x] measures[m] f[t,b,7] f[t,b,.,6] i f[x,4,3] f[m,5,3] f[t,m,4]",
    bodies=BODY,
    features=FEATURE,
    measures=MEASURE,
)
