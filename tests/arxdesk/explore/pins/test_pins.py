"""Pinned transformations: kept, named, annotated, ordered, part of the one selection, never lost."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from arxdesk.core.commands import ChangePins, ChangeSections
from arxdesk.core.document import Document
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.pins.selection_pane import PIN, PINNED, UNPIN, SelectionPane
from arxdesk.explore.pins.view import NOT_SEEN, OF_OTHERS, OUTSIDE
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.item_roles import FIGURE_ROLE, LEVELS_ROLE, NOTE_ROLE, REMARK_ROLE, STATE_ROLE
from arxdesk.ui.widgets.tables.level_bars import LevelRow, LevelRows
from arxdesk.ui.widgets.tables.pin_cards import PinEditor, PinList
from arxdesk.ui.words import score
from arxdesk_engine.job.explore import MOST_PINS, Pin
from arxdesk_engine.lattice.lattice import Levels
from tests.arxdesk.conftest import wide_project
from tests.arxdesk.explored_results import searched, wait_for

OTHERS = Pin(levels={"zip": 1}, title="Of another table", note="Old.")


@pytest.fixture
def middle(qapp: QApplication) -> Document:
    """256 transformations: classified as a whole."""
    return Document(*wide_project(4, 400), None)


@pytest.fixture
def exploration(middle: Document, jobs: Jobs, qtbot) -> Exploration:
    return searched(middle, qtbot, jobs)[0]


@pytest.fixture
def pane(exploration: Exploration, qtbot) -> SelectionPane:
    made = SelectionPane(exploration)
    qtbot.addWidget(made)
    made.resize(320, 400)
    made.show()
    made.show_pins()
    return made


def best_of(exploration: Exploration) -> Levels:
    return exploration.alternatives.levels_of(exploration.alternatives.best)


def sorted_rows(exploration: Exploration) -> list[Levels]:
    return [exploration.alternatives.levels_of(int(row)) for row in exploration.sifted.order]


def put(document: Document, *pins: Pin) -> None:
    document.push(ChangePins(document, pins, "Pins"), touches_search=False)


def pinned(exploration: Exploration) -> list[Levels]:
    return [tuple(pin.levels.values()) for pin in exploration.document.job.explore.pins]


def editor_of(pane: SelectionPane) -> PinEditor:
    found = pane.pins_view.list.viewport().findChildren(PinEditor)
    assert len(found) == 1
    return found[0]


def click(pane: SelectionPane, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    cards = pane.pins_view.list
    QTest.mouseClick(
        cards.viewport(), Qt.MouseButton.LeftButton, modifier, cards.visualRect(cards.model().index(row)).center()
    )


def titles(pane: SelectionPane) -> list[str]:
    return [card.title for card in pane.pins_view.model.cards]


def test_that_the_best_says_how_many_others_have_its_score(pane: SelectionPane, exploration: Exploration):
    known = exploration.alternatives
    others = int(np.count_nonzero(known.score == known.score[known.best])) - 1
    exploration.select(best_of(exploration))
    assert ("the same score" in pane.selection_view.sentence) == (others > 0)
    known.score[known.row_of(sorted_rows(exploration)[1])] = known.score[known.best]
    pane.selection_view.refresh()
    assert pane.selection_view.sentence.endswith("the same score.")


def test_that_no_tab_is_cut_and_all_rows_of_nine_attributes_are_seen(pane: SelectionPane, exploration: Exploration):
    put(
        exploration.document,
        *(Pin(levels=dict(zip(pane.pinning.names, levels, strict=True))) for levels in sorted_rows(exploration)[:12]),
    )
    assert pane.tabs.tabText(1) == "Pinned 12"
    assert pane.tabs.width() >= pane.tabs.tabRect(1).right()
    assert not pane.tabs.usesScrollButtons()
    exploration.select(best_of(exploration))
    pane.tabs.setCurrentIndex(0)
    rows = pane.selection_view.findChild(LevelRows)
    rows.set_rows([LevelRow(f"attribute {place}", 1, 4, "10-19") for place in range(9)])
    QTest.qWait(20)
    assert rows.verticalScrollBar().maximum() == 0
    assert rows.rows[0].meaning == "attribute 0: level 1 of 4, such as 10-19"
    assert LevelRow("zip", 2, 2, "*").meaning == "zip: level 2 of 2, nothing is left"
    assert LevelRow("zip", 0, 2, "22041").meaning == "zip: level 0 of 2, every value as it was"


def test_that_without_pins_the_way_to_them_is_told(pane: SelectionPane):
    assert pane.pins_view.empty.isVisible()
    assert "Pin a transformation" in pane.pins_view.empty.accessibleName()
    assert pane.tabs.tabText(PINNED) == "Pinned"


def test_that_the_selection_is_pinned_and_unpinned_by_one_button(pane: SelectionPane, exploration: Exploration):
    assert pane.pin.text() == PIN
    QTest.mouseClick(pane.pin, Qt.MouseButton.LeftButton)
    assert pinned(exploration) == [best_of(exploration)]
    assert (pane.pin.text(), pane.tabs.tabText(PINNED)) == (UNPIN, "Pinned 1")
    assert not pane.pins_view.empty.isVisible()
    QTest.mouseClick(pane.pin, Qt.MouseButton.LeftButton)
    assert pinned(exploration) == []
    exploration.document.undo_stack.undo()
    assert pinned(exploration) == [best_of(exploration)]


def test_that_a_new_pin_is_called_by_what_is_special_about_it(pane: SelectionPane, exploration: Exploration):
    best = best_of(exploration)
    assert pane.pinning.title_of(best) == "Optimum"
    coarser = next(n for n, level in enumerate(best) if level < 3)
    finer = next(n for n, level in enumerate(best) if level > 0)
    up = tuple(3 if n == coarser else level for n, level in enumerate(best))
    down = tuple(0 if n == finer else level for n, level in enumerate(best))
    assert pane.pinning.title_of(up) == f"q{coarser} coarser"
    assert pane.pinning.title_of(down) == f"q{finer} finer"


def test_that_no_two_pins_are_called_the_same_where_their_levels_can_tell(
    pane: SelectionPane, exploration: Exploration
):
    for levels in sorted_rows(exploration)[1:5]:
        pane.pinning.toggle(levels)
    assert len(set(titles(pane))) == 4
    assert all(" coarser" in title or " finer" in title for title in titles(pane))


def test_that_a_card_tells_what_is_known(pane: SelectionPane, exploration: Exploration):
    best, model = best_of(exploration), pane.pins_view.model
    pane.pinning.toggle(best)
    pane.pinning.toggle((0, 0, 0, 0))
    put(exploration.document, *exploration.document.job.explore.pins, OTHERS)
    alternatives = exploration.alternatives
    first, second, third = (model.index(row) for row in range(3))
    assert first.data() == "Optimum"
    assert first.data(STATE_ROLE) == "optimum"
    assert first.data(FIGURE_ROLE) == score(alternatives.score[alternatives.best])
    assert first.data(REMARK_ROLE) == f"{alternatives.suppressed[alternatives.best]} removed"
    assert first.data(LEVELS_ROLE) == best
    assert (second.data(STATE_ROLE), second.data(FIGURE_ROLE)) == ("not", "")
    assert (third.data(LEVELS_ROLE), third.data(REMARK_ROLE)) == (None, OF_OTHERS)
    assert "Optimum" in first.data(Qt.ItemDataRole.AccessibleTextRole)


def test_that_pins_of_other_quasi_identifiers_are_kept_and_select_nothing(
    pane: SelectionPane, exploration: Exploration
):
    put(exploration.document, OTHERS)
    before = exploration.document.selected
    click(pane, 0)
    assert exploration.document.selected == before
    assert pane.pins_view.list.selected_rows() == [0]
    pane.pinning.toggle(best_of(exploration))
    pane.pinning.toggle(best_of(exploration))
    assert exploration.document.job.explore.pins == (OTHERS,)


def test_that_a_pin_outside_of_the_levels_there_are_does_no_harm(pane: SelectionPane, exploration: Exploration):
    put(exploration.document, Pin(levels={"q0": 30_000, "q1": 0, "q2": 0, "q3": 9}, title=""))
    assert pane.pins_view.model.cards[0].remark == OUTSIDE
    before = exploration.document.selected
    click(pane, 0)
    assert exploration.document.selected == before
    pane.grab()


def test_that_the_selection_is_shared_both_ways(pane: SelectionPane, exploration: Exploration):
    first, second = sorted_rows(exploration)[:2]
    pane.pinning.toggle(first)
    pane.pinning.toggle(second)
    click(pane, 1)
    assert exploration.document.selected == second
    exploration.select(first)
    assert pane.pins_view.list.selected_rows() == [0]
    exploration.select(sorted_rows(exploration)[5])
    assert pane.pins_view.list.selected_rows() == []


def test_that_a_pin_nobody_has_looked_at_is_looked_at(qtbot, qapp, jobs: Jobs):
    document = Document(*wide_project(11), None)
    document.push(_quick(document))
    exploration, _result = searched(document, qtbot, jobs)
    assert not exploration.alternatives.is_whole
    levels = (3, 2, 3, 2, 3, 2, 3, 2, 3, 3, 3)
    assert exploration.alternatives.row_of(levels) < 0
    put(document, Pin(levels={f"q{n}": level for n, level in enumerate(levels)}, title="Coarse"))
    pane = SelectionPane(exploration)
    qtbot.addWidget(pane)
    assert pane.pins_view.model.cards[0].remark == NOT_SEEN
    pane.show()
    pane.show_pins()
    wait_for(exploration, qtbot)
    assert pane.pins_view.model.cards[0].remark != NOT_SEEN


def test_that_title_and_note_are_typed_in_place_and_are_a_step_each(
    pane: SelectionPane, exploration: Exploration, qtbot
):
    pane.pinning.toggle(best_of(exploration))
    stack, cards = exploration.document.undo_stack, pane.pins_view.list
    before = stack.count()
    cards.setFocus()
    QTest.keyClick(cards, Qt.Key.Key_F2)
    editor = editor_of(pane)
    editor.title.clear()
    QTest.keyClicks(editor.title, "Die beste")
    QTest.keyClick(editor.title, Qt.Key.Key_Tab)
    QTest.keyClicks(editor.note, "Erste Zeile")
    QTest.keyClick(editor.note, Qt.Key.Key_Return)
    QTest.keyClicks(editor.note, "zweite")
    pin = exploration.document.job.explore.pins[0]
    assert (pin.title, pin.note) == ("Die beste", "Erste Zeile\nzweite")
    assert stack.count() == before + 2
    QTest.keyClick(editor.note, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: not pane.pins_view.list.viewport().findChildren(PinEditor))
    assert titles(pane) == ["Die beste"]
    assert pane.pins_view.model.index(0).data(NOTE_ROLE) == "Erste Zeile\nzweite"
    stack.undo()
    stack.undo()
    assert exploration.document.job.explore.pins[0].title == "Optimum"


def test_that_escape_takes_back_what_was_typed(pane: SelectionPane, exploration: Exploration, qtbot):
    pane.pinning.toggle(best_of(exploration))
    pane.pinning.annotate(0, "Kept.")
    pane.pins_view.list.edit_note()
    editor = editor_of(pane)
    QTest.keyClicks(editor.note, "x")
    assert exploration.document.job.explore.pins[0].note != "Kept."
    QTest.keyClick(editor.note, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not pane.pins_view.list.viewport().findChildren(PinEditor))
    assert exploration.document.job.explore.pins[0].note == "Kept."


def test_that_a_pin_is_made_and_annotated_while_a_search_runs(pane: SelectionPane, exploration: Exploration):
    exploration.document.set_locked(True)
    QTest.mouseClick(pane.pin, Qt.MouseButton.LeftButton)
    pane.pinning.annotate(0, "Meanwhile.")
    assert exploration.document.job.explore.pins[0].note == "Meanwhile."


def test_that_del_takes_away_and_the_arrows_move(pane: SelectionPane, exploration: Exploration):
    first, second, third = sorted_rows(exploration)[:3]
    for levels in (first, second, third):
        pane.pinning.toggle(levels)
    cards = pane.pins_view.list
    click(pane, 0)
    QTest.keyClick(cards, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert pinned(exploration) == [second, first, third]
    assert pane.pins_view.current_place == 1
    QTest.keyClick(cards, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(cards, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert pinned(exploration) == [first, second, third]
    QTest.keyClick(cards, Qt.Key.Key_Delete)
    assert pinned(exploration) == [second, third]


def test_that_a_card_is_dragged_to_another_place(pane: SelectionPane, exploration: Exploration, qtbot):
    rows = sorted_rows(exploration)[:3]
    for levels in rows:
        pane.pinning.toggle(levels)
    cards = pane.pins_view.list
    click(pane, 2)
    assert cards.model().flags(cards.model().index(2)) & Qt.ItemFlag.ItemIsDragEnabled
    assert cards.model().flags(cards.rootIndex()) == Qt.ItemFlag.ItemIsDropEnabled
    assert cards.model().moveRow(cards.rootIndex(), 2, cards.rootIndex(), 0)  # what the view does when it is dropped
    qtbot.waitUntil(lambda: pinned(exploration) == [rows[2], rows[0], rows[1]])
    assert pane.pins_view.current_place == 0


def test_that_pins_are_sorted_by_score_those_of_others_last(pane: SelectionPane, exploration: Exploration):
    rows = sorted_rows(exploration)
    put(exploration.document, OTHERS)
    for levels in ((0, 0, 0, 0), rows[4], rows[0]):
        pane.pinning.toggle(levels)
    pane.pins_view.sort.click()
    assert pinned(exploration) == [rows[0], rows[4], (0, 0, 0, 0), (1,)]
    exploration.document.undo_stack.undo()
    assert exploration.document.job.explore.pins[0] == OTHERS


def test_that_two_pins_are_compared(pane: SelectionPane, exploration: Exploration):
    first, second = sorted_rows(exploration)[:2]
    for levels in (first, second):
        pane.pinning.toggle(levels)
    asked: list[tuple[Levels, Levels]] = []
    exploration.document.wishes.comparison.connect(lambda one, other: asked.append((one, other)))
    click(pane, 0)
    assert not pane.pins_view.compare.isEnabled()
    click(pane, 1, Qt.KeyboardModifier.ControlModifier)
    assert pane.pins_view.list.selected_rows() == [0, 1]
    pane.pins_view.compare.click()
    assert asked == [(first, second)]


def test_that_return_applies_the_pin(pane: SelectionPane, exploration: Exploration, qtbot):
    pane.pinning.toggle(best_of(exploration))
    click(pane, 0)
    with qtbot.waitSignal(exploration.document.wishes.application):
        QTest.keyClick(pane.pins_view.list, Qt.Key.Key_Return)


def test_that_no_more_are_pinned_than_a_job_may_have(pane: SelectionPane, exploration: Exploration):
    put(exploration.document, *[OTHERS] * MOST_PINS)
    assert not pane.pin.isEnabled()
    assert "1,000" in pane.pin.toolTip()
    pane.pinning.toggle(best_of(exploration))
    assert len(exploration.document.job.explore.pins) == MOST_PINS


def test_that_very_long_and_strange_words_are_shown_and_kept_within_limits(
    pane: SelectionPane, exploration: Exploration
):
    pane.pinning.toggle(best_of(exploration))
    pane.pinning.rename(0, "a\nb\tc" + "\ud800" + "x" * 500)
    pane.pinning.annotate(0, "\x00\x07<b>" + "word " * 5000)
    pin = exploration.document.job.explore.pins[0]
    assert pin.title.startswith("a b c?")
    assert (len(pin.title), len(pin.note)) == (200, 4000)
    card = pane.pins_view.list.visualRect(pane.pins_view.model.index(0))
    assert card.height() < 260
    assert "<" not in pane.pins_view.model.index(0).data(Qt.ItemDataRole.ToolTipRole).replace("<span>", "").replace(
        "</span>", ""
    )
    pane.grab()


def test_that_pins_are_shown_before_the_first_search(qtbot, small_document: Document, jobs: Jobs):
    put(small_document, Pin(levels={"age": 2, "sex": 0}, title="Before"), OTHERS)
    pane = SelectionPane(Exploration(small_document, jobs, small_document))
    qtbot.addWidget(pane)
    pane.show()
    pane.show_pins()
    assert [card.remark for card in pane.pins_view.model.cards] == [NOT_SEEN, OF_OTHERS]
    assert not pane.pin.isEnabled()
    click(pane, 0)
    assert small_document.selected is None


def test_that_every_control_has_a_name(pane: SelectionPane):
    for control in (pane.tabs, pane.pin, *pane.pins_view.findChildren(QWidget)):
        is_shown = control.isVisibleTo(pane) and control.focusPolicy() != Qt.FocusPolicy.NoFocus
        if is_shown and not control.objectName().startswith("qt_"):
            assert control.accessibleName() or control.property("text"), control


def _quick(document: Document) -> ChangeSections:
    search = document.job.search.model_copy(update={"time_limit": 0.5})
    return ChangeSections(document, {"search": search}, "Time limit")


def test_that_a_selection_nobody_has_looked_at_is_shown_with_its_levels_meanwhile(qtbot, qapp, jobs: Jobs):
    document = Document(*wide_project(11), None)
    document.push(_quick(document))
    exploration, _result = searched(document, qtbot, jobs)
    pane = SelectionPane(exploration)
    qtbot.addWidget(pane)
    pane.show()
    levels = (3, 2, 3, 2, 3, 2, 3, 2, 3, 3, 3)
    exploration.select(levels)
    view = pane.selection_view
    assert view.sentence == "Checking it ..."
    assert [row.level for row in view._levels.rows] == list(levels)
    assert not view._apply.isEnabled()
    wait_for(exploration, qtbot)
    assert "records" in view.sentence
    exploration.begin_search()
    document.set_locked(True)
    assert not view._apply.isEnabled()


def test_that_the_keyboard_coming_to_the_pins_selects_none(pane, exploration, middle, qtbot):
    best, other = sorted_rows(exploration)[:2]
    pane.pinning.toggle(other)
    assert middle.selected == best
    pins = pane.findChild(PinList)
    pins.setFocus()
    qtbot.waitUntil(pins.hasFocus)
    assert middle.selected == best
    QTest.keyClick(pins, Qt.Key.Key_Down)
    assert middle.selected == other
