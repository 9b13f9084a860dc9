"""The page on which columns are kept, renamed and given roles."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QProgressBar, QWidget

from arxdesk.core.values.role_words import number_of_role, role_options, role_title
from arxdesk.importing.column_list import ColumnList
from arxdesk.importing.columns_model import KEEP, NAME, REASON, ROLE, TYPE, ImportColumn, ImportColumnsModel
from arxdesk.importing.declared_choice import DeclaredChoice
from arxdesk.importing.flow import ImportFlow
from arxdesk.importing.outside import fault_of
from arxdesk.importing.words import name_of
from arxdesk.ui import layouts, theme
from arxdesk.ui.motion import show_share
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.wrapping_row import WrappingRow
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.role_cells import RoleDelegate
from arxdesk.ui.widgets.tables.wrapped_cells import WrappedDelegate
from arxdesk.ui.words import count, joined
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.language import marked, tr, tr_n

_KEYS = {
    Qt.Key.Key_I: Role.IDENTIFYING,
    Qt.Key.Key_Q: Role.QUASI_IDENTIFYING,
    Qt.Key.Key_S: Role.SENSITIVE,
    Qt.Key.Key_N: Role.INSENSITIVE,
}

_NAMED = 4
_CHIP = 46
"""The room of a chip, with what is around it and the word beside it."""
_WAITING = marked("The whole table is being read; the roles are proposed then.")
_SEEN = marked("Roles are proposed from the names of the columns and the first records.")
_HOW_GROUPED = marked(
    "The records are grouped by quasi-identifying and sensitive columns. Fewer of them, and columns with fewer values, "
    "make fewer groups. Import again to group by other columns."
)


class RolesPage(QWidget):
    """Follows the flow; several columns can be selected and changed at once."""

    changed = Signal()

    def __init__(self, flow: ImportFlow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = flow
        self._summary = ElidedLabel("", "dense", "2")
        self.progress = QProgressBar()
        show_share(self.progress, None)
        self.progress.setFixedWidth(160)
        self.progress.setAccessibleName(tr("The table is being read"))
        self.model = ImportColumnsModel(self)
        self.view = RecordsTable(tr("Columns"), two_line_header=False)
        self.list = ColumnList(self.view, self.model, flow.draft)
        self.keep_all, self.keep_none, self.invert = (
            dense_button(words) for words in (tr("Keep all"), tr("Keep none"), tr("Invert"))
        )
        self.role = Segmented(tr("Role of the selected columns"), role_options())
        self.as_proposed = dense_button(tr("As proposed"))
        self.declared = DeclaredChoice(flow.draft)
        self.message = Message()
        self.menu = QMenu(self)
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the flow."""
        flow = self._flow
        if flow.draft.table is None or flow.draft.choices is None:
            self.model.set_columns([])
            self._summary.setText("")
            return
        self.model.set_columns([self._row(place) for place in flow.draft.choices.places])
        undecided = flow.draft.undecided()
        roles = [flow.draft.role_of(place) for place, _column in flow.draft.choices.kept() if place not in undecided]
        counts = [number_of_role(role, roles.count(role)) for role in Role if role in roles]
        counts += [number_of_role(None, len(undecided))] if undecided else []
        kept = tr_n(
            len(flow.draft.choices.columns),
            "{roles} of {n} column kept",
            "{roles} of {n} columns kept",
            roles=count(len(roles) + len(undecided)),
        )
        self._summary.shorter = kept
        self._summary.setText(", ".join([kept, *counts]) if flow.draft.proposals is not None else kept)
        self.model.set_renamable(not flow.draft.stays_outside)
        self.progress.setVisible(flow.draft.proposals is None and flow.busy)
        self._show_message(fault_of(flow.draft), roles, undecided)
        self._show_role()
        self.list.fit_rows()
        self.changed.emit()

    def show_progress(self, progress: Progress) -> None:
        """Show the progress of reading."""
        show_share(self.progress, progress.fraction)

    def move_columns(self, by: int) -> None:
        """Move the selected columns up (-1) or down (1); they stay selected."""
        places, current = self.list.selected(), self.view.currentIndex()
        at = self.list.place_of(current) if current.isValid() else -1
        if self._flow.draft.move(places, by):
            self.list.select(places, at)

    def _keep_row(self, row: int, keep: bool) -> None:
        self._flow.draft.keep(self.list.place_at(row), keep)

    def _rename_row(self, row: int, name: str) -> None:
        self._flow.draft.rename(self.list.place_at(row), name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows become higher where reasons would be cut."""
        super().resizeEvent(event)
        self.list.fit_rows()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """I, Q, S and N give roles, P the proposed one; the space bar keeps or leaves out all that are selected; with
        Alt the arrow keys move them."""
        if watched is self.view and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
            if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in steps:
                self.move_columns(steps[Qt.Key(event.key())])
                return True
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
            key = event.key()
            role = next((role for letter, role in _KEYS.items() if letter == key), None)
            if plain and role is not None:
                self._flow.draft.set_role(self.list.selected(), role)
                return True
            if plain and key == Qt.Key.Key_P:
                self._flow.draft.set_role(self.list.selected(), None)
                return True
            if plain and key == Qt.Key.Key_Space and self.list.selected():
                places = self.list.selected()
                keep = not self.list.column(places[0]).keep
                self._flow.draft.keep_only(dict.fromkeys(places, keep))
                return True
        return super().eventFilter(watched, event)

    def _show_message(self, fault: str, roles: list[Role], undecided: tuple[int, ...]) -> None:
        self.message.show()
        if fault:
            links = (("select", _select_words(self.list, undecided)),) if undecided else ()
            self.message.set_content("error", fault, "", links)
        elif self._flow.draft.proposals is None:
            self.message.set_content("info", tr(_WAITING))
        elif Role.QUASI_IDENTIFYING not in roles:
            self.message.set_content(
                "warn",
                tr("No column is quasi-identifying."),
                tr("Nothing can be made coarser then. Roles can change later."),
            )
        elif undecided:
            names = joined([self.list.column(place).name for place in undecided], _NAMED)
            some = _select_words(self.list, undecided)
            self.message.set_content(
                "warn",
                tr_n(
                    len(undecided),
                    "{n} column has no role yet: {names}.",
                    "{n} columns have no role yet: {names}.",
                    names=names,
                ),
                tr_n(
                    len(undecided),
                    "Give it one here or later; you are asked again before anything is exported.",
                    "Give them one here or later; you are asked again before anything is exported.",
                ),
                (("select", some),),
            )
        elif self._flow.draft.stays_outside:
            self.message.set_content("info", tr(_SEEN), tr(_HOW_GROUPED))
        else:
            self.message.hide()

    def _row(self, place: int) -> ImportColumn:
        draft = self._flow.draft
        assert draft.table is not None and draft.choices is not None  # noqa: S101, PT018
        column, choice = draft.table.columns[place], draft.choices.columns[place]
        chosen = choice.reading or column.candidates[0].reading
        proposal = (draft.proposals or {}).get(column.name)
        reason = proposal.reason if proposal else "" if draft.proposals is not None else tr("Not checked yet")
        return ImportColumn(
            source=column.name,
            name=choice.name,
            keep=choice.keep,
            role=draft.role_of(place),
            own=choice.role is not None,
            type=name_of(chosen, column),
            reason=reason or tr("Nothing speaks for another role."),
            undecided=draft.proposals is not None and not draft.is_decided(place),
            awaited=draft.proposals is None and choice.role is None,
            declared=choice.declared,
        )

    def _show_role(self) -> None:
        places = self.list.selected()
        roles = {self._shown_role(place) for place in places} if self._flow.draft.choices else set()
        self.role.set_value(next(iter(roles)) if len(roles) == 1 else None)
        self.role.setEnabled(bool(places))
        self.as_proposed.setEnabled(any(self.list.column(place).own for place in places))
        self.declared.show_column(tuple(places))
        names = [self.list.column(place).name for place in places]
        self._selected.setText(
            tr("Role of {names}", names=joined(names, 3)) if names else tr("Select columns to change their roles")
        )

    def _shown_role(self, place: int) -> Role | None:
        return None if self.list.column(place).undecided else self._flow.draft.role_of(place)

    def _open_menu(self, index: QModelIndex) -> None:
        """Open the menu of the selected columns, on a double click on a role or the menu key."""
        if index.column() == ROLE:
            rect = self.view.visualRect(index)
            self._popup(self.view.viewport().mapToGlobal(rect.bottomLeft()))

    def _open_menu_at(self, place: QPoint) -> None:
        if self.list.selected():
            self._popup(self.view.viewport().mapToGlobal(place))

    def _popup(self, place: QPoint) -> None:
        places = self.list.selected()
        shown = {self._shown_role(each) for each in places}
        self.menu.clear()
        for letter, role in zip("IQSN", _KEYS.values(), strict=True):
            entry = self.menu.addAction(f"{role_title(role)}\t{letter}", partial(self._give_role, role))
            entry.setCheckable(True)
            entry.setChecked(shown == {role})
        self.menu.addSeparator()
        self.menu.addAction(tr("As proposed\tP"), self._take_proposed).setEnabled(self.as_proposed.isEnabled())
        self.declared.add_to(self.menu)
        if len(places) == 1:
            self.menu.addSeparator()
            rename = partial(self.view.edit, self.view.currentIndex().siblingAtColumn(NAME))
            self.menu.addAction(tr("Rename\tF2"), rename).setEnabled(not self._flow.draft.stays_outside)
        kept = all(self.list.column(each).keep for each in places)
        keep = dict.fromkeys(places, not kept)
        self.menu.addAction(
            tr("Leave out\tSpace") if kept else tr("Keep\tSpace"), partial(self._flow.draft.keep_only, keep)
        )
        self.menu.addSeparator()
        for words, by in ((tr("Move up\tAlt+Up"), -1), (tr("Move down\tAlt+Down"), 1)):
            entry = self.menu.addAction(words, partial(self.move_columns, by))
            entry.setEnabled(
                self._flow.draft.choices is not None
                and self._flow.draft.choices.moved(places, by) != self._flow.draft.choices
            )
        self.menu.popup(place)

    def _give_role(self, key: str) -> None:
        self._flow.draft.set_role(self.list.selected(), Role(key))

    def _take_proposed(self) -> None:
        self._flow.draft.set_role(self.list.selected(), None)

    def _keep(self, keep: bool | None) -> None:
        """Keep all columns found by the search field, or none of them; None: invert."""
        rows = self.list.found_rows
        columns = self.model.columns
        keeps = {self.list.place_at(row): (not columns[row].keep) if keep is None else keep for row in rows}
        self._flow.draft.keep_only(keeps)

    def _keep_all(self) -> None:
        self._keep(True)

    def _keep_none(self) -> None:
        self._keep(False)

    def _keep_others(self) -> None:
        self._keep(None)

    def _connect(self) -> None:
        flow = self._flow
        flow.table_changed.connect(self.refresh)
        flow.draft.roles_changed.connect(self.refresh)
        flow.source_changed.connect(self.refresh)
        flow.progressed.connect(self.show_progress)
        self.model.keep_changed.connect(self._keep_row)
        self.model.name_changed.connect(self._rename_row)
        self.view.selectionModel().selectionChanged.connect(self._show_role)
        self.view.installEventFilter(self)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu_at)
        self.view.doubleClicked.connect(self._open_menu)
        self.message.link_activated.connect(self.list.select_undecided)
        self.role.chosen.connect(self._give_role)
        self.as_proposed.clicked.connect(self._take_proposed)
        self.keep_all.clicked.connect(self._keep_all)
        self.keep_none.clicked.connect(self._keep_none)
        self.invert.clicked.connect(self._keep_others)

    def _lay_out(self) -> None:
        for button in (self.keep_all, self.keep_none, self.invert):
            button.setToolTip(tr("Of the columns that the search finds"))
        head = layouts.row(
            label(tr("Columns and roles"), "lead"),
            (self._summary, 1),
            self.progress,
            self.keep_all,
            self.keep_none,
            self.invert,
            spacing=8,
        )
        self._selected = ElidedLabel("", "dense", "2")
        roles = WrappingRow(self.role, self.as_proposed, self.declared, self._selected)
        view = self.view
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        view.verticalHeader().hide()
        view.setShowGrid(False)
        view.set_cell_delegate(ROLE, RoleDelegate())
        view.set_cell_delegate(REASON, WrappedDelegate())
        longest = max(QFontMetrics(theme.font("dense")).horizontalAdvance(role_title(role)) for role in Role)
        for place, width in ((KEEP, 32), (NAME, 160), (ROLE, max(144, longest + _CHIP)), (TYPE, 148)):
            view.header.resizeSection(place, width)
        view.header.setSectionResizeMode(REASON, QHeaderView.ResizeMode.Stretch)
        layouts.column(
            head,
            roles,
            (self.list, 1),
            self.message,  # below, so that rows stay under the pointer when it comes and goes
            spacing=12,
            inside=self,
        )


def _select_words(columns: ColumnList, undecided: tuple[int, ...]) -> str:
    if columns.pages > 1:
        return tr("Select those on this page")
    return tr("Select it") if len(undecided) == 1 else tr("Select them")
