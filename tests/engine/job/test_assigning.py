"""Settings of a job put in place by name: what the text means says the schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.assigning import assigned
from arxdesk_engine.job.job import Job, job_from

CONTENT: dict[str, Any] = {
    "data": {"path": "people.csv"},
    "attributes": {
        "age": {"role": "quasi-identifying", "hierarchy": {"builder": "automatic"}},
        "größe.cm": {"role": "sensitive"},
    },
    "privacy": [
        {"model": "k-anonymity", "k": 5},
        {"model": "l-diversity", "variant": "distinct", "attribute": "größe.cm", "l": 2},
    ],
}


@pytest.fixture
def job() -> Job:
    return job_from(CONTENT).at(Path("study/job.toml"))


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("suppression.limit", "0.05", lambda job: job.suppression.limit == 0.05),
        ("suppression.limit", "1", lambda job: job.suppression.limit == 1.0),
        ("data.path", "2026-11-28", lambda job: job.data.path == "2026-11-28"),
        ("data.encoding", "1252", lambda job: job.data.encoding == "1252"),
        ("data.delimiter", ";", lambda job: job.data.delimiter == ";"),
        ("data.count", "1", lambda job: job.data.count == "1"),
        ("data.cleanse", "true", lambda job: job.data.cleanse is True),
        ("data.null_values", "NA,null", lambda job: job.data.null_values == ("NA", "null")),
        ("data.null_values", '["N,A"]', lambda job: job.data.null_values == ("N,A",)),
        ("data.two_digit_years_until", "2030-01-31", lambda job: str(job.data.two_digit_years_until) == "2030-01-31"),
        ("privacy.1.k", "7", lambda job: job.privacy[0].k == 7),
        ("privacy.k-anonymity.k", "7", lambda job: job.privacy[0].k == 7),
        ("attributes.age.maximum_level", "2", lambda job: job.attributes["age"].maximum_level == 2),
        ("attributes.age.hierarchy", "ages.csv", lambda job: job.attributes["age"].hierarchy == "ages.csv"),
        (
            "attributes.age.hierarchy",
            '{ builder = "interval", intervals = [{ lower = 0, upper = 10 }] }',
            lambda job: job.attributes["age"].hierarchy.builder == "interval",
        ),
        (
            'attributes."größe.cm".role',
            "identifying",
            lambda job: job.settings_of("größe.cm").role.value == "identifying",
        ),
        ("attributes.sex.role", "identifying", lambda job: job.settings_of("sex").role.value == "identifying"),
        ("output.path", "out.csv", lambda job: job.output_place == "study/out.csv"),
    ],
)
def test_that_the_schema_says_what_a_text_means(job: Job, key: str, text: str, found):
    changed = assigned(job, key, text)
    assert found(changed)
    assert changed.file == job.file
    assert assigned(changed, key, text) == changed


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        ("suppression.limit", "abc", 'suppression.limit: "abc" is not allowed. It should be a valid number.'),
        ("suppression.limit", "2", "suppression.limit: 2 is not allowed. It should be less than or equal to 1."),
        ("suppression.limt", "0.1", 'suppression.limt: this key is not known. Did you mean "limit"?'),
        (
            "privacy.3.k",
            "5",
            'privacy.3.k: the job has no "3" there. Allowed: 1, 2, k-anonymity, l-diversity.',
        ),
        ("privacy.1.k", "five", 'privacy.1.k: "five" is not allowed. It should be a valid integer.'),
        ("limit", "1", "limit: this is no setting. Write section.key, as in suppression.limit."),
        ("data.path.x", "1", 'data.path.x: "path" has no settings of its own. Write its whole value.'),
        ("quality.model", "los", 'quality.model: "los" is not known. Did you mean "loss"?'),
        (
            "privacy.l-diversity.k",
            "1",
            "privacy.l-diversity.k (privacy.2.k): this key is not known.",
        ),
    ],
)
def test_that_a_fault_names_the_key(job: Job, key: str, text: str, told: str):
    with pytest.raises(InvalidJob) as raised:
        assigned(job, key, text)
    assert str(raised.value).startswith(told)


def test_that_a_name_of_several_tables_is_not_enough():
    twice = [{"model": "l-diversity", "variant": "distinct", "attribute": name, "l": 2} for name in ("age", "größe.cm")]
    with pytest.raises(InvalidJob, match="several tables"):
        assigned(job_from(CONTENT | {"privacy": twice}), "privacy.l-diversity.l", "3")
