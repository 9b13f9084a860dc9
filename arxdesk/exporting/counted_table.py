"""The outcome of the second count for each claim: the privacy models first, then the facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.exporting.words import called, claim_state
from arxdesk.ui.models.figures import FigureRow, FiguresModel
from arxdesk.ui.models.read_only_table import Heading, translated
from arxdesk.ui.widgets.tables.records_table import ROW_HEIGHT, RecordsTable
from arxdesk.ui.words import capitalized, count
from arxdesk_engine.foundation.language import marked, tr

if TYPE_CHECKING:  # they bring pandas, which is slow to import
    from arxdesk_engine.verification.findings import Finding
    from arxdesk_engine.verification.recount import Recount

_HEADINGS = (
    Heading(marked("Claim"), hint=marked("Claim about the table"), is_text=True),
    Heading(marked("Counted"), hint=marked("Recounted figure")),
    Heading(marked("Verdict"), hint=marked("Agreement of the written table with the claim"), is_text=True),
)
_CLAIM, _WIDEST, _COUNTED = 220, 480, 96
_FIGURES = ("records", "suppressed_records", "classes", "smallest_class", "largest_class")
"""The facts that are numbers, by their names in the recount."""


class RecountTable(RecordsTable):
    """A row for each claim, as high as its rows if they fit; refuted claims come first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Recounted claims"), two_line_header=False, parent=parent)
        self.figures = FiguresModel(translated(_HEADINGS), self)
        self.setModel(self.figures)
        self.verticalHeader().hide()
        self.setFrameShape(QAbstractItemView.Shape.StyledPanel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(0, _CLAIM)
        self.setColumnWidth(1, _COUNTED)

    def show_recount(self, recount: Recount) -> None:
        """Show every claim about a table."""
        findings = sorted((*recount.models, *recount.facts), key=_urgency)
        self.figures.set_rows([_row(each, recount) for each in findings])
        self.setColumnWidth(0, min(max(_CLAIM, self.sizeHintForColumn(0)), _WIDEST))
        self.setMaximumHeight(self.horizontalHeader().sizeHint().height() + ROW_HEIGHT * len(findings) + 2)


def _urgency(finding: Finding) -> int:
    return 0 if finding.verified is False else 1 if finding.verified is None else 2


def _row(finding: Finding, recount: Recount) -> FigureRow:
    is_counted = finding.claim in _FIGURES and recount.records > 0
    found = count(getattr(recount, finding.claim)) if is_counted else ""
    said = claim_state(finding.verified)
    if not finding.verified and finding.reason:
        said = tr("{label}: {text}", label=said, text=finding.reason)
    return FigureRow((capitalized(called(finding)), found, said), finding.verified is False)
