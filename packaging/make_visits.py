"""Writes the example of people with several visits to `examples/visits` among the resources.

The data are synthetic: no record describes a person. A registry follows people with a chronic disease for two years:
each visit has a day, a kind of care and a main diagnosis by its code in ICD-10 of the World Health Organization. Older
people come more often, and few of them very often. The job beside the data, `visits.toml`, is written by hand.

Only uniform random numbers of a fixed seed are used: any release of NumPy writes the same bytes.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from example_tables import Rows, folder_of, in_groups, write_tables

FOLDER = folder_of("visits")
PEOPLE = 2_500
SEED = 20_261_129
FIRST_DAY, DAYS = dt.date(2024, 1, 1), 731
YEAR, YOUNGEST, OLDEST = 2025, 30, 94
REGIONS = ("north", "north", "north", "east", "south", "south", "south", "west", "west")
CARE = {"outpatient": 0.7, "day clinic": 0.88, "inpatient": 1.0}
"""The kinds of care, and the share of visits up to each of them."""
DIAGNOSES: Mapping[str, float] = {
    "E11.9": 0.34,
    "I10": 0.56,
    "I25.1": 0.68,
    "E11.7": 0.77,
    "N18.3": 0.85,
    "I50.1": 0.91,
    "E11.2": 0.95,
    "H36.0": 0.98,
    "N18.5": 1.0,
}
"""The main diagnoses of visits, and the share of visits up to each of them."""
MOST_VISITS = 24


def drawn(shares: Mapping[str, float], number: float) -> str:
    """The first value whose share is above a number from 0 to 1."""
    return next(value for value, share in shares.items() if number < share)


def records() -> Iterator[Sequence[str]]:
    """Yield the header and all visits, person by person in the order of their days."""
    random = np.random.Generator(np.random.PCG64(SEED))
    numbers = (10_000 + np.argsort(random.random(89_999), kind="stable")[:PEOPLE]).tolist()
    yield ("person_id", "sex", "birth_year", "region", "visit_date", "care", "diagnosis")
    for number in numbers:
        first, second, third, fourth = random.random(4).tolist()
        age = YOUNGEST + int((OLDEST - YOUNGEST + 1) * (second + second**0.5) / 2)
        sex, region = "female" if first < 0.49 else "male", REGIONS[int(third * len(REGIONS))]
        visits = 1 + min(MOST_VISITS - 1, int(fourth**9 * 24 * age / 75 + fourth * 2.4))
        days = sorted(int(each * DAYS) for each in random.random(visits).tolist())
        for day, care, diagnosis in zip(
            days, random.random(visits).tolist(), random.random(visits).tolist(), strict=True
        ):
            date = (FIRST_DAY + dt.timedelta(days=day)).isoformat()
            yield (f"P{number}", sex, str(YEAR - age), region, date, drawn(CARE, care), drawn(DIAGNOSES, diagnosis))


def hierarchies() -> dict[str, Rows]:
    """Return the rows of the hierarchies of the quasi-identifiers."""
    years = range(YEAR - OLDEST, YEAR - YOUNGEST + 1)
    days = [FIRST_DAY + dt.timedelta(days=number) for number in range(DAYS)]
    return {
        "sex": ((sex, "*") for sex in ("female", "male")),
        "birth_year": (in_groups(year) for year in years),
        "region": ((region, "*") for region in sorted(set(REGIONS))),
        "visit_date": (
            (
                day.isoformat(),
                day.strftime("%Y-%m"),
                f"{day.year}-Q{(day.month + 2) // 3}",
                f"{day.year}-H{(day.month + 5) // 6}",
                str(day.year),
                "*",
            )
            for day in days
        ),
        "care": ((care, "*") for care in CARE),
    }


def write_example(folder: Path) -> None:
    """Write the example into `folder`, which is made where it is missing."""
    write_tables(folder, {"visits": records()}, hierarchies())


if __name__ == "__main__":
    write_example(FOLDER)
