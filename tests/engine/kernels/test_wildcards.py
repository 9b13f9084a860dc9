"""Looking up masked rows, and comparing them, against dictionaries in plain Python."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.group import group_rows
from arxdesk_engine.kernels.wildcards import compare_all, count_matches

WORDS = st.sampled_from([0, 1, 2, 3, 2**32, 2**63, 2**63 + 1, 2**64 - 1])


@st.composite
def lookups(draw):
    width = draw(st.integers(1, 3))
    row = st.tuples(*[WORDS] * width)
    keys = draw(st.lists(st.tuples(row, st.integers(1, 2**40)), max_size=30))
    return width, keys, draw(st.lists(row, max_size=10)), draw(st.lists(row, max_size=6, unique=True))


def matrix(rows, width):
    return np.array(rows, np.uint64).reshape(len(rows), width)


@given(lookups())
def test_that_records_of_classes_are_found_by_what_the_masks_leave(case):
    width, keys, rows, masks = case
    n = len(keys)
    packed = matrix([key for key, _count in keys], width)
    weights = np.array([count for _key, count in keys], np.int64)
    table = np.empty(1 << max(1, n.bit_length()), np.int32)  # the smallest table allowed: full of collisions
    representatives, counts = np.empty(n, np.int64), np.empty(n, np.int64)
    group_rows(packed, weights, table, representatives, counts, np.empty(n, np.int32))
    matches = np.full(len(rows), -1, np.int64)
    count_matches(
        matrix(rows, width),
        matrix(masks, width),
        packed,
        representatives,
        counts,
        table,
        np.empty((1, width), np.uint64),
        matches,
    )
    known = Counter()
    for key, count in keys:
        known[key] += count
    expected = [sum(known[tuple(a & b for a, b in zip(row, mask, strict=True))] for mask in masks) for row in rows]
    assert matches.tolist() == expected


@given(lookups(), st.data())
def test_that_records_of_keys_are_found_that_are_equal_under_both_masks(case, data):
    width, keys, rows, _masks = case
    mask = st.tuples(*[WORDS] * width)
    own, others = data.draw(mask), [data.draw(mask) for _key in keys]
    matches = np.full(len(rows), -1, np.int64)
    compare_all(
        matrix(rows, width),
        np.array(own, np.uint64),
        matrix([key for key, _count in keys], width),
        matrix(others, width),
        np.array([count for _key, count in keys], np.int64),
        matches,
    )
    expected = [
        sum(
            count
            for (key, count), other in zip(keys, others, strict=True)
            if all((a ^ b) & c & d == 0 for a, b, c, d in zip(row, key, own, other, strict=True))
        )
        for row in rows
    ]
    assert matches.tolist() == expected


@pytest.mark.parametrize("kernel", [count_matches, compare_all])
def test_that_a_kernel_is_compiled_for_one_signature_only_and_releases_the_interpreter(kernel):
    assert len(kernel.signatures) == 1
    assert kernel.targetoptions["nogil"]
