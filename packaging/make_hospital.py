"""Writes the example of a hospital with three linked tables to `examples/hospital` among the resources.

The data are synthetic: no record describes a person. Patients have visits, and visits have diagnoses by their codes in
ICD-10 of the World Health Organization; older patients have more of both. The job beside the data, `hospital.toml`, is
written by hand.

Only uniform random numbers of a fixed seed are used: any release of NumPy writes the same bytes.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from example_tables import Rows, folder_of, in_groups, write_tables

FOLDER = folder_of("hospital")
PATIENTS = 3_000
SEED = 20_261_128
FIRST_DAY, DAYS = dt.date(2025, 1, 1), 365
YEAR, YOUNGEST, OLDEST = 2025, 18, 95
DISTRICTS = ("11", "12", "13", "21", "22", "31", "32", "33")
WARDS = ("cardiology", "medicine", "medicine", "orthopaedics", "surgery", "surgery")
CODES: Mapping[str, Mapping[str, float]] = {
    "E11": {"E11.7": 0.04, "E11.9": 0.16},
    "F32": {"F32.1": 0.06},
    "I10": {"I10": 0.30},
    "I25": {"I25.1": 0.10, "I25.9": 0.03},
    "I48": {"I48.0": 0.05, "I48.2": 0.04},
    "I50": {"I50.0": 0.06, "I50.1": 0.05},
    "J44": {"J44.0": 0.03, "J44.9": 0.08},
    "M17": {"M17.1": 0.12},
    "N18": {"N18.3": 0.06, "N18.4": 0.02},
    "S72": {"S72.0": 0.03},
}
"""The chance of each diagnosis at a visit, at the age of 70."""


def tables() -> dict[str, list[Sequence[str]]]:
    """Return the rows of the three tables, their headers first."""
    random = np.random.Generator(np.random.PCG64(SEED))
    patients: list[Sequence[str]] = [("patient_id", "sex", "birth_year", "district")]
    visits: list[Sequence[str]] = [("visit_id", "patient_id", "admitted", "ward")]
    diagnoses: list[Sequence[str]] = [("visit_id", "code")]
    numbers = (10_000 + np.argsort(random.random(89_999), kind="stable")[:PATIENTS]).tolist()
    codes = [(code, chance) for group in CODES.values() for code, chance in group.items()]
    for number in numbers:
        first, second, third, fourth = random.random(4).tolist()
        age = YOUNGEST + int((OLDEST - YOUNGEST + 1) * (second + second**0.5) / 2)
        sex, district = "female" if first < 0.53 else "male", DISTRICTS[int(third * third * len(DISTRICTS))]
        patients.append((f"P{number}", sex, str(YEAR - age), district))
        for _visit in range(min(6, int(fourth**3 * 5 * age / 60) + (fourth > 0.1))):
            visit = f"V{len(visits):05d}"
            day, ward, *drawn = random.random(2 + len(codes)).tolist()
            admitted = FIRST_DAY + dt.timedelta(days=int(day * DAYS))
            visits.append((visit, f"P{number}", admitted.isoformat(), WARDS[int(ward * len(WARDS))]))
            diagnoses.extend(
                (visit, code)
                for (code, chance), each in zip(codes, drawn, strict=True)
                if each < chance * min(1.3, age / 70)
            )
    return {"patients": patients, "visits": visits, "diagnoses": diagnoses}


def hierarchies() -> dict[str, Rows]:
    """Return the rows of the hierarchies; the empty text is that of patients without a visit."""
    years = range(YEAR - OLDEST, YEAR - YOUNGEST + 1)
    days = [FIRST_DAY + dt.timedelta(days=number) for number in range(DAYS)]
    return {
        "sex": ((sex, "*") for sex in ("female", "male")),
        "birth_year": (in_groups(year) for year in years),
        "district": ((district, f"{district[0]}x", "*") for district in DISTRICTS),
        "admitted": (
            ("", "", "", "", "*"),
            *(
                (day.isoformat(), day.strftime("%Y-%m"), f"{day.year}-Q{(day.month + 2) // 3}", str(day.year), "*")
                for day in days
            ),
        ),
    }


def write_example(folder: Path) -> None:
    """Write the example into `folder`, which is made where it is missing."""
    write_tables(folder, tables(), hierarchies())


if __name__ == "__main__":
    write_example(FOLDER)
