"""The ledger as a text: groups without rows, and nothing that is in the archive already."""

import json
from dataclasses import replace

import pytest

from arxdesk_engine.projects import ledger_text as module
from arxdesk_engine.projects.archive import ledger_of, read_project, releases_in, write_project
from arxdesk_engine.projects.input_identity import identity_of
from arxdesk_engine.projects.ledger import Ledger
from arxdesk_engine.projects.ledger_text import ledger_of_text, ledger_text
from arxdesk_engine.projects.overlap import overlap_of
from tests.engine.projects.released_projects import ledger_outline, release, study, table


@pytest.fixture
def project(tmp_path):
    found, _entry = release(study(table(tmp_path, "people.csv", range(60))), (2,), tmp_path / "first.csv")
    write_project(tmp_path / "study.arxdesk", found)
    return release(found, (3,), tmp_path / "second.csv")[0]


def told(project, elsewhere=frozenset()):
    return json.loads(json.dumps(ledger_text(project.ledger, elsewhere)))


def test_that_groups_are_kept_and_rows_are_not(project, tmp_path):
    text = told(project)
    assert "[2" not in json.dumps(text["groups"])
    found = ledger_of_text(text, Ledger())
    assert [each.shown.columns for each in found.entries] == [(), ()]
    identity = identity_of(project.job, project.dataset, project.raw_columns, found.key)
    classes = project.ledger[2].shown.classes
    before, after = (overlap_of(each, identity, classes, "new") for each in (project.ledger, found))
    assert before.found.together.tolist() == after.found.together.tolist()
    assert found.key == project.ledger.key
    restored = replace(project, ledger=found)
    write_project(tmp_path / "again.arxdesk", restored)
    assert ledger_outline(read_project(tmp_path / "again.arxdesk")) == ledger_outline(restored)


def test_that_what_the_archive_has_is_taken_from_there(project, tmp_path):
    archived = ledger_of(tmp_path / "study.arxdesk")
    there = releases_in(tmp_path / "study.arxdesk")
    assert there == {(1, project.ledger[1].sha256)}
    text = told(project, there)
    assert list(text["groups"]) == ["2"]
    found = ledger_of_text(text, archived)
    assert [bool(each.shown.columns) for each in found.entries] == [True, False]
    assert found.entries[0] is archived.entries[0]
    lost = ledger_of_text(text, Ledger())
    assert [each.shown is None for each in lost.entries] == [True, False]


def test_that_a_release_that_was_forgotten_stays_forgotten(project, tmp_path):
    less = replace(project, ledger=project.ledger.without(1))
    found = ledger_of_text(told(less), ledger_of(tmp_path / "study.arxdesk"))
    assert [each.name for each in found.entries] == ["second.csv"]


def test_that_the_latest_releases_are_kept_first(project, monkeypatch):
    monkeypatch.setattr(module, "MOST_KEPT_CELLS", 130)
    assert list(told(project)["groups"]) == ["2"]


def test_that_a_project_without_releases_says_nothing(tmp_path):
    assert ledger_text(Ledger(), ()) is None
    whole = Ledger()
    assert ledger_of_text(None, whole) is whole


@pytest.mark.parametrize(
    "change",
    [
        {"groups": {"1": ["eJw=", None]}},
        {"groups": {"1": ["no base", None]}},
        {"groups": {"1": []}},
        {"groups": None},
        {"groups": [1]},
        {"facts": {"entries": "x"}},
        {"facts": {"key": "0" * 32, "entries": [{"number": 0}]}},
    ],
)
def test_that_damaged_texts_are_told_apart(project, change):
    with pytest.raises((ValueError, TypeError, LookupError)):
        ledger_of_text({**told(project), **change}, Ledger())
