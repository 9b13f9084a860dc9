"""The table of transformations: marks, pictures and pins, and columns that leave the score in sight."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QStyleOptionViewItem, QWidget

from arxdesk.explore.list.model import TITLES, ListColumn, TransformationsModel
from arxdesk.ui import theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.item_roles import MARKED_ROLE, PINNED_ROLE, WHOLE_ROLE
from arxdesk.ui.widgets.basics.quiet_focus import quiet_focus
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index, StateMarkDelegate
from arxdesk.ui.widgets.tables.level_bars import LevelBarsDelegate, level_bars_width
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.foundation.language import tr

MOST_COPIED = 300
"""Rows; to copy more would hold up the window, and exporting the list is the better way."""
WIDTHS = {
    ListColumn.STATE: 36,
    ListColumn.SCORE: 72,
    ListColumn.AT_BEST: 72,
    ListColumn.RISK: 94,
    ListColumn.AVERAGE_RISK: 102,
    ListColumn.REMOVED: 80,
    ListColumn.SHARE: 66,
    ListColumn.GROUPS: 74,
    ListColumn.FOUND: 84,
    ListColumn.PIN: 40,
}
_AROUND_TITLE, _ARROW = 18, 14
LEAST_LEVELS, LEAST_PICTURE, MOST_PICTURE = 120, 64, 140
MOST_LEVELS = 240
"""Levels that are longer are cut in the middle."""
MANY, WIDE_PICTURE = 40, 216
"""Above this number of attributes pictures have this width: two pixels for each of a hundred."""
ALWAYS = frozenset({ListColumn.STATE, ListColumn.LEVELS, ListColumn.SCORE})
OF_A_SEARCH = frozenset({ListColumn.AT_BEST, ListColumn.FOUND})
"""Columns shown during a search; otherwise hidden by default."""
AFTER_A_SEARCH = frozenset({ListColumn.SHARE, ListColumn.PIN})
ON_REQUEST = frozenset({ListColumn.AVERAGE_RISK})
FOLDED = (ListColumn.SHARE, ListColumn.GROUPS, ListColumn.FOUND, ListColumn.AT_BEST)
"""Hidden in this order where levels would be cut; the number of removed records implies their share."""


class _MarkDelegate(StateMarkDelegate):
    """The mark of the state; a line at the left where the row is marked."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        super().paint_content(painter, rect, index)
        if index.data(MARKED_ROLE):
            painter.fillRect(QRect(rect.left(), rect.top(), 4, rect.height()), theme.current().color("accent.line"))


class _LevelsDelegate(CellDelegate):
    """Draws the levels of very many attributes, elided in the middle."""

    elide_mode = Qt.TextElideMode.ElideMiddle
    asks_once = True


class _PinDelegate(CellDelegate):
    """Draws the pin of pinned rows, and a faint one in the selected row if it can be pinned."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        pinned = bool(index.data(PINNED_ROLE))
        if pinned or self.selected:
            place = QRectF(0, 0, 14, 14)
            place.moveCenter(QRectF(rect).center())
            paint_icon(painter, place, "pin", theme.current().color("accent" if pinned else "line.control"))

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(WIDTHS[ListColumn.PIN], 24)


class TransformationsTable(RecordsTable):
    """Several rows can be chosen; the current one is the selection of all views."""

    confirmed = Signal()
    """Return was pressed."""
    pin_requested = Signal(int)
    """The row to be pinned or unpinned."""
    marked_first_requested = Signal()

    def __init__(self, model: TransformationsModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Transformations"), two_line_header=False, parent=parent)
        self._choice: dict[ListColumn, bool] = {}
        self._searching = False
        self._attributes = 0
        self._least_levels = LEAST_LEVELS
        self._folded: frozenset[ListColumn] = frozenset()
        self._cells.asks_once = True
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAutoScroll(False)
        self.verticalHeader().hide()
        self.set_cell_delegate(ListColumn.STATE, _MarkDelegate())
        self.set_cell_delegate(ListColumn.LEVELS, _LevelsDelegate())
        self.set_cell_delegate(ListColumn.PICTURE, LevelBarsDelegate())
        self.set_cell_delegate(ListColumn.PIN, _PinDelegate())
        self.header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header.customContextMenuRequested.connect(self._open_menu)
        self.clicked.connect(self._click)
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, max(width, self._room_for_title(column)))
        self._show_columns()

    def set_searching(self, searching: bool) -> None:
        """Show the columns for a running search, or for a finished one."""
        if searching != self._searching:
            self._searching = searching
            self._show_columns()

    def set_attributes(self, attributes: int, longest: str = "") -> None:
        """Reserve the width for pictures of this many attributes, and for the longest text of levels."""
        needed = QFontMetrics(theme.font("dense")).horizontalAdvance(longest) + 20
        least = max(LEAST_LEVELS, min(MOST_LEVELS, needed))
        if (attributes, least) != (self._attributes, self._least_levels):
            self._attributes, self._least_levels = attributes, least
            full = level_bars_width(attributes) + 18
            width = min(max(full, LEAST_PICTURE), MOST_PICTURE) if attributes <= MANY else WIDE_PICTURE
            self.setColumnWidth(ListColumn.PICTURE, width)
            self._fit()

    def shows(self, column: ListColumn) -> bool:
        """Whether a column is shown: by the user's choice, else by default."""
        usual = column not in ON_REQUEST and column not in (AFTER_A_SEARCH if self._searching else OF_A_SEARCH)
        usual = usual and column not in self._folded
        return column in ALWAYS or self._choice.get(column, usual)

    def choose_column(self, column: ListColumn, shown: bool) -> None:
        """Show or hide a column from now on."""
        self._choice[column] = shown
        self._show_columns()

    def column_menu(self) -> QMenu:
        """The context menu of the header: visible columns, and the order by marks."""
        menu = QMenu(self)
        for column in ListColumn:
            if column not in ALWAYS:
                action = menu.addAction(tr(TITLES[column]))
                action.setCheckable(True)
                action.setChecked(self.shows(column))
                action.toggled.connect(partial(self.choose_column, column))
        menu.addSeparator()
        first = QAction(tr("Sort: marked first"), menu)
        first.triggered.connect(self.marked_first_requested)
        menu.addAction(first)
        return menu

    def selected_rows(self) -> list[int]:
        """The rows that are chosen, as few as are of use: no more than three."""
        rows: list[int] = []
        selection = self.selectionModel().selection()
        for place in range(selection.count()):
            span = selection.at(place)
            rows += range(span.top(), min(span.bottom(), span.top() + 2) + 1)
            if len(rows) > 2:
                break
        return sorted(set(rows))[:3]

    def selected_text(self) -> tuple[str, int, int]:
        """Whole rows as tab-separated text, with words for marks and without pictures."""
        selection = self.selectionModel().selection()
        spans = [(selection.at(place).top(), selection.at(place).bottom()) for place in range(selection.count())]
        columns = [column for column in ListColumn if column is not ListColumn.PICTURE and self.shows(column)]
        model, room = self.model(), MOST_COPIED
        lines = ["\t".join(tr(TITLES[column]) for column in columns)]
        for first, last in sorted(spans):
            for row in range(first, min(last, first + room - 1) + 1):
                cells = (model.index(row, column).data(WHOLE_ROLE) or "" for column in columns)
                lines.append("\t".join(map(str, cells)))
            room -= min(room, last - first + 1)
        wanted = sum(last - first + 1 for first, last in spans)
        return ("\n".join(lines), len(lines) - 1, wanted) if wanted else ("", 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter applies, P pins, Home and End go to the first and the last row."""
        key, plain = (
            event.key(),
            event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier),
        )
        last = self.model().rowCount() - 1
        if plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
        elif plain and key == Qt.Key.Key_P and self.currentIndex().isValid():
            self.pin_requested.emit(self.currentIndex().row())
        elif plain and key in (Qt.Key.Key_Home, Qt.Key.Key_End) and last >= 0:
            self.setCurrentIndex(self.model().index(0 if key == Qt.Key.Key_Home else last, ListColumn.LEVELS))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard that comes selects nothing."""
        with quiet_focus(self):
            super().focusInEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Levels take the room that is left."""
        super().resizeEvent(event)
        self._fit()

    def _click(self, index: Index) -> None:
        if index.column() == ListColumn.PIN:
            self.pin_requested.emit(index.row())

    def _open_menu(self, place: QPoint) -> None:
        menu = self.column_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.header.mapToGlobal(place))

    def _show_columns(self) -> None:
        self._fit()

    def _fit(self) -> None:
        for folded in range(len(FOLDED) + 1):
            self._folded = frozenset(FOLDED[:folded])
            others = sum(self._width_of(column) for column in ListColumn if column is not ListColumn.LEVELS)
            if self.viewport().width() - others >= self._least_levels:
                break
        for column in ListColumn:
            if self.isColumnHidden(column) is self.shows(column):
                self.setColumnHidden(column, not self.shows(column))
        self.setColumnWidth(ListColumn.LEVELS, max(self._least_levels, self.viewport().width() - others))

    def _room_for_title(self, column: ListColumn) -> int:
        title = self.model().headerData(column, Qt.Orientation.Horizontal)
        arrow = _ARROW if column is ListColumn.SCORE else 0  # the order that a search begins with
        return self.header.fontMetrics().horizontalAdvance(str(title)) + _AROUND_TITLE + arrow

    def _width_of(self, column: ListColumn) -> int:
        """The pixels of a column, also of one that is hidden now; 0 for one that is not to be shown."""
        if not self.shows(column):
            return 0
        if self.isColumnHidden(column) and column in WIDTHS:
            return max(WIDTHS[column], self._room_for_title(column))
        return self.columnWidth(column)
