"""Unique in the population, as it is shown: the engine's estimates in words and curves, and the population chosen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.analysis.work import InClassesOfSize
from arxdesk.core.commands import ChangeSections
from arxdesk.risk.uniqueness.view import SHORT_TITLE, TITLE, UNKNOWN, UniquenessView
from arxdesk.ui import theme
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.risk.population import REGIONS
from arxdesk_engine.risk.uniqueness import SAMPLING_FRACTIONS, uniqueness, uniqueness_by_fraction
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle, show
from tests.arxdesk.analysis.applied_documents import adult, discharges, document_of, keep, picture, plain, put_on
from tests.arxdesk.analysis.applied_documents import wards as twelve

pytestmark = pytest.mark.usefixtures("english")

SIZE = (456, 344)
NAMES = ("dankar", "zayatz", "pitman", "snb")


@pytest.fixture
def shown(qtbot, jobs):
    def make(document, size=SIZE):
        return show(qtbot, UniquenessView(analysis_of(document, jobs)), size)

    return make


def draw_from(document, **settings):
    population = PopulationSettings(**settings) if settings else None
    document.push(ChangeSections(document, {"population": population}, "Population"))


def labels(view):
    return {label.text: label.share for label in view.chart.drawing.labels}


def curves(view):
    return {curve.name: curve.shares for curve in view.chart.drawing.curves}


@pytest.fixture(scope="module")
def census(shared, qapp):
    document = adult(shared / "data" / "adult")
    document.set_sections({"population": PopulationSettings(region="USA")})
    put_on(document)
    return document


def test_that_the_census_is_told_as_the_engine_estimates_it(shown, census, tmp_path):
    view = shown(census)
    own = uniqueness(census.result.anonymizer.problem.grouping.input_sizes[0], REGIONS["USA"])
    assert (round(100 * own.dankar.share), round(100 * own.zayatz.share)) == (4, 26)
    assert uniqueness(census.applied.output.class_sizes, REGIONS["USA"]).zayatz.share == 0
    assert plain(view.sentence) == (
        "Of 100 records in the input, 4 (Dankar) to 26 (Zayatz) are likely unique in the whole USA. "
        "In the output, none."
    )
    drawing = view.chart.drawing
    assert drawing.mark == 30162 / REGIONS["USA"]
    assert drawing.mark_text == "yours: 0.0095 %"
    assert drawing.note == "after: 0 % by all four"
    assert labels(view) == {
        "Dankar = Pitman 3.9 %": own.dankar.share,
        "Zayatz 26.5 %": own.zayatz.share,
        "SNB 21.5 %": own.snb.share,
    }
    keep(picture(view), "uniqueness-adult", tmp_path)


def test_that_the_curves_are_those_of_the_engine(shown, census):
    view = shown(census)
    expected = uniqueness_by_fraction(census.result.anonymizer.problem.grouping.input_sizes[0])
    assert view.chart.drawing.across == SAMPLING_FRACTIONS
    drawn = curves(view)
    for name, title in zip(NAMES, ("Dankar", "Zayatz", "Pitman", "SNB"), strict=True):
        assert drawn[title] == tuple(getattr(each, name).share for each in expected)
    assert set(drawn["After, by all four"]) == {0.0}


def test_that_it_is_said_what_the_estimators_assume(shown, census):
    view = shown(census)
    lines = view._sentence.toolTip().splitlines()
    assert sorted(line.partition(":")[0] for line in lines) == ["Dankar", "Pitman", "SNB", "Zayatz"]


def test_that_the_scale_begins_where_there_is_something_to_see(shown, census):
    view = shown(census)
    drawing = view.chart.drawing
    assert drawing.shown_from == pytest.approx(1e-5)  # the decade below the own share, not 0.00001 %
    assert view.chart.plotItem.viewRange()[0] == pytest.approx([-5.0, 0.0])
    QTest.keyClick(view.chart, Qt.Key.Key_Home)
    assert drawing.across[view.chart.current] == pytest.approx(1e-5)
    lines = view.chart.numbers().splitlines()
    assert len(lines) == 1 + len(SAMPLING_FRACTIONS)  # what is copied has them all


def test_that_estimators_differ_in_colour_and_dash(shown, census):
    looks = [(curve.token, curve.dashes) for curve in shown(census).chart.drawing.curves]
    assert len(set(looks)) == len(looks) == 5
    assert len({token for token, _dashes in looks}) == 5


def test_that_the_read_out_has_all_four_of_both_sides(shown, census):
    view = shown(census)
    place = SAMPLING_FRACTIONS.index(0.2)
    view.chart._point_at(place)
    at = uniqueness_by_fraction(census.result.anonymizer.problem.grouping.input_sizes[0], (0.2,))[0]
    lines = [plain(line) for line in view.chart.readout.lines]
    assert lines[0] == f"20 % of the population ({at.population:,} people)"
    assert lines[1:5] == [
        f"Zayatz {100 * at.zayatz.share:.1f} %, after 0 %",
        f"Dankar {100 * at.dankar.share:.1f} %, after 0 %",
        f"Pitman {100 * at.pitman.share:.1f} %, after 0 %",
        f"SNB {100 * at.snb.share:.1f} %, after 0 %",
    ]
    assert at.dankar_choice == "snb"
    assert lines[5] == "Dankar's rule takes that of SNB"


def test_that_the_example_is_told_as_the_engine_estimates_it(shown):
    document = example_document()
    draw_from(document, size=1_000_000)
    view = shown(document)
    table = view.analysis.input
    own = uniqueness(table.classes.sizes, 1_000_000)
    shares = sorted(getattr(own, name).share for name in NAMES if getattr(own, name).available)
    texts = list(labels(view))
    assert sorted(labels(view).values()) == sorted(set(shares))
    assert all(any(name in text for text in texts) for name in ("Zayatz", "Dankar"))
    assert plain(view.sentence).endswith("likely unique among all 1,000,000 people.")
    assert not view.chart.drawing.note


def test_that_without_a_population_it_asks_for_one_and_the_curves_are_there(shown):
    document = discharges(500)
    view = shown(document)
    assert view.sentence == UNKNOWN
    assert view.chart.drawing.mark is None
    assert "Zayatz" in " ".join(labels(view))
    assert view.population.isVisible()


def test_that_the_population_is_chosen_here_as_a_step_of_undo(shown, qtbot):
    document = discharges(500)
    view = shown(document)
    view.population.chosen.emit("Germany")
    settle(qtbot, view)
    assert document.job.population == PopulationSettings(region="Germany")
    assert "in all of Germany" in plain(view.sentence)
    assert not view.population.number_row.isVisible()
    view.population.set_value("fraction")
    view.population.chosen.emit("fraction")
    settle(qtbot, view)
    view.population.share.setText("25")
    view.population.share.editingFinished.emit()
    settle(qtbot, view)
    assert document.job.population == PopulationSettings(sampling_fraction=0.25)
    assert view.chart.drawing.mark_text == "yours: 25 %"
    for _step in range(3):
        document.undo_stack.undo()
    settle(qtbot, view)
    assert document.job.population is None
    assert view.sentence == UNKNOWN


def test_that_a_number_that_cannot_be_is_said_and_not_taken(shown, qtbot):
    document = discharges(500)
    draw_from(document, size=10_000)
    view = shown(document)
    view.population.number.setText("0")
    view.population.number.editingFinished.emit()
    assert document.job.population == PopulationSettings(size=10_000)
    assert view.population.number.property("problem")
    draw_from(document, size=400)
    settle(qtbot, view)
    assert not view.shows_content  # smaller than the table


def test_that_the_sample_is_those_who_count(shown):
    document = discharges(900)
    document.set_sections({"subset": SubsetSettings(random=0.3, seed=6)})
    draw_from(document, sampling_fraction=0.1)
    view = shown(document)
    assert view._found["before"].population == 2700
    assert plain(view.population.consequence.text()) == "The table is about 1 in 10 of 2,700 people."


def test_that_the_population_cannot_be_changed_while_a_search_runs(shown):
    document = discharges(100)
    view = shown(document)
    document.set_locked(True)
    assert not view.population.isEnabled()
    document.set_locked(False)
    assert view.population.isEnabled()


def test_that_estimators_without_a_result_are_not_drawn_and_it_is_said(shown):
    document = twelve()
    draw_from(document, size=1200)
    view = shown(document)
    own = uniqueness(view.analysis.input.classes.sizes, 1200)
    assert not own.pitman.available
    assert not own.snb.available
    assert own.dankar == own.zayatz
    assert list(labels(view)) == [f"Dankar = Zayatz {100 * own.zayatz.share:.1f} %"]
    assert plain(view.missing) == (
        "Pitman gives no estimate below a share of 100 %. SNB gives no estimate below a share of 100 %."
    )


def test_that_one_side_alone_is_shown(shown, census, qtbot):
    view = shown(census)
    view.analysis.set_sides("after")
    settle(qtbot, view)
    assert plain(view.sentence) == "No record in the output is likely unique in the whole USA."
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert not view.chart.drawing.note
    assert "output" not in view.sentence


def test_that_those_who_are_alone_are_a_click_away(shown, census, qtbot):
    view = shown(census)
    assert plain(view.records_link.text()) == "Show the 15,512 records alone in the input"
    qtbot.mouseClick(view.records_link, Qt.MouseButton.LeftButton)
    records = view.analysis.shown_records
    assert (records.request, records.origin) == (InClassesOfSize(1, 1), "risk")
    assert records.table is view.analysis.input
    assert len(records.request.run(records.table, Control())) == 15512


def test_that_without_quasi_identifiers_it_says_what_to_do(shown):
    document = discharges(50)
    bare = document_of(document.dataset.to_pandas(), {})
    view = shown(bare)
    assert not view.shows_content
    assert "quasi-identifying" in view.empty._sentence.text()


def test_that_a_narrow_view_has_a_short_title_and_everything_has_a_name(shown):
    view = shown(discharges(100), (310, 300))
    assert view.title.text() == SHORT_TITLE
    view.resize(456, 344)
    assert view.title.text() == TITLE
    named = (view.chart, view.population, view.population.number, view.population.share, view.records_link)
    assert all(each.accessibleName() or each.text() for each in named)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_it_is_a_picture_in_both_schemes(shown, qapp, tmp_path, scheme):
    theme.apply(qapp, scheme)
    document = discharges(500, german=True)
    draw_from(document, sampling_fraction=0.3)
    keep(picture(shown(document), 2), f"uniqueness-{scheme}-2x", tmp_path)


def test_that_where_nobody_is_alone_a_sentence_stands_in_place_of_an_empty_chart(shown, census, qtbot):
    view = shown(census)
    view.analysis.set_sides("after")
    settle(qtbot, view)
    assert not view.chart.isVisible()
    view.analysis.set_sides("both")
    settle(qtbot, view)
    assert view.chart.isVisible()
