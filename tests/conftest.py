"""What all tests share: where the reference data lie, and a database server."""

import gc
import os
from pathlib import Path

import pytest

# The tables of tests are small: threads of linear algebra wait for one another there, which takes seven times as long
# as the work. It has to be said before NumPy is imported; programs that tests start are told as well.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tests.databases import mariadb_server, postgresql_server
from tests.places import ROOT
from tests.tiers import FAST, is_slower, needs_slow_fixture

__all__ = ["mariadb_server", "postgresql_server", "shared"]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with data sets and reference values; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("ARXDESK_SHARED") or ROOT.parent / "shared")
    if not (folder / "reference").is_dir():
        pytest.skip(f"the reference folder {folder} does not exist; name it in ARXDESK_SHARED")
    return folder.resolve()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave the slower files out of the fast tier."""
    return True if FAST and is_slower(collection_path) else None


def pytest_collection_finish() -> None:
    """Leave what the collection has made, which stays to the end, out of searches for garbage: a tenth of the time."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slower tests of the other files out of the fast tier."""
    if FAST:
        slower = [item for item in items if needs_slow_fixture(item)]
        config.hook.pytest_deselected(items=slower)
        items[:] = [item for item in items if not needs_slow_fixture(item)]
