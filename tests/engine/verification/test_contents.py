"""What the recount confirms of aggregated attributes, and what it has to leave open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from tests.engine.verification.runs import Run, job_on, people, written

K = {"model": "k-anonymity", "k": 4}
CLUSTERS = {"transformation": "cluster-microaggregate", "function": "mode"}


def run(folder: Path, changes: dict[str, dict[str, Any]], **sections: Any) -> Run:
    """The job on people with some of its attributes changed."""
    anonymizer = job_on(folder, people(), [K], **sections)
    plain = anonymizer.job.attributes
    attributes = {name: each.model_dump() | changes.get(name, {}) for name, each in plain.items()}
    privacy = [model.model_dump(exclude_none=True) for model in anonymizer.job.privacy]
    content = {"data": {"path": "people.csv", "delimiter": ";"}, "attributes": attributes, "privacy": privacy}
    content |= {"suppression": {"limit": 0.9}} | sections
    return written(Anonymizer.open(job_from(content).at(folder / "job.toml")), folder / "out.csv")


def verdicts(done: Run) -> dict[str, bool | None]:
    return {each.claim: each.verified for each in done.verify().facts}


def test_that_clusters_that_read_alike_are_counted_by_their_labels(tmp_path: Path):
    done = run(tmp_path, {"age": CLUSTERS, "city": CLUSTERS})
    counted = done.verify()
    assert counted.plain()["all"] is True, counted
    shown = {(row["age"], row["city"], row["sex"]) for row in done.rows()} - {("*", "*", "*")}
    assert len(shown) <= counted.classes


def test_that_clusters_of_several_transformations_are_left_open_where_nothing_tells_them_apart(tmp_path: Path):
    everything = dict.fromkeys(("age", "city", "sex"), CLUSTERS)
    sections = {"search": {"local_recoding": {"iterations": 4}}, "quality": {"generalization_suppression_factor": 0.1}}
    done = run(tmp_path, everything, **sections)
    assert len(done.facts["local_recoding"]["iterations"]) > 0
    found = verdicts(done)
    assert found["aggregates"] is None
    assert False not in found.values()
    counted = done.verify()
    assert [each.verified for each in counted.models] == [True]
    assert counted.plain()["all"] is False


def test_that_a_record_less_is_told_and_the_rest_left_open(tmp_path: Path):
    done = run(tmp_path, {"age": CLUSTERS})
    counted = done.tampered(lambda rows: rows[1:])
    found = {each.claim: each.verified for each in counted.facts}
    assert (found["records"], found["aggregates"]) == (False, None)


def test_that_aggregates_that_read_as_suppressed_are_no_contradiction(tmp_path: Path):
    done = run(tmp_path, {"city": {"transformation": "microaggregate", "function": "mode"}})
    assert False not in verdicts(done).values()
