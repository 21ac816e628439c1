"""How far balls and discs reach through the surface they lie on, at a second place that no equation knows of."""

from math import sqrt

from ..compiler.jit import kernel, signed
from ..contacts.surfaces import field, still, values
from ..geometry.vectors import dot
from ..programs.interpret import load_time
from ..tables import fields as tb


@kernel
def cut_in(H, first, centres, points, out):
    """Fill out[k] with the largest depth of points[k] on the other side of the surface than centres[k] [m].

    The depth is |f| / |grad f|. `first` is the number of the first program of the surface f(x, y, z) = 0.
    """
    load_time(0.0, tb.variables(H))
    for k in range(centres.shape[0]):
        out[k] = 0.0
        side = field(H, first, still(centres[k]), 0)[0][0]
        for j in range(points.shape[1]):
            f, g, failed = field(H, first, still(points[k, j]), 0)
            if failed != 0 or f[0] * side >= 0.0:
                continue
            slope = sqrt(dot(values(g), values(g)))
            if slope > 0.0:
                out[k] = max(out[k], abs(f[0]) / slope)


signed(cut_in, "h i f[n,3] f[n,.,3] f[n]")
