"""Rare combinations of items, and the detail that items keep, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.analysis.items.rare import RareCombinations
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.release.transform.shown_items import ShownItems

SIDES = {"before": "input", "after": "output"}


def rare_sentence(found: Mapping[str, RareCombinations], words: Words = ENGLISH) -> str:
    """How many people can be found by a few items, "before" and "after"."""
    first = next(iter(found.values())).asked
    items = "an item" if first.m == 1 else f"up to {first.m} items"
    said = []
    for side, each in found.items():
        share = f" ({words.percent(each.having / each.people)})" if each.having else ""
        number = words.count(each.having) if each.having else "nobody"
        said.append(f"{number}{share} in the {SIDES[side]}")
    return f"People with {items} of {first.attribute} that fewer than {first.k} people share: {', '.join(said)}."


def kept_sentence(shown: ShownItems, words: Words = ENGLISH) -> str:
    """How much detail the items of a column keep, and what became of them."""
    if shown.shows_nothing and shown.occurrences:
        return f"Too few people have an item of {shown.asked.attribute}: nothing of it is shown."
    pairs = list(zip(shown.names, shown.labels, strict=True))
    as_group = sum(label not in (None, name) for name, label in pairs)
    out = sum(label is None for _name, label in pairs)
    if not as_group and not out:
        return f"{shown.asked.attribute} keeps all of its detail: every item is shown as itself."
    of = words.counted(len(pairs), "different item", "different items")
    parts = [f"{words.count(as_group)} of {of} {'is' if as_group == 1 else 'are'} shown as groups"]
    if out:
        share = words.percent(shown.left_out / max(1, shown.occurrences))
        parts.append(f"{words.count(out)} {'is' if out == 1 else 'are'} left out ({share} of all items in all cells)")
    proof = "No other groups would keep more." if shown.proven else "It is not proven that no other groups keep more."
    return f"{shown.asked.attribute} keeps {words.percent(1.0 - shown.loss)} of its detail: {', '.join(parts)}. {proof}"
