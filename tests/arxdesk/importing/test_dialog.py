"""The import wizard by mouse and keyboard: few clicks, nothing silent, mistakes told where they can be mended."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyreadstat
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox

from arxdesk.help.window import shown_help
from arxdesk.importing.dialog import FILE, FINISH, FORMAT, ROLES
from arxdesk.importing.format_page import FormatPage
from arxdesk.tasks.jobs import wait_for_retired
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.frames.step_dialog import StepDialog
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.preparation.importing import judging
from arxdesk_engine.preparation.importing.table import Reading, ReadTable
from arxdesk_engine.preparation.loading import load_dataset
from tests.arxdesk.driving import click_through
from tests.arxdesk.importing.conftest import LONG, Wizard
from tests.lines import lines_of

LEFT = Qt.MouseButton.LeftButton
GERMAN = ["14.03.1957", "02.11.1945", "21.07.1956", "30.09.1942"]


def leave_button(dialog: StepDialog) -> QAbstractButton:
    """The button with which work is given up."""
    return next(each for each in dialog.question.buttons() if each.text() == "Leave")


def problem_table(path: Path, records: int = 400) -> Path:
    """Ages with a letter and a plus, dates in two formats and one day that does not exist, digits with zeros."""
    lines = ["age;work;birth;zip"]
    for number in range(records):
        age = {2: "4O", 8: "90+"}.get(number, str(20 + number % 60))
        birth = {3: "1942-09-30", 5: "1950-01-31", 6: "30.02.1946"}.get(number, GERMAN[number % 4])
        lines.append(f"{age};{'?' if number % 50 == 5 else 'Private'};{birth};{number % 90:05d}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def clean_table(path: Path) -> Path:
    path.write_text("age,sex\n" + "".join(f"{20 + n % 50},{'mf'[n % 2]}\n" for n in range(300)), encoding="utf-8")
    return path


def page_of(wizard: Wizard) -> FormatPage:
    return wizard.dialog.format_page


def choose(page: FormatPage, field: str, words: str) -> None:
    """Choose an option of a field of the syntax, as the user would."""
    combo = page.syntax.combo(field)
    combo.setCurrentText(words)
    combo.activated.emit(combo.currentIndex())


def place(wizard: Wizard, name: str) -> int:
    return [column.source for column in wizard.flow.draft.choices.columns].index(name)


def cards(wizard: Wizard) -> list[str]:
    return [card.accessibleName() for card in wizard.dialog.findChildren(ErrorCard) if card.isVisible()]


def test_that_a_clean_table_takes_three_clicks(wizard: Wizard, qtbot, tmp_path: Path):
    wizard.open(clean_table(tmp_path / "clean.csv"))
    assert wizard.dialog.place == FORMAT
    assert click_through(wizard.dialog, qtbot) == 3
    assert wizard.made[0].dataset.records == 300


def test_that_a_clean_table_takes_one_click_for_who_trusts_the_proposals(wizard: Wizard, qtbot, tmp_path: Path):
    wizard.open(clean_table(tmp_path / "clean.csv"))
    with qtbot.waitSignal(wizard.dialog.project_made, timeout=LONG):
        QTest.mouseClick(wizard.dialog.at_once, LEFT)
    assert wizard.made[0].job.settings_of("age").role is Role.QUASI_IDENTIFYING


def test_that_return_is_enough_from_the_first_page_to_the_last(wizard: Wizard, qtbot, tmp_path: Path):
    wizard.open(clean_table(tmp_path / "clean.csv"))
    with qtbot.waitSignal(wizard.dialog.project_made, timeout=LONG):
        for expected in (FORMAT, ROLES, FINISH):
            assert wizard.dialog.place == expected
            QTest.keyClick(wizard.dialog.focusWidget() or wizard.dialog, Qt.Key.Key_Return)
    assert len(wizard.made) == 1


def test_that_the_keyboard_reaches_types_roles_and_the_end(wizard: Wizard, qtbot, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    dialog = wizard.dialog
    dialog.activateWindow()
    page_of(wizard).syntax.combo("delimiter").setFocus()
    reached: list[str] = []
    for _ in range(30):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        reached.append(dialog.focusWidget().accessibleName())
    for name in ("Encoding", "Missing values", "Keep age", "Type of age", "Type of zip"):
        assert name in reached
    page_of(wizard).header.focus_section(place(wizard, "age"))
    combo = dialog.focusWidget()
    QTest.keyClick(combo, Qt.Key.Key_Down)
    wizard.settle()
    assert wizard.flow.draft.judgement(0).reading.type.kind is not DataType.INTEGER
    dialog.go_on()
    view = dialog.roles_page.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(1, 1))
    QTest.keyClick(view, Qt.Key.Key_S)
    assert wizard.flow.draft.role_of(1) is Role.SENSITIVE
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert not wizard.flow.draft.choices.columns[1].keep
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert dialog.place == FINISH
    QTest.keyClick(dialog, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert dialog.place == ROLES
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()  # a role was chosen by hand
    assert "the same file opens with them again" in dialog.question.informativeText()
    QTest.keyClick(dialog.question, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    QTest.mouseClick(dialog.cancel_button, LEFT)
    QTest.mouseClick(leave_button(dialog), LEFT)
    assert not dialog.isVisible()
    assert wizard.made == []


def test_that_a_wizard_in_which_nothing_was_set_closes_at_once(wizard: Wizard, tmp_path: Path):
    (tmp_path / "a.csv").write_text("age,sex\n1,m\n2,f\n")
    wizard.open(tmp_path / "a.csv")
    QTest.keyClick(wizard.dialog, Qt.Key.Key_Escape)
    assert not wizard.dialog.isVisible()


def test_that_cells_that_do_not_fit_are_told_with_their_cause_and_consequence(wizard: Wizard, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    page = page_of(wizard)
    words = page.message.accessibleName()
    assert words == (
        "5 cells do not fit their type. birth mixes two ways of writing (2 as yyyy-MM-dd) and has 1 day that does not "
        "exist, such as 30.02.1946; age has 4O and 90+. Without a change they are read as missing."
    )
    assert page.header.section(0).caption == "2 do not fit"
    assert page.header.section(1).caption == "8 missing"
    assert page.header.section(3).caption == "could be a number"
    index = page.model.index(2, 0)
    assert (index.data(), index.data(TONE_ROLE)) == ("4O", "problem")
    assert page.model.index(5, 1).data(TONE_ROLE) == "missing"


def test_that_only_the_rows_with_problems_are_shown(wizard: Wizard, qtbot, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    page = page_of(wizard)
    QTest.mouseClick(page.choice.segment("problems"), LEFT)
    assert [page.model.headerData(row, Qt.Orientation.Vertical) for row in range(page.model.rowCount())] == [
        "3",
        "4",
        "6",
        "7",
        "9",
    ]
    wizard.flow.draft.keep(place(wizard, "birth"), False)
    wizard.settle()
    assert page.model.rowCount() == 2
    wizard.flow.draft.keep(place(wizard, "age"), False)
    wizard.settle()
    assert page.choice.value == "first"
    assert page.model.rowCount() == 400


def test_that_both_date_formats_are_accepted_by_a_link_and_rewritten(wizard: Wizard, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    page_of(wizard).message.link_activated.emit("formats")
    wizard.settle()
    birth = wizard.flow.draft.judgement(place(wizard, "birth"))
    assert (birth.misfits, birth.reading.other_formats) == (1, ("%Y-%m-%d",))
    project = wizard.finish()
    texts = list(project.dataset["birth"].texts())
    assert (texts[3], texts[6]) == ("30.09.1942", "")
    assert project.job.settings_of("birth").other_formats == ("%Y-%m-%d",)
    assert project.job.data.cleanse


def test_that_misfits_are_missing_or_text_as_it_was_said(wizard: Wizard, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    wizard.flow.read_column(place(wizard, "birth"), wizard.flow.draft.table.columns[1].candidates[0].reading)
    wizard.settle()
    project = wizard.finish()
    age = list(project.dataset["age"].texts())
    assert (age[1], age[2], age[8]) == ("21", "", "")
    assert project.dataset["age"].type.kind is DataType.INTEGER
    assert list(project.dataset["birth"].texts())[6] == "30.02.1946"
    assert load_dataset(project.job)["age"].values == project.dataset["age"].values


def test_that_a_guessed_encoding_stays_one_when_something_else_is_said(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "wards.csv"
    path.write_bytes("ward;age\nPädiatrie;3\nGynäkologie;41\n-;52\n".encode("latin-1"))
    wizard.open(path)
    syntax = page_of(wizard).syntax
    assert syntax.certainty("encoding") == "guessed"
    wizard.flow.change_syntax(null_values=("-", ""))
    wizard.settle()
    assert syntax.certainty("encoding") == "guessed"
    wizard.flow.change_syntax(encoding="cp1250")
    wizard.settle()
    assert syntax.certainty("encoding") == "certain"


def test_that_markers_of_missing_values_are_proposed_and_can_be_changed(wizard: Wizard, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    syntax = page_of(wizard).syntax
    assert syntax.combo("null_values").currentText() == "? and empty"
    assert syntax.certainty("null_values") == "8 cells"
    edit = syntax.combo("null_values").lineEdit()
    edit.setFocus()
    edit.selectAll()
    QTest.keyClicks(edit, "?, 4O")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    wizard.settle()
    assert wizard.dialog.place == FORMAT, "Return belongs to the field while something is typed"
    assert wizard.flow.draft.choices.data.null_values == ("?", "4O", "")
    assert wizard.flow.draft.judgement(0).misfits == 1


def test_that_the_preview_follows_the_syntax_and_keeps_what_was_chosen_for_the_columns(wizard: Wizard, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    wizard.flow.draft.set_role([place(wizard, "zip")], Role.IDENTIFYING)
    page = page_of(wizard)
    choose(page, "delimiter", "Comma ,")
    wizard.settle()
    assert page.model.columnCount() == 1
    choose(page, "delimiter", "Semicolon ;")
    wizard.settle()
    assert page.model.columnCount() == 4
    wizard.dialog.go_on()
    wizard.dialog.go_back()
    assert page.model.columnCount() == 4


def test_that_a_type_that_is_offered_was_judged_when_the_table_was_read(wizard: Wizard, tmp_path, monkeypatch):
    wizard.open(problem_table(tmp_path / "people.csv"))
    asked, judge = [], judging.judge
    monkeypatch.setattr(judging, "judge", lambda *arguments: asked.append(arguments) or judge(*arguments))
    page = page_of(wizard)
    for choice in (1, 2, 0):
        page.header.choice_made.emit(0, choice)
        wizard.settle()
        assert page.header.section(0).caption != "checking..."
    assert asked == []


def test_that_another_reading_is_judged_by_the_values_and_not_by_every_record(wizard: Wizard, tmp_path, monkeypatch):
    judge, lines = judging.judge, {}

    def counted(table: ReadTable, *arguments: object) -> object:
        found = []
        lines[table.records] = lines_of(lambda: found.append(judge(table, *arguments)))
        return found[0]

    monkeypatch.setattr(judging, "judge", counted)
    for records in (3_000, 30_000):
        wizard.open(problem_table(tmp_path / f"{records}.csv", records))
        wizard.flow.read_column(place(wizard, "birth"), Reading(ValueType(DataType.DATE, "%Y/%m/%d")))
        assert wizard.flow.busy
        wizard.settle()
        assert wizard.flow.draft.judgement(place(wizard, "birth")).misfits == records
    assert lines[30_000] < 1.2 * lines[3_000]


def test_that_a_date_format_of_ones_own_is_written_as_letters(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "odd.csv"
    path.write_text("day,n\n" + "".join(f"1957/{month:02d}--{day:02d},1\n" for month in (1, 2, 3) for day in (1, 9)))
    wizard.open(path)
    page = page_of(wizard)
    page.header.choice_made.emit(0, len(page.header.section(0).choices) - 1)
    assert page.own_format.isVisible()
    page.own_format.field.setText("yyyy/MM--dd")
    QTest.keyClick(page.own_format.field, Qt.Key.Key_Return)
    wizard.settle()
    assert wizard.dialog.place == FORMAT
    assert page.header.section(0).caption == "all cells fit"
    project = wizard.finish()
    assert project.dataset["day"].type.format == "%Y/%m--%d"


def test_that_columns_are_left_out_renamed_and_given_roles(wizard: Wizard, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    wizard.dialog.go_on()
    page = wizard.dialog.roles_page
    model = page.model
    model.setData(model.index(1, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    model.setData(model.index(3, 1), "postal code")
    page.view.setCurrentIndex(page.view.model().index(2, 1))
    QTest.mouseClick(page.role.segment("insensitive"), LEFT)
    assert model.index(2, 4).data() == "Your choice"
    QTest.mouseClick(page.as_proposed, LEFT)
    assert model.index(2, 4).data() != "Your choice"
    QTest.mouseClick(page.role.segment("insensitive"), LEFT)
    project = wizard.finish()
    assert project.dataset.names == ("age", "birth", "postal code")
    assert project.job.data.columns == ("age", "birth", "zip")
    assert project.job.data.rename == {"zip": "postal code"}
    assert project.job.settings_of("birth").role is Role.INSENSITIVE
    assert load_dataset(project.job).names == project.dataset.names


def test_that_two_columns_of_one_name_are_told_and_cannot_be_opened(wizard: Wizard, tmp_path: Path):
    wizard.open(clean_table(tmp_path / "clean.csv"))
    wizard.dialog.go_on()
    wizard.flow.draft.rename(1, "age")
    assert "Two columns are named age" in wizard.dialog.roles_page.message.accessibleName()
    assert not wizard.dialog.next_button.isEnabled()
    wizard.flow.draft.keep(1, False)
    assert wizard.dialog.next_button.isEnabled()
    wizard.flow.draft.keep(0, False)
    assert "Keep at least one" in wizard.dialog.roles_page.message.accessibleName()


def test_that_five_hundred_columns_are_searched_and_left_out_at_once(wizard: Wizard, qtbot, tmp_path: Path):
    path = tmp_path / "wide.csv"
    header = ",".join(f"{'lab' if n % 2 else 'item'}_{n:03d}" for n in range(500))
    row = ",".join(str(n % 7) for n in range(500))
    path.write_text("\n".join([header, *([row] * 2000)]) + "\n")
    wizard.open(path)
    assert len(page_of(wizard).header.findChildren(QCheckBox)) < 30, "only columns in view have editors"
    bar = page_of(wizard).table.horizontalScrollBar()
    bar.setValue(bar.maximum())
    assert page_of(wizard).header.editors_of(499) is not None
    wizard.dialog.go_on()
    page = wizard.dialog.roles_page
    page.list.search.setText("lab_")
    qtbot.waitUntil(lambda: len(page.list.found_rows) == 250, timeout=LONG)
    QTest.mouseClick(page.keep_none, LEFT)
    assert sum(column.keep for column in wizard.flow.draft.choices.columns) == 250
    QTest.mouseClick(page.invert, LEFT)
    assert sum(column.keep for column in wizard.flow.draft.choices.columns) == 500
    QTest.mouseClick(page.keep_none, LEFT)
    wizard.flow.draft.set_hierarchies(False)
    assert len(wizard.finish().dataset.names) == 250


def test_that_hierarchies_are_only_proposed_where_they_are_wanted(wizard: Wizard, tmp_path: Path):
    wizard.open(clean_table(tmp_path / "clean.csv"))
    wizard.dialog.show_page(FINISH)
    wizard.dialog.finish_page.hierarchies.click()
    assert wizard.finish().hierarchies == {}


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("ragged.csv", b"a;b;c\n1;2;3\n1;2\n", "line 3"),
        ("empty.csv", b"", "the file is empty"),
        ("binary.csv", bytes(range(256)) * 20, "binary file"),
        ("twice.csv", b"a,a\n1,2\n", "two columns are named"),
        ("broken.parquet", b"PAR1 and nothing else", "broken.parquet"),
        ("broken.xlsx", b"PK\x03\x04 no archive", "broken.xlsx"),
        ("broken.xls", b"\xd0\xcf\x11\xe0 no workbook", "broken.xls"),
        ("broken.ods", b"no archive at all", "broken.ods"),
        ("broken.dta", b"<stata_dta> but not quite", "broken.dta"),
        ("broken.sav", b"$FL2 but not quite", "broken.sav"),
        ("broken.xpt", b"HEADER RECORD but not quite", "broken.xpt"),
        ("broken.sas7bdat", b"\x00" * 40, "broken.sas7bdat"),
        ("broken.sqlite", b"SQLite format 3 but not quite", "broken.sqlite"),
        ("archive.zip", b"PK\x03\x04", "cannot be read as tables"),
    ],
)
def test_that_a_broken_file_is_told_in_the_page_and_another_one_can_be_chosen(
    wizard: Wizard, tmp_path: Path, name: str, content: bytes, expected: str
):
    (tmp_path / name).write_bytes(content)
    wizard.open(tmp_path / name)
    assert len(cards(wizard)) == 1
    assert expected.lower() in cards(wizard)[0].lower()
    assert "traceback" not in cards(wizard)[0].lower()
    assert QApplication.activeModalWidget() in (None, wizard.dialog)
    assert not wizard.dialog.next_button.isEnabled()
    wizard.answer = clean_table(tmp_path / "clean.csv")
    card = next(each for each in wizard.dialog.findChildren(ErrorCard) if each.isVisible())
    card.remedy_chosen.emit("file")
    wizard.settle()
    assert cards(wizard) == []
    assert wizard.dialog.place == FORMAT
    assert wizard.finish().dataset.records == 300


def test_that_records_between_stray_quotes_are_shown_and_somebody_says_what_they_are(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "stray.csv"
    rows = [f"{number},{'x' if number % 2 else 'y'},ok\n" for number in range(300)]
    rows[20] = rows[20].replace(",ok", ',"ok')
    rows[60] = rows[60].replace(",ok", ',"ok')
    path.write_text("".join(["number,kind,note\n", *rows]))
    wizard.open(path)
    assert "goes on to line 62" in cards(wizard)[0]
    card = next(each for each in wizard.dialog.findChildren(ErrorCard) if each.isVisible())
    card.remedy_chosen.emit("Read quotation marks as letters")
    wizard.settle()
    assert cards(wizard) == []
    assert wizard.finish().dataset.records == 300


def test_that_title_lines_are_skipped_with_a_click(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "titled.csv"
    path.write_text("Discharges of 2024\n\nname;age;city\n" + "Ann;34;Ulm\nBo;1,5;Bonn\n" * 5)
    wizard.open(path)
    assert "look like a title" in cards(wizard)[0]
    card = next(each for each in wizard.dialog.findChildren(ErrorCard) if each.isVisible())
    card.remedy_chosen.emit("Skip the first 2 lines")
    wizard.settle()
    assert cards(wizard) == []
    project = wizard.finish()
    assert project.dataset.names == ("name", "age", "city")
    assert (project.dataset.records, project.job.data.skip_lines) == (10, 2)


@pytest.mark.parametrize(("answer", "records"), [("names", 2), ("record", 3)])
def test_that_a_first_row_that_looks_like_a_record_is_asked_about(
    wizard: Wizard, tmp_path: Path, answer: str, records: int
):
    path = tmp_path / "plain.csv"
    path.write_text("Anna Secret;female;Bremen\nBea Hidden;female;Ulm\nCarl Third;male;Bremen\n")
    wizard.open(path)
    page = page_of(wizard)
    assert page.question.isVisible()
    assert page.syntax.certainty("header") == "uncertain"
    assert not wizard.dialog.next_button.isEnabled()
    wizard.dialog.open_now()
    assert wizard.dialog.place == FORMAT
    page.question.link_activated.emit(answer)
    wizard.settle()
    assert not page.question.isVisible()
    assert page.syntax.certainty("header") == "certain"
    assert wizard.finish().dataset.records == records


def test_that_a_file_that_is_ragged_below_the_preview_is_told_when_it_is_read(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "late.csv"
    path.write_text("a,b\n" + "1,2\n" * 60_000 + "1,2,3\n")
    wizard.open(path)
    assert "line 60002" in cards(wizard)[0]
    assert wizard.dialog.place == FORMAT
    choose(page_of(wizard), "delimiter", "Semicolon ;")
    wizard.settle()
    assert cards(wizard) == []
    assert wizard.dialog.next_button.isEnabled()


def test_that_closing_while_the_table_is_read_leaves_no_thread(wizard: Wizard, qtbot, tmp_path: Path):
    path = tmp_path / "large.csv"
    path.write_text("a,b,c\n" + "17,x,2001-01-01\n" * 400_000)
    wizard.dialog.open_file(path)
    qtbot.waitUntil(lambda: wizard.flow.draft.table is not None, timeout=LONG)
    assert wizard.flow.busy
    QTest.mouseClick(wizard.dialog.cancel_button, LEFT)
    assert not wizard.dialog.isVisible()
    wait_for_retired()
    assert not wizard.flow._jobs._lanes
    assert wizard.made == []


def test_that_opening_at_once_waits_for_the_whole_table(wizard: Wizard, qtbot, tmp_path: Path):
    path = tmp_path / "large.csv"
    path.write_text("a,b,c\n" + "17,x,2001-01-01\n" * 200_000)
    wizard.dialog.open_file(path)
    qtbot.waitUntil(lambda: wizard.flow.draft.table is not None, timeout=LONG)
    assert wizard.finish().dataset.records == 200_000


def test_that_going_back_from_the_last_page_opens_nothing(wizard: Wizard, qtbot, tmp_path: Path):
    path = tmp_path / "large.csv"
    path.write_text("a,b,c\n" + "17,x,2001-01-01\n" * 200_000)
    wizard.dialog.open_file(path)
    qtbot.waitUntil(lambda: wizard.flow.draft.table is not None, timeout=LONG)
    wizard.dialog.at_once.click()
    assert wizard.dialog.place == FINISH
    assert wizard.dialog.next_button.text() == "Opening..."
    wizard.dialog.go_back()
    wizard.settle()
    assert wizard.made == []
    assert wizard.dialog.isVisible()
    assert wizard.finish().dataset.records == 200_000


def test_that_help_says_what_the_wizard_does(wizard: Wizard):
    wizard.dialog.help_button.click()
    assert "Columns and roles" in shown_help().page.toPlainText()


def test_that_labels_of_codes_can_be_shown_or_not(wizard: Wizard, tmp_path: Path):
    path = tmp_path / "coded.sav"
    frame = pd.DataFrame({"sex": [1.0, 2.0, 1.0]})
    pyreadstat.write_sav(frame, str(path), variable_value_labels={"sex": {1: "female", 2: "male"}})
    wizard.open(path)
    page = page_of(wizard)
    assert page.model.index(0, 0).data() == "female"
    choose(page, "labels", "Codes")
    wizard.settle()
    assert page.model.index(0, 0).data() == "1"
    assert list(wizard.finish().dataset["sex"].texts()) == ["1", "2", "1"]


def test_that_back_keeps_what_was_set_and_another_file_starts_anew(wizard: Wizard, tmp_path: Path):
    wizard.open(problem_table(tmp_path / "people.csv"))
    wizard.flow.draft.rename(0, "years")
    wizard.flow.read_column(0, wizard.flow.draft.table.columns[1].candidates[0].reading)
    wizard.dialog.show_page(FILE)
    wizard.dialog.go_on()
    assert page_of(wizard).header.section(0).name == "years"
    assert wizard.flow.draft.judgement(0).reading.type.kind is DataType.STRING
    wizard.open(clean_table(tmp_path / "clean.csv"))
    assert [column.name for column in wizard.flow.draft.choices.columns] == ["age", "sex"]


def test_that_what_was_chosen_can_be_taken_up_for_the_same_file(wizard: Wizard, tmp_path: Path):
    path = problem_table(tmp_path / "people.csv")
    wizard.open(path)
    wizard.flow.draft.rename(0, "years")
    choices = wizard.dialog.choices
    wizard.dialog.open_file(path, choices)
    wizard.settle()
    assert page_of(wizard).header.section(0).name == "years"
    other = clean_table(tmp_path / "clean.csv")
    wizard.dialog.open_file(other, choices)
    wizard.settle()
    assert page_of(wizard).header.section(0).name == "age"


def test_that_columns_without_a_clue_and_free_text_are_not_passed_on_silently(wizard: Wizard, tmp_path: Path):
    rows = ["Alter;v1;Bemerkung"]
    rows += [f"{20 + n % 50};{n % 4};Tel. 0351 {100_000 + n} bitte anrufen" for n in range(200)]
    (tmp_path / "a.csv").write_text("\n".join(rows) + "\n")
    wizard.open(tmp_path / "a.csv")
    page, flow = wizard.dialog.roles_page, wizard.flow
    QTest.mouseClick(wizard.dialog.next_button, LEFT)
    assert [flow.draft.is_decided(place) for place in range(3)] == [True, False, True]
    assert flow.draft.role_of(2) is Role.IDENTIFYING
    assert page.model.index(1, 2).data() == "Not decided"
    assert "1 column has no role yet: v1." in page.message.accessibleName()
    page.message.link_activated.emit("select")
    assert page.list.selected() == [1]
    assert "1 not decided (v1)" in wizard.dialog.finish_page._roles()
    project = wizard.finish()
    assert project.job.undecided(project.dataset.names) == ("v1",)


def test_that_undecided_columns_of_every_page_are_reached_by_the_link(wizard: Wizard, tmp_path: Path):
    names = ["Alter", *(f"v{n}" for n in range(120))]
    rows = [
        ";".join(names),
        *(";".join([str(20 + n), *(str((n + place) % 4) for place in range(120))]) for n in range(60)),
    ]
    (tmp_path / "a.csv").write_text("\n".join(rows) + "\n")
    wizard.open(tmp_path / "a.csv")
    page, flow = wizard.dialog.roles_page, wizard.flow
    QTest.mouseClick(wizard.dialog.next_button, LEFT)
    undecided = len(flow.draft.undecided())
    assert undecided > page.list.per_page
    assert "Select those on this page" in page.message.text.text().replace("&nbsp;", " ")
    for _page in range(2):
        page.message.link_activated.emit("select")
        flow.draft.set_role(page.list.selected(), Role.INSENSITIVE)
    assert flow.draft.undecided() == ()
    assert not page.message.isVisible()


def test_that_a_double_click_on_a_role_offers_roles(wizard: Wizard, tmp_path: Path):
    (tmp_path / "a.csv").write_text("age,kids\n" + "\n".join(f"{20 + n % 50},{n % 4}" for n in range(200)))
    wizard.open(tmp_path / "a.csv")
    QTest.mouseClick(wizard.dialog.next_button, LEFT)
    page = wizard.dialog.roles_page
    place = page.view.visualRect(page.list.page_model.index(1, 2)).center()
    QTest.mouseClick(page.view.viewport(), LEFT, pos=place)
    QTest.mouseDClick(page.view.viewport(), LEFT, pos=place)
    entries = {action.text().partition("\t")[0]: action for action in page.menu.actions()}
    assert page.menu.isVisible()
    entries["Insensitive"].trigger()
    assert wizard.flow.draft.is_decided(1)
    page._open_menu_at(place)
    assert "As proposed" in {action.text().partition("\t")[0] for action in page.menu.actions()}
    page.menu.hide()


def test_that_title_lines_are_skipped_by_a_number(wizard: Wizard, tmp_path: Path):
    (tmp_path / "a.csv").write_text("Report of the ward 2023\n\nage,sex\n" + "30,m\n41,f\n" * 20)
    wizard.open(tmp_path / "a.csv")
    page = wizard.dialog.format_page
    assert page.skipped.isVisible()
    page.skipped.setFocus()
    page.skipped.lineEdit().setText("2")
    QTest.keyClick(page.skipped, Qt.Key.Key_Return)
    wizard.settle()
    assert wizard.dialog.place == FORMAT
    assert wizard.flow.draft.choices.data.skip_lines == 2
    assert [column.name for column in wizard.flow.draft.table.columns] == ["age", "sex"]
