"""The scripts that make examples, as modules, and the tables that they write."""

import csv
import importlib
from pathlib import Path
from types import ModuleType

import pytest

from tests.places import ROOT

EXAMPLES = ROOT / "resources" / "arxdesk_resources" / "examples"


def load_script(name: str) -> ModuleType:
    """A script of the folder packaging, which finds its neighbours there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "packaging")
        return importlib.import_module(name)


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def require_committed(script: str, example: str, folder: Path) -> None:
    """The committed tables of an example are what its script writes."""
    load_script(script).write_example(folder)
    committed = {path.name: path.read_bytes() for path in (EXAMPLES / example).glob("*.csv")}
    assert committed == {path.name: path.read_bytes() for path in folder.iterdir()}
