"""The detail kept, by every measure, and all quality models, against what the engine computes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS
from arxdesk.help.pages import heading_of
from arxdesk.quality.detail.measures_model import NONE, number
from arxdesk.quality.detail.model import DetailColumn
from arxdesk.quality.detail.view import DetailView
from arxdesk.ui.item_roles import PARTS_ROLE, SHARE_ROLE, TONE_ROLE
from arxdesk_engine.analysis.statistics.measure_words import AGGREGATES, ATTRIBUTE_MEASURES, TABLE_MEASURES
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle, show
from tests.arxdesk.analysis.applied_documents import (
    adult,
    discharges,
    document_of,
    plain,
    put_on,
    recode_by_groups,
    wards,
)
from tests.arxdesk.conftest import wide_project

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def detail(qtbot, jobs):
    held = []  # a window that is collected as garbage while it is shown takes the program with it

    def make(document, size=(600, 400)):
        held.append(show(qtbot, DetailView(analysis_of(document, jobs)), size))
        return held[-1]

    return make


def applied(levels):
    document = wards()
    put_on(document, levels)
    return document


def rows_of(model):
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def shown(view, column):
    return [view.model.index(row, column).data() for row in range(view.model.rowCount())]


def percent(share):
    return f"{share * 100:.1f} %"


def facts_of(document):
    return document.result.anonymizer.describe(document.result.solution, document.applied.output)["quality"]


def test_that_the_detail_kept_is_a_bar_a_number_and_words(detail):
    view = detail(applied((1, 0)))
    rows = [
        [cell[at] for at in (DetailColumn.ATTRIBUTE, DetailColumn.FATE, DetailColumn.SHARE)]
        for cell in rows_of(view.model)
    ]
    assert rows == [["sex", "Gone completely", "0.0 %"], ["ward", "As it was", "83.3 %"]]
    assert view.model.index(0, DetailColumn.SHARE).data(TONE_ROLE) == "strong"
    assert view.model.index(1, DetailColumn.BAR).data(SHARE_ROLE) == pytest.approx(10 / 12)
    assert "83.3 % is the most possible, as 16.7 % of the records were removed." in plain(view.sentence)


def test_that_coarser_attributes_show_one_of_their_values(detail):
    assert shown(detail(applied((0, 1))), DetailColumn.FATE)[1] == "Level 1 of 2, such as A"


@pytest.mark.parametrize("of", ["census", "example"])
def test_that_every_measure_shows_the_figures_of_the_engine(detail, shared, of):
    document = adult(shared / "data" / "adult") if of == "census" else example_document()
    put_on(document)
    view = detail(document)
    facts = facts_of(document)
    for key in ATTRIBUTE_MEASURES:
        view.measure.setCurrentIndex(view.measure.findData(key))
        view.measure.chosen.emit(key)
        expected = [each[key] for each in facts["attributes"].values()]
        assert shown(view, DetailColumn.ATTRIBUTE) == list(facts["attributes"])
        assert shown(view, DetailColumn.SHARE) == [
            "–" if each is None else percent(each["quality"]) for each in expected
        ]
    view.measure.chosen.emit("granularity")
    assert percent(facts["granularity"]) in plain(view.sentence)


@pytest.mark.parametrize("of", ["census", "example"])
def test_that_all_quality_models_are_those_of_the_engine(detail, shared, qtbot, of):
    document = adult(shared / "data" / "adult") if of == "census" else example_document()
    put_on(document)
    view = detail(document)
    facts = facts_of(document)
    qtbot.mouseClick(view.all, Qt.MouseButton.LeftButton)
    dialog = view.dialog
    for row, (name, measures) in zip(rows_of(dialog.attributes), facts["attributes"].items(), strict=True):
        assert row == [
            name,
            *(NONE if measures[key] is None else percent(measures[key]["quality"]) for key in ATTRIBUTE_MEASURES),
        ]
    for row, name in zip(rows_of(dialog.aggregates), AGGREGATES, strict=True):
        found = [facts["aggregates"].get(key) for key in ATTRIBUTE_MEASURES]
        assert row[1:] == [NONE if each is None else percent(each[name]) for each in found]
    for row, key in zip(rows_of(dialog.table), TABLE_MEASURES, strict=True):
        each = facts["table"][key]
        wanted = (
            [NONE] * 4
            if each is None
            else [percent(each["quality"]), *(number(each[of]) for of in ("raw", "minimum", "maximum"))]
        )
        assert row[1:] == wanted
    dialog.raw.setChecked(True)
    for row, measures in zip(rows_of(dialog.attributes), facts["attributes"].values(), strict=True):
        assert row[1:] == [
            NONE if measures[key] is None else number(measures[key]["raw"]) for key in ATTRIBUTE_MEASURES
        ]
    dialog.close()


@pytest.fixture
def recoded():
    document = discharges(300)
    recode_by_groups(document)
    return document


def test_that_bars_show_how_many_records_read_which_level(detail, recoded):
    view = detail(recoded, (900, 400))
    output = view.analysis.output
    assert view._levels.isVisible()
    anonymizer, found = recoded.result.anonymizer, recoded.applied.recoded.found.recoding
    of_record = found.chosen[anonymizer.problem.grouping.tuple_of_record]
    several = False
    for place, name in enumerate(output.quasi_identifiers):
        index = view.model.index(view.model.row_of(name), DetailColumn.LEVELS)
        parts = index.data(PARTS_ROLE)
        read = [found.transformations[each][place] for each in of_record.tolist()]
        assert parts == [read.count(level) for level in range(output.hierarchies[name].levels)]
        several |= sum(number > 0 for number in parts) > 1
        spoken = plain(index.data(Qt.ItemDataRole.AccessibleTextRole))
        assert plain(index.data(Qt.ItemDataRole.ToolTipRole)) == f"{name}: {spoken}"
        first = next(level for level, number in enumerate(parts) if number)
        start = "as it was" if first == 0 else f"level {first}"
        assert spoken.startswith(f"{100 * parts[first] / 300:.1f} % {start}")
    assert several


@pytest.mark.parametrize(
    ("width", "shown_columns"),
    [
        (900, {DetailColumn.BAR, DetailColumn.LEVELS, DetailColumn.FATE}),
        (600, {DetailColumn.BAR, DetailColumn.LEVELS}),
        (340, {DetailColumn.LEVELS}),
    ],
)
def test_that_the_bars_of_levels_have_room(detail, recoded, width, shown_columns):
    view = detail(recoded, (width, 400))
    columns = (DetailColumn.BAR, DetailColumn.LEVELS, DetailColumn.FATE)
    assert {each for each in columns if not view.table.isColumnHidden(each)} == shown_columns
    assert view.table.columnWidth(DetailColumn.LEVELS) >= 90
    assert view.table.horizontalScrollBar().maximum() == 0


def test_that_there_are_no_bars_of_levels_where_all_records_read_the_same(detail):
    view = detail(applied((1, 0)))
    assert view.table.isColumnHidden(DetailColumn.LEVELS)
    assert not view._levels.isVisible()
    assert not view.table.isColumnHidden(DetailColumn.BAR)


def test_that_a_measure_that_does_not_suit_says_why(detail, qtbot):
    view = detail(applied((0, 0)))
    view.measure.chosen.emit("squared_error")
    assert shown(view, DetailColumn.SHARE) == ["–", "–"]
    assert "not numbers" in view.model.index(0, DetailColumn.SHARE).data(Qt.ItemDataRole.ToolTipRole)
    assert view.sentence.startswith("No quasi-identifier is numeric")
    qtbot.mouseClick(view.all, Qt.MouseButton.LeftButton)
    model = view.dialog.table
    assert [model.index(3, at).data() for at in range(5)] == ["Record-level squared error", *[NONE] * 4]
    assert "No quasi-identifier is numeric" in model.index(3, 1).data(Qt.ItemDataRole.ToolTipRole)
    view.dialog.close()


def test_that_the_dialog_follows_the_output_and_copies_everything(detail, qtbot):
    document = applied((0, 0))
    view = detail(document)
    qtbot.mouseClick(view.all, Qt.MouseButton.LeftButton)
    before = view.dialog.numbers
    put_on(document, (1, 0))
    settle(qtbot, view)
    assert view.dialog.numbers != before
    qtbot.mouseClick(view.dialog.copy, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["Attribute", *(each.title for each in ATTRIBUTE_MEASURES.values())]
    assert lines[1].split("\t")[:2] == ["sex", "0.0 %"]
    view.dialog.close()
    assert view.dialog is None


def test_that_the_input_alone_has_all_of_its_detail_but_for_missing_cells(detail):
    frame = wards().dataset.to_pandas().astype(str)
    frame.loc[:2, "sex"] = ""
    view = detail(document_of(frame, {"ward": wards().hierarchies["ward"]}, roles={"sex": "quasi-identifying"}))
    assert set(shown(view, DetailColumn.SHARE)) == {"100.0 %"}
    assert view.sentence == "Nothing is applied yet: the input has all of its detail."
    view.measure.set_value("missings")
    view.measure.chosen.emit("missings")
    assert dict(zip(shown(view, DetailColumn.ATTRIBUTE), shown(view, DetailColumn.SHARE), strict=True)) == {
        "sex": "75.0 %",
        "ward": "100.0 %",
    }
    assert "87.5 % of the cells of the input have a value" in plain(view.sentence)


def test_that_without_quasi_identifiers_the_way_to_configure_is_shown(detail, qtbot):
    view = detail(document_of(wards().dataset.to_pandas().astype(str), {}))
    assert not view.shows_content
    assert view.empty.accessibleName() == NO_QUASI_IDENTIFIERS
    with qtbot.waitSignal(view.analysis.wishes.perspective, check_params_cb=lambda key: key == "configure"):
        view.empty.action_triggered.emit()


def test_that_the_attribute_in_focus_is_marked_and_a_row_moves_the_focus(detail):
    document = applied((0, 0))
    view = detail(document)
    document.set_focus("ward")
    assert view.list.current_row == 1
    document.set_focus("cost")
    assert not view.table.currentIndex().isValid()
    view.table.setCurrentIndex(view.table.model().index(0, 0))
    assert document.focus == "sex"


def test_that_a_narrow_pane_leaves_the_words_out_and_keeps_bars_and_numbers(detail):
    view = detail(applied((0, 0)), (600, 300))
    assert not view.table.isColumnHidden(DetailColumn.FATE)
    view.resize(356, 300)
    assert view.table.isColumnHidden(DetailColumn.FATE)
    assert not view.table.isColumnHidden(DetailColumn.SHARE)


def test_that_many_attributes_are_paged_and_searched_and_few_are_not(detail):
    document = discharges(100)
    put_on(document)
    assert detail(document).list.search.isHidden()
    job, dataset, hierarchies = wide_project(150, 60)
    view = detail(type(document)(job, dataset, hierarchies, None))
    assert view.list.search.isVisible()
    assert view.list.pages == 2
    view.analysis.document.set_focus("q120")
    assert view.list.page == 1
    assert view.table.currentIndex().data() == "q120"


def test_that_the_numbers_are_handed_out_and_the_formula_is_a_click_away(detail, qtbot):
    view = detail(applied((1, 0)))
    assert view._numbers() == "Attribute\tGranularity\nsex\t0.0 %\nward\t83.3 %"
    with qtbot.waitSignal(view.analysis.wishes.help_page) as told:
        qtbot.mouseClick(view.formula, Qt.MouseButton.LeftButton)
    assert told.args == ["detail-kept#Granularity"]


def test_that_the_help_explains_every_measure():
    titles = [each.title for each in (*ATTRIBUTE_MEASURES.values(), *TABLE_MEASURES.values())]
    assert [heading_of("detail-kept", title) for title in titles] == titles
