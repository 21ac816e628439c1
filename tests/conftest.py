"""One thread for linear algebra: the matrices here are small, and several tests run at a time. Ctrl-C is heard."""

import os
import signal

from hypothesis import HealthCheck, settings

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

settings.register_profile(
    "on a busy machine", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("on a busy machine")

# Tests started in the background would ignore Ctrl-C, and so would all processes that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
