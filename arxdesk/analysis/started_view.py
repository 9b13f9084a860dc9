"""The base of views whose analysis takes so long that somebody has to start it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.request import Request
from arxdesk.analysis.view import AnalysisView

FOUND = "found"


class StartedView(AnalysisView):
    """Asks one question by hand. It goes on while nobody looks, and its answer is shown as long as its table is.

    Subclasses override `show_answer` and `show_state`, and call `start`.
    """

    def __init__(
        self,
        analysis: Analysis,
        title: str,
        caption: str,
        topic: str,
        content: QWidget,
        parent: QWidget | None = None,
        *,
        veiled: QWidget | None = None,
    ) -> None:
        """As in AnalysisView."""
        self._asked: TableRequest | None = None
        super().__init__(analysis, title, caption, topic, content, parent, veiled=veiled)
        self._inquiry.changed.connect(self.show_state)

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401 - of whatever the request finds
        """Fill the view with what was found, all of it or what there was when it was stopped."""
        raise NotImplementedError

    def show_state(self) -> None:
        """Show that work has begun or ended, or that the tables changed."""
        raise NotImplementedError

    @property
    def is_running(self) -> bool:
        """Whether an answer is being computed."""
        return self._asked is not None and self._inquiry.is_pending

    @property
    def answer(self) -> Any:  # noqa: ANN401 - of whatever the request finds
        """The answer about the current table; None without one."""
        return self._inquiry.found.get(FOUND)

    @property
    def has_failed(self) -> bool:
        """Whether there is an error in place of the answer."""
        return self._asked is not None and self._inquiry.error is not None

    def start(self, request: Request[Any]) -> None:
        """Ask about the output, or about the input where there is no output."""
        self._asked = TableRequest(self.analysis.output or self.analysis.input, request)
        self.refresh()
        self.show_state()

    def forget(self) -> None:
        """Ask nothing any more, and show the view in place of an error."""
        self._asked = None
        self.refresh()

    def refresh(self) -> None:
        """Go on while the table is there; forget what belongs to another one."""
        if self._asked is not None and self._asked.table is not (self.analysis.output or self.analysis.input):
            self._asked = None
            self._inquiry.ask({})  # nobody waits for it any more, also where nobody looks
        super().refresh()
        self.show_state()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The question that was started."""
        return {} if self._asked is None else {FOUND: self._asked}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the answer."""
        self.show_answer(found[FOUND])
