"""The price of protection: one number of the configuration is varied, and the best result of each value drawn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QWidget

from arxdesk.core.commands import ChangeSections
from arxdesk.core.protection.series import Numbered, numbers_of, read_series, write_series
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter import frontier_words
from arxdesk.explore.scatter.traced_series import TracedSeries
from arxdesk.ui import layouts
from arxdesk.ui.timing import WhenVisible
from arxdesk.ui.widgets.basics.buttons import dense_button, link_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.label import label, paragraph, set_tone
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.charts.frontier_chart import FrontierChart, Knot
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox
from arxdesk_engine.data.schema import Role
from arxdesk_engine.exploration.frontier import FrontierPoint
from arxdesk_engine.exploration.points import Risk
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.variation import varied

SECONDS, MOST_SECONDS = 10.0, 86_400.0
DRAW, STOP = marked("Draw the frontier"), marked("Stop")
PRIVATE = marked("With differential privacy each further result would spend the budget of epsilon again.")


class FrontierView(QWidget):
    """The choice of number, values and time per value; the chart; and the button that adopts a value."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = exploration.document
        self._risk = Risk.HIGHEST
        self._texts: dict[str, str] = {}
        self._numbers: tuple[Numbered, ...] = ()
        self._chosen: float | None = None
        self.traced = TracedSeries(exploration.document, exploration.jobs, self)
        self.choice = ChoiceBox(tr("Varied setting"))
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Values"))
        self.seconds = DoubleSpinBox(0.1, MOST_SECONDS, SECONDS, 1)
        self.seconds.setSuffix(tr(" s each"))
        self.seconds.setFixedWidth(max(104, self.seconds.sizeHint().width()))
        self.seconds.setAccessibleName(tr("Seconds for each value, at most"))
        self.button = dense_button(tr(DRAW))
        self._said = paragraph("", "caption", "3")
        self.chart = FrontierChart(tr("Cost of protection"), tr("Score (0 keeps every detail)"))
        self._empty = EmptyState(tr(frontier_words.EMPTY))
        self._missing = paragraph("", "caption", "3")
        self._sentence = paragraph("", "dense", "2")
        self.use = dense_button("")
        self.message = Message()
        self._again = link_button(tr("Draw it again"))
        self._stack = self._lay_out()
        self._sight = WhenVisible(self, self.refresh)
        self._connect()
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh if something changed while hidden."""
        super().showEvent(event)
        self._sight.wake()

    def set_risk(self, risk: Risk) -> None:
        """Draw another risk upwards."""
        self._risk = risk
        self._draw()

    @property
    def numbered(self) -> Numbered | None:
        """The number that is varied."""
        return next((each for each in self._numbers if each.key == self.choice.value), None)

    def _lay_out(self) -> QStackedWidget:
        first, second = QHBoxLayout(), QHBoxLayout()
        for row, top in ((first, 4), (second, 0)):
            row.setContentsMargins(12, top, 12, 4)
            row.setSpacing(8)
        first.addWidget(label(tr("Vary"), "dense", "2"))
        first.addWidget(self.choice, 1)
        first.addWidget(self.button)
        second.addWidget(label(tr("Values"), "dense", "2"))
        second.addWidget(self.field, 1)
        second.addWidget(self.seconds)
        row = layouts.row((self._sentence, 1), (self.use, 0, Qt.AlignmentFlag.AlignTop), spacing=8)
        foot = layouts.column(self._missing, row, self.message, spacing=4, margins=(12, 2, 12, 6))
        words = layouts.row((self._said, 1), self._again, margins=(12, 0, 12, 2))
        stack = QStackedWidget()
        stack.addWidget(self._empty)
        stack.addWidget(self.chart)
        layouts.column(first, second, words, (stack, 1), foot, spacing=0, inside=self)
        return stack

    def _connect(self) -> None:
        for signal in self._document.every_change:
            signal.connect(self._follow)
        self.traced.changed.connect(self._draw)
        self.choice.chosen.connect(self._vary)
        self.field.textEdited.connect(self._type)
        self.field.returnPressed.connect(self._press)
        self.button.clicked.connect(self._press)
        self._again.clicked.connect(self._press)
        self.chart.chosen.connect(self._choose)
        self.use.clicked.connect(self._take_over)
        self.message.link_activated.connect(self._follow_link)

    def _follow(self) -> None:
        self._sight.request()

    def refresh(self) -> None:
        """Offer the numbers that can be varied, and show whether the chart is up to date."""
        self._numbers = numbers_of(self._document.job)
        self.choice.set_options([(each.key, each.label) for each in self._numbers])
        if self.choice.currentIndex() < 0 and self._numbers:
            self.choice.set_value(self._numbers[0].key)
        self.choice.setToolTip(self.choice.currentText())
        self._propose()
        self._draw()

    def _propose(self) -> None:
        """Show the values of the varied number: those typed before, or the defaults with the current one."""
        numbered = self.numbered
        if numbered is None:
            return
        text = self._texts.get(numbered.key)
        proposal = write_series(numbered.proposal(self._document.job), numbered.kind)
        if (text is None and not self.field.hasFocus()) or text is not None:
            shown = proposal if text is None else text
            if self.field.text() != shown:
                self.field.setText(shown)
        self.field.setToolTip(tr("In percent.") if numbered.kind.name == "SHARE" else "")

    def _vary(self, _key: str) -> None:
        self.choice.setToolTip(self.choice.currentText())
        self._propose()
        self._say()

    def _type(self, text: str) -> None:
        numbered = self.numbered
        if numbered is not None:
            self._texts[numbered.key] = text
        self._say()

    def _values(self) -> tuple[float, ...]:
        """The values that are typed. Raises ValueError with a sentence where they cannot be searched."""
        numbered = self.numbered
        if numbered is None:
            raise ValueError(tr("Choose the setting to vary."))
        values = read_series(self.field.text(), numbered.kind)
        try:
            varied(self._document.job, numbered.variable, values)
        except InvalidJob as error:
            first = error.problems[0]
            raise ValueError(f"{first.found}. {first.remedy}") from error
        return values

    def _hindrance(self) -> str:
        """Why nothing can be drawn now, whatever is typed."""
        if not self._document.policy.tells_alternatives:
            return tr(PRIVATE)
        obstacles = self._document.obstacles
        return str(obstacles[0]) if obstacles else ""

    def _say(self) -> None:
        """Show an error in the typed values, or the progress."""
        running, hindrance = self.traced.is_running, self._hindrance()
        sentence, tone = "", "3"
        values: tuple[float, ...] = ()
        try:
            values = self._values()
        except ValueError as error:
            sentence, tone = str(error), "error"
        sentence, tone = (hindrance, "warn") if hindrance else (sentence, tone)
        series = self.traced.series
        if running and series is not None:
            sentence, tone = frontier_words.progress_sentence(series.numbered, self.traced.activity), "3"
        elif self.traced.problem:
            sentence, tone = self.traced.problem, "error"
        outdated = not running and series is not None and not self.traced.is_current
        if outdated and not sentence:
            sentence, tone = tr(frontier_words.OUT_OF_DATE), "warn"
        self._again.setVisible(outdated and bool(values) and not hindrance)
        set_tone(self._said, tone)  # type: ignore[arg-type]  # a known tone
        unit = self.numbered is not None and self.numbered.kind.name == "SHARE" and not sentence
        self._said.setText(tr("Values in percent.") if unit else sentence)
        self._said.setVisible(bool(self._said.text()))
        self.button.setText(tr(STOP) if running else tr(DRAW))
        self.button.setEnabled(running or (bool(values) and not hindrance))
        self.button.setToolTip("" if running else hindrance)

    def _press(self) -> None:
        if self.traced.is_running:
            self.traced.stop()
            return
        numbered = self.numbered
        if numbered is None or not self.button.isEnabled():
            return
        self._chosen = None
        self.traced.start(numbered, self._values(), self.seconds.value())

    def _shown(self) -> list[FrontierPoint]:
        return [each for each in self.traced.points if frontier_words.is_drawn(each, self._risk)]

    def _draw(self) -> None:
        """Draw the points found so far."""
        series, points = self.traced.series, self._shown()
        self._say()
        self._stack.setCurrentIndex(1 if points else 0)
        running = self.traced.is_running
        if series is None or not points:
            self._empty.set_content(tr("Searching the first value.") if running else tr(frontier_words.EMPTY))
        missing = ""
        if series is not None:
            missing = frontier_words.missing_sentence(
                series.numbered, self.traced.points, series.values, self._risk, is_running=running
            )
            self._draw_points(series.numbered, points)
        self._missing.setText(missing)
        self._missing.setVisible(bool(missing))
        self._show_chosen()

    def _draw_points(self, numbered: Numbered, points: Sequence[FrontierPoint]) -> None:
        present = numbered.variable.value_of(self._document.job) if self.traced.is_current else None
        knots = [
            Knot(
                numbered.told(each.value),
                float(each.score or 0.0),
                float(frontier_words.risk_of(each, self._risk) or 0.0),
                each.lower_bound if each.gap else None,
                each.value == present,
            )
            for each in points
        ]
        chosen = next((place for place, each in enumerate(points) if each.value == self._chosen), -1)
        self.chart.upward_title = tr("Average risk") if self._risk is Risk.AVERAGE else tr("Highest risk")
        names = self._document.attributes_with(Role.QUASI_IDENTIFYING)
        self.chart.set_knots(
            knots,
            chosen,
            lambda place: frontier_words.point_lines(numbered, points[place]),
            lambda: frontier_words.table_text(numbered, self.traced.points, names),
            holds=self.traced.is_current,
        )

    def _choose(self, place: int) -> None:
        self._chosen = self._shown()[place].value
        self.chart.choose(place)
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Describe the chosen point, with the button that adopts its value."""
        document, series = self._document, self.traced.series
        point = next((each for each in self._shown() if each.value == self._chosen), None)
        numbered = None if series is None else series.numbered
        if point is None or numbered is None:
            hint = tr("Click a point to use its setting.") if self._shown() else ""
            self._sentence.setText(hint)
            self._sentence.setVisible(bool(hint))
            self.use.hide()
        else:
            is_present = numbered.variable.value_of(document.job) == point.value
            self._sentence.setText(frontier_words.chosen_sentence(numbered, point))
            self.use.setText(tr("Use {told}", told=numbered.told(point.value)))
            self.use.setEnabled(not is_present and not document.locked and self.traced.is_current)
            self.use.setToolTip(tr("This is the present setting.") if is_present else "")
            is_taken = is_present and self._is_outdated
            self._sentence.setVisible(not is_taken)
            self.use.setVisible(not is_taken)
        self.message.setVisible(self._is_outdated and self._chosen is not None and not document.locked)
        self.message.set_content("warn", tr("The results are out of date."), "", (("anonymize", tr("Anonymize")),))

    @property
    def _is_outdated(self) -> bool:
        return self._document.result is not None and not self._document.result_is_current

    def _take_over(self) -> None:
        """Make the value of the chosen point the setting, as one step."""
        document, series = self._document, self.traced.series
        if series is None or self._chosen is None:
            return
        variable = series.numbered.variable
        changed = variable.change(document.job, self._chosen)
        section = "suppression" if variable.model is None else "privacy"
        text = told("Use {chosen}", chosen=series.numbered.told(self._chosen))
        document.push(ChangeSections(document, {section: getattr(changed, section)}, text))

    def _follow_link(self, _key: str) -> None:
        self._document.wishes.anonymize()
