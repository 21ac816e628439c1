"""Units and dimensions.

A dimension is the four exponents of length, mass, time and angle. The angle is kept for
the names in messages; in a comparison it does not count, because a radian is the number
1 (a torque over an angle and a torque are both N m, and v / r is an angular speed).

A bare number has no dimension at all (`None`): it stands for the SI value of whatever is
expected. A quantity whose exponents are all zero, such as a ratio, is accepted likewise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple


class Dimension(NamedTuple):
    """Exponents of length, mass, time and angle."""

    length: float = 0
    mass: float = 0
    time: float = 0
    angle: float = 0

    def times(self, other: Dimension) -> Dimension:
        """Return the dimension of a product."""
        return Dimension(*(a + b for a, b in zip(self, other, strict=True)))

    def power(self, exponent: float) -> Dimension:
        """Return the dimension of a power."""
        return Dimension(*(a * exponent for a in self))


NUMBER = Dimension()
LENGTH = Dimension(length=1)
MASS = Dimension(mass=1)
TIME = Dimension(time=1)
ANGLE = Dimension(angle=1)
SPEED = Dimension(length=1, time=-1)
ACCELERATION = Dimension(length=1, time=-2)
ANGULAR_SPEED = Dimension(time=-1, angle=1)
ANGULAR_ACCELERATION = Dimension(time=-2, angle=1)
FREQUENCY = Dimension(time=-1)
FORCE = Dimension(1, 1, -2)
TORQUE = Dimension(2, 1, -2)
POWER = Dimension(2, 1, -3)
PRESSURE = Dimension(-1, 1, -2)
INERTIA = Dimension(length=2, mass=1)
STIFFNESS = Dimension(0, 1, -2)
DAMPING = Dimension(0, 1, -1)
ANGULAR_STIFFNESS = Dimension(2, 1, -2, -1)
ANGULAR_DAMPING = Dimension(2, 1, -1, -1)

# Phrase and example unit of each dimension that has a name.
_NAMED: dict[Dimension, tuple[str, str]] = {
    NUMBER: ("a plain number", ""),
    LENGTH: ("a length", "m"),
    MASS: ("a mass", "kg"),
    TIME: ("a time", "s"),
    ANGLE: ("an angle", "rad"),
    SPEED: ("a speed", "m/s"),
    ACCELERATION: ("an acceleration", "m/s^2"),
    ANGULAR_SPEED: ("an angular speed", "rad/s"),
    ANGULAR_ACCELERATION: ("an angular acceleration", "rad/s^2"),
    FREQUENCY: ("a frequency", "Hz"),
    FORCE: ("a force", "N"),
    TORQUE: ("a torque or energy", "N*m"),
    POWER: ("a power", "W"),
    PRESSURE: ("a pressure", "Pa"),
    INERTIA: ("a moment of inertia", "kg*m^2"),
    STIFFNESS: ("a stiffness", "N/m"),
    DAMPING: ("a damping", "N*s/m"),
    ANGULAR_STIFFNESS: ("an angular stiffness", "N*m/rad"),
    ANGULAR_DAMPING: ("an angular damping", "N*m*s/rad"),
    Dimension(length=2): ("an area", "m^2"),
    Dimension(length=3): ("a volume", "m^3"),
    Dimension(length=-3, mass=1): ("a density", "kg/m^3"),
}


class Unit(NamedTuple):
    """One unit: its size in SI units and its dimension."""

    size: float
    dimension: Dimension


_INCH = 0.0254
_POUND = 0.45359237
_STANDARD_GRAVITY = 9.80665

UNITS: dict[str, Unit] = {
    "m": Unit(1.0, LENGTH),
    "mm": Unit(1e-3, LENGTH),
    "cm": Unit(1e-2, LENGTH),
    "um": Unit(1e-6, LENGTH),
    "km": Unit(1e3, LENGTH),
    "in": Unit(_INCH, LENGTH),
    "ft": Unit(12 * _INCH, LENGTH),
    "kg": Unit(1.0, MASS),
    "g": Unit(1e-3, MASS),
    "t": Unit(1e3, MASS),
    "lb": Unit(_POUND, MASS),
    "s": Unit(1.0, TIME),
    "ms": Unit(1e-3, TIME),
    "us": Unit(1e-6, TIME),
    "min": Unit(60.0, TIME),
    "h": Unit(3600.0, TIME),
    "rad": Unit(1.0, ANGLE),
    "deg": Unit(math.pi / 180, ANGLE),
    "rev": Unit(2 * math.pi, ANGLE),
    "rpm": Unit(2 * math.pi / 60, ANGULAR_SPEED),
    "Hz": Unit(1.0, FREQUENCY),
    "N": Unit(1.0, FORCE),
    "mN": Unit(1e-3, FORCE),
    "kN": Unit(1e3, FORCE),
    "MN": Unit(1e6, FORCE),
    "daN": Unit(10.0, FORCE),
    "lbf": Unit(_POUND * _STANDARD_GRAVITY, FORCE),
    "J": Unit(1.0, TORQUE),
    "kJ": Unit(1e3, TORQUE),
    "W": Unit(1.0, POWER),
    "kW": Unit(1e3, POWER),
    "Pa": Unit(1.0, PRESSURE),
    "kPa": Unit(1e3, PRESSURE),
    "MPa": Unit(1e6, PRESSURE),
    "GPa": Unit(1e9, PRESSURE),
    "bar": Unit(1e5, PRESSURE),
}


def product(factors: Iterable[tuple[str, int]]) -> Unit:
    """Return the product of unit powers, given as (name, exponent)."""
    size, dimension = 1.0, NUMBER
    for name, exponent in factors:
        unit = UNITS[name]
        size *= unit.size**exponent
        dimension = dimension.times(unit.dimension.power(exponent))
    return Unit(size, dimension)


PER_MINUTE = "1/min"
"""Revolutions a minute, as ``1500 1/min`` or ``1500 min^-1`` on a type plate: nobody counts radians a minute."""

UNITS[PER_MINUTE] = UNITS["rpm"]


def _joined(*names: str, power: int = 1) -> dict[str, Unit]:
    """Return units that engineers write as one word, such as Nm or kgm2; the power is that of the last name."""
    factors = [(name, 1) for name in names[:-1]] + [(names[-1], power)]
    return {"".join(names) + (str(power) if power > 1 else ""): product(factors)}


def _words() -> dict[str, Unit]:
    """Return the compound units that are written as one word, and powers without ``^``."""
    words: dict[str, Unit] = {}
    for length in ("m", "cm", "mm"):
        for power in (2, 3):
            words |= _joined(length, power=power)
        for force in ("N", "mN", "kN", "MN"):
            words |= _joined(force, length)
        words |= _joined("kg", length, power=2)
    return words | _joined("s", power=2) | _joined("N", "s") | _joined("N", "m", "s")


UNITS |= _words()

SIGNS = {"°": "deg", "µ": "u", "μ": "u", "²": "2", "³": "3"}
"""Signs in units as they are printed, and what they are here: ``60°``, ``5 µm``, ``2 kg m²``."""


def spelled(name: str) -> str:
    """Return the unit that is written with signs, or a name as it is when there is no such unit."""
    plain = "".join(SIGNS.get(sign, sign) for sign in name)
    return plain if plain in UNITS else name


def compatible(a: Dimension | None, b: Dimension | None) -> bool:
    """Return whether a quantity of one dimension may stand where the other is expected."""
    if a is None or b is None or NUMBER in (a, b):
        return True
    return all(abs(x - y) < 1e-9 for x, y in zip(a[:3], b[:3], strict=True))


def describe(dimension: Dimension) -> str:
    """Return the dimension in words, such as "a length"."""
    if dimension in _NAMED:
        return _NAMED[dimension][0]
    return f"a quantity in {symbol(dimension)}"


def symbol(dimension: Dimension) -> str:
    """Return an SI unit of the dimension, such as "m/s^2"; empty for a plain number."""
    if dimension in _NAMED:
        return _NAMED[dimension][1]
    parts = []
    for name, exponent in zip(("m", "kg", "s", "rad"), dimension, strict=True):
        if exponent:
            parts.append(name if exponent == 1 else f"{name}^{exponent:g}")
    return "*".join(parts)


def number_symbol(dimension: Dimension) -> str:
    """Return the SI unit of a number that is given: as users write it, with its radians.

    Examples
    --------
    >>> number_symbol(TORQUE.times(ANGLE.power(-1))), number_symbol(Dimension(-1, 1, 0)), number_symbol(NUMBER)
    ('N*m/rad', 'kg/m', '1')
    """
    return (_NAMED[dimension][1] if dimension in _NAMED else "") or result_symbol(dimension)


def result_symbol(dimension: Dimension) -> str:
    """Return the SI unit of a result, such as "m/s^3"; radians only where nothing but time is beside them.

    Examples
    --------
    >>> result_symbol(TORQUE.times(ANGULAR_SPEED)), result_symbol(Dimension(1, 1, -1)), result_symbol(NUMBER)
    ('W', 'm*kg/s', '1')
    """
    if any(dimension[:2]):
        dimension = dimension._replace(angle=0)
    if dimension in _NAMED and dimension not in (FREQUENCY, NUMBER):
        return _NAMED[dimension][1]
    above: list[str] = []
    below: list[str] = []
    for name, exponent in zip(("rad", "m", "kg", "s"), (dimension.angle, *dimension[:3]), strict=True):
        if exponent:
            size = abs(exponent)
            (above if exponent > 0 else below).append(name if size == 1 else f"{name}^{size:g}")
    under = f"({'*'.join(below)})" if len(below) > 1 else "".join(below)
    return ("*".join(above) or "1") + (f"/{under}" if under else "")
