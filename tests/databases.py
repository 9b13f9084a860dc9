"""A PostgreSQL server of its own for the tests, in a temporary folder, and thrown away with them."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

PASSWORD = "correct horse battery staple"  # noqa: S105 - of a server that lives as long as the tests
REQUIRED = "ARXDESK_REQUIRE_POSTGRESQL"


@dataclass(frozen=True)
class PostgresqlServer:
    port: int
    user: str = "custodian"
    password: str = PASSWORD
    host: str = "localhost"
    database: str = "postgres"

    @property
    def address(self) -> str:
        """Where a job finds it, without the password."""
        return f"postgresql://{self.user}@{self.host}:{self.port}/{self.database}"

    def execute(self, *statements: str, rows: tuple[str, list[tuple[object, ...]]] | None = None) -> None:
        """Run statements as the owner of the database; `rows` are inserted by the last one, (statement, values)."""
        with psycopg.connect(
            host=self.host, port=self.port, user=self.user, password=self.password, dbname=self.database
        ) as connection:
            for statement in statements:
                connection.execute(statement)
            if rows is not None:
                with connection.cursor() as cursor:
                    cursor.executemany(*rows)


def _programs() -> Path | None:
    """The folder of the newest server that is installed; Debian does not put it on the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name))
    if versions:
        return versions[-1]
    found = shutil.which("initdb")
    return Path(found).parent if found else None


def _as_server(folder: Path, *command: str) -> None:
    """Run a program of the server, which refuses to run as the administrator."""
    if os.geteuid() == 0:
        command = ("runuser", "-u", "postgres", "--", *command)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        log = folder / "log"
        raise RuntimeError(f"{done.stdout}{done.stderr}{log.read_text() if log.exists() else ''}")


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresqlServer]:
    """A server with an empty database; skips where none is installed, unless ARXDESK_REQUIRE_POSTGRESQL is set."""
    programs = _programs()
    if programs is None:
        if os.environ.get(REQUIRED):
            pytest.fail("PostgreSQL is not installed, but is to be tested: apt-get install postgresql")
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="arxdesk-postgresql-"))
    try:
        (folder / "password").write_text(PASSWORD)
        if os.geteuid() == 0:
            for each in (folder, folder / "password"):
                shutil.chown(each, "postgres", "postgres")
        with socket.create_server(("127.0.0.1", 0)) as free:
            server = PostgresqlServer(free.getsockname()[1])
        data = str(folder / "data")
        _as_server(
            folder,
            *(str(programs / "initdb"), "-D", data, "-U", server.user, f"--pwfile={folder / 'password'}"),
            *("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"),
        )
        settings = f"-p {server.port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        control = (str(programs / "pg_ctl"), "-D", data, "-w", "-l", str(folder / "log"))
        _as_server(folder, *control, "-o", settings, "start")
        try:
            yield server
        finally:
            _as_server(folder, *control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
