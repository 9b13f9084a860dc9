"""The audit trail: recorded by itself, one entry for each thing that was done, without values of the table."""

from __future__ import annotations

from pathlib import Path

from arxdesk.core.commands import ChangeHierarchy, ChangeSections, ChangeWeight, change_roles
from arxdesk.core.document import UNDO_LIMIT, Document
from arxdesk.core.session.session import Session
from arxdesk_engine.data.schema import Role
from arxdesk_engine.projects.trail import Trail
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.conftest import banded_hierarchy
from tests.arxdesk.made_projects import LONG, job_file, opened, saved, searched


def told(trail: Trail) -> list[tuple[str, str]]:
    return [(entry.action, entry.text) for entry in trail.entries]


def test_that_steps_are_recorded_and_a_slider_drawn_along_is_one(small_document: Document):
    for limit in (0.1, 0.2, 0.3):
        small_document.push(change_suppression_limit(small_document, limit))
    small_document.push(change_roles(small_document, ["note"], Role.SENSITIVE))
    small_document.push(ChangeWeight(small_document, "age", 0.6))
    small_document.push(ChangeWeight(small_document, "age", 0.7))
    trail = small_document.audit.trail
    assert told(trail) == [
        ("changed", "Suppression limit"),
        ("changed", "Role of note"),
        ("changed", "Weight of age"),
    ]
    assert trail.is_intact
    values = [entry.values for entry in small_document.audit.seal().entries]
    assert values == [
        "suppression.limit: 0.0 → 0.3",
        "attributes.note.role: insensitive → sensitive",
        "attributes.age.weight: 0.5 → 0.7",
    ]


def test_that_undone_and_redone_steps_are_recorded(small_document: Document):
    small_document.push(change_suppression_limit(small_document, 0.1))
    small_document.push(change_roles(small_document, ["note"], Role.SENSITIVE))
    small_document.undo_stack.undo()
    small_document.undo_stack.undo()
    small_document.undo_stack.redo()
    small_document.undo_stack.setIndex(2)
    assert told(small_document.audit.trail)[2:] == [
        ("undone", "Role of note"),
        ("undone", "Suppression limit"),
        ("redone", "Suppression limit"),
        ("redone", "Role of note"),
    ]


def test_that_what_was_written_into_a_file_does_not_change_any_more(small_document: Document):
    small_document.push(change_suppression_limit(small_document, 0.1))
    sealed = small_document.audit.seal()
    small_document.push(change_suppression_limit(small_document, 0.2))
    assert small_document.audit.trail.entries[:-1] == sealed.entries
    assert told(small_document.audit.trail) == [("changed", "Suppression limit")] * 2


def test_that_reading_the_trail_does_not_part_a_slider(small_document: Document):
    for limit in (0.1, 0.2, 0.3):
        small_document.push(change_suppression_limit(small_document, limit))
        assert len(small_document.audit.trail.entries) == 1


def test_that_steps_beyond_the_limit_of_undo_are_all_recorded(small_document: Document):
    number = UNDO_LIMIT + 20
    for place in range(number):
        settings = small_document.job.project.model_copy(update={"title": str(place)})
        small_document.push(ChangeSections(small_document, {"project": settings}, "Project properties"))
    assert len(small_document.audit.trail.entries) == number


def test_that_the_words_name_no_values_where_a_step_does(small_document: Document):
    step = ChangeHierarchy(small_document, "age", banded_hierarchy(["10"]), "/a.csv", "Rename 10 to ten in age")
    step.recorded = "Rename an entry in age"
    small_document.push(step)
    small_document.undo_stack.undo()
    changed, undone = small_document.audit.trail.entries
    assert (changed.text, undone.text) == (step.recorded, step.recorded)
    assert "Rename 10 to ten in age" in changed.values
    assert "Rename 10 to ten in age" in undone.values


def test_that_a_refused_step_is_not_recorded(small_document: Document):
    small_document.set_locked(True)
    small_document.push(change_suppression_limit(small_document, 0.1))
    assert small_document.audit.trail == Trail()


def test_that_a_whole_session_is_recorded(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    document.push(change_suppression_limit(document, 0.2))
    searched(qtbot, session)
    best = document.result.solution.best
    other = next(check for check in document.result.solution.examined if check.anonymous and check != best)
    session.searching.apply(other.levels)
    qtbot.waitUntil(lambda: document.applied.check.levels == other.levels, timeout=LONG)
    document.undo_stack.undo()
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG):
        session.exporting.export(tmp_path / "out.csv")
    saved(qtbot, session, tmp_path / "study.arxdesk")
    actions = [entry.action for entry in document.audit.trail.entries]
    assert actions == [
        *("opened", "changed", "searched", "searched", "applied"),
        *("applied", "undone", "exported", "saved"),
    ]
    texts = [entry.text for entry in document.audit.trail.entries]
    assert texts[0] == "Opened people.toml: 200 records, 3 columns"
    assert texts[2].startswith("Search began: algorithm optimal, ")
    assert texts[3].startswith("Search ended: optimum proven, score ")
    assert texts[7].startswith("Exported out.csv: 200 records, SHA-256 ")
    assert len(texts[7].rpartition(" ")[2]) == 64
    assert texts[8] == "Saved as study.arxdesk"


def test_that_no_entry_of_a_session_names_a_value_of_the_table(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    searched(qtbot, session)
    saved(qtbot, session, tmp_path / "study.arxdesk")
    words = "\n".join(entry.text for entry in document.audit.trail.entries)
    assert not any(city in words for city in ("Muenchen", "München", "Bonn", "Ulm"))


def test_that_a_failed_save_is_not_recorded_as_saved(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    with qtbot.waitSignal(session.failed, timeout=LONG):
        session.save(tmp_path / "nowhere" / "study.arxdesk")
    assert "saved" not in [entry.action for entry in document.audit.trail.entries]
