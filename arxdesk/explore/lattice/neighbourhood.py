"""The selected transformation between its direct neighbours: more general ones above, more detailed ones below."""

from __future__ import annotations

import itertools
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.alternatives.transformation_text import spoken
from arxdesk.explore.lattice.neighbour_side import WIDEST_PITCH, NeighbourSide
from arxdesk.explore.lattice.node_button import FRAME, NodeButton
from arxdesk.explore.lattice.node_card import Ink
from arxdesk.explore.lattice.viewport import CARD_HEIGHT
from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.readout import Readout
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.neighbours import Neighbour
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.lattice.lattice import Levels

MIDDLE = QSize(121, 52)
LINE, FAN, NAME = 26, 12, 17
"""Pixels of the line with pager and caption, of the beginnings of further edges, of the names of edges."""
LOW = 290
"""A lower view hides its optional parts, so that there is room for the edges."""
EDGES_APART = 4
"""Pixels between the names of two edges."""


class NeighbourhoodView(QWidget):
    """A click on a neighbour selects it, and so walks through the lattice. Unknown visible neighbours are evaluated."""

    spoken_role = Role.Grouping

    node_menu_requested = Signal(tuple, QPoint)
    """The levels of a node, and where on the screen."""
    moved = Signal()
    """The transformation in the middle has changed."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self._middle_levels: Levels | None = None
        self._asked: set[Levels] = set()
        self._pointed: NodeButton | None = None
        self._edge_font = "dense"
        self._steps = True
        self._cards: dict[str, list[QRectF]] = {"above": [], "below": []}
        self.setAccessibleName(tr("Neighbours in the lattice"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.above = NeighbourSide("above", self)
        self.middle = NodeButton(self)
        self.middle.resize(MIDDLE.width() + 2 * FRAME, MIDDLE.height() + 2 * FRAME)
        self.below = NeighbourSide("below", self)
        self.readout = Readout(self)
        self._bind(self.middle)
        self.middle.clicked_twice.connect(partial(self._confirm, self.middle))
        for side in (self.above, self.below):
            side.caption.setParent(self)
            side.turned.connect(self._show_pages)
        exploration.sifted_changed.connect(self.refresh)
        exploration.emphasis.marked_changed.connect(self.refresh)
        exploration.emphasis.coloring_changed.connect(self.refresh)
        exploration.document.selection_changed.connect(self.refresh)
        exploration.document.result_changed.connect(self._asked.clear)
        self.refresh()

    @property
    def middle_levels(self) -> Levels | None:
        """The transformation in the middle; None if there is none to show."""
        return self._middle_levels

    @property
    def follows_best(self) -> bool:
        """Whether the best so far is in the middle, because a search runs and the user has not selected another one."""
        document, known = self._exploration.document, self._exploration.alternatives
        if not self._exploration.is_searching or known is None or known.best < 0:
            return False
        best_before = None if document.result is None else document.result.solution.best
        return document.selected is None or (best_before is not None and best_before.levels == document.selected)

    @property
    def pitch(self) -> float:
        """Pixels from one card to the next."""
        return min((side.pitch for side in (self.above, self.below) if side.shown), default=WIDEST_PITCH)

    def refresh(self) -> None:
        """Show the known results. The order stays while the pointer is in it."""
        known = self._exploration.alternatives
        if known is None or not self.isVisible():
            return
        before, self._middle_levels = self._middle_levels, self._choose_middle(known)
        stays = before == self._middle_levels and (self.underMouse() or self._focused() is not None)
        for side in (self.above, self.below):
            page = side.page
            side.set_middle(known, self._middle_levels, keep_order=stays)
            if before == self._middle_levels:
                side.set_room(self.width())
                side.go_to_page(page)
        self._show_pages()
        if before != self._middle_levels:
            self.moved.emit()

    def sizeHint(self) -> QSize:
        """Return the size of the reference window."""
        return QSize(512, 350)

    def minimumSizeHint(self) -> QSize:
        """Return room for the middle and one neighbour on each side."""
        return QSize(220, 200)

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh if something changed while hidden."""
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many neighbours as fit."""
        super().resizeEvent(event)
        if self._middle_levels is not None:
            self._show_pages()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of a node."""
        button = self.childAt(event.pos())
        if isinstance(button, NodeButton):
            self.node_menu_requested.emit(button.levels, event.globalPos())
        else:
            super().contextMenuEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn the pages of the side where the focus is."""
        steps = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
        way = steps.get(Qt.Key(event.key()), 0)
        if way and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            focused = self._focused()
            is_below = focused in self.below.buttons or (focused is not None and self.below.pager.isAncestorOf(focused))
            side = self.below if is_below else self.above
            side.go_to_page(side.page + way)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the edges, their names, and the beginnings of further ones."""
        painter = QPainter(self)
        colors = theme.current()
        painter.fillRect(self.rect(), colors.color("bg.panel"))
        known = self._exploration.alternatives
        if known is None or self._middle_levels is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for side in (self.above, self.below):
            for card, neighbour, button in zip(self._cards[side.side], side.shown, side.buttons, strict=False):
                self._paint_edge(painter, card, neighbour, button, known)

    # Inside

    def _choose_middle(self, known: Alternatives) -> Levels:
        selected, lattice = self._exploration.document.selected, known.facts.lattice
        if selected is not None and selected in lattice and not self.follows_best:
            return selected
        return known.levels_of(known.best) if known.best >= 0 else lattice.top

    def _show_pages(self) -> None:
        """Fill the cards and place everything."""
        known, levels = self._exploration.alternatives, self._middle_levels
        if known is None or levels is None:
            return
        ink = Ink.of(self._exploration.emphasis.coloring, self._exploration.sifted)
        self._fill(self.middle, known, levels, ink, "")
        for side in (self.above, self.below):
            side.set_room(self.width())
            for button in side.make_room():
                self._bind(button)
            for button, neighbour in zip(side.buttons, side.shown, strict=False):
                self._fill(button, known, neighbour.levels, ink, neighbour.edge(known.facts.names))
            side.tell(sum(levels) + (1 if side.side == "above" else -1))
        self._place()
        self._choose_edge_font(known.facts.names)
        self._order_tabs()
        self.setAccessibleDescription(tr("In the middle: {known}", known=spoken(known, levels, known.row_of(levels))))
        self._look(known)
        self.update()

    def _fill(self, button: NodeButton, known: Alternatives, levels: Levels, ink: Ink, edge: str) -> None:
        row, sifted, marked = known.row_of(levels), self._exploration.sifted, self._exploration.emphasis.marked
        button.show_node(
            known,
            levels,
            ink,
            edge=edge,
            is_selected=button is self.middle,
            is_faint=bool(button is not self.middle and sifted and row >= 0 and not sifted.passes[row]),
            is_marked=bool(marked is not None and 0 <= row < len(marked) and marked[row]),
        )

    def _place(self) -> None:
        width, height = self.width(), self.height()
        is_low = height < LOW
        fan, line = (0, LINE - 3) if is_low else (FAN, LINE)
        self._cards["above"] = self.above.place(width, line + fan)
        self._cards["below"] = self.below.place(width, height - line - fan - CARD_HEIGHT)
        tall = round(CARD_HEIGHT) - 4 if is_low else MIDDLE.height()
        middle = QPoint(round(width / 2 - MIDDLE.width() / 2), round(height / 2 - tall / 2))
        size = QSize(MIDDLE.width() + 2 * FRAME, tall + 2 * FRAME)
        self.middle.setGeometry(QRect(middle - QPoint(FRAME, FRAME), size))
        for side, top in ((self.above, 1), (self.below, height - LINE + 1)):
            side.pager.adjustSize()
            side.pager.move(8, top)
            begun = side.pager.geometry().right() if side.pager.isVisibleTo(self) else 0
            hint = side.caption.sizeHint()
            side.caption.resize(min(hint.width(), max(0, width - begun - 24)), hint.height())
            side.caption.move(width - side.caption.width() - 12, top + (24 - side.caption.height()) // 2)

    def _choose_edge_font(self, names: tuple[str, ...]) -> None:
        """Label all edges alike: smaller, and without the step, which the sides imply, if one does not fit."""
        shown = [*self.above.shown, *self.below.shown]
        for font, steps in (("dense", True), ("caption", True), ("caption", False)):
            metrics = QFontMetricsF(theme.font(font))
            texts = (each.edge(names) if steps else names[each.attribute] for each in shown)
            self._edge_font, self._steps = font, steps
            if max(map(metrics.horizontalAdvance, texts), default=0.0) <= self.pitch - EDGES_APART:
                break

    def _order_tabs(self) -> None:
        chain: list[QWidget] = [self.above.previous_button, self.above.next_button, *self.above.buttons, self.middle]
        chain += [*self.below.buttons, self.below.previous_button, self.below.next_button]
        for first, second in itertools.pairwise(chain):
            QWidget.setTabOrder(first, second)

    def _bind(self, button: NodeButton) -> None:
        button.clicked.connect(partial(self._walk_to, button))
        button.pointed.connect(partial(self._point_at, button))
        button.stepped.connect(partial(self._step, button))
        button.confirmed.connect(partial(self._confirm, button))

    def _walk_to(self, button: NodeButton, _checked: bool = False) -> None:
        had_focus = button.hasFocus()
        self._exploration.select(button.levels)
        if had_focus:
            self.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def _confirm(self, button: NodeButton) -> None:
        if button is self.middle:
            self._exploration.select(button.levels)
            self._exploration.apply_selection()
        else:
            self._walk_to(button)

    def _step(self, button: NodeButton, key: int) -> None:
        up, down = key == Qt.Key.Key_Up, key == Qt.Key.Key_Down
        side = self.above if button in self.above.buttons else self.below if button in self.below.buttons else None
        if not (up or down):
            if side is not None:
                side.step(button, -1 if key == Qt.Key.Key_Left else 1)
        elif side is None:
            wanted = self.above if up else self.below
            if wanted.shown:
                wanted.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)
        elif (side is self.above) == down:
            self.middle.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self._walk_to(button)

    def _point_at(self, button: NodeButton, is_pointed: bool) -> None:
        self._pointed = button if is_pointed else None
        if not is_pointed:
            self.readout.hide()
        else:
            self.readout.show_lines(button.lines, button.geometry().center() + QPoint(button.width() // 2 - 16, 0))
        self.update()

    def _look(self, known: Alternatives) -> None:
        """Have visible unknown neighbours evaluated; a running classification finds them anyway."""
        exploration = self._exploration
        if not exploration.may_look or exploration.classification.share is not None:
            return
        wanted = []
        for levels in [self._middle_levels, *(each.levels for side in (self.above, self.below) for each in side.shown)]:
            row = -1 if levels is None else known.row_of(levels)
            if levels is not None and levels not in self._asked and not (row >= 0 and known.is_looked_at(row)):
                wanted.append(levels)
        if wanted:
            self._asked.update(wanted)
            exploration.look_at(wanted)

    def _focused(self) -> QWidget | None:
        focused = self.window().focusWidget()
        return focused if focused is not None and focused.hasFocus() and self.isAncestorOf(focused) else None

    def _paint_edge(
        self, painter: QPainter, card: QRectF, neighbour: Neighbour, button: NodeButton, known: Alternatives
    ) -> None:
        colors, is_above = theme.current(), neighbour.side == "above"
        way = 1.0 if is_above else -1.0
        near = card.bottom() if is_above else card.top()
        middle = QRectF(self.middle.geometry()).adjusted(FRAME, FRAME, -FRAME, -FRAME)
        begin = QPointF(middle.center().x(), middle.top() if is_above else middle.bottom())
        end = QPointF(card.center().x(), near + way * (NAME + 1))
        bend = (begin.y() + end.y()) / 2
        path = QPainterPath(begin)
        path.cubicTo(QPointF(begin.x(), bend), QPointF(end.x(), bend), end)
        pen = QPen(colors.color("accent" if button is self._pointed else "line.control"), 1.2)
        if button.card is not None and button.card.state == "unknown":
            pen.setDashPattern([3, 2.4])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(path)
        painter.setFont(theme.font(self._edge_font))
        name = neighbour.edge(known.facts.names) if self._steps else known.facts.names[neighbour.attribute]
        name = QFontMetricsF(painter.font()).elidedText(name, Qt.TextElideMode.ElideMiddle, self.pitch - EDGES_APART)
        top = near + 1 if is_above else near - NAME - 1
        place = QRectF(card.center().x() - self.pitch / 2, top, self.pitch, NAME)
        painter.setPen(colors.color("text.2"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
        if self.height() >= LOW:
            self._paint_fan(painter, card, is_above)

    def _paint_fan(self, painter: QPainter, card: QRectF, is_above: bool) -> None:
        """The beginnings of the edges that lead on from a neighbour."""
        painter.setPen(QPen(theme.current().color("line.pane"), 1))
        near, way = (card.top(), -1.0) if is_above else (card.bottom(), 1.0)
        for lean in (-18.0, -7.0, 7.0, 18.0):
            begin = QPointF(card.center().x() + lean / 3, near + way)
            painter.drawLine(begin, QPointF(card.center().x() + lean, near + way * (FAN - 1)))
