"""Ready-made hierarchies: the lists that come with ArxDesk."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage, new_form
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.preview import Survey
from arxdesk_engine.hierarchies.ready_made import ReadyMadeBuilder, names, title

SPARE = 8
_SAMPLES = {
    "age": "43",
    "dates": "2020-02-29",
    "dates-in-weeks": "2020-02-29",
    "zip": "90210",
    "countries-alpha-2": "BR",
    "countries-alpha-3": "BRA",
    "countries-names": "Brazil",
    "icd-10": "E11.9",
}


class ReadyMadePage(RulePage):
    """The settings of `ReadyMadeBuilder`."""

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Ready-made hierarchies"))
        self.list.setWordWrap(True)
        for name in names():
            heading = title(name)
            item = QListWidgetItem(heading[:1].upper() + heading[1:])
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.sample = paragraph("", "dense", "2")
        self.list.currentItemChanged.connect(self._choose)
        form = new_form()
        self.add_other_row(form)
        layouts.column(
            (self.list, 100),
            label(tr("For example"), "body", "1", 600),
            self.sample,
            8,
            form,
            layouts.Stretch(1),
            spacing=8,
            inside=self,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the list to its entries, so that the description of the chosen one is right below."""
        super().resizeEvent(event)
        heights = sum(self.list.sizeHintForRow(row) for row in range(self.list.count()))
        self.list.setMaximumHeight(heights + 2 * self.list.frameWidth() + SPARE)

    def refresh(self) -> None:
        """Show which list is chosen, with one value of it."""
        name = str(self.content.get("name", ""))
        with QSignalBlocker(self.list):
            for row in range(self.list.count()):
                if self.list.item(row).data(Qt.ItemDataRole.UserRole) == name:
                    self.list.setCurrentRow(row)
        try:
            rows = ReadyMadeBuilder(name=name).labels_of([_SAMPLES[name]]) if name in _SAMPLES else []
        except InvalidHierarchy:
            rows = []
        self.sample.setText(" → ".join(rows[0]) if rows else "")

    def _choose(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if item is not None:
            self.change(name=item.data(Qt.ItemDataRole.UserRole))
