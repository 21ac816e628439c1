"""Curves of cams and tracks, in the plane and in space.

Importing this package loads neither numba nor scipy.
"""

from .base import KINDS, Curve, from_data
from .constructors import cam, circle, curve, ellipse, polar, polyline, spline
from .disc_cam import Cam
from .solved import Solved, tables
