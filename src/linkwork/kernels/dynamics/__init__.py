"""Forces and accelerations at one state."""
