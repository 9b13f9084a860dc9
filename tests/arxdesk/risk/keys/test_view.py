"""The smallest keys, as they are shown: the engine's numbers, with their records and scores."""

import pytest
from PySide6.QtCore import Qt

from arxdesk.risk.keys import words as keys_words
from arxdesk.risk.keys.model import KeyAttributeColumn, KeySizeColumn
from arxdesk.risk.keys.view import NO_POPULATION, KeysView
from arxdesk.ui import theme
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.risk.key_uniqueness import attribute_keys, dis_histogram, dis_scores, minimal_sample_uniques
from arxdesk_engine.risk.wildcards import cell_codes, distinct_tuples
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle, show
from tests.arxdesk.analysis.applied_documents import adult, discharges, document_of, keep, picture, plain, put_on

pytestmark = pytest.mark.usefixtures("english")

SIZE = (456, 344)


@pytest.fixture
def shown(qtbot, jobs):
    def make(document, size=SIZE):
        return show(qtbot, KeysView(analysis_of(document, jobs)), size)

    return make


@pytest.fixture(scope="module")
def census(shared, qapp):
    document = adult(shared / "data" / "adult")
    document.set_sections({"population": PopulationSettings(sampling_fraction=0.1)})
    put_on(document)
    return document


def keys_of(dataset, names, largest):
    return minimal_sample_uniques(distinct_tuples([cell_codes(dataset[name]) for name in names]), largest)


def sizes(view):
    return [
        [
            view.tables.sizes.index(row, column).data()
            for column in (KeySizeColumn.SIZE, KeySizeColumn.KEYS, KeySizeColumn.SHOW)
        ]
        for row in range(view.tables.sizes.rowCount())
    ]


def attributes(view):
    columns = (KeyAttributeColumn.ATTRIBUTE, KeyAttributeColumn.SHARE, KeyAttributeColumn.SCORES)
    return [
        tuple(view.tables.attributes.index(row, column).data() for column in columns)
        for row in range(view.tables.attributes.rowCount())
    ]


def records(view):
    asked = view.analysis.shown_records
    return asked.request.run(asked.table, Control())


def test_that_the_census_has_the_keys_of_the_reference(shown, census, tmp_path):
    view = shown(census)
    assert plain(view.sentence) == (
        "6,240 records (21 %) can be named by 3 values or fewer; 2 of them by a single value. In the output, none."
    )
    assert sizes(view) == [
        ["1 attribute", "2", "Show"],
        ["2 attributes", "1,204", "Show"],
        ["3 attributes", "14,890", "Show"],
    ]
    assert view.records_link.text() == "Show the 6,240 records"
    keep(picture(view), "keys-adult", tmp_path)


def test_that_attributes_contribute_as_the_engine_says(shown, census):
    view = shown(census)
    names = census.dataset.names
    contributions = attribute_keys(keys_of(census.dataset, names, 3))
    expected = sorted(zip(names, contributions, strict=True), key=lambda each: -each[1].keys)
    assert attributes(view) == [
        (name, f"{100 * each.share:.1f} %", f"{100 * each.score_share:.1f} %") for name, each in expected
    ]


def test_that_the_example_has_the_keys_of_the_engine(shown):
    document = example_document()
    view = shown(document)
    names = view.analysis.input.quasi_identifiers
    found = keys_of(document.dataset, names, 3)
    assert [row[1] for row in sizes(view)] == [f"{number:,}" for number in found.keys_by_size]
    assert plain(view.sentence).startswith(f"{(found.keys_of_records > 0).sum():,} records")
    assert "output" not in view.sentence


def test_that_larger_keys_are_looked_for(shown, census, qtbot):
    view = shown(census)
    view.choose_largest("5")
    settle(qtbot, view)
    found = keys_of(census.dataset, census.dataset.names, 5)
    assert [row[1] for row in sizes(view)] == [f"{number:,}" for number in found.keys_by_size]
    view.choose_largest("1")
    settle(qtbot, view)
    assert plain(view.sentence).startswith("2 records (0.0066 %) can be named by a single value.")


def test_that_every_number_shows_its_records(shown, census, qtbot):
    view = shown(census)
    link = view.tables.sizes.index(1, KeySizeColumn.SHOW)
    qtbot.mouseClick(
        view.tables.sizes_table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=view.tables.sizes_table.visualRect(link).center(),
    )
    assert view.analysis.shown_records.reason == "that can be named by 2 values in the input"
    assert len(records(view)) == view.tables.sizes.size_at(1).people
    qtbot.mouseClick(view.records_link, Qt.MouseButton.LeftButton)
    assert view.analysis.shown_records.reason == "that can be named by 3 values or fewer in the input"
    assert len(records(view)) == 6240
    view.tables.list.activated.emit(0)
    assert view.analysis.shown_records.reason == "that can be named with age in the input"
    assert 0 < len(records(view)) <= 6240


def test_that_scores_are_those_of_the_engine_by_tenths(shown, census, qtbot):
    view = shown(census)
    view.choose_page("scores")
    assert view.chart.isVisible()
    found = keys_of(census.dataset, census.dataset.names, 3)
    dis = dis_scores(found, 0.1)
    expected = dis_histogram(dis[found.keys_of_records > 0]).tolist()
    assert [each.before for each in view.chart.categories] == expected
    assert [each.after for each in view.chart.categories] == [0.0] * 10
    assert f"{100 * dis.max():.2g} %" in plain(view.sentence)
    tenth = next(place for place, number in enumerate(expected) if number)
    view.chart.clicked.emit(tenth)
    assert len(records(view)) == expected[tenth]
    view.score.set_value("score")
    view.score.chosen.emit("score")
    assert sum(each.before for each in view.chart.categories) == 6240


def test_that_without_a_population_there_are_scores_but_no_chance(shown):
    view = shown(discharges(300))
    view.choose_page("scores")
    assert view.score.value == "score"
    assert view.note == NO_POPULATION
    assert sum(each.before or 0 for each in view.chart.categories) > 0
    view.choose_page("keys")
    assert view.note == ""


def test_that_one_side_alone_is_shown(shown, census, qtbot):
    view = shown(census)
    view.analysis.set_sides("after")
    settle(qtbot, view)
    assert plain(view.sentence) == "No record of the output can be named by 3 values or fewer."
    assert view.caption == "output"
    assert not view.records_link.isVisible()
    assert not any(part.isVisible() for part in (view.tables.sizes_table, view.tables.list, view.tables.rule))


def test_that_many_combinations_are_looked_at_only_after_somebody_agrees(shown, qtbot, monkeypatch):
    monkeypatch.setattr(keys_words, "ASKED_FROM", 20)
    view = shown(discharges(200))
    assert view.largest.value == "1"
    view.choose_largest("4")
    settle(qtbot, view)
    assert not view.shows_content
    assert "56 combinations of up to 4 of 6 attributes" in view.empty._sentence.text()
    view.empty.action_triggered.emit()
    settle(qtbot, view)
    assert view.shows_content
    assert len(sizes(view)) == 4


def test_that_so_many_attributes_as_can_be_looked_at_are_the_usual_size():
    assert [keys_words.usual_largest(number) for number in (1, 2, 9, 106, 107, 500, 700)] == [1, 2, 3, 3, 2, 2, 1]


def test_that_what_was_stopped_is_shown_and_said(shown):
    view = shown(discharges(150))
    control = Control()
    control.stop()
    request = view.wanted()["before"].request
    other = type(request)(request.attributes, 6, None)
    view.show_found({"before": other.run(view.analysis.input, control)})
    assert view.note == "Stopped: not all combinations were checked."
    assert view.go_on_link.isVisible()


def test_that_without_quasi_identifiers_it_says_what_to_do(shown):
    view = shown(document_of(discharges(50).dataset.to_pandas(), {}))
    assert not view.shows_content
    assert not view.largest.isVisible()


def test_that_numbers_are_copied_with_those_of_the_engine(shown, census):
    view = shown(census)
    lines = view._numbers().split("\n")
    assert lines[:4] == ["Attributes\tKeys\tRecords", lines[1], lines[2], lines[3]]
    assert lines[3].startswith("3\t14890\t")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_it_is_a_picture_in_both_schemes(shown, qapp, tmp_path, scheme):
    theme.apply(qapp, scheme)
    view = shown(discharges(300, german=True), (317, 300))
    keep(picture(view, 2), f"keys-{scheme}-2x", tmp_path)
    view.choose_page("scores")
    keep(picture(view, 2), f"keys-scores-{scheme}-2x", tmp_path)
