"""What can be settled: declared once, read as it was written, and sound whatever stands in the file."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSettings

from arxdesk.core.preferences import (
    SETTINGS,
    ChoiceSetting,
    Flag,
    Folder,
    MultipleChoiceSetting,
    Number,
    Setting,
    TextSetting,
    groups,
)
from arxdesk.core.settings import Settings

EACH = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)


def values_of(setting: Setting[Any]) -> list[Any]:
    """Every value, or some of them where there are many."""
    match setting:
        case ChoiceSetting():
            return [key for key, _words in setting.options]
        case Number():
            return sorted({*setting.limits, setting.default})
        case Flag():
            return [True, False]
        case MultipleChoiceSetting():
            keys = tuple(key for key, _words in setting.options)
            return [(), keys[:1], keys]
        case TextSetting():
            return ["", "x", 'Größe, "a" = %20 \\ b; c', "x" * setting.most]
        case _:
            raise AssertionError(setting)


def is_allowed(setting: Setting[Any], value: Any) -> bool:
    match setting:
        case ChoiceSetting():
            return value in [key for key, _words in setting.options]
        case Number():
            return isinstance(value, int) and setting.limits[0] <= value <= setting.limits[1]
        case Flag():
            return isinstance(value, bool)
        case MultipleChoiceSetting():
            return set(value) <= {key for key, _words in setting.options}
        case _:
            return isinstance(value, str) and len(value) <= setting.most and (not value or value.isprintable())


def test_that_keys_and_labels_are_those_of_one_setting_each():
    keys, labels = [each.key for each in SETTINGS], [(each.group, each.label) for each in SETTINGS]
    assert len(set(keys)) == len(keys)
    assert len(set(labels)) == len(labels)
    assert [setting for _name, settings in groups() for setting in settings] == list(SETTINGS)


@EACH
def test_that_a_setting_is_explained_in_sentences_and_allows_its_default(setting: Setting[Any]):
    assert setting.label[:1].isupper()
    assert setting.help.endswith(".")
    assert is_allowed(setting, setting.default)


@EACH
def test_that_a_setting_is_read_as_it_was_written(qapp, setting: Setting[Any]):
    assert Settings().value(setting) == setting.default
    for value in values_of(setting):
        Settings().store(setting, value)
        QSettings().sync()
        read = Settings().value(setting)
        assert (read, type(read)) == (value, type(value))


@EACH
@given(
    stored=st.one_of(
        st.none(), st.text(), st.integers(), st.floats(), st.lists(st.text()), st.booleans(), st.binary(),
        st.sampled_from(["[" * 10_000, '["x"]', "null", "1e400", "-5", "9" * 5000, "true", "{}", "a\nb"]),
    )
)  # fmt: skip
def test_that_whatever_stands_in_the_file_something_allowed_is_read(setting: Setting[Any], stored: object):
    assert is_allowed(setting, setting.parsed(stored))


def test_that_numbers_beyond_their_limits_are_the_nearest_allowed_and_no_numbers_the_default():
    number = Number("n", "G", "L", "H.", 3, (1, 600))
    assert [number.parsed(each) for each in ("0", "601", "17", "many", "", None, 4.5)] == [1, 600, 17, 3, 3, 3, 3]


def test_that_several_known_options_are_read_in_their_order_without_the_unknown_ones():
    several = MultipleChoiceSetting("s", "G", "L", "H.", ("a",), (("a", "A"), ("b", "B"), ("c", "C")))
    assert several.parsed('["c", "gone", "a"]') == ("a", "c")
    assert several.parsed("[]") == ()
    assert several.parsed('{"a": 1}') == several.parsed("oops") == ("a",)


def test_that_a_folder_is_a_line_of_text():
    folder = Folder("f", "G", "L", "H.", "")
    assert folder.parsed("/data/out") == "/data/out"
    assert folder.parsed("two\nlines") == folder.parsed(["a"]) == ""
