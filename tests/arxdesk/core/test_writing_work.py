"""Handing out what is applied: into any format, counted again, with local recoding and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk.core.session import search_work as search
from arxdesk.core.values.results import Result
from arxdesk.core.writing_work import ExportOptions, ExportResult, write
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.io.databases.making import TableExists
from tests.engine.reading import read_raw
from tests.engine.verification.runs import job_on, people

K = [{"model": "k-anonymity", "k": 5}]


def applied_to(anonymizer: Anonymizer, levels: tuple[int, ...] | None = None) -> Applied:
    found = Result(anonymizer, anonymizer.search())
    assert found.solution.best is not None
    return search.apply(found, levels or found.solution.best.levels, Control())


@pytest.fixture
def anonymizer(tmp_path: Path) -> Anonymizer:
    return job_on(tmp_path, people(), K)


@pytest.mark.parametrize("name", ["out.csv", "out.xlsx", "out.parquet", "out.sav", "out.dta", "out.xpt", "out.db"])
def test_that_what_is_written_is_confirmed(anonymizer: Anonymizer, tmp_path: Path, name: str):
    # SAS and SPSS have no blanks at the end of a cell, which one of the notes is.
    anonymizer = job_on(tmp_path, [row | {"note": row["note"].strip()} for row in people()], K)
    table = "shared" if name.endswith(".db") else None
    options = ExportOptions(suppressed="drop", shuffle=True, table=table, codebook=tmp_path / "book.html")
    written = write(anonymizer, applied_to(anonymizer), tmp_path / name, Control(), options)
    assert written.recount.plain()["all"] is True, written.recount.facts
    assert written.sentence == "Verified by a recount of the written file: 5-anonymity."
    assert not written.is_refuted
    assert (written.target, written.table) == (str(tmp_path / name), table)
    assert written.place == (str(tmp_path / name) if table is None else f"{tmp_path / name}, table shared")
    assert written.codebook == tmp_path / "book.html"
    assert written.codebook.exists()
    assert read_raw(tmp_path / name, header=True, table=table).records == written.records < 240


def test_that_the_job_decides_where_nothing_else_is_said(tmp_path: Path):
    output = {"suppressed": "drop", "shuffle": True, "codebook": "book.csv", "table": "t"}
    anonymizer = job_on(tmp_path, people(), K, output=output)
    written = write(anonymizer, applied_to(anonymizer), tmp_path / "out.db", Control())
    assert (written.codebook, written.table) == (tmp_path / "book.csv", "t")
    assert written.records < 240
    assert write(anonymizer, applied_to(anonymizer), tmp_path / "out.csv", Control()).table is None


def test_that_any_transformation_can_be_handed_out(anonymizer: Anonymizer, tmp_path: Path):
    written = write(anonymizer, applied_to(anonymizer, (0, 1, 0)), tmp_path / "out.csv", Control())
    assert written.recount.plain()["all"] is True, written.recount.facts


def test_that_recoded_tables_are_confirmed(tmp_path: Path):
    anonymizer = job_on(tmp_path, people(), K)
    best = applied_to(anonymizer)
    solution = anonymizer.search()
    found = anonymizer.recode(solution)
    settings = anonymizer.job.search.local_recoding
    recoded = Recoded(best.check, found, settings, 0.0, 0.0)  # type: ignore[arg-type]
    applied = search.apply(Result(anonymizer, solution), best.check.levels, Control(), recoded)
    written = write(anonymizer, applied, tmp_path / "out.csv", Control(), ExportOptions(codebook=tmp_path / "book.csv"))
    assert written.recount.plain()["all"] is True, written.recount.facts
    assert "record by record" in (tmp_path / "book.csv").read_text(encoding="utf-8")


def test_that_a_file_that_was_changed_meanwhile_is_refuted(
    anonymizer: Anonymizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    verify, path = Anonymizer.verify, tmp_path / "out.csv"

    def change_and_verify(self, facts, output, exported, control=None):
        path.write_text(path.read_text(encoding="utf-8").replace("female", "male"), encoding="utf-8")
        return verify(self, facts, output, exported, control)

    monkeypatch.setattr(Anonymizer, "verify", change_and_verify)
    written = write(anonymizer, applied_to(anonymizer), path, Control())
    assert isinstance(written, ExportResult)
    assert written.is_refuted
    assert "NOT CONFIRMED" in written.sentence


def test_that_the_input_is_never_written_to(anonymizer: Anonymizer, tmp_path: Path):
    before = (tmp_path / "people.csv").read_bytes()
    for options in (None, ExportOptions(codebook=tmp_path / "ages.csv")):
        with pytest.raises(InvalidJob, match="is a file that the job reads"):
            write(
                anonymizer,
                applied_to(anonymizer),
                tmp_path / ("people.csv" if options is None else "o.csv"),
                Control(),
                options,
            )
    assert (tmp_path / "people.csv").read_bytes() == before


def test_that_stopping_leaves_no_trace_and_a_table_that_exists_is_told(anonymizer: Anonymizer, tmp_path: Path):
    control, applied = Control(), applied_to(anonymizer)
    control.stop()
    before = {each.name for each in tmp_path.iterdir()}
    for name, table in (("out.csv", None), ("out.xlsx", None), ("out.db", "t")):
        with pytest.raises(Stopped):
            write(anonymizer, applied, tmp_path / name, control, ExportOptions(table=table))
    assert {each.name for each in tmp_path.iterdir()} == before
    write(anonymizer, applied, tmp_path / "out.db", Control(), ExportOptions(table="t"))
    with pytest.raises(TableExists):
        write(anonymizer, applied, tmp_path / "out.db", Control(), ExportOptions(table="t"))
    write(anonymizer, applied, tmp_path / "out.db", Control(), ExportOptions(table="t", replace_table=True))


def test_that_a_table_that_nobody_waited_for_counting_is_said_to_be_open(
    anonymizer: Anonymizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    control = Control()
    claims = Anonymizer.claims

    def stopped_meanwhile(self: Anonymizer, *arguments: object) -> object:
        control.stop()
        return claims(self, *arguments)

    monkeypatch.setattr(Anonymizer, "claims", stopped_meanwhile)
    written = write(anonymizer, applied_to(anonymizer), tmp_path / "out.csv", control)
    assert (tmp_path / "out.csv").exists()
    assert [(each.verified, each.reason) for each in written.recount.models] == [(None, "the recount was stopped")]
    assert not written.is_refuted
