"""Writes the example of a household survey with sampling weights to `examples/survey` among the resources.

The data are synthetic: no record describes a person. Households are drawn district by district, in small districts a
larger share of them than in large ones; everybody who lives in a drawn household is asked. The weight of a household is
one over the chance that it was drawn and answered, the same for all who live in it. The job beside the data,
`survey.toml`, is written by hand.

Only uniform random numbers of a fixed seed are used: any release of NumPy writes the same bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from example_tables import Rows, folder_of, in_groups, write_tables

FOLDER = folder_of("survey")
HOUSEHOLDS = 1_600
SEED = 20_261_128
NUMBERS = 100_000
"""Households are numbered at random below this, so that a number says nothing of a place."""


@dataclass(frozen=True)
class District:
    """A district: the part of the country it belongs to, its share of the drawn households, and how many households
    one of them stands for."""

    part: str
    share: float
    interval: float


DISTRICTS: Mapping[str, District] = {
    "Altmark": District("North", 0.05, 34.0),
    "Bergen": District("South", 0.07, 62.0),
    "Dorna": District("East", 0.06, 48.0),
    "Eichfeld": District("West", 0.08, 88.0),
    "Falkenau": District("East", 0.09, 96.0),
    "Garnitz": District("North", 0.07, 70.0),
    "Hallstein": District("South", 0.12, 155.0),
    "Isenburg": District("West", 0.14, 210.0),
    "Kestrin": District("East", 0.04, 27.0),
    "Lindow": District("North", 0.10, 120.0),
    "Marbach": District("South", 0.11, 140.0),
    "Neustadt": District("West", 0.07, 240.0),
}
ANSWERING = (0.62, 0.71, 0.76, 0.8, 0.82)
"""The share of households that answer, by the number of people from one to five."""

TYPES: Sequence[tuple[str, float]] = (
    ("single", 0.24),
    ("pensioner", 0.16),
    ("couple", 0.2),
    ("pensioners", 0.1),
    ("family", 0.23),
    ("parent", 0.07),
)
EMPLOYMENT = ("employed", "self-employed", "unemployed", "in education", "retired", "at home", "child")
EDUCATION = ("none yet", "basic", "secondary", "vocational", "university")
YOUNGEST_ANSWERING = 16
PENSION_AGE = 66
OLDEST = 98

Draw = Iterator[float]


def chosen(draw: Draw, shares: Sequence[float]) -> int:
    """Draw one of several places with these shares, which add up to 1."""
    left = next(draw)
    for place, share in enumerate(shares):
        left -= share
        if left < 0.0:
            return place
    return len(shares) - 1


def between(draw: Draw, youngest: int, oldest: int) -> int:
    """Draw an age, all equally likely."""
    return youngest + int(next(draw) * (oldest - youngest + 1))


def ages_of(kind: str, draw: Draw) -> list[int]:
    """Draw the ages of the people of a household."""
    if kind in ("pensioner", "pensioners"):
        first = min(OLDEST, PENSION_AGE + int(next(draw) ** 2 * 33))
        return [first] if kind == "pensioner" else [first, max(60, min(OLDEST, first + between(draw, -5, 3)))]
    if kind == "single":
        return [between(draw, 19, PENSION_AGE - 1)]
    if kind == "couple":
        first = between(draw, 22, PENSION_AGE - 1)
        return [first, max(19, first + between(draw, -6, 4))]
    eldest = between(draw, 0, 20)
    parent = eldest + between(draw, 21, 36)
    parents = [parent] if kind == "parent" else [parent, max(20, parent + between(draw, -5, 4))]
    children = [eldest]
    for chance in (0.55, 0.25):
        if next(draw) < chance and children[-1] >= 2:
            children.append(max(0, children[-1] - between(draw, 2, 5)))
    return parents + children


def employment_of(age: int, sex: str, draw: Draw) -> str:
    """Draw what somebody does."""
    if age < YOUNGEST_ANSWERING:
        return "child"
    if age < 20:
        shares = (0.12, 0.0, 0.04, 0.84, 0.0, 0.0)
    elif age < 27:
        shares = (0.6, 0.03, 0.06, 0.28, 0.0, 0.03)
    elif age < PENSION_AGE - 6:
        at_home = 0.12 if sex == "female" else 0.03
        shares = (0.76 - at_home, 0.12, 0.05, 0.02, 0.05, at_home)
    elif age < PENSION_AGE:
        shares = (0.48, 0.1, 0.05, 0.0, 0.31, 0.06)
    else:
        shares = (0.02, 0.02, 0.0, 0.0, 0.93, 0.03)
    return EMPLOYMENT[chosen(draw, shares)]


def education_of(age: int, draw: Draw) -> str:
    """Draw what somebody has learned; older people went to school for a shorter time."""
    if age < YOUNGEST_ANSWERING:
        return "none yet"
    if age < 20:
        return EDUCATION[chosen(draw, (0.1, 0.6, 0.3))]
    older = min(1.0, max(0.0, (age - 30) / 50.0))
    return EDUCATION[chosen(draw, (0.0, 0.1 + 0.25 * older, 0.22, 0.4, 0.28 - 0.25 * older))]


def income_of(employment: str, education: str, draw: Draw) -> str:
    """Draw a monthly income in steps of 50."""
    bases = {
        "employed": 2300.0,
        "self-employed": 2500.0,
        "unemployed": 950.0,
        "in education": 500.0,
        "retired": 1450.0,
        "at home": 350.0,
    }
    if employment not in bases:
        return "0"
    schooling = (0.8, 0.85, 0.95, 1.05, 1.5)[EDUCATION.index(education)]
    spread = 0.55 + 0.6 * next(draw) + 0.9 * next(draw) ** 4
    return str(50 * round(bases[employment] * schooling * spread / 50.0))


def weight_of(district: District, people: int, draw: Draw) -> str:
    """The sampling weight of a household with so many people, calibrated to totals of the population and rounded to
    tens, so that it tells neither the district nor who lives together."""
    answering = ANSWERING[min(people, len(ANSWERING)) - 1]
    calibrated = district.interval * 0.75 / answering * (0.8 + 0.45 * next(draw))
    return str(max(10, 10 * round(calibrated / 10.0)))


def records() -> Iterator[Sequence[str]]:
    """Yield the header and all records of the table, household by household."""
    random = np.random.Generator(np.random.PCG64(SEED))
    numbers = np.argsort(random.random(NUMBERS), kind="stable")[:HOUSEHOLDS]
    yield ("household", "district", "sex", "age", "education", "employment", "income", "weight")
    names, shares = list(DISTRICTS), [each.share for each in DISTRICTS.values()]
    for number in numbers.tolist():
        draw = iter(random.random(64).tolist())
        name = names[chosen(draw, shares)]
        kind = TYPES[chosen(draw, [share for _kind, share in TYPES])][0]
        ages = ages_of(kind, draw)
        weight = weight_of(DISTRICTS[name], len(ages), draw)
        drawn = ["female" if next(draw) < 0.52 else "male" for _age in ages]
        for place, age in enumerate(ages):
            is_partner = place == 1 and kind != "parent"
            sex = {"female": "male", "male": "female"}[drawn[0]] if is_partner else drawn[place]
            education = education_of(age, draw)
            employment = employment_of(age, sex, draw)
            income = income_of(employment, education, draw)
            yield (f"{number:05d}", name, sex, str(age), education, employment, income, weight)


def hierarchies() -> dict[str, Rows]:
    """Return the rows of the hierarchies of the quasi-identifiers."""
    work = {
        "employed": "at work",
        "self-employed": "at work",
        "in education": "not yet at work",
        "child": "not yet at work",
    }
    schools = {"none yet": "school", "basic": "school", "secondary": "school"}
    return {
        "district": ((name, each.part, "*") for name, each in DISTRICTS.items()),
        "sex": ((sex, "*") for sex in ("female", "male")),
        "age": (in_groups(age) for age in range(OLDEST + 1)),
        "education": ((each, schools.get(each, "after school"), "*") for each in EDUCATION),
        "employment": ((each, work.get(each, "not at work"), "*") for each in EMPLOYMENT),
    }


def write_example(folder: Path) -> None:
    """Write the example into `folder`, which is made where it is missing."""
    write_tables(folder, {"survey": records()}, hierarchies())


if __name__ == "__main__":
    write_example(FOLDER)
