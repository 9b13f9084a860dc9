"""Files with title lines, short rows and names that occur twice: errors with a way out, and both readers alike."""

import pytest

from arxdesk_engine.foundation.errors import InvalidData, UnclearTable
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.verification.input import read_input
from tests.engine.io.test_every_format import rows_of
from tests.engine.reading import read_raw

TITLES = 'Discharges of 2024\nfrom the "new system; by hand\n\nname;age;city\nAnn;34;Ulm\nBo;35;Bonn\nCo;36;Ulm\n'


def file_of(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode(encoding))
    return path


def both(path, **data):
    """The table as both readers have it."""
    job = Job(data=DataSource(path=str(path), **data))
    dataset, again = load_dataset(job), read_input(job).table
    rows = [list(row) for row in zip(*(column.texts() for column in dataset), strict=True)]
    assert list(again.columns) == list(dataset.names)
    assert again.astype(str).to_numpy().tolist() == rows
    return dataset.names, rows


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_that_title_lines_are_found_and_skipped(tmp_path, encoding, end):
    path = file_of(tmp_path, TITLES.replace("\n", end), encoding)
    with pytest.raises(UnclearTable, match="the first 3 lines look like a title") as caught:
        read_raw(path, quote="")
    assert dict(caught.value.ways[0].settings) == {"skip_lines": 3}
    assert both(path, skip_lines=3)[0] == ("name", "age", "city")
    assert both(path, skip_lines=3)[1][0] == ["Ann", "34", "Ulm"]
    assert both(path, skip_lines=2)[1][0] == ["Ann", "34", "Ulm"]  # blank lines are none


def test_that_lines_are_counted_from_the_beginning_of_the_file(tmp_path):
    path = file_of(tmp_path, "Title\nname;age\nAnn;34\nBo;35\nCo;36\nDi;1;2\n")
    with pytest.raises(InvalidData, match="line 6: the line has 3 cells instead of 2"):
        read_raw(path, skip_lines=1)


@pytest.mark.parametrize("quote", ['"', ""])
def test_that_short_rows_are_filled_only_where_a_job_says_so(tmp_path, quote):
    path = file_of(tmp_path, "name;age;city\nAnn;34;Ulm\nBo;35\nCo\n\nDi;37;Bonn\n")
    with pytest.raises(UnclearTable, match="line 3: the line has 2 cells instead of 3") as caught:
        read_raw(path, quote=quote)
    assert dict(caught.value.ways[0].settings) == {"ragged_rows": "fill"}
    rows = both(path, ragged_rows="fill", quote=quote)[1]
    assert rows == [["Ann", "34", "Ulm"], ["Bo", "35", ""], ["Co", "", ""], ["Di", "37", "Bonn"]]
    assert rows_of(read_raw(path, ragged_rows="fill", rows=2, quote=quote)) == rows[:2]


def test_that_rows_that_are_too_long_stay_errors(tmp_path):
    path = file_of(tmp_path, "name;age\nAnn;34\nBo\nCo;36;x\n")
    with pytest.raises(InvalidData, match="line 4: the line has 3 cells instead of 2"):
        read_raw(path, ragged_rows="fill")


def test_that_filled_rows_keep_quotes_delimiters_and_accents(tmp_path):
    path = file_of(tmp_path, 'name;age;"a;b"\n"Ä; ""x""\ny";34\n', "cp1252")
    names, rows = both(path, ragged_rows="fill", encoding="cp1252", header=True)
    assert (names, rows) == (("name", "age", "a;b"), [['Ä; "x"\ny', "34", ""]])


def test_that_names_that_occur_twice_in_a_sheet_get_numbers(tmp_path):
    import pandas as pd  # noqa: PLC0415

    path = tmp_path / "t.xlsx"
    pd.DataFrame([["age", "age", "sex"], [1, 2, "m"], [3, 4, "f"]]).to_excel(path, index=False, header=False)
    with pytest.raises(UnclearTable, match="two columns are named"):
        read_raw(path)
    assert both(path, repair_names=True, header=True)[0] == ("age", "age (2)", "sex")


def test_that_names_that_occur_twice_get_numbers_where_a_job_says_so(tmp_path):
    path = file_of(tmp_path, "age;age;;age (2);age\n1;2;3;4;5\n6;7;8;9;0\n")
    with pytest.raises(UnclearTable, match=r"line 1: two columns are named|has no name") as caught:
        read_raw(path)
    assert dict(caught.value.ways[0].settings) == {"repair_names": True}
    names, rows = both(path, repair_names=True)
    assert names == ("age", "age (3)", "column 3", "age (2)", "age (4)")
    assert rows[0] == ["1", "2", "3", "4", "5"]


def test_that_a_column_has_another_name_than_what_stands_for_all_in_a_job(tmp_path):
    path = file_of(tmp_path, "age;*;sex\n1;2;m\n3;4;f\n")
    with pytest.raises(UnclearTable, match=r'line 1: column 2 is named "\*", which stands for all other columns'):
        read_raw(path)
    assert both(path, repair_names=True)[0] == ("age", "column 2", "sex")
