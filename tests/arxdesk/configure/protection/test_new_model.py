"""A privacy model needs its file in the engine and its page of the help: everything else finds it there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from arxdesk.cli import commands as cli
from arxdesk.configure.protection.model_context import context_of
from arxdesk.configure.protection.model_dialog import PrivacyModelDialog
from arxdesk.configure.protection.view import PrivacyView
from arxdesk.core.document import Document
from arxdesk.core.protection.series import numbers_of
from arxdesk.help.contents import contents, names
from arxdesk.help.pages import page
from arxdesk.help.searching import find
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import help_text
from arxdesk_engine.job.job import load_job
from arxdesk_engine.privacy import MODELS, register
from arxdesk_engine.verification.textbook import UNDEFINED
from tests.engine.privacy.even_size import PAGE, EvenSize

NAME = "even-size"
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
    for cached in (help_text.page, page, contents):
        cached.cache_clear()


@pytest.fixture(autouse=True)
def even_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The model of the tests, registered as a file of the package would be, with a page of its own."""
    folder = tmp_path / "help"
    (folder / "privacy").mkdir(parents=True)
    (folder / "privacy" / f"{NAME}.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(help_text, "FOLDERS", [*help_text.FOLDERS, folder])
    register(EvenSize)
    forget_pages()
    yield
    del MODELS[NAME]
    monkeypatch.undo()
    forget_pages()


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A job file that asks for it: ten ages in three bands, of which one has an odd number."""
    ages = [10, 10, 11, 11, 20, 20, 21, 30, 31, 31]
    (tmp_path / "people.csv").write_text("age\n" + "".join(f"{age}\n" for age in ages))
    (tmp_path / "ages.csv").write_text("".join(f"{age},{age // 10}x,*\n" for age in sorted(set(ages))))
    path = tmp_path / "job.toml"
    path.write_text(JOB, encoding="utf-8")
    return path


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
    assert dialog.models == (EvenSize(factor=3),)
    dialog.form.field("factor").setText("0")
    assert not dialog.foot.primary.isEnabled()
    assert dialog.form.note("factor").text()


def test_that_its_card_tells_it_and_changes_it(qtbot, small_document: Document):
    job = small_document.job.model_copy(update={"privacy": (EvenSize(factor=2),)})
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
    assert document.job.privacy == (EvenSize(factor=5),)
    assert document.undo_stack.undoText() == "factor of Even size"


def test_that_a_series_of_its_values_is_proposed(job: Path):
    numbered = numbers_of(load_job(job))[0]
    assert (numbered.label, numbered.told(3)) == ("Multiple of (f)", "f = 3")
    assert numbered.proposal(load_job(job)) == (2, 3, 4)


def test_that_a_job_is_read_and_written_back_with_it(job: Path):
    read = load_job(job)
    assert read.privacy == (EvenSize(factor=2),)
    read.save(job)
    assert job.read_text(encoding="utf-8") == JOB
    read.model_copy(update={"privacy": (EvenSize(factor=3),)}).save(job)
    assert load_job(job).privacy == (EvenSize(factor=3),)
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
