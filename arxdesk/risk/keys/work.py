"""The smallest keys that single out one person, and the records that have them, as questions to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.risk.keys import SmallestKeys, smallest_keys
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk.population import Population


@dataclass(frozen=True, slots=True)
class KeysOf(Request[SmallestKeys]):
    """The keys of up to `largest` attributes. When stopped, those found until then."""

    is_long: ClassVar[bool] = True
    attributes: tuple[str, ...]
    largest: int
    population: Population | None

    def run(self, table: AnalyzedTable, control: Control) -> SmallestKeys:
        """Find them. Raises a UserError where the research subset cannot be read."""
        return smallest_keys(table, self.attributes, self.largest, self.population, control)


@dataclass(frozen=True, slots=True)
class RecordsWithKey(Request[Rows]):
    """The records that have a key of `size` attributes, or of any size where that is None, the highest score first."""

    found: SmallestKeys
    size: int | None = None

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        return self.found.named_by(self.size)


@dataclass(frozen=True, slots=True)
class RecordsWithKeyAttribute(Request[Rows]):
    """The records that have a key with an attribute in it, the highest score first."""

    found: SmallestKeys
    attribute: str

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        return self.found.named_with(self.attribute)


@dataclass(frozen=True, slots=True)
class RecordsInTenth(Request[Rows]):
    """The records with a key in a tenth of the scores, from 0 for the highest: by DIS, or by the plain score."""

    found: SmallestKeys
    tenth: int
    is_dis: bool

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]. They are as many as the histogram counts."""
        del table
        control.raise_if_stopped()
        return self.found.in_tenth(self.tenth, is_dis=self.is_dis)
