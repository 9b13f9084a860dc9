"""Published figures of sample surveys; `samples.md` lists their sources."""

import itertools

import numpy as np
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.risk.household_risk import household_risk
from arxdesk_engine.risk.individual_risk import approximate_risk, global_risk, individual_risk
from arxdesk_engine.risk.log_linear import independent_means, risk_of_uniques
from arxdesk_engine.risk.record_linkage import ComparedRecords, nearest_links, optimal_links
from arxdesk_engine.risk.sample_frequencies import sample_frequencies
from arxdesk_engine.risk.wildcards import distinct_tuples
from tests.engine.problems import column_of

NA = -1
WEIGHTS = np.array([18.0, 45.5, 39.0, 17.0, 92.0, 8.0, 123.5, 51.0])
COMPLETE = ((2, 3, 2, 2, 3, 3, 1, 2), (3, 3, 3, 3, 3, 3, 4, 3), (1, 3, 1, 2, 1, 1, 1, 1))
WITH_MISSING = ((2, 3, 2, 2, 3, 3, 1, NA), (3, 3, 3, 3, 3, 3, 4, 3), (1, 3, NA, 2, 1, 1, NA, 1))


def frequencies(columns, weights):
    return sample_frequencies(distinct_tuples([np.array(column, np.int32) for column in columns]), np.array(weights))


INDIVIDUAL = [
    (
        COMPLETE,
        approximate_risk,
        (0.01369863, 0.08579129, 0.01369863, 0.17707583, 0.01877883, 0.01877883, 0.03931625, 0.01369863),
        8,
    ),
    (
        COMPLETE,
        individual_risk,
        (0.01355297, 0.08579129, 0.01355297, 0.17707583, 0.01877883, 0.01877883, 0.03931625, 0.01355297),
        8,
    ),
    (
        WITH_MISSING,
        approximate_risk,
        (0.013698630, 0.085791288, 0.010554090, 0.032466112, 0.009836066, 0.009836066, 0.039316254, 0.005973716),
        9,
    ),
    (
        WITH_MISSING,
        individual_risk,
        (0.013552968, 0.085791288, 0.010504889, 0.032466112, 0.009756889, 0.009756889, 0.039316254, 0.005962551),
        9,
    ),
]


@pytest.mark.parametrize(("columns", "risk", "published", "digits"), INDIVIDUAL)
def test_individual_risks_with_weights(columns, risk, published, digits):
    assert np.round(risk(frequencies(columns, WEIGHTS)), digits).tolist() == list(published)


@pytest.mark.parametrize(
    ("columns", "published"),
    [
        (COMPLETE, (0.33333, 1.0, 0.33333, 1.0, 0.5, 0.5, 1.0, 0.33333)),
        (WITH_MISSING, (0.33333, 1.0, 0.25, 0.5, 0.33333, 0.33333, 1.0, 0.2)),
    ],
)
@pytest.mark.parametrize("risk", [individual_risk, approximate_risk])
def test_individual_risks_without_weights(columns, published, risk):
    assert np.round(risk(frequencies(columns, np.ones(8))), 5).tolist() == list(published)


@pytest.mark.parametrize(
    ("status", "published"), [((0, 1, 1, 0, 2), [2, 2, 2, 2, 1]), ((0, 1, 1, 0, NA), [3, 3, 3, 3, 5])]
)
def test_frequencies_where_a_cell_is_suppressed(status, published):
    columns = [(0, 0, 0, 0, 0), status, (0, 0, 0, 0, 0)]
    assert frequencies(columns, np.ones(5)).sample.tolist() == published


def test_frequencies_where_a_cell_is_missing():
    columns = [(0, 0, 0), (0, 1, NA), (0, 0, 0)]
    assert frequencies(columns, np.ones(3)).sample.tolist() == [2, 2, 3]


SURVEY = [  # residence, gender, education, labour status, weight
    (0, 0, 0, 0, 180),
    (0, 0, 0, 0, 180),
    (0, 0, 1, 1, 215),
    (0, 1, 2, 0, 76),
    (1, 0, 2, 2, 186),
    (0, 1, 2, 0, 76),
    (0, 0, 3, 1, 180),
    (0, 1, 4, 2, 215),
    (0, 0, 0, 1, 186),
    (0, 0, 0, 1, 76),
]


def test_table_of_a_survey():
    *columns, weights = zip(*SURVEY, strict=True)
    found = frequencies(columns, [float(weight) for weight in weights])
    assert found.sample.tolist() == [2, 2, 1, 2, 1, 2, 1, 1, 2, 2]
    assert found.population.tolist() == [360, 360, 215, 152, 186, 152, 180, 215, 262, 262]
    risks = individual_risk(found)
    assert np.round(risks, 9).tolist() == [
        0.005424520,
        0.005424520,
        0.025096439,
        0.012563425,
        0.028247279,
        0.012563425,
        0.029010932,
        0.025096439,
        0.007403834,
        0.007403834,
    ]
    whole = global_risk(risks)
    assert (round(whole.average, 5), round(whole.expected, 4)) == (0.01582, 0.1582)
    assert int((risks > 0.05).sum()) == 0


def test_risk_of_a_household():
    found = household_risk(np.array([0.02, 0.03, 0.03]), np.zeros(3, np.int32))
    assert np.round(found, 3).tolist() == [0.078] * 3


MODELLED = ((2, 3, 2, 3, 3, 1, 2, 3, 2, 2), (2, 1, 2, 2, 1, 2, 1, 1, 1, 2), (5, 4, 4, 5, 4, 4, 3, 3, 2, 2))
GRID = list(itertools.product((1, 2, 3), (1, 2), (2, 3, 4, 5)))


def on_grid(records, amounts):
    """The sum of amounts for each cell of the grid, float64[24]."""
    return np.array([sum(each for at, each in zip(records, amounts, strict=True) if at == cell) for cell in GRID])


def poisson_means(response, predictor=None, offset=None):
    """The fitted means of a Poisson regression with main effects (and a predictor), by Newton's method: the published
    figures are those of such fits over the grid of all combinations."""
    columns = [np.ones(len(GRID))]
    for place in range(3):
        values = [cell[place] for cell in GRID]
        columns += [np.array([value == level for value in values], float) for level in sorted(set(values))[1:]]
    design = np.column_stack([*columns, *([] if predictor is None else [predictor])])
    offset = np.zeros(len(GRID)) if offset is None else offset
    mean = response + 0.1
    for _step in range(40):
        working = np.log(mean) - offset + (response - mean) / mean
        root = np.sqrt(mean)
        found = np.linalg.lstsq(design * root[:, None], working * root, rcond=None)[0]
        mean = np.exp(np.clip(design @ found + offset, -30.0, 30.0))
    return mean


def published_risks(counts, means, fractions):
    """Both measures as the source states them: sums over sample uniques, divided by the number of keys."""
    kept = counts > 0
    found = risk_of_uniques(counts[kept].astype(np.int64), means[kept], fractions[kept])
    return found.population_uniques / kept.sum(), found.correct_links / kept.sum()


COMPLETE_RECORDS = list(zip(*MODELLED, strict=True))
COUNTS, SUMS = on_grid(COMPLETE_RECORDS, np.ones(10)), on_grid(COMPLETE_RECORDS, np.full(10, 100.0))
FRACTIONS = COUNTS / 100.0  # one over the weight, of each record
"""With weights of 100 each."""
MEANS = {
    "default": ".1 .1 .2 .1 .1 .1 .2 .1 .5 .5 1 .5 .5 .5 1 .5 .4 .4 .8 .4 .4 .4 .8 .4",
    "CE": ".1 .1 .2 .1 .1 .1 .21 .1 .52 .52 .95 .47 .52 .47 1.03 .52 .39 .43 .85 .39 .38 .38 .76 .42",
    "weightedLLM": (
        ".03 .05 .01 .02 .06 .13 .63 .06 .53 1.07 .01 .02 1.34 .13 .65 1.25 .01 .55 2.68 .01 .03 .07 .02 .63"
    ),
}
"""The published means of all cells of the grid."""


def means_by(method):
    if method == "CE":
        shares = np.divide(COUNTS, SUMS, out=np.zeros(len(GRID)), where=SUMS > 0)
        return poisson_means(COUNTS, offset=np.log(shares + 0.1))
    return poisson_means(COUNTS, predictor=SUMS / 100.0 if method == "weightedLLM" else None)


@pytest.mark.parametrize(
    ("method", "without_bound", "with_bound"),
    [
        ("default", (0.553, 0.705), (0.622, 0.794)),
        ("CE", (0.542, 0.699), (0.609, 0.786)),
        ("weightedLLM", (0.408, 0.613), (0.459, 0.690)),
    ],
)
def test_log_linear_models_over_the_grid(method, without_bound, with_bound):
    means = means_by(method)
    assert np.round(means, 2).tolist() == [float(each) for each in MEANS[method].split()]
    assert np.round(published_risks(COUNTS, means, FRACTIONS), 3).tolist() == list(without_bound)
    uniques = np.where(COUNTS == 1.0, COUNTS, 0.0)  # bound = 1.5
    assert np.round(published_risks(uniques, means, FRACTIONS), 3).tolist() == list(with_bound)


def test_log_linear_model():
    """The model of main effects has a closed form: the published figures ("default" and "IPF", and "PML", whose means
    are those of the weights) take the means of the sample for those of the population, and are means over keys."""
    tuples = distinct_tuples([np.array(column, np.int32) for column in MODELLED])
    counts = tuples.counts.astype(np.float64)
    for means in (independent_means(tuples, counts), independent_means(tuples, 100.0 * counts) / 100.0):
        found = risk_of_uniques(tuples.counts, means, np.full(len(tuples), 0.01))
        over_all = (found.population_uniques / len(tuples), found.correct_links / len(tuples))
        assert (round(over_all[0], 6), round(over_all[1], 7)) == (0.552916, 0.7053842)
        over_uniques = (found.population_uniques / found.sample_uniques, found.correct_links / found.sample_uniques)
        assert [round(each, 3) for each in over_uniques] == [0.622, 0.794]


COMPLETE_KEYS = ((1, 2, 4), (2, 2, 5), (3, 2, 5))
"""The records without a missing cell; the second one alone has a weight, 100."""


@pytest.mark.parametrize(
    ("method", "means", "published"),
    [
        ("default", (1 / 3, 2 / 3, 2 / 3), (0.582, 0.771)),
        ("PML", (0.0, 1.0, 0.0), (0.791, 0.878)),
        ("weightedLLM", (0.5, 1.0, 0.5), (0.528, 0.736)),
    ],
)
def test_log_linear_models_where_cells_are_missing(method, means, published):
    """Only complete records are modelled there, and a record without a weight stands for everybody. A weight as
    predictor that one key alone has fits that key exactly, and leaves the others to the main effects."""
    tuples = distinct_tuples([np.array(column, np.int32) for column in zip(*COMPLETE_KEYS, strict=True)])
    if method == "default":
        assert independent_means(tuples, np.ones(3)) == pytest.approx(means)
    elif method == "PML":
        assert independent_means(tuples, np.array([0.0, 1.0, 0.0])) == pytest.approx(means)
    else:
        counts, weights = on_grid(COMPLETE_KEYS, np.ones(3)), on_grid(COMPLETE_KEYS, [0.0, 1.0, 0.0])
        fitted = poisson_means(counts, predictor=weights)
        assert [fitted[GRID.index(key)] for key in COMPLETE_KEYS] == pytest.approx(means, abs=1e-4)
    found = risk_of_uniques(np.ones(3, np.int64), np.array(means), np.array([0.0, 0.01, 0.0]))
    assert (round(found.population_uniques / 3, 3), round(found.correct_links / 3, 3)) == published


def broken(columns, sensitive, diversity):
    """How many records are in groups with fewer different values of a sensitive attribute."""
    names = [f"key{place}" for place in range(len(columns))]
    cells = [column_of(name, cells) for name, cells in zip(names, columns, strict=True)]
    attributes = {name: {"role": "quasi-identifying"} for name in names} | {"sensitive": {"role": "sensitive"}}
    model = {"model": "l-diversity", "attribute": "sensitive", "l": diversity}
    content = {"data": {"path": "t.csv"}, "attributes": attributes, "privacy": [model], "suppression": {"limit": 1.0}}
    dataset = Dataset((*cells, column_of("sensitive", sensitive)), "t")
    hierarchies = {
        name: Hierarchy(tuple((value, "*") for value in column.values), name)
        for name, column in zip(names, cells, strict=True)
    }
    problem = Anonymizer.formulate(job_from(content), dataset, hierarchies).problem
    return problem.judge(problem.grouping.classes(problem.lattice.bottom), chooses=False).suppressed_records


OCCUPATIONS = (
    ("female", "female", "female", "male", "male", "female", "female"),
    ("", "", "", "teacher", "teacher", "nurse", "nurse"),
    ("other", "other", "other", "other", "other", "majority", "majority"),
)


@pytest.mark.parametrize(
    ("columns", "sensitive", "published"),
    [
        (OCCUPATIONS, ("1", "0", "2", "1", "0", "0", "1"), (3, 3, 3, 2, 2, 2, 2)),
        ((("3", "1", "2"),), ("10", "20", "10"), (1, 1, 1)),
        ((("1", "1", "1"),), ("A", "B", "A"), (2, 2, 2)),
        ((("1", "1", "1"),), ("X", "Y", "Z"), (3, 3, 3)),
    ],
)
def test_distinct_diversity_of_groups(columns, sensitive, published):
    for diversity in (2, 3, 4):
        assert broken(columns, sensitive, diversity) == sum(each < diversity for each in published)


def numbers(before, after):
    return np.array(before, np.float64), np.array(after, np.float64)


def codes(before, after):
    number = {text: place for place, text in enumerate(sorted({*before, *after} - {None}))}
    return tuple(np.array([number.get(text, -1) for text in side], np.int32) for side in (before, after))


@pytest.mark.parametrize(
    ("columns", "published"),
    [
        ([((1, 0, -1, 0), (0, 0, -2.1, 0)), ((0, 1, 0, -1), (0, 2.1, 0, -2.1))], 4),
        ([((1, 2, 3, 4), (2, 3, 4, -0.1))], 0),
    ],
)
def test_correct_matches_of_record_linkage(columns, published):
    found = optimal_links(ComparedRecords.of([numbers(*column) for column in columns], []).distances())
    assert int((found == np.arange(4)).sum()) == published


def test_distances_of_mixed_columns():
    columns = codes(("f", "m"), ("f", "m")), codes(("A", "B"), ("B", "B"))
    found = ComparedRecords.of([numbers((20, 40), (20, 30))], columns).distances()
    assert found == pytest.approx(np.array([[1 / 3, 5 / 6], [2 / 3, 1 / 6]]), rel=1e-8)
    assert optimal_links(found).tolist() == [0, 1]


def test_that_the_sum_of_a_matching_is_the_least():
    found = ComparedRecords.of([numbers((0, 2, 100), (0, 100, 101))], []).distances()
    expected = np.array([[0, 100, 101], [2, 98, 99], [100, 0, 1]])
    assert found * 101.0 == pytest.approx(expected, rel=1e-8)  # shares of the range
    chosen = optimal_links(found)
    assert sorted(chosen.tolist()) == [0, 1, 2]
    assert expected[np.arange(3), chosen].sum() == 99


@pytest.mark.parametrize(("before", "after", "alone"), [((0, 1), (0, 0), 0), ((0, 2), (0, 1e-7), 2)])
def test_ties_of_the_nearest(before, after, alone):
    """Published are 2 and 2 nearest ones in the first example, and 1 for the first record of the second."""
    assert nearest_links(ComparedRecords.of([numbers(before, after)], []), np.arange(2)).alone == alone


def test_that_missing_cells_are_left_out_of_distances():
    compared = ComparedRecords.of([numbers((1, np.nan), (1, np.nan))], [codes(("x", "y"), ("x", "y"))])
    found = compared.distances()
    assert np.isfinite(found).all()
    assert found.tolist() == [[0.0, 1.0], [1.0, 0.0]]
