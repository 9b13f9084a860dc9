"""The dialog before a search: what it says, what it proposes, and what it takes over."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from arxdesk.core.document import Document
from arxdesk.explore.search.algorithm_words import ALGORITHM_WORDS
from arxdesk.explore.search.dialog import LARGE, AnonymizeDialog, SearchFacts
from arxdesk.explore.search.recoding_choice import SECONDS
from arxdesk.help.window import shown_help
from arxdesk_engine.job.population import SamplingSettings
from arxdesk_engine.job.search import GroupwiseSettings, LocalRecodingSettings, SearchSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.profitability import Profitability
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.search.heuristics.genetic_settings import GeneticSettings
from tests.arxdesk.analysis.applied_documents import discharges, plain
from tests.arxdesk.changes import change_privacy

FACTS = SearchFacts(12_960, 9, 30_162)


@pytest.fixture
def made(qtbot):
    def make(settings: SearchSettings | None = None, facts: SearchFacts = FACTS) -> AnonymizeDialog:
        dialog = AnonymizeDialog(facts, settings or SearchSettings())
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def choose(dialog: AnonymizeDialog, algorithm: str) -> None:
    """As a person does by the keyboard."""
    dialog.algorithm.setFocus()
    steps = dialog.algorithm.keys.index(algorithm) - dialog.algorithm.currentIndex()
    for _ in range(abs(steps)):
        QTest.keyClick(dialog.algorithm, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
    assert dialog.algorithm.value == algorithm


def test_that_the_facts_are_those_of_the_document(small_document: Document):
    assert SearchFacts.of(small_document) == SearchFacts(4, 2, 8)


def test_that_it_says_what_will_be_searched_and_why_so(made):
    dialog = made()
    assert FACTS.lead == "Search 12,960 transformations"
    assert "9 quasi-identifiers in 30,162 records" in FACTS.sentence
    assert dialog.algorithm.keys == tuple(ALGORITHM_WORDS)
    assert dialog.algorithm.value == "optimal"
    assert "satisfies the privacy models" in FACTS.sentence
    assert dialog.why.accessibleName().startswith("Proposed. With 12,960 transformations it usually proves")


def test_that_a_second_draw_is_not_taken_lightly():
    once, again = (SearchFacts(4500, 6, 10_000, is_drawn=True, is_again=is_again) for is_again in (False, True))
    assert "twice" not in once.sentence
    assert "spends the budget twice" in again.sentence


def test_that_for_very_many_it_does_not_promise_a_proof(made):
    dialog = made(facts=SearchFacts(LARGE + 1, 24, 30_000))
    assert "may be out of reach" in dialog.why.accessibleName()
    assert "how far" in dialog.why.accessibleName()


def test_that_return_starts_with_the_settings_as_they_were(made, qtbot):
    settings = SearchSettings(algorithm="flash", time_limit=2.5, check_limit=100, seed=3)
    dialog = made(settings)
    assert (dialog.seconds.text(), dialog.checks.text()) == ("2.5", "100")
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog.algorithm, Qt.Key.Key_Return)
    assert dialog.settings == settings


def test_that_what_the_dialog_does_not_show_is_kept(made):
    settings = SearchSettings(
        local_recoding=LocalRecodingSettings(iterations=7), genetic=GeneticSettings(iterations=9), seed=5
    )
    dialog = made(settings)
    dialog.seconds.setText("10")
    assert dialog.settings == settings.model_copy(update={"time_limit": 10.0})


def test_that_recoding_in_steps_is_a_choice_that_keeps_the_settings_of_the_project(made):
    dialog = made()
    ways = dialog.recoding.ways
    assert dialog.recoding.way == "none"
    ways["iterated"].click()
    assert dialog.settings.recoding_settings == LocalRecodingSettings()
    ways["none"].click()
    assert dialog.settings == SearchSettings()
    asked = LocalRecodingSettings(iterations=7, suppression_limit=0.5)
    again = made(SearchSettings(local_recoding=asked))
    assert again.recoding.way == "iterated"
    assert again.settings.local_recoding == asked


def test_that_only_recoding_by_groups_takes_seconds_and_a_defence(made):
    dialog = made()
    choice, height = dialog.recoding, dialog.height()
    assert not choice.seconds.isVisible()
    choice.ways["groupwise"].click()
    assert choice.seconds.isVisible()
    assert dialog.height() > height
    assert dialog.settings.recoding_settings == GroupwiseSettings(time_limit=SECONDS)
    choice.seconds.setText("2.5")
    choice.defend.click()
    assert dialog.settings.recoding_settings == GroupwiseSettings(time_limit=2.5, defence="public-splits")
    choice.seconds.setText("")
    assert dialog.settings.recoding_settings == GroupwiseSettings(defence="public-splits")
    choice.seconds.setText("0")
    assert dialog.foot.note.text() == "This must be more than 0."
    assert not dialog.foot.primary.isEnabled()
    choice.ways["none"].click()
    assert dialog.foot.primary.isEnabled()
    assert dialog.settings == SearchSettings()
    assert dialog.height() == height


def test_that_recoding_by_groups_is_taken_over_from_the_project(made):
    asked = SearchSettings(recoding="groupwise", recoding_time_limit=4.0, defence="public-splits")
    dialog = made(asked)
    assert dialog.recoding.way == "groupwise"
    assert (dialog.recoding.seconds.text(), dialog.recoding.defend.isChecked()) == ("4", True)
    assert dialog.settings == asked


def test_that_models_may_leave_only_one_scale_and_keep_what_the_project_asks_for(made):
    asked = SearchSettings(recoding="groupwise")
    unfit = made(asked, SearchFacts(12, 2, 8, unfit=dict.fromkeys(("groupwise", "iterated"), "Not possible with it.")))
    assert unfit.recoding.way == "none"
    assert [button.isEnabled() for button in unfit.recoding.ways.values()] == [True, False, False]
    assert unfit.settings == asked


def test_that_models_may_leave_all_ways_but_groups(made):
    dialog = made(SearchSettings(recoding="groupwise"), SearchFacts(12, 2, 8, unfit={"groupwise": "Not by groups."}))
    choice = dialog.recoding
    assert [button.isEnabled() for button in choice.ways.values()] == [True, False, True]
    assert choice.way == "none"
    assert "Not by groups." in [label.text() for label in choice.findChildren(QLabel)]
    choice.ways["iterated"].click()
    assert dialog.settings.recoding_settings == LocalRecodingSettings()


@pytest.mark.parametrize(
    ("model", "unfit"),
    [
        (Profitability(), {"groupwise"}),
        (Profitability(attack=False), set()),
        (Profitability(attacker="journalist"), {"groupwise", "iterated"}),
        (KAnonymity(k=2), set()),
    ],
)
def test_that_models_rule_out_ways_of_recoding_with_their_names(model, unfit):
    document = discharges(60)
    document.push(change_privacy(document, (model,), "Change the model"))
    found = SearchFacts.of(document).unfit
    assert set(found) == unfit
    assert all(model.title in reason for reason in found.values())


def test_that_what_a_way_keeps_is_said_where_it_is_known(made):
    dialog = made(facts=SearchFacts(12, 2, 8, kept={"none": 0.772, "groupwise": 0.949}))
    said = [plain(each.text()) for each in dialog.recoding.findChildren(QLabel)]
    assert [each for each in said if each.startswith("keeps")] == [
        "keeps 77.2 % of the detail",
        "keeps 94.9 % of the detail",
    ]


def test_that_another_algorithm_is_chosen_by_keys_and_the_proposal_taken_back(made):
    dialog = made()
    choose(dialog, "genetic")
    assert dialog.settings.algorithm == "genetic"
    assert "proves nothing" in dialog.how.text()
    assert dialog.why.accessibleName().startswith("Optimal is proposed.")
    assert dialog.algorithm.toolTip() == 'In a job: algorithm = "genetic"'
    dialog.why.link_activated.emit("proposed")
    assert dialog.settings == SearchSettings()


def test_that_only_chance_has_a_seed_and_parameters(made):
    dialog = made()
    assert not dialog.seed.isVisible()
    assert not dialog.more.isVisible()
    height = dialog.height()
    choose(dialog, "genetic")
    assert dialog.seed.isVisible()
    QTest.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert all(edit.isVisible() for edit in dialog.genetic.values())
    dialog.seed.setText("12")
    dialog.genetic["iterations"].setText("80")
    dialog.genetic["elite_fraction"].setText("0.1")
    genetic = GeneticSettings(iterations=80, elite_fraction=0.1)
    assert dialog.settings == SearchSettings(algorithm="genetic", seed=12, genetic=genetic)
    choose(dialog, "optimal")
    assert not dialog.genetic["iterations"].isVisible()
    assert dialog.height() == height


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("time_limit", "0", "more than 0"),
        ("time_limit", "soon", "not a number"),
        ("check_limit", "0", "1 or more"),
        ("check_limit", "2.5", "not a number"),
        ("genetic.iterations", "0", "1 or more"),
        ("genetic.mutation_probability", "1.5", "1 or less"),
        ("genetic.iterations", "", "not a number"),
    ],
)
def test_that_a_wrong_number_is_marked_and_nothing_starts(made, field: str, text: str, said: str):
    dialog = made(SearchSettings(algorithm="genetic"))
    before = dialog.settings
    edit = dialog.edits[field]
    good = edit.text()
    edit.setText(text)
    assert edit.property("problem")
    assert said in dialog.foot.note.text()
    assert not dialog.foot.primary.isEnabled()
    assert dialog.settings == before
    edit.setText(good)
    assert not edit.property("problem")
    assert (dialog.foot.note.text(), dialog.foot.primary.isEnabled()) == ("", True)


def test_that_shares_that_do_not_go_together_are_told(made):
    dialog = made(SearchSettings(algorithm="genetic"))
    dialog.genetic["elite_fraction"].setText("0.9")
    assert not dialog.foot.primary.isEnabled()
    assert "must not exceed the whole" in dialog.foot.note.text()


def test_that_wrong_parameters_that_are_not_shown_keep_nobody_from_starting(made):
    dialog = made(SearchSettings(algorithm="genetic"))
    dialog.genetic["iterations"].setText("no")
    choose(dialog, "optimal")
    assert dialog.foot.primary.isEnabled()
    assert dialog.settings == SearchSettings()


def test_that_the_records_that_count_are_told(small_document: Document):
    small_document.set_sections({"subset": SubsetSettings(select="age < 14")})
    facts = SearchFacts.of(small_document)
    assert facts.records == 4
    assert "2 quasi-identifiers in 4 records of the 8 in the table" in facts.sentence
    small_document.set_sections({"subset": None, "sampling": SamplingSettings(fraction=0.75, seed=1)})
    assert SearchFacts.of(small_document).records == 6
    small_document.set_sections({"sampling": None, "subset": SubsetSettings(file="others.csv")})
    assert "8 records, of which those of the research subset count" in SearchFacts.of(small_document).sentence


def test_that_levels_of_what_is_only_aggregated_are_no_choice(small_document: Document):
    assert small_document.transformations == 4
    whole = small_document.settings_of("age").model_copy(
        update={"transformation": "microaggregate", "function": "arithmetic-mean"}
    )
    small_document.set_attribute("age", whole)
    assert small_document.transformations == 1
    clusters = whole.model_copy(update={"transformation": "cluster-microaggregate"})
    small_document.set_attribute("age", clusters)
    assert small_document.transformations == 4


def test_that_differential_privacy_leaves_nothing_to_choose(made, small_document: Document):
    model = DifferentialPrivacy(epsilon=1.0, delta=1e-3, search_budget=0.5)
    small_document.push(change_privacy(small_document, (model,), "Differential privacy", mergeable=False))
    facts = SearchFacts.of(small_document)
    dialog = made(facts=facts)
    assert facts.lead == "Draw one of 4 transformations"
    assert "at random" in facts.sentence
    assert not dialog.algorithm.isVisible()
    assert dialog.foot.primary.isEnabled()


def test_that_the_help_about_searching_is_one_click_away(made):
    dialog = made()
    QTest.mouseClick(dialog.help, Qt.MouseButton.LeftButton)
    assert "goes on exactly where it ended" in shown_help().page.toPlainText().replace("\n", " ")


def test_that_tab_goes_through_everything_in_the_order_of_the_eye(made, qtbot):
    dialog = made(SearchSettings(algorithm="genetic"))
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    dialog.algorithm.setFocus()
    order = [dialog.focusWidget()]
    for _ in range(12):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        order.append(dialog.focusWidget())
    wanted = [dialog.algorithm, dialog.seconds, dialog.checks, dialog.seed, dialog.more, dialog.foot.primary]
    places = [order.index(widget) for widget in wanted]
    assert places == sorted(places)
