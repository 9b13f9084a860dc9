"""Writes the example table of hospital discharges and its hierarchies to `examples/discharge` among the resources.

The data are synthetic: no record describes a person, the region and its postal codes are invented. Each record is
drawn at random from the tables below, its diagnosis first; age, sex, kind of admission, day of admission, length of
stay and place of residence follow from that, so that they depend on each other as they do in a hospital. Every
person occurs once. The job beside the data, `discharge.toml`, is written by hand.

Only uniform random numbers of a fixed seed are used, and distributions are tables: any release of NumPy writes the
same bytes.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from example_tables import Rows, folder_of, write_tables
from numpy.typing import NDArray

FOLDER = folder_of("discharge")
RECORDS = 10_000
SEED = 20_260_101
HIGHEST_PATIENT_NUMBER = 48_000
OLDEST_AGE = 99
LONGEST_STAY = 120
FIRST_DAY = dt.date(2024, 1, 1)
DAYS = tuple(FIRST_DAY + dt.timedelta(days=day) for day in range(731))  # the years 2024 and 2025

Reals = NDArray[np.float64]
Integers = NDArray[np.int64]

AGE_CURVES: Mapping[str, Mapping[int, float]] = {
    "newborn": {0: 1, 1: 0},
    "child": {0: 10, 3: 9, 6: 5, 12: 3, 17: 1, 18: 0},
    "young": {2: 0, 6: 3, 12: 6, 20: 8, 30: 5, 45: 2.5, 70: 1, 90: 0.3, 99: 0},
    "mother": {14: 0, 15: 0.1, 20: 2, 25: 6, 30: 10, 34: 9, 38: 5, 42: 1.5, 46: 0.2, 49: 0.05, 50: 0},
    "adult": {15: 0, 18: 4, 25: 7, 40: 8, 55: 8, 65: 4, 80: 1.5, 99: 0.1},
    "middle": {18: 0, 30: 2, 45: 7, 55: 10, 65: 9, 75: 6, 85: 2, 99: 0.1},
    "older": {30: 0, 45: 1, 55: 4, 65: 8, 75: 10, 82: 9, 90: 3, 99: 0.2},
    "oldest": {45: 0, 65: 2, 75: 6, 84: 10, 90: 6, 99: 0.5},
    "extremes": {0: 8, 3: 6, 8: 2, 15: 1, 45: 1.5, 65: 4, 75: 7, 84: 10, 90: 6, 99: 0.5},
    "any": {0: 3, 5: 3, 20: 5, 45: 5, 65: 6, 80: 6, 90: 2, 99: 0.2},
}
"""How common each age is in a diagnosis: points of a curve, straight between them."""

MONTH_CURVES: Mapping[str, Sequence[float]] = {
    "even": (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    "births": (0.95, 0.95, 0.97, 0.97, 1, 1.03, 1.1, 1.1, 1.08, 1, 0.95, 0.95),
    "winter": (1.7, 1.8, 1.4, 1, 0.8, 0.6, 0.5, 0.5, 0.7, 0.9, 1.1, 1.5),
    "summer": (0.8, 0.8, 0.9, 1, 1.15, 1.25, 1.25, 1.2, 1.1, 1, 0.85, 0.8),
}
"""How common an illness is from January to December."""

WEEKDAY_CURVES: Mapping[str, Sequence[float]] = {
    "day case": (1.2, 1.25, 1.2, 1.15, 1, 0.02, 0),
    "planned": (1.6, 1.45, 1.35, 1.2, 0.7, 0.1, 0.35),
    "unplanned": (1.15, 1.05, 1, 1, 1.05, 0.9, 0.85),
    "birth": (1.05, 1.1, 1.05, 1.05, 1.05, 0.85, 0.8),
}
"""How common admissions are from Monday to Sunday: those of one kind, else those of its group."""

ADMISSION_GROUPS: Mapping[str, str] = {
    "day case": "planned",
    "elective": "planned",
    "emergency": "unplanned",
    "maternity": "birth",
    "newborn": "birth",
    "transfer": "unplanned",
    "trauma": "unplanned",
    "urgent": "unplanned",
}

STAY_BANDS: Sequence[Sequence[int]] = ((0, 1, 3, 5, 8, 15, 31, 61), (0, 3, 8, 31), (0, 8))
"""The lowest day of each band of the length of stay, one list per level."""

AGE_BANDS: Sequence[Sequence[int]] = (range(0, 100, 5), range(0, 100, 10), range(0, 100, 20))
"""The lowest age of each band, one list per level."""


class District(NamedTuple):
    """The postal codes that share their first three digits."""

    prefix: str
    codes: int
    near_share: float
    far_share: float


DISTRICTS = (
    District("041", 12, 52.0, 40.0),
    District("042", 8, 20.0, 17.0),
    District("045", 5, 11.0, 10.0),
    District("071", 8, 9.0, 13.0),
    District("073", 6, 3.0, 7.0),
    District("124", 7, 3.0, 7.0),
    District("129", 5, 1.5, 4.0),
    District("380", 4, 0.5, 2.0),
)
"""Where people live: `near_share` of those who come at once, `far_share` of those who come by appointment."""

COMES_FROM_AFAR = ("day case", "elective", "transfer")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is typical for the people with a main diagnosis; `stay` is the median in days."""

    name: str
    people: int
    age: str
    women: float
    admission: Mapping[str, float]
    stay: float
    season: str = "even"


ACUTE = {"emergency": 0.8, "urgent": 0.17, "transfer": 0.03}
CRITICAL = {"emergency": 0.88, "urgent": 0.04, "transfer": 0.08}
MIXED = {"emergency": 0.45, "urgent": 0.3, "elective": 0.25}
PLANNED = {"elective": 0.88, "urgent": 0.12}
SMALL_SURGERY = {"elective": 0.5, "day case": 0.45, "urgent": 0.05}
INJURY = {"trauma": 0.92, "emergency": 0.06, "transfer": 0.02}
NEWBORN = {"newborn": 1.0}
MATERNITY = {"maternity": 1.0}

DIAGNOSES = (
    Diagnosis("Acute appendicitis", 150, "young", 0.47, {"emergency": 0.9, "urgent": 0.1}, 3),
    Diagnosis("Acute bronchitis", 190, "child", 0.45, ACUTE, 3, "winter"),
    Diagnosis("Acute myocardial infarction", 280, "older", 0.35, CRITICAL, 5),
    Diagnosis("Alcohol dependence", 270, "adult", 0.27, {"emergency": 0.7, "urgent": 0.2, "elective": 0.1}, 4),
    Diagnosis("Asthma", 80, "young", 0.52, ACUTE, 3),
    Diagnosis("Atrial fibrillation", 330, "older", 0.46, MIXED, 3),
    Diagnosis("Back pain", 250, "middle", 0.56, MIXED, 5),
    Diagnosis("Bowel cancer", 190, "older", 0.44, PLANNED, 10),
    Diagnosis("Breast cancer", 190, "middle", 0.99, PLANNED, 4),
    Diagnosis("Caesarean delivery", 230, "mother", 1.0, MATERNITY, 4, "births"),
    Diagnosis("Cataract", 210, "oldest", 0.58, {"day case": 0.85, "elective": 0.15}, 1),
    Diagnosis("Chronic ischaemic heart disease", 330, "older", 0.3, {"elective": 0.7, "urgent": 0.3}, 3),
    Diagnosis("Chronic kidney disease", 150, "older", 0.44, MIXED, 7),
    Diagnosis("Chronic obstructive lung disease", 270, "older", 0.45, ACUTE, 7, "winter"),
    Diagnosis("Concussion", 220, "young", 0.45, INJURY, 1, "summer"),
    Diagnosis("Depression", 220, "adult", 0.6, {"elective": 0.45, "urgent": 0.35, "emergency": 0.2}, 21),
    Diagnosis("Diverticular disease", 150, "older", 0.56, ACUTE, 6),
    Diagnosis("Epilepsy", 150, "any", 0.46, ACUTE, 3),
    Diagnosis("Forearm fracture", 200, "any", 0.55, INJURY, 2, "summer"),
    Diagnosis("Gallstones", 240, "middle", 0.64, MIXED, 4),
    Diagnosis("Gastroenteritis", 220, "extremes", 0.53, ACUTE, 3, "winter"),
    Diagnosis("Healthy newborn", 760, "newborn", 0.487, NEWBORN, 3, "births"),
    Diagnosis("Heart failure", 500, "oldest", 0.53, ACUTE, 8, "winter"),
    Diagnosis("Hip fracture", 220, "oldest", 0.72, INJURY, 13),
    Diagnosis("Hip osteoarthritis", 230, "older", 0.58, {"elective": 1.0}, 8),
    Diagnosis("Hypertension", 190, "older", 0.64, ACUTE, 3),
    Diagnosis("Influenza", 100, "extremes", 0.5, ACUTE, 4, "winter"),
    Diagnosis("Inguinal hernia", 210, "middle", 0.1, SMALL_SURGERY, 2),
    Diagnosis("Kidney stones", 170, "adult", 0.34, {"emergency": 0.6, "urgent": 0.2, "elective": 0.2}, 2, "summer"),
    Diagnosis("Knee osteoarthritis", 270, "older", 0.61, {"elective": 1.0}, 8),
    Diagnosis("Lung cancer", 190, "older", 0.4, MIXED, 8),
    Diagnosis("Lymphoma", 110, "middle", 0.44, PLANNED, 8),
    Diagnosis("Neonatal jaundice", 60, "newborn", 0.44, NEWBORN, 4, "births"),
    Diagnosis("Pneumonia", 380, "extremes", 0.45, ACUTE, 8, "winter"),
    Diagnosis("Pregnancy complication", 110, "mother", 1.0, MATERNITY, 2),
    Diagnosis("Preterm birth", 65, "newborn", 0.46, NEWBORN, 19, "births"),
    Diagnosis("Prostate cancer", 150, "older", 0.0, PLANNED, 6),
    Diagnosis("Schizophrenia", 110, "adult", 0.44, {"emergency": 0.6, "urgent": 0.4}, 23),
    Diagnosis("Sepsis", 140, "oldest", 0.46, CRITICAL, 11),
    Diagnosis("Spontaneous delivery", 510, "mother", 1.0, MATERNITY, 3, "births"),
    Diagnosis("Stroke", 360, "oldest", 0.49, CRITICAL, 9),
    Diagnosis("Tonsillitis", 170, "young", 0.53, {"elective": 0.7, "urgent": 0.3}, 4),
    Diagnosis("Type 2 diabetes", 210, "older", 0.44, MIXED, 8),
    Diagnosis("Urinary tract infection", 190, "extremes", 0.66, ACUTE, 5),
)


# Drawing


def draw(random: np.random.Generator, weights: Sequence[float] | Reals, count: int) -> Integers:
    """Draw `count` positions of `weights`, each as often as its weight says."""
    edges = np.cumsum(np.asarray(weights, np.float64))
    positions: Integers = np.searchsorted(edges, random.random(count) * edges[-1], side="right").astype(np.int64)
    return positions


def curve(points: Mapping[int, float]) -> Reals:
    """Return the weight of every age on the curve through `points`; beyond its ends the last weight holds."""
    return np.interp(np.arange(OLDEST_AGE + 1), list(points), list(points.values()))


def stay_weights(median: float) -> Reals:
    """Return how likely a stay of 0, 1, ... days is: log-normal, the longest stays cut off."""
    days = np.arange(LONGEST_STAY + 1) + 0.5
    weights: Reals = np.exp(-0.5 * (np.log(days / (median + 0.5)) / 0.6) ** 2) / days
    return weights


def day_weights(admission: str, season: str) -> Reals:
    """Return how likely an admission is on each of DAYS; between Christmas and New Year few are planned."""
    group = ADMISSION_GROUPS[admission]
    weekdays, months = WEEKDAY_CURVES.get(admission, WEEKDAY_CURVES[group]), MONTH_CURVES[season]
    at_christmas = 0.25 if group == "planned" else 1.0
    factors = (at_christmas if (day.month, day.day) >= (12, 22) else 1.0 for day in DAYS)
    weights = (weekdays[day.weekday()] * months[day.month - 1] for day in DAYS)
    return np.array([weight * factor for weight, factor in zip(weights, factors, strict=True)])


def postal_codes(district: District) -> tuple[str, ...]:
    """Return the codes of a district, the largest place first."""
    return tuple(f"{district.prefix}{7 * number + 3:02d}" for number in range(district.codes))


def draw_postal_codes(random: np.random.Generator, from_afar: bool, count: int) -> list[str]:
    """Draw places of residence; inside a district the sizes of places fall as 1, 1/2, 1/3, ..."""
    codes = [code for district in DISTRICTS for code in postal_codes(district)]
    weights: list[float] = []
    for district in DISTRICTS:
        sizes = 1.0 / np.arange(1, district.codes + 1)
        share = district.far_share if from_afar else district.near_share
        weights.extend(share * sizes / sizes.sum())
    return [codes[position] for position in draw(random, weights, count)]


def draw_lengths(random: np.random.Generator, diagnosis: Diagnosis, admission: str, ages: Integers) -> Integers:
    """Draw lengths of stay in days; people of 65 and more stay longer, planned stays have at least a night."""
    if admission == "day case":
        return np.zeros(len(ages), np.int64)
    younger, older = (draw(random, stay_weights(diagnosis.stay * factor), len(ages)) for factor in (0.9, 1.2))
    stays = np.where(ages >= 65, older, younger) if diagnosis.age != "newborn" else younger
    return np.maximum(stays, 1) if ADMISSION_GROUPS[admission] == "planned" else stays


# The records


class Stay(NamedTuple):
    """One record without the number of the patient."""

    sex: str
    age: int
    postal_code: str
    admission_date: str
    admission_type: str
    length_of_stay: int
    diagnosis: str


def stays_with(random: np.random.Generator, diagnosis: Diagnosis, admission: str, count: int) -> Iterator[Stay]:
    """Draw `count` stays with one diagnosis and one kind of admission."""
    ages = draw(random, curve(AGE_CURVES[diagnosis.age]), count)
    is_woman = random.random(count) < diagnosis.women
    days = draw(random, day_weights(admission, diagnosis.season), count)
    lengths = draw_lengths(random, diagnosis, admission, ages)
    codes = draw_postal_codes(random, admission in COMES_FROM_AFAR, count)
    for age, woman, code, day, length in zip(ages.tolist(), is_woman, codes, days, lengths.tolist(), strict=True):
        sex = "female" if woman else "male"
        yield Stay(sex, age, code, DAYS[day].isoformat(), admission, length, diagnosis.name)


def all_stays(random: np.random.Generator) -> list[Stay]:
    """Draw all stays, in the order of their admission."""
    result: list[Stay] = []
    drawn = draw(random, [diagnosis.people for diagnosis in DIAGNOSES], RECORDS)
    for number, diagnosis in enumerate(DIAGNOSES):
        people = int(np.count_nonzero(drawn == number))
        kinds = draw(random, list(diagnosis.admission.values()), people)
        for kind, admission in enumerate(diagnosis.admission):
            result.extend(stays_with(random, diagnosis, admission, int(np.count_nonzero(kinds == kind))))
    mixed = [result[position] for position in np.argsort(random.random(RECORDS), kind="stable")]
    return sorted(mixed, key=lambda stay: stay.admission_date)


def records() -> Iterator[Sequence[str]]:
    """Yield the header and all records of the table."""
    random = np.random.Generator(np.random.PCG64(SEED))
    stays = all_stays(random)
    numbers = np.argsort(random.random(HIGHEST_PATIENT_NUMBER), kind="stable")[:RECORDS] + 1
    yield ("patient_id", *Stay._fields)
    for number, stay in zip(numbers, stays, strict=True):
        yield (f"P{number:06d}", *map(str, stay))


# The hierarchies


def band(value: int, starts: Sequence[int], highest: int) -> str:
    """Return the label of the band that holds `value`: "40-44", or "0" where the band is a single number."""
    start = max(low for low in starts if low <= value)
    end = min((low - 1 for low in starts if low > value), default=highest)
    return str(start) if start == end else f"{start}-{end}"


def banded(highest: int, levels: Sequence[Sequence[int]]) -> Rows:
    """Yield the rows of a hierarchy of numbers from 0 to `highest`."""
    for value in range(highest + 1):
        yield (str(value), *(band(value, starts, highest) for starts in levels), "*")


def masked(codes: Iterable[str]) -> Rows:
    """Yield the rows of a hierarchy that replaces one more digit, from the right, by an x at each level."""
    for code in sorted(codes):
        yield (*(code[: len(code) - level] + "x" * level for level in range(len(code))), "*")


def calendar() -> Rows:
    """Yield the rows of the hierarchy of dates: day, month, quarter, year."""
    for day in DAYS:
        yield (day.isoformat(), f"{day:%Y-%m}", f"{day.year}-Q{(day.month + 2) // 3}", str(day.year), "*")


def hierarchies() -> dict[str, Rows]:
    """Return the rows of the hierarchy of each quasi-identifier."""
    return {
        "sex": ((sex, "*") for sex in ("female", "male")),
        "age": banded(OLDEST_AGE, AGE_BANDS),
        "postal_code": masked(code for district in DISTRICTS for code in postal_codes(district)),
        "admission_date": calendar(),
        "admission_type": ((kind, group, "*") for kind, group in sorted(ADMISSION_GROUPS.items())),
        "length_of_stay": banded(LONGEST_STAY, STAY_BANDS),
    }


# The files


def write_example(folder: Path) -> None:
    """Write the example into `folder`, which is made where it is missing."""
    write_tables(folder, {"discharge": records()}, hierarchies())


if __name__ == "__main__":
    write_example(FOLDER)
