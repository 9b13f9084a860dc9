"""The bar above the tables while they show a selection of records: its reason, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk_engine.foundation.language import marked, tr

HEIGHT = 36
HOME = "quality"
_ORIGINS = {"quality": marked("Quality"), "risk": marked("Risk")}


class DrillBar(QFrame):
    """ "240 people in groups of exactly 5 in the output. Back to Risk, Show all"."""

    back_requested = Signal()
    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: FigureRecords | None = None
        self.sentence = ElidedLabel("", "dense", "1", 600)
        self.back = link_button("")
        self.all = link_button(tr("Show all"))
        self.all.setToolTip(tr("Show all records again (Esc)"))
        self.back.clicked.connect(self.back_requested)
        self.all.clicked.connect(self.all_requested)
        inside = QFrame()
        inside.setProperty("layer", "accent")
        inside.setFixedHeight(HEIGHT)
        layouts.row((self.sentence, 1), self.back, self.all, spacing=16, margins=(12, 0, 12, 0), inside=inside)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        layouts.column(inside, rule, spacing=0, inside=self)
        self.hide()

    def show_records(self, shown: FigureRecords | None, people: int | None = None) -> None:
        """Show the reason of a selection of `people` records, None while they are looked for; hide for all records."""
        self._shown = shown
        self.setVisible(shown is not None)
        if shown is None:
            return
        who = tr("Finding the records") if people is None else words.records(people)
        self.sentence.setText(f"{who} {shown.reason}.")
        self.setAccessibleName(self.sentence.text())
        elsewhere = shown.origin != HOME
        self.back.setVisible(elsewhere)
        origin = tr(_ORIGINS.get(shown.origin, shown.origin))
        self.back.setText(tr("Back to {perspective}", perspective=origin))
        self.back.setToolTip(tr("Back to {perspective} (Esc)", perspective=origin))
