"""Pseudonyms: stable under a key, different for different values, and their mapping a file of its own."""

import csv
import io

import pytest

from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile
from arxdesk_engine.job.attributes import PSEUDONYM_ALPHABET
from arxdesk_engine.release.transform.pseudonyms import mapping, pseudonyms, require_different, require_free

KEY, OTHER = b"0123456789abcdef", b"fedcba9876543210"


def made(values, key=KEY, length=16, alphabet=PSEUDONYM_ALPHABET):
    return pseudonyms(values, key, length, alphabet)


def test_that_the_same_person_has_the_same_pseudonym_in_every_table_with_the_same_key():
    first, second = made(["Ann", "Bob", "Cy"]), made(["Cy", "Dora", "Ann"])
    assert (first[0], first[2]) == (second[2], second[0])
    assert not set(first) & set(made(["Ann", "Bob", "Cy"], OTHER))


@pytest.mark.parametrize(
    ("length", "alphabet"), [(16, PSEUDONYM_ALPHABET), (64, "ab"), (4, "0123456789"), (40, "äöü€")]
)
def test_that_pseudonyms_have_the_length_and_the_characters_asked_for(length, alphabet):
    found = made([f"person {number}" for number in range(50)], KEY, length, alphabet)
    assert {len(each) for each in found} == {length}
    assert set("".join(found)) == set(alphabet)


def test_that_missing_cells_stay_missing():
    assert made(["", "Ann"])[0] == ""


def test_that_collisions_are_told_by_their_number_alone():
    values = [f"person {number}" for number in range(40)]
    found = made(values, KEY, 1, "ab")
    with pytest.raises(InvalidData, match=r"38 pseudonyms stand for several values\. Choose a larger length") as caught:
        require_different(values, found, "job, attributes.name.masking")
    assert "person" not in caught.value.message
    require_different(values, made(values), "job")


def test_that_a_mapping_lists_every_value_and_its_pseudonym():
    values = ["", 'Ann "A"', "Bob;B", "two\nlines"]
    rows = list(csv.reader(io.StringIO(mapping(values, made(values)).decode(), newline=""), delimiter=";"))
    assert rows == [["original", "pseudonym"], *([value, made([value])[0]] for value in values[1:])]


def test_that_a_mapping_never_takes_the_place_of_anything_else(tmp_path):
    path, content = tmp_path / "map.csv", mapping(["Ann"], made(["Ann"]))
    assert require_free(path, content, "job")
    path.write_bytes(content)
    assert not require_free(path, content, "job")
    path.write_bytes(b"something else")
    with pytest.raises(InvalidJob, match=r'mapping_file: "map\.csv" already exists with other content'):
        require_free(path, content, "job, mapping_file")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InvalidJob):
        require_free(tmp_path / "folder", content, "job")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises((InvalidJob, UnreadableFile)):
        require_free(tmp_path / "link", content, "job")
