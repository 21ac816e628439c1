"""Mechanisms among the hundred of every test run that are known to come out wrong, each with its class.

The list is strict: a mechanism that comes out right is taken off it.
"""

from __future__ import annotations

MASSES = "small radii of gyration: accelerations do not meet the equations, or take endless steps"
LENGTHS = "lengths far apart in one mechanism: accelerations do not meet the equations"
COINCIDENT = "several joints in one point: this formulation gives other accelerations"
SINGULAR = "next to a singular position steps become endless"

KNOWN: dict[int, str] = {
    6: MASSES,
    11: COINCIDENT,
    22: MASSES,
    27: COINCIDENT,
    30: MASSES,
    36: LENGTHS,
    42: SINGULAR,
    44: LENGTHS,
    60: LENGTHS,
    67: SINGULAR,
    68: LENGTHS,
    70: MASSES,
    86: MASSES,
    94: MASSES,
}
