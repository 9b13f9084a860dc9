"""The course of recoding group by group: its panel in place of that of the search, and what is spoken."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from arxdesk.core.session.session import Session
from arxdesk.explore.search.panel import SearchPanel
from arxdesk.explore.search.recoding_panel import RecodingPanel
from arxdesk.explore.search.recoding_words import Recoded
from arxdesk.ui.widgets.basics.spoken import announce
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.language import tr


class RecodingFlow(QObject):
    """Shows how recoding goes that follows a search; one of the two panels is shown at a time."""

    def __init__(self, window: QWidget, session: Session, search: SearchPanel) -> None:
        super().__init__(window)
        self._window, self._session, self._search = window, session, search
        self.panel = RecodingPanel()
        self.panel.hide()
        self._is_shown = self._is_in_front = False
        searching = session.searching
        searching.started.connect(self._step_back)
        searching.recoding_started.connect(self._begin)
        searching.recoding_progressed.connect(self.panel.show_progress)
        searching.recoding_finished.connect(self._finish)
        searching.recoding_given_up.connect(self._give_up)
        self.panel.left.connect(self._step_back)
        for signal in (session.document_opened, session.document_remade, session.document_closed):
            signal.connect(self._forget)

    def set_shown(self, on: bool) -> None:
        """Show the panel that is in front, or neither."""
        self._is_shown = on
        self._search.setVisible(on and not self._is_in_front)
        self.panel.setVisible(on and self._is_in_front)

    def _bring(self, *, to_front: bool) -> None:
        self._is_in_front = to_front
        self.set_shown(self._is_shown)

    def _step_back(self) -> None:
        self._bring(to_front=False)

    def _begin(self) -> None:
        self.panel.begin()
        self._bring(to_front=True)
        announce(self._window, tr("Recoding group by group."))

    def _finish(self, applied: Applied) -> None:
        document = self._session.document
        if document is None or document.result is None:
            self._give_up()
            return
        self.panel.finish(Recoded.of(applied, document.result.records))
        announce(self._window, tr("Recoding finished."))

    def _give_up(self) -> None:
        self.panel.finish(None)
        announce(self._window, tr("Recoding was given up."))

    def _forget(self, _document: object = None) -> None:
        """Another project: nothing runs any more that the panel tells of."""
        self.panel.finish(None)
        self._bring(to_front=False)
