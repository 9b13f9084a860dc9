"""The page that reviews the export before writing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QWidget

from arxdesk.exporting.course import ExportCourse
from arxdesk.exporting.lines_card import LinesCard
from arxdesk.exporting.words import plan, replaced
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.words import joined
from arxdesk_engine.foundation.language import tr, tr_n


class ReviewPage(QWidget):
    """Existing files are replaced only with consent, given here or in the system dialog."""

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = course
        self.card = LinesCard(92)
        self._asked: tuple[Path, ...] = ()
        self.replace = QCheckBox(tr("Replace existing files"))
        self.there = paragraph("", "caption", "3")
        self.replace.toggled.connect(self._agree)
        layouts.column(
            label(tr("Files to be written"), "lead"), self.card, self.replace, self.there, spacing=12, inside=self
        )

    @property
    def replaces(self) -> bool:
        """Whether existing files will, or with consent would, be replaced."""
        return bool(replaced(self._course.choices))

    def refresh(self) -> None:
        """Show the choices."""
        course = self._course
        self.card.set_lines(plan(course.facts, course.choices))
        there = replaced(course.choices)
        self._asked = tuple(path for path in there if path not in course.own)
        again = tuple(path for path in there if path in course.own)
        with QSignalBlocker(self.replace):
            self.replace.setChecked(bool(self._asked) and not course.in_the_way())
        self.replace.setVisible(bool(self._asked))
        words = [self._question()] if self._asked else []
        if again:
            words.append(
                tr_n(
                    len(again),
                    "{names} is replaced, as written from here before.",
                    "{names} are replaced, as written from here before.",
                    names=_named(again),
                )
            )
        self.there.setText(" ".join(words))
        self.there.setVisible(bool(words))

    def _question(self) -> str:
        names = _named(self._asked)
        if self.replace.isChecked():
            return tr_n(
                len(self._asked),
                "{names} is there already, and will be lost.",
                "{names} are there already, and will be lost.",
                names=names,
            )
        return tr_n(
            len(self._asked),
            "{names} is there already, and would be lost.",
            "{names} are there already, and would be lost.",
            names=names,
        )

    def _agree(self, agreed: bool) -> None:
        self._course.agree(self._asked, agreed=agreed)


def _named(paths: tuple[Path, ...]) -> str:
    return joined([path.name for path in paths], 4)
