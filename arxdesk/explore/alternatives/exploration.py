"""The state of Explore, shared by all its views: one selection, one filter, one order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.core.document import Document
from arxdesk.core.values.results import RunningSearch
from arxdesk.explore.alternatives.classification import CLASSIFYING, Classification
from arxdesk.explore.alternatives.emphasis import Emphasis
from arxdesk.explore.alternatives.single_looks import CHECKING, SingleLooks
from arxdesk.explore.alternatives.updates import Updates
from arxdesk.explore.alternatives.work import explore, state_of
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.exploration.sifting import Sifted, SortBy, Sorting
from arxdesk_engine.exploration.survey import ExplorationState
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.solution import Check

SIFTING = Activity(marked("Filtering transformations"))


class Exploration(QObject):
    """Gathers the known transformations during a search or a classification, and filters them.

    All work is done by `jobs`; the data that views read is immutable, except for rows that become known.
    """

    alternatives_changed = Signal()
    """The rows changed, or more is known of them. Comes before `sifted_changed`."""
    sifted_changed = Signal()

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        """The project that the results belong to."""
        self.jobs = jobs
        """The tasks of the views."""
        self.emphasis = Emphasis(self)
        self.classification = Classification(jobs, document.wishes, self)
        self._looks = SingleLooks(jobs, document.wishes, self._take_looks, self)
        self._gathering: Gathering | None = None
        self._live: RunningSearch | None = None
        self._sifted: Sifted | None = None
        self._sorting = Sorting()
        self._filters = document.job.explore.filters
        self._updates = Updates(self._sift, partial(jobs.is_running, SIFTING), self)
        self.emphasis.marked_changed.connect(self._sort_marked)
        self.classification.grown.connect(self._updates.request)
        self.classification.ended.connect(self._sift)
        document.result_changed.connect(self._take_result)
        document.explore_changed.connect(self._take_filters)
        if document.result is not None:
            self._take_result()

    def apply_selection(self) -> None:
        """Ask that the selected transformation be applied, where it may be."""
        check = self.document.selection
        if check is not None and check.anonymous and not self.document.locked:
            self.document.wishes.apply(check.levels)

    # Read by views

    @property
    def sifted(self) -> Sifted | None:
        """The transformations that pass the filters, in order; None before the first search."""
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
        """The active filters."""
        return self._filters

    @property
    def sorting(self) -> Sorting:
        """The order of the list and the tiles."""
        return self._sorting

    @property
    def is_searching(self) -> bool:
        """Whether the shown results come from a running search."""
        return self._live is not None

    @property
    def is_settled(self) -> bool:
        """Whether no work is under way: no search, classification, evaluation or filtering."""
        busy = any(self.jobs.is_running(kind) for kind in (SIFTING, CLASSIFYING, CHECKING))
        return not (busy or self.is_searching or self._updates.is_due or self._looks.is_waiting)

    @property
    def may_look(self) -> bool:
        """Whether single transformations can be evaluated: differential privacy shows the drawn one alone."""
        result = self.document.result
        return (
            self._gathering is not None
            and not self.is_searching
            and (result is None or result.policy.tells_alternatives)
        )

    # Called by views

    def select(self, levels: Levels | None) -> None:
        """Select a transformation in all views; evaluate it if that was not done."""
        alternatives = self.alternatives
        row = -1 if levels is None or alternatives is None else alternatives.row_of(levels)
        check = alternatives.check_of(row) if alternatives is not None and row >= 0 else None
        self.document.select(levels, check)
        if levels is not None and self.document.selection is None:
            self.look_at([levels])

    def sort(self, sorting: Sorting) -> None:
        """Show them in another order."""
        if sorting != self._sorting:
            self._sorting = sorting
            self._sift()

    def _sort_marked(self) -> None:
        if self._sorting.by is SortBy.MARKED:
            self._sift()

    def look_at(self, transformations: Sequence[Levels]) -> None:
        """Evaluate single transformations; known ones cost nothing. Answered by `alternatives_changed`."""
        if not self.may_look:
            return
        alternatives = self.alternatives
        if alternatives is None:
            return
        unknown = []
        for levels in transformations:
            row = alternatives.row_of(levels)
            known = alternatives.is_looked_at(row) if row >= 0 else levels not in alternatives.facts.lattice
            if not known:
                unknown.append(levels)
        if self._gathering is not None:
            self._looks.ask(self._gathering, unknown)

    # Called by the window

    def begin_search(self) -> None:
        """Start a search: pending work for the previous one is dropped."""
        self._begin()
        self.document.forget_checks()

    def follow(self, live: RunningSearch) -> None:
        """Show how far a search is."""
        self._live = live
        self._updates.request()

    def end_search(self) -> None:
        """End a search; if it left no result, the previous results come back."""
        was_shown, self._live = self._live is not None, None  # a result has taken its place already
        if was_shown:
            self.document.forget_checks()
        if was_shown or not self.jobs.is_running(SIFTING):
            self._sift()

    # Progress

    def _begin(self) -> None:
        self.classification.forget()
        self._looks.forget()

    def _take_result(self) -> None:
        result = self.document.result
        self._live = None
        if result is None:
            return
        if self._gathering is None or self._gathering.anonymizer is not result.anonymizer:
            self._begin()
            if self.emphasis.marked is not None:
                self.emphasis.mark(None)
        self._sift()

    def _take_filters(self) -> None:
        filters = self.document.job.explore.filters
        if filters != self._filters:
            self._filters = filters
            self._sift()

    def _sift(self) -> None:
        """Filter the known transformations."""
        self._updates.begin()
        state = state_of(self._live, self.document.result)
        if state is None:
            return
        work = partial(explore, state, self._gathering, self._filters, self._sorting, self.emphasis.marked)
        self.jobs.start(self, SIFTING, work, self._take_sifted, self.document.wishes.tell_failure)

    def _take_sifted(self, found: ExplorationState) -> None:
        self._gathering, self._sifted = found.gathering, found.sifted
        self.alternatives_changed.emit()
        self.sifted_changed.emit()
        if self.may_look and self.document.result is not None:
            self.classification.begin(found.gathering)
        self._look_at_selection()

    def _look_at_selection(self) -> None:
        selected, alternatives, result = self.document.selected, self.alternatives, self.document.result
        if selected is None or alternatives is None or result is None or self.document.selection is not None:
            return
        if selected in alternatives.facts.lattice:
            self.select(selected)
        else:  # it was selected in a search that has failed
            best = result.solution.best
            self.select(None if best is None else best.levels)

    def _take_looks(self, found: list[Check]) -> None:
        for check in found:
            if check.levels == self.document.selected:
                self.document.select(check.levels, check)
        self._sift()
