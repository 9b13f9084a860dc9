"""A column that says whose record each is, chosen in the window: people are counted from then on."""

import pytest

from arxdesk.configure.attributes.inspector import AttributeInspector
from arxdesk.configure.limits.view import SuppressionForm
from arxdesk.core.commands import DeclareColumn
from arxdesk.core.document import Document
from arxdesk.core.session.loading_work import load
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.preparation.columns import renamed_job, without_columns

ROWS = "id,age,city\n" + "".join(f"p{number % 6},{30 + number % 6 % 2},Ulm\n" for number in range(18))
JOB = """
[data]
path = "visits.csv"
[attributes.id]
role = "identifying"
[attributes.age]
role = "quasi-identifying"
[attributes.city]
role = "quasi-identifying"
[[privacy]]
model = "k-anonymity"
k = 3
[suppression]
limit = 0.5
"""


def plain(text):
    return text.replace("\u00a0", " ")


@pytest.fixture
def document(tmp_path, qtbot):
    (tmp_path / "visits.csv").write_text(ROWS)
    (tmp_path / "job.toml").write_text(JOB)
    found = load(tmp_path / "job.toml", Control())
    return Document(found.job, found.dataset, found.hierarchies, found.file)


def test_that_the_box_names_the_column_and_undo_takes_it_back(document, qtbot):
    inspector = AttributeInspector(document, Jobs(document))
    qtbot.addWidget(inspector)
    inspector.show()
    document.set_focus("id")
    assert inspector.declared.boxes["person"].isVisible()
    inspector.declared.boxes["person"].click()
    assert (document.job.data.person, document.people) == ("id", 6)
    assert document.undo_stack.undoText() == "id as person column"
    document.set_focus("age")
    assert not inspector.declared.boxes["person"].isVisible()
    document.undo_stack.undo()
    assert (document.job.data.person, document.people) == (None, 0)
    document.set_focus("id")
    assert not inspector.declared.boxes["person"].isChecked()


def test_that_limits_tell_people_and_single_records_can_be_removed(document, qtbot):
    form = SuppressionForm(document)
    qtbot.addWidget(form)
    form.show()
    assert "At most 9" in plain(form.consequence.text())
    assert not form.removes.isVisible()
    document.push(DeclareColumn(document, "person", "id"))
    assert (
        form.consequence.text().replace("\u00a0", " ") == "At most 3 people may be removed, with all of their records."
    )
    assert form.removes.isVisible()
    form.removes.chosen.emit("records")
    assert document.job.suppression.removes == "records"
    assert plain(form.consequence.text()) == "At most 9 records may be removed."


def test_that_a_person_column_with_another_role_is_an_obstacle(document):
    document.push(DeclareColumn(document, "person", "id"))
    assert not document.obstacles
    document.set_attribute("id", document.settings_of("id").model_copy(update={"role": Role.INSENSITIVE}))
    (obstacle,) = document.obstacles
    assert (obstacle.attribute, obstacle.field) == ("id", "person")
    assert "Make it identifying" in obstacle.text


def test_that_the_person_column_follows_its_name_and_cannot_be_left_out(document):
    document.push(DeclareColumn(document, "person", "id"))
    names = document.dataset.names
    assert renamed_job(document.job, "id", "patient", names).data.person == "patient"
    with pytest.raises(InvalidJob, match="says whose record each is"):
        without_columns(document.job, ["id"], names)
