"""Attacks: what somebody finds out who reads what would be released, before and after, and whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import AnalysisView
from arxdesk.core.obstacles import Obstacle
from arxdesk.core.values.provenance import Snapshot
from arxdesk.risk.attacks.attackers_menu import AttackersMenu
from arxdesk.risk.attacks.findings_model import ShownAttacker
from arxdesk.risk.attacks.findings_page import NOBODY_OUTSIDE
from arxdesk.risk.attacks.pages import AttackPages
from arxdesk.risk.attacks.targets_page import key_of
from arxdesk.risk.attacks.titles import shown_title
from arxdesk.risk.attacks.whole_page import ALONE, CHOICES, EARLIER
from arxdesk.risk.attacks.whole_work import BesideEarlier, ChoicesKnown, NarrowedRecords, RowsAlone
from arxdesk.risk.attacks.work import (
    AttackBy,
    AttackBySets,
    AttackFound,
    CandidatesOf,
    LossesBy,
    ReadTrial,
    RecordsFound,
)
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.attacks.attackers import attackers_of
from arxdesk_engine.attacks.lines import AttackLine
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.attackers import AttackerSettings

if TYPE_CHECKING:  # pandas is slow to import
    from arxdesk_engine.attacks.reading import ReadRelease

NOT_APPLIED = marked(
    "Nothing is applied yet, so that there is no release to attack. Anonymize the table, and apply a result."
)
FEW = 5
"""Fewer candidates than these are few, where no model asks for more than two records that look the same."""
READ, SETS, RECORDS, CANDIDATES, LOSSES = "read", "sets", "records", "candidates", "losses"
FINDINGS, COLUMNS, TARGETS, WHOLE = "findings", "columns", "targets", "whole"


class AttacksView(AnalysisView):
    """A page each for what attackers find, sets of columns, the records behind a figure, and the release as a whole."""

    needs_rows = True

    def __init__(self, analysis: Analysis, parent: QWidget | None = None, pages: AttackPages | None = None) -> None:
        """`pages` are its pages where they are made already."""
        self._settings: tuple[AttackerSettings, ...] = ()
        self._faults: dict[int, str] = {}
        self._snapshot: tuple[object, Snapshot] | None = None
        self._all_pages = pages or AttackPages()
        self.findings_page, self.sets_page = self._all_pages.findings, self._all_pages.sets
        self.targets_page, self.whole_page = self._all_pages.targets, self._all_pages.whole
        options = (
            (FINDINGS, tr("Findings")),
            (COLUMNS, tr("Column sets")),
            (TARGETS, tr("Records")),
            (WHOLE, tr("Release")),
        )
        self.page = Segmented(tr("What is shown of attacks"), options)
        content = QWidget()
        self.attackers = AttackersMenu(analysis.document, content)
        self._lay_out(content)
        super().__init__(analysis, tr("Attacks"), "", "attacks#In the window", content, parent)
        self.add_export(self._all_pages, self.numbers)
        self._connect()

    @property
    def least(self) -> int:
        """So many candidates are not few: as many as look the same at least, by the models."""
        output = self.analysis.output
        asked = 0 if output is None else output.problem.minimal_class_size
        return asked if asked > 2 else FEW

    def choose_page(self, key: str) -> None:
        """Show what attackers find, sets of columns, or records."""
        self.page.set_value(key)
        self._all_pages.setCurrentIndex((FINDINGS, COLUMNS, TARGETS, WHOLE).index(key))
        self.refresh()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The release; once it is read, what each attacker finds, and what the page in front needs beside."""
        output = self.analysis.output
        if output is None:
            return tr(NOT_APPLIED)
        asked = {READ: TableRequest(output, ReadTrial())}
        read = self._answer_to(READ, asked[READ])
        if read is None:
            return asked
        self._resolve(read)
        for number, each in enumerate(self._settings):
            if number not in self._faults:
                asked[str(number)] = TableRequest(output, AttackBy(read, each, self.least))
        if self.page.value == COLUMNS:
            asked[SETS] = TableRequest(output, AttackBySets(read, self.sets_page.largest, self.least))
        if self.page.value == TARGETS:
            asked |= self._wanted_of_targets(read, output, asked)
        if self.page.value == FINDINGS:
            asked |= self._wanted_losses(read, output, asked)
        if self.page.value == WHOLE:
            asked |= self._wanted_of_whole(read, output)
        return asked

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence; where nothing is applied, with a way to the place where something is."""
        if sentence == tr(NOT_APPLIED):
            action, act = tr("Go to Explore"), partial(self.analysis.wishes.show_perspective, "explore")
        super().say(sentence, action, act)

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the answers received so far, and ask for what follows from them."""
        read: ReadRelease | None = found.get(READ)
        if read is None:
            return
        self.findings_page.show_release(read.rows, read.records, read.held_out, read.job.data.count or "")
        if self._inquiry.wanted.keys() == {READ}:
            self._resolve(read)
        shown = [self._shown(number, found) for number in range(len(self._settings))]
        self.findings_page.show_attackers(shown, self.analysis.sides)
        self.attackers.offer(self._settings, read.table.roles, read.scales)
        self.attackers.choose(self.findings_page.current_attacker)
        self._fill_targets(found, shown)
        self.whole_page.show_found(found, has_earlier=bool(self.analysis.document.ledger.now.entries))
        if SETS in found:
            self.sets_page.show_sets(found[SETS], self.least)
        again = self.wanted()
        if isinstance(again, str) or again.keys() != self._inquiry.wanted.keys():
            self.refresh()

    def numbers(self) -> str:
        """The page in front as tab-separated text."""
        if self.page.value == COLUMNS:
            return self.sets_page.model.numbers()
        if self.page.value == WHOLE:
            return self.whole_page.numbers()
        return self.targets_page.numbers() if self.page.value == TARGETS else self.findings_page.model.numbers()

    def _say_that_it_waits(self) -> None:
        """Leave the findings in sight while losses are awaited, which take longer."""
        if self._inquiry.found.keys() >= {READ, *(str(number) for number in range(len(self._settings)))}:
            self.busy_line.show()
            self._show_progress(self._activity)
        else:
            super()._say_that_it_waits()

    def _answer_to(self, name: str, asked: TableRequest) -> Any:  # noqa: ANN401 - of any question
        """The answer to a question, if it is known."""
        before = self._inquiry.wanted.get(name)
        return self._inquiry.found.get(name) if before is not None and before.key == asked.key else None

    def _resolve(self, read: ReadRelease) -> None:
        """Find out who attacks. An attacker of other columns than are released is shown with what is wrong."""
        job = self.analysis.document.job
        if not job.attackers:
            self._settings, self._faults = attackers_of(job, read.table.roles), {}
            return
        found: list[AttackerSettings] = []
        self._faults = {}
        for number, each in enumerate(job.attackers):
            try:
                found += attackers_of(job.model_copy(update={"attackers": (each,)}), read.table.roles)
            except UserError as error:
                problem = error.problems[0]
                remedy = tr("Double click changes the attacker.")
                self._faults[number] = f"{words.capitalized(problem.found)}. {remedy}"
                found.append(each)
        self._settings = tuple(found)

    def _wanted_losses(
        self, read: ReadRelease, output: OutputTable, asked: Mapping[str, TableRequest]
    ) -> dict[str, TableRequest]:
        """The losses of attackers whose other figures are found: they take longer."""
        wanted = {}
        for number in range(len(self._settings)):
            known = self._answer_to(str(number), asked[str(number)]) if str(number) in asked else None
            if known is not None and known.attacked is not None:
                wanted[f"{LOSSES} {number}"] = TableRequest(output, LossesBy(read, known.attacked))
        return wanted

    def _wanted_of_whole(self, read: ReadRelease, output: OutputTable) -> dict[str, TableRequest]:
        """What the release tells by itself, with the algorithm, and with earlier releases."""
        document = self.analysis.document
        wanted = {ALONE: TableRequest(output, RowsAlone(read))}
        if document.result is not None:
            wanted[CHOICES] = TableRequest(output, ChoicesKnown(read, document.result.anonymizer))
        ledger = document.ledger.now
        first = next((each for number, each in enumerate(self._settings) if number not in self._faults), None)
        if ledger.entries and first is not None:
            if self._snapshot is None or self._snapshot[0] is not ledger:
                self._snapshot = ledger, document.snapshot
            request = BesideEarlier(read, first, self.least, ledger, self._snapshot[1])
            wanted[EARLIER] = TableRequest(output, request)
        return wanted

    def _wanted_of_targets(
        self, read: ReadRelease, output: OutputTable, asked: Mapping[str, TableRequest]
    ) -> dict[str, TableRequest]:
        """The records of the chosen figure, and the candidates of the one that is looked at."""
        page, number = self.targets_page, self.targets_page.attacker.value
        known: AttackFound | None = self._answer_to(number, asked[number]) if number in asked else None
        line = self._line(known)
        if (
            known is None
            or known.attacked is None
            or line is None
            or line.figure is None
            or (page.is_before and line.before is None)
        ):
            return {}
        found = known.attacked
        request = RecordsFound(read, found, line.figure, line.secret, page.is_before)
        wanted = {RECORDS: TableRequest(output, request)}
        if page.record is not None and self._answer_to(RECORDS, wanted[RECORDS]) is not None:
            wanted[CANDIDATES] = TableRequest(output, CandidatesOf(read, found.attacker, page.record))
        return wanted

    def _line(self, found: AttackFound | None) -> AttackLine | None:
        """The figure that is chosen among those of an attacker."""
        lines = () if found is None else found.lines
        return next((each for each in lines if key_of(each) == self.targets_page.figure.value), None)

    def _shown(self, number: int, found: Mapping[str, Any]) -> ShownAttacker:
        settings, answer = self._settings[number], found.get(str(number))
        if answer is not None:
            lines = (*answer.lines, *found.get(f"{LOSSES} {number}", ()))
            return ShownAttacker(settings, lines, answer.fault)
        return ShownAttacker(settings, note=self._faults.get(number, tr("Attacking…")))

    def _fill_targets(self, found: Mapping[str, Any], shown: list[ShownAttacker]) -> None:
        page = self.targets_page
        page.offer([shown_title(each.settings) for each in shown], ())
        number = int(page.attacker.value or 0)
        if number >= len(shown):
            return
        page.offer([shown_title(each.settings) for each in shown], shown[number].lines)
        attacker = shown[number].settings
        page.show_records(found.get(RECORDS), self.analysis.input.dataset, attacker)
        page.show_candidates(found.get(CANDIDATES), attacker)

    def _open_figure(self, row: int, before: bool) -> None:
        model, page = self.findings_page.model, self.targets_page
        line = model.line_at(row)
        if line is None:
            return
        number = model.attacker_at(row)
        page.attacker.set_value(str(number))
        page.offer([shown_title(each.settings) for each in model.attackers], model.attackers[number].lines)
        page.figure.set_value(key_of(line))
        page.side.set_value("before" if before else "after")
        self.choose_page(TARGETS)

    def _show_all(self) -> None:
        page, asked = self.targets_page, self._inquiry.wanted.get(RECORDS)
        if asked is None or not self.has_answer(RECORDS):
            return
        attacker, side = page.attacker.currentText(), page.side.value
        reason = tr("that {attacker} finds ({figure})", attacker=attacker, figure=page.figure.currentText())
        shown = FigureRecords(reason_in(side, reason), self.analysis.tables[side], asked.request, "risk")
        self.analysis.show_records(shown)

    def _choose(self, *_what: object) -> None:
        self.refresh()

    def _show_narrowed(self) -> None:
        found, output = self._inquiry.found.get(EARLIER), self.analysis.output
        if found is not None and output is not None:
            reason = tr("that the releases of this project narrow down together")
            self.analysis.show_records(FigureRecords(reason, output, NarrowedRecords(found), "risk"))

    def _go_to_sampling(self) -> None:
        self.analysis.wishes.show_place(Obstacle(tr(NOBODY_OUTSIDE), "sampling"))

    def _follow_row(self, *_what: object) -> None:
        self.attackers.choose(self.findings_page.current_attacker)

    def _lay_out(self, content: QWidget) -> None:
        foot = layouts.row(self.attackers.button, layouts.STRETCH, self.page, spacing=16)
        layouts.column((self._all_pages, 1), foot, spacing=6, margins=(16, 8, 16, 6), inside=content)

    def _connect(self) -> None:
        people, findings = self.targets_page, self.findings_page
        self.page.chosen.connect(self.choose_page)
        findings.attacker_opened.connect(self.attackers.change)
        findings.figure_opened.connect(self._open_figure)
        findings.hold_out.clicked.connect(self._go_to_sampling)
        findings.table.selectionModel().currentRowChanged.connect(self._follow_row)
        self.sets_page.most_known.chosen.connect(self._choose)
        self.sets_page.set_opened.connect(self.attackers.add_knowing)
        for choice in (people.attacker, people.figure, people.side):
            choice.chosen.connect(self._choose)
        people.list.current_changed.connect(self._choose)
        people.all_link.clicked.connect(self._show_all)
        self.whole_page.narrowed_link.clicked.connect(self._show_narrowed)
        self.analysis.document.ledger.changed.connect(self.refresh)
        self.analysis.sides_changed.connect(self.refresh)
        self.analysis.document.attackers_changed.connect(self.refresh)
