"""Degrees of freedom: what counting says, what is true, and which equations are redundant."""

from linkwork import gallery

# Sarrus' linkage lifts a platform exactly straight, although counting denies it any motion.
report = gallery.get("sarrus", driven=False).mobility()
print(report)

# Known: 5 bodies in space, 6 hinges with 5 equations each, 29 of the 30 independent.
assert report.grubler == 0
assert report.rank == 29
assert report.degrees_of_freedom == 1

# The same question to every over-constrained mechanism of the gallery.
for name in ("spatial four-bar", "bennett", "spherical four-bar", "hooke joint"):
    report = gallery.get(name, driven=False).mobility()
    print(f"{name}: counted {report.grubler}, true {report.degrees_of_freedom}")
    assert (report.grubler, report.degrees_of_freedom) == (-2, 1)
