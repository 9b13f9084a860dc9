"""What the release tells without an attacker who knows columns, as questions to the engine: rows that stand alone in
it, what the algorithm gives away, and what earlier releases tell together with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from arxdesk.analysis.request import Request
from arxdesk.core.session.saving_work import project_of
from arxdesk.core.values.provenance import Snapshot
from arxdesk.ui import words
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.projects.ledger import Ledger

if TYPE_CHECKING:  # pandas is slow to import, and only workers need it
    from arxdesk_engine.attacks.reading import ReadRelease

UNKNOWN_CHOICES = marked(
    "What the algorithm did says nothing here that can be counted: where chance chose, where people are counted or "
    "models look at more than the sizes of groups, and where values are aggregated."
)


@dataclass(frozen=True, slots=True)
class RowsAlone(Request[str]):
    """Combinations of labels that a single row of the release has, in a sentence."""

    is_long: ClassVar[bool] = True
    read: ReadRelease

    def run(self, table: AnalyzedTable, control: Control) -> str:
        """Look for them. Raises Stopped."""
        from arxdesk_engine.attacks.predicates import predicates  # noqa: PLC0415 - see above

        del table
        return predicates(self.read.table, control=control).sentence(words.LOCAL)


@dataclass(frozen=True, slots=True)
class ChoicesKnown(Request[tuple[str, ...]]):
    """What somebody concludes who knows the algorithm and what its report says, in sentences."""

    is_long: ClassVar[bool] = True
    read: ReadRelease
    anonymizer: Anonymizer = field(compare=False)

    def run(self, table: AnalyzedTable, control: Control) -> tuple[str, ...]:
        """Conclude it. Raises Stopped."""
        from arxdesk_engine.disclosed_choices import choices_of  # noqa: PLC0415 - see above

        if not isinstance(table, OutputTable):
            raise TypeError("an input is not released")
        control.report(Progress(tr("Attacking by what the algorithm did")))
        recoded = table.applied.recoded
        choices = choices_of(
            self.anonymizer, table.solution, table.applied.output, None if recoded is None else recoded.found
        )
        control.raise_if_stopped()
        found = None if choices is None else self.read.refined(choices)
        return (tr(UNKNOWN_CHOICES),) if found is None else tuple(each.strip() for each in found.sentences(words.LOCAL))


@dataclass(frozen=True, slots=True, eq=False)
class EarlierFound:
    """What the release tells together with earlier ones, in sentences; the places of the records that they narrow down
    together alone; and the names of releases that could not be compared."""

    sentences: tuple[str, ...]
    narrowed: Rows
    releases: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BesideEarlier(Request[EarlierFound]):
    """What an attacker finds out who has the earlier releases of the project as well."""

    is_long: ClassVar[bool] = True
    read: ReadRelease
    attacker: AttackerSettings
    least: int
    ledger: Ledger
    snapshot: Snapshot = field(compare=False)

    def run(self, table: AnalyzedTable, control: Control) -> EarlierFound:
        """Put them beside each other. Raises a UserError; Stopped."""
        from arxdesk_engine.attacks.attack import earlier_sentences  # noqa: PLC0415 - see above
        from arxdesk_engine.earlier_releases import releases_of  # noqa: PLC0415 - see above

        del table
        control.report(Progress(tr("Comparing with earlier releases")))
        kept, left_out = releases_of(project_of(self.snapshot, self.snapshot.trail))
        control.raise_if_stopped()
        names = tuple(each.name for each in kept)
        found = self.read.together(self.attacker, kept, self.least, control)
        if found is None:
            return EarlierFound((), self.read.places[:0], names, left_out)
        sentences = tuple(each.strip() for each in earlier_sentences(found, words.LOCAL))
        return EarlierFound(sentences, self.read.places[found.found.narrowed(self.least)], names, left_out)


@dataclass(frozen=True, slots=True)
class NarrowedRecords(Request[Rows]):
    """The records that several releases narrow down together alone."""

    found: EarlierFound

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        return self.found.narrowed
