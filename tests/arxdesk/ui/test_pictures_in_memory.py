"""Pictures in memory are found by Qt, each with its own content, and nowhere on the disk."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QDir, QFile, QIODevice, QResource

from arxdesk.ui import pictures_in_memory

NAMES = st.text(st.characters(codec="ascii", categories=("L", "N"), include_characters=".-_"), min_size=1, max_size=40)
FILES = st.dictionaries(NAMES.filter(lambda name: name.strip(".")), st.binary(max_size=200), min_size=1, max_size=40)


def content(place: str) -> bytes:
    file = QFile(place)
    assert file.open(QIODevice.OpenModeFlag.ReadOnly), place
    return bytes(file.readAll().data())


@given(FILES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_that_qt_finds_every_picture_and_no_other(files):
    data = pictures_in_memory.as_resource(files)
    assert QResource.registerResourceData(data, "/tried")
    try:
        assert {name: content(f":/tried/{name}") for name in files} == files
        assert {*QDir(":/tried").entryList()} == {*files}
    finally:
        assert QResource.unregisterResourceData(data, "/tried")


def test_that_names_of_one_hash_are_told_apart():
    one, other = "a" + chr(0x71), "b" + chr(0x61)  # 16 of the second letter are 1 of the first
    assert pictures_in_memory._hash(one) == pictures_in_memory._hash(other)
    pictures_in_memory.register("alike", {one: b"1", other: b"2"})
    assert (content(f":/alike/{one}"), content(f":/alike/{other}")) == (b"1", b"2")


def test_that_what_qt_does_not_take_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pictures_in_memory, "_HEADER", b"none")
    with pytest.raises(ValueError, match=":/broken"):
        pictures_in_memory.register("broken", {"a": b""})
