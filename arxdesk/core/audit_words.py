"""The words of the audit trail: searches, their results, and the changes of each step."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from arxdesk.core.configuration import SECTIONS
from arxdesk.core.values.declared import DECLARED_PARTS
from arxdesk.core.values.results import Result
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.job.attributes import ReplacementSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.projects.ledger import LedgerEntry
from arxdesk_engine.projects.trail import Trail

MOST_LINES, MOST_CHARACTERS = 40, 200
"""Limits on the settings named per step and on the characters of each."""
MOST_LISTED = 20
_RECODED = " with local recoding"
_BY_GROUPS = "Recoded group by group"
_BEGINNINGS = (", begun anew", " of what was removed")
RECODED_ANEW = (
    "Recoded locally again, begun anew as this version does: the table is another one, usually finer, than an earlier"
    " version had made"
)
_LONG = {"hierarchy", "replace", "replacements", "order"}
_FOUND = {
    "optimal": "optimum proven",
    "best-found": "best so far",
    "infeasible": "proven that nothing satisfies the rules",
    "none-found": "nothing found, without a proof",
}


def search_begun(algorithm: str, number: int, *, goes_on: bool) -> str:
    """The start of a search, with the number of transformations."""
    begun = "Search goes on" if goes_on else "Search began"
    return f"{begun}: algorithm {algorithm}, {number:,} {'transformation' if number == 1 else 'transformations'}"


def search_ended(result: Result) -> str:
    """The result and duration of a search."""
    solution = result.solution
    found = "drawn at random" if solution.is_drawn and solution.best is not None else _FOUND[solution.status]
    if solution.best is not None:
        levels = ", ".join(map(str, solution.best.levels))
        is_known = solution.is_drawn or solution.status == "optimal"
        bound = "" if is_known else f" (nothing below {solution.lower_bound:.6g} is possible)"
        found = f"{found}, score {solution.best.score:.6g}{bound}, levels {levels}"
    ended = "Search was ended early" if result.cut_short else "Search ended"
    number = f"{solution.checks:,} {'transformation' if solution.checks == 1 else 'transformations'}"
    return f"{ended}: {found}; {number} checked in {solution.seconds:.2f} s"


def applied_text(applied: Applied) -> str:
    """The applied transformation and the records it removes."""
    levels, removed = ", ".join(map(str, applied.check.levels)), applied.check.suppressed_records
    number = f"{removed:,} {'record' if removed == 1 else 'records'}"
    if applied.recoded is not None and (proof := applied.recoded.found.groupwise) is not None:
        groups = f"{proof.groups:,} {'group' if proof.groups == 1 else 'groups'} with levels of their own"
        bound = f"loss {proof.loss:.6g}, nothing below {proof.lower_bound:.6g} is possible"
        return f"{_BY_GROUPS}: {groups}, {bound}; {number} removed"
    return f"Applied levels {levels}{_recoded(applied.recoded)}: {number} removed"


def _recoded(recoded: Recoded | None) -> str:
    if recoded is None:
        return ""
    anew, gone_on = _BEGINNINGS
    return f"{_RECODED}{anew if recoded.found.is_fresh else gone_on}"


def recoded_by_earlier(trail: Trail) -> bool:
    """Whether the table was last recoded by a version that did not say how it began: it never began anew."""
    for entry in reversed(trail.entries):
        if entry.text == RECODED_ANEW or entry.text.startswith(_BY_GROUPS):
            return False
        _before, recoded, after = entry.text.partition(_RECODED)
        if recoded:
            return not after.startswith(_BEGINNINGS)
    return False


def forgotten_text(entry: LedgerEntry) -> str:
    """The release that the ledger is to forget."""
    return f"Release {entry.name} of {entry.moment:%Y-%m-%d %H:%M} UTC, SHA-256 {entry.sha256}, left out of the ledger"


def saved_text(path: Path) -> str:
    """The saved file and its kind."""
    return f"Saved as {path.name}"


def restored_text(result: Result) -> str:
    """The restored result of a project."""
    by = f" by ArxDesk {result.version}" if result.version else ""
    when = f" of {result.moment.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC" if result.moment is not None else ""
    looked = "; its best transformation was checked again, its proof was not repeated"
    return f"Restored the result of the search{when}{by}{looked if result.solution.best is not None else ''}"


NOT_RESTORED = "The search result in the project was not confirmed, and is not used"


def exported_text(name: str, records: int, sha256: str) -> str:
    """The exported table."""
    return f"Exported {name}: {records:,} {'record' if records == 1 else 'records'}, SHA-256 {sha256}"


def differences(before: Job, after: Job) -> tuple[str, ...]:
    """A line for each changed setting: its dotted name, old and new value."""
    if before is after:
        return ()
    lines = [f"{name}: {_short(old)} → {_short(new)}" for name, old, new in _changes(before, after)]
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"... and {len(lines) - MOST_LINES} more"]
    return tuple(lines)


def _changes(before: Job, after: Job) -> Iterator[tuple[str, object, object]]:
    for part in DECLARED_PARTS:
        old, new = getattr(before.data, part), getattr(after.data, part)
        if old != new:
            yield f"data.{part}", old, new
    if before.data.per_person != after.data.per_person:
        yield from _within("data.per_person", _plain(before.data.per_person), _plain(after.data.per_person))
    for section in SECTIONS:
        old, new = getattr(before, section), getattr(after, section)
        if old is not new and old != new:
            yield from _within(section, _plain(old), _plain(new))
    for name in dict.fromkeys((*before.attributes, *after.attributes)):
        first, second = before.settings_of(name), after.settings_of(name)
        if first is not second and first != second:
            place = f"attributes.{name}"
            yield from _within(place, _plain(first, _LONG), _plain(second, _LONG))
            if first.hierarchy is not second.hierarchy and first.hierarchy != second.hierarchy:
                yield f"{place}.hierarchy", _hierarchy(first.hierarchy), _hierarchy(second.hierarchy)
            for field in ("replace", "order"):
                old, new = getattr(first, field), getattr(second, field)
                if old is not new and old != new:
                    yield f"{place}.{field}", _listed(old), _listed(new)
            if first.replacements != second.replacements:
                yield f"{place}.replacements", _rules(first.replacements), _rules(second.replacements)


def _within(place: str, old: object, new: object) -> Iterator[tuple[str, object, object]]:
    """Tables are compared by entry, everything else as a whole."""
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        yield place, old, new
        return
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            yield from _within(f"{place}.{key}", old.get(key), new.get(key))


def _plain(section: Any, exclude: set[str] | None = None) -> object:  # noqa: ANN401 - any section of a job
    if isinstance(section, tuple):
        return [_plain(each) for each in section]
    return None if section is None else section.model_dump(mode="json", exclude_none=True, exclude=exclude)


def _hierarchy(source: str | HierarchyBuilder | None) -> object:
    return source.title if isinstance(source, HierarchyBuilder) else source


def _listed(values: Collection[str]) -> object:
    """A few values as they are, many by their number."""
    if len(values) > MOST_LISTED:
        return f"{len(values):,} values"
    return dict(values) if isinstance(values, Mapping) else list(values)


def _rules(rules: Sequence[ReplacementSettings]) -> object:
    """A few rules with pattern and replacement, many by their number."""
    if len(rules) > MOST_LISTED:
        return f"{len(rules):,} rules"
    return [each.model_dump(mode="json", exclude_defaults=True) for each in rules]


def _short(value: object) -> str:
    text = "none" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 1]}…"
