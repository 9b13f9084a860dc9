"""k^m-anonymity: every combination of few items of a set is frequent (Terrovitis, Mamoulis and Kalnis 2008)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.privacy.description import IDENTITY, CommonParameters, Description, Need, Parameter, ParameterKind
from arxdesk_engine.privacy.model import ItemCombinations, SensitiveModel
from arxdesk_engine.privacy.size import MOST, MinimalSize
from arxdesk_engine.privacy.table import WholeTable

MOST_KNOWN = 5


class KmAnonymity(SensitiveModel):
    """Every combination of at most m items occurs in at least k of the records that are shared, or in none.

    Terrovitis, Mamoulis, Kalnis, "Privacy-preserving anonymization of set-valued data", VLDB 2008, definition 1, for
    the items as they are shown. `attribute` is a column of the type set. No group of records can violate it: once the
    records to be removed are known, the items of the others are shown as themselves or as groups of their hierarchy
    (`search.sets`). `removal_limit` is the share of all items in all cells that may be left out instead.
    No parameter is varied in a series of searches: none of them changes what is searched.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.KmAnonymity(attribute="items", k=5, m=2).title
    '5^2-anonymity of items'
    """

    description = Description(
        order=25,
        name=marked("k^m-Anonymity"),
        against=marked("being found"),
        promise=marked("Whoever knows a few items of somebody finds at least k people who have them."),
        needs=(Need.SENSITIVE,),
        protects_against=marked("being found by someone who knows some items of {attribute}"),
        term=IDENTITY,
        in_short=marked("against being found by items of a set"),
        rule=marked("every combination of at most m items of a set occurs in at least k records, or in none"),
        source="Terrovitis, Mamoulis and Kalnis 2008",
        parameters=(
            Parameter(
                *(
                    "k",
                    marked("People at least per combination (k)"),
                    ParameterKind.WHOLE,
                    5,
                    marked("From 2 on it protects."),
                ),
                short="k",
                least=2,
                most=MOST,
                is_told=True,
                is_varied=False,
                symbol="k",
            ),
            Parameter(
                *("m", marked("Items that an attacker knows at most (m)"), ParameterKind.WHOLE, 2),
                marked("From 1 to {most}. The column has the type Set."),
                short="m",
                least=1,
                most=MOST_KNOWN,
                is_told=True,
                is_varied=False,
                symbol="m",
            ),
            Parameter(
                *("removal_limit", marked("Items left out at most"), ParameterKind.SHARE, 0.0),
                marked("Of all items in all cells. The rarest ones are left out where that keeps more detail."),
                is_varied=False,
            ),
        ),
        usual=tuple(
            CommonParameters("k = {k}, m = {m}", {"k": k, "m": m}) for k, m in ((5, 2), (5, 3), (11, 2), (20, 2))
        ),
    )

    model: Literal["km-anonymity"] = "km-anonymity"
    k: int = Field(ge=1, le=MOST, strict=True)
    m: int = Field(ge=1, le=MOST_KNOWN, strict=True)
    removal_limit: float = Field(default=0.0, ge=0.0, le=1.0)

    def bind(self, table: WholeTable) -> MinimalSize:  # noqa: ARG002 - nothing of the table matters
        """Nothing that a group could violate."""
        return MinimalSize(1)

    @property
    def only_class_size(self) -> bool:
        """Always, as no class violates it."""
        return True

    @property
    def holds_for_union_of_parts(self) -> bool:
        """The items are recoded after the records, for all of these together."""
        return True

    @property
    def item_combinations(self) -> ItemCombinations:
        """As the job says."""
        return ItemCombinations(self.attribute, self.k, self.m, self.removal_limit)

    @property
    def title(self) -> str:
        """Such as 5^2-anonymity of diagnoses."""
        return tr("{k}^{m}-anonymity of {attribute}", k=self.k, m=self.m, attribute=self.attribute)

    @property
    def sentence(self) -> str:
        """The promise with its numbers."""
        return tr_n(
            self.m,
            "Whoever knows one item of {attribute} of somebody finds at least {k} people who have them.",
            "Whoever knows up to {m} items of {attribute} of somebody finds at least {k} people who have them.",
            m=self.m,
            k=self.k,
            attribute=self.attribute,
        )
