"""Answers to what views ask: found once, kept while their tables are, abandoned when nobody wants them any more."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QTimer

from arxdesk.analysis.analyses import MOST_ANSWERS, Analyses, Inquiry, TableRequest
from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem
from tests.arxdesk.analysis.applied_documents import wards


class Gate:
    """Lets work go on when it is told to, and remembers which work there was."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.begun: list[str] = []
        self.seen_stopped: list[str] = []

    def __hash__(self) -> int:
        return id(self)


@dataclass(frozen=True)
class Question(Request[str]):
    name: str
    gate: Gate = field(default_factory=Gate)
    is_free: bool = False  # it depends on nothing

    def run(self, table, control: Control) -> str:
        self.gate.begun.append(self.name)
        control.report(Progress(f"Asking {self.name}", 0.5))
        while not self.gate.open.wait(0.005):
            if control.stopped:
                self.gate.seen_stopped.append(self.name)
                return "in part"
        return f"answer {self.name}"

    def state(self, table):
        return "nothing" if self.is_free else table


class LongQuestion(Question):
    is_long = True


class Wrong(Question):
    def run(self, table, control: Control) -> str:
        raise InvalidData(Problem("here", "it is wrong", "Correct it."))


class Broken(Question):
    def run(self, table, control: Control) -> str:
        raise RuntimeError("a defect")


class Stopping(Question):
    def run(self, table, control: Control) -> str:
        self.gate.begun.append(self.name)
        while not control.stopped:
            threading.Event().wait(0.005)
        control.raise_if_stopped()
        return "never"


@pytest.fixture
def table(qapp) -> InputTable:
    document = wards()
    return InputTable(document.job, document.dataset)


@pytest.fixture
def analyses(jobs) -> Analyses:
    return Analyses(jobs, jobs)


def asking(analyses: Analyses, wanted: dict[str, TableRequest]) -> Inquiry:
    inquiry = Inquiry(analyses, analyses)
    inquiry.ask(wanted)
    return inquiry


def test_that_answers_come_one_after_the_other_and_are_told(analyses, table, qtbot):
    gate = Gate()
    gate.open.set()
    inquiry = Inquiry(analyses, analyses)
    seen = []
    inquiry.changed.connect(lambda: seen.append(dict(inquiry.found)))
    inquiry.ask({"one": TableRequest(table, Question("1", gate)), "two": TableRequest(table, Question("2", gate))})
    assert inquiry.is_pending
    assert inquiry.found == {}
    qtbot.waitUntil(lambda: not inquiry.is_pending)
    assert seen == [{"one": "answer 1"}, {"one": "answer 1", "two": "answer 2"}]


def test_that_the_same_question_is_answered_once(analyses, table, qtbot):
    gate = Gate()
    first, second = (asking(analyses, {"it": TableRequest(table, Question("1", gate))}) for _each in range(2))
    qtbot.waitUntil(lambda: gate.begun == ["1"])
    gate.open.set()
    qtbot.waitUntil(lambda: not first.is_pending and not second.is_pending)
    third = asking(analyses, {"again": TableRequest(table, Question("1", gate))})
    assert third.found == {"again": "answer 1"}
    assert gate.begun == ["1"]


def test_that_another_table_is_another_question_unless_the_answer_does_not_depend_on_it(analyses, table, qtbot):
    gate = Gate()
    gate.open.set()
    other = InputTable(table.job, table.dataset)
    first = asking(
        analyses, {"a": TableRequest(table, Question("a", gate)), "b": TableRequest(table, Question("b", gate, True))}
    )
    qtbot.waitUntil(lambda: not first.is_pending)
    second = asking(
        analyses, {"a": TableRequest(other, Question("a", gate)), "b": TableRequest(other, Question("b", gate, True))}
    )
    assert second.found == {"b": "answer b"}
    qtbot.waitUntil(lambda: not second.is_pending)
    assert sorted(gate.begun) == ["a", "a", "b"]


def test_that_superseded_questions_are_stopped_and_never_answered(analyses, table, qtbot):
    gate, later = Gate(), Gate()
    later.open.set()
    inquiry = asking(analyses, {"it": TableRequest(table, Question("old", gate))})
    qtbot.waitUntil(lambda: gate.begun == ["old"])
    inquiry.ask({"it": TableRequest(table, Question("new", later))})
    qtbot.waitUntil(lambda: not inquiry.is_pending)
    assert inquiry.found == {"it": "answer new"}
    qtbot.waitUntil(lambda: gate.seen_stopped == ["old"])
    assert inquiry.found == {"it": "answer new"}


def test_that_questions_of_another_view_go_on(analyses, table, qtbot):
    gate = Gate()
    asked = TableRequest(table, Question("both", gate))
    one, other = asking(analyses, {"it": asked}), asking(analyses, {"it": asked})
    qtbot.waitUntil(lambda: gate.begun == ["both"])
    one.stop()
    assert one.is_stopped
    assert other.is_pending
    gate.open.set()
    qtbot.waitUntil(lambda: other.found == {"it": "answer both"})
    assert gate.seen_stopped == []


def test_that_quick_questions_do_not_wait_for_long_ones(analyses, table, qtbot):
    gate, quick = Gate(), Gate()
    quick.open.set()
    long = asking(analyses, {"it": TableRequest(table, LongQuestion("long", gate))})
    qtbot.waitUntil(lambda: gate.begun == ["long"])
    short = asking(analyses, {"it": TableRequest(table, Question("quick", quick))})
    qtbot.waitUntil(lambda: not short.is_pending)
    assert long.is_pending
    gate.open.set()
    qtbot.waitUntil(lambda: not long.is_pending)


def test_that_a_stopped_analysis_shows_its_part_and_is_not_kept(analyses, table, qtbot):
    gate = Gate()
    asked = TableRequest(table, Question("1", gate))
    inquiry = asking(analyses, {"it": asked})
    qtbot.waitUntil(lambda: gate.begun == ["1"])
    inquiry.stop()
    qtbot.waitUntil(lambda: inquiry.is_stopped)
    assert inquiry.found == {"it": "in part"}
    gate.open.set()
    inquiry.again()
    assert inquiry.is_pending
    qtbot.waitUntil(lambda: inquiry.found == {"it": "answer 1"})


def test_that_a_stop_without_partial_answer_ends_without_a_crash(analyses, table, qtbot):
    crashes = []
    analyses.crashed.connect(crashes.append)
    question = Stopping("1")
    inquiry = asking(analyses, {"it": TableRequest(table, question)})
    qtbot.waitUntil(lambda: question.gate.begun == ["1"])
    inquiry.stop()
    qtbot.waitUntil(lambda: inquiry.is_stopped)
    assert (inquiry.found, crashes) == ({}, [])


def test_that_a_fault_of_the_data_is_told_to_the_view_and_a_defect_to_the_window(analyses, table, qtbot):
    crashes = []
    analyses.crashed.connect(crashes.append)
    wrong = asking(analyses, {"it": TableRequest(table, Wrong("1"))})
    qtbot.waitUntil(lambda: wrong.error is not None)
    assert not wrong.is_pending
    assert crashes == []
    broken = asking(analyses, {"it": TableRequest(table, Broken("2"))})
    qtbot.waitUntil(lambda: len(crashes) == 1)
    assert not broken.is_pending
    assert (broken.is_broken, broken.is_stopped) == (True, False)


def test_that_progress_reaches_the_waiting_views(analyses, table, qtbot):
    gate = Gate()
    inquiry = Inquiry(analyses, analyses)
    told = []
    inquiry.progressed.connect(told.append)
    inquiry.ask({"it": TableRequest(table, Question("1", gate))})
    qtbot.waitUntil(lambda: told == [Progress("Asking 1", 0.5)])
    gate.open.set()
    qtbot.waitUntil(lambda: not inquiry.is_pending)


def test_that_answers_go_with_their_tables_and_the_oldest_when_there_are_many(analyses, table, qtbot):
    gate = Gate()
    gate.open.set()
    inquiry = asking(analyses, {"it": TableRequest(table, Question("old", gate))})
    qtbot.waitUntil(lambda: not inquiry.is_pending)
    analyses.keep_only((InputTable(table.job, table.dataset),))
    assert asking(analyses, {"it": TableRequest(table, Question("old", gate))}).found == {}
    many = {str(place): TableRequest(table, Question(str(place), gate)) for place in range(MOST_ANSWERS + 1)}
    inquiry.ask(many)
    qtbot.waitUntil(lambda: not inquiry.is_pending, timeout=60_000)
    found = Inquiry(analyses, analyses)
    found.ask({"last": many[str(MOST_ANSWERS)], "first": many["0"]})
    assert set(found.found) == {"last"}
    qtbot.waitUntil(lambda: not found.is_pending)


class ByHand(Question):
    is_by_hand = True


def test_that_questions_started_by_hand_hold_up_no_others(analyses, table, qtbot):
    gate, others = Gate(), Gate()
    others.open.set()
    by_hand = asking(analyses, {"one": TableRequest(table, ByHand("one", gate))})
    long = asking(analyses, {"two": TableRequest(table, LongQuestion("two", others))})
    quick = asking(analyses, {"three": TableRequest(table, Question("three", others))})
    qtbot.waitUntil(lambda: not long.is_pending and not quick.is_pending)
    assert by_hand.is_pending
    gate.open.set()
    qtbot.waitUntil(lambda: not by_hand.is_pending)
    assert by_hand.found == {"one": "answer one"}


def test_that_each_view_is_told_in_a_turn_of_its_own(analyses, table, qtbot):
    gate = Gate()
    asked = TableRequest(table, Question("1", gate))
    turn, told = [0], []
    beat = QTimer()
    beat.timeout.connect(lambda: turn.__setitem__(0, turn[0] + 1))
    inquiries = [asking(analyses, {"it": asked}) for _each in range(4)]
    for inquiry in inquiries:
        inquiry.changed.connect(lambda: told.append(turn[0]))
    beat.start(0)
    gate.open.set()
    qtbot.waitUntil(lambda: not any(inquiry.is_pending for inquiry in inquiries))
    beat.stop()
    assert len(told) == len(set(told)) == 4
    assert gate.begun == ["1"]


def test_that_a_view_gets_no_answers_to_earlier_questions(analyses, table, qtbot):
    gate, other = Gate(), Gate()
    other.open.set()
    asked = TableRequest(table, Question("1", gate))
    first, second = asking(analyses, {"it": asked}), asking(analyses, {"it": asked})
    first.changed.connect(lambda: second.ask({"it": TableRequest(table, Question("2", other))}))
    told = []
    second.changed.connect(lambda: told.append(dict(second.found)))
    gate.open.set()
    qtbot.waitUntil(lambda: not second.is_pending)
    assert told == [{"it": "answer 2"}]


def test_that_views_are_answered_in_the_order_in_which_they_were_made(analyses, table, qtbot):
    gate = Gate()
    gate.open.set()
    inquiries = [Inquiry(analyses, analyses) for _each in range(3)]
    for place in (2, 0, 1):
        inquiries[place].ask({"it": TableRequest(table, Question(str(place), gate))})
    qtbot.waitUntil(lambda: not any(inquiry.is_pending for inquiry in inquiries))
    assert gate.begun == ["0", "1", "2"]


def test_that_nothing_is_begun_or_answered_after_the_end(analyses, table, qtbot):
    gate, later = Gate(), Gate()
    inquiry = asking(analyses, {"it": TableRequest(table, Question("1", gate))})
    qtbot.waitUntil(lambda: gate.begun == ["1"])
    analyses.end()
    asking(analyses, {"it": TableRequest(table, Question("2", later))})
    gate.open.set()
    qtbot.wait(50)
    assert (inquiry.found, later.begun) == ({}, [])
