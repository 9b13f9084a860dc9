"""Projects as tests of the window open, change and save them."""

from __future__ import annotations

import random
from pathlib import Path

from arxdesk.core.commands import ChangeHierarchy, ChangePins
from arxdesk.core.document import Document
from arxdesk.core.session.session import Session
from arxdesk_engine.job.explore import Filters, Pin
from arxdesk_engine.job.job import Job
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.conftest import banded_hierarchy

LONG = 30_000
JOB = """\
# agreed with the officer
[project]
title = "Discharges"

[data]
path = "people.csv"
decimal_mark = ","

[attributes.age]
role = "quasi-identifying"
hierarchy = "age.csv"

[attributes.city]
role = "quasi-identifying"
replace = { Muenchen = "München" }
hierarchy = { builder = "redaction" }

[attributes.cost]
type = "decimal"

[[privacy]]
model = "k-anonymity"
k = 2

[suppression]
limit = 0.1
"""


def job_file(folder: Path, records: int = 200) -> Path:
    """A job file with a table of numbers with decimal commas, replaced values, a hierarchy file and a builder."""
    drawn = random.Random(5)  # noqa: S311 - a test
    lines = ["age;city;cost"]
    lines += [
        f"{drawn.randint(20, 59)};{drawn.choice(['Muenchen', 'Bonn', 'Ulm', ''])};{drawn.randint(1, 9)},5"
        for _ in range(records)
    ]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = banded_hierarchy([str(age) for age in range(20, 60)]).rows
    (folder / "age.csv").write_text("\n".join(";".join(row) for row in rows) + "\n", encoding="utf-8")
    path = folder / "people.toml"
    path.write_text(JOB, encoding="utf-8")
    return path


def opened(qtbot, session: Session, path: Path) -> Document:
    """A project, its result restored where it has one."""
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(path)
    qtbot.waitUntil(lambda: not session.jobs._lanes, timeout=LONG)
    assert session.document is not None
    return session.document


def searched(qtbot, session: Session) -> None:
    """Anonymize, and wait for the best to be applied."""
    document = session.document
    assert document is not None
    session.searching.anonymize()
    qtbot.waitUntil(lambda: document.result is not None and document.applied is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not session.jobs._lanes, timeout=LONG)


def saved(qtbot, session: Session, path: Path) -> None:
    """Save, and wait for it."""
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(path)


def changed(document: Document) -> None:
    """A bit of everything that a project remembers: a limit, a hierarchy by hand, a pin, filters."""
    document.push(change_suppression_limit(document, 0.2))
    edited = banded_hierarchy([str(age) for age in range(20, 60)])
    document.push(ChangeHierarchy(document, "age", edited, "/tmp/elsewhere/age.csv"))  # noqa: S108 - never read
    pin = Pin(levels={"age": 1, "city": 0}, title="Bands", note="of four")
    document.push(ChangePins(document, [pin], "Pin a transformation"), touches_search=False)
    document.set_filters(Filters(removed=100))


def plain(job: Job) -> dict[str, object]:
    """A job as values, to be compared."""
    return job.content()
