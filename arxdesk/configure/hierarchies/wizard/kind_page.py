"""The kinds of hierarchies as cards: the effect of each, with an example from the column."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QGridLayout,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from arxdesk.configure.hierarchies.wizard.rules.kinds import words_of
from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.offers import Offer
from arxdesk_engine.hierarchies.preview import Survey

_COLUMNS, _CARD = 3, QSize(200, 132)
_PADDING, _CHIP, _LONGEST, _FEWEST = 12, 18, 24, 2


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


class KindCard(QAbstractButton):
    """One kind: title, sentence, and an example or the reason why it does not suit; a double click calls `go_on`."""

    spoken_role = Role.RadioButton

    def __init__(self, offer: Offer, go_on: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.offer, self._go_on = offer, go_on
        words = words_of(offer.kind)
        self.setText(words.title)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setEnabled(offer.builder is not None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{words.title}. {tr('Recommended.')}" if offer.recommended else f"{words.title}.")
        self.setAccessibleDescription(f"{words.sentence} {self.detail}")
        self.setToolTip(offer.reason)
        theme.watcher.changed.connect(self.update)

    @property
    def detail(self) -> str:
        """The example, or why the kind does not suit."""
        return " → ".join(_short(each) for each in self.offer.example) if self.offer.builder else self.offer.reason

    def sizeHint(self) -> QSize:
        """The size of a card."""
        return _CARD

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Choose and continue."""
        super().mouseDoubleClickEvent(event)
        self._go_on()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Return to the dialog, which goes on."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card."""
        colors, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, enabled = self.isChecked(), self.isEnabled()
        fill = (
            "accent.soft"
            if chosen
            else "bg.hover"
            if self.underMouse() and enabled
            else "bg.panel"
            if enabled
            else "bg.sunken"
        )
        painter.setPen(QPen(colors.color("accent" if chosen or self.hasFocus() else "line.pane"), 2 if chosen else 1))
        painter.setBrush(colors.color(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        if self.hasFocus():
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 4, -4, -4), 4, 4)
        self._paint_words(painter, enabled)

    def _paint_words(self, painter: QPainter, enabled: bool) -> None:
        colors = theme.current()
        room = self.rect().adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)
        wrapped = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        if self.offer.recommended:
            painter.setFont(theme.font("caption", 600))
            width = painter.fontMetrics().horizontalAdvance(tr("Recommended")) + 12
            chip = QRectF(room.right() - width, room.top(), width, _CHIP)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("ok.soft"))
            painter.drawRoundedRect(chip, 3, 3)
            painter.setPen(colors.color("ok"))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, tr("Recommended"))
        painter.setFont(theme.font("body", 600))
        painter.setPen(colors.color("text.1" if enabled else "text.3"))
        painter.drawText(room, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.setFont(theme.font("dense"))
        painter.setPen(colors.color("text.2" if enabled else "text.3"))
        rest = room.adjusted(0, 26, 0, 0)
        sentence = words_of(self.offer.kind).sentence
        used = painter.boundingRect(rest, wrapped, sentence)
        painter.drawText(rest, wrapped, sentence)
        painter.setPen(colors.color("text.1" if enabled else "text.3"))
        below = QRect(rest.left(), used.bottom() + 8, rest.width(), room.bottom() - used.bottom() - 8)
        painter.setClipRect(below)
        painter.drawText(below, wrapped, self._detail_in(painter, below, wrapped))

    def _detail_in(self, painter: QPainter, room: QRect, flags: int) -> str:
        """As many steps of the example as fit, with the last one among them."""
        steps = [_short(each) for each in self.offer.example]
        shown = self.detail
        while painter.boundingRect(room, flags, shown).height() > room.height() and len(steps) > _FEWEST:
            steps = [*steps[:-2], steps[-1]]
            shown = " → ".join((*steps[:-1], "…", steps[-1]))
        return shown


class KindPage(QWidget):
    """The cards: suitable ones first, the recommended one at the front; the reason below."""

    chosen = Signal(str)

    def __init__(self, attribute: str, go_on: Callable[[], None], parent: QWidget | None = None) -> None:
        """Call `go_on` once a card is double-clicked, after it was chosen."""
        super().__init__(parent)
        self._go_on = go_on
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(self._announce)
        self.cards: dict[str, KindCard] = {}
        self.message = Message()
        self._grid = QGridLayout()
        self._grid.setSpacing(12)
        cards = QWidget()
        layouts.column(self._grid, self.message, layouts.STRETCH, spacing=16, inside=cards)
        self._waiting = EmptyState()
        self._waiting.set_content(tr("Examining the values..."), "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._waiting)
        self._stack.addWidget(cards)
        layouts.column(
            ElidedLabel(tr("How should {column} become coarser?", column=attribute), "lead"),
            label(tr("Each card shows what it would make of a value of this column."), "dense", "2"),
            12,
            (self._stack, 1),
            spacing=4,
            inside=self,
        )

    def show_survey(self, survey: Survey) -> None:
        """Show the cards."""
        order = sorted(survey.offers, key=lambda each: (each.builder is None, not each.recommended))
        for place, offer in enumerate(order):
            card = KindCard(offer, self._go_on)
            self.cards[offer.kind] = card
            self._group.addButton(card)
            self._grid.addWidget(card, place // _COLUMNS, place % _COLUMNS)
        self._stack.setCurrentIndex(1)

    def show_failure(self, text: str) -> None:
        """Show that the column could not be surveyed."""
        self._waiting.set_content(text, "")

    def choose(self, kind: str) -> None:
        """Check a card."""
        card = self.cards.get(kind)
        if card is not None:
            card.setChecked(True)
            self._explain(card)

    def focus(self) -> None:
        """Give the keyboard to the card that is checked."""
        card = self._group.checkedButton()
        if card is not None:
            card.setFocus()

    def _announce(self, card: QAbstractButton) -> None:
        if isinstance(card, KindCard):
            self._explain(card)
            self.chosen.emit(card.offer.kind)

    def _explain(self, card: KindCard) -> None:
        offer = card.offer
        if offer.recommended:
            self.message.set_content("ok", tr("Recommended."), offer.reason)
        else:
            best = next(each.offer for each in self.cards.values() if each.offer.recommended)
            words = tr("{kind} is recommended. {reason}", kind=words_of(best.kind).title, reason=best.reason)
            self.message.set_content("info", f"{words_of(offer.kind).title}.", words)
