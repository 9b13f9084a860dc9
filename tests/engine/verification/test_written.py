"""Results in any order and in databases are confirmed as those in files are, and what was changed in them is found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.io.digest import sha256_of_records
from arxdesk_engine.verification.written import WrittenFile, order_of, read_written
from tests.engine.problems import column_of
from tests.engine.verification.runs import job_on, people, written
from tests.engine.verification.test_recount import COSTS, EVERY, K

CELLS = st.lists(
    st.tuples(st.sampled_from(["", "a", "b", "*", 'q"', "x,y", "l\nb", "ä"]), st.sampled_from("xyz")), min_size=1
)


def plain_people():
    """Without blanks alone in a cell, which some formats do not keep."""
    return [row | {"note": row["note"].strip()} for row in people()]


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
@pytest.mark.parametrize("name", EVERY)
def test_that_every_model_is_confirmed_of_records_in_random_order(tmp_path: Path, name: str, suppressed: str):
    output = {"shuffle": True, "suppressed": suppressed}
    anonymizer = job_on(tmp_path, people(), [EVERY[name]], costs=COSTS, output=output)
    found = written(anonymizer, tmp_path / "out.csv").verify()
    plain = written(
        job_on(tmp_path, people(), [EVERY[name]], costs=COSTS, output=output | {"shuffle": False}), tmp_path / "out.csv"
    )
    assert found == plain.verify()


@pytest.mark.parametrize("suffix", ["xlsx", "dta", "sav", "xpt", "db", "parquet"])
@pytest.mark.parametrize(
    "sections",
    [
        {"privacy": [{"model": "differential-privacy", "epsilon": 2.0, "delta": 1e-3, "scheme": "medium"}]},
        {"search": {"local_recoding": {"iterations": 20}}},
        {"sampling": {"fraction": 0.6, "seed": 3}},
    ],
    ids=["differential privacy", "local recoding", "sample"],
)
def test_that_other_releases_are_confirmed_in_every_format(tmp_path: Path, suffix: str, sections):
    output = {"shuffle": True, **({"table": "t"} if suffix == "db" else {})}
    sections = {"privacy": [K], "output": output} | sections
    anonymizer = job_on(tmp_path, plain_people(), sections.pop("privacy"), **sections)
    counted = written(anonymizer, tmp_path / f"out.{suffix}").verify()
    assert counted.refuted == (), counted
    assert [each.verified for each in counted.models] == [True]


def test_that_a_table_that_lost_or_gained_rows_is_refuted(tmp_path: Path):
    for change in ("DELETE FROM t WHERE rowid = 3", "INSERT INTO t SELECT * FROM t WHERE rowid = 3"):
        anonymizer = job_on(tmp_path, plain_people(), [K], output={"table": "t", "replace_table": True})
        done = written(anonymizer, tmp_path / "out.db")
        with sqlite3.connect(done.path) as connection:
            connection.execute(change)
        connection.close()
        assert {"sha256", "records"} <= {each.claim for each in done.verify().refuted}


def test_that_an_order_of_other_records_is_refuted(tmp_path: Path):
    """It says what is compared with what, and cannot make a record of the input disappear."""
    done = written(job_on(tmp_path, people(), [K], output={"shuffle": True}), tmp_path / "out.csv")
    object.__setattr__(done.exported, "order", np.full_like(done.exported.order, done.exported.order[0]))
    assert "quasi-identifiers" in {each.claim for each in done.verify().refuted}


@given(rows=CELLS, seed=st.integers(0, 1000))
def test_that_rows_of_a_table_without_order_find_their_records(rows, seed):
    columns = [column_of("a", tuple(row[0] for row in rows)), column_of("b", tuple(row[1] for row in rows))]
    order = np.random.default_rng(seed).permutation(len(rows))
    shown = Dataset(tuple(columns))
    table = pd.DataFrame({column.name: pd.Categorical(column.texts()[order[::-1]]) for column in columns})
    file = WrittenFile("x.db", None, np.zeros(len(rows), np.bool_), order=order, table="t", shown=shown)
    found = order_of(file, table)
    assert sorted(found.tolist()) == list(range(len(rows)))
    assert [rows[record] for record in found] == [tuple(row) for row in table.itertuples(index=False)]


@given(rows=CELLS, alone=st.booleans())
def test_that_the_digest_of_records_is_the_one_that_was_reported(tmp_path_factory, rows, alone):
    path = tmp_path_factory.getbasetemp() / "digest.db"
    path.unlink(missing_ok=True)
    names = ["a,b"] if alone else ["a,b", 'b"']
    columns = [column_of(name, tuple(row[place] for row in rows)) for place, name in enumerate(names)]
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE t (" + ", ".join(f'"{name.replace(chr(34), chr(34) * 2)}"' for name in names) + ")"
        )
        cells = [[column.texts()[record] or None for column in columns] for record in range(len(rows))]
        connection.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(names))})", cells)  # noqa: S608
    connection.close()
    table, digest = read_written(WrittenFile(path, None, np.zeros(len(rows), np.bool_), table="t"))
    assert list(table.columns) == names
    assert digest == sha256_of_records(columns)
    backwards = np.arange(len(rows))[::-1]
    assert digest == sha256_of_records(columns, backwards)
