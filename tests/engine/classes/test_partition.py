"""Classes by splitting those of a generalization: against grouping whole rows in plain Python."""

import collections
import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.classes import partition
from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.classes.partition import Partitioner
from arxdesk_engine.quality.loss import Loss
from tests.engine import naive
from tests.engine.problems import grouping_of, problem_of
from tests.engine.strategies import cases, hard_cases
from tests.tiers import examples


def chains(draw, case):
    """Transformations from general to special, each at or below the one before."""
    above = case.highest
    chain = []
    for _step in range(draw(st.integers(1, 3))):
        above = tuple(draw(st.integers(low, high)) for low, high in zip(case.lowest, above, strict=True))
        chain.append(above)
    return chain


def kept_sizes(case, levels):
    return [size for size in collections.Counter(naive.generalized(case, levels)).values() if size >= case.k]


def assert_like_naive(case, problem, partition, levels):
    rows = naive.generalized(case, levels)
    sizes = collections.Counter(rows)
    kept = sorted(kept_sizes(case, levels))
    assert partition.classes == len(kept)
    assert (partition.smallest, partition.largest) == ((kept[0], kept[-1]) if kept else (0, 0))
    assert partition.dropped_records == case.records - sum(kept)
    quality = problem.quality
    by_level = problem.partitioner.by_level(partition.dropped_weights)
    dropped = [record for record, row in enumerate(rows) if sizes[row] < case.k]
    for attribute, hierarchy in enumerate(problem.grouping.hierarchies):
        for level in range(hierarchy.levels):
            weights = hierarchy.domain_rows[level][hierarchy.codes[level]]
            codes = problem.grouping.packing.unpack(problem.grouping.tuples.keys, attribute)
            of_record = weights[codes][problem.grouping.tuple_of_record]
            assert by_level[attribute, level] == of_record[dropped].sum()
    table = quality.table_without(by_level, partition.dropped_records)
    assert (table >= quality.bound_table).all()


@given(case=cases() | hard_cases(), data=st.data())
@settings(max_examples=examples(200))
def test_that_splitting_step_by_step_gives_the_classes_of_grouping_whole_rows(case, data):
    problem = problem_of(case)
    partitioner = problem.partitioner
    partition = partitioner.whole
    for levels in chains(data.draw, case):
        place = np.array(levels, np.int64)
        lean = partitioner.refine(partition, place, keep_rows=False, most_weighed=case.records)
        partition = partitioner.refine(partition, place, keep_rows=True, most_weighed=case.records)
        assert_like_naive(case, problem, partition, levels)
        assert lean.rows is None
        assert (lean.counts, lean.classes) == (None, partition.classes)
        assert (lean.dropped_weights == partition.dropped_weights).all()
        sizes = np.bincount(partition.members, weights=partition.row_counts, minlength=partition.classes + 1)
        assert (sizes[1:] == partition.counts).all()
        assert sorted(partition.counts.tolist()) == sorted(kept_sizes(case, levels))


@given(case=cases())
@settings(max_examples=examples(50))
def test_that_a_table_too_small_for_all_pairs_gives_the_same(case):
    problem = problem_of(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arxdesk_engine.classes.partition._SPARE_SLOTS", 16)
        small = Partitioner(problem.grouping, case.k, problem.quality.level_weights)
        for levels in itertools.islice(problem.lattice, 20):
            place = np.array(levels, np.int64)
            terms = {"keep_rows": True, "most_weighed": case.records}
            found, expected = small.refine(small.whole, place, **terms), None
            expected = problem.partitioner.refine(problem.partitioner.whole, place, **terms)
            assert sorted(found.counts.tolist()) == sorted(expected.counts.tolist())
            assert (found.dropped_weights == expected.dropped_weights).all()
            assert (found.members > 0).tolist() == (expected.members > 0).tolist()


def test_that_rows_which_were_not_kept_are_not_split():
    grouping = grouping_of(naive.Case((("a", "b"),), ((("a", "*"), ("b", "*")),)))
    partitioner = Partitioner(grouping, 1, Loss(grouping).level_weights)
    facts = partitioner.refine(partitioner.whole, np.array([1]), keep_rows=False, most_weighed=0)
    with pytest.raises(ValueError, match="not kept"):
        partitioner.refine(facts, np.array([0]), keep_rows=False, most_weighed=0)


@given(
    case=cases() | hard_cases(),
    heaviest=st.sampled_from([0, 1, 255, 256, 2**16, 2**32 - 1, 2**40]),
    copies=st.sampled_from([1, 300]),
    threads=st.sampled_from([1, 2, 3]),
    seed=st.integers(0, 99),
)
@settings(max_examples=examples(100))
def test_that_codes_and_weights_are_those_of_each_tuple_at_each_level(case, heaviest, copies, threads, seed):
    """`copies`: more tuples than the kernel does at once."""
    grouping, generator = grouping_of(case), np.random.default_rng(seed)
    each = [[generator.integers(0, heaviest + 1, len(names)) for names in h.labels] for h in grouping.hierarchies]
    weights = LevelWeights(each)
    grouping.rows = dataclasses.replace(
        grouping.rows,
        tuples=np.tile(grouping.rows.tuples, copies),
        counts=np.tile(grouping.rows.counts, copies),
        population_counts=np.tile(grouping.rows.population_counts, copies),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partition, "_CELLS_PER_THREAD", 10)
        found = Partitioner(grouping, 2, weights, threads=threads).columns
    assert found.weights.dtype == np.min_scalar_type(int(weights.flat.max()))
    for attribute, hierarchy in enumerate(grouping.hierarchies):
        of_tuples = grouping.packing.unpack(grouping.tuples.keys, attribute)[grouping.rows.tuples]
        for level, mapped in enumerate(hierarchy.codes):
            column = found.offsets[attribute] + level
            assert found.codes[column].tolist() == mapped[of_tuples].tolist()
            assert found.weights[:, column].tolist() == each[attribute][level][mapped[of_tuples]].tolist()
