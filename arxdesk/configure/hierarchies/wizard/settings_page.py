"""The second page: the settings of the chosen kind, the preview, and the findings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from arxdesk.configure.hierarchies.wizard.findings import BuilderFinding
from arxdesk.configure.hierarchies.wizard.preview_panel import PreviewPanel
from arxdesk.configure.hierarchies.wizard.rules.kinds import words_of
from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk_engine.foundation.language import tr

_PREVIEW_NARROW, _PREVIEW_WIDTH = 226, 340
_MESSAGES = 2


class SettingsPage(QWidget):
    """Lays out a `RulePage` with the preview and the messages, whose links are remedies."""

    def __init__(self, attribute: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attribute = attribute
        self.title = ElidedLabel("", "lead")
        self.hint = paragraph("", "dense", "2")
        self.preview = PreviewPanel(attribute)
        self.preview.setMinimumWidth(_PREVIEW_NARROW)
        self.preview.setMaximumWidth(_PREVIEW_WIDTH)
        self._wide, self._rules = QStackedWidget(), QStackedWidget()
        self.messages = [Message() for _place in range(_MESSAGES)]
        self._line = label("")
        middle = self._middle = layouts.row((self._rules, 1), (self.preview, 1), spacing=16)
        for message in self.messages:
            message.hide()
        layouts.column(self.title, self.hint, 4, self._wide, 4, (middle, 1), 4, *self.messages, spacing=4, inside=self)

    def show_rules(self, kind: str, page: RulePage) -> None:
        """Show the settings of a kind."""
        words = words_of(kind)
        self.title.setText(tr("{kind} for {column}", kind=words.title, column=self._attribute))
        self.hint.setText(words.hint)
        if self._rules.indexOf(page) < 0:
            self._rules.addWidget(page)
            if page.wide is not None:
                self._wide.addWidget(page.wide)
        for place in range(self._rules.count()):  # hidden pages need no room, else the dialog would grow
            each = self._rules.widget(place)
            policy = QSizePolicy.Policy.Preferred if each is page else QSizePolicy.Policy.Ignored
            if each is not None:
                each.setSizePolicy(policy, policy)
        self._rules.setCurrentWidget(page)
        self._rules.updateGeometry()
        self._middle.invalidate()  # it does not notice what changes while another step is shown
        self._wide.setVisible(page.wide is not None)
        if page.wide is not None:
            self._wide.setCurrentWidget(page.wide)
            self._wide.setFixedHeight(page.wide.sizeHint().height())

    def show_findings(self, findings: Sequence[BuilderFinding]) -> None:
        """Show errors first, then completeness and questionable points."""
        ordered = sorted(findings, key=lambda each: each.kind != "error")[:_MESSAGES]
        for place, message in enumerate(self.messages):
            message.setVisible(place < len(ordered))
            if place < len(ordered):
                finding = ordered[place]
                message.set_content(finding.kind, finding.lead, finding.sentence, finding.links)
