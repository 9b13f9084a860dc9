"""Findings about a specification: complete, wrong, or questionable. Knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arxdesk.ui.words import count
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.preview import Preview

_OPEN = ("<", ">=")
CODING = ("interval", "coding", "date", "ready-made")
"""Kinds whose open-ended groups have labels with these signs."""


@dataclass(frozen=True, slots=True)
class BuilderFinding:
    """One message: state, consequence, way out as links."""

    kind: Literal["ok", "warn", "error", "info"]
    lead: str
    sentence: str
    links: tuple[tuple[str, str], ...] = ()


def of_faults(faults: Sequence[Problem], links: Sequence[tuple[str, str]] = ()) -> BuilderFinding:
    """The faults that make a specification unusable."""
    first = faults[0]
    where = first.place.strip(", ").rpartition(", ")[2]
    found = first.found[:1].upper() + first.found[1:]
    said = [f"{found.rstrip('.')}.", _in_words(first.remedy)]
    if len(faults) > 1:
        said.append(tr_n(len(faults) - 1, "And {n} more fault.", "And {n} more faults."))
    named = (
        tr("This cannot be used ({field}).", field=where.replace("_", " "))
        if "." in where
        else tr("This cannot be used.")
    )
    return BuilderFinding("error", named, " ".join(filter(None, said)), tuple(links))


def problems_in(error: object) -> tuple[Problem, ...]:
    """The problems that an error tells the user; any other error is raised."""
    if isinstance(error, UserError):
        return error.problems
    if isinstance(error, Exception):
        raise error
    return ()


def of_preview(
    preview: Preview, extension: tuple[str, str] | None, *, may_be_from_data: bool
) -> tuple[BuilderFinding, ...]:
    """The completeness of a specification, and its questionable points."""
    found = [_complete(preview)]
    if not may_be_from_data and preview.builder.depends_on_data:
        sentence = tr(
            "Differential privacy forbids hierarchies that are made from the table. Adjust it, or choose intervals."
        )
        found.append(BuilderFinding("error", tr("Depends on the data."), sentence))
    opened = _open_ended(preview) if preview.builder.builder in CODING else []
    if opened:
        label, number = max(opened, key=lambda each: each[1])
        levels = len(preview.levels) - 2
        where = tr("on level 1") if levels == 1 else tr("on levels 1 to {highest}", highest=levels)
        safe = tr("This is safe, but a mean can then no longer be computed exactly.")
        sentence = f"{_forming(number, label, where, of_sample=preview.is_sample)} {safe}"
        lead = tr_n(len(opened), "Open-ended group.", "{n} open-ended groups.")
        links = (extension,) if extension is not None and any(each[0].startswith(">=") for each in opened) else ()
        found.append(BuilderFinding("warn", lead, sentence, links))
    return tuple(found)


def _forming(number: int, label: str, where: str, *, of_sample: bool) -> str:
    if of_sample:
        return tr_n(
            number,
            "{n} person of the sample forms “{label}” {where}.",
            "{n} people of the sample form “{label}” {where}.",
            label=label,
            where=where,
        )
    return tr_n(
        number,
        "{n} person forms “{label}” {where}.",
        "{n} people form “{label}” {where}.",
        label=label,
        where=where,
    )


def _complete(preview: Preview) -> BuilderFinding:
    if preview.is_sample:
        sentence = tr_n(
            len(preview.shown.rows),
            "All {n} values of a sample have a place. All {whole} are checked in the last step.",
            "All {n} values of a sample have a place. All {whole} are checked in the last step.",
            whole=count(preview.values),
        )
        return BuilderFinding("ok", tr("Complete so far."), sentence)
    sentence = tr_n(
        preview.values,
        "All {n} value has a place, and every level merges the one before it.",
        "All {n} values have a place, and every level merges the one before it.",
    )
    return BuilderFinding("ok", tr("Complete."), sentence)


def _open_ended(preview: Preview) -> list[tuple[str, int]]:
    """The groups without an end at the first level, and how many people they hold."""
    found: dict[str, int] = {}
    if preview.shown.levels < 3:
        return []
    for row, number in zip(preview.shown.rows, preview.people.tolist(), strict=True):
        if row[1].startswith(_OPEN) and number:
            found[row[1]] = found.get(row[1], 0) + number
    return list(found.items())


def _in_words(remedy: str) -> str:
    """A remedy in terms of fields instead of keys."""
    return remedy.replace(': other = "other".', ".").replace(" Example: [[2], [5]].", "")
