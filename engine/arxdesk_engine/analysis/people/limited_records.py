"""The records that are left out because a person has very many of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.data_source import PerPersonSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.people import people_of, surplus_records


@dataclass(frozen=True, slots=True)
class LimitedRecords:
    """What a limit leaves out: so many of all records of the table, of so many people."""

    settings: PerPersonSettings
    left_out: int
    records: int
    people: int

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        settings = self.settings
        seed = {"seed": settings.seed} if settings.keep == "random" else {}
        told = {"left_out": self.left_out, "of": self.records, "people_with_fewer": self.people}
        return {"at_most": settings.records, "keep": settings.keep, **seed, **told}

    def sentence(self, words: Words = ENGLISH) -> str:
        """The rule, and how many records it leaves out."""
        rule = words.capitalized(self.settings.sentence)
        if not self.left_out:
            return tr("{rule}: nobody has more.", rule=rule)
        gone = words.count_with_share(self.left_out, self.records, "records")
        people = words.people(self.people)
        return tr("{rule}: {records} are left out, of {people}.", rule=rule, records=gone, people=people)


def limited_records(job: Job, dataset: Dataset) -> LimitedRecords | None:
    """Count what is left out of a table; None where the records of a person are not limited."""
    surplus, person, settings = surplus_records(job, dataset), job.data.person, job.data.per_person
    if surplus is None or person is None or settings is None:
        return None
    people = len(np.unique(people_of(dataset, person)[surplus]))
    return LimitedRecords(settings, int(surplus.sum()), dataset.records, people)
