"""The four storage variants against the definition of a predictive property, and their counts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.lattice.storage import VARIANTS, AntichainList, Inheritance, SimpleList
from tests.benchmarks import storage_variants
from tests.engine import naive


def has_property(known, levels, inheritance):
    if inheritance is Inheritance.SPECIALIZATIONS:
        return naive.covered(known, levels)
    return any(naive.covered([levels], other) for other in known)


@st.composite
def workloads(draw):
    """Levels of 1 to 70 attributes that differ in few of them, and whether each is inserted or asked for."""
    attributes = draw(st.integers(1, 5) | st.sampled_from([16, 70]))
    highest = draw(st.sampled_from([1, 3, 2**15 - 1]))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    steps = []
    for _step in range(draw(st.integers(1, 120))):
        levels = np.full(attributes, highest // 2)
        changed = generator.random(attributes) < generator.choice([0.1, 0.5])
        levels[changed] = generator.integers(0, highest + 1, attributes)[changed]
        steps.append((tuple(levels.tolist()), bool(generator.random() < 0.5)))
    return steps


@given(workloads(), st.sampled_from(list(Inheritance)))
def test_that_all_variants_know_exactly_what_inherits_the_property(steps, inheritance):
    variants = [kind(len(steps[0][0]), inheritance) for kind in VARIANTS.values()]
    known, hits, queries, news = [], 0, 0, 0
    for levels, is_insert in steps:
        expected = has_property(known, levels, inheritance)
        if is_insert:
            known.append(levels)
            news += not expected
            for variant in variants:
                variant.add(levels)
        else:
            queries, hits = queries + 1, hits + expected
            assert [variant.covers(levels) for variant in variants] == [expected] * len(variants)
    extreme = {
        levels for levels in known if not has_property([one for one in known if one != levels], levels, inheritance)
    }
    for variant in variants:
        simple = isinstance(variant, SimpleList)
        assert (variant.queries, variant.hits) == (queries, hits)
        assert variant.inserts == (len(known) if simple else news)
        assert len(variant) == (len(known) if simple else len(extreme))
        assert len(variant) <= variant.largest <= variant.inserts


@pytest.mark.parametrize("kind", VARIANTS.values())
@pytest.mark.parametrize("inheritance", Inheritance)
def test_that_each_variant_grows(kind, inheritance):
    """400 incomparable elements, several times what there is room for in the beginning."""
    storage = kind(2, inheritance)
    for level in range(400):
        storage.add((level, 400 - level))
    assert len(storage) == storage.largest == storage.inserts == 400
    assert all(storage.covers((level, 400 - level)) for level in range(400))
    beyond = (200, 201) if inheritance is Inheritance.SPECIALIZATIONS else (200, 199)
    assert not storage.covers(beyond)


def test_that_a_list_with_antichain_drops_what_a_new_element_implies():
    storage = AntichainList(2, Inheritance.GENERALIZATIONS)
    for levels in [(3, 3), (2, 4), (1, 3)]:
        storage.add(levels)
    assert (len(storage), storage.largest, storage.inserts) == (1, 2, 3)
    assert storage.covers((1, 3))
    assert not storage.covers((1, 2))


@pytest.mark.parametrize(("top", "starts"), [((2, 3, 1, 2), None), (storage_variants.LARGE_TOP, 10)])
def test_that_the_variants_agree_on_a_recorded_traversal(capsys, top, starts):
    """The measurement refuses to go on when they do not."""
    recordings = storage_variants.Workload(top, seed=1).record(starts)
    assert all(any(recording.is_insert) for recording in recordings)
    storage_variants.measure("traversal", recordings, runs=1)
    printed = capsys.readouterr().out
    assert all(printed.count(variant) == 3 for variant in ("Simple list", "List with", "Prefix tree", "Optimized"))


def test_that_sizes_are_compared(capsys):
    storage_variants.compare_sizes("small", (3, 3, 3, 3), (3, 10), runs=1)
    assert "10 elements: tree" in capsys.readouterr().out
