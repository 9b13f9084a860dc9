"""Loading modules and compiled kernels before they are needed, so that a table and its first search come at once."""

from __future__ import annotations

import gc
import importlib
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer

from arxdesk.core.session.activities import WARMING
from arxdesk.core.session.warming_work import compile_kernels, load_engine
from arxdesk.tasks.jobs import Jobs


class Warming(QObject):
    """Imports what does not need Qt on a thread, then one module of the window in each turn, then loads the kernels.

    Whatever makes classes of Qt is imported in the main thread alone. Before Python 3.12, PySide looks classes up in a
    table without a lock, in C++ code of the main thread that does not hold the interpreter: a class that another
    thread makes in that moment ends the program.

    While nothing is open all that is loaded then is left out of later searches for garbage, which would look through
    the objects of hundreds of modules.
    """

    def __init__(
        self,
        jobs: Jobs,
        failed: Callable[[Exception], object],
        nothing_is_open: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._failed, self._nothing_is_open = jobs, failed, nothing_is_open
        self._left: deque[str] = deque()
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._import_next)

    def begin(self, modules: Sequence[str]) -> None:
        """Begin to load modules and what they import."""
        self._jobs.start(self, WARMING, partial(load_engine, modules), self._take, self._failed)

    def stop(self) -> None:
        """Import no more; for the end of the session, whose work ends with it."""
        self._turns.stop()

    def _take(self, modules: tuple[str, ...]) -> None:
        self._left.extend(modules)
        self._turns.start()

    def _import_next(self) -> None:
        if self._left:
            importlib.import_module(self._left.popleft())
            return
        if self._nothing_is_open():
            gc.freeze()
        self._turns.stop()
        self._jobs.start(self, WARMING, compile_kernels, self._ignore, self._failed)

    def _ignore(self, _nothing: None) -> None:
        """Kernels are there for everybody."""
