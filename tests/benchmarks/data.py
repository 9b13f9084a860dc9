"""The data sets that the measurements use, as loaded problems: `python -m tests.benchmarks.data` lists them.

Tables and hierarchies lie in the shared reference folder. The survey-shaped tables, whose originals cannot be
redistributed, are drawn by the script there into a cache folder of the user, once.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from arxdesk_engine.anonymizer import Anonymizer, load_dataset, load_hierarchies
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job, job_from
from tests.places import ROOT

GEOMETRIC, ARITHMETIC = "geometric-mean", "arithmetic-mean"
SURVEYS = ("atus", "ihis", "ss13acs")
"""The tables that are made and not given."""

ADULT = (
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
)
CUP = ("ZIP", "AGE", "GENDER", "INCOME", "STATE", "RAMNTALL", "NGIFTALL", "MINRAMNT")
ATUS = (
    "Region",
    "Age",
    "Sex",
    "Race",
    "Marital status",
    "Citizenship status",
    "Birthplace",
    "Highest level of school completed",
    "Labor force status",
)
IHIS = ("YEAR", "QUARTER", "REGION", "PERNUM", "AGE", "MARSTAT", "SEX", "RACEA", "EDUC")


@dataclass(frozen=True)
class Setting:
    """A table with its quasi-identifiers, and the terms it is measured with unless a measurement says otherwise.

    `attributes` names the quasi-identifiers, or says how many of the table's first columns are. `size` is the number
    of transformations that the sources name; a problem of another size is not built.
    """

    dataset: str
    attributes: tuple[str, ...] | int
    size: int
    sensitive: str | None = None
    limit: float = 0.05
    aggregate: str = GEOMETRIC


def _without(attributes: tuple[str, ...], sensitive: str) -> tuple[str, ...]:
    return tuple(name for name in attributes if name != sensitive)


SETTINGS: dict[str, Setting] = {
    "ADULT-9": Setting("adult", ADULT, 12_960),
    "ADULT-8": Setting("adult", _without(ADULT, "occupation"), 4_320, "occupation"),
    "CUP-8": Setting("cup", CUP, 45_000),
    "CUP-7": Setting("cup", _without(CUP, "RAMNTALL"), 9_000, "RAMNTALL"),
    "ATUS": Setting("atus", ATUS, 34_992),
    "ATUS-8": Setting(
        "atus", _without(ATUS, "Highest level of school completed"), 8_748, "Highest level of school completed"
    ),
    "IHIS": Setting("ihis", IHIS, 25_920),
    "IHIS-8": Setting("ihis", _without(IHIS, "EDUC"), 12_960, "EDUC"),
    "SS13ACS-15": Setting("ss13acs", 15, 368_640),
    "SS13ACS-21": Setting("ss13acs", 21, 70_778_880),
    "SS13ACS-30": Setting("ss13acs", 30, 203_843_174_400),
    "MACH2019-16": Setting("mach2019", 16, 85_030_560, limit=1.0, aggregate=ARITHMETIC),
    "CREDITCARD-24": Setting("creditcard", 24, 49_478_023_249_920, limit=1.0, aggregate=ARITHMETIC),
}
"""Every measured problem by name; the number behind it is that of the quasi-identifiers."""


class MissingReferenceFolder(SystemExit):
    """The folder with the tables is neither beside the repository nor named in ARXDESK_SHARED.

    It ends a program with the sentence that says so, not with a traceback.
    """


def shared_folder() -> Path:
    """The folder with data sets and reference values. Raises MissingReferenceFolder."""
    folder = Path(os.environ.get("ARXDESK_SHARED") or ROOT.parent / "shared")
    if not (folder / "data").is_dir():
        raise MissingReferenceFolder(f"the reference folder {folder} does not exist; name it in ARXDESK_SHARED")
    return folder.resolve()


def table_path(dataset: str) -> Path:
    """The CSV file of a data set; a survey-shaped one is made on first use."""
    folder = shared_folder() / "data"
    return _made(folder / "make_survey_data.py", dataset) if dataset in SURVEYS else folder / dataset / f"{dataset}.csv"


def _made(script: Path, dataset: str) -> Path:
    """The table as this version of the script draws it, from the cache or made now."""
    version = hashlib.sha256(script.read_bytes()).hexdigest()[:12]
    cache = Path(platformdirs.user_cache_dir("arxdesk-benchmarks"))
    table = cache / f"{dataset}-{version}.csv"
    if not table.exists():
        cache.mkdir(parents=True, exist_ok=True)
        unfinished = table.with_suffix(f".{os.getpid()}")
        print(f"Making {dataset}, once: {table}", file=sys.stderr)
        subprocess.run([sys.executable, str(script), dataset, "--out", str(unfinished)], check=True)
        unfinished.replace(table)
    return table


def k_anonymity(k: int = 5) -> list[dict[str, Any]]:
    """The privacy model of nearly every measurement, as it stands in a job."""
    return [{"model": "k-anonymity", "k": k}]


def job(
    name: str,
    *,
    first: int | None = None,
    limit: float | None = None,
    quality: str = "loss",
    aggregate: str | None = None,
    privacy: Sequence[Mapping[str, Any]] | None = None,
    **search: Any,
) -> Job:
    """The job of a setting; `search` holds entries of the job's search section (algorithm, time_limit, seed).

    `first` leaves it at that many of the setting's quasi-identifiers. The setting's aggregate is one for the loss;
    other quality models have defaults of their own.
    """
    setting = SETTINGS[name]
    table = table_path(setting.dataset)
    folder = shared_folder() / "data" / setting.dataset
    attributes: dict[str, dict[str, Any]] = {
        each: {"role": "quasi-identifying", "type": "string", "hierarchy": str(folder / f"hierarchy_{each}.csv")}
        for each in _quasi_identifiers(setting, table)[:first]
    }
    if setting.sensitive is not None:
        # Some models measure the distance of its values along its hierarchy.
        hierarchy = str(folder / f"hierarchy_{setting.sensitive}.csv")
        attributes[setting.sensitive] = {"role": "sensitive", "type": "string", "hierarchy": hierarchy}
    attributes["*"] = {"type": "string"}
    measure: dict[str, Any] = {"model": quality}
    if aggregate is not None or quality == "loss":
        measure["aggregate"] = aggregate or setting.aggregate
    return job_from(
        {
            "data": {"path": str(table), "delimiter": ";", "encoding": "utf-8", "header": True},
            "attributes": attributes,
            "privacy": [dict(model) for model in (k_anonymity() if privacy is None else privacy)],
            "suppression": {"limit": setting.limit if limit is None else limit},
            "quality": measure,
            "search": search,
        },
        f"benchmark {name}",
    )


def attributes_of(name: str) -> int:
    """How many quasi-identifiers a setting has."""
    attributes = SETTINGS[name].attributes
    return attributes if isinstance(attributes, int) else len(attributes)


def _quasi_identifiers(setting: Setting, table: Path) -> tuple[str, ...]:
    if not isinstance(setting.attributes, int):
        return setting.attributes
    with table.open(encoding="utf-8") as lines:
        header = next(lines).rstrip("\r\n").split(";")
    return tuple(header[: setting.attributes])


def anonymizer(name: str, *, column_order: int | None = None, **terms: Any) -> Anonymizer:
    """A setting loaded and posed with the terms of `job`. The table is read once in a process, grouped every time.

    `column_order` is a seed to draw another order of the columns from, which is that of the quasi-identifiers.
    """
    posed = job(name, **terms)
    dataset, hierarchies = _loaded(name)
    if column_order is not None:
        columns = list(dataset)
        random.Random(column_order).shuffle(columns)  # noqa: S311 - nothing secret
        dataset = Dataset(tuple(columns), dataset.source)
    ready = Anonymizer.formulate(posed, dataset, hierarchies)
    size, expected = ready.problem.lattice.size, SETTINGS[name].size
    if terms.get("first") is None and size != expected:
        raise ValueError(f"{name}: {size} transformations, expected {expected}")
    return ready


@functools.cache
def _loaded(name: str) -> tuple[Dataset, dict[str, Hierarchy]]:
    any_job = job(name)
    dataset = load_dataset(any_job)
    return dataset, load_hierarchies(any_job, dataset)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every problem: records, distinct tuples, transformations."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("names", nargs="*", default=list(SETTINGS), help="which (all)")
    for name in parser.parse_args(arguments).names:
        problem = anonymizer(name).problem
        _loaded.cache_clear()
        distinct, size = len(problem.grouping.tuples), problem.lattice.size
        print(f"{name:14}{problem.grouping.records:>10,} records {distinct:>8,} distinct {size:>20,} transformations")


if __name__ == "__main__":
    main()
