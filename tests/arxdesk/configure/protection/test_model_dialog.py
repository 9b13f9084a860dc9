"""The dialog for a privacy model: choosing, filling in, being told what is wrong, leaving."""

from __future__ import annotations

import html
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from arxdesk.configure.protection.model_dialog import ModelContext, PrivacyModelDialog
from arxdesk.configure.protection.model_form import FormContext
from arxdesk.configure.protection.model_lines import HEADING, HEADING_ROLE
from arxdesk.ui import theme
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import LANGUAGES, LanguageCode, in_language
from arxdesk_engine.job.job import model_from
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.model import RandomSubset
from arxdesk_engine.privacy.size import KAnonymity, KMap

CONTEXT = ModelContext(
    {"age": Role.QUASI_IDENTIFYING, "diagnosis": Role.SENSITIVE, "income": Role.SENSITIVE},
    lambda names: f"costs {len(names)}",
    FormContext({"age": 4, "sex": 1}),
    {"k-map": "No subset yet."},
)


@pytest.fixture
def dialog(qtbot) -> PrivacyModelDialog:
    made = PrivacyModelDialog(CONTEXT)
    qtbot.addWidget(made)
    made.show()
    return made


def test_that_models_against_the_same_stand_under_one_heading(dialog):
    def headings() -> list[str]:
        found = (dialog.list.item(row).data(HEADING_ROLE) for row in range(dialog.list.count()))
        return [each for each in found if each]

    assert headings() == [
        f"Against {kind}" for kind in dict.fromkeys(model.description.against for model in MODELS.values())
    ]
    dialog.search.setText("l-diversity")
    assert headings() == ["Against disclosure of values"]


def test_that_promises_of_three_lines_are_shown_whole(dialog):
    room = QRect(0, 0, dialog.list.viewport().width() - 16, 1000)
    for row in range(dialog.list.count()):
        item = dialog.list.item(row)
        promise = MODELS[str(item.data(Qt.ItemDataRole.UserRole))].description.promise
        lines = QFontMetrics(theme.font("caption")).boundingRect(room, Qt.TextFlag.TextWordWrap, promise).height()
        heading = HEADING if item.data(HEADING_ROLE) else 0
        assert item.sizeHint().height() - heading >= 5 + 18 + lines + 4


def test_that_values_are_taken_from_a_model_of_the_same_kind(qtbot):
    closeness = model_from({"model": "t-closeness", "attribute": "income", "t": 0.35, "variant": "ordered"})
    diversity = model_from({"model": "l-diversity", "attribute": "income", "l": 4})
    made = PrivacyModelDialog(replace(CONTEXT, others=(closeness, diversity, KAnonymity(k=7))))
    qtbot.addWidget(made)
    made.show()

    def offered() -> list[str]:
        texts = [made.usual.itemText(row) for row in range(made.usual.count())]
        return [text for text in texts if text.startswith("Same as")]

    made.choose("t-closeness")
    assert offered() == [f"Same as for income: {closeness.title}"]
    made.columns.set_checked(["diagnosis"])
    made.columns.changed.emit()
    made.usual.setCurrentIndex(made.usual.count() - 1)
    made.usual.activated.emit(made.usual.currentIndex())
    assert made.models == (closeness.model_copy(update={"attribute": "diagnosis"}),)
    made.choose("k-anonymity")
    assert offered() == ["Same as 7-anonymity"]


def test_that_the_model_that_is_changed_is_not_offered_to_itself(qtbot):
    one, other = KAnonymity(k=7), KAnonymity(k=3)
    made = PrivacyModelDialog(replace(CONTEXT, others=(one, other)), edited=one)
    qtbot.addWidget(made)
    texts = [made.usual.itemText(row) for row in range(made.usual.count())]
    assert [text for text in texts if text.startswith("Same as")] == ["Same as 3-anonymity"]


def test_that_estimators_say_what_they_assume(dialog):
    dialog.choose("population-uniqueness")
    combo = dialog.form.field("estimator")
    estimator = MODELS["population-uniqueness"].description.parameter("estimator")
    for place, (key, _words) in enumerate(estimator.choices):
        assert combo.itemData(place, Qt.ItemDataRole.ToolTipRole).casefold().startswith(key)


def test_that_all_models_are_listed_and_found_by_what_they_do(dialog):
    assert dialog.list.count() == len(MODELS)
    dialog.search.setText("disclosure of values")
    shown = [row for row in range(dialog.list.count()) if not dialog.list.item(row).isHidden()]
    assert len(shown) == 4
    assert dialog.chosen == "l-diversity"
    dialog.search.setText("nothing like it")
    assert dialog.chosen == ""
    assert not dialog.foot.primary.isEnabled()
    dialog.search.clear()
    dialog.choose("k-map")
    assert dialog.chosen == "k-map"


NUMBERS = [
    (name, parameter.name)
    for name in MODELS
    for parameter in MODELS[name].description.parameters
    if parameter.kind.is_number and parameter.when is None
]


@pytest.mark.parametrize(("name", "parameter"), NUMBERS)
@pytest.mark.parametrize("text", ["-1", "word"])
def test_that_a_value_that_is_not_allowed_is_told_beside_its_field(dialog, name, parameter, text):
    dialog.choose(name)
    assert dialog.help_mark.topic == f"privacy/{name}"
    if dialog.columns.isVisible():
        dialog.columns.tick("diagnosis")
    field, note = dialog.form.field(parameter), dialog.form.note(parameter)
    assert dialog.foot.primary.isEnabled()
    field.setText(text)
    assert not dialog.foot.primary.isEnabled()
    assert field.property("problem")
    assert "not allowed" in note.text()
    assert note.isVisible()
    assert dialog.consequence.kind == "error"
    dialog.foot.accepted.emit()
    assert dialog.isVisible(), "nothing is added"
    dialog.form.set_values({parameter: MODELS[name].description.parameter(parameter).initial})
    dialog._judge()
    assert dialog.foot.primary.isEnabled()


def test_that_faults_of_several_values_together_are_told_below(dialog):
    dialog.choose("delta-presence")
    dialog.form.field("dmin").setText("50")
    assert "larger than dmax" in dialog.consequence.text.text()
    dialog.choose("average-risk")
    dialog.form.field("highest").setText("20")
    assert "Records is missing" in dialog.consequence.text.text()


def test_that_the_consequence_follows_what_is_typed(dialog):
    dialog.form.field("k").clear()
    QTest.keyClicks(dialog.form.field("k"), "20")
    assert "fewer than 20 people" in dialog.consequence.text.text()
    QTest.keyClick(dialog.form.field("k"), Qt.Key.Key_Return)
    assert dialog.models == (KAnonymity(k=20),)
    assert not dialog.isVisible()


def test_that_usual_values_fill_the_form(dialog):
    dialog.choose("l-diversity")
    dialog.columns.tick("income")
    dialog.usual.setCurrentIndex(dialog.usual.findText("Recursive (4, 3)-diversity"))
    dialog.usual.activated.emit(dialog.usual.currentIndex())
    assert dialog.form.field("c").isVisible()
    assert dialog.models[0].title == "recursive (4, 3)-diversity of income"


def test_that_fields_that_mean_nothing_are_hidden(dialog):
    dialog.choose("l-diversity")
    assert not dialog.form.field("c").isVisible()
    dialog.choose("differential-privacy")
    way = dialog.form.field("way")
    for key, shown in (
        ("scheme", {"scheme"}),
        ("levels", {"scheme", "levels"}),
        ("search", {"search_budget", "steps"}),
    ):
        way.setCurrentIndex(way.findData(key))
        names = {"scheme", "levels", "search_budget", "steps"}
        assert {name for name in names if dialog.form.field(name).isVisible()} == shown


def test_that_levels_are_chosen_by_hand(dialog):
    dialog.choose("differential-privacy")
    way = dialog.form.field("way")
    way.setCurrentIndex(way.findData("levels"))
    dialog.form.field("levels")._boxes["age"].setValue(3)
    assert dialog.models[0].levels == {"age": 3}
    assert dialog.models[0].scheme == "medium"


@pytest.mark.parametrize(
    ("kind", "text", "subset"),
    [("", "", None), ("expression", "age >= 18", "age >= 18"), ("file", "part.csv", "part.csv")],
)
def test_that_a_research_subset_is_that_of_the_project_or_named(dialog, kind, text, subset):
    dialog.choose("k-map")
    field = dialog.form.field("subset")
    field.choose(kind)
    field._text.setText(text)
    assert dialog.models == (KMap(k=5, subset=subset),)


def test_that_a_random_subset_has_share_and_seed(dialog):
    dialog.choose("k-map")
    field = dialog.form.field("subset")
    field.choose("random")
    field._share.setText("25")
    field._seed.setText("3")
    assert dialog.models == (KMap(k=5, subset=RandomSubset(random=0.25, seed=3)),)
    field._share.setText("0")
    assert dialog.models == ()


def test_that_columns_that_are_not_sensitive_are_named_with_the_cost(dialog):
    dialog.choose("t-closeness")
    assert dialog.columns.checked == ()
    assert not dialog.foot.primary.isEnabled()
    dialog.columns.tick("age")
    dialog.columns.tick("income")
    assert dialog.made_sensitive == ("age",)
    assert "Age becomes sensitive (costs 1)" in dialog.consequence.text.text()
    assert [model.sensitive_attribute for model in dialog.models] == ["income", "age"]


def test_that_an_edited_model_stays_of_its_kind_and_about_one_column(qtbot):
    model = MODELS["t-closeness"](attribute="income", t=0.3, variant="ordered")
    dialog = PrivacyModelDialog(CONTEXT, model)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.list.count() == 1
    assert not dialog.search.isVisible()
    assert dialog.models == (model,)
    dialog.columns.tick("diagnosis")
    assert dialog.models == (model.model_copy(update={"attribute": "diagnosis"}),)


def test_that_the_formula_unfolds(dialog):
    assert not dialog.formula.isVisible()
    dialog.formula_link.click()
    assert dialog.formula.isVisible()
    assert "1 / k" in dialog.formula.toPlainText()
    dialog.formula_link.click()
    assert not dialog.formula.isVisible()


def test_that_what_a_model_lacks_in_the_project_is_said(dialog):
    dialog.choose("k-map")
    assert "No subset yet." in dialog._needs.text()


def test_that_values_in_an_order_are_compared_by_it_and_what_cannot_be_met_is_told(qtbot):
    salaries = np.ones(30_000, np.int64)
    context = ModelContext(
        {"ward": Role.SENSITIVE, "income": Role.SENSITIVE},
        lambda _names: "",
        FormContext({}),
        in_order={"income"},
        counts=lambda name: salaries if name == "income" else np.array([10_000, 20_000]),
    )
    dialog = PrivacyModelDialog(context)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.choose("t-closeness")
    dialog.columns.tick("income")
    assert dialog.form.said["variant"] == "ordered"
    dialog.columns.tick("income", on=False)
    dialog.columns.tick("ward")
    assert dialog.form.said["variant"] == "equal"
    assert "apart" not in dialog.consequence.text.text()
    variant = dialog.form.field("variant")
    variant.setCurrentIndex(variant.findData("equal"))
    variant.activated.emit(variant.currentIndex())
    dialog.columns.tick("ward", on=False)
    dialog.columns.tick("income")
    assert dialog.form.said["variant"] == "equal"  # what somebody has chosen stays
    told = html.unescape(dialog.consequence.text.text()).replace("\u00a0", " ")
    assert "30,000 values" in told
    assert "24,000 of the 30,000 records" in told
    assert 'Choose "in an order"' in told


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_notes_are_shown_whole(qtbot, code: LanguageCode):
    with in_language(code):
        dialog = PrivacyModelDialog(CONTEXT)
        qtbot.addWidget(dialog)
        dialog.show()
        for model in MODELS:
            dialog.choose(model)
            qtbot.wait(1)
            notes = [dialog.form.note(name) for name in dialog.form.fields]
            shown = [note for note in notes if note.isVisible()]
            assert all(note.height() >= note.heightForWidth(note.width()) for note in shown), model
            assert all(note.parentWidget().rect().contains(note.geometry()) for note in shown), model
