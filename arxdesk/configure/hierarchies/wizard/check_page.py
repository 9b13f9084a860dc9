"""The check: the whole hierarchy as it will be applied, and the figures of each level."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.configure.hierarchies.preview.model import HierarchyPreviewModel
from arxdesk.configure.hierarchies.wizard.findings import CODING, BuilderFinding
from arxdesk.configure.hierarchies.wizard.level_columns import fit_levels
from arxdesk.configure.hierarchies.wizard.rules.levels_table import LevelsTable
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.preview import Preview

_FIGURES_WIDTH, _WIDEST, _GAP, _SCROLL_BAR = 336, 180, 16, 12


class CheckPage(QWidget):
    """Shows a built hierarchy; nothing can be changed here."""

    def __init__(self, attribute: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attribute = attribute
        self.model = HierarchyPreviewModel(attribute, self)
        self.table = RecordsTable(tr("Hierarchy"), two_line_header=False)
        self.table.setModel(self.model)
        self.table.verticalHeader().hide()
        self.caption = ElidedLabel("", "dense", "2")
        self.figures = LevelsTable()
        self.figures.setFixedWidth(_FIGURES_WIDTH)
        self.message = Message()
        self._waiting = EmptyState()
        self._waiting.set_content(tr("Building the hierarchy..."), "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._waiting)
        self._stack.addWidget(self._content())
        layouts.column(
            ElidedLabel(tr("The hierarchy of {column}", column=attribute), "lead"),
            self.caption,
            8,
            (self._stack, 1),
            8,
            self.message,
            spacing=4,
            inside=self,
        )

    def show_waiting(self) -> None:
        """Show that it is being built."""
        self._stack.setCurrentIndex(0)
        self.message.hide()
        self.caption.setText("")

    def show_built(self, built: Preview, finding: BuilderFinding) -> None:
        """Show the built hierarchy."""
        marks = built.builder.builder in CODING
        self.model.set_preview(built.shown, built.people.tolist(), marks_open=marks)
        self.figures.show_levels(built.levels)
        self._fit()
        shown = len(built.shown.rows)
        said = [
            tr_n(
                built.values,
                "{n} values on {levels} levels.",
                "{n} values on {levels} levels.",
                levels=len(built.levels),
            )
        ]
        if shown != built.values:
            said.append(tr_n(shown, "{n} of them are shown, evenly spread.", "{n} of them are shown, evenly spread."))
        self.caption.setText(" ".join(said))
        self.show_finding(finding)
        self._stack.setCurrentIndex(1)

    def show_failed(self, finding: BuilderFinding) -> None:
        """Show that it could not be built."""
        self._waiting.set_content(tr("There is nothing to show."), "")
        self._stack.setCurrentIndex(0)
        self.show_finding(finding)

    def show_finding(self, finding: BuilderFinding) -> None:
        """Show a finding."""
        self.message.set_content(finding.kind, finding.lead, finding.sentence, finding.links)
        self.message.show()

    def _fit(self) -> None:
        """Give the levels the height they need, the values the rest."""
        header = self.figures.horizontalHeader()
        needed = sum(header.sectionSize(section) for section in range(header.count())) + _SCROLL_BAR
        self.figures.setFixedWidth(max(needed, _FIGURES_WIDTH))
        room = self.width() - self.figures.width() - _GAP - _SCROLL_BAR
        fit_levels(self.table, self.model, room, _WIDEST)

    def _content(self) -> QWidget:
        content = QWidget()
        layouts.row((self.table, 1), self.figures, spacing=_GAP, inside=content)
        return content
