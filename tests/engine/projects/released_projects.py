"""Projects that have released something."""

from dataclasses import astuple, replace
from pathlib import Path

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.projects.ledger import LedgerEntry
from arxdesk_engine.projects.project import Project
from arxdesk_engine.projects.released import entry_of
from tests.engine.projects.projects import project_of

JOB = {
    "attributes": {
        "id": {"role": "identifying"},
        "age": {"role": "quasi-identifying", "hierarchy": {"builder": "automatic"}},
        "illness": {"role": "sensitive"},
    },
    "privacy": [{"model": "k-anonymity", "k": 5}],
    "suppression": {"limit": 1.0},
    "output": {"suppressed": "drop"},
}


def table(folder: Path, name: str, people: range, seed: int = 1) -> Path:
    """A table of people with numbers of their own, whose values do not depend on who else is in it."""
    ages, ills = np.random.default_rng(seed).integers(0, 40, (2, 1_000))
    rows = (f"p{each},{ages[each] + 20},{'abc'[ills[each] % 3]}\n" for each in people)
    path = folder / name
    path.write_text("id,age,illness\n" + "".join(rows))
    return path


def study(path: Path, **settings) -> Project:
    """A project of such a table."""
    return project_of(job_from({**JOB, "data": {"path": str(path)}, **settings}, "study"))


def release(project: Project, levels: tuple[int, ...], path: Path) -> tuple[Project, LedgerEntry]:
    """The project after the release of a transformation, and what its ledger says of that."""
    anonymizer = Anonymizer.formulate(project.job, project.dataset, project.hierarchies)
    output = anonymizer.apply(levels)
    exported = anonymizer.write(output, path)
    entry = entry_of(project, anonymizer.quasi_identifiers, output, exported, confirmed=True)
    ledger = project.ledger.with_entry(entry)
    return replace(project, ledger=ledger), ledger.entries[-1]


def ledger_outline(project: Project):
    """All that a ledger says, in values that can be compared."""
    found = []
    for each in project.ledger.entries:
        shown = each.shown
        tables = shown and (
            [(one.name, [one.dictionary[code] for code in one.codes]) for one in shown.columns],
            shown.classes.tolist(),
            None if shown.people is None else shown.people.tolist(),
        )
        found.append((astuple(replace(each, shown=None)), tables))
    return found, project.ledger.dropped, project.ledger.key
