"""The status bar: the open project, the selected and applied transformation, the running work."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QStyle, QStyleOption, QWidget

from arxdesk.core.document import Document
from arxdesk.ui import theme
from arxdesk.ui.memory import memory_taken, memory_words
from arxdesk.ui.timing import Debounce
from arxdesk.ui.tooltips import plain
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.spoken import announce
from arxdesk.ui.words import count, percent
from arxdesk_engine.analysis.applied import Application, Applied
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.foundation.language import tr, tr_n, tr_of
from arxdesk_engine.lattice.lattice import Levels

_PER_MILLE = 1000
_MOST_LEVELS, _MARGIN, _END = 12, 16, 8
_MOST_ACTIVITY, _MOST_NAME = 208, 120
"""So wide what runs is at most, so that it can be cancelled beside it in the smallest window; files have long names."""
MEMORY_EVERY, WIDE = 2000, 1200
"""Milliseconds between two looks at the memory, and from which width on it is told beside something that runs."""
SHOWN_AFTER = 200
"""Milliseconds before Cancel appears while saving, to avoid flicker."""


class StatusBar(QStatusBar):
    """Follows one document at a time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(0, 0, _END, 0)
        self._document: Document | None = None
        self._records, self._attributes, self._size, self._selected, self._applied = (QLabel() for _ in range(5))
        for part in (self._records, self._attributes, self._size, self._selected, self._applied):
            self.addWidget(part)
        self._activity = QLabel()
        self._bar = QProgressBar()
        self._bar.setRange(0, _PER_MILLE)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(112)
        self._bar.setAccessibleName(tr("Progress"))
        self._bar.hide()
        self._left = QLabel()
        self.cancel_saving = link_button(tr("Cancel saving"))
        self.cancel_saving.setToolTip(tr("The project on disk stays as it is"))
        self.cancel_saving.hide()
        self.memory = QLabel()
        self.memory.setProperty("last", True)
        self.memory.setToolTip(tr("Memory used by ArxDesk and the open table"))
        self._watch = QTimer(self)
        self._watch.setInterval(MEMORY_EVERY)
        self._watch.timeout.connect(self._show_memory)
        self._watch.start()
        self._slow = Debounce(self.cancel_saving.show, SHOWN_AFTER, self)
        for part in (self._activity, self._left):
            part.hide()  # an empty one would leave the line at its end
        self.addPermanentWidget(self._activity)
        self.addPermanentWidget(self.cancel_saving)
        self.addPermanentWidget(self._bar)
        self.addPermanentWidget(self._left)
        self.addPermanentWidget(self.memory)
        self._show_memory()
        self.messageChanged.connect(self._follow_message)
        self.refresh()

    def follow(self, document: Document | None) -> None:
        """Show another document, or none."""
        self._document = document
        if document is None:
            self.refresh()
            return
        document.attributes_changed.connect(self.refresh)
        document.person_changed.connect(self.refresh)
        document.hierarchy_changed.connect(self.refresh)
        document.privacy_changed.connect(self.refresh)
        document.selection_changed.connect(self.refresh)
        document.applied_changed.connect(self.refresh)
        document.freshness_changed.connect(self.refresh)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the memory only where everything else has room."""
        super().resizeEvent(event)
        self._show_memory()

    def _show_memory(self) -> None:
        taken = memory_taken()
        self.memory.setVisible(taken is not None and (self.width() >= WIDE or self._activity.isHidden()))
        if taken is not None:
            self.memory.setText(tr("Memory {amount}", amount=memory_words(taken)))

    def refresh(self) -> None:
        """Show the facts of the document."""
        document = self._document
        is_free = not self.currentMessage()  # else the facts would be painted over a message
        self._records.setVisible(is_free)
        for part in (self._attributes, self._size, self._selected, self._applied):
            part.setVisible(document is not None and is_free)
        if document is None:
            self._records.setText(tr("No data open"))
            return
        quasi = len(document.attributes_with(Role.QUASI_IDENTIFYING))
        place = html.escape(document.provenance.place_of_rows)
        records, person = _records(document.records), ""
        if document.people:
            person = document.job.data.person or ""
            name = self.fontMetrics().elidedText(person, Qt.TextElideMode.ElideMiddle, _MOST_NAME)
            records = tr(
                "{records} of {people} by {column}",
                records=records,
                people=_people(document.people),
                column=html.escape(name),
            )
        self._records.setToolTip(plain(tr("{column} says whose record each is", column=person)) if person else "")
        self._records.setText(f"{records} {place}".rstrip())
        self._attributes.setText(tr_n(quasi, "{n} quasi-identifier", "{n} quasi-identifiers", n=_bold(quasi)))
        self._size.setText(
            tr_n(
                document.transformations,
                "{n} transformation",
                "{n} transformations",
                n=_bold(document.transformations),
            )
        )
        selection, applied = document.selection, document.applied
        self._selected.setText(
            tr("Selected: {levels}", levels=_strong(_levels(selection.levels if selection else None)))
        )
        same = applied is not None and selection is not None and applied.application == Application(selection.levels)
        shown = tr_of("the applied transformation, beside the selected one", "the same") if same else _applied(applied)
        if applied is None or document.result_is_current:
            self._applied.setText(tr("Applied: {levels}", levels=_strong(shown)))
        else:
            self._applied.setText(tr("Applied: {levels}, out of date", levels=_strong(shown)))

    def _follow_message(self, message: str) -> None:
        announce(self, message)
        if not message:
            self.refresh()

    def show_activity(self, activity: str) -> None:
        """Show the running activity; "" for none."""
        said = f"{activity} ..." if activity else ""
        words = self._activity.fontMetrics().elidedText(said, Qt.TextElideMode.ElideMiddle, _MOST_ACTIVITY)
        self._activity.setText(words)
        self._activity.setToolTip(said if words != said else "")
        self._activity.setVisible(bool(activity))
        self._show_memory()
        self._left.setText("")
        self._left.hide()
        self._left.setMinimumWidth(0)
        if not activity:
            self._bar.hide()
            self.refresh()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a message where the facts stand otherwise, in their type, and as much of it as there is room for."""
        colors, painter, look = theme.current(), QPainter(self), QStyleOption()
        look.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelStatusBar, look, painter, self)
        beside = (self._activity, self.cancel_saving, self._bar, self._left, self.memory)
        end = min((part.x() for part in beside if part.isVisible()), default=self.width())
        room = self.rect().adjusted(_MARGIN, 0, end - self.width() - _MARGIN, 0)
        painter.setFont(theme.font("dense"))
        painter.setPen(colors.color("text.2"))
        shown = painter.fontMetrics().elidedText(self.currentMessage(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def begin_saving(self, name: str) -> None:
        """Say that a project is being saved; where it takes a while it can be cancelled."""
        self.show_activity(tr("Saving {name}", name=name))
        self._slow.start()

    def end_saving(self) -> None:
        """End the display of saving."""
        self._slow.stop()
        self.cancel_saving.hide()

    def show_search(self, progress: SearchProgress, left: str = "") -> None:
        """Show how far a search is; `left` is how long it may still take, where anybody can say that."""
        self._activity.setText(tr("Searching"))
        share = percent(progress.excluded)
        self._left.setText(f"{share}, {left}" if left else share)
        self._left.setMinimumWidth(self._left.fontMetrics().horizontalAdvance("99.9 %"))
        for part in (self._activity, self._left):
            part.show()
        self._show_memory()
        self._bar.setValue(int(_PER_MILLE * progress.excluded))
        self._bar.show()
        self._selected.setText(tr("Best so far: {levels}", levels=_strong(_levels(progress.levels))))
        self._selected.setVisible(len(progress.levels or ()) <= _MOST_LEVELS)
        self._applied.hide()


def _records(number: int) -> str:
    return tr_n(number, "{n} record", "{n} records", n=_bold(number))


def _people(number: int) -> str:
    return tr_n(number, "{n} person", "{n} people", n=_bold(number))


def _bold(number: int) -> str:
    return _strong(count(number))


def _strong(words: str) -> str:
    """In the weight of the bundled face: a <b> asks for one that it has not, which Qt would smear."""
    return f'<span style="font-weight:600">{words}</span>'


def _applied(applied: Applied | None) -> str:
    if applied is None or applied.recoded is None:
        return _levels(applied.check.levels if applied else None)
    if (proof := applied.recoded.found.groupwise) is not None:
        return tr_n(proof.groups, "{n} group", "{n} groups", n=count(proof.groups))
    return tr_n(
        len(applied.transformations), "{n} transformation", "{n} transformations", n=count(len(applied.transformations))
    )


def _levels(levels: Levels | None) -> str:
    """The levels as far as there is room for them beside everything else."""
    if levels is None:
        return tr_of("a transformation", "none")
    shown = [str(level) for level in levels[:_MOST_LEVELS]]
    return ", ".join(shown if len(levels) <= _MOST_LEVELS else [*shown[:-1], "…"])
