"""Every kernel against a dictionary in plain Python: group, rollup, count, and compiling them all."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernels.count import summarize_sizes, weigh_chosen
from engine.kernels.group import group_rows, hash_row
from engine.kernels.rollup import generalize_rows, merge_rows

WORD = 2**64
MULTIPLIER = 0x9E3779B97F4A7C15
WORDS = st.sampled_from([0, 1, 2, 2**32, 2**63, WORD - 1]) | st.integers(0, WORD - 1)


def matrix(rows, width):
    return np.array(rows, np.uint64).reshape(len(rows), width)


def grouped(rows, weights, width):
    """Classes in order of first occurrence: (row, weight), and the class of each row."""
    n = len(rows)
    table = np.empty(1 << max(1, n.bit_length()), np.int32)  # the smallest table allowed: full of collisions
    representatives, counts = np.empty(n, np.int64), np.empty(n, np.int64)
    members = np.empty(n, np.int32)
    number = group_rows(matrix(rows, width), np.array(weights, np.int64), table, representatives, counts, members)
    classes = [(rows[row], count) for row, count in zip(representatives[:number], counts[:number], strict=True)]
    return classes, members.tolist()


def grouped_by_dictionary(rows, weights):
    sizes = Counter()
    for row, weight in zip(rows, weights, strict=True):
        sizes[row] += weight
    numbers = {row: number for number, row in enumerate(sizes)}
    return list(sizes.items()), [numbers[row] for row in rows]


@st.composite
def weighted_rows(draw):
    width = draw(st.integers(1, 3))
    pool = draw(st.lists(st.tuples(*[WORDS] * width), min_size=1, max_size=12, unique=True))
    rows = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=60))
    weights = draw(st.lists(st.integers(1, 2**40), min_size=len(rows), max_size=len(rows)))
    return width, rows, weights


@given(weighted_rows())
def test_that_rows_are_grouped_as_a_dictionary_groups_them(case):
    width, rows, weights = case
    assert grouped(rows, weights, width) == grouped_by_dictionary(rows, weights)


def test_that_no_rows_are_no_classes():
    assert grouped([], [], 1) == ([], [])


def state_after(word):
    value = word * MULTIPLIER % WORD
    return value ^ (value >> 32)


@given(st.lists(WORDS, min_size=2, max_size=20, unique=True), WORDS)
def test_that_rows_of_one_hash_stay_apart(first_words, second):
    """The second word is chosen so that the hash no longer depends on the first."""
    rows = [(first, state_after(first) ^ second) for first in first_words]
    assert len({int(hash_row(matrix(rows, 2), index)) for index in range(len(rows))}) == 1
    classes, members = grouped(rows + rows, [1] * (2 * len(rows)), 2)
    assert classes == [(row, 2) for row in rows]
    assert members == list(range(len(rows))) * 2


BITS = 5


@st.composite
def specializations(draw):
    """Distinct rows of codes with counts, and for some attributes a map to fewer codes."""
    attributes = draw(st.integers(1, 5))
    rows = draw(st.lists(st.tuples(*[st.integers(0, 31)] * attributes), min_size=1, max_size=40, unique=True))
    counts = draw(st.lists(st.integers(1, 1000), min_size=len(rows), max_size=len(rows)))
    changed = draw(st.lists(st.integers(0, attributes - 1), min_size=1, max_size=attributes, unique=True))
    maps = [draw(st.lists(st.integers(0, 31), min_size=32, max_size=32)) for _attribute in changed]
    width = draw(st.integers(1, 3))
    return rows, counts, changed, maps, width


@given(specializations())
def test_that_a_roll_up_maps_and_merges_as_a_dictionary_does(case):
    rows, counts, changed, maps, width = case
    attributes = len(rows[0])
    word_of = [attribute % width for attribute in range(attributes)]
    shift_of = [64 - BITS * (attribute // width + 1) for attribute in range(attributes)]  # up to the highest bit

    def packed(codes):
        words = [0] * width
        for attribute, code in enumerate(codes):
            words[word_of[attribute]] |= code << shift_of[attribute]
        return tuple(words)

    n = len(rows)
    out_keys, out_counts = np.empty((n, width), np.uint64), np.empty(n, np.int64)
    mapped = np.empty((n, width), np.uint64)
    generalize_rows(
        matrix([packed(row) for row in rows], width),
        np.array([word_of[attribute] for attribute in changed], np.int64),
        np.array([shift_of[attribute] for attribute in changed], np.uint64),
        np.array([2**BITS - 1] * len(changed), np.uint64),
        np.array([32 * index for index in range(len(changed))], np.uint64),
        np.array([code for each in maps for code in each], np.int32),
        mapped,
    )
    table = np.empty(1 << max(1, n.bit_length()), np.int32)
    number = merge_rows(mapped, np.array(counts, np.int64), table, out_keys, out_counts)
    expected = Counter()
    for row, count in zip(rows, counts, strict=True):
        codes = list(row)
        for attribute, mapping in zip(changed, maps, strict=True):
            codes[attribute] = mapping[codes[attribute]]
        expected[packed(codes)] += count
    found = [
        (tuple(int(word) for word in key), count)
        for key, count in zip(out_keys[:number], out_counts[:number].tolist(), strict=True)
    ]
    assert found == list(expected.items())


@given(st.lists(st.tuples(st.integers(1, 10**6), st.booleans()), max_size=30))
def test_that_sizes_are_summarized_over_the_classes_not_chosen(classes):
    counts = np.array([count for count, _chosen in classes], np.int64)
    chosen = np.array([chosen for _count, chosen in classes], np.bool_)
    summary = np.full(4, -1, np.int64)
    summarize_sizes(counts, chosen, summary)
    kept = [count for count, is_chosen in classes if not is_chosen]
    assert summary.tolist() == [sum(counts[chosen]), len(kept), min(kept, default=0), max(kept, default=0)]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 2**31), st.booleans()), max_size=30),
    st.lists(st.integers(0, 10**6), min_size=8, max_size=8),
)
def test_that_weights_are_added_exactly_over_the_classes_chosen(classes, weights):
    keys = matrix([(first | second << 62,) for first, second, _count, _chosen in classes], 1)
    sums = np.full(2, -1, np.int64)
    weigh_chosen(
        keys,
        np.array([count for *_codes, count, _chosen in classes], np.int64),
        np.array([chosen for *_codes, chosen in classes], np.bool_),
        np.zeros(2, np.int64),
        np.array([0, 62], np.uint64),
        np.array([3, 3], np.uint64),
        np.array([0, 4], np.int64),
        np.array(weights, np.int64),
        np.empty(len(classes), np.int32),
        sums,
    )
    assert sums.tolist() == [
        sum(count * weights[first] for first, _second, count, chosen in classes if chosen),
        sum(count * weights[4 + second] for _first, second, count, chosen in classes if chosen),
    ]


@pytest.mark.parametrize("kernel", [group_rows, generalize_rows, merge_rows, weigh_chosen, summarize_sizes])
def test_that_a_kernel_is_compiled_for_one_signature_only_and_releases_the_interpreter(kernel):
    assert len(kernel.signatures) == 1
    assert kernel.targetoptions["nogil"]


def test_that_all_kernels_can_be_compiled_ahead():
    finished = subprocess.run([sys.executable, "-m", "engine.kernels.compile"], capture_output=True, check=False)
    assert (finished.returncode, finished.stderr) == (0, b"")
