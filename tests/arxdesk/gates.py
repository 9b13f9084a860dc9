"""Work that tests hold up: it says when it runs, and ends when it is let through or stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from arxdesk_engine.foundation.control import Control


class Gate:
    """Stands before a piece of work; `work` is called with the arguments once the gate is opened."""

    def __init__(self, work: Callable[..., object]) -> None:
        self._work = work
        self.entered, self.opened = threading.Event(), threading.Event()
        self.was_stopped = False

    def __call__(self, *arguments: object, **named: object) -> object:
        control = arguments[-1]
        assert isinstance(control, Control)
        self.entered.set()
        while not self.opened.is_set() and not control.stopped:
            time.sleep(0.001)
        self.was_stopped = control.stopped
        return self._work(*arguments, **named)
