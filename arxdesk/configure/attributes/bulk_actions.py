"""Actions on the selected attributes: with shortcuts, for a menu and for buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QUndoCommand
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from arxdesk.configure.attributes import bulk_changes
from arxdesk.configure.attributes.column_reader import ColumnReader
from arxdesk.configure.attributes.several_dialog import LevelsDialog, WeightDialog
from arxdesk.configure.table.column_changes import ColumnChanges
from arxdesk.core.attributes import treatments
from arxdesk.core.attributes.treatments import Treatment
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_for_key
from arxdesk.core.values.role_words import role_title
from arxdesk.ui.words import count
from arxdesk_engine.data import type_names
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, Role, ValueType
from arxdesk_engine.foundation.language import tr

_KEYS = {Role.IDENTIFYING: "I", Role.QUASI_IDENTIFYING: "Q", Role.SENSITIVE: "S", Role.INSENSITIVE: "N"}
_TYPES = (DataType.STRING, DataType.INTEGER, DataType.DECIMAL, DataType.DATE)


class BulkActions(QObject):
    """Each action is one undoable step for what `selected` names; keys work while `view` has the focus."""

    def __init__(
        self, document: Document, reader: ColumnReader, selected: Callable[[], tuple[str, ...]], view: QWidget
    ) -> None:
        super().__init__(view)
        self._document = document
        self._reader = reader
        self._selected = selected
        self._view = view
        self.dialog: QDialog | None = None
        self.roles = {
            role: self._action(role_title(role), partial(self.set_role, role), key) for role, key in _KEYS.items()
        }
        self.type = self._action(tr("Type..."), self._open_types, "T")
        self.weight = self._action(tr("Weight..."), self._ask_weight, "W")
        self.levels = self._action(tr("Levels..."), self._ask_levels, "L")
        self.propose = self._action(tr("Propose hierarchies"), self._propose)
        self.remove = self._action(tr("Remove hierarchies"), self._remove)
        self.columns = ColumnChanges(document, view)
        self.rename = self._action(tr("Rename..."), self._rename, "F2")
        self.leave_out = self._action(tr("Leave out of the table"), self._leave_out)
        self.back = QMenu(tr("Bring back"), view)
        self.types = QMenu(tr("Type"), view)
        for kind in _TYPES:
            self.types.addAction(type_names.NAMES[kind], partial(self.read_as, kind))
        self.treatments = QMenu(tr("Transformation"), view)
        for each in Treatment:
            self.treatments.addAction(tr(treatments.TITLES[each]), partial(self.treat, each)).setData(each.value)
        self.menu = self._menu()

    @property
    def usable(self) -> bool:
        """Whether anything is selected and may change."""
        return bool(self._selected()) and not self._document.locked

    def refresh(self) -> None:
        """Enable the actions that suit the selection."""
        names, usable = self._selected(), self.usable
        quasi = usable and any(self._document.settings_of(name).role is Role.QUASI_IDENTIFYING for name in names)
        having = usable and any(name in self._document.hierarchies for name in names)
        for action in (*self.roles.values(), self.type, self.propose):
            action.setEnabled(usable)
        self.weight.setEnabled(quasi)
        self.levels.setEnabled(quasi and having)
        self.remove.setEnabled(having)
        self.rename.setEnabled(usable and len(names) == 1)
        self.leave_out.setEnabled(usable and len(names) < len(self._document.dataset.names))
        self.types.setEnabled(usable)
        self.treatments.setEnabled(usable)

    def set_role(self, role: Role) -> None:
        """Give the selected attributes a role."""
        names = [name for name in self._selected() if self._document.shown_role(name) != role.value]
        if names:
            self._document.push(change_roles(self._document, names, role))

    def read_as(self, kind: DataType) -> None:
        """Read the selected attributes as a type; columns with contradicting cells are reported and stay unchanged."""
        if self.usable:
            written = DEFAULT_DATE_FORMAT if kind is DataType.DATE else None
            self._reader.read_as(self._selected(), ValueType(kind, written))

    def treat(self, treatment: Treatment) -> None:
        """Change the treatment of the selected attributes."""
        names = bulk_changes.suited(self._document, self._selected(), treatment)
        if not names:
            return
        key = None
        if treatments.needs_key(treatment):
            key = ask_for_key(self._view, treatments.suggested_key(self._document.job, self._document.name))
            if key is None:
                return
        self._push(bulk_changes.change_treatments(self._document, names, treatment, key))

    def _menu(self) -> QMenu:
        menu = QMenu(self._view)
        menu.addActions(list(self.roles.values()))
        menu.addSeparator()
        menu.addMenu(self.types)
        menu.addMenu(self.treatments)
        menu.addActions([self.weight, self.levels])
        menu.addSeparator()
        menu.addActions([self.propose, self.remove])
        menu.addSeparator()
        menu.addActions([self.rename, self.leave_out])
        menu.addMenu(self.back)
        menu.aboutToShow.connect(self._show_suited)
        return menu

    def _action(self, text: str, done: Callable[[], None], keys: str = "") -> QAction:
        action = QAction(text, self._view)
        action.triggered.connect(lambda _checked=False: done())
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._view.addAction(action)
        return action

    def _show_suited(self) -> None:
        """Only treatments that suit a selected attribute, with their number unless they suit all; and columns that
        can be restored."""
        self.columns.fill_back(self.back)
        self.back.menuAction().setVisible(bool(self._document.left_out))
        names = self._selected()
        for action in self.treatments.actions():
            treatment = Treatment(action.data())
            suited = len(bulk_changes.suited(self._document, names, treatment))
            action.setVisible(suited > 0)
            title, every = tr(treatments.TITLES[treatment]), len(names)
            action.setText(
                title
                if suited == every
                else tr("{title} ({part} of {whole})", title=title, part=count(suited), whole=count(every))
            )

    def _open_types(self) -> None:
        self.types.popup(self._view.mapToGlobal(self._view.rect().center()))

    def _ask_weight(self) -> None:
        names = self._selected()
        dialog = WeightDialog(len(names), self._document.settings_of(names[0]).weight, self._view.window())
        dialog.accepted.connect(lambda: self._push(bulk_changes.change_weights(self._document, names, dialog.weight)))
        self._open(dialog)

    def _ask_levels(self) -> None:
        names = self._selected()
        heights = [self._document.hierarchies[name].levels - 1 for name in names if name in self._document.hierarchies]
        dialog = LevelsDialog(len(names), max(heights, default=0), self._view.window())
        dialog.accepted.connect(
            lambda: self._push(bulk_changes.change_level_limits(self._document, names, *dialog.limits))
        )
        self._open(dialog)

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _propose(self) -> None:
        if self.usable:
            self._document.wishes.propose_hierarchies(self._selected())

    def _remove(self) -> None:
        self._push(bulk_changes.remove_hierarchies(self._document, self._selected()))

    def _rename(self) -> None:
        if len(names := self._selected()) == 1:
            self.columns.rename(names[0])

    def _leave_out(self) -> None:
        self.columns.leave_out(self._selected())

    def _push(self, command: QUndoCommand | None) -> None:
        if command is not None:
            self._document.push(command)
