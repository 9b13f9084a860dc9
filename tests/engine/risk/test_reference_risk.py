"""Risks of ADULT against values computed by another program, ARX 3.9.2 (reference/README.md, arx-conventions.md).

Its estimates by the shifted negative binomial model solve a wrong equation and are no target (engine reference 10).
"""

import numpy as np
import pytest

from arxdesk_engine.risk.distribution import ClassSizeHistogram, risk_distribution
from arxdesk_engine.risk.pitman import pitman_uniques
from arxdesk_engine.risk.population import Population
from arxdesk_engine.risk.reidentification import estimated_risk, journalist_risk, marketer_risk, prosecutor_risk
from arxdesk_engine.risk.snb import snb_uniques
from arxdesk_engine.risk.uniqueness import uniqueness
from arxdesk_engine.risk.zayatz import zayatz_uniques

USA = Population(region="USA").size_for(30_162)
OUTPUT = (0, 3, 0, 0, 2, 1, 1, 2, 0)


@pytest.fixture(scope="module")
def sizes_before(adult):
    return adult.problem.grouping.tuples.counts.astype(np.int64)


@pytest.fixture(scope="module")
def sizes_after(adult):
    return adult.apply(OUTPUT).class_sizes


@pytest.fixture(params=["input_risk", "output_risk"])
def table(request, described, sizes_before, sizes_after):
    """Class sizes, and what the other program says of them."""
    return sizes_before if request.param == "input_risk" else sizes_after, described[request.param]


def test_that_the_population_has_the_size_of_the_reference(described):
    assert described["input_risk"]["population_uniqueness"]["population_size"] == USA


def test_that_the_uniques_of_the_population_agree(table):
    sizes, expected = table
    found = uniqueness(sizes, USA)
    uniques = expected["population_uniqueness"]
    assert found.sample_uniques == expected["sample_uniques"]
    assert found.sample_share == pytest.approx(expected["sample_uniques_fraction"], rel=1e-14)
    for name in ("pitman", "zayatz", "dankar"):
        estimate = getattr(found, name)
        assert estimate.available
        assert estimate.uniques == pytest.approx(uniques[name.upper()]["num"], rel=1e-10)
        assert estimate.share == pytest.approx(uniques[name.upper()]["fraction"], rel=1e-10)
    chosen = uniques["dankar_choice"].lower()
    assert found.dankar_choice == (None if chosen == "dankar" else chosen)


def test_that_the_attackers_risks_agree(table):
    sizes, expected = table
    for name, attacker in (("prosecutor", prosecutor_risk), ("journalist", journalist_risk)):
        found = attacker(sizes)
        for field, value in expected[name].items():
            assert getattr(found, field) == pytest.approx(value, rel=1e-14)
        assert found.success_rate == pytest.approx(expected["average_risk"], rel=1e-14)
    assert marketer_risk(sizes).success_rate == pytest.approx(expected["marketer"]["average"], rel=1e-14)


def test_that_the_estimated_risks_agree(table):
    sizes, expected = table
    implied = 0.2 if expected["highest_risk"] < 1.0 else 1.0  # of 5-anonymity, where it was asked for
    assert estimated_risk(prosecutor_risk(sizes).highest, implied) == expected["estimated_prosecutor"]
    assert estimated_risk(journalist_risk(sizes).highest, implied) == expected["estimated_journalist"]
    found = estimated_risk(marketer_risk(sizes).success_rate, implied)
    assert found == pytest.approx(expected["estimated_marketer"], rel=1e-14)


def test_that_the_records_affected_by_the_extreme_risks_agree(table):
    sizes, expected = table
    found = risk_distribution(sizes)
    assert found.records == expected["histogram_records"]
    assert found.affected_by_highest == expected["fraction_affected_by_highest"]
    assert found.affected_by_lowest == expected["fraction_affected_by_lowest"]


def without_uniques(histogram, suppressed):
    numbers = histogram.numbers.copy()
    numbers[0] -= suppressed
    return ClassSizeHistogram(histogram.sizes, numbers)


def test_that_as_few_uniques_are_suppressed_for_pitman_as_in_the_reference(adult):
    """Population uniqueness of at most 1 %: the reference suppresses 272 classes of one record, and not fewer."""
    histogram = ClassSizeHistogram.of(adult.problem.grouping.classes((0, 2, 0, 0, 0, 0, 0, 0, 0)).counts)
    assert without_uniques(histogram, 272).classes == 10_795
    shares = [pitman_uniques(without_uniques(histogram, suppressed), USA) / USA for suppressed in (271, 272)]
    assert shares[0] > 0.01 >= shares[1]


def test_that_zayatz_needs_no_suppression_where_the_reference_has_none(adult):
    histogram = ClassSizeHistogram.of(adult.problem.grouping.classes((0, 3, 0, 0, 1, 0, 0, 1, 0)).counts)
    assert histogram.classes == 4951
    assert 0.0 < zayatz_uniques(histogram, USA) / USA <= 0.01


def test_that_all_sorts_of_transformations_have_estimates(adult):
    """The other program's solver fails for many of them, depending on the load of the machine."""
    for levels in list(adult.problem.lattice)[::61]:
        histogram = ClassSizeHistogram.of(adult.problem.grouping.classes(levels).counts)
        pitman, zayatz = pitman_uniques(histogram, USA), zayatz_uniques(histogram, USA)
        assert pitman is not None
        assert 0.0 <= pitman <= USA
        assert 0.0 <= zayatz <= USA


def test_that_the_binomial_model_has_an_estimate_for_the_input(sizes_before):
    assert 0.0 < snb_uniques(ClassSizeHistogram.of(sizes_before), USA) < USA
