"""Small files that would fill the memory, wait for ever or be read in part only."""

import os
import signal
import sqlite3
import subprocess
import sys
import zipfile

import pandas as pd
import pyreadstat
import pytest

from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.io.cells import memory
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.table import read_table, tables_in
from arxdesk_engine.io.text import delimited
from arxdesk_engine.io.text.delimited import read_rows
from tests.engine.reading import read_raw

ENDLESS = "create view t as with recursive r(a,b) as (select 1,'x' union all select a+1,'x' from r) select * from r"
SLOW = "create view t as select count(*) as a, 1 as b from z x, z y, z w, z v"


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "people.db"
    connection = sqlite3.connect(path)
    connection.execute(
        "create table z as with recursive r(a) as (select 1 union all select a+1 from r where a<2000) select a from r"
    )
    connection.commit()

    def with_view(statement):
        connection.execute(statement)
        connection.commit()
        return str(path)

    yield with_view
    connection.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
@pytest.mark.parametrize("suffix", ["csv", "xlsx", "sav", "parquet"])
def test_that_a_pipe_is_refused_at_once(tmp_path, suffix):
    path = tmp_path / f"pipe.{suffix}"
    os.mkfifo(path)
    with pytest.raises(InvalidData, match="a pipe or a device"):
        read_raw(path)


def test_that_an_endless_view_has_a_preview_and_a_name(database):
    path = database(ENDLESS)
    assert read_raw(path, table="t", rows=10).records == 10
    assert {each.name: each.rows for each in tables_in(path, None, Control())} == {"z": 2000, "t": None}


def test_that_a_view_without_end_can_be_stopped(database):
    path = database(SLOW)
    asked = iter(range(10**9))
    control = Control()
    original = type(control).stopped.fget

    class Stopping(Control):
        @property
        def stopped(self):
            return next(asked) > 50 or original(self)

    with pytest.raises(Stopped):
        read_table(path, TableOptions(table="t"), Stopping())


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_that_ctrl_c_ends_a_view_without_end(database):
    path = database(SLOW)
    code = (
        "import sys, threading, os, signal, time\n"
        "from arxdesk_engine.foundation.control import Control\n"
        "from arxdesk_engine.io.cells.options import TableOptions\n"
        "from arxdesk_engine.io.table import read_table\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # programs in the background ignore it
        f"threading.Timer(3, lambda: os.kill(os.getpid(), {int(signal.SIGINT)})).start()\n"
        f"try:\n    read_table({path!r}, TableOptions(table='t'), Control())\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "interrupted", done.stderr


def test_that_a_table_that_fills_the_memory_is_told(database, monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_000)
    with pytest.raises(InvalidData, match="does not fit into memory"):
        read_raw(database(ENDLESS), table="t")


def test_that_a_file_larger_than_the_memory_is_told_before_it_is_read(tmp_path, monkeypatch):
    path = tmp_path / "large.csv"
    path.write_text("a;b\n" + "1;2\n" * 1_000, encoding="utf-8")
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_000)
    with pytest.raises(InvalidData, match="does not fit into memory"):
        read_raw(path)
    assert read_raw(path, rows=10).records == 10


def test_that_a_lack_of_memory_is_told(tmp_path, monkeypatch):
    def lacks(*_arguments):
        raise MemoryError

    monkeypatch.setattr(delimited, "_read_arrow", lacks)
    path = tmp_path / "t.csv"
    path.write_text("a;b\n1;2\n", encoding="utf-8")
    with pytest.raises(InvalidData, match="does not fit into memory"):
        read_raw(path)


@pytest.mark.parametrize("limit", ["MAX_HIERARCHY_ROWS", "MAX_HIERARCHY_CELLS"])
def test_that_a_hierarchy_of_too_many_rows_is_told(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(delimited, limit, 100)
    path = tmp_path / "h.csv"
    path.write_text("a;*\n" * 5_000, encoding="utf-8")
    with pytest.raises(InvalidData, match=r"more than .* rows"):
        read_rows(path, ";")


def test_that_a_hierarchy_of_too_many_levels_is_told(tmp_path):
    path = tmp_path / "h.csv"
    path.write_text(";".join("x" * 20_000), encoding="utf-8")
    with pytest.raises(InvalidData, match="a row has 20,000 cells"):
        read_rows(path, ";")


CONTENT = (
    '<?xml version="1.0"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p>'
    '</table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>a'
    '<text:s text:c="{}"/>b</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>'
    "</office:body></office:document-content>"
)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded there")
def test_that_blanks_without_end_in_a_sheet_are_told(tmp_path):
    path = tmp_path / "blanks.ods"
    for blanks, is_told in ((3, False), (4_000_000_000, True)):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("content.xml", CONTENT.format(blanks))
            manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
            archive.writestr("META-INF/manifest.xml", manifest)
        if is_told:
            with pytest.raises(InvalidData, match=r"blanks\.ods: "):
                read_raw(path, header=True)
        else:
            assert read_raw(path, header=True).records == 1


@pytest.mark.parametrize("version", [5, 8])
def test_that_a_transport_file_that_is_cut_off_is_told(tmp_path, version):
    path = tmp_path / "people.xpt"
    frame = pd.DataFrame({"a": [1.0, 2, 3] * 50, "b": ["xyz", "q", "longer text"] * 50})
    pyreadstat.write_xport(frame, path, file_format_version=version)
    whole = path.read_bytes()
    assert read_raw(path).records == 150
    for size in (len(whole) - 1, len(whole) - 80, len(whole) - 160, len(whole) - 1003, 1500):
        path.write_bytes(whole[:size])
        with pytest.raises(InvalidData, match="its end is missing"):
            read_raw(path)


@pytest.mark.parametrize("records", range(1, 12))
def test_that_whole_transport_files_are_read_however_they_end(tmp_path, records):
    path = tmp_path / "people.xpt"
    for version in (5, 8):
        frame = pd.DataFrame({"a": [1.0] * records, "b": ["x" * 7] * records})
        pyreadstat.write_xport(frame, path, file_format_version=version)
        assert read_raw(path).records == records
