"""The improvements of a search as a list; a click selects the transformation that was found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from arxdesk.explore.search.finds import Find
from arxdesk.explore.search.improvements_model import ImprovementColumn, ImprovementsModel
from arxdesk.ui import theme
from arxdesk_engine.foundation.language import tr

ROW = 24
_WIDTHS = {ImprovementColumn.AFTER: 72, ImprovementColumn.SCORE: 68}


class ImprovementsView(QTableView):
    """The latest comes first. `selected` carries the levels of a row that is clicked or chosen with Return."""

    selected = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ImprovementsModel(self)
        self.setModel(self._model)
        self.setAccessibleName(tr("Improvements"))
        self.setFont(theme.font("dense"))
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setFixedHeight(ROW)
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        for section, width in _WIDTHS.items():
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Fixed)
            self.setColumnWidth(section, max(width, header.sectionSizeHint(section)))
        self.hideColumn(ImprovementColumn.REMOVED)  # the changed levels need the room; the tooltip has these columns
        header.setSectionResizeMode(ImprovementColumn.CHANGE, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(self._select)
        self.activated.connect(self._select)

    def reset_to(self, names: Sequence[str], finds: Sequence[Find] = ()) -> None:
        """Show these alone; `names` are the attributes of the levels."""
        self._model.reset(names, finds)

    def add(self, finds: Sequence[Find]) -> None:
        """Add the latest improvements."""
        self._model.add(finds)

    def _select(self, index: QModelIndex) -> None:
        self.selected.emit(self._model.levels_at(index.row()))
