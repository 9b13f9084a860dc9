"""Names of tables: those of temporary tables, those that are too long, and those with their schema."""

import pytest
import sqlalchemy as sa

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import InvalidJob, UserError
from tests.engine.backends.database.systems import Database
from tests.engine.backends.database.visits import COLUMNS, RESULT, ROWS, TABLE, job_of, make, opened


def confirmed(anonymizer: Anonymizer, output) -> int:
    """Write and count again; the number of records that are confirmed."""
    exported = anonymizer.write(output)
    facts = {**anonymizer.describe(anonymizer.search(), output), "output": exported.plain()}
    recount = anonymizer.verify(facts, output, exported)
    assert recount.refuted == ()
    return recount.records


@pytest.mark.parametrize("name", ["arxdesk_tuples", "arxdesk_mapping_0"])
def test_that_a_table_may_be_called_as_a_temporary_one(database, name):
    database.make(name, COLUMNS, ROWS)
    anonymizer, output = opened(job_of(database, name))
    assert confirmed(anonymizer, output) == len(ROWS)
    assert set(database.rows(f"SELECT name FROM {RESULT}")) == {("*",)}
    anonymizer.close()
    make(database)
    anonymizer, output = opened(job_of(database, output={"table": name, "replace_table": True}))
    assert confirmed(anonymizer, output) == len(ROWS)
    assert set(database.rows(f"SELECT name FROM {name}")) == {("*",)}


def test_that_tables_of_users_are_not_taken_for_abandoned_ones(database):
    make(database)
    mine = "arxdesk_staging_2024"
    database.execute(f"CREATE TABLE {mine} (a INTEGER)")
    anonymizer, output = opened(job_of(database))
    anonymizer.write(output)
    assert mine in database.tables()


@pytest.mark.parametrize("replace", [True, False])
def test_that_a_name_that_is_too_long_is_refused_before_long_work(server, replace):
    make(server)
    name = "x" * 65
    with pytest.raises(UserError, match=r"longer than the 6[34] characters"):
        Anonymizer.open(job_of(server, output={"table": name, "replace_table": replace}))
    assert server.tables() == [TABLE]


def default_schema(database: Database) -> str:
    return "public" if database.system == "postgresql" else sa.make_url(database.address).database


def test_that_the_source_is_never_replaced_under_its_name_with_the_schema(server):
    make(server)
    schema = default_schema(server)
    for source, target in ((TABLE, f"{schema}.{TABLE}"), (f"{schema}.{TABLE}", TABLE)):
        anonymizer, output = opened(job_of(server, source, output={"table": target, "replace_table": True}))
        with pytest.raises(InvalidJob, match="in the place of the table that is read"):
            anonymizer.write(output)
        anonymizer.close()
    assert set(server.rows(f"SELECT count(*) FROM {TABLE} WHERE name <> '*'")) == {(len(ROWS),)}


def test_that_source_and_result_may_be_in_other_schemas(server):
    make(server)
    for schema in ("there", "beyond"):
        drop = "DROP SCHEMA IF EXISTS {} CASCADE" if server.system == "postgresql" else "DROP DATABASE IF EXISTS {}"
        server.execute(drop.format(schema), f"CREATE SCHEMA {schema}")
    server.execute(f"CREATE TABLE there.{TABLE} AS SELECT * FROM {TABLE}", f"UPDATE {TABLE} SET city = 'elsewhere'")
    anonymizer, output = opened(job_of(server, f"there.{TABLE}", output={"table": f"beyond.{RESULT}"}))
    assert confirmed(anonymizer, output) == len(ROWS)
    cities = {city for (city,) in server.rows(f"SELECT city FROM beyond.{RESULT}")}
    assert "elsewhere" not in cities
    assert server.tables() == [TABLE]
