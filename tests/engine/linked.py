"""Small linked tables, made up: patients, their visits, and the diagnoses of these."""

import csv

import numpy as np

from arxdesk_engine.job.job import job_from

QUASI = {"role": "quasi-identifying", "hierarchy": {"builder": "automatic"}}
NAMES = {"role": "identifying"}
LINKS = [
    {"name": "visits", "path": "visits.csv", "key": "patient"},
    {"name": "diagnoses", "path": "diagnoses.csv", "key": "visit", "parent": "visits"},
]


def tables(patients=120, seed=5):
    """Rows of the three tables; some patients have no visit, and some visits no diagnosis."""
    generator = np.random.default_rng(seed)
    found = {"patients": [], "visits": [], "diagnoses": []}
    for number in range(patients):
        patient = f"p{number}"
        row = {"patient": patient, "sex": "fm"[generator.integers(2)], "birth": str(generator.integers(1950, 1960))}
        found["patients"].append(row)
        for _visit in range(generator.integers(0, 4)):
            visit = f"v{len(found['visits'])}"
            month = str(generator.integers(1, 7))
            found["visits"].append({"visit": visit, "patient": patient, "month": month})
            for _code in range(generator.integers(0, 3)):
                found["diagnoses"].append({"visit": visit, "code": f"c{generator.integers(3)}"})
    return found


def write(folder, found):
    """Write the tables as files beside each other."""
    for name, rows in found.items():
        with (folder / f"{name}.csv").open("w", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def read(path):
    """The rows of a file."""
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def job_of(folder, found=None, **sections):
    """A job for the tables, which are written into its folder."""
    write(folder, found or tables())
    content = {
        "data": {"path": "patients.csv", "person": "patient"},
        "tables": LINKS,
        "attributes": {
            "patient": NAMES,
            "sex": QUASI,
            "birth": QUASI,
            "visits.visit": NAMES,
            "visits.month": QUASI,
            "diagnoses.code": {"role": "sensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 3}],
        "suppression": {"limit": 0.3},
        "output": {"path": "out.csv"},
    }
    return job_from({**content, **sections}).at(folder / "job.toml")


def naive_join(found):
    """The records of the join: for each a row of each table by its number, None where there is none."""
    records = []
    for patient, row in enumerate(found["patients"]):
        visits = [n for n, each in enumerate(found["visits"]) if each["patient"] == row["patient"]] or [None]
        for visit in visits:
            key = None if visit is None else found["visits"][visit]["visit"]
            codes = [n for n, each in enumerate(found["diagnoses"]) if each["visit"] == key] or [None]
            records += [(patient, visit, code) for code in codes]
    return records
