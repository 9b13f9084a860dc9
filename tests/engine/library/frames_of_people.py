"""A data frame of people, and what is asked of it."""

import numpy as np
import pandas as pd

from arxdesk_engine.hierarchies.interval import IntervalBuilder
from arxdesk_engine.privacy.size import KAnonymity

TENS = IntervalBuilder(intervals=[[0, 10]], levels=[[2], [2]], lower_range="repeat", upper_range="repeat")
REGIONS = {"81667": ["81", "*"], "81675": ["81", "*"], "80331": ["80", "*"]}
QUASI_IDENTIFIERS = ["age", "postal_code", "sex"]


def people(rows=300, seed=1):
    random = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "name": [f"person {number}" for number in range(rows)],
            "age": random.integers(18, 90, rows),
            "postal_code": random.choice(list(REGIONS), rows),
            "sex": random.choice(["f", "m", None], rows),
            "diagnosis": random.choice(["a", "b", "c"], rows),
            "cost": random.random(rows),
            "admitted": pd.Timestamp("2026-01-01") + pd.to_timedelta(random.integers(0, 9, rows), "D"),
        },
        index=pd.Index([f"r{number}" for number in range(rows)], name="key"),
    )


def asked(**changes):
    return {
        "quasi_identifiers": {"age": TENS, "postal_code": REGIONS, "sex": {"f": "*", "m": "*"}},
        "sensitive": "diagnosis",
        "identifying": ["name"],
        "privacy": [KAnonymity(k=5)],
        "suppression_limit": 0.2,
        **changes,
    }
