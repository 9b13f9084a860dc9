"""The exported form of each column, and columns that can still identify people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arxdesk.core.document import Document
from arxdesk.ui.words import capitalized, count
from arxdesk_engine.analysis import treatment_words
from arxdesk_engine.analysis.items.rare import asked_of
from arxdesk_engine.backends.border.shape import is_hidden
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import SUPPRESSED, Role
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.attributes import FEWEST, TELLING, AttributeSettings
from arxdesk_engine.job.job import Job

if TYPE_CHECKING:
    from arxdesk_engine.backends.grouped_table import GroupedTable


@dataclass(frozen=True, slots=True)
class LeavingColumn:
    """A column of the output: its role, what its cells show, and how many different values there are (None: nobody has
    read them).

    `is_unchanged`: they are those of the input, in records that are not removed. `is_telling`: so are nearly all of
    them different from each other. `is_empty`: every cell reads "*".
    """

    name: str
    role: Role
    shows: str
    distinct: int | None
    is_unchanged: bool
    is_telling: bool
    is_empty: bool

    @property
    def in_brief(self) -> str:
        """Its name, and how many values it has where they tell people apart."""
        tells = self.is_telling and self.distinct is not None
        return (
            tr("{name} ({distinct} different values)", name=self.name, distinct=count(self.distinct or 0))
            if tells
            else self.name
        )


def leaving_columns(document: Document) -> tuple[LeavingColumn, ...]:
    """The columns of the applied output in order; () if nothing is applied."""
    applied, result = document.applied, document.result
    if applied is None or result is None:
        return ()
    names = document.attributes_with(Role.QUASI_IDENTIFYING)
    if applied.recoded is None:
        levels = dict(zip(names, applied.check.levels, strict=False))
    else:
        of_column = zip(names, zip(*applied.transformations, strict=True), strict=False)
        levels = {name: found[0] for name, found in of_column if len(set(found)) == 1}
    found = tuple(_columns(document, applied.output.dataset, levels, result.records))
    return found if document.rows is None else _with_others(document.rows, document.job_of_rows, found)


ITEMS = marked("Items, some as groups or left out")
"""What a column of sets shows that a privacy model asks about."""
KEYS = marked("Numbers, the same in all tables")
"""What a key of linked tables shows that would otherwise read "*"."""


def _with_others(rows: GroupedTable, job: Job, grouped: Sequence[LeavingColumn]) -> tuple[LeavingColumn, ...]:
    """All columns of rows that stay where they are, in their order; those that are not `grouped` were never read."""
    known = {column.name: column for column in grouped}
    return tuple(known.get(name) or _of_unread(name, job.settings_of(name)) for name in rows.names)


def _of_unread(name: str, settings: AttributeSettings) -> LeavingColumn:
    hidden = is_hidden(settings)
    is_unchanged = not hidden and settings.shown_as == "keep"
    shows = tr("* in every record") if hidden else _shows(settings, None, 0, distinct=1)
    return LeavingColumn(name, settings.role, shows, None, is_unchanged, is_telling=False, is_empty=hidden)


def _columns(document: Document, output: Dataset, levels: dict[str, int], people: int) -> Iterator[LeavingColumn]:
    recoded = asked_of(document.job)
    keys = {each.parent_key for each in output.linked}
    for column in output:
        settings = document.settings_of(column.name)
        distinct = len(column.values) - sum(text in column.values for text in ("", SUPPRESSED))
        hierarchy = document.hierarchies.get(column.name)
        height = hierarchy.levels - 1 if hierarchy is not None else 0
        has_groups = column.name in recoded
        perturbed = treatment_words.perturbed(document.job, column.name)
        keeps = settings.shown_as == "keep" and settings.role in (Role.SENSITIVE, Role.INSENSITIVE)
        keeps &= not has_groups and perturbed is None
        special = None if perturbed is None else capitalized(perturbed)
        special = tr(ITEMS) if has_groups and distinct else special
        is_number = column.name in keys and settings.shown_as == "suppress"
        special = tr(KEYS) if is_number else special
        yield LeavingColumn(
            column.name,
            settings.role,
            _shows(settings, levels.get(column.name), height, distinct) if special is None else special,
            None if is_number else distinct,
            is_unchanged=keeps and distinct > 0,
            is_telling=keeps and people >= FEWEST and distinct >= TELLING * people,
            is_empty=distinct == 0 and SUPPRESSED in column.values and not is_number,
        )


def _shows(settings: AttributeSettings, level: int | None, height: int, distinct: int) -> str:
    if settings.role is Role.IDENTIFYING:
        told = {"redact": tr("Some of the characters"), "pseudonym": tr("Pseudonyms")}
        return told.get(settings.shown_as, tr("* in every record"))
    if settings.role is Role.QUASI_IDENTIFYING:
        if (words := treatment_words.quasi_identifier(settings)) is not None:
            return capitalized(words)
        return _generalized(level, height)
    if settings.shown_as == "keep":
        return tr("Unchanged") if distinct else tr("* in every record")
    return {
        "suppress": tr("* in every record"),
        "code": tr("Unchanged within bounds"),
        "shift dates": tr("Dates, moved"),
        "code, shift dates": tr("Dates, moved, within bounds"),
    }.get(settings.shown_as, settings.shown_as)


def _generalized(level: int | None, height: int) -> str:
    if level is None:
        return tr("Coarser, record by record")
    if height and level == height:
        return tr("Hidden by its hierarchy (level {level} of {height})", level=level, height=height)
    return tr("Coarser, level {level} of {height}", level=level, height=height) if level else tr("As it was, in groups")
