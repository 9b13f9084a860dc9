"""The page of the format: a preview of the table with its syntax, its types, and contradicting cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QProgressBar, QWidget

from arxdesk.core.attributes import date_patterns
from arxdesk.importing.activities import READING
from arxdesk.importing.flow import ImportFlow
from arxdesk.importing.outside import known_records
from arxdesk.importing.preview_model import ImportPreviewModel
from arxdesk.importing.short_years import ShortYears
from arxdesk.importing.syntax_fields import SyntaxFields
from arxdesk.importing.words import (
    KINDS,
    contradictions,
    readings_for,
    section_of,
    size,
)
from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk.ui.widgets.tables.editor_header import EditorHeader, EditorSection
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count, joined
from arxdesk_engine.data.notation import MARKERS
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import Resolution, UnclearTable, UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.io.cells.options import MOST_SKIPPED_LINES
from arxdesk_engine.preparation.importing.table import Judgement, Reading, ReadTable

_NAMES, _RECORD = "names", "record"
_NO_CLEANSING = marked("Records that stay where they are cannot be corrected: choose a type that fits all cells.")


class FormatPage(QWidget):
    """Follows the flow; every change goes there."""

    other_file_requested = Signal()

    def __init__(self, flow: ImportFlow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = flow
        self._shown: ReadTable | None = None
        self._formatted = -1
        self._ways: dict[str, Resolution] = {}
        self.title = label("", "lead")
        self.facts = ElidedLabel("", "dense", "2")
        self.progress = QProgressBar()
        self.progress.setMaximum(1000)
        self.progress.setFixedWidth(160)
        self.progress.setAccessibleName(tr("Share of the table that is read"))
        self.syntax = SyntaxFields(self._change_syntax)
        self.choice = Segmented(
            tr("Records in the preview"), [("first", tr("First rows")), ("problems", tr("Only rows with problems"))]
        )
        self.model = ImportPreviewModel(self)
        self.table = RecordsTable(tr("Preview"))
        self.header = EditorHeader(self.table)
        self.table.setHorizontalHeader(self.header)
        self.table.setModel(self.model)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.own_format = _OwnFormat()
        self.short_years = ShortYears()
        self.question = Message()
        self.message = Message()
        self.card = ErrorCard()
        self.skipped = SpinBox(0, MOST_SKIPPED_LINES, 0)
        self.skipped.setAccessibleName(tr("Lines skipped before the table"))
        self.skipped.setToolTip(tr("Titles and notes above the row with the names of the columns"))
        self._skipped_title = label(tr("Skip first lines"), "dense", "2")
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the flow."""
        draft = self._flow.draft
        source, choices, table = draft.source, draft.choices, draft.table
        if source is None or choices is None:
            return
        inside = choices.data.sheet or choices.data.table
        self.title.setText(inside or source.path.replace("\\", "/").rsplit("/", 1)[-1])
        self.syntax.show_syntax(source.format, choices.data, table)
        self.syntax.setVisible(not draft.stays_outside or source.format == "delimited")
        for part in (self._skipped_title, self.skipped):
            part.setVisible(source.format == "delimited")
        with QSignalBlocker(self.skipped):
            self.skipped.setValue(choices.data.skip_lines)
        if table is not None:
            self.card.hide()
        self._tell_facts()
        self._ask()
        self._show_table(table)
        self.short_years.show_choices(table, choices)

    def _ask(self) -> None:
        """Ask for the meaning of the first row if it is unclear."""
        self.question.setVisible(self._flow.draft.asks_for_header)
        if self._flow.draft.asks_for_header:
            lead = tr("Does the first row name the columns, or is it a record?")
            links = ((_NAMES, tr("It has names")), (_RECORD, tr("It is a record")))
            self.question.set_content("warn", lead, tr("It looks like the rows below it."), links)

    def _take_answer(self, key: str) -> None:
        self._flow.answer_header(key == _NAMES)

    def show_error(self, error: UserError) -> None:
        """Show an error in place of the preview; the fields above can fix it."""
        first = error.problems[0]
        details = error.message if len(error.problems) > 1 else ""
        what = f"{first.found[:1].upper()}{first.found[1:]}."
        self._ways = {way.words: way for way in error.ways} if isinstance(error, UnclearTable) else {}
        links = [(words, words) for words in self._ways]
        self.card.set_error(what, first.place, first.remedy, details, (*links, ("other", tr("Choose another file"))))
        self._show_table(None)
        self.question.hide()
        self.card.show()
        self._tell_facts()

    def show_progress(self, progress: Progress) -> None:
        """Show the progress of reading."""
        self.progress.setVisible(self._flow.is_busy(READING) and progress.fraction is not None)
        self.progress.setValue(round((progress.fraction or 0.0) * 1000))

    def _tell_facts(self) -> None:
        flow, table = self._flow, self._flow.draft.table
        source = flow.draft.source
        parts = []
        if table is not None:
            records = tr_n(table.records, "{n} record", "{n} records")
            known = known_records(flow.draft)
            if flow.draft.stays_outside:
                records = (
                    tr("{n} first records", n=count(table.records))
                    if known is None
                    else tr("{n} first records of {known}", n=count(table.records), known=count(known))
                )
            elif not table.whole:
                records = tr("{n} first records, reading on", n=count(table.records))
            parts = [
                records,
                tr_n(len(table.columns), "{n} column", "{n} columns"),
            ]
        elif flow.busy:
            parts = [tr("reading")]
        if source is not None:
            parts.append(tr(KINDS.get(source.format, source.format)) if source.bytes is None else size(source.bytes))
        self.facts.setText(", ".join(parts))
        if table is None or flow.draft.is_read:
            self.progress.hide()

    def _show_table(self, table: ReadTable | None) -> None:
        draft = self._flow.draft
        visible = table is not None
        for part in (self._frame, self.choice, self._legend, self._preview):
            part.setVisible(visible)
        self.choice.setVisible(visible and not draft.stays_outside)
        if table is None or draft.choices is None:
            self._shown = None
            self.model.show_table(None, {}, [])
            self.header.show_sections(0, self._section)
            self.message.hide()
            self.own_format.hide()
            return
        same = self._shown is not None and [c.name for c in self._shown.columns] == [c.name for c in table.columns]
        self._shown = table
        self.header.show_sections(0, self._section)
        self.model.show_table(table, draft.judgements, [column.keep for column in draft.choices.columns])
        self.header.show_sections(len(table.columns), self._section)
        if not same:
            self.header.fit_sections()
            self.own_format.hide()
        self._show_records()
        self._tell_problems()

    def _section(self, place: int) -> EditorSection:
        draft = self._flow.draft
        assert draft.table is not None and draft.choices is not None  # noqa: S101, PT018
        column, choice, judged = (
            draft.table.columns[place],
            draft.choices.columns[place],
            draft.judgement(place),
        )
        chosen = choice.reading or column.candidates[0].reading
        section = section_of(column, judged, chosen, name=choice.name, keep=choice.keep, sets=not draft.stays_outside)
        if draft.stays_outside and not judged.misfits:
            return replace(section, caption=tr("in the first records"))  # nobody has seen the others
        return section

    def _show_column(self, place: int) -> None:
        draft = self._flow.draft
        if self._shown is None or draft.table is None or draft.choices is None:
            return
        self.header.refresh_section(place)
        self.model.set_judgement(place, draft.judgement(place), kept=draft.choices.columns[place].keep)
        self.short_years.show_choices(draft.table, draft.choices)
        self._tell_problems()

    def _show_records(self) -> None:
        """Show the first rows, or those with problems once they are known."""
        problems = self._flow.draft.problem_records
        self.choice.set_option_enabled("problems", problems is not None and len(problems) > 0)
        if self.choice.value == "problems" and problems is not None and len(problems):
            self.model.show_records(problems)
        elif self.choice.value == "problems":
            self.choice.set_value("first")
            self.model.show_records(None)
        elif self.model.table is not None:
            self.model.show_records(None)

    def _tell_problems(self) -> None:
        draft = self._flow.draft
        misfits = {place: judged for place, judged in draft.misfits().items() if not draft.is_checking(place)}
        self.message.setVisible(bool(misfits))
        if not misfits or draft.table is None or draft.choices is None:
            return
        cells = sum(judged.misfits for judged in misfits.values())
        names = {place: column.name for place, column in draft.choices.kept()}
        sentence = contradictions(draft.table, names, misfits)
        if draft.stays_outside:
            self._tell_outside(misfits, f"{sentence}.")
            return
        if draft.table.whole:
            lead = tr_n(cells, "{n} cell does not fit its type.", "{n} cells do not fit their type.")
        else:
            lead = tr_n(cells, "{n} cell does not fit its type so far.", "{n} cells do not fit their type so far.")
        after = tr_n(cells, "Without a change it is read as missing.", "Without a change they are read as missing.")
        self.message.set_content("warn", lead, f"{sentence}. {after}", tuple(self._remedies(cells)))

    def _tell_outside(self, misfits: Mapping[int, Judgement], sentence: str) -> None:
        """Records that stay where they are cannot be grouped while cells contradict their type."""
        assert self._flow.draft.choices is not None  # noqa: S101
        worst = max(misfits, key=lambda place: misfits[place].misfits)
        link = (f"text:{worst}", tr("Read {name} as text", name=self._flow.draft.choices.columns[worst].name))
        self.message.set_content("warn", tr("Cells do not fit their type."), f"{sentence} {tr(_NO_CLEANSING)}", (link,))

    def _remedies(self, cells: int) -> list[tuple[str, str]]:
        draft = self._flow.draft
        misfits = draft.misfits()
        assert draft.choices is not None  # noqa: S101
        links = []
        mixed = [place for place, judged in misfits.items() if judged.added]
        if mixed:
            several = len(misfits[mixed[0]].additions) > 1
            links.append(("formats", tr("Accept all date formats") if several else tr("Accept both date formats")))
        shown = tr_n(cells, "Show it", "Show all {n} cells")
        if self.choice.value != "problems":
            links.append(("problems", shown))
        markers = self._markers()
        if markers:
            links.append(("markers", tr("Read {markers} as missing values", markers=joined(markers[:3]))))
        worst = max(misfits, key=lambda place: misfits[place].misfits)
        links.append((f"text:{worst}", tr("Read {name} as text", name=draft.choices.columns[worst].name)))
        return links

    def _markers(self) -> list[str]:
        """Contradicting texts that mean a missing value elsewhere."""
        found = {each.value for judged in self._flow.draft.misfits().values() for each in judged.examples}
        return [marker for marker in MARKERS if marker in found]

    def _mend(self, key: str) -> None:
        flow = self._flow
        assert flow.draft.choices is not None  # noqa: S101
        if key == "formats":
            for place, judged in flow.draft.misfits().items():
                if judged.added:
                    flow.read_column(place, Reading(judged.reading.type, judged.additions))
        elif key == "problems":
            self.choice.set_value("problems")
            self._show_records()
            self._tell_problems()
        elif key == "markers":
            flow.change_syntax(
                null_values=(*(m for m in flow.draft.choices.data.null_values if m), *self._markers(), "")
            )
        else:
            flow.read_column(int(key.partition(":")[2]), Reading())

    def _take_choice(self, place: int, choice: int) -> None:
        flow = self._flow
        if flow.draft.table is None or flow.draft.choices is None:
            return
        column = flow.draft.table.columns[place]
        chosen = flow.draft.choices.columns[place].reading or column.candidates[0].reading
        readings, _candidates = readings_for(column, chosen, sets=not flow.draft.stays_outside)
        if choice < len(readings):
            self.own_format.hide()
            flow.read_column(place, readings[choice])
            return
        self._formatted = place  # the last entry: a format of one's own
        self._show_column(place)
        formats = (chosen.type.format or DEFAULT_DATE_FORMAT, *chosen.other_formats)
        is_date = chosen.type.kind is DataType.DATE
        self.own_format.ask(flow.draft.choices.columns[place].name, formats if is_date else ())
        if self.header.chosen_in_list:
            self.own_format.begin()

    def _take_format(self, written: tuple[str, ...]) -> None:
        self.own_format.hide()
        main, *others = written
        self._flow.read_column(self._formatted, Reading(ValueType(DataType.DATE, main), tuple(others)))
        self.header.focus_section(self._formatted)

    def _take_rows(self, _key: str) -> None:
        self._show_records()
        self._tell_problems()

    def _change_syntax(self, key: str, value: object) -> None:
        self._flow.change_syntax(**{key: value})

    def _connect(self) -> None:
        flow = self._flow
        flow.source_changed.connect(self.refresh)
        flow.table_changed.connect(self.refresh)
        flow.draft.column_changed.connect(self._show_column)
        flow.draft.problems_changed.connect(self._show_records)
        flow.progressed.connect(self.show_progress)
        self.skipped.valueChanged.connect(lambda lines: self._change_syntax("skip_lines", lines))
        self.header.checked_changed.connect(flow.draft.keep)
        self.header.choice_made.connect(self._take_choice)
        self.short_years.chosen.connect(lambda day: self._change_syntax("two_digit_years_until", day))
        self.choice.chosen.connect(self._take_rows)
        self.message.link_activated.connect(self._mend)
        self.question.link_activated.connect(self._take_answer)
        self.own_format.given.connect(self._take_format)
        self.card.remedy_chosen.connect(self._take_remedy)

    def _take_remedy(self, key: str) -> None:
        way = self._ways.get(key)
        if way is None:
            self.other_file_requested.emit()
        else:
            self.card.hide()
            self._flow.take_way(way.settings)

    def _lay_out(self) -> None:
        head = layouts.row(self.title, (self.facts, 1), self.progress, spacing=8)
        self._preview = label(tr("Preview"), "body", "1", 600)
        self._legend = _Legend()
        above = layouts.row(
            self._preview, self.choice, layouts.STRETCH, self._skipped_title, self.skipped, self._legend, spacing=12
        )
        self._frame = QFrame()
        self._frame.setProperty("layer", "card")
        layouts.column(self.table, margins=1, inside=self._frame)
        column = layouts.column(
            head,
            self.syntax,
            self.question,
            4,
            above,
            self.card,
            (self._frame, 1),
            self.own_format,
            self.short_years,
            self.message,
            layouts.STRETCH,
            spacing=12,
            inside=self,
        )
        column.setStretchFactor(self._frame, 1000)
        for part in (self.card, self.own_format, self.question, self.message, self.progress):
            part.hide()
        self._skipped_title.hide()
        self.skipped.hide()  # else the keyboard would begin there


_MARK, _BETWEEN = 18, 16
"""A coloured square with the space after it, and the space between two explanations."""


class _Legend(QWidget):
    """The legend of the cell colours."""

    spoken_role = Role.StaticText
    _WORDS = (("problem", marked("does not fit the type")), ("missing", marked("missing")))

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Red cells do not fit the type, grey cells are missing"))
        theme.watcher.changed.connect(self.update)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Room for both words."""
        metrics = QFontMetrics(theme.font("dense"))
        words = sum(metrics.horizontalAdvance(tr(words)) for _tone, words in self._WORDS)
        return QSize(words + len(self._WORDS) * (_MARK + _BETWEEN) - _BETWEEN, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw marks and words."""
        colors, painter = theme.current(), QPainter(self)
        painter.setFont(theme.font("dense"))
        left = 0
        for tone, text in self._WORDS:
            words = tr(text)
            mark = QRectF(left, 4, 12, 12)
            painter.fillRect(mark, colors.color("error.soft" if tone == "problem" else "bg.removed"))
            if tone == "problem":
                painter.fillRect(QRectF(left, 4, 3, 12), colors.color("error"))
            else:
                painter.setPen(colors.color("line.pane"))
                painter.drawRect(mark.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.setPen(colors.color("text.2"))
            width = painter.fontMetrics().horizontalAdvance(words)
            painter.drawText(QRectF(left + _MARK, 0, width + 4, 20), Qt.AlignmentFlag.AlignVCenter, words)
            left += width + _MARK + _BETWEEN


class _OwnFormat(QWidget):
    """A custom date format, or several separated by "or"."""

    given = Signal(tuple)
    """The formats as they stand in a job."""

    def __init__(self) -> None:
        super().__init__()
        self._title = label("", "dense", "1", 600)
        self.field = QLineEdit()
        self.field.setFixedWidth(200)
        self.field.setAccessibleName(tr("Date format"))
        self.field.installEventFilter(self)
        self._hint = ElidedLabel("", "caption", "2")
        self._apply = dense_button(tr("Apply"))
        self._apply.clicked.connect(self._give)
        self.field.textChanged.connect(self._check)
        layouts.row(self._title, self.field, self._apply, (self._hint, 1), spacing=8, inside=self)

    def ask(self, column: str, formats: tuple[str, ...]) -> None:
        """Ask for the formats of a column."""
        self._title.setText(tr("Date format of {column}", column=column))
        self.field.setText(date_patterns.shown_all(formats or ("%d.%m.%Y",)))
        self._check()
        self.show()

    def begin(self) -> None:
        """Give the keyboard to the field."""
        self.field.setFocus()
        self.field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return applies the format and nothing else, Escape closes the field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._give()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.hide()
                return True
        return super().eventFilter(watched, event)

    def _check(self) -> None:
        good = date_patterns.read_all(self.field.text()) is not None
        self._apply.setEnabled(good)
        letters = tr(
            "yyyy year, MM month, dd day, HH hour, mm minute, ss second, MMM name of the month; several with {word}",
            word=date_patterns.or_word(),
        )
        self._hint.setText(letters if good else tr("This holds no day, month or year. {letters}", letters=letters))

    def _give(self) -> None:
        written = date_patterns.read_all(self.field.text())
        if written is not None:
            self.given.emit(written)
