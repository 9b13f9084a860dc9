"""The properties of input and output and the rules, as a tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHeaderView, QTreeView, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.view import AnalysisView
from arxdesk.analysis.work import ClassesOf
from arxdesk.quality.properties.model import PropertiesModel
from arxdesk.ui import layouts, theme, words
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.tables.cells import CellDelegate
from arxdesk_engine.analysis.properties import DescribedTables, properties
from arxdesk_engine.foundation.language import tr

NAMES, VALUES = (200, 280), (140, 220)
"""The least and the most pixels of the columns; their words decide."""
OPEN = 4
"""The number of groups of lines unfolded at first: all but the attributes."""


class PropertiesTree(QTreeView):
    """Rows of 24 px; the usual key copies the selected lines as text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Properties of input and output"))
        self.setItemDelegate(CellDelegate(self))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
        self.setAllColumnsShowFocus(True)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.header().setFont(theme.font("dense", 600))
        self.header().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy on the usual key."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
        else:
            super().keyPressEvent(event)

    def copy_selection(self) -> None:
        """Put the selected lines on the clipboard, cells separated by tabs."""
        rows = self.selectionModel().selectedRows()
        model = self.model()
        lines = [
            "\t".join(str(row.siblingAtColumn(column).data() or "") for column in range(model.columnCount()))
            for row in rows
        ]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))


class PropertiesView(AnalysisView):
    """The facts of job and result, input and output side by side; the attribute in focus is shown
    when it is chosen elsewhere."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(
            analysis,
            tr("Properties"),
            tr("of the table and its rules"),
            "quality-tables#properties",
            content,
            parent,
        )
        self._document = analysis.document
        self._folded: dict[str, bool] = {}
        self.model = PropertiesModel(self)
        self.tree = PropertiesTree()
        self.tree.setModel(self.model)
        self._sentence = paragraph("", "dense", "2")
        self._sentence.setContentsMargins(12, 10, 12, 8)
        layouts.column(self._sentence, (self.tree, 1), spacing=0, inside=content)
        self.add_export(self.tree, self._numbers)
        self.add_header_widget(self.help_mark)  # last
        self.tree.clicked.connect(self._focus)
        self.tree.activated.connect(self._focus)
        self.tree.collapsed.connect(self._remember)
        self.tree.expanded.connect(self._remember)

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The groups of both tables; all else is known."""
        return {side: TableRequest(table, ClassesOf()) for side, table in self.analysis.tables.items()}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show all lines; what was unfolded stays so."""
        has_output = self.analysis.output is not None
        self.model.set_properties(properties(self._described(), found, words.LOCAL), has_output=has_output)
        self._sentence.setText(
            tr("Input, output, and the rules of the search.")
            if has_output
            else tr("The input, and the present rules. Nothing is applied yet.")
        )
        for row in range(self.model.rowCount()):
            index = self.model.index(row, 0)
            folded = self._folded.get(str(index.data()), row >= OPEN)
            self.tree.setExpanded(index, not folded)
        header = self.tree.header()
        for place, (least, most) in enumerate((NAMES, VALUES)):
            self.tree.resizeColumnToContents(place)
            self.tree.setColumnWidth(place, max(least, min(self.tree.columnWidth(place), most)))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)

    def _described(self) -> DescribedTables:
        analysis, document = self.analysis, self._document
        is_restored = document.result is not None and document.result.is_restored
        return DescribedTables(analysis.input, analysis.output, document.source_name, document.hierarchies, is_restored)

    def _remember(self, index: QModelIndex) -> None:
        if not index.parent().isValid():
            self._folded[str(index.data())] = not self.tree.isExpanded(index)

    def _focus(self, index: QModelIndex) -> None:
        found = self.model.property_at(index)
        if found is not None and index.parent().isValid():
            self._document.set_focus(found.name)  # which ignores what is no attribute

    def _numbers(self) -> str:
        return "\n".join(self.model.lines())
