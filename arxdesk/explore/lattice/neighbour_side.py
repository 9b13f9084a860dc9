"""The neighbours on one side of a transformation, as a row of cards with pages."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.explore.lattice.node_button import FRAME, NodeButton
from arxdesk.explore.lattice.viewport import CARD_HEIGHT, CARD_WIDTH
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.words import count
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.neighbours import Neighbour, Side, neighbours_of
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.lattice.lattice import Levels

SPACE = 5.0
"""The least number of pixels between two cards."""
WIDEST_PITCH = 108.0


class NeighbourSide(QObject):
    """Keeps the order, the page and the buttons of one side; the view around it places and draws them."""

    turned = Signal()
    """The page has changed."""

    def __init__(self, side: Side, view: QWidget) -> None:
        super().__init__(view)
        self.side = side
        self.buttons: list[NodeButton] = []
        self.neighbours: list[Neighbour] = []
        self._view = view
        self._page, self._per_page = 0, 1
        self.pitch = WIDEST_PITCH
        """Pixels from one card to the next."""
        words = tr("more general") if side == "above" else tr("more detailed")
        self.caption = ElidedLabel("", "dense", "2")
        self.caption.in_parts = True
        self.caption.setToolTip(tr("The height is the sum of all levels: the higher, the coarser"))
        self.previous_button = icon_button(
            "chevron-left", tr("Previous neighbours, {words} (Ctrl+PageUp)", words=words)
        )
        self.next_button = icon_button("chevron-right", tr("Next neighbours, {words} (Ctrl+PageDown)", words=words))
        self.range_label = label("", "dense", "2")
        self.pager = QWidget(view)
        layouts.row(self.previous_button, self.range_label, self.next_button, spacing=2, inside=self.pager)
        self.previous_button.clicked.connect(self._go_back)
        self.next_button.clicked.connect(self._go_on)

    @property
    def page(self) -> int:
        """The number of the visible page, from 0."""
        return self._page

    @property
    def pages(self) -> int:
        """The number of pages; at least one."""
        return max(1, -(-len(self.neighbours) // self._per_page))

    @property
    def shown(self) -> list[Neighbour]:
        """The neighbours on the page."""
        first = self._page * self._per_page
        return self.neighbours[first : first + self._per_page]

    def set_middle(self, alternatives: Alternatives, levels: Levels, *, keep_order: bool) -> None:
        """Take the neighbours of a transformation, best first, or in the order in which they were."""
        found = neighbours_of(alternatives, levels, self.side)
        if keep_order:
            places = {each.attribute: place for place, each in enumerate(self.neighbours)}
            found.sort(key=lambda each: places.get(each.attribute, len(places)))
        else:
            self._page = 0
        self.neighbours = found

    def set_room(self, width: float) -> None:
        """Show as many as fit; the first one that was shown stays in sight."""
        first = self._page * self._per_page
        self._per_page = max(1, int((width - 2 * SPACE + SPACE) // (CARD_WIDTH + SPACE)))
        self._page = min(first // self._per_page, self.pages - 1)

    def go_to_page(self, page: int) -> None:
        """Turn to a page."""
        page = min(max(0, page), self.pages - 1)
        if page != self._page:
            self._page = page
            self.turned.emit()

    def make_room(self) -> list[NodeButton]:
        """Create missing buttons for the page; returns the new ones."""
        made = []
        while len(self.buttons) < len(self.shown):
            button = NodeButton(self._view)
            button.resize(round(CARD_WIDTH) + 2 * FRAME, round(CARD_HEIGHT) + 2 * FRAME)
            self.buttons.append(button)
            made.append(button)
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(self.shown))
        return made

    def place(self, width: float, top: float) -> list[QRectF]:
        """Lay out the buttons in a row whose cards start at `top`; returns the cards."""
        number = len(self.shown)
        self.pitch = min(WIDEST_PITCH, max(CARD_WIDTH + SPACE, (width - CARD_WIDTH - 2 * SPACE) / max(1, number - 1)))
        left = width / 2 - (number - 1) * self.pitch / 2 - CARD_WIDTH / 2
        cards = []
        for button in self.buttons[:number]:
            button.move(round(left) - FRAME, round(top) - FRAME)
            cards.append(QRectF(round(left), round(top), CARD_WIDTH, CARD_HEIGHT))
            left += self.pitch
        return cards

    def tell(self, height: int) -> None:
        """Show the height of these neighbours in the lattice, and which of them are visible."""
        words = tr("more general") if self.side == "above" else tr("more detailed")
        total, first = len(self.neighbours), self._page * self._per_page
        nothing = tr("nothing is more general") if self.side == "above" else tr("nothing is more detailed")
        self.caption.setText(tr("height {height}, {words}", height=count(height), words=words) if total else nothing)
        self.range_label.setText(
            tr(
                "{first}–{last} of {total}",
                first=count(first + 1),
                last=count(first + len(self.shown)),
                total=count(total),
            )
        )
        self.range_label.setAccessibleName(tr("Neighbours {text}, {words}", text=self.range_label.text(), words=words))
        self.pager.setVisible(self.pages > 1)
        self.previous_button.setEnabled(self._page > 0)
        self.next_button.setEnabled(self._page < self.pages - 1)

    def step(self, button: NodeButton, way: int) -> None:
        """Move the focus along the row, on to the next page at its end."""
        place = self.buttons.index(button) + way
        if 0 <= place < len(self.shown):
            self.buttons[place].setFocus(Qt.FocusReason.TabFocusReason)
        elif 0 <= self._page + way < self.pages:
            self.go_to_page(self._page + way)
            self.buttons[0 if way > 0 else len(self.shown) - 1].setFocus(Qt.FocusReason.TabFocusReason)

    def _go_back(self) -> None:
        self.go_to_page(self._page - 1)

    def _go_on(self) -> None:
        self.go_to_page(self._page + 1)
