"""The kernels of the walk, each against a dictionary in plain Python."""

import itertools
from collections import Counter, defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.bound import aggregate
from arxdesk_engine.kernels.classify import divide, sort_stably, weigh_dropped
from arxdesk_engine.kernels.scores import aggregate_rows
from arxdesk_engine.kernels.walk_groups import CLASSES, GROUPS, SMALLEST, SUPPRESSED, TupleArrays, WalkDepth

NO_CLASS = 2**62


@given(codes=st.lists(st.integers(0, 9), max_size=50), data=st.data())
def test_that_sorting_is_stable(codes, data):
    order = data.draw(st.permutations(range(len(codes))))
    found = np.empty(len(codes), np.int32)
    sort_stably(np.array(order, np.int32), np.array(codes, np.int32), 10, found)
    assert found.tolist() == sorted(order, key=lambda place: codes[place])


@st.composite
def grouped_rows(draw):
    """Groups of rows (rest, code), sorted as a walk has them, with counts."""
    pairs = st.tuples(st.integers(0, 4), st.integers(0, 5))
    groups = draw(st.lists(st.lists(pairs, min_size=2, max_size=12, unique=True).map(sorted), max_size=6))
    return [[(rest, code, draw(st.integers(1, 4))) for rest, code in group] for group in groups]


@given(groups=grouped_rows(), minimal=st.integers(1, 9), coarser=st.booleans())
def test_that_groups_are_divided_by_code_and_what_is_decided_leaves(groups, minimal, coarser):
    step = np.array([0, 0, 1, 1, 1, 2] if coarser else range(6), np.int32)  # neighbours merge
    rows = [(*row, group) for group, members in enumerate(groups) for row in members]
    n = len(rows)
    walked = np.array([(place, count, rest, code) for place, (rest, code, count, _) in enumerate(rows)], np.int32)
    walked = np.ascontiguousarray(walked.reshape(n, 4))
    starts = np.zeros(len(groups) + 1, np.int32)
    starts[1:] = np.cumsum([len(group) for group in groups])
    tally = np.array([len(groups), 7, 2, NO_CLASS], np.int64)
    following = np.array([(rest, rest + 10) for rest, *_ in rows], np.int32).reshape(n, 2)
    parts, dropped = np.zeros((6, 3), np.int64), np.empty(n, np.int32)
    out, out_starts, out_tally = np.empty((n, 4), np.int32), np.empty(n + 2, np.int32), np.empty(4, np.int64)
    sums = np.empty(0, np.int64)
    before, after = WalkDepth(walked, starts, tally, sums), WalkDepth(out, out_starts, out_tally, sums)
    drops = divide(before, step, following, minimal, parts, dropped, after)

    merged = Counter()
    for rest, code, count, group in rows:
        merged[group, rest, int(step[code])] += count
    in_group = Counter(group for group, _rest, _code in merged)
    divided = defaultdict(list)
    for (group, rest, code), count in merged.items():
        if in_group[group] > 1:
            divided[group, code].append((rest, count))
    records = {part: sum(count for _rest, count in members) for part, members in divided.items()}
    stay = {part: sorted(rows) for part, rows in divided.items() if records[part] >= minimal and len(rows) > 1}
    alone = [records[part] for part, rows in divided.items() if records[part] >= minimal and len(rows) == 1]
    whole = [sum(m for (g, *_), m in merged.items() if g == group) for group in in_group if in_group[group] == 1]
    small = [part for part in divided if records[part] < minimal]

    found = [
        sorted(zip(out[a:b, 2].tolist(), out[a:b, 1].tolist(), strict=True))
        for a, b in itertools.pairwise(out_starts[: out_tally[GROUPS] + 1])
    ]
    assert sorted(found) == sorted(stay.values())
    assert (out[: out_starts[out_tally[GROUPS]], 3] == out[: out_starts[out_tally[GROUPS]], 2] + 10).all()
    assert out_tally[SUPPRESSED] == 7 + sum(records[part] for part in small)
    assert tally[CLASSES] == 2 + len(whole)
    assert out_tally[CLASSES] == 2 + len(whole) + len(alone)
    assert out_tally[SMALLEST] == min([*whole, *alone], default=NO_CLASS)
    assert drops == sum(len(divided[part]) for part in small)
    assert walked[dropped[:drops], 1].sum() == sum(records[part] for part in small)
    assert tally[GROUPS] == sum(number > 1 for number in in_group.values())
    assert not parts[:, :2].any()


@given(
    drops=st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3), st.integers(0, 2)), max_size=12),
    level=st.integers(0, 1),
)
def test_that_what_is_suppressed_is_weighed_at_every_level_still_possible(drops, level):
    """Two attributes of two and three levels; the first one has its level."""
    n = len(drops)
    rows = np.array([(place, count, 0, 0) for place, (count, _a, _b) in enumerate(drops)], np.int32).reshape(n, 4)
    codes = np.array([[a for _count, a, _b in drops], [b for _count, _a, b in drops]], np.int32).reshape(2, n)
    first, second = np.arange(8).reshape(4, 2) + 1, np.arange(9).reshape(3, 3) * 10
    weights = np.concatenate([first.ravel(), second.ravel()]).astype(np.int64)
    layout = np.array([(2, 0, 0), (3, 8, 2)], np.int64)
    before, sums = np.arange(5, dtype=np.int64), np.empty(5, np.int64)
    chosen = np.arange(n, dtype=np.int32)
    none, no_levels = np.empty((0, 0, 0), np.int32), np.empty((0, 0), np.int64)
    table = TupleArrays(none, codes, chosen, no_levels, weights, layout)
    weigh_dropped(rows, chosen, n, 0, np.array([level], np.int64), table, before, sums)
    assert sums[level] == before[level] + sum(count * first[a, level] for count, a, _b in drops)
    for other in range(3):
        assert sums[2 + other] == before[2 + other] + sum(count * second[b, other] for count, _a, b in drops)


@given(
    losses=st.lists(st.tuples(*[st.floats(0.0, 1.0)] * 3), max_size=20),
    kind=st.integers(0, 3),
)
def test_that_many_losses_are_aggregated_as_one_is(losses, kind):
    rows = np.array(losses).reshape(len(losses), 3)
    scores = np.empty(len(losses))
    aggregate_rows(rows, kind, scores)
    assert scores.tolist() == [aggregate(row, kind) for row in rows]
