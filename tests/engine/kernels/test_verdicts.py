"""Sums over suppressed and kept classes, against plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels import verdicts as kernels

CLASSES = st.lists(st.tuples(st.integers(0, 9) | st.just(10**12), st.booleans()), max_size=12)


@given(CLASSES)
def test_that_records_of_chosen_classes_are_added_up(classes):
    counts = np.array([count for count, _chosen in classes], np.int64)
    chosen = np.array([chosen for _count, chosen in classes], np.bool_)
    assert kernels.records_of(counts, chosen) == sum(count for count, is_chosen in classes if is_chosen)


@given(CLASSES)
def test_that_kept_classes_are_those_with_records(classes):
    counts = np.array([count for count, _violates in classes], np.int64)
    violating = np.array([violates for _count, violates in classes], np.bool_)
    facts = np.full(kernels.KEPT_FACTS, -7, np.int64)
    kernels.describe_kept(counts, violating, facts)
    kept = [count for count, violates in classes if count and not violates]
    assert facts.tolist() == [len(kept), min(kept, default=0), max(kept, default=0)]
