"""Gimballed gyroscope: problem 3/20 of the natural-coordinate chapter, its kinematics."""

from case_data import agree, load, quadratic

from linkwork import gallery

CASE = load("p04o_gyroscope")


def test_rotor():
    m = gallery.get("gyroscope", driven=False)
    d = CASE.data
    joints = ("outer_axis", "inner_axis", "spin_axis")
    for joint, *function in zip(joints, d["angles"], d["rates"], d["accels"], strict=True):
        m.drive(f"{joint}.angle", quadratic(*function))
    rotor = m.pose(0.0).body("rotor")
    agree(rotor.rotation[0], CASE.reference["rotation"], 1e-12)
    agree(rotor.angular_velocity[0], CASE.reference["omega_global"], 1e-12)
    agree(rotor.angular_acceleration[0], CASE.reference["alpha_global"], 1e-11)
