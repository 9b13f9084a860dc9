"""Attribute sets and minimal sample uniques of ADULT against values computed by ARX 3.9.2."""

import pytest

from arxdesk_engine.risk.attributes import attribute_risks
from arxdesk_engine.risk.key_uniqueness import attribute_keys, minimal_sample_uniques, record_scores
from arxdesk_engine.risk.wildcards import SuppressedCells, cell_codes, distinct_tuples, wildcard_risk
from tests.engine.problems import ADULT

OPTIMUM = (0, 3, 0, 0, 2, 1, 1, 2, 0)


def tuples_of(dataset):
    return distinct_tuples([cell_codes(dataset[name]) for name in ADULT])


@pytest.fixture(scope="module")
def tuples(adult):
    return {"input": tuples_of(adult.dataset), "output": tuples_of(adult.apply(OPTIMUM).dataset)}


@pytest.mark.parametrize("name", ["input", "output"])
def test_that_distinction_and_separation_of_all_sets_up_to_three_agree(tuples, described, name):
    """In the output the records with nothing but suppressed cells in a set do not count there."""
    found = attribute_risks(tuples[name], 3, SuppressedCells.VALUE)
    figures = {frozenset(ADULT[index] for index in risk.attributes): risk for risk in found.sets}
    expected = described[f"{name}_attributes"]
    assert len(expected) == len(found.sets) == 129
    assert found.left_out == 2**9 - 1 - 129
    for entry in expected:
        risk = figures[frozenset(entry["qi"])]
        assert risk.distinction == pytest.approx(entry["distinction"], rel=1e-12, abs=0)
        assert risk.separation == pytest.approx(entry["separation"], rel=1e-12, abs=0)


def test_that_minimal_sample_uniques_agree(tuples, described):
    expected = described["input_suda"]
    uniques = minimal_sample_uniques(tuples["input"], expected["max_key_length"])
    assert len(uniques) == expected["num_keys"] == 16_096
    assert uniques.keys_by_size.tolist() == expected["keys_by_size"]
    assert uniques.mean_size == pytest.approx(expected["avg_key_size"], rel=1e-12)
    shares = (uniques.keys_by_size / len(uniques)).tolist()
    assert shares == pytest.approx(expected["key_size_distribution"], rel=1e-12)
    assert int((uniques.keys_of_records > 0).sum()) == expected["records_with_msu"]
    for name, keys in zip(ADULT, attribute_keys(uniques), strict=True):
        assert keys.score_share == pytest.approx(expected["columns"][name]["contribution"], rel=1e-12)
        assert keys.mean_size == pytest.approx(expected["columns"][name]["avg_key_size"], rel=1e-12)
    scores = record_scores(uniques)
    assert scores.sum() == expected["sum_of_record_scores"]
    assert scores.max() == expected["highest_record_score_sum"]
    assert scores.sum() / len(uniques) == pytest.approx(expected["score_average_per_key"], rel=1e-12)


def test_that_every_sample_unique_has_a_key_when_all_sizes_are_looked_at(tuples, described):
    uniques = minimal_sample_uniques(tuples["input"])
    with_keys = int((uniques.keys_of_records > 0).sum())
    assert with_keys == uniques.uniques == described["input_risk"]["sample_uniques"]


def test_that_wildcards_change_nothing_where_no_cell_is_suppressed(tuples, described):
    risk, expected = wildcard_risk(tuples["input"]), described["input_risk"]["prosecutor"]
    for name in ("highest", "lowest", "average", "records_at_risk"):
        assert getattr(risk, name) == pytest.approx(expected[name], rel=1e-12)
    assert risk.sample_uniques == described["input_risk"]["sample_uniques"]
    as_values, as_wildcards = (attribute_risks(tuples["input"], 2, meaning).sets for meaning in SuppressedCells)
    assert as_values == as_wildcards
