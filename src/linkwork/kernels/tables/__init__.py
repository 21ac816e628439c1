"""The tables of a planned mechanism, the arrays of a run, and the handle by which kernels open them."""
