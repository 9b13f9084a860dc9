"""A table that was recoded group by group: a true file is confirmed, and each planted fault is refuted by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.verification.recount import Recount, UnconfirmedFile
from tests.engine.verification.runs import QUASI_IDENTIFIERS, Row, Run, people, quasi_identifiers, run

Privacy = list[dict[str, Any]]

K = 4
K_ANONYMITY = {"model": "k-anonymity", "k": K}
BY_GROUPS = {"recoding": "groupwise"}
WRONG_CELLS = "in 1 record they are not the values of the input at the levels reported"
OF_VALUES = {
    "distinct": {"model": "l-diversity", "l": 3},
    "shannon": {"model": "l-diversity", "variant": "shannon", "l": 2.2},
    "recursive": {"model": "l-diversity", "variant": "recursive", "l": 2, "c": 1.5},
    "equal": {"model": "t-closeness", "variant": "equal", "t": 0.3},
    "ordered": {"model": "t-closeness", "variant": "ordered", "t": 0.25},
    "hierarchical": {"model": "t-closeness", "variant": "hierarchical", "t": 0.3},
    "basic": {"model": "beta-likeness", "variant": "basic", "beta": 1.0},
    "enhanced": {"model": "beta-likeness", "variant": "enhanced", "beta": 1.0},
    "disclosure": {"model": "delta-disclosure", "delta": 1.5, "absent_values": "violating"},
}
K_MAP = {"model": "k-map", "k": 9, "estimator": "poisson", "population": 500}


def recoded(folder: Path, privacy: Privacy, rows: list[Row] | None = None, **sections: Any) -> Run:
    """A table recoded by groups whose file is confirmed as it is."""
    done = run(folder, privacy, rows or people(120), search=BY_GROUPS, **sections)
    counted = done.verify()
    assert counted.plain()["all"] is True, counted
    assert counted.classes > 2
    return done


def labels_of(done: Run, name: str, number: int) -> list[str]:
    """The label of a record at every level of an attribute."""
    hierarchy: BoundHierarchy = done.anonymizer.hierarchies[name]
    code = done.anonymizer.dataset[name].codes[number]
    return [labels[codes[code]] for labels, codes in zip(hierarchy.labels, hierarchy.codes, strict=True)]


def levels_of(done: Run, name: str) -> list[int]:
    """The level of every record in an attribute."""
    return done.output.own_levels[:, done.anonymizer.quasi_identifiers.index(name)].tolist()


def with_cell(number: int, name: str, text: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [row | {name: text} if place == number else row for place, row in enumerate(rows)]


def in_group(rows: list[Row], *, smallest: bool) -> list[int]:
    """The records of the smallest or of the largest group."""
    sizes = Counter(group for group in map(quasi_identifiers, rows) if set(group) != {"*"})
    group = (min if smallest else max)(sizes, key=lambda each: (sizes[each], each))
    return [number for number, row in enumerate(rows) if quasi_identifiers(row) == group]


def refused(counted: Recount) -> dict[str, str]:
    """The reasons of the claims that are refuted; such a file must not be shared."""
    with pytest.raises(UnconfirmedFile, match="the recount of the file contradicts a claim"):
        counted.require_confirmed()
    return {each.claim: each.reason for each in counted.refuted}


@pytest.mark.parametrize("name", ["age", "city"])
@pytest.mark.parametrize("step", [-1, 1])
def test_that_a_cell_at_a_level_above_or_below_is_refuted(tmp_path: Path, name: str, step: int):
    done = recoded(tmp_path, [K_ANONYMITY])
    tried = 0
    original = done.rows()
    for number, level in enumerate(levels_of(done, name)):
        labels = labels_of(done, name, number)
        other = labels[level + step] if 0 <= level + step < len(labels) else labels[level]
        if tried == 5 or other == labels[level]:
            continue
        tried += 1
        reasons = refused(done.tampered(with_cell(number, name, other)))
        assert reasons["quasi-identifiers"] == WRONG_CELLS
        done.tampered(lambda _rows: original)
    assert tried == 5


def test_that_a_record_with_fitting_labels_of_another_group_is_refuted_by_its_levels_alone(tmp_path: Path):
    """Every figure stays as it was, every group is large enough, and each label is one of the record's own."""
    done = recoded(tmp_path, [K_ANONYMITY], people(400))
    rows = done.rows()
    sizes = Counter(map(quasi_identifiers, rows))
    inner = {group for group, size in sizes.items() if min(sizes.values()) < size < max(sizes.values()) - 1}

    def fits(number: int, group: tuple[str, ...]) -> bool:
        labels = (labels_of(done, name, number) for name in QUASI_IDENTIFIERS)
        return all(label in own for label, own in zip(group, labels, strict=True))

    number, group = next(
        (number, group)
        for number, row in enumerate(rows)
        if quasi_identifiers(row) in inner and sizes[quasi_identifiers(row)] > min(sizes.values()) + 1
        for group in sorted(inner)
        if group != quasi_identifiers(row) and fits(number, group)
    )
    moved = rows[number] | dict(zip(QUASI_IDENTIFIERS, group, strict=True))
    counted = done.tampered(lambda rows: [moved if place == number else row for place, row in enumerate(rows)])
    assert refused(counted) == {"quasi-identifiers": WRONG_CELLS}
    assert [each.verified for each in counted.models] == [True]


def test_that_a_record_with_labels_of_strangers_is_refuted(tmp_path: Path):
    done = recoded(tmp_path, [K_ANONYMITY])
    smallest, largest = (in_group(done.rows(), smallest=smallest) for smallest in (True, False))

    def moved(rows: list[Row]) -> list[Row]:
        rows[smallest[0]] |= dict(zip(QUASI_IDENTIFIERS, quasi_identifiers(rows[largest[0]]), strict=True))
        return rows

    assert len(smallest) == K
    reasons = refused(done.tampered(moved))
    assert reasons["quasi-identifiers"] == WRONG_CELLS
    assert reasons["4-anonymity"].startswith("1 of ")
    assert (reasons["smallest_class"], reasons["largest_class"]) == (
        f"{K - 1} instead of {K}",
        f"{len(largest) + 1} instead of {len(largest)}",
    )


@pytest.mark.parametrize(
    ("model", "title"),
    [(K_ANONYMITY, "4-anonymity"), (K_MAP, "9-map")],
    ids=["k-anonymity", "k-map"],
)
def test_that_a_group_of_one_record_too_few_is_refuted(tmp_path: Path, model: dict[str, Any], title: str):
    done = recoded(tmp_path, [model])
    members = in_group(done.rows(), smallest=True)
    least = len(members)
    counted = done.tampered(lambda rows: [row for number, row in enumerate(rows) if number != members[0]])
    reasons = refused(counted)
    (found,) = counted.models
    assert found.claim.startswith(title)
    assert reasons[found.claim] == f"1 of {counted.classes:,} groups breaks it"
    assert dict(found.group) == {name: done.rows()[members[1] - 1][name] for name in QUASI_IDENTIFIERS}
    assert reasons["smallest_class"] == f"{least - 1} instead of {least}"
    assert reasons["records"] == f"{len(done.rows())} instead of {len(done.rows()) + 1}"


def test_that_a_member_removed_in_secret_is_refuted(tmp_path: Path):
    done = recoded(tmp_path, [K_ANONYMITY])
    number = in_group(done.rows(), smallest=True)[0]
    stars = dict.fromkeys(QUASI_IDENTIFIERS, "*")
    counted = done.tampered(lambda rows: [row | stars if at == number else row for at, row in enumerate(rows)])
    reasons = refused(counted)
    assert reasons["suppressed_records"] == "1 instead of 0"
    assert reasons["smallest_class"] == f"{K - 1} instead of {K}"


@pytest.mark.parametrize("name", OF_VALUES)
def test_that_a_group_whose_sensitive_values_were_made_one_is_refuted(tmp_path: Path, name: str):
    privacy = [K_ANONYMITY, {"attribute": "diagnosis", **OF_VALUES[name]}]
    done = recoded(tmp_path, privacy, people(240))
    members = in_group(done.rows(), smallest=True)
    changed = [number for number in members if done.rows()[number]["diagnosis"] != "*"]
    counted = done.tampered(
        lambda rows: [row | {"diagnosis": "*"} if number in members else row for number, row in enumerate(rows)]
    )
    reasons = refused(counted)
    assert set(reasons) == {counted.models[1].claim, "other columns"}
    assert reasons[counted.models[1].claim] == f"1 of {counted.classes:,} groups breaks it"
    assert dict(counted.models[1].group) == {each: done.rows()[members[0]][each] for each in QUASI_IDENTIFIERS}
    assert reasons["other columns"].startswith(f"in {len(changed)} record")


def test_that_one_sensitive_value_too_many_is_refuted(tmp_path: Path):
    done = recoded(tmp_path, [K_ANONYMITY, {"attribute": "diagnosis", "model": "l-diversity", "l": 3}], people(240))
    rows = done.rows()
    diagnoses: dict[tuple[str, ...], Counter[str]] = {}
    for row in rows:
        diagnoses.setdefault(quasi_identifiers(row), Counter())[row["diagnosis"]] += 1
    number, other = next(
        (number, next(iter(counts - Counter({row["diagnosis"]: 1}))))
        for number, row in enumerate(rows)
        if len(counts := diagnoses[quasi_identifiers(row)]) == 3 and counts[row["diagnosis"]] == 1
    )
    counted = done.tampered(with_cell(number, "diagnosis", other))
    found = counted.models[1]
    assert refused(counted)[found.claim].startswith("1 of ")
    assert (found.claimed, found.counted, found.measure) == (3, 2, "different values in a group")


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
def test_that_a_removed_record_that_is_put_back_is_refuted(tmp_path: Path, suppressed: str):
    """Sex has one level: those who are alone with theirs cannot form a group."""
    rows = [row | {"sex": "other"} if number in (7, 40) else row for number, row in enumerate(people(120))]
    done = recoded(tmp_path, [K_ANONYMITY], rows, output={"suppressed": suppressed})
    removed = done.output.suppressed.nonzero()[0].tolist()
    assert removed == [7, 40]
    number = removed[0]
    cells = {name: labels_of(done, name, number)[0] for name in QUASI_IDENTIFIERS}

    def put_back(rows: list[Row]) -> list[Row]:
        if suppressed == "keep":
            return [row | cells if place == number else row for place, row in enumerate(rows)]
        return [*rows, rows[0] | cells]

    reasons = refused(done.tampered(put_back))
    assert reasons["suppressed_records"] == f"{len(removed) - 1} instead of {len(removed)}"
    assert reasons["4-anonymity"].startswith("1 of ")
    if suppressed == "keep":
        assert reasons["quasi-identifiers"] == WRONG_CELLS
    else:
        assert reasons["records"].endswith(f"instead of {done.output.class_sizes.sum()}")


@pytest.mark.parametrize("name", QUASI_IDENTIFIERS)
def test_that_a_label_that_no_hierarchy_has_is_refuted(tmp_path: Path, name: str):
    done = recoded(tmp_path, [K_ANONYMITY])
    number = in_group(done.rows(), smallest=False)[0]
    reasons = refused(done.tampered(with_cell(number, name, "of no hierarchy")))
    assert reasons["quasi-identifiers"] == WRONG_CELLS
    assert reasons["4-anonymity"].startswith("1 of ")


def test_that_levels_beyond_those_reported_are_refuted(tmp_path: Path):
    done = recoded(tmp_path, [K_ANONYMITY])
    ends = done.facts["local_recoding"]["levels"]
    assert ends["age"][1] > ends["age"][0]
    ends["age"][1] -= 1
    assert set(refused(done.verify())) == {"quasi-identifiers"}
