"""The people left out of a chart of values: missing, reading "*", removed; each number opens the records."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.work import HiddenRecords, RecordsShowing
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk_engine.analysis.distribution.sides import SideCounts
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.language import tr, tr_n


class OmittedRecords(QWidget):
    """A row of links. Where everybody is in the chart it says so."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._analysis = analysis
        self.links: list[QPushButton] = []
        self._has_lead = True
        self._lead = label("", "caption", "3")
        self._row = layouts.row(self._lead, layouts.STRETCH, spacing=12, inside=self)

    def show_lead(self, is_shown: bool) -> None:
        """Show or hide the lead before the links."""
        self._has_lead = is_shown
        self._lead.setVisible(is_shown or not self.links)

    @property
    def texts(self) -> list[str]:
        """The texts of the links."""
        return [link.text() for link in self.links]

    def show_counts(self, attribute: str, before: SideCounts, after: SideCounts | None) -> None:
        """Show the numbers left out on both sides."""
        for link in self.links:
            link.hide()
            link.deleteLater()
        self.links = []
        for side, counts in (("before", before), ("after", after)):
            if counts is not None:
                self._add_side(attribute, side, counts)
        self._lead.setVisible(self._has_lead or not self.links)
        self._lead.setText(tr("Not in the chart:") if self.links else tr("The chart includes all records."))

    def _add_side(self, attribute: str, side: str, counts: SideCounts) -> None:
        missing, starred = RecordsShowing(((attribute, ("",)),)), RecordsShowing(((attribute, (SUPPRESSED,)),))
        for number, said, reason, request in (
            (
                counts.missing,
                tr_n(counts.missing, "{n} missing", "{n} missing"),
                tr("with no {attribute}", attribute=attribute),
                missing,
            ),
            (
                counts.starred,
                tr_n(counts.starred, "{n} read *", "{n} read *"),
                tr("whose {attribute} reads *", attribute=attribute),
                starred,
            ),
            (
                counts.removed,
                tr_n(counts.removed, "{n} removed", "{n} removed"),
                tr("who show no {attribute}, because they were removed", attribute=attribute),
                HiddenRecords(attribute),
            ),
        ):
            table = self._analysis.output if side == "after" else self._analysis.input
            if number and table is not None:
                records = FigureRecords(reason_in(side, reason), table, request, "quality", attribute)
                self._add(reason_in(side, said), records)

    def _add(self, text: str, records: FigureRecords) -> None:
        link = link_button(text)
        link.clicked.connect(lambda: self._analysis.show_records(records))
        self._row.insertWidget(1 + len(self.links), link)
        self.links.append(link)
