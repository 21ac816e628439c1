"""Relative coordinates: recursions along trees of joints, for mechanisms and robots."""
