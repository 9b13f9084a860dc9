"""The subject of Quality and Risk, shared by all their views: two tables, thresholds, sides, selected records."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

from PySide6.QtCore import QObject, Signal

from arxdesk.analysis.analyses import Analyses, Inquiry
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.core.document import Document
from arxdesk.core.leaving import leaving_columns
from arxdesk.core.values.results import Result
from arxdesk.core.wishes import Wishes
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.shown.records import Mask
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.preparation.named_subsets import named_subsets

Sides = Literal["both", "before", "after"]


class Analysis(QObject):
    """The input and, once something is applied, the output. Before that the input is as Configure has it now; after,
    both are those of the search, until there is another.
    """

    subject_changed = Signal()
    """Other tables: everything is to be found anew, though some of it may be known."""
    sides_changed = Signal()
    records_changed = Signal()
    """Other records are to be shown, or all of them again."""

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._jobs = jobs
        self._analyses = Analyses(jobs, self)
        self._analyses.crashed.connect(document.wishes.tell_failure)
        self._sides: Sides = "both"
        self._records: FigureRecords | None = None
        self._input = InputTable(document.job, document.dataset)
        self._output: OutputTable | None = None
        self._last: OutputTable | None = None  # undo goes back to it
        document.applied_changed.connect(self._follow)
        document.result_changed.connect(self._follow)
        document.attributes_changed.connect(self._follow)
        document.subset_changed.connect(self._follow)
        document.person_changed.connect(self._follow)
        document.privacy_changed.connect(self._follow)
        self._follow()

    @property
    def document(self) -> Document:
        """The project that is analyzed."""
        return self._document

    @property
    def wishes(self) -> Wishes:
        """The actions that views can ask for."""
        return self._document.wishes

    @property
    def jobs(self) -> Jobs:
        """The jobs for other work of the views."""
        return self._jobs

    @property
    def input(self) -> InputTable:
        """The input table."""
        return self._input

    @property
    def output(self) -> OutputTable | None:
        """The output table; None while nothing is applied."""
        return self._output

    @property
    def tables(self) -> dict[str, InputTable | OutputTable]:
        """The tables there are, by "before" and "after"."""
        return {"before": self._input} | ({"after": self._output} if self._output is not None else {})

    @property
    def telling_columns(self) -> tuple[str, ...]:
        """The columns that are released unchanged and have nearly as many values as records."""
        return tuple(each.name for each in leaving_columns(self._document) if each.is_telling)

    def end(self) -> None:
        """End all analyses before the document goes."""
        self._analyses.end()

    def inquiry(self, parent: QObject) -> Inquiry:
        """An inquiry for a view."""
        return Inquiry(self._analyses, parent)

    @property
    def thresholds(self) -> Thresholds:
        """The accepted risks."""
        return self._document.job.analysis.thresholds

    def set_thresholds(self, thresholds: Thresholds) -> None:
        """Change the accepted risks."""
        self._document.set_thresholds(thresholds)

    @property
    def sides(self) -> Sides:
        """The sides that Risk shows; without an output the input alone."""
        return self._sides if self._output is not None else "before"

    def set_sides(self, sides: Sides) -> None:
        """Show one side, or both."""
        if sides != self._sides:
            self._sides = sides
            self.sides_changed.emit()

    @property
    def shown_records(self) -> FigureRecords | None:
        """The selected records; None: all of them."""
        return self._records

    def show_records(self, records: FigureRecords | None) -> None:
        """Show the records behind a figure in the tables of Quality, or all of them again."""
        if records != self._records:
            self._records = records
            self.records_changed.emit()

    def _follow(self, *_what: object) -> None:
        document = self._document
        applied, result = document.applied, document.result
        there = InputTable(document.job, document.dataset)
        if applied is not None and result is not None:
            there = InputTable(result.job, result.anonymizer.dataset, _drawn(result))
        old = self._input, self._output
        if _facts(there) != _facts(self._input):
            self._input = there
        if applied is None or result is None:
            self._output = None
        else:
            both = (each for each in (self._output, self._last) if each is not None)
            same = (each for each in both if each.applied is applied and each.input is self._input)
            self._output = next(same, None) or output_table(self._input, result, applied)
        if (self._input, self._output) != old:
            self._last = None
            if old[1] is not None and old[1].input is self._input and result is not None:
                self._last = old[1] if old[1].solution is result.solution else None
            kept = (self._input, self._output, self._last)
            self._analyses.keep_only(tuple(each for each in kept if each is not None))
            if self._records is not None and self._records.table not in self.tables.values():
                self.show_records(None)
            self.subject_changed.emit()


def output_table(before: InputTable, result: Result, applied: Applied) -> OutputTable:
    """The table that was applied, for the engine to analyze."""
    anonymizer = result.anonymizer
    return OutputTable(before, result.job, anonymizer.problem, anonymizer.hierarchies, result.solution, applied)


def _drawn(result: Result) -> Mask | None:
    """The records that a search has drawn, bool[records]; None where it draws none."""
    return result.anonymizer.problem.grouping.included if result.policy.draws_sample else None


def _facts(table: InputTable) -> Hashable:
    """The facts that make an input: its cells, its quasi-identifiers as judged, the records that count, and whose they
    are."""
    job, dataset = table.job, table.dataset
    settings = {name: job.settings_of(name) for name in dataset.names}
    quasi = ((name, each.coding) for name, each in settings.items() if each.role is Role.QUASI_IDENTIFYING)
    subsets = [subset.settings for subset in named_subsets(job)]
    of_job = job.data.person, job.data.per_person, job.sampling, table.policy.mechanism
    return repr((id(dataset), tuple(quasi), subsets, of_job, id(table.drawn)))
