"""Local recoding against its definition: every iteration, the table that comes of it, and its score."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from arxdesk_engine.analysis.statistics import granularity_of_recoding, mean_granularity_of_recoding
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, RecodingProgress
from arxdesk_engine.job.search import LocalRecodingSettings, SearchSettings
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.privacy.threshold import PopulationUniqueness
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.release.transform.apply import NO_CLASS
from arxdesk_engine.release.transform.local_recoding import recode
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.local_recoding import End, recode_locally
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.problems import column_of, columns_and_hierarchies, problem_of
from tests.engine.stopping import stopped_by_another_thread
from tests.engine.strategies import cases
from tests.tiers import examples

TOLERANCE = 1e-12


def search(problem, control=None, limits=None, algorithm="optimal"):
    return ALGORITHMS[algorithm](problem, control or Control(), limits or Limits(), 0)


def recoded(case, iterations, *, start=None, limits=None, algorithm="optimal"):
    """A case searched and recoded: the best of the search (or the levels to start from), and the recoding."""
    problem = problem_of(case)
    first = check(problem, start) if start else search(problem, algorithm=algorithm).best
    if first is None:
        reject()
    weights = None if case.weights is None else np.array(case.weights)
    recoding = recode_locally(
        problem,
        first,
        iterations,
        lambda part, step, left: search(part, step, left, algorithm),
        lambda grouping: Loss(grouping, weights, case.aggregate, case.factor),
        Control(),
        limits or Limits(),
    )
    return first, recoding


def without_stars(case, levels):
    """Which records are suppressed, those that read "*" in every attribute among them: nobody can tell them apart."""
    removed = naive.suppressed(case, levels)
    texts = naive.generalized(case, levels)
    return [gone or set(text) == {"*"} for gone, text in zip(removed, texts, strict=True)]


def score_of(case, levels, *, shows):
    """The score of a transformation, None where it is not anonymous; where it `shows`, "*" alone is suppressed."""
    removed = without_stars(case, levels) if shows else naive.suppressed(case, levels)
    if sum(removed) > naive.allowed(case.limit, case.records):
        return None
    return naive.aggregated(naive.losses_of(case, levels, removed), case)


@dataclass
class Twin:
    """Local recoding in plain Python: the levels of every record, and which records are still suppressed."""

    case: naive.Case
    levels: list[naive.Levels]
    left: list[int]

    @classmethod
    def after_search(cls, case, levels):
        removed = without_stars(case, levels)
        return cls(case, [levels] * case.records, [index for index, gone in enumerate(removed) if gone])

    def part(self, least_kept=0):
        """The records that are left as a case of their own, of which some have to be kept."""
        records = len(self.left)
        columns = tuple(tuple(column[index] for index in self.left) for column in self.case.columns)
        limit = Fraction(records - min(least_kept, records), records)
        return replace(self.case, columns=columns, limit=limit)

    def keep(self, levels):
        removed = without_stars(self.part(), levels)
        for index, gone in zip(self.left, removed, strict=True):
            if not gone:
                self.levels[index] = levels
        kept = len(removed) - sum(removed)
        self.left = [index for index, gone in zip(self.left, removed, strict=True) if gone]
        return kept

    @property
    def suppressed(self):
        return [index in set(self.left) for index in range(self.case.records)]

    def rows(self):
        """The output: generalized texts of every record, None where it is suppressed."""
        generalized = {levels: naive.generalized(self.case, levels) for levels in set(self.levels)}
        return [
            None if gone else generalized[levels][index]
            for index, (levels, gone) in enumerate(zip(self.levels, self.suppressed, strict=True))
        ]

    def shares(self, attribute):
        """The share of the domain that the label of every record covers, suppressed or not."""
        rows, column = self.case.hierarchies[attribute], self.case.columns[attribute]
        levels = [levels[attribute] for levels in self.levels]
        return [
            naive.share(rows, naive.label(rows, value, level), level)
            for value, level in zip(column, levels, strict=True)
        ]

    def score(self):
        """The loss of the table by its definition (engine reference 4.3), each record at its own levels."""
        case, n = self.case, self.case.records
        g, s = naive.factors(case.factor)
        losses = []
        for attribute, rows in enumerate(case.hierarchies):
            if len(rows) == 1:
                losses.append(0.0)
                continue
            raw = sum(
                ((share + s * (1 - share)) if gone else g * share)
                for share, gone in zip(self.shares(attribute), self.suppressed, strict=True)
            )
            least = g * n / len(rows)
            losses.append(naive.rounded_down(max(Fraction(0), (raw - least) / (n - least))))
        return naive.aggregated(losses, case)

    def mean_share(self, attribute):
        shares = zip(self.shares(attribute), self.suppressed, strict=True)
        return sum((Fraction(1) if gone else share for share, gone in shares), Fraction(0)) / self.case.records


def follow(case, first, recoding, iterations):
    """Go along the iterations of the engine, and find each of them the best there is; returns the twin and the end."""
    twin = Twin.after_search(case, first.levels)
    least_kept = math.ceil(case.records / iterations)
    done, shows = 0, False
    while True:
        if not twin.left:
            return twin, done, End.COMPLETE
        if len(twin.left) < case.k or least_kept == 0:
            return twin, done, End.NOTHING_KEPT
        if done == iterations:
            return twin, done, End.ITERATIONS
        part = twin.part(least_kept)
        scores = {levels: score_of(part, levels, shows=shows) for levels in naive.transformations(part)}
        best = min((score for score in scores.values() if score is not None), default=None)
        if best is None:
            least_kept = 1 if least_kept > 1 else 0
            continue
        found = recoding.iterations[done] if done < len(recoding.iterations) else None
        if found is None or scores[found.levels] is None or scores[found.levels] > best + TOLERANCE:
            ties = [levels for levels, score in scores.items() if score is not None and score <= best + TOLERANCE]
            assert not shows
            assert any(all(without_stars(part, levels)) for levels in ties)  # such a one keeps nobody
            shows = True
            continue
        assert found.status is Status.OPTIMAL
        assert (found.score, scores[found.levels]) == (pytest.approx(best, abs=TOLERANCE),) * 2
        assert twin.keep(found.levels) == found.records > 0
        done += 1


def output_of(case, recoding):
    columns, bound = columns_and_hierarchies(case)
    person = column_of("name", tuple(f"person {index}" for index in range(case.records)))
    hierarchies = dict(zip((column.name for column in columns), bound, strict=True))
    roles = {"name": Role.IDENTIFYING} | {column.name: Role.QUASI_IDENTIFYING for column in columns}
    return recode(Dataset((person, *columns)), problem_of(case).grouping, recoding.recoding, roles, hierarchies)


@given(case=cases(), iterations=st.sampled_from((1, 2, 3, 5, 100)))
@settings(max_examples=examples(200))
def test_that_every_iteration_is_the_best_for_what_was_left_until_there_is_a_reason_to_end(case, iterations):
    first, recoding = recoded(case, iterations)
    twin, done, end = follow(case, first, recoding, iterations)
    assert (len(recoding.iterations), recoding.end) == (done, end)
    assert recoding.suppressed_records == len(twin.left)
    assert recoding.score == pytest.approx(twin.score(), abs=TOLERANCE)


@given(case=cases(), iterations=st.sampled_from((1, 2, 3, 5, 100)))
@settings(max_examples=examples(150))
def test_that_every_cell_is_what_its_iteration_says_and_that_the_union_is_anonymous(case, iterations):
    first, recoding = recoded(case, iterations)
    output = output_of(case, recoding)
    twin, _done, _end = follow(case, first, recoding, iterations)
    rows = twin.rows()
    cells = zip(*(output.dataset[f"q{index}"].texts().tolist() for index in range(len(case.columns))), strict=True)
    assert list(cells) == [row or ("*",) * len(case.columns) for row in rows]
    assert set(output.dataset["name"].texts()) == {"*"}
    sizes = Counter(row for row in rows if row is not None)
    assert all(size >= case.k for size in sizes.values())
    assert sorted(sizes.values()) == sorted(output.class_sizes.tolist())
    assert output.suppressed.tolist() == twin.suppressed
    for row, member in zip(rows, output.members.tolist(), strict=True):
        assert member == NO_CLASS if row is None else output.class_sizes[member] == sizes[row]


@given(case=cases())
def test_that_the_detail_left_is_measured_record_by_record(case):
    first, recoding = recoded(case, 3)
    twin, _done, _end = follow(case, first, recoding, 3)
    means = [twin.mean_share(attribute) for attribute in range(len(case.columns))]
    leasts = [Fraction(1, len(rows)) for rows in case.hierarchies]
    grouping = problem_of(case).grouping
    pairs = zip(means, leasts, strict=True)
    expected = [1.0 if least == 1 else float(1 - (mean - least) / (1 - least)) for mean, least in pairs]
    assert granularity_of_recoding(grouping, recoding.recoding) == pytest.approx(expected, abs=TOLERANCE)
    mean, least = sum(means) / len(means), sum(leasts) / len(leasts)
    whole = 1.0 if least == 1 else float(1 - (mean - least) / (1 - least))
    assert mean_granularity_of_recoding(grouping, recoding.recoding) == pytest.approx(whole, abs=TOLERANCE)


@given(case=cases())
def test_that_recoding_never_loses_more_than_the_search_alone(case):
    case = replace(case, factor=0.5)
    first, recoding = recoded(case, 100)
    removed = sum(without_stars(case, first.levels))
    if not recoding.iterations:
        assert recoding.suppressed_records == removed
    if removed == first.suppressed_records:  # a label "*" that covers less than everything counts as removed, too
        assert recoding.score <= first.score + TOLERANCE
        if not recoding.iterations:
            assert recoding.score == pytest.approx(first.score, abs=TOLERANCE)


@given(case=cases(), algorithm=st.sampled_from(sorted(ALGORITHMS)))
def test_that_any_algorithm_can_be_iterated(case, algorithm):
    _first, recoding = recoded(case, 100, algorithm=algorithm)
    output = output_of(case, recoding)
    assert all(size >= case.k for size in output.class_sizes)
    assert output.suppressed_records == recoding.suppressed_records


@given(case=cases(), checks=st.integers(0, 12))
def test_that_the_check_limit_holds_for_all_iterations_together(case, checks):
    _first, recoding = recoded(case, 100, limits=Limits(checks=checks))
    assert recoding.checks <= checks
    if recoding.end is not End.LIMIT:
        _again, unlimited = recoded(case, 100)
        assert unlimited.end is recoding.end or recoding.checks == checks


@given(case=cases())
@settings(max_examples=examples(20))
def test_that_the_same_recoding_gives_the_same_result(case):
    (_, first), (_, second) = recoded(case, 100), recoded(case, 100)
    assert (first.iterations, first.score, first.end, first.checks) == (
        second.iterations,
        second.score,
        second.end,
        second.checks,
    )


OWN = LocalRecodingSettings(suppression_limit=0.05, generalization_suppression_factor=0.5)
"""The limit and the factor of the job of `adult`: recoding goes on from its search."""


@pytest.fixture
def adult(adult):
    """The job asks for that."""
    search = adult.job.search.model_copy(update={"local_recoding": OWN})
    return replace(adult, job=adult.job.model_copy(update={"search": search}))


TWO_GROUPS = naive.Case(
    columns=(("1", "1", "2", "2", "3", "4", "5", "9"),),
    hierarchies=((("1", "low"), ("2", "low"), ("3", "mid"), ("4", "mid"), ("5", "mid"), ("9", "high")),),
    k=2,
    limit=0.5,
)


def test_that_records_that_differ_too_much_for_the_share_asked_are_kept_as_far_as_they_can_be():
    # Four records are left and two iterations ask for all of them: three can be kept, and are.
    first, recoding = recoded(TWO_GROUPS, 2, start=(0,))
    assert first.suppressed_records == 4
    assert [(iteration.levels, iteration.records) for iteration in recoding.iterations] == [((1,), 3)]
    assert (recoding.end, recoding.suppressed_records) == (End.NOTHING_KEPT, 1)


def coarse(value):
    """Level 2 of the next test: sixteen values together, two together, two alone."""
    return "q" if value < 16 else "r" if value < 18 else str(value)


def test_that_the_number_of_iterations_is_kept():
    # Level 1 keeps six records in much detail, level 2 three more; the last one differs from all others.
    rows = tuple((f"{value}", "p" if value < 3 else f"{value}", coarse(value)) for value in range(20))
    case = naive.Case((("0", "0", "1", "1", "2", "2", "16", "17", "17", "18"),), (rows,), k=3)
    ends = []
    for iterations in (1, 2, 3):
        _first, recoding = recoded(case, iterations, start=(0,))
        ends.append((recoding.end, [(each.levels, each.records) for each in recoding.iterations]))
    both = [((1,), 6), ((2,), 3)]
    assert ends == [(End.ITERATIONS, both[:1]), (End.NOTHING_KEPT, both), (End.NOTHING_KEPT, both)]


def test_that_records_of_different_iterations_that_look_alike_are_one_class():
    # The value "a" is kept as it is; "b" and "c" become the label "a" in an iteration.
    case = naive.Case((("a", "a", "b", "c"),), ((("a", "x"), ("b", "a"), ("c", "a")),), k=2, limit=0.5)
    _first, recoding = recoded(case, 100, start=(0,))
    assert [iteration.levels for iteration in recoding.iterations] == [(1,)]
    output = output_of(case, recoding)
    assert output.dataset["q0"].texts().tolist() == ["a"] * 4
    assert output.class_sizes.tolist() == [4]


def test_that_a_model_of_the_whole_table_is_refused_by_name(adult):
    estimated = PopulationUniqueness(threshold=0.01, region="USA")
    other = replace(adult, job=adult.job.model_copy(update={"privacy": (KAnonymity(k=5), estimated)}))
    with pytest.raises(ValueError, match=r"uniqueness of at most 1 % .* cannot be combined with local recoding"):
        other.recode(adult.search())


def test_that_adult_keeps_all_its_records(adult):
    solution = adult.search()
    seen = []
    recoding = adult.recode(solution, Control(seen.append))
    assert [iteration.records for iteration in recoding.iterations] == [1260, 86]
    assert (recoding.end, recoding.suppressed_records) == (End.COMPLETE, 0)
    assert solution.best.score == pytest.approx(0.24193236506629107, abs=TOLERANCE)
    assert recoding.score == pytest.approx(0.2179679499780698, abs=TOLERANCE)
    assert int(adult.apply_recoding(recoding).class_sizes.min()) >= 5
    assert [(each.iteration, each.iterations, each.records_left) for each in seen] == [(1, 100, 1346), (2, 100, 86)]
    assert [each.fraction for each in seen] == [0.0, pytest.approx(1260 / 1346)]
    assert all(isinstance(each, RecodingProgress) for each in seen)


def test_that_stopping_between_iterations_keeps_those_that_are_done(adult):
    control = Control(lambda progress: control.stop() if progress.iteration == 2 else None)
    recoding = adult.recode(adult.search(), control)
    assert recoding.iterations[0].records == 1260
    assert recoding.suppressed_records in (0, 86)
    assert recoding.end is (End.STOPPED if recoding.suppressed_records else End.COMPLETE)


def test_that_recoding_that_is_stopped_before_it_begins_leaves_the_search_as_it_was(adult):
    solution, control = adult.search(), Control()
    control.stop()
    recoding = adult.recode(solution, control)
    assert (recoding.iterations, recoding.end, recoding.suppressed_records) == ((), End.STOPPED, 1346)
    assert recoding.score == pytest.approx(solution.best.score, abs=TOLERANCE)
    output, alone = adult.apply_recoding(recoding), adult.apply(solution.best.levels)
    assert output.suppressed.tolist() == alone.suppressed.tolist()
    assert sorted(output.class_sizes) == sorted(alone.class_sizes)


def test_that_stopping_from_another_thread_ends_it_soon(adult, monkeypatch):
    # Of everything suppressed there is most to recode, and exhaustive search takes longest.
    problem, control = replace(adult.problem, suppression_limit=1.0), Control(threads=2)
    first = check(problem, problem.lattice.bottom)
    looks = stopped_by_another_thread(monkeypatch, control, 50)
    recoding = recode_locally(
        problem, first, 100, lambda *part: ALGORITHMS["exhaustive"](*part, 0), Loss, control, Limits()
    )
    assert recoding.end is End.STOPPED
    assert looks.before == 50
    assert 1 <= looks.after <= 2


def test_that_iterations_and_limits_of_its_own_take_the_place_of_those_of_the_job(adult):
    search_of_job = adult.job.search.model_copy(update={"check_limit": 1})
    limited = replace(adult, job=adult.job.model_copy(update={"search": search_of_job}))
    solution = adult.search()
    assert limited.recode(solution).checks > 1  # each iteration has one look of its own
    timed = replace(adult, job=adult.job.model_copy(update={"search": SearchSettings(time_limit=1e-9)}))
    assert timed.recode(solution).end is End.LIMIT
    free = limited.recode(solution, limits=Limits())
    assert [iteration.records for iteration in free.iterations] == [1260, 86]
    once = limited.recode(solution, settings=LocalRecodingSettings(iterations=1), limits=Limits())
    assert len(once.iterations) == 1
    assert limited.recode(solution, limits=Limits(checks=1)).checks == 1


def test_that_the_detail_of_a_recoded_output_is_that_of_the_report(adult):
    solution = adult.search()
    recoding = adult.recode(solution)
    output = adult.apply_recoding(recoding)
    mean, kept = adult.detail_kept(output, recoding)
    facts = adult.describe(solution, output, recoding)["quality"]
    assert (mean, list(kept)) == (facts["granularity"], list(facts["granularity_per_attribute"].values()))
    assert mean > adult.detail_kept(adult.apply(solution.best.levels))[0]
