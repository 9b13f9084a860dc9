"""A privacy model needs its file in the engine and its page of the help: everything else finds it there."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from arxdesk.cli import commands as cli
from arxdesk.configure.protection.model_context import context_of
from arxdesk.configure.protection.model_dialog import PrivacyModelDialog
from arxdesk.configure.protection.view import PrivacyView
from arxdesk.core.document import Document
from arxdesk.core.protection.presets import PRESETS
from arxdesk.core.protection.series import numbers_of
from arxdesk.help.contents import contents, contents_in, names
from arxdesk.help.pages import page, page_in
from arxdesk.help.searching import find
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import help_text
from arxdesk_engine import privacy
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.models.criteria import criteria_models
from arxdesk_engine.arx.models.desktop import desktop_models
from arxdesk_engine.arx.models.texts import text_models
from arxdesk_engine.job.job import load_job
from arxdesk_engine.privacy import MODELS, declared_models, register
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.verification.textbook import UNDEFINED
from tests.engine.privacy import even_size

NAME, MODULE = "even-size", "arxdesk_engine.privacy.even_size"
JOB = """\
[data]
path = "people.csv"

[attributes.age]
role = "quasi-identifying"
hierarchy = "ages.csv"

[[privacy]]
model = "even-size"
factor = 2   # pairs

[suppression]
limit = 0.5
"""


def forget_pages() -> None:
    for cached in (help_text.page_in, page_in, contents_in):
        cached.cache_clear()


@pytest.fixture(autouse=True)
def model_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The model of the tests as one file more of the package, found as those are, and one page more of the help."""
    engine, pages = tmp_path / "engine", tmp_path / "help"
    for path, text in (
        (engine / "even_size.py", inspect.getsource(even_size)),
        (pages / "privacy" / f"{NAME}.md", even_size.PAGE),
    ):
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(privacy, "__path__", [*privacy.__path__, str(engine)])
    monkeypatch.setattr(help_text, "FOLDERS", [*help_text.FOLDERS, pages])
    register(*declared_models())
    forget_pages()
    yield
    del MODELS[NAME], sys.modules[MODULE], privacy.even_size
    monkeypatch.undo()
    forget_pages()


def even_sizes(factor: int) -> PrivacyModel:
    """The model that was found in the file."""
    return MODELS[NAME].model_validate({"factor": factor})


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A job file that asks for it: ten ages in three bands, of which one has an odd number."""
    ages = [10, 10, 11, 11, 20, 20, 21, 30, 31, 31]
    (tmp_path / "people.csv").write_text("age\n" + "".join(f"{age}\n" for age in ages))
    (tmp_path / "ages.csv").write_text("".join(f"{age},{age // 10}x,*\n" for age in sorted(set(ages))))
    path = tmp_path / "job.toml"
    path.write_text(JOB, encoding="utf-8")
    return path


def test_that_its_file_is_found():
    assert MODELS[NAME].__module__ == MODULE
    assert list(MODELS)[-1] == NAME


def test_that_the_dialog_lists_it_and_asks_for_its_parameters(qtbot, small_document: Document):
    dialog = PrivacyModelDialog(context_of(small_document))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.search.setText("left over")
    assert dialog.chosen == NAME
    assert [dialog.usual.itemText(row) for row in range(1, dialog.usual.count())] == ["Pairs", "Triples"]
    assert "mod" in dialog.formula.toPlainText()
    assert dialog.help_mark.topic == f"privacy/{NAME}"
    dialog.form.field("factor").clear()
    QTest.keyClicks(dialog.form.field("factor"), "3")
    assert dialog.models == (even_sizes(3),)
    dialog.form.field("factor").setText("0")
    assert not dialog.foot.primary.isEnabled()
    assert dialog.form.note("factor").text()


def test_that_its_card_tells_it_and_changes_it(qtbot, small_document: Document):
    job = small_document.job.model_copy(update={"privacy": (even_sizes(2),)})
    document = Document(job, small_document.dataset, small_document.hierarchies, None, small_document)
    jobs = Jobs(document)
    view = PrivacyView(document, jobs)
    qtbot.addWidget(view, before_close_func=lambda _view: jobs.wait())
    view.show()
    (card,) = view.cards
    assert card.title.text().replace("\u00a0", " ") == "Multiples of 2"
    assert "multiple of 2" in card.sentence.text().replace("\u00a0", " ")
    assert card.protects.text() == "Protects against: being left over."
    assert not card.parameters.isVisible()
    card.fields.boxes["factor"].setValue(5)
    assert document.job.privacy == (even_sizes(5),)
    assert document.undo_stack.undoText() == "factor of Even size"


def test_that_a_preset_asks_for_it_with_its_source():
    preset = next(each for each in PRESETS if each.key == "internal")
    assert even_sizes(2) in preset.models(["diagnosis"])
    assert "Pairs: colleagues never work alone." in preset.sources


def test_that_projects_of_arx_are_read_with_it():
    findings, expected = Findings(), {"model": NAME, "factor": 4}
    criterion = Instance("org.deidentifier.EvenSize", fields={"f": 4})
    chosen = Instance("org.deidentifier.ModelEvenSize", fields={"factor": 4, "enabled": True})
    desktop = Instance("org.deidentifier.ModelConfiguration", fields={"evenSizeModel": chosen})
    assert list(criteria_models([criterion], findings)) == [expected]
    assert desktop_models(desktop, findings) == ((expected,), ())
    assert list(text_models(["even-4"], findings)) == [expected]
    assert findings == Findings()


def test_that_a_series_of_its_values_is_proposed(job: Path):
    numbered = numbers_of(load_job(job))[0]
    assert (numbered.label, numbered.told(3)) == ("Multiple of (f)", "f = 3")
    assert numbered.proposal(load_job(job)) == (2, 3, 4)


def test_that_a_job_is_read_and_written_back_with_it(job: Path):
    read = load_job(job)
    assert read.privacy == (even_sizes(2),)
    read.save(job)
    assert job.read_text(encoding="utf-8") == JOB
    read.model_copy(update={"privacy": (even_sizes(3),)}).save(job)
    assert load_job(job).privacy == (even_sizes(3),)
    assert "factor = 3   # pairs" in job.read_text(encoding="utf-8")


def test_that_a_job_with_it_runs_and_says_that_nobody_counts_it_again(job: Path, capsys: pytest.CaptureFixture[str]):
    target, report = job.with_name("out.csv"), job.with_name("report.json")
    assert cli.main(["run", str(job), "--output", str(target), "--report", str(report)]) == 0
    written = target.read_text().splitlines()[1:]
    kept = [each for each in written if each != "*"]
    assert kept
    assert all(kept.count(each) % 2 == 0 for each in kept)
    (told,) = json.loads(report.read_text())["verified"]["models"]
    assert (told["verified"], told["reason"]) == (None, UNDEFINED)
    assert UNDEFINED in capsys.readouterr().out


def test_that_the_report_says_what_it_promises(job: Path):
    target = job.with_name("report.html")
    assert cli.main(["report", str(job), "--output", str(target), "--quiet"]) == 0
    told = target.read_text(encoding="utf-8")
    assert "multiples of 2" in told
    assert "The size of every group is a multiple of 2." in told
    assert UNDEFINED in told


def test_that_the_help_lists_its_page_and_finds_it():
    assert f"privacy/{NAME}" in names()
    (entry,) = (entry for group in contents() for entry in group.entries if entry.name == f"privacy/{NAME}")
    assert (entry.title, entry.hint) == ("Even size", "against being left over")
    assert "| `factor` | the size of every group is a multiple of `factor` |" in help_text.page("privacy-models")
    assert next(hit.page for hit in find(map(page, names()), "even size formula")) == f"privacy/{NAME}"
