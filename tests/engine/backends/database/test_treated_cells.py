"""Treated columns, research subsets and random orders where the rows stay in a database: the release of memory."""

import csv
import datetime as dt
import logging
import math
import tempfile
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.border.subset import with_subset
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UserError
from arxdesk_engine.io.databases.making import TableExists
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.job.subset import SubsetSettings
from tests.engine.backends.database.systems import Database
from tests.engine.backends.releases import released, rounded
from tests.engine.backends.test_treated_columns import CELLS, NAMES, attributes_of, codebook, found, jobs, tables
from tests.tiers import examples

TABLE, RESULT = "visits", "released"
TYPES = {
    "sqlite": {
        "string": ["TEXT", "TEXT COLLATE NOCASE", ""],
        "int32": ["INTEGER", ""],
        "decimal128(6, 2)": ["NUMERIC", "REAL", "TEXT", ""],
        "double": ["REAL", ""],
        "date32[day]": ["TEXT", "DATE"],
    },
    "postgresql": {
        "string": ["text", "varchar(40)", "char(6)", "text COLLATE no_case", "mood"],
        "int32": ["integer", "bigint"],
        "decimal128(6, 2)": ["numeric(6, 2)", "numeric"],
        "double": ["double precision", "real"],
        "date32[day]": ["date", "text"],
    },
    "mariadb": {
        "string": ["VARCHAR(40)", "LONGTEXT", "VARCHAR(40) CHARACTER SET latin1", "VARCHAR(40) COLLATE utf8mb4_bin"],
        "int32": ["INTEGER", "TINYINT"],
        "decimal128(6, 2)": ["DECIMAL(6, 2)", "VARCHAR(9)"],
        "double": ["DOUBLE", "FLOAT"],
        "date32[day]": ["DATE", "VARCHAR(10)"],
    },
}
MOODS = sorted({cell for kind, cells in CELLS.values() if kind == pa.string() for cell in cells if cell is not None})


def stored(cell: object, system: str) -> object:
    """A cell as a driver takes it."""
    if isinstance(cell, float) and math.isnan(cell) and system == "mariadb":
        return None
    return str(cell) if system == "sqlite" and cell is not None and not isinstance(cell, int | float) else cell


def make(database: Database, types: list[str], table: pa.Table) -> None:
    if database.system == "postgresql" and not database.tables():
        labels = ", ".join(f"'{each}'" for each in MOODS)
        database.execute(
            "CREATE COLLATION no_case (provider = icu, locale = 'und-u-ks-level1', deterministic = false)",
            f"CREATE TYPE mood AS ENUM ({labels})",
        )
    columns = dict(zip(NAMES, types, strict=True))
    rows = [[stored(row[name], database.system) for name in NAMES] for row in table.to_pylist()]
    database.make(TABLE, columns, rows)


def job_of(content: dict[str, object], database: Database, folder: Path, engine: str) -> Job:
    place = {"path": database.address, "table": RESULT, "replace_table": True}
    if engine == "memory":
        place = {"path": str(folder / "out" / "out.csv")}
    if content["output"]["codebook"] is not None:
        place["codebook"] = str(folder / "out" / f"codebook of {engine}.csv")
    sections = {
        "data": {"path": database.address, "table": TABLE, "engine": engine},
        "attributes": attributes_of(content, folder / "secret"),
        "output": {**content["output"], **place},
    }
    return job_from({**content, **sections})


@given(data=st.data(), table=tables(), content=jobs())
@settings(
    max_examples=examples(60),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_that_the_release_is_that_of_memory(database, data, table, content):
    types = [data.draw(st.sampled_from(TYPES[database.system][str(CELLS[name][0])])) for name in NAMES]
    with tempfile.TemporaryDirectory() as name:
        for each in ("secret", "out"):
            (Path(name) / each).mkdir()
        make(database, types, table)
        expected, ours = (found(job_of(content, database, Path(name), engine)) for engine in ("memory", "database"))
        if isinstance(expected, UserError):  # what is looked at first differs
            assert isinstance(ours, UserError), expected.message
            return
        assert not isinstance(ours, UserError), ours.message
        (status, told, rows, _recount), (other_status, other_told, other_rows, recount) = expected, ours
        assert other_status == status
        assert rounded(other_told) == rounded(told)
        assert other_rows == rows
        if content["output"]["codebook"] is not None and rows is not None:
            books = [codebook(Path(name) / "out" / f"codebook of {engine}.csv") for engine in ("memory", "database")]
            assert books[1] == books[0]
        if recount is not None:
            assert recount.refuted == ()
            assert recount.records == sum(rows.values())


PEOPLE = {"person": "VARCHAR(9)", "age": "INTEGER", "note": "VARCHAR(9)", "visit": "DATE"}


def make_people(database: Database) -> None:
    """Four visits of each of five people."""
    rows = [(f"P{i}", age, f"n{i}", f"2024-02-0{age - 16}") for i in range(5) for age in (17, 18) for _ in range(2)]
    database.make(TABLE, PEOPLE, rows)


def job_of_people(database: Database, **more: object) -> Job:
    content = {
        "data": {"path": database.address, "table": TABLE, "engine": "database"},
        "attributes": {"age": {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "output": {"path": database.address, "table": RESULT},
    }
    return job_from({**content, **more})


def with_attributes(database: Database, **attributes: object) -> Job:
    return job_of_people(database, attributes={"age": {"role": "quasi-identifying"}, **attributes})


def test_that_pseudonyms_have_a_key_and_a_mapping_and_keep_people_together(database, tmp_path_factory):
    make_people(database)
    secret = tmp_path_factory.mktemp("secret")
    masking = {"key_file": str(secret / "a.key"), "mapping_file": str(secret / "people.csv"), "create_key": True}
    shift = {"person": "person", "days": 40, "key_file": str(secret / "a.key")}
    job = with_attributes(
        database,
        person={"role": "identifying", "masking": {"method": "pseudonym", **masking}},
        visit={"type": "date", "shift": shift},
    )
    assert "P1" not in explained(job, Control())
    assert not list(secret.iterdir())
    _status, _told, rows, recount = released(job)
    assert recount.refuted == ()
    with (secret / "people.csv").open() as stream:
        names = dict(csv.reader(stream, delimiter=";"))
    assert sorted(names) == ["P0", "P1", "P2", "P3", "P4", "original"]
    days = {
        names[f"P{i}"]: sorted(dt.date.fromisoformat(row[3]) for row in rows if row[0] == names[f"P{i}"])
        for i in range(5)
    }
    assert sum(rows.values()) == 20
    assert {last - first for first, last in days.values()} == {dt.timedelta(days=1)}
    assert len({first for first, _last in days.values()}) > 1


def test_that_wrong_treatments_are_told_before_the_search(database, tmp_path):
    make_people(database)
    shift = {"person": "nobody", "days": 40, "key_file": str(tmp_path / "a.key"), "create_key": True}
    for attribute, wrong, told in (
        ("visit", {"masking": {"method": "redact"}}, "only identifying attributes can be masked"),
        ("note", {"coding": {"top": "b"}}, "have no order"),
        ("note", {"role": "identifying", "masking": {"method": "pseudonym", "key_file": "no.key"}}, "there is no file"),
        ("visit", {"type": "date", "shift": shift}, 'no attribute "nobody"'),
    ):
        with pytest.raises(InvalidJob, match=told):
            Anonymizer.open(with_attributes(database, **{attribute: wrong}))
    with pytest.raises(InvalidData, match="not of type integer") as refused:
        Anonymizer.open(with_attributes(database, note={"type": "integer", "replace": {"n0": "7"}}))
    assert "distinct cell 2" in refused.value.message
    for expression, told in (("vist = 'x'", "no attribute"), ("age > 'x'", "is of type integer"), ("(", "column 2")):
        with pytest.raises((InvalidJob, InvalidSelection), match=told):
            Anonymizer.open(job_of_people(database, subset={"select": expression}))
    assert database.tables() == [TABLE]


def test_that_a_random_order_is_another_each_time(database):
    database.make(TABLE, {"age": "INTEGER", "note": "INTEGER"}, [(17, number) for number in range(40)])
    orders = []
    for _ in range(2):
        released(job_of_people(database, output={"path": database.address, "table": RESULT, "shuffle": True}))
        orders.append([note for (note,) in database.rows(f"SELECT note FROM {RESULT}")])
        database.execute(f"DROP TABLE {RESULT}")
    assert sorted(orders[0]) == sorted(orders[1]) == list(range(40))
    assert orders[0] != orders[1] != list(range(40)) != orders[0]


def test_that_an_open_table_is_released_with_other_settings(database):
    make_people(database)
    job = with_attributes(database, note={"replace": {"n1": "n2"}})
    output = {"path": database.address, "table": RESULT, "replace_table": True}
    with Anonymizer.open(job.model_copy(update={"output": job.output.model_copy(update=output)})) as anonymizer:
        applied = anonymizer.apply(anonymizer.search().best.levels)
        for settings, notes in (
            ({"note": {"replace": {"n1": "n2"}}}, {("n0",), ("n2",), ("n3",), ("n4",)}),
            ({"note": {"replace": {"n1": "7"}}}, {("n0",), ("7",), ("n2",), ("n3",), ("n4",)}),
            ({"person": {"role": "identifying"}}, {("n0",), ("n1",), ("n2",), ("n3",), ("n4",)}),
        ):
            other = with_attributes(database, **settings)
            rows = anonymizer.rows
            rows.job = other.model_copy(update={"output": rows.job.output})
            rows.write(applied, None, Control())
            assert set(database.rows(f"SELECT note FROM {RESULT}")) == notes


@pytest.mark.parametrize(
    ("change", "is_refused"),
    [
        (f"UPDATE {TABLE} SET note = 'new' WHERE note = 'n1'", True),
        (f"UPDATE {TABLE} SET person = 'new' WHERE person = 'P1'", True),
        (f"INSERT INTO {TABLE} VALUES ('P9', 17, 'n1', '2024-01-01')", True),
        (f"UPDATE {TABLE} SET note = 'n2' WHERE note = 'n1'", False),
    ],
)
def test_that_cells_that_nobody_has_treated_are_in_no_result(database, change, is_refused):
    make_people(database)
    job = job_of_people(
        database,
        attributes={"age": {"role": "quasi-identifying"}, "note": {"replace": {"n1": "n2"}}},
        subset={"select": "person != 'P0' and person != 'P9'"},
    )
    with Anonymizer.open(job) as anonymizer:
        output = anonymizer.apply(anonymizer.search().best.levels)
        database.execute(change)
        if is_refused and database.system != "postgresql":
            with pytest.raises(InvalidData, match="changed since they were grouped"):
                anonymizer.write(output)
            assert database.tables() == [TABLE]
            return
        anonymizer.write(output)
    assert set(database.rows(f"SELECT note, count(*) FROM {RESULT} GROUP BY note")) == {("n2", 8), ("n3", 4), ("n4", 4)}


def test_that_writing_goes_on_after_a_failure(database):
    make_people(database)
    job = with_attributes(database, note={"replace": {"n1": "n2"}})
    with Anonymizer.open(job) as anonymizer:
        output = anonymizer.apply(anonymizer.search().best.levels)
        database.make(RESULT, {"old": "INTEGER"}, [])
        with pytest.raises(TableExists):
            anonymizer.write(output)
        database.execute(f"DROP TABLE {RESULT}")
        anonymizer.write(output)
    assert database.rows(f"SELECT count(*) FROM {RESULT} WHERE note = 'n1'") == [(0,)]


def test_that_cells_are_in_no_message_and_no_log(database, caplog):
    make_people(database)
    database.execute(f"UPDATE {TABLE} SET note = 'secret' WHERE person = 'P1'")
    job = with_attributes(database, note={"replace": {"secret": "hidden\0"}})  # which PostgreSQL does not have
    with caplog.at_level(logging.DEBUG):
        told = found(job)
    assert isinstance(told, UserError) == (database.system == "postgresql")
    message = told.message if isinstance(told, UserError) else ""
    assert all(each not in f"{caplog.text} {message}" for each in ("secret", "hidden"))
    assert database.tables() == ([TABLE] if message else [RESULT, TABLE])


@pytest.mark.parametrize("kind", ["FLOAT", "REAL"])
def test_that_zeros_of_both_signs_are_one_cell(database, kind):
    database.make(TABLE, {"age": "INTEGER", "note": kind}, [(17, 0.0), (17, -0.0), (17, 1.5), (17, None)] * 3)
    attributes = {"age": {"role": "quasi-identifying"}, "note": {"replace": {"0": "7"}}}
    _status, _told, rows, recount = released(job_of_people(database, attributes=attributes))
    assert recount.refuted == ()
    assert rows == {("17", "7"): 6, ("17", "1.5"): 3, ("17", ""): 3}


def test_that_a_subset_can_be_another_one_in_a_later_release(database):
    make_people(database)
    content = {"subset": {"select": "person != 'P0'"}}
    output = {"path": database.address, "table": RESULT, "replace_table": True}
    with Anonymizer.open(job_of_people(database, output=output, **content)) as anonymizer:
        rows = anonymizer.rows
        other = with_subset(rows.tuples, SubsetSettings(select="age = 17"))
        for tuples, expected in ((rows.tuples, {17: 8, 18: 8}), (other, {17: 10}), (rows.tuples, {17: 8, 18: 8})):
            of_tuples = Anonymizer.open(tuples)
            applied = of_tuples.apply(of_tuples.search().best.levels)
            rows.write(applied, None, Control(), tuples=tuples)
            found_groups = database.rows(f"SELECT age, count(*) FROM {RESULT} GROUP BY age")
            assert {int(age): count for age, count in found_groups} == expected
