"""A card on the risk of a record: its groups before and after, with links to them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.work import GroupOfRecord
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.words import count
from arxdesk_engine.analysis.shown.record_groups import RecordGroup
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import tr, tr_n

MOST_VALUES, WIDTH, NAME = 12, 420, 140


def shown_group(group: RecordGroup, table: AnalyzedTable) -> FigureRecords:
    """The records of a group."""
    reason = reason_in(group.side, tr("in the group of record {record}", record=count(group.record + 1)))
    return FigureRecords(reason, table, GroupOfRecord(group.record), "quality")


class RecordRiskCard(QFrame):
    """A card that closes on Esc or a click elsewhere."""

    group_requested = Signal(RecordGroup)

    def __init__(
        self,
        record: int,
        groups: Sequence[RecordGroup],
        attributes: Sequence[str],
        tables: Sequence[Dataset],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("layer", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(WIDTH)
        column = layouts.column(
            label(tr("Why is record {record} at risk?", record=count(record + 1)), "body", "1", 600),
            spacing=8,
            margins=(16, 12, 16, 12),
            inside=self,
        )
        self.sentences = [
            words.unbroken(group.sentence(words.LOCAL)).replace("1 in ", "1\u00a0in\u00a0") for group in groups
        ]
        self.links = []
        for group, sentence in zip(groups, self.sentences, strict=True):
            column.addWidget(paragraph(sentence, "dense", "1"))
            if group.size:
                link = link_button(
                    tr("Show only this record")
                    if group.size == 1 and group.unit == "records"
                    else tr("Show the {records}", records=group.counted(group.size, words.LOCAL))
                )
                link.clicked.connect(partial(self._ask, group))
                self.links.append(link)
                row = layouts.row(link, layouts.STRETCH)
                layouts.nest(column, row)
        if attributes:
            column.addWidget(label(tr("What attackers may know"), "caption", "2"))
            layouts.nest(column, _values(record, attributes, tables))
        self.setAccessibleName(" ".join(self.sentences))

    def show_at(self, place: QPoint) -> None:
        """Open beside a place on the screen, wholly on it."""
        self.adjustSize()
        screen = QGuiApplication.screenAt(place) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        left = max(room.left(), min(place.x(), room.right() - self.width()))
        self.move(left, max(room.top(), min(place.y(), room.bottom() - self.height())))
        self.show()
        if self.links:
            self.links[0].setFocus()

    def _ask(self, group: RecordGroup, _checked: bool = False) -> None:
        self.group_requested.emit(group)
        self.close()


def _values(record: int, attributes: Sequence[str], tables: Sequence[Dataset]) -> QGridLayout:
    """The values of the record, before and after; of very many the first ones."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(2)
    for row, name in enumerate(attributes[:MOST_VALUES]):
        title = ElidedLabel(name, "caption", "3")
        title.setFixedWidth(NAME)
        grid.addWidget(title, row, 0)
        for place, table in enumerate(tables, 1):
            column = table[name]
            value = column.values[column.codes[record]] or tr("missing")
            grid.addWidget(ElidedLabel(value, "caption", "1" if place == len(tables) else "2"), row, place)
            grid.setColumnStretch(place, 1)
    if len(attributes) > MOST_VALUES:
        more = len(attributes) - MOST_VALUES
        grid.addWidget(label(tr_n(more, "and {n} more", "and {n} more"), "caption", "3"), MOST_VALUES, 0)
    return grid
