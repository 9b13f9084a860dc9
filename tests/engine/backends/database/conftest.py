"""The databases that the tests of releases within a database run in."""

import pytest

from tests.engine.backends.database.systems import SYSTEMS, Database, database_of


@pytest.fixture(params=SYSTEMS)
def database(request, tmp_path) -> Database:
    """An empty database, of each system."""
    return database_of(request.param, tmp_path, request)


@pytest.fixture(params=SYSTEMS[1:])
def server(request, tmp_path) -> Database:
    """An empty database of each system that is a server."""
    return database_of(request.param, tmp_path, request)


@pytest.fixture
def mariadb_only(request, tmp_path) -> Database:
    """An empty database of the system that makes tables outside of transactions."""
    return database_of("mariadb", tmp_path, request)


@pytest.fixture
def postgresql_only(request, tmp_path) -> Database:
    """An empty database of PostgreSQL."""
    return database_of("postgresql", tmp_path, request)


@pytest.fixture
def sqlite_only(request, tmp_path) -> Database:
    """An empty database in a file."""
    return database_of("sqlite", tmp_path, request)
