"""The hierarchy of the attribute in focus as table, tree and distribution, editable, with its findings below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QTabBar, QWidget

from arxdesk.configure.hierarchies.actions import HierarchyActions
from arxdesk.configure.hierarchies.branches import HierarchyBranches
from arxdesk.configure.hierarchies.distribution import HierarchyDistribution
from arxdesk.configure.hierarchies.editor import GroupSelection, HierarchyEditor
from arxdesk.configure.hierarchies.empty import NoHierarchy
from arxdesk.configure.hierarchies.grid import HierarchyGrid
from arxdesk.configure.hierarchies.group_moves import GroupMoves
from arxdesk.configure.hierarchies.step_notice import StepNotice
from arxdesk.configure.hierarchies.steps import HierarchySteps
from arxdesk.configure.hierarchies.tools import HierarchyTools, TopRow
from arxdesk.configure.hierarchies.words import finding, not_used, rule_button, without_hierarchy
from arxdesk.core.commands import ChangeHierarchy
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.editing.edits import free_label

TABLE, TREE, DISTRIBUTION = range(3)
LEAST_HEIGHT = 96
LOW = 184


class HierarchyView(QWidget):
    """Shows and edits the hierarchy of the attribute in focus; dialogs are wishes of the document."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._shown_for = ""
        self._renaming = False
        self.steps = HierarchySteps(document, jobs, self)
        self.editor = HierarchyEditor(document, self.steps, self)
        self.moves = GroupMoves(self.steps, self.editor, self)
        self.grid, self.branches, self.distribution = (
            HierarchyGrid(tr("Hierarchy table")),
            HierarchyBranches(),
            HierarchyDistribution(),
        )
        self.empty, self.message = NoHierarchy(), Message()
        self.notice = StepNotice(self.steps, document.undo_stack)
        self.actions_by_name = HierarchyActions(self, self._handlers())
        self.top = TopRow()
        self.tools = HierarchyTools(self.actions_by_name)
        self._stack = Pages(LEAST_HEIGHT)  # a message that comes takes its room here, and moves no pane
        for page in (self.grid, self.branches, self.distribution, self.empty):
            self._stack.addWidget(page)
        layouts.column(
            *(
                (part, 1 if part is self._stack else 0)
                for part in (self.top, self._stack, self.notice, self.message, self.tools)
            ),
            spacing=6,
            inside=self,
        )
        self.more = self._make_more()
        self._connect()
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the note that all is well where rows need the room."""
        super().resizeEvent(event)
        self._show_foot()

    @property
    def tabs(self) -> QTabBar:
        """Table, tree, distribution."""
        return self.top.tabs

    def refresh(self) -> None:
        """Show the hierarchy of the attribute in focus."""
        if self._document.focus != self._shown_for:
            self.notice.dismiss()
            self.moves.forget_cut()
        self.steps.refresh()
        self._show()

    def _refresh_if_shown(self, name: str) -> None:
        if name == self._document.focus:
            self.refresh()

    def _show(self) -> None:
        name, inspection = self._document.focus, self.steps.inspection
        has_hierarchy, tab = self.steps.hierarchy is not None, self.tabs.currentIndex()
        anew = name != self._shown_for
        self._shown_for = name
        if self.grid.groups_model.hierarchy is not (inspection and inspection.hierarchy) or anew:
            self.grid.show_inspection(inspection)
            self.branches.show_inspection(inspection, anew=anew)
            self.tools.set_levels(inspection.groups.levels if inspection else 0)
            if anew:
                self.grid.fit_columns()
                self.grid.show_first_held()
        if tab == DISTRIBUTION:
            self.distribution.show_column(self._document.hierarchy_column(name), inspection)
        settings = self._document.settings_of(name)
        role = settings.role
        useful = role in (Role.QUASI_IDENTIFYING, Role.SENSITIVE)
        perturbed = self._document.job.perturbation_of(name) is not None
        said = without_hierarchy(name, settings, perturbed=perturbed)
        self.empty.set_content(said, useful=role is Role.QUASI_IDENTIFYING)
        page = self.distribution if tab == DISTRIBUTION else (self.grid, self.branches)[tab]
        self._stack.setCurrentWidget(page if has_hierarchy or tab == DISTRIBUTION else self.empty)
        self.tools.show_for(in_tree=tab == TREE)
        used = settings.is_grouped or role is Role.SENSITIVE
        for page in (self.grid, self.branches):
            page.setEnabled(used)
        self.top.rule.setText(rule_button(self.steps.source))
        self.top.rule.setVisible(has_hierarchy or not useful)
        self._show_message()
        self._show_state()

    def _show_message(self) -> None:
        inspection = self.steps.inspection
        settings = self._document.settings_of(self._document.focus)
        if self.steps.hierarchy is not None and not (settings.is_grouped or settings.role is Role.SENSITIVE):
            unused = not_used(settings)
            self.message.set_content(unused.kind, unused.lead, unused.sentence)
            self._show_foot()
            return
        if inspection is None:
            if self.steps.hierarchy is not None:
                rows = tr_n(len(self.steps.hierarchy.rows), "It has {n} row.", "It has {n} rows.")
                self.message.set_content("info", tr("Checking the hierarchy."), rows)
            self._show_foot()
            return
        needed = settings.role is Role.QUASI_IDENTIFYING
        found = finding(inspection, needed=needed, editable=not self._document.locked)
        self.message.set_content(found.kind, found.lead, found.sentence, found.links)
        self._show_foot()

    def _show_foot(self) -> None:
        """Show messages or actions for the selection below the rows, if there are any."""
        has_hierarchy, tab = self.steps.hierarchy is not None, self.tabs.currentIndex()
        is_picked = has_hierarchy and tab != DISTRIBUTION and self.picked() is not None
        self.tools.setVisible(is_picked or (has_hierarchy and tab == TREE))
        says_more = self.message.kind != "ok" or not (is_picked or self.height() < LOW)
        self.message.setVisible(has_hierarchy and self.notice.isHidden() and says_more)

    def _show_state(self) -> None:
        """Enable the possible actions."""
        locked, hierarchy = self._document.locked, self.steps.hierarchy
        editable = not locked and self.steps.inspection is not None and not self.steps.busy
        self.grid.set_editable(editable)
        self.branches.set_editable(editable)
        in_tree = self.tabs.currentIndex() == TREE
        levels = hierarchy.levels if hierarchy else 0
        on = editable and self.tabs.currentIndex() != DISTRIBUTION
        self.actions_by_name.enable(self.picked(), levels, editable=on, in_tree=in_tree, cut=self.moves.cut)
        self.top.rule.setEnabled(not locked)
        self.empty.setEnabled(not locked)
        for key, action in self.more.items():
            needs = key in ("again", "export", "remove")
            action.setEnabled((not locked or key == "export") and (hierarchy is not None or not needs))
        self.more["again"].setVisible(isinstance(self.steps.source, str))
        self._show_foot()

    def picked(self) -> GroupSelection | None:
        """The selection in the table or the tree."""
        tab = self.tabs.currentIndex()
        return None if tab == DISTRIBUTION else (self.grid, self.branches)[tab].picked()

    # Actions

    def _handlers(self) -> dict[str, Callable[[], None]]:
        editor = self.editor

        def with_picked(act: Callable[[GroupSelection], object]) -> Callable[[], None]:
            def run() -> None:
                picked = self.picked()
                if picked is not None:
                    act(picked)

            return run

        return {
            "rename": self._rename,
            "merge": with_picked(editor.merge),
            "group": with_picked(editor.group),
            "move": with_picked(self.moves.ask_where_to_move),
            "cut": with_picked(self.moves.remember_cut),
            "paste": with_picked(self.moves.paste),
            "up": with_picked(lambda picked: editor.shift(picked, -1)),
            "down": with_picked(lambda picked: editor.shift(picked, 1)),
            "insert_value": self._insert_value,
            "remove": with_picked(editor.remove),
            "insert_left": with_picked(lambda picked: editor.insert_level(picked.level)),
            "insert_right": with_picked(lambda picked: editor.insert_level(picked.level + 1)),
            "remove_level": with_picked(lambda picked: editor.remove_level(picked.level)),
            "sort": editor.sort,
        }

    def _rename(self) -> None:
        (self.branches if self.tabs.currentIndex() == TREE else self.grid).rename()

    def _insert_value(self) -> None:
        hierarchy, picked = self.steps.hierarchy, self.picked()
        if hierarchy is not None:
            row = picked.rows[-1] + 1 if picked is not None and picked.rows else None
            self._renaming = True
            self.editor.add_value(free_label(hierarchy, 0, tr("new value")), row)

    def _mend(self, key: str) -> None:
        inspection = self.steps.inspection
        if inspection is None:
            return
        missing = inspection.audit.missing
        if key == "own":
            self.editor.add_missing(missing)
        elif key == "suppressed":
            self.editor.add_missing(missing, hide=True)
        elif key == "into":
            self.moves.ask_where_to_add(missing)
        elif key == "root":
            self.editor.add_root()
        elif key == "unused":
            self.editor.remove_unused()
        elif key.startswith("level:"):
            self.editor.remove_level(int(key.partition(":")[2]))

    def _forget_renaming(self) -> None:
        self._renaming = False

    def _reveal(self, level: int, label: str) -> None:
        self.grid.reveal(level, label)
        self.branches.reveal(level, label)
        if self._renaming:  # a new value waits for its name
            self._renaming = False
            self._rename()

    def _show_menu(self, view: HierarchyGrid | HierarchyBranches, at: QPoint) -> None:
        menu = self.actions_by_name.menu(self, in_tree=view is self.branches)
        menu.popup(view.viewport().mapToGlobal(at))

    # Layout

    def _make_more(self) -> dict[str, QAction]:
        menu, wishes = QMenu(self), self._document.wishes
        made: dict[str, QAction] = {}
        entries: tuple[tuple[str, str, Callable[[str], None]], ...] = (
            ("propose", tr("Propose one"), self._propose),
            ("new", tr("New hierarchy..."), wishes.build_hierarchy),
            ("open", tr("Open a file..."), wishes.load_hierarchy),
            ("again", tr("Open the file again"), wishes.reload_hierarchy),
            ("export", tr("Export..."), wishes.export_hierarchy),
            ("remove", tr("Remove the hierarchy"), self._remove_hierarchy),
        )
        for key, words, act in entries:
            if key in ("export", "remove"):
                menu.addSeparator()
            made[key] = menu.addAction(words)
            made[key].triggered.connect(lambda _checked=False, act=act: act(self._document.focus))
        menu.addSeparator()
        menu.addAction(self.actions_by_name["insert_value"])
        menu.addAction(self.actions_by_name["sort"])
        self.top.more.setMenu(menu)
        return made

    def _connect(self) -> None:
        document, editor, steps, queued = self._document, self.editor, self.steps, Qt.ConnectionType.QueuedConnection
        document.focus_changed.connect(self.refresh)
        document.hierarchy_changed.connect(self._refresh_if_shown)
        document.attribute_changed.connect(self._refresh_if_shown)
        document.column_changed.connect(self._refresh_if_shown)
        document.lock_changed.connect(self._show)
        document.perturbation_changed.connect(self._show)
        steps.inspected.connect(self._show)
        steps.busy_changed.connect(self._show_state)
        steps.refused.connect(self._forget_renaming)
        steps.revealed.connect(self._reveal)
        self.notice.told.connect(self._show_message)  # one of the two at a time, since the table needs the room
        self.moves.cut_changed.connect(self._show_state)
        self.message.link_activated.connect(self._mend)
        self.tabs.currentChanged.connect(self._show)
        self.top.rule.clicked.connect(lambda: document.wishes.build_hierarchy(document.focus))
        self.tools.level_chosen.connect(self.branches.open_to)
        for view in (self.grid, self.branches):
            view.groups_model.renamed.connect(editor.rename, queued)  # the cell editor is done before its cell changes
            view.selectionModel().selectionChanged.connect(self._show_state)
            view.selectionModel().currentChanged.connect(self._show_state)
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            view.customContextMenuRequested.connect(lambda at, view=view: self._show_menu(view, at))
        self.branches.groups_model.dropped.connect(editor.drop, queued)
        self.empty.proposal_requested.connect(lambda: self._propose(document.focus))
        self.empty.wizard_requested.connect(lambda: document.wishes.build_hierarchy(document.focus))
        self.empty.file_requested.connect(lambda: document.wishes.load_hierarchy(document.focus))

    def _propose(self, name: str) -> None:
        self._document.wishes.propose_hierarchies((name,))

    def _remove_hierarchy(self, name: str) -> None:
        self._document.push(ChangeHierarchy(self._document, name, None, None))
