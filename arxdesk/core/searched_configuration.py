"""The configuration with its findings: the result, the selected and the applied transformation."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from arxdesk.core.configuration import Configuration
from arxdesk.core.freshness import SearchInputs
from arxdesk.core.table_state import Findings
from arxdesk.core.values.archived_files import Repoint
from arxdesk.core.values.declared import with_sample_of
from arxdesk.core.values.outputs import OutputCache
from arxdesk.core.values.provenance import SavedSnapshot
from arxdesk.core.values.results import Result
from arxdesk_engine.analysis.applied import Application, Applied
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.search.solution import Check


class SearchedConfiguration(Configuration):
    """Keeps results while the configuration changes; `result_is_current` tells whether they still belong to it."""

    result_changed = Signal()
    selection_changed = Signal()
    applied_changed = Signal()
    freshness_changed = Signal(bool)
    title_changed = Signal()
    application_wanted = Signal(Application)
    """It is to be applied again, and its output is no longer kept."""

    def __init__(
        self,
        job: Job,
        dataset: Dataset,
        hierarchies: Mapping[str, Hierarchy],
        parent: QObject | None = None,
        missing: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(job, dataset, hierarchies, parent, missing)
        self._posed: SearchInputs | None = None
        """The question of the result; a save may have moved its files."""
        self._expected: SearchInputs | None = None
        """The question of the running search or restoration."""
        self._kept: tuple[Outcome, SearchInputs] | None = None
        self._good: tuple[Result, SearchInputs, Applied] | None = None
        """Result and application before a search that found nothing; undoing its question restores them."""
        self._result: Result | None = None
        self._checks: ChainMap[Levels, Check] = ChainMap()
        """What was looked at by hand, and what the result knows."""
        self._selection: Levels | None = None
        self._applied: Applied | None = None
        self._wanted: Application | None = None
        self._outputs = OutputCache()
        self._was_current = True
        self._compared: tuple[tuple[object, ...], bool] | None = None
        """The question of the result and the configuration that it was compared with, and what came of it."""

    @property
    def outcome(self) -> Outcome | None:
        """What a search has found and what of it was applied, as a project keeps it; None where it does not belong to
        the configuration."""
        if self._result is not None:
            return self._result.outcome(self._applied) if self.result_is_current else None
        return self.unconfirmed

    @property
    def unconfirmed(self) -> Outcome | None:
        """What the file of the project says that a search has found, until it was looked at again; None where that
        does not belong to the configuration, for as long as it does not."""
        if self._kept is None or not self._kept[1].is_asked_by(self):
            return None
        return self._kept[0]

    def keep_outcome(self, outcome: Outcome | None) -> None:
        """The file says that a search has found this (None: what it says is not true). It is saved again, though it
        was not checked yet."""
        self._kept = None if outcome is None else (outcome, SearchInputs(self._job, self.dataset, self.hierarchies))

    def expect_result(self, job: Job | None = None) -> None:
        """A search of a job (None: the present one) begins; a save until its end may move the files that it names."""
        self._expected = SearchInputs(job or self._job, self.dataset, self.hierarchies)

    @property
    def result(self) -> Result | None:
        """What the last search left."""
        return self._result

    def set_result(self, result: Result) -> None:
        """Take over what a search left and select its best transformation."""
        if result.solution.best is not None:
            self._good = None
        elif self._result is not None and self._posed is not None and self._applied is not None:
            self._good = self._result, self._posed, self._applied
        self._result = result
        self._posed = self._expected or SearchInputs(result.job, result.anonymizer.dataset, self.hierarchies)
        self._expected, self._kept = None, None
        self._applied, self._wanted = None, None
        self._outputs.clear()
        self._checks = _known(result)
        self._selection = result.solution.best.levels if result.solution.best else None
        self.result_changed.emit()
        self.selection_changed.emit()
        self.applied_changed.emit()
        self._announce_freshness()

    @property
    def result_is_current(self) -> bool:
        """Whether the result belongs to the configuration as it is now, however it was reached.

        Many views ask in one turn, and nothing of a configuration is changed, only replaced: it is looked at once.
        """
        if self._posed is None:
            return True
        asked = self._posed, self._job, self.dataset, self._hierarchies
        if self._compared is None or any(one is not other for one, other in zip(asked, self._compared[0], strict=True)):
            self._compared = asked, self._posed.is_asked_by(self)
        return self._compared[1]

    @property
    def searched(self) -> Anonymizer | None:
        """The problem that the result solves, its job naming the files where they are now: after a save they may be
        in the archive, and nowhere else. It writes the rows, wherever they stay."""
        if self._result is None or self._posed is None:
            return None
        anonymizer, job = self._result.anonymizer, with_sample_of(self._posed.job, self._job)
        if anonymizer.job is job and anonymizer.rows is self.rows:
            return anonymizer
        return replace(anonymizer, job=job, rows=self.rows)

    @property
    def selected(self) -> Levels | None:
        """The transformation selected in all views; None when nothing is."""
        return self._selection

    @property
    def selection(self) -> Check | None:
        """What is known of the selected transformation; None when nothing is selected, or it was not checked yet."""
        return None if self._selection is None else self._checks.get(self._selection)

    def forget_checks(self) -> None:
        """A search, perhaps of other rules, begins or has failed: what is known of transformations is not of it."""
        self._checks = ChainMap()
        self.selection_changed.emit()

    def select(self, levels: Levels | None, check: Check | None = None) -> None:
        """Select a transformation, or none; `check` is what is known of it."""
        is_new = levels is not None and check is not None and levels not in self._checks
        if levels is not None and check is not None:
            self._checks.setdefault(levels, check)
        if levels != self._selection or is_new:
            self._selection = levels
            self.selection_changed.emit()

    @property
    def applied(self) -> Applied | None:
        """The applied transformation that Quality and Risk show; None before the first."""
        return self._applied

    @property
    def wanted(self) -> Application | None:
        """The application that is being recreated; None when there is none."""
        return self._wanted

    def set_applied(self, applied: Applied | None) -> None:
        """Take over an applied transformation, or none."""
        self._applied, self._wanted = applied, None
        if applied is not None:
            self._outputs.keep(applied)
        self.applied_changed.emit()

    def apply_again(self, application: Application | None) -> None:
        """Apply what was applied before, or nothing: at once where its output is kept, else when it is there again."""
        kept = None if application is None else self._outputs.of(application)
        if kept is not None or application is None:
            self.set_applied(kept)
        else:
            self._wanted = application
            self.application_wanted.emit(application)

    @property
    def findings(self) -> Findings:
        """All findings, for a step of undo."""
        return Findings(self._result, self._posed, self._good, self._checks, self._selection, self._applied)

    def _put_findings(self, findings: Findings) -> None:
        """Replace all findings without signals."""
        found = findings.settled(self._archived_files)
        self._kept = self._kept and (self._kept[0], self._kept[1].settled(self._archived_files))
        self._result, self._posed, self._good = found.result, found.posed, found.good
        by_hand, *known = found.checks.maps
        self._checks, self._selection, self._applied = ChainMap(dict(by_hand), *known), found.selection, found.applied
        self._expected = self._wanted = None
        self._outputs.clear()
        if found.applied is not None:
            self._outputs.keep(found.applied)
        self._was_current = self.result_is_current

    def _move_findings(self, kept: SavedSnapshot, repoint: Repoint) -> None:
        """Point findings to the archive, so that the result stays current."""
        self._posed = None if self._posed is None else self._posed.moved(kept, repoint)
        self._expected = None if self._expected is None else self._expected.moved(kept, repoint)
        if self._good is not None:
            self._good = self._good[0], self._good[1].moved(kept, repoint), self._good[2]
        if self._kept is not None:
            self._kept = self._kept[0], self._kept[1].moved(kept, repoint)

    def _take_change(self) -> None:
        super()._take_change()
        if self._good is not None and not self.result_is_current and self._good[1].is_asked_by(self):
            self._bring_back(*self._good)
        self._announce_freshness()

    def _bring_back(self, result: Result, posed: SearchInputs, applied: Applied) -> None:
        """Restore the result from before a failed search, since its configuration is back."""
        self._good = None
        self._result, self._posed, self._expected = result, posed, None
        self._applied, self._wanted = applied, None
        self._outputs.keep(applied)
        self._checks = _known(result)
        self._checks[applied.check.levels] = applied.check
        self._selection = applied.check.levels
        self.result_changed.emit()
        self.selection_changed.emit()
        self.applied_changed.emit()
        self.title_changed.emit()

    def _announce_freshness(self) -> None:
        current = self.result_is_current
        if current != self._was_current:
            self._was_current = current
            self.freshness_changed.emit(current)

    def _announce_title(self, _clean: bool = False) -> None:
        self.title_changed.emit()


def _known(result: Result) -> ChainMap[Levels, Check]:
    return ChainMap({}, result.checks)
