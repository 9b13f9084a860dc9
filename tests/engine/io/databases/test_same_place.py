"""The input is never changed, by whatever name the place of a result leads to it."""

import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import numpy as np
import psycopg
import pytest

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnwritableFile, UserError
from arxdesk_engine.io.databases.connection import connected
from arxdesk_engine.io.databases.passwords import VARIABLE, forget
from arxdesk_engine.io.databases.same_place import is_same_file
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.release.export import (
    export,
    require_exportable,
    require_input_kept,
    require_no_input,
    require_tables_kept,
)
from tests.engine.io.test_writing_databases import column

STARS = Dataset((column("name", ["*", "*", "*"]),))


@pytest.fixture
def server(postgresql_server, monkeypatch: pytest.MonkeyPatch):
    """A database with a table, its view, and a table in parts."""
    forget()
    monkeypatch.setenv(VARIABLE, postgresql_server.password)
    with psycopg.connect(postgresql_server.address, password=postgresql_server.password, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS same")
        connection.execute("CREATE DATABASE same")
        connection.execute("DROP DATABASE IF EXISTS custodian")
        connection.execute("CREATE DATABASE custodian")
    own = replace(postgresql_server, database="same")
    make(own)
    yield own
    forget()


def make(server) -> None:
    server.execute(
        "CREATE TABLE people (name text)",
        "INSERT INTO people VALUES ('Anna'), ('Berta'), ('Clara')",
        "CREATE VIEW seen AS SELECT * FROM people",
        "CREATE TABLE whole (name text) PARTITION BY LIST (name)",
        "CREATE TABLE part PARTITION OF whole FOR VALUES IN ('Anna')",
        "INSERT INTO whole VALUES ('Anna')",
        'CREATE TABLE "People" (name text)',
    )


def names(server) -> list[str]:
    with psycopg.connect(server.address, password=server.password) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM people ORDER BY name")]


def written(source: str, table: str | None, address: str, target: str) -> UserError | None:
    """What keeps a result from taking the place of a table; None where it was written."""
    data = {"path": source} | ({} if table is None else {"table": table})
    job = job_from({"data": data}).with_output(path=address, table=target, replace_table=True)
    try:
        require_input_kept(job, "--output")
        require_exportable(job, "--output")
    except UserError as error:
        return error
    return None


def addresses(server) -> dict[str, str]:
    with connected(server.address, None) as connection:
        folder = connection.exec_driver_sql("SHOW unix_socket_directories").scalar_one()
    user, port = server.user, server.port
    return {
        "itself": server.address,
        "number": f"postgresql://{user}@127.0.0.1:{port}/same",
        "short number": f"postgresql://{user}@127.1:{port}/same",
        "host behind": f"postgresql://{user}@/same?host=127.0.0.1&port={port}",
        "database behind": f"postgresql://{user}@localhost:{port}/other?dbname=same",
        "number behind": f"postgresql://{user}@elsewhere:{port}/same?hostaddr=127.0.0.1",
        "socket": f"postgresql://{user}@/same?host={quote(folder)}&port={port}",
        "driver": f"postgresql+psycopg://{user}@localhost:{port}/same",
        "escaped": f"postgresql://{user}@localhost:{port}/%73ame",
        "several": f"postgresql://{user}@localhost:{port},localhost:{port}/same",
    }


@pytest.mark.parametrize(
    "name",
    [
        *("itself", "number", "short number", "host behind", "database behind", "number behind", "socket", "driver"),
        *("escaped", "several"),
    ],
)
def test_that_no_name_of_a_server_leads_over_the_table_that_is_read(server, name: str):
    address = addresses(server)[name]
    for table, target in (("people", "people"), ("people", "public.people"), (None, "new")):
        if table is None:
            server.execute('DROP VIEW seen; DROP TABLE whole; DROP TABLE "People"')
        error = written(server.address, table, address, target)
        assert isinstance(error, InvalidJob | InvalidData), (name, target)
        assert "the table that is read" in error.message or "not a known database address" in error.message
    assert names(server) == ["Anna", "Berta", "Clara"]


def test_that_the_database_of_the_user_is_known_where_none_is_named(server):
    own = replace(server, database=server.user)
    make(own)
    for address in (own.address.rpartition("/")[0], own.address.rpartition("/")[0] + "/"):
        assert written(own.address, "people", address, "people") is not None
        assert written(address, "people", own.address, "people") is not None


def test_that_other_tables_are_written(server):
    address = addresses(server)["number"]
    assert written(server.address, "people", address, "new") is None
    assert written(server.address, "people", address, "People") is None
    assert written(server.address, "seen", address, "new") is None
    other = replace(server, database="custodian")
    make(other)
    assert written(server.address, "people", other.address, "people") is None


@pytest.mark.parametrize(("table", "target"), [("part", "whole"), ("whole", "part"), ("whole", "whole")])
def test_that_parts_of_a_table_are_not_lost_with_it(server, table: str, target: str):
    error = written(server.address, table, addresses(server)["number"], target)
    assert error is not None
    assert "the table that is read" in error.message


def test_that_it_is_asked_again_in_the_transaction_that_writes(server):
    """What was looked at before the search may be another place by then."""
    address = addresses(server)["short number"]
    job = job_from({"data": {"path": server.address, "table": "people"}})
    job = job.with_output(path=address, table="people", replace_table=True)
    with pytest.raises(InvalidJob, match="the table that is read"):
        export(job, STARS, np.arange(3))
    assert names(server) == ["Anna", "Berta", "Clara"]
    # What a view is made of cannot go without it.
    seen = job_from({"data": {"path": server.address, "table": "seen"}})
    with pytest.raises(UnwritableFile, match="Nothing was changed"):
        export(seen.with_output(path=address, table="people", replace_table=True), STARS, np.ones(3, np.bool_))
    assert names(server) == ["Anna", "Berta", "Clara"]


def linked(link: Callable[[Path, Path], object], file: Path) -> Path:
    found = file.with_name(f"other{file.suffix}")
    link(file, found)
    return found


LINKS: dict[str, Callable[[Path], Path]] = {
    "itself": lambda file: file,
    "round about": lambda file: file.parent / "below" / ".." / file.name,
    "symbolic": lambda file: linked(lambda old, new: new.symlink_to(old), file),
    "hard": lambda file: linked(os.link, file),
    "folder": lambda file: file.parent / "below" / "here" / file.name,
}


@pytest.fixture
def job(tmp_path: Path) -> Job:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "here").symlink_to(tmp_path)
    for name in ("people.csv", "ages.csv", "map.csv", "job.toml"):
        (tmp_path / name).write_text(name)
    content = {
        "data": {"path": "people.csv"},
        "attributes": {
            "age": {"role": "quasi-identifying", "hierarchy": "ages.csv"},
            "name": {
                "role": "identifying",
                "masking": {"method": "pseudonym", "key_file": "k", "mapping_file": "map.csv"},
            },
        },
    }
    return job_from(content).at(tmp_path / "job.toml")


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("name", ["people.csv", "ages.csv", "map.csv", "job.toml"])
def test_that_no_link_leads_over_what_a_job_reads(job: Job, tmp_path: Path, link: str, name: str):
    place = LINKS[link](tmp_path / name)
    with pytest.raises(InvalidJob, match="is a file that the job reads"):
        require_no_input(place, job, "--output")
    if name != "job.toml":
        with pytest.raises(InvalidJob, match="is a file that the job reads"):
            require_exportable(job.with_output(path=str(place)), "--output")
    assert (tmp_path / name).read_text() == name


@pytest.mark.parametrize("link", LINKS)
def test_that_a_project_takes_its_own_place_and_not_that_of_a_table(job: Job, tmp_path: Path, link: str):
    for name in ("people.csv", "map.csv"):
        with pytest.raises(InvalidJob, match="is a file that the job reads"):
            require_tables_kept(LINKS[link](tmp_path / name), job)
        (tmp_path / f"other{Path(name).suffix}").unlink(missing_ok=True)
    require_tables_kept(tmp_path / "job.toml", job)
    require_tables_kept(tmp_path / "ages.csv", job)


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("source", ["people.db", "sqlite:///people.db"])
def test_that_no_link_leads_into_the_database_that_is_read(tmp_path: Path, link: str, source: str):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "here").symlink_to(tmp_path)
    with sqlite3.connect(tmp_path / "people.db") as connection:
        connection.execute("CREATE TABLE people (name)")
    connection.close()
    before = (tmp_path / "people.db").read_bytes()
    job = job_from({"data": {"path": source, "table": "people"}}).at(tmp_path / "job.toml")
    place = LINKS[link](tmp_path / "people.db")
    for path in (str(place), f"sqlite:///{place}"):
        with pytest.raises(InvalidJob, match="is a file that the job reads"):
            require_exportable(job.with_output(path=path, table="people", replace_table=True), "--output")
    assert (tmp_path / "people.db").read_bytes() == before


def test_that_files_are_one_by_what_they_are(tmp_path: Path):
    first, second = tmp_path / "a", tmp_path / "b"
    assert is_same_file(first, tmp_path / "x" / ".." / "a")
    assert not is_same_file(first, second)
    first.write_text("1")
    assert not is_same_file(first, second)
    os.link(first, second)
    assert is_same_file(first, second)
    assert not is_same_file(first, "a\0b")


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (".", "is a folder"),
        ("below", "is a folder"),
        ("people.csv/out.csv", "people.csv is a file, not a folder"),
        ("~/out.csv", "write out the path of your home"),
        ("nowhere/out.csv", "the folder does not exist"),
        ("file:///out.csv", "Write the path of the file"),
        ("sqlite:///a\0.db", "null character"),
    ],
)
def test_that_places_that_cannot_be_are_told_for_what_they_are(job: Job, path: str, found: str):
    where = job.model_copy(update={"attributes": {}}).at(job.resolve("job.toml"))
    output = where.output.model_copy(update={"path": path, "table": "t" if path.endswith("db") else None})
    with pytest.raises(UserError) as caught:
        require_exportable(where.model_copy(update={"output": output}).at(job.resolve("job.toml")), "--output")
    assert found in caught.value.message
