"""The transformations as a list or as tiles; the selection is shared with all other views through the document."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.core.file_dialogs import ask_where_to_export_list
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.lattice.node_menu import NodeMenu
from arxdesk.explore.list import words as list_words
from arxdesk.explore.list.model import ListColumn, Listed, TransformationsModel
from arxdesk.explore.list.table import TransformationsTable
from arxdesk.explore.list.tiles import Tiles
from arxdesk.explore.list.transformation_words import longest_levels
from arxdesk.explore.list.work import write_list
from arxdesk.help.mark import help_mark
from arxdesk.tasks.activity import WRITING
from arxdesk.tasks.task import Task
from arxdesk.ui.help_topics import LIST
from arxdesk.ui.widgets.basics.buttons import dense_button, link_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.words import percent_fixed
from arxdesk_engine.exploration.listing import WrittenList
from arxdesk_engine.exploration.sifting import Sifted, SortBy, Sorting
from arxdesk_engine.foundation.control import Progress, Stopped
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.lattice.lattice import Levels

ANONYMIZE, RESET = "Anonymize", "Reset them"
SORTED_BY = {
    ListColumn.STATE: SortBy.MARKED,
    ListColumn.LEVELS: SortBy.LEVELS,
    ListColumn.PICTURE: SortBy.HEIGHT,
    ListColumn.SCORE: SortBy.SCORE,
    ListColumn.AT_BEST: SortBy.LOWER_BOUND,
    ListColumn.RISK: SortBy.RISK,
    ListColumn.AVERAGE_RISK: SortBy.AVERAGE_RISK,
    ListColumn.REMOVED: SortBy.REMOVED,
    ListColumn.SHARE: SortBy.REMOVED,
    ListColumn.GROUPS: SortBy.CLASSES,
    ListColumn.FOUND: SortBy.FOUND,
}


class ListView(Pane):
    """Sorts by any column; the current row is the document's selection."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__("Transformations", parent=parent)
        self._exploration = exploration
        self._document = exploration.document
        self._shown: Sifted | None = None
        self._waits = self._searched = False
        self._pointer_inside = False
        self._follows = False
        self._writing: Task | None = None
        self._told = ""
        self.model = TransformationsModel(self)
        self.table = TransformationsTable(self.model)
        self.tiles = Tiles(self.model, exploration)
        self._empty = EmptyState(list_words.NOTHING_YET)
        self._stack = QStackedWidget()
        for page in (self._empty, self.table, self.tiles):
            self._stack.addWidget(page)
        self._stack.currentChanged.connect(self._hand_on_focus)
        self._hand_on_focus()
        self._lay_out_header()  # before the body, as the keyboard goes
        self.set_body(self._stack)
        self._connect()
        self._show_pins()
        self.refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the list or the tiles. Not by a focus proxy: Tab would skip the header."""
        super().focusInEvent(event)
        self._stack.setFocus(event.reason())

    def _hand_on_focus(self) -> None:
        page = self._stack.currentWidget()
        if page is not None:
            self._stack.setFocusProxy(page)

    @property
    def compare_button(self) -> QWidget:
        """Compares the two rows that are chosen."""
        return self._compare

    @property
    def export_button(self) -> QWidget:
        """The button that writes the list."""
        return self._export

    def refresh(self) -> None:
        """Show the filtered transformations; during a search, wait while the pointer is in the list."""
        sifted = self._exploration.sifted
        searching = self._exploration.is_searching
        grows = searching or self._exploration.classification.share is not None or (self._waits and not self._searched)
        self._waits = self._pointer_inside and grows and self._continues(sifted)
        if not self._waits:
            self._take(sifted)
        self._show_caption()

    def show_as(self, key: str) -> None:
        """Show the transformations as a "list" or as "tiles"."""
        self._switch.set_value(key)
        self._show_page()
        self._show_selection()

    def export(self) -> None:
        """Ask for a file, then write the list in its order."""
        sifted = self._shown
        if sifted is None or self._writing is not None:
            return
        path = ask_where_to_export_list(self, Path(f"{self._document.name} transformations.csv"))
        if path is None:
            return
        self._told = f"Writing {path.name}"
        work = partial(write_list, self._document.job, sifted.alternatives, sifted.order, path)
        self._writing = self._exploration.jobs.start(
            self, WRITING, work, self._take_written, self._fail_writing, self._show_writing
        )
        self._show_caption()
        self._show_buttons()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Apply a postponed refresh when the pointer leaves."""
        if event.type() == QEvent.Type.Enter:
            self._pointer_inside = True
        elif event.type() == QEvent.Type.Leave:
            self._pointer_inside = False
            if self._waits:
                self.refresh()
        return super().eventFilter(watched, event)

    # Showing

    def _take(self, sifted: Sifted | None) -> None:
        searching = self._exploration.is_searching
        continues = self._continues(sifted)
        is_another = not self._is_of_the_same(sifted) or (self._searched and not searching)
        self._shown, self._searched = sifted, searching
        bar = self.table.verticalScrollBar()
        before, chosen = bar.value(), [self.model.levels_at(row) for row in self.table.selected_rows()]
        top = self.table.rowAt(0)
        first = self.model.levels_at(top) if continues and top > 0 else None
        listed = None
        if sifted is not None:
            listed = Listed(sifted.alternatives, sifted.order, sifted.places, sifted.latest, searching)
            self.table.set_attributes(len(sifted.alternatives.facts.names), longest_levels(sifted.alternatives.facts))
        self.table.set_searching(searching)
        self.model.show_listed(listed)
        self._show_sorting()
        self._show_page()
        self._choose_again(chosen)
        self.table.doItemsLayout()  # else the bar has its new range only later
        if is_another:
            bar.setValue(0)
            self.table.scrollTo(self.table.currentIndex())  # nowhere, where nothing is selected
            self.tiles.set_current(self.table.currentIndex().row())
        else:
            moved = 0 if first is None else max(0, self.model.row_of(first)) - top
            bar.setValue(before + moved * self.table.rowHeight(0))
        self._show_buttons()

    def _is_of_the_same(self, sifted: Sifted | None) -> bool:
        """Whether these transformations belong to the shown problem."""
        shown = self._shown
        return sifted is not None and shown is not None and sifted.alternatives.facts is shown.alternatives.facts

    def _continues(self, sifted: Sifted | None) -> bool:
        """Whether these extend the shown transformations."""
        shown = self._shown
        return (
            self._is_of_the_same(sifted)
            and sifted is not None
            and shown is not None
            and (sifted.filters, sifted.sorting) == (shown.filters, shown.sorting)
        )

    def _choose_again(self, chosen: list[Levels]) -> None:
        """Restore the chosen rows that are still listed; the selection stays current."""
        selection, flags = self.table.selectionModel(), QItemSelectionModel.SelectionFlag
        rows = [self.model.row_of(levels) for levels in chosen]
        current = self.model.row_of(self._document.selected)
        self._follows = True
        if current >= 0:
            selection.setCurrentIndex(self.model.index(current, ListColumn.LEVELS), flags.ClearAndSelect | flags.Rows)
            for row in rows:
                if row >= 0:
                    selection.select(self.model.index(row, ListColumn.LEVELS), flags.Select | flags.Rows)
        self._follows = False
        self.tiles.set_current(current, in_sight=False)

    def _show_selection(self) -> None:
        """Go where the selection of all views is."""
        row = self.model.row_of(self._document.selected)
        self.tiles.set_current(row)
        if row == self.table.currentIndex().row():
            self.table.scrollTo(self.table.currentIndex())
            return
        self._follows = True
        if row < 0:
            self.table.selectionModel().clear()
        else:
            index, flags = self.model.index(row, ListColumn.LEVELS), QItemSelectionModel.SelectionFlag
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(index)
        self._follows = False
        self._show_buttons()

    def _show_page(self) -> None:
        sifted = self._shown
        if sifted is None or not len(sifted.order):
            nothing_yet = (list_words.SEARCHING,) if self._document.locked else (list_words.NOTHING_YET, ANONYMIZE)
            passes = sifted is None or self._exploration.is_searching or not len(sifted.alternatives)
            self._empty.set_content(*(nothing_yet if passes else (list_words.NONE_PASSES, RESET)))
            self._stack.setCurrentWidget(self._empty)
        else:
            self._stack.setCurrentWidget(self.table if self._switch.value == "list" else self.tiles)

    def _show_caption(self) -> None:
        share, sifted = self._exploration.classification.share, self._exploration.sifted
        self._stop.setVisible(self._writing is not None or share is not None)
        self._stop.setAccessibleName("Stop writing the list" if self._writing is not None else "Stop classifying")
        if self._told:
            self.set_caption(self._told)
        elif share is not None:
            self.set_caption(f"Classifying {percent_fixed(share, 0)}")
        elif self._waits:
            self.set_caption(list_words.WAITING)
        else:
            searching = self._exploration.is_searching
            self.set_caption("" if sifted is None else list_words.caption(sifted, is_searching=searching))

    def _show_sorting(self) -> None:
        """Show the sort arrow for the current order, also if another view has set it."""
        sorting, header = self._exploration.sorting, self.table.header
        shown = (
            ListColumn(header.sortIndicatorSection()) if 0 <= header.sortIndicatorSection() < len(ListColumn) else None
        )
        way = Qt.SortOrder.DescendingOrder if sorting.descending else Qt.SortOrder.AscendingOrder
        if shown is None or SORTED_BY.get(shown) is not sorting.by or header.sortIndicatorOrder() != way:
            column = next(each for each, by in SORTED_BY.items() if by is sorting.by)
            kept = shown if shown is not None and SORTED_BY.get(shown) is sorting.by else column
            with QSignalBlocker(header):
                header.setSortIndicator(kept, way)
            header.viewport().update()

    def _show_buttons(self) -> None:
        self._compare.setEnabled(len(self.table.selected_rows()) == 2)
        self._export.setEnabled(self._shown is not None and len(self._shown.order) > 0 and self._writing is None)

    def _show_marked(self) -> None:
        self.model.show_marked(self._exploration.emphasis.marked)

    def _show_pins(self) -> None:
        shown = self._exploration.alternatives
        names = () if shown is None else shown.facts.names
        pins = [pin.levels for pin in self._document.job.explore.pins if set(pin.levels) == set(names)]
        self.model.show_pinned(frozenset(tuple(levels[name] for name in names) for levels in pins))

    # Actions

    def _select_current(self) -> None:
        row = self.table.currentIndex().row()
        if row >= 0 and not self._follows:
            self._told = ""
            self._exploration.select(self.model.levels_at(row))

    def _select_tile(self, row: int) -> None:
        self._told = ""
        self._exploration.select(self.model.levels_at(row))

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        by = SORTED_BY.get(ListColumn(column)) if column >= 0 else SortBy.SCORE
        if by is None:
            self._show_sorting()  # pins have no order
        else:
            self._exploration.sort(Sorting(by, order == Qt.SortOrder.DescendingOrder))

    def _sort_marked_first(self) -> None:
        self._exploration.sort(Sorting(SortBy.MARKED))

    def _act(self) -> None:
        """Run the action offered by the empty list."""
        if self._shown is None:
            self._document.wishes.anonymize()
        else:
            self._exploration.document.set_filters(Filters())

    def _pin(self, row: int) -> None:
        self._document.wishes.toggle_pin(self.model.levels_at(row))

    def _open_menu(self, place: QPoint) -> None:
        """Open the context menu of a row, the same as for a node of the lattice."""
        index = self.table.indexAt(place)
        if not index.isValid():
            return
        check, levels = self._document.selection, self.model.levels_at(index.row())
        fits = check is not None and check.levels == levels and check.anonymous and not self._document.locked
        menu = NodeMenu(levels, fits, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.select_action.setVisible(False)  # a click has selected it
        menu.neighbours_action.setVisible(False)
        menu.bind(menu.pin_action, self._document.wishes.toggle_pin)
        menu.bind(menu.apply_action, self._apply_levels)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def _apply_levels(self, _levels: Levels) -> None:
        self._apply()

    def _apply_row(self, _index: QModelIndex) -> None:
        self._apply()

    def _tell_copied(self, copied: int, wanted: int) -> None:
        self._told = list_words.copied(copied, wanted)
        self._show_caption()

    def _apply(self, _row: int = -1) -> None:
        self._exploration.apply_selection()

    def _compare_two(self) -> None:
        rows = self.table.selected_rows()
        if len(rows) == 2:
            self._document.wishes.compare(*(self.model.levels_at(row) for row in rows))

    def _stop_work(self) -> None:
        if self._writing is not None:
            self._writing.stop()
        else:
            self._exploration.classification.stop()

    def _show_writing(self, progress: Progress) -> None:
        if progress.fraction is not None:
            self._told = f"{progress.activity}, {percent_fixed(progress.fraction, 0)}"
            self._show_caption()

    def _take_written(self, found: WrittenList) -> None:
        self._end_writing(list_words.written(found.transformations, found.path.name))

    def _fail_writing(self, error: Exception) -> None:
        stopped = isinstance(error, Stopped)
        self._end_writing("Stopped: nothing was written" if stopped else "")
        if not stopped:
            self._document.wishes.tell_failure(error)

    def _end_writing(self, told: str) -> None:
        self._writing, self._told = None, told
        self._show_caption()
        self._show_buttons()

    # Putting together

    def _lay_out_header(self) -> None:
        self.title.hide()  # the switch names the view
        self._switch = Segmented("Show transformations as", [("list", "List"), ("tiles", "Tiles")])
        self.insert_first_widget(self._switch)
        self._stop = link_button("Stop")
        self._compare = dense_button("Compare two")
        self._compare.setToolTip("Choose a second row with Ctrl+click")
        self._export = dense_button("Export list...")
        for widget in (self._stop, self._compare, self._export, help_mark(LIST, "the list")):
            self.add_header_widget(widget)

    def _connect(self) -> None:
        exploration, table = self._exploration, self.table
        exploration.sifted_changed.connect(self._take_news)
        exploration.emphasis.marked_changed.connect(self._show_marked)
        exploration.classification.changed.connect(self._show_caption)
        self._document.selection_changed.connect(self._show_selection)
        self._document.explore_changed.connect(self._show_pins)
        self._document.lock_changed.connect(self._show_page)
        self._switch.chosen.connect(self.show_as)
        self._stop.clicked.connect(self._stop_work)
        self._compare.clicked.connect(self._compare_two)
        self._export.clicked.connect(self.export)
        self._empty.action_triggered.connect(self._act)
        with QSignalBlocker(self.model):
            table.setSortingEnabled(True)
        self._show_sorting()
        self.model.sort_requested.connect(self._sort)
        table.selectionModel().currentRowChanged.connect(self._select_current)
        table.selectionModel().selectionChanged.connect(self._show_buttons)
        table.confirmed.connect(self._apply)
        table.pin_requested.connect(self._pin)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._open_menu)
        table.doubleClicked.connect(self._apply_row)
        table.copied.connect(self._tell_copied)
        table.marked_first_requested.connect(self._sort_marked_first)
        self.tiles.current_changed.connect(self._select_tile)
        self.tiles.activated.connect(self._apply)
        self.tiles.pin_requested.connect(self._pin)
        self._stack.installEventFilter(self)

    def _take_news(self) -> None:
        if self._writing is None:
            self._told = ""
        self._show_pins()
        self.refresh()
