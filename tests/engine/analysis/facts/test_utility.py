"""What an output is still good for, from a job to the report."""

import json

import numpy as np
import pytest

from arxdesk_engine.analysis.facts.utility import predictions_of_input, utility_facts
from arxdesk_engine.analysis.statistics.utility import Utility
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.utility import UtilitySettings
from tests.engine.problems import column_of

RECORDS = 60
AGES = tuple(str(20 + number % 10) for number in range(RECORDS))
SICK = tuple("yes" if number % 10 >= 5 else "no" for number in range(RECORDS))
SEX = tuple("fm"[number % 2] for number in range(RECORDS))
TREE = Hierarchy(
    tuple((str(age), "20-24" if age < 25 else "25-29", "*") for age in range(20, 30)),
)


def anonymizer(subset=None, **utility):
    """Ages tell everything about the disease, in fives as well."""
    model = {"model": "k-anonymity", "k": 2}
    if subset:
        model = {"model": "delta-presence", "dmin": 0.0, "dmax": 1.0, "subset": subset}
    job = job_from(
        {
            "data": {"path": "people.csv"},
            "attributes": {"age": {"role": "quasi-identifying"}, "sex": {"role": "quasi-identifying"}},
            "privacy": [model],
            "suppression": {"limit": 1.0},
            "utility": utility,
        }
    )
    columns = (column_of("age", AGES), column_of("sick", SICK), column_of("sex", SEX))
    return Anonymizer.formulate(job, Dataset(columns), {"age": TREE})


def test_that_what_the_output_still_tells_is_still_predicted():
    one = anonymizer(targets=["sick"], methods=["naive-bayes"], folds=3)
    found = one.utility(one.apply((1, 0)))
    (method,) = found.classification["sick"].methods
    assert (method.before.accuracy, method.after.accuracy, method.relative_accuracy) == (1.0, 1.0, 1.0)
    nothing = one.utility(one.apply((2, 0)))
    (method,) = nothing.classification["sick"].methods
    assert (method.after.accuracy, method.relative_accuracy) == pytest.approx((0.6, 0.2))  # from the sex alone


def test_that_a_quasi_identifier_can_be_predicted_from_the_others():
    one = anonymizer(targets=["age"], features=["sick", "age"], methods=["naive-bayes"], folds=3)
    found = one.utility(one.apply((1, 0))).classification["age"]
    assert found.baseline_before.accuracy == pytest.approx(0.1)
    assert found.baseline_after.accuracy == pytest.approx(0.5)
    assert found.methods[0].after.accuracy == 1.0
    assert [each.label for each in found.methods[0].after.classes] == ["20-24", "25-29"]


def test_that_numbers_can_be_features():
    one = anonymizer(targets=["sick"], methods=["random-forest"], folds=2, scaling={"age": "log"})
    (method,) = one.utility(one.apply((1, 0))).classification["sick"].methods
    assert (method.before.accuracy >= 0.9, method.after.accuracy) == (True, 1.0)


def test_that_distances_and_associations_are_of_all_attributes_in_question():
    one = anonymizer(targets=["sick"], methods=[])
    found = one.utility(one.apply((2, 0)))
    assert list(found.distances) == ["age", "sex", "sick"]
    assert found.distances["sex"].total_variation == found.distances["sick"].total_variation == 0.0
    assert found.distances["age"].total_variation == pytest.approx(0.0, abs=1e-12)  # ages are spread evenly anyway
    pairs = {(each.first, each.second): each for each in found.associations}
    assert pairs["age", "sick"].before == pytest.approx(np.sqrt(8.333333333 - 2.0833333333) / np.sqrt(8.25), abs=1e-2)
    assert pairs["age", "sick"].after is None
    assert pairs["sex", "sick"].difference == 0.0


def test_that_only_the_research_subset_is_looked_at():
    one = anonymizer("age >= '25'", targets=["sick"], methods=["naive-bayes"], folds=2, scaling={"age": "linear"})
    found = one.utility(one.apply((0, 0)))
    assert found.classification["sick"].records == 30
    assert found.classification["sick"].baseline_before.accuracy == 1.0
    assert found.distances["age"].total_variation == 0.0


def test_that_settings_can_be_given_and_records_limited():
    one = anonymizer()
    settings = UtilitySettings(targets=("sick",), methods=(), max_records=20, folds=2)
    assert one.utility(one.apply((0, 0)), settings).classification["sick"].records == 20
    with pytest.raises(InvalidJob):
        one.utility(one.apply((0, 0)), UtilitySettings(targets=("nothing",)))


def test_that_an_output_without_records_left_is_described():
    one = anonymizer(targets=["sick"], methods=["naive-bayes"], folds=2)
    grouping = one.problem.grouping
    output = one.apply((2, 1 if len(grouping.hierarchies[1].codes) > 1 else 0))
    hidden = output.dataset.columns[0].codes * 0
    columns = tuple(
        type(column)(column.name, hidden, ("*",)) if column.name in ("age", "sex") else column
        for column in output.dataset
    )
    nothing = type(output)(
        Dataset(columns),
        output.levels,
        np.ones(RECORDS, np.bool_),
        np.full(RECORDS, -1, np.int32),
        output.class_sizes[:0],
        None,
        output.class_sizes[:0],
    )
    found = one.utility(nothing)
    assert found.classification["sick"].methods[0].after is None
    json.dumps(utility_facts(found), allow_nan=False)
    facts = one.describe(one.search(), nothing)
    assert facts["quality"]["attributes"]["age"]["missings"]["raw"] == 1.0
    assert facts["quality"]["table"]["average_class_size"]["quality"] == 0.0


def test_that_the_report_has_plain_values_and_no_classes_that_the_output_does_not_show():
    one = anonymizer(targets=["age"], methods=["naive-bayes"], folds=2)
    facts = utility_facts(one.utility(one.apply((1, 0))))
    text = json.dumps(facts, allow_nan=False)
    assert facts["complete"]
    assert facts["classification"]["age"]["methods"]["naive-bayes"]["after"]["classes"].keys() == {"20-24", "25-29"}
    assert '"21"' not in text
    assert {"attributes", "measure", "before", "after", "difference"} == facts["associations"][0].keys()


def test_that_it_is_stopped():
    control = Control()
    control.stop()
    one = anonymizer(targets=["sick"])
    found = one.utility(one.apply((0, 0)), control=control)
    assert not found.complete
    assert found.classification == {}


def facts_of(found):
    return {
        target: None
        if each is None
        else [(one.method, one.before.accuracy, one.before.brier_score) for one in each.methods]
        for target, each in found.items()
    }


def test_that_predictions_alone_are_those_of_the_whole_comparison():
    one = anonymizer(targets=["sick", "age"], methods=["naive-bayes"], folds=3, scaling={"age": "linear"})
    output = one.apply((1, 0))
    whole = one.utility(output).classification
    alone = one.predictions(output, one.job.utility)
    assert utility_facts(Utility(whole, {}, (), complete=True)) == utility_facts(Utility(alone, {}, (), complete=True))


def test_that_the_input_alone_is_predicted_as_beside_its_output():
    settings = UtilitySettings(targets=("sick", "age"), features=("age", "sex"), methods=("naive-bayes",), folds=3)
    one = anonymizer()
    beside = one.predictions(one.apply((1, 0)), settings)
    alone = predictions_of_input(one.dataset, None, ("age", "sex"), settings)
    assert facts_of(alone) == facts_of(beside)
    assert all(each.baseline_after is None for each in alone.values())


def test_that_only_the_records_that_count_are_predicted():
    settings = UtilitySettings(targets=("sick",), methods=("naive-bayes",), folds=3)
    one = anonymizer()
    found = predictions_of_input(one.dataset, np.arange(RECORDS) < 20, ("age", "sex"), settings)
    assert found["sick"].records == 20
