"""How the equations of motion change with the state: directional derivatives, exact."""
