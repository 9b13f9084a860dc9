"""The section [utility] of a job."""

import pytest

from arxdesk_engine.analysis.statistics.classifiers import CLASSIFIERS
from arxdesk_engine.analysis.statistics.features import SCALINGS
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.job.utility import UtilitySettings, require_columns
from tests.engine.problems import column_of


def job(**utility):
    return job_from({"data": {"path": "people.csv"}, "utility": utility})


def test_that_nobody_asks_unless_the_section_is_there(tmp_path):
    assert job_from({"data": {"path": "people.csv"}}).utility is None
    assert job().utility == UtilitySettings()


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"targets": ["disease"], "features": ["age", "sex"], "methods": ["naive-bayes"], "folds": 3},
        {"scaling": {"age": "log"}, "seed": 7, "max_records": 500},
    ],
)
def test_that_a_saved_job_asks_for_the_same(tmp_path, content):
    path = tmp_path / "job.toml"
    job(**content).save(path)
    assert load_job(path).utility == job(**content).utility


def test_that_every_method_and_scaling_can_be_named():
    settings = job(methods=list(CLASSIFIERS), scaling={name: name for name in SCALINGS}).utility
    assert settings.methods == tuple(CLASSIFIERS) == UtilitySettings().methods
    assert settings.scaling == {name: name for name in SCALINGS}


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ({"folds": 1}, "utility.folds"),
        ({"folds": 10.0}, "utility.folds"),
        ({"methods": ["neural-network"]}, "utility.methods.0"),
        ({"targets": ["a", "a"]}, "utility.targets"),
        ({"scaling": {"age": "cube"}}, "utility.scaling.age"),
        ({"max_records": 1}, "utility.max_records"),
        ({"seed": -1}, "utility.seed"),
        ({"fold": 3}, "utility.fold"),
    ],
)
def test_that_what_is_not_allowed_is_told_with_its_path(content, place):
    with pytest.raises(InvalidJob) as caught:
        job(**content)
    assert [problem.place for problem in caught.value.problems] == [f"job, {place}"]


TABLE = Dataset((column_of("age", ("1", "2")), column_of("sex", ("f", "m"))))


def test_that_attributes_of_the_table_are_accepted():
    require_columns(UtilitySettings(targets=("sex",), features=("age",), scaling={"age": "log"}), TABLE, "job")


@pytest.mark.parametrize(
    ("content", "place", "found"),
    [
        ({"targets": ("agee",)}, "job, utility.targets", "no attribute"),
        ({"features": ("sexx",)}, "job, utility.features", "no attribute"),
        ({"scaling": {"weight": "log"}}, "job, utility.scaling", "no attribute"),
        ({"scaling": {"sex": "log"}}, "job, utility.scaling", "no numbers"),
    ],
)
def test_that_attributes_that_are_not_there_are_told(content, place, found):
    with pytest.raises(InvalidJob) as caught:
        require_columns(UtilitySettings(**content), TABLE, "job")
    (problem,) = caught.value.problems
    assert problem.place == place
    assert found in problem.found


def test_that_they_are_told_before_a_search():
    wrong = job_from(
        {
            "data": {"path": "people.csv"},
            "attributes": {"age": {"role": "quasi-identifying"}},
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "utility": {"targets": ["disease"]},
        }
    )
    with pytest.raises(InvalidJob, match="disease"):
        Anonymizer.formulate(wrong, TABLE, {})
