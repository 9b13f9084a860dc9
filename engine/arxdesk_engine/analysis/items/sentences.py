"""Rare combinations of items, and the detail that items keep, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.analysis.items.rare import RareCombinations
from arxdesk_engine.foundation.language import tr, tr_n
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
        return tr(
            "Too few people have an item of {attribute}: nothing of it is shown.", attribute=shown.asked.attribute
        )
    attribute = shown.asked.attribute
    pairs = list(zip(shown.names, shown.labels, strict=True))
    as_group = sum(label not in (None, name) for name, label in pairs)
    out = sum(label is None for _name, label in pairs)
    if not as_group and not out:
        return tr(
            "{attribute} keeps all of its detail: every item is shown as itself.", attribute=shown.asked.attribute
        )
    items = tr_n(len(pairs), "{n} different item", "{n} different items", n=words.count(len(pairs)))
    told = tr_n(
        as_group,
        "{attribute} keeps {share} of its detail: {n} of {items} is shown as groups",
        "{attribute} keeps {share} of its detail: {n} of {items} are shown as groups",
        n=words.count(as_group),
        attribute=attribute,
        share=words.percent(1.0 - shown.loss),
        items=items,
    )
    if out:
        left_out = tr_n(
            out,
            "{n} is left out ({share} of all items in all cells)",
            "{n} are left out ({share} of all items in all cells)",
            n=words.count(out),
            share=words.percent(shown.left_out / max(1, shown.occurrences)),
        )
        told = f"{told}, {left_out}"
    proof = tr("It is not proven that no other groups keep more.")
    if shown.proven:
        proof = tr("No other groups would keep more.")
    return f"{told}. {proof}"
