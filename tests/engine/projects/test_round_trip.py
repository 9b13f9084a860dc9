"""Whatever a project is made of, it is the same after it was written and read."""

import datetime as dt
import functools
import tempfile
import unicodedata
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from arxdesk_engine.preparation.preparation import altered, prepared
from arxdesk_engine.projects.archive import job_of, read_project, write_project
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.project import Project
from arxdesk_engine.projects.trail import ACTIONS, Trail
from arxdesk_engine.quality.aggregate import RankedScore
from arxdesk_engine.search.solution import Check, Improvement, Solution, Status
from tests.engine.linked import job_of as linked_job
from tests.engine.linked import read as read_rows
from tests.engine.linked import tables as linked_rows
from tests.engine.projects.projects import outline, texts_of
from tests.tiers import examples

nfc = functools.partial(unicodedata.normalize, "NFC")
# What readers hand over: composed letters, no halves of characters; NUL is in workbooks and databases alone.
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=8).map(str.strip).map(nfc)
SAID = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=40)
CELL = st.sampled_from(
    [
        "",
        "1",
        "2,5",
        "2.5",
        "-7",
        "007",
        "NA",
        "x y",
        'a "b"',
        "a\nb",
        "a;b,c\td",
        "01.02.2020",
        "2020-02-01",
        "é",
        "🙂",
    ]
)
LABEL = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=6).map(
    lambda text: nfc(text.strip())
)
MOMENTS = st.datetimes(dt.datetime(1971, 1, 1), dt.datetime(2100, 1, 1), timezones=st.just(dt.UTC))  # noqa: DTZ001
KINDS = st.sampled_from(
    [
        *({}, {"type": "string"}, {"type": "integer"}, {"type": "decimal"}, {"type": "date", "format": "%d.%m.%Y"}),
        {"type": "date", "format": "%d.%m.%y", "other_formats": ["%d. %B %Y", "%Y-%m-%d"]},
    ]
)


@st.composite
def tables(draw) -> RawTable:
    """Columns of any texts, as readers hand them over: trimmed, null values folded."""
    records = draw(st.integers(1, 12))
    names = draw(st.lists(TEXT.filter(lambda name: name not in ("", "*")), min_size=1, max_size=4, unique=True))
    cells = st.one_of(CELL, TEXT).map(lambda text: "" if text == "NA" else text)
    has_numbers = draw(st.booleans())
    columns = []
    for name in names:
        drawn = draw(st.lists(cells, min_size=records, max_size=records))
        dictionary = tuple(dict.fromkeys(drawn))
        codes = np.array([dictionary.index(text) for text in drawn], np.int32)
        columns.append(RawColumn(name, codes, dictionary, has_numbers=has_numbers))
    return RawTable(tuple(columns), records)


@st.composite
def hierarchies(draw, values: tuple[str, ...]) -> Hierarchy:
    """Values with a label, and a root."""
    groups = draw(st.lists(LABEL, min_size=1, max_size=3))
    labels = draw(st.lists(st.sampled_from(groups), min_size=len(values), max_size=len(values)))
    return Hierarchy(tuple((value, label, "*") for value, label in zip(values, labels, strict=True)))


@st.composite
def scores(draw) -> float:
    if draw(st.booleans()):
        return draw(st.floats(0.0, allow_nan=False))
    return RankedScore(np.array(draw(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=3))))


@st.composite
def checks(draw, attributes: int) -> Check:
    counts = st.integers(0, 2**40)
    levels = draw(st.lists(st.integers(0, 9), min_size=attributes, max_size=attributes))
    numbers = [draw(counts) for _number in range(4)]
    return Check(
        tuple(levels),
        draw(st.booleans()),
        draw(scores()),
        draw(scores()),
        *numbers,
        draw(st.booleans()),
        draw(st.booleans()),
    )


@st.composite
def outcomes(draw) -> Outcome:
    look = checks(draw(st.integers(1, 3)))
    seconds, counts = st.floats(0.0, 1e6), st.integers(0, 10**9)
    improvements = [
        Improvement(draw(seconds), draw(counts), draw(look), draw(scores()))
        for _number in range(draw(st.integers(0, 3)))
    ]
    solution = Solution(
        draw(st.sampled_from(["optimal", "flash", "exponential"])),
        draw(st.sampled_from(Status)),
        draw(st.none() | look),
        draw(scores()),
        draw(counts),
        draw(seconds),
        tuple(draw(st.lists(look, max_size=4))),
        draw(st.integers(1, 64)),
        tuple(improvements),
    )
    return Outcome(
        solution, draw(st.booleans()), draw(st.none() | look.map(lambda each: each.levels)), draw(MOMENTS), "0.1.0"
    )


@st.composite
def trails(draw) -> Trail:
    trail = Trail()
    for _number in range(draw(st.integers(0, 3))):
        said = draw(st.one_of(SAID, st.builds(lambda name: told("Saved as {name}", name=name), SAID)))
        trail = trail.with_entry(draw(st.sampled_from(ACTIONS)), said, draw(SAID), draw(MOMENTS))
    return trail


@st.composite
def projects(draw) -> tuple[Project, RawTable]:
    """A project as a window holds it, and the table as it was read for it."""
    raw = draw(tables())
    mark = draw(st.sampled_from([".", ","]))
    attributes, files = {}, {}
    for column in raw.columns:
        said = draw(KINDS) | {
            "role": draw(st.sampled_from(["insensitive", "quasi-identifying", "sensitive", "identifying"]))
        }
        said["weight"] = draw(st.sampled_from([0.0, 0.5, 1.0]))
        if draw(st.booleans()):
            said["replace"] = draw(st.dictionaries(st.sampled_from(column.dictionary), TEXT, max_size=2))
        attributes[column.name] = said
    path = draw(st.sampled_from(["t.csv", "t.xlsx"]))
    has_numbers = raw.columns[0].has_numbers
    data = {"path": path, "decimal_mark": mark, "null_values": ["", "NA"], "cleanse": True}
    data["thousands_mark"] = draw(st.sampled_from(["", " ", "'", "," if mark == "." else "."]))
    data |= draw(st.sampled_from([{}, {"two_digit_years_until": "2026-11-23"}]))
    data["numbers_as_text"] = path == "t.xlsx" and not has_numbers
    content = {
        "data": data,
        "attributes": attributes,
        "project": {"title": draw(SAID), "description": draw(SAID), "recipient": draw(SAID), "responsible": draw(SAID)},
        "report": {
            "form": draw(st.sampled_from(["", "iso-27559", "ema"])),
            "language": draw(st.sampled_from(["en", "de"])),
        },
        "statements": {"recipients": draw(SAID), "motives": draw(SAID)},
        "suppression": {"limit": draw(st.sampled_from([0.0, 0.05, 1.0]))},
        "explore": {
            "pins": [{"title": draw(SAID), "note": draw(SAID), "levels": {raw.names[0]: draw(st.integers(0, 3))}}]
        },
        "subset": draw(
            st.sampled_from([{}, {"include": "1"}, {"random": 0.5, "seed": 3}, {"select": "true or false"}])
        ),
    }
    job = job_from(content)
    if path == "t.csv":
        raw = RawTable(
            tuple(RawColumn(each.name, each.codes, each.dictionary, has_numbers=False) for each in raw.columns),
            raw.records,
        )
    dataset = prepared(raw, job.data, job.attributes, "t")
    for column in dataset:
        where = draw(st.sampled_from(["none", "file", "rows", "built"]))
        if where in ("file", "rows") and not any("\0" in value for value in column.values):
            files[column.name] = draw(hierarchies(column.values))
            source = "h.csv" if where == "file" else TableBuilder.of(files[column.name])
        elif where == "built":
            source = {"builder": "redaction"}
        else:
            continue
        attributes[column.name]["hierarchy"] = source
    job = job_from({**content, "attributes": attributes})
    built = {
        name: {"hierarchy": each["hierarchy"]}
        for name, each in attributes.items()
        if isinstance(each.get("hierarchy"), dict)
    }
    found = {**files, **load_hierarchies(job_from({"data": data, "attributes": built}), dataset)}
    origin = draw(st.none() | st.builds(Origin.of, st.just(job.data), MOMENTS))
    outcome = draw(st.none() | outcomes())
    return Project(job, dataset, found, origin, outcome, draw(trails()), altered(raw, job.data, dataset)), raw


@given(made=projects())
@settings(max_examples=examples(150))
def test_that_a_project_is_the_same_after_it_was_written_and_read(made):
    project, raw = made
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.arxdesk"
        job = write_project(path, project)
        found = read_project(path)
        assert outline(found) == outline(project)
        assert texts_of(found.raw_columns) == texts_of(raw.columns)
        assert found.job == job == job_of(path)
        assert found.trail.is_intact
        write_project(path, found)
        assert outline(read_project(path)) == outline(project)


def test_that_linked_tables_come_back_as_their_join(tmp_path):
    job = linked_job(tmp_path)
    dataset = load_dataset(job)
    path = tmp_path / "linked.arxdesk"
    write_project(path, Project(job, dataset, load_hierarchies(job, dataset), None))
    for name in ("patients", "visits", "diagnoses"):
        (tmp_path / f"{name}.csv").unlink()
    found = read_project(path)
    assert found.dataset.names == dataset.names
    for before, after in zip(dataset.linked, found.dataset.linked, strict=True):
        assert (before.name, before.columns, before.key) == (after.name, after.columns, after.key)
        assert np.array_equal(before.rows, after.rows)
    anonymizer = Anonymizer.open(path)
    output = anonymizer.apply(anonymizer.problem.lattice.top)
    exported = anonymizer.write(output, tmp_path / "out.csv")
    facts = {**anonymizer.claims(output), "output": exported.plain()}
    assert anonymizer.verify(facts, output, exported).plain()["all"]
    assert len(read_rows(tmp_path / "out-visits.csv")) == len(np.unique(dataset.linked[1].rows)) - 1


def test_that_rows_with_an_empty_key_stay_rows_of_their_own(tmp_path):
    found = linked_rows(12)
    people = [{"id": f"i{number}", **row} for number, row in enumerate(found["patients"])]
    found["patients"] = [{**row, "patient": row["patient"] if number > 2 else ""} for number, row in enumerate(people)]
    found["visits"] = [row for row in found["visits"] if row["patient"] not in ("p0", "p1", "p2")]
    job = linked_job(
        tmp_path,
        found,
        data={"path": "patients.csv", "person": "id"},
        tables=[{"name": "visits", "path": "visits.csv", "key": "patient"}],
        attributes={"id": {"role": "identifying"}, "patient": {"role": "identifying"}},
        privacy=[],
    )
    dataset = load_dataset(job)
    path = tmp_path / "linked.arxdesk"
    write_project(path, Project(job, dataset, {}, None))
    assert read_project(path).dataset.linked[0].rows.tolist() == dataset.linked[0].rows.tolist()


def test_that_a_table_with_more_rows_than_the_join_comes_back(tmp_path):
    found = linked_rows(12)
    strangers = [{"visit": f"x{number}", "patient": "nobody", "month": "1"} for number in range(200)]
    found["visits"] = [*strangers, *found["visits"]]
    link = {"name": "visits", "path": "visits.csv", "key": "patient", "unmatched": "drop"}
    job = linked_job(tmp_path, found, tables=[link], attributes={"patient": {"role": "identifying"}}, privacy=[])
    dataset = load_dataset(job)
    assert dataset.linked[1].rows.max() >= dataset.records
    path = tmp_path / "linked.arxdesk"
    write_project(path, Project(job, dataset, {}, None))
    assert read_project(path).dataset.linked[1].rows.tolist() == dataset.linked[1].rows.tolist()


def test_that_a_column_may_be_named_as_those_with_numbers_of_rows(tmp_path):
    found = linked_rows(12)
    found["visits"] = [{**row, "(row)": "x"} for row in found["visits"]]
    link = {"name": "visits", "path": "visits.csv", "key": "patient"}
    job = linked_job(tmp_path, found, tables=[link], attributes={"patient": {"role": "identifying"}}, privacy=[])
    dataset = load_dataset(job)
    path = tmp_path / "linked.arxdesk"
    write_project(path, Project(job, dataset, {}, None))
    write_project(path, read_project(path))
    back = read_project(path)
    assert back.dataset.names == dataset.names
    assert back.dataset.linked[1].rows.tolist() == dataset.linked[1].rows.tolist()
