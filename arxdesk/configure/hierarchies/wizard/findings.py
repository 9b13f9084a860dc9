"""Findings about a specification: complete, wrong, or questionable. Knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arxdesk.ui.words import count, counted, people
from arxdesk_engine.foundation.errors import Problem, UserError
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
    sentence = f"{found.rstrip('.')}. {_in_words(first.remedy)}".strip()
    more = f" And {counted(len(faults) - 1, 'more fault', 'more faults')}." if len(faults) > 1 else ""
    named = f"This cannot be used ({where.replace('_', ' ')})." if "." in where else "This cannot be used."
    return BuilderFinding("error", named, sentence + more, tuple(links))


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
        sentence = (
            "Differential privacy forbids hierarchies that are made from the table. Adjust it, or choose intervals."
        )
        found.append(BuilderFinding("error", "Depends on the data.", sentence))
    opened = _open_ended(preview) if preview.builder.builder in CODING else []
    if opened:
        label, number = max(opened, key=lambda each: each[1])
        sample = " of the sample" if preview.is_sample else ""
        levels = len(preview.levels) - 2
        on_levels = "on level 1" if levels == 1 else f"on levels 1 to {levels}"
        sentence = (
            f"{people(number)}{sample} {'forms' if number == 1 else 'form'} “{label}” {on_levels}. "
            "This is safe, but a mean can then no longer be computed exactly."
        )
        lead = "Open-ended group." if len(opened) == 1 else f"{len(opened)} open-ended groups."
        links = (extension,) if extension is not None and any(each[0].startswith(">=") for each in opened) else ()
        found.append(BuilderFinding("warn", lead, sentence, links))
    return tuple(found)


def _complete(preview: Preview) -> BuilderFinding:
    if preview.is_sample:
        sentence = (
            f"All {count(len(preview.shown.rows))} values of a sample have a place. All {count(preview.values)} are "
            "checked in the last step."
        )
        return BuilderFinding("ok", "Complete so far.", sentence)
    several = counted(preview.values, "value has", "values have")
    return BuilderFinding("ok", "Complete.", f"All {several} a place, and every level merges the one before it.")


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
