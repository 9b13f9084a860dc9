"""Sampling weights and households, chosen in the window: undone, recorded, saved, refused, and told in reports."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from arxdesk.configure.attributes.inspector import AttributeInspector
from arxdesk.configure.attributes.model import AttributesModel
from arxdesk.core.commands import DeclareColumn, change_roles
from arxdesk.core.document import Document
from arxdesk.core.freshness import asks_the_same
from arxdesk.core.obstacles import MOST_DECLARED
from arxdesk.core.session.loading_work import load
from arxdesk.core.session.reporting_work import ReportRequest, ReportWords, report
from arxdesk.core.session.search_work import apply, search
from arxdesk.core.values.declared import with_sample_of
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.report.layout.content import ReportContent
from tests.arxdesk.made_projects import opened, saved

ROWS = "sex,w,hid,place,adjusted\n" + "".join(
    f"{'fm'[number % 2]},{10 + number % 3}.5,h{number // 3},Ulm,{number - 1}\n" for number in range(12)
)
JOB = """
[data]
path = "survey.csv"
[attributes.sex]
role = "quasi-identifying"
hierarchy = { builder = "redaction" }
[attributes.hid]
role = "identifying"
[[privacy]]
model = "k-anonymity"
k = 2
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "survey.csv").write_text(ROWS)
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path


@pytest.fixture
def document(folder, qtbot):
    found = load(folder / "job.toml", Control())
    return Document(found.job, found.dataset, found.hierarchies, found.file)


@pytest.fixture
def inspector(document, qtbot):
    made = AttributeInspector(document, Jobs(document))
    qtbot.addWidget(made)
    made.show()
    return made


def offered(inspector, name):
    inspector._document.set_focus(name)
    return [part for part, box in inspector.declared.boxes.items() if box.isVisible()]


def test_that_the_boxes_suit_role_and_type(inspector):
    assert offered(inspector, "sex") == []
    assert offered(inspector, "w") == ["weight"]
    assert offered(inspector, "hid") == ["person", "household"]
    assert offered(inspector, "place") == ["household"]
    assert offered(inspector, "adjusted") == ["weight", "household"]


def test_that_the_boxes_declare_columns_and_undo_takes_it_back(document, inspector):
    document.set_focus("w")
    inspector.declared.boxes["weight"].click()
    document.set_focus("hid")
    inspector.declared.boxes["household"].click()
    assert (document.job.data.weight, document.job.data.household) == ("w", "hid")
    assert document.undo_stack.undoText() == "hid as household column"
    assert not document.obstacles
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert (document.job.data.weight, document.job.data.household) == (None, None)
    assert not inspector.declared.boxes["household"].isChecked()


def test_that_the_list_of_attributes_tells_it(document):
    model = AttributesModel(document)
    document.push(DeclareColumn(document, "weight", "w"))
    said = model.index(document.dataset.place_of("w"), 0).data(Qt.ItemDataRole.ToolTipRole)
    assert said == "w, undecided, sampling weight"


def test_that_a_column_is_one_thing_at_a_time(document):
    document.push(DeclareColumn(document, "person", "hid"))
    document.push(DeclareColumn(document, "household", "hid"))
    assert (document.job.data.person, document.job.data.household) == (None, "hid")
    document.undo_stack.undo()
    assert (document.job.data.person, document.job.data.household) == ("hid", None)


def test_that_the_audit_trail_tells_what_was_declared(document):
    document.push(DeclareColumn(document, "weight", "w"))
    document.push(DeclareColumn(document, "household", "hid"))
    document.push(DeclareColumn(document, "weight", None))
    told = [(entry.text, entry.values) for entry in document.audit.seal().entries]
    assert told == [
        ("w as sampling weight", "data.weight: – → w"),
        ("hid as household column", "data.household: – → hid"),
        ("No sampling weight", "data.weight: w → –"),
    ]


@pytest.mark.parametrize(
    ("part", "name", "said"),
    [
        ("weight", "sex", "Give it another role, or choose another column as sampling weight."),
        ("weight", "place", "Correct these cells in the table."),
        ("weight", "adjusted", 'adjusted: Record 1: in "adjusted" "-1" is not a positive number; 2 cells do not fit.'),
        ("household", "sex", "Give it another role, or choose another column as household."),
        ("person", "place", "Make it identifying, or choose another person column."),
    ],
)
def test_that_unfit_columns_are_obstacles_with_the_way_out(document, part, name, said):
    document.push(DeclareColumn(document, part, name))
    obstacle = document.obstacles[0]
    assert said in obstacle.text
    assert (obstacle.section, obstacle.attribute, obstacle.field) == ("attributes", name, part)


def test_that_an_obstacle_leads_to_the_box(document, inspector, qtbot):
    document.push(DeclareColumn(document, "weight", "adjusted"))
    document.set_focus("adjusted")
    qtbot.waitExposed(inspector)
    inspector.lead_to("weight")
    assert inspector.focusWidget() is inspector.declared.boxes["weight"]


def test_that_unfit_weights_are_seen_among_very_many(tmp_path, qtbot):
    weights = [f"{number}.25" for number in range(1, MOST_DECLARED + 500)]
    lines = [f"{'fm'[place % 2]},{weight}" for place, weight in enumerate([*weights, "-3"])]
    (tmp_path / "survey.csv").write_text("sex,w\n" + "\n".join(lines) + "\n")
    (tmp_path / "job.toml").write_text(JOB.replace("[attributes.hid]\nrole", "[attributes.w]\nrole"))
    found = load(tmp_path / "job.toml", Control())
    document = Document(found.job, found.dataset, found.hierarchies, found.file)
    document.push(DeclareColumn(document, "weight", "w"))
    (obstacle,) = document.obstacles
    assert f'Record {len(lines):,}: in "w" "-3" is not'.replace(",", "") in obstacle.text.replace(",", "")


@pytest.mark.parametrize("part", ["household", "person"])
def test_that_empty_cells_are_seen_among_very_many(tmp_path, qtbot, part):
    lines = [f"{'fm'[place % 2]},{f'h{place:06d}' if place else ''}" for place in range(MOST_DECLARED + 500)]
    (tmp_path / "survey.csv").write_text("sex,hid\n" + "\n".join(lines) + "\n")
    (tmp_path / "job.toml").write_text(JOB)
    found = load(tmp_path / "job.toml", Control())
    document = Document(found.job, found.dataset, found.hierarchies, found.file)
    document.push(DeclareColumn(document, part, "hid"))
    (obstacle,) = document.obstacles
    assert "1 record names no" in obstacle.text
    assert obstacle.field == part


def test_that_a_project_keeps_what_was_declared(qtbot, session, folder):
    document = opened(qtbot, session, folder / "job.toml")
    document.push(DeclareColumn(document, "weight", "w"))
    document.push(DeclareColumn(document, "household", "hid"))
    assert not document.undo_stack.isClean()
    saved(qtbot, session, folder / "kept.arxdesk")
    again = opened(qtbot, session, folder / "kept.arxdesk")
    assert (again.job.data.weight, again.job.data.household) == ("w", "hid")


def test_that_a_result_stays_current_and_its_report_tells_the_sample(document, tmp_path):
    result = search(document.job, document.dataset, document.hierarchies, Control())
    document.set_result(result)
    document.push(DeclareColumn(document, "weight", "w"))
    document.push(DeclareColumn(document, "household", "hid"))
    assert document.result_is_current
    searched = document.searched
    assert (searched.job.data.weight, searched.job.data.household) == ("w", "hid")
    applied = apply(result, result.solution.best.levels, Control())
    request = ReportRequest(replace(result, anonymizer=document.searched), applied, ReportWords(), Trail())
    report(request, ReportContent(), tmp_path / "report.html", Control())
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "Expected re-identifications" in page
    assert "Average household risk" in page


def test_that_a_report_refuses_weights_that_are_none(document, tmp_path):
    result = search(document.job, document.dataset, document.hierarchies, Control())
    document.set_result(result)
    document.push(DeclareColumn(document, "weight", "adjusted"))
    request = ReportRequest(replace(result, anonymizer=document.searched), None, ReportWords(), Trail())
    with pytest.raises(InvalidJob, match="is not a positive number"):
        report(request, ReportContent(), tmp_path / "report.html", Control())


def test_that_a_job_without_another_sample_stays_itself():
    plain = job_from({"data": {"path": "t.csv"}})
    assert with_sample_of(plain, plain) is plain


def test_that_households_that_are_swapped_are_part_of_what_was_asked():
    swapping = {"method": "record-swapping", "columns": ["place"], "risk_columns": ["sex"]}
    first, second = (
        job_from({"data": {"path": "t.csv", "household": name}, "perturbation": [swapping]}) for name in ("hid", "home")
    )
    assert not asks_the_same(first, second, [])
    assert asks_the_same(first, with_sample_of(first, first), [])
    plain = first.model_copy(update={"perturbation": ()})
    assert asks_the_same(plain, with_sample_of(plain, second), [])


def test_that_another_role_is_told(document):
    document.push(DeclareColumn(document, "weight", "w"))
    document.push(change_roles(document, ["w"], Role.QUASI_IDENTIFYING))
    assert any("w" in obstacle.text and obstacle.field == "weight" for obstacle in document.obstacles)
