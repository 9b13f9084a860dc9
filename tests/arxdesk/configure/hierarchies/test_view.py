"""The hierarchy in focus, edited with mouse and keyboard: every edit is one named step, and undo takes it back."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QLineEdit

from arxdesk.configure.hierarchies import steps as hierarchy_steps
from arxdesk.configure.hierarchies import work as hierarchies
from arxdesk.configure.hierarchies.editor import GroupSelection
from arxdesk.configure.hierarchies.steps import LARGE
from arxdesk.configure.hierarchies.view import DISTRIBUTION, TABLE, TREE, HierarchyView
from arxdesk.core.commands import ChangeHierarchy, change_roles
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.editing import edits as editing
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.hierarchies.validation import check
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from tests.engine.hierarchies.columns import column

LEFT = Qt.MouseButton.LeftButton
LONG = 30_000
ROWS = (
    ("17", "15-19", "10-19", "*"),
    ("18", "15-19", "10-19", "*"),
    ("21", "20-24", "20-29", "*"),
    ("26", "25-29", "20-29", "*"),
    ("99", "95-99", "90-99", "*"),
)
CELLS = ["17", "17", "18", "21", "26"]
KEYS = Qt.KeyboardModifier


def document_with(cells=CELLS, rows=ROWS, source="/age.csv", role=Role.QUASI_IDENTIFYING) -> Document:
    age, sex = column(cells, name="age"), column(["m", "f"] * len(cells), name="sex")
    sex = type(sex)(sex.name, sex.codes[: len(cells)], sex.values, sex.type)
    job = Job(data=DataSource(path="people.csv"), attributes={"age": AttributeSettings(role=role, hierarchy=source)})
    hierarchies = {"age": Hierarchy(tuple(rows), str(source))} if rows else {}
    return Document(job, Dataset((age, sex), "people.csv"), hierarchies, None)


@pytest.fixture
def document(qapp) -> Document:
    return document_with()


@pytest.fixture
def show(qtbot, jobs: Jobs):
    def made(document: Document) -> HierarchyView:
        view = HierarchyView(document, jobs)
        qtbot.addWidget(view)
        view.resize(556, 420)
        view.show()
        view.activateWindow()
        return view

    return made


@pytest.fixture
def view(show, document: Document) -> HierarchyView:
    return show(document)


def rows_of(document: Document) -> dict[str, tuple[str, ...]]:
    hierarchy = check(document.hierarchies["age"])
    return {row[0]: row[1:] for row in hierarchy.rows}


def select(view: HierarchyView, *cells: tuple[int, int]) -> None:
    grid = view.grid
    model = grid.selectionModel()
    model.clearSelection()
    for row, level in cells:
        flags = QItemSelectionModel.SelectionFlag.Select
        model.select(grid.groups_model.index(row, level), flags)
    model.setCurrentIndex(grid.groups_model.index(*cells[0]), QItemSelectionModel.SelectionFlag.NoUpdate)
    grid.setFocus()


def select_nodes(view: HierarchyView, *groups: tuple[int, str]) -> None:
    view.tabs.setCurrentIndex(TREE)
    tree = view.branches
    model = tree.selectionModel()
    model.clearSelection()
    for named in groups:
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        model.select(tree.groups_model.index_of(*named), flags)
    model.setCurrentIndex(tree.groups_model.index_of(*groups[0]), QItemSelectionModel.SelectionFlag.NoUpdate)
    tree.setFocus()


def type_into_editor(view, text: str, key=Qt.Key.Key_Return) -> None:
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, key)
    for _turn in range(50):  # a cell is written once its editor is done
        QTest.qWait(10)
        if view.findChild(QLineEdit) is None:
            break
    QTest.qWait(10)


def drop_on(view: HierarchyView, target: tuple[int, str], between: bool = False) -> None:
    """Drop the selected nodes as Qt does: enter, move, drop at a point of the view."""
    tree = view.branches
    data = tree.groups_model.mimeData(tree.selectionModel().selectedRows(0))
    rect = tree.visualRect(tree.groups_model.index_of(*target))
    at = QPoint(rect.center().x(), rect.bottom() if between else rect.center().y())
    _deliver(tree, data, at)


def _deliver(tree, data: QMimeData, at: QPoint) -> None:
    move, buttons, keys = Qt.DropAction.MoveAction, LEFT, KEYS.NoModifier
    tree.dragEnterEvent(QDragEnterEvent(at, move, data, buttons, keys))
    tree.dragMoveEvent(QDragMoveEvent(at, move, data, buttons, keys))
    tree.dropEvent(QDropEvent(QPointF(at), move, data, buttons, keys))


def test_that_f2_renames_a_group_wherever_it_stands(view: HierarchyView, document: Document):
    select(view, (1, 1))
    QTest.keyClick(view.grid, Qt.Key.Key_F2)
    type_into_editor(view.grid, "teens")
    assert {rows_of(document)[value][0] for value in ("17", "18")} == {"teens"}
    assert document.undo_stack.undoText() == "Rename 15-19 to teens in age"
    source = document.settings_of("age").hierarchy
    assert isinstance(source, TableBuilder)
    assert source.rows is document.hierarchies["age"].rows
    document.undo_stack.undo()
    assert document.hierarchies["age"].rows == ROWS
    assert document.settings_of("age").hierarchy == "/age.csv"


def test_that_a_double_click_edits_and_escape_leaves_everything(view: HierarchyView, document: Document):
    rect = view.grid.visualRect(view.grid.groups_model.index(2, 1))
    QTest.mouseClick(view.grid.viewport(), LEFT, pos=rect.center())
    QTest.mouseDClick(view.grid.viewport(), LEFT, pos=rect.center())
    type_into_editor(view.grid, "other", Qt.Key.Key_Escape)
    assert document.undo_stack.count() == 0
    assert document.hierarchies["age"].rows == ROWS


def test_that_a_taken_label_is_refused_and_merging_offered(view: HierarchyView, document: Document):
    view.editor.rename(1, "15-19", "20-24")
    assert document.undo_stack.count() == 0
    assert view.notice.isVisible()
    assert "Level 1 already has a group 20-24." in view.notice.accessibleName()
    view.notice.link_activated.emit("do")
    assert rows_of(document)["17"] == ("20-24", "20-29", "*")
    assert not view.notice.isVisible()


def test_that_selected_groups_become_one_that_is_named_by_all_of_them(view: HierarchyView, document: Document):
    select(view, (2, 1), (0, 1))
    assert view.actions_by_name["merge"].isEnabled()
    QTest.keyClick(view.grid, Qt.Key.Key_M, KEYS.ControlModifier)
    rows = rows_of(document)
    assert {rows[value][0] for value in ("17", "18", "21")} == {"15-19, 20-24"}
    assert document.undo_stack.undoText() == "Merge 15-19 and 20-24 in age"


def test_that_values_become_a_group_of_their_own(view: HierarchyView, document: Document):
    select(view, (0, 0), (2, 0))
    QTest.keyClick(view.grid, Qt.Key.Key_G, KEYS.ControlModifier)
    rows = rows_of(document)
    assert rows["17"] == rows["21"] == ("17, 21", "17, 21", "*")  # 21 is not in 10-19
    assert rows["18"] == ("15-19", "10-19", "*")
    assert view.picked().labels == ("17, 21",)  # what was made is selected, to be renamed


def test_that_a_group_of_the_last_level_needs_a_level_first(view: HierarchyView, document: Document):
    view.editor.group(view.picked() or _picked(3, "*"))
    assert "There is no coarser level." in view.notice.accessibleName()
    view.notice.link_activated.emit("do")
    assert document.hierarchies["age"].levels == 5


def _picked(level, *labels):
    return GroupSelection(level, labels)


def test_that_a_group_is_chosen_by_typing_a_part_of_it(view: HierarchyView, document: Document, qtbot):
    select(view, (0, 0))
    QTest.keyClick(view.grid, Qt.Key.Key_M, KEYS.ControlModifier | KEYS.ShiftModifier)
    dialog = view.moves.dialog
    assert dialog is not None
    assert dialog.level.itemText(0).startswith("Level 1 (4")
    dialog.level.setCurrentIndex(1)
    QTest.keyClicks(dialog.search, "20-")
    assert dialog.chosen == (2, "20-29")
    QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    dialog.accept()
    assert rows_of(document)["17"] == ("17", "20-29", "*")
    qtbot.waitUntil(lambda: view.moves.dialog is None)


def test_that_levels_are_inserted_and_removed_and_limits_follow(view: HierarchyView, document: Document):
    limited = document.settings_of("age").model_copy(update={"minimum_level": 1, "maximum_level": 2})
    document.set_attribute("age", limited)
    select(view, (0, 1))
    view.actions_by_name["insert_left"].trigger()
    settings = document.settings_of("age")
    assert document.hierarchies["age"].levels == 5
    assert (settings.minimum_level, settings.maximum_level) == (2, 3)
    assert rows_of(document)["17"] == ("17", "15-19", "10-19", "*")
    select(view, (0, 1))
    view.actions_by_name["remove_level"].trigger()
    settings = document.settings_of("age")
    assert (settings.minimum_level, settings.maximum_level) == (1, 2)
    assert document.hierarchies["age"].rows == ROWS
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.settings_of("age") == limited


def test_that_rows_are_inserted_moved_and_deleted(view: HierarchyView, document: Document):
    select(view, (0, 0))
    QTest.keyClick(view.grid, Qt.Key.Key_Insert)
    type_into_editor(view.grid, "16")
    assert [row[0] for row in document.hierarchies["age"].rows][:3] == ["17", "16", "18"]
    assert rows_of(document)["16"][-1] == "*"
    select(view, (1, 0))
    QTest.keyClick(view.grid, Qt.Key.Key_Up, KEYS.AltModifier)
    assert [row[0] for row in document.hierarchies["age"].rows][:3] == ["16", "17", "18"]
    select(view, (0, 0), (1, 0))
    QTest.keyClick(view.grid, Qt.Key.Key_Delete)
    assert set(rows_of(document)) == {"18", "21", "26", "99"}
    assert "1 value has no entry: 17." in view.message.accessibleName()
    assert "Add it as it is" in view.message.text.text().replace("&nbsp;", " ")


def test_that_dropping_values_on_a_group_puts_them_there(view: HierarchyView, document: Document, qtbot):
    view.tabs.setCurrentIndex(TREE)
    view.branches.open_to(0)
    select_nodes(view, (0, "17"), (0, "18"))
    drop_on(view, (2, "20-29"))
    qtbot.waitUntil(lambda: document.undo_stack.count() == 1)
    assert rows_of(document)["17"] == ("15-19", "20-29", "*")  # both moved, so their group moved as a whole
    assert document.undo_stack.undoText() == "Move 17 and 18 to 20-29 in age"


def test_that_dropping_between_groups_makes_a_new_one(view: HierarchyView, document: Document, qtbot):
    view.tabs.setCurrentIndex(TREE)
    view.branches.open_to(0)
    tree = view.branches
    data = tree.groups_model.mimeData([tree.groups_model.index_of(0, "17")])
    parent = tree.groups_model.index_of(2, "20-29")
    assert tree.groups_model.dropMimeData(data, Qt.DropAction.MoveAction, 1, 0, parent) is False
    qtbot.waitUntil(lambda: document.undo_stack.count() == 1)
    assert rows_of(document)["17"] == ("17", "20-29", "*")


def test_that_the_mouse_begins_a_drag_and_its_drop_moves_a_group(view: HierarchyView, document: Document, qtbot):
    """From the press to the drag with the mouse; the drop is delivered, since a real drag waits for the system."""
    view.tabs.setCurrentIndex(TREE)
    tree = view.branches
    tree.open_to(1)
    QTest.qWait(10)
    at = tree.visualRect(tree.groups_model.index_of(1, "15-19")).center()
    assert tree.groups_model.group_at(tree.indexAt(at)) == (1, "15-19")
    QTest.mousePress(tree.viewport(), LEFT, pos=at)
    QTest.mouseMove(tree.viewport(), at + QPoint(0, 2))
    assert tree.state() == QAbstractItemView.State.DraggingState
    assert tree.picked() == _picked(1, "15-19")
    QTest.mouseRelease(tree.viewport(), LEFT, pos=at)
    drop_on(view, (1, "20-24"))
    qtbot.waitUntil(lambda: document.undo_stack.count() == 1)
    assert rows_of(document)["17"] == ("20-24", "20-29", "*")


def test_that_cut_and_paste_do_what_dragging_does(view: HierarchyView, document: Document):
    select_nodes(view, (1, "15-19"))
    QTest.keyClick(view.branches, Qt.Key.Key_X, KEYS.ControlModifier)
    assert document.undo_stack.count() == 0
    select_nodes(view, (2, "20-29"))
    QTest.keyClick(view.branches, Qt.Key.Key_V, KEYS.ControlModifier)
    assert rows_of(document)["17"] == ("15-19", "20-29", "*")
    assert not view.actions_by_name["paste"].isEnabled()


def test_that_the_tree_renames_and_keeps_open_what_was_open(view: HierarchyView, document: Document):
    select_nodes(view, (1, "15-19"))
    tree = view.branches
    tree.setExpanded(tree.groups_model.index_of(2, "10-19"), True)
    tree.setExpanded(tree.groups_model.index_of(1, "15-19"), True)
    QTest.keyClick(tree, Qt.Key.Key_F2)
    type_into_editor(tree, "teens")
    assert rows_of(document)["17"] == ("teens", "10-19", "*")
    assert tree.isExpanded(tree.groups_model.index_of(2, "10-19"))
    assert tree.groups_model.group_at(tree.currentIndex()) == (1, "teens")


def test_that_the_tree_opens_to_a_level(view: HierarchyView):
    view.tabs.setCurrentIndex(TREE)
    tree = view.branches
    for level in (0, 2, 1):
        place = view.tools.level.findData(level)
        view.tools.level.activated.emit(place)
        seen = set()
        index = tree.model().index(0, 0)
        while index.isValid():
            seen.add(tree.groups_model.group_at(index)[0])
            index = tree.indexBelow(index)
        assert min(seen) == level


def test_that_missing_values_are_mended_in_three_ways(show, qtbot):
    document = document_with([*CELLS, "19", "", "40"])
    view = show(document)
    assert view.message.kind == "error"
    assert "3 values have no entry: 19 and 40. Missing cells have none either." in view.message.accessibleName()
    view.message.link_activated.emit("own")
    rows = rows_of(document)
    assert (rows["19"], rows[""], rows["40"]) == (("19", "19", "*"), ("", "", "*"), ("40", "40", "*"))
    assert [row[0] for row in document.hierarchies["age"].rows][2] == "19"  # the order of the values goes on
    assert view.message.kind == "ok"
    document.undo_stack.undo()
    view.message.link_activated.emit("suppressed")
    assert rows_of(document)["19"] == ("*", "*", "*")
    document.undo_stack.undo()
    view.message.link_activated.emit("into")
    view.moves.dialog.level.setCurrentIndex(1)
    view.moves.dialog.accept()
    assert rows_of(document)["40"] == ("40", "10-19", "*")


def test_that_what_is_of_no_use_is_removed_by_a_click(show):
    rows = tuple((*row[:2], f"[{row[1]}]", *row[2:]) for row in ROWS)
    document = document_with(rows=rows)
    view = show(document)
    assert "Level 2 has the groups of level 1." in view.message.accessibleName()
    assert "1 entry never occurs in the data; it does no harm." in view.message.accessibleName()
    view.message.link_activated.emit("level:2")
    assert document.hierarchies["age"].rows == ROWS
    view.message.link_activated.emit("unused")
    assert set(rows_of(document)) == {"17", "18", "21", "26"}
    document = document_with(rows=tuple(row[:3] for row in ROWS))
    view = show(document)
    assert "No level hides everything. The last level still has 3 groups" in view.message.accessibleName()
    view.message.link_activated.emit("root")
    assert document.hierarchies["age"].rows == ROWS


def test_that_an_edit_of_a_built_hierarchy_says_that_it_leaves_its_rule(show, qtbot):
    builder = builder_from({"builder": "interval", "intervals": [[0, 5]], "levels": [[2]], "upper_range": "repeat"})
    built = builder.build(column(CELLS, name="age"))
    document = document_with(rows=built.rows, source=builder)
    view = show(document)
    assert view.top.rule.text() == "Edit as intervals..."
    with qtbot.waitSignal(document.wishes.hierarchy_wizard) as asked:
        QTest.mouseClick(view.top.rule, LEFT)
    assert asked.args == ["age"]
    view.editor.rename(1, "[15, 20[", "teens")
    assert view.notice.isVisible()
    assert "No longer follows its rule" in view.notice.accessibleName()
    assert view.top.rule.text() == "New hierarchy..."
    view.notice.link_activated.emit("do")
    assert document.settings_of("age").hierarchy == builder
    assert not view.notice.isVisible()
    assert view.top.rule.text() == "Edit as intervals..."


def test_that_the_distribution_counts_people_of_any_level(view: HierarchyView, document: Document):
    view.tabs.setCurrentIndex(DISTRIBUTION)
    chart = view.distribution.chart
    assert [(each.label, each.after) for each in chart.categories] == [("17", 2), ("18", 1), ("21", 1), ("26", 1)]
    view.distribution.level.setCurrentIndex(2)
    assert [(each.label, each.after) for each in chart.categories] == [("10-19", 3), ("20-29", 2)]
    assert view.distribution.sentence.text() == "The smallest group has 2 people, the largest 3 people."
    document.set_focus("sex")  # without a hierarchy
    assert [each.label for each in chart.categories] == ["f", "m"]
    assert not view.tools.isVisible()


def test_that_many_numbers_keep_their_tails_in_the_distribution(show):
    cells = [str(number) for number in range(1, 351)]
    view = show(document_with(cells, rows=()))
    view.tabs.setCurrentIndex(DISTRIBUTION)
    bars = view.distribution.chart.categories
    assert len(bars) <= 100
    assert (bars[0].label, bars[-1].label) == ("1–4", "349–350")
    assert sum(each.after for each in bars) == 350


def test_that_rows_begin_with_the_first_value_of_the_data_and_others_are_faint(show):
    rows = [(str(age), f"{age // 20 * 20}+", "*") for age in range(1, 60)]
    view = show(document_with(["30", "31", "42", "44", "55"], rows=rows))
    assert view.grid.rowAt(0) == 29
    model = view.grid.groups_model
    assert [model.index(row, 0).data(TONE_ROLE) for row in (0, 29, 31)] == ["muted", None, "muted"]
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "1, which never occurs in the data"


def test_that_what_can_be_done_with_cells_comes_below_them_and_moves_no_row(view: HierarchyView):
    place = view.grid.visualRect(view.grid.groups_model.index(0, 0))
    assert not view.tools.isVisible()
    assert view.message.isVisible()
    select(view, (1, 0))
    assert view.tools.isVisible()
    assert not view.message.isVisible()
    assert view.tools.y() > view.grid.mapTo(view, QPoint(0, 0)).y()
    assert view.grid.visualRect(view.grid.groups_model.index(0, 0)) == place


def test_that_in_a_low_pane_rows_take_the_place_of_the_word_that_all_is_well(view: HierarchyView, document: Document):
    view.resize(500, 150)
    assert not view.message.isVisible()
    view.resize(500, 420)
    assert view.message.isVisible()


def test_that_a_hierarchy_that_is_not_used_says_so(view: HierarchyView, document: Document):
    document.push(change_roles(document, ["age"], Role.INSENSITIVE))
    assert view.message.kind == "info"
    assert "Not used." in view.message.accessibleName()
    assert not view.grid.isEnabled()
    document.undo_stack.undo()
    assert view.message.kind == "ok"
    assert view.grid.isEnabled()


def test_that_the_header_tells_the_smallest_and_the_largest_group(view: HierarchyView):
    tip = view.grid.groups_model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip == "4 groups\nsmallest 1 person, largest 3 people\n1 of them never occur"


def test_that_a_locked_document_can_be_looked_at_and_not_edited(view: HierarchyView, document: Document):
    select(view, (0, 1))
    document.set_locked(True)
    assert not view.actions_by_name["rename"].isEnabled()
    QTest.keyClick(view.grid, Qt.Key.Key_F2)
    assert view.grid.findChild(QLineEdit) is None
    view.editor.rename(1, "15-19", "teens")
    assert document.undo_stack.count() == 0
    assert "<a " not in view.message.text.text()
    assert view.more["export"].isEnabled()
    document.set_locked(False)
    assert view.actions_by_name["rename"].isEnabled()


def test_that_the_ways_to_a_hierarchy_are_asked_for(show, qtbot):
    document = document_with(rows=None, source=None)
    view = show(document)
    wishes = document.wishes
    for button, signal, asks_for in (
        (view.empty.propose, wishes.hierarchy_proposals, ("age",)),
        (view.empty.new, wishes.hierarchy_wizard, "age"),
        (view.empty.open, wishes.hierarchy_file, "age"),
    ):
        with qtbot.waitSignal(signal) as asked:
            QTest.mouseClick(button, LEFT)
        assert asked.args == [asks_for]
    document.push(ChangeHierarchy(document, "age", Hierarchy(ROWS), "/age.csv"))
    for key, signal in (("again", wishes.hierarchy_file_again), ("export", wishes.hierarchy_export)):
        with qtbot.waitSignal(signal) as asked:
            view.more[key].trigger()
        assert asked.args == ["age"]


def test_that_other_roles_need_no_hierarchy(view: HierarchyView, document: Document):
    document.set_focus("sex")
    document.push(change_roles(document, ["sex"], Role.INSENSITIVE))
    assert not view.empty.propose.isVisible()


@pytest.fixture
def long_document(qapp) -> Document:
    values = [f"v{number:05}" for number in range(50_000)]
    rows = tuple((v, f"a{n // 5}", f"b{n // 100}", f"c{n // 5000}", "*") for n, v in enumerate(values))
    return document_with(values, rows)


def test_that_50000_values_are_looked_at_and_edited_in_the_background(show, long_document, qtbot, monkeypatch):
    threads: dict[str, set[int]] = {}

    def watch(module, name) -> None:
        work = getattr(module, name)

        def run(*arguments, **terms):
            threads.setdefault(name, set()).add(threading.get_ident())
            return work(*arguments, **terms)

        monkeypatch.setattr(module, name, run)

    watch(hierarchies, "inspect")
    watch(hierarchy_steps, "inspect")
    for name in ("rename", "move"):
        watch(editing, name)
    view = show(long_document)
    assert "Checking the hierarchy." in view.message.accessibleName()
    qtbot.waitUntil(lambda: view.steps.inspection is not None, timeout=LONG)
    assert view.message.kind == "ok"
    assert view.grid.groups_model.rowCount() == 50_000 > LARGE
    view.tabs.setCurrentIndex(TREE)
    view.editor.rename(1, "a7", "new")
    qtbot.waitUntil(lambda: long_document.undo_stack.count() == 1, timeout=LONG)
    assert long_document.hierarchies["age"].rows[35][1] == "new"
    view.editor.move(_picked(0, "v00000", "v00001"), 2, "b77")
    qtbot.waitUntil(lambda: long_document.undo_stack.count() == 2, timeout=LONG)
    long_document.undo_stack.undo()
    qtbot.waitUntil(lambda: view.steps.inspection is not None, timeout=LONG)
    view.tabs.setCurrentIndex(TABLE)
    assert threads.keys() == {"inspect", "rename", "move"}
    assert threading.get_ident() not in set.union(*threads.values())


def test_that_a_column_that_changes_while_a_long_hierarchy_is_looked_at_is_looked_at_as_it_is_now(
    show, long_document: Document, qtbot
):
    view = show(long_document)
    before = long_document.dataset["age"]
    again = type(before)(before.name, before.codes.copy(), before.values, before.type)
    long_document.set_column(again)
    long_document.set_attribute("age", long_document.settings_of("age"))
    view.steps.refresh()
    qtbot.waitUntil(lambda: view.steps.inspection is not None, timeout=LONG)
    assert view.steps.inspection.column is again


def test_that_a_late_edit_of_another_hierarchy_is_dropped(show, long_document: Document, qtbot, jobs: Jobs):
    view = show(long_document)
    qtbot.waitUntil(lambda: view.steps.inspection is not None, timeout=LONG)
    view.editor.rename(1, "a7", "new")
    long_document.push(ChangeHierarchy(long_document, "age", Hierarchy(ROWS), "/other.csv"))
    qtbot.waitUntil(lambda: not view.steps.busy, timeout=LONG)
    assert long_document.hierarchies["age"].rows == ROWS
    assert long_document.undo_stack.count() == 1
    assert view.grid.groups_model.hierarchy.rows == ROWS


def test_that_the_sentence_in_place_of_a_hierarchy_is_whole_however_little_room_there_is(show):
    view = show(document_with(rows=()))
    for width in (556, 420, 300):
        view.resize(width, view.minimumSizeHint().height())
        QTest.qWait(20)
        sentence = view.empty._sentence
        assert sentence.height() >= sentence.heightForWidth(sentence.width())
        assert view.empty.open.geometry().bottom() < view.empty.height()
