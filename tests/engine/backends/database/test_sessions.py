"""The settings of a session, which decide on how statements run and how moments are written."""

import datetime as dt

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.database.session import Session, session
from arxdesk_engine.foundation.control import Control
from tests.engine.backends.database.visits import TABLE, job_of, make, opened


def test_that_postgresql_keeps_memory_that_is_larger(postgresql_only):
    def memory() -> str:
        with session(postgresql_only.address) as opened:
            return opened.run("SHOW work_mem", "", Control())[0][0]

    assert memory() == "64MB"
    postgresql_only.execute("ALTER ROLE custodian SET work_mem = '256MB'")
    try:
        assert memory() == "256MB"
    finally:
        postgresql_only.execute("ALTER ROLE custodian RESET work_mem")


def test_that_moments_do_not_depend_on_the_time_zone_of_the_server(mariadb_only):
    make(mariadb_only)
    mariadb_only.execute(
        f"ALTER TABLE {TABLE} ADD seen timestamp NULL",
        "SET SESSION time_zone = '+00:00'",
        f"UPDATE {TABLE} SET seen = '2024-02-29 23:30:00'",
        "SET GLOBAL time_zone = '+05:00'",
    )
    roles = {"seen": {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}}
    try:
        for engine in ("memory", "database"):
            with Anonymizer.open(job_of(mariadb_only, engine=engine, attributes=roles)) as anonymizer:
                assert anonymizer.dataset["seen"].values == (dt.datetime(2024, 2, 29, 23, 30).isoformat(),)  # noqa: DTZ001
    finally:
        mariadb_only.execute("SET GLOBAL time_zone = 'SYSTEM'")


def test_that_mariadb_joins_everything_by_an_index(mariadb_only, monkeypatch, tmp_path):
    make(mariadb_only)
    mariadb_only.execute(
        f"ALTER TABLE {TABLE} ADD seen DATETIME, ADD stay FLOAT, ADD photo BLOB, ADD story LONGTEXT, ADD born DATE",
        f"UPDATE {TABLE} SET seen = '2024-02-29', born = seen, stay = age, photo = city, story = city",
        f"INSERT INTO {TABLE} (city, age) VALUES ('Rome', 3)",
    )
    plans, run = [], Session.run

    def explaining(self, statement, activity, control):
        _made, _as, selection = statement.partition(" AS\n")
        if activity == "Writing the table" and selection:
            plans.append(run(self, f"EXPLAIN {selection}", activity, control))
        return run(self, statement, activity, control)

    monkeypatch.setattr(Session, "run", explaining)
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    names = ("seen", "stay", "photo", "story")
    key = {"key_file": str(tmp_path / "a.key"), "create_key": True}
    others = {
        "diagnosis": {"replace": {"d41": "d42"}},
        "born": {"type": "date", "shift": {"person": "diagnosis", "days": 9, **key}},
    }
    job = job_of(
        mariadb_only,
        attributes={**dict.fromkeys(names, quasi), **others},
        suppression={"limit": 1.0},
        subset={"select": "city != 'Kiel'"},
    )
    anonymizer, output = opened(job)
    assert output.suppressed.any()
    anonymizer.write(output)
    [plan] = plans
    usable = {step.table: step.possible_keys for step in plan}  # small tables are scanned in any case
    assert {usable.pop("source"), usable.pop("missing")} == {None}
    others = ("removed", "cells_0", "members_0", "cells_2", "treated_2", "cells_8", "treated_8")
    assert set(usable) == {*(f"mapping_{place}" for place in range(6)), *others}
    assert None not in usable.values()
