"""Whole runs in a folder: a table that is hard to read, a job on it, its result in a file, the file counted again."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.release.export import Exported
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.recount import Recount, recount
from arxdesk_engine.verification.written import WrittenFile

Row = dict[str, str]

CITIES = {
    "Ulm": "south",
    'Bad "X"': "south",
    "a;b,c\td": "south",
    "two\r\nlines": "north",
    "one\nmore": "north",
    "lone\rreturn": "north",
    "*": "north",
    "": "unknown",
}
"""Texts that a careless reader would misread; "*" is a value like any other."""
DIAGNOSES = {
    "flu": ("lung", "*"),
    "cough; dry": ("lung", "*"),
    'sprained "ankle"': ("limb", "*"),
    "*": ("limb", "*"),
    "": ("unknown", "*"),
}
QUASI_IDENTIFIERS = ("age", "city", "sex")


def people(records: int = 240, seed: int = 3) -> list[Row]:
    """Records whose quasi-identifiers are skewed, so that there are groups of any size."""
    generator = np.random.default_rng(seed)

    def drawn(values: Iterable[str], skew: float) -> list[str]:
        every = list(values)
        shares = np.arange(1, len(every) + 1) ** -skew
        return [every[index] for index in generator.choice(len(every), records, p=shares / shares.sum())]

    columns = {
        "name": [f'n{number},"{number};\n' for number in range(records)],
        "age": drawn(map(str, range(20, 52)), 0.3),
        "city": drawn(CITIES, 0.8),
        "sex": drawn(("female", "male"), 0.1),
        "diagnosis": drawn(DIAGNOSES, 0.3),
        "days": drawn(map(str, range(1, 12)), 0.2),
        "note": drawn(("", "*", "NA", "nan", "007", '"', " ", "x;y"), 0.2),
    }
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def write_table(path: Path, rows: list[Row], delimiter: str = ";") -> Path:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0], delimiter=delimiter, quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows(rows)
    return path


def read_table(path: Path, delimiter: str = ";") -> list[Row]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter=delimiter))


def write_rows(path: Path, rows: Iterable[Iterable[str]]) -> str:
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    return path.name


@dataclass
class Run:
    """What a run left behind; `verify` counts the file as it is now."""

    anonymizer: Anonymizer
    output: Output
    facts: dict[str, Any]
    exported: Exported
    path: Path
    delimiter: str = ";"

    def verify(self) -> Recount:
        return self.anonymizer.verify(self.facts, self.output, self.exported)

    def verify_as(self, changes: dict[str, Any]) -> Recount:
        """The same file, as though the first model had promised something else."""
        job = self.anonymizer.job
        privacy = (job.privacy[0].model_copy(update=changes), *job.privacy[1:])
        changed = job.model_copy(update={"privacy": privacy})
        output = self.output
        written = WrittenFile(self.path, self.delimiter, output.suppressed, levels=output.own_levels)
        return recount(changed, written, self.facts)

    def rows(self) -> list[Row]:
        return read_table(self.path, self.delimiter)

    def tampered(self, change: Callable[[list[Row]], list[Row]]) -> Recount:
        """The file changed, and its digest reported as though it had been written like that."""
        write_table(self.path, change(self.rows()), self.delimiter)
        self.facts["output"]["sha256"] = hashlib.sha256(self.path.read_bytes()).hexdigest()
        return self.verify()


def job_on(
    folder: Path, rows: list[Row], privacy: list[dict[str, Any]], delimiter: str = ";", **sections: Any
) -> Anonymizer:
    """A job with the hierarchies of the table of `people`."""
    write_table(folder / "people.csv", rows, delimiter)
    # The last ages do not occur: they count for the domain alone.
    ages = [(str(age), f"{age // 4 * 4}+", f"{age // 16 * 16}+", "*") for age in range(16, 64)]
    cities = [(city, region, "*") for city, region in CITIES.items()]
    diagnoses = [(diagnosis, *labels) for diagnosis, labels in DIAGNOSES.items()]
    attributes: Mapping[str, Any] = {
        "name": {"role": "identifying"},
        "age": {"role": "quasi-identifying", "hierarchy": write_rows(folder / "ages.csv", ages)},
        "city": {"role": "quasi-identifying", "hierarchy": write_rows(folder / "cities.csv", cities)},
        "sex": {"role": "quasi-identifying"},
        "diagnosis": {"role": "sensitive", "hierarchy": write_rows(folder / "diagnoses.csv", diagnoses)},
        "days": {"role": "sensitive", "type": "integer"},
    }
    plain = {"data": {"path": "people.csv", "delimiter": delimiter}, "attributes": attributes, "privacy": privacy}
    plain |= {"suppression": {"limit": 0.9}} | sections
    return Anonymizer.open(job_from(plain).at(folder / "job.toml"))


def written(anonymizer: Anonymizer, path: Path, levels: tuple[int, ...] | None = None) -> Run:
    """Search, or take `levels`; recode where the job says so; write and describe."""
    solution = anonymizer.search()
    assert solution.best is not None
    facts = anonymizer.describe(solution)
    if levels is None:
        output = anonymizer.apply(solution.best.levels)
    else:
        output = anonymizer.apply(levels)
        sizes = output.class_sizes
        facts["solution"] |= {
            "levels": dict(zip(anonymizer.quasi_identifiers, levels, strict=True)),
            "suppressed_records": output.suppressed_records,
            "classes": len(sizes),
            "smallest_class": min(sizes.tolist(), default=0),
            "largest_class": max(sizes.tolist(), default=0),
        }
    if anonymizer.job.search.recoding_settings is not None:
        recoding = anonymizer.recode(solution)
        output = anonymizer.apply_recoding(recoding)
        facts = anonymizer.describe(solution, output, recoding)
    exported = anonymizer.write(output, path)
    facts["output"] = exported.plain()
    return Run(anonymizer, output, facts, exported, path, "\t" if path.suffix == ".tsv" else ";")


def run(folder: Path, privacy: list[dict[str, Any]], rows: list[Row] | None = None, **sections: Any) -> Run:
    return written(job_on(folder, rows or people(), privacy, **sections), folder / "out.csv")


def quasi_identifiers(row: Row) -> tuple[str, ...]:
    return tuple(row[name] for name in QUASI_IDENTIFIERS)
