"""The files beside the table: a codebook for recipients, a report for those responsible, a copy for analysts."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from arxdesk.core.rows_words import WHY_OFF
from arxdesk.exporting.course import ExportCourse
from arxdesk.exporting.formats import CODEBOOKS, REPORTS, Format
from arxdesk.exporting.words import CODEBOOK, REPORT, SPREAD
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.foundation.language import marked, tr

_INDENT, _KIND = 22, 120
ONE_TABLE = marked("It is made for one table, and these are several that are linked.")


class OptionsPage(QWidget):
    """Changes the choices of the course."""

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = course
        chosen = course.choices
        self.codebook = QCheckBox(tr("Codebook"))
        self.codebook_kind = _kinds(tr("Format of the codebook"), CODEBOOKS, chosen.codebook)
        self.codebook.setChecked(bool(chosen.codebook))
        self.report = QCheckBox(tr("Evidence report"))
        self.report_kind = _kinds(tr("Format of the report"), REPORTS, chosen.report)
        self.report.setChecked(bool(chosen.report))
        self.spread = QCheckBox(tr("Copy with drawn values"))
        self.spread.setChecked(chosen.spread)
        self._lay_out()
        for box in (self.codebook, self.report, self.spread):
            box.toggled.connect(self._take)
        for kind in (self.codebook_kind, self.report_kind):
            kind.chosen.connect(self._take)
        if course.facts.stays_outside:
            self.spread.setEnabled(False)
            self.spread.setToolTip(f"{tr(WHY_OFF)}.")
        for box in (self.codebook, self.spread) if course.facts.linked else ():
            box.setEnabled(False)
            box.setToolTip(tr(ONE_TABLE))
        self._refresh()

    def _take(self, _value: object = None) -> None:
        self._course.change(
            codebook=self.codebook_kind.value if self.codebook.isChecked() else "",
            report=self.report_kind.value if self.report.isChecked() else "",
            spread=self.spread.isChecked(),
        )
        self._refresh()

    def _refresh(self) -> None:
        self.codebook_kind.setEnabled(self.codebook.isChecked())
        self.report_kind.setEnabled(self.report.isChecked())

    def _lay_out(self) -> None:
        both = QHBoxLayout()
        both.setSpacing(24)
        for box, kind, words in (
            (self.codebook, self.codebook_kind, tr(CODEBOOK)),
            (self.report, self.report_kind, tr(REPORT)),
        ):
            row = layouts.row(box, kind, layouts.STRETCH, spacing=12)
            part = layouts.column(row, _below(words), layouts.STRETCH, spacing=4)
            layouts.nest(both, part, 1)
        layouts.column(
            label(tr("Beside the table"), "lead"), 4, both, 8, self.spread, _below(tr(SPREAD)), spacing=4, inside=self
        )


def _kinds(name: str, formats: tuple[Format, ...], suffix: str) -> ChoiceBox:
    box = ChoiceBox(name, [(each.suffix, tr(each.name)) for each in formats])
    box.setFixedWidth(_KIND)
    box.set_value(next((each.suffix for each in formats if suffix in each.suffixes), formats[0].suffix))
    return box


def _below(words: str) -> QHBoxLayout:
    return layouts.row(paragraph(words, "caption", "3"), margins=(_INDENT, 0, 0, 0))
