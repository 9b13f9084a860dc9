"""The page on which columns are kept, renamed and given roles."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QProgressBar, QWidget

from arxdesk.importing.columns_model import KEEP, NAME, REASON, ROLE, TYPE, ImportColumn, ImportColumnsModel
from arxdesk.importing.flow import ImportFlow
from arxdesk.importing.words import name_of
from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.segmented import Option, Segmented
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.role_cells import RoleDelegate
from arxdesk.ui.widgets.tables.wrapped_cells import HIGH_ROW, ROW, WrappedDelegate
from arxdesk.ui.words import count, counted, joined
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Progress

_KEYS = {
    Qt.Key.Key_I: Role.IDENTIFYING,
    Qt.Key.Key_Q: Role.QUASI_IDENTIFYING,
    Qt.Key.Key_S: Role.SENSITIVE,
    Qt.Key.Key_N: Role.INSENSITIVE,
}
_OPTIONS = (
    Option(Role.IDENTIFYING, "Identifying", "role.identifying", "role.identifying.soft"),
    Option(Role.QUASI_IDENTIFYING, "Quasi-identifying", "role.quasi", "role.quasi.soft"),
    Option(Role.SENSITIVE, "Sensitive", "role.sensitive", "role.sensitive.soft"),
    Option(Role.INSENSITIVE, "Insensitive", "role.insensitive", "role.insensitive.soft"),
)
_NAMED = 4
_WAITING = "The whole table is being read; the roles are proposed then."


class RolesPage(QWidget):
    """Follows the flow; several columns can be selected and changed at once."""

    changed = Signal()

    def __init__(self, flow: ImportFlow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = flow
        self._summary = ElidedLabel("", "dense", "2")
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setFixedWidth(160)
        self.progress.setAccessibleName("The table is being read")
        self.model = ImportColumnsModel(self)
        self.view = RecordsTable("Columns", two_line_header=False)
        self.list = PagedList(self.view, "the columns", column=NAME)
        self.list.set_model(self.model)
        self.keep_all, self.keep_none, self.invert = (
            dense_button(words) for words in ("Keep all", "Keep none", "Invert")
        )
        self.role = Segmented("Role of the selected columns", _OPTIONS)
        self.as_proposed = dense_button("As proposed")
        self.message = Message()
        self.menu = QMenu(self)
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show what the flow has now."""
        flow = self._flow
        if flow.table is None or flow.choices is None:
            self.model.set_columns([])
            self._summary.setText("")
            return
        self.model.set_columns([self._row(place) for place in flow.choices.places])
        undecided = flow.undecided()
        roles = [flow.role_of(place) for place, _column in flow.choices.kept() if place not in undecided]
        counts = [f"{roles.count(role)} {role.value}" for role in Role if role in roles]
        counts += [f"{len(undecided)} not decided"] if undecided else []
        kept = f"{len(roles) + len(undecided)} of {counted(len(flow.choices.columns), 'column', 'columns')} kept"
        self._summary.setText(", ".join([kept, *counts]) if flow.proposals is not None else kept)
        self.progress.setVisible(flow.proposals is None and flow.busy)
        self._show_message(flow.choices.fault(), roles, undecided)
        self._show_role()
        self._fit_rows()
        self.changed.emit()

    def show_progress(self, progress: Progress) -> None:
        """Show how far reading is."""
        self.progress.setRange(0, 0 if progress.fraction is None else 1000)
        self.progress.setValue(round((progress.fraction or 0.0) * 1000))

    def selected(self) -> list[int]:
        """The places of the selected columns in the file, those in view."""
        rows = {index.row() for index in self.view.selectionModel().selectedIndexes()}
        current = self.view.currentIndex()
        if not rows and current.isValid():
            rows = {current.row()}
        model = self.list.page_model
        return sorted(self._place(self.list.source_row(model.index(row, 0))) for row in rows)

    def move_columns(self, by: int) -> None:
        """Move the selected columns up (-1) or down (1); they stay selected."""
        places, current = self.selected(), self.view.currentIndex()
        at = self._place(self.list.source_row(current)) if current.isValid() else -1
        if self._flow.move(places, by):
            self._select(places, at)

    def _place(self, row: int) -> int:
        """Where the column of a row stands in the file."""
        order = () if self._flow.choices is None else self._flow.choices.order
        return order[row] if order and row >= 0 else row

    def _column(self, place: int) -> ImportColumn:
        order = () if self._flow.choices is None else self._flow.choices.order
        return self.model.columns[order.index(place) if order else place]

    def _keep_row(self, row: int, keep: bool) -> None:
        self._flow.keep(self._place(row), keep)

    def _rename_row(self, row: int, name: str) -> None:
        self._flow.rename(self._place(row), name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows become higher where reasons would be cut."""
        super().resizeEvent(event)
        self._fit_rows()

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
                self._flow.set_role(self.selected(), role)
                return True
            if plain and key == Qt.Key.Key_P:
                self._flow.set_role(self.selected(), None)
                return True
            if plain and key == Qt.Key.Key_Space and self.selected():
                places = self.selected()
                keep = not self._column(places[0]).keep
                self._flow.keep_only(dict.fromkeys(places, keep))
                return True
        return super().eventFilter(watched, event)

    def _show_message(self, fault: str, roles: list[Role], undecided: tuple[int, ...]) -> None:
        self.message.show()
        if fault:
            self.message.set_content("error", fault)
        elif self._flow.proposals is None:
            self.message.set_content("info", _WAITING)
        elif Role.QUASI_IDENTIFYING not in roles:
            self.message.set_content(
                "warn",
                "No column is quasi-identifying.",
                "Nothing can be made coarser then. Roles can change later.",
            )
        elif undecided:
            names = joined([self._column(place).name for place in undecided], _NAMED)
            have = "column has" if len(undecided) == 1 else "columns have"
            it = "it" if len(undecided) == 1 else "them"
            some = "Select those on this page" if self.list.pages > 1 else f"Select {it}"
            self.message.set_content(
                "warn",
                f"{count(len(undecided))} {have} no role yet: {names}.",
                f"Give {it} one here or later; you are asked again before anything is exported.",
                (("select", some),),
            )
        else:
            self.message.hide()

    def _fit_rows(self) -> None:
        """All rows are as high as the longest reason needs, up to two lines."""
        room, metrics = self.view.columnWidth(REASON) - 16, QFontMetrics(theme.font("dense"))
        longest = max((metrics.horizontalAdvance(each.reason) for each in self.model.columns), default=0)
        self.view.verticalHeader().setDefaultSectionSize(HIGH_ROW if longest > room else ROW)

    def _select_undecided(self, _link: str = "") -> None:
        """Select the columns without a role, those on the page that is shown or on the first that has any."""
        self.list.search.clear()
        if not self._undecided_rows():
            undecided = set(self._flow.undecided())
            places = () if self._flow.choices is None else self._flow.choices.places
            self.list.show_row(next((row for row, place in enumerate(places) if place in undecided), -1))
        rows = self._undecided_rows()
        self._select_rows(rows, rows[0] if rows else -1)

    def _select(self, places: Collection[int], at: int) -> None:
        """Select columns by their places in the file, those on the page that is shown."""
        model = self.list.page_model
        on_page = {self._place(self.list.source_row(model.index(row, 0))): row for row in range(model.rowCount())}
        rows = [on_page[place] for place in places if place in on_page]
        self._select_rows(rows, on_page.get(at, rows[0] if rows else -1))

    def _select_rows(self, rows: Sequence[int], current: int) -> None:
        model = self.list.page_model
        chosen = QItemSelection()
        for row in rows:
            chosen.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        if rows:
            view, flags = self.view, QItemSelectionModel.SelectionFlag
            view.selectionModel().setCurrentIndex(model.index(current, NAME), flags.NoUpdate)
            view.selectionModel().select(chosen, flags.ClearAndSelect)
            view.setFocus()

    def _undecided_rows(self) -> list[int]:
        """The rows of the page that is shown whose columns have no role."""
        wanted, model = set(self._flow.undecided()), self.list.page_model
        rows = range(model.rowCount())
        return [row for row in rows if self._place(self.list.source_row(model.index(row, 0))) in wanted]

    def _row(self, place: int) -> ImportColumn:
        flow = self._flow
        assert flow.table is not None and flow.choices is not None  # noqa: S101, PT018
        column, choice = flow.table.columns[place], flow.choices.columns[place]
        chosen = choice.reading or column.candidates[0].reading
        proposal = (flow.proposals or {}).get(column.name)
        reason = proposal.reason if proposal else "" if flow.proposals is not None else "Not looked at yet"
        return ImportColumn(
            source=column.name,
            name=choice.name,
            keep=choice.keep,
            role=flow.role_of(place),
            own=choice.role is not None,
            type=name_of(chosen, column),
            reason=reason or "Nothing speaks for another role.",
            undecided=flow.proposals is not None and not flow.is_decided(place),
            awaited=flow.proposals is None and choice.role is None,
        )

    def _show_role(self) -> None:
        places = self.selected()
        roles = {self._shown_role(place) for place in places} if self._flow.choices else set()
        self.role.set_value(next(iter(roles)) if len(roles) == 1 else None)
        self.role.setEnabled(bool(places))
        self.as_proposed.setEnabled(any(self._column(place).own for place in places))
        names = [self._column(place).name for place in places]
        self._selected.setText(f"Role of {joined(names, 3)}" if names else "Select columns to change their roles")

    def _shown_role(self, place: int) -> Role | None:
        return None if self._column(place).undecided else self._flow.role_of(place)

    def _open_menu(self, index: QModelIndex) -> None:
        """A double click on a role, or the key for menus: what can be done to the selected columns."""
        if index.column() == ROLE:
            rect = self.view.visualRect(index)
            self._popup(self.view.viewport().mapToGlobal(rect.bottomLeft()))

    def _open_menu_at(self, place: QPoint) -> None:
        if self.selected():
            self._popup(self.view.viewport().mapToGlobal(place))

    def _popup(self, place: QPoint) -> None:
        places = self.selected()
        shown = {self._shown_role(each) for each in places}
        self.menu.clear()
        for letter, role in zip("IQSN", _KEYS.values(), strict=True):
            entry = self.menu.addAction(f"{role.value.capitalize()}\t{letter}", partial(self._give_role, role))
            entry.setCheckable(True)
            entry.setChecked(shown == {role})
        self.menu.addSeparator()
        self.menu.addAction("As proposed\tP", self._take_proposed).setEnabled(self.as_proposed.isEnabled())
        if len(places) == 1:
            rename = partial(self.view.edit, self.view.currentIndex().siblingAtColumn(NAME))
            self.menu.addAction("Rename\tF2", rename)
        kept = all(self._column(each).keep for each in places)
        keep = dict.fromkeys(places, not kept)
        self.menu.addAction("Leave out\tSpace" if kept else "Keep\tSpace", partial(self._flow.keep_only, keep))
        self.menu.addSeparator()
        for words, by in (("Move up\tAlt+Up", -1), ("Move down\tAlt+Down", 1)):
            entry = self.menu.addAction(words, partial(self.move_columns, by))
            entry.setEnabled(
                self._flow.choices is not None and self._flow.choices.moved(places, by) != self._flow.choices
            )
        self.menu.popup(place)

    def _give_role(self, key: str) -> None:
        self._flow.set_role(self.selected(), Role(key))

    def _take_proposed(self) -> None:
        self._flow.set_role(self.selected(), None)

    def _keep(self, keep: bool | None) -> None:
        """Keep all columns that the search field finds, or none of them; None: the other way round."""
        rows = self.list.found_rows
        columns = self.model.columns
        keeps = {self._place(row): (not columns[row].keep) if keep is None else keep for row in rows}
        self._flow.keep_only(keeps)

    def _keep_all(self) -> None:
        self._keep(True)

    def _keep_none(self) -> None:
        self._keep(False)

    def _keep_others(self) -> None:
        self._keep(None)

    def _connect(self) -> None:
        flow = self._flow
        flow.table_changed.connect(self.refresh)
        flow.roles_changed.connect(self.refresh)
        flow.source_changed.connect(self.refresh)
        flow.progressed.connect(self.show_progress)
        self.model.keep_changed.connect(self._keep_row)
        self.model.name_changed.connect(self._rename_row)
        self.view.selectionModel().selectionChanged.connect(self._show_role)
        self.view.installEventFilter(self)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._open_menu_at)
        self.view.doubleClicked.connect(self._open_menu)
        self.message.link_activated.connect(self._select_undecided)
        self.role.chosen.connect(self._give_role)
        self.as_proposed.clicked.connect(self._take_proposed)
        self.keep_all.clicked.connect(self._keep_all)
        self.keep_none.clicked.connect(self._keep_none)
        self.invert.clicked.connect(self._keep_others)

    def _lay_out(self) -> None:
        for button in (self.keep_all, self.keep_none, self.invert):
            button.setToolTip("Of the columns that the search finds")
        head = layouts.row(
            label("Columns and roles", "lead"),
            (self._summary, 1),
            self.progress,
            self.keep_all,
            self.keep_none,
            self.invert,
            spacing=8,
        )
        self._selected = ElidedLabel("", "dense", "2")
        roles = layouts.row(self.role, self.as_proposed, (self._selected, 1), spacing=8)
        view = self.view
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        view.verticalHeader().hide()
        view.setShowGrid(False)
        view.set_cell_delegate(ROLE, RoleDelegate())
        view.set_cell_delegate(REASON, WrappedDelegate())
        for place, width in ((KEEP, 32), (NAME, 176), (ROLE, 144), (TYPE, 136)):
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
