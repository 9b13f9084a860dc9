"""Settings of a job that contradict its person column, or go by single records where people are counted."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.classes.histories import MOST_COMBINATIONS, Histories
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.preparation.people import records_without_person


def faults_of_person(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Everything wrong about the person column of a job beside its table."""
    person = job.data.person
    yield from _of_models(job)
    if job.data.per_person is not None:
        yield from _of_limit(job, dataset)
    if person is None:
        if job.suppression.removes == "people":
            found = tr("nothing says whose record each is, so that no people can be removed")
            yield Problem(
                f"{job.source}, suppression.removes", found, tr("Name the person column under [data], or leave it out.")
            )
        return
    place = f"{job.source}, data.person"
    if person not in dataset:
        yield Problem(
            place, tr("the table has no column {name}", name=quoted(person)), suggestion(person, dataset.names)
        )
        return
    role = job.settings_of(person).role
    if role is not Role.IDENTIFYING:
        remedy = tr(
            'Write role = "identifying" under attributes.{person}: it is masked, or gets pseudonyms.', person=person
        )
        yield Problem(
            place,
            tr("{person} says whose record each is, and is {role}", person=quoted(person), role=tr(role.value)),
            remedy,
        )
    if missing := records_without_person(dataset, person):
        found = tr_n(
            missing, "{n} record names nobody in {person}", "{n} records name nobody in {person}", person=quoted(person)
        )
        yield Problem(place, found, tr("Fill these cells, or leave the records out of the table."))
    yield from _unfit_settings(job)


def require_countable_events(job: Job, grouping: Grouping, bottom: Levels) -> None:
    """Raises InvalidJob where people have more combinations of known records than can be counted."""
    for number, model in enumerate(job.privacy, 1):
        if model.known_records is None:
            continue
        combinations = Histories.of(grouping.classes(bottom)).combinations(model.known_records)
        if combinations > MOST_COMBINATIONS:
            found = tr(
                "people have {n} combinations of {m} records, more than can be counted",
                n=whole(combinations),
                m=model.known_records,
            )
            remedy = tr("Choose a smaller m, or leave out people with very many records.")
            raise InvalidJob(Problem(f"{job.source}, privacy.{number}.m", found, remedy))


def _of_limit(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """What is wrong about a number of records that is allowed of each person."""
    place = f"{job.source}, data.per_person"
    if job.data.person is None:
        found = tr("nothing says whose record each is, so that the records of a person cannot be limited")
        yield Problem(place, found, tr("Name the person column: person under [data]."))
    if dataset.weights is not None:
        found = tr("records are left out one by one, and the rows have counts")
        yield Problem(place, found, tr("Give every record a row of its own, and leave count out of [data]."))
    if job.tables:
        found = tr("records are left out of one table, and the rows of the join come from several")
        yield Problem(place, found, tr("Leave per_person out, or anonymize the table by itself."))


def _of_models(job: Job) -> Iterator[Problem]:
    for number, model in enumerate(job.privacy, 1):
        place = f"{job.source}, privacy.{number}"
        if model.needs_person and job.data.person is None:
            found = tr("all records of a person are judged together, and nothing says whose record each is")
            yield Problem(place, found, tr("Name the person column: person under [data]."))
        elif model.needs_person and not policy_of(job).removes_people:
            found = tr("all records of a person are judged together, and single records are removed")
            yield Problem(place, found, tr('Write removes = "people" under [suppression].'))


def _unfit_settings(job: Job) -> Iterator[Problem]:
    policy = policy_of(job)
    if policy.mechanism is not None:
        found = tr(
            "{mechanism} protects single records, not people with several of them", mechanism=policy.mechanism.title
        )
        yield Problem(
            policy.place,
            found,
            tr("Choose another privacy model. Or leave person out of [data]: then records are counted."),
        )
    if job.search.recoding_settings is not None:
        found = tr("records get levels of their own, and people are counted")
        yield Problem(
            f"{job.source}, search.recoding",
            found,
            tr('Write recoding = "none". Or leave person out of [data]: then records are counted.'),
        )
