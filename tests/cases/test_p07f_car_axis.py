"""Car axis of the IVP test set: a bar on springs over a shaking road."""

import pytest
from case_data import load
from dynamic_case import DEFAULT, TIGHT, agree_columns, table, trusted

import linkwork as lw
from linkwork import gallery

CASE = load("p07f_caraxis")
D = CASE.data
TIMES, COLUMNS = table(CASE)


def from_the_gallery() -> lw.Mechanism:
    """Return the model of the gallery: the bar with its two masses is one body, an equation moves the road."""
    m = gallery.get("car axis", driven=False)
    # The road turns at the start with rate h omega/L; the bar does not.
    m.place("axis", at=(0, D["L0"]), angle=0.0, velocity=D["v0"][:2], rate=0.0)
    m.place("road", rate=D["h"] * D["omega"] / D["L"])
    return m


def on_a_driven_road() -> lw.Mechanism:
    """Return the model of the gallery with a driver instead of the equation."""
    m = from_the_gallery()
    del m.joints["bumps"]
    m.drive("pivot.angle", "asin(bump/bar_length*sin(frequency*t))")
    return m


def as_two_masses() -> lw.Mechanism:
    """Return two point masses joined by a rod, springs to the ground and to a driven base."""
    m = lw.Mechanism("car axis", plane="xy", gravity=(0, -D["g"]))
    left, right, base = (m.body(name, mass=D["M"] / 2) for name in ("left", "right", "base"))
    y = f"{D['h']}*sin({D['omega']}*t)"
    m.drive_body(base, x=f"sqrt({D['L']}^2 - ({y})^2)", y=y)
    m.rod("bar", left.at(0, 0), right.at(0, 0), length=D["L"])
    m.constraint("upright", expression="left.x*base.x + left.y*base.y")
    m.spring("left_spring", m.ground.at(0, 0), left.at(0, 0), stiffness=D["k"], free_length=D["L0"])
    m.spring("right_spring", base.at(0, 0), right.at(0, 0), stiffness=D["k"], free_length=D["L0"])
    m.place(left, at=(0, D["L0"]), velocity=D["v0"][:2])
    m.place(right, at=(D["L"], D["L0"]), velocity=D["v0"][2:])
    m.place(base, at=(D["L"], 0), velocity=(0, D["h"] * D["omega"]))
    return m


def columns(run):
    left, right = (run.point(p) for p in (("axis.left", "axis.right") if "axis" in run.bodies else ("left", "right")))
    c = {}
    for side, point in (("l", left), ("r", right)):
        for k, axis in enumerate("xy"):
            c[f"{axis}{side}"], c[f"v{axis}{side}"] = point.position[:, k], point.velocity[:, k]
    return c


MODELS = [from_the_gallery, on_a_driven_road, as_two_masses]


@pytest.mark.parametrize("model", MODELS)
def test_motion(model):
    agree_columns(columns(model().simulate(TIMES)), COLUMNS, DEFAULT)


@pytest.mark.parametrize("model", MODELS)
def test_tight_tolerance(model):
    run = columns(model().simulate(TIMES, tolerance=TIGHT))
    agree_columns(run, COLUMNS, trusted(CASE))
    # Published in quadruple precision; the case agrees with it to 2e-13.
    published = dict(zip(("xl", "yl", "xr", "yr"), CASE.reference["published"]["values"], strict=True))
    for name, value in published.items():
        assert run[name][-1] == pytest.approx(value, abs=1e-10)
