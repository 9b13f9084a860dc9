"""The cells that contradict a type, with possible remedies."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QTableWidget, QTableWidgetItem, QWidget

from arxdesk.core.attributes import date_patterns, type_words
from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.buttons import dense_button, link_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.words import count, percent
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.preparation.retyping import TypeFit

WIDTH, ROWS = 400, 8
_SIDE = Qt.AlignmentFlag


class MisfitPopup(QFrame):
    """Opens under the row of the type; a click beside it, or Escape, leaves the column as it is."""

    missing_requested = Signal(TypeFit)
    another_format_requested = Signal(TypeFit)
    text_requested = Signal(TypeFit)
    records_requested = Signal(TypeFit)
    """The records with one of the values that do not fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("layer", "popup")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setFixedWidth(WIDTH)
        self._fit: TypeFit | None = None
        self.lead = label("", "body", "1", 600)
        self.sentence = WrappingLabel("", "dense", "2")
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName(tr("Values that do not fit"))
        for place, (name, side) in enumerate(((tr("Value"), _SIDE.AlignLeft), (tr("Cells"), _SIDE.AlignRight))):
            header = QTableWidgetItem(name)
            header.setTextAlignment(side | _SIDE.AlignVCenter)
            self.table.setHorizontalHeaderItem(place, header)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.horizontalHeader().setSectionResizeMode(0, self.table.horizontalHeader().ResizeMode.Stretch)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setFont(theme.font("dense"))
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.rest = label("", "caption", "3")
        self.missing = dense_button(tr("Read as missing"))
        self.another = dense_button("")
        self.keep = dense_button(tr("Keep as text"))
        self.records = link_button(tr("Show the records"))
        self.missing.clicked.connect(lambda: self._ask(self.missing_requested))
        self.another.clicked.connect(lambda: self._ask(self.another_format_requested))
        self.keep.clicked.connect(lambda: self._ask(self.text_requested))
        self.records.clicked.connect(lambda: self._ask(self.records_requested))
        self._lay_out()

    @property
    def fit(self) -> TypeFit | None:
        """The shown contradiction."""
        return self._fit

    def show_fit(self, fit: TypeFit, *, is_text: bool) -> None:
        """Show a contradiction; `is_text`: the column is read as text now."""
        self._fit = fit
        self.lead.setText(type_words.contradicting(fit.misfits, fit.type))
        said = tr(
            "{share} of the cells with content fit. Read as missing they become empty cells; the file stays as it is.",
            share=type_words.almost(fit.share),
        )
        self.sentence.setText(said)
        self.table.setRowCount(len(fit.values))
        for row, (value, cells) in enumerate(fit.values):
            self.table.setItem(row, 0, QTableWidgetItem(value))
            number = QTableWidgetItem(count(cells))
            number.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, 1, number)
        rows = min(max(len(fit.values), 1), ROWS)
        self.table.setFixedHeight(rows * self.table.verticalHeader().defaultSectionSize() + 30)
        self.rest.setText(type_words.shown_values(len(fit.values), fit.different))
        self.another.setVisible(fit.another_format is not None)
        if fit.another_format is not None:
            written = date_patterns.shown(fit.another_format)
            self.another.setText(
                tr_n(
                    fit.in_another,
                    "Also read {written} ({n} cell)",
                    "Also read {written} ({n} cells)",
                    written=written,
                )
            )
        self.missing.setEnabled(fit.fits > 0)
        self.missing.setToolTip("" if fit.fits else tr("Nothing would be left of the column."))
        self.keep.setText(tr("Keep as text") if is_text else tr("Read as text"))
        self.setAccessibleName(
            tr("{said}, {share} of the cells", said=self.lead.text(), share=percent(1.0 - fit.share))
        )
        self.adjustSize()

    def open_below(self, widget: QWidget) -> None:
        """Open under a widget."""
        place = widget.mapToGlobal(QPoint(0, widget.height() + 4))
        screen = widget.screen().availableGeometry()
        place.setX(max(screen.left(), min(place.x(), screen.right() - WIDTH)))
        self.move(place)
        self.show()
        (self.another if self.another.isVisible() else self.missing).setFocus()

    def _lay_out(self) -> None:
        row = layouts.row(self.missing, self.keep, layouts.STRETCH, spacing=8)
        below = layouts.row(self.rest, layouts.STRETCH, self.records)
        layouts.column(
            self.lead,
            self.sentence,
            self.table,
            below,
            (self.another, 0, Qt.AlignmentFlag.AlignLeft),
            row,
            spacing=8,
            margins=12,
            inside=self,
        )

    def _ask(self, request: SignalInstance) -> None:
        self.close()
        if self._fit is not None:
            request.emit(self._fit)
