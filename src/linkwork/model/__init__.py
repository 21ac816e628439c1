"""What the user says: bodies, points, joints, drivers and forces. No numerics, no numba."""
