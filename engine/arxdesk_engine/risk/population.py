"""The population a table was drawn from: a region, a number of people, or the share of it that was sampled."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arxdesk_engine.foundation.language import marked, tr, whole

REGIONS: Mapping[str, int] = MappingProxyType(
    {
        marked("Africa"): 1_100_000_000,
        marked("Australia"): 23_130_900,
        marked("Brazil"): 202_656_788,
        marked("Canada"): 34_834_841,
        marked("China"): 1_366_040_000,
        marked("Europe"): 740_000_000,
        marked("European Union"): 507_420_000,
        marked("France"): 65_820_916,
        marked("Germany"): 80_767_000,
        marked("India"): 1_210_569_573,
        marked("North America"): 565_265_000,
        marked("South America"): 385_742_554,
        marked("UK"): 63_705_000,
        marked("USA"): 317_238_626,
    }
)
"""The number of people in the regions that can be named (engine reference 5.5)."""


@dataclass(frozen=True, slots=True)
class Population:
    """The population of which a table is a sample; exactly one of the three is given.

    `region` is a key of `REGIONS`; `size` the number of people, at least 1; `sampling_fraction` the share of the
    population that is in the table, in (0, 1]. Raises ValueError when none or several are given, the region is not
    known, or a number is out of its range.
    """

    region: str | None = None
    size: int | None = None
    sampling_fraction: float | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.region, self.size, self.sampling_fraction) if value is not None]
        if len(given) != 1:
            raise ValueError(
                "a population is given by exactly one of region, size and sampling_fraction; "
                f"{len(given) or 'none'} of them {'are' if given else 'is'} given"
            )
        if self.region is not None and self.region not in REGIONS:
            raise ValueError(f'"{self.region}" is not a known region; known regions are {", ".join(REGIONS)}')
        if self.size is not None and self.size < 1:
            raise ValueError(f"the size of a population is at least 1, not {self.size}")
        if self.sampling_fraction is not None and not 0.0 < self.sampling_fraction <= 1.0:
            raise ValueError(
                f"a sampling fraction is greater than 0 and not greater than 1, not {self.sampling_fraction}"
            )

    def size_for(self, records: int) -> int:
        """N for a sample of that many records: with a sampling fraction records / fraction, rounded.

        Raises ValueError when the population is smaller than the sample, of which it must be a superset, or when the
        fraction is so small that N is no number.
        """
        if self.sampling_fraction is not None:
            size = records / self.sampling_fraction
            if not math.isfinite(size):
                raise ValueError(
                    tr(
                        "a sampling fraction of {sampling_fraction} is too small to compute with",
                        sampling_fraction=self.sampling_fraction,
                    )
                )
            return round(size)
        size_of_all = self.size if self.size is not None else REGIONS[str(self.region)]
        if size_of_all < records:
            raise ValueError(
                tr(
                    "the population ({size_of_all}) is smaller than the sample ({records} records)",
                    size_of_all=whole(size_of_all),
                    records=whole(records),
                )
            )
        return size_of_all
