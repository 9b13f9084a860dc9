"""Headings that are declared in English and shown in the language of the window."""

import pytest

from arxdesk.ui.models import read_only_table
from arxdesk.ui.models.read_only_table import Heading, translated


def test_that_every_text_of_a_heading_is_translated_and_the_rest_stays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_only_table, "tr", str.upper)
    declared = Heading("share", "input", "of all", is_text=True, is_before=True, width=80)
    assert translated((declared,)) == (Heading("SHARE", "INPUT", "OF ALL", is_text=True, is_before=True, width=80),)
