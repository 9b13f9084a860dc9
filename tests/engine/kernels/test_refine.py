"""Splitting classes, against dictionaries in plain Python."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arxdesk_engine.kernels import refine as kernels
from tests.tiers import examples

WORD = 2**64
MULTIPLIER = 0x9E3779B97F4A7C15
FIRST_OF_PAIR = 2**32
LARGE = 2**32 - 1


def uint32(values):
    return np.array(values, np.uint32)


def numbered(members, codes, domain):
    """The numbers that the kernel gives to pairs of class and code, and how many there are."""
    n = len(members)
    ids = np.full(n, 77, np.uint32)
    rows = np.arange(n, dtype=np.uint32)
    pairs, slots = np.empty(n, np.uint64), np.empty(max(4 * n, 16), np.uint32)
    number = kernels._number_pairs(rows, uint32(members), uint32(codes), np.uint64(domain), ids, pairs, slots)
    return ids.tolist(), number


def numbered_by_dictionary(members, codes):
    numbers = {}
    ids = [
        numbers.setdefault((member, code), len(numbers) + 1) if member else 0
        for member, code in zip(members, codes, strict=True)
    ]
    return ids, len(numbers)


@given(
    st.sampled_from([2, 3, 1000, LARGE, 2**32]).flatmap(
        lambda domain: st.tuples(
            st.just(domain),
            st.lists(
                st.tuples(
                    st.sampled_from([0, 1, 2, 3, 2**20, LARGE]),
                    st.sampled_from([0, 1, domain // 2, domain - 1]) | st.integers(0, domain - 1),
                ),
                min_size=1,
                max_size=60,
            ),
        )
    )
)
@example((2, [(0, 1)] * 5))  # all of them dropped before
@example((2**32, [(1, code) for code in range(400)]))  # all different
def test_that_pairs_are_numbered_as_a_dictionary_numbers_them(case):
    domain, pairs = case
    members, codes = zip(*pairs, strict=True)
    assert numbered(members, codes, domain) == numbered_by_dictionary(members, codes)


@pytest.mark.parametrize("wanted", ["first slot", "last slot"])
@pytest.mark.parametrize("n", [2, 7, 60])
def test_that_pairs_of_one_hash_stay_apart(n, wanted):
    """Pairs made backwards from their hash: all of them ask for the same slot, also where the next is the first."""
    bits = max(4, (4 * n - 1).bit_length())
    start = 0 if wanted == "first slot" else WORD - (WORD >> bits)
    inverse = pow(MULTIPLIER, -1, WORD)
    pairs = []
    step = start
    while len(pairs) < n:
        step += 1
        pair = step * inverse % WORD
        if pair >= FIRST_OF_PAIR:  # classes are numbered from 1
            pairs.append(divmod(pair, 2**32))
    assert len({(member * 2**32 + code) * MULTIPLIER % WORD >> (64 - bits) for member, code in pairs}) == 1
    members, codes = zip(*(pairs + pairs[::-1]), strict=True)
    ids, number = numbered(members, codes, 2**32)
    assert number == n
    assert ids == [*range(1, n + 1), *range(n, 0, -1)]


@st.composite
def splits(draw):
    """Rows of some tuples with their classes, the columns of two levels per attribute, and what to split by."""
    attributes = draw(st.integers(1, 4))
    tuples = draw(st.sampled_from([1, 2, 10, 50, 300]))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = np.flatnonzero(generator.random(tuples) < draw(st.sampled_from([0.1, 0.5, 1.0, 1.0])))
    classes = draw(st.integers(1, 5))
    members = generator.integers(0, classes + 1, len(rows))
    counts = generator.integers(1, draw(st.sampled_from([2, 4, 10**6])), len(rows))
    domains = draw(
        st.lists(st.sampled_from([1, 2, 3, 60, 5000, LARGE]), min_size=2 * attributes, max_size=2 * attributes)
    )
    few = draw(st.booleans())
    columns = [generator.integers(0, min(domain, 3) if few else domain, tuples) for domain in domains]
    source = generator.integers(0, 2, attributes)
    target = np.where(generator.random(attributes) < draw(st.sampled_from([0.0, 0.7, 1.0])), 0, source)
    before = int(generator.integers(0, 5))
    return {
        "rows": rows,
        "counts": counts,
        "members": members,
        "classes": classes,
        "source": source,
        "target": target,
        "domains": domains,
        "columns": columns,
        "minimal": draw(st.sampled_from([1, 2, 3, 10, 10**6])),
        "dropped_before": before,
        "most_listed": draw(st.sampled_from([0, 5, 50, 2**40])),
        "keep_rows": draw(st.booleans()),
        "shared_scratch": draw(st.integers(0, 100)),
    }


def by_dictionary(case):
    """The class of every row as a tuple of what tells it apart, and the records in each."""
    keys = []
    for row, member in zip(case["rows"].tolist(), case["members"].tolist(), strict=True):
        key = (member,)
        for attribute, (before, after) in enumerate(zip(case["source"], case["target"], strict=True)):
            if before != after:
                key = (*key, int(case["columns"][2 * attribute + after][row]))
        keys.append(key if member else None)
    sizes = Counter()
    for key, count in zip(keys, case["counts"].tolist(), strict=True):
        if key is not None:
            sizes[key] += count
    return keys, sizes


@given(splits())
@settings(max_examples=examples(150))
def test_that_classes_are_split_as_a_dictionary_splits_them(case):
    n, tuples = len(case["rows"]), len(case["columns"][0])
    columns = [
        np.zeros_like(column) if domain == 1 else column
        for column, domain in zip(case["columns"], case["domains"], strict=True)
    ]
    case["columns"] = columns
    spare = case["shared_scratch"]  # what is written to may be larger than needed, and hold anything
    buffers = np.full((kernels.BUFFERS, tuples + 1 + spare), 99, np.uint32)
    sizes = np.full(tuples + spare, 99, np.uint32)
    facts = np.full(5, 99, np.int64)
    facts[kernels.RECORDS_DROPPED] = case["dropped_before"]
    kernels.refine(
        uint32(case["rows"]),
        uint32(case["counts"]),
        uint32(case["members"]),
        case["classes"],
        case["source"].astype(np.int64),
        case["target"].astype(np.int64),
        np.arange(0, len(columns), 2),
        np.array(case["domains"], np.int64),
        uint32(columns),
        case["minimal"],
        case["most_listed"],
        case["keep_rows"],
        buffers,
        np.full(4 * tuples + 4096 + spare, 99, np.uint32),
        np.full(tuples + spare, 99, np.uint64),
        sizes,
        facts,
    )
    keys, expected = by_dictionary(case)
    kept = {key: size for key, size in expected.items() if size >= case["minimal"]}
    dropped = sum(expected.values()) - sum(kept.values())
    assert facts[kernels.CLASSES] == len(kept)
    assert sorted(sizes[: len(kept)].tolist()) == sorted(kept.values())
    assert facts[kernels.SMALLEST] == min(kept.values(), default=0)
    assert facts[kernels.LARGEST] == max(kept.values(), default=0)
    assert facts[kernels.RECORDS_DROPPED] == case["dropped_before"] + dropped
    if facts[kernels.RECORDS_DROPPED] <= case["most_listed"]:
        listed = buffers[kernels.DROPPED, : facts[kernels.ROWS_DROPPED]].tolist()
        assert sorted(listed) == [row for row, key in enumerate(keys) if key is not None and key not in kept]
    if case["keep_rows"]:
        members = buffers[kernels.MEMBERS, :n].tolist()
        assert [member > 0 for member in members] == [key in kept for key in keys]
        size_of = {(key, member): sizes[member - 1] for key, member in zip(keys, members, strict=True) if member}
        assert len(size_of) == len(kept)  # one number for each class, and each class of one number
        assert all(size == kept[key] for (key, _member), size in size_of.items())


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), st.integers(0, 2)), max_size=30), st.booleans())
def test_that_compacting_leaves_out_what_is_dropped_and_keeps_the_order(table, in_place):
    n = len(table)
    buffers = np.full((kernels.BUFFERS, n + 1), 99, np.uint32)
    rows, counts, members = (uint32([row[column] for row in table]) for column in range(3))
    if in_place:
        buffers[kernels.MEMBERS, :n] = members
        members = buffers[kernels.MEMBERS, :n]
    left = kernels.compact(rows, counts, members, buffers)
    assert list(zip(*buffers[:3, :left].tolist(), strict=True)) == [row for row in table if row[2]]


@pytest.mark.parametrize("width", [np.uint8, np.uint16, np.uint32])
@given(data=st.data())
def test_that_weights_of_every_width_are_added_exactly(width, data):
    highest = int(np.iinfo(width).max)
    tuples, columns = data.draw(st.integers(1, 12)), data.draw(st.integers(0, 4))
    weight = st.sampled_from([0, 1, highest]) | st.integers(0, highest)
    weights = np.array(
        data.draw(st.lists(st.lists(weight, min_size=columns, max_size=columns), min_size=tuples, max_size=tuples)),
        width,
    )
    weights = weights.reshape(tuples, columns)
    rows = data.draw(st.lists(st.integers(0, tuples - 1), min_size=1, max_size=12, unique=True))
    counts = data.draw(st.lists(st.integers(1, 2**26), min_size=len(rows), max_size=len(rows)))
    places = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=12, unique=True))
    sums = np.arange(columns, dtype=np.int64)  # what is there is added to
    kernels.weigh_rows(uint32(places), uint32(rows), uint32(counts), weights, sums)
    assert sums.tolist() == [
        column + sum(counts[place] * int(weights[rows[place], column]) for place in places) for column in range(columns)
    ]


@pytest.mark.parametrize(("kernel", "signatures"), [(kernels.refine, 1), (kernels.compact, 1), (kernels.weigh_rows, 3)])
def test_that_a_kernel_is_compiled_ahead_and_releases_the_interpreter(kernel, signatures):
    assert len(kernel.signatures) == signatures
    assert kernel.targetoptions["nogil"]
