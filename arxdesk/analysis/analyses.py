"""Analyses: questions of views are answered on workers, one after the other, and answers are kept."""

from __future__ import annotations

import bisect
import itertools
from collections import OrderedDict, deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from arxdesk.analysis.request import Request
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.timing import Debounce
from arxdesk_engine.analysis.tables import AnalyzedTable, InputTable, OutputTable
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked

ANALYZING = Activity(marked("Analyzing"))
ANALYZING_LONG = Activity(marked("Analyzing at length"))
ANALYZING_BY_HAND = Activity(marked("Analyzing on request"))

MOST_ANSWERS = 200
LANES = (ANALYZING, ANALYZING_LONG, ANALYZING_BY_HAND)


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A question about a table."""

    table: AnalyzedTable
    request: Request[Any]

    @property
    def key(self) -> tuple[Hashable, Hashable]:
        """The key of equal questions."""
        return self.request, self.request.state(self.table)

    @property
    def lane(self) -> Activity:
        """The lane in which it is answered: quick questions do not wait for long ones."""
        if self.request.is_by_hand:
            return ANALYZING_BY_HAND
        return ANALYZING_LONG if self.request.is_long else ANALYZING


@dataclass(frozen=True, slots=True)
class _Answer:
    found: Any
    is_whole: bool


class Inquiry(QObject):
    """The current questions of one view. `changed` tells that an answer has come, or that none will."""

    changed = Signal()
    progressed = Signal(Progress)

    def __init__(self, analyses: Analyses, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._analyses = analyses
        self.number = analyses.next_number()
        """The number of inquiries before it."""
        self._wanted: dict[str, TableRequest] = {}
        self.found: dict[str, Any] = {}
        """The answers so far, by the names under which they were asked for."""
        self.error: UserError | None = None
        self.is_stopped = False
        """Whether a person has stopped it; then there may be partial answers, or none."""
        self.is_broken = False
        """Whether a defect has ended it."""

    @property
    def wanted(self) -> Mapping[str, TableRequest]:
        """The questions asked last."""
        return self._wanted

    @property
    def is_pending(self) -> bool:
        """Whether an answer is still to come."""
        has_ended = self.is_stopped or self.is_broken or self.error is not None
        return not has_ended and len(self.found) < len(self._wanted)

    def ask(self, wanted: Mapping[str, TableRequest]) -> None:
        """Want something else, or nothing; what is known already is there at once, in `found`, and not told of.

        A view that goes before its document does wants nothing any more."""
        self._wanted = dict(wanted)
        self.found, self.error, self.is_stopped, self.is_broken = {}, None, False, False
        self._analyses.take(self)

    def again(self) -> None:
        """Ask the same questions again, after a stop or a failure."""
        self.ask(self._wanted)

    def stop(self) -> None:
        """Stop; partial answers to questions of this view alone still arrive."""
        self._analyses.stop(self)

    def take(self, asked: TableRequest, found: object, *, is_whole: bool) -> bool:
        """Take an answer; False where nobody waits for it any more."""
        if asked.key not in (each.key for each in self.missing()):
            return False
        self.found |= {name: found for name, each in self._wanted.items() if each.key == asked.key}
        self.is_stopped = not is_whole
        self.changed.emit()
        return True

    def missing(self) -> list[TableRequest]:
        """The questions without an answer."""
        return [asked for name, asked in self._wanted.items() if name not in self.found] if self.is_pending else []


class Analyses(QObject):
    """Answers inquiries, at most one question of each lane at a time; what nobody wants any more is abandoned.

    Views that were made first are answered first: they are further up. Each is told of its answer in a turn of the
    event loop of its own, since drawing takes it time. Answers are kept while their tables are (`keep_only`), the last
    `MOST_ANSWERS` of them.
    """

    crashed = Signal(Exception)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._inquiries: list[Inquiry] = []  # in the order in which they were made
        self._numbers = itertools.count()
        self._answers: OrderedDict[tuple[Hashable, Hashable], Any] = OrderedDict()
        self._running: dict[Activity, TableRequest] = {}
        self._untold: deque[tuple[Inquiry, TableRequest, _Answer]] = deque()
        self._has_ended = False
        self._telling = QTimer(self)
        self._telling.setInterval(0)
        self._telling.timeout.connect(self._tell_next)
        # Later, since views that come to sight ask one after the other, and the last of them may be the uppermost.
        self._scheduling = Debounce(self._schedule, 0, self)

    def end(self) -> None:
        """End all work before the document goes."""
        self._has_ended = True
        self._inquiries.clear()
        self._untold.clear()
        self._answers.clear()
        self._telling.stop()
        self._scheduling.stop()
        for lane in tuple(self._running):
            del self._running[lane]
            self._jobs.abandon(lane)

    def next_number(self) -> int:
        """The number of one more inquiry."""
        return next(self._numbers)

    def take(self, inquiry: Inquiry) -> None:
        """Take the new questions of an inquiry."""
        if not isValid(self) or self._has_ended:  # a view that goes after its document
            return
        if inquiry in self._inquiries:
            self._inquiries.remove(inquiry)
        if inquiry.wanted:
            bisect.insort(self._inquiries, inquiry, key=attrgetter("number"))
        for name, asked in inquiry.wanted.items():
            if asked.key in self._answers:
                self._answers.move_to_end(asked.key)
                inquiry.found[name] = self._answers[asked.key]
        self._scheduling.start()

    def stop(self, inquiry: Inquiry) -> None:
        """Stop an inquiry. Questions that others wait for go on."""
        keys = {asked.key for asked in inquiry.missing()}
        ends = [lane for lane, asked in self._running.items() if asked.key in keys and not self._others(asked, inquiry)]
        for lane in ends:
            self._jobs.stop(lane)
        if not ends:
            self._end(inquiry)

    def keep_only(self, tables: tuple[AnalyzedTable, ...]) -> None:
        """Forget what is known of other tables, which are large."""
        kept = set(map(id, tables))
        for key in [
            key for key in self._answers if isinstance(key[1], InputTable | OutputTable) and id(key[1]) not in kept
        ]:
            del self._answers[key]

    def _others(self, asked: TableRequest, inquiry: Inquiry) -> bool:
        return any(
            asked.key in (each.key for each in other.missing()) for other in self._inquiries if other is not inquiry
        )

    def _schedule(self) -> None:
        self._inquiries = [each for each in self._inquiries if isValid(each)]  # views may go while they wait
        found = {asked.key for _inquiry, asked, _answer in self._untold}
        missing = (asked for inquiry in self._inquiries for asked in inquiry.missing())
        waiting = [asked for asked in missing if asked.key not in found]
        keys = {asked.key for asked in waiting}
        for lane in LANES:
            running = self._running.get(lane)
            if running is not None and running.key not in keys:
                del self._running[lane]
                self._jobs.abandon(lane)
                running = None
            following = next((asked for asked in waiting if asked.lane is lane), None)
            if running is None and following is not None:
                self._begin(lane, following)

    def _begin(self, lane: Activity, asked: TableRequest) -> None:
        self._running[lane] = asked
        work = partial(_answer, asked)
        self._jobs.start(
            self, lane, work, partial(self._succeed, asked), partial(self._fail, asked), partial(self._report, asked)
        )

    def _succeed(self, asked: TableRequest, answer: _Answer) -> None:
        self._running.pop(asked.lane, None)
        if answer.is_whole:
            self._answers[asked.key] = answer.found
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
        self._untold.extend((inquiry, asked, answer) for inquiry in self._waiting_for(asked))
        if not self._telling.isActive():
            self._tell_next()
        self._schedule()  # after the view has drawn: another worker would hold it up

    def _tell_next(self) -> None:
        """Tell one view of one answer, unless it wants another one by now."""
        while self._untold:
            inquiry, asked, answer = self._untold.popleft()
            if isValid(inquiry) and inquiry.take(asked, answer.found, is_whole=answer.is_whole):
                break
        if self._untold:
            self._telling.start()
        else:
            self._telling.stop()

    def _fail(self, asked: TableRequest, error: Exception) -> None:
        self._running.pop(asked.lane, None)
        for inquiry in self._waiting_for(asked):
            if isinstance(error, UserError):
                inquiry.error = error
            else:
                inquiry.is_stopped, inquiry.is_broken = isinstance(error, Stopped), not isinstance(error, Stopped)
            inquiry.changed.emit()
        if not isinstance(error, UserError | Stopped):
            self.crashed.emit(error)
        self._schedule()

    def _report(self, asked: TableRequest, progress: Progress) -> None:
        for inquiry in self._waiting_for(asked):
            inquiry.progressed.emit(progress)

    def _waiting_for(self, asked: TableRequest) -> list[Inquiry]:
        waiting = (each for each in self._inquiries if isValid(each))
        return [each for each in waiting if asked.key in (other.key for other in each.missing())]

    def _end(self, inquiry: Inquiry) -> None:
        inquiry.is_stopped = True
        inquiry.changed.emit()
        self._schedule()


def _answer(asked: TableRequest, control: Control) -> _Answer:
    found = asked.request.run(asked.table, control)
    return _Answer(found, not control.stopped)
