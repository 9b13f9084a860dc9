"""The group of a single record, and its risk in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.analysis.tables import TableClasses
from arxdesk_engine.foundation.words import ENGLISH, Unit, Words, of_unit


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """The group of a record in a table; `size` is 0 where it is in none."""

    record: int
    side: str
    size: int
    population: int
    unit: Unit = "records"

    def counted(self, number: int, words: Words = ENGLISH) -> str:
        """A number of what is counted: records, or people."""
        return of_unit(number, self.unit, words)

    def sentence(self, words: Words = ENGLISH) -> str:
        """The risk of the record, with its reason."""
        where = "In the input" if self.side == "before" else "In the output"
        if not self.size:
            return f"{where} this record is in no group: {self._absence}"
        if self.size == 1:
            alike = f"{where} no other record looks like this one"
        else:
            alike = f"{where} {self.counted(self.size, words)} look alike in the quasi-identifiers"
        risk = f"{alike}: the risk is {words.risk(1 / self.size)}."
        if self.population > self.size:
            of_all = f"{self.counted(self.population, words)} of the whole table do: {words.risk(1 / self.population)}"
            risk += f" {of_all} for an attacker who does not know that the person is in the data."
        return risk

    @property
    def _absence(self) -> str:
        return "it does not count." if self.side == "before" else "it shows no identifying values."


def group_of(record: int, side: str, classes: TableClasses | None) -> RecordGroup | None:
    """The group of a record; None without such a table or a quasi-identifier."""
    if classes is None or not (len(classes.sizes) or side == "after"):
        return None
    place = int(classes.of_records[record])
    unit: Unit = "records" if classes.people is None else "people"
    if place < 0:
        return RecordGroup(record, side, 0, 0)
    return RecordGroup(record, side, int(classes.sizes[place]), int(classes.population_sizes[place]), unit)
