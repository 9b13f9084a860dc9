"""The output of the command line on terminals: a progress bar, colours and aligned columns."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self, TextIO

from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.progress_line import line

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SECONDS_BETWEEN = 0.1
_SECONDS_BETWEEN_LINES = 30.0
_STYLES = {"error": "1;31", "strong": "1", "good": "32", "bad": "1;31"}
"""What is seen apart, by the numbers of ECMA-48, 8.3.117 (SGR)."""


class ProgressBar:
    """One line that is drawn over and over; where the stream is no terminal, a line of its own each half minute."""

    def __init__(self, stream: TextIO, *, silent: bool = False) -> None:
        self._stream = stream
        self._silent = silent
        self._active = not silent and is_drawn_on(stream)
        self._drawn = 0.0 if self._active else time.monotonic()
        self._activity = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._active:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, progress: Progress) -> None:
        """Draw, at most ten times a second while the activity stays the same."""
        now = time.monotonic()
        if not self._active:
            if not self._silent and now - self._drawn >= _SECONDS_BETWEEN_LINES:
                self._drawn = now
                print(line(progress), file=self._stream, flush=True)
            return
        if progress.activity == self._activity and now - self._drawn < _SECONDS_BETWEEN:
            return
        self._drawn, self._activity = now, progress.activity
        width = shutil.get_terminal_size().columns - 1
        self._stream.write("\r\x1b[K" + line(progress)[:width])
        self._stream.flush()


def is_drawn_on(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str, stream: TextIO) -> str:
    """A text in a style, where the stream has colours.

    Terminals have them, unless NO_COLOR forbids it or TERM is dumb; other streams where FORCE_COLOR asks for it
    (no-color.org, force-color.org).
    """
    forced = os.environ.get("FORCE_COLOR", "")
    is_wanted = forced not in ("", "0") or is_drawn_on(stream)
    if os.environ.get("NO_COLOR") or not is_wanted:
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def printable(text: str) -> str:
    """A text without terminal control sequences: control characters, apart from line ends and tabs, as escapes."""
    return _STEERING.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned columns, indented by two blanks."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(f"  {text}".rstrip() for text in lines)
