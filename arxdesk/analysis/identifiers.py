"""Columns that look like identifiers and stay readable: the badge of Risk counts them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.work import IdentifiersOf
from arxdesk.ui.words import joined
from arxdesk_engine.analysis.risk.identifiers import IdentifierFindings
from arxdesk_engine.foundation.language import tr_n

NAMED = 4


class IdentifierWatch(QObject):
    """Looks for identifiers once it is asked to `begin`, again when the cells change, and follows the roles.

    `left_changed` tells that other columns are left.
    """

    left_changed = Signal()

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis)
        self._analysis = analysis
        self._inquiry = analysis.inquiry(self)
        self._inquiry.changed.connect(self._follow)
        self._begun = False
        self._found: IdentifierFindings | None = None
        self._left: tuple[str, ...] = ()
        analysis.subject_changed.connect(self._ask)
        analysis.document.attributes_changed.connect(self._follow)

    @property
    def left(self) -> tuple[str, ...]:
        """The columns that look like identifiers and stay readable."""
        return self._left

    @property
    def reason(self) -> str:
        """The reason for the badge; "" without one."""
        if not self._left:
            return ""
        return tr_n(
            len(self._left),
            "{n} column looks like an identifier and stays readable: {names}",
            "{n} columns look like identifiers and stay readable: {names}",
            names=joined(list(self._left), NAMED),
        )

    def begin(self) -> None:
        """Look for them, from now on."""
        self._begun = True
        self._ask()

    def _ask(self) -> None:
        if self._begun:
            self._inquiry.ask({"found": TableRequest(self._analysis.input, IdentifiersOf())})
            self._follow()

    def _follow(self, *_what: object) -> None:
        self._found = self._inquiry.found.get("found")
        known = self._analysis.document.job.settings_of
        left = () if self._found is None else self._found.left(known)
        if left != self._left:
            self._left = left
            self.left_changed.emit()
