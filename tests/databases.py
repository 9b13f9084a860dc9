"""Servers of databases for the tests, PostgreSQL and MariaDB: in temporary folders, and thrown away with them."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
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

    def end_other_sessions(self) -> None:
        """End every session and its transaction, and wait for that."""
        self.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


def programs_of_postgresql() -> Path | None:
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
    if programs_of_postgresql() is None:
        if os.environ.get(REQUIRED):
            pytest.fail("PostgreSQL is not installed, but is to be tested: apt-get install postgresql")
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with running_postgresql() as server:
        yield server


@contextlib.contextmanager
def running_postgresql() -> Iterator[PostgresqlServer]:
    """A server with an empty database, in the folder for temporary files."""
    programs = programs_of_postgresql()
    if programs is None:
        raise RuntimeError("PostgreSQL is not installed")
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


@dataclass(frozen=True)
class MariadbServer:
    port: int
    user: str = "custodian"
    password: str = PASSWORD
    host: str = "127.0.0.1"
    database: str = "records"

    @property
    def address(self) -> str:
        """Where a job finds it, without the password."""
        return f"mariadb://{self.user}@{self.host}:{self.port}/{self.database}"

    def execute(self, *statements: str) -> None:
        """Run statements as the owner of the database."""
        import pymysql  # noqa: PLC0415 - not everywhere

        with pymysql.connect(
            host=self.host, port=self.port, user=self.user, password=self.password, database=self.database
        ) as connection:
            with connection.cursor() as cursor:
                for statement in statements:
                    cursor.execute(statement)
            connection.commit()

    def end_other_sessions(self) -> None:
        """End every session and its transaction."""
        import pymysql  # noqa: PLC0415 - not everywhere

        with (
            pymysql.connect(host=self.host, port=self.port, user=self.user, password=self.password) as connection,
            connection.cursor() as cursor,
        ):
            others = "SELECT id FROM information_schema.processlist WHERE id <> connection_id() AND user = %s"
            cursor.execute(others, [self.user])
            for [number] in cursor.fetchall():
                with contextlib.suppress(pymysql.err.OperationalError):  # it has ended by itself
                    cursor.execute(f"KILL {number}")


@pytest.fixture(scope="session")
def mariadb_server() -> Iterator[MariadbServer]:
    """A server with an empty database; skips where it or its driver is not installed."""
    pytest.importorskip("pymysql", reason="the driver of MariaDB is not installed: pip install PyMySQL")
    places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    server, install = (shutil.which(name, path=places) for name in ("mariadbd", "mariadb-install-db"))
    if server is None or install is None:
        pytest.skip("MariaDB is not installed: apt-get install mariadb-server-core mariadb-server")
    folder = Path(tempfile.mkdtemp(prefix="arxdesk-mariadb-"))
    base, user = f"--basedir={Path(server).parent.parent}", ["--user=root"] if os.geteuid() == 0 else []
    data = f"--datadir={folder / 'data'}"
    try:
        rights = "--auth-root-authentication-method=normal"
        command = [install, "--no-defaults", base, data, rights, "--skip-test-db", *user]
        subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)
        with socket.create_server(("127.0.0.1", 0)) as free:
            found = MariadbServer(free.getsockname()[1])
        (folder / "init.sql").write_text(
            f"CREATE DATABASE {found.database} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;\n"
            f"CREATE USER '{found.user}'@'%' IDENTIFIED BY '{found.password}';\n"
            f"GRANT ALL ON *.* TO '{found.user}'@'%' WITH GRANT OPTION;\n"
        )
        settings = (f"--port={found.port}", "--bind-address=127.0.0.1", f"--socket={folder / 'socket'}")
        speed = ("--innodb-flush-log-at-trx-commit=0", "--skip-name-resolve", f"--init-file={folder / 'init.sql'}")
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [server, "--no-defaults", base, data, *settings, *speed, *user], stdout=log, stderr=log
            )
        try:
            _await(found, process, folder / "log")
            yield found
        finally:
            process.kill()
            process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _await(server: MariadbServer, process: subprocess.Popen[bytes], log: Path) -> None:
    import pymysql  # noqa: PLC0415

    for _try in range(200):
        try:
            return server.execute("SELECT 1")
        except pymysql.Error:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise RuntimeError(log.read_text())
