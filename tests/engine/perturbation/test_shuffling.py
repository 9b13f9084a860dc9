"""Shuffling: marginals, the formulas written out, correlations within sampling error, independence, refusals."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm, rankdata, spearmanr

from arxdesk_engine.perturbation.method import generator_of
from arxdesk_engine.perturbation.shuffling import Shuffling, normal_scores, rank_correlations
from tests.engine.perturbation.tables import records_of, texts_of

RECORDS = 5000
CELLS = st.lists(st.tuples(*[st.sampled_from(["", *map(str, range(6))])] * 3), min_size=3, max_size=30)


def shuffled(predictors=(), seed=0, **columns):
    own = tuple(name for name in columns if name not in predictors)
    asked = Shuffling(columns=own, predictors=tuple(predictors), seed=seed)
    found = asked.perturb(records_of(**columns))
    return {column.name: texts_of(column) for column in found.columns}, found.facts


def related(seed=4):
    """Columns x and y that depend on s and on each other, as numbers of four decimals."""
    s, e, f = np.random.default_rng(seed).standard_normal((3, RECORDS))
    x = 0.6 * s + 0.8 * e
    y = np.exp(0.5 * s + 0.5 * x + 0.6 * f)
    return {name: [f"{number:.4f}" for number in each] for name, each in (("x", x), ("y", y), ("s", s))}


def numbers(cells):
    return np.array(cells, np.float64)


@given(CELLS, st.integers(0, 9))
def test_that_every_value_occurs_as_often_and_missing_cells_stay(rows, seed):
    x, y, s = zip(*rows, strict=True)
    after, _facts = shuffled(("s",), seed, x=x, y=y, s=s)
    for name, before in ("x", x), ("y", y):
        assert Counter(after[name]) == Counter(before)
        assert [cell == "" for cell in after[name]] == [cell == "" for cell in before]


def test_that_values_are_reordered_by_the_formulas_of_the_paper():
    cells = {name: each[:200] for name, each in related().items()}
    after, _facts = shuffled(("s",), 3, **cells)
    x, y, s = (numbers(cells[name]) for name in "xys")
    correlation = 2 * np.sin(np.pi / 6 * spearmanr(np.stack([x, y, s], axis=1)).statistic)
    score = norm.ppf((rankdata(s) - 0.5) / 200)
    inverse = 1.0 / correlation[2, 2]
    rest = correlation[:2, :2] - np.outer(correlation[:2, 2], correlation[2, :2]) * inverse
    errors = generator_of(3, 0).standard_normal((200, 2)) @ np.linalg.cholesky(rest).T
    for place, (name, values) in enumerate((("x", x), ("y", y))):
        new_score = correlation[place, 2] * inverse * score + errors[:, place]
        expected = np.sort(values)[rankdata(new_score).astype(int) - 1]
        assert numbers(after[name]) == pytest.approx(expected)


def test_that_rank_correlations_stay_within_sampling_error():
    cells = related()
    after, facts = shuffled(("s",), 7, **cells)
    before = spearmanr(np.stack([numbers(cells[name]) for name in "xys"], axis=1)).statistic
    now = spearmanr(np.stack([numbers(after["x"]), numbers(after["y"]), numbers(cells["s"])], axis=1)).statistic
    assert np.abs(now - before).max() < 5 / np.sqrt(RECORDS)
    told = facts["rank_correlations"]
    assert told["columns"] == ["x", "y", "s"]
    assert np.array(told["before"]) == pytest.approx(before)
    assert np.array(told["after"]) == pytest.approx(now)


def test_that_new_values_say_nothing_of_old_ones_beyond_the_predictors():
    cells = related()
    after, _facts = shuffled(("s",), 7, **cells)
    for name in "xy":
        scores = [norm.ppf((rankdata(each) - 0.5) / RECORDS) for each in (numbers(cells[name]), numbers(after[name]))]
        s = norm.ppf((rankdata(numbers(cells["s"])) - 0.5) / RECORDS)
        left = [score - np.polyval(np.polyfit(s, score, 1), s) for score in scores]
        assert abs(np.corrcoef(left)[0, 1]) < 4 / np.sqrt(RECORDS)


def test_that_columns_alone_keep_their_correlation_and_forget_their_records():
    cells = {name: related()[name] for name in "xy"}
    after, _facts = shuffled((), 7, **cells)
    before, now = (spearmanr(numbers(each["x"]), numbers(each["y"])).statistic for each in (cells, after))
    assert abs(now - before) < 4 / np.sqrt(RECORDS)
    assert abs(spearmanr(numbers(cells["x"]), numbers(after["x"])).statistic) < 4 / np.sqrt(RECORDS)


@given(st.lists(st.integers(0, 5), min_size=3, max_size=30), st.data())
def test_that_scores_and_correlations_are_those_of_their_definition(first, data):
    second = data.draw(st.lists(st.integers(0, 5), min_size=len(first), max_size=len(first)))
    columns = list(records_of(a=first, b=second).columns.values())
    assert normal_scores(columns[0]) == pytest.approx(norm.ppf((rankdata(first) - 0.5) / len(first)))
    found = rank_correlations(columns, np.ones(len(first), np.bool_))
    constant = len(set(first)) == 1 or len(set(second)) == 1
    assert found[0, 1] == pytest.approx(0.0 if constant else spearmanr(first, second).statistic)
    assert np.diag(found).tolist() == [1.0, 1.0]


def test_that_the_same_seed_gives_the_same_cells():
    cells = {name: each[:100] for name, each in related().items()}
    results = [shuffled(("s",), seed, **cells)[0] for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


def test_that_texts_and_too_few_records_are_refused():
    (unfit,) = Shuffling(columns=("x",), predictors=("job",)).unfit(records_of(x=[1, 2, 3], job=["a", "b", "c"]))
    assert (unfit.field, unfit.found) == ("predictors", '"job" is of the type string, whose values have no order')
    (unfit,) = Shuffling(columns=("x", "y")).unfit(records_of(x=[1, 2, ""], y=[1, "", 3]))
    assert unfit.found == "1 record has a value in each column"
