"""PRAM: matrices by their definition, draws by their frequencies, strata, and settings that are refused."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk.ui.help_text import page
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.perturbation.pram import Pram, invariant_matrix, retaining
from tests.engine.perturbation.tables import job_with, records_of, texts_of

SHARES = st.lists(st.integers(0, 50), min_size=1, max_size=6).filter(any)


def pram(**settings):
    return Pram(**{"columns": ("job",), **settings})


def drawn(cells, **settings):
    found = pram(**settings).perturb(records_of(job=cells))
    return texts_of(found.columns[0]), found.facts["transitions"]["job"]


@given(SHARES, st.floats(0.0, 1.0))
def test_that_an_invariant_matrix_keeps_expected_frequencies(counts, retention):
    shares = np.array(counts, np.float64) / sum(counts)
    matrix = invariant_matrix(retaining(len(counts), retention), shares)
    assert matrix.sum(axis=1) == pytest.approx(np.ones(len(counts)))
    assert (matrix >= 0.0).all()
    assert shares @ matrix == pytest.approx(shares)


def test_that_the_example_of_the_help_is_right():
    matrix = invariant_matrix(retaining(3, 0.8), np.array([0.6, 0.3, 0.1]))
    rows = [" | ".join(f"{share:.3f}" for share in row) for row in matrix.tolist()]
    assert all(row in page("perturbation") for row in rows)


def test_that_the_second_matrix_goes_back_by_bayes_rule():
    first, shares = np.array([[0.9, 0.1], [0.3, 0.7]]), np.array([0.8, 0.2])
    seen = [sum(shares[i] * first[i, k] for i in range(2)) for k in range(2)]
    back = [[first[j, k] * shares[j] / seen[k] for j in range(2)] for k in range(2)]
    by_hand = [[sum(first[i, k] * back[k][j] for k in range(2)) for j in range(2)] for i in range(2)]
    assert invariant_matrix(first, shares).tolist() == [pytest.approx(row) for row in by_hand]


def test_that_a_value_that_is_never_reached_stays_where_it_is():
    assert invariant_matrix(np.eye(3), np.array([0.5, 0.5, 0.0])).tolist() == np.eye(3).tolist()


def test_that_cells_are_drawn_by_the_matrix_that_is_reported():
    cells = ["cook"] * 6000 + ["nurse"] * 3000 + ["pilot"] * 1000
    after, (facts,) = drawn(cells, seed=7, alpha=1.0)
    assert facts["values"] == ["cook", "nurse", "pilot"]
    assert facts["before"] == [6000, 3000, 1000]
    assert facts["expected"] == pytest.approx([6000, 3000, 1000])
    assert facts["after"] == [after.count(value) for value in facts["values"]]
    for value, probabilities in zip(facts["values"], facts["matrix"], strict=True):
        became = [new for old, new in zip(cells, after, strict=True) if old == value]
        for new, share in zip(facts["values"], probabilities, strict=True):
            four_deviations = 4.0 * np.sqrt(len(became) * share * (1.0 - share))
            assert abs(became.count(new) - len(became) * share) <= four_deviations
    assert facts["changed"] == sum(old != new for old, new in zip(cells, after, strict=True))


@given(st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1, max_size=40), st.integers(0, 99))
def test_that_missing_cells_stay_and_no_value_is_new(cells, seed):
    after, _facts = drawn(cells, seed=seed, retention=0.1, alpha=1.0)
    assert [not cell for cell in after] == [not cell for cell in cells]
    assert set(after) <= set(cells)


def test_that_strata_have_matrices_of_their_own():
    jobs = ["cook", "nurse"] * 20 + ["pilot"] * 10
    town = ["A"] * 40 + ["B"] * 10
    found = pram(strata=("town",), retention=0.0, alpha=1.0).perturb(records_of(job=jobs, town=town))
    first, second = found.facts["transitions"]["job"]
    assert (first["stratum"], first["values"]) == ({"town": "A"}, ["cook", "nurse"])
    assert (second["stratum"], second["values"], second["matrix"]) == ({"town": "B"}, ["pilot"], [[1.0]])
    after = texts_of(found.columns[0])
    assert set(after[:40]) == {"cook", "nurse"}
    assert after[40:] == ["pilot"] * 10


def test_that_alpha_weighs_the_matrix_against_leaving_everything():
    cells = ["a", "a", "b"]
    assert drawn(cells, alpha=0.0)[0] == cells
    (half,) = drawn(cells, alpha=0.5)[1]
    (whole,) = drawn(cells, alpha=1.0)[1]
    assert np.array(half["matrix"]) == pytest.approx(0.5 * np.array(whole["matrix"]) + 0.5 * np.eye(2))


def test_that_a_matrix_of_the_job_is_taken_as_it_is_where_it_need_not_be_invariant():
    cells = ["a", "b", "c"] * 5
    after, (facts,) = drawn(cells, matrix={"a": {"b": 1.0}}, invariant=False, alpha=1.0)
    assert after == ["b", "b", "c"] * 5
    assert facts["matrix"] == [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    assert facts["expected"] == [0.0, 10.0, 5.0]


def test_that_the_same_seed_gives_the_same_cells():
    cells = ["a", "b", "c", "d"] * 25
    results = [drawn(cells, seed=seed, alpha=1.0)[0] for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


def test_that_columns_are_drawn_apart_from_each_other():
    cells = ["a", "b", "c", "d"] * 25
    found = pram(columns=("job", "town"), retention=0.2, alpha=1.0).perturb(records_of(job=cells, town=cells))
    first, second = (texts_of(column) for column in found.columns)
    assert first != second


MATRICES = {
    "no sum of 1": ({"a": {"a": 0.5, "b": 0.4}}, "do not add up to 1"),
    "no probability": ({"a": {"a": 1.5, "b": -0.5}}, "no probabilities"),
}


@pytest.mark.parametrize(("matrix", "found"), MATRICES.values(), ids=MATRICES)
def test_that_a_matrix_needs_probabilities(matrix, found):
    with pytest.raises(UserError, match=found):
        job_with({"method": "pram", "columns": ["job"], "matrix": matrix})


def test_that_a_matrix_is_that_of_one_column_without_retention():
    matrix = {"a": {"a": 1.0}}
    with pytest.raises(UserError, match="a matrix is that of one column"):
        job_with({"method": "pram", "columns": ["job", "town"], "matrix": matrix})
    with pytest.raises(UserError, match="Leave retention or the matrix out"):
        job_with({"method": "pram", "columns": ["job"], "matrix": matrix, "retention": 0.5})


def test_that_values_of_a_matrix_have_to_occur():
    records = records_of(job=["cook", "nurse"])
    (unfit,) = pram(matrix={"cook": {"nurse": 0.5, "cok": 0.5}}).unfit(records)
    assert (unfit.field, unfit.found) == ("matrix", '"job" has no value "cok"')
    assert "cook" in unfit.remedy


def test_that_columns_of_very_many_values_are_refused():
    cells = ["".join(letters) for letters in itertools.product("abcdefghijklmno", repeat=2)]
    (unfit,) = pram().unfit(records_of(job=cells))
    assert "225 different values" in unfit.found
    assert "rank-swapping" in unfit.remedy
