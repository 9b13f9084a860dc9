"""Which columns look like one of the identifiers of HIPAA's Safe Harbor rule."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk.core.protection.safe_harbor import Line, builder_of, checklist, is_done
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.risk.identifiers import IdentifierHit, find_identifiers


@dataclass(frozen=True, slots=True, eq=False)
class FoundIdentifiers:
    """Every sign of an identifier, column by column, the most certain one of each first, and what the rule asks for.

    `builders` make the values of a column as coarse as the rule wants, as they are written and as they are kept.
    `complete` is false where it was stopped: then columns are missing.
    """

    hits: tuple[IdentifierHit, ...]
    lines: dict[str, Line]
    builders: dict[str, tuple[HierarchyBuilder, ...]]
    columns: int
    complete: bool

    def is_done(self, column: str, settings: AttributeSettings) -> bool:
        """Whether a column that was found is removed or coarse enough, or may stay."""
        made = self.builders.get(column, ())
        return any(is_done(self.lines[column], settings, {column: each}) for each in made) or is_done(
            self.lines[column], settings, {}
        )

    def left(self, settings_of: Callable[[str], AttributeSettings]) -> tuple[str, ...]:
        """The columns that would be handed out as they are: no rule is followed, and nobody protects them."""
        return tuple(column for column in self.lines if self._is_readable(column, settings_of(column)))

    def _is_readable(self, column: str, settings: AttributeSettings) -> bool:
        """Quasi-identifiers are made coarser with others, unless they are held at their values."""
        held = settings.maximum_level == 0 and settings.transformation == "generalize"
        if settings.role is Role.QUASI_IDENTIFYING and not held:
            return False
        return not self.is_done(column, settings)


@dataclass(frozen=True, slots=True)
class IdentifiersOf(Request[FoundIdentifiers]):
    """Identifiers among all columns, by their names and their values; roles do not matter."""

    is_long: ClassVar[bool] = True

    def run(self, table: AnalyzedTable, control: Control) -> FoundIdentifiers:
        """Look at every column."""
        dataset = table.dataset
        hits = find_identifiers(dataset, control=control)
        lines = {line.column: line for line in checklist(hits, dataset)}
        builders = {column: _builders(line, dataset) for column, line in lines.items()}
        return FoundIdentifiers(hits, lines, builders, len(dataset.names), not control.stopped)

    def state(self, table: AnalyzedTable) -> Hashable:
        """The cells alone."""
        return table.dataset


def _builders(line: Line, dataset: Dataset) -> tuple[HierarchyBuilder, ...]:
    column = dataset[line.column]
    builder = builder_of(line, column)
    return () if builder is None else (builder, builder.resolved(column))
