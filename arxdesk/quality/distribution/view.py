"""The distribution of the attribute in focus, in the input and in the output."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHeaderView, QSizePolicy, QStackedWidget, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import AnalysisView
from arxdesk.analysis.work import RecordsShowing
from arxdesk.quality.distribution.left_out import OmittedRecords
from arxdesk.quality.distribution.ticks import ticks
from arxdesk.quality.distribution.work import DistributionOf
from arxdesk.ui import layouts, theme, words
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.bar_list import BarList, ListedBar
from arxdesk.ui.widgets.charts.paired_histogram import Axis, Histogram, HistogramBar, PairedHistogram
from arxdesk.ui.widgets.charts.series_legend import Entry, SeriesLegend
from arxdesk.ui.widgets.fields.attribute_choice import AttributeChoice
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count
from arxdesk_engine.analysis.distribution import sentences
from arxdesk_engine.analysis.distribution.bars import Bar, Scaled
from arxdesk_engine.analysis.distribution.distribution import Distribution
from arxdesk_engine.analysis.distribution.scale_words import ScaleWords
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of

_USUAL = "usual"
CHOICE, WITH_LEGEND = 116, 540
FIGURES, WIDEST_FIGURES = 100, 140
BOTH: tuple[Entry, ...] = (("bar", "series.before", marked("Input")), ("bar", "series.1", marked("Output")))


class DistributionView(AnalysisView):
    """Histograms of numbers and dates, lists of bars of categories, or all of it as a table."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(analysis, tr("Distribution of"), "", "distributions", content, parent)
        self._found: Distribution | None = None
        self._drawn: tuple[list[str], list[str]] = ([], [])
        self.choice = AttributeChoice(tr("Attribute shown"))
        self.choice.chosen.connect(analysis.document.set_focus)
        self.insert_leading_widget(self.choice)
        self.legend = SeriesLegend(_legend(both=False))
        self.legend.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)  # goes where there is no room
        self.add_header_widget(self.legend)
        self.form = Segmented(tr("Shown as"), [("chart", tr("Chart")), ("table", tr("Table"))])
        self.form.chosen.connect(self._show_form)
        self.add_header_widget(self.form)
        self.sentence = paragraph("", "dense", "2")
        self.histogram = PairedHistogram(tr("Distribution"), self._numbers)
        self.histogram.clicked.connect(self._open_bar)
        self.lists = (
            BarList(tr("Distribution in the input"), self._numbers),
            BarList(tr("Distribution in the output"), self._numbers),
        )
        for place, each in enumerate(self.lists):
            each.clicked.connect(partial(self._open_category, place))
        self.table = RecordsTable(tr("Values and records"), two_line_header=False)
        self._model = FigureTableModel(self)
        self.table.setModel(self._model)
        self.table.verticalHeader().hide()
        self.table.header.setStretchLastSection(False)
        self.table.doubleClicked.connect(lambda index: self._open_row(index.row(), after=index.column() >= 3))
        self.left_out = OmittedRecords(analysis)
        self.width_choice = ChoiceBox(tr("Width of the bars"))
        self.width_choice.chosen.connect(self._choose_width)
        self.width_choice.setFixedWidth(CHOICE)
        self._width_label = label(tr("Bars of"), "dense", "2")
        self.log = QCheckBox(tr("Log scale"))
        self.log.setFont(theme.font("dense"))
        self.log.toggled.connect(self.histogram.set_log)
        self._width: dict[str, str] = {}
        self._lay_out(content)
        self._exported = self.add_export(self._forms, self._numbers)
        analysis.document.focus_changed.connect(self._follow_focus)
        analysis.subject_changed.connect(self._offer)
        self._offer()

    @property
    def found(self) -> Distribution | None:
        """The distribution that is drawn."""
        return self._found

    @property
    def attribute(self) -> str:
        """The attribute that is shown."""
        names, focus = self.analysis.input.dataset.names, self.analysis.document.focus
        return focus if focus in names or not names else names[0]

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The attribute in focus, of both tables together: they share a scale."""
        if not self.analysis.input.dataset.records:
            return tr("The table has no records.")
        table = self.analysis.output or self.analysis.input
        return {"shown": TableRequest(table, DistributionOf(self.attribute, self._width.get(self.attribute)))}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Draw it."""
        shown: Distribution = found["shown"]
        self._found = shown
        self.legend.set_entries(_legend(both=shown.after is not None))
        self.choice.set_value(shown.attribute)
        self._model.set_table(_figures(shown))
        self.table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, self._model.columnCount()):
            self.table.fit_column(column, FIGURES, WIDEST_FIGURES)
        self.left_out.show_counts(shown.attribute, shown.before, shown.after)
        if shown.scaled is not None:
            self._draw_scale(shown, shown.scaled)
        else:
            self._draw_categories(shown)
        self._show_form()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the legend and some labels where there is little room."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= WITH_LEGEND
        self.legend.setVisible(is_wide)
        self._width_label.setVisible(is_wide and not self.width_choice.isHidden())
        self.left_out.show_lead(is_wide)

    def _lay_out(self, content: QWidget) -> None:
        side_by_side = QWidget()
        layouts.row(*((each, 1) for each in self.lists), spacing=20, inside=side_by_side)
        self._forms = QStackedWidget()
        for form in (self.histogram, side_by_side, self.table):
            self._forms.addWidget(form)
        foot = layouts.row((self.left_out, 1), self._width_label, self.width_choice, self.log, spacing=8)
        layouts.column(self.sentence, (self._forms, 1), foot, spacing=8, margins=(16, 10, 16, 8), inside=content)

    def _offer(self) -> None:
        self.choice.set_attributes(self.analysis.input.dataset.names)
        self.choice.set_value(self.attribute)

    def _follow_focus(self, _attribute: str) -> None:
        self.choice.set_value(self.attribute)
        self.refresh()

    def _choose_width(self, width: str) -> None:
        if width == _USUAL:
            self._width.pop(self.attribute, None)
        else:
            self._width[self.attribute] = width
        self.refresh()

    def _show_form(self, _key: str = "") -> None:
        is_scaled = self._found is not None and self._found.scaled is not None
        as_table = self.form.value == "table"
        self._forms.setCurrentIndex(2 if as_table else 0 if is_scaled else 1)
        for widget in (self._width_label, self.width_choice, self.log):
            widget.setVisible(is_scaled and not as_table)
        if self.width() < WITH_LEGEND:
            self._width_label.hide()

    def _draw_scale(self, shown: Distribution, scaled: Scaled) -> None:
        scale = _scale_of(scaled, scaled.bins.width)
        name, edges = shown.attribute, scaled.bins.edges
        options = [(width, _scale_of(scaled, width).step) for width in scaled.offered]
        self.width_choice.set_options(
            [(_USUAL, tr("usual width")), *((key, _bars_of(scaled, text)) for key, text in options)]
        )
        self.width_choice.set_value(self._width.get(name, _USUAL))

        def bars(given: tuple[Bar, ...], counted: int, *, spread: bool, banded: bool) -> tuple[HistogramBar, ...]:
            lines = (
                sentences.bar_lines(bar, scale, name, counted, words.LOCAL, is_spread=spread, is_band=banded)
                for bar in given
            )
            return tuple(
                HistogramBar(bar.low, bar.end, bar.height, tuple(each)) for bar, each in zip(given, lines, strict=True)
            )

        before = bars(scaled.before, shown.before.counted, spread=False, banded=False)
        sides = [Histogram(sentences.title(tr("Input"), shown.before, words=words.LOCAL), before)]
        outline: list[tuple[float, float, float]] = []
        if scaled.after is not None and shown.after is not None:
            banded = bool(scaled.bands) and not scaled.is_spread
            after = bars(scaled.after, shown.after.counted, spread=scaled.is_spread, banded=banded)
            sides.append(
                Histogram(
                    sentences.title(tr("Output"), shown.after, scaled.bands, words=words.LOCAL), after, is_after=True
                )
            )
            steps = zip(edges[:-1].tolist(), edges[1:].tolist(), scaled.outline.tolist(), strict=True)
            outline = _without_empty_ends(list(steps))
        low, end = float(edges[0]), float(edges[-1])
        self.histogram.set_data(sides, Axis(low, end, name, lambda most: ticks(scale, low, end, most)), outline)
        self._say(sentences.sentence(shown, len(shown.texts), words.LOCAL))

    def _draw_categories(self, shown: Distribution) -> None:
        before, after = shown.people_before, shown.people_after
        drawn, longest = shown.frequent, float(shown.most)
        apart = shown.is_coarser or (shown.after is not None and not shown.after.shown)
        if after is None or not apart:
            rows = [_category(shown, place, before=True, after=after is not None) for place in drawn.tolist()]
            heading = sentences.title(tr("Input"), shown.before, words=words.LOCAL)
            self.lists[0].set_data(heading if after is None else _values_of_both(len(shown.texts)), rows, longest)
            self._drawn = ([shown.texts[place] for place in drawn.tolist()], [])
        else:
            sides = [drawn[before[drawn] > 0].tolist(), drawn[after[drawn] > 0].tolist()]
            titles = [
                sentences.title(tr("Input"), shown.before, words=words.LOCAL),
                sentences.title(tr("Output"), shown.after or shown.before, groups=1, words=words.LOCAL),
            ]
            for place, (listed, heading, part) in enumerate(zip(self.lists, titles, sides, strict=True)):
                rows = [_category(shown, each, before=place == 0, after=place == 1) for each in part]
                listed.set_data(heading, rows, longest)
            self.lists[0].share_scale(self.lists[1])
            self._drawn = ([shown.texts[place] for place in sides[0]], [shown.texts[place] for place in sides[1]])
        self.lists[1].setVisible(apart)
        self._say(sentences.sentence(shown, len(drawn), words.LOCAL))

    def _say(self, sentence: str) -> None:
        self.sentence.setText(words.unbroken(sentence))

    def _open_bar(self, side: int, place: int) -> None:
        found = self._found
        if found is None or found.scaled is None:
            return
        scaled = found.scaled
        bar = ((scaled.before, scaled.after or ())[side])[place]
        scale = _scale_of(scaled, scaled.bins.width)
        is_band = side == 1 and bool(scaled.bands)
        what = words.joined(bar.texts, 3) if is_band else scale.span(bar.low, bar.end)
        self._open(bar.texts, what, after=side == 1)

    def _open_category(self, listed: int, place: int, after: bool) -> None:
        text = self._drawn[listed][place]
        self._open((text,), text, after=after)

    def _open_row(self, row: int, *, after: bool) -> None:
        if self._found is not None and row < len(self._found.texts):
            text = self._found.texts[row]
            self._open((text,), text, after=after and self._found.after is not None)

    def _open(self, texts: tuple[str, ...], what: str, *, after: bool) -> None:
        output, name = self.analysis.output, self.attribute
        table = output if after and output is not None else self.analysis.input
        side, reason = (
            "after" if table is output else "before",
            tr("with {attribute} {text}", attribute=name, text=what),
        )
        records = FigureRecords(reason_in(side, reason), table, RecordsShowing(((name, texts),)), "quality", name)
        self.analysis.show_records(records)

    def _numbers(self) -> str:
        return self._model.table.as_text()


def _scale_of(scaled: Scaled, width: str) -> ScaleWords:
    return ScaleWords(scaled.is_date, scaled.is_whole, width, words.LOCAL)


def _bars_of(scaled: Scaled, width: str) -> str:
    if scaled.is_date or not scaled.is_whole:
        return width
    return tr_n(1 if width == "1" else 2, "{n} value", "{n} values", n=width)


def _without_empty_ends(steps: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    filled = [place for place, step in enumerate(steps) if step[2] > 0]
    return steps[filled[0] : filled[-1] + 1] if filled else []


def _values_of_both(values: int) -> str:
    return tr_n(values, "Input and output, {n} value", "Input and output, {n} values")


def _legend(*, both: bool) -> list[Entry]:
    return [(shape, ink, tr(said)) for shape, ink, said in (BOTH if both else BOTH[:1])]


def _category(shown: Distribution, place: int, *, before: bool, after: bool) -> ListedBar:
    sides: list[tuple[float | None, str, str]] = []
    for name, wanted, people, counts in (
        (tr("Input"), before, shown.people_before, shown.before),
        (tr("Output"), after, shown.people_after, shown.after),
    ):
        if wanted and people is not None and counts is not None:
            number = int(people[place])
            share = words.percent(number / counts.counted if counts.counted else 0.0)
            said = tr("{label}: {text}", label=name, text=f"{words.records(number)} ({share})")
            sides.append((float(number), count(number), said))
        else:
            sides.append((None, "", ""))
    text = shown.texts[place]
    lines = (text, *(line for _value, _text, line in sides if line))
    return ListedBar(text, sides[0][0], sides[1][0], (sides[0][1], sides[1][1]), lines)


def _figures(shown: Distribution) -> FigureTable:
    """The values in order, and below them the people who show none."""
    sides = [(shown.people_before, shown.before)]
    if shown.people_after is not None and shown.after is not None:
        sides.append((shown.people_after, shown.after))
    headings = [
        shown.attribute,
        *(tr("Input records"), tr("Input share"), tr("Output records"), tr("Output share"))[: 2 * len(sides)],
    ]
    rest = [
        (tr("missing"), [counts.missing for _people, counts in sides]),
        (tr("* (nothing told)"), [counts.starred for _people, counts in sides]),
        (tr_of("records", "removed"), [counts.removed for _people, counts in sides]),
    ]
    rest = [(text, numbers) for text, numbers in rest if any(numbers)]
    known = len(shown.texts)

    def people(row: int, side: int) -> int:
        return int(sides[side][0][row]) if row < known else rest[row - known][1][side]

    def text(row: int, column: int) -> str:
        if column == 0:
            return shown.texts[row] if row < known else rest[row - known][0]
        side, is_share = divmod(column - 1, 2)
        number, counted = people(row, side), sides[side][1].counted
        if not number:
            return "–"
        return words.percent_fixed(number / counted, 2) if is_share else count(number)

    def tone(row: int, column: int) -> str | None:
        return "missing" if row >= known else "muted" if column and not people(row, (column - 1) // 2) else None

    return FigureTable(tuple(headings), known + len(rest), text, tone)
