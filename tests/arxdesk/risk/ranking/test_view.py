"""The view of attribute ranking: the engine's figures, sorted, searched, with their records and roles."""

import pandas as pd
import pytest
from PySide6.QtCore import Qt

from arxdesk.risk.ranking import words as ranking_words
from arxdesk.risk.ranking.compared import MOST_COLUMNS
from arxdesk.risk.ranking.model import RankingColumn
from arxdesk.risk.ranking.view import RankingView
from arxdesk.risk.ranking.work import UniqueRecords
from arxdesk.ui import theme
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.risk.attributes import attribute_risks, number_of_sets
from arxdesk_engine.risk.identifiers import find_identifiers
from arxdesk_engine.risk.wildcards import cell_codes, distinct_tuples
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle, show
from tests.arxdesk.analysis.applied_documents import adult, discharges, document_of, keep, picture, plain, put_on

pytestmark = pytest.mark.usefixtures("english")

SIZE = (456, 344)


@pytest.fixture
def shown(qtbot, jobs):
    def make(document, size=SIZE):
        return show(qtbot, RankingView(analysis_of(document, jobs)), size)

    return make


@pytest.fixture(scope="module")
def census(shared, qapp):
    document = adult(shared / "data" / "adult")
    put_on(document)
    return document


def risks(dataset, names, largest):
    """By names, from the engine's front door."""
    found = attribute_risks(distinct_tuples([cell_codes(dataset[name]) for name in names]), largest)
    return {tuple(names[place] for place in risk.attributes): risk for risk in found.sets}


def rows(view):
    model = view.list.ranking
    return [[model.index(row, column).data() for column in RankingColumn] for row in range(model.rowCount())]


def check_against_the_engine(view, dataset, names, largest, smallest=1):
    model = view.list.ranking
    expected = {key: risk for key, risk in risks(dataset, names, largest).items() if len(key) >= smallest}
    assert {model.names_at(row) for row in range(model.rowCount())} == set(expected)
    separations = []
    for row, cells in enumerate(rows(view)):
        risk = expected[model.names_at(row)]
        separations.append(risk.separation)
        assert cells[RankingColumn.SEPARATION] == f"{100 * risk.separation:.1f} %"
        assert cells[RankingColumn.ALONE] == f"{round(risk.uniqueness * risk.records):,}"
    assert separations == sorted(separations, reverse=True)


def test_that_the_census_is_ranked_as_the_engine_does(shown, census, tmp_path):
    view = shown(census)
    check_against_the_engine(view, census.dataset, census.dataset.names, 1)
    assert [row[:1] + row[2:4] for row in rows(view)][:3] == [
        ["age", "97.8 %", "0.24 %"],
        ["occupation", "89.5 %", "0.046 %"],
        ["education", "80.7 %", "0.053 %"],
    ]
    assert plain(view.sentence).startswith("Two records picked at random differ in age in 98 of 100 cases.")
    assert view.links.more.text() == "511 combinations…"
    keep(picture(view), "ranking-adult", tmp_path)


def test_that_pairs_triples_and_more_are_those_of_the_engine(shown, census, qtbot):
    view = shown(census)
    names = census.dataset.names
    for key, smallest, largest in (("2", 2, 2), ("3", 3, 3), ("4", 1, 4), ("9", 1, 9)):
        view.choose_scope(key)
        settle(qtbot, view)
        check_against_the_engine(view, census.dataset, names, largest, smallest)
    assert view.list.ranking.rowCount() == 511
    assert view.list.pages == 6


def test_that_the_output_is_ranked_with_what_it_shows(shown, census, qtbot):
    view = shown(census)
    view.choices.side.set_value("after")
    view.choices.side.chosen.emit("after")
    settle(qtbot, view)
    model = view.list.ranking
    after = risks(census.applied.output.dataset, census.dataset.names, 1)
    for row in range(model.rowCount()):
        assert rows(view)[row][RankingColumn.SEPARATION] == f"{100 * after[model.names_at(row)].separation:.1f} %"
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert rows(view)[0][RankingColumn.SEPARATION] == "97.8 %"
    assert not view.choices.side.isVisible()


def test_that_the_example_is_ranked_as_the_engine_does(shown):
    document = example_document()
    view = shown(document)
    names = view.analysis.input.quasi_identifiers
    check_against_the_engine(view, document.dataset, names, 1)


def test_that_both_figures_and_those_alone_sort(shown, census, qtbot):
    view = shown(census)
    header = view.list.table.header
    for column, key in ((RankingColumn.DISTINCTION, "distinction"), (RankingColumn.ALONE, "uniqueness")):
        header.setSortIndicator(column, Qt.SortOrder.DescendingOrder)
        found = risks(census.dataset, census.dataset.names, 1)
        values = [getattr(found[(row[0],)], key) for row in rows(view)]
        assert values == sorted(values, reverse=True)
    header.setSortIndicator(RankingColumn.SEPARATION, Qt.SortOrder.AscendingOrder)
    assert rows(view)[-1][0] == "age"
    header.setSortIndicator(RankingColumn.ATTRIBUTES, Qt.SortOrder.AscendingOrder)
    assert [row[0] for row in rows(view)] == list(census.dataset.names)


def test_that_the_records_of_a_row_are_a_click_away(shown, qtbot):
    document = discharges(300)
    view = shown(document)
    view.choose_scope("2")
    settle(qtbot, view)
    assert view.links.records.isEnabled()
    names = view.list.ranking.names_at(0)
    qtbot.mouseClick(view.links.records, Qt.MouseButton.LeftButton)
    records = view.analysis.shown_records
    assert records.request == UniqueRecords(names)
    assert records.reason == f"that are alone in {names[0]} and {names[1]} in the input"
    assert len(records.request.run(records.table, Control())) == view.list.alone_at(0) > 0


def test_that_a_row_sets_the_focus_and_the_focus_a_row_but_not_the_answer(shown, census):
    census.set_focus("race")
    view = shown(census)
    assert census.focus == "race"
    assert view.list.current_row == 0
    view.list.show_row(2)
    assert census.focus == "education"
    census.set_focus("sex")
    assert view.list.names_at(view.list.current_row) == ("sex",)


def test_that_a_role_is_set_from_here_as_a_step_of_undo(shown, qtbot):
    document = document_of(discharges(200).dataset.to_pandas(), {})
    view = shown(document)
    assert plain(view.note) == "No column is quasi-identifying yet: all columns are compared."
    name = view.list.names_at(0)[0]
    assert view.links.role.isEnabled()
    qtbot.mouseClick(view.links.role, Qt.MouseButton.LeftButton)
    assert document.settings_of(name).role is Role.QUASI_IDENTIFYING
    document.undo_stack.undo()
    assert document.settings_of(name).role is Role.INSENSITIVE
    document.set_locked(True)
    assert not view.links.role.isEnabled()
    document.set_locked(False)


def wide(columns):
    return document_of(
        pd.DataFrame({f"c{place}": [str(row % (place + 2)) for row in range(40)] for place in range(columns)}), {}
    )


def test_that_of_very_many_columns_the_first_ones_are_compared_and_it_is_said(shown):
    view = shown(wide(300))
    assert view.list.ranking.rowCount() == MOST_COLUMNS
    assert plain(view.note) == "No column is quasi-identifying yet: the first 50 of 300 are compared."


def test_that_many_combinations_are_compared_only_after_somebody_agrees(shown, qtbot):
    view = shown(wide(110))
    view.choose_attributes([f"c{place}" for place in range(110)])
    settle(qtbot, view)
    assert view.list.ranking.rowCount() == 110
    assert view.list.pages == 2
    assert view.list.search.isVisible()
    view.choose_scope("2")
    settle(qtbot, view)
    assert not view.shows_content
    assert "6,105 combinations of up to 2 of 110 attributes" in view.empty._sentence.text()
    view.empty.action_triggered.emit()
    settle(qtbot, view)
    assert view.shows_content
    assert view.list.ranking.rowCount() == number_of_sets(110, 2) - 110
    view.list.search.setText("c7, c101")
    qtbot.waitUntil(lambda: len(view.list.found_rows) == 1)


def test_that_what_is_offered_stays_within_the_limit():
    assert [key for key, _text in ranking_words.scopes(9)] == [
        "1",
        "identifiers",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
    ]
    assert [key for key, _text in ranking_words.scopes(1)] == ["1", "identifiers"]
    assert [key for key, _text in ranking_words.scopes(500)] == ["1", "identifiers", "2"]
    assert ranking_words.scopes(20)[-1] == ("20", "All combinations")
    assert ranking_words.scopes(21)[-1][0] == "8"
    assert ranking_words.combinations(9) == "511 combinations (2⁹ − 1)"
    assert "those of up to 2." in ranking_words.limit(500)
    assert ranking_words.limit(20) == "All of them can be compared."


def test_that_attributes_are_chosen_in_a_dialog_that_counts_combinations(shown, census, qtbot):
    view = shown(census)
    qtbot.mouseClick(view.links.more, Qt.MouseButton.LeftButton)
    dialog = view.dialog
    assert dialog.chosen == census.dataset.names
    assert "511 combinations (2⁹ − 1)" in dialog.note.text()
    dialog.none_link.click()
    assert not dialog.foot.primary.isEnabled()
    dialog.list.tick("age")
    dialog.list.tick("sex")
    assert "3 combinations (2² − 1)" in dialog.note.text()
    dialog.accept()
    settle(qtbot, view)
    assert view.compared.attributes == ("sex", "age") or view.compared.attributes == ("age", "sex")
    assert view.list.ranking.rowCount() == 2


def test_that_identifiers_are_those_of_the_engine_and_follow_what_is_done(shown, qtbot):
    frame = pd.DataFrame({"email": [f"a{n}@example.org" for n in range(30)], "sex": ["f", "m"] * 15})
    document = document_of(frame, {})
    view = shown(document)
    view.choose_scope("identifiers")
    settle(qtbot, view)
    hits = find_identifiers(document.dataset)
    model = view.list.identifiers
    assert [model.row_at(row).confidence for row in range(model.rowCount())] == [hit.confidence for hit in hits]
    assert [model.row_at(row).category for row in range(model.rowCount())] == [hit.category.value for hit in hits]
    assert "these settings let 1 keep more than it allows: email." in plain(view.sentence)
    assert view.links.role.text() == "Make identifying"
    qtbot.mouseClick(view.links.role, Qt.MouseButton.LeftButton)
    assert document.settings_of("email").role is Role.IDENTIFYING
    assert "these settings let none keep more than it allows" in plain(view.sentence)
    assert not view.links.role.isEnabled()
    with qtbot.waitSignal(view.analysis.wishes.safe_harbor):
        qtbot.mouseClick(view.links.more, Qt.MouseButton.LeftButton)
    view.choose_scope("1")
    settle(qtbot, view)
    assert view.list.ranking.rowCount() == 2


def test_that_what_was_stopped_is_shown_and_said(shown):
    document = discharges(100)
    view = shown(document)
    names = view.analysis.input.quasi_identifiers
    control = Control()
    control.stop()
    request = view.wanted()["ranking"].request
    view.show_found({"ranking": request.run(view.analysis.input, control)})
    assert view.note == "Stopped: not all of them were checked."
    assert view.links.go_on.isVisible()
    assert names


def test_that_names_of_sets_take_the_room_of_the_bars_where_there_is_little(shown, qtbot):
    view = shown(discharges(100), (700, 400))
    view.choose_scope("2")
    settle(qtbot, view)
    table, column = view.list.table, RankingColumn
    for width, has_bars in ((700, True), (300, False), (640, True), (300, False)):
        view.resize(width, 400)
        view.grab()
        assert table.isColumnHidden(column.BAR) != has_bars
        assert table.header.sortIndicatorSection() == (column.BAR if has_bars else column.SEPARATION)
        assert bool(table.model().headerData(column.SEPARATION, Qt.Orientation.Horizontal)) != has_bars
        assert view.list.ranking.sorting == (column.SEPARATION, True)
    view.choose_scope("1")
    settle(qtbot, view)
    assert not table.isColumnHidden(column.BAR)


def test_that_numbers_are_copied_as_they_are_shown(shown, census):
    view = shown(census)
    lines = view.list.numbers().split("\n")
    assert lines[0].split("\t") == ["Attribute", "Share", "Distinct", "Alone"]
    assert lines[1].split("\t")[0] == "age"
    assert len(lines) == 10


def test_that_everything_has_a_name_and_roles_are_those_of_the_document(shown):
    document = discharges(100)
    view = shown(document)
    assert isinstance(document.settings_of("age"), AttributeSettings)
    for widget in (
        view.choices.scope,
        view.choices.side,
        view.list.table,
        view.links.records,
        view.links.role,
        view.links.more,
    ):
        assert widget.accessibleName() or widget.text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_it_is_a_picture_in_both_schemes(shown, qtbot, qapp, tmp_path, scheme):
    theme.apply(qapp, scheme)
    view = shown(discharges(300, german=True), (317, 300))
    view.choose_scope("2")
    settle(qtbot, view)
    keep(picture(view, 2), f"ranking-{scheme}-2x", tmp_path)
