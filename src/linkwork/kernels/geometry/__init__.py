"""Points and vectors of bodies, and the measures between them."""
