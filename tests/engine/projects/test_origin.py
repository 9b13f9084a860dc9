"""Where a table came from, without what is nobody's business."""

import datetime as dt

import pytest
from pydantic import ValidationError

from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.projects.origin import Origin, name_of


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("people.csv", "people.csv"),
        ("/home/anna/secret study/people.csv", "people.csv"),
        ("C:\\Users\\Anna\\people.xlsx", "people.xlsx"),
        ("sqlite:////home/anna/people.db", "people.db"),
        ("postgresql://anna@db.example:5432/study", "postgresql://db.example:5432/study"),
        ("postgresql://db.example/study?sslmode=require", "postgresql://db.example/study?sslmode=require"),
        ("study.arxdesk/data.parquet", "data.parquet"),
    ],
)
def test_that_an_origin_names_the_file_or_the_server_alone(place, name):
    assert name_of(place) == name
    origin = Origin.of(DataSource(path=place, sheet="one", columns=("a",)), dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    assert (origin.name, origin.data.path, origin.data.sheet, origin.data.columns) == (name, name, "one", ("a",))
    assert Origin.model_validate(origin.model_dump(mode="json")) == origin


def test_that_a_moment_has_a_time_zone_and_a_year_of_this_age():
    for moment in ("2026-01-01T00:00:00", "0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z"):
        with pytest.raises(ValidationError):
            Origin.model_validate({"name": "x", "data": {"path": "x"}, "read": moment})
