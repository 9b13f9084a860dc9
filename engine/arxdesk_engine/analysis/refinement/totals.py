"""The totals of a self-test, as they stand in the JSON report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from arxdesk_engine.analysis.refinement.result import Refinement
from arxdesk_engine.job.search import Defence


@dataclass(frozen=True, slots=True)
class RefinementTotals:
    """How many groups tell something to whoever knows the algorithm, and the defence against that.

    Of `groups` some have finer tables excluded (`narrowed_groups`), some tell for certain which finer values are in
    them (`breached_groups`, of `breached_records` records; per attribute as well), and of these some tell how often
    (`exact_groups`). `defence` is None where the algorithm has none.
    """

    defence: Defence | None
    groups: int
    narrowed_groups: int
    breached_groups: int
    breached_records: int
    exact_groups: int
    breached_groups_per_attribute: Mapping[str, int]

    @classmethod
    def of(cls, found: Refinement, attributes: tuple[str, ...], defence: Defence | None) -> Self:
        """Those of a self-test of these attributes."""
        by_attribute = found.certain.sum(axis=0).tolist()
        return cls(
            defence,
            len(found.groups),
            found.narrowed,
            found.breached_groups,
            found.breached_records,
            found.exact_groups,
            dict(zip(attributes, by_attribute, strict=True)),
        )

    @classmethod
    def from_report(cls, report: Mapping[str, Any]) -> Self | None:
        """Those of a report of `Anonymizer.describe`; None where nothing could be counted."""
        found = report.get("local_recoding", report).get("refinement")
        return None if found is None else cls(**found)

    def plain(self) -> dict[str, Any]:
        """As plain values, for the report."""
        return asdict(self)
