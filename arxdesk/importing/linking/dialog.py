"""The dialog that links a table: which one it belongs to, by which columns, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QLineEdit, QWidget

from arxdesk.core.document import Document
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.help.window import show_help
from arxdesk.importing.linking.choices import LinkChoices, proposed_name
from arxdesk.importing.linking.work import LinkedProject, LinkSource, link, look
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.help_topics import LINKED_TABLES
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.busy_line import BusyLine
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n

LOOKING, LINKING = Activity(marked("Reading a table to link")), Activity(marked("Linking a table"))
SIZE = QSize(640, 468)
_TITLE, _FIELD = 132, 428
_PAUSE = 250
"""Milliseconds after which a name is taken as typed: large tables take long to join."""
LEAD = marked(
    "A table with several rows for one row of another, such as the visits of patients. Levels are chosen for all "
    "tables together, people are counted in their join, and each table gets a file of its own again."
)
UNDO = marked("The steps so far cannot be undone any more once the table is linked; nothing of them is lost.")


class LinkDialog(FramedDialog):
    """`linked` carries the project with one table more."""

    linked = Signal(LoadedProject)
    crashed = Signal(Exception)

    def __init__(self, document: Document, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Link {name}", name=path.name))
        self.resize(SIZE)
        self._document, self._path = document, path
        self._jobs = Jobs(self)
        self._source: LinkSource | None = None
        self._made: LinkedProject | None = None
        self._typed = Debounce(self._try, _PAUSE, self)
        taken = tuple(each.name for each in document.job.tables)
        self.name = QLineEdit(proposed_name(str(path), taken))
        self.name.setAccessibleName(tr("Name of the table"))
        self.name.setMaxLength(60)
        self.belongs = ChoiceBox(tr("Table that it belongs to"))
        self.key = ChoiceBox(tr("Column of the table to link"))
        self.parent_key = ChoiceBox(tr("Column of the other table"))
        self.drops = QCheckBox(tr("Leave out rows without a match"))
        self.person = label("", "body", "1")
        self.extent = label("", "dense", "2")
        self.found = Message()
        self.found.hide()
        self.busy = BusyLine()
        self.help = HelpMark(LINKED_TABLES, tr("linked tables"))
        self.foot = DialogFoot(tr("Link the table"))
        self.foot.primary.setEnabled(False)
        self.undo_note = paragraph(tr(UNDO), "caption", "3")
        self.undo_note.setVisible(bool(document.undo_stack.count()))
        self._lay_out()
        self._connect()
        self.name.setFocus()
        self._start_looking()

    @property
    def choices(self) -> LinkChoices:
        """What is chosen."""
        job, first = self._document.job, self.parent_key.value
        person = job.data.person or job.data.rename.get(first, first).strip()
        header = None if self._source is None else self._source.header
        return LinkChoices(
            str(self._path),
            self.name.text(),
            self.belongs.value,
            self.key.value,
            first,
            person,
            self.drops.isChecked(),
            header,
        )

    @property
    def is_busy(self) -> bool:
        """Whether tables are read or joined."""
        return bool(self._jobs.running) or self._typed.isActive()

    def done(self, result: int) -> None:
        """Abandon the work."""
        self._jobs.retire()
        super().done(result)

    def _wait(self, activity: str) -> None:
        self.busy.show_progress(activity, None)
        self.busy.show()

    def _start_looking(self) -> None:
        self._wait(tr("Reading the tables"))
        work = partial(look, self._document.job, str(self._path))
        self._jobs.start(self, LOOKING, work, self._take_source, self._fail)

    def _take_source(self, source: LinkSource) -> None:
        self._source = source
        rows, columns = source.raw.records, len(source.raw.columns)
        self.extent.setText(", ".join((tr_n(rows, "{n} row", "{n} rows"), tr_n(columns, "{n} column", "{n} columns"))))
        first = Path(self._document.source_name).name
        self.belongs.set_options([(name, name or first) for name in source.parents])
        self.key.set_options([(name, name) for name in source.raw.names])
        proposed = source.proposed
        self.belongs.setCurrentIndex(self.belongs.findData(proposed.parent if proposed else ""))
        self._offer_parent_keys()
        if proposed is not None:
            self.key.set_value(proposed.key)
            self.parent_key.set_value(proposed.parent_key)
        else:
            self.key.setCurrentIndex(0)
            self.parent_key.setCurrentIndex(0)
        self._try()

    def _choose_parent(self, _key: str) -> None:
        self._offer_parent_keys()
        self.parent_key.setCurrentIndex(max(0, self.parent_key.findData(self.parent_key.value)))
        self._try()

    def _offer_parent_keys(self) -> None:
        if self._source is not None:
            names = self._source.parents[self.belongs.value]
            rename = self._document.job.data.rename
            self.parent_key.set_options([(name, rename.get(name, name).strip()) for name in names])

    def _take_name(self, _text: str) -> None:
        self._drop()
        self._typed.start()

    def _drop(self) -> None:
        """Forget what came of other choices; what still comes of them is not taken."""
        self._made = None
        self.foot.primary.setEnabled(False)

    def _try(self, _value: object = None) -> None:
        """Link the tables as chosen, to show what comes of it."""
        self._drop()
        self._typed.stop()
        if self._source is None:
            return
        chosen, document = self.choices, self._document
        self.person.setText(chosen.person)
        try:
            chosen.table()
        except ValueError:
            self._show(
                "warn",
                tr("This is no name for a table."),
                tr("Write a short one of letters and digits, such as visits."),
            )
            return
        if chosen.name.strip().casefold() in map(str.casefold, self._source.parents):
            self._show(
                "warn", tr("A table is already named {name}.", name=chosen.name.strip()), tr("Choose another name.")
            )
            return
        self._wait(tr("Joining the tables"))
        before = replace(document.provenance, trail=document.audit.trail, ledger=document.ledger.now)
        work = partial(link, self._source, document.job, chosen, document.file, before)
        self._jobs.start(self, LINKING, work, partial(self._take_made, chosen), partial(self._fail_with, chosen))

    def _take_made(self, chosen: LinkChoices, made: LinkedProject) -> None:
        if chosen != self.choices:
            return
        self._made = made
        self.foot.primary.setEnabled(True)
        *_joined, last, people = made.sentences
        self._show("ok", last, f"{made.sentences[0]} {people}")

    def _fail_with(self, chosen: LinkChoices, error: Exception) -> None:
        if chosen == self.choices or not isinstance(error, UserError):
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, UserError):
            self.crashed.emit(error)
            self.reject()
            return
        first = error.problems[0]
        remedy = first.remedy
        if "unmatched" in remedy:
            remedy = tr("Tick the box above to leave them out, or choose another column.")
        self._show("error", f"{first.found[:1].upper()}{first.found[1:]}.", remedy)

    def _show(self, kind: str, lead: str, sentence: str) -> None:
        self.busy.hide()
        self.found.set_content(kind, lead, sentence)  # type: ignore[arg-type]  # one of the kinds
        self.found.show()

    def _accept(self) -> None:
        if self._made is not None:
            self.linked.emit(self._made.project)
            self.accept()

    def _connect(self) -> None:
        self.belongs.chosen.connect(self._choose_parent)
        for box in (self.key, self.parent_key):
            box.chosen.connect(self._try)
        self.drops.toggled.connect(self._try)
        self.name.textEdited.connect(self._take_name)
        self.foot.accepted.connect(self._accept)
        self.foot.rejected.connect(self.reject)
        self.busy.stop_requested.connect(self.reject)
        self.help.requested.connect(show_help)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        rows: tuple[tuple[str, QWidget], ...] = (
            (tr("Name"), self.name),
            (tr("Belongs to"), self.belongs),
            (tr("Key there"), self.parent_key),
            (tr("Key here"), self.key),
            ("", self.drops),
            (tr("Person"), self.person),
        )
        for text, field in rows:
            title = label(text, "body", "2")
            title.setMinimumWidth(_TITLE)
            title.setBuddy(field)
            if isinstance(field, QLineEdit | ChoiceBox):
                field.setMinimumWidth(_FIELD)
            form.addRow(title, field)
        head = layouts.row(label(self._path.name, "lead"), self.extent, layouts.STRETCH, self.help, spacing=12)
        panel = QFrame()
        panel.setProperty("layer", "panel")
        layouts.column(
            head,
            paragraph(tr(LEAD), "dense", "2"),
            8,
            form,
            8,
            self.found,
            layouts.STRETCH,
            self.undo_note,
            self.busy,
            spacing=8,
            margins=(20, 16, 20, 16),
            inside=panel,
        )
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)
