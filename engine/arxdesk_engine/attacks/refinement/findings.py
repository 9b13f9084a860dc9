"""The findings of the attack by what the algorithm did not do, in figures and in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.concluded import Concluded
from arxdesk_engine.foundation.words import ENGLISH, Words

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RefinementFindings:
    """What whoever knows the algorithm concludes of the groups of a release, from its file.

    `of_groups` are the facts about each group; all hold in every table consistent with the release. `combinations`
    float64[groups] are those of values that its labels stand for, as a logarithm to base 2. `bits` is by how many bits
    the consistent tables are fewer than those that the labels allow, at least; `is_exact`: not more either.
    """

    choices: Choices
    groups: Boxes
    of_groups: Concluded
    combinations: Floats
    bits: float
    is_exact: bool

    @property
    def records(self) -> int:
        """The released records, removed ones that stand in the file among them."""
        return int(self.groups.sizes.sum())

    @property
    def containing(self) -> NDArray[np.bool_]:
        """Groups that have a finer value for certain, bool[groups]."""
        return np.asarray((self.of_groups.there > 0).any(axis=1))

    @property
    def lacking(self) -> NDArray[np.bool_]:
        """Groups that certainly do not have a finer value that their labels stand for, bool[groups]."""
        return np.asarray((self.of_groups.gone > 0).any(axis=1))

    @property
    def told(self) -> NDArray[np.bool_]:
        """Groups of whose records all have a finer value for certain, bool[groups]."""
        return np.asarray(self.of_groups.told.any(axis=1))

    @property
    def candidates(self) -> tuple[float, float]:
        """The combinations of values that a record can have by its labels, and with what is concluded at most: means.

        Geometric means, so that to the power of the records they are the numbers of tables.
        """
        records = max(1, self.records)
        without = float(self.combinations @ self.groups.sizes) / records
        return 2.0**without, 2.0 ** (without - self.bits / records)

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        sizes, found = self.groups.sizes, self.of_groups
        kinds = {"containing": self.containing, "lacking": self.lacking, "told": self.told}
        by_kind = {
            kind: {"groups": int(which.sum()), "records": int(sizes[which].sum())} for kind, which in kinds.items()
        }
        without, left = self.candidates
        by_attribute = {
            name: {
                "containing": int((found.there[:, place] > 0).sum()),
                "lacking": int((found.gone[:, place] > 0).sum()),
                "told": int(found.told[:, place].sum()),
            }
            for place, name in enumerate(self.choices.attributes)
        }
        return {
            "way": self.choices.way,
            "defence": self.choices.defence,
            "loss": self.choices.loss,
            "groups": len(sizes),
            "records": self.records,
            **by_kind,
            "bits": self.bits,
            "is_exact": self.is_exact,
            "candidates": {"by_labels": without, "left": left},
            "groups_per_attribute": by_attribute,
        }

    def sentences(self, words: Words = ENGLISH) -> Iterator[str]:
        """The findings in lines, the first one being what was attacked."""
        yield f"Knowing the algorithm ({self._way(words)}):"
        sizes, groups = self.groups.sizes, words.counted(len(self.groups), "group", "groups")
        kinds = (
            (self.containing, "A finer value is there for certain"),
            (self.lacking, "A finer value of the label is certainly not there"),
            (self.told, "All records have the same finer value for certain"),
        )
        found = [(which, what) for which, what in kinds if which.any()]
        for which, what in found:
            records = words.records(int(sizes[which].sum()))
            yield f"  {what} in {words.count(int(which.sum()))} of {groups} ({records})."
        if not found:
            yield f"  Nothing finer than the labels was found to be certain in {groups}."
        without, left = self.candidates
        most = "" if self.is_exact else "at most "
        shown = f"{words.decimal(without, 1)} by its labels, {most}{words.decimal(left, 1)} with what is concluded"
        least = "" if self.is_exact else "at least "
        yield f"  Candidate values of a record: {shown} ({least}{words.decimal(self.bits, 1)} bits in all)."

    def _way(self, words: Words) -> str:
        choices = self.choices
        if choices.way == "groups":
            defence = "no defence" if choices.defence == "none" else "public splits"
            lost = "" if choices.loss is None else f", loss {words.score(choices.loss)}"
            return f"recoded group by group, {defence}{lost}"
        if choices.way == "iterations":
            return f"recoded in {words.counted(len(choices.steps), 'iteration', 'iterations')}"
        return "one transformation, proven to be the best" if choices.steps[0].is_proven else "one transformation"
