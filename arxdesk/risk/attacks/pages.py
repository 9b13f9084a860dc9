"""The pages on attacks: what attackers find, sets of columns, the records behind a figure, the release as a whole."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.risk.attacks.findings_page import FindingsPage
from arxdesk.risk.attacks.sets_page import SetsPage
from arxdesk.risk.attacks.targets_page import TargetsPage
from arxdesk.risk.attacks.whole_page import WholePage
from arxdesk.ui.widgets.frames.pages import Pages


class AttackPages(Pages):
    """They know nothing of a document, and can be made before their view."""

    def __init__(
        self,
        parent: QWidget | None = None,
        targets: TargetsPage | None = None,
        findings: FindingsPage | None = None,
        sets: SetsPage | None = None,
    ) -> None:
        """The pages with many parts may be made already."""
        super().__init__(parent=parent)
        self.findings, self.sets, self.targets = (
            findings or FindingsPage(),
            sets or SetsPage(),
            targets or TargetsPage(),
        )
        self.whole = WholePage()
        for page in (self.findings, self.sets, self.targets, self.whole):
            self.addWidget(page)
