"""The records behind a figure of an attack, beside the released rows that one of them can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from arxdesk.risk.attacks.targets_model import CandidatesModel, RecordsFoundModel
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.splitter import splitter
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.job.attackers import AttackerSettings

if TYPE_CHECKING:  # pandas is slow to import
    from arxdesk_engine.attacks.lines import AttackLine
    from arxdesk_engine.attacks.reading import CandidateRows

WIDEST = 180
MOST_COPIED = 10_000


class TargetsPage(QWidget):
    """Attacker, figure and side are chosen above; the link below shows the records in the tables."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.records, self.candidates = RecordsFoundModel(self), CandidatesModel(self)
        self.records_table = RecordsTable(tr("Records that are found"), two_line_header=False)
        self.candidates_table = RecordsTable(tr("Released rows that the record can be"), two_line_header=False)
        self.list = PagedList(self.records_table, tr("records"))
        self.released = PagedList(self.candidates_table, tr("released rows"))
        self.attacker, self.figure = ChoiceBox(tr("Attacker")), ChoiceBox(tr("Figure"))
        self.side = Segmented(tr("Where they are found"), (("before", tr("Before")), ("after", tr("After"))))
        self.side.set_value("after")
        self.note = paragraph("", "dense", "2")
        self.empty = paragraph("", "dense", "2")
        self.all_link = link_button("")
        self._shown: tuple[object, ...] = ()
        self._fitted: tuple[str, ...] = ()
        self._lay_out()

    @property
    def record(self) -> int | None:
        """The place of the record that is looked at."""
        return self.records.record_at(self.list.current_row)

    @property
    def is_before(self) -> bool:
        """Whether the records are those found in the input."""
        return self.side.value == "before"

    def offer(self, attackers: Sequence[str], lines: Sequence[AttackLine]) -> None:
        """Offer attackers by their places, and figures that count somebody in particular."""
        self.attacker.set_options([(str(place), name) for place, name in enumerate(attackers)])
        if not self.attacker.value and attackers:
            self.attacker.set_value("0")
        self.figure.set_options([(key_of(line), line.label) for line in lines if line.figure is not None])
        if not self.figure.value and self.figure.keys:
            self.figure.set_value(self.figure.keys[0])

    def show_records(self, rows: Rows | None, dataset: Dataset, attacker: AttackerSettings) -> None:
        """List records, places in the input, None while they are sought; the first of them is looked at."""
        shown = (id(rows), id(dataset), attacker)
        if shown == self._shown:
            return
        self._shown = shown
        with QSignalBlocker(self.list):
            self.records.set_records(rows, dataset, attacker.knows)
            self.list.show_row(0)
        self.records_table.resizeColumnsToContents()
        number = self.records.rowCount()
        self.all_link.setText(tr_n(number, "Show the {n} record", "Show the {n} records"))
        for part in (self.both, self.note, self.all_link):
            part.setVisible(number > 0)
        self.empty.setVisible(rows is not None and number == 0)
        self.empty.setText(
            tr("Nobody is counted here in the input.")
            if self.is_before
            else tr("Nobody is counted here in the release.")
        )

    def show_candidates(self, found: CandidateRows | None, attacker: AttackerSettings) -> None:
        """Show the released rows that the record can be, once they are found."""
        if found is not None and found is self.candidates.found:
            return
        self.candidates.set_candidates(found, attacker.secrets)
        if found is not None and found.columns != self._fitted:  # widths stay from record to record
            self._fitted = found.columns
            self.candidates_table.resizeColumnsToContents()
        self.note.setText("" if found is None else _sentence(found, attacker))

    def numbers(self) -> str:
        """The records, tab-separated, as far as they can be copied without a pause."""
        model = self.records
        more = model.rowCount() - MOST_COPIED
        lines = ["\t".join(heading.title for heading in model.headings)]
        lines += [
            "\t".join(model.text(row, column) or "" for column in range(model.columnCount()))
            for row in range(min(model.rowCount(), MOST_COPIED))
        ]
        return "\n".join([*lines, tr_n(more, "... and {n} more", "... and {n} more")] if more > 0 else lines)

    def _lay_out(self) -> None:
        self.list.set_model(self.records)
        self.released.set_model(self.candidates)
        for table in (self.records_table, self.candidates_table):
            table.verticalHeader().hide()
            table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
            table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
            table.header.setMaximumSectionSize(WIDEST)
            table.setMinimumWidth(120)
        left, right = QWidget(), QWidget()
        layouts.column(label(tr("Records as they are"), "caption", "2"), (self.list, 1), spacing=4, inside=left)
        released = label(tr("Released rows that the record can be"), "caption", "2")
        layouts.column(released, (self.released, 1), spacing=4, margins=(8, 0, 0, 0), inside=right)
        self.both = splitter(Qt.Orientation.Horizontal, [(left, 300), (right, 360)])
        choices = layouts.row((self.attacker, 1), (self.figure, 1), self.side, spacing=8)
        foot = layouts.row(self.all_link, 16, (self.note, 1))
        layouts.column(choices, self.empty, (self.both, 1), foot, layouts.STRETCH, spacing=8, inside=self)
        self.empty.hide()


def key_of(line: AttackLine) -> str:
    """What tells figures of an attacker apart."""
    return f"{line.figure} {line.secret}"


def _sentence(found: CandidateRows, attacker: AttackerSettings) -> str:
    """How many rows the record can be, and what they tell."""
    number = len(found.rows)
    if not number:
        return tr("No released row fits the record: it was removed, or its values were changed.")
    told = [tr_n(number, "The record can be {n} released row.", "The record can be {n} released rows.")]
    for secret in attacker.secrets:
        labels = found.labels[secret]
        if len(labels) == 1:
            told.append(
                tr_n(
                    number,
                    "It shows {secret} = {label}.",
                    "All show {secret} = {label}.",
                    secret=secret,
                    label=labels[0],
                )
            )
        else:
            told.append(
                tr_n(
                    len(labels),
                    "They show {n} value of {secret}.",
                    "They show {n} different values of {secret}.",
                    secret=secret,
                )
            )
    return " ".join(told)
