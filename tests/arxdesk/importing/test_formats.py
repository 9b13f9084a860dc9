"""Every format goes through the wizard, and its job reads from the command line what the wizard has made."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.job.job import load_job
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from tests.arxdesk.importing.conftest import PEOPLE, Wizard, write_sqlite
from tests.engine.io.old_workbooks import write_xls

TYPES = [DataType.INTEGER, DataType.STRING, DataType.DECIMAL, DataType.STRING]


def write_ods(frame: pd.DataFrame, path: Path) -> None:
    """The least that is an OpenDocument sheet; no library among ours writes one."""

    def cell(value: object) -> str:
        if isinstance(value, str):
            return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
        shown = f"<text:p>{value}</text:p>"
        return f'<table:table-cell office:value-type="float" office:value="{value}">{shown}</table:table-cell>'

    rows = [list(frame.columns), *frame.astype(object).to_numpy().tolist()]
    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} office:version="1.2"><office:body>'
        f'<office:spreadsheet><table:table table:name="people">{body}</table:table></office:spreadsheet>'
        "</office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), kind)
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)


def write_xpt(frame: pd.DataFrame, path: Path) -> None:
    pyreadstat.write_xport(frame, str(path), table_name="PEOPLE", file_format_version=8)


WRITERS = {
    "people.csv": lambda frame, path: frame.to_csv(path, index=False),
    "people.tsv": lambda frame, path: frame.to_csv(path, index=False, sep="\t"),
    "latin.csv": lambda frame, path: frame.replace({"Łódź": "Nürnberg"}).to_csv(
        path, index=False, sep=";", decimal=",", encoding="cp1252"
    ),
    "marked.csv": lambda frame, path: frame.to_csv(path, index=False, sep="|", encoding="utf-8-sig"),
    "wide.csv": lambda frame, path: frame.to_csv(path, index=False, encoding="utf-16"),
    "people.xlsx": lambda frame, path: frame.to_excel(path, index=False, sheet_name="people", engine="xlsxwriter"),
    "people.xls": lambda frame, path: write_xls(path, [list(frame.columns), *frame.astype(object).to_numpy().tolist()]),
    "people.ods": write_ods,
    "people.parquet": lambda frame, path: frame.to_parquet(path),
    "people.dta": lambda frame, path: pyreadstat.write_dta(frame, str(path)),
    "people.sav": lambda frame, path: pyreadstat.write_sav(frame, str(path)),
    "people.xpt": write_xpt,
    "people.sqlite": write_sqlite,
}


def assert_same(one: Dataset, other: Dataset) -> None:
    """The same columns, values, types and cells."""
    assert one.names == other.names
    for name in one.names:
        assert one[name].values == other[name].values
        assert one[name].type == other[name].type
        assert np.array_equal(one[name].codes, other[name].codes)


def assert_readable_from_the_command_line(project: LoadedProject, folder: Path) -> None:
    """The saved job reads the same table and the same hierarchies."""
    file = folder / "saved.toml"
    project.job.saved_at(file).save(file)
    job = load_job(file)
    dataset = load_dataset(job)
    assert_same(project.dataset, dataset)
    again = load_hierarchies(job, dataset)
    assert {name: each.rows for name, each in again.items()} == {
        name: each.rows for name, each in project.hierarchies.items()
    }


@pytest.mark.parametrize("name", WRITERS)
def test_that_a_table_of_any_format_is_opened_as_the_job_reads_it(wizard: Wizard, tmp_path: Path, name: str):
    path = tmp_path / name
    WRITERS[name](PEOPLE, path)
    wizard.open(path)
    assert wizard.flow.draft.table is not None, wizard.dialog.file_page.card.accessibleName()
    project = wizard.finish()
    dataset = project.dataset
    assert dataset.names == ("age", "sex", "weight", "city")
    assert [column.type.kind for column in dataset] == TYPES
    assert list(dataset["age"].texts()) == ["34", "52", "47", "19", "61", "28"]
    assert [float(text) for text in dataset["weight"].texts()] == list(PEOPLE["weight"])
    assert set(dataset["city"].values) >= {"Köln", "Bern", "Graz"}
    assert project.file is None
    assert project.job.data.path == str(path)
    assert project.job.settings_of("age").role is Role.QUASI_IDENTIFYING
    assert set(project.hierarchies) == {
        name for name in dataset.names if project.job.settings_of(name).role is Role.QUASI_IDENTIFYING
    }
    assert_readable_from_the_command_line(project, tmp_path)


def test_that_a_sheet_of_several_is_chosen(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "two.xlsx"
    with pd.ExcelWriter(path, engine="xlsxwriter") as writer:
        PEOPLE.to_excel(writer, sheet_name="people", index=False)
        pd.DataFrame({"code": ["a", "b"], "meaning": ["one", "two"]}).to_excel(writer, sheet_name="codes", index=False)
    wizard.open(path)
    page = wizard.dialog.file_page
    assert [entry.name for entry in page.model.entries] == ["people", "codes"]
    assert wizard.flow.draft.choices.data.sheet == "people", "the first sheet, so that Return is enough"
    assert wizard.dialog.next_button.isEnabled()
    assert wizard.dialog.format_page.syntax.combo("header").currentText() == "Column names"
    page.tables.show_row(1)
    wizard.settle()
    wizard.dialog.next_button.click()
    project = wizard.finish()
    assert project.dataset.names == ("code", "meaning")
    assert project.job.data.sheet == "codes"
    assert_readable_from_the_command_line(project, tmp_path)


def test_that_a_view_and_a_limit_of_records_are_chosen(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "people.sqlite"
    write_sqlite(PEOPLE, path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIEW women AS SELECT age, city FROM people WHERE sex = 'f'")
    connection.commit()
    connection.close()
    wizard.open(path)
    page = wizard.dialog.file_page
    entries = {entry.name: entry for entry in page.model.entries}
    assert entries["women"].is_view
    assert not entries["people"].is_view
    page.tables.show_row([entry.name for entry in page.model.entries].index("women"))
    wizard.settle()
    page.limited.click()
    page.limit.setValue(2)
    wizard.settle()
    wizard.dialog.next_button.click()
    project = wizard.finish()
    assert project.dataset.records == 2
    assert (project.job.data.table, project.job.data.row_limit) == ("women", 2)
    assert_readable_from_the_command_line(project, tmp_path)
