"""The filters: what is ticked, dragged, typed and toggled is what the project says, and nothing else changes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from arxdesk.core.document import Document
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.filters.view import FiltersView
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.exploration import filters as edits
from arxdesk_engine.job.explore import ExploreSettings, Filters
from arxdesk_engine.lattice.lattice import Lattice
from tests.arxdesk.conftest import wide_project
from tests.arxdesk.explored_results import searched, wait_for
from tests.tiers import examples

generators = st.integers(0, 10**9).map(random.Random)


@pytest.fixture
def document(qapp) -> Document:
    return Document(*wide_project(4, 300), None)


@pytest.fixture
def exploration(document: Document, jobs: Jobs, qtbot) -> Exploration:
    return searched(document, qtbot, jobs)[0]


@pytest.fixture
def view(exploration: Exploration, qtbot) -> FiltersView:
    made = FiltersView(exploration)
    qtbot.addWidget(made)
    made.resize(236, 800)
    made.show()
    return made


def anonymous_that_pass(exploration: Exploration) -> int:
    return exploration.sifted.passing["anonymous"] + exploration.sifted.passing["optimum"]


def test_that_before_a_search_there_is_nothing_to_choose(document: Document, jobs: Jobs, qtbot):
    view = FiltersView(Exploration(document, jobs, document))
    qtbot.addWidget(view)
    assert view._stack.currentWidget() is view._empty
    assert not view.menu_button.isEnabled()


def test_that_classes_have_their_numbers_and_are_ticked_as_the_project_says(view, exploration):
    assert {state: box.isChecked() for state, box in view.classes.boxes.items()} == {
        "optimum": True,
        "anonymous": True,
        "not": True,
        "unknown": False,
    }
    for state, number in exploration.sifted.counts.items():
        assert view.classes.count_text(state) == str(number)
    assert sum(exploration.sifted.counts.values()) == 256
    assert view.known_text == "All 256 transformations are classified."
    assert view.passing_text == f"{anonymous_that_pass(exploration)} anonymous transformations pass the filters."


def test_that_the_keyboard_goes_from_the_header_down_to_the_last_number(view):
    names, widget = list[str](), view.nextInFocusChain()
    while widget is not view:
        takes_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()
        if view.isAncestorOf(widget) and takes_tab and widget.isVisible() and not isinstance(widget, QLineEdit):
            names.append(widget.accessibleName() or widget.text())
        widget = widget.nextInFocusChain()
    assert names == [
        *("Quick filters", "Help on filters"),
        *("Optimum", "Anonymous", "Not anonymous", "Unknown"),
        *("Score, lowest", "Score, highest", "Lowest score", "Highest score"),
        view.levels.cells.accessibleName(),
        *("Removed records at most, slider", "Removed records at most"),
    ]


def test_that_a_tick_changes_the_filters_at_once_and_no_step_of_undo(view, exploration, document, qtbot):
    QTest.mouseClick(view.classes.boxes["not"], Qt.MouseButton.LeftButton)
    assert exploration.filters.classes == ("optimum", "anonymous")
    wait_for(exploration, qtbot)
    QTest.mouseClick(view.classes.boxes["unknown"], Qt.MouseButton.LeftButton)
    assert exploration.filters.classes == ("optimum", "anonymous", "unknown")
    assert document.undo_stack.count() == 0
    assert not document.modified


def test_that_dragging_is_announced_when_it_rests(view, exploration, qtbot):
    heard: list[int] = []
    exploration.document.explore_changed.connect(lambda: heard.append(1))
    for place in (0.9, 0.8, 0.7, 0.6):
        view.score.high.moved.emit(place)
    assert heard == []
    qtbot.waitUntil(lambda: heard == [1])
    low, high = exploration.sifted.edges[[0, -1]].tolist()
    assert exploration.filters.highest_score == pytest.approx(low + 0.6 * (high - low))
    assert exploration.filters.lowest_score is None
    assert view.highest.value() == pytest.approx(exploration.filters.highest_score, abs=1e-4)
    wait_for(exploration, qtbot)
    assert view.passing_text.startswith(f"{anonymous_that_pass(exploration)} ")
    view.score.high.moved.emit(1.0)
    qtbot.waitUntil(lambda: exploration.filters == Filters())


def test_that_numbers_are_typed_and_an_end_of_the_scale_leaves_a_side_open(view, exploration):
    low, high = exploration.sifted.edges[[0, -1]].tolist()
    middle = round((low + high) / 2, 4)
    view.lowest.setValue(middle)
    assert exploration.filters.lowest_score == middle
    assert view.score.range[0] == pytest.approx(middle)
    view.highest.setValue(middle - 0.1)  # below the lowest one: the range that it means
    assert (exploration.filters.lowest_score, exploration.filters.highest_score) == (
        pytest.approx(middle - 0.1),
        middle,
    )
    view.lowest.setValue(low)
    view.highest.setValue(high)
    assert exploration.filters == Filters()


def test_that_a_level_is_left_out_and_shown_again(view, exploration, document, qtbot):
    chosen = dict(zip(exploration.alternatives.facts.names, document.selected, strict=True))
    assert view.levels.cells._selected == chosen
    view.levels.cells.toggled.emit("q1", 2)
    assert exploration.filters.forbidden == {"q1": (2,)}
    assert not view.levels.cells.is_allowed("q1", 2)
    wait_for(exploration, qtbot)
    assert (exploration.alternatives.levels[exploration.sifted.order][:, 1] != 2).all()
    view.levels.cells.toggled.emit("q1", 2)
    assert exploration.filters == Filters()


def test_that_removed_records_go_up_to_what_may_be_removed(view, exploration, qtbot):
    most = exploration.alternatives.facts.suppressible
    assert view.removed.box.maximum() == view.removed.value == most
    view.removed.box.setValue(10)
    qtbot.waitUntil(lambda: exploration.filters.removed == 10)
    wait_for(exploration, qtbot)
    assert (exploration.alternatives.suppressed[exploration.sifted.order] <= 10).all()
    view.removed.box.setValue(most)
    qtbot.waitUntil(lambda: exploration.filters == Filters())


def test_that_filters_of_the_project_are_shown_and_reset(document, exploration, qtbot):
    low, high = exploration.sifted.edges[[0, -1]].tolist()
    filters = Filters(
        classes=("optimum",),
        highest_score=(low + high) / 2,
        removed=20,
        forbidden={"q0": (1,), "gone": (3,)},
    )
    document.set_sections({"explore": ExploreSettings(filters=filters)})
    wait_for(exploration, qtbot)
    view = FiltersView(exploration)
    qtbot.addWidget(view)
    assert [box.isChecked() for box in view.classes.boxes.values()] == [True, False, False, False]
    assert view.score.range == pytest.approx((low, (low + high) / 2))
    assert view.removed.value == 20
    assert not view.levels.cells.is_allowed("q0", 1)
    assert exploration.filters == filters
    assert view.reset_link.isEnabled()
    QTest.mouseClick(view.reset_link, Qt.MouseButton.LeftButton)
    assert exploration.filters == Filters()
    assert not view.reset_link.isEnabled()
    assert view.removed.value == exploration.alternatives.facts.suppressible


def test_that_quick_filters_follow_the_selection(view, exploration, document, qtbot):
    def choose(text: str) -> None:
        next(action for action in view.quick_menu().actions() if action.text().startswith(text)).trigger()
        wait_for(exploration, qtbot)

    choose("Only anonymous")
    assert exploration.filters.classes == ("optimum", "anonymous")
    choose("At most the selection")
    assert exploration.filters.highest_score == document.selection.score
    exploration.document.set_filters(Filters())
    choose("Around the selection")
    shown = exploration.alternatives.levels[exploration.sifted.order].tolist()
    expected = [
        levels
        for levels in exploration.alternatives.levels.tolist()
        if all(abs(level - chosen) <= 1 for level, chosen in zip(levels, document.selected, strict=True))
    ]
    assert sorted(shown) == sorted(expected)
    document.select(None)
    enabled = [action.isEnabled() for action in view.quick_menu().actions()]
    assert enabled == [True, False, False]


def test_that_of_a_huge_lattice_all_that_nobody_looked_at_is_unknown(document, jobs, qtbot, monkeypatch):
    monkeypatch.setattr("arxdesk_engine.exploration.gathering.MOST_WHOLE", 10)
    exploration, result = searched(document, qtbot, jobs)
    view = FiltersView(exploration)
    qtbot.addWidget(view)
    looked_at = len(result.solution.examined)
    assert 0 < looked_at < 256
    assert view.classes.count_text("unknown") == str(256 - looked_at)
    assert view.known_text == f"{looked_at} of 256 transformations are classified."


def test_that_a_range_that_was_swapped_and_a_class_that_was_toggled_twice_are_sound():
    found = edits.with_scores(Filters(), 0.9, 0.1)
    assert (found.lowest_score, found.highest_score) == (0.1, 0.9)
    assert edits.with_class(edits.with_class(Filters(), "not", False), "not", True) == Filters()
    assert edits.with_class(Filters(), "unknown", True).classes == ("optimum", "anonymous", "not-anonymous", "unknown")


@settings(max_examples=examples(60), deadline=None)
@given(generators)
def test_that_around_a_transformation_is_what_differs_by_one_level_at_most(generator: random.Random):
    spans = [(low := generator.randint(0, 2), low + generator.randint(0, 4)) for _attribute in range(3)]
    lattice = Lattice(tuple(low for low, _high in spans), tuple(high for _low, high in spans))
    levels = tuple(generator.randint(low, high) for low, high in spans)
    before = Filters(forbidden={"a": (9,), "other": (1,)})
    found = edits.around(before, ("a", "b", "c"), lattice, levels)
    for each in lattice:
        near = all(abs(level - chosen) <= 1 for level, chosen in zip(each, levels, strict=True))
        left_out = any(level in found.forbidden.get(name, ()) for name, level in zip("abc", each, strict=True))
        assert near != left_out
    assert found.forbidden["other"] == (1,)
    assert all(found.forbidden.values())
