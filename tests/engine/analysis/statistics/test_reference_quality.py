"""Against values computed by another program, ARX 3.9.2, on ADULT (reference/adult9-risk-quality.json)."""

import csv
import json

import numpy as np
import pytest

from arxdesk_engine.analysis.facts.summary import cells_of, quality_facts
from arxdesk_engine.analysis.statistics.attribute_measures import squared_error
from arxdesk_engine.analysis.statistics.measure import aggregates
from arxdesk_engine.analysis.statistics.numbers import NumericCells
from arxdesk_engine.analysis.statistics.quality import quality
from arxdesk_engine.analysis.statistics.table_measures import explained_variance, record_level_squared_error
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.loading import load_hierarchies
from tests.engine.problems import ADULT

LEVELS = (0, 3, 0, 0, 2, 1, 1, 2, 0)
VALUES = {"rel": 1e-9, "abs": 1e-9}


@pytest.fixture(scope="module")
def expected(shared):
    with (shared / "reference" / "adult9-risk-quality.json").open() as stream:
        return json.load(stream)["quality"]


@pytest.fixture(scope="module")
def output(adult):
    return adult.apply(LEVELS)


@pytest.fixture(scope="module")
def cells(adult, output):
    return cells_of(adult.problem, adult.dataset, output, ADULT)


@pytest.fixture(scope="module")
def found(adult, output, cells):
    return quality(cells, adult.problem.grouping.sample_sizes, output.class_sizes)


@pytest.mark.parametrize("name", ["granularity", "generalization_intensity", "non_uniform_entropy"])
def test_that_measures_of_attributes_agree(found, expected, name):
    kept = {attribute: getattr(each, name).quality for attribute, each in found.attributes.items()}
    assert kept == pytest.approx(expected[name]["attributes"], **VALUES)
    over = found.aggregates[name]
    assert over.arithmetic_mean.quality == pytest.approx(expected[name]["arithmetic_mean"], **VALUES)
    assert over.geometric_mean.quality == pytest.approx(expected[name]["geometric_mean"], **VALUES)
    assert over.maximum.quality == pytest.approx(expected[name]["max"], **VALUES)
    normalized = (over.arithmetic_mean_of_qualities, over.geometric_mean_of_qualities)
    names = ("arithmetic_mean_normalized_first", "geometric_mean_normalized_first")
    assert normalized == pytest.approx([expected[name][each] for each in names], **VALUES)


def test_that_missings_agree_as_shares(found, expected):
    """There the share itself is shown: its geometric mean and maximum are not those of the loss and no target."""
    shares = {attribute: each.missings.raw for attribute, each in found.attributes.items()}
    assert shares == pytest.approx(expected["missings"]["attributes"], **VALUES)
    over = found.aggregates["missings"]
    assert 1 - over.arithmetic_mean.quality == pytest.approx(expected["missings"]["arithmetic_mean"], **VALUES)
    assert over.maximum.raw == max(shares.values())


@pytest.mark.parametrize(
    ("name", "theirs"),
    [("discernibility", "discernibility"), ("average_class_size", "aecs"), ("ambiguity", "ambiguity")],
)
def test_that_measures_of_the_table_agree(found, expected, name, theirs):
    measure = getattr(found.table, name)
    assert measure.quality == pytest.approx(expected[theirs]["value"], rel=1e-12)
    assert measure.raw == pytest.approx(expected[theirs]["raw"], rel=1e-12)
    assert measure.minimum == pytest.approx(expected[theirs]["raw_min"], rel=1e-12)
    assert measure.maximum == pytest.approx(expected[theirs]["raw_max"], rel=1e-12)


def ordinals(shared, cells, *, of_rows):
    """Numbers as the other program makes them of texts: the place of each value in its hierarchy.

    The bounds of a label are those of the rows of its hierarchy (`of_rows`) or of the values of the data; those of age,
    which is made of numbers, are always of the data.
    """
    for name, each in cells.items():
        with (shared / "data" / "adult" / f"hierarchy_{name}.csv").open(newline="") as stream:
            rows = list(csv.reader(stream, delimiter=";"))
        place = {row[0]: float(index) for index, row in enumerate(rows)}
        level = LEVELS[ADULT.index(name)]
        known = set(each.before.values)
        counted = [row for row in rows if row[0] in known or (of_rows and name != "age")]
        below = {}
        for row in counted:
            below.setdefault(row[level], []).append(place[row[0]])
        row_of = {row[0]: row for row in rows}
        labels = [row_of[each.before.values[value]][level] for value in each.values]
        whole = [place[row[0]] for row in counted]
        bounds = [whole if hidden else below[text] for text, hidden in zip(labels, each.hidden, strict=True)]
        yield (
            name,
            NumericCells(
                np.array([place[each.before.values[value]] for value in each.values]),
                np.array([min(bound) for bound in bounds]),
                np.array([max(bound) for bound in bounds]),
                each.counts,
                each.hidden,
                each.of_record,
                min(whole),
                max(whole),
            ),
        )


def test_that_squared_errors_of_attributes_agree(shared, cells, expected):
    measures = {name: squared_error(each) for name, each in ordinals(shared, cells, of_rows=False)}
    theirs = expected["attribute_squared_error"]
    kept = {name: each.quality for name, each in measures.items()}
    assert kept == pytest.approx(theirs["attributes"], **VALUES)
    over = aggregates(list(measures.values()))
    assert over.arithmetic_mean.quality == pytest.approx(theirs["arithmetic_mean"], **VALUES)
    assert over.geometric_mean.quality == pytest.approx(theirs["geometric_mean"], **VALUES)
    assert over.maximum.quality == pytest.approx(theirs["max"], **VALUES)
    normalized = (over.arithmetic_mean_of_qualities, over.geometric_mean_of_qualities)
    names = ("arithmetic_mean_normalized_first", "geometric_mean_normalized_first")
    assert normalized == pytest.approx([theirs[each] for each in names], **VALUES)


def test_that_squared_errors_of_records_agree(shared, cells, expected):
    numbers = [each for _name, each in ordinals(shared, cells, of_rows=True)]
    theirs = expected["record_squared_error"]
    measure = record_level_squared_error(numbers)
    assert (measure.raw, measure.maximum) == pytest.approx((theirs["raw"], theirs["raw_max"]), **VALUES)
    assert measure.quality == pytest.approx(theirs["value"], **VALUES)


def test_that_the_squared_errors_of_middles_agree_and_are_compared_with_the_variance_of_the_input(
    shared, cells, adult, expected
):
    """There the sum in the denominator is that of the output, which is no variance; ours is that of the input."""
    numbers = dict(ordinals(shared, cells, of_rows=True))
    theirs = expected["sse_sst"]
    measure = explained_variance(list(numbers.values()))
    assert measure.raw == pytest.approx(theirs["raw"], rel=1e-12)
    of_output = of_input = 0.0
    for name, each in numbers.items():
        values = each.values[each.of_record]
        assert len(values) == adult.dataset[name].records
        of_output += ((each.middle[each.of_record] - values.mean()) ** 2).sum()
        of_input += ((values - values.mean()) ** 2).sum()
    assert of_output == pytest.approx(theirs["raw_max"], **VALUES)
    assert measure.maximum == pytest.approx(of_input, rel=1e-12)
    assert measure.quality == max(0.0, 1 - measure.raw / of_input)


def test_that_levels_found_by_label_are_those_of_the_transformation(adult, output, cells):
    for name, level in zip(ADULT, LEVELS, strict=True):
        looked_up = type(cells[name])(
            adult.dataset[name], output.dataset[name], cells[name].hierarchy, output.suppressed
        )
        np.testing.assert_array_equal(looked_up.levels, cells[name].levels)
        assert set(cells[name].levels[~cells[name].hidden].tolist()) == {level}


def test_that_the_report_has_every_measure(adult, output, expected):
    facts = quality_facts(adult.problem, adult.dataset, output, ADULT)
    json.dumps(facts, allow_nan=False)
    assert facts["granularity_per_attribute"] == pytest.approx(expected["granularity"]["attributes"], **VALUES)
    for name, measures in facts["attributes"].items():
        assert measures["granularity"]["quality"] == pytest.approx(facts["granularity_per_attribute"][name], abs=1e-12)
        assert measures["squared_error"] is None  # every attribute of this job is a text
    assert facts["aggregates"]["granularity"]["arithmetic_mean"] == pytest.approx(facts["granularity"], abs=1e-12)
    assert facts["table"]["discernibility"]["quality"] == pytest.approx(expected["discernibility"]["value"])


@pytest.mark.parametrize("transformation", ["microaggregate", "cluster-microaggregate"])
def test_that_an_aggregated_attribute_is_measured_by_what_it_shows(shared, adult, transformation):
    content = adult.job.model_dump(mode="json", exclude_defaults=True)
    content["privacy"] = [{"model": "k-anonymity", "k": 50}]
    content["attributes"] = {name: dict(content["attributes"][name]) for name in ("sex", "age", "race")}
    content["attributes"]["age"] |= {"transformation": transformation, "function": "interval", "type": "integer"}
    typed = adult.dataset.retyped("age", None)
    aggregated = Anonymizer.formulate(job_from(content), typed, load_hierarchies(adult.job, typed))
    output = aggregated.apply((0, 1 if transformation == "cluster-microaggregate" else 0, 0))
    assert output.dataset["age"].values[0].startswith("[")
    facts = quality_facts(aggregated.problem, typed, output, ("sex", "age", "race"))
    bounds = [None if text == "*" else json.loads(text) for text in output.dataset["age"].values]
    ages = np.array([int(text) for text in typed["age"].values])
    inside = [len(ages) if bound is None else ((ages >= bound[0]) & (ages <= bound[1])).sum() for bound in bounds]
    share = np.array(inside)[output.dataset["age"].codes] / (72 if transformation == "microaggregate" else 100)
    share[output.suppressed] = 1.0
    age = facts["attributes"]["age"]
    assert age["granularity"]["raw"] == pytest.approx(share.mean(), rel=1e-12)
    assert facts["granularity_per_attribute"]["age"] == age["granularity"]["quality"]
    low, high = (
        np.array([ages.min() if b is None else b[0] for b in bounds])[output.dataset["age"].codes],
        np.array([ages.max() if b is None else b[1] for b in bounds])[output.dataset["age"].codes],
    )
    values = ages[typed["age"].codes]
    errors = np.maximum(values - low, high - values).astype(float) ** 2
    worst = np.maximum(values - ages.min(), ages.max() - values).astype(float) ** 2
    assert age["squared_error"]["raw"] == pytest.approx(np.minimum(errors, worst).sum(), rel=1e-12)
