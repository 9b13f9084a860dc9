"""Attacks on what would be released, and the records behind their figures, as questions to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arxdesk.analysis.request import Request
from arxdesk.ui import words
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.attacks.lines import AttackLine, attack_lines, loss_line, nearest_line, people_lines
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.job.attackers import AttackerSettings

if TYPE_CHECKING:  # pandas is slow to import, and only workers need it
    from arxdesk_engine.attacks.column_sets import ColumnSet
    from arxdesk_engine.attacks.findings import Attacked, Figure
    from arxdesk_engine.attacks.reading import CandidateRows, ReadRelease


@dataclass(frozen=True, slots=True)
class ReadTrial(Request["ReadRelease"]):
    """What would be released, written where nobody else reads, and read as strangers would."""

    is_long: ClassVar[bool] = True

    def run(self, table: AnalyzedTable, control: Control) -> ReadRelease:
        """Write, read and remove it. Raises a UserError where the input cannot be read again; Stopped."""
        from arxdesk_engine.trial_release import read_trial  # noqa: PLC0415 - see above

        if not isinstance(table, OutputTable):
            raise TypeError("an input is not released")
        return read_trial(table.job, table.applied.output, control, source=table.input.dataset)


@dataclass(frozen=True, slots=True, eq=False)
class AttackFound:
    """What an attacker finds out, and the same in lines; None where a `fault` stands in the way."""

    attacked: Attacked | None
    lines: tuple[AttackLine, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class AttackBy(Request[AttackFound]):
    """What an attacker finds out; `least` candidates are not few."""

    is_long: ClassVar[bool] = True
    read: ReadRelease
    attacker: AttackerSettings
    least: int

    def run(self, table: AnalyzedTable, control: Control) -> AttackFound:
        """Attack. Columns that cannot be known with an error are told as a fault of this attacker. Raises Stopped."""
        del table
        try:
            found = self.read.by(self.attacker, self.least, control)
        except InvalidData as error:
            problem = error.problems[0]
            return AttackFound(None, (), f"{words.capitalized(problem.found)}. {problem.remedy}")
        return AttackFound(found, attack_lines(found, words.LOCAL))


@dataclass(frozen=True, slots=True)
class LossesBy(Request[tuple[AttackLine, ...]]):
    """What the release tells of people with several records, and of each secret beyond models of other people's."""

    is_long: ClassVar[bool] = True
    read: ReadRelease
    found: Attacked

    def run(self, table: AnalyzedTable, control: Control) -> tuple[AttackLine, ...]:
        """Learn the models. Raises Stopped."""
        del table
        found = self.read.measured(self.found, control)
        people = () if found.by_person is None else people_lines(found.by_person, words.LOCAL)
        near = () if found.nearest is None else (nearest_line(found.nearest, words.LOCAL),)
        return (*people, *(loss_line(each, words.LOCAL) for each in found.losses), *near)


@dataclass(frozen=True, slots=True)
class AttackBySets(Request["tuple[ColumnSet, ...]"]):
    """All sets of up to so many quasi-identifiers as attackers, the riskiest first."""

    is_long: ClassVar[bool] = True
    read: ReadRelease
    largest: int
    least: int

    def run(self, table: AnalyzedTable, control: Control) -> tuple[ColumnSet, ...]:
        """Attack by all of them. Raises Stopped."""
        del table
        return self.read.sets(self.largest, self.least, control)


@dataclass(frozen=True, slots=True)
class RecordsFound(Request[Rows]):
    """The records that a figure of an attack counts, in the release or `before`, in the input."""

    read: ReadRelease
    found: Attacked
    figure: Figure
    secret: str
    before: bool

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        return self.read.records_behind(self.found, self.figure, self.secret, before=self.before)


@dataclass(frozen=True, slots=True)
class CandidatesOf(Request["CandidateRows"]):
    """The released rows that a record can be."""

    read: ReadRelease
    attacker: AttackerSettings
    record: int

    def run(self, table: AnalyzedTable, control: Control) -> CandidateRows:
        """Find them. Raises Stopped."""
        del table
        control.raise_if_stopped()
        return self.read.candidates_of(self.attacker, self.record)
