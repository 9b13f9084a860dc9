"""Splitting groups of rows by one attribute, against lists and dictionaries in plain Python."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.key_uniqueness import BUFFERS, find_unique, split_groups

DOMAIN = 4


@st.composite
def groups_of_rows(draw):
    """Some groups, each of distinct rows (a row may be in several), the codes of rows, and who never gets a code."""
    rows = draw(st.integers(1, 12))
    codes = draw(st.lists(st.integers(-1, DOMAIN - 1), min_size=rows, max_size=rows))
    row = st.integers(0, rows - 1)
    members = st.lists(row, min_size=1, max_size=rows, unique=True)
    groups = [
        [number if draw(st.booleans()) else ~number for number in group]
        for group in draw(st.lists(members, max_size=4))
    ]
    settled = draw(st.lists(row, max_size=1))
    return codes, groups, [1 if number in settled else 3 for number in range(rows)]


def place(row):
    return max(row, ~row)


def split(codes, groups, reach, depth):
    """The rows that are alone with their code, and every part with a row that may get unique later on."""
    alone, parts = [], []
    for group in groups:
        wild = [~place(row) for row in group if codes[place(row)] < 0]
        for code in dict.fromkeys(codes[place(row)] for row in group if codes[place(row)] >= 0):
            part = [row for row in group if codes[place(row)] == code] + wild
            if len(part) == 1:
                alone += [row for row in part if row >= 0]
            elif any(row >= 0 for row in part) and all(reach[place(row)] > depth for row in part):
                parts.append(sorted(part))
    return alone, parts


def as_arrays(groups):
    rows = np.array([row for group in groups for row in group], np.int32)
    return rows, np.cumsum([0, *(len(group) for group in groups)]).astype(np.int64)


@given(groups_of_rows(), st.integers(1, 2))
def test_that_groups_are_split_as_lists_are(case, depth):
    codes, groups, reach = case
    rows, starts = as_arrays(groups)
    arguments = rows, starts, np.array(codes, np.int32), np.array(reach, np.int32), depth
    last_key = np.full(len(codes), -1, np.int32)
    keys = np.full((len(rows), 3), -9, np.int32)
    facts = np.zeros(3, np.int64)
    scratch = np.zeros((BUFFERS, DOMAIN), np.int32)
    alone, parts = split(codes, groups, reach, depth)
    find_unique(*arguments, np.ones((1, 1), np.uint64), 0, last_key, keys, scratch, facts)
    assert keys[: facts[0], 0].tolist() == list(dict.fromkeys(alone))  # in another group the set is no minimal one
    assert facts[1:].tolist() == [len(parts), sum(len(part) for part in parts)]
    out_rows, out_starts = np.empty(facts[2], np.int32), np.empty(facts[1] + 1, np.int64)
    split_groups(*arguments, scratch, out_rows, out_starts)
    found = [sorted(out_rows[start:end].tolist()) for start, end in itertools.pairwise(out_starts)]
    assert found == parts


@given(st.lists(st.integers(1, 2**70 - 1), min_size=1, max_size=6), st.integers(1, 2**70 - 1))
def test_that_a_row_gets_a_key_unless_one_of_its_keys_lies_within_the_set(known, current):
    """Sets are bits of two words."""
    masks = np.array([[mask % 2**64, mask >> 64] for mask in (*known, current)], np.uint64)
    keys = np.full((len(known) + 1, 3), -9, np.int32)
    keys[: len(known)] = [[0, index, index - 1] for index in range(len(known))]
    last_key = np.array([len(known) - 1], np.int32)
    facts = np.array([len(known), 0, 0], np.int64)
    find_unique(
        np.array([0], np.int32),
        np.array([0, 1], np.int64),
        np.array([0], np.int32),
        np.array([1], np.int32),
        1,
        masks,
        len(known),
        last_key,
        keys,
        np.zeros((BUFFERS, 1), np.int32),
        facts,
    )
    if any(mask & current == mask for mask in known):
        assert (facts[0], last_key[0]) == (len(known), len(known) - 1)
    else:
        assert (facts[0], last_key[0]) == (len(known) + 1, len(known))
        assert keys[-1].tolist() == [0, len(known), len(known) - 1]


@pytest.mark.parametrize("kernel", [find_unique, split_groups])
def test_that_a_kernel_is_compiled_for_one_signature_only_and_releases_the_interpreter(kernel):
    assert len(kernel.signatures) == 1
    assert kernel.targetoptions["nogil"]
