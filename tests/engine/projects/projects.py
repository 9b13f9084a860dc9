"""Projects for tests, made as a window makes them, and what has to be the same of two of them."""

import datetime as dt
import io
import json
import zipfile
from pathlib import Path

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.table import read_table
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.preparation.loading import load_hierarchies, table_options
from arxdesk_engine.preparation.preparation import altered, prepared, renamed
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.project import Project
from arxdesk_engine.projects.trail import Trail

MOMENT = dt.datetime(2026, 3, 4, 5, 6, 7, tzinfo=dt.UTC)

PEOPLE = """Name;Alter;Gewicht;Stadt;Befund
Ann;34;60,5;Köln;flu
Bob;35;71,0;Köln;NA
Cem;34;1.5;Bonn;"a ""b""; c"
Dörte;;60,5;Bönn;flu
Eve;36;80;Bonn;cold
Fay;35;71,0;;cold
Gus;36;80;Köln;flu
Hal;34;60,5;Bonn;cold
"""

JOB = """
[data]
path = "people.csv"
columns = ["Name", "Alter", "Gewicht", "Stadt", "Befund"]
rename = { Alter = "age", Gewicht = "weight", Stadt = "city", Befund = "finding" }
decimal_mark = ","
null_values = ["", "NA"]
cleanse = true

[project]
title = "People"
description = "Who was where, and why"

[attributes.Name]
role = "identifying"
masking = { method = "pseudonym", key_file = "../secret.key", create_key = true }

[attributes.age]
role = "quasi-identifying"
type = "integer"
hierarchy = { builder = "interval", intervals = [[0, 20]], lower_range = "repeat", upper_range = "repeat" }

[attributes.weight]
type = "decimal"

[[perturbation]]
method = "pram"
columns = ["weight"]
strata = ["city"]
seed = 3

[attributes.city]
role = "quasi-identifying"
hierarchy = "city.csv"
replace = { "Bönn" = "Bonn" }

[attributes.finding]
role = "sensitive"

[[privacy]]
model = "k-anonymity"
k = 2

[[paused]]
model = "delta-presence"
dmin = 0.0
dmax = 0.9
subset = "gone.csv"

[subset]
file = "some.csv"

[suppression]
limit = 0.5

[output]
path = "out.csv"

[[explore.pins]]
title = "A pin"
levels = { age = 1, city = 0 }
"""

CITIES = '"Köln";"NRW";"*"\n"Bonn";"NRW";"*"\n"";"";"*"\n'
SOME = "\n".join(line for line in PEOPLE.splitlines() if not line.startswith("Hal")) + "\n"


def write_people(folder: Path) -> Path:
    """A small job with much of what a job can say, beside its files; returns the job file."""
    for name, text in (("people.csv", PEOPLE), ("city.csv", CITIES), ("some.csv", SOME), ("people.toml", JOB)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "people.toml"


def project_of(job: Job, outcome: Outcome | None = None, trail: Trail | None = None) -> Project:
    """What a window holds after it has read a job."""
    raw = read_table(job.table_place, table_options(job.data), Control())
    dataset = prepared(raw, job.data, job.attributes, job.table_place)
    hierarchies = load_hierarchies(job, dataset)
    origin = Origin.of(job.data, MOMENT)
    return Project(job, dataset, hierarchies, origin, outcome, trail or Trail(), altered(raw, job.data, dataset))


def people(folder: Path) -> Project:
    """The small job, loaded, searched and with a past."""
    job = load_job(write_people(folder))
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    outcome = Outcome(solution, cut_short=False, applied=solution.best.levels, moment=MOMENT, version="0.1.0")
    trail = Trail().with_entry("opened", "people.toml", moment=MOMENT).with_entry("searched", "optimal", moment=MOMENT)
    return project_of(job, outcome, trail)


def raw_texts(job: Job) -> dict[str, list[str]]:
    """The cells as they are read for a job, before anything is done to them."""
    raw = read_table(job.table_place, table_options(job.data), Control())
    columns = renamed(raw, job.data, "data")
    return {column.name: [column.dictionary[code] for code in column.codes] for column in columns}


def texts_of(columns) -> dict[str, list[str]]:
    """The cells of raw columns."""
    return {column.name: [column.dictionary[code] for code in column.codes] for column in columns}


def outline(project: Project):
    """All that has to be the same of two projects, in values that can be compared; places are left out."""
    said = project.job.content()
    said["data"] = {key: said["data"].get(key) for key in ("null_values", "decimal_mark", "cleanse", "labels")}
    said["attributes"] = {
        name: {key: value for key, value in settings.items() if key != "hierarchy" or not isinstance(value, str)}
        for name, settings in said["attributes"].items()
    }
    for models in (said.get("privacy", []), said.get("paused", []), [said.get("subset", {})]):
        for model in models:
            model.pop("subset", None)
            model.pop("file", None)
    said.get("output", {}).pop("path", None)
    for settings in said["attributes"].values():
        settings.get("masking", {}).pop("key_file", None)
    columns = [(each.name, each.values, each.type, each.codes.tolist()) for each in project.dataset]
    rows = {name: each.rows for name, each in project.hierarchies.items()}
    raw = texts_of(project.raw_columns)
    return json.dumps(said, sort_keys=True), columns, rows, raw, project.origin, project.outcome, project.trail


def entries_of(path: Path) -> dict[str, bytes]:
    """What is in an archive."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(entries: dict[str, bytes], /, **changes: object) -> bytes:
    """An archive of entries; `changes` by field are made to what the entry `project.json` says."""
    target = io.BytesIO()
    if changes:
        entries = {**entries, "project.json": json.dumps({**json.loads(entries["project.json"]), **changes}).encode()}
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return target.getvalue()
