"""The data of ICU that Qt brings loses names that nobody asks for, and sorts as before."""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.packaging.scripts import load_script

SORTING = """
import functools
from PySide6.QtCore import QCollator, QDateTime, QLocale, QTimeZone
words = ["Zürich", "Ärzte", "Apfel", "ñandú", "nube", "ö", "o", "z", "中", "一", "あ", "가", "I", "i", "ı"]
for name in ("de_DE", "sv_SE", "zh_CN", "ja_JP", "es_ES", "ko_KR", "tr_TR"):
    locale = QLocale(name)
    print(sorted(words, key=functools.cmp_to_key(QCollator(locale).compare)), locale.toUpper("iß"))
summer = QDateTime.fromString("2026-07-01T00:00:00", "yyyy-MM-ddTHH:mm:ss")
print(QTimeZone(b"Europe/Berlin").offsetFromUtc(summer), len(QTimeZone.availableTimeZoneIds()))
"""


@pytest.fixture
def library() -> Path:
    spec = find_spec("PySide6")
    assert spec is not None
    assert spec.origin is not None
    found = sorted(Path(spec.origin).parent.glob("Qt/lib/libicudata.so.*"))
    if not found:
        pytest.skip("Qt brings no ICU here")
    return found[0]


def names(content: bytes) -> list[bytes]:
    """The names in the table of common data, read as ICU's header files say it."""
    start = content.index(b"CmnD") - 12
    table = start + int.from_bytes(content[start : start + 2], "little")
    (number,) = struct.unpack_from("<I", content, table)
    places = struct.unpack_from(f"<{2 * number}I", content, table + 4)[::2]
    return [content[table + place : table + place + 100].split(b"\0", 1)[0] for place in places]


def test_that_names_go_and_rules_stay_in_order(library: Path):
    before = names(library.read_bytes())
    after = names(load_script("icu_data").without_superfluous(library.read_bytes()))
    assert after == sorted(after)
    folders = {name.split(b"/")[1] for name in before if name.count(b"/") == 2}
    left = {name.split(b"/")[1] for name in after if name.count(b"/") == 2}
    assert {b"coll", b"curr", b"lang"} <= folders
    assert left == {b"coll"}
    kept = {name for name in before if b"/coll/" in name or name.endswith((b".nrm", b"zoneinfo64.res", b"root.res"))}
    assert {name for name in kept if name.count(b"/") == 1 or b"/coll/" in name} <= set(after)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_that_qt_sorts_and_writes_as_before_with_the_smaller_library(library: Path, tmp_path: Path):
    copy = tmp_path / library.name
    shutil.copy(library, copy)
    assert load_script("icu_data").shrink(tmp_path) > 20_000_000
    said = [
        subprocess.run([sys.executable, "-c", SORTING], env=environ, capture_output=True, text=True, check=True).stdout
        for environ in ({}, {"LD_PRELOAD": str(copy)})
    ]
    assert said[0] == said[1] != ""


def test_that_what_is_no_data_of_icu_is_refused_and_a_folder_without_it_left_alone(tmp_path: Path):
    icu_data = load_script("icu_data")
    with pytest.raises(ValueError, match="no common data"):
        icu_data.without_superfluous(b"\x7fELF" + bytes(100))
    assert icu_data.shrink(tmp_path) == 0
