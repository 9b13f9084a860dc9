"""The 18 kinds of identifiers of 45 CFR 164.514(b)(2)(i), one by one, matched to the columns."""

from __future__ import annotations

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.identifiers import IdentifierOutcome
from arxdesk_engine.report.layout.blocks import Block, Message
from arxdesk_engine.report.layout.words import count, joined, name
from arxdesk_engine.report.sections import described_table
from arxdesk_engine.report.sections.answer import Answer, NotApplicable, no_table
from arxdesk_engine.risk.identifier_forms import FORMS
from arxdesk_engine.risk.identifiers import KINDS, IdentifierCategory

_MOST_NAMES = 40
_POSTAL_CODE = "postal-code"
_RECOGNIZED = {KINDS[form.kind] for form in FORMS} | {IdentifierCategory.OTHER}
"""Kinds whose values have a form that is looked for."""


def identifier(facts: Facts, category: str) -> Answer:
    """The columns that look like one kind of identifier, and what became of them."""
    found = facts.identifiers
    if found is None:
        return no_table()
    mine = tuple(each for each in found.found if each.category == category)
    if not mine:
        return NotApplicable(
            described_table.no_sign(found.examined) if category in _RECOGNIZED else _no_name(found.examined)
        )
    blocks: list[Block] = [described_table.signs("", mine)]
    kept = [each.column for each in mine if each.outcome is IdentifierOutcome.KEPT]
    if kept:
        names = joined([name(each) for each in kept], _MOST_NAMES)
        blocks.append(Message("error", tr("Not met: {columns} can still be read.", columns=names)))
    open_ones = [each.column for each in mine if each.outcome in (IdentifierOutcome.COARSER, IdentifierOutcome.CODED)]
    if open_ones:
        names = joined([name(each) for each in open_ones], _MOST_NAMES)
        told = tr("To be judged by a person: whether what is left of {columns} is no identifier.", columns=names)
        blocks.append(Message("warn", told))
    return tuple(blocks)


def is_for_people(facts: Facts, category: str) -> bool:
    """Whether people have to say why what is left of a kind of identifier may stay."""
    settled = (IdentifierOutcome.REMOVED, IdentifierOutcome.ALLOWED)
    found = () if facts.identifiers is None else facts.identifiers.found
    return any(each.category == category and each.outcome not in settled for each in found)


def postal_codes(facts: Facts) -> Answer:
    """Whether parts of postal codes are released, so that small areas have to read 000."""
    found = facts.identifiers
    if found is None:
        return no_table()
    mine = [each for each in found.found if each.kind == _POSTAL_CODE and each.outcome is not IdentifierOutcome.REMOVED]
    mine = [each for each in mine if each.category == IdentifierCategory.GEOGRAPHY]
    if not mine:
        return NotApplicable(tr("No part of a postal code is released."))
    names = joined([name(each.column) for each in mine], _MOST_NAMES)
    told = tr(
        "Parts of postal codes are released: {columns}. How many people live in an area is not in the table, so that "
        "small areas have to be looked up in the current census.",
        columns=names,
    )
    return (Message("warn", told),)


def _no_name(examined: int) -> str:
    """That no column has such a name, where values of that kind have no form."""
    return tr(
        "None of {number} columns has a name like that. Values of this kind have no form by which they could be found.",
        number=count(examined),
    )
