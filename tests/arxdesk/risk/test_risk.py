"""The Risk perspective and its verdict over real documents, driven as people do."""

import pytest
from PySide6.QtCore import Qt

from arxdesk.analysis.work import AboveRisk, ClassesOf, InClassesOfSize
from arxdesk.core.commands import ChangeAttributes
from arxdesk.risk.perspective import RiskPerspective
from arxdesk.risk.verdict.view import RiskVerdictView
from arxdesk.ui import theme
from arxdesk_engine.analysis.risk.figures import risk_figures
from arxdesk_engine.analysis.risk.verdict import risk_verdict, size_for
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.analysis import OF_FIVE, THRESHOLD_PRESETS, Thresholds
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.risk.reidentification import journalist_risk, prosecutor_risk
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle
from tests.arxdesk.analysis.applied_documents import adult, discharges, keep, picture, plain, put_on, wards
from tests.arxdesk.changes import change_privacy, change_suppression_limit
from tests.lines import lines_of

pytestmark = pytest.mark.usefixtures("english")

WIDTH = 1368
MAKE_SURE = "Make sure that nobody can know more about a person."


@pytest.fixture
def judged(qtbot, jobs):
    """The verdict over a document."""

    def show(document, width=WIDTH):
        view = RiskVerdictView(analysis_of(document, jobs))
        qtbot.addWidget(view)
        view.resize(width, 112)
        view.show()
        settle(qtbot, view)
        return view

    return show


@pytest.fixture
def kept():
    document = wards()
    put_on(document, (0, 0))
    return document


def lines(view):
    return plain(view.details).split("\n")


def relaxed(view):
    """Judge by the highest risk alone."""
    view.analysis.set_thresholds(Thresholds(records_at_risk=1.0, success_rate=1.0))


def test_that_before_anything_is_applied_the_input_is_judged(judged):
    view = judged(wards())
    assert plain(view.sentence) == "Highest risk 100 % (1 in 1), average 42 % (2 in 5): above the threshold of 20 %."
    assert lines(view) == [
        "2 of 12 records (17 %) are unique in this table and could be singled out.",
        "Anonymize to lower it: ask for groups of at least 5.",
    ]
    assert plain(view.show_them.text()) == "Show the 12 records"


def test_that_the_verdict_tells_what_was_what_remains_and_what_to_do(judged, kept):
    view = judged(kept)
    relaxed(view)
    view.field.box.setValue(34)
    assert plain(view.sentence) == "Highest risk 33 % (1 in 3), average 30 % (1 in 3): within the threshold of 34 %."
    assert lines(view) == [
        "Before, 2 of 12 records (17 %) were unique in this table and could be singled out. Now none is.",
        "The highest risk is that of 6 records, in 2 groups of exactly 3; none is above 34 %.",
        f"Before you export: this counts only what the 2 quasi-identifiers tell. {MAKE_SURE}",
    ]


def test_that_a_risk_above_the_threshold_is_said_to_be_above_with_its_people(judged, kept):
    view = judged(kept)
    assert view.threshold == 0.2
    assert plain(view.sentence).endswith("above the threshold of 20 %.")
    assert lines(view)[1:] == [
        "10 of 10 records (100 %) are above the threshold.",
        "To lower it: ask for groups of at least 5 (Configure), or choose another transformation in Explore.",
    ]


def test_that_a_threshold_that_nothing_can_reach_is_not_answered_by_larger_groups(judged, kept):
    view = judged(kept)
    view.analysis.set_thresholds(Thresholds(highest_risk=0.0))
    assert lines(view)[-1] == "No table with records in it has a risk of 0 %: accept a higher one."


def test_that_a_risk_within_the_threshold_promises_nothing_of_sensitive_values(judged):
    document = example_document()
    put_on(document)
    said = (
        "No privacy model limits the disclosure of diagnosis by groups: a value shared by a whole group is disclosed."
    )
    assert lines(judged(document))[-1] == said
    limited = example_document()
    limited.push(change_privacy(limited, (KAnonymity(k=5), LDiversity(attribute="diagnosis", l=2)), "l"))
    put_on(limited)
    view = judged(limited)
    assert "within" in view.sentence
    assert "diagnosis" not in view.details


def test_that_a_risk_at_the_threshold_is_within_it_and_digits_tell_them_apart(judged, kept):
    view = judged(kept)
    relaxed(view)
    view.analysis.set_thresholds(view.analysis.thresholds.model_copy(update={"highest_risk": 1 / 3}))
    assert "within" in view.sentence
    assert "6 records are still at the threshold itself, in 2 groups of exactly 3." in lines(view)
    view.field.box.setValue(33)
    assert plain(view.sentence).startswith("Highest risk 33.3 %")
    assert plain(view.sentence).endswith("above the threshold of 33 %.")


def test_that_an_average_above_its_own_threshold_is_no_verdict_of_within(judged, kept):
    view = judged(kept)
    view.analysis.set_thresholds(Thresholds(highest_risk=0.5, success_rate=0.1))
    assert plain(view.sentence) == (
        "Highest risk 33 % (1 in 3), average 30 % (1 in 3): "
        "the highest is within the threshold of 50 %, the average above that of 10 %."
    )
    assert "an average risk of at most 10 %" in plain(view.details)


def test_that_of_a_research_subset_both_risks_are_told(judged):
    document = discharges(900)
    document.set_sections({"subset": SubsetSettings(random=0.4, seed=2)})
    put_on(document)
    view = judged(document)
    output = document.applied.output
    risk = journalist_risk(output.class_sizes, output.population_sizes).highest
    assert "unique in the research subset" in view.details
    assert f"Without knowing who is in the table the highest risk is {risk * 100:.2g} % (1 in" in plain(view.details)


def test_that_everybody_removed_is_no_success(judged):
    document = wards()
    document.set_sections({"privacy": (KAnonymity(k=13),)})
    document.set_sections({"suppression": document.job.suppression.model_copy(update={"limit": 1.0})})
    put_on(document, (0, 0))
    view = judged(document)
    assert view.sentence == "Nothing is left in the output, so nobody can be found."
    assert lines(view)[0] == "Everything was removed, 12 records: no data are left to use either."
    assert not view.show_them.isVisible()


def test_that_without_quasi_identifiers_nothing_is_claimed(judged, qtbot):
    document = wards()
    roles = {name: AttributeSettings(role=Role.INSENSITIVE) for name in ("sex", "ward")}
    document.push(ChangeAttributes(document, roles, "Role"))
    view = judged(document)
    assert view.sentence == "No column is quasi-identifying. Choose quasi-identifiers in Configure."
    assert not view.show_them.isVisible()
    document.undo_stack.undo()
    settle(qtbot, view)
    assert "above the threshold" in view.sentence


def test_that_the_records_behind_the_verdict_are_shown(judged, kept):
    view = judged(kept)
    view.show_them.click()
    shown = view.analysis.shown_records
    assert shown.reason.replace("\u00a0", " ") == "with a risk above 20 % in the output"
    assert (shown.table, shown.request, shown.origin) == (view.analysis.output, AboveRisk(0.2), "risk")
    assert len(shown.request.run(shown.table, Control())) == 10
    view.analysis.set_thresholds(Thresholds(highest_risk=0.5))
    assert plain(view.show_them.text()) == "Show the 6 records"
    view.show_them.click()
    assert view.analysis.shown_records.request == InClassesOfSize(3, 3)
    assert view.analysis.shown_records.reason == "in groups of exactly 3 in the output"


def test_that_the_explanation_is_asked_for(judged, kept, qtbot):
    view = judged(kept)
    with qtbot.waitSignal(view.analysis.wishes.help_page) as caught:
        view.explain.click()
    assert caught.args == ["attackers"]


def test_that_the_slider_moves_in_whole_percents_and_finer_numbers_can_be_typed(judged, kept):
    view = judged(kept)
    view.field.slider.setValue(7)
    assert view.analysis.thresholds.highest_risk == 0.07
    view.field.box.setValue(33.4)
    assert view.analysis.thresholds.highest_risk == 0.334
    assert view.field.box.text() == "33.4 %"
    view.analysis.set_thresholds(Thresholds(highest_risk=0.05))
    assert view.field.value == 5


def test_that_all_three_thresholds_are_set_in_one_place(judged, kept, qtbot):
    view = judged(kept)
    view.more.click()
    popup = view.popup
    assert popup.isVisible()
    assert {key: field.value for key, field in popup.fields.items()} == {
        "highest_risk": 20,
        "records_at_risk": 5,
        "success_rate": 5,
    }
    popup.fields["records_at_risk"].slider.setValue(100)
    popup.fields["success_rate"].box.setValue(31)
    popup.fields["highest_risk"].box.setValue(40)
    assert view.analysis.thresholds == Thresholds(highest_risk=0.4, records_at_risk=1.0, success_rate=0.31)
    assert view.field.value == 40
    assert "within" in view.sentence
    qtbot.mouseClick(popup.usual, Qt.MouseButton.LeftButton)
    assert view.analysis.thresholds == Thresholds()
    assert not popup.usual.isEnabled()
    popup.close()


def test_that_a_preset_of_the_highest_risk_is_taken_exactly_and_tells_its_source(judged, kept):
    view = judged(kept)
    popup = view.popup
    assert popup.presets.value == OF_FIVE.name
    assert popup.source.text() == f"{OF_FIVE.source}."
    assert popup.presets.keys == ("Own value", *(each.name for each in THRESHOLD_PRESETS))
    for preset in THRESHOLD_PRESETS:
        popup.presets.set_value(preset.name)
        popup.presets.activated.emit(popup.presets.currentIndex())
        assert view.analysis.thresholds == Thresholds(highest_risk=preset.highest_risk)
        assert popup.source.text() == f"{preset.source}."
    view.field.box.setValue(13)
    assert (popup.presets.value, popup.source.text()) == ("Own value", "No preset has this highest risk.")


def test_that_the_plain_sentences_run_on_where_there_is_little_room(judged, kept):
    view = judged(kept, 900)
    assert len(lines(view)) == 1
    view.resize(WIDTH, 112)
    assert len(lines(view)) == 3


def test_that_a_hidden_verdict_catches_up_when_it_is_seen(judged, kept, qtbot):
    view = judged(kept)
    sentence = view.sentence
    view.hide()
    put_on(kept, (1, 2))
    assert view.sentence == sentence
    view.show()
    settle(qtbot, view)
    assert view.sentence != sentence


@pytest.mark.parametrize(("risk", "size"), [(0.2, 5), (0.34, 3), (0.33, 4), (1.0, 1), (0.001, 1000), (0.0, None)])
def test_that_groups_of_the_size_that_is_named_are_large_enough(risk, size):
    assert size_for(risk) == size
    assert size is None or (1 / size <= risk and (size == 1 or 1 / (size - 1) > risk))


def test_that_a_threshold_is_followed_without_a_step_for_each_group(kept):
    document = discharges(4000)
    put_on(document)

    def judge(of):
        analysis_tables = {"before": ClassesOf().run(of, Control())}
        return lines_of(lambda: risk_verdict(risk_figures(analysis_tables, Thresholds(highest_risk=0.1)), ""))

    assert judge(InputTable(document.job, document.dataset)) < 1.3 * judge(InputTable(kept.job, kept.dataset))


def test_that_the_census_example_is_judged_as_the_engine_does(judged, shared):
    document = adult(shared / "data" / "adult")
    put_on(document)
    view = judged(document)
    assert plain(view.sentence) == (
        "Highest risk 20 % (1 in 5), average 1.4 % (1 in 73): within the threshold of 20 %."
    )
    assert lines(view)[0].startswith("Before, 15,512 of 30,162 records (51 %) were unique in this table")
    assert lines(view)[1] == "240 records are still at the threshold itself, in 48 groups of exactly 5."
    assert plain(view.show_them.text()) == "Show the 240 records"


def test_that_the_example_project_is_judged_as_the_engine_does(judged):
    document = example_document()
    put_on(document)
    view = judged(document)
    before = prosecutor_risk(document.result.anonymizer.problem.grouping.input_sizes[0])
    after = prosecutor_risk(document.applied.output.class_sizes)
    share = f"{before.sample_uniques / before.records * 100:.1f}"
    assert f"{before.sample_uniques:,} of {before.records:,} records ({share} %)" in plain(view.details)
    assert plain(view.sentence).startswith(f"Highest risk {after.highest * 100:.2g} %")
    assert f"average {after.average * 100:.2g} %" in plain(view.sentence)


@pytest.fixture
def shown(qtbot, jobs):
    def show(document, size=(WIDTH, 796)):
        perspective = RiskPerspective(analysis_of(document, jobs))
        qtbot.addWidget(perspective)
        perspective.resize(*size)
        perspective.show()
        qtbot.waitUntil(lambda: perspective.distribution.chart.categories != ())
        settle(qtbot, perspective.verdict, perspective.distribution, perspective.attackers)
        return perspective

    return show


def test_that_numbers_of_an_older_configuration_are_marked(shown, kept):
    perspective = shown(kept)
    assert not perspective.notice.isVisible()
    kept.push(change_suppression_limit(kept, 0.1))
    assert perspective.notice.isVisible()
    kept.undo_stack.undo()
    assert not perspective.notice.isVisible()


def test_that_the_threshold_drives_every_view_while_it_moves(shown, kept, qtbot):
    perspective = shown(kept)
    for key in ("sizes", "classes", "look-alikes"):
        perspective.spread.choose(key)
        settle(qtbot, perspective.sizes if key == "sizes" else perspective.distribution)
    perspective.verdict.field.slider.setValue(5)
    assert perspective.attackers.cards["prosecutor"].gauge.values[2] == 0.05
    assert "above 5 %" in plain(perspective.distribution.sentence)
    perspective.verdict.field.slider.setValue(100)
    assert perspective.attackers.cards["prosecutor"].gauge.values[2] == 1.0
    assert "no record had a risk above 100 %; now no record has." in plain(perspective.distribution.sentence)
    perspective.spread.choose("classes")
    settle(qtbot, perspective.classes)
    assert "above 100 %" in plain(perspective.classes.sentence)  # which was hidden while it moved


def test_that_everything_has_a_name(shown, kept, qtbot):
    perspective = shown(kept)
    for view in (perspective.classes, perspective.sizes, perspective.overview):
        assert view.accessibleName()
    card = perspective.attackers.cards["journalist"]
    named = [
        perspective,
        perspective.verdict,
        perspective.verdict.field.box,
        perspective.verdict.field.slider,
        perspective.verdict.more,
        perspective.verdict.popup,
        perspective.spread.bar,
        perspective.achieved.bar,
        perspective.distribution,
        perspective.distribution.chart,
        perspective.classes.kind,
        perspective.classes.chart,
        perspective.sizes.table,
        perspective.sizes.risks,
        perspective.overview.table,
        card,
        card.gauge,
        card.table,
        card.judgement,
    ]
    assert all(each.accessibleName() for each in named)


@pytest.mark.parametrize(("scheme", "scale"), [("light", 1), ("dark", 1), ("light", 2)])
def test_that_the_perspective_is_a_picture_worth_looking_at(shown, kept, qapp, tmp_path, scheme, scale):
    theme.apply(qapp, scheme)
    keep(picture(shown(kept), scale), f"risk-{scheme}-{scale}x", tmp_path)
