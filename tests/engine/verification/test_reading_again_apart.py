"""The second count reads dangerous formats in a process of its own, with readers of its own."""

from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.io.table import TableFormat
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.verification import apart
from arxdesk_engine.verification.tables import read_typed
from tests.engine.io.old_workbooks import write_xls
from tests.engine.io.test_reading_apart import with_width

FRAME = pd.DataFrame({"name": ["a", "b", "a"], "age": [1.5, 2.0, None], "note": ["x", "", " y"]})


def sav(folder: Path) -> Path:
    path = folder / "people.sav"
    pyreadstat.write_sav(FRAME, path)
    return path


def xls(folder: Path) -> Path:
    path = folder / "people.xls"
    write_xls(path, [["name", "age"], ["a", 1.5], ["b", 2], ["", 3]])
    return path


@pytest.mark.parametrize(("write", "kind"), [(sav, TableFormat.SPSS), (xls, TableFormat.EXCEL)])
def test_that_another_process_reads_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write, kind):
    place = str(write(tmp_path))
    here = read_typed(place, kind, DataSource(path=place))
    monkeypatch.setattr(apart, "read_typed", lambda *_what: pytest.fail("read in this process"))
    there = apart.read_typed_safely(place, kind, DataSource(path=place))
    pd.testing.assert_frame_equal(here.astype(str), there.astype(str))
    assert all(list(here[name].cat.categories) == list(there[name].cat.categories) for name in here)


def test_that_a_file_that_ends_its_reader_is_told(tmp_path: Path):
    path = tmp_path / "people.sav"
    frame = pd.DataFrame({"name": ["a", "b"], "day": pd.to_datetime(["2020-01-01", "2021-01-01"]), "note": ["x", ""]})
    pyreadstat.write_sav(frame, path)
    with_width(path, "day", 129)
    with pytest.raises(InvalidData, match=r"people.sav: the file cannot be read"):
        apart.read_typed_safely(str(path), TableFormat.SPSS, DataSource(path=str(path)))
