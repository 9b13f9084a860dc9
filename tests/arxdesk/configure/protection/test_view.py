"""The privacy models of a job: every one has its card, and nothing that a job asks for is hidden."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from arxdesk.configure.protection import model_card
from arxdesk.configure.protection.model_dialog import PrivacyModelDialog
from arxdesk.configure.protection.view import PrivacyView
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.core.session.loading_work import load
from arxdesk.help.window import shown_help
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.model import PrivacyModel, RandomSubset
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.analysis.applied_documents import plain

LEFT = Qt.MouseButton.LeftButton

EXAMPLES = {
    "k-anonymity": {"k": 5},
    "event-anonymity": {"k": 5, "m": 2},
    "history-anonymity": {"k": 5},
    "k-map": {"k": 10, "subset": "age >= 12"},
    "km-anonymity": {"attribute": "note", "k": 5, "m": 2},
    "l-diversity": {"attribute": "note", "variant": "recursive", "l": 3, "c": 4.0},
    "t-closeness": {"attribute": "note", "variant": "ordered", "t": 0.2},
    "delta-presence": {"dmin": 0.05, "dmax": 0.15},
    "delta-disclosure": {"attribute": "note", "delta": 1.0, "absent_values": "violating"},
    "beta-likeness": {"attribute": "note", "variant": "enhanced", "beta": 2.0},
    "average-risk": {"threshold": 0.1, "highest": 0.2, "records": 0.05},
    "sample-uniqueness": {"threshold": 0.01},
    "population-uniqueness": {"threshold": 0.01, "estimator": "pitman", "region": "Germany"},
    "differential-privacy": {"epsilon": 1.0, "delta": 1e-6, "scheme": "medium", "levels": {"age": 2}},
    "profitability": {"attacker": "prosecutor", "attack": False},
}


def example(name: str) -> PrivacyModel:
    return MODELS[name].model_validate(EXAMPLES[name])


EVERY = tuple(example(name) for name in EXAMPLES)


@pytest.fixture
def shown(qtbot, small_document: Document):
    """A view of the models given, wide enough for three cards side by side; `note` is sensitive."""

    def show(*models: PrivacyModel, **sections: object) -> tuple[PrivacyView, Document]:
        job = small_document.job.model_copy(update={"privacy": models, **sections})
        document = Document(job, small_document.dataset, small_document.hierarchies, None, small_document)
        document.set_attribute("note", document.settings_of("note").model_copy(update={"role": Role.SENSITIVE}))
        jobs = Jobs(document)
        view = PrivacyView(document, jobs)
        qtbot.addWidget(view, before_close_func=lambda _view: jobs.wait())
        view.resize(720, 320)
        view.show()
        return view, document

    return show


def titles(view: PrivacyView) -> list[str]:
    return [plain(card.title.text()) for card in view.cards]


def test_that_there_is_an_example_and_a_protection_for_every_model():
    assert EXAMPLES.keys() == MODELS.keys()
    assert all(model.description.protects_against and model.description.term for model in MODELS.values())


@pytest.mark.parametrize("name", MODELS)
def test_that_a_card_tells_title_sentence_and_what_it_protects_against(shown, name: str):
    model = example(name)
    view, _document = shown(model)
    (card,) = view.cards
    assert card.isVisible()
    assert plain(card.title.text()).lower() == model.title.lower()
    assert plain(card.sentence.text()).replace("\u00a0", " ") == model.sentence
    assert card.protects.text().startswith("Protects against: ")
    assert "{" not in card.protects.text()
    assert "disclosure" in card.protects.toolTip()
    if model.sensitive_attribute is not None:
        assert "note" in card.protects.text()
        assert card.protects.toolTip() == f"{model.description.term} of note"
    assert card.more.accessibleName() == f"More for {model.title}"
    of_people = ("event-anonymity", "history-anonymity")
    assert ("k" in card.fields.boxes) == (name in ("k-anonymity", "k-map", "km-anonymity", *of_people))
    for part in (card.title, card.sentence, card.protects):
        assert part.height() >= part.heightForWidth(part.width()), "all of the text is seen"


def test_that_all_models_are_shown_in_the_order_of_the_job(shown):
    for models in (EVERY, EVERY[::-1]):
        view, _document = shown(*models)
        assert [title.lower() for title in titles(view)] == [model.title.lower() for model in models]
        assert view.caption == f"{len(EVERY)} active"
        assert all(card.isVisible() for card in view.cards)


@pytest.mark.parametrize("place", range(len(EVERY)))
def test_that_each_model_is_removed_as_one_step_that_undo_takes_back(shown, place: int):
    view, document = shown(*EVERY)
    view.cards[place].action(model_card.REMOVE).trigger()
    assert document.job.privacy == (*EVERY[:place], *EVERY[place + 1 :])
    assert document.undo_stack.undoText() == f"Remove {EVERY[place].title}"
    assert view.caption == f"{len(EVERY) - 1} active"
    assert len(view.cards) == len(EVERY) - 1
    document.undo_stack.undo()
    assert document.job.privacy == EVERY
    assert [title.lower() for title in titles(view)] == [model.title.lower() for model in EVERY]
    assert not document.modified


def test_that_the_keyboard_stays_where_a_card_was_removed(shown, qtbot):
    view, _document = shown(*EVERY[:3])
    with qtbot.waitActive(view):
        view.activateWindow()
    view.cards[2].action(model_card.REMOVE).trigger()
    assert view.focusWidget() is view.cards[1].more
    view.cards[0].action(model_card.REMOVE).trigger()
    assert view.focusWidget() is view.cards[0].more
    view.cards[0].action(model_card.REMOVE).trigger()
    assert view.cards == ()
    assert view.focusWidget() is view.add


def test_that_k_is_changed_in_its_place_and_the_other_models_stay(shown, qtbot):
    others = (example("t-closeness"), example("average-risk"))
    view, document = shown(others[0], KAnonymity(k=5), others[1])
    with qtbot.waitActive(view):
        view.activateWindow()
    card = view.cards[1]
    card.k.setFocus()
    for k in (6, 7, 8):
        card.k.setValue(k)
    assert document.job.privacy == (others[0], KAnonymity(k=8), others[1])
    assert document.undo_stack.count() == 1
    assert view.cards[1] is card
    assert card.k.hasFocus()
    assert titles(view)[1] == "8-anonymity"
    document.undo_stack.undo()
    assert document.job.privacy == (others[0], KAnonymity(k=5), others[1])
    assert card.k.value() == 5


def test_that_a_k_typed_in_is_taken(shown):
    view, document = shown(example("sample-uniqueness"), KAnonymity(k=5))
    field = view.cards[1].k
    field.selectAll()
    QTest.keyClicks(field, "12")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert document.job.privacy[1] == KAnonymity(k=12)


def test_that_of_two_k_anonymities_each_card_changes_its_own(shown):
    view, document = shown(KAnonymity(k=3), KAnonymity(k=9))
    view.cards[1].k.setValue(4)
    assert document.job.privacy == (KAnonymity(k=3), KAnonymity(k=4))
    view.cards[0].k.setValue(6)
    assert document.undo_stack.count() == 2, "two cards share no step"
    document.undo_stack.undo()
    assert document.job.privacy == (KAnonymity(k=3), KAnonymity(k=4))


@pytest.mark.parametrize("k", [1, 2, 2_000_000, 2**31 - 1])
def test_that_any_k_of_a_job_is_shown_as_it_is_and_fits_its_field(shown, k: int):
    view, document = shown(KAnonymity(k=k))
    field = view.cards[0].k
    assert field.value() == k
    assert field.fontMetrics().horizontalAdvance(field.text()) < field.lineEdit().width()
    assert document.undo_stack.count() == 0


def filled(view: PrivacyView, model: PrivacyModel) -> PrivacyModelDialog:
    """The dialog as a person fills it in to add a model."""
    view.add.click()
    dialog = view.dialog
    assert isinstance(dialog, PrivacyModelDialog)
    dialog.choose(model.model)
    if model.sensitive_attribute is not None:  # first: the variant that is proposed depends on the column
        dialog.columns.set_checked([])
        dialog.columns.tick(model.sensitive_attribute)
    dialog.form.show_model(model.model_dump(mode="json", exclude_none=True))
    dialog._judge()
    return dialog


@pytest.mark.parametrize("name", MODELS)
def test_that_every_model_is_added_changed_and_taken_back(shown, name: str):
    model = example(name)
    view, document = shown(KAnonymity(k=2))
    filled(view, model).foot.primary.click()
    assert document.job.privacy == (KAnonymity(k=2), model)
    assert document.undo_stack.undoText() == f"Add {model.title}"
    view.cards[1].action(model_card.EDIT).trigger()
    assert view.dialog.chosen == name
    view.dialog.reject()
    assert document.job.privacy == (KAnonymity(k=2), model)
    assert document.undo_stack.count() == 1
    view.cards[1].action(model_card.EDIT).trigger()
    assert view.dialog.models == (model,), "the form shows the model as it is"
    view.dialog.foot.primary.click()
    assert document.job.privacy == (KAnonymity(k=2), model)
    document.undo_stack.setIndex(0)
    assert document.job.privacy == (KAnonymity(k=2),)


FITTING = EXAMPLES | {
    "t-closeness": {"attribute": "note", "variant": "equal", "t": 0.2},
    "delta-presence": {"dmin": 0.05, "dmax": 0.15, "subset": "age >= 12"},
}


@pytest.mark.parametrize("name", MODELS)
def test_that_the_engine_takes_what_every_form_says(shown, name: str):
    view, document = shown()
    if MODELS[name].model_validate(FITTING[name]).item_combinations is not None:
        document.set_column(replace(document.dataset["note"], type=ValueType(DataType.SET)))
    if MODELS[name].needs_person:
        document.set_attribute("sex", document.settings_of("sex").model_copy(update={"role": Role.IDENTIFYING}))
        document.declare({"person": "sex"})
    filled(view, MODELS[name].model_validate(FITTING[name])).foot.primary.click()
    assert document.obstacles == ()
    problem = Anonymizer.formulate(_seeded(document.job), document.dataset, document.hierarchies).problem
    assert len(problem.privacy) == 1


def _seeded(job: Job) -> Job:
    """The job with a seed for what is drawn: of so few records a random sample may have none."""
    models = (each.model_copy(update={"seed": 1}) if hasattr(each, "seed") else each for each in job.privacy)
    return job.model_copy(update={"privacy": tuple(models)})


def test_that_a_defect_of_counting_is_told_and_what_a_person_can_cause_is_not(shown):
    view, document = shown(KAnonymity(k=2))
    told: list[object] = []
    document.wishes.failure.connect(told.append)
    defect = ValueError("a defect")
    view._breaking._leave_uncounted(InvalidJob(Problem("job", "is wrong")))
    view._breaking._leave_uncounted(defect)
    assert told == [defect]


def test_that_cancel_adds_nothing(shown):
    view, document = shown(KAnonymity(k=2))
    filled(view, example("t-closeness")).foot.cancel.click()
    assert document.job.privacy == (KAnonymity(k=2),)
    assert document.undo_stack.count() == 0


def test_that_several_columns_get_a_model_each_and_become_sensitive_in_one_step(shown):
    view, document = shown()
    view.add.click()
    view.dialog.choose("l-diversity")
    assert view.dialog.columns.checked == ("note",), "the only sensitive column is meant"
    view.dialog.columns.tick("sex")
    assert "leaves 1 quasi-identifier" in view.dialog.consequence.text.text()
    view.dialog.foot.primary.click()
    assert [model.sensitive_attribute for model in document.job.privacy] == ["note", "sex"]
    assert document.settings_of("sex").role is Role.SENSITIVE
    document.undo_stack.undo()
    assert document.job.privacy == ()
    assert document.settings_of("sex").role is Role.QUASI_IDENTIFYING


def test_that_a_model_is_paused_and_resumed(shown, tmp_path: Path):
    view, document = shown(KAnonymity(k=5), example("average-risk"))
    view.cards[0].active.click()
    assert document.job.privacy == (example("average-risk"),)
    assert document.job.paused == (KAnonymity(k=5),)
    assert view.caption == "1 active, 1 paused"
    card = view.cards[1]
    assert not card.active.isChecked()
    assert card.property("layer") == "paused"
    assert "Paused." in card.problem.text.text()
    assert document.undo_stack.undoText() == "Pause 5-anonymity"
    card.k.setValue(7)
    assert document.job.paused == (KAnonymity(k=7),)
    card.active.click()
    assert document.job.privacy == (example("average-risk"), KAnonymity(k=7))
    assert document.job.paused == ()
    document.undo_stack.setIndex(0)
    assert document.job.privacy == (KAnonymity(k=5), example("average-risk"))


def test_that_a_project_whose_only_model_is_paused_cannot_be_searched(shown):
    view, document = shown(KAnonymity(k=5))
    view.cards[0].active.click()
    assert any(each.section == "privacy" for each in document.obstacles), "nothing protects any more"


def test_that_a_paused_model_says_what_making_its_column_sensitive_costs_and_resumes_with_it(shown):
    view, document = shown(KAnonymity(k=2), example("l-diversity").model_copy(update={"attribute": "sex"}))
    text = view.cards[1].problem.text.text().replace("&nbsp;", " ")
    assert "sex is quasi-identifying, and a model on it needs the role sensitive." in text
    assert "leaves 1 quasi-identifier, 4 transformations" in text
    view.cards[1].problem.text.linkActivated.emit("pause")
    assert len(document.job.paused) == 1
    view.cards[1].problem.text.linkActivated.emit("sensitive")
    assert document.settings_of("sex").role is Role.SENSITIVE
    assert len(document.job.privacy) == 2
    document.undo_stack.undo()
    assert document.settings_of("sex").role is Role.QUASI_IDENTIFYING
    assert len(document.job.paused) == 1


def test_that_parameters_are_copied_to_all_of_the_kind(shown):
    one = example("t-closeness")
    other = one.model_copy(update={"attribute": "sex", "t": 0.5, "variant": "equal"})
    view, document = shown(one, KAnonymity(k=2), other)
    view.cards[0].action(model_card.COPY).trigger()
    assert document.job.privacy == (one, KAnonymity(k=2), one.model_copy(update={"attribute": "sex"}))
    assert document.undo_stack.count() == 1
    view, _document = shown(one)
    assert not view.cards[0].action(model_card.COPY).isEnabled()


def test_that_a_model_is_duplicated_for_another_column(shown):
    view, document = shown(example("t-closeness"))
    view.cards[0].action(model_card.DUPLICATE).trigger()
    assert view.dialog.columns.checked == ()
    assert not view.dialog.foot.primary.isEnabled()
    view.dialog.columns.tick("age")
    view.dialog.foot.primary.click()
    assert document.job.privacy[1] == example("t-closeness").model_copy(update={"attribute": "age"})


@pytest.mark.parametrize(
    ("name", "parameter", "shown_value", "value"),
    [
        ("k-map", "k", 12, 12),
        ("l-diversity", "l", 2, 2.0),
        ("l-diversity", "c", 3.5, 3.5),
        ("t-closeness", "t", 0.15, 0.15),
        ("delta-presence", "dmax", 20.0, 0.2),
        ("delta-disclosure", "delta", 1.5, 1.5),
        ("beta-likeness", "beta", 0.5, 0.5),
        ("average-risk", "threshold", 7.0, 0.07),
        ("sample-uniqueness", "threshold", 0.1, 0.001),
        ("population-uniqueness", "threshold", 2.0, 0.02),
        ("differential-privacy", "epsilon", 2.0, 2.0),
    ],
)
def test_that_the_common_parameters_are_changed_on_the_card(shown, name, parameter, shown_value, value):
    view, document = shown(example(name))
    view.cards[0].fields.boxes[parameter].setValue(shown_value)
    assert getattr(document.job.privacy[0], parameter) == value
    assert document.job.privacy[0] == MODELS[name].model_validate({**EXAMPLES[name], parameter: value})


def test_that_the_column_is_changed_on_the_card(shown):
    view, document = shown(example("t-closeness"))
    document.push(change_roles(document, ["sex"], Role.SENSITIVE))
    view.refresh()
    combo = view.cards[0].fields.column
    combo.setCurrentText("sex")
    combo.activated.emit(combo.currentIndex())
    assert document.job.privacy[0].sensitive_attribute == "sex"


def test_that_limits_that_contradict_each_other_are_told_and_not_taken(shown):
    view, document = shown(example("delta-presence"))
    view.cards[0].fields.boxes["dmin"].setValue(50.0)
    assert document.job.privacy == (example("delta-presence"),)
    assert "Not changed." in view.cards[0].problem.text.text()
    assert "larger than dmax" in view.cards[0].problem.text.text()


def test_that_records_that_break_a_model_are_counted_in_the_background(shown, qtbot):
    view, _document = shown(KAnonymity(k=2))
    qtbot.waitUntil(view.cards[0].breaking.isVisible, timeout=10_000)
    assert view.cards[0].breaking.text() == "Records that break it now: 8"
    view.cards[0].k.setValue(3)
    assert not view.cards[0].breaking.isVisible(), "an old number is not shown"
    qtbot.waitUntil(view.cards[0].breaking.isVisible, timeout=10_000)


@pytest.mark.parametrize("name", MODELS)
def test_that_every_model_has_a_formula_one_click_away(shown, name: str):
    view, _document = shown(example(name))
    view.cards[0].formula.click()
    assert shown_help().topic == (f"privacy/{name}", "Formula")


def test_that_without_any_model_that_is_said(shown):
    view, _document = shown()
    assert view.caption == ""
    assert view._empty.isVisible()
    view._empty.action_triggered.emit()
    view.dialog.foot.primary.click()
    assert view.cards[0].isVisible()


def test_that_a_locked_document_locks_every_card_and_still_shows_it(shown):
    view, document = shown(*EVERY)
    document.set_locked(True)
    for card in view.cards:
        for control in (card.more, card.fields, card.active):
            assert not control.isEnabled()
        assert card.isVisible()
    assert not view.add.isEnabled()
    assert not view.presets.isEnabled()
    document.set_locked(False)
    assert all(card.more.isEnabled() and card.fields.isEnabled() for card in view.cards)
    assert view.add.isEnabled()


def test_that_a_model_whose_column_is_not_sensitive_stays_says_so_and_is_refused_as_before(shown):
    model = example("l-diversity")
    view, document = shown(KAnonymity(k=2), model)
    card = view.cards[1]
    assert not card.problem.isVisible()
    document.push(change_roles(document, ["note"], Role.INSENSITIVE))
    assert card.problem.isVisible()
    assert "note is insensitive, and a model on it needs the role sensitive." in card.problem.text.text()
    assert document.job.privacy[1] == model
    with pytest.raises(InvalidJob, match='"note" is insensitive'):
        Anonymizer.formulate(document.job, document.dataset, document.hierarchies)
    card.problem.text.linkActivated.emit("sensitive")
    assert document.settings_of("note").role is Role.SENSITIVE
    assert not card.problem.isVisible()
    assert document.undo_stack.count() == 2


def test_that_a_column_that_is_not_there_is_said_and_cannot_be_made_sensitive(shown):
    view, _document = shown(MODELS["beta-likeness"](attribute="diagnosis", beta=1.0))
    text = view.cards[0].problem.text.text()
    assert "The table has no such column." in text
    assert 'href="sensitive"' not in text
    assert 'href="pause"' in text


def test_that_a_subset_or_a_population_that_is_missing_is_said(shown):
    presence, estimated = example("delta-presence"), MODELS["k-map"](k=5, estimator="poisson")
    unknown = MODELS["population-uniqueness"](threshold=0.1)
    view, _document = shown(presence, estimated, unknown)
    texts = [card.problem.text.text() if card.problem.isVisible() else "" for card in view.cards]
    assert "needs a research subset" in texts[0]
    assert "needs the size of the population" in texts[1]
    assert "needs the size of the population" in texts[2]
    population = PopulationSettings(region="USA")
    view, _document = shown(presence, estimated, unknown, example("k-map"), population=population)
    assert not any(card.problem.isVisible() for card in view.cards)


@pytest.mark.parametrize(
    ("model", "sections", "told"),
    [
        (KAnonymity(k=3), {}, ""),
        (example("k-map"), {}, "Research subset: age >= 12"),
        (
            MODELS["delta-presence"](dmax=0.5, subset=RandomSubset(random=0.2, seed=7)),
            {},
            "Research subset: 20 % at random, seed 7",
        ),
        (MODELS["k-map"](k=3, subset="/data/part.csv"), {}, "Research subset: the records of part.csv"),
        (
            MODELS["k-map"](k=3, estimator="zero_truncated_poisson", significance=0.05, population=1_000_000),
            {},
            "Estimator: zero truncated poisson; significance: 0.05; population: 1,000,000",
        ),
        (
            MODELS["population-uniqueness"](threshold=0.1),
            {"population": PopulationSettings(sampling_fraction=0.01)},
            "Population: the table is 1 % of it",
        ),
        (
            MODELS["population-uniqueness"](threshold=0.1),
            {"population": PopulationSettings(size=5000)},
            "Population: 5,000",
        ),
        (example("delta-disclosure"), {}, "Absent values: violating"),
        (example("differential-privacy"), {}, "Scheme: medium; levels: age 2"),
        (
            MODELS["differential-privacy"](epsilon=1.0, delta=1e-6, search_budget=0.2, steps=2000, seed=3),
            {},
            "Search budget: 0.2; steps: 2,000; seed: 3",
        ),
        (
            example("profitability"),
            {"costs": Costs(publisher_benefit=1500.0, adversary_cost=2.5)},
            "Benefit 1,500, loss 300; the attacker gains 300 and pays 2.5",
        ),
    ],
)
def test_that_a_card_tells_whatever_else_the_job_asks_of_its_model(shown, model, sections, told: str):
    view, _document = shown(model, **sections)
    card = view.cards[0]
    assert plain(card.parameters.text()) == told
    assert card.parameters.isVisible() == bool(told)


def test_that_long_names_and_a_narrow_pane_leave_every_card_whole(shown, qtbot):
    name = "Hauptentlassungsdiagnose_nach_ICD-10-GM_laut_Krankenhausinformationssystem"
    view, _document = shown(
        MODELS["t-closeness"](attribute=name, t=0.2, variant="hierarchical"),
        MODELS["l-diversity"](attribute=name, l=2),
    )
    for width in (334, 480, 720):
        view.resize(width, 243)
        QCoreApplication.processEvents()
        assert view._grid.horizontalScrollBar().maximum() == 0
        for card in view.cards:
            for part in (card.title, card.sentence, card.protects):
                if part.isHidden():
                    continue  # a card with a problem tells of that alone
                assert part.height() >= part.heightForWidth(part.width())
                assert part.mapTo(card, part.rect().topRight()).x() < card.width()


def test_that_a_job_with_every_model_is_saved_and_opened_again_as_it_was(qtbot, tmp_path: Path):
    (tmp_path / "people.csv").write_text("age,sex,note\n10,m,a\n11,f,b\n12,m,c\n")
    (tmp_path / "part.csv").write_text("age,sex,note\n10,m,a\n")
    subset = MODELS["delta-presence"](dmin=0.1, dmax=0.9, subset="part.csv")
    first = tmp_path / "first.toml"
    first.write_text(
        '[data]\npath = "people.csv"\n[attributes.age]\nrole = "quasi-identifying"\n'
        '[attributes.note]\nrole = "sensitive"\n[costs]\npublisher_benefit = 7.0\n[population]\nsize = 1000\n'
    )
    job = load_job(first)
    wanted = (*EVERY, subset)
    job.model_copy(update={"privacy": wanted}).at(first).save(first)
    project = load(first, Control())
    document = Document(project.job, project.dataset, project.hierarchies, first)
    view = PrivacyView(document, Jobs(document))
    qtbot.addWidget(view)
    assert len(view.cards) == len(wanted)
    view.cards[0].k.setValue(4)
    second = tmp_path / "second.toml"
    document.job.saved_at(second).save(second)
    again = load_job(second)
    assert again.privacy == (KAnonymity(k=4), *wanted[1:])
    assert again.costs.publisher_benefit == 7.0
    assert again.population == PopulationSettings(size=1000)
    reopened = load(second, Control())
    assert Document(reopened.job, reopened.dataset, {}, second).job.privacy == document.job.privacy
