"""The audit trail: what was done to a project and when, each entry bound to the one before it."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from dataclasses import dataclass
from typing import Literal, get_args

from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import TextMessage, ToldText

MOST_ENTRIES = 5_000
"""So many entries are kept; the oldest ones go first, and how many went is known."""
MOST_TEXT, MOST_VALUES = 300, 500
"""So many characters the words of an entry may have, and the values of the table that it names."""
MOST_MESSAGE = 2_000
"""So many characters the message of an entry may have; one with more is kept as its words alone."""

Action = Literal[
    "opened",
    "imported",
    "changed",
    "undone",
    "redone",
    "searched",
    "applied",
    "exported",
    "saved",
    "reported",
    "restored",
    "forgotten",
]
ACTIONS: tuple[str, ...] = get_args(Action)
ACTION_WORDS: dict[Action, str] = {
    "opened": marked("Opened"),
    "imported": marked("Imported"),
    "changed": marked("Changed"),
    "undone": marked("Undone"),
    "redone": marked("Redone"),
    "searched": marked("Searched"),
    "applied": marked("Applied"),
    "exported": marked("Exported"),
    "saved": marked("Saved"),
    "reported": marked("Reported"),
    "restored": marked("Restored"),
    "forgotten": marked("Forgotten"),
}
"""What kind of thing was done, in a word."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done: when (UTC), what kind of thing, in words, and which values of the table it names.

    `text` never holds values of the table; `values` may, and is left out where these must not be seen. `digest`
    (SHA-256, hexadecimal) is formed of all this and of the digest of the entry before. With a `message` the text is
    what that says in English; without one it is as it was recorded, in whatever language that was.
    """

    moment: dt.datetime
    action: Action
    text: str
    values: str = ""
    digest: str = ""
    message: TextMessage | None = None

    @property
    def words(self) -> str:
        """The words in the current language, where that is possible."""
        return self.text if self.message is None else self.message.told()


@dataclass(frozen=True, slots=True)
class Trail:
    """The audit trail, in order. `dropped` older entries were discarded; `base` is the digest of the last of them.

    The chain shows that entries were altered, taken out or put in by somebody who did not form it anew. Whoever does,
    is not found out: there is no key in it.
    """

    entries: tuple[Entry, ...] = ()
    dropped: int = 0
    base: str = ""

    def with_entry(self, action: Action, text: str, values: str = "", moment: dt.datetime | None = None) -> Trail:
        """The trail with one more entry, of now unless a moment (with its time zone) is given; long texts are cut.

        A text that is `ToldText` can be read in other languages.
        Raises ValueError for an unknown action, and for a moment without a time zone.
        """
        if action not in ACTIONS:
            raise ValueError(tr("{action!r} is not an action of the trail", action=action))
        if moment is not None and moment.tzinfo is None:
            raise ValueError(tr("the moment has no time zone"))
        when = (moment or dt.datetime.now(dt.UTC)).astimezone(dt.UTC).replace(microsecond=0)
        message = text.message if isinstance(text, ToldText) and text.message.size <= MOST_MESSAGE else None
        text = _cut(str(text) if message is None else message.in_english(), MOST_TEXT)
        values = _cut(str(values), MOST_VALUES)
        digest = digest_of(self._last, when, action, text, values, message)
        entries = (*self.entries, Entry(when, action, text, values, digest, message))
        too_many = len(entries) - MOST_ENTRIES
        if too_many <= 0:
            return Trail(entries, self.dropped, self.base)
        return Trail(entries[too_many:], self.dropped + too_many, entries[too_many - 1].digest)

    @property
    def is_intact(self) -> bool:
        """Whether every digest is the one that follows from the entry and from what stands before it."""
        before = self.base
        for each in self.entries:
            if each.digest != digest_of(before, each.moment, each.action, each.text, each.values, each.message):
                return False
            before = each.digest
        return True

    @property
    def _last(self) -> str:
        return self.entries[-1].digest if self.entries else self.base


NOTHING_DONE = Trail()


def digest_of(
    before: str, moment: dt.datetime, action: str, text: str, values: str, message: TextMessage | None = None
) -> str:
    """The digest of an entry: SHA-256 of the JSON list of the digest before it and of all that it says."""
    said = [] if message is None else [message.plain()]
    content = json.dumps([before, moment.isoformat(), action, text, values, *said], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
