"""Projects of older versions are read by way of steps; newer ones are refused with what they need."""

import json

import pytest

from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.projects import migration
from arxdesk_engine.projects.archive import read_project, write_project
from tests.engine.projects.projects import entries_of, outline, packed, people


@pytest.fixture
def project(tmp_path):
    return people(tmp_path)


def older(entries: dict[str, bytes], version: int) -> bytes:
    """The same project as a made-up older version would have written it: other names for what is in it."""
    content = json.loads(entries["project.json"])
    content["version"] = version
    content["attributes"] = content.pop("columns")
    if version < -1:
        content["number_of_people"] = content.pop("records")
    return packed({**entries, "project.json": json.dumps(content).encode()})


def from_names(content):
    return {("columns" if key == "attributes" else key): value for key, value in content.items()}


def from_people(content):
    return {("records" if key == "number_of_people" else key): value for key, value in content.items()}


@pytest.mark.parametrize("version", [-1, -2])
def test_that_an_older_project_becomes_one_of_today(project, tmp_path, monkeypatch, version):
    monkeypatch.setattr(migration, "STEPS", {-2: from_people, -1: from_names, 0: dict})
    write_project(tmp_path / "new.arxdesk", project)
    path = tmp_path / "old.arxdesk"
    path.write_bytes(older(entries_of(tmp_path / "new.arxdesk"), version))
    assert outline(read_project(path)) == outline(project)


def test_that_an_older_project_that_is_not_what_it_was_is_refused(project, tmp_path, monkeypatch):
    monkeypatch.setattr(migration, "STEPS", {0: lambda content: {**content, "columns": content["never there"]}})
    write_project(tmp_path / "new.arxdesk", project)
    path = tmp_path / "old.arxdesk"
    path.write_bytes(older(entries_of(tmp_path / "new.arxdesk"), 0))
    with pytest.raises(InvalidData, match="its content does not match version 0"):
        read_project(path)


def test_that_a_version_nobody_wrote_is_refused(project, tmp_path):
    write_project(tmp_path / "new.arxdesk", project)
    path = tmp_path / "old.arxdesk"
    path.write_bytes(older(entries_of(tmp_path / "new.arxdesk"), 0))
    with pytest.raises(InvalidData, match="version 0 never existed"):
        read_project(path)


def test_that_every_older_version_has_a_step():
    assert sorted(migration.STEPS) == list(range(1, migration.VERSION))
