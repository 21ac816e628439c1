"""Compiled code: plain functions over tables, integer status, no allocation in a step.

Nothing here imports the rest of Linkwork. Every kernel stays valid Python: with
``NUMBA_DISABLE_JIT=1`` the same functions run interpreted, for debugging and coverage.
"""
