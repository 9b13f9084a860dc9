"""The ledger of the open project: what was released, whatever is undone."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from arxdesk_engine.projects.ledger import Ledger, LedgerEntry


class ReleaseLedger(QObject):
    """Holds the present ledger; no step of the configuration changes it."""

    changed = Signal()

    def __init__(self, ledger: Ledger, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ledger = ledger

    @property
    def now(self) -> Ledger:
        """The releases by now."""
        return self._ledger

    def record(self, entry: LedgerEntry) -> None:
        """Note a release."""
        self._ledger = self._ledger.with_entry(entry)
        self.changed.emit()

    def forget(self, number: int) -> None:
        """Forget a release for good. Raises LookupError."""
        self._ledger = self._ledger.without(number)
        self.changed.emit()
