"""Distribution of risks: by look-alikes, by classes of risk, in numbers; before and after, or one side."""

from collections import Counter

import pytest
from PySide6.QtCore import QPointF, Qt

from arxdesk.analysis.work import InClassesOfSize
from arxdesk.risk.classes.distribution_view import RiskDistributionView
from arxdesk.risk.classes.model import RiskColumn, SizeColumn
from arxdesk.risk.classes.sizes_view import SizesView
from arxdesk.risk.classes.view import RiskClassesView
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.risk.distribution import RISK_THRESHOLDS, size_ranges
from tests.arxdesk.analysis.analysed_documents import example_document, settle
from tests.arxdesk.analysis.applied_documents import adult, discharges, plain, put_on, wards
from tests.arxdesk.risk.risk_views import facts_of, people_of, sampled, view_of

pytestmark = pytest.mark.usefixtures("english")


def applied_wards():
    document = wards()
    put_on(document, (0, 0))
    return document


def census(shared):
    document = adult(shared / "data" / "adult")
    put_on(document)
    return document


def example(_shared):
    document = example_document()
    put_on(document)
    return document


def subset(_shared):
    return sampled()


DOCUMENTS = [census, example, subset]


def sizes_of(document, side):
    return (
        document.result.anonymizer.problem.grouping.input_sizes[0]
        if side == "before"
        else document.applied.output.class_sizes
    ).tolist()


def click(chart, place, shift, qtbot):
    plot = chart._plot()
    spot = QPointF(plot.left() + (place + 0.5) * chart._slot() + shift, plot.bottom() - 4)
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=spot.toPoint())


@pytest.mark.parametrize("make", DOCUMENTS)
def test_that_the_bars_are_the_shares_of_people_by_look_alikes(make, shared, qtbot, jobs):
    document = make(shared)
    view = view_of(RiskDistributionView, document, qtbot, jobs)
    for side in ("before", "after"):
        sizes = sizes_of(document, side)
        for bar, covered in zip(view.chart.categories, size_ranges(), strict=True):
            inside = [each for each in sizes if covered.smallest <= each <= (covered.largest or each)]
            assert getattr(bar, side) == pytest.approx(sum(inside) / sum(sizes))
            assert f"{sum(inside):,} {'record' if sum(inside) == 1 else 'records'} {side}" in bar.meaning


def test_that_bars_are_named_by_size_and_highest_risk(qtbot, jobs):
    view = view_of(RiskDistributionView, applied_wards(), qtbot, jobs)
    bars = view.chart.categories
    assert [each.label for each in bars][:3] == ["alone", "2", "3–4"]
    assert [each.label for each in bars][-3:] == ["34–100", "101+", "1,001+"]
    assert [each.caption for each in bars][:5] == ["100 %", "50 %", "33 %", "20 %", "17 %"]
    assert (bars[0].before, bars[0].after) == (2 / 12, 0.0)
    assert plain(view.sentence) == "Before, all records had a risk above 20 %; now all records have."
    assert view.chart.threshold[0] == 3


def test_that_a_click_shows_the_people_of_the_bar_that_was_hit(qtbot, jobs):
    document, place = applied_wards(), 2
    view = view_of(RiskDistributionView, document, qtbot, jobs)
    covered = size_ranges()[place]
    for shift, side in ((-9, "before"), (9, "after")):
        click(view.chart, place, shift, qtbot)
        shown = view.analysis.shown_records
        assert shown.table is view.analysis.tables[side]
        assert shown.request == InClassesOfSize(covered.smallest, covered.largest)
        assert shown.reason.endswith("in the input" if side == "before" else "in the output")
        share = getattr(view.chart.categories[place], side)
        assert len(people_of(view)) == round(share * sum(sizes_of(document, side)))


def test_that_enter_opens_a_bar_and_what_is_empty_opens_nothing(qtbot, jobs):
    view = view_of(RiskDistributionView, applied_wards(), qtbot, jobs)
    qtbot.keyClick(view.chart, Qt.Key.Key_Right)
    qtbot.keyClick(view.chart, Qt.Key.Key_Return)
    assert view.analysis.shown_records.reason == "that are alone in their group in the input"
    assert people_of(view) == {10, 11}
    view.analysis.show_records(None)
    click(view.chart, 5, 0, qtbot)
    assert view.analysis.shown_records is None


def test_that_one_side_alone_is_shown_where_that_is_chosen(qtbot, jobs):
    view = view_of(RiskDistributionView, applied_wards(), qtbot, jobs)
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert all(bar.after is None for bar in view.chart.categories)
    assert plain(view.sentence) == "In the input, all records have a risk above 20 %."
    assert "After" not in view.legend.accessibleName()
    view.analysis.set_sides("after")
    settle(qtbot, view)
    assert all(bar.before is None for bar in view.chart.categories)
    assert plain(view.sentence) == "Now, all records have a risk above 20 %."


def test_that_the_input_alone_is_shown_before_anything_is_applied(qtbot, jobs):
    view = view_of(RiskDistributionView, wards(), qtbot, jobs)
    assert [bar.before for bar in view.chart.categories[:3]] == [2 / 12, 0.0, 10 / 12]
    assert all(bar.after is None for bar in view.chart.categories)


@pytest.mark.parametrize("make", DOCUMENTS)
def test_that_classes_of_risk_are_those_of_the_report(make, shared, qtbot, jobs):
    document = make(shared)
    view = view_of(RiskClassesView, document, qtbot, jobs)
    facts = {side: facts_of(document, side)["distribution"] for side in ("before", "after")}
    for kind, key in (("in", "shares"), ("up-to", "at_most")):
        view.kind.segment(kind).click()
        for place, bar in enumerate(view.chart.categories, view.first_class):
            assert bar.before == pytest.approx(facts["before"][key][place])
            assert bar.after == pytest.approx(facts["after"][key][place])
    left_out = [each for side in facts.values() for each in side["shares"][: view.first_class]]
    assert left_out == [0.0] * len(left_out)
    assert view.chart.style_shown == "steps"
    rows = [line.split("\t") for line in view.numbers().splitlines()[1:]]
    assert len(rows) == 2 * len(RISK_THRESHOLDS)
    for side in ("before", "after"):
        assert [float(row[3]) for row in rows if row[2] == side] == pytest.approx(facts[side]["shares"])
        assert [float(row[4]) for row in rows if row[2] == side] == pytest.approx(facts[side]["at_most"])


def test_that_classes_have_a_logarithmic_scale_and_a_threshold_from_which_on_they_are_tinted(qtbot, jobs):
    view = view_of(RiskClassesView, applied_wards(), qtbot, jobs)
    assert not view.chart.is_log
    view.log.click()
    assert view.chart.is_log
    labels = [bar.label for bar in view.chart.categories]
    assert labels[view.chart.threshold[0]] == "25 %"
    view.analysis.set_thresholds(Thresholds(highest_risk=0.22))
    assert labels[view.chart.threshold[0]] == "25 %"
    assert view.chart.threshold[2] == "above, the first in part"
    view.analysis.set_thresholds(Thresholds(highest_risk=1.0))
    assert view.chart.threshold[0] == len(labels)


@pytest.mark.parametrize("kind", ["in", "up-to"])
def test_that_a_class_opens_just_the_people_that_it_counts(kind, qtbot, jobs):
    document = discharges(1500)
    put_on(document)
    view = view_of(RiskClassesView, document, qtbot, jobs)
    view.kind.segment(kind).click()
    opened = Counter()
    for place, bar in enumerate(view.chart.categories):
        for after, share in ((False, bar.before), (True, bar.after)):
            view.analysis.show_records(None)
            view.chart.bar_clicked.emit(place, after)
            side = "after" if after else "before"
            expected = round(share * sum(sizes_of(document, side)))
            if expected:
                opened[side] += 1
                assert len(people_of(view)) == expected
                assert view.analysis.shown_records.table is view.analysis.tables[side]
            else:
                assert view.analysis.shown_records is None
    assert opened["before"] > 1
    assert opened["after"] > 1


def cells(table, row):
    model = table.model()
    return [model.index(row, at).data() for at in range(model.columnCount()) if not table.isColumnHidden(at)]


def test_that_the_sizes_add_up_to_everybody(qtbot, jobs):
    view = view_of(SizesView, applied_wards(), qtbot, jobs)
    assert cells(view.table, 0) == ["alone", "100 %", "2", "0", "2", "0", "16.7 %", "0.0 %"]
    assert cells(view.table, 2) == ["3–4", "33 %", "3", "3", "10", "10", "83.3 %", "100.0 %"]
    assert cells(view.table, 10) == ["All", "", "5", "3", "12", "10", "100.0 %", "100.0 %"]
    assert view.caption == "5 groups before, 3 groups after"


@pytest.mark.parametrize("make", DOCUMENTS)
def test_that_groups_and_people_are_counted_in_the_same_ranges(make, shared, qtbot, jobs):
    document = make(shared)
    view = view_of(SizesView, document, qtbot, jobs)
    lines = view.sizes_model.lines
    for at, side in enumerate(("before", "after")):
        sizes = sizes_of(document, side)
        for line in lines[:-1]:
            inside = [each for each in sizes if line.sizes.smallest <= each <= (line.sizes.largest or each)]
            assert (line.groups[at], line.people[at]) == (len(inside), sum(inside))
        assert (lines[-1].groups[at], lines[-1].people[at]) == (len(sizes), sum(sizes))
        facts = facts_of(document, side)["distribution"]
        assert [line.shares[at] for line in view.risks_model.lines] == pytest.approx(facts["shares"])
        assert [line.at_most[at] for line in view.risks_model.lines] == pytest.approx(facts["at_most"])
        assert sum(line.people[at] for line in view.risks_model.lines) == sum(sizes)


def test_that_people_above_the_threshold_are_marked_in_both_tables(qtbot, jobs):
    document = discharges(1500)
    put_on(document)
    view = view_of(SizesView, document, qtbot, jobs)
    view.analysis.set_thresholds(Thresholds(highest_risk=0.05))
    for model, risk, after in (
        (view.sizes_model, SizeColumn.RISK, SizeColumn.PEOPLE_AFTER),
        (view.risks_model, RiskColumn.RISK, RiskColumn.PEOPLE_AFTER),
    ):
        rows = range(10 if model is view.sizes_model else 24)
        warned = [model.index(row, risk).data(TONE_ROLE) == "warn" for row in rows]
        above = [each.highest_risk > 0.05 for each in size_ranges()]
        assert warned == (above if model is view.sizes_model else [each > 0.05 for each in RISK_THRESHOLDS])
        for row in rows:
            cell = model.index(row, after)
            assert (cell.data(TONE_ROLE) == "warn") == (warned[row] and cell.data() != "0")


def test_that_rows_open_their_people_on_the_side_of_the_cell(qtbot, jobs):
    view = view_of(SizesView, applied_wards(), qtbot, jobs)
    model = view.sizes_model
    view.table.activated.emit(model.index(2, SizeColumn.GROUPS_BEFORE))
    assert (view.analysis.shown_records.reason, len(people_of(view))) == ("in groups of 3–4 in the input", 10)
    view.table.activated.emit(model.index(2, SizeColumn.SIZES))
    assert view.analysis.shown_records.table is view.analysis.output
    view.analysis.show_records(None)
    view.table.activated.emit(model.index(0, SizeColumn.PEOPLE_AFTER))
    assert view.analysis.shown_records.table is view.analysis.input  # nobody is alone after
    view.risks.activated.emit(view.risks_model.index(22, RiskColumn.UP_TO_BEFORE))
    assert plain(view.analysis.shown_records.reason) == "with a risk up to 50 % in the input"
    assert len(people_of(view)) == 10
    view.risks.activated.emit(view.risks_model.index(23, RiskColumn.PEOPLE_BEFORE))
    assert plain(view.analysis.shown_records.reason) == "with a risk above 50 % and up to 100 % in the input"
    assert people_of(view) == {10, 11}


def test_that_a_side_that_is_not_shown_has_no_columns_and_is_not_copied(qtbot, jobs):
    view = view_of(SizesView, applied_wards(), qtbot, jobs)
    view.analysis.set_sides("before")
    settle(qtbot, view)
    assert cells(view.table, 0) == ["alone", "100 %", "2", "2", "16.7 %"]
    assert view.numbers().splitlines()[0] == (
        "Records alike\tHighest risk\tGroups before\tRecords before\tShare before"
    )
    view.kind.segment("risks").click()
    assert view.risks.isVisible()
    assert view.numbers().splitlines()[-1] == "50–100 %\t2\t16.7 %\t100.0 %"
