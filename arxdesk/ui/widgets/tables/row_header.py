"""The row numbers of a table."""

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QHeaderView, QWidget

from arxdesk.ui import theme
from arxdesk_engine.foundation.language import tr

ROW_HEIGHT = 24


class RowHeader(QHeaderView):
    """Row numbers at the left: uniform rows, and a selection model of its own (see ColumnHeader)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(ROW_HEIGHT)
        self.setDefaultSectionSize(ROW_HEIGHT)
        self.setResizeContentsPrecision(0)
        self.setHighlightSections(False)
        self.setSectionsClickable(True)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setFont(theme.font("dense"))
        self.setAccessibleName(tr("Row numbers"))
        self._own_selection: QItemSelectionModel | None = None

    def setSelectionModel(self, _selection: QItemSelectionModel) -> None:
        """Install a selection model of its own."""
        previous = self._own_selection
        self._own_selection = QItemSelectionModel(self.model(), self)
        super().setSelectionModel(self._own_selection)
        if previous is not None:
            previous.deleteLater()
