"""``linkwork warmup``: compile everything once."""

from __future__ import annotations

from time import perf_counter

from .output import say


def warmup() -> None:
    """Compile every kernel that has not been compiled on this machine; say how long it took."""
    from linkwork.kernels.compiler.compiling import compile_everything

    begin = perf_counter()
    compile_everything()
    say(f"Ready after {perf_counter() - begin:.1f} s.")
