"""A release read beside the input that it was made of, ready to be attacked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.anonymity_loss import anonymity_loss
from arxdesk_engine.attacks.attackable import Attackable
from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.attacks.column_sets import ColumnSet, column_sets
from arxdesk_engine.attacks.earlier import EarlierRelease, table_of
from arxdesk_engine.attacks.findings import Attacked, Figure, RawFindings
from arxdesk_engine.attacks.found_people import found_people
from arxdesk_engine.attacks.inference import inference
from arxdesk_engine.attacks.linkability import linkability
from arxdesk_engine.attacks.membership import membership
from arxdesk_engine.attacks.nearest import nearest_rows
from arxdesk_engine.attacks.raw import InputAsRelease
from arxdesk_engine.attacks.refinement.attack import refine
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.findings import RefinementFindings
from arxdesk_engine.attacks.released_tables import read_released
from arxdesk_engine.attacks.second_release import SecondRelease, second_release
from arxdesk_engine.attacks.singling_out import FEW, singling_out
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.risk.intersection import THIS
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import categorical


@dataclass(frozen=True, slots=True, eq=False)
class CandidateRows:
    """Released rows, int64[candidates]; `labels` are the different ones of the columns that are shown of them."""

    table: AttackedTable
    rows: NDArray[np.int64]
    labels: Mapping[str, tuple[str, ...]]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are shown."""
        return tuple(self.labels)

    def text(self, place: int, column: str) -> str:
        """What the file shows of a column in one of the rows."""
        found = self.table.columns[column]
        return found.shown[int(found.labels[self.rows[place]])]


@dataclass(frozen=True, slots=True, eq=False)
class ReadRelease:
    """A release and its input, whatever somebody knows; `source` is the input."""

    job: Job
    source: Source
    table: AttackedTable

    @property
    def rows(self) -> int:
        """The rows of the release, those of removed records among them."""
        return self.table.rows + self.table.removed

    @property
    def records(self) -> int:
        """The records of the input that were to be shared."""
        return int(self.table.members.sum())

    @property
    def held_out(self) -> int:
        """The records of nobody among them."""
        return int(self.table.outside.sum())

    @property
    def scales(self) -> tuple[str, ...]:
        """The columns that somebody can know with an error."""
        return tuple(name for name, each in self.table.columns.items() if each.positions is not None)

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The quasi-identifiers that were released."""
        return tuple(name for name in self.source.quasi_identifiers if name in self.table.columns)

    def by(self, attacker: AttackerSettings, least: int = FEW, control: Control | None = None) -> Attacked:
        """What an attacker finds out whose columns the table has; `least` candidates are not few. Raises Stopped."""
        control = control or Control()
        table, raw, knows = self._known_by(attacker), self._input_known_by(attacker), attacker.knows
        out, who = singling_out(table, knows, least), membership(table, knows)
        control.raise_if_stopped()
        secrets = tuple(inference(table, knows, secret) for secret in attacker.secrets)
        control.raise_if_stopped()
        link = linkability(table, knows, attacker.other) if attacker.other else None
        would = tuple(inference(raw, knows, secret) for secret in attacker.secrets)
        return Attacked(attacker, out, who, secrets, RawFindings(singling_out(raw, knows, least), would), link)

    @property
    def places(self) -> NDArray[np.int64]:
        """The places of the members in the input, int64[members]."""
        return np.flatnonzero(self.table.members)

    def records_behind(
        self, found: Attacked, figure: Figure, secret: str = "", *, before: bool = False
    ) -> NDArray[np.int64]:
        """The places of the records that a figure counts, int64[n], in the order of the input."""
        return self.places[found.people(figure, secret, before=before)]

    def candidates_of(self, attacker: AttackerSettings, record: int) -> CandidateRows:
        """The released rows that a record can be, as anybody reads them."""
        names = tuple(dict.fromkeys((*attacker.secrets, *attacker.knows)))
        rows = self._known_by(attacker).rows_of(attacker.knows, record)
        columns = {name: self.table.columns[name] for name in names}
        shown = {name: np.unique(each.labels[rows]).tolist() for name, each in columns.items()}
        labels = {name: tuple(each.shown[code] for code in shown[name]) for name, each in columns.items()}
        return CandidateRows(self.table, rows, labels)

    def measured(self, found: Attacked, control: Control | None = None) -> Attacked:
        """The same with the anonymity loss of each secret, for which models learn from the input, people with several
        records, and nearest rows. Raises Stopped."""
        control = control or Control()
        losses = []
        for each in found.inferences:
            control.raise_if_stopped()
            losses.append(anonymity_loss(self.table, found.attacker.knows, each))
        control.raise_if_stopped()
        people = found_people(
            self._known_by(found.attacker), found.attacker.knows, found.singling_out, found.inferences
        )
        control.raise_if_stopped()
        near = nearest_rows(self.table, found.attacker.knows)
        return replace(found, losses=tuple(each for each in losses if each is not None), by_person=people, nearest=near)

    def sets(self, largest: int, least: int = FEW, control: Control | None = None) -> tuple[ColumnSet, ...]:
        """All sets of up to `largest` quasi-identifiers as attackers, the riskiest first. Raises Stopped."""
        return column_sets(self.table, self.quasi_identifiers, largest, least, control)

    def _known_by(self, attacker: AttackerSettings) -> AttackedTable:
        return self.table.known_with(attacker.error)

    def _input_known_by(self, attacker: AttackerSettings) -> Attackable:
        if not attacker.error:
            return InputAsRelease(self.table)
        return self.table.as_shared().known_with(attacker.error)

    def refined(self, choices: Choices) -> RefinementFindings | None:
        """What somebody concludes of the release who knows how it was made; None where that cannot be counted."""
        shown = {name: categorical(each.labels, each.shown) for name, each in self.table.columns.items()}
        return refine(self.source, shown, self.table.removed, choices)

    def together(
        self,
        attacker: AttackerSettings,
        earlier: Sequence[EarlierRelease],
        least: int = FEW,
        control: Control | None = None,
    ) -> SecondRelease | None:
        """What the release tells an attacker together with earlier ones; None without any.

        Raises InvalidData where a file has no column that the attacker knows; UnreadableFile; Stopped.
        """
        control, before = control or Control(), []
        for each in earlier:
            control.raise_if_stopped()
            table = self.beside(each)
            is_known = each.present is not None and bool(table.columns)
            if not is_known and not any(name in table.columns for name in attacker.knows):
                table.require(attacker.knows)
            before.append(table)
        names = (THIS, *(each.name for each in earlier))
        if not before:
            return None
        return second_release((self.table, *before), attacker.knows, attacker.secrets, least, names)

    def beside(self, earlier: EarlierRelease) -> AttackedTable:
        """Another release about the same people; its members are those who are known to be in it.

        Raises UnreadableFile or InvalidData.
        """
        if isinstance(earlier.content, Path):
            table = _read(self.job, self.source, earlier.content)
        else:
            table = AttackedTable.of(self.job, self.source, table_of(earlier.content))
        return table if earlier.present is None else replace(table, members=earlier.present)


def read_release(job: Job, release: Path, control: Control | None = None) -> ReadRelease:
    """Read the input of a job and a released file as strangers would.

    Records outside the sample or the research subset of the job are those held out; those of linked tables are the
    records of their join. Raises UnreadableFile, InvalidData; Stopped.
    """
    control = control or Control()
    control.report(Progress(tr("Reading the input")))
    source = Source.read(job, None)
    control.raise_if_stopped()
    control.report(Progress(tr("Reading the release")))
    table = _read(job, source, release)
    if not table.columns:
        table.require(source.quasi_identifiers)
    return ReadRelease(job, source, table)


def _read(job: Job, source: Source, release: Path) -> AttackedTable:
    return AttackedTable.of(job, source, read_released(job, release))
