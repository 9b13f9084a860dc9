"""The reference of the job file tells every key that the engine takes, and no other."""

import pytest

from tests.packaging.scripts import load_script

reference = load_script("documentation.job_reference")
SECTIONS = dict([*reference.sections(), *reference.kinds()])


@pytest.mark.parametrize("section", SECTIONS)
def test_that_every_key_has_a_sentence_and_every_sentence_a_key(section):
    said = reference.SENTENCES.get(section, {})
    assert set(said) == set(reference.keys(section, SECTIONS[section]))
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in said.values())


def test_that_no_sentence_is_about_a_section_that_is_not_there():
    settings = {section for section, model in SECTIONS.items() if reference.keys(section, model)}
    assert set(reference.SENTENCES) - set(SECTIONS) == set()
    assert settings - set(reference.SENTENCES) == set()


def test_that_types_and_defaults_are_told():
    text = reference.job_reference()
    assert '| `engine` | `"auto"`, `"memory"`, `"duckdb"`, `"database"`, `"spark"` | `"auto"` |' in text
    assert "| `limit` | number, at least 0, at most 1 | `0.0` |" in text
    assert "| `k` | whole number, at least 1 | required | How many people" in text
    assert "engine reference" not in text
