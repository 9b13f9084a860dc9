"""Local recoding: removed records are anonymized again, with coarser values."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.figures_table import FiguresTable
from arxdesk.analysis.started_view import StartedView
from arxdesk.quality.local_recoding import words as said
from arxdesk.quality.local_recoding.work import Recode
from arxdesk.ui import layouts, words
from arxdesk.ui.models.read_only_table import translated
from arxdesk.ui.widgets.basics.buttons import dense_button, link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk.ui.widgets.tables.comparison_table import ComparisonTable
from arxdesk_engine.analysis.applied import Recoded
from arxdesk_engine.analysis.recoding import sentences
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.job.search import LocalRecodingSettings

NOT_APPLIED = marked("Nothing is applied yet. Local recoding is compared with an applied transformation.")
MEANING = marked(
    "A first step keeps records that need little, with fine values. The others are anonymized again on their own, with "
    "coarser ones, and so on. One column then has different levels in different records. In the end no more are "
    "removed than the suppression limit allows."
)
MOST_ITERATIONS = 10_000

FIGURES, WIDE = 228, 600


class LocalRecodingView(StartedView):
    """Limits, a button that starts, the outcome, and a button that applies it."""

    needs_rows = True

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._document = analysis.document
        self._settings: LocalRecodingSettings | None = None
        self.iterations = SpinBox(1, MOST_ITERATIONS, LocalRecodingSettings().iterations)
        self.seconds = NumberEdit(tr("Time limit in seconds, empty for none"))
        self.recode = dense_button(tr("Recode"))
        self.meaning = paragraph(tr(MEANING), "dense", "2")
        self.sentence = paragraph("", "dense", "1")
        self.figures = ComparisonTable()
        self.steps = FiguresTable(tr("Steps of local recoding"), translated(said.STEPS))
        self.apply = dense_button(tr("Apply this table"))
        self.undo = link_button(tr("Show the table without it"))
        self.note = paragraph("", "caption", "2")
        self.results = self._results()
        self._strip = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        content = self._content()
        super().__init__(
            analysis,
            tr("Local recoding"),
            tr("in several steps"),
            "local-recoding",
            content,
            parent,
            veiled=self.results,
        )
        self.add_export(self.results, self.numbers)
        self.recode.clicked.connect(self._begin)
        self.apply.clicked.connect(self._apply)
        self.undo.clicked.connect(self._apply_without)
        self.seconds.textChanged.connect(self.show_state)
        self.iterations.valueChanged.connect(self.show_state)
        self._document.lock_changed.connect(self.show_state)
        self._document.search_changed.connect(self.show_state)
        self.show_state()

    @property
    def recoded(self) -> Recoded | None:
        """The recoding that was just found, else the one that is applied."""
        output = self.analysis.output
        found: Recoded | None = self.answer
        return found if found is not None or output is None else output.applied.recoded

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the button below its limits where both do not fit beside each other."""
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        self._strip.setDirection(directions.LeftToRight if event.size().width() >= WIDE else directions.TopToBottom)

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The question that was started; or why nothing can be."""
        output = self.analysis.output
        if output is None:
            return tr(NOT_APPLIED)
        if titles := output.policy.models_against_recoding:
            return sentences.unfit(titles, words.LOCAL)
        return super().wanted()

    def numbers(self) -> str:
        """Figures and steps as tab-separated text."""
        rows = [f"{row.label}\t{row.before}\t{row.after}" for row in self.figures.rows]
        steps = ["", self.steps.figures.numbers()] if self.steps.figures.rows else []
        return "\n".join([f"\t{tr('before')}\t{tr('after')}", *rows, *steps])

    def show_answer(self, answer: Recoded) -> None:
        """Show the answer, also after a stop."""
        del answer  # the state tells of it
        self.show_state()

    def show_state(self, *_what: object) -> None:
        """Show the possible actions and the outcome."""
        output, recoded, locked = self.analysis.output, self.recoded, self._document.locked
        self._take_settings()
        by_groups = recoded is not None and recoded.found.groupwise is not None
        again = tr("Recode in steps instead") if by_groups else tr("Recode again")
        self.recode.setText(tr("Recode locally") if recoded is None else again)
        self.set_caption(tr("group by group") if by_groups else tr("in several steps"))
        seconds = self.seconds.value
        is_wrong = isinstance(seconds, str) or (seconds is not None and seconds <= 0)
        self.seconds.set_problem(is_wrong)
        self.seconds.setToolTip(tr("A number of seconds above 0, or empty.") if is_wrong else "")
        self.recode.setEnabled(output is not None and not is_wrong and not self.is_running)
        self.results.setVisible(recoded is not None or self.is_running)
        self.meaning.setVisible(recoded is None and not self.is_running)
        is_applied = output is not None and recoded is not None and recoded is output.applied.recoded
        is_another = recoded is not None and (by_groups or bool(recoded.found.iterations))
        can = is_another and not is_applied and not self.is_running
        self.apply.setText(tr("Applied") if is_applied else tr("Apply this table"))
        self.apply.setEnabled(can and not locked)
        self.undo.setVisible(is_applied)
        self.undo.setEnabled(not locked and not self.is_running)
        if recoded is not None and output is not None:
            self._show(recoded, output)

    def _show(self, recoded: Recoded, output: OutputTable) -> None:
        result = self._document.result
        cut_short = result is not None and result.cut_short
        self.sentence.setText(sentences.sentence(recoded, words.LOCAL))
        self.figures.set_rows(said.both_sides(recoded, output.records, output.applied.check.classes))
        self.steps.figures.set_rows(said.step_rows(recoded, output))
        self.steps.setVisible(recoded.found.groupwise is None)
        note = sentences.note_on_running(recoded, output.solution, output.job.search, cut_short=cut_short)
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def _take_settings(self) -> None:
        """Offer the settings of the project once they change."""
        settings = self._document.job.search.recoding_settings
        if isinstance(settings, LocalRecodingSettings) and settings != self._settings:
            self._settings = settings
            self.iterations.setValue(settings.iterations)

    def _begin(self) -> None:
        seconds = self.seconds.value
        output, result = self.analysis.output, self._document.result
        if output is not None and result is not None and not isinstance(seconds, str):
            asked = self._settings or LocalRecodingSettings()
            settings = asked.model_copy(update={"iterations": self.iterations.value()})
            self.start(Recode(result, output.applied, settings, None if seconds is None else float(seconds)))

    def _apply(self) -> None:
        recoded = self.recoded
        if recoded is not None:
            self.analysis.document.wishes.apply(recoded.first.levels, recoded)

    def _apply_without(self) -> None:
        recoded = self.recoded
        if recoded is not None:
            self.analysis.document.wishes.apply(recoded.first.levels)

    def _content(self) -> QWidget:
        content = QFrame()
        self._strip.setContentsMargins(12, 6, 12, 6)
        self._strip.setSpacing(8)
        self.iterations.setAccessibleName(tr("Largest number of iterations"))
        self.iterations.setFixedWidth(76)
        anything = tr_of("a number of seconds", "any")
        self.seconds.setPlaceholderText(anything)
        self.seconds.setFixedWidth(max(64, self.seconds.fontMetrics().horizontalAdvance(anything) + 24))
        limits = layouts.row(
            label(tr("Up to")),
            self.iterations,
            label(tr("iterations, at most")),
            self.seconds,
            label(tr("seconds")),
            layouts.STRETCH,
            spacing=8,
        )
        layouts.nest(self._strip, limits)
        self._strip.addWidget(self.recode, 0, Qt.AlignmentFlag.AlignLeft)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        self.meaning.setContentsMargins(12, 12, 12, 12)
        layouts.column(
            self._strip,
            rule,
            (self.meaning, 1, Qt.AlignmentFlag.AlignTop),
            (self.results, 1),
            spacing=0,
            inside=content,
        )
        return content

    def _results(self) -> QFrame:
        results = QFrame()
        results.setProperty("layer", "panel")
        self.figures.setFixedWidth(FIGURES)
        beside = layouts.column(self.figures, layouts.STRETCH, margins=(12, 0, 12, 8))
        self.note.setContentsMargins(12, 4, 12, 8)
        steps = layouts.column((self.steps, 1), self.note, layouts.STRETCH, spacing=0)
        row = layouts.row(beside, (steps, 1), spacing=0)
        above = layouts.row((self.sentence, 1), self.undo, self.apply, spacing=8, margins=(12, 8, 12, 8))
        layouts.column(above, (row, 1), spacing=0, inside=results)
        return results
