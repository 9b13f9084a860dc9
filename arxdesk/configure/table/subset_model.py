"""The research subset of a document as ticks: its records, and the effect of a tick on the configuration."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.rows_words import WHY_OFF
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told, told_n
from arxdesk_engine.job.policy import CountedRecords
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.named_subsets import NamedSubset, named_subsets
from arxdesk_engine.preparation.subset import Included
from arxdesk_engine.preparation.ticking import Records, plain_base, tick_change, ticks, with_hand
from arxdesk_engine.privacy.model import SubsetModel

MOST_RANGES = 20_000
"""The most runs of records that can be ticked or cleared by hand; more belong into an expression or a file."""


class ResearchSubset(QObject):
    """Follows the document. `ticked` are its records once they are known; `changed` announces other ones.

    The initial subset may take long to find (`base_wanted`); the finder passes it to `take_base`.
    """

    changed = Signal()
    base_wanted = Signal(NamedSubset)
    too_many = Signal(int)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._base: Included | None = None
        self._base_settings: SubsetSettings | None = None
        self.ticked: Included | None = None
        document.subset_changed.connect(self.refresh)
        document.privacy_changed.connect(self.refresh)

    @property
    def named(self) -> NamedSubset | None:
        """The configured subset; None: all records."""
        return next(iter(named_subsets(self._document.job)), None)

    @property
    def settings(self) -> SubsetSettings:
        """The same as settings that a change can begin with."""
        named = self.named
        return SubsetSettings() if named is None else named.settings

    @property
    def reason_against(self) -> str:
        """Why no subset can be chosen now; "" where one can."""
        document = self._document
        if document.rows is not None:
            return tr("{reason}: all of them count.", reason=tr(WHY_OFF))
        match document.policy.counts:
            case CountedRecords.DRAW:
                return tr("Differential privacy draws a sample of the records itself.")
            case CountedRecords.SAMPLE:
                return tr("The job draws a random sample of the records already.")
        return tr("The search uses the table as it is.") if document.locked else ""

    def refresh(self) -> None:
        """Take over the configuration."""
        if self._document.policy.counts in (CountedRecords.DRAW, CountedRecords.SAMPLE):
            self._show(None)
            return
        named, records = self.named, self._document.dataset.records
        base = _base_of(self.settings)
        if named is None or _is_simple(base):
            self._base, self._base_settings = plain_base(records, base), base
        elif base != self._base_settings:
            self.base_wanted.emit(NamedSubset(named.place, base))
            return
        self._apply()

    def forget_base(self) -> None:
        """Find the records of an expression or a file again after values changed."""
        self._base_settings = None
        self.refresh()

    def take_base(self, settings: SubsetSettings, base: Included) -> None:
        """The records that a subset begins with are known."""
        if settings == _base_of(self.settings):
            self._base, self._base_settings = base, settings
            self._apply()

    def tick(self, records: Records, on: bool) -> None:
        """Add records to the subset or take them out, as one step."""
        is_known = self._base is not None and self._base_settings == _base_of(self.settings)
        if not is_known or self._base is None or self.ticked is None or self.reason_against:
            return
        change = tick_change(self._base, self.ticked, records, on, MOST_RANGES)
        if change is None:
            return
        if change.is_all or change.is_none:
            text = told("Tick all records" if on else "Clear all records")
            self.choose(SubsetSettings(base="all" if on else "none"), text)
            return
        if change.ranges > MOST_RANGES:
            self.too_many.emit(change.ranges)
            return
        # Copied without validation: lists made of masks cannot contradict each other.
        hand = {"include": change.include, "exclude": change.exclude}
        number = len(records)
        text = (
            told_n(number, "Tick {n} record", "Tick {n} records")
            if on
            else told_n(number, "Clear {n} record", "Clear {n} records")
        )
        self.choose(_base_of(self.settings).model_copy(update=hand), text)

    def invert(self) -> None:
        """Take the other records instead."""
        settings = self.settings
        turned: dict[str, object] = {"include": settings.exclude, "exclude": settings.include}
        if _is_simple(settings):
            turned["base"] = "none" if settings.base == "all" else "all"
        else:
            turned["invert"] = not settings.invert
        self.choose(settings.model_copy(update=turned), told("Invert the subset"))

    def choose(self, settings: SubsetSettings, text: str) -> None:
        """Make this the research subset, also of the models that named one themselves, as one step."""
        document = self._document
        everything = _is_simple(settings) and settings == SubsetSettings()
        privacy = tuple(
            model.model_copy(update={"subset": None}) if isinstance(model, SubsetModel) else model
            for model in document.job.privacy
        )
        after = {"subset": None if everything else settings, "privacy": privacy}
        if any(getattr(document.job, section) != value for section, value in after.items()):
            document.push(ChangeSections(document, after, text))

    def state_of(self, records: Sequence[int] | Records | None) -> bool | None:
        """Whether all of some records are ticked (None for the whole table); None where only some are."""
        if self.ticked is None:
            return True
        number, of = ticks(self.ticked, records)
        return None if 0 < number < of else number == of

    def _apply(self) -> None:
        base, settings = self._base, self.settings
        if base is None or self._base_settings != _base_of(settings):
            return
        self._show(with_hand(base, settings))

    def _show(self, ticked: Included | None) -> None:
        self.ticked = ticked
        self.changed.emit()


def _base_of(settings: SubsetSettings) -> SubsetSettings:
    return settings.model_copy(update={"include": "", "exclude": ""})


def _is_simple(settings: SubsetSettings) -> bool:
    return settings.select is None and settings.file is None and settings.random is None
