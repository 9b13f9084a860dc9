"""Settings of a hierarchy that are saved to a file and loaded from one."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.wizard.draft import LABELLING, HierarchyDraft
from arxdesk.configure.hierarchies.wizard.findings import problems_in
from arxdesk.configure.hierarchies.wizard.rules.kinds import KINDS
from arxdesk.configure.hierarchies.wizard.specification_work import load_specification, save_specification
from arxdesk.core.file_dialogs import ask_for_specification, ask_where_to_save_specification
from arxdesk.tasks.activity import WRITING
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.basics.buttons import quiet_button
from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder


class SpecificationFiles(QObject):
    """Two buttons, and the work behind them; `failed` carries the problem of a file."""

    loaded = Signal(HierarchyBuilder)
    saved = Signal(Path)
    failed = Signal(Problem)

    def __init__(self, draft: HierarchyDraft, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._draft, self._jobs, self._window = draft, jobs, window
        self.load_button, self.save_button = quiet_button(tr("Load from file...")), quiet_button(tr("Save..."))
        self.load_button.clicked.connect(self._ask_for_file)
        self.save_button.clicked.connect(self._ask_where_to_save)
        self.refresh()

    def refresh(self) -> None:
        """Enable what can be done: nothing is loaded before the survey, and no faulty settings are saved."""
        self.load_button.setEnabled(self._draft.survey is not None)
        self.save_button.setEnabled(self._draft.builder is not None)

    def load(self, path: Path) -> None:
        """Read a specification from a file."""
        self._jobs.start(self._draft, LABELLING, partial(load_specification, path), self._take_loaded, self._fail)

    def save(self, path: Path) -> None:
        """Write the specification to a file."""
        if self._draft.builder is not None:
            work = partial(save_specification, self._draft.builder, path)
            self._jobs.start(self, WRITING, work, self._take_saved, self._fail)

    def _take_loaded(self, builder: HierarchyBuilder) -> None:
        if builder.builder in KINDS:
            self.loaded.emit(builder)
        else:
            remedy = tr("Open it in the hierarchy editor.")
            self.failed.emit(
                Problem(tr("file"), tr("a {builder} is not made by settings", builder=builder.builder), remedy)
            )

    def _take_saved(self, path: Path) -> None:
        self._draft.is_unsaved = False
        self.saved.emit(path)

    def _fail(self, error: object) -> None:
        self.failed.emit(problems_in(error)[0])

    def _ask_for_file(self) -> None:
        path = ask_for_specification(self._window)
        if path is not None:
            self.load(path)

    def _ask_where_to_save(self) -> None:
        suggested = Path(f"{self._draft.column.name.replace('/', '-')}-hierarchy.toml")
        path = ask_where_to_save_specification(self._window, suggested)
        if path is not None:
            self.save(path)
