"""The codebook says what each column of a result means, and nothing that the result hides."""

import csv
import html
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from python_calamine import load_workbook

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidJob, UnwritableFile
from arxdesk_engine.job.job import job_from
from arxdesk_engine.release.codebook import words
from arxdesk_engine.release.codebook.writing import CODEBOOK_SUFFIXES, html_of, require_codebook_format, write_codebook
from tests.engine.verification.runs import job_on, people, write_rows, write_table
from tests.tiers import examples

K = [{"model": "k-anonymity", "k": 5}]


def written(anonymizer, path, levels=None):
    """A result and its codebook."""
    if anonymizer.job.search.local_recoding is not None:
        recoding = anonymizer.recode(anonymizer.search())
        output = anonymizer.apply_recoding(recoding)
    else:
        recoding = None
        output = anonymizer.apply(levels or anonymizer.search().best.levels)
    exported = anonymizer.write(output, path, local_recoding=recoding)
    return exported, anonymizer.codebook(output, exported, recoding)


def by_name(codebook):
    return {column.name: column for column in codebook.columns}


def test_that_levels_labels_and_counts_are_told(tmp_path):
    anonymizer = job_on(tmp_path, people(), K, project={"title": "Study", "description": "Why"})
    exported, codebook = written(anonymizer, tmp_path / "out.csv", (1, 1, 0))
    assert (codebook.title, codebook.description, codebook.records) == ("Study", "Why", 240)
    assert (codebook.name, codebook.sha256) == ("out.csv", exported.sha256)
    columns = by_name(codebook)
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream, delimiter=";"))
    for name, column in columns.items():
        cells = [row[name] for row in rows]
        assert (column.missing, column.removed) == (cells.count(""), cells.count("*"))
        assert column.distinct == len(set(cells) - {"", "*"})
    age = columns["age"]
    assert age.done == "Replaced by coarser labels: level 1 of 3 of a hierarchy."
    assert {label.text for label in age.labels} == {row["age"] for row in rows} - {"*"}
    # The hierarchy lists ages that nobody has: then how many values a label stands for tells nothing of the people.
    assert {label.sentence for label in age.labels} == {"stands for 4 of the 48 values of the hierarchy"}
    assert columns["name"].done == 'Not shown: every cell reads "*".'
    assert columns["sex"].done == "As in the original; in removed records it is hidden."
    assert columns["days"].done == "As in the original."
    assert (columns["days"].type, columns["days"].range) == ("whole number", "1 to 11")


def test_that_a_hierarchy_of_the_values_that_occur_does_not_tell_how_many_there_are(tmp_path):
    """A label that stands for one value would be as good as the value."""
    rows = people()
    _exported, codebook = written(job_on(tmp_path, rows, K), tmp_path / "out.csv", (1, 1, 0))
    assert {label.sentence for label in by_name(codebook)["city"].labels} == {""}
    attributes = {"age": {"role": "quasi-identifying", "type": "integer", "hierarchy": {"builder": "automatic"}}}
    job = job_from({"data": {"path": "people.csv"}, "attributes": attributes, "privacy": K}).at(tmp_path / "job.toml")
    _exported, codebook = written(Anonymizer.open(job), tmp_path / "out.csv", (1,))
    age = by_name(codebook)["age"]
    assert age.done.endswith("of a hierarchy (automatic).")
    assert age.labels
    assert all(label.stands_for is None and label.meaning.startswith("from ") for label in age.labels)


@pytest.mark.parametrize("suffix", CODEBOOK_SUFFIXES)
def test_that_no_hidden_value_is_in_it(tmp_path, suffix):
    rows = [row | {"name": f"secret{number}"} for number, row in enumerate(people())]
    attributes = {
        "name": {"role": "identifying"},
        "age": {"role": "quasi-identifying", "hierarchy": write_rows(tmp_path / "a.csv", ages())},
        "city": {"role": "quasi-identifying", "hierarchy": {"builder": "automatic"}},
        "days": {"role": "sensitive", "type": "integer", "coding": {"top": "6"}},
        "note": {"transformation": "suppress"},
    }
    write_table(tmp_path / "people.csv", rows)
    plain = {"data": {"path": "people.csv", "delimiter": ";"}, "attributes": attributes, "privacy": K}
    plain |= {"suppression": {"limit": 1.0}, "output": {"codebook": f"codebook{suffix}"}}
    anonymizer = Anonymizer.open(job_from(plain).at(tmp_path / "job.toml"))
    output = anonymizer.apply((1, anonymizer.hierarchies["city"].maximum_level))
    exported = anonymizer.write(output, tmp_path / "out.csv")
    assert exported.codebook == tmp_path / f"codebook{suffix}"
    said = texts_in(exported.codebook)
    shown = {text for column in output.dataset for text in column.values}
    assert "secret" not in said
    hidden = {value for row in rows for name in ("age", "city") for value in (row[name],)} - shown
    for value in hidden:
        if len(value) > 2:  # shorter ones are parts of figures and digests
            assert value not in said
    assert ">=6" in said
    assert "11" not in [cell for line in said.splitlines() for cell in line.split("\t")]


def ages():
    return [(str(age), f"{age // 4 * 4}+", "*") for age in range(16, 64)]


def texts_in(path):
    if path.suffix == ".html":
        body = path.read_text(encoding="utf-8").partition("<body>")[2]
        return html.unescape(re.sub(r"<[^>]+>", "\t", body))
    if path.suffix == ".csv":
        return "\n".join("\t".join(row) for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    with path.open("rb") as stream, load_workbook(stream) as book:
        rows = [row for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python()]
    return "\n".join("\t".join(map(str, row)) for row in rows)


def test_that_dropped_records_do_not_count_and_notes_say_what_to_know(tmp_path):
    output = {"suppressed": "drop", "shuffle": True}
    anonymizer = job_on(tmp_path, people(), K, output=output)
    exported, codebook = written(anonymizer, tmp_path / "out.csv", (1, 1, 0))
    assert codebook.records == exported.records < 240
    assert by_name(codebook)["age"].removed == 0
    assert codebook.notes == (words.DROPPED, words.SHUFFLED)
    _exported, codebook = written(job_on(tmp_path, people(), K), tmp_path / "out.csv", (1, 1, 0))
    assert codebook.notes == (words.KEPT,)


def test_that_a_limit_of_records_is_told_without_its_seed(tmp_path):
    rows = [row | {"name": f"n{place % 60}"} for place, row in enumerate(people())]
    data = {"path": "people.csv", "delimiter": ";", "person": "name", "per_person": {"records": 2, "seed": 987}}
    _exported, codebook = written(job_on(tmp_path, rows, K, data=data), tmp_path / "out.csv")
    assert codebook.records == 120
    assert words.LIMITED.format("at most 2 records") in codebook.notes
    assert "987" not in html_of(codebook)


def test_that_records_of_several_transformations_have_several_levels(tmp_path):
    anonymizer = job_on(tmp_path, people(), K, search={"local_recoding": {"iterations": 20}})
    _exported, codebook = written(anonymizer, tmp_path / "out.csv")
    done = {column.name: column.done for column in codebook.columns}
    assert any("record by record: levels" in done[name] for name in anonymizer.quasi_identifiers), done


def test_that_renamed_columns_have_both_names(tmp_path):
    rows = [{"a b": row["age"], "sex": row["sex"]} for row in people()]
    write_table(tmp_path / "people.csv", rows)
    attributes = {"a b": {"role": "sensitive"}, "sex": {"role": "quasi-identifying"}}
    plain = {"data": {"path": "people.csv", "delimiter": ";"}, "attributes": attributes, "privacy": K}
    anonymizer = Anonymizer.open(job_from(plain).at(tmp_path / "job.toml"))
    exported, codebook = written(anonymizer, tmp_path / "out.dta")
    assert exported.renamed == {"a b": "a_b"}
    assert by_name(codebook)["a b"].stored_name == "a_b"
    assert words.RENAMED in codebook.notes
    assert "a_b" in html_of(codebook)


def test_that_markup_in_data_is_text(tmp_path):
    rows = [row | {"sex": "<script>alert(1)</script>"} for row in people()]
    _exported, codebook = written(job_on(tmp_path, rows, K), tmp_path / "out.csv")
    page = html_of(codebook)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "http" not in page.replace("http-equiv", "")  # nothing comes from elsewhere


def test_that_a_table_of_labels_has_a_row_for_each(tmp_path):
    _exported, codebook = written(job_on(tmp_path, people(), K), tmp_path / "out.csv", (1, 1, 0))
    write_codebook(tmp_path / "codebook.csv", codebook)
    with (tmp_path / "codebook.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["column"] for row in rows if row["role"]] == [column.name for column in codebook.columns]
    assert {row["value"] for row in rows if row["column"] == "age" and not row["role"]} == {
        label.text for label in by_name(codebook)["age"].labels
    }


def test_that_what_cannot_be_a_codebook_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(InvalidJob, match=r'"book.pdf" has no suffix that a codebook can have'):
        require_codebook_format(tmp_path / "book.pdf", "output.codebook")
    for codebook, found in (("book.pdf", "suffix"), ("out.csv", "replace the result"), ("people.csv", "job reads")):
        anonymizer = job_on(tmp_path, people(), K, output={"codebook": codebook})
        with pytest.raises(InvalidJob, match=found):
            anonymizer.write(anonymizer.apply((1, 1, 0)), tmp_path / "out.csv")
    anonymizer = job_on(tmp_path, people(), K, output={"codebook": "nowhere/book.html"})
    with pytest.raises(UnwritableFile):
        anonymizer.write(anonymizer.apply((1, 1, 0)), tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("label", "meaning"),
    [
        ("[20, 40[", "from 20 to below 40"),
        ("[20, 40]", "from 20 to 40"),
        ("]20, 40]", "above 20 to 40"),
        ("<18", "below 18"),
        ("<=18", "18 or less"),
        (">=90", "90 or more"),
        (">90", "above 90"),
        ("{a, b}", "one of: a, b"),
        ("481**", 'begins with "481", 2 characters hidden'),
        ("**481", 'ends with "481", 2 characters hidden'),
        ("20-39", "from 20 to 39"),
        ("-5 - 5", "from -5 to 5"),
        ("north", ""),
        ("<", ""),
        ("[", ""),
        ("{}", ""),
    ],
)
def test_that_the_form_of_a_label_tells_its_meaning(label, meaning):
    assert words.meaning_of(label, of_numbers=True) == meaning


def test_that_a_range_of_texts_is_no_range_of_numbers():
    assert words.meaning_of("20-39", of_numbers=False) == ""


@given(st.text(max_size=20), st.booleans())
@settings(max_examples=examples(300))
def test_that_any_label_has_a_meaning_or_none(label, of_numbers):
    assert isinstance(words.meaning_of(label, of_numbers=of_numbers), str)


def test_that_types_and_ranges_are_told():
    date = ValueType(DataType.DATE, "%d.%m.%Y")
    assert words.type_of(date) == "date (dd.MM.yyyy)"
    assert words.range_of(date, ["02.01.2021", "31.12.2020"]) == "31.12.2020 to 02.01.2021"
    assert words.range_of(ValueType(DataType.INTEGER), ["7"]) == "7"
    assert words.range_of(ValueType(DataType.INTEGER), []) == ""
    assert words.range_of(ValueType(), ["a", "b"]) == ""
