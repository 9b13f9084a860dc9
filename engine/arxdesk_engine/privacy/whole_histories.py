"""History anonymity: all records of a person together are those of k people at least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.histories import Histories
from arxdesk_engine.classes.nested_rows import NestedRows
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.privacy.criterion import PeopleCriterion
from arxdesk_engine.privacy.description import IDENTITY, CommonParameters, Description, Need
from arxdesk_engine.privacy.implied import ImpliedBounds
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.size import MOST, people_at_least
from arxdesk_engine.privacy.table import WholeTable


@dataclass(frozen=True, slots=True)
class SharedHistories(PeopleCriterion):
    """All records of a person, as they are shown, are those of at least k people: the same multiset of classes.

    Of linked tables, `nested` are the rows that records consist of, which have to be the same as well.

    Who is removed was company only to people with the same records, who are removed as well. Equal multisets stay
    equal where records are generalized: violations are inherited, and anonymity is monotonic. Each class has k people.
    """

    k: int
    nested: NestedRows | None = None

    @property
    def minimal_class_size(self) -> int:
        """k."""
        return self.k

    def violating_people(self, classes: Classes) -> NDArray[np.bool_]:
        """People whose records fewer than k people have."""
        alike = Histories.of(classes).alike() if self.nested is None else self.nested.alike(classes)
        found: NDArray[np.bool_] = (alike > 0) & (alike < self.k)
        return found


class HistoryAnonymity(PrivacyModel):
    """All records of a person, as they are shown, are those of at least k people.

    k-anonymity whose equivalence classes are those of people with the same multiset of records: the entity identifiers
    of Google's Sensitive Data Protection ("Computing k-anonymity for a dataset", entity ID). It implies event anonymity
    for any number of known records. It needs a person column, and removes whole people. The files of linked tables tell
    which records have a row in common: there the rows of k people are the same, table by table, and which belong to
    which.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.HistoryAnonymity(k=5).title
    'history anonymity (k = 5)'
    """

    description = Description(
        order=16,
        name=marked("History anonymity"),
        against=marked("being found"),
        promise=marked("Whoever knows all records of somebody finds at least k people who have the same."),
        needs=(Need.PERSON,),
        protects_against=marked("being found by someone who knows all records of a person"),
        term=IDENTITY,
        in_short=marked("against being found by a whole history"),
        rule=marked("all records of a person are those of at least k people"),
        source="Google Sensitive Data Protection, entity IDs (2026)",
        covers_columns=True,
        parameters=(people_at_least(marked("People at least with the same history (k)")),),
        usual=tuple(CommonParameters("k = {k}", {"k": k}) for k in (2, 5, 11)),
    )
    only_once = True
    is_slow = True
    needs_no_labels = True
    needs_person = True

    model: Literal["history-anonymity"] = "history-anonymity"
    k: int = Field(ge=1, le=MOST, strict=True)

    def bind(self, table: WholeTable) -> SharedHistories:
        """The number, and the rows of linked tables."""
        return SharedHistories(self.k, table.nested)

    @property
    def implied(self) -> ImpliedBounds:
        """None of single records beyond that of k-anonymity, which it includes."""
        return ImpliedBounds()

    @property
    def title(self) -> str:
        """Such as history anonymity (k = 5)."""
        return tr("history anonymity (k = {k})", k=self.k)

    @property
    def sentence(self) -> str:
        """The promise with its number."""
        return tr(
            "Whoever knows all records of a person, as they are shown, finds at least {k} people with the same.",
            k=self.k,
        )
