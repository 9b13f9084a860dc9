"""What Explore shows of the transformations, shared by all its views: one selection, one filter, one order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Literal

from PySide6.QtCore import QObject, Signal

from arxdesk.core.document import Document
from arxdesk.core.values.results import Live
from arxdesk.explore.alternatives.work import explore, state_of
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.timing import Throttle
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration.alternatives import Alternatives, Mask
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.exploration.sifting import Sifted, SortBy, Sorting
from arxdesk_engine.exploration.survey import Explored
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.solution import Check

SIFTING = Activity("Filtering transformations")
CLASSIFYING = Activity("Classifying transformations")
CHECKING = Activity("Checking transformations")

Coloring = Literal["class", "score"]

PAUSE = 500
"""Milliseconds between two looks at a search or a classification that goes on."""
MOST_AT_ONCE = 64
"""So many transformations are looked at before what was found is shown."""


class Exploration(QObject):
    """Gathers what is known of the transformations while a search or a classification goes on, and sifts it.

    All work is done by `jobs`; what the views read is immutable but for rows that become known.
    """

    alternatives_changed = Signal()
    """Other rows, or more is known of them. Comes before `sifted_changed`."""
    sifted_changed = Signal()
    marked_changed = Signal()
    coloring_changed = Signal()
    classifying_changed = Signal()
    """It began, went on or ended."""
    failed = Signal(object)

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._jobs = jobs
        self._gathering: Gathering | None = None
        self._live: Live | None = None
        self._sifted: Sifted | None = None
        self._sorting = Sorting()
        self._filters = document.job.explore.filters
        self._marked: Mask | None = None
        self._coloring: Coloring = "class"
        self._wanted: dict[Levels, None] = {}  # in their order; whoever asks again finds them at once
        self._share: float | None = None
        self._is_stale = False
        self._classified: Anonymizer | None = None
        self._pause = Throttle(self._catch_up, PAUSE, self)
        document.result_changed.connect(self._take_result)
        document.explore_changed.connect(self._take_filters)
        if document.result is not None:
            self._take_result()

    def apply_selection(self) -> None:
        """Ask that the selected transformation be applied, where it may be."""
        check = self._document.selection
        if check is not None and check.anonymous and not self._document.locked:
            self._document.wishes.apply(check.levels)

    # What views read

    @property
    def jobs(self) -> Jobs:
        """What does the work of the views."""
        return self._jobs

    @property
    def document(self) -> Document:
        """The project whose results these are."""
        return self._document

    @property
    def sifted(self) -> Sifted | None:
        """Which transformations pass the filters, in which order; None before the first search."""
        return self._sifted

    @property
    def alternatives(self) -> Alternatives | None:
        """The transformations; None before the first search."""
        return None if self._sifted is None else self._sifted.alternatives

    @property
    def anonymizer(self) -> Anonymizer | None:
        """The problem that the transformations are of: that of the search that goes on, else that of the result."""
        return None if self._gathering is None else self._gathering.anonymizer

    @property
    def filters(self) -> Filters:
        """The filters in force."""
        return self._filters

    @property
    def sorting(self) -> Sorting:
        """The order of the list and the tiles."""
        return self._sorting

    @property
    def marked(self) -> Mask | None:
        """The rows that were marked, bool[n] of the alternatives; None for none. Rows beyond its end are not marked."""
        return self._marked

    @property
    def coloring(self) -> Coloring:
        """What the colours of transformations tell."""
        return self._coloring

    @property
    def classifying(self) -> float | None:
        """The share of the lattice that is classified; None where no classification runs."""
        return self._share

    @property
    def is_searching(self) -> bool:
        """Whether what is shown comes from a search that goes on."""
        return self._live is not None

    @property
    def is_settled(self) -> bool:
        """Whether nothing is on its way: no search is followed, nothing is classified, looked at or sifted."""
        busy = any(self._jobs.is_running(kind) for kind in (SIFTING, CLASSIFYING, CHECKING))
        return not (busy or self.is_searching or self._is_stale or self._wanted)

    @property
    def may_look(self) -> bool:
        """Whether single transformations can be looked at: differential privacy shows what was drawn, nothing else."""
        result = self._document.result
        return (
            self._gathering is not None
            and not self.is_searching
            and (result is None or result.policy.tells_alternatives)
        )

    # What views do

    def select(self, levels: Levels | None) -> None:
        """Select a transformation in all views; one that was not looked at is looked at."""
        alternatives = self.alternatives
        row = -1 if levels is None or alternatives is None else alternatives.row_of(levels)
        check = alternatives.check_of(row) if alternatives is not None and row >= 0 else None
        self._document.select(levels, check)
        if levels is not None and self._document.selection is None:
            self.look_at([levels])

    def set_filters(self, filters: Filters) -> None:
        """Show other transformations."""
        self._document.set_filters(filters)

    def sort(self, sorting: Sorting) -> None:
        """Show them in another order."""
        if sorting != self._sorting:
            self._sorting = sorting
            self._sift()

    def mark(self, rows: Mask | None) -> None:
        """Mark rows in all views, bool[n] of the alternatives, or none."""
        self._marked = None if rows is None or not rows.any() else rows
        self.marked_changed.emit()
        if self._sorting.by is SortBy.MARKED:
            self._sift()

    def set_coloring(self, coloring: Coloring) -> None:
        """Let the colours tell something else."""
        if coloring != self._coloring:
            self._coloring = coloring
            self.coloring_changed.emit()

    def look_at(self, transformations: Sequence[Levels]) -> None:
        """Find out about single transformations; what is known costs nothing. Comes with `alternatives_changed`."""
        if not self.may_look:
            return
        alternatives = self.alternatives
        if alternatives is None:
            return
        for levels in transformations:
            row = alternatives.row_of(levels)
            known = alternatives.is_looked_at(row) if row >= 0 else levels not in alternatives.facts.lattice
            if not known:
                self._wanted[levels] = None
        self._look_at_next()

    def stop_looking(self) -> None:
        """Nobody wants to see what was asked for and is not begun yet."""
        self._wanted.clear()

    def stop_classifying(self) -> None:
        """Leave the rest of the lattice as it is."""
        self._jobs.stop(CLASSIFYING)

    def classify(self) -> None:
        """Find out everything about the whole lattice, where it is small enough."""
        gathering, result = self._gathering, self._document.result
        if gathering is None or result is None or not gathering.is_whole or not self.may_look:
            return
        if self._classified is gathering.anonymizer or self._jobs.is_running(CLASSIFYING):
            return
        self._share = 0.0
        ended = partial(self._end_classifying, gathering.anonymizer)
        failed = partial(self._fail_classifying, gathering.anonymizer)
        self._jobs.start(self, CLASSIFYING, gathering.classify, ended, failed, self._show_classifying)
        self.classifying_changed.emit()

    # What the window does

    def begin_search(self) -> None:
        """A search begins: nobody waits for what belongs to the one before, nor is it told of the new one."""
        self._begin()
        self._document.forget_checks()

    def follow(self, live: Live) -> None:
        """Show how far a search is."""
        self._live = live
        self._catch_up_soon()

    def end_search(self) -> None:
        """The search is over; where it left no result what was shown before comes back."""
        was_shown, self._live = self._live is not None, None  # a result has taken its place already
        if was_shown:
            self._document.forget_checks()
        if was_shown or not self._jobs.is_running(SIFTING):
            self._sift()

    # How it goes on

    def _begin(self) -> None:
        for kind in (CLASSIFYING, CHECKING):
            self._jobs.abandon(kind)
        self._wanted.clear()
        self._share = None
        self._classified = None
        self.classifying_changed.emit()

    def _take_result(self) -> None:
        result = self._document.result
        self._live = None
        if result is None:
            return
        if self._gathering is None or self._gathering.anonymizer is not result.anonymizer:
            self._begin()
            if self._marked is not None:
                self.mark(None)
        self._sift()

    def _take_filters(self) -> None:
        filters = self._document.job.explore.filters
        if filters != self._filters:
            self._filters = filters
            self._sift()

    def _catch_up_soon(self) -> None:
        self._is_stale = True
        self._pause.request()

    def _catch_up(self) -> None:
        if not self._is_stale:
            return
        if self._jobs.is_running(SIFTING):
            self._pause.start()
        else:
            self._sift()

    def _sift(self) -> None:
        """Look at what is known now, through the filters."""
        self._is_stale = False
        state = state_of(self._live, self._document.result)
        if state is None:
            return
        work = partial(explore, state, self._gathering, self._filters, self._sorting, self._marked)
        self._jobs.start(self, SIFTING, work, self._take_sifted, self._fail)

    def _take_sifted(self, found: object) -> None:
        assert isinstance(found, Explored)  # noqa: S101 - tells the type checker what the worker returns
        self._gathering, self._sifted = found.gathering, found.sifted
        self.alternatives_changed.emit()
        self.sifted_changed.emit()
        if not self.is_searching and self._document.result is not None:
            self.classify()
        self._look_at_selection()

    def _look_at_selection(self) -> None:
        selected, alternatives, result = self._document.selected, self.alternatives, self._document.result
        if selected is None or alternatives is None or result is None or self._document.selection is not None:
            return
        if selected in alternatives.facts.lattice:
            self.select(selected)
        else:  # it was selected in a search that has failed
            best = result.solution.best
            self.select(None if best is None else best.levels)

    def _look_at_next(self) -> None:
        gathering = self._gathering
        if gathering is None or not self._wanted or self._jobs.is_running(CHECKING):
            return
        wanted = list(islice(self._wanted, MOST_AT_ONCE))
        for levels in wanted:
            del self._wanted[levels]
        self._jobs.start(self, CHECKING, partial(gathering.look_at, wanted), self._take_looks, self._fail)

    def _take_looks(self, found: object) -> None:
        assert isinstance(found, list)  # noqa: S101
        for check in found:
            if isinstance(check, Check) and check.levels == self._document.selected:
                self._document.select(check.levels, check)
        self._sift()
        self._look_at_next()

    def _show_classifying(self, progress: object) -> None:
        if isinstance(progress, Progress):
            self._share = progress.fraction
            self.classifying_changed.emit()
            self._catch_up_soon()

    def _end_classifying(self, anonymizer: Anonymizer, _nothing: object) -> None:
        self._share = None
        self._classified = anonymizer
        self.classifying_changed.emit()
        self._sift()

    def _fail_classifying(self, anonymizer: Anonymizer, error: object) -> None:
        self._share = None
        self._classified = anonymizer  # it would fail again
        self.classifying_changed.emit()
        self._fail(error)

    def _fail(self, error: object) -> None:
        self.failed.emit(error)
