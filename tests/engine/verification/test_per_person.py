"""A number of records that is allowed of each person, from the job to the recount of the written file."""

from collections import Counter, defaultdict

import pytest

from arxdesk_engine.analysis.class_counts import count_classes
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.preparation.people import surplus_records
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.html import html_of
from tests.engine.report.reports import Page, searched
from tests.engine.verification.runs import QUASI_IDENTIFIERS, job_on, written
from tests.engine.verification.test_people import BY_PEOPLE, BY_RECORDS, visits

LIMITS = [{"records": 2, "seed": 5}, {"records": 1}, {"records": 3, "keep": "common"}]
MODELS = [{"model": "k-anonymity", "k": 3}, {"model": "event-anonymity", "k": 3, "m": 2}]


def opened(folder, limit, privacy=None, **sections):
    data = {"path": "people.csv", "delimiter": ";", "person": "name", "per_person": limit}
    return job_on(folder, visits(), privacy or [MODELS[0]], **{"data": data, "suppression": BY_PEOPLE} | sections)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model["model"])
@pytest.mark.parametrize("limit", LIMITS, ids=repr)
@pytest.mark.parametrize("suppressed", ["keep", "drop"])
def test_that_the_written_file_is_confirmed(tmp_path, limit, model, suppressed):
    run = written(opened(tmp_path, limit, [model], output={"suppressed": suppressed}), tmp_path / "out.csv")
    found = run.verify()
    assert not found.refuted, found.refuted
    rows = visits()
    of_people = Counter(rows[record]["name"] for record in run.exported.order.tolist())
    assert max(of_people.values()) <= limit["records"]
    told = run.facts["input"]["records_per_person"]
    has = Counter(row["name"] for row in rows)
    assert told["left_out"] == sum(max(0, number - limit["records"]) for number in has.values())
    assert told["people_with_fewer"] == sum(number > limit["records"] for number in has.values())
    assert run.facts["input"]["records"] == told["of"] - told["left_out"]
    assert run.facts["input"]["people"] == len(has)


def test_that_records_that_were_left_out_are_no_company(tmp_path):
    anonymizer = opened(tmp_path, {"records": 1, "seed": 2})
    surplus = surplus_records(anonymizer.job, anonymizer.dataset)
    people_of = defaultdict(set)
    for row, gone in zip(visits(), surplus.tolist(), strict=True):
        if not gone:
            people_of[tuple(row[name] for name in QUASI_IDENTIFIERS)].add(row["name"])
    sizes = sorted(map(len, people_of.values()))
    classes = InputTable(anonymizer.job, anonymizer.dataset).classes
    assert sorted(classes.sizes.tolist()) == sorted(classes.population_sizes.tolist()) == sizes
    counted, in_population = anonymizer.problem.grouping.input_groups
    assert sorted(counted.tolist()) == sorted(in_population.tolist()) == sizes
    output = anonymizer.apply(anonymizer.search().best.levels)
    assert output.groups[0].tolist() == output.groups[1].tolist()
    figures = count_classes(InputTable(anonymizer.job, anonymizer.dataset))
    assert figures.kept == len({row["name"] for row in visits()})


def test_that_known_records_are_told_of_all_records_before(tmp_path):
    alone = opened(tmp_path, None)
    before = alone.describe(alone.search())["risk"]["known_records"]["input"]
    limited = opened(tmp_path, {"records": 1, "seed": 2}, [{"model": "k-anonymity", "k": 1}])
    solution = limited.search()
    found = limited.describe(solution, limited.apply(solution.best.levels))["risk"]["known_records"]
    assert found["input"] == before
    after = [each["singled_out"] for each in found["output"]]
    assert after[0] == after[1] == after[2] < before[1]["singled_out"]


def test_that_a_file_with_a_record_too_many_is_refuted(tmp_path):
    run = written(opened(tmp_path, {"records": 2, "seed": 5}), tmp_path / "out.csv")
    assert run.tampered(lambda rows: [*rows, rows[0]]).refuted


def test_that_a_subset_is_of_the_records_that_are_left(tmp_path):
    run = written(
        opened(tmp_path, {"records": 2, "seed": 5}, subset={"random": 0.6, "seed": 1}, suppression=BY_RECORDS),
        tmp_path / "out.csv",
    )
    found = run.verify()
    assert not found.refuted, found.refuted


@pytest.mark.parametrize(
    ("sections", "found"),
    [
        ({"data": {"path": "people.csv", "delimiter": ";", "per_person": {"records": 2}}}, "nothing says whose record"),
    ],
)
def test_that_a_limit_without_people_is_refused(tmp_path, sections, found):
    with pytest.raises(InvalidJob, match=found):
        opened(tmp_path, {"records": 2}, **sections)


def test_that_the_report_tells_what_was_left_out(tmp_path):
    anonymizer = opened(tmp_path, {"records": 2, "seed": 5})
    assert anonymizer.policy.part == "limited table"
    text = " ".join(" ".join(Page.read(html_of(facts_of(searched(anonymizer)))).text).split())
    kept = anonymizer.problem.grouping.records
    assert f"{kept} of 240 records" in text.replace("\u00a0", " ")
    assert "At most 2 records of each person, drawn at random with the seed 5: " in text
    assert "limited table" in text
