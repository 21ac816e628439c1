"""Expressions as programs of a stack machine, on values with three time derivatives."""
