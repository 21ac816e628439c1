"""What happens within a step, and what it changes."""
