"""The scope of a comparison: sets of attributes up to a size, or columns with identifiers."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.combinations import question_before_comparing
from arxdesk.analysis.work import IdentifiersOf
from arxdesk.risk.ranking import words as ranking_words
from arxdesk.risk.ranking.words import IDENTIFIERS
from arxdesk.risk.ranking.work import RankingOfSets, RankingOfSingles
from arxdesk.ui import words
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.attributes import number_of_sets

MOST_COLUMNS = 50
"""So many columns are compared while none is quasi-identifying."""


class ComparedSets:
    """The attributes and the size of the sets; many sets are compared only after the user has agreed."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._chosen: tuple[str, ...] | None = None
        self._agreed: object = None  # the attributes and the size that were asked about
        self.largest = 1
        self.shows_identifiers = False

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns of the table."""
        return self._analysis.input.dataset.names

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that are compared."""
        known = tuple(name for name in self._chosen or () if name in self._analysis.input.dataset)
        return known or self._analysis.input.quasi_identifiers or self.columns[:MOST_COLUMNS]

    @property
    def scope(self) -> str:
        """The size of the largest sets, or IDENTIFIERS."""
        return IDENTIFIERS if self.shows_identifiers else str(self.largest)

    @property
    def wanted_role(self) -> Role:
        """The role that a row suggests."""
        return Role.IDENTIFYING if self.shows_identifiers else Role.QUASI_IDENTIFYING

    def choose(self, names: Sequence[str]) -> None:
        """Compare these attributes; one by one if there would be too many sets."""
        self._chosen = tuple(names)
        if number_of_sets(len(self.attributes), self.largest) > ranking_words.MOST_SETS:
            self.largest = 1

    def choose_scope(self, key: str) -> None:
        """Compare sets of another size, or show identifiers."""
        self.shows_identifiers = key == IDENTIFIERS
        if not self.shows_identifiers:
            self.largest = int(key)

    def offered(self) -> list[tuple[str, str]]:
        """The scopes for a number of attributes; a chosen size beyond it is given up."""
        scopes = ranking_words.scopes(len(self.attributes))
        if self.largest != 1 and str(self.largest) not in {key for key, _text in scopes}:
            self.largest = 1
        return scopes

    def question(self) -> str:
        """The question before many sets are compared; "" if there are few, or the user has agreed."""
        attributes, largest = self.attributes, self.largest
        is_open = largest > 1 and not self.shows_identifiers and self._agreed != (attributes, largest)
        many = is_open and number_of_sets(len(attributes), largest) >= ranking_words.ASKED_FROM
        return question_before_comparing(len(attributes), largest) if many else ""

    def agree(self) -> None:
        """Compare them all the same."""
        self._agreed = (self.attributes, self.largest)

    def asked(self, side: str) -> dict[str, TableRequest]:
        """The question to the engine, for the table of a side."""
        if self.shows_identifiers:
            return {IDENTIFIERS: TableRequest(self._analysis.input, IdentifiersOf())}
        table = self._analysis.tables[side]
        if self.largest == 1:
            return {"ranking": TableRequest(table, RankingOfSingles(self.attributes))}
        request = RankingOfSets(self.attributes, ranking_words.smallest_of(self.largest), self.largest)
        return {"ranking": TableRequest(table, request)}

    def limited(self) -> str:
        """The columns that are compared while there is no quasi-identifier; "" otherwise."""
        if self._chosen is not None or self._analysis.input.quasi_identifiers:
            return ""
        every = len(self.columns)
        if every <= MOST_COLUMNS:
            return tr("No column is quasi-identifying yet: all columns are compared.")
        return tr(
            "No column is quasi-identifying yet: the first {most} of {every} are compared.",
            most=MOST_COLUMNS,
            every=words.count(every),
        )
