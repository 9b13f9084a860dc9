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
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.language import marked, tr_n
from arxdesk_engine.foundation.messages import ToldText, told, told_n
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.job.attributes import ReplacementSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.projects.ledger import LedgerEntry
from arxdesk_engine.projects.trail import Trail

MOST_LINES, MOST_CHARACTERS = 40, 200
"""Limits on the settings named per step and on the characters of each."""
MOST_LISTED = 20
_RECODED, _BY_GROUPS = " with local recoding", "Recoded group by group"
_BEGINNINGS = (", begun anew", " of what was removed")
"""What the English of the sentences about local recoding has in it, by which later versions know them."""
RECODED_ANEW = marked(
    "Recoded locally again, begun anew as this version does: the table is another one, usually finer, than an earlier"
    " version had made"
)
_LONG = {"hierarchy", "replace", "replacements", "order"}
_FOUND = {
    "optimal": marked("optimum proven"),
    "best-found": marked("best so far"),
    "infeasible": marked("proven that nothing satisfies the rules"),
    "none-found": marked("nothing found, without a proof"),
}


def search_begun(algorithm: str, number: int, *, goes_on: bool) -> ToldText:
    """The start of a search, with the number of transformations."""
    if goes_on:
        return told_n(
            number,
            "Search goes on: algorithm {algorithm}, {n} transformation",
            "Search goes on: algorithm {algorithm}, {n} transformations",
            algorithm=algorithm,
        )
    return told_n(
        number,
        "Search began: algorithm {algorithm}, {n} transformation",
        "Search began: algorithm {algorithm}, {n} transformations",
        algorithm=algorithm,
    )


def search_ended(result: Result) -> ToldText:
    """The result and duration of a search."""
    solution = result.solution
    is_drawn = solution.is_drawn and solution.best is not None
    found = told(marked("drawn at random") if is_drawn else _FOUND[solution.status])
    if solution.best is not None:
        score, levels = _six(solution.best.score), ", ".join(map(str, solution.best.levels))
        if solution.is_drawn or solution.status == "optimal":
            found = told("{found}, score {score}, levels {levels}", found=found, score=score, levels=levels)
        else:
            found = told(
                "{found}, score {score} (nothing below {bound} is possible), levels {levels}",
                found=found,
                score=score,
                bound=_six(solution.lower_bound),
                levels=levels,
            )
    checked = told_n(
        solution.checks,
        "{n} transformation checked in {seconds} s",
        "{n} transformations checked in {seconds} s",
        seconds=round(solution.seconds, 2),
    )
    if result.cut_short:
        return told("Search was ended early: {found}; {checked}", found=found, checked=checked)
    return told("Search ended: {found}; {checked}", found=found, checked=checked)


def applied_text(applied: Applied) -> ToldText:
    """The applied transformation and the records it removes."""
    levels, number = ", ".join(map(str, applied.check.levels)), applied.check.suppressed_records
    removed = told_n(number, "{n} record removed", "{n} records removed")
    if applied.recoded is None:
        return told("Applied levels {levels}: {removed}", levels=levels, removed=removed)
    if (proof := applied.recoded.found.groupwise) is not None:
        return told_n(
            proof.groups,
            "Recoded group by group: {n} group with levels of their own, loss {loss}, nothing below {bound} is"
            " possible; {removed}",
            "Recoded group by group: {n} groups with levels of their own, loss {loss}, nothing below {bound} is"
            " possible; {removed}",
            loss=_six(proof.loss),
            bound=_six(proof.lower_bound),
            removed=removed,
        )
    if applied.recoded.found.is_fresh:
        return told(
            "Applied levels {levels} with local recoding, begun anew: {removed}", levels=levels, removed=removed
        )
    return told(
        "Applied levels {levels} with local recoding of what was removed: {removed}", levels=levels, removed=removed
    )


def _six(number: object) -> float:
    """A score or a bound with the six digits that are told of it."""
    return float(f"{number:.6g}")


def recoded_by_earlier(trail: Trail) -> bool:
    """Whether the table was last recoded by a version that did not say how it began: it never began anew."""
    for entry in reversed(trail.entries):
        if entry.text == RECODED_ANEW or entry.text.startswith(_BY_GROUPS):
            return False
        _before, recoded, after = entry.text.partition(_RECODED)
        if recoded:
            return not after.startswith(_BEGINNINGS)
    return False


def forgotten_text(entry: LedgerEntry) -> ToldText:
    """The release that the ledger is to forget."""
    return told(
        "Release {name} of {moment}, SHA-256 {sha256}, left out of the ledger",
        name=entry.name,
        moment=_moment(entry.moment),
        sha256=entry.sha256,
    )


def saved_text(path: Path) -> ToldText:
    """The saved file and its kind."""
    return told("Saved as {name}", name=path.name)


def restored_text(result: Result) -> ToldText:
    """The restored result of a project."""
    by = f"ArxDesk {result.version}".strip()
    if result.moment is None:
        restored = told("Restored the result of the search by {program}", program=by)
    else:
        restored = told(
            "Restored the result of the search of {moment} by {program}", moment=_moment(result.moment), program=by
        )
    if result.solution.best is None:
        return restored
    return told("{restored}; its best transformation was checked again, its proof was not repeated", restored=restored)


def _moment(when: dt.datetime) -> str:
    return f"{when.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"


NOT_RESTORED = marked("The search result in the project was not confirmed, and is not used")


def exported_text(name: str, records: int, sha256: str) -> ToldText:
    """The exported table."""
    return told_n(
        records,
        "Exported {name}: {n} record, SHA-256 {sha256}",
        "Exported {name}: {n} records, SHA-256 {sha256}",
        name=name,
        sha256=sha256,
    )


def hierarchies_text(names: Sequence[str], more: int) -> ToldText:
    """The exported hierarchies by their files, and how many are not named."""
    if not more:
        return told("Hierarchies: {names}", names=tuple(names))
    return told_n(more, "Hierarchies: {names} and {n} more", "Hierarchies: {names} and {n} more", names=tuple(names))


def reported_text(name: str, sha256: str) -> ToldText:
    """The written report."""
    return told("Evidence report {name}, SHA-256 {sha256}", name=name, sha256=sha256)


def differences(before: Job, after: Job) -> tuple[str, ...]:
    """A line for each changed setting: its dotted name, old and new value."""
    if before is after:
        return ()
    lines = [f"{name}: {_short(old)} → {_short(new)}" for name, old, new in _changes(before, after)]
    if len(lines) > MOST_LINES:
        more = len(lines) - MOST_LINES
        lines = [*lines[:MOST_LINES], tr_n(more, "... and {n} more", "... and {n} more")]
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
        return tr_n(len(values), "{n} value", "{n} values")
    return dict(values) if isinstance(values, Mapping) else list(values)


def _rules(rules: Sequence[ReplacementSettings]) -> object:
    """A few rules with pattern and replacement, many by their number."""
    if len(rules) > MOST_LISTED:
        return tr_n(len(rules), "{n} rule", "{n} rules")
    return [each.model_dump(mode="json", exclude_defaults=True) for each in rules]


def _short(value: object) -> str:
    text = "–" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 1]}…"
