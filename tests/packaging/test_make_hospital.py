"""The example of a hospital: its files are what the script writes, and its job makes its tables safe together."""

from collections import defaultdict
from pathlib import Path

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import load_job
from tests.packaging.scripts import EXAMPLES, read_rows, require_committed

HOSPITAL = EXAMPLES / "hospital"


def test_that_the_committed_files_are_what_the_script_writes(tmp_path: Path):
    require_committed("make_hospital", "hospital", tmp_path)


def test_that_keys_fit_and_some_patients_have_no_visit():
    patients = {row["patient_id"] for row in read_rows(HOSPITAL / "patients.csv")}
    visits = {row["visit_id"]: row["patient_id"] for row in read_rows(HOSPITAL / "visits.csv")}
    assert len(patients) == 3_000
    assert set(visits.values()) < patients
    assert {row["visit_id"] for row in read_rows(HOSPITAL / "diagnoses.csv")} < set(visits)


def test_that_every_group_of_the_result_has_five_people(tmp_path: Path):
    anonymizer = Anonymizer.open(load_job(HOSPITAL / "hospital.toml"))
    best = anonymizer.search().best
    assert best is not None
    anonymizer.write(anonymizer.apply(best.levels), tmp_path / "out.csv")
    patients = {row["patient_id"]: row for row in read_rows(tmp_path / "out.csv")}
    seen, people = set(), defaultdict(set)
    for row in read_rows(tmp_path / "out-visits.csv"):
        patient = patients[row["patient_id"]]
        seen.add(row["patient_id"])
        people[patient["sex"], patient["birth_year"], patient["district"], row["admitted"]].add(row["patient_id"])
    for name in patients.keys() - seen:
        people[patients[name]["sex"], patients[name]["birth_year"], patients[name]["district"], None].add(name)
    assert min(map(len, people.values())) >= 5
    assert len(people) > 150
