"""The generalizations of each value, on the right of the settings."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from arxdesk.configure.hierarchies.preview.model import HierarchyPreviewModel
from arxdesk.configure.hierarchies.wizard.findings import CODING
from arxdesk.configure.hierarchies.wizard.level_columns import fit_levels
from arxdesk.ui import layouts
from arxdesk.ui.motion import show_share
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.preview import Preview

_WIDEST, _SCROLL_BAR = 180, 12


class PreviewPanel(QWidget):
    """A table of values with their labels; while another one is worked out, the one before stays."""

    def __init__(self, attribute: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = HierarchyPreviewModel(attribute, self)
        self.table = RecordsTable(tr("Preview"), two_line_header=False)
        self.table.setModel(self.model)
        self.table.verticalHeader().hide()
        self.caption = ElidedLabel("", "dense", "2")
        self.busy = QProgressBar()
        self.busy.setFixedHeight(2)
        self.busy.setTextVisible(False)
        policy = self.busy.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(policy)
        self.busy.hide()
        top = layouts.row(label(tr("Preview"), "body", "1", 600), (self.caption, 1), spacing=8)
        layouts.column(
            # with the line in between, as far from its title as the table beside it
            top,
            self.busy,
            (self.table, 1),
            spacing=1,
            inside=self,
        )
        self._measured: tuple[int, str] | None = None

    def show_preview(self, preview: Preview | None) -> None:
        """Show the result of a specification; nothing while it is unusable."""
        self.busy.hide()
        if preview is None:
            self.model.set_preview(None, (), marks_open=False)
            self.caption.setText("")
            return
        at = self.table.verticalScrollBar().value()
        marks = preview.builder.builder in CODING
        self.model.set_preview(preview.shown, preview.people.tolist(), marks_open=marks)
        self.table.verticalScrollBar().setValue(at)
        shown = len(preview.shown.rows)
        self.caption.setText(
            tr_n(preview.values, "{n} value", "{n} values")
            if shown == preview.values
            else tr_n(
                preview.values, "{shown} of {n} value, a sample", "{shown} of {n} values, a sample", shown=count(shown)
            )
        )
        shape = (preview.shown.levels, preview.builder.builder)
        if shape != self._measured:
            self._measured = shape
            self._set_widths()

    def _set_widths(self) -> None:
        fit_levels(self.table, self.model, self.width() - _SCROLL_BAR, _WIDEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the height again."""
        super().resizeEvent(event)
        if self._measured is not None and event.size().width() != event.oldSize().width():
            self._set_widths()

    def show_busy(self) -> None:
        """Show that the preview takes long."""
        show_share(self.busy, None)
        self.busy.show()
