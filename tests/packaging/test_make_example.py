"""The example: its files are what the script writes, and the data are valid, plausible and worth searching."""

import csv
import datetime as dt
import itertools
import math
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.packaging.scripts import load_script
from tests.places import EXAMPLE

ATTRIBUTES = (
    "patient_id",
    "sex",
    "age",
    "postal_code",
    "admission_date",
    "admission_type",
    "length_of_stay",
    "diagnosis",
)
QUASI_IDENTIFIERS = ATTRIBUTES[1:-1]
HEIGHTS = {
    "sex": 2,
    "age": 5,
    "postal_code": 6,
    "admission_date": 5,
    "admission_type": 3,
    "length_of_stay": 5,
}
DELIVERIES = ("Spontaneous delivery", "Caesarean delivery", "Pregnancy complication")


def read_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    load_script("make_example").write_example(folder)
    return folder


@pytest.fixture(scope="module")
def records() -> list[dict[str, str]]:
    header, *rows = read_csv(EXAMPLE / "discharge.csv")
    return [dict(zip(header, row, strict=True)) for row in rows]


@pytest.fixture(scope="module")
def hierarchies() -> dict[str, list[list[str]]]:
    return {name: read_csv(EXAMPLE / f"hierarchy_{name}.csv") for name in QUASI_IDENTIFIERS}


def test_that_the_committed_files_are_what_the_script_writes(written):
    committed = {path.name: path.read_bytes() for path in EXAMPLE.glob("*.csv")}
    assert committed == {path.name: path.read_bytes() for path in written.iterdir()}


def test_that_writing_twice_gives_the_same_bytes(written, tmp_path):
    load_script("make_example").write_example(tmp_path)
    for path in written.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_that_the_table_has_ten_thousand_records_of_eight_attributes(records):
    assert tuple(records[0]) == ATTRIBUTES
    assert len(records) == 10_000
    assert len({record["patient_id"] for record in records}) == 10_000
    assert all(cell == cell.strip() != "" for record in records for cell in record.values())


def test_that_the_files_are_small_plain_text_with_line_feeds():
    for path in EXAMPLE.glob("*.csv"):
        content = path.read_bytes()
        assert len(content) < 1_000_000
        assert b"\r" not in content
        assert b'"' not in content
        assert content.endswith(b"\n")
        content.decode("ascii")


@pytest.mark.parametrize(
    ("attribute", "pattern"),
    [("patient_id", r"P\d{6}"), ("sex", "female|male"), ("postal_code", r"\d{5}"), ("diagnosis", "[A-Z][A-Za-z0-9 ]+")],
)
def test_that_texts_have_their_form(records, attribute, pattern):
    assert all(re.fullmatch(pattern, record[attribute]) for record in records)


def test_that_numbers_and_dates_are_in_their_ranges(records):
    assert {int(record["age"]) for record in records} <= set(range(100))
    assert {int(record["length_of_stay"]) for record in records} <= set(range(121))
    days = [dt.date.fromisoformat(record["admission_date"]) for record in records]
    assert min(days) >= dt.date(2024, 1, 1)
    assert max(days) <= dt.date(2025, 12, 31)
    assert days == sorted(days)


@pytest.mark.parametrize("attribute", QUASI_IDENTIFIERS)
def test_that_a_hierarchy_is_rectangular_sorted_and_ends_in_a_star(hierarchies, attribute):
    rows = hierarchies[attribute]
    assert {len(row) for row in rows} == {HEIGHTS[attribute]}
    assert {row[-1] for row in rows} == {"*"}
    assert all(cell for row in rows for cell in row)
    values = [row[0] for row in rows]
    assert len(set(values)) == len(values)
    assert values == sorted(values, key=int if attribute in ("age", "length_of_stay") else str)


@pytest.mark.parametrize("attribute", QUASI_IDENTIFIERS)
def test_that_a_hierarchy_lists_every_value_of_the_data(records, hierarchies, attribute):
    assert {record[attribute] for record in records} <= {row[0] for row in hierarchies[attribute]}


@pytest.mark.parametrize("attribute", QUASI_IDENTIFIERS)
def test_that_each_level_only_merges_groups_of_the_one_below(hierarchies, attribute):
    columns = list(zip(*hierarchies[attribute], strict=True))
    for lower, higher in itertools.pairwise(columns):
        assert len(set(zip(lower, higher, strict=True))) == len(set(lower))
        assert len(set(higher)) < len(set(lower))


def test_that_hierarchies_list_the_whole_domain(hierarchies):
    days = [dt.date(2024, 1, 1) + dt.timedelta(days=day) for day in range(731)]
    assert [row[0] for row in hierarchies["age"]] == [str(age) for age in range(100)]
    assert [row[0] for row in hierarchies["length_of_stay"]] == [str(stay) for stay in range(121)]
    assert [row[0] for row in hierarchies["admission_date"]] == [day.isoformat() for day in days]


@pytest.mark.parametrize(
    ("attribute", "row"),
    [
        ("age", ["43", "40-44", "40-49", "40-59", "*"]),
        ("postal_code", ["04124", "0412x", "041xx", "04xxx", "0xxxx", "*"]),
        ("admission_date", ["2024-02-29", "2024-02", "2024-Q1", "2024", "*"]),
        ("admission_type", ["day case", "planned", "*"]),
        ("length_of_stay", ["0", "0", "0-2", "0-7", "*"]),
        ("length_of_stay", ["61", "61-120", "31-120", "8-120", "*"]),
    ],
)
def test_that_labels_read_as_intended(hierarchies, attribute, row):
    assert row in hierarchies[attribute]


def test_that_only_newborns_are_admitted_as_newborn(records):
    newborns = [record for record in records if record["admission_type"] == "newborn"]
    assert {record["age"] for record in newborns} == {"0"}
    assert {record["diagnosis"] for record in newborns} == {"Healthy newborn", "Neonatal jaundice", "Preterm birth"}


def test_that_deliveries_are_of_women_between_15_and_49(records):
    mothers = [record for record in records if record["diagnosis"] in DELIVERIES]
    assert mothers == [record for record in records if record["admission_type"] == "maternity"]
    assert {record["sex"] for record in mothers} == {"female"}
    assert all(15 <= int(record["age"]) <= 49 for record in mothers)


def test_that_nobody_has_an_illness_of_the_other_sex(records):
    assert {record["sex"] for record in records if record["diagnosis"] == "Prostate cancer"} == {"male"}


def test_that_day_cases_stay_no_night_and_other_planned_stays_at_least_one(records):
    assert {record["length_of_stay"] for record in records if record["admission_type"] == "day case"} == {"0"}
    assert all(int(record["length_of_stay"]) >= 1 for record in records if record["admission_type"] == "elective")


def test_that_the_charts_have_something_to_show(records):
    diagnoses = Counter(record["diagnosis"] for record in records)
    assert 35 <= len(diagnoses) <= 50
    assert min(diagnoses.values()) >= 50
    weekdays = Counter(dt.date.fromisoformat(record["admission_date"]).weekday() for record in records)
    assert weekdays[0] > 1.5 * weekdays[5]
    winter = Counter(record["admission_date"][5:7] for record in records if record["diagnosis"] == "Influenza")
    assert winter["01"] + winter["02"] > winter["07"] + winter["08"]
    postal_codes = Counter(record["postal_code"] for record in records)
    assert postal_codes.most_common(1)[0][1] > 100 * min(postal_codes.values())


def test_that_the_job_names_every_column_and_hierarchy():
    job = tomllib.loads((EXAMPLE / "discharge.toml").read_text(encoding="utf-8"))
    assert tuple(job["attributes"]) == ATTRIBUTES
    assert "output" not in job
    roles = {name: settings["role"] for name, settings in job["attributes"].items()}
    assert [name for name, role in roles.items() if role == "quasi-identifying"] == list(QUASI_IDENTIFIERS)
    assert (roles["patient_id"], roles["diagnosis"]) == ("identifying", "sensitive")
    for name in QUASI_IDENTIFIERS:
        assert (EXAMPLE / job["attributes"][name]["hierarchy"]).name == f"hierarchy_{name}.csv"


def test_that_5_anonymity_can_keep_detail_in_every_attribute(records, hierarchies):
    levels = {"sex": 0, "age": 3, "postal_code": 3, "admission_date": 3, "admission_type": 1, "length_of_stay": 2}
    label = {name: {row[0]: row[level] for row in hierarchies[name]} for name, level in levels.items()}
    keys = [tuple(label[name][record[name]] for name in levels) for record in records]
    groups = Counter(keys)
    removed = sum(size for size in groups.values() if size < 5)
    assert (removed, sum(size >= 5 for size in groups.values())) == (429, 296)

    losses = []  # Iyengar 2002: the share of the domain that a label covers, 1 for removed records
    for position, name in enumerate(levels):
        rows_of, domain = Counter(label[name].values()), len(label[name])
        total = removed + sum(rows_of[key[position]] / domain for key in keys if groups[key] >= 5)
        least = len(records) / domain
        losses.append((total - least) / (len(records) - least))
    score = math.prod(loss + 1 for loss in losses) ** (1 / len(losses)) - 1
    assert score == pytest.approx(0.2703083721, abs=1e-9)
