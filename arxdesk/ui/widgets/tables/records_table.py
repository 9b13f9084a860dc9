"""A table view preset for very many rows."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QItemSelectionRange, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTableView, QWidget

from arxdesk.ui.widgets.tables.cells import CellDelegate
from arxdesk.ui.widgets.tables.column_header import ColumnHeader
from arxdesk.ui.widgets.tables.row_header import ROW_HEIGHT, RowHeader
from arxdesk_engine.foundation.language import tr

__all__ = ["ROW_HEIGHT", "RecordsTable", "RowHeader"]

MEASURED = 60  # rows; about as many as fit on a screen
COPY_LIMIT = 20_000  # cells; more would hold up the window and hardly fit into a mail or a sheet


class RecordsTable(QTableView):
    """A virtual table: uniform rows of 24 px, painted header, a focused column, and copying as tab-separated text."""

    copied = Signal(int, int)  # rows copied, rows selected

    def __init__(
        self,
        name: str = "",
        two_line_header: bool = True,
        parent: QWidget | None = None,
        *,
        header: ColumnHeader | None = None,
        row_header: RowHeader | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name or tr("Records"))
        self._cells = CellDelegate(self)
        self._delegates: list[CellDelegate] = [self._cells]
        self.setItemDelegate(self._cells)
        self._header = header or ColumnHeader(two_line_header)
        self.setHorizontalHeader(self._header)
        self._header.sectionPressed.disconnect()  # a click on the header means focus or sort, not "select a column"
        self._header.sectionEntered.disconnect()
        self.setVerticalHeader(row_header or RowHeader())
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    @property
    def header(self) -> ColumnHeader:
        """The header of the columns."""
        return self._header

    @property
    def focused_column(self) -> int:
        """The column tinted across header and cells, or -1."""
        return self._header.focused_section

    @focused_column.setter
    def focused_column(self, column: int) -> None:
        self._header.focused_section = column
        for delegate in self._delegates:
            delegate.focused_column = column
        self.viewport().update()

    def set_cell_delegate(self, column: int, delegate: CellDelegate) -> None:
        """Let a column be painted by a special delegate, such as LevelBarsDelegate or BarDelegate."""
        delegate.setParent(self)
        delegate.focused_column = self.focused_column
        self._delegates.append(delegate)
        self.setItemDelegateForColumn(column, delegate)

    def sizeHintForColumn(self, column: int) -> int:
        """Measure the visible rows only; while nothing is visible the base would measure every row."""
        model = self.model()
        first = max(0, self.rowAt(0))
        last = min(model.rowCount(), first + MEASURED) if model else first
        option = QStyleOptionViewItem()
        delegate = self.itemDelegateForColumn(column) or self.itemDelegate()
        widths = (delegate.sizeHint(option, model.index(row, column)).width() for row in range(first, last))
        return max(widths, default=-1)

    def fit_column(self, column: int, least: int, most: int) -> int:
        """Give a column the room of its title and of the cells in sight, at least and at most so many pixels; how many.

        Words in other languages are longer than in English.
        """
        needed = max(self._header.sectionSizeHint(column), self.sizeHintForColumn(column))
        width = min(most, max(least, needed))
        self.setColumnWidth(column, width)
        return width

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the visible cells."""
        for delegate in self._delegates:
            delegate.begin_paint()
        super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with the standard shortcut."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
            event.accept()
        else:
            super().keyPressEvent(event)

    def copy_selection(self) -> None:
        """Put the selected cells on the clipboard as tab-separated text and announce how many rows that were."""
        text, rows, wanted = self.selected_text()
        if wanted:
            QGuiApplication.clipboard().setText(text)
            self.copied.emit(rows, wanted)

    def selected_text(self) -> tuple[str, int, int]:
        """Return the selected cells as tab-separated text with column names, its rows, and how many are selected."""
        selection = self.selectionModel().selection() if self.selectionModel() else QItemSelection()
        ranges = [selection.at(place) for place in range(selection.count())]
        columns = self._selected_columns(ranges)
        if not columns:
            return "", 0, 0
        spans = _merged([(found.top(), found.bottom()) for found in ranges])
        wanted = sum(last - first + 1 for first, last in spans)
        model = self.model()
        lines = ["\t".join(_plain(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns)]
        room = max(1, COPY_LIMIT // len(columns))
        simple = len(ranges) == 1
        cell_at = _reader(model)
        for first, last in spans:
            for row in range(first, min(last + 1, first + room)):
                chosen = columns if simple else [c if _covers(ranges, row, c) else -1 for c in columns]
                lines.append("\t".join(_plain(cell_at(row, c)) if c >= 0 else "" for c in chosen))
            room -= min(room, last - first + 1)
        return "\n".join(lines), len(lines) - 1, wanted

    def _selected_columns(self, ranges: Sequence[QItemSelectionRange]) -> list[int]:
        found: set[int] = set()
        for each in ranges:
            found.update(range(each.left(), each.right() + 1))
        shown = [column for column in found if not self.isColumnHidden(column)]
        return sorted(shown, key=self._header.visualIndex)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the row spans sorted and without overlaps."""
    result: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(last, result[-1][1]))
        else:
            result.append((first, last))
    return result


def _covers(ranges: Sequence[QItemSelectionRange], row: int, column: int) -> bool:
    return any(r.top() <= row <= r.bottom() and r.left() <= column <= r.right() for r in ranges)


def _reader(model: QAbstractItemModel) -> Callable[[int, int], object]:
    """A function that reads a cell by row and column: through an index, which takes ten times as long, only if there
    is no other way."""
    direct: Callable[[int, int], object] | None = getattr(model, "value_at", None)
    return direct or (lambda row, column: model.data(model.index(row, column)))


def _plain(value: object) -> str:
    """Return a cell's text without the characters that separate cells and lines."""
    return "" if value is None else str(value).replace("\t", " ").replace("\r", " ").replace("\n", " ")


def widest_that_fits(needed: Sequence[int], room: int) -> int:
    """The greatest width to cut columns to so that all of them fit into so many pixels."""
    left, columns = room, len(needed)
    for width in sorted(needed):
        if width * columns > left:
            return left // columns
        left, columns = left - width, columns - 1
    return max(needed, default=room)
