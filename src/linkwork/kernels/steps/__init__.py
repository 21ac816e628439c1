"""One step in time: state, stages, error, end on the constraints, what lies within."""
