"""Rare combinations of items, and the detail that items keep, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.analysis.items.rare import RareCombinations
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.release.transform.shown_items import ShownItems

SIDES = {"before": marked("input"), "after": marked("output")}
_ON_SIDES = {"before": marked("{people} in the input"), "after": marked("{people} in the output")}


def rare_sentence(found: Mapping[str, RareCombinations], words: Words = ENGLISH) -> str:
    """How many people can be found by a few items, "before" and "after"."""
    first = next(iter(found.values())).asked
    said = []
    for side, each in found.items():
        number = tr("nobody")
        if each.having:
            number = f"{words.count(each.having)} ({words.percent(each.having / each.people)})"
        said.append(tr(_ON_SIDES[side], people=number))
    return tr_n(
        first.m,
        "People with an item of {attribute} that fewer than {k} people share: {people}.",
        "People with up to {n} items of {attribute} that fewer than {k} people share: {people}.",
        attribute=first.attribute,
        k=words.count(first.k),
        people=", ".join(said),
    )


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
