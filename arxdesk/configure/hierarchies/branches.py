"""The hierarchy as a tree: groups can be dragged onto others, cut and pasted, renamed, and expanded down to a level."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from arxdesk.configure.hierarchies.editor import GroupSelection
from arxdesk.configure.hierarchies.tree_model import HierarchyTree
from arxdesk.ui import theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.widgets.tables.cells import TONES, Index
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.audit import Inspection

ROOM = 1_500
"""The most groups shown at once when a level is expanded; more would take too long to draw."""
MOST_OPENED = 200
"""The most singly expanded groups that are restored after a change."""
_PEOPLE_WIDTH = 96
_ARROW = 12
_Triggers = QAbstractItemView.EditTrigger


class _GroupDelegate(QStyledItemDelegate):
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Write groups without people in a quieter colour."""
        super().initStyleOption(option, index)
        tone = index.data(TONE_ROLE)
        if tone in TONES:
            option.palette.setColor(option.palette.ColorRole.Text, theme.current().color(TONES[tone][0]))


class HierarchyBranches(QTreeView):
    """Groups with their people. Expanded groups stay expanded when the hierarchy changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Hierarchy tree"))
        self.groups_model = HierarchyTree(self)
        self.setModel(self.groups_model)
        self.setItemDelegate(_GroupDelegate(self))
        self.setFont(theme.font("dense"))
        self.setProperty("framed", True)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(True)
        self.setAutoExpandDelay(600)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.header()
        header.setFont(theme.font("dense", 600))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, _PEOPLE_WIDTH)
        header.setSectionsClickable(False)
        self._open: set[tuple[int, str]] = set()
        self._level: int | None = None
        """The level that the tree is expanded to, until a single group is expanded or collapsed."""
        self._restoring = False
        self.expanded.connect(self._remember)
        self.collapsed.connect(self._forget)

    def show_inspection(self, inspection: Inspection | None, *, anew: bool) -> None:
        """Show a hierarchy, or nothing; `anew`: of another attribute, so that nothing is expanded."""
        current = self.groups_model.group_at(self.currentIndex())
        place = self.verticalScrollBar().value()
        self.groups_model.set_inspection(inspection)
        if inspection is None:
            return
        if anew:
            self.open_to(inspection.groups.levels - 2)
            return
        if self._level is not None:
            self.open_to(self._level)
        else:
            self._open_again()
        self.verticalScrollBar().setValue(place)
        if current is not None:
            self.setCurrentIndex(self.groups_model.index_of(*current))

    def _open_again(self) -> None:
        self._restoring = True
        for level, label in sorted(self._open, key=lambda named: -named[0])[:MOST_OPENED]:
            index = self.groups_model.index_of(level, label)
            if index.isValid():
                self.setExpanded(index, True)
        self._restoring = False

    def set_editable(self, editable: bool) -> None:
        """Let groups be renamed and moved, or not."""
        self.groups_model.set_editable(editable)
        self.setDragDropMode(
            QAbstractItemView.DragDropMode.DragDrop if editable else QAbstractItemView.DragDropMode.NoDragDrop
        )
        self.setEditTriggers(
            _Triggers.DoubleClicked | _Triggers.EditKeyPressed if editable else _Triggers.NoEditTriggers
        )

    def open_to(self, level: int) -> None:
        """Expand the tree down to the groups of a level, as far as they fit."""
        groups = self.groups_model.groups
        if groups is None:
            return
        shown, opened = 0, list[int]()
        for above in range(groups.levels - 1, level, -1):
            shown += groups.count(above - 1)
            if opened and shown > ROOM:
                break
            opened.append(above)
        self.collapseAll()
        if opened:
            self.expandToDepth(len(opened) - 1)  # one step for all, without signals of single nodes
        self._open = {(above, label) for above in opened for label in groups.labels[above]}
        self._level = level

    def picked(self) -> GroupSelection | None:
        """The groups selected on the level of the current one."""
        current = self.groups_model.group_at(self.currentIndex())
        if current is None:
            return None
        named = (self.groups_model.group_at(index) for index in self.selectionModel().selectedRows(0))
        labels = tuple(each[1] for each in named if each is not None and each[0] == current[0])
        return GroupSelection(current[0], labels) if labels else None

    def reveal(self, level: int, label: str) -> None:
        """Go to a group."""
        index = self.groups_model.index_of(level, label)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index)

    def rename(self) -> None:
        """Edit the label of the current group."""
        index = self.currentIndex()
        if index.isValid():
            self.edit(index.siblingAtColumn(0))

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the arrow as an icon, sharp at any scale: style rules paint pictures of one size."""
        if not self.groups_model.hasChildren(index):
            return
        name = "chevron-down" if self.isExpanded(index) else "chevron-right"
        left = rect.right() - (self.indentation() + _ARROW) / 2
        place = QRectF(left, rect.center().y() - _ARROW / 2 + 0.5, _ARROW, _ARROW)
        paint_icon(painter, place, name, theme.current().color("text.2"))

    def _remember(self, index: QModelIndex) -> None:
        named = self.groups_model.group_at(index)
        if named is not None and not self._restoring:
            self._open.add(named)
            self._level = None

    def _forget(self, index: QModelIndex) -> None:
        named = self.groups_model.group_at(index)
        if named is not None:
            self._open.discard(named)
            self._level = None
