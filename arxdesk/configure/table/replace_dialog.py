"""Find and replace, with a preview of the changed values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QWidget,
)

from arxdesk.configure.table.replacements_model import Change, ReplacementsModel
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import in_parts

SIZE = QSize(640, 560)
_PAUSE = 200
_EVERYWHERE = marked("All columns")


class ReplaceDialog(FramedDialog):
    """Asks for a preview while typing (`preview_wanted`); once `show_preview` has answered, it can be accepted.

    `attribute` is the initial scope among all `names`; `find` the initial text.
    """

    preview_wanted = Signal()

    def __init__(
        self, names: Sequence[str], attribute: str, find: str | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Find and replace"))
        self.resize(SIZE)
        self._names = tuple(names)
        self.sought, self.by = QLineEdit(find or ""), QLineEdit()
        self.sought.setPlaceholderText(tr("Missing cells"))
        self.by.setPlaceholderText(tr("Missing"))
        self.where = QComboBox()
        self.where.addItems([*self._names, tr(_EVERYWHERE)])
        self.where.setCurrentIndex(self._names.index(attribute))
        self.where.setMaxVisibleItems(20)
        self.whole, self.case = QCheckBox(tr("Whole cell")), QCheckBox(tr("Match case"))
        self.whole.setChecked(True)
        self.case.setChecked(True)
        for field, name in ((self.sought, tr("Find")), (self.by, tr("Replace with")), (self.where, tr("In column"))):
            field.setAccessibleName(name)
        self._model = ReplacementsModel(self)
        self.table = RecordsTable(tr("Values that change"), two_line_header=False)
        self.table.setModel(self._model)
        self.table.verticalHeader().hide()
        self.table.setFrameShape(QAbstractItemView.Shape.StyledPanel)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setStretchLastSection(True)
        for section, width in enumerate((140, 170, 170)):
            self.table.setColumnWidth(section, width)
        self.message = Message("warn")
        self.message.hide()
        self.foot = DialogFoot(tr("Replace"))
        self._pause = Debounce(self.preview_wanted.emit, _PAUSE, self)
        self._lay_out()
        for edited in (self.sought.textChanged, self.by.textChanged, self.where.currentIndexChanged):
            edited.connect(self.wait_for_preview)
        for box in (self.whole, self.case):
            box.toggled.connect(self.wait_for_preview)
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self.foot.primary.setEnabled(False)
        if find is not None:
            self.by.setFocus()

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes to search."""
        index = self.where.currentIndex()
        return self._names if index == len(self._names) else (self._names[index],)

    def show_preview(self, changes: Sequence[Change], number: int, cells: int, notes: Sequence[str]) -> None:
        """Show the first of `number` changed values, and the consequences."""
        self._model.show_changes(changes)
        self.foot.primary.setEnabled(number > 0)
        merged = sum(change.merges for change in changes)
        if number:
            where = tr_n(cells, "{n} cell", "{n} cells")
            said = [tr_n(number, "{n} value in {cells}", "{n} values in {cells}", cells=where)]
            if merged:
                said.append(
                    tr_n(
                        merged,
                        "{n} is merged with what is there already",
                        "{n} are merged with what is there already",
                    )
                )
            self.foot.note.setText(in_parts(said))
        else:
            self.foot.note.setText(tr("Nothing changes."))
        self.message.setVisible(bool(notes))
        if notes:
            self.message.set_content("warn", tr("Please note."), " ".join(notes))

    def wait_for_preview(self) -> None:
        """Ask for a preview again, since the shown one is out of date."""
        self.foot.primary.setEnabled(False)
        self._pause.start()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        options = layouts.row(self.whole, self.case, layouts.STRETCH, spacing=16)
        form.addRow(label(tr("Find"), "dense", "2"), self.sought)
        form.addRow(label(tr("Replace with"), "dense", "2"), self.by)
        form.addRow(label(tr("In"), "dense", "2"), self.where)
        form.addRow(label("", "dense"), options)
        body = layouts.column(form, (self.table, 1), self.message, spacing=12, margins=(20, 20, 20, 16))
        layouts.column((body, 1), self.foot, spacing=0, inside=self)
