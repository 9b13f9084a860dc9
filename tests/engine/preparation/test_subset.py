"""The research subset that a job names in a section of its own: which records, and what is said of mistakes."""

import itertools
import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.errors import InvalidJob, UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.job.subset import SubsetSettings, ranges_of, ranges_text
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.preparation.subset import included_records
from arxdesk_engine.release.formulation import formulate
from arxdesk_engine.verification.source import Source
from tests.tiers import examples

AGES = ("31", "33", "38", "52", "57", "58", "31", "33", "38", "52", "57", "58")
SEXES = ("f", "m") * 6
PEOPLE = Dataset.from_pandas(pd.DataFrame({"age": AGES, "sex": SEXES}), "people.csv")
OF_AGE = Hierarchy(tuple((age, f"{age[0]}0s", "*") for age in sorted(set(AGES))), "age.csv")
K = {"model": "k-anonymity", "k": 2}
PRESENCE = {"model": "delta-presence", "dmin": 0.1, "dmax": 0.9}
PRIVATE = {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "scheme": "medium", "seed": 1}
SECTIONS = (
    {},
    {"base": "none", "include": "2, 5-7"},
    {"exclude": "1-11"},
    {"select": "age < 50"},
    {"select": "age < 50", "invert": True},
    {"select": "sex = 'f' and age > 31", "include": "1, 12", "exclude": "5"},
    {"random": 0.25, "seed": 3},
    {"random": 0.25, "seed": 3, "invert": True, "exclude": "2-4"},
    {"base": "none", "invert": True, "exclude": "8"},
)


def job_of(*privacy, **sections):
    roles = {"age": {"role": "quasi-identifying"}, "sex": {"role": "quasi-identifying"}}
    return job_from({"data": {"path": "people.csv"}, "attributes": roles, "privacy": list(privacy or [K]), **sections})


def naive_numbers(text):
    """The numbers that a text lists, read one after the other."""
    numbers = set()
    for piece in text.replace(" ", "").split(","):
        if piece:
            first, _dash, last = piece.partition("-")
            number = int(first)
            while number <= int(last or first):
                numbers.add(number)
                number += 1
    return numbers


def naive_records(section, records):
    """The records of a section, by their numbers from 1, decided one by one."""
    drawn = set()
    if "random" in section:
        share = max(1, round(section["random"] * records))
        drawn = {int(each) + 1 for each in np.random.default_rng(section.get("seed", 0)).choice(records, share, False)}
    of_expression = {
        "age < 50": lambda age, _sex: int(age) < 50,
        "sex = 'f' and age > 31": lambda age, sex: sex == "f" and int(age) > 31,
    }
    chosen = []
    for number in range(1, records + 1):
        if "select" in section:
            is_in = of_expression[section["select"]](AGES[number - 1], SEXES[number - 1])
        elif "random" in section:
            is_in = number in drawn
        else:
            is_in = section.get("base", "all") == "all"
        if section.get("invert"):
            is_in = not is_in
        if number in naive_numbers(section.get("include", "")):
            is_in = True
        if number in naive_numbers(section.get("exclude", "")):
            is_in = False
        chosen.append(is_in)
    return chosen


@given(st.integers(0, 10**6).map(random.Random), st.integers(1, 60))
def test_that_records_and_their_text_say_the_same(generator, records):
    chosen = np.array([generator.random() < 0.6 for _record in range(records)])
    text = ranges_text(chosen)
    numbers = {number for number, is_in in enumerate(chosen, 1) if is_in}
    assert naive_numbers(text) == numbers
    assert {number for first, last in ranges_of(text) for number in range(first, last + 1)} == numbers
    assert len(ranges_of(text)) == (text.count(",") + 1 if text else 0)


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 9)), max_size=8))
def test_that_ranges_may_touch_overlap_and_stand_in_any_order(pairs):
    text = " ,".join(f" {first}- {first + more}" if more else f"{first} " for first, more in pairs)
    found = ranges_of(text)
    assert {number for first, last in found for number in range(first, last + 1)} == naive_numbers(text)
    assert all(before[1] + 1 < after[0] for before, after in itertools.pairwise(found))


@pytest.mark.parametrize("text", ["0", "5-1", "a", "1,,2", "1-2-3", "-1", "1.5", "٣", "1,"])
def test_that_a_text_that_lists_no_records_is_told(text):
    with pytest.raises(InvalidJob) as caught:
        job_of(subset={"include": text})
    (problem,) = caught.value.problems
    assert problem.place == "job, subset.include"
    assert "is not a range of records" in problem.found
    assert problem.remedy == 'Write numbers from 1 on, such as "1-5, 9".'


@pytest.mark.parametrize(
    ("section", "found"),
    [
        ({"select": "age < 5", "random": 0.5}, "select and random contradict each other"),
        ({"select": "age < 5", "file": "x.csv"}, "select and file contradict each other"),
        ({"base": "none", "file": "x.csv"}, 'base = "none" and file contradict each other'),
        ({"seed": 3}, "seed has no meaning without random"),
        ({"include": "1-5, 9", "exclude": "7-9"}, "record 9 is both included and excluded"),
        ({"include": "8", "exclude": "1-3, 5-20"}, "record 8 is both included and excluded"),
    ],
)
def test_that_a_section_that_contradicts_itself_is_told(section, found):
    with pytest.raises(InvalidJob) as caught:
        job_of(subset=section)
    assert [(each.place, each.found) for each in caught.value.problems] == [("job, subset", found)]


@given(st.sets(st.integers(1, 40)), st.sets(st.integers(1, 40)))
def test_that_lists_contradict_each_other_exactly_where_they_have_a_record_in_common(first, second):
    lists = {"include": ", ".join(map(str, first)), "exclude": ", ".join(map(str, second))}
    if first & second:
        with pytest.raises(ValueError, match=f"record {min(first & second)} is both"):
            SubsetSettings(**lists)
    else:
        assert SubsetSettings(**lists).by_hand == (len(first), len(second))


@pytest.mark.parametrize("section", SECTIONS, ids=str)
def test_that_the_records_are_those_of_the_naive_twin(section):
    assert included_records(job_of(subset=section), PEOPLE).tolist() == naive_records(section, 12)


@pytest.mark.parametrize("section", SECTIONS, ids=str)
def test_that_the_recount_reads_the_same_records_by_itself(tmp_path, section):
    PEOPLE.to_pandas().to_csv(tmp_path / "people.csv", index=False)
    job = job_of(subset=section).at(tmp_path / "job.toml")
    assert Source.read(job, None).included.tolist() == naive_records(section, 12)


def test_that_a_file_is_looked_up_and_may_be_turned_round(tmp_path):
    PEOPLE.to_pandas().to_csv(tmp_path / "people.csv", index=False)
    (tmp_path / "subset.csv").write_text("age,sex\n31,f\n58,m\n58,m\n", encoding="utf-8")
    job = job_of(subset={"file": "subset.csv", "invert": True, "include": "1"}).at(tmp_path / "job.toml")
    wanted = [number not in (6, 12) for number in range(1, 13)]
    assert included_records(job, load_dataset(job)).tolist() == wanted
    assert Source.read(job, None).included.tolist() == wanted


@pytest.mark.parametrize("number", range(12))
def test_that_what_a_subset_without_a_model_leaves_is_the_result_of_those_records_alone(number):
    chosen = np.random.default_rng(number).random(len(AGES)) < 0.7
    chosen[number] = True
    job = job_of(subset={"base": "none", "include": ranges_text(chosen)}, suppression={"limit": 0.3})
    frame = PEOPLE.to_pandas().astype(str)
    alone = Dataset.from_pandas(frame[chosen].reset_index(drop=True), "part.csv")
    found = Anonymizer.formulate(job, PEOPLE, {"age": OF_AGE})
    # The hierarchy of the part lists the same values, so that the score counts the same rows.
    wanted = Anonymizer.formulate(job_of(suppression={"limit": 0.3}), alone, {"age": OF_AGE})
    assert found.problem.grouping.records == wanted.problem.grouping.records == chosen.sum()
    best, expected = found.search().best, wanted.search().best
    assert (best and best.levels) == (expected and expected.levels)
    if best is None:
        return
    assert best.suppressed_records == expected.suppressed_records
    output, of_part = found.apply(best.levels), wanted.apply(expected.levels)
    cells = output.to_pandas().astype(str)
    assert (cells[~chosen] == "*").all(axis=None)
    assert cells[chosen].to_numpy().tolist() == of_part.to_pandas().astype(str).to_numpy().tolist()
    assert output.to_write(with_suppressed=True).tolist() == chosen.tolist()


def test_that_models_that_need_a_subset_take_that_of_the_section():
    job = job_of({"model": "k-map", "k": 3}, PRESENCE, {"model": "profitability"}, subset={"select": "age < 50"})
    assert formulate(job, PEOPLE, {"age": OF_AGE})[1].grouping.records == 6


def test_that_a_model_may_name_the_same_subset():
    same = ({"select": "age < 50"}, "age < 50"), ({"random": 0.5, "seed": 2}, {"random": 0.5, "seed": 2})
    for section, subset in same:
        job = job_of({**PRESENCE, "subset": subset}, subset=section)
        assert formulate(job, PEOPLE, {"age": OF_AGE})[1].grouping.records == 6


def faults_of(*privacy, **sections):
    with pytest.raises(UserError) as caught:
        formulate(job_of(*privacy, **sections), PEOPLE, {"age": OF_AGE})
    return [(each.place.removeprefix("job, "), each.found, each.remedy) for each in caught.value.problems]


@pytest.mark.parametrize("section", [{"select": "age < 51"}, {"select": "age < 50", "include": "4"}, {"base": "none"}])
def test_that_a_model_with_another_subset_contradicts_the_section(section):
    assert faults_of(K, {**PRESENCE, "subset": "age < 50"}, subset=section) == [
        (
            "privacy.2.subset",
            "the section [subset] names another subset",
            "Leave the subset of the model out: it uses that of the section.",
        )
    ]


def test_that_differential_privacy_and_a_sample_exclude_the_section():
    assert ("subset", "Leave the section out.") in [
        (place, remedy) for place, _found, remedy in faults_of(PRIVATE, subset={"select": "age < 50"})
    ]
    assert faults_of(K, sampling={"fraction": 0.5}, subset={"select": "age < 50"}) == [
        (
            "sampling",
            "the section [subset] names a research subset, and a sample already is one",
            "Leave one of the two sections out.",
        )
    ]


def test_that_records_that_are_not_there_and_subsets_without_records_are_told():
    assert faults_of(K, subset={"include": "1, 12-13"}) == [
        (
            "subset.include",
            "record 13 is named, and the table has 12 records",
            "Correct the numbers; records count from 1.",
        )
    ]
    assert faults_of(K, subset={"select": "age > 99"}) == [
        ("subset", "the research subset has no records", "Choose one that has some.")
    ]


def test_that_a_wrong_expression_is_told_with_its_place():
    with pytest.raises(InvalidSelection) as caught:
        included_records(job_of(subset={"select": "agee < 50"}), PEOPLE)
    (problem,) = caught.value.problems
    assert problem.place == "job, subset.select, line 1, column 1"


@pytest.mark.parametrize("section", SECTIONS, ids=str)
def test_that_the_section_is_written_and_read_again(tmp_path, section):
    job = job_of(subset=section)
    job.save(tmp_path / "job.toml")
    assert load_job(tmp_path / "job.toml").subset == job.subset


def test_that_the_path_of_the_file_moves_with_the_job(tmp_path):
    job = job_of(subset={"file": "subset.csv"}).at(tmp_path / "job.toml")
    assert job.absolute().subset.file == str(tmp_path / "subset.csv")
    assert job.absolute().saved_at(tmp_path / "other.toml").subset.file == "subset.csv"


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({}, "all records"),
        ({"base": "none", "include": "1-3, 5"}, "no records, 4 added by hand"),
        ({"base": "none", "invert": True}, "all records"),
        ({"select": "age < 50"}, "age < 50"),
        ({"select": "age < 50", "invert": True, "exclude": "1"}, "not (age < 50), 1 taken out by hand"),
        ({"file": "some/subset.csv"}, "listed in subset.csv"),
        ({"random": 0.1, "seed": 7}, "10 % at random, seed 7"),
        ({"random": 0.1, "seed": 7, "invert": True}, "all but 10 % at random, seed 7"),
    ],
)
def test_that_a_subset_is_described(section, words):
    assert SubsetSettings(**section).description == words


def test_that_the_report_says_what_the_subset_is():
    found = Anonymizer.formulate(job_of(subset={"select": "age < 50", "exclude": "1"}), PEOPLE, {"age": OF_AGE})
    facts = found.describe(found.search())
    assert facts["input"]["subset"] == {"description": "age < 50, 1 taken out by hand", "records": 5, "of": 12}
    everyone = Anonymizer.formulate(job_of(), PEOPLE, {"age": OF_AGE})
    assert "subset" not in everyone.describe(everyone.search())["input"]


@settings(max_examples=examples(50))
@given(st.sampled_from(SECTIONS))
def test_that_verifying_confirms_what_was_written(tmp_path_factory, section):
    folder = tmp_path_factory.mktemp("verified")
    PEOPLE.to_pandas().to_csv(folder / "people.csv", index=False)
    job = job_of(subset=section, suppression={"limit": 1.0}).at(folder / "job.toml")
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    path = folder / "out.csv"
    facts = anonymizer.describe(solution, output)
    exported = anonymizer.write(output, path)
    facts["output"] = exported.plain()
    assert anonymizer.verify(facts, output, exported).refuted == ()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + sum(naive_records(section, 12))
