"""The group of a single record, and its risk in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.analysis.tables import TableClasses
from arxdesk_engine.foundation.language import marked, tr
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
        is_input = self.side == "before"
        if not self.size:
            if is_input:
                return tr("In the input this record is in no group: it does not count.")
            return tr("In the output this record is in no group: it shows no identifying values.")
        if self.size == 1:
            told = marked("In the output no other record looks like this one: the risk is {risk}.")
            if is_input:
                told = marked("In the input no other record looks like this one: the risk is {risk}.")
        else:
            told = marked("In the output {records} look alike in the quasi-identifiers: the risk is {risk}.")
            if is_input:
                told = marked("In the input {records} look alike in the quasi-identifiers: the risk is {risk}.")
        sentence = tr(told, records=self.counted(self.size, words), risk=words.risk(1 / self.size))
        if self.population <= self.size:
            return sentence
        of_all = tr(
            "{records} of the whole table do: {risk} for an attacker who does not know that the person is in the data.",
            records=self.counted(self.population, words),
            risk=words.risk(1 / self.population),
        )
        return f"{sentence} {of_all}"


def group_of(record: int, side: str, classes: TableClasses | None) -> RecordGroup | None:
    """The group of a record; None without such a table or a quasi-identifier."""
    if classes is None or not (len(classes.sizes) or side == "after"):
        return None
    place = int(classes.of_records[record])
    unit: Unit = "records" if classes.people is None else "people"
    if place < 0:
        return RecordGroup(record, side, 0, 0)
    return RecordGroup(record, side, int(classes.sizes[place]), int(classes.population_sizes[place]), unit)
