"""The transformations that were pinned: chosen, named, annotated, ordered, compared."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QMenu, QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.pins.model import PinCard, PinsModel
from arxdesk.explore.pins.pinning import Pinning
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button, link_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.tables.pin_cards import PinList
from arxdesk.ui.words import count, score
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.pins import levels_for
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.explore import Pin
from arxdesk_engine.lattice.lattice import Levels

NOTHING_YET = marked("Nothing pinned yet. Pin a transformation to keep it with a note.")
OF_OTHERS = marked("For other quasi-identifiers")
OUTSIDE = marked("outside the limits of levels")
NOT_SEEN = marked("not checked yet")
FOOT = 32


class PinsView(QWidget):
    """A card for each pin; the current one is the selection of all views."""

    def __init__(self, exploration: Exploration, pinning: Pinning, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration, self._pinning = exploration, pinning
        self._document = exploration.document
        self._model = PinsModel(self)
        self._made: dict[int, tuple[Pin, PinCard]] = {}
        self._made_of: tuple[Alternatives | None, tuple[str, ...]] = (None, ())
        self.list = PinList(tr("Pinned transformations"))
        self.list.setModel(self._model)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.empty = EmptyState(tr(NOTHING_YET))
        self.sort, self.compare = link_button(tr("Sort by score")), link_button(tr("Compare two"))
        self.sort.setToolTip(tr("The best first"))
        self.compare.setToolTip(tr("Two pins side by side: choose the second with Ctrl"))
        self.remove = icon_button("trash", tr("Unpin the selection (Del)"))
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self.refresh()

    @property
    def model(self) -> PinsModel:
        """The model of the cards."""
        return self._model

    @property
    def current_place(self) -> int:
        """The place of the current pin, -1 without one."""
        return self.list.currentIndex().row()

    def refresh(self) -> None:
        """Show the pins with their known results."""
        place = self.current_place
        pins = self._pinning.pins
        self._model.show_cards(self._cards_of(pins))
        self._stack.setCurrentIndex(1 if pins else 0)
        if self.current_place < 0 <= place < len(pins) and self._pinning.levels_of(pins[place]) is None:
            self._choose(place)
        self._show_selection()
        self._look_at_pins()
        self._show_what_can_be_done()

    def move_current(self, step: int) -> None:
        """Move the current pin up (-1) or down (1)."""
        place = self.current_place
        if place >= 0 and 0 <= place + step < len(self._pinning.pins):
            self._move(place, place + step + (step > 0))

    def remove_selected(self) -> None:
        """Take the pins that are selected away."""
        self._pinning.remove(self.list.selected_rows())

    def compare_selected(self) -> None:
        """Ask to compare the two pins that are selected."""
        chosen = self._comparable()
        if len(chosen) == 2:
            self._document.wishes.compare(*chosen)

    def _cards_of(self, pins: tuple[Pin, ...]) -> list[PinCard]:
        """The cards of pins; cards already shown are rebuilt only if more is known."""
        state = (self._exploration.alternatives, self._pinning.names)
        known = self._made if state == self._made_of else {}
        made = {id(pin): known.get(id(pin)) or (pin, self._card(pin, state[1])) for pin in pins}
        self._made, self._made_of = made, state
        return [made[id(pin)][1] for pin in pins]

    def _card(self, pin: Pin, names: tuple[str, ...]) -> PinCard:
        levels = levels_for(pin, names)
        title = " ".join(pin.title.split()) or tr("Without a title")
        if levels is None:
            return PinCard(title, pin.note, None, (), "unknown", "", tr(OF_OTHERS))
        alternatives = self._exploration.alternatives
        if alternatives is None or alternatives.facts.names != names:
            heights = tuple(max(self._document.level_limits(name)[1], pin.levels[name]) for name in names)
            return PinCard(title, pin.note, levels, heights, "unknown", "", tr(NOT_SEEN))
        heights = alternatives.facts.heights
        return PinCard(title, pin.note, levels, heights, *_known(alternatives, levels))

    def _look_at_pins(self) -> None:
        """Have pins evaluated that are still unknown."""
        alternatives = self._exploration.alternatives
        if alternatives is None or alternatives.facts.names != self._pinning.names or not self.isVisible():
            return
        wanted = [card.levels for card in self._model.cards if card.remark == tr(NOT_SEEN) and card.levels is not None]
        if wanted and self._exploration.may_look and self._exploration.classification.share is None:
            self._exploration.look_at(wanted)

    def _choose(self, place: int) -> None:
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().setCurrentIndex(self._model.index(place), flags)

    def _show_selection(self) -> None:
        """Make the pin of the selection current, if there is one; other selected pins stay selected."""
        selected, place = self._document.selected, self.current_place
        cards = self._model.cards
        if 0 <= place < len(cards) and self.list.selectedIndexes() and cards[place].levels in (None, selected):
            return
        found = -1 if selected is None else next((n for n, card in enumerate(cards) if card.levels == selected), -1)
        if found < 0:
            self.list.selectionModel().clear()
        else:
            self._choose(found)
            self.list.scrollTo(self._model.index(found))

    def _follow_selection(self) -> None:
        place, cards = self.current_place, self._model.cards
        if 0 <= place < len(cards) and cards[place].levels is None:
            self.list.selectionModel().clear()  # something else was chosen elsewhere
        self._show_selection()

    def _take_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        levels = self._model.cards[index.row()].levels if index.isValid() else None
        if levels is not None and levels != self._document.selected and self._can_be_selected(levels):
            self._exploration.select(levels)

    def _can_be_selected(self, levels: Levels) -> bool:
        alternatives = self._exploration.alternatives
        return alternatives is not None and levels in alternatives.facts.lattice

    def _comparable(self) -> list[Levels]:
        cards = self._model.cards
        found = [cards[row].levels for row in self.list.selected_rows() if row < len(cards)]
        return [levels for levels in found if levels is not None and self._can_be_selected(levels)]

    def _show_what_can_be_done(self) -> None:
        rows = self.list.selected_rows()
        self.sort.setEnabled(len(self._model.cards) > 1)
        self.compare.setEnabled(len(rows) == 2 and len(self._comparable()) == 2)
        self.remove.setEnabled(bool(rows))

    def _move(self, place: int, before: int) -> None:
        after = before - (place < before)
        self._pinning.move(place, before)
        if after < len(self._model.cards):
            self._choose(after)

    def _apply_current(self) -> None:
        if self._document.selected is not None and self.current_place >= 0:
            self._exploration.apply_selection()

    def _show_menu(self, at: QPoint) -> None:
        index = self.list.indexAt(at)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Edit Title\tF2"), partial(self.list.edit, index))
        menu.addAction(tr("Edit Note"), self.list.edit_note)
        menu.addSeparator()
        selection = self._document.selection
        apply = menu.addAction(tr("Apply\tReturn"), self._apply_current)
        apply.setEnabled(selection is not None and selection.anonymous and not self._document.locked)
        menu.addAction(tr("Compare Two"), self.compare_selected).setEnabled(self.compare.isEnabled())
        menu.addSeparator()
        up = menu.addAction(tr("Move Up\tAlt+Up"), partial(self.move_current, -1))
        up.setEnabled(index.row() > 0)
        down = menu.addAction(tr("Move Down\tAlt+Down"), partial(self.move_current, 1))
        down.setEnabled(index.row() < len(self._model.cards) - 1)
        menu.addAction(tr("Unpin\tDel"), self.remove_selected)
        menu.popup(self.list.viewport().mapToGlobal(at))

    def _lay_out(self) -> None:
        rule, foot = QFrame(), QFrame()
        rule.setProperty("line", "horizontal")
        foot.setProperty("layer", "sunken")
        foot.setFixedHeight(FOOT)
        layouts.row(
            self.sort, self.compare, layouts.STRETCH, self.remove, spacing=16, margins=(12, 0, 8, 0), inside=foot
        )
        filled = QWidget()
        layouts.column(4, (self.list, 1), rule, foot, spacing=0, inside=filled)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(filled)
        layouts.column(self._stack, inside=self)

    def _connect(self) -> None:
        self._document.explore_changed.connect(self.refresh)
        self._document.result_changed.connect(self.refresh)
        self._document.selection_changed.connect(self._follow_selection)
        self._exploration.alternatives_changed.connect(self.refresh)
        self._model.title_edited.connect(self._pinning.rename)
        self._model.note_edited.connect(self._pinning.annotate)
        # Not before the view has ended its drop: it still holds on to the rows.
        self._model.moved.connect(self._move, Qt.ConnectionType.QueuedConnection)
        chosen = self.list.selectionModel()
        chosen.currentChanged.connect(self._take_current)
        chosen.selectionChanged.connect(self._show_what_can_be_done)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.sort.clicked.connect(self._pinning.sort_by_score)
        self.compare.clicked.connect(self.compare_selected)
        self.remove.clicked.connect(self.remove_selected)
        keys = {
            "Del": self.remove_selected,
            "Alt+Up": partial(self.move_current, -1),
            "Alt+Down": partial(self.move_current, 1),
            "Return": self._apply_current,
            "Enter": self._apply_current,
        }
        for key, work in keys.items():
            shortcut = QShortcut(QKeySequence(key), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(work)


def _known(alternatives: Alternatives, levels: Levels) -> tuple[str, str, str]:
    """Of a transformation: its state, its score, and how many records it removes; in words."""
    if levels not in alternatives.facts.lattice:
        return "unknown", "", tr(OUTSIDE)
    row = alternatives.row_of(levels)
    if row < 0:
        return "unknown", "", tr(NOT_SEEN)
    state = alternatives.state_name(row)
    if not alternatives.is_looked_at(row):
        return state, "", tr(NOT_SEEN)
    if state == "not":
        return state, "", tr("not anonymous")
    return (
        state,
        score(float(alternatives.score[row])),
        tr("{suppressed} removed", suppressed=count(int(alternatives.suppressed[row]))),
    )
