"""A project whose hierarchies are built, in the window: shown, searched, and saved as it was."""

from __future__ import annotations

from pathlib import Path

from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.job import load_job

LONG = 60_000
JOB = """
[data]
path = "people.csv"

[attributes.age]
role = "quasi-identifying"
hierarchy = { builder = "interval", intervals = [[0, 5]], levels = [[2]], upper_range = "repeat" }

[attributes.sex]
role = "quasi-identifying"
hierarchy = { builder = "automatic" }

[[privacy]]
model = "k-anonymity"
k = 3

[suppression]
limit = 0.2
"""


def test_that_built_hierarchies_are_shown_searched_and_saved_as_they_were(window: MainWindow, qtbot, tmp_path: Path):
    rows = "".join(f"{20 + n % 30},{'fm'[n % 2]}\n" for n in range(120))
    (tmp_path / "people.csv").write_text(f"age,sex\n{rows}", encoding="utf-8")
    project = tmp_path / "job.toml"
    project.write_text(JOB, encoding="utf-8")
    before = load_job(project)
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.flows.project.open(project)
    document = window.document
    assert document is not None
    document.set_focus("age")
    configure = window.workspace.perspectives["configure"]
    assert isinstance(configure, ConfigurePerspective)
    shown = configure.inspector.hierarchy_view.grid.groups_model.hierarchy
    assert shown is document.hierarchies["age"]
    assert shown.rows[3] == ("23", "[20, 25[", "[20, 30[", "*")
    assert document.obstacles == ()
    assert document.hierarchies["sex"].rows == (("f", "*"), ("m", "*"))
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.result is not None, timeout=LONG)
    assert document.result is not None
    assert document.result.solution.best is not None
    copy = tmp_path / "copy.toml"
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.session.save(copy)
    assert load_job(copy).attributes == before.attributes
