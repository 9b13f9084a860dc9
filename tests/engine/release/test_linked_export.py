"""Results of linked tables: files that fit each other, and the people in them."""

import json
from collections import defaultdict

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnwritableFile
from arxdesk_engine.release import linked_export
from tests.engine.linked import LINKS, NAMES, QUASI, job_of, naive_join, read, tables

FILES = ("out.csv", "out-visits.csv", "out-diagnoses.csv")


def released(job):
    """The anonymizer, an output from which people are removed, what was written, and the claims about it."""
    anonymizer = Anonymizer.open(job)
    output = anonymizer.apply((0, 1, 1))
    assert output.people is not None
    assert 0 < output.people.removed < anonymizer.problem.grouping.people
    exported = anonymizer.write(output)
    facts = anonymizer.claims(output)
    facts["output"] = exported.plain()
    return anonymizer, output, exported, json.loads(json.dumps(facts))


def test_that_every_row_finds_its_parent_and_whole_people_stay(tmp_path):
    found = tables()
    _anonymizer, output, exported, _facts = released(job_of(tmp_path, found))
    patients, visits, diagnoses = (read(tmp_path / name) for name in FILES)
    kept = {patient for (patient, *_rest), gone in zip(naive_join(found), output.suppressed, strict=True) if not gone}
    assert 0 < len(kept) < len(found["patients"])
    names = {found["patients"][number]["patient"] for number in kept}
    kept_visits = {each["visit"] for each in found["visits"] if each["patient"] in names}
    assert len(patients) == len(kept)
    assert len(visits) == len(kept_visits)
    assert len(diagnoses) == sum(each["visit"] in kept_visits for each in found["diagnoses"])
    assert sorted(row["patient"] for row in patients) == sorted(map(str, range(1, len(kept) + 1)))
    assert {row["patient"] for row in visits} <= {row["patient"] for row in patients}
    assert {row["visit"] for row in diagnoses} <= {row["visit"] for row in visits}
    assert [each.records for each in exported.tables.values()] == [len(patients), len(visits), len(diagnoses)]
    assert list(visits[0]) == ["patient", "visit", "month"]


def test_that_each_group_of_the_joined_files_has_k_people(tmp_path):
    released(job_of(tmp_path))
    patients, visits, diagnoses = (read(tmp_path / name) for name in FILES)
    people = defaultdict(set)
    for patient, visit, code in naive_join({"patients": patients, "visits": visits, "diagnoses": diagnoses}):
        row = patients[patient]
        month = None if visit is None else visits[visit]["month"]
        people[row["sex"], row["birth"], month].add(row["patient"])
        assert code is None or diagnoses[code]["code"].startswith("c")
    with_visits = [group for (*_rest, month), group in people.items() if month not in (None, "*")]
    assert min(map(len, with_visits)) >= 3


@pytest.mark.parametrize("output", [{"path": "out.csv"}, {"path": "out.csv", "shuffle": True}, {"path": "out.parquet"}])
def test_that_the_second_count_joins_the_files_and_confirms(tmp_path, output):
    anonymizer, table, exported, facts = released(job_of(tmp_path, output=output))
    found = anonymizer.verify(facts, table, exported)
    assert found.plain()["all"], (found.refuted, found.facts)
    assert {"links", "key patient", "key visits.visit", "sha256 of visits", "whole people"} <= {
        each.claim for each in found.facts
    }


def test_that_pseudonyms_are_the_same_in_all_files(tmp_path):
    masking = {"method": "pseudonym", "key_file": "secret/keys.key", "create_key": True, "length": 8}
    (tmp_path / "secret").mkdir()
    (tmp_path / "shared").mkdir()
    job = job_of(tmp_path, output={"path": "shared/out.csv"})
    attributes = {**job.content()["attributes"], "patient": {**NAMES, "masking": masking}}
    anonymizer, table, exported, facts = released(
        job_of(tmp_path, attributes=attributes, output={"path": "shared/out.csv"})
    )
    patients, visits = (read(tmp_path / "shared" / name) for name in FILES[:2])
    assert all(len(row["patient"]) == 8 for row in patients)
    assert {row["patient"] for row in visits} <= {row["patient"] for row in patients}
    assert anonymizer.verify(facts, table, exported).plain()["all"]


def spoilt(rows, change):
    """The text of a file with one thing changed."""
    rows = [dict(row) for row in rows]
    change(rows)
    return "\n".join([",".join(rows[0]), *(",".join(row.values()) for row in rows)]) + "\n"


CHANGES = {
    "a row leads to somebody else": ("out-visits.csv", lambda rows: rows[0].update(patient=rows[-1]["patient"])),
    "a row leads to nobody": ("out-visits.csv", lambda rows: rows[0].update(patient="9999")),
    "a row is missing": ("out-diagnoses.csv", lambda rows: rows.pop()),
    "two people share a key": ("out.csv", lambda rows: rows[0].update(patient=rows[1]["patient"])),
    "a cell of a linked table differs": ("out-diagnoses.csv", lambda rows: rows[0].update(code="c9")),
    "a quasi-identifier of a linked table differs": ("out-visits.csv", lambda rows: rows[0].update(month="9")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_that_a_spoilt_file_is_refuted(tmp_path, name):
    anonymizer, table, exported, facts = released(job_of(tmp_path))
    file, change = CHANGES[name]
    (tmp_path / file).write_text(spoilt(read(tmp_path / file), change))
    found = anonymizer.verify(facts, table, exported)
    assert [each.claim for each in found.refuted if not each.claim.startswith("sha256")], found.facts


@pytest.mark.parametrize("prefix", ["p", ""])
def test_that_files_with_the_keys_of_the_input_are_refuted(tmp_path, prefix):
    found = tables(400, 3)
    for row in (*found["patients"], *found["visits"]):
        row["patient"] = prefix + str(int(row["patient"][1:]) + 1)
    anonymizer = Anonymizer.open(job_of(tmp_path, found))
    output = anonymizer.apply(anonymizer.problem.lattice.top)
    exported = anonymizer.write(output)
    facts = {**anonymizer.claims(output), "output": exported.plain()}
    assert anonymizer.verify(facts, output, exported).plain()["all"]
    patients, visits = (read(tmp_path / name) for name in FILES[:2])
    known = {row["patient"]: people["patient"] for row, people in zip(patients, found["patients"], strict=True)}
    for name, rows in zip(FILES, (patients, visits), strict=False):
        named = [{**row, "patient": known[row["patient"]]} for row in rows]
        (tmp_path / name).write_text(spoilt(named, lambda _rows: None))
    refuted = anonymizer.verify(facts, output, exported).refuted
    assert [each.claim for each in refuted if not each.claim.startswith("sha256")] == ["key patient"]


def faults(folder, **sections):
    """The places that are wrong about a job."""
    with pytest.raises(InvalidJob) as caught:
        Anonymizer.open(job_of(folder, **sections))
    return [each.place.rpartition(", ")[2] for each in caught.value.problems]


DATA = {"path": "patients.csv", "person": "patient"}


@pytest.mark.parametrize(
    ("sections", "place"),
    [
        ({"data": {"path": "patients.csv"}}, "data.person"),
        ({"suppression": {"limit": 0.3, "removes": "records"}}, "suppression.removes"),
        ({"data": {**DATA, "weight": "birth"}}, "data.weight"),
        ({"data": {**DATA, "row_limit": 5}, "tables": [{**LINKS[0], "unmatched": "drop"}]}, "data.row_limit"),
        ({"output": {"path": "out.csv", "codebook": "codes.html"}}, "output.codebook"),
        ({"output": {"path": "out.csv", "leave_out": ["visits.visit"]}}, "output.leave_out"),
        ({"sampling": {"fraction": 0.5, "seed": 1}}, "sampling"),
        ({"subset": {"select": "sex = 'f'"}}, "subset"),
        ({"utility": {"targets": ["sex"]}}, "utility"),
    ],
)
def test_that_what_would_tear_tables_apart_is_refused(tmp_path, sections, place):
    assert place in faults(tmp_path, **sections)


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"role": "insensitive"}, "attributes.visits.visit.role"),
        ({**NAMES, "masking": {"method": "redact", "keep_first": 1}}, "attributes.visits.visit.masking"),
    ],
)
def test_that_keys_that_cannot_link_the_result_are_refused(tmp_path, settings, place):
    attributes = {"patient": NAMES, "sex": QUASI, "visits.month": QUASI, "visits.visit": settings}
    assert place in faults(tmp_path, attributes=attributes)


def test_that_two_tables_are_not_written_to_one_file(tmp_path):
    links = [{**LINKS[0], "output": "same.csv"}, {**LINKS[1], "output": "same.csv"}]
    anonymizer = Anonymizer.open(job_of(tmp_path, tables=links))
    output = anonymizer.apply(anonymizer.problem.lattice.top)
    with pytest.raises(InvalidJob, match="would be written to one file"):
        anonymizer.write(output)
    assert not [each.name for each in tmp_path.iterdir() if each.name in ("out.csv", "same.csv")]


def test_that_a_linked_table_is_never_replaced(tmp_path):
    anonymizer = Anonymizer.open(job_of(tmp_path, tables=[{**LINKS[0], "output": "visits.csv"}, LINKS[1]]))
    before = (tmp_path / "visits.csv").read_bytes()
    with pytest.raises(InvalidJob, match="a file that the job reads"):
        anonymizer.write(anonymizer.apply(anonymizer.problem.lattice.top))
    assert (tmp_path / "visits.csv").read_bytes() == before


def test_that_linked_tables_are_written_beside_a_target(tmp_path):
    anonymizer = Anonymizer.open(job_of(tmp_path, tables=[{**LINKS[0], "output": "elsewhere.csv"}, LINKS[1]]))
    (tmp_path / "there").mkdir()
    anonymizer.write(anonymizer.apply(anonymizer.problem.lattice.top), tmp_path / "there" / "new.csv")
    assert sorted(each.name for each in (tmp_path / "there").iterdir()) == [
        "new-diagnoses.csv",
        "new-visits.csv",
        "new.csv",
    ]
    assert not (tmp_path / "elsewhere.csv").exists()


def test_that_all_files_stay_as_they_were_if_one_cannot_be_written(tmp_path, monkeypatch):
    anonymizer = Anonymizer.open(job_of(tmp_path))
    for name in FILES[:2]:
        (tmp_path / name).write_text("old")
    write_table = linked_export.write_table

    def until_the_last(target, *rest):
        if target.path.endswith(FILES[2]):
            raise UnwritableFile(Problem(target.path, "the disk is full", "Make room."))
        return write_table(target, *rest)

    monkeypatch.setattr(linked_export, "write_table", until_the_last)
    with pytest.raises(UnwritableFile):
        anonymizer.write(anonymizer.apply(anonymizer.problem.lattice.top))
    assert [(tmp_path / name).read_text() for name in FILES[:2]] == ["old", "old"]
    assert not (tmp_path / FILES[2]).exists()
