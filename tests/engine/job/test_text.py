"""A job file that is read, changed and written again keeps everything that was not changed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import Job, job_from, load_job
from arxdesk_engine.job.text import revised
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.size import KAnonymity

TEXT = """\
# The job of the registry, agreed with the officer.

[data]
path = "../tables/people.csv"    # never leaves this machine
null_values = ["", "NA"]

[attributes.age]
role = 'quasi-identifying'
weight = 0.5   # the default, said on purpose
hierarchy = { builder = "automatic" }

[attributes."*"]
role = "insensitive"

[[privacy]]
k = 5           # five
model = "k-anonymity"

[[privacy]]
model = "l-diversity"
attribute = "illness"
l = 3

[suppression]
limit = 0.050
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "jobs" / "people.toml"
    path.parent.mkdir()
    path.write_bytes(TEXT.encode())
    return path


def changed(job: Job, **changes: object) -> Job:
    return job.model_copy(update=changes)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_that_an_unchanged_job_is_written_byte_for_byte(file, ending):
    raw = TEXT.replace("\n", ending).encode()
    file.write_bytes(raw)
    load_job(file).save(file)
    assert file.read_bytes() == raw
    load_job(file).absolute().save(file)
    assert file.read_bytes() == raw


def test_that_a_change_that_is_taken_back_leaves_no_trace(file):
    job = load_job(file).absolute()
    there = changed(job, suppression=job.suppression.model_copy(update={"limit": 0.2}))
    back = changed(there, suppression=job.suppression)
    back.save(file)
    assert file.read_text() == TEXT


def test_that_only_the_line_of_a_changed_value_changes(file):
    job = load_job(file).absolute()
    privacy = (KAnonymity(k=7), *job.privacy[1:])
    changed(job, privacy=privacy).save(file)
    assert file.read_text() == TEXT.replace("k = 5 ", "k = 7 ")


def test_that_models_are_added_and_taken_out_at_the_end(file):
    job = load_job(file).absolute()
    more = (*job.privacy, LDiversity(attribute="income", l=2))
    changed(job, privacy=more).save(file)
    text = file.read_text()
    assert "# five" in text
    assert 'attribute = "income"' in text
    assert load_job(file).privacy == more
    changed(load_job(file).absolute(), privacy=more[:1]).save(file)
    assert load_job(file).privacy == more[:1]
    assert "# five" in file.read_text()


def test_that_an_attribute_gets_settings_of_its_own(file):
    job = load_job(file).absolute()
    attributes = {**job.attributes, "sex": job.settings_of("sex").model_copy(update={"role": Role.QUASI_IDENTIFYING})}
    changed(job, attributes=attributes).save(file)
    text = file.read_text()
    assert all(words in text for words in ("never leaves this machine", "../tables/people.csv", "said on purpose"))
    assert load_job(file).settings_of("sex").role is Role.QUASI_IDENTIFYING


def test_that_saved_elsewhere_its_paths_mean_the_same(file, tmp_path):
    elsewhere = tmp_path / "tables" / "copy.toml"
    elsewhere.parent.mkdir()
    load_job(file).absolute().save(elsewhere)
    moved = load_job(elsewhere)
    assert moved.resolve(moved.data.path).resolve() == tmp_path / "tables" / "people.csv"
    assert "# five" in elsewhere.read_text()


def test_that_a_text_with_inline_tables_is_changed_as_well(file):
    file.write_text('data = { path = "a.csv" }  # here\nprivacy = [{ model = "k-anonymity", k = 2 }]\n')
    job = load_job(file).absolute()
    changed(job, privacy=(KAnonymity(k=3), LDiversity(attribute="a", l=2))).save(file)
    assert load_job(file).privacy == (KAnonymity(k=3), LDiversity(attribute="a", l=2))
    assert "# here" in file.read_text()


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (
            'data.path = "a.csv"\ndata.quote = "\'"\n[attributes]\nage.role = "sensitive"\n',
            {"data": {"path": "a.csv", "quote": "'", "rename": {"a.b": "c"}}},
        ),
        (
            'data.path = "a.csv"\n[attributes]\nzip.role = "sensitive"\nzip.weight = 0.3\n[attributes.sex]\n',
            {"attributes": {"zip": {"role": "sensitive", "replace": {"a": "b"}}, "sex": {}}},
        ),
        (
            (
                "[attributes.age]\nweight = 0.3\n[data]\npath = 'a.csv'\n[attributes.d]\nweight = 0.2\n"
                "[attributes.age.replace]\na = 'b'\n[attributes.zip]\n[attributes.zip.replace]\na = 'b'\n"
            ),
            {"attributes": {"zip": {"replace": {"a": "b"}}}},
        ),
    ],
    ids=["dotted-section", "dotted-attribute", "section-in-several-places"],
)
def test_that_a_layout_that_cannot_be_kept_is_saved_all_the_same(file, text, change):
    file.write_text(text)
    before = load_job(file).absolute()
    after = job_from({**before.content(), **change}).at(file)
    after.with_text_of(before).save(file)
    assert load_job(file).absolute().content() == after.absolute().content()


def test_that_a_name_that_no_text_can_hold_is_told(tmp_path):
    job = job_from({"data": {"path": b"caf\xe9.csv".decode("utf-8", "surrogateescape")}})
    with pytest.raises(InvalidJob, match="cannot be written"):
        job.save(tmp_path / "a.toml")
    assert not list(tmp_path.iterdir())


KEYS = st.sampled_from("abc")
CONTENT = st.recursive(
    st.one_of(st.integers(0, 3), st.lists(st.integers(0, 2), max_size=2), st.booleans()),
    lambda inner: st.one_of(
        st.dictionaries(KEYS, inner, max_size=3),
        st.lists(st.dictionaries(KEYS, st.integers(0, 2), min_size=1, max_size=2), min_size=1, max_size=3),
    ),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(KEYS, CONTENT, max_size=3)


def without_empty_tables(value: object) -> object:
    """Nobody can tell an empty table that is only a part of another one's name from none."""
    if isinstance(value, dict):
        inner = {key: without_empty_tables(each) for key, each in value.items()}
        return {key: each for key, each in inner.items() if each != {}}
    return value


@given(DOCUMENTS, DOCUMENTS)
def test_that_the_revised_text_means_what_it_should(before, after):
    text = "# first\n" + tomlkit.dumps(before)
    found = revised(text, before, after, after)
    assert without_empty_tables(tomllib.loads(found)) == without_empty_tables(after)
    assert found.startswith("# first")


def test_that_a_job_that_was_never_read_is_written_anew(tmp_path):
    job = job_from({"data": {"path": "a.csv"}})
    assert job.text_at(tmp_path / "a.toml") == job.to_toml()
