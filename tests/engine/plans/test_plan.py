"""A plan done to new rows, beside a mapping that is written out by hand."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import Job, job_from, load_job
from arxdesk_engine.plans.new_rows import NewRows, TooSmallGroups, applied_to, table_for
from arxdesk_engine.plans.plan import fixed_levels, follows_from_table, plan_of, with_levels

K = 3
COLOURS = {"red": "warm", "orange": "warm", "blue": "cold", "green": "cold"}


def job_in(folder: Path, age: object = None, **more: object) -> Job:
    (folder / "people.csv").write_text(
        "age,colour,note\n" + "".join(f"{20 + n % 30},{list(COLOURS)[n % 4]},n{n}\n" for n in range(120))
    )
    table = [[value, label, "*"] for value, label in COLOURS.items()]
    content = {
        "data": {"path": "people.csv"},
        "attributes": {
            "age": {"role": "quasi-identifying", "hierarchy": age or {"builder": "automatic"}, "minimum_level": 1},
            "colour": {
                "role": "quasi-identifying",
                "hierarchy": {"builder": "table", "rows": table},
                "minimum_level": 1,
                "maximum_level": 1,
            },
            "note": {"role": "insensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": K}],
        **more,
    }
    return job_from(content).at(folder / "job.toml")


def planned(job: Job) -> tuple[Job, dict[str, str]]:
    """The plan of the best transformation, and the label of each age in the table that it was found in."""
    anonymizer = Anonymizer.open(job)
    levels = anonymizer.search().best.levels
    output = anonymizer.apply(levels)
    shown = output.dataset["age"].texts()
    labels = {
        value: label for value, label in zip(anonymizer.dataset["age"].texts(), shown, strict=True) if label != "*"
    }
    return plan_of(anonymizer, levels), labels


def applied(plan: Job, folder: Path, rows: list[tuple[str, str]], small: str = "remove") -> NewRows:
    path = folder / "new.csv"
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([("age", "colour", "note"), *((*row, f"n{n}") for n, row in enumerate(rows))])
    job, dataset = table_for(plan, str(path))
    return applied_to(job, dataset, small)


def shown(dataset: Dataset) -> list[tuple[str, ...]]:
    return list(zip(*(column.texts() for column in dataset), strict=True))


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Job, dict[str, str]]:
    folder = tmp_path_factory.mktemp("plan")
    return folder, *planned(job_in(folder))


@settings(deadline=None, max_examples=25)
@given(
    rows=st.lists(
        st.tuples(st.integers(15, 55).map(str), st.sampled_from([*COLOURS, "violet"])), min_size=1, max_size=40
    )
)
def test_that_new_rows_get_the_labels_of_the_plan_and_small_groups_go(fixed, rows):
    folder, plan, labels = fixed
    found = applied(plan, folder, rows)
    expected = [(labels.get(age, None), COLOURS.get(colour, "*")) for age, colour in rows]
    written = shown(found.output.dataset)
    sizes = Counter(row[:2] for row in written if row[:2] != ("*", "*") or not found.violating)
    assert min((size for group, size in sizes.items() if group != ("*", "*")), default=K) >= K
    for (age, colour), row in zip(expected, written, strict=True):
        if row[:2] != ("*", "*"):
            assert age is None or row[0] == age
            assert row[1] == colour
    kept = shown(applied(plan, folder, rows, "keep").output.dataset)
    groups = Counter(row[:2] for row in kept)
    assert found.violating == sum(size for size in groups.values() if size < K)
    assert [row[1] for row in kept] == [colour for _age, colour in expected]
    assert [row[2] for row in kept] == [f"n{n}" for n in range(len(rows))]
    violet = sum(colour == "violet" for _age, colour in rows)
    assert ("colour" in found.unseen) == (violet > 0)
    if violet:
        assert (found.unseen["colour"].values, found.unseen["colour"].rows) == (1, violet)


def test_that_hierarchies_made_from_the_table_stay_as_they_were(tmp_path: Path):
    plan, labels = planned(job_in(tmp_path))
    assert not follows_from_table(plan)
    found = applied(plan, tmp_path, [("49", "red")] * 5 + [("20", "blue")] * 5)
    assert {row[0] for row in shown(found.output.dataset)} == {labels["49"], labels["20"]}


def test_that_a_plan_is_a_job_that_can_be_saved(tmp_path: Path):
    plan, _labels = planned(job_in(tmp_path))
    path = tmp_path / "study.plan.toml"
    plan.saved_at(path).save(path)
    again = load_job(path)
    assert fixed_levels(Anonymizer.open(again)) == fixed_levels(Anonymizer.open(plan))
    rows = [("30", "red")] * 4 + [("31", "blue")] * 2
    assert shown(applied(again, tmp_path, rows).output.dataset) == shown(applied(plan, tmp_path, rows).output.dataset)


def test_that_small_groups_can_end_it(fixed):
    folder, plan, _labels = fixed
    with pytest.raises(TooSmallGroups, match="2 records of 6 are in groups that violate"):
        applied(plan, folder, [("30", "red")] * 4 + [("30", "blue")] * 2, "fail")
    assert applied(plan, folder, [("30", "red")] * 4, "fail").violating == 0


def test_that_levels_of_a_report_make_a_plan(tmp_path: Path):
    job = job_in(tmp_path)
    assert fixed_levels(Anonymizer.open(with_levels(job, {"age": 1}))) == (1, 1)
    with pytest.raises(InvalidJob, match='"height", which is no attribute'):
        with_levels(job, {"height": 1})
    with pytest.raises(InvalidJob, match="is no plan"):
        fixed_levels(Anonymizer.open(job))


@pytest.mark.parametrize("search", [{"local_recoding": {"iterations": 5}}, {"recoding": "groupwise"}])
def test_that_levels_of_single_records_are_no_plan(tmp_path: Path, search):
    anonymizer = Anonymizer.open(job_in(tmp_path, search=search))
    with pytest.raises(InvalidJob, match="levels of their own"):
        plan_of(anonymizer, anonymizer.problem.lattice.top)
