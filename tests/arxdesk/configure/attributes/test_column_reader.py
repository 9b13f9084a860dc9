"""A column that is read as another type arrives after other changes, and takes none of them back."""

from __future__ import annotations

from pathlib import Path

from arxdesk.configure.attributes.column_reader import ColumnReader
from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.loading import load_dataset


def test_that_a_role_given_while_a_column_is_read_stays(qtbot, jobs: Jobs, tmp_path: Path):
    (tmp_path / "people.csv").write_text("age\n30\n31\n30\n")
    job = job_from({"data": {"path": "people.csv"}, "attributes": {"age": {"type": "string"}}}).at(
        tmp_path / "job.toml"
    )
    document = Document(job, load_dataset(job), {}, None)
    reader = ColumnReader(document, jobs)
    with qtbot.waitSignal(reader.ended):
        reader.read_as(["age"], ValueType(DataType.INTEGER))
        document.push(change_roles(document, ["age"], Role.SENSITIVE))
    settings = document.settings_of("age")
    assert (settings.role, settings.type) == (Role.SENSITIVE, DataType.INTEGER)
    document.undo_stack.undo()
    assert document.settings_of("age").role is Role.SENSITIVE
    assert document.dataset["age"].type.kind is DataType.STRING
