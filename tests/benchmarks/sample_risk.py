"""The risk of a sample with weights and households: `python -m tests.benchmarks.sample_risk [--records 1000000]`.

Random records of five quasi-identifiers, complete and with 3 % of their cells missing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arxdesk_engine.risk.household_risk import household_risk
from arxdesk_engine.risk.individual_risk import individual_risk
from arxdesk_engine.risk.log_linear import log_linear_risk
from arxdesk_engine.risk.sample_frequencies import sample_frequencies
from arxdesk_engine.risk.wildcards import SUPPRESSED_CELL, distinct_tuples
from tests.benchmarks import tables

DOMAINS = (2, 90, 20, 8, 6)
MEMBERS = 2.5
HEADERS = ("missing", "keys", "frequencies", "individual", "household", "log-linear")


def timed(work: Callable[[], Any]) -> tuple[Any, str]:
    """The result of some work, and how long it took."""
    started = time.perf_counter()
    found = work()
    return found, tables.seconds(time.perf_counter() - started)


def line(records: int, missing: float) -> tuple[str, ...]:
    """The times of each step for a random table."""
    random = np.random.default_rng(1)
    columns = [random.integers(0, domain, records).astype(np.int32) for domain in DOMAINS]
    for column in columns:
        column[random.random(records) < missing] = SUPPRESSED_CELL
    weights = random.uniform(5.0, 200.0, records)
    homes = random.integers(0, int(records / MEMBERS) + 1, records).astype(np.int32)
    keys = distinct_tuples(columns)
    frequencies, counting = timed(lambda: sample_frequencies(keys, weights))
    risks, individual = timed(lambda: individual_risk(frequencies))
    _found, household = timed(lambda: household_risk(risks, homes))
    _modelled, model = timed(lambda: log_linear_risk(keys, weights, frequencies))
    return tables.percent(missing), tables.number(len(keys)), counting, individual, household, model


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for complete records, and one for records with missing cells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    records = parser.parse_args(arguments).records
    sample_frequencies(distinct_tuples([np.array([0, SUPPRESSED_CELL], np.int32)] * 2), np.ones(2))  # loads kernels
    tables.show(f"{records:,} records", HEADERS, [line(records, missing) for missing in (0.0, 0.03)])


if __name__ == "__main__":
    main()
