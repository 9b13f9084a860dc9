"""The transformations as the list shows them: columns read in an order that workers made."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt

from arxdesk.explore.list import transformation_words as said
from arxdesk.explore.list.model import TITLES, Listed, TransformationsModel
from arxdesk.explore.list.model import ListColumn as Shown
from arxdesk.ui.item_roles import (
    CELL_ROLE,
    HEIGHTS_ROLE,
    LEVELS_ROLE,
    MARKED_ROLE,
    PINNED_ROLE,
    STATE_ROLE,
    TONE_ROLE,
    WHOLE_ROLE,
)
from arxdesk_engine.exploration.alternatives import Alternatives, State
from arxdesk_engine.exploration.sifting import SortBy, Sorting
from arxdesk_engine.job.explore import Filters
from tests.engine.exploration.made_alternatives import RECORDS, made_alternatives, sifted

EVERY = Filters(classes=("optimum", "anonymous", "not-anonymous", "unknown"))
BEST, COARSE, BAD, BLIND, PROVEN, EMPTY = 0, 5, 4, 3, 2, 1


def six() -> Alternatives:
    """(0, 0) is the best of 2 x 3; others: no records left, anonymous by proof, unknown, not anonymous, coarse."""
    made = made_alternatives([2, 3], unknown=0.0)
    anonymous, bad, unknown = State.ANONYMOUS, State.NOT, State.UNKNOWN
    return replace(
        made,
        state=np.array([anonymous, bad, anonymous, unknown, bad, anonymous], np.uint8),
        score=np.array([0.25, np.nan, np.nan, np.nan, np.nan, 1.0]),
        lower_bound=np.array([0.125, 0.1, 0.4, np.nan, 0.2, 0.9]),
        suppressed=np.array([50, RECORDS, -1, -1, 700, 0]),
        classes=np.array([190, 0, -1, -1, 30, 1]),
        smallest=np.array([5, 0, -1, -1, 1, RECORDS]),
        seconds=np.array([0.4, 1.5, np.nan, np.nan, 2.0, 1.99], np.float32),
        best=BEST,
    )


def listed(
    alternatives: Alternatives, filters: Filters = EVERY, sorting: Sorting | None = None, searching=False
) -> Listed:
    found = sifted(alternatives, filters, sorting)
    return Listed(alternatives, found.order, found.places, found.latest, searching)


@pytest.fixture
def model(qapp) -> TransformationsModel:
    made = TransformationsModel()
    made.show_listed(listed(six()))
    return made


def cell(model: TransformationsModel, row: int, column: Shown, role: int = Qt.ItemDataRole.DisplayRole) -> object:
    """The cell of a row of the alternatives."""
    return model.index(model.row_of(model.listed.alternatives.levels_of(row)), column).data(role)


def test_that_the_model_keeps_the_rules_of_qt(model: TransformationsModel, qtmodeltester):
    qtmodeltester.check(model)
    model.show_listed(listed(six(), Filters(classes=())))
    qtmodeltester.check(model)
    model.show_listed(None)
    qtmodeltester.check(model)


def test_that_rows_are_those_that_pass_in_the_order_given(model: TransformationsModel):
    found = sifted(six(), EVERY, Sorting(SortBy.REMOVED))
    model.show_listed(listed(six(), EVERY, Sorting(SortBy.REMOVED)))
    assert [model.levels_at(row) for row in range(6)] == [six().levels_of(row) for row in found.order.tolist()]
    assert [model.row_of(model.levels_at(row)) for row in range(6)] == list(range(6))
    model.show_listed(listed(six(), Filters(classes=("optimum",))))
    assert model.rowCount() == 1
    assert model.row_of(six().levels_of(COARSE)) == -1
    assert model.row_of((9, 9)) == model.row_of(None) == -1


def test_that_a_sort_is_asked_for_and_changes_nothing(model: TransformationsModel, qtbot):
    before = [model.levels_at(row) for row in range(model.rowCount())]
    with qtbot.waitSignal(model.sort_requested) as asked:
        model.sort(Shown.GROUPS, Qt.SortOrder.DescendingOrder)
    assert asked.args == [Shown.GROUPS, Qt.SortOrder.DescendingOrder]
    assert [model.levels_at(row) for row in range(model.rowCount())] == before


def test_that_each_cell_reads_as_the_words_have_it(model: TransformationsModel):
    assert {column.name: cell(model, BEST, column) for column in Shown} == {
        "STATE": None,
        "LEVELS": "0, 0",
        "PICTURE": None,
        "SCORE": "0.2500",
        "AT_BEST": "0.1250",
        "RISK": "20 %",
        "AVERAGE_RISK": "20 %",
        "REMOVED": "50",
        "SHARE": "5.0 %",
        "GROUPS": "190",
        "FOUND": "after 0.4 s",
        "PIN": None,
    }


@pytest.mark.parametrize(
    ("row", "column", "why"),
    [
        (BAD, Shown.SCORE, "Not anonymous: it has no score."),
        (BLIND, Shown.SCORE, said.NOT_LOOKED_AT),
        (BLIND, Shown.AT_BEST, said.NO_BOUND),
        (BLIND, Shown.REMOVED, said.NOT_LOOKED_AT),
        (PROVEN, Shown.SCORE, f"Anonymous by proof. {said.NOT_LOOKED_AT}"),
        (PROVEN, Shown.SHARE, said.NOT_LOOKED_AT),
        (PROVEN, Shown.FOUND, "Not checked by the search."),
        (EMPTY, Shown.RISK, "All records are removed."),
        (EMPTY, Shown.AVERAGE_RISK, "All records are removed."),
    ],
)
def test_that_what_is_unknown_is_a_dash_that_says_why(model: TransformationsModel, row, column, why):
    assert cell(model, row, column) == "–"
    assert cell(model, row, column, Qt.ItemDataRole.ToolTipRole) == why


def test_that_figures_that_are_known_need_no_explanation(model: TransformationsModel):
    for column in (Shown.SCORE, Shown.AT_BEST, Shown.RISK, Shown.REMOVED, Shown.SHARE, Shown.GROUPS, Shown.FOUND):
        assert cell(model, BEST, column) != "–"
        assert cell(model, BEST, column, Qt.ItemDataRole.ToolTipRole) is None


def test_that_a_search_that_goes_on_tells_how_long_ago(model: TransformationsModel):
    model.show_listed(listed(six(), searching=True))
    assert cell(model, BAD, Shown.FOUND) == "now"
    assert cell(model, COARSE, Shown.FOUND) == "now"
    assert cell(model, BEST, Shown.FOUND) == "1.6 s ago"


def test_that_state_and_picture_are_told_to_eye_and_ear(model: TransformationsModel):
    states = [cell(model, row, Shown.STATE, STATE_ROLE) for row in range(6)]
    assert states == ["optimum", "not", "anonymous", "unknown", "not", "anonymous"]
    spoken = [cell(model, row, Shown.STATE, Qt.ItemDataRole.AccessibleTextRole) for row in (BEST, COARSE, BAD, BLIND)]
    assert spoken == ["Optimum", "Anonymous", "Not anonymous", "Unknown"]
    assert cell(model, COARSE, Shown.PICTURE, LEVELS_ROLE) == (1, 2)
    assert cell(model, COARSE, Shown.PICTURE, HEIGHTS_ROLE) == (1, 2)
    assert cell(model, BEST, Shown.SCORE, TONE_ROLE) == "strong"
    assert cell(model, BAD, Shown.SCORE, TONE_ROLE) == cell(model, BLIND, Shown.SCORE, TONE_ROLE) == "muted"
    assert cell(model, COARSE, Shown.SCORE, TONE_ROLE) is None
    model.show_listed(listed(replace(six(), is_proven=False)))
    assert cell(model, BEST, Shown.STATE, Qt.ItemDataRole.AccessibleTextRole) == "Best"


def test_that_one_answer_holds_what_the_single_ones_say(model: TransformationsModel):
    for row in range(6):
        for column in Shown:
            text, alignment, tone = cell(model, row, column, CELL_ROLE)
            assert text == (cell(model, row, column) or "")
            assert alignment == cell(model, row, column, Qt.ItemDataRole.TextAlignmentRole)
            assert tone == cell(model, row, column, TONE_ROLE)


def test_that_numbers_stand_at_the_right_under_titles_at_the_right(model: TransformationsModel):
    for column in Shown:
        found = model.index(0, column).data(Qt.ItemDataRole.TextAlignmentRole)
        assert found == model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        assert bool(found & Qt.AlignmentFlag.AlignRight) == (Shown.SCORE <= column < Shown.FOUND)
        assert model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert model.headerData(column, Qt.Orientation.Horizontal, WHOLE_ROLE) == TITLES[column]


def test_that_marks_and_pins_are_told_and_announced(model: TransformationsModel, qtbot):
    with qtbot.waitSignal(model.dataChanged):
        model.show_marked(np.array([True, False]))  # of an earlier snapshot with fewer rows
    assert [cell(model, row, Shown.STATE, MARKED_ROLE) for row in range(6)] == [True] + [False] * 5
    with qtbot.waitSignal(model.dataChanged):
        model.show_pinned(frozenset({(1, 2), (7, 7)}))
    assert [cell(model, row, Shown.PIN, PINNED_ROLE) for row in range(6)] == [False] * 5 + [True]
    assert cell(model, COARSE, Shown.PIN, WHOLE_ROLE) == "Pinned"
    model.show_marked(None)
    assert not cell(model, BEST, Shown.STATE, MARKED_ROLE)


def test_that_levels_of_very_many_attributes_are_digits_with_their_names_in_the_tooltip(qapp):
    model = TransformationsModel()
    model.show_listed(listed(made_alternatives([2] * 13 + [1] * 11, unknown=0.0)))
    row = model.row_of((0, 1) + (0,) * 10 + (1,) + (0,) * 11)
    assert model.index(row, Shown.LEVELS).data() == "01000\u200900000\u200900100\u200900000\u20090000"
    tooltip = model.index(row, Shown.LEVELS).data(Qt.ItemDataRole.ToolTipRole).splitlines()
    assert tooltip[:3] == ["q0: as it was", "q1: level 1 of 1", "q2: as it was"]
    assert len(tooltip) == 24
    assert model.index(row, Shown.LEVELS).data(WHOLE_ROLE).count(",") == 23


def test_that_a_tooltip_of_a_hundred_attributes_names_those_that_changed(qapp):
    model = TransformationsModel()
    model.show_listed(listed(made_alternatives([3, 1, 2] + [1] * 97, unknown=0.0)))
    row = model.row_of((2, 0, 1) + (0,) * 97)
    tooltip = model.index(row, Shown.LEVELS).data(Qt.ItemDataRole.ToolTipRole)
    assert tooltip == "q0 2 of 2, q2 1 of 1.\nAll others unchanged."
    assert said.levels((10, 0) + (0,) * 11 + (3,), made_alternatives([1] * 14).facts) == "q0 10, q13 3"


def test_that_what_is_not_shown_has_no_cell(model: TransformationsModel):
    assert model.data(QModelIndex()) is None
    assert model.rowCount(model.index(0, 0)) == model.columnCount(model.index(0, 0)) == 0


@pytest.fixture(scope="module")
def million() -> Alternatives:
    """As many as are known as a whole."""
    return made_alternatives([4] * 10, seed=3)


def test_that_a_million_rows_open_at_once_and_each_is_found(qapp, million: Alternatives):
    model, shown = TransformationsModel(), listed(million)
    tracemalloc.start()
    model.show_listed(shown)
    texts = [model.index(row, Shown.SCORE).data() for row in (0, 500_000, 1_048_575)]
    made = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert made < 2**20  # an object for each row would be many megabytes
    assert model.rowCount() == 2**20
    assert texts == [said.score(float(million.score[shown.order[row]])) for row in (0, 500_000, 1_048_575)]
    for row in (0, 1, 77_777, 2**20 - 1):
        assert model.row_of(model.levels_at(row)) == row


def test_that_a_million_rows_are_in_the_order_that_numpy_gives_them(million: Alternatives):
    order = sifted(million, EVERY, Sorting(SortBy.REMOVED, descending=True)).order
    assert np.array_equal(np.sort(order), np.arange(2**20))
    state = million.state[order].astype(int)
    assert (np.diff(state) <= 0).all()
    for each in State:
        removed = million.suppressed[order[state == each]]  # -1 where nobody knows: the last in this direction
        assert len(removed) > 0
        assert (np.diff(removed) <= 0).all()
