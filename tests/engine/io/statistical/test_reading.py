"""Files of SAS, Stata and SPSS: labels, missing values, dates, pieces, and what is no such file."""

import datetime as dt

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, UnreadableFile
from arxdesk_engine.io.statistical import reading as statistical
from arxdesk_engine.io.table import TableOptions
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.input import read_input
from tests.engine.io.test_every_format import rows_of
from tests.engine.reading import read_raw

FRAME = pd.DataFrame(
    {
        "sex": [1.0, 2.0, 9.0, np.nan, 3.0],
        "name": ["a", " b", "", "ü", "x" * 200],
        "seen": [
            dt.datetime.fromisoformat("2020-01-01T01:02:03"),
            None,
            dt.datetime.fromisoformat("2020-01-01"),
            None,
            None,
        ],
        "at": [dt.time(1, 2, 3), None, dt.time(0, 0), None, None],
        "size": [1.5, 1e10, 3.0, -0.1, np.nan],
    }
)
LABELS = {"sex": {1: "male", 2: "female", 9: "refused", 3: " "}}


@pytest.fixture
def spss(tmp_path):
    path = tmp_path / "people.sav"
    labels = {"sex": "Sex of the person"}
    pyreadstat.write_sav(FRAME, path, variable_value_labels=LABELS, column_labels=labels, missing_ranges={"sex": [9]})
    return path


@pytest.fixture
def stata(tmp_path):
    path = tmp_path / "people.dta"
    pyreadstat.write_dta(FRAME.drop(columns="at").astype({"sex": "Int32"}), path, variable_value_labels=LABELS)
    return path


def test_that_labels_stand_in_place_of_codes(spss, stata):
    assert [row[0] for row in rows_of(read_raw(spss))] == ["male", "female", "", "", "3"]
    assert [row[0] for row in rows_of(read_raw(stata))] == ["male", "female", "refused", "", "3"]


def test_that_codes_stay_where_labels_are_not_wanted(spss, stata):
    assert [row[0] for row in rows_of(read_raw(spss, labels=False))] == ["1", "2", "", "", "3"]
    assert [row[0] for row in rows_of(read_raw(stata, labels=False))] == ["1", "2", "9", "", "3"]


def test_that_cells_read_as_documented(spss):
    raw = read_raw(spss)
    assert [row[1:] for row in rows_of(raw)] == [
        ["a", "2020-01-01T01:02:03", "01:02:03", "1.5"],
        ["b", "", "", "10000000000"],
        ["", "2020-01-01T00:00:00", "00:00:00", "3"],
        ["ü", "", "", "-0.1"],
        ["x" * 200, "", "", ""],
    ]
    assert raw.columns[0].label == "Sex of the person"
    assert raw.columns[4].declared.kind is DataType.DECIMAL


@pytest.mark.parametrize("labels", [True, False])
def test_that_the_recount_reads_the_same(spss, stata, labels):
    for path in (spss, stata):
        again = read_input(Job(data=DataSource(path=str(path), labels=labels))).table
        assert again.astype(str).to_numpy().tolist() == rows_of(read_raw(path, labels=labels))


def test_that_portable_files_are_read(tmp_path):
    path = tmp_path / "people.por"
    pyreadstat.write_por(pd.DataFrame({"age": [1.0, 2.5], "sex": ["m", "f"]}), path)
    raw = read_raw(path)
    assert (raw.names, rows_of(raw)) == (("AGE", "SEX"), [["1", "m"], ["2.5", "f"]])


@pytest.mark.parametrize("suffix", ["sav", "zsav", "dta", "xpt", "por"])
@pytest.mark.parametrize("limit", [None, 1, 9, 10, 11, 20, 25, 26])
def test_that_pieces_make_the_whole(tmp_path, monkeypatch, suffix, limit):
    monkeypatch.setattr(statistical, "_PIECE_RECORDS", 10)
    path = tmp_path / f"n.{suffix}"
    frame = pd.DataFrame({"n": [float(number) for number in range(25)]})
    writer = {"dta": pyreadstat.write_dta, "xpt": pyreadstat.write_xport, "por": pyreadstat.write_por}
    writer.get(suffix, pyreadstat.write_sav)(frame, path)
    raw = statistical.read_statistical(path, TableOptions(row_limit=limit), Control())
    assert [int(row[0]) for row in rows_of(raw)] == list(range(min(25, limit or 25)))


def test_that_reading_stops_between_pieces(spss, monkeypatch):
    monkeypatch.setattr(statistical, "_PIECE_RECORDS", 1)
    seen = []

    def stop_after_two(progress):
        seen.append(progress.fraction)
        if len(seen) == 2:
            control.stop()

    control = Control(stop_after_two)
    with pytest.raises(Stopped):
        statistical.read_statistical(spss, TableOptions(), control)
    assert seen == [0.2, 0.4]


SUFFIXES = ("sas7bdat", "xpt", "dta", "sav", "zsav", "por")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    "content", [b"", b"a,b\n1,2\n", b"\0" * 5000, b"$FL2@(#) SPSS", b"<stata_dta><header>", b"PK" * 99]
)
def test_that_what_is_no_such_file_is_told(tmp_path, suffix, content):
    path = tmp_path / f"broken.{suffix}"
    path.write_bytes(content)
    with pytest.raises(InvalidData, match=r"cannot be read as a table of|has no columns"):
        read_raw(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_that_folders_and_missing_files_are_told(tmp_path, suffix):
    (tmp_path / f"folder.{suffix}").mkdir()
    for name in ("folder", "missing"):
        with pytest.raises(UnreadableFile):
            read_raw(tmp_path / f"{name}.{suffix}")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_that_truncated_files_are_told(spss, stata, share):
    for path in (spss, stata):
        path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
        with pytest.raises(InvalidData):
            read_raw(path)


def test_that_variables_without_a_name_are_told(spss, monkeypatch):
    facts = pyreadstat.read_sav(spss, metadataonly=True)[1]
    facts.column_names = [facts.column_names[0], None, *facts.column_names[2:]]
    monkeypatch.setattr(statistical, "_described", lambda _path: facts)
    with pytest.raises(InvalidData, match="column 2 has no name"):
        statistical.read_statistical(spss, TableOptions(), Control())
