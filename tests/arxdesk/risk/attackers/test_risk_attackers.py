"""Three attackers: figures before and after, judged by the thresholds of the project; the seven gauges of old."""

import pytest
from PySide6.QtCore import QPoint, Qt

from arxdesk.analysis.work import AboveRisk
from arxdesk.quality.verdict.view import VerdictView as QualityVerdict
from arxdesk.risk.attackers.population_records import AboveJournalistRisk
from arxdesk.risk.attackers.view import AttackersView
from arxdesk.risk.verdict.view import RiskVerdictView
from arxdesk.ui import words
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle
from tests.arxdesk.analysis.applied_documents import adult, discharges, plain, put_on, wards
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.risk.risk_views import facts_of, people_of, sampled, view_of

pytestmark = pytest.mark.usefixtures("english")

JUDGED = [("Share at risk", "records_at_risk"), ("Highest risk", "highest"), ("Success rate", "success_rate")]


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


def figures_of(card):
    return {row.label: (plain(row.before), plain(row.after)) for row in card.table.rows}


@pytest.mark.parametrize("make", [census, example, subset])
def test_that_all_seven_gauges_are_there_as_the_report_has_them(make, shared, qtbot, jobs):
    document = make(shared)
    view = view_of(AttackersView, document, qtbot, jobs)
    before, after = (facts_of(document, side) for side in ("before", "after"))
    for kind in ("prosecutor", "journalist", "marketer"):
        shown = figures_of(view.cards[kind])
        for label, key in JUDGED if kind != "marketer" else JUDGED[2:]:
            key_of = "average" if kind == "prosecutor" and key == "success_rate" else key
            assert shown[label][0] == words.percent(before[kind][key_of])
            digits = [words.percent(after[kind][key_of], each) for each in (2, 3, 4)]
            assert shown[label][1] in digits  # as many as tell it from what is accepted
    for at, facts in enumerate((before, after)):
        marketer = facts["marketer"]
        shown = figures_of(view.cards["marketer"])
        assert shown["Expected hits"][at] == f"{round(marketer['average'] * marketer['records']):,}"
        assert shown["Right guesses"][at] == words.one_in(marketer["success_rate"])


def test_that_gauges_show_after_before_and_the_threshold_of_the_user(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    assert view.cards["prosecutor"].gauge.values == (pytest.approx(1 / 3), 1.0, 0.2)
    assert view.cards["marketer"].gauge.values == (pytest.approx(0.3), pytest.approx(5 / 12), 0.05)
    view.analysis.set_thresholds(Thresholds(highest_risk=0.4, success_rate=0.35))
    assert view.cards["journalist"].gauge.values[2] == 0.4
    assert view.cards["marketer"].gauge.values[2] == 0.35


def test_that_gauges_have_their_full_size_where_there_is_room(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    gauge = view.cards["marketer"].gauge
    view.resize(812, 240)
    qtbot.waitUntil(lambda: gauge.height() == gauge.minimumSizeHint().height())
    view.resize(812, 366)
    qtbot.waitUntil(lambda: gauge.height() == gauge.sizeHint().height())


def test_that_a_judgement_stands_back_once_it_is_out_of_date(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    judgement = view.cards["prosecutor"].judgement
    assert judgement.tone == "warn"
    document = view.analysis.document
    document.push(change_suppression_limit(document, 0.5))
    assert not document.result_is_current
    assert judgement.tone == "text.3"
    assert judgement.accessibleName().startswith("Out of date.")


@pytest.mark.parametrize("kind", [RiskVerdictView, QualityVerdict])
def test_that_the_icon_of_a_verdict_stands_back_with_it(kind, qtbot, jobs):
    view = kind(analysis_of(applied_wards(), jobs))
    qtbot.addWidget(view)
    document = view.analysis.document
    view.set_verdict("ok", "risk", "Nobody can be found.")
    assert view.tone != "text.3"
    document.push(change_suppression_limit(document, 0.5))
    assert view.tone == "text.3"
    document.undo_stack.undo()
    assert view.tone != "text.3"


@pytest.mark.parametrize(
    ("thresholds", "judged"),
    [
        (Thresholds(), ["above", "above", "above"]),
        (Thresholds(highest_risk=0.34, success_rate=0.3), ["within", "within", "within"]),
        (Thresholds(highest_risk=0.34, success_rate=0.29), ["above", "above", "above"]),
        (Thresholds(highest_risk=0.3, records_at_risk=1.0, success_rate=0.3), ["above", "above", "within"]),
        (Thresholds(highest_risk=0.3, records_at_risk=0.5, success_rate=0.3), ["above", "above", "within"]),
    ],
)
def test_that_each_figure_is_judged_by_its_own_threshold(thresholds, judged, qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    view.analysis.set_thresholds(thresholds)
    assert [card.judgement.text for card in view.cards.values()] == judged
    rows = {row.label: row for row in view.cards["prosecutor"].table.rows}
    assert rows["Highest risk"].is_above is (thresholds.highest_risk < 1 / 3)
    at_risk = 0.6 if thresholds.highest_risk == 0.3 else 0.0 if thresholds.highest_risk > 1 / 3 else 1.0
    assert rows["Share at risk"].is_above is (at_risk > thresholds.records_at_risk)
    assert rows["Success rate"].is_above is (thresholds.success_rate < 0.3)
    assert plain(rows["Success rate"].accepted) == words.percent(thresholds.success_rate)


def test_that_two_coincide_without_a_research_subset_and_are_told_apart_with_one(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    same = "Looks for anyone. Without a research subset the same as the prosecutor."
    assert view.cards["journalist"].sentence.text() == same
    assert figures_of(view.cards["journalist"]) == figures_of(view.cards["prosecutor"])
    other = view_of(AttackersView, sampled(), qtbot, jobs)
    assert other.cards["journalist"].sentence.text() == "Looks for anyone and does not know who is in the table."
    assert figures_of(other.cards["journalist"]) != figures_of(other.cards["prosecutor"])


@pytest.mark.parametrize(("kind", "request_type"), [("prosecutor", AboveRisk), ("journalist", AboveJournalistRisk)])
def test_that_shares_at_risk_open_just_the_people_that_they_count(kind, request_type, qtbot, jobs):
    document = sampled()
    view = view_of(AttackersView, document, qtbot, jobs)
    view.analysis.set_thresholds(Thresholds(highest_risk=0.07 if kind == "prosecutor" else 0.02))
    table = view.cards[kind].table
    assert table.links == [(0, "before"), (0, "after")]
    places = {name: left + width - 6 for name, left, width in table._columns()}
    for side in ("before", "after"):
        qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=QPoint(places[side], 36))
        shown = view.analysis.shown_records
        assert shown.table is view.analysis.tables[side]
        assert isinstance(shown.request, request_type)
        sizes, population = document.result.anonymizer.problem.grouping.input_sizes
        if side == "after":
            sizes, population = document.applied.output.class_sizes, document.applied.output.population_sizes
        compared = sizes if kind == "prosecutor" else population
        assert len(people_of(view)) == int(sizes[1 / compared > view.analysis.thresholds.highest_risk].sum()) > 0


def test_that_nobody_at_risk_is_no_link(qtbot, jobs):
    document = discharges(1500)
    put_on(document)
    view = view_of(AttackersView, document, qtbot, jobs)
    assert view.cards["prosecutor"].table.links == [(0, "before")]
    assert view.cards["marketer"].table.links == []


def test_that_what_is_technical_stands_in_the_hints(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    table = view.cards["prosecutor"].table
    assert "share at risk" in table.hint_at(36)
    assert "12 records before, 10 records after" in table.hint_at(36)
    assert "1 divided by the size of the group" in table.hint_at(60)
    assert "Prosecutor" in view.cards["prosecutor"].sentence.toolTip()


def test_that_one_side_alone_is_judged_where_it_is_chosen(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    view.analysis.set_sides("before")
    settle(qtbot, view)
    card = view.cards["prosecutor"]
    assert card.gauge.values == (1.0, None, 0.2)
    assert card.table.headings == ("", "before", "")
    assert "mark" not in view.legend.accessibleName()
    view.analysis.set_sides("after")
    settle(qtbot, view)
    assert card.gauge.values == (pytest.approx(1 / 3), None, 0.2)
    assert card.table.headings == ("", "", "after")


def test_that_nobody_left_is_judged_by_nobody(qtbot, jobs):
    document = wards()
    document.set_sections({"suppression": document.job.suppression.model_copy(update={"limit": 1.0})})
    document.set_sections({"privacy": (KAnonymity(k=13),)})
    put_on(document, (0, 0))
    view = view_of(AttackersView, document, qtbot, jobs)
    card = view.cards["prosecutor"]
    assert not card.judgement.isVisible()
    assert card.gauge.values == (None, 1.0, 0.2)
    assert figures_of(card)["Highest risk"] == ("100 %", "–")


def test_that_cards_stand_below_each_other_in_little_room_and_gauges_in_a_row_otherwise(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    cards = list(view.cards.values())
    assert len({card.gauge.mapTo(view, card.gauge.rect().topLeft()).y() for card in cards}) == 1
    assert max(card.width() for card in cards) - min(card.width() for card in cards) <= 2
    view.resize(420, 356)
    qtbot.waitUntil(lambda: cards[1].y() > cards[0].y())
    assert cards[1].x() == cards[0].x()


def test_that_the_figures_are_copied(qtbot, jobs):
    view = view_of(AttackersView, applied_wards(), qtbot, jobs)
    lines = plain(view.numbers()).splitlines()
    assert lines[0] == "Attacker\tFigure\tBefore\tAfter\tAccepted"
    assert "Prosecutor\tHighest risk\t100 %\t33 %\t20 %" in lines
    assert len(lines) == 1 + 3 + 3 + 3
