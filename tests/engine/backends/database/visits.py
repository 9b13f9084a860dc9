"""A small table of visits in a database, and the job that releases it there."""

from typing import Any

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job, job_from
from tests.engine.backends.database.systems import Database

TABLE, RESULT = "visits", "released"
COLUMNS = {"city": "VARCHAR(40)", "age": "INTEGER", "diagnosis": "VARCHAR(40)", "name": "VARCHAR(40)"}
ROWS = [
    (city, age, f"d{age}", f"n{age}") for city in ("Bonn", "Bern", "Kiel") for age in (41, 42, 57) for _ in range(4)
]
SECONDS = 0.05
"""The time that each row of a slow column takes."""


def make(database: Database) -> None:
    """The table, with 36 rows."""
    database.make(TABLE, COLUMNS, ROWS)


def make_slow(database: Database, column: str, seconds: float = SECONDS) -> str:
    """A view of the table in which each row of a column takes its time; the others are as they are."""
    make(database)
    last = round(20_000_000 * seconds)
    numbers = f"n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {last} + 0 * length({column}))"
    sleep = {
        "postgresql": f"(CASE WHEN pg_sleep({seconds}) IS NULL THEN 'x' ELSE {column}::text END)",
        "mariadb": f"(CASE WHEN SLEEP({seconds}) = 1 THEN 'x' ELSE {column} END)",
        # Numbers are counted, as SQLite cannot sleep.
        "sqlite": f"(WITH RECURSIVE {numbers} SELECT substr('', max(i)) FROM n) || {column}",
    }[database.system]
    others = ", ".join(each for each in COLUMNS if each != column)
    database.execute(f"CREATE VIEW slow AS SELECT {sleep} AS {column}, {others} FROM {TABLE}")
    return "slow"


def job_of(database: Database, table: str = TABLE, engine: str = "database", **sections: Any) -> Job:
    """The job: two quasi-identifiers, which redaction generalizes, a name that is hidden, k = 5."""
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    content: dict[str, Any] = {
        "data": {"path": database.address, "table": table, "engine": engine},
        "attributes": {"city": quasi, "age": quasi, "name": {"role": "identifying"}},
        "privacy": [{"model": "k-anonymity", "k": 5}],
        "output": {"path": database.address, "table": RESULT},
    }
    for name, more in sections.items():
        content[name] = {**content.get(name, {}), **more} if isinstance(more, dict) else more
    return job_from(content)


def opened(job: Job, control: Control | None = None):
    """A job that is searched and applied."""
    anonymizer = Anonymizer.open(job, control)
    return anonymizer, anonymizer.apply(anonymizer.search().best.levels)


def staging(database: Database) -> list[str]:
    """The tables that are being made."""
    return [each for each in database.tables() if each.startswith("arxdesk")]
