"""What is chosen for an export, and what the writer is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arxdesk.core.writing_work import ExportOptions
from arxdesk.exporting.choices import ExportChoices, first_choices, outside_memory
from arxdesk.exporting.formats import CODEBOOKS, FORMATS, format_named
from arxdesk_engine.io.writing import WRITABLE
from arxdesk_engine.job.job import Job, job_from

FOLDER = Path("/data/out")
PROPOSED = FOLDER / "study-anonymous.csv"
CHOSEN = ExportChoices(PROPOSED, PROPOSED)


def job(**output: object) -> Job:
    return job_from({"data": {"path": "study.csv"}} | ({"output": output} if output else {}))


def first(made: Job, suppressed: str = "keep", *, shuffle: bool = False) -> ExportChoices:
    return first_choices(made.at(FOLDER / "study.toml"), PROPOSED, suppressed=suppressed, shuffle=shuffle)


def test_that_every_format_that_can_be_written_to_a_file_is_offered_and_no_other():
    offered = {suffix for each in FORMATS for suffix in each.suffixes}
    writable = {suffix for kind, suffixes in WRITABLE.items() if kind != "database" for suffix in suffixes}
    assert offered == writable


@pytest.mark.parametrize("each", FORMATS, ids=lambda each: each.name)
def test_that_a_format_is_known_by_its_suffixes_and_explained(each):
    assert each.sentence.endswith(".")
    for suffix in each.suffixes:
        assert format_named(Path(f"a{suffix}")) is each
        assert format_named(Path(f"a.b{suffix.upper()}")) is each


def test_that_a_name_without_a_format_means_none():
    assert [format_named(Path(name)) for name in ("a", "a.docx", "", ".csv")] == [None, None, None, None]


def test_that_another_format_changes_the_suffix_alone():
    excel = next(each for each in FORMATS if each.name == "Excel")
    assert CHOSEN.as_format(excel).path == FOLDER / "study-anonymous.xlsx"
    assert replace(CHOSEN, path=FOLDER / "version 1.2").as_format(excel).path == FOLDER / "version 1.2.xlsx"
    assert replace(CHOSEN, path=FOLDER / "a.txt").as_format(FORMATS[0]).path == FOLDER / "a.txt"
    assert replace(CHOSEN, path=Path()).as_format(excel).path == Path()


def test_that_companions_stand_beside_the_table_and_bear_its_name():
    both = replace(CHOSEN, codebook=".html", report=".pdf")
    assert both.codebook_path == FOLDER / "study-anonymous-codebook.html"
    assert both.report_path == FOLDER / "study-anonymous-report.pdf"
    assert both.files() == (PROPOSED, both.codebook_path, both.report_path)
    in_database = replace(both, where="database", address="sqlite:///x.db", path=Path("/elsewhere/a.csv"))
    assert in_database.files() == (both.codebook_path, both.report_path)
    assert CHOSEN.files() == (PROPOSED,)


def test_that_the_writer_is_told_of_a_table_only_where_there_is_a_database():
    chosen = replace(CHOSEN, table="result ", replace_table=True, shuffle=True, suppressed="drop", codebook=".csv")
    codebook = FOLDER / "study-anonymous-codebook.csv"
    assert chosen.options == ExportOptions("drop", shuffle=True, codebook=codebook)
    of_database = replace(chosen, where="database", address="sqlite:///x.db").options
    assert (of_database.table, of_database.replace_table) == ("result", True)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, ""),
        ({"path": Path()}, "Give the file a name."),
        ({"path": Path("a.csv")}, "Enter the absolute path of the file."),
        ({"path": FOLDER / "a.docx"}, "The name has no suffix of a known format."),
        ({"where": "database"}, "Choose a database."),
        ({"where": "database", "address": "x.db", "table": " "}, "Give the table a name."),
        ({"where": "database", "address": "x.db", "table": "t"}, ""),
    ],
)
def test_that_what_is_missing_is_said(changes: dict[str, object], fault: str):
    found = replace(CHOSEN, **changes).fault()
    assert found.startswith(fault)
    assert bool(found) == bool(fault)


def test_that_the_settings_of_the_user_hold_where_the_job_says_nothing():
    assert first(job()) == replace(CHOSEN, table="study_anonymous", suppressed="keep")
    chosen = first(job(), "drop", shuffle=True)
    assert (chosen.suppressed, chosen.shuffle) == ("drop", True)
    said = first(job(suppressed="keep", shuffle=False), "drop", shuffle=True)
    assert (said.suppressed, said.shuffle) == ("keep", False)


def test_that_a_copy_with_drawn_values_has_the_format_of_the_table():
    chosen = replace(CHOSEN, spread=True)
    assert chosen.spread_path == chosen.options.spread == FOLDER / "study-anonymous-spread.csv"
    assert chosen.files() == (PROPOSED, chosen.spread_path)
    assert chosen.manner["spread"] == "study-anonymous-spread.csv"
    parquet = replace(chosen, path=FOLDER / "a.parquet")
    assert parquet.spread_path == FOLDER / "a-spread.parquet"
    in_database = replace(chosen, where="database", address="sqlite:///x.db", table="t")
    assert in_database.files() == (FOLDER / "study-anonymous-spread.csv",)
    assert CHOSEN.manner["spread"] is CHOSEN.spread_path is None
    assert first(job(spread="copy.csv", codebook="book.html")).spread


def test_that_what_the_job_says_is_chosen_at_first():
    chosen = first(job(path="made/result.xlsx", codebook="made/columns.html"))
    assert chosen.path == FOLDER / "made" / "result.xlsx"
    assert chosen.codebook == CODEBOOKS[0].suffix
    server = first(job(path="postgresql://me@host/db", table="s.t", replace_table=True))
    assert (server.where, server.target, server.table) == ("database", "postgresql://me@host/db", "s.t")
    assert server.replace_table
    file = first(job(path="result.db", table="t"))
    assert (file.where, file.target) == ("database", str(FOLDER / "result.db"))


def test_that_a_name_of_a_table_is_made_of_letters_digits_and_underscores():
    odd = first_choices(job(), FOLDER / "Entlassungen (Köln) 2019!.csv", suppressed="keep", shuffle=False)
    assert odd.table == "Entlassungen_Köln_2019"
    assert first_choices(job(), FOLDER / "!!!.csv", suppressed="keep", shuffle=False).table == "result"


def test_that_columns_of_stars_alone_are_left_out_where_the_job_does_not_say_which():
    made = job(suppressed="keep").at(FOLDER / "study.toml")
    chosen = first_choices(made, PROPOSED, suppressed="drop", shuffle=False, empty=("name",))
    assert chosen.leave_out == chosen.options.leave_out == ("name",)
    said = job(leave_out=["note"], delimiter=";", encoding="cp1252", decimal_mark=",", line_end="crlf")
    chosen = first_choices(said.at(FOLDER / "study.toml"), PROPOSED, suppressed="drop", shuffle=False, empty=("name",))
    assert chosen.leave_out == ("note",)
    told = chosen.options
    assert (told.delimiter, told.encoding, told.decimal_mark, told.line_end) == (";", "cp1252", ",", "crlf")
    assert replace(chosen, path=FOLDER / "a.tsv").options.delimiter is None, "the suffix says what separates cells"


def test_that_text_under_gzip_keeps_its_two_suffixes():
    packed = replace(CHOSEN, path=FOLDER / "study.v2.tsv.gz", codebook=".html", spread=True, linked=("visits",))
    assert packed.is_delimited
    assert packed.is_tabbed
    assert packed.codebook_path == FOLDER / "study.v2-codebook.html"
    assert packed.spread_path == FOLDER / "study.v2-spread.tsv.gz"
    assert packed.linked_paths == (FOLDER / "study.v2-visits.tsv.gz",)
    excel = next(each for each in FORMATS if each.name == "Excel")
    assert packed.as_format(excel).path == FOLDER / "study.v2.xlsx"
    assert outside_memory(packed, job()).path == FOLDER / "study.v2.parquet"
