"""Mechanisms among the hundred of every test run that are known to come out wrong, each with its class.

The list is strict: a mechanism that comes out right is taken off it.
"""

from __future__ import annotations

KNOWN: dict[int, str] = {}
