"""Hierarchies that a job names or specifies, for the columns of its table."""

from __future__ import annotations

import pytest

from arxdesk_engine.foundation.errors import InvalidHierarchy, InvalidJob
from arxdesk_engine.hierarchies.automatic import AutomaticBuilder
from arxdesk_engine.hierarchies.builders import BUILDERS
from arxdesk_engine.hierarchies.interval import IntervalBuilder
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from arxdesk_engine.release.formulation import require_fitting

TABLE = "age,born,sex,zip,code\n" + "".join(
    f"{20 + n},2{n % 3:03}-0{n % 9 + 1}-01,{'fm'[n % 2]},0{n:04},E{n % 20:02}.{n % 7}\n" for n in range(60)
)
FIVES = {
    "builder": "interval",
    "intervals": [[0, 5]],
    "levels": [[2]],
    "lower_range": "repeat",
    "upper_range": "repeat",
}


def job_on(tmp_path, attributes, **sections):
    (tmp_path / "in.csv").write_text(TABLE, encoding="utf-8")
    return job_from({"data": {"path": "in.csv"}, "attributes": attributes, **sections}).at(tmp_path / "job.toml")


def loaded(job):
    dataset = load_dataset(job)
    return dataset, load_hierarchies(job, dataset)


def test_that_builders_and_files_stand_side_by_side(tmp_path):
    (tmp_path / "sex.csv").write_text("f;*\nm;*\n", encoding="utf-8")
    attributes = {
        "age": {"hierarchy": FIVES},
        "born": {"hierarchy": {"builder": "date", "granularities": ["month", "year"]}},
        "sex": {"hierarchy": "sex.csv"},
        "zip": {"hierarchy": {"builder": "redaction"}},
        "code": {"hierarchy": {"builder": "ready-made", "name": "icd-10"}},
    }
    _dataset, hierarchies = loaded(job_on(tmp_path, attributes))
    assert {name: hierarchy.levels for name, hierarchy in hierarchies.items()} == {
        "age": 4,
        "born": 4,
        "sex": 2,
        "zip": 6,
        "code": 5,
    }
    assert ("23", "[20, 25[", "[20, 30[", "*") in hierarchies["age"].rows
    assert hierarchies["age"].source == 'attribute "age", intervals'


def test_that_the_settings_of_all_others_build_a_hierarchy_for_each(tmp_path):
    job = job_on(tmp_path, {"*": {"hierarchy": {"builder": "automatic"}}})
    dataset, hierarchies = loaded(job)
    assert set(hierarchies) == set(dataset.names)
    require_fitting(job, dataset, hierarchies)


def test_that_faults_of_all_hierarchies_are_told_with_their_attribute(tmp_path):
    attributes = {
        "age": {"hierarchy": {"builder": "interval", "intervals": [[0, 30]]}},
        "sex": {"hierarchy": {"builder": "coding", "top": 5}},
    }
    with pytest.raises(InvalidHierarchy) as caught:
        loaded(job_on(tmp_path, attributes))
    first, second = caught.value.problems
    assert str(first).startswith('attribute "age", intervals: "30" lies out of bounds: below 0 or at or above 30. ')
    assert str(second).startswith('attribute "sex", bottom and top coding: 2 values are no number: "f", "m". ')


def test_that_differential_privacy_allows_only_hierarchies_that_do_not_depend_on_the_table(tmp_path):
    private = [{"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "scheme": "medium"}]
    attributes = {"age": {"hierarchy": FIVES}, "zip": {"hierarchy": {"builder": "redaction", "length": 5}}}
    loaded(job_on(tmp_path, attributes, privacy=private))
    attributes["sex"] = {"hierarchy": {"builder": "automatic"}}
    with pytest.raises(
        InvalidJob, match=r"attributes\.sex\.hierarchy: the builder automatic makes the hierarchy from the"
    ):
        loaded(job_on(tmp_path, attributes, privacy=private))


def test_that_a_job_with_builders_is_the_same_after_saving_and_opening(tmp_path):
    attributes = {
        "age": {"role": "quasi-identifying", "hierarchy": FIVES},
        "sex": {"hierarchy": {"builder": "automatic"}},
        "zip": {"hierarchy": "zip.csv"},
    }
    job = job_on(tmp_path, attributes)
    assert isinstance(job.settings_of("age").hierarchy, IntervalBuilder)
    assert (job.settings_of("age").hierarchy_file, job.settings_of("zip").hierarchy_file) == (None, "zip.csv")
    place = tmp_path / "saved" / "job.toml"
    place.parent.mkdir()
    job.absolute().saved_at(place).save(place)
    again = load_job(place)
    assert again.settings_of("age") == job.settings_of("age")
    assert again.settings_of("sex").hierarchy == AutomaticBuilder()
    assert again.resolve(str(again.settings_of("zip").hierarchy)) == tmp_path / "zip.csv"


@pytest.mark.parametrize(
    ("hierarchy", "place", "found"),
    [
        ({"builder": "intervall"}, ".builder", '"intervall" is not known. Did you mean "interval"?'),
        ({}, ".builder", "is missing. Allowed: automatic, interval, "),
        ({"builder": "automatic", "builde": 1}, ".builde", 'this key is not known. Did you mean "builder"?'),
        ({**FIVES, "levles": 1}, ".levles", 'this key is not known. Did you mean "levels"?'),
        ({**FIVES, "intervals": [{"lower": 1, "uper": 2}]}, ".intervals.0.upper", "is missing. Add it."),
        ({**FIVES, "upper_range": {"codin": 2}}, ".upper_range.codin", 'Did you mean "coding"?'),
        ({**FIVES, "levels": [[{"size": 2, "lable": "set"}]]}, ".levels.0.0.lable", 'Did you mean "label"?'),
        ({**FIVES, "label": {"function": "constant", "txt": "x"}}, ".label.txt", 'Did you mean "text"?'),
        ({**FIVES, "label": "intervall"}, ".label", '"intervall" is not known. Did you mean "interval"?'),
        ({**FIVES, "levels": [[0]]}, ".levels.0.0.size", "0 is not allowed. It should be greater than or equal to 1."),
        ({"builder": "date", "granularities": ["weak"]}, ".granularities.0", '"weak" is not allowed. Allowed: '),
        ({"builder": "ready-made", "name": "icd10"}, ".name", '"icd10" is not known. Did you mean "icd-10"?'),
        (3, "", "3 is not allowed. Write the name of a file, or a table such as { builder"),
    ],
)
def test_that_faults_in_a_builder_have_their_place_and_the_nearest_key(hierarchy, place, found):
    with pytest.raises(InvalidJob) as caught:
        job_from({"data": {"path": "a.csv"}, "attributes": {"age": {"hierarchy": hierarchy}}})
    problems = {problem.place: f"{problem.found}. {problem.remedy}" for problem in caught.value.problems}
    assert found in problems[f"job, attributes.age.hierarchy{place}"]


def test_that_every_builder_has_its_name():
    assert all(kind.model_fields["builder"].default == name for name, kind in BUILDERS.items())
