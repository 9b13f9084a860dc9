"""The dialog of presets: the settings of each in plain words, and the sources of its thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arxdesk.core.protection.presets import PRESETS, Preset
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.dialogs.two_panes import lay_out_two_panes
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.words import capitalized, percent, unbroken
from arxdesk_engine.foundation.language import marked, tr, tr_n

SIZE = QSize(840, 600)
_LIST, _ITEM = 200, 32
BULLET = "• "
_SAFE_HARBOR = marked("HIPAA Safe Harbor")


class _Say(Protocol):
    """Adds a line of text."""

    def __call__(self, text: str, style: str = "dense", weight: int | None = None) -> None: ...


class PresetsDialog(FramedDialog):
    """`preset` is the chosen one; `checklist_requested` is emitted for the Safe Harbor checklist."""

    checklist_requested = Signal()

    def __init__(self, sensitive: Sequence[str], records: int, replaced: int, parent: QWidget | None = None) -> None:
        """`sensitive` are the sensitive columns, `records` how many the table has, `replaced` the models it has now."""
        super().__init__(parent)
        self.setWindowTitle(tr("Start from a preset"))
        self.resize(SIZE)
        self._sensitive, self._records, self._replaced = tuple(sensitive), records, replaced
        self.preset: Preset | None = None
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Presets"))
        self.list.setUniformItemSizes(True)
        for title in (*(tr(each.title) for each in PRESETS), tr(_SAFE_HARBOR)):
            item = QListWidgetItem(title)
            item.setSizeHint(QSize(0, _ITEM))
            self.list.addItem(item)
        self._content = QWidget()
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self.foot = DialogFoot(tr("Apply"))
        self.foot.accepted.connect(self._accept)
        self.foot.rejected.connect(self.reject)
        self._lay_out()
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(0)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts about the visible preset."""
        return self._texts

    def _show(self, row: int) -> None:
        self._scroll.setAccessibleName(self.list.item(row).text())
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        self._texts: tuple[str, ...] = ()

        def say(text: str, style: str = "dense", weight: int | None = None) -> None:
            self._texts = (*self._texts, text)
            words = paragraph(unbroken(text.removeprefix(BULLET)), style, "1", weight)
            if not text.startswith(BULLET):
                column.addWidget(words)
                return
            # continuation lines align with the words, not with the bullet
            line = layouts.row((label(BULLET.strip(), style), 0, Qt.AlignmentFlag.AlignTop), (words, 1), spacing=8)
            layouts.nest(column, line)

        if row >= len(PRESETS):
            self.foot.primary.setText(tr("Show the list..."))
            column.addWidget(label(tr(_SAFE_HARBOR), "lead"))
            say(tr("A checklist of the 18 identifiers in the US health privacy rule."), "body")
            say(
                tr("It finds them by names and values of the columns, and offers the treatment that the rule requires.")
            )
            say(tr("It changes roles and hierarchies, and no privacy model. It is not legal advice."))
        else:
            self.foot.primary.setText(tr("Apply"))
            self._tell(PRESETS[row], column, say)
        column.addStretch()
        self._scroll.setWidget(content)

    def _tell(self, preset: Preset, column: QVBoxLayout, say: _Say) -> None:
        column.addWidget(label(tr(preset.title), "lead"))
        say(tr(preset.purpose), "body")
        say(tr("It sets"), "dense", 600)
        for model in preset.models(self._sensitive):
            say(f"{BULLET}{capitalized(model.title)}. {model.sentence}")
        limit = tr_n(
            int(preset.limit * self._records),
            "Suppression limit {limit}: at most {n} records may be removed.",
            "Suppression limit {limit}: at most {n} records may be removed.",
            limit=percent(preset.limit),
        )
        loss = tr("Quality model loss, by the geometric mean: detail is spread evenly over the columns.")
        say(f"{BULLET}{limit}")
        say(f"{BULLET}{loss}")
        if preset.covers_columns and not self._sensitive:
            say(tr("No column is sensitive yet. Give that role first, so that sensitive columns get a model as well."))
        say(tr("Why these thresholds"), "dense", 600)
        for source in preset.sources:
            say(f"{BULLET}{source}")
        said = [tr("You decide whether they suit."), tr("Roles and hierarchies stay as they are.")]
        if self._replaced:
            said.append(
                tr_n(
                    self._replaced,
                    "What protects the project now ({n} model) is paused, not removed.",
                    "What protects the project now ({n} models) is paused, not removed.",
                )
            )
        column.addSpacing(4)
        column.addWidget(Message("info", tr("Conventions, not law."), " ".join(said)))

    def _accept(self) -> None:
        row = self.list.currentRow()
        if row >= len(PRESETS):
            self.reject()
            self.checklist_requested.emit()
        else:
            self.preset = PRESETS[row]
            self.accept()

    def _lay_out(self) -> None:
        left = QFrame()
        left.setProperty("layer", "window")
        left.setFixedWidth(_LIST)
        layouts.column(self.list, margins=12, inside=left)
        right = QFrame()
        right.setProperty("layer", "panel")
        layouts.column(self._scroll, inside=right)
        lay_out_two_panes(self, left, right, self.foot)
