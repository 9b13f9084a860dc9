"""Predictions from the output, compared with the input."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.started_view import StartedView
from arxdesk.core.commands import ChangeSections
from arxdesk.quality.classification.choice import PredictionChoice
from arxdesk.quality.classification.pages import ACCURACY, CLASSES, CURVES, ClassificationPages
from arxdesk.quality.classification.work import PredictionsOf
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.words import count
from arxdesk_engine.analysis.prediction import sentences
from arxdesk_engine.analysis.prediction.predictions import Predictions
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.utility import UtilitySettings

CHOICE = "choice"
PAGES = (
    (CHOICE, marked("Choice")),
    (ACCURACY, marked("Accuracy")),
    (CLASSES, marked("Values")),
    (CURVES, marked("ROC curves")),
)
NO_TARGET = marked("Choose a target.")
NO_METHOD = marked("Choose at least one way to predict.")
NOT_YET = marked("Nothing is compared yet.")
UNDER_WAY = marked("The first results are on their way.")
OTHER_CHOICE = marked("The choice has changed since this comparison.")
TOO_FEW = marked("There are too few records to learn from.")

SHOWN, NARROWEST = 30, 120
"""Letters of the target and the method that are seen where there is room, and pixels where there is little."""
WITH_TITLE = 480


class PredictionPages(QStackedWidget):
    """What is missing, the choice of targets and features, or the results."""

    def __init__(self, choice: PredictionChoice, results: ClassificationPages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.nothing, self.choice, self.results = EmptyState(), choice, results
        for page in (self.nothing, choice, results):  # the first one is shown, and styled at once
            self.addWidget(page)


class ClassificationView(StartedView):
    """Targets and features to choose, a button that starts, then accuracies, single values and ROC curves."""

    needs_rows = True

    def __init__(self, analysis: Analysis, parent: QWidget | None = None, pages: PredictionPages | None = None) -> None:
        """`pages` are there where they are made already."""
        self._document = analysis.document
        self.pages = pages or PredictionPages(PredictionChoice(), ClassificationPages())
        self.nothing, self.choice, self.results = self.pages.nothing, self.pages.choice, self.pages.results
        self.compare = dense_button(tr("Compare"))
        self.status = ElidedLabel("", "dense", "2")
        self.status.fewest = 12
        self.shown = ChoiceBox(tr("Target and method"))
        self.shown.setMinimumContentsLength(SHOWN)
        self.shown.setMinimumWidth(NARROWEST)
        self.page = Segmented(tr("Part of the comparison"), [(key, tr(text)) for key, text in PAGES])
        content = _content(self.shown, self.status, self.compare, self.pages)
        super().__init__(analysis, tr("Classification"), "", "classification", content, parent, veiled=self.pages)
        self.insert_leading_widget(self.page)
        self.add_export(self.results, self.results.numbers)
        self.compare.clicked.connect(self._begin)
        self.nothing.action_triggered.connect(self._begin)
        self.page.chosen.connect(self._leave_for)
        self.shown.chosen.connect(self._look_at)
        self.results.looked_at.connect(self._look_at)
        self.choice.changed.connect(self._change)
        document = self._document
        for signal in (document.utility_changed, document.quality_changed, document.attributes_changed):
            signal.connect(self.show_state)
        self.page.set_value(ACCURACY if self._settings.targets else CHOICE)
        self.show_state()

    @property
    def _settings(self) -> UtilitySettings:
        return sentences.settings_of(self._document.job)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the title where there is little room: the tab shows it."""
        super().resizeEvent(event)
        self.title.setVisible(event.size().width() >= WITH_TITLE)

    def show_answer(self, answer: Predictions) -> None:
        """Show the answer, also after a stop."""
        tried = sentences.all_tried(answer)
        self.results.set_tried(tried, has_output=answer.has_output)
        self.shown.set_options([(each.key, each.title) for each in tried])
        self.show_state()

    def show_state(self, *_what: object) -> None:
        """Show the question, missing choices, and the state."""
        settings, answer = self._settings, self.answer
        self.choice.set_settings(settings, self._document.dataset, self.analysis.input.quasi_identifiers)
        if answer is None and self.results.tried and not self.is_running:
            self.results.set_tried((), has_output=False)
        is_same = answer is not None and answer.settings == settings
        missing = tr(NO_TARGET) if not settings.targets else tr(NO_METHOD) if not settings.methods else ""
        self.compare.setText(tr("Compare") if answer is None or is_same else tr("Update"))
        self.compare.setEnabled(not missing and not self.is_running and not (is_same and answer.is_complete))
        self.status.setText(missing or self._told(settings))
        if missing:
            self.nothing.set_content(missing, tr("Go to the choice"))
        elif self.is_running:
            self.nothing.set_content(tr(UNDER_WAY))
        else:
            self.nothing.set_content(
                tr(TOO_FEW) if answer is not None and answer.is_complete else tr(NOT_YET), tr("Compare")
            )
        self._bring(self.page.value)

    def _told(self, settings: UtilitySettings) -> str:
        answer: Predictions | None = self.answer
        if answer is None or self.is_running:
            features = settings.features or self.analysis.input.quasi_identifiers
            return sentences.question(settings, len(features), words.LOCAL)
        if answer.settings != settings:
            return tr(OTHER_CHOICE)
        current = self.results.current
        if not answer.is_complete:
            done, whole = len(self.results.tried), len(settings.targets) * len(settings.methods)
            return tr_n(
                whole,
                "Stopped: {done} of {n} trial were finished.",
                "Stopped: {done} of {n} trials were finished.",
                done=count(done),
            )
        if current is None:
            return tr(TOO_FEW)
        parts = tr_n(current.whole.folds, "{n} part", "{n} parts")
        return tr_n(
            current.whole.records, "Tried on {n} record in {parts}", "Tried on {n} records in {parts}", parts=parts
        )

    def _begin(self) -> None:
        settings = self._settings
        if self.is_running:
            return
        if not settings.targets or not settings.methods:
            self.page.set_value(CHOICE)
            self.show_state()
            return
        if self.page.value == CHOICE:
            self.page.set_value(ACCURACY)
        self.start(PredictionsOf.of(settings))

    def _change(self, settings: UtilitySettings, text: str) -> None:
        step = ChangeSections(self._document, {"utility": settings}, text, mergeable=True)
        self._document.push(step, touches_search=False)
        self.show_state()

    def _leave_for(self, key: str) -> None:
        if self.has_failed:  # what was wrong with the choice can be seen again
            self.forget()
        self._bring(key)

    def _look_at(self, key: str) -> None:
        self.results.look_at(key)
        self.show_state()

    def _bring(self, key: str) -> None:
        tried, current = self.results.tried, self.results.current
        if key != CHOICE:
            self.results.show_page(key)
        self.pages.setCurrentWidget(self.choice if key == CHOICE else self.results if tried else self.nothing)
        self.shown.setVisible(key in (CLASSES, CURVES) and current is not None)
        if current is not None:
            self.shown.set_value(current.key)


def _content(shown: ChoiceBox, status: ElidedLabel, compare: QWidget, pages: QWidget) -> QWidget:
    content = QFrame()
    strip = layouts.row(shown, (status, 1), compare, spacing=12, margins=(12, 6, 12, 6))
    rule = QFrame()
    rule.setProperty("line", "horizontal")
    layouts.column(strip, rule, (pages, 1), spacing=0, inside=content)
    return content
