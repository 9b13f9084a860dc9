"""Attacks on linked tables: their files are joined by the keys that stand in them."""

from collections import defaultdict

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.attacks.attack import attack_release
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile
from arxdesk_engine.trial_release import attack_trial, read_trial
from arxdesk_engine.verification.source import Source
from tests.engine.linked import job_of, naive_join, read, tables

FILES = ("out.csv", "out-visits.csv", "out-diagnoses.csv")
LEVELS = (0, 1, 1)


def looks(found, labels):
    """The combinations of labels that each patient has in the records of the join."""
    known = defaultdict(set)
    for patient, visit, _code in naive_join(found):
        row, month = found["patients"][patient], "" if visit is None else found["visits"][visit]["month"]
        known[row["patient"]].add((row["sex"], labels["birth"](row["birth"]), labels["visits.month"](month)))
    return known


def candidates(job, folder):
    """The fewest released patients who have a record as one of each patient, and those who have all of them."""
    source = Source.read(job, None)
    labels = {
        name: source.labels(name, level).get for name, level in zip(("birth", "visits.month"), LEVELS[1:], strict=True)
    }
    of_record = defaultdict(set)
    as_written = dict.fromkeys(labels, lambda text: text)
    files = (read(folder / name) for name in FILES)
    for patient, combinations in looks(dict(zip(tables(), files, strict=True)), as_written).items():
        for each in combinations:
            of_record[each].add(patient)
    one, every = [], []
    for combinations in looks(tables(), labels).values():
        found = [of_record[each] for each in combinations]
        one.append(min((len(each) for each in found if each), default=0))
        every.append(len(set.intersection(*found)))
    return one, every


def test_that_the_join_of_the_files_is_attacked(tmp_path):
    job = job_of(tmp_path, tables())
    anonymizer = Anonymizer.open(job)
    output = anonymizer.apply(LEVELS)
    anonymizer.write(output)
    found = attack_release(job, tmp_path / "out.csv")
    files = (read(tmp_path / name) for name in FILES)
    assert found.rows == len(naive_join(dict(zip(tables(), files, strict=True))))
    (attacker,) = found.found
    assert set(attacker.attacker.knows) == {"sex", "birth", "visits.month"}
    one, every = candidates(job, tmp_path)
    people = attacker.by_person
    assert sorted(people.by_one.candidates.tolist()) == sorted(one)
    assert sorted(people.by_all.candidates.tolist()) == sorted(every)
    assert 0 < people.by_all.few.some < people.of
    trial = attack_trial(anonymizer, output)
    assert trial.found[0].by_person.plain() == people.plain()
    assert trial.found[0].singling_out.plain() == attacker.singling_out.plain()


def test_that_files_of_linked_tables_are_looked_for_beside_the_first(tmp_path):
    job = job_of(tmp_path, tables())
    anonymizer = Anonymizer.open(job)
    output = anonymizer.apply(LEVELS)
    with pytest.raises(InvalidJob, match="linked tables are attacked from their files"):
        read_trial(job, output)
    anonymizer.write(output)
    (tmp_path / "out-visits.csv").rename(tmp_path / "elsewhere.csv")
    with pytest.raises(UnreadableFile, match=r"out-visits\.csv"):
        attack_release(job, tmp_path / "out.csv")
    (tmp_path / "out-visits.csv").write_text("number,month\n1,2\n")
    with pytest.raises(InvalidData, match="the key is not there"):
        attack_release(job, tmp_path / "out.csv")
