"""Names of attackers: those of presets are shown in the language of the window and stored in that of jobs."""

import pytest

from arxdesk.risk.attacks import titles
from arxdesk.risk.attacks.titles import shown_title, stored_name
from arxdesk_engine.job.attackers import PRESETS, AttackerSettings


@pytest.fixture
def in_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that writes everything in capitals."""
    monkeypatch.setattr(titles, "tr", str.upper)


@pytest.mark.parametrize("name", PRESETS.values())
def test_that_a_preset_is_translated_and_stored_as_it_was(name: str, in_capitals: None):
    shown = shown_title(AttackerSettings(name=name, knows=("age",)))
    assert (shown, stored_name(shown)) == (name.upper(), name)


def test_that_a_name_of_somebody_stays_as_it_is(in_capitals: None):
    assert shown_title(AttackerSettings(name="my neighbour", knows=("age",))) == "my neighbour"
    assert stored_name("my neighbour") == "my neighbour"
