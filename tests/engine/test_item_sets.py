"""Columns of sets from the file to the file: read, recoded, written, described, counted again, and refused."""

import csv
import itertools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.item_sets import MOST_ITEMS, MOST_ITEMS_OF_A_CELL, as_items, item_sets, items_of, require_sets
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, InvalidJob, UserError
from arxdesk_engine.job.job import Job, job_from, load_job
from arxdesk_engine.preparation.loading import load_hierarchies
from arxdesk_engine.projects.archive import read_project, write_project
from arxdesk_engine.projects.project import Project

CODES = {
    "I10": 30,
    "I11.9": 4,
    "I25.1": 12,
    "I48.0": 9,
    "I50.0": 7,
    "E11.9": 18,
    "E11.7": 5,
    "E10.9": 3,
    "E78.0": 15,
    "E78.5": 6,
    "J44.0": 9,
    "J45.0": 8,
    "M54.5": 20,
    "M17.1": 10,
    "F32.0": 5,
    "N18.3": 3,
}
SET = ValueType(DataType.SET)


def rows_of(records: int = 300, seed: int = 1) -> list[dict[str, str]]:
    chance = random.Random(seed)  # noqa: S311 - draws tables
    rows = []
    for number in range(records):
        drawn = chance.choices(list(CODES), list(CODES.values()), k=chance.choice((0, 1, 2, 2, 3, 3, 5)))
        age = str(chance.choice((30, 30, 40, 40, 50, 50, 60, 61)))
        rows.append({"id": str(number), "age": age, "diagnoses": "|".join(dict.fromkeys(drawn))})
    return rows


def job_on(
    folder: Path, model: dict[str, Any] | None = None, rows: list[dict[str, str]] | None = None, **attribute: Any
) -> Job:
    """A job on a table and a hierarchy of items, in files."""
    with (folder / "table.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, ("id", "age", "diagnoses"))
        writer.writeheader()
        writer.writerows(rows_of() if rows is None else rows)
    hierarchy = "".join(f"{code};{code[:3]};{code[0]};*\n" for code in CODES)
    (folder / "items.csv").write_text(hierarchy, encoding="utf-8")
    settings = {"role": "sensitive", "type": "set", "hierarchy": "items.csv", **attribute}
    asked = {"model": "km-anonymity", "attribute": "diagnoses", "k": 5, "m": 2, **(model or {})}
    content = {
        "data": {"path": "table.csv"},
        "attributes": {
            "id": {"role": "identifying"},
            "age": {"role": "quasi-identifying"},
            "diagnoses": {key: value for key, value in settings.items() if value is not None},
        },
        "privacy": [{"model": "k-anonymity", "k": 3}, asked],
        "suppression": {"limit": 1.0},
    }
    return job_from(content).at(folder / "job.toml")


def released(job: Job, folder: Path, name: str = "out.csv") -> tuple[Anonymizer, Any, Any, dict[str, Any]]:
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    assert solution.best is not None
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output, folder / name)
    facts = anonymizer.describe(solution, output) | {"output": exported.plain()}
    return anonymizer, output, exported, facts


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def rarest(cells: list[str], m: int) -> int:
    """How often the rarest combination occurs, by counting all of them."""
    found: Counter[tuple[str, ...]] = Counter()
    for cell in cells:
        items = sorted(set(cell.split("|")) - {"", "*"})
        for size in range(1, m + 1):
            found.update(itertools.combinations(items, size))
    return min(found.values(), default=10**9)


@pytest.mark.parametrize(("m", "limit"), [(1, 0.0), (2, 0.0), (2, 0.2), (3, 0.2)])
def test_that_a_written_file_holds_and_is_confirmed(tmp_path, m, limit):
    job = job_on(tmp_path, {"m": m, "removal_limit": limit})
    anonymizer, output, exported, facts = released(job, tmp_path)
    rows = read(tmp_path / "out.csv")
    assert rarest([row["diagnoses"] for row in rows], m) >= 5
    counted = anonymizer.verify(facts, output, exported)
    assert counted.plain()["all"] is True
    assert f"5^{m}-anonymity of diagnoses" in counted.sentence
    assert facts["transformations"]["diagnoses"] == "generalize items"
    told = facts["items"]["diagnoses"]
    assert told["items_left_out"] <= limit * told["items"]
    for before, after in zip(rows_of(), rows, strict=True):
        if after["age"] == "*":
            assert after["diagnoses"] == "*"
        else:
            kept = [item for item in before["diagnoses"].split("|") if item and item not in told["left_out"]]
            assert set(after["diagnoses"].split("|")) - {""} == {told["shown_as"].get(item, item) for item in kept}
    assert json.loads(json.dumps(facts)) is not None


def test_that_people_are_counted_where_the_table_says_whose_a_record_is(tmp_path):
    rows = [row | {"id": str(int(row["id"]) // 4)} for row in rows_of()]
    job = job_on(tmp_path, {"removal_limit": 0.2}, rows)
    data = job.data.model_copy(update={"person": "id"})
    anonymizer, output, exported, facts = released(job.model_copy(update={"data": data}), tmp_path)
    assert anonymizer.verify(facts, output, exported).plain()["all"] is True
    shown: dict[str, set[str]] = {}
    for before, after in zip(rows, read(tmp_path / "out.csv"), strict=True):
        shown.setdefault(before["id"], set()).update(set(after["diagnoses"].split("|")) - {"", "*"})
    assert rarest(["|".join(each) for each in shown.values()], 2) >= 5
    left = {row["id"] for row, cell in zip(rows, output.dataset["age"].texts(), strict=True) if cell != "*"}
    people = [
        {code for row in rows if row["id"] == who for code in row["diagnoses"].split("|") if code} for who in left
    ]
    assert facts["items"]["diagnoses"]["items"] == sum(map(len, people))


def test_that_records_of_one_person_do_not_hide_one_another(tmp_path):
    rows = [{"id": "1", "age": "30", "diagnoses": "N18.3"}] * 9
    rows += [{"id": str(n), "age": "30", "diagnoses": "I10"} for n in range(2, 9)]
    job = job_on(tmp_path, None, rows)
    released(job, tmp_path, "records.csv")
    assert {row["diagnoses"] for row in read(tmp_path / "records.csv")} == {"N18.3", "I10"}
    data = job.data.model_copy(update={"person": "id"})
    released(job.model_copy(update={"data": data}), tmp_path, "people.csv")
    assert {row["diagnoses"] for row in read(tmp_path / "people.csv")} == {"*"}


def test_that_a_file_that_was_changed_is_refuted(tmp_path):
    job = job_on(tmp_path, {"removal_limit": 0.2})
    anonymizer, output, exported, facts = released(job, tmp_path)
    rows = read(tmp_path / "out.csv")
    place = next(index for index, row in enumerate(rows) if row["diagnoses"] == "I10")
    rows[place]["diagnoses"] = "I10|N18.3"
    with (tmp_path / "out.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    counted = anonymizer.verify(facts, output, exported)
    refuted = {each.claim: each for each in counted.refuted}
    assert refuted["5^2-anonymity of diagnoses"].counted == 1
    assert "other columns" in refuted


def test_that_a_label_that_cannot_stand_for_an_item_is_no_claim_that_holds(tmp_path):
    anonymizer, output, exported, facts = released(job_on(tmp_path, {"removal_limit": 0.2}), tmp_path)
    told = facts["items"]["diagnoses"]
    shown = {**told["shown_as"], "I10": "E"}
    changed = facts | {"items": {"diagnoses": {**told, "shown_as": shown}}}
    assert "other columns" in {each.claim for each in anonymizer.verify(changed, output, exported).refuted}


def test_that_the_order_of_items_and_their_repetition_mean_nothing(tmp_path):
    rows = [
        {"id": str(n), "age": "30", "diagnoses": each} for n, each in enumerate(["I10|E11.9", " E11.9 |I10|I10"] * 5)
    ]
    released(job_on(tmp_path, {"k": 10}, rows), tmp_path)
    assert {row["diagnoses"] for row in read(tmp_path / "out.csv")} == {"I10|E11.9"}


def test_that_a_column_of_too_few_sets_shows_nothing(tmp_path):
    rows = [{"id": str(n), "age": "30", "diagnoses": "I10" if n < 2 else ""} for n in range(20)]
    anonymizer, output, exported, facts = released(job_on(tmp_path, None, rows), tmp_path)
    assert {row["diagnoses"] for row in read(tmp_path / "out.csv")} == {"*"}
    assert anonymizer.verify(facts, output, exported).plain()["all"] is True


def test_that_items_without_a_hierarchy_are_shown_or_not(tmp_path):
    anonymizer, output, exported, facts = released(job_on(tmp_path, {"removal_limit": 0.9}, hierarchy=None), tmp_path)
    assert anonymizer.verify(facts, output, exported).plain()["all"] is True
    assert facts["items"]["diagnoses"]["items_left_out"] > 0


def test_that_items_are_recoded_in_the_records_of_all_parts(tmp_path):
    job = job_on(tmp_path, {"removal_limit": 0.2})
    job = job.model_copy(update={"search": job.search.model_copy(update={"recoding": "iterated"})})
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    recoding = anonymizer.recode(solution)
    output = anonymizer.apply_recoding(recoding)
    exported = anonymizer.write(output, tmp_path / "out.csv", local_recoding=recoding)
    facts = anonymizer.describe(solution, output, recoding) | {"output": exported.plain()}
    assert anonymizer.verify(facts, output, exported).plain()["all"] is True


def test_that_a_project_keeps_type_separator_and_model(tmp_path):
    job = job_on(tmp_path, separator="|")
    anonymizer = Anonymizer.open(job)
    path = tmp_path / "sets.arxdesk"
    hierarchies = load_hierarchies(job, anonymizer.dataset)
    write_project(path, Project(job, anonymizer.dataset, hierarchies, None))
    found = read_project(path)
    assert found.job.settings_of("diagnoses").type is DataType.SET
    assert found.dataset["diagnoses"].type == SET
    assert found.job.privacy == job.privacy
    again = Anonymizer.open(path)
    shown = (each.apply(each.problem.lattice.bottom).dataset["diagnoses"] for each in (anonymizer, again))
    first, second = (each.texts().tolist() for each in shown)
    assert first == second


@pytest.mark.parametrize(
    ("model", "attribute", "said"),
    [
        ({}, {"type": None}, "not read as sets of items"),
        ({}, {"role": "quasi-identifying"}, "sets of items form no groups"),
        ({"m": 9}, {}, "less than or equal to 5"),
        ({"k": 0}, {}, "greater than or equal to 1"),
        ({"removal_limit": 1.5}, {}, "less than or equal to 1"),
        ({}, {"separator": "*"}, "stands for removed cells"),
        ({}, {"separator": "\n"}, "invisible"),
        ({}, {"separator": ";", "type": "string"}, "no meaning for other types"),
    ],
)
def test_that_what_contradicts_sets_is_told(tmp_path, model, attribute, said):
    with pytest.raises(UserError, match=said):
        Anonymizer.open(job_on(tmp_path, model, **attribute))


def test_that_no_other_model_judges_the_items(tmp_path):
    job = job_on(tmp_path)
    other = job_from({"data": {"path": "x"}, "privacy": [{"model": "l-diversity", "attribute": "diagnoses", "l": 2}]})
    both = job.model_copy(update={"privacy": (*job.privacy, *other.privacy)})
    with pytest.raises(InvalidJob, match="would not see"):
        Anonymizer.open(both)
    with pytest.raises(InvalidJob, match=r"asked for by privacy\.2 already"):
        Anonymizer.open(job.model_copy(update={"privacy": (*job.privacy, job.privacy[1])}))


def test_that_items_missing_in_the_hierarchy_and_labels_with_the_separator_are_told(tmp_path):
    job = job_on(tmp_path)
    (tmp_path / "items.csv").write_text("I10;I;*\n", encoding="utf-8")
    with pytest.raises(InvalidHierarchy, match="15 values have no entry"):
        Anonymizer.open(job)
    labels = "".join(f"{code};{code[0]}|x;*\n" for code in CODES)
    (tmp_path / "items.csv").write_text(labels, encoding="utf-8")
    with pytest.raises(InvalidHierarchy, match="has the separator"):
        Anonymizer.open(job)


def test_that_an_item_that_reads_as_removed_is_told(tmp_path):
    rows = [{"id": str(n), "age": "30", "diagnoses": "*|I10"} for n in range(9)]
    with pytest.raises(InvalidJob, match="stands for removed cells"):
        Anonymizer.open(job_on(tmp_path, None, rows, hierarchy=None))


def test_that_cells_with_a_million_items_are_told_at_once(tmp_path):
    rows = rows_of(5)
    rows[2]["diagnoses"] = "|".join(map(str, range(1_000_000)))
    with pytest.raises(InvalidData, match=r"record 3.*1,000,000 items; at most 1,000"):
        Anonymizer.open(job_on(tmp_path, None, rows, hierarchy=None))


def test_that_too_many_different_items_are_told():
    cells = tuple("|".join(f"{n}.{each}" for each in range(1000)) for n in range(MOST_ITEMS // 1000 + 1))
    column = Column("x", np.arange(len(cells), dtype=np.int32), cells, SET)
    with pytest.raises(InvalidData, match="more than 100,000 different items"):
        require_sets(column)
    assert MOST_ITEMS_OF_A_CELL == 1000


def test_that_combinations_beyond_what_can_be_counted_are_refused(tmp_path):
    codes = [f"c{number}" for number in range(900)]
    rows = [{"id": str(n), "age": "30", "diagnoses": "|".join(codes[n:])} for n in range(5)]
    with pytest.raises(InvalidJob, match="Write a smaller m"):
        Anonymizer.open(job_on(tmp_path, {"m": 5}, rows, hierarchy=None))


def test_that_rows_outside_memory_refuse_sets(tmp_path):
    job = job_on(tmp_path)
    pq.write_table(pa.Table.from_pylist(rows_of()), tmp_path / "table.parquet")
    data = job.data.model_copy(update={"path": "table.parquet", "engine": "duckdb"})
    with pytest.raises(InvalidJob, match="sets of items are not possible where the rows stay outside memory"):
        Anonymizer.open(job.model_copy(update={"data": data}))


def test_that_items_are_those_between_separators():
    assert items_of(" a|b ||a| |c", "|") == ["a", "b", "c"]
    assert items_of("", "|") == []
    codes = np.array([0, 2, 1, 2], np.int32)
    column = Column("x", codes, ("", "a", "b|a"), SET)
    sets = item_sets(column)
    assert (sets.names, sets.offsets.tolist(), sets.items.tolist()) == (("a", "b"), [0, 0, 1, 3], [0, 0, 1])
    assert as_items(column).texts().tolist() == ["a", "b", "a", "a", "b"]
    plain = Column("x", codes, ("", "a", "b|a"))
    assert as_items(plain) is plain


def test_that_a_job_of_sets_is_written_as_it_was_read(tmp_path):
    job = job_on(tmp_path, separator=";")
    job.save(tmp_path / "saved.toml")
    found = load_job(tmp_path / "saved.toml")
    assert found.attributes == job.attributes
    assert found.privacy == job.privacy


def test_that_reports_and_codebooks_tell_of_items(tmp_path):
    job = job_on(tmp_path, {"removal_limit": 0.2})
    job = job.model_copy(update={"output": job.output.model_copy(update={"path": "out.csv"})})
    anonymizer, output, exported, _facts = released(job, tmp_path)
    column = next(each for each in anonymizer.codebook(output, exported).columns if each.name == "diagnoses")
    assert column.type == "set of items"
    assert column.done.startswith("Each cell holds a set of items.")
    assert "|" not in "".join(label.text for label in column.labels)
    assert {label.text for label in column.labels} == {
        item for row in read(tmp_path / "out.csv") for item in row["diagnoses"].split("|") if item not in ("", "*")
    }
