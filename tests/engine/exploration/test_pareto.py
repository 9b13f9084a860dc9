"""The Pareto frontier, beside a slow twin."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.exploration.pareto import frontier_of

GENERATORS = st.integers(0, 10**6).map(random.Random)
XS, YS = [0.0, 0.1, 0.25, 0.3, 1.0], [0.0, 0.001, 0.05, 0.2, 0.5, 1.0]


def points(generator, most=30):
    """Few different values, so that many points are equal in one or both."""
    number = generator.randint(0, most)
    return np.array([generator.choice(XS) for _ in range(number)]), np.array(
        [generator.choice(YS) for _ in range(number)]
    )


def beaten(x, y, place):
    """Whether another point is at most as large in both and smaller in one."""
    return any(
        x[other] <= x[place] and y[other] <= y[place] and (x[other] < x[place] or y[other] < y[place])
        for other in range(len(x))
    )


@given(GENERATORS)
def test_that_the_frontier_is_what_no_other_point_beats(generator):
    x, y = points(generator)
    order = np.lexsort((y, x))
    found = order[frontier_of(x[order], y[order])]
    assert sorted(found.tolist()) == [place for place in range(len(x)) if not beaten(x, y, place)]
