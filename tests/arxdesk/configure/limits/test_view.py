"""Every setting of suppression, quality, population, costs and sample, through its controls."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from arxdesk.configure.forms.section_form import chosen
from arxdesk.configure.limits.quality_form import BALANCED, COMBINED, WITHOUT_SUPPRESSION
from arxdesk.configure.limits.view import LimitsView
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.help.window import shown_help
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.job.population import PopulationSettings, SamplingSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.quality import MODELS
from arxdesk_engine.risk.population import REGIONS


@pytest.fixture
def view(qtbot, small_document: Document) -> LimitsView:
    made = LimitsView(small_document)
    qtbot.addWidget(made)
    made.resize(400, 700)
    made.show()
    return made


def pick(combo, key: str) -> None:
    """Choose as a person does."""
    combo.setCurrentIndex(combo.findData(key))
    combo.activated.emit(combo.currentIndex())


def enter(edit, text: str) -> None:
    edit.setText(text)
    edit.editingFinished.emit()


@pytest.mark.parametrize("name", MODELS)
def test_that_every_quality_model_is_chosen_with_what_it_can_be_told(view, small_document, name: str):
    if name == next(iter(MODELS)):
        pick(view.quality.model, "height")
    pick(view.quality.model, name)
    assert small_document.job.quality.model == name
    assert small_document.undo_stack.undoText() == f"Quality model {MODELS[name].description.name}"
    assert view.quality._meaning.text() == MODELS[name].description.meaning
    view.quality.formula.click()
    assert shown_help().topic == (f"quality/{name}", "")
    form = view.quality
    assert form.aggregate.isVisible() == (name in COMBINED)
    assert form.balance.isVisible() == (name in BALANCED)
    assert form.monotonic.isVisible() == (name in WITHOUT_SUPPRESSION)
    assert form.attacker.isVisible() == (name == "publisher-payout")
    assert form.targets.isVisible() == (name == "classification")
    if name == "classification":
        form.targets.tick("note")
        form.features.tick("age")
        assert small_document.job.quality.targets == ("note",)
        assert small_document.job.quality.features == ("age",)
        assert "1 to predict, from 1 column." in form._prediction.text()
    problem = Anonymizer.formulate(small_document.job, small_document.dataset, small_document.hierarchies).problem
    assert isinstance(problem.quality, MODELS[name])


@pytest.mark.parametrize("name", MODELS)
def test_that_what_is_offered_is_what_the_engine_has_a_use_for(name: str):
    assert (name in COMBINED) <= (MODELS[name].DEFAULT_AGGREGATE is not None)


def test_that_the_aggregate_is_that_of_the_model_unless_chosen(view, small_document):
    assert chosen(view.quality.aggregate) == "geometric-mean"
    pick(view.quality.aggregate, "maximum")
    assert small_document.job.quality.aggregate == "maximum"
    pick(view.quality.aggregate, "geometric-mean")
    assert small_document.job.quality.aggregate is None


def test_that_the_slider_says_what_to_do_when_in_doubt_in_one_step(view, small_document):
    for value in (0.4, 0.3, 0.2):
        view.quality.balance.box.setValue(value)
    assert small_document.job.quality.generalization_suppression_factor == 0.2
    assert small_document.undo_stack.count() == 1


def test_that_variant_and_attacker_are_chosen(view, small_document):
    pick(view.quality.model, "precision")
    view.quality.monotonic.click()
    assert small_document.job.quality.monotonic_variant
    pick(view.quality.model, "publisher-payout")
    pick(view.quality.attacker, "journalist")
    assert small_document.job.quality.attacker == "journalist"


def test_that_targets_follow_the_roles(view, small_document):
    pick(view.quality.model, "classification")
    assert len(view.quality.features._model.entries) == 2
    small_document.push(change_roles(small_document, ["sex"], Role.IDENTIFYING))
    assert [entry.key for entry in view.quality.targets._model.entries] == ["age", "note"]
    assert [entry.key for entry in view.quality.features._model.entries] == ["age"]


def test_that_values_of_removed_records_are_hidden_where_it_is_said(view, small_document):
    view.suppression.sensitive.click()
    view.suppression.insensitive.click()
    assert small_document.job.suppression.sensitive
    assert small_document.job.suppression.insensitive
    small_document.undo_stack.undo()
    assert not view.suppression.insensitive.isChecked()


@pytest.mark.parametrize("region", REGIONS)
def test_that_every_region_is_a_population(view, small_document, region: str):
    pick(view.population.kind, region)
    assert small_document.job.population == PopulationSettings(region=region)
    assert "1 in" in view.population.consequence.text()


def test_that_a_population_is_a_number_or_a_share(view, small_document):
    pick(view.population.kind, "size")
    assert small_document.job.population.size == 80
    enter(view.population.number, "1,000,000")
    assert small_document.job.population == PopulationSettings(size=1_000_000)
    assert view.population.consequence.text() == "The table is about 1 in 125,000."
    pick(view.population.kind, "fraction")
    enter(view.population.share, "2.5")
    assert small_document.job.population == PopulationSettings(sampling_fraction=0.025)
    assert view.population.consequence.text() == "The table is about 1 in 40 of 320 people."
    pick(view.population.kind, "none")
    assert small_document.job.population is None
    small_document.undo_stack.undo()
    assert chosen(view.population.kind) == "fraction"


@pytest.mark.parametrize(("kind", "text"), [("size", "0"), ("size", "many"), ("size", ""), ("fraction", "200")])
def test_that_a_population_that_is_none_is_told_and_not_taken(view, small_document, kind: str, text: str):
    pick(view.population.kind, kind)
    before = small_document.job.population
    edit = view.population.number if kind == "size" else view.population.share
    enter(edit, text)
    assert small_document.job.population == before
    assert edit.property("problem")
    assert view.population.consequence.property("tone") == "error"


def test_that_a_population_smaller_than_the_table_is_told(view, small_document):
    pick(view.population.kind, "size")
    enter(view.population.number, "5")
    assert "smaller than the sample" in view.population.consequence.text()


def test_that_a_population_smaller_than_the_table_may_hold_a_research_subset(view, small_document):
    small_document.set_sections({"population": PopulationSettings(size=3), "subset": SubsetSettings(base="none")})
    assert view.population.consequence.text() == "The share of the records that count is known after a search."
    assert view.population.consequence.property("tone") != "error"
    assert not any(obstacle.section == "population" for obstacle in small_document.obstacles)
    small_document.set_sections({"subset": None})
    assert "smaller than the sample" in view.population.consequence.text()


@pytest.mark.parametrize("name", Costs.model_fields)
def test_that_every_amount_is_changed(view, small_document, name: str):
    enter(view.costs.fields[name], "12.5")
    assert getattr(small_document.job.costs, name) == 12.5
    enter(view.costs.fields[name], "-1")
    assert getattr(small_document.job.costs, name) == 12.5
    assert view.costs.fields[name].property("problem")
    small_document.undo_stack.undo()
    assert small_document.job.costs == Costs()
    assert not view.costs.fields[name].property("problem")


def test_that_the_group_size_without_attacks_follows_the_amounts(view):
    assert "from groups of 76 on" in view.costs.consequence.text()
    enter(view.costs.fields["adversary_cost"], "0")
    assert "no group is large enough" in view.costs.consequence.text()


def test_that_a_sample_is_drawn_instead(view, small_document):
    view.sampling.on.click()
    assert small_document.job.sampling == SamplingSettings(fraction=0.1)
    enter(view.sampling.share, "50")
    enter(view.sampling.seed, "7")
    assert small_document.job.sampling == SamplingSettings(fraction=0.5, seed=7)
    assert "About 4 records are shared" in view.sampling.consequence.text()
    enter(view.sampling.share, "0")
    assert view.sampling.share.property("problem")
    assert small_document.job.sampling == SamplingSettings(fraction=0.5, seed=7)
    view.sampling.on.click()
    assert small_document.job.sampling is None


def test_that_everything_is_locked_while_searching(view, small_document):
    small_document.set_locked(True)
    for control in (
        *(view.suppression.limit, view.quality.model, view.population.kind),
        *(view.costs.fields["adversary_gain"], view.sampling.on),
    ):
        assert not control.isEnabled()
    small_document.set_locked(False)
    assert view.quality.model.isEnabled()


def test_that_long_words_do_not_make_the_pane_wider_than_it_is(view, small_document):
    pick(view.quality.model, "normalized-non-uniform-entropy")
    view.resize(330, 500)
    QTest.qWait(20)
    assert view.body.horizontalScrollBar().maximum() == 0
