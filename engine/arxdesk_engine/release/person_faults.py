"""Settings of a job that contradict its person column, or go by single records where people are counted."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import Problem, quoted, suggestion
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.preparation.people import records_without_person

_RECORDS = "Or leave person out of [data]: then records are counted."


def faults_of_person(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Everything wrong about the person column of a job beside its table."""
    person = job.data.person
    if person is None:
        if job.suppression.removes == "people":
            found = "nothing says whose record each is, so that no people can be removed"
            yield Problem(
                f"{job.source}, suppression.removes", found, "Name the person column under [data], or leave it out."
            )
        return
    place = f"{job.source}, data.person"
    if person not in dataset:
        yield Problem(place, f"the table has no column {quoted(person)}", suggestion(person, dataset.names))
        return
    role = job.settings_of(person).role
    if role is not Role.IDENTIFYING:
        remedy = f'Write role = "identifying" under attributes.{person}: it is masked, or gets pseudonyms.'
        yield Problem(place, f"{quoted(person)} says whose record each is, and is {role.value}", remedy)
    if missing := records_without_person(dataset, person):
        found = f"{missing:,} {'record names' if missing == 1 else 'records name'} nobody in {quoted(person)}"
        yield Problem(place, found, "Fill these cells, or leave the records out of the table.")
    yield from _unfit_settings(job)


def _unfit_settings(job: Job) -> Iterator[Problem]:
    policy = policy_of(job)
    if policy.mechanism is not None:
        found = f"{policy.mechanism.title} protects single records, not people with several of them"
        yield Problem(policy.place, found, f"Choose another privacy model. {_RECORDS}")
    if job.search.recoding_settings is not None:
        found = "records get levels of their own, and people are counted"
        yield Problem(f"{job.source}, search.recoding", found, f'Write recoding = "none". {_RECORDS}')
