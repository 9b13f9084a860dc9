"""Every kernel against a dictionary in plain Python: grouping, and compiling them all."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.group import group_rows, hash_row

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


@pytest.mark.parametrize("kernel", [group_rows])
def test_that_a_kernel_is_compiled_for_one_signature_only_and_releases_the_interpreter(kernel):
    assert len(kernel.signatures) == 1
    assert kernel.targetoptions["nogil"]


def test_that_all_kernels_can_be_compiled_ahead():
    finished = subprocess.run(
        [sys.executable, "-m", "arxdesk_engine.kernels.compile"], capture_output=True, check=False
    )
    assert (finished.returncode, finished.stderr) == (0, b"")
