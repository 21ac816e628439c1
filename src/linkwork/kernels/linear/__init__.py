"""The linear solves: J x = c with the smallest x, full matrices, the last digits."""
