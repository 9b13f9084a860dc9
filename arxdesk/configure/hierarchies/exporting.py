"""Hierarchies to files: where they go, the questions before a file is replaced, and the work behind."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.work import export_hierarchies, those_among
from arxdesk.core.audit_words import hierarchies_text
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_for_folder, ask_where_to_export_hierarchy
from arxdesk.core.session.session import Session
from arxdesk.tasks.activity import WRITING
from arxdesk.ui.dialogs.question import ask
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

_NAMED = 4


class HierarchyExport(QObject):
    """Writes hierarchies of the open document on a thread; `message` carries a sentence for the status bar."""

    message = Signal(str)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session

    def export(self, attribute: str) -> None:
        """Ask where to write a hierarchy."""
        document = self._session.document
        hierarchy = document.hierarchies.get(attribute) if document else None
        if document is None or hierarchy is None:
            return
        path = ask_where_to_export_hierarchy(self._window, self._suggested(document, attribute))
        if path is not None and self._may_write(document, [path]):
            self._write({path: hierarchy})

    def export_all(self) -> None:
        """Ask for a folder, and write every hierarchy into it."""
        document = self._session.document
        if document is None or not document.hierarchies:
            return
        folder = ask_for_folder(self._window, tr("Export all hierarchies to a folder"))
        if folder is None:
            return
        files = {folder / f"hierarchy_{_file_name(name)}.csv": each for name, each in document.hierarchies.items()}
        there = [path for path in files if path.exists()]
        if self._may_write(document, list(files)) and (not there or self._may_replace(there)):
            self._write(files)

    def _write(self, files: Mapping[Path, Hierarchy]) -> None:
        document = self._session.document
        arrived = partial(self._take_written, document, tuple(files))
        self._session.jobs.start(
            self, WRITING, partial(export_hierarchies, files), arrived, self._session.fail, self._session.line.follow
        )

    def _take_written(self, document: Document | None, files: Sequence[Path], written: tuple[Path, ...]) -> None:
        if document is not None and document is self._session.document:  # their rows hold values of the table
            names = [file.name for file in files[:_NAMED]]
            document.audit.record("exported", hierarchies_text(names, len(files) - len(names)))
        place = written[0] if len(written) == 1 else written[0].parent
        self.message.emit(
            tr_n(
                len(written),
                "{n} hierarchy written to {place}",
                "{n} hierarchies written to {place}",
                place=place,
            )
        )

    # Questions

    def _may_write(self, document: Document, paths: Sequence[Path]) -> bool:
        """Ask before a file is replaced that the project reads."""
        read = _files_read(document)
        own = those_among(paths, read)
        if not own:
            return True
        one = tr("{file} is read by this project. Replace it?", file=own[0].name)
        several = tr_n(
            len(own),
            "{n} file is read by this project. Replace it?",
            "{n} files are read by this project. Replace them?",
        )
        return self._asks(one if len(own) == 1 else several)

    def _may_replace(self, paths: Sequence[Path]) -> bool:
        one = tr("{file} already exists. Replace it?", file=paths[0].name)
        several = tr_n(
            len(paths),
            "{n} of the files already exists. Replace it?",
            "{n} of the files already exist. Replace them?",
        )
        return self._asks(one if len(paths) == 1 else several)

    def _asks(self, question: str) -> bool:
        return ask(self._window, tr("Replace files"), question, tr("Replace"))

    def _suggested(self, document: Document, attribute: str) -> Path:
        folder = document.file.parent if document.file else Path.home()
        return folder / f"hierarchy_{_file_name(attribute)}.csv"


def _file_name(attribute: str) -> str:
    return re.sub(r"[^\w.-]+", "_", attribute).strip("._") or "column"


def _files_read(document: Document) -> set[Path]:
    settings = (document.settings_of(name) for name in document.dataset.names)
    paths = [document.job.data.path, *(each.hierarchy_file for each in settings if each.hierarchy_file)]
    return {Path(path).absolute() for path in paths}
