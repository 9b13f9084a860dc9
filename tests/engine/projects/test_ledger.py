"""The ledger: what it says of a release, that archives keep it, and what releases tell together."""

import csv
import hashlib
import io
import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.foundation.language import in_language
from arxdesk_engine.projects import ledger as ledger_module
from arxdesk_engine.projects import ledger_tables
from arxdesk_engine.projects.archive import read_project, write_project
from arxdesk_engine.projects.input_identity import InputIdentity, identity_of
from arxdesk_engine.projects.ledger import Ledger, LedgerEntry, ReleasedRecords
from arxdesk_engine.projects.overlap import overlap_of, present_in
from tests.engine.projects.hostile import parquet, with_entry
from tests.engine.projects.projects import MOMENT, entries_of, packed, people
from tests.engine.projects.released_projects import JOB, ledger_outline, release, study, table


@pytest.fixture
def project(tmp_path):
    project, _entry = release(study(table(tmp_path, "people.csv", range(60))), (2,), tmp_path / "first.csv")
    return release(project, (3,), tmp_path / "second.csv")[0]


def identity(project):
    return identity_of(project.job, project.dataset, project.raw_columns, project.ledger.key)


def test_that_an_entry_says_what_the_file_says(tmp_path):
    job = {"project": {"recipient": "The office"}}
    project = study(table(tmp_path, "people.csv", range(60)), **job)
    _project, entry = release(project, (2,), tmp_path / "first.csv")
    with (tmp_path / "first.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert (entry.name, entry.number, entry.recipient) == ("first.csv", 1, "The office")
    assert entry.sha256 == hashlib.sha256((tmp_path / "first.csv").read_bytes()).hexdigest()
    assert (entry.records, entry.columns) == (len(rows), ("id", "age", "illness"))
    assert entry.suppressed == 60 - len(rows)
    assert dict(entry.levels) == {"age": 2}
    assert "fewer than 5" in entry.models[0]
    for column in entry.shown.columns:
        assert [column.dictionary[code] for code in column.codes] == [row[column.name] for row in rows]
    shown = entry.shown.classes != -1
    assert shown.sum() == len(rows)
    assert entry.person == "id"
    labels = dict(zip(np.flatnonzero(shown), (row["age"] for row in rows), strict=True))
    for one, label in labels.items():
        for other, another in labels.items():
            assert (label == another) == (entry.shown.classes[one] == entry.shown.classes[other])


def test_that_promises_are_read_in_the_language_of_the_reader(project, tmp_path):
    write_project(tmp_path / "study.arxdesk", project)
    entry = read_project(tmp_path / "study.arxdesk").ledger[1]
    assert entry.promises == entry.models == (project.job.privacy[0].sentence,)
    with in_language("de"):
        assert entry.promises == (project.job.privacy[0].sentence,)
        assert "weniger als 5" in entry.promises[0]
        earlier = replace(entry, privacy=())
        assert earlier.promises == entry.models
        assert replace(entry, privacy=({"model": "of-an-extension"},)).promises == entry.models


def test_that_columns_that_are_left_out_are_not_in_the_ledger(tmp_path):
    project = study(table(tmp_path, "t.csv", range(60)), output={"leave_out": ["illness"], "suppressed": "keep"})
    entry = release(project, (2,), tmp_path / "first.csv")[1]
    assert entry.columns == ("id", "age")
    assert entry.records == len(entry.shown.columns[0].codes) == 60


def test_that_a_ledger_is_read_as_it_was_written_and_keeps_its_numbers(project, tmp_path):
    write_project(tmp_path / "study.arxdesk", project)
    found = read_project(tmp_path / "study.arxdesk")
    assert ledger_outline(found) == ledger_outline(project)
    shorter = replace(found, ledger=found.ledger.without(1))
    write_project(tmp_path / "study.arxdesk", shorter)
    again = read_project(tmp_path / "study.arxdesk")
    assert ledger_outline(again) == ledger_outline(shorter)
    assert not [name for name in entries_of(tmp_path / "study.arxdesk") if name.startswith("ledger/1/")]
    assert again.ledger.with_entry(again.ledger[2]).entries[-1].number == 3
    with pytest.raises(LookupError):
        again.ledger.without(1)


def test_that_a_project_without_releases_says_nothing_of_them(tmp_path):
    write_project(tmp_path / "study.arxdesk", people(tmp_path))
    entries = entries_of(tmp_path / "study.arxdesk")
    assert "ledger" not in json.loads(entries["project.json"])
    assert not [name for name in entries if "ledger" in name]


def test_that_a_release_of_removed_records_alone_is_kept(tmp_path):
    project = study(table(tmp_path, "t.csv", range(3)), privacy=[{"model": "k-anonymity", "k": 3}])
    project, entry = release(project, (0,), tmp_path / "first.csv")
    assert (entry.records, entry.suppressed, entry.shown.columns) == (0, 3, ())
    write_project(tmp_path / "study.arxdesk", project)
    assert ledger_outline(read_project(tmp_path / "study.arxdesk")) == ledger_outline(project)


def test_that_neither_people_nor_folders_can_be_read_in_a_ledger(project, tmp_path):
    write_project(tmp_path / "study.arxdesk", project)
    entries = entries_of(tmp_path / "study.arxdesk")
    kept = b"".join(content for name, content in entries.items() if name.startswith("ledger/"))
    told = json.dumps(json.loads(entries["project.json"])["ledger"])
    assert b"p17" not in kept
    assert "p17" not in told
    assert str(tmp_path) not in told
    other = identity_of(project.job, project.dataset, project.raw_columns, b"another key")
    assert not set(other.people) & set(identity(project).people)


def test_that_inputs_are_recognized_however_they_are_stored(project, tmp_path):
    write_project(tmp_path / "study.arxdesk", project)
    found = read_project(tmp_path / "study.arxdesk")
    assert identity(found).digest == identity(project).digest == project.ledger[1].input_digest
    assert identity(found).people.tolist() == identity(project).people.tolist()
    columns = [
        RawColumn(f"new {each.name}", (len(each.dictionary) - 1 - each.codes).astype(np.int32), each.dictionary[::-1])
        for each in reversed(project.raw_columns)
    ]
    assert identity_of(project.job, project.dataset, columns, b"k").digest == project.ledger[1].input_digest
    moved = [each.of_codes(np.roll(each.codes, 1)) for each in project.raw_columns]
    assert identity_of(project.job, project.dataset, moved, b"k").digest != project.ledger[1].input_digest


def test_that_replaced_texts_leave_an_input_what_it_is(tmp_path):
    path = table(tmp_path, "t.csv", range(60))
    plain = study(path)
    changed = study(path, attributes={**JOB["attributes"], "illness": {"replace": {"a": "b"}}})
    assert identity(plain).digest == identity(changed).digest


def test_that_people_are_told_by_their_column_or_by_one_that_identifies(tmp_path):
    path = table(tmp_path, "t.csv", range(60))
    assert identity(study(path)).person == "id"
    assert identity(study(path, attributes={})).people is None
    by_column = study(path, data={"path": str(path), "person": "illness"}, attributes={}, privacy=[])
    assert len(set(identity(by_column).people)) == 3
    path.write_text("id,age,illness\np1,30,a\np1,31,b\n")
    assert identity(study(path)).person == ""


def records(entry_classes, people=None, digest="0" * 64, name="r"):
    """An entry of classes alone."""
    shown = ReleasedRecords((), np.array(entry_classes, np.int32), None if people is None else np.array(people))
    facts = {"records": 0, "columns": (), "levels": {}, "own_levels": False, "suppressed": 0, "models": ()}
    told = {"recipient": "", "person": "" if people is None else "id", "confirmed": True, "version": "0"}
    return LedgerEntry(MOMENT, name, "0" * 64, **facts, input_digest=digest, **told, shown=shown)


def ledger_of(*entries):
    ledger = Ledger()
    for each in entries:
        ledger = ledger.with_entry(each)
    return ledger


@settings(deadline=None)
@given(st.data())
def test_that_people_of_other_inputs_are_found_again_one_by_one(data):
    who = st.lists(st.integers(0, 7), min_size=1, max_size=12)
    now, before = data.draw(who), data.draw(who)
    class_of = st.integers(-1, 2)
    classes, earlier = ([data.draw(class_of) for _each in each] for each in (now, before))
    identity_now = InputIdentity("1" * 64, len(now), "id", np.array(now))
    ledger = ledger_of(records(earlier, before, "2" * 64))
    found = overlap_of(ledger, identity_now, np.array(classes, np.int32), "new").found
    groups = {
        each: tuple(sorted(one for one, whose in zip(earlier, before, strict=True) if whose == each and one >= 0))
        for each in set(before)
    }
    looks = [(own, groups.get(each, ())) for own, each in zip(classes, now, strict=True)]
    looks += [(-1, groups[each]) for each in sorted(set(before) - set(now)) if groups[each]]
    counts = Counter(looks)
    for look, together, alone in zip(looks, found.together, found.alone, strict=True):
        sizes = [sum(own == look[0] for own, _groups in looks)] if look[0] >= 0 else []
        sizes += [sum(each == look[1] for _own, each in looks)] if look[1] else []
        assert together == (counts[look] if sizes else 0)
        assert alone == min(sizes, default=0)


def test_that_two_releases_are_put_together(project):
    anonymizer = Anonymizer.formulate(project.job, project.dataset, project.hierarchies)
    classes = [anonymizer.apply((level,)).members for level in (1, 2, 3)]
    found = overlap_of(project.ledger, identity(project), classes[0], "new.csv")
    assert found.names == ("new.csv", "second.csv", "first.csv")
    patterns = list(zip(*(each.tolist() for each in classes), strict=True))
    for place, pattern in enumerate(patterns):
        assert found.found.together[place] == (patterns.count(pattern) if set(pattern) != {-1} else 0)
    assert found.left_out == ()


def test_that_a_planted_intersection_is_named_and_none_where_there_is_none():
    here = InputIdentity("0" * 64, 12, "", None)
    thirds, halves = [0] * 4 + [1] * 4 + [2] * 4, [0] * 6 + [1] * 6
    same = overlap_of(ledger_of(records(thirds, name="one")), here, np.array(thirds, np.int32), "new")
    assert (same.some, same.offending, same.least) == (0, None, 4)
    ledger = ledger_of(records(thirds, name="one"), records(thirds, name="two"))
    found = overlap_of(ledger, here, np.array(halves, np.int32), "new")
    assert (found.some, found.found.stayed(found.least).some) == (4, 4)
    assert (found.offending.first, found.offending.second) == ("new", "two")
    assert [each.narrowed.some for each in found.pairs] == [4, 4, 0]


def test_that_releases_of_other_inputs_without_people_are_left_out():
    here = InputIdentity("1" * 64, 4, "", None)
    found = overlap_of(ledger_of(records([0] * 4, name="one")), here, np.zeros(4, np.int32), "new")
    assert (found.names, found.left_out) == (("new",), ("one",))
    assert present_in(records([0] * 4), here) is None
    assert present_in(records([0, -1, 0, 0], digest="1" * 64), here).tolist() == [True, False, True, True]


def test_that_who_is_new_is_among_fewer():
    before = records([0] * 10, list(range(10)), "2" * 64)
    here = InputIdentity("1" * 64, 12, "id", np.array([*range(9), 20, 21, 22]))
    found = overlap_of(ledger_of(before), here, np.zeros(12, np.int32), "new")
    came, went, stayed = (each(found.least) for each in (found.found.came, found.found.went, found.found.stayed))
    assert ((came.some, came.of), (went.some, went.of), (stayed.some, stayed.of)) == ((3, 3), (1, 1), (0, 9))


def test_that_the_oldest_releases_go_first(monkeypatch):
    monkeypatch.setattr(ledger_module, "MOST_RELEASES", 3)
    monkeypatch.setattr(ledger_module, "MOST_CELLS", 9)
    ledger = ledger_of(*(records([0] * 4, name=f"r{number}") for number in range(5)))
    assert [each.name for each in ledger.entries] == ["r2", "r3", "r4"]
    assert [each.shown is not None for each in ledger.entries] == [False, True, True]
    assert ledger.dropped == 2


@pytest.fixture
def entries(project, tmp_path):
    write_project(tmp_path / "study.arxdesk", project)
    return entries_of(tmp_path / "study.arxdesk")


def changed(entries, **facts):
    told = json.loads(entries["project.json"])["ledger"]
    return packed(entries, ledger={**told, "entries": [{**told["entries"][0], **facts}, told["entries"][1]]})


def numbers(entries, **columns):
    table = pq.read_table(io.BytesIO(entries["ledger/1/records.parquet"]))
    for name, column in columns.items():
        place = table.column_names.index(name) if name in table.column_names else table.num_columns
        table = table.drop_columns([name]) if name in table.column_names else table
        table = table.add_column(min(place, table.num_columns), name, column)
    return with_entry(entries, "ledger/1/records.parquet", parquet(table))


HARM = {
    "no table": lambda each: changed(each, number=3),
    "unknown tables": lambda each: changed(each, has_tables=False),
    "unknown rows": lambda each: changed(each, has_rows=False),
    "numbers out of order": lambda each: changed(each, number=2),
    "number too large": lambda each: changed(each, number=10_000_000),
    "other columns": lambda each: changed(each, columns=["id", "age", "secret"]),
    "other rows": lambda each: changed(each, records=7),
    "nobody": lambda each: changed(each, person=""),
    "a folder": lambda each: changed(each, name="x" * 300),
    "a key": lambda each: packed(each, ledger={**json.loads(each["project.json"])["ledger"], "key": "x"}),
    "classes of text": lambda each: numbers(each, **{"class": pa.array(["x"] * 60)}),
    "classes out of range": lambda each: numbers(each, **{"class": pa.array([60] * 60, pa.int32())}),
    "negative classes": lambda each: numbers(each, **{"class": pa.array([-2] * 60, pa.int32())}),
    "missing classes": lambda each: numbers(each, **{"class": pa.array([None] + [0] * 59, pa.int32())}),
    "another column": lambda each: numbers(each, other=pa.array([1] * 60)),
    "no ledger": lambda each: packed(
        each | {"project.json": json.dumps({**json.loads(each["project.json"]), "ledger": None}).encode()}
    ),
    "numbers for texts": lambda each: with_entry(
        each,
        "ledger/1/released.parquet",
        parquet(pa.table(dict.fromkeys(("id", "age", "illness"), pa.array(list(range(60)))))),
    ),
    "not a table": lambda each: with_entry(each, "ledger/1/released.parquet", b"PAR1 and more"),
}


@pytest.mark.parametrize("harm", HARM)
def test_that_a_ledger_that_is_not_one_is_refused(entries, tmp_path, harm):
    path = tmp_path / "harm.arxdesk"
    path.write_bytes(HARM[harm](entries))
    with pytest.raises(InvalidData) as error:
        read_project(path)
    assert str(path) in error.value.problems[0].place


def test_that_tables_that_are_too_large_together_are_refused(entries, tmp_path, monkeypatch):
    monkeypatch.setattr(ledger_tables, "MOST_CELLS", 300)
    with pytest.raises(InvalidData, match="more than 300 cells"):
        read_project(tmp_path / "study.arxdesk")
