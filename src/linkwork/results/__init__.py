"""Results: arrays with names, units and an honest status. Time is the first axis."""
