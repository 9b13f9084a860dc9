"""The pane of the selected transformation and the pinned ones."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.pins.pinning import Pinning
from arxdesk.explore.pins.selection_view import SelectionView
from arxdesk.explore.pins.view import PinsView
from arxdesk.help.mark import help_mark
from arxdesk.ui.help_topics import PINS
from arxdesk.ui.widgets.basics.tab_bar import TabBar
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.frames.shortened_button import ShortenedButton
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.job.explore import MOST_PINS
from arxdesk_engine.lattice.lattice import Levels

SELECTION, PINNED = 0, 1
PIN, UNPIN = marked("Pin"), marked("Unpin")


class SelectionPane(Pane):
    """Two tabs, and the button that pins the selection or takes its pin away."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self._document = exploration.document
        self.pinning = Pinning(exploration)
        self.selection_view = SelectionView(exploration)
        self.pins_view = PinsView(exploration, self.pinning)
        self.tabs = TabBar()
        self.tabs.setAccessibleName(tr("Selection or pinned"))
        self.tabs.setDocumentMode(True)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.addTab(tr("Selection"))
        self.tabs.addTab(tr_of("transformations", "Pinned"))
        self.pin = ShortenedButton(tr(PIN), "", "pin", leads=True)
        self.pin.clicked.connect(self.toggle_pin)
        self.title.hide()
        self.insert_first_widget(self.tabs)
        self.add_header_widget(self.pin)
        self.shorten(self.pin)
        self.add_header_widget(help_mark(PINS, tr("the selection and pins")))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.selection_view)
        self._stack.addWidget(self.pins_view)
        self.set_body(self._stack)
        self.setAccessibleName(tr("Selection and pins"))
        self.tabs.currentChanged.connect(self._show_tab)
        self._document.wishes.pin.connect(self._toggle)
        self._document.selection_changed.connect(self._show_pin)
        self._document.explore_changed.connect(self._show_pin)
        self._show_pin()

    def toggle_pin(self) -> None:
        """Pin the selection, or take its pin away."""
        selected = self._document.selected
        if selected is not None:
            self._toggle(selected)

    def _toggle(self, levels: Levels) -> None:
        self.pinning.toggle(levels)

    def show_pins(self) -> None:
        """Bring the pins to the front."""
        self.tabs.setCurrentIndex(PINNED)

    def _show_tab(self, tab: int) -> None:
        self._stack.setCurrentIndex(tab)
        if tab == PINNED:
            self.pins_view.refresh()

    def _show_pin(self) -> None:
        selected, number = self._document.selected, len(self.pinning.pins)
        none = tr_of("transformations", "Pinned")
        self.tabs.setTabText(PINNED, tr("Pinned {number}", number=count(number)) if number else none)
        pinned = selected is not None and self.pinning.place_of(selected) >= 0
        self.pin.set_words(tr(UNPIN) if pinned else tr(PIN))
        self.pin.setEnabled(selected is not None and (pinned or number < MOST_PINS))
        why = (
            tr("{most} are the most that can be pinned", most=count(MOST_PINS))
            if number >= MOST_PINS and not pinned
            else ""
        )
        self.pin.setAccessibleName(tr("Unpin the selection") if pinned else tr("Pin the selection"))
        what = tr("Remove the pin (Ctrl+B)") if pinned else tr("Keep it, with a title and a note (Ctrl+B)")
        self.pin.setToolTip(why or what)
