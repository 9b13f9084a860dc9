"""Published figures of sample surveys; `samples.md` lists their sources."""

import numpy as np
import pytest

from arxdesk_engine.risk.household_risk import household_risk
from arxdesk_engine.risk.individual_risk import approximate_risk, global_risk, individual_risk
from arxdesk_engine.risk.log_linear import independent_means, risk_of_uniques
from arxdesk_engine.risk.sample_frequencies import sample_frequencies
from arxdesk_engine.risk.wildcards import distinct_tuples

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


def test_log_linear_model():
    """The published figures take the means of the sample for those of the population, and are means over keys: over
    all of them, and over those of one record."""
    tuples = distinct_tuples([np.array(column, np.int32) for column in MODELLED])
    means = independent_means(tuples, tuples.counts.astype(np.float64))
    found = risk_of_uniques(tuples.counts, means, np.full(len(tuples), 0.01))
    over_all = (found.population_uniques / len(tuples), found.correct_links / len(tuples))
    assert (round(over_all[0], 6), round(over_all[1], 7)) == (0.552916, 0.7053842)
    over_uniques = (found.population_uniques / found.sample_uniques, found.correct_links / found.sample_uniques)
    assert [round(each, 3) for each in over_uniques] == [0.622, 0.794]
