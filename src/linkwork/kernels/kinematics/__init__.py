"""Constraint equations: their values, Jacobian and right sides; positions, velocities, accelerations."""
