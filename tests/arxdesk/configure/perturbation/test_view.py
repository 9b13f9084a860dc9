"""The perturbations of a job in the window: a card for each, a dialog for every method, each change as one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.configure.limits.view import LimitsView
from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.configure.perturbation.dialog import PerturbationDialog, PerturbedColumn
from arxdesk.configure.perturbation.form import PerturbationForm, title_of
from arxdesk.configure.perturbation.view import PerturbationView
from arxdesk.configure.perturbation.weights_field import WeightsField
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.tables.check_list import CheckList
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.job.job import perturbation_from
from arxdesk_engine.perturbation import METHODS
from arxdesk_engine.perturbation.fields import FieldKind, fields_of

LEFT = Qt.MouseButton.LeftButton
NUMBER, TEXT = ValueType(DataType.INTEGER), ValueType()
COLUMNS = (
    PerturbedColumn("sex", Role.QUASI_IDENTIFYING, TEXT, 2, is_free=False),
    PerturbedColumn("town", Role.INSENSITIVE, TEXT, 40, is_free=True),
    PerturbedColumn("county", Role.INSENSITIVE, TEXT, 5, is_free=True),
    PerturbedColumn("income", Role.SENSITIVE, NUMBER, 90, is_free=True),
    PerturbedColumn("rent", Role.SENSITIVE, NUMBER, 80, is_free=False),
    PerturbedColumn("name", Role.IDENTIFYING, TEXT, 99, is_free=False),
)
PRAM = perturbation_from({"method": "pram", "columns": ["note"], "seed": 7})


@pytest.fixture
def shown(qtbot, small_document: Document):
    """A view of the perturbations given."""

    def show(*perturbations) -> tuple[PerturbationView, Document]:
        small_document.set_sections({"perturbation": perturbations})
        view = PerturbationView(small_document)
        qtbot.addWidget(view)
        view.resize(420, 320)
        view.show()
        return view, small_document

    return show


def dialog_of(qtbot, edited=None, **options) -> PerturbationDialog:
    dialog = PerturbationDialog(COLUMNS, edited, **options)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def form_of(dialog: PerturbationDialog) -> PerturbationForm:
    assert dialog.form is not None
    return dialog.form


def tick(dialog: PerturbationDialog, field: str, *names: str) -> None:
    found = form_of(dialog).fields[field]
    assert isinstance(found, CheckList)
    for name in names:
        found.tick(name)


def offered(dialog: PerturbationDialog, field: str) -> list[str]:
    found = form_of(dialog).fields[field]
    assert isinstance(found, CheckList)
    found.set_checked([each.name for each in COLUMNS])
    return list(found.checked)


def test_that_an_empty_job_says_so_and_offers_to_add(shown):
    view, _document = shown()
    assert view.note.text() == "No column is perturbed."
    QTest.mouseClick(view.add, LEFT)
    assert view.dialog is not None
    assert view.dialog.isVisible()
    view.dialog.reject()


def test_that_every_perturbation_has_a_card(shown):
    view, document = shown(PRAM)
    (card,) = view.cards
    assert (card.title.text(), card.columns.text()) == ("PRAM", "note")
    assert PRAM.sentence in card.accessibleName()
    document.set_sections({"perturbation": ()})
    assert view.cards == ()


def test_that_a_perturbation_is_added_changed_and_removed_as_steps(shown):
    view, document = shown()
    view.ask()
    dialog = view.dialog
    dialog.choose("pram")
    tick(dialog, "columns", "note")
    QTest.mouseClick(dialog.foot.primary, LEFT)
    (added,) = document.job.perturbation
    assert (added.method, added.columns) == ("pram", ("note",))
    QTest.mouseClick(view.cards[0].edit, LEFT)
    form_of(view.dialog).fields["seed"].setValue(12)
    QTest.mouseClick(view.dialog.foot.primary, LEFT)
    assert document.job.perturbation[0].seed == 12
    QTest.mouseClick(view.cards[0].remove, LEFT)
    assert document.job.perturbation == ()
    for expected in (12, 0):
        document.undo_stack.undo()
        assert document.job.perturbation[0].seed == expected
    document.undo_stack.undo()
    assert document.job.perturbation == ()


def test_that_nothing_changes_while_a_search_runs(qtbot, small_document):
    limits = LimitsView(small_document)
    qtbot.addWidget(limits)
    small_document.set_sections({"perturbation": (PRAM,)})
    small_document.set_locked(True)
    assert not limits.perturbation.add.isEnabled()
    assert not limits.perturbation.cards[0].edit.isEnabled()
    small_document.set_locked(False)
    assert limits.perturbation.add.isEnabled()


def test_that_an_obstacle_leads_to_the_perturbations(qtbot, small_document):
    small_document.set_sections({"perturbation": (perturbation_from({"method": "pram", "columns": ["age"]}),)})
    perspective = ConfigurePerspective(small_document, Jobs(small_document))
    qtbot.addWidget(perspective)
    perspective.show()
    (obstacle,) = [each for each in small_document.obstacles if each.section == "perturbation"]
    assert "is quasi-identifying" in obstacle.text
    perspective.lead_to(obstacle)
    assert perspective.focusWidget() is perspective.limits_view.perturbation.add


def test_that_a_change_makes_the_result_stale(small_document):
    from arxdesk.core.freshness import asks_the_same  # noqa: PLC0415 - for this question alone

    changed = small_document.job.model_copy(update={"perturbation": (PRAM,)})
    assert not asks_the_same(small_document.job, changed, small_document.dataset.names)


@pytest.mark.parametrize("method", METHODS)
def test_that_every_method_has_a_form_of_all_its_settings(qtbot, method):
    dialog = dialog_of(qtbot)
    dialog.choose(method)
    in_forms = {each.name for each in fields_of(METHODS[method]) if each.kind is not FieldKind.OTHER}
    assert set(form_of(dialog).fields) == in_forms
    assert dialog.perturbation is None
    assert not dialog.foot.primary.isEnabled()


def test_that_columns_are_offered_that_suit_a_method(qtbot):
    dialog = dialog_of(qtbot)
    dialog.choose("pram")
    assert offered(dialog, "columns") == ["town", "county", "income"]
    assert offered(dialog, "strata") == ["sex", "town", "county", "income", "rent"]
    dialog.choose("mdav")
    assert offered(dialog, "columns") == ["income"]


def test_that_settings_have_their_defaults_until_they_are_changed(qtbot):
    dialog = dialog_of(qtbot)
    dialog.choose("pram")
    tick(dialog, "columns", "town")
    assert dialog.perturbation == perturbation_from({"method": "pram", "columns": ["town"]})
    assert dialog.perturbation.model_fields_set == {"method", "columns"}
    form_of(dialog).fields["alpha"].setValue(0.25)
    assert dialog.perturbation.alpha == 0.25


def test_that_places_go_from_the_coarsest_to_the_finest(qtbot):
    dialog = dialog_of(qtbot, has_households=True)
    dialog.choose("record-swapping")
    tick(dialog, "columns", "town", "county")
    tick(dialog, "risk_columns", "sex")
    assert dialog.perturbation.columns == ("county", "town")


def test_that_households_are_asked_for_where_a_method_needs_them(qtbot):
    dialog = dialog_of(qtbot)
    dialog.choose("record-swapping")
    tick(dialog, "columns", "town")
    tick(dialog, "risk_columns", "sex")
    assert dialog.perturbation is None
    assert "household" in dialog.consequence.accessibleName()


def test_that_a_column_in_two_fields_is_told(qtbot):
    dialog = dialog_of(qtbot)
    dialog.choose("pram")
    tick(dialog, "columns", "town")
    tick(dialog, "strata", "town")
    assert dialog.perturbation is None
    assert "whose cells are changed" in dialog.consequence.accessibleName()


def test_that_what_only_job_files_say_stays_as_it_was(qtbot):
    matrix = {"a": {"a": 0.5, "b": 0.5}}
    edited = perturbation_from({"method": "pram", "columns": ["town"], "matrix": matrix, "invariant": False})
    dialog = dialog_of(qtbot, edited)
    assert dialog.perturbation == edited
    form_of(dialog).fields["seed"].setValue(3)
    assert dialog.perturbation.matrix == matrix
    assert dialog.perturbation.seed == 3


def test_that_ticked_keys_have_an_importance(qtbot):
    edited = perturbation_from(
        {"method": "local-suppression", "columns": ["town", "county"], "k": 4, "importance": {"county": 5}}
    )
    dialog = dialog_of(qtbot, edited)
    assert dialog.perturbation == edited
    weights = form_of(dialog).fields["importance"]
    assert isinstance(weights, WeightsField)
    assert {name: box.value() for name, box in weights.boxes.items()} == {"town": 1, "county": 5}
    weights.boxes["town"].setValue(3)
    assert dialog.perturbation.importance == {"town": 3, "county": 5}
    columns = form_of(dialog).fields["columns"]
    assert isinstance(columns, CheckList)
    columns.tick("county", on=False)
    assert dialog.perturbation.importance == {"town": 3}
    tick(dialog, "columns", "income")
    assert list(weights.boxes) == ["town", "income"]


def test_that_the_order_of_edited_columns_stays(qtbot):
    edited = perturbation_from({"method": "local-suppression", "columns": ["county", "town"], "k": 4})
    dialog = dialog_of(qtbot, edited)
    assert dialog.perturbation == edited


def test_that_a_table_without_a_column_that_suits_says_so(qtbot):
    dialog = PerturbationDialog(COLUMNS[:1])
    qtbot.addWidget(dialog)
    assert "No column suits it." in dialog.consequence.accessibleName()
    assert form_of(dialog).fields["columns"].isHidden()  # an empty list says nothing


def test_that_settings_are_named_in_words():
    assert [title_of(each) for each in ("swap_rate", "k", "columns")] == ["Swap rate", "k", "Columns"]
