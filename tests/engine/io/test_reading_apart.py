"""Files that bring their readers down: the program goes on, and says what happened."""

import contextlib
import io
import json
import signal
import struct
import subprocess
import sys
import time

import pandas as pd
import pyreadstat
import pytest

from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, Problem, Resolution, UnclearTable
from arxdesk_engine.io.apart import limits, messages, parent
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.table import read_table, tables_in
from tests.engine.io.old_workbooks import write_xls
from tests.engine.reading import read_raw


@pytest.fixture
def spss(tmp_path):
    path = tmp_path / "people.sav"
    frame = pd.DataFrame({"name": ["a", "b"], "day": pd.to_datetime(["2020-01-01", "2021-01-01"]), "note": ["x", ""]})
    pyreadstat.write_sav(frame, path)
    return path


def with_width(path, name, width):
    """The file with another width of a variable, which no bytes follow for."""
    content = bytearray(path.read_bytes())
    place = content.index(name.upper().encode().ljust(8)) - 20
    content[place : place + 4] = struct.pack("<i", width)
    path.write_bytes(content)


def started(code):
    def start():
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)

    return start


@pytest.mark.parametrize("width", [1, 129, 200, -1, 255, 2**31 - 1])
def test_that_a_variable_of_a_false_width_is_told_or_read(spss, width):
    with_width(spss, "day", width)
    with contextlib.suppress(InvalidData):
        assert read_raw(spss).records >= 0


def test_that_a_file_that_ends_its_reader_is_told(spss):
    with_width(spss, "day", 129)
    with pytest.raises(InvalidData, match=r"people.sav: the file cannot be read"):
        read_raw(spss)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize(
    ("number", "words"),
    [(signal.SIGSEGV, "crashed"), (signal.SIGABRT, "lack of memory"), (signal.SIGKILL, "far more memory")],
)
def test_that_the_end_of_a_reader_is_told_in_words(spss, monkeypatch, number, words):
    monkeypatch.setattr(parent, "_started", started(f"import os; os.kill(os.getpid(), {int(number)})"))
    with pytest.raises(InvalidData, match=words):
        read_raw(spss)


@pytest.mark.parametrize("answer", [b"", b"T", b"T\xff\0\0\0\0\0\0\0{", b"T\x02\0\0\0\0\0\0\0{}", b"no message at all"])
def test_that_nothing_but_messages_is_taken(spss, monkeypatch, answer):
    monkeypatch.setattr(parent, "_started", started(f"import os; os.write(1, {answer!r})"))
    with pytest.raises(InvalidData, match="cannot be read"):
        read_raw(spss)


def test_that_an_answer_that_is_no_table_is_not_taken(spss, monkeypatch):
    content = b"S" + struct.pack("<Q", 2) + b"[]"
    monkeypatch.setattr(parent, "_started", started(f"import os; os.write(1, {content!r})"))
    with pytest.raises(InvalidData, match="something else than a table"):
        read_raw(spss)


def test_that_codes_without_texts_are_not_taken(spss, monkeypatch):
    column = {"name": "a", "dictionary": [], "declared": None, "label": "", "has_numbers": True}
    head = json.dumps({"records": 1, "columns": [column], "header": None}).encode()
    content = b"T" + struct.pack("<Q", len(head)) + head + struct.pack("<i", 7)
    monkeypatch.setattr(parent, "_started", started(f"import os; os.write(1, {content!r})"))
    with pytest.raises(InvalidData, match="cannot be read"):
        read_raw(spss)


def test_that_a_reader_that_never_answers_can_be_stopped(spss, monkeypatch):
    monkeypatch.setattr(parent, "_started", started("import time; time.sleep(600)"))
    control = Control(lambda _progress: control.stop())
    started_at = time.monotonic()
    with pytest.raises(Stopped):
        read_table(str(spss), TableOptions(), control)
    assert time.monotonic() - started_at < 60


def test_that_a_reader_that_never_answers_is_ended(spss, monkeypatch):
    monkeypatch.setattr(parent, "_started", started("import time; time.sleep(600)"))
    monkeypatch.setattr(parent, "seconds_for", lambda _size: 0.1)
    with pytest.raises(InvalidData, match="far longer"):
        read_raw(spss)


def test_that_a_workbook_of_the_old_kind_that_takes_too_much_memory_is_told(tmp_path, monkeypatch):
    path = tmp_path / "old.xls"
    write_xls(path, [["a", "b"], [1, "x"]])
    assert read_raw(path).records == 1
    assert [each.name for each in tables_in(str(path), None, Control())]
    monkeypatch.setattr(parent, "_started", started("raise SystemExit(1)"))
    with pytest.raises(InvalidData, match="crashed"):
        read_raw(path)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded there")
def test_that_memory_is_bounded_and_no_image_of_it_is_kept(tmp_path):
    code = (
        "import resource; from arxdesk_engine.io.apart.limits import limit_this_process; limit_this_process(6_000)\n"
        "print(resource.getrlimit(resource.RLIMIT_CORE)[0])\n"
        "try:\n    bytearray(6 * 1024**3)\nexcept MemoryError:\n    print('bounded')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["0", "bounded"]


def test_that_larger_files_may_take_more_time():
    assert limits.seconds_for(10**9) > 50 * limits.seconds_for(1_000)


def test_that_ways_out_of_doubt_arrive_too():
    stream = io.BytesIO()
    messages.send_failure(stream, UnclearTable(Problem("a", "b", "c"), [Resolution("d", {"header": True})]))
    stream.seek(0)
    letter, content = messages.receive(stream)
    found = messages.failure(content)
    assert letter == messages.FAILURE
    assert isinstance(found, UnclearTable)
    assert (found.message, dict(found.ways[0].settings)) == ("a: b. c", {"header": True})
