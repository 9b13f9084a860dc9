"""A dialog in steps: their names at the left, one page at a time, one primary button at the foot."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QMessageBox,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from arxdesk.ui import layouts, theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.buttons import make_primary, primary_button, quiet_button, secondary_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.eye_order import tab_stops
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog, FramedQuestion
from arxdesk_engine.foundation.language import tr

SIZE = QSize(1120, 744)
_STEPS_WIDTH, _STEP_HEIGHT, _FOOT = 192, 36, 56


class StepButton(QAbstractButton):
    """One step in the list: its number, or a check mark once it is behind."""

    spoken_role = Role.RadioButton

    def __init__(self, number: int, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self._done = False
        self.setText(title)
        self.setCheckable(True)
        self.setFixedHeight(_STEP_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Step {number}: {title}", number=number, title=title))
        theme.watcher.changed.connect(self.update)

    def set_done(self, done: bool) -> None:
        """Show a check mark in place of the number."""
        self._done = done
        self.update()

    def sizeHint(self) -> QSize:
        """The width of the list."""
        return QSize(_STEPS_WIDTH, _STEP_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring with number or check mark, and the title."""
        colors, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = self.isChecked()
        if current:
            painter.fillRect(self.rect(), colors.color("bg.panel"))
            painter.fillRect(0, 0, 3, self.height(), colors.color("accent"))
        ink = "accent" if current or self._done else "text.3"
        ring = QRectF(16, (self.height() - 20) / 2, 20, 20)
        painter.setPen(QPen(colors.color(ink), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(ring)
        if self._done and not current:
            paint_icon(painter, ring.adjusted(4, 4, -4, -4), "check", colors.color(ink))
        else:
            painter.setFont(theme.font("caption", 600))
            painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, str(self._number))
        painter.setFont(theme.font("body", 600 if current else 400))
        painter.setPen(colors.color("text.1" if current else "text.2" if self.isEnabled() else "text.disabled"))
        place = self.rect().adjusted(46, 0, -4, 0)
        words = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        if self.hasFocus():
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))


@dataclass(frozen=True, slots=True)
class LeavingQuestion:
    """The question before work is lost: its text, the fate of the work, the label of leaving."""

    question: str
    consequence: str
    leave: str


class StepDialog(FramedDialog):
    """Pages in an order; Next leads through them, a click on an earlier step goes back, the last one finishes.

    Subclasses add pages (`add_page`), set the text of Next (`set_next`) and override `leave_page` and `enter_page`.
    """

    help_requested = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(SIZE if parent is None else SIZE.boundedTo(parent.window().size()))
        self.question: FramedQuestion | None = None
        self._steps: list[StepButton] = []
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idClicked.connect(self.go_to)
        self._list = layouts.column(layouts.STRETCH, spacing=0, margins=(0, 12, 0, 12))
        self._pages = QStackedWidget()
        self.help_button = quiet_button(tr("Help"))
        self.help_button.clicked.connect(self.help_requested)
        self.note = ElidedLabel("", "dense", "2")
        self.cancel_button = secondary_button(tr("Cancel"))
        self.back_button = secondary_button(tr("Back"))
        self.next_button = primary_button(tr("Next"))
        self.cancel_button.clicked.connect(self.reject)
        self.back_button.clicked.connect(self.go_back)
        self.next_button.clicked.connect(self.go_on)
        self._lay_out()

    @property
    def place(self) -> int:
        """The number of the page shown, from 0."""
        return self._pages.currentIndex()

    @property
    def pages(self) -> tuple[QWidget, ...]:
        """The pages in their order."""
        widgets = (self._pages.widget(place) for place in range(self._pages.count()))
        return tuple(page for page in widgets if page is not None)

    def add_page(self, title: str, page: QWidget) -> None:
        """Add a page at the end."""
        number = self._pages.count()
        button = StepButton(number + 1, title)
        self._steps.append(button)
        self._group.addButton(button, number)
        self._list.insertWidget(number, button)
        self._pages.addWidget(page)
        if number == 0:
            button.setChecked(True)
        self._refresh()

    def set_step_title(self, place: int, title: str) -> None:
        """Rename a step, such as after the choice made there."""
        button = self._steps[place]
        button.setText(title)
        button.setAccessibleName(tr("Step {place}: {title}", place=place + 1, title=title))

    def set_next(self, text: str, *, enabled: bool = True) -> None:
        """Set the text of the primary button, and whether it is enabled."""
        self.next_button.setText(text)
        self.next_button.setEnabled(enabled)
        self._refresh_steps()

    def add_foot_widget(self, widget: QWidget) -> None:
        """Put a control beside Help."""
        self._foot.insertWidget(self._foot.indexOf(self.note), widget)

    def go_to(self, place: int) -> None:
        """Show a page that lies behind, or the next one if this one lets go."""
        if place > self.place and not self.leave_page(self.place):
            place = self.place
        self.show_page(min(place, self.place + 1, self._pages.count() - 1))

    def show_page(self, place: int) -> None:
        """Show any page, without validating earlier ones."""
        moved = place != self.place
        self._pages.setCurrentIndex(place)
        self._refresh()
        if moved:
            self.enter_page(place)
            self.begin_page()

    def go_on(self) -> None:
        """Show the next page; finish on the last one."""
        if self.place < self._pages.count() - 1:
            self.go_to(self.place + 1)
        elif self.leave_page(self.place):
            self.accept()

    def go_back(self) -> None:
        """Show the previous page."""
        self.go_to(max(0, self.place - 1))

    def leave_page(self, place: int) -> bool:  # noqa: ARG002 - for subclasses
        """Whether a page may be left forwards."""
        return True

    def enter_page(self, place: int) -> None:
        """React to a page that was just shown."""

    def at_stake(self) -> LeavingQuestion | None:
        """The work that would be lost by leaving now, for subclasses; None for none."""
        return None

    def reject(self) -> None:
        """Leave by Cancel, Escape or the button of the window; work that would be lost is asked about first."""
        stake = self.at_stake()
        if stake is None or not self.isVisible():
            super().reject()
            return
        box = FramedQuestion(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.windowTitle())
        box.setText(stake.question)
        box.setInformativeText(stake.consequence)
        stay = box.addButton(tr("Go on working"), QMessageBox.ButtonRole.RejectRole)
        leave = box.addButton(stake.leave, QMessageBox.ButtonRole.DestructiveRole)
        make_primary(stay)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        leave.clicked.connect(self._give_up)
        box.finished.connect(box.deleteLater)
        self.question = box
        box.open()

    def _give_up(self) -> None:
        super().reject()

    def showEvent(self, event: QShowEvent) -> None:
        """The keyboard begins in the page, not at the foot."""
        super().showEvent(event)
        self.focus_page()

    def focus_page(self, part: QWidget | None = None) -> None:
        """Give the keyboard to the first control of the page or a part of it, where only Help or nothing has it."""
        if self.focusWidget() not in (None, self, self.help_button):
            return
        self.begin_page(part)

    def begin_page(self, part: QWidget | None = None) -> None:
        """Focus the first field or list of the page or a part of it, rather than a button."""
        first = self.first_stop(part or self._pages.currentWidget())
        if first is not None:
            first.setFocus()
        elif self.isVisible() and self.next_button.isEnabled():
            self.next_button.setFocus()

    def first_stop(self, page: QWidget | None) -> QWidget | None:
        """The first stop of a page; buttons that act at once only if there is nothing else."""
        stops = [] if page is None else tab_stops(page)
        fields = [stop for stop in stops if not isinstance(stop, QAbstractButton) or stop.isCheckable()]
        return next(iter(fields or stops), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Return, back with Alt+Left, away with Escape."""
        back = event.key() == Qt.Key.Key_Left and event.modifiers() == Qt.KeyboardModifier.AltModifier
        if back and self.back_button.isEnabled():
            self.go_back()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.next_button.isEnabled():
                self.next_button.click()
        else:
            super().keyPressEvent(event)

    def _refresh(self) -> None:
        place = self.place
        for number, button in enumerate(self._steps):
            button.set_done(number < place)
            button.setChecked(number == place)
        self.back_button.setEnabled(place > 0)
        self._refresh_steps()

    def _refresh_steps(self) -> None:
        """Enable the earlier steps, and the one that Next leads to."""
        reach = self.place + self.next_button.isEnabled()
        for number, button in enumerate(self._steps):
            button.setEnabled(number <= reach)

    def _lay_out(self) -> None:
        steps = QFrame()
        steps.setProperty("layer", "window")
        steps.setFixedWidth(_STEPS_WIDTH)
        steps.setLayout(self._list)
        line = QFrame()
        line.setProperty("line", "vertical")
        page = QFrame()
        page.setProperty("layer", "panel")
        layouts.column(self._pages, margins=16, inside=page)
        middle = layouts.row(steps, line, (page, 1), spacing=0)
        foot = QFrame()
        foot.setProperty("layer", "window")
        foot.setFixedHeight(_FOOT)
        self._foot = layouts.row(
            self.help_button,
            (self.note, 1),
            self.cancel_button,
            self.back_button,
            self.next_button,
            spacing=8,
            margins=(16, 0, 16, 0),
            inside=foot,
        )
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        layouts.column((middle, 1), rule, foot, spacing=0, inside=self)
