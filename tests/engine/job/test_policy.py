"""The release policy of a job: what follows from its sections and privacy models."""

from __future__ import annotations

import pytest

from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.policy import CountedRecords, policy_of

K = {"model": "k-anonymity", "k": 3}
FIXED = {"model": "differential-privacy", "epsilon": 2.0, "delta": 0.01, "scheme": "medium"}
DRAWN = {"model": "differential-privacy", "epsilon": 2.0, "delta": 0.01, "search_budget": 0.5}
SUBSET = {"random": 0.5, "seed": 1}


def policy(*privacy, **sections):
    return policy_of(job_from({"data": {"path": "table.csv"}, "privacy": list(privacy), **sections}))


@pytest.mark.parametrize(
    ("found", "counts", "part"),
    [
        (policy(K), CountedRecords.ALL, ""),
        (policy({"model": "delta-presence", "dmin": 0.0, "dmax": 0.5}), CountedRecords.ALL, ""),
        (policy({"model": "k-map", "k": 2, "subset": SUBSET}), CountedRecords.SUBSET, "research subset"),
        (policy(K, subset=SUBSET), CountedRecords.SUBSET, "research subset"),
        (policy(K, sampling={"fraction": 0.5}), CountedRecords.SAMPLE, "random sample"),
        (policy(K, FIXED), CountedRecords.DRAW, "random sample"),
    ],
)
def test_which_records_count(found, counts, part):
    assert (found.counts, found.part) == (counts, part)
    assert found.counts_all is (counts is CountedRecords.ALL)
    assert found.draws_sample is (counts is CountedRecords.DRAW)


def test_how_the_transformation_is_chosen():
    chosen = [(each.searches, each.fixes_transformation, each.draws_transformation) for each in map(policy, (K, FIXED))]
    assert [*chosen, (policy(DRAWN).fixes_transformation, policy(DRAWN).draws_transformation)] == [
        (True, False, False),
        (False, True, False),
        (False, True),
    ]


def test_that_a_mechanism_shows_quasi_identifiers_alone():
    shown = {role for role in Role if policy(FIXED).shows(role)}
    assert shown == {Role.QUASI_IDENTIFYING}
    assert [policy(FIXED).shown_as(role) for role in shown] == [Role.QUASI_IDENTIFYING]
    assert policy(FIXED).shown_as(Role.SENSITIVE) is Role.IDENTIFYING
    assert all(policy(K).shows(role) and policy(K).shown_as(role) is role for role in Role)


def test_what_is_removed_and_what_stays_in_the_file():
    sections = {"suppression": {"limit": 0.2}, "output": {"suppressed": "keep"}}
    kept = [
        (each.suppression_limit, each.keeps_suppressed) for each in (policy(K, **sections), policy(DRAWN, **sections))
    ]
    assert kept == [(0.2, True), (None, False)]


def test_what_may_be_told_and_repeated():
    assert policy(K).tells_alternatives
    assert not policy(FIXED).tells_alternatives
    assert policy(K).is_repeatable
    assert not policy(FIXED).is_repeatable
    assert policy({**FIXED, "seed": 1}).is_repeatable


def test_which_models_exclude_others():
    assert [name for name in ("k-anonymity", "k-map", "t-closeness") if policy(K, FIXED).excludes(name)] == [
        "k-map",
        "t-closeness",
    ]
    assert not policy(K).excludes("k-map")
    assert policy(K).allows_hierarchies_from_data
    assert not policy(FIXED).allows_hierarchies_from_data
    assert policy(K, FIXED).place == "job, privacy.2"
    assert policy(FIXED).models_against_recoding == ("(2, 0.01)-differential privacy",)
