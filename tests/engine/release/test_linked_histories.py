"""History anonymity of linked tables: nobody is found by their rows in the files and by which belong together."""

import itertools
import json
from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.classes.nested_rows import NestedRows
from arxdesk_engine.privacy.whole_histories import HistoryAnonymity
from tests.engine.linked import NAMES, job_of, read

VISITS = {"name": "visits", "path": "visits.csv", "key": "patient"}
DIAGNOSES = {"name": "diagnoses", "path": "diagnoses.csv", "key": "visit", "parent": "visits"}
CALLS = {"name": "calls", "path": "diagnoses.csv", "key": "patient"}
KEPT = {"role": "quasi-identifying"}


def opened(folder, patients, visits, diagnoses, links):
    """Patients, rows (patient, month), and rows of a third table: (key, code)."""
    found = {
        "patients": [{"patient": each, "sex": "f"} for each in patients],
        "visits": [{"visit": f"v{n}", "patient": each, "month": month} for n, (each, month) in enumerate(visits)],
        "diagnoses": [{links[1]["key"]: key, "code": code} for key, code in diagnoses],
    }
    columns = ("sex", "visits.month", f"{links[1]['name']}.code")
    sections = {
        "tables": links,
        "attributes": {"patient": NAMES, "visits.visit": NAMES, **dict.fromkeys(columns, KEPT)},
        "privacy": [{"model": "history-anonymity", "k": 2}],
        "suppression": {"limit": 1.0},
    }
    return Anonymizer.open(job_of(folder, found, **sections))


def left(anonymizer):
    """Who is left at the level of the input, as the second count confirms it."""
    output = anonymizer.apply(tuple(0 for _name in anonymizer.quasi_identifiers))
    people = anonymizer.dataset["patient"]
    kept = {people.values[code] for code in people.codes[~output.suppressed]}
    if kept:
        exported = anonymizer.write(output)
        facts = json.loads(json.dumps({**anonymizer.claims(output), "output": exported.plain()}))
        found = anonymizer.verify(facts, output, exported)
        assert found.plain()["all"], (found.refuted, found.models)
    return kept


def test_that_diagnoses_of_other_visits_tell_people_apart(tmp_path):
    visits = [(each, "1") for each in "aabbcc"]
    diagnoses = [("v0", "x"), ("v0", "y"), ("v1", "z"), ("v2", "x"), ("v3", "y"), ("v3", "z")]
    diagnoses += [("v4", "z"), ("v5", "y"), ("v5", "x")]
    assert left(opened(tmp_path, "abc", visits, diagnoses, [VISITS, DIAGNOSES])) == {"a", "c"}


def test_that_numbers_of_rows_tell_people_apart_where_tables_are_combined(tmp_path):
    visits = [("a", "1"), ("a", "1"), ("b", "1"), ("c", "1")]
    calls = [("a", "x"), ("b", "x"), ("b", "x"), ("c", "x"), ("c", "x")]
    assert left(opened(tmp_path, "abc", visits, calls, [VISITS, CALLS])) == {"b", "c"}


def test_that_no_row_is_told_from_a_row_without_cells(tmp_path):
    visits = [("a", ""), ("d", "1"), ("e", "1")]
    diagnoses = [("v1", "x"), ("v2", "x")]
    assert left(opened(tmp_path, "abcde", visits, diagnoses, [VISITS, DIAGNOSES])) == {"b", "c", "d", "e"}


def test_that_the_second_count_refutes_files_that_tell_people_apart(tmp_path):
    visits = [(each, "1") for each in "aabb"]
    diagnoses = [("v0", "x"), ("v0", "y"), ("v1", "z"), ("v2", "x"), ("v3", "y"), ("v3", "z")]
    anonymizer = opened(tmp_path, "ab", visits, diagnoses, [VISITS, DIAGNOSES])
    job = anonymizer.job.model_copy(update={"privacy": (HistoryAnonymity(k=1),)})
    before = Anonymizer.formulate(job, anonymizer.dataset, anonymizer.hierarchies)
    output = before.apply((0, 0, 0))
    exported = before.write(output)
    facts = {**before.claims(output), "output": exported.plain()}
    assert len(read(tmp_path / "out.csv")) == 2
    found = anonymizer.verify(facts, output, exported)
    assert [each.verified for each in found.models] == [False]


TREES = st.lists(
    st.lists(st.tuples(st.integers(0, 1), st.lists(st.integers(0, 1), max_size=2)), max_size=2),
    min_size=1,
    max_size=6,
)


def same(first, second):
    """Whether visits with their diagnoses are the same in some order of them, and of these."""
    return len(first) == len(second) and any(
        all(
            month == other and any(list(order) == codes for order in itertools.permutations(others))
            for (month, codes), (other, others) in zip(first, way, strict=True)
        )
        for way in itertools.permutations(second)
    )


@given(TREES)
def test_that_people_are_alike_whose_rows_can_be_assigned_to_each_other(trees):
    records, visit, diagnosis = [], 0, 0
    for person, visits in enumerate(trees):
        if not visits:
            records.append((person, -1, -1, "absent", "absent"))
        for month, codes in visits:
            for code in codes or ["absent"]:
                row = -1 if code == "absent" else diagnosis
                records.append((person, visit, row, month, code))
                diagnosis += 1
            visit += 1
    people, visits, diagnoses = (np.array(each, np.int32) for each in list(zip(*records, strict=True))[:3])
    groups = {key: number for number, key in enumerate(dict.fromkeys(each[3:] for each in records))}
    of_records = np.array([groups[each[3:]] for each in records], np.int32)
    classes = SimpleNamespace(of_records=of_records, grouping=SimpleNamespace(all_people=len(trees)))
    found = NestedRows(people, (people, visits, diagnoses)).alike(classes)
    assert found.tolist() == [sum(same(each, other) for other in trees) for each in trees]
