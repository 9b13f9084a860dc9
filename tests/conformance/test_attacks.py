"""The attack on ADULT, counted again with pandas from the file, its levels and its hierarchies; `attacks.md` has the
figures."""

from __future__ import annotations

import csv

import numpy as np
import pandas as pd
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.attacks.attack import attack_release
from arxdesk_engine.job.job import job_from

QUASI = ("sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation")
SALARY = "salary-class"
FRACTION, MEMBERS, OUTSIDE = 25_162 / 30_162, 25_162, 5_000
K = {"model": "k-anonymity", "k": 5}
DIVERSE = {"model": "l-diversity", "variant": "distinct", "l": 2, "attribute": SALARY}
CLOSE = {"model": "t-closeness", "t": 0.2, "variant": "equal", "attribute": SALARY}


@pytest.fixture(scope="module")
def attacked(shared, tmp_path_factory):
    """By the models beside 5-anonymity and the suppression limit: the report, and what pandas counts."""
    folder, found = tmp_path_factory.mktemp("adult"), {}

    def attack(limit, *models):
        if (limit, *map(str, models)) in found:
            return found[limit, *map(str, models)]
        adult = shared / "data" / "adult"
        attributes = {
            name: {"role": "quasi-identifying", "hierarchy": str(adult / f"hierarchy_{name}.csv")} for name in QUASI
        }
        job = job_from(
            {
                "data": {"path": str(adult / "adult.csv")},
                "attributes": attributes | {SALARY: {"role": "sensitive"}},
                "privacy": [K, *models],
                "suppression": {"limit": limit},
                "sampling": {"fraction": FRACTION, "seed": 1},
                "output": {"path": str(folder / "out.csv")},
            }
        ).at(folder / "job.toml")
        anonymizer = Anonymizer.open(job)
        output = anonymizer.apply(anonymizer.search().best.levels)
        anonymizer.write(output)
        counted = naive(adult, output.levels, read(folder / "out.csv"))
        made = attack_release(job, folder / "out.csv"), counted
        found[limit, *map(str, models)] = made
        return made

    return attack


def read(path):
    with path.open(encoding="utf-8", newline="") as stream:
        sample = stream.readline()
        delimiter = ";" if ";" in sample else ","
        stream.seek(0)
        return pd.DataFrame(list(csv.DictReader(stream, delimiter=delimiter)))


def naive(folder, levels, released):
    """Groups of the released rows, and the guess about each person by the group that their values belong to."""
    people = read(folder / "adult.csv")
    chosen = np.random.default_rng(1).choice(len(people), MEMBERS, replace=False)
    is_member = np.isin(np.arange(len(people)), chosen)
    labels = pd.DataFrame(index=people.index)
    for name, level in zip(QUASI, levels, strict=True):
        with (folder / f"hierarchy_{name}.csv").open(encoding="utf-8") as stream:
            rows = list(csv.reader(stream, delimiter=";"))
        labels[name] = people[name].map({row[0]: row[level] for row in rows})
    shown = released[~(released[list(QUASI)] == "*").all(axis=1)]
    groups = {key: list(those) for key, those in shown.groupby(list(QUASI))[SALARY]}
    everywhere = shown[SALARY].mode()[0]
    of_person = [groups.get(key, []) for key in labels.itertuples(index=False, name=None)]
    guess = [pd.Series(those).mode()[0] if those else everywhere for those in of_person]
    right = np.array(guess) == people[SALARY].to_numpy()
    certain = np.array([len(set(those)) == 1 for those in of_person])
    sizes = np.array([len(those) for those in of_person])
    return {
        "right": int(right[is_member].sum()),
        "right outside": int(right[~is_member].sum()),
        "certain": int(certain[is_member].sum()),
        "homogeneous": sum(len(set(those)) == 1 for those in groups.values()),
        "fewest": int(sizes[is_member][sizes[is_member] > 0].min()),
    }


# Suppression limit, right of members and of people outside, told with certainty (in percent), homogeneous groups.
FIGURES = [
    (0.05, "81.3", "81.0", "11.1", 119),
    (1.0, "81.5", "81.0", "14.1", 216),
]


@pytest.mark.parametrize(("limit", "right", "outside", "certain", "groups"), FIGURES)
def test_that_adult_tells_what_pandas_counts(attacked, limit, right, outside, certain, groups):
    report, counted = attacked(limit)
    (found,) = report.found
    (secret,) = found.inferences
    assert (report.members, report.outside, found.singling_out.single.some) == (MEMBERS, OUTSIDE, 0)
    assert found.singling_out.few.some == 0
    assert found.singling_out.candidates[found.singling_out.candidates > 0].min() == counted["fewest"] >= 5
    assert secret.members.share_right.some == counted["right"]
    assert secret.outside.share_right.some == counted["right outside"]
    assert secret.members.share_certain.some == counted["certain"]
    assert f"{100 * secret.members.share_right.value:.1f}" == right
    assert f"{100 * secret.outside.share_right.value:.1f}" == outside
    assert f"{100 * secret.members.share_certain.value:.1f}" == certain
    assert counted["homogeneous"] == groups
    assert secret.excess[1] <= 0.0 <= secret.excess[2]


@pytest.mark.parametrize("limit", [0.05, 1.0])
def test_that_diversity_lets_nothing_be_certain(attacked, limit):
    report, counted = attacked(limit, DIVERSE)
    assert report.found[0].inferences[0].members.share_certain.some == counted["certain"] == 0


def test_that_closeness_tells_no_more_than_of_people_outside(attacked):
    report, counted = attacked(0.05, CLOSE)
    (secret,) = report.found[0].inferences
    assert secret.members.share_right.some == counted["right"]
    assert secret.excess[1] <= 0.0 <= secret.excess[2]
    assert report.found[0].losses[0].interval[0] <= 0.0
