"""The risk of a sample that a job declares: by hand, before and after, and what is refused."""

import numpy as np
import pytest

from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.risk.sample import (
    RISK_LIMITS,
    risks_in_table,
    sample_figures,
    sample_sentence,
    sides_of_sample,
)
from arxdesk_engine.analysis.risk.sample_lines import sample_lines
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.columns import renamed_job
from arxdesk_engine.preparation.samples import Sample, sample_of
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.html import html_of
from tests.engine.problems import column_of

SEX = "ffmmmf"
WEIGHTS = ("10", "30", "20", "20", "2.5", "7")
HOMES = "aabbcc"


def table(**columns):
    return Dataset(tuple(column_of(name, cells) for name, cells in columns.items()), "t")


def job(*, weight: str | None = "w", household: str | None = "hid", **roles: str):
    attributes = {"sex": {"role": "quasi-identifying"}, **{name: {"role": role} for name, role in roles.items()}}
    data = {"path": "t.csv", "weight": weight, "household": household}
    content = {
        "data": {name: value for name, value in data.items() if value is not None},
        "attributes": attributes,
        "privacy": [{"model": "k-anonymity", "k": 2}],
    }
    return job_from(content)


def anonymizer(settings, dataset):
    return Anonymizer.formulate(settings, dataset, {"sex": Hierarchy((("f", "*"), ("m", "*")), "sex.csv")})


def test_figures_by_hand():
    sample = Sample(np.array([4.0, 4.0]), np.array([0, 0], np.int32))
    found = sample_figures([column_of("sex", "fm")], sample)
    risk = np.log(4.0) / 3.0  # of one record with p = 1/4: -p log(p) / (1 - p)
    assert found.average == found.highest == pytest.approx(risk)
    assert (found.records, found.population, found.sample_uniques) == (2, 8.0, 2)
    assert found.expected == pytest.approx(2 * risk)
    assert found.household.expected == pytest.approx(2 * (1 - (1 - risk) ** 2))
    assert (found.household.households, found.household.highest) == (1, pytest.approx(1 - (1 - risk) ** 2))
    assert found.population_uniques == pytest.approx(2 * np.exp(-3.0))  # means of 4, three of four outside


def test_that_missing_and_suppressed_cells_match_everything():
    sample = Sample(np.ones(4), None)
    found = sample_figures([column_of("sex", ["f", "m", "", "*"])], sample)
    assert found.average == pytest.approx((1 / 3 + 1 / 3 + 1 / 4 + 1 / 4) / 4)
    assert found.household is None


def test_that_nobody_has_no_risk():
    found = sample_figures([column_of("sex", "fm")], Sample(np.ones(2), None), np.zeros(2, np.bool_))
    assert (found.records, found.average, found.expected) == (0, 0.0, 0.0)


def test_that_a_sentence_tells_of_records_and_households():
    found = sample_figures([column_of("sex", "fm")], Sample(np.ones(2), np.zeros(2, np.int32)))
    assert sample_sentence(found) == (
        "2 records stand for 2 people: 2.0 of them are expected to be re-identified, and 2.0 together with the members "
        "of their households."
    )


def test_that_weights_and_households_are_read_from_their_columns():
    dataset = table(sex=SEX, w=WEIGHTS, hid=HOMES)
    found = sample_of(dataset, job().data)
    assert found.weights.tolist() == [10.0, 30.0, 20.0, 20.0, 2.5, 7.0]
    assert found.households.tolist() == [0, 0, 1, 1, 2, 2]
    assert sample_of(dataset, job(weight=None, household=None).data) is None


def test_that_a_job_without_weights_has_no_sample():
    assert sides_of_sample(job(weight=None, household=None), table(sex=SEX), ["sex"]) == {}


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (("10", "30", "", "20", "2", "7"), "record 3: in .*w.* the cell is missing"),
        (("10", "30", "0", "20", "-2", "7"), "record 3: .*is not a positive number; 2 cells do not fit"),
        (("10", "many", "3", "20", "2", "7"), "record 2: .*many.* is not a positive number"),
    ],
)
def test_that_cells_without_a_weight_are_told(cells, told):
    with pytest.raises(UserError, match=told):
        anonymizer(job(), table(sex=SEX, w=cells, hid=HOMES))


def test_that_records_without_a_household_are_told():
    with pytest.raises(UserError, match="2 records name no household"):
        anonymizer(job(), table(sex=SEX, w=WEIGHTS, hid=["a", "", "b", " ", "c", "c"]))


@pytest.mark.parametrize("name", ["w", "hid"])
def test_that_neither_column_may_be_quasi_identifying(name):
    with pytest.raises(UserError, match="and is quasi-identifying"):
        anonymizer(job(**{name: "quasi-identifying"}), table(sex=SEX, w=WEIGHTS, hid=HOMES))


def test_that_a_column_that_is_not_there_is_told():
    with pytest.raises(UserError, match="the table has no column"):
        anonymizer(job(weight="ww"), table(sex=SEX, w=WEIGHTS, hid=HOMES))


def test_that_the_settings_follow_a_new_name():
    changed = renamed_job(job(), "w", "weight", ["sex", "w", "hid"])
    assert (changed.data.weight, changed.data.household) == ("weight", "hid")


def test_that_results_and_reports_have_both_sides():
    dataset = table(sex=SEX, w=WEIGHTS, hid=HOMES)
    opened = anonymizer(job(w="insensitive"), dataset)
    solution = opened.search()
    output = opened.apply(solution.best.levels)
    facts = opened.describe(solution, output)
    assert facts["sample"]["before"]["population"] == facts["sample"]["after"]["population"] == 89.5
    assert facts["sample"]["before"]["household"]["households"] == 3
    assert output.dataset["w"].texts().tolist() == list(WEIGHTS)
    report = html_of(facts_of(Subject(opened, solution, output)))
    assert "Expected re-identifications" in report
    assert "Average household risk" in report


SURVEY = {"sex": "ffmmmf", "w": WEIGHTS, "hid": HOMES}


def by_record(ranked):
    return [risk for _record, risk in sorted(zip(ranked.records, ranked.risks, strict=True))]


def naive_risks(sexes, weights):
    """The mean of 1/F of each record by the closed forms for keys of one, two and three records."""
    found = []
    for sex in sexes:
        f = sum(other == sex for other in sexes)
        p = f / sum(weight for other, weight in zip(sexes, weights, strict=True) if other == sex)
        q = 1.0 - p
        log = np.log(p)
        forms = {
            1: -p * log / q,
            2: p * (p * log + q) / q**2,
            3: p * (q * (1.0 - 3.0 * p) - 2.0 * p**2 * log) / (2.0 * q**3),
        }
        found.append(forms[f])
    return found


def test_that_tables_tell_the_risk_of_each_record_before_and_after():
    opened = anonymizer(job(w="insensitive"), table(**SURVEY))
    solution = opened.search()
    before = InputTable(opened.job, opened.dataset)
    found = risks_in_table(before, "w", "hid")
    expected = naive_risks(SEX, [float(weight) for weight in WEIGHTS])
    assert by_record(found.individual) == pytest.approx(expected)
    joint = [1 - (1 - expected[place]) * (1 - expected[place ^ 1]) for place in range(6)]
    assert by_record(found.household) == pytest.approx(joint)
    assert found.figures == sides_of_sample(opened.job, opened.dataset, ["sex"])["before"]
    output = opened.apply(solution.best.levels)
    applied = Applied(solution.best, output, (0.5,), 0.5)
    after = OutputTable(before, opened.job, opened.problem, opened.hierarchies, solution, applied)
    kept = risks_in_table(after, "w", "hid")
    assert kept.figures == sides_of_sample(opened.job, opened.dataset, ["sex"], output=output)["after"]


def test_that_classes_and_records_of_a_risk_agree():
    found = risks_in_table(InputTable(job(), table(**SURVEY)), "w", "hid")
    lows = (0.0, *RISK_LIMITS)
    for ranked in (found.individual, found.household):
        assert ranked.counts.sum() == 6
        for place, high in enumerate(RISK_LIMITS):
            inside = ranked.between(lows[place], high)
            assert len(inside) == ranked.counts[place]
            assert ranked.number_above(high) == sum(ranked.counts[place + 1 :])
        assert sorted(ranked.between(0.0, 1.0)) == list(range(6))
        assert np.all(np.diff(ranked.risks) <= 0.0)
        highest = ranked.risks[0]
        assert ranked.number_above(highest) == 0
        assert ranked.records[0] in ranked.between(np.nextafter(highest, 0.0), highest)
    assert found.alone.tolist() == []


def test_that_who_looks_like_no_other_is_listed_by_risk():
    found = risks_in_table(InputTable(job(household=None), table(sex="fmxx", w=("9", "2", "5", "5"))), "w", None)
    assert found.alone.tolist() == [1, 0]
    assert found.household is None


def test_that_a_table_refuses_weights_that_are_none():
    with pytest.raises(UserError, match="is not a positive number"):
        risks_in_table(InputTable(job(), table(sex="fm", w=("-1", "2"))), "w", None)
    with pytest.raises(ValueError, match="neither weights nor households"):
        risks_in_table(InputTable(job(), table(sex="fm", w=("1", "2"))), None, None)


def test_that_lines_leave_out_what_is_not_there():
    found = sample_figures([column_of("sex", "fm")], Sample(np.array([4.0, 4.0]), None))
    lines = sample_lines({"after": found})
    assert [line.label for line in lines][-1] == "Of these, alone in the population"
    assert {line.before for line in lines} == {"–"}
    assert [(line.label, line.after) for line in lines][1] == ("People that they stand for", "8")
