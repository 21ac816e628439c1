"""Rod on two edges of a cube: problem 3/16 of the natural-coordinate chapter."""

from case_data import agree, load, quadratic

from linkwork import gallery

CASE = load("p04n_rod_on_cube")


def test_second_end():
    d, reference = CASE.data, CASE.reference
    m = gallery.get("rod on a cube", length=d["L"], driven=False)
    m.drive("first_edge.translation", quadratic(d["u"], d["u_dot"], d["u_ddot"]))
    # The rod's spin about itself has no driver and moves nothing that is asked for.
    end = m.move([0.0], undriven="hold").joint("second_edge")
    agree(end.translation, reference["v"], 1e-12)
    agree(end.translation_velocity, reference["v_dot"], 1e-11)
    agree(end.translation_acceleration, reference["v_ddot"], 1e-11)
