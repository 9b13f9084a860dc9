"""A copy with drawn values in every format: written together with the result or not at all, and confirmed."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import InvalidJob, UnwritableFile
from arxdesk_engine.job.job import job_from
from arxdesk_engine.release.export import SPREAD_SUFFIXES, require_exportable
from tests.engine.io.test_every_format import rows_of
from tests.engine.reading import read_raw
from tests.engine.verification.runs import Run, job_on, people, run, write_table, written

K = {"model": "k-anonymity", "k": 4}
BY_GROUPS = {"recoding": "groupwise"}


def recoded(folder: Path, **output: Any) -> Run:
    # SAS and SPSS have no blanks at the end of a cell, which one of the notes is.
    rows = [row | {"note": row["note"].strip()} for row in people()]
    return run(folder, [K], rows, search=BY_GROUPS, output=output)


@pytest.mark.parametrize("suffix", SPREAD_SUFFIXES)
def test_that_a_copy_in_any_format_is_confirmed(tmp_path: Path, suffix: str):
    done = recoded(tmp_path, spread=f"spread{suffix}", suppressed="drop", shuffle=True)
    counted = done.verify()
    assert counted.plain()["all"] is True, counted.facts
    assert {each.claim for each in counted.facts} >= {"spread sha256", "spread records", "spread cells"}
    rows = rows_of(read_raw(tmp_path / f"spread{suffix}", header=True))
    expected = done.anonymizer.spread(done.output, done.exported.order).dataset
    ages = expected.names.index("age")
    assert [row[ages] for row in rows] == expected["age"].texts().tolist()


def test_that_a_copy_is_a_file_beside_a_table_of_a_database(tmp_path: Path):
    done = recoded(tmp_path, spread="spread.csv")
    table = done.anonymizer.job.with_output(path=str(tmp_path / "out.db"), table="t")
    anonymizer = Anonymizer.open(table)
    exported = anonymizer.write(done.output)
    assert anonymizer.verify(done.facts | {"output": exported.plain()}, done.output, exported).plain()["all"] is True


def test_that_decimal_commas_are_those_of_the_result(tmp_path: Path):
    output = {"spread": "spread.csv", "decimal_mark": ","}
    content = job_on(tmp_path, people(), [K], search=BY_GROUPS, output=output).job.content()
    rows = [[f"{age}.5", f"{age // 8 * 8}+", "*"] for age in range(16, 64)]
    content["attributes"]["age"]["hierarchy"] = {"builder": "table", "rows": rows}
    write_table(tmp_path / "people.csv", [row | {"age": f"{row['age']}.5"} for row in people()])
    done = written(Anonymizer.open(job_from(content).at(tmp_path / "job.toml")), tmp_path / "out.csv")
    assert done.verify().plain()["all"] is True, done.verify().facts
    assert ";20,5;" in (tmp_path / "spread.csv").read_text()


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ({"spread": "out.csv"}, "the drawn values would replace the result"),
        ({"spread": "book.csv", "codebook": "book.csv"}, "the codebook would replace the drawn values"),
        ({"spread": "people.csv", "codebook": "book.csv"}, "is a file that the job reads"),
        ({"spread": "ages.csv", "codebook": "book.csv"}, "is a file that the job reads"),
        ({"spread": "spread.db"}, "has no suffix that can be written"),
        ({"spread": "spread.docx"}, "has no suffix that can be written"),
        ({"spread": "copy.csv"}, 'neither a codebook nor the name "copy.csv" says that values are drawn'),
    ],
)
def test_that_places_that_cannot_be_are_refused_before_long_work(tmp_path: Path, output: dict[str, str], found: str):
    job = job_on(tmp_path, people(), [K], output={"path": "out.csv"} | output).job
    with pytest.raises(InvalidJob) as caught:
        require_exportable(job, "output.path")
    assert found in caught.value.message
    assert "output.spread" in caught.value.message


def test_that_a_codebook_says_what_the_name_does_not(tmp_path: Path):
    done = recoded(tmp_path, spread="copy.csv", codebook="book.html")
    assert done.exported.spread is not None
    assert "The copy copy.csv has drawn values in the place of labels" in (tmp_path / "book.html").read_text()


@pytest.mark.parametrize("broken", ["write_codebook", "export"])
@pytest.mark.parametrize("was_there", [True, False])
def test_that_it_does_not_stay_without_result_and_codebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str, was_there: bool
):
    def refuse(*_given: object, **_named: object) -> None:
        raise UnwritableFile.from_os_error(tmp_path, OSError(errno.EIO, "Input/output error"))

    files = [tmp_path / name for name in ("out.csv", "spread.csv")]
    for path in files:
        if was_there:
            path.write_bytes(b"old")
    monkeypatch.setattr(f"arxdesk_engine.anonymizer.{broken}", refuse)
    with pytest.raises(UnwritableFile):
        recoded(tmp_path, spread="spread.csv", codebook="book.html")
    assert [path.read_bytes() if path.exists() else None for path in files] == [b"old" if was_there else None] * 2


def test_that_a_result_does_not_stay_without_its_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_given: object, **_named: object) -> None:
        raise UnwritableFile.from_os_error(tmp_path, OSError(errno.ENOSPC, "No space left on device"))

    (tmp_path / "out.csv").write_bytes(b"old")
    monkeypatch.setattr("arxdesk_engine.anonymizer.write_spread", refuse)
    with pytest.raises(UnwritableFile):
        recoded(tmp_path, spread="spread.csv")
    assert (tmp_path / "out.csv").read_bytes() == b"old"
    assert not (tmp_path / "spread.csv").exists()
