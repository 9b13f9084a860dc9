"""Specifications in files of their own: what is written is read again, and hostile files are told."""

import pytest

from arxdesk_engine.foundation.errors import InvalidHierarchy, UnreadableFile, UnwritableFile
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.io.specification import read_specification, write_specification

CONTENTS = [
    {"builder": "interval", "intervals": [[0.1, 0.3]], "levels": [[2, {"size": 3, "label": "bounds"}]]},
    {"builder": "date", "granularities": ["month", "year"], "bottom": "2020-01-01", "formats": {"month": "%m/%Y"}},
    {"builder": "priority", "priorities": {"ä b": 1.5, "*": 2}},
    {"builder": "order", "values": ['"', "\\", "\t"], "levels": [[2]], "label": {"function": "constant", "text": "é"}},
    {"builder": "automatic"},
]


@pytest.mark.parametrize("name", ["rule.toml", "rule.JSON"])
@pytest.mark.parametrize("content", CONTENTS, ids=lambda each: each["builder"])
def test_that_what_is_written_is_read_again(tmp_path, name, content):
    builder = builder_from(content)
    write_specification(tmp_path / name, builder)
    assert read_specification(tmp_path / name) == builder


def test_that_the_table_of_an_attribute_is_read(tmp_path):
    (tmp_path / "age.toml").write_text('role = "sensitive"\nhierarchy = { builder = "automatic" }\n', encoding="utf-8")
    assert read_specification(tmp_path / "age.toml").builder == "automatic"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'builder = "intervall"', "interval"),
        (b'builder = "interval"\nintervals = [[5, 1]]', "not above"),
        (b'builder = "interval"\nwidth = 5', "not known"),
        (b'{"builder": ["interval"]}', "builder"),
        (b'{"hierarchy": 5}', "builder"),
        (b"\xff\xfe\x00a", "UTF-8"),
        (b'{"builder": "table", "rows": [["\\ud800", "*"]]}', "UTF-8"),
        (b"{" * 50_000, "JSON"),
        (b'{"a":' * 50_000, "nested too deeply"),
        (b"a = " + b"[" * 50_000, "nested too deeply"),
        (b"builder = " + b"9" * 10_000, "TOML"),
        (b"#" * 4_000_001, "4 MB"),
    ],
)
def test_that_files_that_hold_no_specification_are_told(tmp_path, content, words):
    (tmp_path / "bad.toml").write_bytes(content)
    with pytest.raises(InvalidHierarchy) as error:
        read_specification(tmp_path / "bad.toml")
    assert words in error.value.message
    assert "bad.toml" in error.value.message


def test_that_files_that_are_not_there_are_told(tmp_path):
    with pytest.raises(UnreadableFile):
        read_specification(tmp_path / "none.toml")
    with pytest.raises(UnwritableFile):
        write_specification(tmp_path / "none" / "rule.toml", builder_from({"builder": "automatic"}))
