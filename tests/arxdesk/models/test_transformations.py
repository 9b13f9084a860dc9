"""The examined transformations: sorted inside the model, and what is selected stays selected."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt

from arxdesk.item_roles import HEIGHTS_ROLE, LEVELS_ROLE, STATE_ROLE, TONE_ROLE
from arxdesk.models.transformations import Shown, TransformationsModel
from engine.search.solution import Check, Solution, Status

HEIGHTS = (3, 2)
RECORDS = 1000


def check(levels, score, *, anonymous=True, removed=0, classes=10, smallest=5) -> Check:
    return Check(levels, anonymous, score, score / 2, removed, classes, smallest, 100, not anonymous, anonymous)


BEST = check((1, 1), 0.25, removed=50)
CHECKS = (
    check((3, 2), 1.0, classes=1, smallest=1000),
    check((0, 0), 0.1, anonymous=False, removed=900, classes=40),
    BEST,
    check((2, 1), 0.5, removed=20, smallest=8),
    check((0, 1), 0.2, anonymous=False, removed=700, classes=0, smallest=0),
    check((1, 2), 0.5, removed=20, smallest=6),
)


def solution(checks=CHECKS, best=BEST, status=Status.OPTIMAL) -> Solution:
    return Solution("optimal", status, best, 0.25, len(checks), 0.1, tuple(checks))


@pytest.fixture
def model(qapp) -> TransformationsModel:
    made = TransformationsModel()
    made.set_solution(solution(), HEIGHTS, RECORDS)
    return made


def order(model: TransformationsModel) -> list[tuple[int, ...]]:
    return [model.check_at(row).levels for row in range(model.rowCount())]


def test_that_the_model_keeps_the_rules_of_qt(model: TransformationsModel, qtmodeltester):
    qtmodeltester.check(model)
    model.sort(Shown.REMOVED, Qt.SortOrder.DescendingOrder)
    qtmodeltester.check(model)
    model.set_solution(solution((), None, Status.NONE_FOUND), HEIGHTS, RECORDS)
    qtmodeltester.check(model)


def test_that_anonymous_ones_come_first_by_score_and_ties_keep_the_order_of_the_search(model: TransformationsModel):
    assert order(model) == [(1, 1), (2, 1), (1, 2), (3, 2), (0, 0), (0, 1)]


@pytest.mark.parametrize("way", list(Qt.SortOrder))
@pytest.mark.parametrize("column", list(Shown))
def test_that_sorting_keeps_selection_current_and_persistent_indexes(model: TransformationsModel, column, way):
    selection = QItemSelectionModel(model)
    flags = QItemSelectionModel.SelectionFlag
    chosen = model.check_at(2)
    selection.setCurrentIndex(model.index(2, Shown.SCORE), flags.ClearAndSelect | flags.Rows)
    every = [(QPersistentModelIndex(model.index(row, 1)), model.check_at(row)) for row in range(model.rowCount())]
    model.sort(column, way)
    assert model.check_at(selection.currentIndex().row()) == chosen
    assert selection.currentIndex().column() == Shown.SCORE
    assert {model.check_at(index.row()).levels for index in selection.selectedIndexes()} == {chosen.levels}
    assert len(selection.selectedRows()) == 1
    for index, at_first in every:
        assert index.isValid()
        assert model.check_at(index.row()) == at_first
        assert model.row_of(at_first.levels) == index.row()


@pytest.mark.parametrize(
    ("column", "key"),
    [
        (Shown.SCORE, lambda c: c.score),
        (Shown.AT_BEST, lambda c: c.lower_bound),
        (Shown.REMOVED, lambda c: c.suppressed_records),
        (Shown.GROUPS, lambda c: c.classes),
        (Shown.RISK, lambda c: 1 / c.smallest_class if c.smallest_class else 0),
        (Shown.LEVELS, lambda c: sum(c.levels)),
    ],
)
@pytest.mark.parametrize("way", list(Qt.SortOrder))
def test_that_both_ways_of_sorting_leave_the_anonymous_first(model: TransformationsModel, column, key, way):
    model.sort(column, way)
    shown = [model.check_at(row) for row in range(model.rowCount())]
    sign = 1 if way == Qt.SortOrder.AscendingOrder else -1
    for anonymous, part in ((True, shown[:4]), (False, shown[4:])):
        assert [c.anonymous for c in part] == [anonymous] * len(part)
        assert [sign * key(c) for c in part] == sorted(sign * key(c) for c in part)


def test_that_sorting_by_no_column_brings_the_first_order_back(model: TransformationsModel):
    at_first = order(model)
    model.sort(Shown.GROUPS)
    model.sort(-1)
    assert order(model) == at_first


def test_that_each_cell_reads_as_the_words_have_it(model: TransformationsModel):
    def cells(row: int) -> dict[str, object]:
        return {column.name: model.index(row, column).data() for column in Shown}

    assert cells(0) == {
        "STATE": None,
        "LEVELS": "1, 1",
        "PICTURE": None,
        "SCORE": "0.2500",
        "AT_BEST": "0.1250",
        "RISK": "20 %",
        "REMOVED": "50",
        "SHARE": "5.0 %",
        "GROUPS": "10",
    }
    nothing_left = cells(model.row_of((0, 1)))
    assert (nothing_left["SCORE"], nothing_left["RISK"]) == ("–", "–")


def test_that_state_and_picture_are_told_to_eye_and_ear(model: TransformationsModel):
    states = [model.index(row, Shown.STATE).data(STATE_ROLE) for row in range(6)]
    assert states == ["optimum", "anonymous", "anonymous", "anonymous", "not", "not"]
    spoken = [model.index(row, Shown.STATE).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1, 5)]
    assert spoken == ["Best", "Anonymous", "Not anonymous"]
    assert model.index(0, Shown.PICTURE).data(LEVELS_ROLE) == (1, 1)
    assert model.index(0, Shown.PICTURE).data(HEIGHTS_ROLE) == HEIGHTS
    assert model.index(0, Shown.SCORE).data(TONE_ROLE) == "strong"
    assert model.index(5, Shown.SCORE).data(TONE_ROLE) == "muted"


def test_that_numbers_stand_at_the_right_under_titles_at_the_right(model: TransformationsModel):
    for column in Shown:
        cell = model.index(0, column).data(Qt.ItemDataRole.TextAlignmentRole)
        assert cell == model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        assert bool(cell & Qt.AlignmentFlag.AlignRight) == (column >= Shown.SCORE)


def test_that_what_is_not_shown_has_no_row(model: TransformationsModel):
    assert model.row_of((9, 9)) == -1
    assert model.data(QModelIndex()) is None
    assert model.rowCount(model.index(0, 0)) == 0
