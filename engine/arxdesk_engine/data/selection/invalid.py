"""The error of the record-selection language: it shows the place, as text for people and as numbers for the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.foundation.errors import Problem, UserError, quoted
from arxdesk_engine.foundation.language import tr

_EXCERPT = 76


@dataclass(frozen=True, slots=True)
class SelectionFault:
    """One thing that is wrong in an expression: where it begins (from 1), what it is, what to do about it."""

    position: int
    found: str
    remedy: str


class InvalidSelection(UserError):
    """An expression that selects records is malformed or does not fit the table.

    `expression` is what was written; `positions` tells where each problem begins, in characters (code points) from 1,
    one more than there are characters being the end; `source` names the place of the expression in messages.
    """

    def __init__(self, expression: str, source: str, faults: Sequence[SelectionFault]) -> None:
        self.expression = expression
        self.positions = tuple(fault.position for fault in faults)
        super().__init__(_problem(expression, source, fault) for fault in faults)

    @property
    def position(self) -> int:
        """The position of the first problem."""
        return self.positions[0]

    @property
    def excerpt(self) -> str:
        """The line of the first problem, shortened, and below it a caret under the place."""
        before = printable(self.expression[: self.position - 1].rpartition("\n")[2])
        after = printable(self.expression[self.position - 1 :].partition("\n")[0])
        if len(before) > _EXCERPT // 2:
            before = "…" + before[1 - _EXCERPT // 2 :]
        room = _EXCERPT - len(before)
        if len(after) > room:
            after = after[: room - 1] + "…"
        return f"    {before}{after}\n    {' ' * len(before)}^"

    @property
    def message(self) -> str:
        """All problems, one a line, the first one with its excerpt."""
        first, *others = super().message.split("\n")
        return "\n".join([first, self.excerpt, *others])


def printable(text: str) -> str:
    """A stranger's text without what could drive a terminal; as long as before."""
    shown = (" " if sign.isspace() else sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return "".join(shown)


def shortened(text: str) -> str:
    """A stranger's text as a message repeats it: printable and shortened."""
    return quoted(printable(text))[1:-1]


def shown(text: str) -> str:
    """The expression in quotes."""
    return quoted(printable(text))


def _problem(expression: str, source: str, fault: SelectionFault) -> Problem:
    before = expression[: fault.position - 1]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    return Problem(
        tr("{source}, line {line}, column {column}", source=source, line=line, column=column), fault.found, fault.remedy
    )
