"""Inverse kinematics of a robot: drive its hand, read its joints.

Run it with ``--picture`` to write ``04_robot.svg``.
"""

import sys

import numpy as np

from linkwork import gallery

# Six revolute joints; the hand is led round an ellipse without turning.
robot = gallery.get("6r robot", driven=False)
robot.drive_body("hand", x=0.85, y="0.3*cos(2*pi*t)", z="0.75 + 0.2*sin(2*pi*t)", roll=0, pitch=0, yaw=0)
motion = robot.move(np.linspace(0, 1, 201))

for k in range(1, 7):
    joint = motion.joint(f"joint_{k}")
    turns, rate = np.degrees(np.ptp(joint.angle)), np.abs(joint.angle_velocity).max()
    print(f"joint {k}: swings through {turns:6.2f} deg, at most {rate:.3f} rad/s")

# Known from the closed-form inverse of an arm with a spherical wrist.
assert np.isclose(motion.joint("joint_1").angle[0], 0.3392926144540447, atol=1e-11)
assert np.isclose(motion.joint("joint_2").angle[0], 1.163318524229753, atol=1e-11)
assert np.isclose(motion.joint("joint_3").angle[0], -2.023527534808024, atol=1e-11)

if "--picture" in sys.argv:
    motion.draw("04_robot.svg")
