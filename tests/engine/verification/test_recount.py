"""A written file is counted again: what is true of it is confirmed, and what is not is refuted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.verification.recount import UnconfirmedFile, UncountedFile
from tests.engine.verification.runs import (
    QUASI_IDENTIFIERS,
    Row,
    Run,
    job_on,
    people,
    quasi_identifiers,
    run,
    write_table,
    written,
)

Privacy = list[dict[str, Any]]
Change = Callable[[list[Row]], list[Row]]

K = {"model": "k-anonymity", "k": 4}
SUBSET = {"random": 0.5, "seed": 2}
OF_SIZE: dict[str, dict[str, Any]] = {
    "k-anonymity": K,
    "k-map": {"model": "k-map", "k": 7, "subset": SUBSET},
    "k-map, poisson": {"model": "k-map", "k": 9, "estimator": "poisson", "population": 500},
    "k-map, truncated": {"model": "k-map", "k": 9, "estimator": "zero_truncated_poisson", "population": 500},
    "delta-presence": {"model": "delta-presence", "dmin": 0.2, "dmax": 0.8, "subset": SUBSET},
    "average-risk": {"model": "average-risk", "threshold": 0.15},
    "strict average-risk": {"model": "average-risk", "threshold": 0.3, "highest": 0.2, "records": 0.1},
    "sample-uniqueness": {"model": "sample-uniqueness", "threshold": 0.02},
    "population-uniqueness, zayatz": {
        "model": "population-uniqueness",
        "threshold": 0.001,
        "estimator": "zayatz",
        "population": 2000,
    },
    "population-uniqueness, dankar": {
        "model": "population-uniqueness",
        "threshold": 0.01,
        "estimator": "dankar",
        "population": 600,
    },
    "profitability": {"model": "profitability"},
    "profitability, no attack": {"model": "profitability", "attack": False},
    "profitability, journalist": {"model": "profitability", "attacker": "journalist", "subset": SUBSET},
    "profitability, journalist, no attack": {
        "model": "profitability",
        "attacker": "journalist",
        "attack": False,
        "subset": SUBSET,
    },
}
OF_VALUES: dict[str, dict[str, Any]] = {
    "distinct": {"model": "l-diversity", "l": 3},
    "shannon": {"model": "l-diversity", "variant": "shannon", "l": 2.5},
    "grassberger": {"model": "l-diversity", "variant": "grassberger", "l": 2.5},
    "recursive": {"model": "l-diversity", "variant": "recursive", "l": 2, "c": 1.5},
    "equal": {"model": "t-closeness", "variant": "equal", "t": 0.3},
    "ordered": {"model": "t-closeness", "variant": "ordered", "t": 0.2},
    "hierarchical": {"model": "t-closeness", "variant": "hierarchical", "t": 0.3},
    "disclosure": {"model": "delta-disclosure", "delta": 1.5},
    "disclosure of all values": {"model": "delta-disclosure", "delta": 1.5, "absent_values": "violating"},
    "basic": {"model": "beta-likeness", "variant": "basic", "beta": 1.0},
    "enhanced": {"model": "beta-likeness", "variant": "enhanced", "beta": 1.0},
}
EVERY = OF_SIZE | {name: {"attribute": "diagnosis", **model} for name, model in OF_VALUES.items()}
COSTS = {"adversary_gain": 30.0, "adversary_cost": 10.0, "publisher_benefit": 100.0, "publisher_loss": 150.0}


def verified(folder: Path, name: str, **sections: Any) -> Run:
    """A run whose file is confirmed."""
    done = run(folder, [EVERY[name]], costs=COSTS, **sections)
    assert done.output.class_sizes.size > 1
    counted = done.verify()
    assert [each.verified for each in counted.models] == [True], counted
    assert counted.plain()["all"] is True
    return done


def smallest_group(rows: list[Row]) -> tuple[str, ...]:
    sizes = Counter(map(quasi_identifiers, rows))
    sizes.pop(("*",) * len(QUASI_IDENTIFIERS), None)
    return min(sizes, key=lambda group: (sizes[group], group))


def scattered(rows: list[Row]) -> list[Row]:
    """Everybody has an age of their own."""
    return [row | {"age": f"age {number}"} for number, row in enumerate(rows)]


def all_but_one_left_out(rows: list[Row]) -> list[Row]:
    """The smallest group loses all members but one."""
    group = smallest_group(rows)
    members = [number for number, row in enumerate(rows) if quasi_identifiers(row) == group]
    return [row for number, row in enumerate(rows) if number not in members[1:]]


def one_diagnosis(rows: list[Row]) -> list[Row]:
    """In the smallest group everybody has the same."""
    group = smallest_group(rows)
    return [row | {"diagnosis": "*"} if quasi_identifiers(row) == group else row for row in rows]


@pytest.mark.parametrize("name", EVERY)
def test_that_every_model_is_confirmed_and_a_file_without_groups_refutes_it(tmp_path: Path, name: str):
    counted = verified(tmp_path, name).tampered(scattered)
    assert [each.verified for each in counted.models] == [False]
    assert "quasi-identifiers" in {each.claim for each in counted.refuted}


@pytest.mark.parametrize("name", EVERY)
def test_that_every_model_is_confirmed_where_suppressed_records_are_dropped(tmp_path: Path, name: str):
    done = verified(tmp_path, name, output={"suppressed": "drop"})
    assert len(done.rows()) == int(done.output.class_sizes.sum())


@pytest.mark.parametrize(
    "name", ["k-anonymity", "k-map, poisson", "k-map, truncated", "profitability, no attack", "distinct", "shannon"]
)
def test_that_one_group_that_is_too_small_refutes_what_asks_for_size(tmp_path: Path, name: str):
    counted = verified(tmp_path, name, output={"suppressed": "drop"}).tampered(all_but_one_left_out)
    assert [each.verified for each in counted.models] == [False]
    assert counted.models[0].reason.startswith("1 of ")
    refuted = {each.claim for each in counted.refuted}
    assert {"records", "suppressed_records", "smallest_class"} <= refuted


@pytest.mark.parametrize("name", OF_VALUES)
def test_that_one_group_with_one_sensitive_value_refutes_what_asks_for_values(tmp_path: Path, name: str):
    counted = verified(tmp_path, name).tampered(one_diagnosis)
    assert [each.verified for each in counted.models] == [False]
    assert {each.claim for each in counted.refuted} == {counted.models[0].claim, "other columns"}


def test_that_a_value_that_the_table_does_not_have_is_one_more_value(tmp_path: Path):
    def invented(rows: list[Row]) -> list[Row]:
        chosen = next(number for number, row in enumerate(rows) if row["sex"] != "*")
        return [row | {"diagnosis": "invented"} if number == chosen else row for number, row in enumerate(rows)]

    for name in ("disclosure", "basic", "enhanced"):
        counted = verified(tmp_path, name, suppression={"limit": 0.5}).tampered(invented)
        assert counted.models[0].verified is False
    for name in ("equal", "ordered", "hierarchical", "distinct"):
        counted = verified(tmp_path, name, suppression={"limit": 0.5}).tampered(invented)
        assert {each.claim for each in counted.refuted} == {"other columns"}


CHANGES: dict[str, tuple[Change, set[str]]] = {
    "a record less": (lambda rows: rows[:-1], {"records", "largest_class"}),
    "a record more": (lambda rows: [*rows, rows[0]], {"records"}),
    "an identifier": (lambda rows: [rows[0] | {"name": "n0"}, *rows[1:]], {"other columns"}),
    "a note": (lambda rows: [*rows[:-1], rows[-1] | {"note": "changed"}], {"other columns"}),
    "records exchanged": (lambda rows: rows[::-1], {"quasi-identifiers", "other columns"}),
    "a label": (lambda rows: [row | {"sex": row["sex"].upper()} for row in rows], {"quasi-identifiers"}),
    "a column renamed": (lambda rows: [{f"{name}_": cell for name, cell in row.items()} for row in rows], {"table"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_that_facts_are_refuted_one_by_one(tmp_path: Path, change: str):
    counted = verified(tmp_path, "k-anonymity").tampered(CHANGES[change][0])
    refuted = {each.claim for each in counted.refuted}
    expected = CHANGES[change][1]
    assert expected & refuted
    assert "sha256" not in refuted
    with pytest.raises(UnconfirmedFile, match="Do not share it") as error:
        counted.require_confirmed()
    assert error.value.exit_status == 5
    assert [problem.place for problem in error.value.problems] == [
        counted.place,
        *(each.claim for each in counted.refuted),
    ]


def test_that_a_file_changed_after_it_was_written_is_noticed(tmp_path: Path):
    done = verified(tmp_path, "k-anonymity")
    done.path.write_bytes(done.path.read_bytes() + b"\r\n")
    assert [each.claim for each in done.verify().refuted] == ["sha256"]


@pytest.mark.parametrize("content", [b"", b'a;b\n"', b"\xff\xfe\xfa;x\n", b"a;b\n1;2;3\n"])
def test_that_a_file_that_is_no_table_confirms_nothing(tmp_path: Path, content: bytes):
    done = verified(tmp_path, "k-anonymity")
    done.path.write_bytes(content)
    counted = done.verify()
    assert [each.verified for each in counted.models] == [False]


def test_that_nothing_is_recounted_where_the_input_is_gone_and_that_is_told(tmp_path: Path):
    done = verified(tmp_path, "k-anonymity")
    (tmp_path / "people.csv").unlink()
    counted = done.verify()
    assert [each.verified for each in (*counted.models, *counted.facts)] == [None, None]
    assert "cannot be read again" in counted.sentence
    assert counted.plain()["all"] is False
    with pytest.raises(UncountedFile, match="before checking it"):
        counted.require_confirmed()


def test_that_figures_are_those_of_the_file_and_claims_are_compared_with_them(tmp_path: Path):
    done = verified(tmp_path, "k-anonymity")
    counted = done.verify()
    rows = done.rows()
    kept = Counter(group for group in map(quasi_identifiers, rows) if set(group) != {"*"})
    assert (counted.records, counted.classes) == (len(rows), len(kept))
    assert (counted.smallest_class, counted.largest_class) == (min(kept.values()), max(kept.values()))
    assert counted.suppressed_records == len(rows) - kept.total()
    for name in ("suppressed_records", "classes", "smallest_class", "largest_class"):
        done.facts["solution"][name] += 1
        assert [each.claim for each in done.verify().refuted] == [name]
        done.facts["solution"][name] -= 1


def test_that_levels_are_claims_too(tmp_path: Path):
    done = verified(tmp_path, "k-anonymity")
    levels = done.facts["solution"]["levels"]
    levels["age"] = 0 if levels["age"] else 1
    assert [each.claim for each in done.verify().refuted] == ["quasi-identifiers"]


SUBSETS = {"file": "subset.csv", "expression": "age >= 30 and city != 'Ulm'", "random": {"random": 0.4, "seed": 9}}


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
@pytest.mark.parametrize("kind", SUBSETS)
def test_that_research_subsets_are_found_again(tmp_path: Path, kind: str, suppressed: str):
    rows = people()
    rows += rows[:40]  # listed once, there twice
    write_table(tmp_path / "subset.csv", [rows[index] for index in (*range(100, 150), *range(0, 40, 2), 1, 1)])
    privacy: Privacy = [
        {"model": "k-map", "k": 5, "subset": SUBSETS[kind]},
        {"model": "delta-presence", "dmin": 0.0, "dmax": 0.9},
        {"model": "t-closeness", "attribute": "days", "variant": "ordered", "t": 0.4},
        {"model": "profitability", "attacker": "journalist"},
    ]
    done = run(tmp_path, privacy, rows, output={"suppressed": suppressed})
    assert done.verify().plain()["all"] is True
    assert done.verify().records == len(done.rows()) < len(rows)
    counted = done.tampered(scattered)
    assert [each.verified for each in counted.models[:3]] == [False] * 3


def test_that_groups_without_the_subset_break_presence_above_nothing(tmp_path: Path):
    done = run(tmp_path, [{"model": "delta-presence", "dmin": 0.1, "dmax": 1.0, "subset": SUBSET}])
    assert done.verify().plain()["all"] is True
    assert done.verify_as({"subset": "age < 30"}).models[0].verified is False


def test_that_local_recoding_is_counted_by_the_texts_of_the_file(tmp_path: Path):
    privacy = [
        K,
        {"model": "l-diversity", "attribute": "diagnosis", "l": 2},
        {"model": "t-closeness", "attribute": "days", "variant": "ordered", "t": 0.5},
        {"model": "average-risk", "threshold": 0.2},
    ]
    done = run(tmp_path, privacy, suppression={"limit": 0.6}, search={"local_recoding": {"iterations": 20}})
    assert done.facts["local_recoding"]["iterations"]
    counted = done.verify()
    assert counted.plain()["all"] is True, counted
    assert counted.classes == done.facts["local_recoding"]["classes"]
    done.facts["local_recoding"]["iterations"].pop()
    assert "quasi-identifiers" in {each.claim for each in done.verify().refuted}
    assert done.tampered(scattered).models[0].verified is False


def test_that_payouts_of_local_recoding_hold_for_whatever_a_label_can_mean(tmp_path: Path):
    done = run(
        tmp_path,
        [{"model": "profitability"}],
        suppression={"limit": 0.6},
        search={"local_recoding": {"iterations": 20}},
        costs=COSTS | {"publisher_benefit": 400.0},
    )
    assert done.verify().plain()["all"] is True


STARS = (3, 2, 0)
"""Levels at which age and city read "*"; sex has no other level."""


def only_stars(folder: Path, suppressed: str, privacy: Privacy, rows: list[Row]) -> Run:
    anonymizer = job_on(folder, rows, privacy, output={"suppressed": suppressed}, suppression={"limit": 1.0})
    return written(anonymizer, folder / "out.csv", STARS)


def test_that_an_ordinary_group_of_stars_is_a_group_where_suppressed_records_are_dropped(tmp_path: Path):
    rows = [row | {"sex": "*" if number % 3 else "rare"} for number, row in enumerate(people(20))]
    counted = only_stars(tmp_path, "drop", [{"model": "k-anonymity", "k": 10}], rows).verify()
    assert counted.plain()["all"] is True
    assert (counted.classes, counted.largest_class, counted.suppressed_records) == (1, 13, 7)


def test_that_what_depends_on_suppressed_records_and_groups_of_stars_is_left_open(tmp_path: Path):
    """13 records read "*" at these levels and 7 because they are suppressed: 13 or 20, or none, may be one group."""
    rows = [row | {"sex": "*" if number % 3 else "rare"} for number, row in enumerate(people(20))]
    rows = [row | {"days": "1" if row["sex"] == "*" else "2"} for row in rows]
    privacy: Privacy = [
        {"model": "k-anonymity", "k": 10},
        {"model": "t-closeness", "attribute": "days", "variant": "equal", "t": 0.4},
    ]
    counted = only_stars(tmp_path, "keep", privacy, rows).verify()
    assert counted.plain()["all"] is True  # without these records, and with all of them, both hold
    assert (counted.classes, counted.largest_class, counted.suppressed_records) == (1, 13, 7)
    done = only_stars(tmp_path, "keep", [{"model": "k-anonymity", "k": 10}], rows)
    counted = done.verify_as({"k": 25})
    assert [each.verified for each in counted.models] == [None]
    assert "the file does not show" in counted.models[0].reason
    assert counted.refuted == ()


def test_that_a_table_of_which_nothing_is_left_fulfils_everything(tmp_path: Path):
    for suppressed in ("keep", "drop"):
        anonymizer = job_on(
            tmp_path,
            people(12),
            [{"model": "k-anonymity", "k": 13}, {"attribute": "diagnosis", **OF_VALUES["ordered"]}],
            output={"suppressed": suppressed},
            suppression={"limit": 1.0},
        )
        counted = written(anonymizer, tmp_path / "out.csv", (0, 0, 0)).verify()
        assert (counted.plain()["all"], counted.classes, counted.suppressed_records) == (True, 0, 12)


def test_that_differential_privacy_is_refuted_by_a_small_group_but_never_confirmed(tmp_path: Path):
    privacy: Privacy = [{"model": "differential-privacy", "epsilon": 2.0, "delta": 0.05, "scheme": "high", "seed": 5}]
    done = run(tmp_path, privacy)
    counted = done.verify()
    assert counted.classes > 0
    assert [each.verified for each in counted.models] == [None]
    assert "how the records were sampled does not show" in counted.sentence
    assert counted.refuted == ()
    assert {cell for row in done.rows() for name in ("name", "diagnosis", "note") for cell in [row[name]]} == {"*"}
    assert done.tampered(all_but_one_left_out).models[0].verified is False


def test_that_values_that_the_file_does_not_show_cannot_be_recounted(tmp_path: Path):
    privacy: Privacy = [
        {"model": "differential-privacy", "epsilon": 2.0, "delta": 0.05, "scheme": "high", "seed": 5},
        {"attribute": "diagnosis", **OF_VALUES["distinct"]},
    ]
    done = run(tmp_path, privacy[:1])
    job = done.anonymizer.job
    asked = job_from({"data": {"path": "people.csv"}, "privacy": privacy}).privacy  # no search takes both
    both = replace(done.anonymizer, job=job.model_copy(update={"privacy": asked}))
    counted = both.verify(done.facts, done.output, done.exported)
    assert counted.models[1].reason == "the file does not show diagnosis"


@pytest.mark.parametrize("estimator", ["pitman", "snb"])
def test_that_estimates_that_are_not_computed_a_second_time_are_named(tmp_path: Path, estimator: str):
    privacy = [{"model": "population-uniqueness", "threshold": 0.5, "estimator": estimator, "population": 5000}]
    done = run(tmp_path, privacy)
    counted = done.verify()
    assert counted.smallest_class == 1
    assert counted.models[0].verified is None
    assert counted.sentence.startswith("Not recounted: population uniqueness of at most 50 %")
    assert counted.plain()["all"] is False
    assert done.tampered(scattered).models[0].verified is False  # everybody is unique: nothing is to be estimated


def test_that_the_models_of_a_job_are_told_each(tmp_path: Path):
    counted = run(tmp_path, [EVERY["recursive"], K]).verify()
    assert counted.sentence == (
        "Verified by a recount of the written file: recursive (1.5, 2)-diversity of diagnosis, 4-anonymity."
    )
    assert [each["model"] for each in counted.plain()["models"]] == [each.claim for each in counted.models]


def test_that_every_model_is_among_these_cases():
    elsewhere = {"differential-privacy", "km-anonymity", "event-anonymity", "history-anonymity"}
    assert {model["model"] for model in EVERY.values()} | elsewhere == set(MODELS)


@pytest.mark.parametrize("delimiter", [",", "\t", "|", ":"])
def test_that_the_delimiter_of_the_file_is_that_of_the_input_or_a_tab(tmp_path: Path, delimiter: str):
    anonymizer = job_on(tmp_path, people(), [K], delimiter)
    for suffix in ("csv", "tsv"):
        assert written(anonymizer, tmp_path / f"out.{suffix}").verify().plain()["all"] is True


def test_that_adult_is_confirmed_as_the_reference_has_it(adult: Anonymizer, tmp_path: Path):
    counted = written(adult, tmp_path / "out.csv").verify()
    assert counted.plain()["all"] is True
    assert (counted.suppressed_records, counted.classes) == (1346, 397)
    assert (counted.smallest_class, counted.largest_class) == (5, 1685)


def test_that_a_refuted_model_tells_both_numbers_and_where(tmp_path):
    done = run(tmp_path, [K])
    (found,) = done.verify_as({"k": 200}).models
    sizes = Counter(quasi_identifiers(row) for row in done.rows() if set(quasi_identifiers(row)) != {"*"})
    smallest = min(sizes.values())
    assert (found.verified, found.claimed, found.counted) == (False, 200, smallest)
    assert found.measure == "records in the smallest group"
    assert sizes[tuple(dict(found.group)[name] for name in QUASI_IDENTIFIERS)] == smallest
    plain = done.verify_as({"k": 200}).plain()["models"][0]
    assert (plain["model"], plain["claimed"], plain["counted"]) == ("200-anonymity", 200, smallest)
    assert "claimed" not in done.verify().plain()["models"][0]


def test_that_a_refuted_figure_tells_both_numbers(tmp_path):
    done = run(tmp_path, [K])
    done.facts["solution"]["classes"] += 1
    found = next(each for each in done.verify().facts if each.claim == "classes")
    assert (found.counted, found.claimed) == (done.facts["solution"]["classes"] - 1, done.facts["solution"]["classes"])
