"""Presets, the Safe Harbor checklist and role proposals: the dialogs and the work behind them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from arxdesk.configure.protection.presets_dialog import PresetsDialog
from arxdesk.configure.protection.proposing_work import build, look_for_identifiers, propose_roles
from arxdesk.configure.protection.role_proposals_dialog import RoleProposalsDialog
from arxdesk.configure.protection.safe_harbor_dialog import SafeHarborDialog
from arxdesk.core.commands import ChangeAttributes, ChangeHierarchies, ChangeSections, change_roles
from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.words import LOCAL
from arxdesk_engine.analysis.risk.safe_harbor import SafeHarborAction, SafeHarborLine, builder_of, checklist, is_done
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.risk.identifiers import IdentifierHit
from arxdesk_engine.risk.role_proposal import RoleProposal

PROPOSING = Activity(marked("Proposing roles"))


class ProtectionFlow(QObject):
    """Asks, runs long work on threads, and applies each choice to the document as one undoable step."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self._document, self._jobs, self._widget = document, jobs, parent
        self._lines: tuple[SafeHarborLine, ...] = ()
        self.dialog: QDialog | None = None

    def ask_for_preset(self) -> None:
        """Show the presets."""
        document = self._document
        sensitive, number = document.attributes_with(Role.SENSITIVE), len(document.job.privacy)
        dialog = PresetsDialog(sensitive, document.records, number, self._widget.window())
        dialog.accepted.connect(partial(self._apply_preset, dialog))
        dialog.checklist_requested.connect(self.show_checklist)
        self._open(dialog)

    def show_checklist(self) -> None:
        """Look for the identifiers of the Safe Harbor rule, then show them."""
        work = partial(look_for_identifiers, self._document.dataset)
        self._jobs.start(self, PROPOSING, work, self._take_hits, self._document.wishes.tell_failure)

    def guess_roles(self) -> None:
        """Propose a role for every column, then show the proposals."""
        work = partial(propose_roles, self._document.dataset)
        self._jobs.start(self, PROPOSING, work, self._take_roles, self._document.wishes.tell_failure)

    def _open(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _apply_preset(self, dialog: PresetsDialog) -> None:
        document, preset = self._document, dialog.preset
        if preset is None:
            return
        job = document.job
        sections = preset.sections(document.attributes_with(Role.SENSITIVE), job.suppression)
        kept = tuple(model for model in job.privacy if model not in preset.models(document.dataset.names))
        sections["paused"] = (*kept, *job.paused)
        document.push(ChangeSections(document, sections, told("Preset {preset}", preset=told(preset.title))))

    def _take_roles(self, proposals: Mapping[str, RoleProposal]) -> None:
        document = self._document
        known = {name: found for name, found in proposals.items() if name in document.dataset}
        roles = {name: document.settings_of(name).role for name in known}
        dialog = RoleProposalsDialog(known, roles, self._widget.window())
        dialog.accepted.connect(partial(self._accept_roles, dialog))
        self._open(dialog)

    def _accept_roles(self, dialog: RoleProposalsDialog) -> None:
        document = self._document
        after = {
            name: document.settings_of(name).model_copy(update={"role": role})
            for name, role in dialog.accepted_roles.items()
        }
        if after:
            document.push(
                ChangeAttributes(
                    document,
                    after,
                    tr_n(len(after), "Guessed roles of {n} attributes", "Guessed roles of {n} attributes"),
                )
            )

    def _take_hits(self, hits: tuple[IdentifierHit, ...]) -> None:
        self._lines = checklist(hits, self._document.dataset, LOCAL)
        dialog = SafeHarborDialog(self._lines, self._done(), self._widget.window())
        dialog.action_requested.connect(partial(self._do, dialog))
        self._open(dialog)

    def _done(self) -> set[str]:
        document = self._document
        builders = {line.column: builder_of(line, document.dataset[line.column]) for line in self._lines}
        known = {name: builder for name, builder in builders.items() if builder is not None}
        resolved = {name: builder.resolved(document.dataset[name]) for name, builder in known.items()}
        return {
            line.column
            for line in self._lines
            if is_done(line, document.settings_of(line.column), known)
            or is_done(line, document.settings_of(line.column), resolved)
        }

    def _do(self, dialog: SafeHarborDialog, line: SafeHarborLine) -> None:
        document = self._document
        column = document.dataset[line.column]
        builder = builder_of(line, column)
        if line.action is SafeHarborAction.REMOVE or builder is None:
            document.push(change_roles(document, [line.column], Role.IDENTIFYING))
            dialog.show_done(self._done())
            return
        arrived = partial(self._take_hierarchy, dialog, line)
        failed = partial(self._tell_failure, dialog)
        dialog.show_busy()
        self._jobs.start(self, PROPOSING, partial(build, builder, column), arrived, failed)

    def _take_hierarchy(self, dialog: SafeHarborDialog, line: SafeHarborLine, hierarchy: Hierarchy) -> None:
        document = self._document
        builder = builder_of(line, document.dataset[line.column])
        text = tr("{action} of {column}", action=tr(line.action.value), column=line.column)
        document.push(
            ChangeHierarchies(
                document, {line.column: (hierarchy, builder)}, text, {line.column: (1, None)}, Role.QUASI_IDENTIFYING
            )
        )
        dialog.show_done(self._done())

    def _tell_failure(self, dialog: SafeHarborDialog, error: Exception) -> None:
        if isinstance(error, UserError):
            dialog.show_problem(error.message)
        else:
            dialog.show_problem(tr("This is a defect of ArxDesk."))
            self._document.wishes.tell_failure(error)
