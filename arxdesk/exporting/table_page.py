"""The first page: the exported columns, and the treatment of removed records."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QHeaderView, QWidget

from arxdesk.core.state_sentence import WITHOUT_RECODING
from arxdesk.exporting.course import ExportCourse
from arxdesk.exporting.leaving_model import LeavingField, LeavingModel
from arxdesk.exporting.lines_card import LinesCard
from arxdesk.exporting.released_words import overlap_words, pending_words
from arxdesk.exporting.words import SHUFFLING, handed_out, removed_words, telling_words
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.role_cells import RoleDelegate
from arxdesk_engine.foundation.language import tr

_SIDE, _INDENT, _WIDEST = 272, 22, 172
_WIDTHS = ((LeavingField.NAME, 116), (LeavingField.ROLE, 152), (LeavingField.VALUES, 56))
DECIDE, LEAVE_OUT, RELEASES = "decide", "leave-out", "releases"


class TablePage(QWidget):
    """Columns are chosen here, and whether removed records stay; transformations are applied in Explore.

    `place_requested` carries the name of a column to decide about in Configure.
    """

    place_requested = Signal(str)

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = course
        facts, chosen = course.facts, course.choices
        self._lead = label("", "lead")
        self._rest = label(facts.summary, "dense", "2")
        self.model = LeavingModel(facts.columns, chosen.leave_out, self)
        self.columns = RecordsTable(tr("Exported columns"), two_line_header=False)
        self.message = Message()
        self.card = LinesCard(92)
        self.card.set_lines(facts.lines())
        self.removed = Segmented(tr("Removed records"), [("drop", tr("Leave out")), ("keep", tr("Keep, hidden"))])
        self.removed.set_value(chosen.suppressed)
        if facts.linked:
            self.removed.set_option_enabled("keep", False)
        self._removed_words = paragraph("", "caption", "3")
        self.shuffle = QCheckBox(tr("Shuffle the records"))
        self.shuffle.setChecked(chosen.shuffle)
        self.recoding = Message(
            "warn",
            tr("A step is left out."),
            tr("This is the table {without}. It is as safe; some detail is lost.", without=tr(WITHOUT_RECODING)),
        )
        self.recoding.setVisible(facts.misses_recoding)
        self.released = Message()
        self._lay_out()
        self.model.left_out_changed.connect(self._take)
        self.removed.chosen.connect(self._take)
        self.shuffle.toggled.connect(self._take)
        self.message.link_activated.connect(self._follow)
        self.released.link_activated.connect(course.ask_for_releases)
        course.changed.connect(self.refresh)
        course.compared.connect(self.show_released)
        self.refresh()
        self.show_released()

    def refresh(self) -> None:
        """Refresh after a change of choices."""
        facts, chosen = self._course.facts, self._course.choices
        self.removed.set_value(chosen.suppressed)
        with QSignalBlocker(self.shuffle):
            self.shuffle.setChecked(chosen.shuffle)
        self.model.set_left_out(chosen.leave_out)  # last: it emits a signal with all that is shown here
        self._lead.setText(handed_out(facts, chosen))
        self._removed_words.setText(removed_words(facts, chosen.suppressed))
        telling = facts.telling(chosen)
        self.message.setVisible(bool(telling))
        if telling:
            several = len(telling) > 1
            links = (
                (
                    f"{DECIDE}:{telling[0].name}",
                    tr("Decide about {name} in Configure", name=telling[0].name)
                    if several
                    else tr("Decide about it in Configure"),
                ),
                (LEAVE_OUT, tr("Leave them out") if several else tr("Leave it out")),
            )
            self.message.set_content("warn", *telling_words(telling, facts.result.records), links)

    def show_released(self) -> None:
        """Show what the table tells together with earlier releases, as soon as that is known."""
        course = self._course
        self.released.setVisible(bool(course.releases))
        if course.releases:
            told = pending_words(course.releases) if course.overlap is None else overlap_words(course.overlap)
            self.released.set_content(*told, ((RELEASES, tr("Show the releases")),))

    def _take(self, _value: object = None) -> None:
        self._course.change(
            leave_out=self.model.left_out, suppressed=self.removed.value, shuffle=self.shuffle.isChecked()
        )

    def _follow(self, link: str) -> None:
        if link == LEAVE_OUT:
            telling = [each.name for each in self._course.facts.telling(self._course.choices)]
            self.model.set_left_out({*self.model.left_out, *telling})
        else:
            self.place_requested.emit(link.partition(":")[2])

    def _lay_out(self) -> None:
        table = self.columns
        table.setModel(self.model)
        table.verticalHeader().hide()
        table.setFrameShape(QAbstractItemView.Shape.StyledPanel)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.horizontalHeader().setSectionResizeMode(LeavingField.SHOWS, QHeaderView.ResizeMode.Stretch)
        table.set_cell_delegate(LeavingField.ROLE, RoleDelegate(table))
        for section, width in _WIDTHS:
            table.fit_column(section, width, _WIDEST)
        middle = layouts.row((table, 1), self._side(), spacing=16)
        heading = layouts.column(self._lead, self._rest, spacing=2)
        layouts.column(heading, (middle, 1), self.message, self.recoding, self.released, spacing=12, inside=self)

    def _side(self) -> QWidget:
        side = QFrame()
        side.setFixedWidth(_SIDE)
        below = layouts.row(paragraph(tr(SHUFFLING), "caption", "3"), margins=(_INDENT, 0, 0, 0))
        layouts.column(
            self.card,
            12,
            label(tr("Removed records"), "dense", "2"),
            (self.removed, 0, Qt.AlignmentFlag.AlignLeft),
            self._removed_words,
            12,
            self.shuffle,
            below,
            layouts.STRETCH,
            spacing=4,
            inside=side,
        )
        return side
