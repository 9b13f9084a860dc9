"""What all tests share: where the reference data lie, and a database server."""

import os
from pathlib import Path

import pytest

from tests.databases import postgresql_server
from tests.places import ROOT

__all__ = ["postgresql_server", "shared"]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with data sets and reference values; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("ARXDESK_SHARED") or ROOT.parent / "shared")
    if not (folder / "reference").is_dir():
        pytest.skip(f"the reference folder {folder} does not exist; name it in ARXDESK_SHARED")
    return folder.resolve()
