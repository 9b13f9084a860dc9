"""What is gathered of transformations, against single checks of every transformation."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.exploration import gathering
from arxdesk_engine.exploration.alternatives import Alternatives, State
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.search.check import check
from arxdesk_engine.search.journal import JournalView, SearchReport

SEEDS = range(6)


def anonymizer_of(seed: int) -> Anonymizer:
    """A random problem of four or five attributes, some of them with limits to their levels, or with one level."""
    generator = np.random.default_rng(seed)
    names = [f"q{number}" for number in range(int(generator.integers(4, 6)))]
    values = [int(generator.integers(2, 9)) for _name in names]
    frame = pd.DataFrame(
        {name: generator.integers(0, most, 300).astype(str) for name, most in zip(names, values, strict=True)}
    )
    hierarchies = {
        name: Hierarchy(tuple((str(v), f"a{v // 2}", f"b{v // 4}", "*") for v in range(most)), name)
        for name, most in zip(names, values, strict=True)
    }
    attributes: dict[str, dict[str, object]] = {name: {"role": "quasi-identifying"} for name in names}
    attributes[names[1]]["minimum_level"] = 1
    attributes[names[2]] |= {"minimum_level": 2, "maximum_level": 2}
    job = job_from(
        {
            "data": {"path": "made.csv"},
            "attributes": attributes,
            "privacy": [{"model": "k-anonymity", "k": int(generator.integers(2, 6))}],
            "suppression": {"limit": float(generator.choice([0.0, 0.05, 0.3]))},
            "search": {"algorithm": str(generator.choice(["optimal", "flash", "genetic"]))},
        }
    )
    return Anonymizer.formulate(job, Dataset.from_pandas(frame, "made.csv"), hierarchies)


def searched(anonymizer: Anonymizer) -> JournalView:
    """What a search has looked at."""
    reports: list[JournalView] = []

    def remember(progress: Progress) -> None:
        if isinstance(progress, SearchReport) and progress.seen is not None:
            reports.append(progress.seen)

    anonymizer.search(Control(remember, 1))
    return reports[-1]


def assert_true_of_looks(found: Alternatives, anonymizer: Anonymizer) -> int:
    """Every row that was looked at has the figures of a check; returns how many there are."""
    looked = 0
    for row in range(len(found)):
        if not found.is_looked_at(row):
            continue
        looked += 1
        expected = check(anonymizer.problem, found.levels_of(row))
        shown = found.check_of(row)
        assert shown is not None
        assert shown.anonymous == expected.anonymous
        assert shown.score == (expected.score if expected.anonymous else math.inf)
        assert shown.lower_bound == pytest.approx(expected.lower_bound, abs=1e-12)
        assert shown.suppressed_records == expected.suppressed_records
        assert (shown.classes, shown.smallest_class) == (expected.classes, expected.smallest_class)
    return looked


@pytest.mark.parametrize("seed", SEEDS)
def test_that_a_classification_tells_everything_of_all_transformations(seed: int):
    anonymizer = anonymizer_of(seed)
    made = Gathering(anonymizer)
    made.classify(Control())
    lattice = anonymizer.problem.lattice
    found = made.snapshot(lattice.top, is_proven=True)
    assert [found.levels_of(row) for row in range(len(found))] == list(lattice)
    assert assert_true_of_looks(found, anonymizer) == lattice.size
    assert found.best == found.row_of(lattice.top) == lattice.size - 1
    assert (found.facts.records, found.facts.suppressible) == (300, anonymizer.problem.suppressible)


@pytest.mark.parametrize("singly", [0, 10_000])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_that_what_a_search_proves_on_the_way_is_true_and_all_that_it_proves(
    seed: int, share: float, singly: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(gathering, "MOST_SINGLY", singly)
    anonymizer = anonymizer_of(seed)
    seen = searched(anonymizer)
    early = JournalView(seen.journal, max(1, int(share * seen.count)))
    made = Gathering(anonymizer)
    made.take(JournalView(seen.journal, early.count // 2))
    made.take(early)
    found = made.snapshot(None, is_proven=False)
    assert assert_true_of_looks(found, anonymizer) == early.count
    for row, levels in enumerate(anonymizer.problem.lattice):
        if found.state[row] != State.UNKNOWN:
            anonymous = check(anonymizer.problem, levels).anonymous
            assert (found.state[row] == State.ANONYMOUS) == anonymous
        proven = any(
            (each.specializations_fail and all(a <= b for a, b in zip(levels, each.levels, strict=True)))
            or (each.generalizations_hold and all(a >= b for a, b in zip(levels, each.levels, strict=True)))
            or each.levels == levels
            for each in early.checks()
        )
        assert (found.state[row] != State.UNKNOWN) == proven
    times = found.seconds[np.isfinite(found.seconds)]
    np.testing.assert_allclose(np.sort(times), np.array(early.seconds(), np.float32))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("most_whole", [gathering.MOST_WHOLE, 10])
def test_that_rows_by_height_are_the_lattice_in_order(seed: int, most_whole: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gathering, "MOST_WHOLE", most_whole)
    anonymizer = anonymizer_of(seed)
    made = Gathering(anonymizer)
    made.take(searched(anonymizer))
    found = made.snapshot(None, is_proven=False)
    heights = [sum(found.levels_of(row)) - found.facts.lowest for row in found.by_height]
    assert heights == sorted(heights)
    assert sorted(found.by_height.tolist()) == list(range(len(found)))
    for height in range(len(found.starts) - 1):
        assert set(heights[found.starts[height] : found.starts[height + 1]]) <= {height}
    of_lattice = [sum(levels) - found.facts.lowest for levels in anonymizer.problem.lattice]
    assert found.sizes.tolist() == np.bincount(of_lattice).tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_that_of_a_large_lattice_exactly_what_was_looked_at_is_known(seed: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gathering, "MOST_WHOLE", 10)
    monkeypatch.setattr(gathering, "FIRST_ROOM", 4)
    anonymizer = anonymizer_of(seed)
    seen = searched(anonymizer)
    made = Gathering(anonymizer)
    made.take(JournalView(seen.journal, 3))
    before = made.snapshot(None, is_proven=False)
    made.take(seen)
    made.look_at(list(anonymizer.problem.lattice)[:7], Control())
    made.look_at(list(anonymizer.problem.lattice)[:7], Control())
    after = made.snapshot(seen.checks()[0].levels, is_proven=False)
    assert [before.levels_of(row) for row in range(len(before))] == [each.levels for each in seen.checks()[:3]]
    assert before.row_of(seen.checks()[3].levels) == -1
    known = {each.levels for each in seen.checks()} | set(list(anonymizer.problem.lattice)[:7])
    assert {after.levels_of(row) for row in range(len(after))} == known
    assert len(after) == len(known) == assert_true_of_looks(after, anonymizer)
    assert all(after.levels_of(after.row_of(levels)) == levels for levels in known)
    assert after.best == 0
    assert not after.is_whole


def test_that_a_search_that_begins_again_is_taken_again_and_its_end_completes_it():
    anonymizer = anonymizer_of(1)
    made, first, second = Gathering(anonymizer), searched(anonymizer), searched(anonymizer)
    made.take(first)
    made.take(JournalView(second.journal, second.count // 2))
    made.complete(tuple(second.checks()))
    assert assert_true_of_looks(made.snapshot(None, is_proven=False), anonymizer) == first.count


def test_that_a_stopped_classification_keeps_what_it_has():
    anonymizer = anonymizer_of(2)
    made, control = Gathering(anonymizer), Control()
    control.stop()
    made.classify(control)
    assert assert_true_of_looks(made.snapshot(None, is_proven=False), anonymizer) == 0


def test_that_risks_are_those_of_the_classes_that_are_kept():
    anonymizer = anonymizer_of(3)
    made = Gathering(anonymizer)
    made.classify(Control())
    found = made.snapshot(None, is_proven=False)
    highest, average = found.highest_risk(), found.average_risk()
    for row, levels in enumerate(anonymizer.problem.lattice):
        classes = anonymizer.problem.grouping.classes(levels)
        kept = classes.counts[~anonymizer.problem.judge(classes).violating & (classes.counts > 0)]
        if len(kept) == 0:
            assert math.isnan(highest[row])
            assert math.isnan(average[row])
        else:
            assert highest[row] == 1 / kept.min()
            assert average[row] == pytest.approx(sum(size * (1 / size) for size in kept) / kept.sum())


def test_that_a_search_that_began_again_and_was_not_followed_is_taken_whole(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gathering, "MOST_WHOLE", 10)
    anonymizer = anonymizer_of(1)
    made, first = Gathering(anonymizer), searched(anonymizer)
    others = anonymizer.look_at(list(anonymizer.problem.lattice)[: first.count + 5])
    made.take(first)
    made.complete(tuple(others))
    known = {each.levels for each in [*first.checks(), *others]}
    found = made.snapshot(None, is_proven=False)
    assert {found.levels_of(row) for row in range(len(found))} == known
