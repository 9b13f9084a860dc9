"""The number of records that is allowed of each person, chosen in the window."""

import pytest

from arxdesk.configure.limits.person_form import PerPersonForm
from arxdesk.configure.limits.view import LimitsView
from arxdesk.core.audit_words import differences
from arxdesk.core.commands import DeclareColumn
from arxdesk.core.document import Document
from arxdesk.core.freshness import asks_the_same
from arxdesk.core.session.loading_work import load
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.data_source import PerPersonSettings
from tests.arxdesk.configure.test_person_column import JOB, ROWS


@pytest.fixture
def document(tmp_path, qtbot):
    (tmp_path / "visits.csv").write_text(ROWS)
    (tmp_path / "job.toml").write_text(JOB.replace('path = "visits.csv"', 'path = "visits.csv"\nperson = "id"'))
    found = load(tmp_path / "job.toml", Control())
    return Document(found.job, found.dataset, found.hierarchies, found.file)


@pytest.fixture
def form(document, qtbot):
    made = PerPersonForm(document)
    qtbot.addWidget(made)
    made.show()
    return made


def edit(field, value):
    field.setText(str(value))
    field.editingFinished.emit()


def test_that_it_stands_where_people_are_counted(document, form):
    assert form.isVisible()
    document.push(DeclareColumn(document, "person", None))
    assert not form.isVisible()


def test_that_the_limit_is_set_step_by_step_and_undone(document, form):
    assert (form.on.isChecked(), form.number.isVisible(), form.consequence.text()) == (False, False, "Any number.")
    form.on.click()
    assert document.job.data.per_person == PerPersonSettings(records=5)
    assert form.number.isVisible()
    assert form.seed.isVisible()
    edit(form.number, 2)
    edit(form.seed, 7)
    assert document.job.data.per_person == PerPersonSettings(records=2, seed=7)
    form.keep.chosen.emit("common")
    assert document.job.data.per_person == PerPersonSettings(records=2, keep="common")
    assert not form.seed.isVisible()
    assert document.undo_stack.undoText() == "Records of each person"
    for _step in range(4):
        document.undo_stack.undo()
    assert document.job.data.per_person is None
    assert not form.on.isChecked()


def test_that_a_number_which_is_none_is_told(document, form):
    form.on.click()
    edit(form.number, 0)
    assert document.job.data.per_person == PerPersonSettings(records=5)
    assert "0" in form.consequence.text() or "1" in form.consequence.text()
    edit(form.number, 3)
    assert document.job.data.per_person == PerPersonSettings(records=3)


def test_that_a_limit_without_people_is_an_obstacle_with_its_way_out(document, form):
    form.on.click()
    document.push(DeclareColumn(document, "person", None))
    assert form.isVisible()
    assert "No column says whose record each is" in form.consequence.text()
    assert any("the records of a person cannot be limited" in each.text for each in document.obstacles)
    form.on.click()
    assert not document.obstacles
    assert not form.isVisible()


def test_that_results_get_stale_and_the_audit_trail_tells_it(document, form):
    before = document.job
    form.on.click()
    assert not asks_the_same(before, document.job, ("age", "city"))
    told = " ".join(differences(before, document.job))
    assert "data.per_person" in told


def test_that_the_form_is_among_the_limits(document, qtbot):
    view = LimitsView(document)
    qtbot.addWidget(view)
    view.show()
    assert view.per_person.isVisible()
    document.push(DeclareColumn(document, "person", None))
    assert not view.per_person.isVisible()
    document.undo_stack.undo()
    view.per_person.on.click()
    assert document.job.data.per_person == PerPersonSettings(records=5)
