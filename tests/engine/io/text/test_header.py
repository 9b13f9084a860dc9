"""What the first row of a table is taken for, and when somebody has to say."""

import pytest

from arxdesk_engine.foundation.errors import UnclearTable
from arxdesk_engine.io.text.header import guess_header
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_dataset


def rows(text):
    return [line.split(";") for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("text", "is_header", "confidence"),
    [
        ("name;age\nAnn;3\nBo;4", True, "certain"),
        ("name;city\nAnn;Ulm\nBo;Bremen", True, "likely"),
        ("Ann;3\nBo;4", False, "certain"),
        ("Ann;34;NA\nBo;35;1200\nCo;36;900", False, "certain"),
        ("region;2019;income\nUlm;1;2\nBonn;3;4", False, "uncertain"),
        ("Anna Secret;female;Bremen\nBea;male;Ulm\nCo;female;Bonn", False, "uncertain"),
        ("P001;Ulm\nP002;Bonn\nP003;Bremen", True, "uncertain"),
        ("a@b.de;Ulm\nc@d.de;Bonn\nx.y@z.org;Bremen\nb@c.de;Rom", True, "likely"),
        ("a@b.de;Ulm\nc@d.de;Bonn\nb@c.de;Rom", True, "uncertain"),
        ("id;code\nP001;x1\nP002;x2", True, "likely"),
        ("a;a\n1;2", True, "certain"),
        ("x;y", True, "likely"),
        ("1;2", False, "certain"),
    ],
)
def test_that_the_first_row_is_judged(text, is_header, confidence):
    guess = guess_header(rows(text))
    assert (guess.is_header, guess.confidence) == (is_header, confidence)


TABLE = "Anna Secret;female;Bremen\nBea Hidden;female;Ulm\nCarl Third;male;Bremen\n"


@pytest.mark.parametrize(("header", "records"), [(True, 2), (False, 3)])
def test_that_a_job_has_to_say_what_a_first_row_is_that_looks_like_a_record(tmp_path, header, records):
    path = tmp_path / "plain.csv"
    path.write_text(TABLE, encoding="utf-8")
    with pytest.raises(UnclearTable, match="the first row may be a record") as caught:
        load_dataset(Job(data=DataSource(path=str(path))))
    assert "Secret" not in caught.value.message
    dataset = load_dataset(Job(data=DataSource(path=str(path), header=header)))
    assert dataset.records == records
    assert dataset.guesses == ()


def test_that_guesses_are_told(tmp_path):
    path = tmp_path / "old.csv"
    path.write_bytes("name;city\nMüller;Ulm\nSchäfer;Bonn\n".encode("cp1252"))
    guesses = load_dataset(Job(data=DataSource(path=str(path)))).guesses
    assert guesses == ("the encoding is cp1252 (encoding)", "the first row names the columns (header)")
    job = Job(data=DataSource(path=str(path), encoding="cp1252", header=True))
    assert load_dataset(job).guesses == ()
