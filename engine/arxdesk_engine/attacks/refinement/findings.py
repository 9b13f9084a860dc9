"""The findings of the attack by what the algorithm did not do, in figures and in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.concluded import Concluded
from arxdesk_engine.foundation.language import marked, tr, tr_n
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
        yield tr("Knowing the algorithm ({way}):", way=self._way(words))
        number = len(self.groups)
        sizes, groups = self.groups.sizes, tr_n(number, "{n} group", "{n} groups", n=words.count(number))
        kinds = (
            (self.containing, marked("A finer value is there for certain in {part} of {groups} ({records}).")),
            (
                self.lacking,
                marked("A finer value of the label is certainly not there in {part} of {groups} ({records})."),
            ),
            (self.told, marked("All records have the same finer value for certain in {part} of {groups} ({records}).")),
        )
        found = [(which, what) for which, what in kinds if which.any()]
        for which, what in found:
            records = words.records(int(sizes[which].sum()))
            yield tr("  {what}", what=tr(what, part=words.count(int(which.sum())), groups=groups, records=records))
        if not found:
            yield tr(
                "  {value}",
                value=tr("Nothing finer than the labels was found to be certain in {groups}.", groups=groups),
            )
        without, left = (words.decimal(each, 1) for each in self.candidates)
        told = marked(
            "Candidate values of a record: {without} by its labels, at most {left} with what is concluded (at least "
            "{bits} "
            "bits in all)."
        )
        if self.is_exact:
            told = marked(
                "Candidate values of a record: {without} by its labels, {left} with what is concluded ({bits} bits "
                "in all)."
            )
        yield tr("  {told}", told=tr(told, without=without, left=left, bits=words.decimal(self.bits, 1)))

    def _way(self, words: Words) -> str:
        choices = self.choices
        if choices.way == "groups":
            told = marked("recoded group by group, public splits")
            if choices.defence == "none":
                told = marked("recoded group by group, no defence")
            way = tr(told)
            return way if choices.loss is None else tr("{way}, loss {loss}", way=way, loss=words.score(choices.loss))
        if choices.way == "iterations":
            number = len(choices.steps)
            return tr_n(number, "recoded in {n} iteration", "recoded in {n} iterations", n=words.count(number))
        return (
            tr("one transformation, proven to be the best") if choices.steps[0].is_proven else tr("one transformation")
        )
