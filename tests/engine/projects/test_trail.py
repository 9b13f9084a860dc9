"""The audit trail: what was done, in order, and whether somebody has altered it."""

import dataclasses
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.language import in_language
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.projects.trail import ACTIONS, MOST_ENTRIES, MOST_MESSAGE, MOST_TEXT, MOST_VALUES, Trail

MOMENT = dt.datetime(2026, 3, 4, 5, 6, 7, 89, tzinfo=dt.timezone(dt.timedelta(hours=2)))
TEXTS = st.text(max_size=20)


def trail_of(*texts: str) -> Trail:
    trail = Trail()
    for number, text in enumerate(texts):
        trail = trail.with_entry(ACTIONS[number % len(ACTIONS)], text, f"{number}", MOMENT)
    return trail


def test_that_entries_come_in_order_in_universal_time():
    trail = Trail().with_entry("opened", "people.csv", moment=MOMENT).with_entry("changed", "Age is sensitive", "34")
    assert [(each.action, each.text, each.values) for each in trail.entries] == [
        ("opened", "people.csv", ""),
        ("changed", "Age is sensitive", "34"),
    ]
    assert trail.entries[0].moment == dt.datetime(2026, 3, 4, 3, 6, 7, tzinfo=dt.UTC)
    assert trail.entries[0].moment.utcoffset() == trail.entries[1].moment.utcoffset() == dt.timedelta(0)
    assert trail.is_intact
    assert Trail().is_intact


@given(st.lists(TEXTS, min_size=1, max_size=8), st.data())
def test_that_whatever_is_altered_taken_out_or_exchanged_shows(texts, data):
    trail = trail_of(*texts)
    assert trail.is_intact
    entries, place = list(trail.entries), data.draw(st.integers(0, len(texts) - 1))
    field, value = data.draw(
        st.sampled_from(
            [
                ("text", "x?"),
                ("values", "y?"),
                ("action", "restored"),
                ("moment", MOMENT.astimezone(dt.UTC)),
                ("digest", "0" * 64),
            ]
        )
    )
    if getattr(entries[place], field) != value:
        changed = [*entries[:place], dataclasses.replace(entries[place], **{field: value}), *entries[place + 1 :]]
        assert not Trail(tuple(changed)).is_intact
    if place < len(texts) - 1:
        assert not Trail((*entries[:place], *entries[place + 1 :])).is_intact
        exchanged = [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]
        assert not Trail(tuple(exchanged)).is_intact


def test_that_told_texts_are_read_in_the_language_of_the_reader():
    with in_language("de"):
        trail = Trail().with_entry("saved", told("Saved as {name}", name="people.arxdesk"), moment=MOMENT)
    entry = trail.entries[0]
    assert entry.text == entry.words == "Saved as people.arxdesk"
    with in_language("de"):
        assert entry.words == "Gespeichert als people.arxdesk"
        again = Trail().with_entry("saved", entry.words, moment=MOMENT)
    assert again == trail
    assert again.is_intact


def test_that_an_altered_message_shows():
    trail = Trail().with_entry("saved", told("Saved as {name}", name="a"), moment=MOMENT)
    other = dataclasses.replace(trail.entries[0], message=told("Saved as {name}", name="b").message)
    assert not Trail((other,)).is_intact
    assert not Trail((dataclasses.replace(trail.entries[0], message=None),)).is_intact


def test_that_a_message_that_is_too_long_is_kept_as_its_words():
    with in_language("de"):
        entry = Trail().with_entry("saved", told("Saved as {name}", name="a" * MOST_MESSAGE)).entries[0]
    assert entry.message is None
    assert entry.text.startswith("Gespeichert als aaa")
    assert len(entry.text) == MOST_TEXT


def test_that_the_end_can_be_taken_off_without_showing():
    """Nothing says how long a trail was: the archive is not signed."""
    assert Trail(trail_of("a", "b").entries[:1]).is_intact


def test_that_long_texts_are_cut():
    entry = Trail().with_entry("changed", "t" * 1_000, "v" * 1_000).entries[0]
    assert (len(entry.text), len(entry.values)) == (MOST_TEXT, MOST_VALUES)
    assert entry.text.endswith("…")


def test_that_the_oldest_entries_go_and_the_chain_holds():
    trail = Trail()
    for number in range(MOST_ENTRIES + 3):
        trail = trail.with_entry("changed", f"{number}", moment=MOMENT)
    assert (len(trail.entries), trail.dropped, trail.entries[0].text) == (MOST_ENTRIES, 3, "3")
    assert trail.base
    assert trail.is_intact
    assert not dataclasses.replace(trail, base="").is_intact


def test_that_nonsense_is_a_mistake_of_the_program():
    with pytest.raises(ValueError, match="not an action"):
        Trail().with_entry("eaten", "x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="time zone"):
        Trail().with_entry("saved", "x", moment=dt.datetime(2026, 1, 1))  # noqa: DTZ001 - that is the point
