"""Plain values as TOML: what is written is read again, and twice as much is twice the work."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.toml_text import toml_of
from arxdesk_engine.job.job import Job, job_from, load_job
from tests.operations import calls_of

KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
PLAIN = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
)
VALUES = st.recursive(
    PLAIN, lambda inside: st.lists(inside, max_size=4) | st.dictionaries(KEYS, inside, max_size=4), max_leaves=20
)


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_that_what_is_written_is_read_again(content):
    assert tomllib.loads(toml_of(content)) == content


def test_how_a_document_is_laid_out():
    content = {
        "data": {"rename": {"x y": "z"}, "path": "a.csv"},
        "attributes": {"age": {"hierarchy": {"builder": "b"}}, "*": {}},
        "privacy": [{"k": 5}, {"t": 0.2}],
    }
    assert toml_of(content) == (
        '[data]\npath = "a.csv"\n\n[data.rename]\n"x y" = "z"\n\n[attributes.age.hierarchy]\nbuilder = "b"\n\n'
        '[attributes."*"]\n\n[[privacy]]\nk = 5\n\n[[privacy]]\nt = 0.2\n'
    )


def job_with(number: int, **settings: object) -> Job:
    replaced = {f"value {place}": str(place) for place in range(number)}
    order = [f"value {place}" for place in range(number)]
    attributes = {"x": {"replace": replaced, **settings}, "y": {"type": "ordinal", "order": order}}
    return job_from({"data": {"path": "a.csv"}, "attributes": attributes})


def test_that_writing_a_job_takes_no_longer_than_it_is_long():
    few, many = job_with(500), job_with(4_000)
    assert calls_of(many.to_toml) < 10 * calls_of(few.to_toml)
    assert job_from(tomllib.loads(many.to_toml())) == many


@pytest.mark.parametrize("there", ["", '[attributes.x.replace]\na = "b" # why\n'])
def test_that_changing_a_job_file_takes_no_longer_than_it_is_long(tmp_path: Path, there: str):
    path = tmp_path / "job.toml"
    path.write_text(f'# Agreed.\n[data]\npath = "a.csv"\n[attributes.x]\nrole = "sensitive"\n{there}', encoding="utf-8")
    job = load_job(path)

    def text_with(number: int) -> str:
        attributes = job_with(number, role="sensitive").attributes
        replaced = attributes["x"].replace | job.settings_of("x").replace
        changed = attributes | {"x": attributes["x"].model_copy(update={"replace": replaced})}
        return job.model_copy(update={"attributes": changed}).with_text_of(job).text_at(path)

    assert calls_of(lambda: text_with(3_000)) < 10 * calls_of(lambda: text_with(375))
    found = text_with(3_000)
    assert "# Agreed." in found
    assert ("# why" in found) == bool(there)
    assert len(tomllib.loads(found)["attributes"]["x"]["replace"]) == 3_000 + bool(there)
