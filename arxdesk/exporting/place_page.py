"""The page of the place: a file in a format, or a database."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QSizePolicy, QWidget

from arxdesk.exporting.choices import OUTSIDE_SUFFIXES
from arxdesk.exporting.course import ExportCourse
from arxdesk.exporting.formats import FORMATS, Format
from arxdesk.exporting.options_page import OptionsPage
from arxdesk.exporting.review_page import ReviewPage
from arxdesk.exporting.text_options import TextOptions
from arxdesk.importing.connection_form import ConnectionForm
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr

_FIELD, _TITLE = 428, 64
IN_FILES = marked("Records that stay in their files are written as Parquet or CSV.")
IN_SEVERAL_FILES = marked("Linked tables are written to a file each.")
IN_DATABASE = marked("Records that stay in their database are written into a table of it.")


class PlacePage(QWidget):
    """Changes the choices of the course as they are typed."""

    browse_requested = Signal()

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = course
        self.where = Segmented(tr("Destination of the table"), [("file", tr("File")), ("database", tr("Database"))])
        self.format = Segmented(tr("Format"), [(each.name, tr(each.name)) for each in FORMATS])
        self.file = QLineEdit()
        self.file.setAccessibleName(tr("File"))
        self.browse = secondary_button(tr("Browse..."), "open")
        self.form = ConnectionForm(connects=False)
        self.table = QLineEdit()
        self.table.setAccessibleName(tr("Table"))
        self.table.setMaxLength(200)
        self.replace_table = QCheckBox(tr("Replace an existing table of this name"))
        self.card = ErrorCard()
        self.card.hide()
        self._sentence = paragraph("", "caption", "3")
        self.text = TextOptions(course)
        self.options = OptionsPage(course)
        self.review = ReviewPage(course)
        self.fault = paragraph("", "dense", "error")
        self.stopped = Message("info", tr("Stopped."), tr("Nothing was written. Existing files are unchanged."))
        self._stack = Pages()
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)  # keeps the rest close
        self._lay_out()
        self._offer()
        self._show_choices()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Refresh after a change of choices."""
        chosen = self._course.choices
        found = chosen.format
        self.format.set_value(found.name if found is not None else None)
        self._sentence.setText(tr(found.sentence) if found is not None else "")
        self.text.setVisible(chosen.is_delimited and not self._course.facts.stays_outside)
        self.text.show_for(tabbed=chosen.is_tabbed)
        self.review.refresh()
        self.stopped.setVisible(self._course.was_stopped)
        self.fault.setText(chosen.fault() if self._has_begun() else "")
        self.fault.setVisible(bool(self.fault.text()))

    def show_file(self, path: Path) -> None:
        """Choose a file."""
        with QSignalBlocker(self.file):
            self.file.setText(str(path))
        self._course.change(path=path)
        self.refresh()

    def ask_for_password(self, error: UserError) -> None:
        """Ask for the password of the database, also after a wrong one."""
        first = error.problems[0]
        self.card.set_error(f"{first.found[:1].upper()}{first.found[1:]}.", first.place, first.remedy)
        self.card.show()
        self.form.password.selectAll()
        self.form.password.setFocus()

    def _offer(self) -> None:
        """Offer what holds the rows can write, where they stay."""
        facts = self._course.facts
        if facts.linked:
            self.where.set_option_enabled("database", False)
            self.where.setToolTip(tr(IN_SEVERAL_FILES))
        if not facts.stays_outside:
            return
        in_database = facts.engine == "database"
        self.where.set_option_enabled("file", not in_database)
        self.where.set_option_enabled("database", in_database)
        self.where.setToolTip(tr(IN_DATABASE if in_database else IN_FILES))
        self.form.setEnabled(not in_database)
        for each in FORMATS:
            self.format.set_option_enabled(each.name, each.suffix in OUTSIDE_SUFFIXES)
        self.format.setToolTip(tr(IN_FILES))

    def _has_begun(self) -> bool:
        """An empty form shows no error about being empty."""
        return self._course.choices.where == "file" or self.form.is_filled

    def _choose_where(self, key: str) -> None:
        self._course.change(where=key)
        self._stack.setCurrentIndex(int(key == "database"))
        self.card.hide()
        self.refresh()

    def _choose_format(self, name: str) -> None:
        wanted: Format = next(each for each in FORMATS if each.name == name)
        self.show_file(self._course.choices.as_format(wanted).path)

    def _type_file(self, text: str) -> None:
        self._course.change(path=Path(text.strip()))
        self.refresh()

    def _fill_database(self) -> None:
        form, course = self.form, self._course
        course.password = None if form.is_file else form.password.text() or None
        course.change(
            address=form.address if form.is_filled else "",
            table=self.table.text(),
            replace_table=self.replace_table.isChecked(),
        )
        self.refresh()

    def _show_choices(self) -> None:
        chosen = self._course.choices
        self.where.set_value(chosen.where)
        self._stack.setCurrentIndex(int(chosen.where == "database"))
        self.file.setText(str(chosen.path))
        if chosen.address:
            self.form.show_address(chosen.address)
        self.table.setText(chosen.table)
        self.replace_table.setChecked(chosen.replace_table)

    def _connect(self) -> None:
        self.where.chosen.connect(self._choose_where)
        self.format.chosen.connect(self._choose_format)
        self.file.textChanged.connect(self._type_file)
        self.browse.clicked.connect(self.browse_requested)
        self.form.changed.connect(self._fill_database)
        self.form.password.textChanged.connect(self._fill_database)
        self.table.textChanged.connect(self._fill_database)
        self.replace_table.toggled.connect(self._fill_database)
        self._course.changed.connect(self.refresh)

    def _lay_out(self) -> None:
        self._stack.addWidget(self._file_part())
        self._stack.addWidget(self._database_part())
        layouts.column(
            self.stopped,
            label(tr("Destination of the table"), "lead"),
            (self.where, 0, Qt.AlignmentFlag.AlignLeft),
            self._stack,
            self.fault,
            self.card,
            8,
            self.options,
            8,
            self.review,
            layouts.STRETCH,
            spacing=12,
            inside=self,
        )

    def _file_part(self) -> QWidget:
        whole = QWidget()
        row = layouts.row((self.file, 1), self.browse, spacing=8)
        layouts.column(
            label(tr("Format"), "dense", "2"),
            (self.format, 0, Qt.AlignmentFlag.AlignLeft),
            self._sentence,
            8,
            label(tr("File"), "dense", "2"),
            row,
            8,
            self.text,
            spacing=8,
            inside=whole,
        )
        return whole

    def _database_part(self) -> QWidget:
        whole = QWidget()
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        title = label(tr("Table"), "dense", "2")
        title.setMinimumWidth(_TITLE)
        self.table.setFixedWidth(_FIELD)
        form.addRow(title, self.table)
        form.addRow("", self.replace_table)
        form.addRow("", label(tr("It is made in one transaction: whole or not at all."), "caption", "3"))
        layouts.column(self.form, form, spacing=8, inside=whole)
        return whole
