"""A small project with files of its own, anonymized and applied."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk.core.document import Document
from arxdesk.window.window import MainWindow

LONG = 60_000
JOB = """
[data]
path = "people.csv"

[attributes.name]
role = "identifying"

[attributes.age]
role = "quasi-identifying"
hierarchy = "age.csv"

[attributes.sex]
role = "quasi-identifying"

[attributes.note]
role = "insensitive"

[[privacy]]
model = "k-anonymity"
k = 2

[suppression]
limit = 0.05
"""
RECORDS, REMOVED = 40, 2


def write_project(folder: Path) -> Path:
    """40 people, of whom two stand alone by their sex, whatever becomes of their age."""
    sexes = ["x" if number < 1 else "d" if number < 2 else "mf"[number % 2] for number in range(RECORDS)]
    rows = [f"Name {number},{20 + number % 20},{sex},note {number}" for number, sex in enumerate(sexes)]
    (folder / "people.csv").write_text("name,age,sex,note\n" + "\n".join(rows) + "\n")
    bands = [f"{age},{age // 10 * 10}s,*" for age in range(20, 40)]
    (folder / "age.csv").write_text("\n".join(bands) + "\n")
    (folder / "study.toml").write_text(JOB)
    return folder / "study.toml"


@pytest.fixture
def study(window: MainWindow, qtbot, tmp_path: Path) -> Document:
    """The project, with the best transformation applied."""
    window.session.open(write_project(tmp_path))
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    document = window.document
    assert document is not None
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert document.applied.output.suppressed_records == REMOVED
    return document
