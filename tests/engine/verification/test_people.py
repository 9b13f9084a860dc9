"""Tables in which people have several records, from the job to the recount of the written file."""

from collections import defaultdict

import numpy as np
import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from
from arxdesk_engine.privacy import MODELS
from tests.engine.verification.runs import QUASI_IDENTIFIERS, job_on, people, written
from tests.engine.verification.test_recount import OF_SIZE, OF_VALUES

BY_PEOPLE = {"limit": 0.9}
BY_RECORDS = {"limit": 0.9, "removes": "records"}
MODELS_OF_CLASSES = {**OF_SIZE, **{name: {"attribute": "diagnosis"} | model for name, model in OF_VALUES.items()}}


def visits(records: int = 240, number: int = 90):
    """Records of fewer people, some of whom have many."""
    generator = np.random.default_rng(8)
    owners = np.minimum(generator.integers(0, number, records), generator.integers(0, number, records))
    return [{**row, "name": f"p{owner}"} for row, owner in zip(people(records), owners.tolist(), strict=True)]


def opened(folder, privacy, rows=None, **sections):
    path = {"path": "people.csv", "delimiter": ";", "person": "name"}
    return job_on(folder, rows or visits(), privacy, **{"data": path, "suppression": BY_PEOPLE} | sections)


def groups(run):
    """The people of each group of a written file, and the people with a record in it."""
    name_of = [row["name"] for row in visits()]
    found = defaultdict(set)
    for record, row in zip(run.exported.order.tolist(), run.rows(), strict=True):
        if any(row[each] != "*" for each in QUASI_IDENTIFIERS):
            found[tuple(row[each] for each in QUASI_IDENTIFIERS)].add(name_of[record])
    return found


@pytest.mark.parametrize("suppression", [BY_PEOPLE, BY_RECORDS], ids=["people", "records"])
@pytest.mark.parametrize("name", MODELS_OF_CLASSES)
def test_that_every_model_is_confirmed(tmp_path, name, suppression):
    model = MODELS_OF_CLASSES[name]
    costs = {"adversary_gain": 40.0, "adversary_cost": 4.0}
    run = written(opened(tmp_path, [model], suppression=suppression, costs=costs), tmp_path / "out.csv")
    found = run.verify()
    assert not found.refuted, found.refuted
    facts = {each.claim: each.verified for each in found.facts}
    whole = True if suppression is BY_PEOPLE else None
    assert (facts.get("suppressed_people"), facts.get("whole people")) == (whole, whole)
    open_claims = {each.claim for each in (*found.models, *found.facts) if each.verified is None}
    assert len(open_claims) <= 1, open_claims  # an estimate that is not recomputed


def test_that_k_counts_people(tmp_path):
    run = written(opened(tmp_path, [{"model": "k-anonymity", "k": 4}]), tmp_path / "out.csv")
    sizes = [len(each) for each in groups(run).values()]
    assert min(sizes) >= 4
    assert (run.facts["solution"]["smallest_class"], run.facts["solution"]["largest_class"]) == (min(sizes), max(sizes))
    assert run.facts["input"]["people"] == len({row["name"] for row in visits()})
    assert run.facts["risk"]["counts"] == "people"
    facts = run.anonymizer.describe(run.anonymizer.search(), run.output)
    assert facts["risk"]["output"]["prosecutor"]["highest"] == 1 / min(sizes)


def test_that_no_history_is_torn(tmp_path):
    run = written(opened(tmp_path, [{"model": "k-anonymity", "k": 4}]), tmp_path / "out.csv", (2, 1, 0))
    rows = visits()
    kept = {index for index, gone in enumerate(run.output.suppressed.tolist()) if not gone}
    people_kept = {rows[index]["name"] for index in kept}
    assert 0 < len(kept) < len(rows)
    assert kept == {index for index, row in enumerate(rows) if row["name"] in people_kept}
    assert run.output.people.removed == len({row["name"] for row in rows} - people_kept)


def test_that_a_torn_history_is_refuted(tmp_path):
    """As though single records of somebody had been removed."""
    run = written(opened(tmp_path, [{"model": "k-anonymity", "k": 3}]), tmp_path / "out.csv")
    rows = visits()
    order = run.exported.order.tolist()
    several = next(
        name
        for name in sorted({row["name"] for row in rows})
        if sum(rows[record]["name"] == name and not run.output.suppressed[record] for record in order) > 1
    )
    place = next(place for place, record in enumerate(order) if rows[record]["name"] == several)

    def tear(written_rows):
        written_rows[place] = {**written_rows[place], **dict.fromkeys(QUASI_IDENTIFIERS, "*")}
        return written_rows

    found = {each.claim: each for each in run.tampered(tear).facts}
    assert found["whole people"].verified is False
    assert found["whole people"].reason == "1 person has lost some of their records"


def test_that_groups_of_too_few_people_are_refuted_however_many_records_they_have(tmp_path):
    rows = [{**row, "name": f"p{index // 6}"} for index, row in enumerate(people(60))]
    for row in rows:
        row.update(age="20", city="Ulm", sex="male")
    path = {"path": "people.csv", "delimiter": ";", "person": "name"}
    run = written(job_on(tmp_path, rows, [{"model": "k-anonymity", "k": 10}], data=path), tmp_path / "out.csv")
    assert run.verify().models[0].verified
    refuted = run.verify_as({"k": 11}).models[0]
    assert (refuted.verified, refuted.measure, refuted.counted) == (False, "people in the smallest group", 10)


@pytest.mark.parametrize(
    ("sections", "place", "found"),
    [
        ({"data": {"path": "people.csv", "delimiter": ";", "person": "nam"}}, "data.person", "the table has no column"),
        ({"data": {"path": "people.csv", "delimiter": ";", "person": "age"}}, "data.person", "is quasi-identifying"),
        ({"search": {"recoding": "groupwise"}}, "search.recoding", "people are counted"),
        ({"search": {"local_recoding": {"iterations": 3}}}, "search.recoding", "people are counted"),
    ],
)
def test_that_settings_which_contradict_the_person_column_are_refused(tmp_path, sections, place, found):
    with pytest.raises(InvalidJob) as error:
        opened(tmp_path, [{"model": "k-anonymity", "k": 3}], **sections)
    problems = [problem for problem in error.value.problems if problem.place.endswith(place)]
    assert [found in problem.found for problem in problems] == [True]


def test_that_records_of_nobody_are_refused(tmp_path):
    rows = visits()
    rows[3]["name"], rows[5]["name"] = "", " "
    with pytest.raises(InvalidJob, match="2 records name nobody"):
        opened(tmp_path, [{"model": "k-anonymity", "k": 3}], rows)


def test_that_people_cannot_be_removed_unless_somebody_says_who_they_are(tmp_path):
    with pytest.raises(InvalidJob, match="nothing says whose record each is"):
        job_on(tmp_path, visits(), [{"model": "k-anonymity", "k": 3}], suppression={"removes": "people"})


def test_that_differential_privacy_is_refused(tmp_path):
    with pytest.raises(InvalidJob, match="protects single records"):
        opened(tmp_path, [{"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-5, "scheme": "medium"}])


@pytest.mark.parametrize("model", MODELS.values(), ids=list(MODELS))
def test_that_models_and_their_criteria_count_the_same(tmp_path, model):
    name = model.model_fields["model"].default
    some = next((each for each in MODELS_OF_CLASSES.values() if each["model"] == name), None)
    if some is None:
        assert name in (
            "differential-privacy",
            "km-anonymity",
            "event-anonymity",
            "history-anonymity",
        )  # tested by themselves
        return
    problem = opened(tmp_path, [some]).problem
    assert {each.counts_people for each in problem.privacy} == {model.counts_people}


def test_that_every_person_with_one_record_makes_no_difference(tmp_path):
    """Where each record is a person of its own, everything is as without a person column."""
    rows = [{**row, "name": f"p{index}"} for index, row in enumerate(people(200))]
    model = [{"model": "k-anonymity", "k": 4}, {"model": "l-diversity", "attribute": "diagnosis", "l": 2.0}]
    solutions = []
    for number, person in enumerate((None, "name")):
        folder = tmp_path / str(number)
        folder.mkdir()
        data = {"path": "people.csv", "delimiter": ";"} | ({} if person is None else {"person": person})
        anonymizer = job_on(folder, rows, model, data=data, suppression={"limit": 0.1})
        solutions.append(anonymizer.search().best)
    before, after = solutions
    assert (before.levels, before.score, before.suppressed_records, before.smallest_class) == (
        after.levels,
        after.score,
        after.suppressed_records,
        after.smallest_class,
    )
    assert after.suppressed_people == before.suppressed_records


def test_that_a_job_with_people_is_written_and_read():
    content = {
        "data": {"path": "t.csv", "person": "id"},
        "suppression": {"limit": 0.1, "removes": "records"},
        "privacy": [{"model": "k-anonymity", "k": 2}],
    }
    job = job_from(content)
    assert 'person = "id"' in job.to_toml()
    assert 'removes = "records"' in job.to_toml()
