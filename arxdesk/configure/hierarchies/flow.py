"""Hierarchies from files, and proposed ones: the questions a user is asked on the way, and the work behind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.exporting import HierarchyExport
from arxdesk.configure.hierarchies.import_dialog import HierarchyImportDialog
from arxdesk.configure.hierarchies.wizard.wizard import HierarchyWizard
from arxdesk.configure.hierarchies.work import (
    HierarchyFile,
    ManyHierarchies,
    examine,
    propose_hierarchies,
    read_many,
)
from arxdesk.core.commands import ChangeHierarchies, ChangeHierarchy
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import (
    ask_for_hierarchies,
    ask_for_hierarchy,
)
from arxdesk.core.session.session import Session
from arxdesk.tasks.activity import Activity
from arxdesk.ui.words import joined
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.messages import told, told_n
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

BUILDING = Activity(marked("Building hierarchies"), shown=True)
EXAMINING = Activity(marked("Reading a hierarchy file"))

_SEPARATORS = re.compile(r"[^\w]+|_+")
_WORD = "hierarchy"
_NAMED = 4


class HierarchyFlow(QObject):
    """Shows dialogs, works on threads, and puts results into the document as one step.

    `message` carries a sentence for the status bar.
    """

    message = Signal(str)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self.dialog: HierarchyImportDialog | None = None
        self.wizard: HierarchyWizard | None = None
        self.exporting = HierarchyExport(window, session)
        session.document_opened.connect(self._leave_dialog)
        session.document_remade.connect(self._leave_dialog)
        session.document_closed.connect(self._leave_dialog)

    # One attribute

    def create_for_focus(self) -> None:
        """Make or change the hierarchy of the attribute in focus, step by step."""
        if self._session.document is not None:
            self.create(self._session.document.focus)

    def create(self, attribute: str) -> None:
        """Make or change the hierarchy of an attribute, step by step."""
        document = self._session.document
        if document is None or document.locked:
            return
        self.wizard = HierarchyWizard(document, attribute, self._session.jobs, self._window)
        self.wizard.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.wizard.finished.connect(self._forget_wizard)
        QTimer.singleShot(0, self.wizard, self.wizard.open)  # made in one turn, painted in the next

    def _forget_wizard(self, _result: int) -> None:
        self.wizard = None

    def ask_for_file(self, attribute: str) -> None:
        """Ask for a hierarchy file, and show its content before it is used."""
        path = ask_for_hierarchy(self._window, attribute)
        if path is not None:
            self.open(attribute, path)

    def reopen(self, attribute: str) -> None:
        """Read the file that the hierarchy came from once more."""
        document = self._session.document
        source = document.settings_of(attribute).hierarchy_file if document else None
        if source is not None:
            self.open(attribute, Path(source))

    def open(self, attribute: str, path: Path) -> None:
        """Show the content of a file; it is used when the user accepts it."""
        document = self._session.document
        if document is None or document.locked:
            return
        dialog = HierarchyImportDialog(path, attribute, self._window)
        dialog.reading_requested.connect(partial(self._examine, document, attribute, path))
        dialog.accepted.connect(partial(self._use, document, attribute))
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()
        self._examine(document, attribute, path, None, None)

    # All of them

    def propose_all(self) -> None:
        """Build hierarchies for all quasi-identifiers that have none."""
        document = self._session.document
        if document is None:
            return
        without = [name for name in document.attributes_with(Role.QUASI_IDENTIFYING) if not _has(document, name)]
        if without:
            self.propose_several(tuple(without))
        else:
            self.message.emit(tr("Every quasi-identifier has a hierarchy already."))

    def import_several(self) -> None:
        """Ask for several hierarchy files; each is matched to a column by its name."""
        document = self._session.document
        paths = ask_for_hierarchies(self._window) if document is not None else ()
        if document is None or not paths:
            return
        found, unmatched = matched(paths, document.dataset.names)
        problems = tuple(
            Problem(str(path), tr("no column has a name like this"), tr("Open it for a column by hand."))
            for path in unmatched
        )
        if not found:
            self._session.failed.emit(InvalidHierarchy(problems))
            return
        columns = {name: document.hierarchy_column(name) for name in found}
        work = partial(read_many, found, columns, document.job.data.null_values)
        arrived = partial(self._take_many, document, False, problems)
        self._session.jobs.start(self, BUILDING, work, arrived, self._session.fail, self._session.line.follow)

    # Results

    def _examine(
        self, document: Document, attribute: str, path: Path, delimiter: str | None, encoding: str | None
    ) -> None:
        column, null_values = document.hierarchy_column(attribute), document.job.data.null_values
        work = partial(examine, path, column, null_values, delimiter, encoding)
        self._session.jobs.start(self, EXAMINING, work, self._show_file, self._show_problem)

    def _show_file(self, file: HierarchyFile) -> None:
        if self.dialog is not None:
            self.dialog.show_file(file)

    def _show_problem(self, error: Exception) -> None:
        if self.dialog is not None and isinstance(error, UserError):
            self.dialog.show_error(error)
        else:
            self._session.fail(error)

    def _use(self, document: Document, attribute: str) -> None:
        file = self.dialog.file if self.dialog is not None else None
        if file is not None and document is self._session.document:
            text = tr("Hierarchy of {column} from {file}", column=attribute, file=file.path.name)
            document.push(ChangeHierarchy(document, attribute, file.inspection.hierarchy, file.source, text))

    def _leave_dialog(self) -> None:
        """Close the dialog of a document that is gone."""
        if self.dialog is not None:
            self.dialog.reject()

    def _forget_dialog(self, _result: int) -> None:
        self._session.jobs.abandon(EXAMINING)
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def propose_several(self, names: tuple[str, ...]) -> None:
        """Build a hierarchy for each of the attributes, as one undoable step."""
        document = self._session.document
        if document is None or document.locked:
            return
        work = partial(propose_hierarchies, tuple(document.hierarchy_column(name) for name in names))
        arrived = partial(self._take_many, document, True, ())
        self._session.jobs.start(self, BUILDING, work, arrived, self._session.fail, self._session.line.follow)

    def _take_many(
        self, document: Document, proposed: bool, problems: tuple[Problem, ...], made: ManyHierarchies
    ) -> None:
        """Use hierarchies that were proposed, or read from files."""
        if document is not self._session.document or document.locked:
            return
        if made.found:
            names = list(made.found)
            document.push(ChangeHierarchies(document, made.found, _step(proposed, names)))
            self.message.emit(_summary(proposed, made.found))
        found = (*problems, *made.problems)
        if found:
            self._session.failed.emit(InvalidHierarchy(found))


def matched(paths: Iterable[Path], names: Sequence[str]) -> tuple[dict[str, Path], list[Path]]:
    """The file for each column, and the files without a column.

    A file matches a column whose words end its name, with or without "hierarchy" before, after or between:
    hierarchy_age.csv, age.csv, adult_hierarchy_age.csv, age_hierarchy.csv. The longest match wins.
    """
    found: dict[str, Path] = {}
    unmatched: list[Path] = []
    ranked = sorted(names, key=lambda name: -len(_words(name)))
    for path in paths:
        words = _words(path.stem)
        before, behind = words, words
        if _WORD in words:
            place = len(words) - 1 - words[::-1].index(_WORD)
            before, behind = words[:place], words[place + 1 :]
        exact = (name for name in ranked if _words(name) and _words(name) in (behind, before))
        ending = (name for name in ranked if _ends(behind or before, _words(name)))
        name = next(chain(exact, ending), None)
        if name is None or name in found:
            unmatched.append(path)
        else:
            found[name] = path
    return found, unmatched


def _words(name: str) -> list[str]:
    return [word for word in _SEPARATORS.split(name.casefold()) if word]


def _ends(words: list[str], ending: list[str]) -> bool:
    return bool(ending) and words[-len(ending) :] == ending


def _has(document: Document, name: str) -> bool:
    return name in document.hierarchies


def _step(proposed: bool, names: Sequence[str]) -> str:
    number = len(names)
    if number == 1:
        return told(
            "Propose the hierarchy of {column}" if proposed else "Open the hierarchy of {column}", column=names[0]
        )
    if proposed:
        return told_n(number, "Propose {n} hierarchy", "Propose {n} hierarchies")
    return told_n(number, "Open {n} hierarchy", "Open {n} hierarchies")


def _summary(proposed: bool, found: Mapping[str, tuple[Hierarchy, object]]) -> str:
    parts = [
        tr_n(each.levels, "{name} ({n} level)", "{name} ({n} levels)", name=name)
        for name, (each, _source) in found.items()
    ]
    return tr("Proposed: {hierarchies}" if proposed else "Opened: {hierarchies}", hierarchies=joined(parts, _NAMED))
