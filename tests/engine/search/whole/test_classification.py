"""Every transformation against check(), to the last bit, and against the slow twin; whatever the way it is computed."""

import itertools
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.kernels import classify as kernels
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.search.check import BATCH, check
from arxdesk_engine.search.whole import box, classification, walk
from arxdesk_engine.search.whole.classification import Classified, boxes, classify
from tests.engine import naive
from tests.engine.problems import problem_of
from tests.engine.strategies import cases, hard_cases, tables
from tests.tiers import examples

FAST, GENERAL = "fast", "general"


class Unknown(MinimalSize):
    """k-anonymity that does not say that it asks for sizes alone."""

    @property
    def only_class_size(self) -> bool:
        return False


def columns(chunks):
    """All chunks as one."""
    chunks = list(chunks)
    names = Classified.__dataclass_fields__
    return Classified(**{name: np.concatenate([getattr(chunk, name) for chunk in chunks]) for name in names})


def assert_same(found: Classified, expected: Classified):
    for name in Classified.__dataclass_fields__:
        one, other = getattr(found, name), getattr(expected, name)
        assert one.dtype == other.dtype, name
        np.testing.assert_array_equal(one, other, name)  # NaN equals NaN


def assert_agrees_with_check(problem, found: Classified):
    assert [tuple(levels) for levels in found.levels.tolist()] == list(problem.lattice)
    for row, levels in enumerate(problem.lattice):
        expected = check(problem, levels)
        assert found.anonymous[row] == expected.anonymous
        if expected.anonymous:
            assert found.score[row] == expected.score
        else:
            assert np.isnan(found.score[row])
        assert found.lower_bound[row] == expected.lower_bound
        figures = (found.suppressed_records[row], found.classes[row], found.smallest_class[row])
        assert figures == (expected.suppressed_records, expected.classes, expected.smallest_class)


def with_unknown_model(problem):
    return replace(problem, privacy=tuple(Unknown(each.k) for each in problem.privacy))


@given(case=cases() | hard_cases(), threads=st.integers(1, 3))
def test_that_every_transformation_is_classified_as_check_and_the_slow_twin_do(case, threads):
    problem = problem_of(case)
    found = columns(classify(problem, Control(threads=threads)))
    assert_agrees_with_check(problem, found)
    if case.records > 60 or problem.lattice.size > 60:
        return
    for row, levels in enumerate(naive.transformations(case)):
        expected = naive.verdict(case, levels)
        assert found.anonymous[row] == expected.anonymous
        if expected.anonymous:
            assert found.score[row] == pytest.approx(expected.score, abs=1e-12)
        assert found.lower_bound[row] == pytest.approx(expected.lower_bound, abs=1e-12)
        figures = (found.suppressed_records[row], found.classes[row], found.smallest_class[row])
        assert figures == (expected.suppressed_records, expected.classes, expected.smallest_class)


@given(case=cases() | hard_cases(), most=st.sampled_from([0, 4, 30, 10**6]), cells=st.sampled_from([1, 7, 40, 2**22]))
def test_that_the_way_through_the_lattice_changes_nothing(case, most, cells):
    """Attributes walked or completed at once, one box or many, one block of groups or many, calls long or short."""
    problem = problem_of(case)
    expected = columns(classify(problem, Control(threads=1)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(box, "MOST_CELLS", most)
        patch.setattr(classification, "BOX_CELLS", cells)
        patch.setattr(classification, "CHUNK", 3)
        patch.setattr(walk, "BLOCK", 2)
        patch.setattr(walk, "BUDGET", 0)
        for threads in (1, 2):
            assert_same(columns(classify(problem, Control(threads=threads))), expected)


@given(case=cases())
def test_that_any_models_are_classified(case):
    problem = problem_of(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classification, "CHUNK_OF_CHECKS", 3)
        assert_same(columns(classify(with_unknown_model(problem))), columns(classify(problem)))


@given(case=cases())
@settings(max_examples=examples(20))
def test_that_what_a_walk_cannot_count_is_checked_one_by_one(case):
    problem = problem_of(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classification, "MOST_IN_KERNELS", 0)
        patch.setattr(classification, "walk_through", None)
        assert_agrees_with_check(problem, columns(classify(problem)))


@given(case=hard_cases(), data=st.data())
def test_that_the_order_of_attributes_changes_nothing_but_the_order(case, data):
    order = data.draw(st.permutations(range(len(case.columns))))

    def moved(values):
        return None if values is None else tuple(values[index] for index in order)

    other = replace(
        case,
        columns=moved(case.columns),
        hierarchies=moved(case.hierarchies),
        weights=moved(case.weights),
        aggregate="maximum",
    )
    found = columns(classify(problem_of(replace(case, aggregate="maximum"))))
    expected = {
        tuple(levels): figures
        for levels, *figures in zip(found.levels[:, list(order)].tolist(), found.score, found.classes, strict=True)
    }
    again = columns(classify(problem_of(other)))
    for levels, score, classes in zip(again.levels.tolist(), again.score, again.classes, strict=True):
        np.testing.assert_array_equal(expected[tuple(levels)], [score, classes])


@pytest.mark.parametrize("attributes", [1, 2, 20, 70])
@given(data=st.data())
@settings(max_examples=examples(10))
def test_that_keys_may_be_of_any_width(attributes, data):
    """Seventy attributes of up to 200 values: packed rows of several words; all but a few of them at one level."""
    generator = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    values = int(generator.integers(2, 200))
    rows = [[str(value), str(value // 3), "*"] for value in range(values)]
    records = generator.integers(0, values, (12, attributes))
    table = np.concatenate([records, records[:6], records[:3]])
    moving = generator.permutation(attributes)[:4]
    case = naive.Case(
        columns=tuple(tuple(str(value) for value in column) for column in table.T),
        hierarchies=(rows,) * attributes,
        k=int(generator.integers(2, 4)),
        limit=float(generator.choice([0.3, 1.0])),
        bottom=tuple(0 if index in moving else 1 for index in range(attributes)),
        top=tuple(2 if index in moving else 1 for index in range(attributes)),
    )
    problem = problem_of(case)
    for threads in (1, 2):
        assert_agrees_with_check(problem, columns(classify(problem, Control(threads=threads))))


@given(table=tables())
def test_that_a_single_transformation_is_a_lattice_too(table):
    case = naive.Case(columns=table[0], hierarchies=table[1], k=2, limit=1.0)
    for levels in itertools.islice(naive.transformations(case), 8):
        problem = problem_of(replace(case, bottom=levels, top=levels))
        assert_agrees_with_check(problem, columns(classify(problem)))


@given(
    heights=st.lists(st.integers(1, 4), min_size=1, max_size=5),
    low=st.integers(0, 2),
    cells=st.sampled_from([1, 3, 10, 100, 10**6]),
)
def test_that_boxes_are_the_lattice_in_parts_of_bounded_size(heights, low, cells):
    lattice = Lattice((low,) * len(heights), tuple(low + height - 1 for height in heights))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classification, "BOX_CELLS", cells)
        parts = list(boxes(lattice))
    assert all(part.size <= max(1, cells // len(heights)) for part in parts)
    assert [levels for part in parts for levels in part] == list(lattice)


def test_that_a_lattice_beyond_memory_is_begun_at_once():
    """8^24 transformations: the first chunk is there, and the iteration may be left."""
    generator = np.random.default_rng(1)
    rows = tuple(tuple(str(value >> level) for level in range(8)) for value in range(128))
    table = generator.integers(0, 128, (500, 24))
    case = naive.Case(tuple(tuple(str(value) for value in column) for column in table.T), (rows,) * 24, limit=1.0)
    chunks = classify(problem_of(case), Control(threads=2))
    first = next(chunks)
    assert first.levels[0].tolist() == [0] * 24
    assert first.levels[1].tolist() == [0] * 23 + [1]
    chunks.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("walk")]


def test_that_progress_rises_to_the_end(adult):
    seen = []
    total = sum(len(chunk) for chunk in classify(adult.problem, Control(seen.append)))
    assert total == adult.problem.lattice.size
    fractions = [progress.fraction for progress in seen]
    assert fractions == sorted(fractions)
    assert fractions[0] >= 0.0
    assert fractions[-1] == 1.0


@pytest.mark.parametrize("way", [FAST, GENERAL])
@pytest.mark.parametrize("threads", [1, 2])
def test_that_it_stops_soon_when_asked_to(adult, way, threads, monkeypatch):
    problem = adult.problem if way == FAST else with_unknown_model(adult.problem)
    control = Control(threads=threads)
    lock, done = threading.Lock(), {"before": 0, "after": 0}

    def counted(step):
        def run(*arguments, **terms):
            with lock:
                if done["before"] == 5:
                    control.stop()
                done["after" if control.stopped else "before"] += 1
            return step(*arguments, **terms)

        return run

    monkeypatch.setattr(classification, "evaluate", counted(classification.evaluate))
    monkeypatch.setattr(kernels, "walk", counted(kernels.walk))
    monkeypatch.setattr(walk, "BUDGET", 1000)
    total = sum(len(chunk) for chunk in classify(problem, control))
    assert total < problem.lattice.size
    assert done["before"] == 5
    assert 1 <= done["after"] <= (threads if way == FAST else BATCH)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("walk")]


@pytest.mark.parametrize("way", [FAST, GENERAL])
def test_that_nothing_comes_when_it_is_stopped_before(adult, way):
    control = Control()
    control.stop()
    assert list(classify(adult.problem if way == FAST else with_unknown_model(adult.problem), control)) == []


def test_that_a_fault_in_a_report_ends_the_threads(adult):
    def refuse(_progress):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        list(classify(adult.problem, Control(refuse, 2)))
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("walk")]


def test_that_slow_looks_are_handed_over_soon_and_fast_ones_in_large_parts(adult, monkeypatch):
    problem = with_unknown_model(adult.problem)
    monkeypatch.setattr(classification, "SECONDS_PER_PART", 1e9)
    assert [len(chunk) for chunk in itertools.islice(classify(problem), 4)] == [16, 32, 64, 128]
    monkeypatch.setattr(classification, "SECONDS_PER_PART", 0.0)
    assert [len(chunk) for chunk in itertools.islice(classify(problem), 4)] == [16] * 4
