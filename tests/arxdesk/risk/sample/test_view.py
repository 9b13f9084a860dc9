"""The risk of a sample as it is shown: before and after, by records and households, with the records behind it."""

import pandas as pd
import pytest

from arxdesk.core.commands import DeclareColumn, change_roles
from arxdesk.risk.sample.view import HOUSEHOLDS, NO_SAMPLE, RECORDS, SampleView
from arxdesk_engine.analysis.risk.sample import RISK_LIMITS, sides_of_sample
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from tests.arxdesk.analysis.analysed_documents import analysis_of, settle, show
from tests.arxdesk.analysis.applied_documents import document_of, plain, put_on
from tests.arxdesk.risk.risk_views import people_of

pytestmark = pytest.mark.usefixtures("english")

SEX, PLACE = "fmfmfmfmfmf", ("Ulm",) * 9 + ("Bonn", "Bonn")
WEIGHTS = [40.0, 40.0, 25.0, 25.0, 25.0, 9.0, 9.0, 3.0, 3.0, 2.0, 5.0]
HOMES = list("aabbbccddee")
LOWS = (0.0, *RISK_LIMITS)


@pytest.fixture
def document(qapp):
    cells = {
        "sex": list(SEX),
        "place": list(PLACE),
        "w": [str(weight) for weight in WEIGHTS],
        "hid": HOMES,
        "unfit": ["-1"] + ["1"] * 10,
    }
    hierarchies = {
        "sex": Hierarchy((("f", "*"), ("m", "*")), "sex"),
        "place": Hierarchy((("Bonn", "*"), ("Ulm", "*")), "place"),
    }
    roles = {"w": Role.INSENSITIVE, "hid": Role.IDENTIFYING, "unfit": Role.INSENSITIVE}
    found = document_of(pd.DataFrame(cells), hierarchies, k=3, limit=0.0)
    found.push(change_roles(found, ["hid"], Role.IDENTIFYING))
    found.push(change_roles(found, [name for name in roles if name != "hid"], Role.INSENSITIVE))
    return found


@pytest.fixture
def shown(qtbot, jobs):
    def make(document, size=(812, 420)):
        return show(qtbot, SampleView(analysis_of(document, jobs)), size)

    return make


def declare(document, **columns):
    for part, name in columns.items():
        document.push(DeclareColumn(document, part, name))


def rows_of(view):
    return {row.label: (row.before, row.after) for row in view.table.rows}


def place_of(view, label):
    return [row.label for row in view.table.rows].index(label)


def test_that_a_document_without_weights_says_what_to_do(shown, document, qtbot):
    view = shown(document)
    asked = []
    document.wishes.perspective.connect(asked.append)
    assert not view.shows_content
    assert view.wanted() == NO_SAMPLE
    view.empty.action_triggered.emit()
    assert asked == ["configure"]
    declare(document, weight="w")
    settle(qtbot, view)
    assert view.shows_content


def test_that_the_figures_are_those_of_the_engine(shown, document):
    declare(document, weight="w", household="hid")
    view = shown(document)
    found = sides_of_sample(document.job, document.dataset, ["sex", "place"])["before"]
    rows = rows_of(view)
    assert rows["Records"][0] == "11"
    assert rows["People that they stand for"][0] == "186"
    assert rows["Expected re-identifications"][0] == f"{found.expected:.1f}"
    assert rows["Records that look like no other"][0] == "2"
    assert rows["Households"][0] == "5"
    assert rows["Records found in their household"][0] == f"{found.household.expected:.1f}"
    assert view.table.headings == ("", "before", "")
    assert plain(view.sentence).startswith("11 records stand for 186 people: ")


def test_that_both_sides_are_shown_and_a_side_alone(shown, document, qtbot):
    declare(document, weight="w", household="hid")
    put_on(document)
    view = shown(document)
    anonymizer, applied = document.searched, document.applied
    sides = sides_of_sample(anonymizer.job, anonymizer.dataset, ["sex", "place"], None, applied.output)
    assert rows_of(view)["Expected re-identifications"] == tuple(
        f"{sides[side].expected:.1f}" for side in ("before", "after")
    )
    assert view.table.headings == ("", "before", "after")
    assert view.caption == "in the output, weights in w, households in hid"
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert view.table.headings == ("", "before", "")
    assert view.caption.startswith("in the input, weights in w")


def test_that_figures_lead_to_their_records(shown, document):
    declare(document, weight="w", household="hid")
    view = shown(document)
    view.table.opened.emit(place_of(view, "Records that look like no other"), "before")
    assert people_of(view) == {9, 10}
    view.table.opened.emit(place_of(view, "Highest individual risk"), "before")
    assert people_of(view) == {9}
    assert view.analysis.shown_records.reason.endswith("the highest in the input")
    view.table.opened.emit(place_of(view, "Highest household risk"), "before")
    assert people_of(view) == {9, 10}


@pytest.mark.parametrize("kind", [RECORDS, HOUSEHOLDS])
def test_that_bars_lead_to_their_records(shown, document, kind):
    declare(document, weight="w", household="hid")
    view = shown(document)
    view.kind.chosen.emit(kind)
    view.kind.set_value(kind)
    view._draw()
    found = view._ranked("before", kind)
    every = set()
    for place, bar in enumerate(view.chart.categories):
        view.chart.bar_clicked.emit(place, False)
        if bar.before:
            inside = people_of(view)
            every |= inside
            assert len(inside) == round(bar.before * 11)
            assert inside == set(found.between(LOWS[place], RISK_LIMITS[place]).tolist())
    assert every == set(range(11))


def test_that_the_threshold_is_followed_without_another_question(shown, document):
    declare(document, weight="w")
    view = shown(document)
    document.set_thresholds(document.job.analysis.thresholds.model_copy(update={"highest_risk": 0.5}))
    ranked = view._ranked("before", RECORDS)
    above = ranked.number_above(0.5)
    assert not view.is_pending
    assert above
    assert plain(view.records_link.text()) == (
        f"Show the {above} {'record' if above == 1 else 'records'} with an individual risk above 50 %"
    )
    view.records_link.click()
    assert len(people_of(view)) == above
    document.set_thresholds(document.job.analysis.thresholds.model_copy(update={"highest_risk": 1.0}))
    assert not view.records_link.isVisible()


def test_that_another_column_of_weights_is_followed_and_the_result_stays_current(shown, document, qtbot):
    put_on(document)
    view = shown(document)
    declare(document, weight="w")
    settle(qtbot, view)
    assert rows_of(view)["People that they stand for"] == ("186", "186")
    assert "Households" not in rows_of(view)
    assert not view.kind.isVisible()
    assert document.result_is_current
    document.undo_stack.undo()
    settle(qtbot, view)
    assert not view.shows_content


def test_that_households_alone_are_a_sample_of_records_that_stand_for_themselves(shown, document):
    declare(document, household="hid")
    view = shown(document)
    assert rows_of(view)["People that they stand for"][0] == "11"
    assert rows_of(view)["Households"][0] == "5"


def test_that_unfit_weights_are_told_in_place_of_figures(shown, document, qtbot):
    declare(document, weight="unfit")
    view = shown(document)
    assert not view.shows_content
    assert "is not a positive number" in view._error.accessibleName() + view._error.accessibleDescription()
    declare(document, weight="w")
    settle(qtbot, view)
    assert view.shows_content


def test_that_nothing_is_opened_while_other_weights_are_asked_for(shown, document):
    declare(document, weight="w")
    view = shown(document)
    view.analysis.show_records(None)
    declare(document, weight="unfit")
    view.table.opened.emit(place_of(view, "Highest individual risk"), "before")
    assert view.analysis.shown_records is None


def test_that_the_numbers_are_copied_with_all_classes(shown, document):
    declare(document, weight="w", household="hid")
    view = shown(document)
    lines = plain(view.numbers()).splitlines()
    assert lines[0] == "Figure\tBefore\tAfter"
    assert "Household risk of records, up to\tBefore\tAfter" in lines
    counts = [int(line.split("\t")[1]) for line in lines[-len(RISK_LIMITS) :]]
    assert sum(counts) == 11


def test_that_a_narrow_view_puts_the_chart_below(shown, document):
    declare(document, weight="w")
    view = shown(document, (520, 700))
    assert view.chart.mapTo(view, view.chart.rect().topLeft()).y() > view.table.mapTo(view, view.table.pos()).y() + 100
