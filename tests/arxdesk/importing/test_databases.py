"""Databases go through the form of the wizard; passwords are asked for and stand nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from arxdesk.importing.connection_form import ConnectionForm
from arxdesk.importing.dialog import FORMAT, ImportDialog
from arxdesk.ui.dialogs.password import PasswordDialog
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.io.databases import passwords
from arxdesk_engine.job.job import load_job
from arxdesk_engine.preparation.loading import load_dataset
from tests.arxdesk.driving import click_through, shown_wizard
from tests.arxdesk.importing.conftest import LONG, PEOPLE, Wizard, write_sqlite
from tests.databases import PostgresqlServer

TABLE = "visits"


@pytest.fixture
def server(postgresql_server: PostgresqlServer):
    """A server with one table of two people and a view on it."""
    postgresql_server.execute(
        f"DROP TABLE IF EXISTS {TABLE} CASCADE",
        f"CREATE TABLE {TABLE} (id integer, born date, weight numeric(5, 1), city text)",
        f"INSERT INTO {TABLE} VALUES (1, '1957-03-14', 61.5, 'Köln'), (2, NULL, 80.2, 'Łódź')",  # noqa: S608
        f"CREATE VIEW cities AS SELECT city FROM {TABLE}",  # noqa: S608 - a name of our own
    )
    passwords.forget()
    yield postgresql_server
    passwords.forget()
    postgresql_server.execute(f"DROP TABLE {TABLE} CASCADE")


def fill(form: ConnectionForm, server: PostgresqlServer, password: str) -> None:
    form.kind.setCurrentIndex(form.kind.findData("postgresql"))
    form.host.setText(server.host)
    form.port.setValue(server.port)
    form.database.setText(server.database)
    form.user.setText(server.user)
    form.password.setText(password)


def test_that_a_table_of_a_server_is_imported(
    wizard: Wizard, server: PostgresqlServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    dialog = wizard.dialog
    dialog.begin_with_database()
    page = dialog.file_page
    fill(page.form, server, "nonsense")
    QTest.mouseClick(page.form.connect_button, Qt.MouseButton.LeftButton)
    wizard.settle()
    assert page.card.isVisible()
    assert "nonsense" not in page.card.accessibleName()
    fill(page.form, server, server.password)
    page.form.password.setFocus()
    QTest.keyClick(page.form.password, Qt.Key.Key_Return)
    wizard.settle()
    assert not page.card.isVisible()
    entries = {entry.name.split(".")[-1]: entry for entry in page.model.entries}
    assert entries["cities"].is_view
    assert entries[TABLE].columns == 4
    page.tables.show_row(list(entries).index(TABLE))
    wizard.settle()
    dialog.next_button.click()
    assert dialog.place == FORMAT
    assert [combo for combo in ("delimiter", "header") if dialog.format_page.syntax.combo(combo).isVisible()] == []
    project = wizard.finish()
    kinds = [project.dataset[name].type.kind for name in ("id", "born", "weight", "city")]
    assert kinds == [DataType.INTEGER, DataType.DATE, DataType.DECIMAL, DataType.STRING]
    assert list(project.dataset["born"].texts())[1] == ""
    file = tmp_path / "visits.toml"
    project.job.saved_at(file).save(file)
    assert server.password not in file.read_text()
    passwords.forget()
    again = load_dataset(load_job(file), password=server.password)
    assert [list(column.texts()) for column in again] == [list(column.texts()) for column in project.dataset]


def test_that_a_project_asks_for_the_password_of_its_database(
    window: MainWindow, qtbot, server: PostgresqlServer, tmp_path: Path
):
    file = tmp_path / "visits.toml"
    file.write_text(f'[data]\npath = "{server.address}"\ntable = "{TABLE}"\n')
    window.flows.project.open(file)
    for password, again in (("wrong", False), (server.password, True)):
        qtbot.waitUntil(lambda: isinstance(window.dialog, PasswordDialog), timeout=LONG)
        dialog = window.dialog
        assert isinstance(dialog, PasswordDialog)
        shown = [label.text() for label in dialog.findChildren(QLabel)]
        assert any("does not open it" in text for text in shown) == again
        QTest.keyClicks(dialog.field, password)
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)
        assert not dialog.isVisible()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    assert window.document.dataset.records == 2


def test_that_a_database_that_is_not_there_is_told_in_the_page(wizard: Wizard):
    wizard.dialog.begin_with_database()
    form = wizard.dialog.file_page.form
    form.kind.setCurrentIndex(form.kind.findData("postgresql"))
    form.port.setValue(1)
    form.database.setText("registry")
    form.connect_button.click()
    assert form.connect_button.text() == "Connecting..."
    wizard.settle()
    assert wizard.dialog.file_page.card.isVisible()
    assert form.connect_button.isEnabled()
    assert not wizard.dialog.next_button.isEnabled()


def test_that_a_file_of_sqlite_is_found_through_the_form(wizard: Wizard, tmp_path: Path):
    write_sqlite(PEOPLE, tmp_path / "people.anything")
    wizard.answer = tmp_path / "people.anything"
    wizard.dialog.begin_with_database()
    form = wizard.dialog.file_page.form
    assert not form.connect_button.isEnabled()
    form.browse.click()
    assert form.file.text() == str(tmp_path / "people.anything")
    form.connect_button.click()
    wizard.settle()
    assert [entry.name for entry in wizard.dialog.file_page.model.entries] == ["people"]
    wizard.dialog.next_button.click()
    project = wizard.finish()
    assert project.dataset.records == len(PEOPLE)
    assert load_dataset(project.job).names == project.dataset.names


@pytest.mark.parametrize("name", ["import", "database"])
def test_that_the_menu_leads_to_the_wizard(
    window: MainWindow, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    table = tmp_path / "people.csv"
    table.write_text("a,b\n1,2\n")
    monkeypatch.setattr("arxdesk.projects.flow.ask_for_table", lambda _parent: table)
    window.actions_by_name[name].trigger()
    assert isinstance(window.dialog, ImportDialog)
    assert window.dialog.file_page.kind.value == ("file" if name == "import" else "database")
    window.dialog.reject()
    assert window.document is None


def test_that_a_wizard_that_is_closed_too_early_shows_what_was_set_the_next_time(
    window: MainWindow, qtbot, tmp_path: Path
):
    table = tmp_path / "people.csv"
    table.write_text("a,b\n1,2\n")
    window.flows.project.open(table)
    wizard = shown_wizard(window, qtbot)
    wizard.flow.draft.rename(0, "years")
    wizard.reject()
    next(each for each in wizard.question.buttons() if each.text() == "Leave").click()
    window.flows.project.open(table)
    wizard = shown_wizard(window, qtbot)
    assert wizard.flow.draft.choices.columns[0].name == "years"
    click_through(wizard, qtbot)
    assert window.document.dataset.names == ("years", "b")


def test_that_closing_the_window_closes_the_wizard_and_its_threads(window: MainWindow, qtbot, tmp_path: Path):
    table = tmp_path / "people.csv"
    table.write_text("a,b\n" + "1,2\n" * 300_000)
    window.flows.project.open(table)
    qtbot.waitUntil(lambda: isinstance(window.dialog, ImportDialog), timeout=LONG)
    wizard = window.dialog
    assert wizard.flow.busy
    window.close()
    assert not wizard.flow._jobs._lanes


def test_that_passwords_are_hidden_and_never_part_of_an_address(qtbot):
    form = ConnectionForm()
    qtbot.addWidget(form)
    form.kind.setCurrentIndex(form.kind.findData("mysql"))
    assert form.port.value() == 3306
    form.host.setText("db.example.org")
    form.database.setText("a/b")
    form.user.setText("me@home")
    form.password.setText("secret")
    assert form.password.echoMode() is form.password.EchoMode.Password
    assert form.address == "mysql://me%40home@db.example.org:3306/a%2Fb"
    assert not form.findChildren(ErrorCard)
    assert [button.text() for button in form.findChildren(QPushButton)] == ["Browse...", "Connect"]
