"""The facts of a table that privacy models use before its classes are formed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.nested_rows import NestedRows
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy


@dataclass(frozen=True, slots=True)
class WholeTable:
    """The facts of a whole table. The table is its research subset where one is declared.

    `value_counts` int64[values] per sensitive attribute: the records with each value, in the order of the codes;
    `hierarchies` of the sensitive attributes that have one. `population` is the number of people that the table is a
    sample of, where it is known. `domain_sizes` int64[attributes]: the rows of each quasi-identifier's hierarchy.
    """

    records: int
    value_counts: Mapping[str, NDArray[np.int64]]
    hierarchies: Mapping[str, BoundHierarchy]
    domain_sizes: NDArray[np.int64]
    population: int | None = None
    costs: Costs = field(default_factory=Costs)
    people: int = 0
    """The number of people where a column says whose records these are, else 0."""
    nested: NestedRows | None = None
    """The rows that these people have in linked tables; None for one table."""

    @property
    def units(self) -> int:
        """The number that models of sizes count: of people, or of records where nobody says whose they are."""
        return self.people or self.records
