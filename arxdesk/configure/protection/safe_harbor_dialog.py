"""The checklist of HIPAA's Safe Harbor rule: each identifier found with the button that deals with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QScrollArea, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.analysis.risk.safe_harbor import NO_ADVICE, SafeHarborAction, SafeHarborLine
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.risk.identifiers import IdentifierCategory

SIZE = QSize(880, 600)
_NAME, _CATEGORY = 180, 160


class SafeHarborDialog(FramedDialog):
    """`action_requested` carries a line; the owner does it and calls `show_done`."""

    action_requested = Signal(SafeHarborLine)

    def __init__(self, lines: Sequence[SafeHarborLine], done: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("HIPAA Safe Harbor"))
        self.resize(SIZE)
        self._lines = tuple(lines)
        self._done: Collection[str] = done
        self.buttons: dict[str, QPushButton] = {}
        self.message = Message()
        self.foot = DialogFoot(tr("Close"), "")
        self.foot.cancel.hide()
        self.foot.accepted.connect(self.accept)
        self._lay_out()
        self.show_done(done)

    def show_done(self, done: Collection[str]) -> None:
        """Mark the columns that are dealt with."""
        self._done = done
        for line in self._lines:
            button = self.buttons.get(line.column)
            if button is not None:
                is_done = line.column in done
                button.setEnabled(not is_done)
                button.setText(tr("Done") if is_done else tr(line.action.value))
        left = [line for line in self._lines if line.column not in done]
        if not self._lines:
            self.message.set_content("ok", tr("None found."), tr("No column looks like one of the 18 identifiers."))
        elif left:
            number = tr_n(len(left), "{n} column is left.", "{n} columns are left.")
            self.message.set_content("warn", number, tr("Treat each, or mark it as no identifier."))
        else:
            self.message.set_content(
                "ok", tr("All treated."), tr("Check the open points, and identifiers that were not found.")
            )

    def show_busy(self) -> None:
        """Disable the buttons until `show_done` or `show_problem`."""
        for button in self.buttons.values():
            button.setEnabled(False)

    def show_problem(self, text: str) -> None:
        """Show why an action failed."""
        self.show_done(self._done)
        self.message.set_content("error", tr("Not done."), text)

    def _lay_out(self) -> None:
        content = QWidget()
        grid = QGridLayout(content)
        grid.setContentsMargins(20, 12, 20, 12)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        for place, words in enumerate((tr("Column"), tr("Looks like"), tr("Open points"), tr("Action"))):
            grid.addWidget(label(words, "dense", "2", 600), 0, place)
        for row, line in enumerate(self._lines, 1):
            self._add(grid, row, line)
        absent = [tr(each.value) for each in IdentifierCategory if each not in {line.category for line in self._lines}]
        row = len(self._lines) + 1
        grid.addWidget(
            paragraph(tr("Not found: {identifiers}.", identifiers=", ".join(absent)), "caption", "3"), row, 0, 1, 4
        )
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(row + 1, 1)
        scroll = QScrollArea()
        scroll.setAccessibleName(self.windowTitle())
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        panel = QFrame()
        panel.setProperty("layer", "panel")
        head = layouts.column(self.message, paragraph(tr(NO_ADVICE), "caption", "3"), spacing=8, margins=(20, 0, 20, 0))
        layouts.column(head, (scroll, 1), spacing=8, margins=(0, 12, 0, 0), inside=panel)
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)

    def _add(self, grid: QGridLayout, row: int, line: SafeHarborLine) -> None:
        name = ElidedLabel(line.column, "dense", "1", 600)
        name.setFixedWidth(_NAME)
        category = paragraph(f"{tr(line.category.value)} ({line.found})", "dense", "2")
        category.setFixedWidth(_CATEGORY)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(name, row, 0, top)
        grid.addWidget(category, row, 1, top)
        grid.addWidget(paragraph(line.open or tr("Nothing, once this is done."), "dense", "2"), row, 2, top)
        if line.action is SafeHarborAction.NOTHING:
            grid.addWidget(label(tr("May stay"), "dense", "3"), row, 3, top)
            return
        button = dense_button(tr(line.action.value))
        button.setAccessibleName(f"{tr(line.action.value)}: {line.column}")
        button.clicked.connect(lambda: self.action_requested.emit(line))
        self.buttons[line.column] = button
        grid.addWidget(button, row, 3, top)
