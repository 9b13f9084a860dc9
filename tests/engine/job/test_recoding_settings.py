"""The settings of recoding in a job: which are allowed together, what a wrong one says, that they stay as written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.job.search import GroupwiseSettings, LocalRecodingSettings, SearchSettings
from arxdesk_engine.projects.archive import job_of, read_project, write_project
from tests.engine.projects.projects import people
from tests.tiers import examples

DATA = '[data]\npath = "table.csv"\n'
SECONDS = st.floats(0.0, 1e9, exclude_min=True)
GROUPWISE = st.builds(
    GroupwiseSettings, time_limit=st.none() | SECONDS, defence=st.sampled_from(["none", "public-splits"])
)
ITERATED = st.builds(LocalRecodingSettings, iterations=st.integers(1, 10**6))


def loaded(folder: Path, search: str) -> SearchSettings:
    path = folder / "job.toml"
    path.write_text(f"{DATA}[search]\n{search}\n")
    return load_job(path).search


def problem_of(folder: Path, search: str) -> tuple[str, str]:
    """The place and the whole sentence of the only problem."""
    with pytest.raises(InvalidJob) as caught:
        loaded(folder, search)
    (problem,) = caught.value.problems
    return problem.place.rpartition(", ")[2], f"{problem.found}. {problem.remedy}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", None),
        ('recoding = "none"', None),
        ('recoding = "iterated"', LocalRecodingSettings()),
        ("local_recoding = { iterations = 7 }", LocalRecodingSettings(iterations=7)),
        ('recoding = "iterated"\nlocal_recoding = { iterations = 7 }', LocalRecodingSettings(iterations=7)),
        ('recoding = "groupwise"', GroupwiseSettings()),
        ('recoding = "groupwise"\nlocal_recoding = false', GroupwiseSettings()),
        ('recoding = "groupwise"\nrecoding_time_limit = 2.5', GroupwiseSettings(time_limit=2.5)),
        ('recoding = "groupwise"\nrecoding_time_limit = 30', GroupwiseSettings(time_limit=30.0)),
        (
            'recoding = "groupwise"\ndefence = "public-splits"\nrecoding_time_limit = 2.5',
            GroupwiseSettings(time_limit=2.5, defence="public-splits"),
        ),
        ('recoding = "none"\ndefence = "none"', None),
    ],
)
def test_that_each_way_of_recoding_is_read(tmp_path: Path, written: str, expected: object):
    assert loaded(tmp_path, written).recoding_settings == expected


@pytest.mark.parametrize(
    ("written", "place", "allowed"),
    [
        ('recoding = "groups"', "search.recoding", ("none", "iterated", "groupwise")),
        ("recoding = true", "search.recoding", ("none", "iterated", "groupwise")),
        ('recoding = "groupwise"\ndefence = "public"', "search.defence", ("none", "public-splits")),
        ('recoding = "groupwise"\ndefence = false', "search.defence", ("none", "public-splits")),
        ('recoding = "groupwise"\nrecoding_time_limit = 0', "search.recoding_time_limit", ("greater than 0",)),
        ('recoding = "groupwise"\nrecoding_time_limit = -1.0', "search.recoding_time_limit", ("greater than 0",)),
        ('recoding = "groupwise"\nrecoding_time_limit = nan', "search.recoding_time_limit", ()),
        ('recoding = "groupwise"\nrecoding_time_limit = "30"', "search.recoding_time_limit", ("number",)),
        ('recoding = "groupwise"\nrecoding_time_limit = true', "search.recoding_time_limit", ("number",)),
        ('recoding = "groupwise"\nrecoding_limit = 3.0', "search.recoding_limit", ("recoding_time_limit",)),
        ('recoding = "groupwise"\ndefense = "none"', "search.defense", ("defence",)),
    ],
)
def test_that_a_wrong_value_is_told_with_what_is_allowed(
    tmp_path: Path, written: str, place: str, allowed: tuple[str, ...]
):
    found, sentence = problem_of(tmp_path, written)
    assert found == place
    assert all(each in sentence for each in allowed), sentence


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ('recoding = "groupwise"\nlocal_recoding = {}', 'local_recoding does not go with recoding = "groupwise"'),
        ('recoding = "none"\nlocal_recoding = { iterations = 3 }', 'local_recoding does not go with recoding = "none"'),
        ("recoding_time_limit = 3.0", 'recoding_time_limit belongs to recoding = "groupwise". Leave it out'),
        (
            'recoding = "iterated"\nrecoding_time_limit = 3.0',
            'recoding_time_limit belongs to recoding = "groupwise". Leave it out',
        ),
        ('defence = "public-splits"', 'defence belongs to recoding = "groupwise". Leave it out'),
        ('recoding = "none"\ndefence = "public-splits"', 'defence belongs to recoding = "groupwise". Leave it out'),
    ],
)
def test_that_settings_that_contradict_each_other_are_refused(tmp_path: Path, written: str, sentence: str):
    place, found = problem_of(tmp_path, written)
    assert place == "search"
    assert sentence in found


@given(GROUPWISE | ITERATED | st.none())
@settings(max_examples=examples(100))
def test_that_settings_survive_being_written(tmp_path_factory, chosen):
    search = SearchSettings(seed=3).with_recoding(chosen)
    job = job_from({"data": {"path": "table.csv"}}).model_copy(update={"search": search})
    path = tmp_path_factory.getbasetemp() / "recoding.toml"
    job.save(path)
    assert load_job(path).search == search
    assert load_job(path).search.recoding_settings == chosen


@given(GROUPWISE | ITERATED | st.none(), GROUPWISE | ITERATED | st.none())
@settings(max_examples=examples(100))
def test_that_one_way_leaves_nothing_of_another(first, then):
    assert SearchSettings().with_recoding(first).with_recoding(then) == SearchSettings().with_recoding(then)


def test_that_only_its_lines_change_in_a_text(tmp_path: Path):
    text = f'{DATA}\n[search]\nseed = 4   # as agreed\nrecoding = "groupwise"  # the board wants detail\n'
    path = tmp_path / "job.toml"
    path.write_text(text)
    job = load_job(path)
    longer = job.search.with_recoding(GroupwiseSettings(time_limit=9.0, defence="public-splits"))
    job.model_copy(update={"search": longer}).save(path)
    changed = path.read_text()
    assert changed.startswith(text)
    assert set(changed.removeprefix(text).split("\n")) == {
        "recoding_time_limit = 9.0",
        'defence = "public-splits"',
        "",
    }
    load_job(path).model_copy(update={"search": job.search.with_recoding(None)}).save(path)
    assert path.read_text() == f"{DATA}\n[search]\nseed = 4   # as agreed\n"


@pytest.mark.parametrize("chosen", [GroupwiseSettings(time_limit=2.0, defence="public-splits"), None])
def test_that_a_project_keeps_them(tmp_path: Path, chosen: GroupwiseSettings | None):
    (tmp_path / "work").mkdir()
    project = people(tmp_path / "work")
    search = project.job.search.with_recoding(chosen)
    kept = tmp_path / "study.arxdesk"
    write_project(kept, replace(project, job=project.job.model_copy(update={"search": search})))
    assert job_of(kept).search.recoding_settings == read_project(kept).job.search.recoding_settings == chosen
