"""The research subset of a project: the chosen rows, and their query where it still selects them."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS, PROJECT_OBJECTS, Configuration
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.sections import section
from arxdesk_engine.arx.models.values import SUBSET_ITSELF
from arxdesk_engine.arx.query import NoQuery, expression_of
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.selection import select
from arxdesk_engine.foundation.errors import UserError, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.subset import SubsetSettings, ranges_text

_WORD = 64
_NEED_SUBSET = re.compile(r"Inclusion|.*-presence|\([\d.]+\)-map|.*profitability \(journalist\).*", re.IGNORECASE)
"""Criteria that say that there is a subset, as the XML writes them."""


def subset_settings(found: Configuration, dataset: Dataset, findings: Findings) -> SubsetSettings | None:
    """The section [subset]; None where all rows are chosen."""
    rows = found.input.part("researchSubset") or _subset_of_criteria(found)
    if rows is None:
        _report_missing(found, findings)
        return None
    chosen = row_mask(rows, dataset.records)
    if chosen is None:
        what = tr("the rows of the research sample do not fit the table")
        findings.leave_out(f"{CONFIG_OBJECTS}, researchSubset", what, tr("Choose them again: all rows are chosen now."))
        return None
    if chosen.all():
        return None
    expression = _expression(found, dataset, chosen, findings)
    if expression is not None:
        settings = section(SubsetSettings, {"select": expression}, "query", findings, whole=True)
        if settings is not None:
            return settings
    return SubsetSettings(base="none", include=ranges_text(chosen))


def row_mask(rows: Instance, records: int) -> NDArray[np.bool_] | None:
    """The chosen rows, bool[records], from words of 64 bits, the lowest bit first; None where they do not fit."""
    words, length = rows.items("array"), rows.get("length")
    whole = all(isinstance(word, int) and -(2**63) <= word < 2**63 for word in words)
    if not whole or (isinstance(length, int) and length != records) or len(words) * _WORD < records:
        return None
    packed = np.array(words, "<i8").view(np.uint8)
    chosen = np.unpackbits(packed, bitorder="little").astype(np.bool_)
    return None if chosen[records:].any() else chosen[:records]


def _subset_of_criteria(found: Configuration) -> Instance | None:
    """The rows that a criterion names, where the configuration itself does not."""
    for each in found.arx.items("criteria"):
        subset = each.part("subset") if isinstance(each, Instance) else None
        rows = None if subset is None else subset.part("bitSet", "bitset", "set", "rowSet")
        if rows is None and subset is not None:
            rows = next((part for part in subset.fields.values() if _is_row_set(part)), None)
        if rows is not None:
            return rows
    return None


def _is_row_set(value: object) -> bool:
    return isinstance(value, Instance) and value.name == "RowSet"


def _report_missing(found: Configuration, findings: Findings) -> None:
    if found.input.fields or found.arx.fields:
        return
    texts = [text for text in found.criteria_texts if _NEED_SUBSET.fullmatch(text)]
    if texts:
        what = tr("which rows belong to its research sample is stored only in {file}", file=CONFIG_OBJECTS)
        if texts[0] != SUBSET_ITSELF:
            what = tr(
                "which rows belong to {model} is stored only in {file}", model=quoted(texts[0]), file=CONFIG_OBJECTS
            )
        findings.leave_out(tr("input/config.xml, criteria"), what, tr("Choose the records: all rows are chosen now."))


def _expression(found: Configuration, dataset: Dataset, chosen: NDArray[np.bool_], findings: Findings) -> str | None:
    """The stored query as an expression, where it selects exactly the chosen rows."""
    query = found.model.text("query")
    if query is None or not query.strip():
        return None
    place = f"{PROJECT_OBJECTS}, query"
    try:
        expression = expression_of(query)
        same = bool(np.array_equal(select(dataset, expression), chosen))
    except NoQuery as error:
        findings.leave_out(
            place,
            tr("{query} cannot be used: {reason}", query=quoted(query), reason=error),
            tr("The rows themselves are listed."),
        )
        return None
    except UserError as error:
        found_there = tr("{query} cannot be used: {reason}", query=quoted(query), reason=error.problems[0].found)
        findings.leave_out(place, found_there, tr("The rows themselves are listed."))
        return None
    if not same:
        origin = found.model.text("subsetOrigin") or ""
        if origin.lower().startswith("query"):
            findings.leave_out(
                place, tr("{query} selects other rows here", query=quoted(query)), tr("The rows themselves are listed.")
            )
        return None
    return expression
