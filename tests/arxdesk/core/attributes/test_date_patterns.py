"""Date formats on screen are letters, in jobs codes; each is read back as it was."""

from __future__ import annotations

import pytest

from arxdesk.core.attributes.date_patterns import read, shown
from arxdesk_engine.data.schema import DATE_FORMATS


@pytest.mark.parametrize("written", [*DATE_FORMATS, "%d %B %Y", "%b %d, %y", "%Y%m%d", "%H:%M %d.%m.%Y"])
def test_that_a_format_is_read_back_from_what_is_shown(written: str):
    assert "%" not in shown(written)
    assert read(shown(written)) == written


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [("d.M.yyyy", "%d.%m.%Y"), (" %d/%m ", "%d/%m"), ("%j of %Y", "%j of %Y"), ("hello", None), ("", None)],
)
def test_that_short_letters_and_codes_are_understood_and_other_texts_are_not(pattern: str, expected: str | None):
    assert read(pattern) == expected
