"""The statements of a release within a database, as people read them and run them by hand."""

import re
from dataclasses import replace

import pytest

from arxdesk_engine.backends.border.shape import KEY, ReleaseShape
from arxdesk_engine.backends.border.subset import SubsetCondition
from arxdesk_engine.backends.border.treated import TreatedColumn
from arxdesk_engine.backends.database.columns import KeyForm, SourceColumn
from arxdesk_engine.backends.database.explanation import explanation
from arxdesk_engine.backends.database.layout import laid_out
from arxdesk_engine.backends.database.systems import SYSTEMS, named_table
from arxdesk_engine.backends.database.temporary import ReleaseTables
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.data.selection import parse
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.databases.places import TablePlace
from tests.engine.backends.database.visits import RESULT, ROWS, TABLE, job_of, make


def tables_of(system: str) -> ReleaseTables:
    columns = [SourceColumn(name, name, KeyForm.TEXT, "text") for name in ("a", 'b"]`', "c")]
    shape = ReleaseShape(("a", 'b"]`', "c"), ("a", 'b"]`'), ("c",), frozenset(), "n", keeps_removed=True)
    return ReleaseTables(SYSTEMS[system], shape, TablePlace(None, "people", is_view=False), columns)


@pytest.mark.parametrize("system", SYSTEMS)
def test_that_there_are_statements_for_every_system(system):
    tables = tables_of(system)
    text = explanation(tables, named_table("out", None), named_table("made", None))
    for name in ("a", 'b"]`', "c"):
        assert SYSTEMS[system].quote(name) in text
    has_transaction = tables.system.keeps_snapshot
    assert text.count("\n-- ") + text.startswith("-- ") == 11 + 2 * has_transaction
    assert ("\nBEGIN;" in text, "\nCOMMIT;" in text) == (has_transaction, has_transaction)
    assert tables.system.collation in text


@pytest.mark.parametrize("system", SYSTEMS)
def test_that_there_are_statements_for_treated_columns_and_a_subset(system):
    plain = tables_of(system)
    condition = SubsetCondition(parse("a = 'x' or (c = 'y' and not (a = 'z'))", "the job"), inverts=True)
    treated = (TreatedColumn("c"), TreatedColumn("d", "a"))
    shape = replace(plain.shape, columns=("a", "c", "d"), treated=treated, subset=condition, member="in", shuffles=True)
    columns = [*plain.columns, SourceColumn("d", "d", KeyForm.PLAIN, "date")]
    tables = replace(plain, shape=shape, columns=columns)
    text = explanation(tables, named_table("out", None), named_table("made", None))
    assert text.count("filled by the program") == len(("members", "members", "treated", "treated", "labels"))
    for name in ("cells_0", "cells_2", "cells_3", "members_0", "members_2", "treated_2", "treated_3"):
        assert text.count(SYSTEMS[system].quoted(SYSTEMS[system].temporary(f"arxdesk_{name}"))) >= len(("made", "read"))
    release = text.partition("-- The released table, under")[2].partition("-- The second count")[0]
    assert release.rstrip(";\n").rpartition("\n")[2] == f"ORDER BY {tables.system.random.format(KEY)}"
    assert "NOT ((" in release


def test_that_sql_server_makes_tables_by_selecting_into_them():
    text = explanation(tables_of("mssql"), named_table("out", None), named_table("made", None))
    assert "SELECT * INTO [#arxdesk_tuples] FROM (" in text
    assert "EXEC sp_rename N'[made]', N'out'" in text
    assert "ALTER TABLE" not in text


def test_that_the_explained_statements_can_be_run_by_hand(database):
    make(database)
    text = explained(job_of(database), Control())
    assert database.tables() == [TABLE]
    statements = [re.sub(r"^-- .*\n", "", part).rstrip(";") for part in text.split(";\n\n")]
    quote = database.quote
    schema = {"sqlite": "temp.", "postgresql": "pg_temp."}.get(database.system, "")
    with database.connected() as connection:
        for statement in statements:
            for each in statement.split(";\n"):
                if each.startswith("SELECT count"):
                    assert connection.exec_driver_sql(each).scalar() == 0
                elif each:
                    connection.exec_driver_sql(each)
            if "arxdesk_labels" in statement.partition("\n")[0]:
                columns = ", ".join(map(quote, ("tuple", "label 0", "label 1", "fate")))
                connection.exec_driver_sql(
                    f"INSERT INTO {schema}arxdesk_labels ({columns}) "
                    f"SELECT {quote('tuple')}, city, '*', 0 FROM {schema}arxdesk_tuples"
                )
        connection.commit()
    found = database.rows(f"SELECT city, age, name, count(*) FROM {RESULT} GROUP BY city, age, name ORDER BY city")
    assert found == [(city, "*", "*", len(ROWS) // 3) for city in ("Bern", "Bonn", "Kiel")]


@pytest.mark.parametrize(
    ("statement", "lines"),
    [
        ("SELECT a, b FROM t WHERE c = 'x,  FROM (y'", ["SELECT a,", "       b", "FROM t", "WHERE c = 'x,  FROM (y'"]),
        ('SELECT max(a, 1) AS "b,c" FROM t', ['SELECT max(a, 1) AS "b,c"', "FROM t"]),
        ('SELECT [a"]], ], b FROM t', ['SELECT [a"]], ],', "       b", "FROM t"]),
        (
            "SELECT 1 FROM (SELECT a, `b(` FROM t UNION ALL SELECT 'it''s', 2 FROM [u,v] GROUP BY a, b) AS w",
            [
                "SELECT 1",
                "FROM (",
                "    SELECT a,",
                "           `b(`",
                "    FROM t",
                "    UNION ALL",
                "    SELECT 'it''s',",
                "           2",
                "    FROM [u,v]",
                "    GROUP BY a,",
                "           b",
                ") AS w",
            ],
        ),
    ],
)
def test_that_a_statement_has_a_line_for_each_clause_and_column(statement, lines):
    assert laid_out(statement) == "\n".join(lines)
