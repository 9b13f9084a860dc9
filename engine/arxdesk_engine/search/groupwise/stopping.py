"""The wish to stop, where kernels look for it."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Self

import numpy as np

from arxdesk_engine.foundation.control import Control

_SECONDS = 0.02
"""How often it is asked whether to stop: well within the tenth of a second in which anything can be cancelled."""


class StopFlag:
    """A flag that is set soon after a `Control` is stopped or a moment (of `time.perf_counter`) is reached.

    Kernels run without the interpreter and cannot ask the control; a thread does it for them while the block lasts.
    """

    def __init__(self, control: Control, deadline: float | None) -> None:
        self.flag = np.zeros(1, np.uint8)
        self._control, self._deadline = control, deadline
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="stop flag", daemon=True)

    @property
    def is_set(self) -> bool:
        """Whether to stop."""
        return bool(self.flag[0])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(_SECONDS):
            is_over = self._deadline is not None and time.perf_counter() >= self._deadline
            if is_over or self._control.stopped:
                self.flag[0] = 1
                return
