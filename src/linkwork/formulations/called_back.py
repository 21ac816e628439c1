"""Python in place of a stage of the kernels."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from ..kernels.compiler.keyboard import check
from ..kernels.tables.bundle import Bundle


class CalledBack:
    """Something whose functions compiled code calls; an error cannot pass through that and is raised afterwards."""

    def __init__(self) -> None:
        self._error: BaseException | None = None
        self._kept: list[Any] = []

    def redirect(self, work: Bundle, stage: Any, function: Callable[..., Any]) -> None:
        """Let kernels call `function`, kept safe from exceptions, in place of a stage."""

        def guarded(_: int, *args: Any) -> Any:
            if self._error is not None:  # nothing that is found now will be told
                return -1
            try:
                check()
                return function(*args)
            except np.linalg.LinAlgError:  # no solution at this state: the step is taken back, or the run says so
                return -1
            except BaseException as error:
                self._error = error
                return -1

        pointer = stage.prototype(guarded)
        self._kept.append(pointer)
        address = ctypes.cast(pointer, ctypes.c_void_p).value
        assert address is not None
        work.redirect({stage.place: address})

    def reraise(self) -> None:
        """Raise what went wrong inside the run, if anything did."""
        if self._error is not None:
            error, self._error = self._error, None
            raise error
