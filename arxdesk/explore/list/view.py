"""The transformations as a list or as tiles; the selection is shared with all other views through the document."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.core.file_dialogs import ask_where_to_export_list
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.list import words as list_words
from arxdesk.explore.list.model import Listed, TransformationsModel
from arxdesk.explore.list.order import ListOrder
from arxdesk.explore.list.row_actions import RowActions
from arxdesk.explore.list.selection import ListSelection
from arxdesk.explore.list.table import TransformationsTable
from arxdesk.explore.list.tiles import Tiles
from arxdesk.explore.list.transformation_words import longest_levels
from arxdesk.explore.list.writing import ListWriting
from arxdesk.help.mark import help_mark
from arxdesk.ui.help_topics import LIST
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.frames.shortened_button import ShortenedButton
from arxdesk.ui.words import percent_fixed
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.explore import Filters

ANONYMIZE, RESET = marked("Anonymize"), marked("Reset them")


class ListView(Pane):
    """Sorts by any column; the current row is the document's selection."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(tr("Transformations"), parent=parent)
        self._exploration = exploration
        self._document = exploration.document
        self._shown: Sifted | None = None
        self._waits = self._searched = False
        self._pointer_inside = False
        self._told = ""
        self.model = TransformationsModel(self)
        self.table = TransformationsTable(self.model)
        self.tiles = Tiles(self.model, exploration)
        self._selection = ListSelection(self.model, self.table, self.tiles, exploration, self)
        self._order = ListOrder(self.table, exploration, self)
        self._actions = RowActions(self.model, self.table, exploration, self)
        self._writing = ListWriting(exploration, self)
        self._empty = EmptyState(tr(list_words.NOTHING_YET))
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
        self._selection.show()

    def export(self) -> None:
        """Ask for a file, then write the list in its order."""
        sifted = self._shown
        if sifted is None or self._writing.goes_on:
            return
        path = ask_where_to_export_list(self, Path(tr("{name} transformations.csv", name=self._document.name)))
        if path is not None:
            self._writing.write(sifted, path)

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
        before, chosen = bar.value(), self._selection.chosen()
        top = self.table.rowAt(0)
        first = self.model.levels_at(top) if continues and top > 0 else None
        listed = None
        if sifted is not None:
            listed = Listed(sifted.alternatives, sifted.order, sifted.places, sifted.latest, searching)
            self.table.set_attributes(len(sifted.alternatives.facts.names), longest_levels(sifted.alternatives.facts))
        self.table.set_searching(searching)
        self.model.show_listed(listed)
        self._order.show()
        self._show_page()
        self._selection.choose_again(chosen)
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

    def _show_page(self) -> None:
        sifted = self._shown
        if sifted is None or not len(sifted.order):
            nothing_yet = (
                (tr(list_words.SEARCHING),) if self._document.locked else (tr(list_words.NOTHING_YET), tr(ANONYMIZE))
            )
            passes = sifted is None or self._exploration.is_searching or not len(sifted.alternatives)
            self._empty.set_content(*(nothing_yet if passes else (tr(list_words.NONE_PASSES), tr(RESET))))
            self._stack.setCurrentWidget(self._empty)
        else:
            self._stack.setCurrentWidget(self.table if self._switch.value == "list" else self.tiles)

    def _show_caption(self) -> None:
        share, sifted = self._exploration.classification.share, self._exploration.sifted
        self._stop.setVisible(self._writing.goes_on or share is not None)
        self._stop.setAccessibleName(tr("Stop writing the list") if self._writing.goes_on else tr("Stop classifying"))
        if self._told:
            self.set_caption(self._told)
        elif share is not None:
            self.set_caption(tr("Classifying {share}", share=percent_fixed(share, 0)))
        elif self._waits:
            self.set_caption(tr(list_words.WAITING))
        else:
            searching = self._exploration.is_searching
            self.set_caption("" if sifted is None else list_words.caption(sifted, is_searching=searching))
            self.shorten_caption("" if sifted is None else list_words.first_words(sifted.sorting))

    def _show_buttons(self) -> None:
        self._compare.setEnabled(len(self.table.selected_rows()) == 2)
        self._export.setEnabled(self._shown is not None and len(self._shown.order) > 0 and not self._writing.goes_on)

    def _show_marked(self) -> None:
        self.model.show_marked(self._exploration.emphasis.marked)

    def _show_pins(self) -> None:
        shown = self._exploration.alternatives
        names = () if shown is None else shown.facts.names
        pins = [pin.levels for pin in self._document.job.explore.pins if set(pin.levels) == set(names)]
        self.model.show_pinned(frozenset(tuple(levels[name] for name in names) for levels in pins))

    # Actions

    def _act(self) -> None:
        """Run the action offered by the empty list."""
        if self._shown is None:
            self._document.wishes.anonymize()
        else:
            self._exploration.document.set_filters(Filters())

    def _tell_copied(self, copied: int, wanted: int) -> None:
        self._told = list_words.copied(copied, wanted)
        self._show_caption()

    def _tell_writing(self, told: str) -> None:
        self._told = told
        self._show_caption()
        self._show_buttons()

    def _forget_told(self) -> None:
        self._told = ""

    def _stop_work(self) -> None:
        if self._writing.goes_on:
            self._writing.stop()
        else:
            self._exploration.classification.stop()

    # Putting together

    def _lay_out_header(self) -> None:
        self.title.hide()  # the switch names the view
        self._switch = Segmented(tr("Show transformations as"), [("list", tr("List")), ("tiles", tr("Tiles"))])
        self.insert_first_widget(self._switch)
        self._stop = link_button(tr("Stop"))
        self._compare = ShortenedButton(tr("Compare two"), tr("Choose a second row with Ctrl+click"), "swap")
        self._export = ShortenedButton(tr("Export list..."), "", "export")
        for widget in (self._stop, self._compare, self._export, help_mark(LIST, tr("the list"))):
            self.add_header_widget(widget)
        self.shorten(self._export, self._compare)

    def _connect(self) -> None:
        exploration, table = self._exploration, self.table
        exploration.sifted_changed.connect(self._take_news)
        exploration.emphasis.marked_changed.connect(self._show_marked)
        exploration.classification.changed.connect(self._show_caption)
        self._document.selection_changed.connect(self._selection.show)
        self._selection.changing.connect(self._forget_told)
        self._writing.told.connect(self._tell_writing)
        self._document.explore_changed.connect(self._show_pins)
        self._document.lock_changed.connect(self._show_page)
        self._switch.chosen.connect(self.show_as)
        self._stop.clicked.connect(self._stop_work)
        self._compare.clicked.connect(self._selection.compare)
        self._export.clicked.connect(self.export)
        self._empty.action_triggered.connect(self._act)
        with QSignalBlocker(self.model):
            table.setSortingEnabled(True)
        self._order.show()
        self.model.sort_requested.connect(self._order.sort)
        table.selectionModel().currentRowChanged.connect(self._selection.select_current)
        table.selectionModel().selectionChanged.connect(self._show_buttons)
        table.confirmed.connect(self._actions.apply)
        table.pin_requested.connect(self._actions.toggle_pin)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._actions.open_menu)
        table.doubleClicked.connect(self._actions.apply)
        table.copied.connect(self._tell_copied)
        table.marked_first_requested.connect(self._order.sort_marked_first)
        self.tiles.current_changed.connect(self._selection.select)
        self.tiles.activated.connect(self._actions.apply)
        self.tiles.pin_requested.connect(self._actions.toggle_pin)
        self._stack.installEventFilter(self)

    def _take_news(self) -> None:
        if not self._writing.goes_on:
            self._told = ""
        self._show_pins()
        self.refresh()
