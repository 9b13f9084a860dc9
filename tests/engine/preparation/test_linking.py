"""The join of linked tables, beside nested loops."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.linked_rows import LinkedRows
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, quoted
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.linked_table import LinkedTable
from arxdesk_engine.preparation import linking
from arxdesk_engine.preparation.loading import load_dataset
from tests.engine.linked import LINKS, job_of, naive_join, tables


def rows_of(dataset):
    """The row of each table in every record; None for none."""
    columns = [each.rows.tolist() for each in dataset.linked]
    return [tuple(None if row < 0 else row for row in record) for record in zip(*columns, strict=True)]


@pytest.mark.parametrize("seed", range(5))
def test_that_the_join_is_that_of_nested_loops(tmp_path, seed):
    found = tables(30, seed)
    dataset = load_dataset(job_of(tmp_path, found))
    assert rows_of(dataset) == naive_join(found)
    for number, (patient, visit, code) in enumerate(naive_join(found)):
        cells = {column.name: column.values[column.codes[number]] for column in dataset}
        assert cells["birth"] == found["patients"][patient]["birth"]
        assert cells["visits.month"] == ("" if visit is None else found["visits"][visit]["month"])
        assert cells["diagnoses.code"] == ("" if code is None else found["diagnoses"][code]["code"])


@given(
    keys=st.lists(st.integers(-1, 4), max_size=12),
    codes=st.lists(st.integers(-1, 4), max_size=12),
)
def test_that_rows_are_matched_as_in_two_loops(keys, codes):
    records, rows = linking._matched(np.array(keys, np.int64), np.array(codes, np.int64), 5, "table")
    expected = []
    for record, key in enumerate(keys):
        there = [row for row, code in enumerate(codes) if code == key and key >= 0] or [-1]
        expected += [(record, row) for row in there]
    assert list(zip(records.tolist(), rows.tolist(), strict=True)) == expected


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 3)), max_size=10))
def test_that_keys_of_several_rows_are_found(records):
    codes, rows = (np.array(each, np.int32) for each in (list(zip(*records, strict=True)) or [(), ()]))
    key = RawColumn("key", codes, ("", "a", "b", "c"))
    of_key = {code: {row for each, row in records if each == code and row >= 0} for code in (1, 2, 3)}
    twice = [code for code, found in of_key.items() if len(found) > 1]
    table = LinkedTable(name="visits", path="visits.csv", key="key")
    if twice:
        with pytest.raises(InvalidData, match=rf"{len(twice)} values .* {quoted('abc'[twice[0] - 1])} for one"):
            linking._require_one_row_each(key, rows, table, "table")
    else:
        linking._require_one_row_each(key, rows, table, "table")
    assert LinkedRows("", rows, ()).number == len({row for _code, row in records if row >= 0})


def test_that_two_tables_of_a_person_are_combined(tmp_path):
    found = tables(20)
    links = [LINKS[0], {"name": "calls", "path": "visits.csv", "key": "patient"}]
    dataset = load_dataset(job_of(tmp_path, found, tables=links))
    of_patient = [sum(row["patient"] == each["patient"] for row in found["visits"]) for each in found["patients"]]
    assert dataset.records == sum(max(1, number) ** 2 for number in of_patient)


def test_that_unmatched_rows_are_errors_unless_they_are_dropped(tmp_path):
    found = tables(20)
    found["visits"].append({"visit": "v999", "patient": "nobody", "month": "1"})
    with pytest.raises(InvalidData, match=r"1 row has a .patient. that no row of the first table has"):
        load_dataset(job_of(tmp_path, found))
    links = [{**LINKS[0], "unmatched": "drop"}, LINKS[1]]
    dataset = load_dataset(job_of(tmp_path, found, tables=links))
    assert [each.unmatched for each in dataset.linked] == [0, 1, 0]
    assert rows_of(dataset) == naive_join({**found, "visits": found["visits"][:-1]})


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ({"key": "pateint"}, "no column .pateint. to link tables by"),
        ({"parent_key": "birth"}, "values of the key .birth. stand in several rows"),
        ({"parent_key": "berth"}, "no column .berth. to link tables by"),
    ],
)
def test_that_a_key_that_cannot_link_is_named(tmp_path, link, message):
    with pytest.raises(InvalidData, match=message):
        load_dataset(job_of(tmp_path, tables=[{**LINKS[0], **link}]))


def test_that_a_join_that_grows_too_large_is_refused_before_it_is_made(tmp_path, monkeypatch):
    monkeypatch.setattr(linking, "MOST_RECORDS", 10)
    with pytest.raises(InvalidData, match="records, more than 10"):
        load_dataset(job_of(tmp_path))


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ([{"name": "visits", "key": "patient"}], "either path says where the table is"),
        ([{**LINKS[0], "name": "a.b"}], "cannot name a table"),
        ([{**LINKS[0], "name": "a:b?"}], "cannot name a table"),
        ([LINKS[0], LINKS[0]], "another table is named .visits."),
        ([LINKS[0], {**LINKS[0], "name": "Visits"}], "another table is named .Visits."),
        (
            [{"name": name, "rows": name, "key": "patient", "columns": ["month"]} for name in "ab"],
            "tables.2.columns: .month. is named twice",
        ),
        ([LINKS[1], LINKS[0]], "no table before this one is named .visits."),
        ([{**LINKS[0], "parent": "visits"}], "the table is its own parent"),
    ],
)
def test_that_a_section_that_contradicts_itself_is_refused(links, message):
    with pytest.raises(InvalidJob, match=message):
        job_from({"data": {"path": "patients.csv"}, "tables": links})


def test_that_chosen_columns_are_those_of_the_join(tmp_path):
    data = {"path": "patients.csv", "person": "patient", "columns": ["patient", "visits.visit", "visits.month"]}
    data["rename"] = {"visits.month": "month"}
    attributes = {"patient": {"role": "identifying"}, "visits.visit": {"role": "identifying"}}
    dataset = load_dataset(job_of(tmp_path, data=data, attributes=attributes))
    assert dataset.names == ("patient", "visits.visit", "month")
    assert [each.columns for each in dataset.linked][1] == ("visits.visit", "month")


@pytest.mark.parametrize("text", ["0", "-1", "one", "1.0", "00000000019", "9999999999999999999999", "\u0663"])
def test_that_other_cells_than_numbers_of_rows_are_refused(text):
    column = RawColumn("visits.(row)", np.zeros(1, np.int32), (text,))
    with pytest.raises(InvalidData, match="other cells than numbers of rows"):
        linking._numbers_in(column, "table")


def test_that_a_join_has_its_rows_told_apart_by_all_keys():
    first = RawColumn("a", np.array([0, 1, 1, 2, 1, 1], np.int32), ("x", "", "y"))
    second = RawColumn("b", np.array([0, 1, 1, 0, 0, 0], np.int32), ("", "z"))
    assert linking._rows_by_keys([first, second], 6).tolist() == [0, 1, 1, 2, 3, 4]
    assert linking._rows_by_keys([], 2).tolist() == [0, 1]


@pytest.mark.parametrize(("key", "more"), [("007", {}), ("seven", {"cleanse": True})])
def test_that_keys_that_their_type_does_not_tell_apart_are_refused(tmp_path, key, more):
    people = [{"patient": each, "sex": "f"} for each in ("7", key, "8")]
    found = {"patients": people, "visits": [{"patient": key, "month": "1"}]}
    data = {"path": "patients.csv", "person": "patient", **more}
    sections = {"data": data, "tables": LINKS[:1], "attributes": {"patient": {"role": "identifying"}}}
    assert load_dataset(job_of(tmp_path, found, **sections)).records == 3
    sections["attributes"]["patient"]["type"] = "integer"
    with pytest.raises(InvalidData, match=r"1 values? of the key .patient. reads? as another one"):
        load_dataset(job_of(tmp_path, found, **sections))


def test_that_a_key_of_the_first_table_is_no_column_of_another_one(tmp_path):
    inside = {"name": "visits", "rows": "row", "key": "patient", "columns": ["patient"]}
    found = {"patients": [{"patient": "p", "row": "1"}]}
    with pytest.raises(InvalidData, match=r"the key .patient. of the first table is among the columns"):
        load_dataset(job_of(tmp_path, found, tables=[inside], attributes={}))


def test_that_columns_of_linked_tables_can_change_names_with_each_other(tmp_path):
    rename = {"visits.month": "visits.visit", "visits.visit": "visits.month", "sex": "birth", "birth": "year"}
    data = {"path": "patients.csv", "person": "patient", "rename": rename}
    dataset = load_dataset(job_of(tmp_path, data=data, attributes={}, privacy=[]))
    assert [each.columns for each in dataset.linked] == [
        ("patient", "birth", "year"),
        ("visits.month", "visits.visit"),
        ("diagnoses.code",),
    ]
    assert dataset.linked[2].parent_key == "visits.month"
