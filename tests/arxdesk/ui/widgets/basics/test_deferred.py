"""Widgets that are made in turns: one after the other, in their order, at once where somebody asks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import delete, isValid

from arxdesk.ui.widgets.basics.deferred import Deferred, Departures, Steps, Turns, run_in_turns


class Page(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.made: list[str] = []
        self.parts = [Deferred(self._maker(name)) for name in "abc"]
        column = QVBoxLayout(self)
        for part in self.parts:
            column.addWidget(part)
        self.turns = Turns(self.parts, self)

    def _maker(self, name: str):
        def make() -> QLabel:
            self.made.append(name)
            return QLabel(name)

        return make


@pytest.fixture
def page(qtbot) -> Page:
    made = Page()
    qtbot.addWidget(made)
    made.show()
    return made


def test_that_nothing_is_made_at_once(qtbot):
    page = Page()
    qtbot.addWidget(page)
    assert (page.made, [part.is_made for part in page.parts]) == ([], [False] * 3)


def test_that_all_are_made_in_their_order_one_in_a_turn(qtbot, page):
    with qtbot.waitSignal(page.turns.finished):
        pass
    assert page.made == ["a", "b", "c"]
    assert not page.turns.isActive()
    assert all(part.widget.isVisible() for part in page.parts)


def test_that_who_asks_gets_the_widget_and_those_before_it(qtbot, page):
    assert page.turns.reach(page.parts[1]).text() == "b"
    assert page.made == ["a", "b"]
    assert page.parts[1].widget.isVisible()
    with qtbot.waitSignal(page.turns.finished):
        pass
    assert page.made == ["a", "b", "c"]


def test_that_a_part_that_was_asked_for_by_itself_is_not_made_twice(qtbot):
    page = Page()
    qtbot.addWidget(page)
    assert page.parts[2].widget is page.parts[2].widget
    with qtbot.waitSignal(page.turns.finished):
        pass
    assert page.made == ["c", "a", "b"]


def test_that_what_comes_in_between_is_made_next(qtbot, page):
    between = Deferred(QLineEdit, page)
    page.turns.reach(page.parts[0])
    page.turns.insert([between])
    page.turns.reach(between)
    assert (between.is_made, page.made) == (True, ["a"])


def test_that_what_two_have_to_do_never_falls_into_the_same_turn(qtbot):
    turn, done = [0], []
    beat = QTimer()
    beat.timeout.connect(lambda: turn.__setitem__(0, turn[0] + 1))
    owner = QObject()
    both = [Steps(lambda: done.append(turn[0]), owner) for _each in range(2)]
    beat.start(0)
    for steps in both:
        steps.start()
    qtbot.waitUntil(lambda: len(done) >= 8)
    for timer in (beat, *both):
        timer.stop()
    assert len(set(done)) == len(done)


def test_that_what_takes_long_has_its_parts_made_in_the_turn_before(qtbot, page):
    made: list[str] = []
    long = Deferred(lambda: QLabel(made.append("whole") or "whole"), page, prepare=(lambda: made.append("parts"),))
    page.turns.insert([long])
    page.turns.timeout.connect(lambda: made.append("turn"))
    with qtbot.waitSignal(page.turns.finished):
        pass
    assert made[: made.index("whole")].count("parts") == 1
    assert "turn" in made[made.index("parts") : made.index("whole")]


def test_that_what_is_asked_for_before_its_turn_is_not_prepared_any_more(qtbot, page):
    made: list[str] = []
    long = Deferred(lambda: QLabel("whole"), page, prepare=(lambda: made.append("parts"),))
    page.turns.insert([long])
    assert long.widget.text() == "whole"
    with qtbot.waitSignal(page.turns.finished):
        pass
    assert made == []


def test_that_a_widget_gets_its_place_in_the_turn_after_it_was_made(qtbot, page):
    seen: list[tuple[list[str], bool]] = []
    page.turns.timeout.connect(lambda: seen.append((list(page.made), page.parts[0].is_made)))
    with qtbot.waitSignal(page.turns.finished):
        pass
    assert (["a"], False) in seen
    assert (["a"], True) in seen


def test_that_what_is_made_belongs_to_its_placeholder_before_it_is_shown(qtbot):
    part = Deferred(lambda: QLabel("a"), prepare=(lambda: QLineEdit("b"),))
    qtbot.addWidget(part)
    part.show()
    assert [part.get_ready(), part.get_ready(), part.get_ready()] == [True, True, False]
    made, prepared = part.findChild(QLabel), part.findChild(QLineEdit)
    assert made.isHidden()
    assert part.widget is made
    assert made.isVisible()
    delete(part)
    assert not isValid(made)
    assert not isValid(prepared)


def test_that_each_step_runs_once_and_in_a_turn_of_its_own(qtbot):
    turn, done = [0], []
    beat = QTimer()
    beat.timeout.connect(lambda: turn.__setitem__(0, turn[0] + 1))
    beat.start(0)
    owner = QObject()
    run_in_turns([lambda number=number: done.append((number, turn[0])) for number in range(5)], owner)
    assert done == []
    qtbot.waitUntil(lambda: len(done) == 5)
    qtbot.wait(30)
    beat.stop()
    assert [number for number, _turn in done] == [0, 1, 2, 3, 4]
    assert len({turn for _number, turn in done}) == 5
    assert owner.children() == []


def test_that_steps_end_with_their_owner(qtbot):
    done, owner = [], QObject()
    run_in_turns([lambda: done.append("first"), lambda: delete(owner), lambda: done.append("third")], owner)
    qtbot.waitUntil(lambda: not isValid(owner))
    qtbot.wait(30)
    assert done == ["first"]


def test_that_what_leaves_is_deleted_in_its_order_one_in_a_turn_and_does_nothing_more(qtbot):
    room = QWidget()
    qtbot.addWidget(room)
    departures, went, beats = Departures(room), [], []
    leaving = [QWidget(room) for _place in range(3)]
    for place, each in enumerate(leaving):
        each.destroyed.connect(lambda _gone, place=place: went.append((place, len(beats))))
        timer = QTimer(each)
        timer.timeout.connect(lambda: went.append("still at work"))
        timer.start(0)
        departures.add(each)
    assert all(map(isValid, leaving))
    beat = QTimer(room)
    beat.timeout.connect(lambda: beats.append(1))
    beat.start(0)
    qtbot.waitUntil(lambda: not departures.isActive() and len(went) == 3)
    assert [place for place, _turn in went] == [0, 1, 2]
    assert len({turn for _place, turn in went}) == 3
