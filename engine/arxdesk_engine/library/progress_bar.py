"""How far a computation is, on a line of a terminal or below the cell of a notebook."""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Self, TextIO

from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.progress_line import line

_SECONDS_BETWEEN = 0.1
_WIDTH = 100
"""Characters of a line, which is not broken in most terminals and notebooks."""


class ProgressBar:
    """A line that tells how far a computation is, in a terminal or below the cell of a notebook.

    It is given as `on_progress`, and its event `cancel` as `cancel`. Within `with` the first interrupt (Ctrl+C, or the
    button of a notebook that stops a cell) sets this event, so that a search ends with the best so far; the second one
    raises KeyboardInterrupt. Where `stream` (None: standard error) is neither a terminal nor a notebook nothing is
    written.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> with ad.ProgressBar() as bar:
    ...     result = ad.anonymize(
    ...         people,
    ...         quasi_identifiers=["age", "sex"],
    ...         privacy=ad.KAnonymity(k=3),
    ...         on_progress=bar,
    ...         cancel=bar.cancel,
    ...     )
    >>> result.status
    'optimal'
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self.cancel = threading.Event()
        self._stream = sys.stderr if stream is None else stream
        self._is_seen = self._stream.isatty() or type(self._stream).__module__.startswith("ipykernel")
        self._shown, self._written = float("-inf"), 0
        self._before: Any = None

    def __call__(self, progress: Progress) -> None:
        """Show progress, ten times a second at most."""
        now = time.monotonic()
        if self._is_seen and now - self._shown >= _SECONDS_BETWEEN:
            self._shown = now
            self._write(line(progress)[:_WIDTH])

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():  # no other thread may set handlers
            self._before = signal.signal(signal.SIGINT, self._interrupted)
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None
        if self._written:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()

    def _interrupted(self, _number: int, _frame: FrameType | None) -> None:
        if self.cancel.is_set():
            raise KeyboardInterrupt
        self.cancel.set()

    def _write(self, text: str) -> None:
        """Over what is there: notebooks know the carriage return, and no other way to move the cursor."""
        self._stream.write(f"\r{text:<{self._written}}")
        self._stream.flush()
        self._written = len(text)
