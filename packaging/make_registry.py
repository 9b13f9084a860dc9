"""Writes the example of a registry with sets of diagnoses to `examples/registry` among the resources.

The data are synthetic: no record describes a person. Each person has an age and a sex, and from these, with chances
that are tables below, diagnoses by their codes in ICD-10 of the World Health Organization. Some diagnoses make others
more likely, as diabetes does with disorders of the kidney. The job beside the data, `registry.toml`, is written by
hand.

Only uniform random numbers of a fixed seed are used: any release of NumPy writes the same bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from example_tables import Rows, folder_of, in_groups, write_tables

FOLDER = folder_of("registry")
PEOPLE = 6_000
SEED = 20_261_127
YEAR = 2026
YOUNGEST, OLDEST = 18, 95
REGIONS = ("north", "north", "east", "south", "south", "south", "west", "west")

CHAPTERS: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "E00-E90": {
        "E00-E07": {"E03.9": 0.06, "E04.1": 0.03, "E05.0": 0.006},
        "E10-E14": {"E10.9": 0.006, "E11.2": 0.012, "E11.7": 0.02, "E11.9": 0.09},
        "E65-E68": {"E66.0": 0.08, "E66.9": 0.05},
        "E70-E90": {"E78.0": 0.10, "E78.2": 0.05, "E79.0": 0.03},
    },
    "F00-F99": {
        "F10-F19": {"F10.2": 0.02, "F17.2": 0.06},
        "F30-F39": {"F32.0": 0.02, "F32.1": 0.04, "F33.1": 0.02},
        "F40-F48": {"F41.1": 0.02, "F43.2": 0.03},
    },
    "I00-I99": {
        "I10-I15": {"I10": 0.30, "I11.9": 0.03},
        "I20-I25": {"I20.9": 0.02, "I21.4": 0.008, "I25.1": 0.07},
        "I30-I52": {"I48.0": 0.03, "I48.2": 0.02, "I50.0": 0.03, "I50.1": 0.02},
        "I60-I69": {"I63.9": 0.01, "I69.3": 0.008},
    },
    "J00-J99": {
        "J40-J47": {"J44.0": 0.012, "J44.9": 0.05, "J45.0": 0.03, "J45.9": 0.04},
        "J30-J39": {"J30.1": 0.06, "J32.9": 0.03},
    },
    "M00-M99": {
        "M15-M19": {"M16.1": 0.03, "M17.1": 0.07},
        "M40-M54": {"M51.2": 0.03, "M54.5": 0.14},
        "M80-M94": {"M81.0": 0.03},
    },
    "N00-N99": {
        "N17-N19": {"N18.3": 0.03, "N18.4": 0.01},
        "N40-N51": {"N40": 0.05},
    },
}
"""The chance of each diagnosis at the age of 60, by chapters and blocks."""

FOLLOWS: Mapping[str, Mapping[str, float]] = {
    "E11": {"I10": 2.0, "E66": 2.5, "N18": 4.0, "E78": 2.0},
    "I10": {"I25": 2.0, "I48": 2.0, "I50": 2.5, "E78": 1.6},
    "F17": {"J44": 5.0, "I25": 1.5},
    "E66": {"M17": 2.0, "I10": 1.5},
    "I25": {"I50": 3.0, "I21": 4.0},
}
"""How many times as likely a diagnosis is (its first three characters) for people who have another one."""

EARLY = ("F", "J30", "J45", "E10", "E05")
"""Diagnoses that are as common in the young."""


def chance(code: str, base: float, age: int, sex: str, present: Sequence[str]) -> float:
    """The chance that somebody has a diagnosis, beside those that were drawn before."""
    if code == "N40" and sex == "female":
        return 0.0
    found = base * (1.0 if code.startswith(EARLY) else min(2.0, (age / 60.0) ** 2))
    factors = [FOLLOWS.get(each[:3], {}).get(code[:3], 1.0) for each in present]
    return min(0.9, found * max(factors, default=1.0))


def order_of_drawing() -> list[tuple[str, float]]:
    """All diagnoses, those that make others likely first."""
    every = [(code, base) for blocks in CHAPTERS.values() for codes in blocks.values() for code, base in codes.items()]
    causes = list(FOLLOWS)
    return sorted(every, key=lambda each: causes.index(each[0][:3]) if each[0][:3] in causes else len(causes))


def records() -> Iterator[Sequence[str]]:
    """Yield the header and all records of the table."""
    random = np.random.Generator(np.random.PCG64(SEED))
    drawn = order_of_drawing()
    numbers = np.argsort(random.random(9 * PEOPLE), kind="stable")[:PEOPLE]
    yield ("person_id", "sex", "birth_year", "region", "diagnoses")
    for number in numbers.tolist():
        first, second, third, *others = random.random(3 + len(drawn)).tolist()
        sex = "female" if first < 0.52 else "male"
        age = YOUNGEST + int((OLDEST - YOUNGEST + 1) * (second + second**0.5) / 2)
        region = REGIONS[int(third * len(REGIONS))]
        present: list[str] = []
        for (code, base), chosen in zip(drawn, others, strict=True):
            if chosen < chance(code, base, age, sex, present):
                present.append(code)
        yield (f"R{number:05d}", sex, str(YEAR - age), region, "|".join(sorted(present)))


def hierarchies() -> dict[str, Rows]:
    """Return the rows of the hierarchies: of the quasi-identifiers, and of single diagnoses."""
    years = range(YEAR - OLDEST, YEAR - YOUNGEST + 1)
    return {
        "sex": ((sex, "*") for sex in ("female", "male")),
        "birth_year": (in_groups(year) for year in years),
        "region": ((region, "*") for region in sorted(set(REGIONS))),
        "diagnoses": (
            (code, code[:3], block, chapter, "*")
            for chapter, blocks in CHAPTERS.items()
            for block, codes in blocks.items()
            for code in codes
        ),
    }


def write_example(folder: Path) -> None:
    """Write the example into `folder`, which is made where it is missing."""
    write_tables(folder, {"registry": records()}, hierarchies())


if __name__ == "__main__":
    write_example(FOLDER)
