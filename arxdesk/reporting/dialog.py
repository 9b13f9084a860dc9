"""The dialog of the evidence report: its sections, the description of the project, its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arxdesk.help.mark import help_mark
from arxdesk.reporting.form_choice import FormChoice
from arxdesk.reporting.statements_page import StatementsPage
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.dialogs.two_panes import lay_out_two_panes
from arxdesk.ui.help_topics import REPORTING as TOPIC
from arxdesk.ui.motion import show_share
from arxdesk.ui.widgets.basics.buttons import link_button, secondary_button
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.label import label, paragraph, set_tone
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import NAMES, marked, tr
from arxdesk_engine.job.project import MOST_NAME, ProjectSettings
from arxdesk_engine.job.report import ReportSettings
from arxdesk_engine.job.statements import Statements
from arxdesk_engine.report.forms.catalogue import ALL_FORMS
from arxdesk_engine.report.layout.content import ReportContent, ReportSection

SIZE = QSize(880, 620)
STOPPING = marked("Stopping after this step. Nothing is written; this can be closed.")
_SECTIONS, _INDENT, _HEADING = 340, 22, 24
_FORMATS = ((".pdf", "PDF"), (".html", marked("HTML page")))


@dataclass(frozen=True, slots=True)
class ReportChoices:
    """The sections, the description of the project, the place, the form, and what people write for it."""

    content: ReportContent
    project: ProjectSettings
    path: Path
    report: ReportSettings
    statements: Statements

    def fault(self) -> str:
        """Why no report can be written like that, or nothing."""
        if not self.content.sections:
            return tr("Choose at least one section.")
        if not self.path.name or not self.path.is_absolute():
            return tr("Enter the absolute path of the file.")
        if self.path.suffix.lower() not in (".pdf", ".html", ".htm"):
            return tr("End the name in .pdf or .html.")
        return ""


class EvidenceReportDialog(FramedDialog):
    """`choices` holds the choices. The owner writes the report and shows its progress (`show_...`)."""

    write_requested = Signal()
    stop_requested = Signal()
    browse_requested = Signal()

    def __init__(self, choices: ReportChoices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Evidence report"))
        self.resize(SIZE if parent is None else SIZE.boundedTo(parent.window().size()))
        self._busy = self._done = self._stopping = False
        self._description, self._asked = choices.project.description, choices.path
        self._agreed: set[Path] = set()
        self._report = choices.report
        self.form = FormChoice(choices.report.form)
        self.texts = StatementsPage(choices.statements)
        self.parts = Segmented(tr("Part of the report"), (("report", tr("Report")), ("texts", tr("What people write"))))
        self._switch, self._pages = QWidget(), Pages()
        self.sections = {section: QCheckBox(tr(section.heading)) for section in ReportSection}
        for section, box in self.sections.items():
            box.setChecked(section in choices.content.sections)
            box.setAccessibleDescription(tr(section.sentence))
        self.title, self.recipient, self.responsible = QLineEdit(), QLineEdit(), QLineEdit()
        self.values = QCheckBox(tr("Show values of the table"))
        self.values.setChecked(choices.content.with_values)
        self.language = Segmented(tr("Language"), tuple(NAMES.items()))
        self.language.set_value(choices.report.language)
        self.format = Segmented(tr("Format"), [(suffix, tr(name)) for suffix, name in _FORMATS])
        self.file = QLineEdit(str(choices.path))
        self.browse = secondary_button(tr("Browse..."), "open")
        self.replace = QCheckBox(tr("Replace it"))
        self.fault = paragraph("", "dense", "error")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Writing the report"))
        self.doing = label("", "caption", "3")
        self.message = Message()
        self.digest = WrappingLabel("", "caption", "3")
        self.card = ErrorCard()
        self.foot = DialogFoot(tr("Write report"))
        self._lay_out()
        self._fill(choices.project)
        self._connect()
        self._refresh()

    @property
    def choices(self) -> ReportChoices:
        """The current choices."""
        sections = tuple(section for section, box in self.sections.items() if box.isChecked())
        project = ProjectSettings(
            title=self.title.text().strip(),
            description=self._description,
            recipient=self.recipient.text().strip(),
            responsible=self.responsible.text().strip(),
        )
        content = ReportContent(sections=sections, with_values=self.values.isChecked())
        report = self._report.model_copy(update={"form": self.form.value, "language": self.language.value})
        return ReportChoices(content, project, Path(self.file.text().strip()), report, self.texts.statements)

    def show_file(self, path: Path) -> None:
        """Take a file that the dialog of the system has asked about."""
        self._agreed.add(path)
        self.file.setText(str(path))
        self._refresh()

    def show_busy(self) -> None:
        """Show the busy state."""
        self._busy, self._done, self._stopping = True, False, False
        show_share(self.progress, None)
        self._refresh()

    def show_progress(self, progress: object) -> None:
        """Show the progress."""
        if isinstance(progress, Progress) and not self._stopping:
            self.doing.setText(progress.activity)
            show_share(self.progress, progress.fraction)

    def show_done(self, path: Path, sha256: str) -> None:
        """Show the written report."""
        self._busy, self._done = False, True
        self._agreed.add(path)
        self.message.set_content("ok", tr("Report written."), path.name, (("open", tr("Open")),))
        self.digest.setText(f"SHA-256 {sha256}")
        self._refresh()

    def show_stopped(self) -> None:
        """Show that writing was stopped."""
        self._busy = False
        self._refresh()
        self.foot.note.setText(tr("Stopped. Nothing was written."))

    def show_error(self, error: UserError) -> None:
        """Show why writing failed."""
        self._busy = False
        first = error.problems[0]
        details = error.message if len(error.problems) > 1 else ""
        self.card.set_error(f"{first.found[:1].upper()}{first.found[1:]}.", first.place, first.remedy, details)
        self._refresh()
        self.card.show()

    def reject(self) -> None:
        """Stop writing; close if nothing is being written, or if a stop is pending already."""
        if self._busy and not self._stopping:
            self._stopping = True
            self.stop_requested.emit()
            self.doing.setText(tr(STOPPING))
            show_share(self.progress, None)
            self.foot.cancel.setText(tr("Close"))
        else:
            super().reject()

    def _write(self) -> None:
        if self._done:
            self.accept()
        elif not self._busy:
            self.write_requested.emit()

    def _change(self, _value: object = None) -> None:
        """Drop the result of other choices."""
        self._done = False
        self._refresh()

    def _choose_format(self, suffix: str) -> None:
        path = Path(self.file.text().strip())
        if path.name:
            self.file.setText(str(path.with_suffix(suffix)))

    def _agree(self, agreed: bool) -> None:
        path = self.choices.path
        (self._agreed.add if agreed else self._agreed.discard)(path)
        self._refresh()

    def _refresh(self) -> None:
        chosen = self.choices
        self.format.set_value(".pdf" if chosen.path.suffix.lower() == ".pdf" else ".html")
        there, agreed = _is_there(chosen.path), chosen.path in self._agreed
        fault = chosen.fault()
        asks = there and not self._done and not self._busy
        self.replace.setVisible(asks)
        with QSignalBlocker(self.replace):
            self.replace.setChecked(agreed)
        taken = ""
        if asks and agreed:
            taken = tr("{file} is there already, and will be replaced.", file=chosen.path.name)
        elif asks:
            taken = tr("{file} is there already.", file=chosen.path.name)
        self.fault.setText(fault or taken)
        set_tone(self.fault, "2" if agreed and not fault else "error")
        self._warning.setVisible(self.values.isChecked())
        for part in (self.progress, self.doing):
            part.setVisible(self._busy)
        self._show_form()
        self._fields.setEnabled(not self._busy)
        self._choice.setEnabled(not self._busy)
        self.texts.setEnabled(not self._busy)
        self.message.setVisible(self._done)
        self.digest.setVisible(self._done)
        self.card.hide()
        may = not fault and (not there or agreed)
        self.foot.primary.setText(tr("Close") if self._done else tr("Writing...") if self._busy else tr("Write report"))
        self.foot.primary.setEnabled(self._done or (may and not self._busy))
        self.foot.cancel.setText(
            tr("Close") if self._stopping and self._busy else tr("Stop") if self._busy else tr("Cancel")
        )
        self.foot.cancel.setVisible(not self._done)
        self.foot.note.setText("")

    def _show_form(self) -> None:
        """Offer the texts that the form asks for; without a form there are none."""
        form = ALL_FORMS.get(self.form.value)
        self.texts.show_form(() if form is None else form.statements)
        self._title.setText(tr("Sections") if form is None else tr("Annexes"))
        self._switch.setVisible(form is not None)
        if form is None:
            self._turn_to("report")

    def _turn_to(self, part: str) -> None:
        self.parts.set_value(part)
        self._pages.setCurrentIndex(0 if part == "report" else 1)

    def _choose_all(self) -> None:
        wanted = not all(box.isChecked() for box in self.sections.values())
        for box in self.sections.values():
            box.setChecked(wanted)

    def _fill(self, project: ProjectSettings) -> None:
        for field, text, name in (
            (self.title, project.title, tr("Title")),
            (self.recipient, project.recipient, tr("Recipient of the table")),
            (self.responsible, project.responsible, tr("Responsible for the data")),
            (self.file, self.file.text(), tr("File")),
        ):
            field.setText(text)
            field.setAccessibleName(name)
        for field in (self.title, self.recipient, self.responsible):
            field.setMaxLength(MOST_NAME)

    def _connect(self) -> None:
        self.foot.accepted.connect(self._write)
        self.foot.rejected.connect(self.reject)
        for box in (*self.sections.values(), self.values):
            box.toggled.connect(self._change)
        for field in (self.title, self.recipient, self.responsible, self.file):
            field.textChanged.connect(self._change)
        self.format.chosen.connect(self._choose_format)
        self.language.chosen.connect(self._change)
        self.browse.clicked.connect(self.browse_requested)
        self.replace.toggled.connect(self._agree)
        self._all.clicked.connect(self._choose_all)
        self.form.changed.connect(self._change)
        self.texts.changed.connect(self._change)
        self.parts.chosen.connect(self._turn_to)

    def _lay_out(self) -> None:
        self._choice, self._fields = QFrame(), QWidget()
        self._choice.setProperty("layer", "window")
        self._choice.setFixedWidth(_SECTIONS)
        layouts.column(_scrolled(self._sections_part()), inside=self._choice)
        right = QFrame()
        right.setProperty("layer", "panel")
        for page in (self._right_part(), self._texts_part()):
            self._pages.addWidget(_scrolled(page))
        layouts.row(self.parts, layouts.STRETCH, margins=(20, 12, 20, 0), inside=self._switch)
        layouts.column(self._switch, (self._pages, 1), spacing=0, inside=right)
        lay_out_two_panes(self, self._choice, right, self.foot)

    def _sections_part(self) -> QWidget:
        whole = QWidget()
        self._all = link_button(tr("All or none"))
        self._title = label(tr("Sections"), "lead")
        self._title.setMinimumHeight(_HEADING)
        heading = layouts.row(self._title, layouts.STRETCH, self._all)
        column = QVBoxLayout(whole)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(2)
        column.addWidget(self.form)
        column.addSpacing(16)
        layouts.nest(column, heading)
        for section, box in self.sections.items():
            column.addSpacing(6)
            column.addWidget(box)
            layouts.nest(column, _below(tr(section.sentence)))
        column.addStretch()
        return whole

    def _right_part(self) -> QWidget:
        whole = QWidget()
        heading = layouts.row(
            label(tr("For the person responsible for the data"), "lead"),
            help_mark(TOPIC, tr("the evidence report")),
            layouts.STRETCH,
        )
        layouts.column(
            heading,
            self._fields,
            self.progress,
            self.doing,
            self.message,
            self.digest,
            self.card,
            layouts.STRETCH,
            spacing=8,
            margins=(20, 16, 20, 16),
            inside=whole,
        )
        self._lay_out_fields()
        return whole

    def _texts_part(self) -> QWidget:
        whole = QWidget()
        layouts.column(self.texts, spacing=8, margins=(20, 16, 20, 0), inside=whole)
        return whole

    def _lay_out_fields(self) -> None:
        self._warning = Message(
            "warn",
            tr("It will contain values of the table."),
            tr("Labels of hierarchies, frequent values, expressions and notes. Protect such a report like the table."),
        )
        file = layouts.row((self.file, 1), self.browse, spacing=8)
        column = QVBoxLayout(self._fields)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for words, field in (
            (tr("Title"), self.title),
            (tr("Recipient of the table"), self.recipient),
            (tr("Responsible for the data"), self.responsible),
        ):
            column.addWidget(label(words, "dense", "2"))
            column.addWidget(field)
            column.addSpacing(4)
        column.addWidget(label(tr("Language"), "dense", "2"))
        column.addWidget(self.language, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(4)
        column.addWidget(paragraph(tr("Saved in the project."), "caption", "3"))
        column.addSpacing(8)
        column.addWidget(self.values)
        column.addWidget(self._warning)
        column.addSpacing(8)
        column.addWidget(label(tr("Format"), "dense", "2"))
        column.addWidget(self.format, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(4)
        column.addWidget(label(tr("File"), "dense", "2"))
        layouts.nest(column, file)
        column.addWidget(self.fault)
        column.addWidget(self.replace)


def _scrolled(content: QWidget) -> QScrollArea:
    scroll = QScrollArea()
    scroll.setAccessibleName(tr("Evidence report"))
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    scroll.setWidget(content)
    return scroll


def _below(words: str) -> QHBoxLayout:
    return layouts.row(paragraph(words, "caption", "3"), margins=(_INDENT, 0, 0, 0))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # the writer reports it
        return False
