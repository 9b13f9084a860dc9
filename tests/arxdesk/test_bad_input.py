"""What users do wrong, and what the window says to it: always what, where and what to do, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk.exporting.dialog import PLACE
from arxdesk.ui.dialogs.problem import ProblemDialog
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.window.window import MainWindow
from tests.arxdesk.driving import shown_wizard
from tests.arxdesk.exporting.exporting import click_to, shown_export, write_it
from tests.arxdesk.test_end_to_end import LONG, anonymize, open_example


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("job.toml", b"[data]\npath = 'nowhere.csv'\n", "nowhere.csv: cannot be read"),
        ("broken.toml", b"[data\n", "not valid TOML"),
        ("unknown.toml", b"[data]\npath = 'x.csv'\ndelimitr = ';'\n", "delimiter"),
    ],
)
def test_that_a_bad_project_is_explained_and_the_window_goes_on(
    window: MainWindow, qtbot, tmp_path: Path, name: str, content: bytes, expected: str
):
    file = tmp_path / name
    file.write_bytes(content)
    with qtbot.waitSignal(window.session.failed, timeout=LONG) as failure:
        window.flows.project.open(file)
    error = failure.args[0]
    assert expected in error.message
    assert isinstance(window.dialog, ProblemDialog)
    window.dialog.reject()
    assert window.document is None
    open_example(window, qtbot)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('[attributes.agge]\nrole = "sensitive"', 'Did you mean "age"?'),
        ('[attributes.age]\nrole = "quasi-identifying"\nmaximum_level = 4', "the levels 0 to 4 do not exist"),
    ],
)
def test_that_a_project_that_could_never_be_searched_is_explained_when_it_is_opened(
    window: MainWindow, qtbot, tmp_path: Path, settings: str, expected: str
):
    (tmp_path / "t.csv").write_text("age,sex\n1,m\n2,f\n")
    (tmp_path / "job.toml").write_text(f'[data]\npath = "t.csv"\n{settings}\n')
    with qtbot.waitSignal(window.session.failed, timeout=LONG) as failure:
        window.flows.project.open(tmp_path / "job.toml")
    assert expected in failure.args[0].message
    assert window.document is None


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("empty.csv", b"", "The file is empty"),
        ("binary.csv", bytes(range(256)) * 20, "binary file"),
        ("ragged.csv", b"a,b,c\n1,2,3\n1,2\n", "line 3"),
        ("twice.csv", b"a,a\n1,2\n", "two columns are named"),
        ("nowhere.csv", None, "annot be read"),
    ],
)
def test_that_a_bad_table_is_explained_in_the_wizard_and_the_window_goes_on(
    window: MainWindow, qtbot, tmp_path: Path, name: str, content: bytes | None, expected: str
):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    window.flows.project.open(tmp_path / name)
    wizard = shown_wizard(window, qtbot)
    card = wizard.findChildren(ErrorCard)
    told = [each.accessibleName() for each in card if each.isVisible()]
    assert len(told) == 1
    assert expected.lower() in told[0].lower()
    assert not wizard.next_button.isEnabled()
    wizard.reject()
    assert window.document is None
    open_example(window, qtbot)


def test_that_exporting_to_a_read_only_file_leaves_it_as_it_was(window: MainWindow, qtbot, tmp_path: Path):
    open_example(window, qtbot)
    anonymize(window, qtbot)
    target = tmp_path / "precious.csv"
    target.write_text("precious")
    target.chmod(0o444)
    wizard = shown_export(window)
    wizard.place_page.show_file(target)
    click_to(wizard, PLACE)
    assert not wizard.next_button.isEnabled(), "nothing is replaced that nobody has agreed to lose"
    wizard.place_page.review.replace.setChecked(True)
    write_it(wizard, qtbot)
    assert "read-only" in wizard.course.error.message
    assert wizard.result_page.card.isVisible()
    assert target.read_text() == "precious"
    assert [entry.name for entry in tmp_path.iterdir() if entry.suffix == ".part"] == []


def test_that_a_hierarchy_without_entries_for_values_is_shown_and_keeps_from_anonymizing(
    window: MainWindow, qtbot, tmp_path: Path
):
    document = open_example(window, qtbot)
    file = tmp_path / "age.csv"
    file.write_text("".join(f"{age},old,*\n" for age in range(50, 100)))
    window.flows.hierarchies.open("age", file)
    dialog = window.flows.hierarchies.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.use.isEnabled, timeout=LONG)
    assert dialog.message.kind == "warn"
    dialog.use.click()
    document.set_focus("age")
    configure = window.workspace.perspectives["configure"]
    assert "50 values have no entry" in configure.inspector.hierarchy_view.message.text.text()
    assert not window.actions_by_name["anonymize"].isEnabled()
    assert window.rail.item("configure").badge == 1
    document.undo_stack.undo()
    assert window.actions_by_name["anonymize"].isEnabled()
