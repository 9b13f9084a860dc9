"""Event anonymity: known events of a person lead to k people at least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.histories import Histories
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.privacy.criterion import PeopleCriterion
from arxdesk_engine.privacy.description import IDENTITY, CommonParameters, Description, Need, Parameter, ParameterKind
from arxdesk_engine.privacy.implied import ImpliedBounds
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.size import MOST, people_at_least
from arxdesk_engine.privacy.table import WholeTable

MOST_EVENTS = 5


@dataclass(frozen=True, slots=True)
class SharedEvents(PeopleCriterion):
    """Every combination of at most m records of a person, as they are shown, belongs to at least k people.

    Of fewer people no combination belongs to more: who violates it among some people does so among a part of them. And
    where records are generalized, or two sets of people that fulfil it come together, each combination belongs to no
    fewer. A single record is a combination: every class has k people.
    """

    k: int
    m: int

    @property
    def minimal_class_size(self) -> int:
        """k."""
        return self.k

    def violating_people(self, classes: Classes) -> NDArray[np.bool_]:
        """People with a combination that fewer than k people have."""
        found: NDArray[np.bool_] = Histories.of(classes).shared(self.m, self.k)[:, 1] > 0
        return found


class EventAnonymity(PrivacyModel):
    """Every combination of at most m records of a person, as they are shown, belongs to at least k people.

    k^m-anonymity (Terrovitis, Mamoulis and Kalnis, VLDB 2008, definition 1) of the multisets of groups in which people
    have records. It needs a person column, and removes whole people: with m = 1 it is k-anonymity of people. Violations
    are inherited and anonymity is monotonic, so that an optimum is proven as under k-anonymity (`SharedEvents`,
    `search.people`).

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.EventAnonymity(k=5, m=2).title
    'event anonymity (k = 5, m = 2)'
    """

    description = Description(
        order=15,
        name=marked("Event anonymity"),
        against=marked("being found"),
        promise=marked("Whoever knows a few records of somebody finds at least k people who have the same."),
        needs=(Need.PERSON,),
        protects_against=marked("being found by someone who knows several records of a person"),
        term=IDENTITY,
        in_short=marked("against being found by several records"),
        rule=marked("every combination of at most m records of a person belongs to at least k people"),
        source="Terrovitis, Mamoulis and Kalnis 2008",
        covers_columns=True,
        parameters=(
            people_at_least(marked("People at least per combination (k)")),
            Parameter(
                *("m", marked("Records that an attacker knows at most (m)"), ParameterKind.WHOLE, 2),
                marked("From 1 to {most}. A column has to say whose record each is."),
                short="m",
                least=1,
                most=MOST_EVENTS,
                is_told=True,
                series=(1, 2, 3, 4),
                symbol="m",
            ),
        ),
        usual=tuple(
            CommonParameters("k = {k}, m = {m}", {"k": k, "m": m}) for k, m in ((5, 2), (5, 3), (11, 2), (20, 2))
        ),
    )
    only_once = True
    is_slow = True
    needs_no_labels = True
    needs_person = True

    model: Literal["event-anonymity"] = "event-anonymity"
    k: int = Field(ge=1, le=MOST, strict=True)
    m: int = Field(ge=1, le=MOST_EVENTS, strict=True)

    @property
    def known_records(self) -> int:
        """m."""
        return self.m

    def bind(self, table: WholeTable) -> SharedEvents:  # noqa: ARG002 - classes know all that matters
        """The numbers."""
        return SharedEvents(self.k, self.m)

    @property
    def implied(self) -> ImpliedBounds:
        """None of single records beyond that of k-anonymity, which it includes."""
        return ImpliedBounds()

    @property
    def title(self) -> str:
        """Such as event anonymity (k = 5, m = 2)."""
        return tr("event anonymity (k = {k}, m = {m})", k=self.k, m=self.m)

    @property
    def sentence(self) -> str:
        """The promise with its numbers."""
        return tr_n(
            self.m,
            "Whoever knows one record of a person, as they are shown, finds at least {k} people who have the same.",
            "Whoever knows up to {m} records of a person, as they are shown, finds at least {k} people who have the "
            "same.",
            m=self.m,
            k=self.k,
        )
