"""Constructors of functions of time.

Every value may be a number in SI units, text with a unit or parameters (``"30 deg"``,
``"2*L"``), or an expression node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from linkwork.errors import ExpressionError
from linkwork.expressions.constant import to_node
from linkwork.expressions.nodes import Apply, Call, Name, Node, Number
from linkwork.expressions.parse import parse
from linkwork.expressions.units import ANGLE, ANGULAR_SPEED, TIME

from . import kinds
from .callable import PythonFunction, probe, trace
from .kinds import Field, Kind
from .tables import ENDS, METHODS, build_table
from .time_function import Requirement, TimeFunction, Value

_T = Name("t")


def _plain(value: Any) -> Any:
    """Return a value as a model file holds it."""
    if isinstance(value, Node):
        return str(value)
    return value if isinstance(value, str) else float(value)


def _data(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, **{name: _plain(value) for name, value in fields.items()}}


def _node(value: Value, label: str) -> Node:
    try:
        return to_node(value)
    except ExpressionError as error:
        raise ExpressionError(f"For {label}: {error}") from None


def constant(value: Value) -> TimeFunction:
    """Return a function that keeps one value."""
    node = _node(value, "the value of constant")
    return TimeFunction(node, _data("constant", value=value), (Requirement("the value of constant", node),))


def speed(rate: Value, start: Value = 0.0) -> TimeFunction:
    """Return start + rate t: motion at constant speed.

    Turns per second are written ``"5 rev/s"`` or ``"300 rpm"``; ``"5 Hz"`` is refused, because it would
    silently be 5 rad/s.
    """
    s, v = _node(start, "the start of speed"), _node(rate, "the rate of speed")
    checks = (Requirement("the start of speed", s), Requirement("the rate of speed", v, radians=True))
    return TimeFunction(s + v * _T, _data("speed", rate=rate, start=start), checks)


def polynomial(*coefficients: Value) -> TimeFunction:
    """Return c0 + c1 t + c2 t² + ..."""
    if not coefficients:
        raise ExpressionError("A polynomial needs at least one coefficient.")
    terms = [_node(c, "a coefficient of polynomial") for c in coefficients]
    node = terms[0]
    for power, term in enumerate(terms[1:], start=1):
        node = node + term * (_T if power == 1 else _T ** Number(float(power)))
    data = {"kind": "polynomial", "coefficients": [_plain(c) for c in coefficients]}
    return TimeFunction(node, data, tuple(Requirement("a coefficient of polynomial", c) for c in terms))


def harmonic(amplitude: Value, frequency: Value, phase: Value = 0.0, offset: Value = 0.0) -> TimeFunction:
    """Return offset + amplitude sin(frequency t + phase), the frequency in rad/s.

    A frequency in cycles per second is written ``"5 rev/s"``; ``"5 Hz"`` is refused,
    because it would silently be 5 rad/s.
    """
    a, w = _node(amplitude, "the amplitude of harmonic"), _node(frequency, "the frequency of harmonic")
    p, o = _node(phase, "the phase of harmonic"), _node(offset, "the offset of harmonic")
    node = o + a * Call("sin", (w * _T + p,))
    checks = (
        Requirement("the amplitude of harmonic", a),
        Requirement("the offset of harmonic", o),
        Requirement("the frequency of harmonic", w, ANGULAR_SPEED),
        Requirement("the phase of harmonic", p, ANGLE),
    )
    data = _data("harmonic", amplitude=amplitude, frequency=frequency, phase=phase, offset=offset)
    return TimeFunction(node, data, checks)


def _rise(kind: str, rise: Value, duration: Value, start: Value, base: Value) -> TimeFunction:
    """Return base + rise s((t - start) / duration)."""
    fields = {"rise": rise, "duration": duration, "start": start, "base": base}
    nodes = {name: _node(value, f"the {name} of {kind}") for name, value in fields.items()}
    normal = (Number(0.0), Number(0.0), Number(1.0), Number(1.0))
    profile = Call(kind, ((_T - nodes["start"]) / nodes["duration"], *normal))
    checks = (
        Requirement(f"the duration of {kind}", nodes["duration"], TIME, positive=True),
        Requirement(f"the start of {kind}", nodes["start"], TIME),
        Requirement(f"the rise of {kind}", nodes["rise"]),
        Requirement(f"the base of {kind}", nodes["base"]),
    )
    return TimeFunction(nodes["base"] + nodes["rise"] * profile, _data(kind, **fields), checks)


def step(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return a cubic rise; the acceleration jumps at both ends."""
    return _rise("step", rise, duration, start, base)


def step5(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return a quintic rise, without jumps of the acceleration; the same curve as `poly345`."""
    return _rise("step5", rise, duration, start, base)


def haversine(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return half a cosine wave (simple harmonic rise); the acceleration jumps at both ends."""
    return _rise("haversine", rise, duration, start, base)


def cycloidal(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return a rise whose acceleration is one sine wave; peak acceleration 6.2832 h/T²."""
    return _rise("cycloidal", rise, duration, start, base)


def poly345(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return the 3-4-5 polynomial rise of cam design; peak acceleration 5.7735 h/T²."""
    return _rise("poly345", rise, duration, start, base)


def poly4567(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return the 4-5-6-7 polynomial rise, whose jerk is continuous; peak acceleration 7.5132 h/T²."""
    return _rise("poly4567", rise, duration, start, base)


def modified_trapezoid(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return the modified trapezoidal rise; peak acceleration 4.8881 h/T², the least of these."""
    return _rise("modified_trapezoid", rise, duration, start, base)


def modified_sine(rise: Value, duration: Value, start: Value = 0.0, base: Value = 0.0) -> TimeFunction:
    """Return the modified sine rise; peak speed 1.7596 h/T, peak acceleration 5.5280 h/T²."""
    return _rise("modified_sine", rise, duration, start, base)


def table(
    times: Sequence[float | str],
    values: Sequence[float | str],
    method: str = "cubic",
    ends: str = "not-a-knot",
) -> TimeFunction:
    """Return a smooth curve through points.

    Parameters
    ----------
    times, values : sequence of float or str
        The points; the times increase.
    method : str
        ``"cubic"`` (C2), ``"akima"`` (C1, no overshoot) or ``"quintic"`` (C4, smooth jerk).
    ends : str
        ``"not-a-knot"``, ``"natural"``, ``"clamped"`` (at rest) or ``"periodic"``.

    Notes
    -----
    Outside the times the first and last polynomial go on: the curve and all derivatives
    stay continuous, but it soon runs away. A periodic table repeats instead.
    """
    built = build_table(times, values, method, ends)
    points = {"times": [_plain(t) for t in times], "values": [_plain(v) for v in values]}
    data = {"kind": "table", **points, "method": method, "ends": ends}
    return TimeFunction(Apply(built, (_T,)), data)


def expression(text: str) -> TimeFunction:
    """Return the function of an expression of ``t``, for example ``"30 deg*sin(2*t)"``."""
    return TimeFunction(parse(text))


def function(
    f: Callable[[Any], Any],
    df: Callable[[float], float] | None = None,
    ddf: Callable[[float], float] | None = None,
    dddf: Callable[[float], float] | None = None,
) -> TimeFunction:
    """Return the function of a Python callable.

    Parameters
    ----------
    f : callable
        f(t), written with operators and numpy functions. If it does not branch on t it
        becomes a compiled expression. If it does, it is called for every time with a
        number that carries its derivatives, which are exact in either case.
    df, ddf, dddf : callable, optional
        All three derivatives; then f gets plain numbers and may use anything.
    """
    given = [d for d in (df, ddf, dddf) if d is not None]
    if len(given) == 3:
        return TimeFunction(Apply(PythonFunction(f, tuple(given)), (_T,)))
    if given:
        raise ExpressionError("Pass all three derivatives of a function, or none: function(f, df, ddf, dddf).")
    python = PythonFunction(f)
    if trace(f) is None:
        probe(python)
    return TimeFunction(Apply(python, (_T,)))


def as_function(value: Any) -> TimeFunction:
    """Return a function of time for a number, text, table of fields, node, or callable."""
    if isinstance(value, TimeFunction):
        return value
    if isinstance(value, Mapping):
        return kinds.from_fields(value)
    if callable(value) and not isinstance(value, Node):
        return function(value)
    return TimeFunction(to_node(value))


def from_data(data: float | str | Mapping[str, Any]) -> TimeFunction:
    """Return the function that `TimeFunction.to_data` wrote; never a callable."""
    if callable(data):
        raise ExpressionError(f"{data!r} is not the data of a function.")
    return as_function(data)


def _register_all() -> None:
    """Fill the registry; texts of the constructors serve as texts of the kinds."""
    start, base = Field("start", "time at which it begins", 0.0), Field("base", "value before it", 0.0)
    rise_fields = (Field("rise", "change of the value"), Field("duration", "time it takes"), start, base)
    fields: dict[Callable[..., TimeFunction], tuple[Field, ...]] = {
        constant: (Field("value", "the value"),),
        speed: (Field("rate", "the speed"), Field("start", "value at t = 0", 0.0)),
        polynomial: (Field("coefficients", "c0, c1, ... of powers of t", type="list"),),
        harmonic: (
            Field("amplitude", "largest deviation from the offset"),
            Field("frequency", "angular frequency, rad/s"),
            Field("phase", "angle at t = 0", 0.0),
            Field("offset", "mean value", 0.0),
        ),
        table: (
            Field("times", "increasing times", type="list"),
            Field("values", "values at these times", type="list"),
            Field("method", "kind of curve", "cubic", "choice", tuple(METHODS)),
            Field("ends", "condition at both ends", "not-a-knot", "choice", ENDS),
        ),
    }
    rises = (step, step5, haversine, cycloidal, poly345, poly4567, modified_trapezoid, modified_sine)
    fields.update(dict.fromkeys(rises, rise_fields))
    for build, entries in fields.items():
        doc = (build.__doc__ or "").splitlines()[0].removeprefix("Return ")
        kinds.register(Kind(build.__name__, doc, entries, build))
    listed = kinds.KINDS["polynomial"]
    kinds.register(Kind(listed.name, listed.doc, listed.fields, lambda coefficients: polynomial(*coefficients)))


_register_all()
