"""The last page: a summary of the import and its changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLabel, QProgressBar, QWidget

from arxdesk.core.attributes import date_patterns
from arxdesk.core.values.declared import DECLARED_TITLES
from arxdesk.core.values.role_words import number_of_role
from arxdesk.importing import words
from arxdesk.importing.activities import IMPORTING, JUDGING, PREVIEWING, PROPOSING_ROLES, READING
from arxdesk.importing.choices import Choices
from arxdesk.importing.flow import ImportFlow
from arxdesk.importing.outside import known_records
from arxdesk.ui import layouts
from arxdesk.ui.motion import show_share
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.words import capitalized, count, joined
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.preparation.importing.table import ReadColumn, Reading

_SOURCE_TABLE = marked(
    "The table is not changed. Temporary tables beside it hold the groups until the project is closed."
)
_ROWS = (
    marked("Table"),
    marked("Columns"),
    marked("Roles"),
    marked("Grouped by"),
    marked("Missing"),
    marked("Rewritten"),
    marked("In doubt"),
    marked("Source"),
)


class FinishPage(QWidget):
    """Follows the flow."""

    def __init__(self, flow: ImportFlow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = flow
        self._lead = label("", "lead")
        self.lines = {name: WrappingLabel() for name in _ROWS}
        self.titles: dict[str, QLabel] = {}
        self.hierarchies = QCheckBox(tr("Propose hierarchies for all quasi-identifiers"))
        self.hierarchies.setChecked(True)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Opening"))
        self.doing = label("", "caption", "3")
        self.card = ErrorCard()
        self._lay_out()
        self.hierarchies.toggled.connect(flow.draft.set_hierarchies)
        for signal in (flow.table_changed, flow.draft.roles_changed, flow.source_changed):
            signal.connect(self.refresh)
        flow.draft.column_changed.connect(self._refresh_for)
        flow.progressed.connect(self.show_progress)
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the flow."""
        draft = self._flow.draft
        table, choices = draft.table, draft.choices
        self._show_busy()
        if table is None or choices is None:
            return
        if draft.stays_outside:
            self._show_outside(choices)
            return
        kept = list(choices.kept())
        records = tr_n(table.records, "{n} record", "{n} records")
        self._lead.setText(
            tr_n(
                len(kept),
                "{records} with {n} column will be opened.",
                "{records} with {n} columns will be opened.",
                records=records,
            )
        )
        if not table.whole:
            self._lead.setText(tr("The whole table is still being read."))
        self.hierarchies.setChecked(choices.hierarchies)
        for name, line in self.lines.items():
            line.setVisible(name != "Grouped by")
            self.titles[name].setVisible(name != "Grouped by")
        data = choices.data
        name = data.sheet or data.table or _file_name(data.path)
        if not table.whole:
            read = tr("{name}, {records} of it so far.", name=name, records=records)
        elif data.row_limit is not None:
            most = count(data.row_limit)
            read = tr("{name}, {records}, at most {most} of them.", name=name, records=records, most=most)
        else:
            read = tr("{name}, {records}.", name=name, records=records)
        self.lines["Table"].setText(read)
        self.lines["Columns"].setText(self._columns())
        self.lines["Roles"].setText(self._roles())
        self.lines["Missing"].setText(self._missing())
        self.lines["Rewritten"].setText(self._rewritten())
        self.lines["In doubt"].setText(self._doubts())
        in_database = draft.source is not None and draft.source.is_database
        self.lines["Source"].setText(tr(words.UNCHANGED["database" if in_database else "file"]))

    def _show_outside(self, choices: Choices) -> None:
        """The summary of a table whose records stay where they are."""
        draft = self._flow.draft
        assert draft.source is not None  # noqa: S101 - the choices are about it
        known = known_records(draft)

        grouped = [
            column.name
            for at, column in choices.kept()
            if draft.role_of(at) in (Role.QUASI_IDENTIFYING, Role.SENSITIVE)
        ]
        self._lead.setText(
            tr("The records will be grouped where they are.")
            if known is None
            else tr_n(known, "{n} record will be grouped where it is.", "{n} records will be grouped where they are.")
        )
        self.hierarchies.setChecked(choices.hierarchies)
        said = {
            "Table": words.stay_of_records(draft.source, _file_name(choices.data.path), choices.data.table),
            "Columns": self._columns(),
            "Roles": self._roles(),
            "Grouped by": tr(
                "{columns}. Only distinct combinations of their values are read.", columns=joined(grouped, 8)
            ),
            "Source": tr(_SOURCE_TABLE) if draft.source.is_database else tr("Nothing is changed in the files."),
        }
        for name, line in self.lines.items():
            line.setVisible(name in said)
            self.titles[name].setVisible(name in said)
            line.setText(said.get(name, ""))

    def show_error(self, error: UserError) -> None:
        """Show an error; earlier pages can fix it."""
        first = error.problems[0]
        details = error.message if len(error.problems) > 1 else ""
        self.card.set_error(f"{first.found[:1].upper()}{first.found[1:]}.", first.place, first.remedy, details)
        self.card.show()
        self._show_busy()

    def show_progress(self, progress: Progress) -> None:
        """Show the progress."""
        self._show_busy()
        self.doing.setText(progress.activity)
        show_share(self.progress, progress.fraction)

    def _show_busy(self) -> None:
        kinds = (PREVIEWING, READING, JUDGING, PROPOSING_ROLES, IMPORTING)
        busy = any(self._flow.is_busy(kind) for kind in kinds)
        self.progress.setVisible(busy)
        self.doing.setVisible(busy)
        if busy:
            self.card.hide()

    def _refresh_for(self, _place: int) -> None:
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: object) -> None:
        """Be up to date when shown."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def _columns(self) -> str:
        choices = self._flow.draft.choices
        assert choices is not None  # noqa: S101
        kept = [column for _place, column in choices.kept()]
        said = [tr("{kept} of {columns} are kept.", kept=count(len(kept)), columns=count(len(choices.columns)))]
        left = [column.source for column in choices.columns if not column.keep]
        if left:
            said.append(tr("Left out: {columns}.", columns=joined(left)))
        renamed = [
            tr("{source} is now {name}", source=column.source, name=column.name)
            for column in kept
            if column.name != column.source
        ]
        if renamed:
            said.append(f"{joined(renamed, 4)}.")
        return " ".join(said)

    def _roles(self) -> str:
        draft = self._flow.draft
        if draft.proposals is None or draft.choices is None:
            return tr("They are proposed once the table is read.")
        undecided = draft.undecided()
        names: dict[Role | None, list[str]] = {role: [] for role in (*Role, None)}
        for place, column in draft.choices.kept():
            names[None if place in undecided else draft.role_of(place)].append(column.name)
        parts = [
            tr("{number} ({columns})", number=number_of_role(role, len(each)), columns=joined(each, 5))
            for role, each in names.items()
            if each
        ]
        said = [f"{in_parts(parts)}."]
        if not draft.stays_outside:
            kept = [column for _place, column in draft.choices.kept()]
            said += [f"{tr(DECLARED_TITLES[each.declared])}: {each.name}." for each in kept if each.declared]
            said.append(tr("All of them can be changed later."))
        return " ".join(said)

    def _missing(self) -> str:
        draft = self._flow.draft
        assert draft.choices is not None  # noqa: S101
        misfits = draft.misfits()
        cells = sum(judged.misfits for judged in misfits.values())
        empty = sum(draft.judgement(place).missing for place, _column in draft.choices.kept())
        markers = [f'"{marker}"' for marker in draft.choices.data.null_values if marker]
        if markers:
            said = tr_n(
                empty,
                "{n} cell is missing ({markers} or nothing stands there).",
                "{n} cells are missing ({markers} or nothing stands there).",
                markers=joined(markers),
            )
        else:
            said = tr_n(empty, "{n} cell is missing.", "{n} cells are missing.")
        if cells:
            where = [
                tr("{misfits} in {name}", misfits=count(judged.misfits), name=draft.choices.columns[place].name)
                for place, judged in misfits.items()
            ]
            more = tr_n(
                cells,
                "{n} more cell does not fit its type and is read as missing: {where}.",
                "{n} more cells do not fit their type and are read as missing: {where}.",
                where=joined(where),
            )
            said = f"{said} {more}"
        return said

    def _rewritten(self) -> str:
        draft = self._flow.draft
        assert draft.choices is not None and draft.table is not None  # noqa: S101, PT018
        parts = []
        for place, column in draft.choices.kept():
            reading = column.reading or draft.table.columns[place].candidates[0].reading
            parts += _rewritten_dates(column.name, reading, draft.table.columns[place])
        data = draft.choices.data
        if (data.decimal_mark, data.thousands_mark) != (".", ""):
            sample = words.number_sample(data.decimal_mark, data.thousands_mark)
            parts.append(tr("{sample} is shown as 1234.56", sample=sample))
        return f"{capitalized(joined(parts))}." if parts else tr("Nothing.")

    def _doubts(self) -> str:
        draft = self._flow.draft
        assert draft.choices is not None and draft.table is not None  # noqa: S101, PT018
        parts = []
        for place, column in draft.choices.kept():
            found = draft.table.columns[place]
            reading = column.reading or found.candidates[0].reading
            if found.doubt is not None and found.doubt.reading == reading:
                parts.append(f"{column.name}: {found.doubt.sentence}")
        return tr("{parts}. Go back to change it.", parts=joined(parts, 4)) if parts else tr("Nothing.")

    def _lay_out(self) -> None:
        frame = QFrame()
        frame.setProperty("layer", "card")
        grid = QGridLayout(frame)
        grid.setContentsMargins(16, 16, 16, 16)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(12)
        for row, (name, line) in enumerate(self.lines.items()):
            said = tr_of("a table that is imported", "Source") if name == "Source" else tr(name)
            title = self.titles[name] = label(said, "dense", "2")
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(line, row, 1)
            title.setBuddy(line)  # named as its text, labelled as its title
        grid.setColumnStretch(1, 1)
        hint = WrappingLabel(
            tr(
                "Numbers get intervals, dates the calendar, codes lose characters. "
                "Every one of them can be edited later."
            ),
            "dense",
            "2",
        )
        layouts.column(
            self._lead,
            frame,
            4,
            self.hierarchies,
            hint,
            self.card,
            layouts.STRETCH,
            self.doing,
            self.progress,
            spacing=12,
            inside=self,
        )
        self.card.hide()


def _rewritten_dates(name: str, reading: Reading, column: ReadColumn) -> list[str]:
    """The rewriting of dates in other formats, with an example if years have two digits."""
    if not reading.other_formats:
        return []
    others = joined([date_patterns.shown(each) for each in reading.other_formats])
    written = date_patterns.shown(reading.type.format or "%Y-%m-%d")
    if not reading.has_short_year or column.short_year is None:
        return [
            tr("dates of {name} that are written {others} become {written}", name=name, others=others, written=written)
        ]
    short, year = column.short_year
    return [
        tr(
            "dates of {name} that are written {others} become {written} ({short} is read as {year})",
            name=name,
            others=others,
            written=written,
            short=short,
            year=year,
        )
    ]


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]
