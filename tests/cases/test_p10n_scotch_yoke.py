"""Scotch yoke: a pure sine."""

from case_data import agree, column, load

from linkwork import gallery

CASE = load("p10n_scotch_yoke")
ROWS = CASE.reference["rows"]


def test_yoke():
    m = gallery.get("scotch yoke", radius=CASE.data["r"], driven=False)
    m.drive("pivot.angle", f"{CASE.data['omega']}*t")
    yoke = m.move(column(ROWS, "t")).joint("rail")
    agree(yoke.translation, column(ROWS, "x"), 1e-13)
    agree(yoke.translation_velocity, column(ROWS, "v"), 1e-12)
    agree(yoke.translation_acceleration, column(ROWS, "a"), 1e-12)
