"""What messages say of a fault in the data: where it is and what kind it has, and never the value itself."""

import sqlite3

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import UserError
from tests.engine.backends.database.visits import COLUMNS, TABLE, job_of, make, opened

SECRET = "confidential"  # noqa: S105


@pytest.mark.parametrize("engine", ["database", "memory"])
def test_that_a_view_that_cannot_be_computed_tells_no_value(server, engine):
    make(server)
    server.execute(f"INSERT INTO {TABLE} VALUES ('{SECRET}', 1, 'd', 'n')")
    number = {"postgresql": "city::integer", "mariadb": "EXP(9999 * length(city))"}
    server.execute(f"CREATE VIEW broken AS SELECT {number[server.system]} AS city, age, diagnosis, name FROM {TABLE}")
    with pytest.raises(UserError) as refused:
        Anonymizer.open(job_of(server, "broken", engine=engine))
    assert SECRET not in str(refused.value)
    assert "a value" in str(refused.value)


@pytest.mark.parametrize("engine", ["database", "memory"])
@pytest.mark.parametrize("day", ["infinity", "0044-03-15 BC", "12345-06-07"])
def test_that_days_beyond_the_calendar_are_refused_without_their_values(postgresql_only, engine, day):
    make(postgresql_only)
    postgresql_only.execute(f"ALTER TABLE {TABLE} ADD born date", f"UPDATE {TABLE} SET born = '{day}'")
    roles = {"born": {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}}
    with pytest.raises(UserError) as refused:
        Anonymizer.open(job_of(postgresql_only, engine=engine, attributes=roles))
    assert day.split()[0].split("-")[0] not in str(refused.value)
    assert "a value" in str(refused.value)


@pytest.mark.parametrize("engine", ["database", "memory"])
def test_that_texts_in_another_encoding_tell_no_value(sqlite_only, engine):
    sqlite_only.make(TABLE, COLUMNS, [])
    with sqlite3.connect(sqlite_only.address) as connection:
        connection.execute(f"INSERT INTO {TABLE} SELECT CAST(x'{SECRET.encode().hex()}ff' AS TEXT), 1, 'd', 'n'")
    connection.close()
    with pytest.raises(UserError) as refused:
        opened(job_of(sqlite_only, engine=engine))
    assert SECRET not in str(refused.value)
    assert "a value" in str(refused.value)
