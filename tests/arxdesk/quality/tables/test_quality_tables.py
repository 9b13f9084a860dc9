"""Both tables of Quality: the same records in the same order, sorted, chosen, copied and saved."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication

from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.work import InClassesOfSize
from arxdesk.core import file_dialogs as files
from arxdesk.core.commands import ChangeSections
from arxdesk.quality.tables.view import TablesView
from arxdesk.ui.item_roles import BAND_ROLE, REMOVED_ROLE
from arxdesk.ui.widgets.tables.column_chooser import ColumnChooser
from arxdesk_engine.analysis.shown.rows import RowOrder
from arxdesk_engine.job.subset import SubsetSettings
from tests.arxdesk.analysis.analysed_documents import analysis_of, example_document, settle, show
from tests.arxdesk.analysis.applied_documents import adult, discharges, document_of, find, plain, put_on, wards

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def tables(qtbot, jobs):
    held = []  # a window that is collected as garbage while it is shown takes the program with it

    def make(document, size=(1368, 400)):
        held.append(show(qtbot, TablesView(analysis_of(document, jobs)), size))
        return held[-1]

    return make


def kept():
    document = wards()
    put_on(document, (0, 0))
    return document


def records(view, side=0):
    model = view.tables[side].model()
    return [model.record_of(row) for row in range(model.rowCount())]


def column(view, side, number):
    model = view.tables[side].model()
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_that_both_tables_show_the_same_records_in_the_same_order(tables):
    view = tables(kept())
    assert view.rows == 12
    assert records(view, 0) == records(view, 1)
    assert column(view, 0, 0)[-2:] == ["m", "f"]
    assert column(view, 1, 0)[-2:] == ["*", "*"]
    assert column(view, 0, 2) == column(view, 1, 2)


def test_that_removed_people_are_grey_in_both_tables_and_neighbouring_groups_differ(tables):
    document = kept()
    view = tables(document)
    for table in view.tables:
        model = table.model()
        assert [bool(model.index(row, 0).data(REMOVED_ROLE)) for row in range(12)] == [False] * 10 + [True] * 2
        bands = [model.index(row, 0).data(BAND_ROLE) for row in range(10)]
        members = document.applied.output.members[records(view)][:10]
        for row in range(9):
            assert (bands[row] == bands[row + 1]) == (members[row] == members[row + 1])


def test_that_before_anything_is_applied_the_input_has_all_of_the_width(tables):
    view = tables(wards())
    assert view.tables[0].isVisible()
    assert not view.tables[1].isVisible()
    assert view._panes["before"].width() == view.width()
    assert view._panes["before"].caption == "12 records in 5 groups, 3 columns"
    for control in (view.order, view.columns.button, view.saving.button, view.help_mark):
        assert control.isVisible()
    assert not view.together.isVisible()


def test_that_the_output_joins_the_input_and_goes_again(tables, qtbot):
    document = wards()
    view = tables(document)
    put_on(document, (0, 0))
    settle(qtbot, view)
    assert view.tables[1].isVisible()
    assert view.together.isVisible()
    assert view._panes["after"].isAncestorOf(view.saving.button)
    assert records(view, 0) == records(view, 1)
    find(document)
    settle(qtbot, view)
    assert not view.tables[1].isVisible()
    assert view.saving.button.isVisible()


@pytest.mark.parametrize("of", ["census", "example"])
def test_that_the_captions_tell_the_figures_of_the_engine(tables, shared, of):
    document = adult(shared / "data" / "adult") if of == "census" else example_document()
    put_on(document)
    view = tables(document)
    facts = document.result.anonymizer.describe(document.result.solution, document.applied.output)
    people, removed = facts["input"]["records"], facts["solution"]["suppressed_records"]
    groups, columns = facts["solution"]["classes"], len(document.dataset.names)
    assert view._panes["before"].caption == f"{people:,} records, {columns} columns"
    assert view._panes["after"].caption == f"{people - removed:,} records in {groups:,} groups, {columns} columns"
    smallest, largest = facts["solution"]["smallest_class"], facts["solution"]["largest_class"]
    assert view.sentence.text().startswith(f"Groups of {smallest:,} to {largest:,} records.")
    gone = [bool(view.tables[1].model().index(row, 0).data(REMOVED_ROLE)) for row in range(people - removed, people)]
    assert gone == [True] * removed


def test_that_the_order_of_the_file_has_no_groups(tables, qtbot):
    view = tables(kept())
    view.sort(RowOrder("file"))
    settle(qtbot, view)
    assert records(view) == list(range(12))
    assert view.tables[0].model().index(0, 0).data(BAND_ROLE) is None
    assert [text for _token, text in view.legend.entries] == ["removed records"]


def test_that_the_arrow_of_a_column_sorts_both_tables_up_then_down_then_by_group(tables, qtbot):
    document = discharges(500)
    put_on(document)
    view = tables(document)
    by_group = records(view)
    costs = [float(document.dataset["cost"].values[code]) for code in document.dataset["cost"].codes]
    place = document.dataset.place_of("cost")
    for ascending in (True, False):
        view.tables[0].sort_header.sort_requested.emit(place, False)
        settle(qtbot, view)
        assert [costs[record] for record in records(view)] == sorted(costs, reverse=not ascending)
        assert records(view, 0) == records(view, 1)
        assert view.order.toolTip() == f"Sorted by cost{'' if ascending else ', descending'}"
    view.tables[0].sort_header.sort_requested.emit(place, False)
    settle(qtbot, view)
    assert records(view) == by_group


@pytest.mark.parametrize("ascending", [True, False])
def test_that_a_column_of_the_output_sorts_by_its_values_and_removed_records_come_last(tables, qtbot, ascending):
    document = discharges(500)
    put_on(document, (0, 2, 2, 1, 1, 2))  # ages in bands of ten
    view = tables(document)
    view.sort(RowOrder("attribute", "age", "after", ascending))
    settle(qtbot, view)
    shown = column(view, 1, document.dataset.place_of("age"))
    removed = document.applied.output.suppressed_records
    assert shown[len(shown) - removed :] == ["*"] * removed
    starts = [int(text.partition("–")[0]) for text in shown[: len(shown) - removed]]
    assert starts == sorted(starts, reverse=not ascending)
    assert len(set(starts)) > 3


def test_that_the_list_of_orders_offers_the_attribute_in_focus(tables, qtbot):
    document = kept()
    view = tables(document)
    document.set_focus("cost")
    offered = [view.order.itemText(place) for place in range(view.order.count())]
    assert offered == ["By group", "As in the file", "Sorted by cost", "Sorted by cost, descending"]
    view.order.setCurrentIndex(3)
    view.order.activated.emit(3)
    settle(qtbot, view)
    assert column(view, 0, 2) == sorted(column(view, 0, 2), key=float, reverse=True)


def test_that_columns_can_be_left_out_and_are_counted(tables):
    view = tables(kept())
    view.columns.button.click()
    (chooser,) = view.findChildren(ColumnChooser)
    chooser.columns.set_checked(("sex", "cost"))
    chooser.columns.changed.emit()
    assert [view.tables[0].isColumnHidden(at) for at in range(3)] == [False, True, False]
    assert [view.tables[1].isColumnHidden(at) for at in range(3)] == [False, True, False]
    assert view._panes["before"].caption == "12 records, 2 of 3 columns"
    assert view._panes["after"].caption == "10 records in 3 groups, 2 of 3 columns"
    chooser.close()


def subset_document():
    document = wards()
    document.push(ChangeSections(document, {"subset": SubsetSettings(select="sex = 'f'")}, "Subset"))
    put_on(document, (0, 0))
    return document


def test_that_those_outside_of_the_research_subset_are_shown_when_they_are_asked_for(tables, qtbot):
    view = tables(subset_document())
    assert view.rows == 7
    assert view.outside.text() == "Show 5 records outside of the research subset"
    qtbot.mouseClick(view.outside, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert view.rows == 12
    assert [column(view, 0, 0)[row] for row in range(7, 12)] == ["m"] * 5  # last
    qtbot.mouseClick(view.outside, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert view.rows == 7


def test_that_the_removed_alone_can_be_shown_and_everybody_again(tables, qtbot):
    view = tables(kept())
    qtbot.mouseClick(view.only, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert records(view) == [10, 11]
    assert [text for _token, text in view.legend.entries] == ["removed records"]
    assert view.bar.isVisible()
    assert view.bar.sentence.text() == "2 records removed from the output."
    assert not view.bar.back.isVisible()
    assert not view.only.isVisible()
    qtbot.mouseClick(view.bar.all, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert view.rows == 12
    assert not view.bar.isVisible()


@pytest.mark.parametrize("side", ["before", "after"])
def test_that_the_records_behind_a_figure_are_shown_with_the_way_back(tables, qtbot, side):
    document = discharges(500)
    put_on(document, (0, 3, 3, 1, 1, 2))
    view = tables(document)
    analysis = view.analysis
    table = analysis.tables[side]
    reason = f"in groups of exactly 5 in the {'input' if side == 'before' else 'output'}"
    size = 1 if side == "before" else 5
    analysis.show_records(FigureRecords(reason, table, InClassesOfSize(size, size), "risk", "days"))
    settle(qtbot, view)
    classes = table.classes
    expected = {row for row, group in enumerate(classes.of_records) if group >= 0 and classes.sizes[group] == size}
    assert set(records(view)) == expected
    assert records(view, 0) == records(view, 1)
    assert view.bar.sentence.text() == f"{len(expected):,} records {reason}."
    assert view.bar.back.text() == "Back to Risk"
    assert document.focus == "days"
    with qtbot.waitSignal(analysis.wishes.perspective) as told:
        qtbot.mouseClick(view.bar.back, Qt.MouseButton.LeftButton)
    assert told.args == ["risk"]
    settle(qtbot, view)
    assert view.rows == 500


def test_that_escape_leads_back_as_the_link_does(tables, qtbot):
    view = tables(kept())
    view.activateWindow()
    table = view.analysis.output
    view.analysis.show_records(FigureRecords("in groups of 3", table, InClassesOfSize(3, 3), "risk"))
    settle(qtbot, view)
    with qtbot.waitSignal(view.analysis.wishes.perspective) as told:
        qtbot.keyClick(view.tables[0], Qt.Key.Key_Escape)
    assert told.args == ["risk"]
    assert view.analysis.shown_records is None
    assert not view.bar.isVisible()


def test_that_shown_records_can_be_sorted_and_keep_their_number(tables, qtbot):
    view = tables(kept())
    view.analysis.show_records(FigureRecords("x", view.analysis.output, InClassesOfSize(3, 3), "risk"))
    settle(qtbot, view)
    view.sort(RowOrder("attribute", "cost", "before", False))
    settle(qtbot, view)
    assert records(view) == [9, 8, 7, 2, 1, 0]


def test_that_another_output_ends_the_showing_of_records_of_the_old_one(tables, qtbot):
    document = kept()
    view = tables(document)
    qtbot.mouseClick(view.only, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    put_on(document, (1, 2))
    settle(qtbot, view)
    assert not view.bar.isVisible()
    assert view.rows == 12


def test_that_nobody_removed_is_said_and_offers_nothing_to_show(tables):
    document = wards()
    put_on(document, (1, 2))
    view = tables(document)
    assert view.only.isHidden()
    assert view.sentence.text() == "Groups of 12 records. No records were removed."


def test_that_the_card_of_a_record_tells_its_groups_before_and_after(tables, qtbot, shared):
    document = adult(shared / "data" / "adult")
    put_on(document)
    view = tables(document)
    frames = [table.dataset.to_pandas().astype(str) for table in view.analysis.tables.values()]
    rows = [Counter(map(tuple, frame.to_numpy())) for frame in frames]
    kept_record = int(np.flatnonzero(~document.applied.output.suppressed)[3])
    removed = int(np.flatnonzero(document.applied.output.suppressed)[3])
    groups = view.record_menu.groups_of(kept_record)
    assert [group.size for group in groups] == [
        number[tuple(frame.iloc[kept_record])] for frame, number in zip(frames, rows, strict=True)
    ]
    assert view.record_menu.groups_of(removed)[1].size == 0
    view.record_menu.explain(kept_record, QPoint(10, 10))
    size = groups[1].size
    assert f"{size:,} records look alike" in plain(view.record_menu.card.sentences[1])
    assert f"(1 in {size:,})" in plain(view.record_menu.card.sentences[1])
    qtbot.mouseClick(view.record_menu.card.links[1], Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert view.rows == size
    assert kept_record in records(view)
    assert view.bar.sentence.text() == f"{size:,} records in the group of record {kept_record + 1:,} in the output."


def test_that_the_card_says_that_a_removed_person_shows_nothing(tables):
    view = tables(kept())
    view.record_menu.explain(10, QPoint(10, 10))
    before, after = map(plain, view.record_menu.card.sentences)
    assert before == "In the input no other record looks like this one: the risk is 100 % (1 in 1)."
    assert after == "In the output this record is in no group: it shows no identifying values."
    assert len(view.record_menu.card.links) == 1
    view.record_menu.card.close()


def test_that_the_menu_key_opens_the_menu_of_a_row(tables, qtbot):
    view = tables(kept())
    table = view.tables[0]
    table.setCurrentIndex(table.model().index(0, 1))
    table.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    texts = [action.text() for action in view.record_menu.menu.actions() if action.text()]
    assert texts == [
        "Why is this record at risk?",
        "Show the group in the input (3 records)",
        "Show the group in the output (3 records)",
        "Copy",
        "Sort by ward, ascending",
        "Sort by ward, descending",
    ]
    view.record_menu.menu.close()


def test_that_without_quasi_identifiers_the_file_is_shown_and_no_group(tables):
    document = wards()
    view = tables(document_of(document.dataset.to_pandas().astype(str), {}))
    assert records(view) == list(range(12))
    assert view.order.currentText() == "As in the file"
    assert view.record_menu.groups_of(0) == ()
    assert view._panes["before"].caption == "12 records, 3 columns"


def test_that_the_selected_cells_are_copied(tables, qtbot):
    view = tables(kept())
    table = view.tables[1]
    cells = QItemSelection(table.model().index(0, 0), table.model().index(1, 1))
    table.selectionModel().select(cells, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "sex\tward\nf\tA1\nf\tA1"
    assert view.sentence.text() == "Copied 2 rows."


def test_that_rows_are_saved_in_their_order_without_hidden_columns(tables, qtbot, monkeypatch, tmp_path):
    view = tables(kept())
    view.columns.show_only(("sex", "cost"))
    view.sort(RowOrder("attribute", "cost", "before", False))
    settle(qtbot, view)
    path = tmp_path / "shown.csv"
    monkeypatch.setattr(files, "ask_where_to_save_rows", lambda _parent, _suggested: path)
    view.saving.actions["after"].trigger()
    qtbot.waitUntil(lambda: view.sentence.text() == f"Saved as {path}.")
    written = pd.read_csv(path, dtype=str)
    assert list(written.columns) == ["sex", "cost"]
    assert written["cost"].tolist() == column(view, 1, 2)
    assert written["sex"].tolist() == column(view, 1, 0)


def test_that_the_input_is_never_written_over(tables, qtbot, monkeypatch, tmp_path):
    document = kept()
    path = tmp_path / "discharges.csv"
    document._job = document.job.model_copy(update={"data": document.job.data.model_copy(update={"path": str(path)})})
    find(document)
    put_on(document, (0, 0))
    path.write_text("sex\nf\n")
    view = tables(document)
    monkeypatch.setattr(files, "ask_where_to_save_rows", lambda _parent, _suggested: path)
    with qtbot.waitSignal(view.analysis.wishes.failure) as told:
        view.saving.actions["before"].trigger()
    assert "is a file that the job reads" in str(told.args[0])
    assert path.read_text() == "sex\nf\n"


def test_that_the_tables_scroll_together_until_they_are_told_not_to(tables):
    document = discharges()
    put_on(document)
    view = tables(document, (1024, 300))
    first, second = view.tables
    first.verticalScrollBar().setValue(4321)
    assert second.verticalScrollBar().value() == 4321
    second.horizontalScrollBar().setValue(60)
    assert first.horizontalScrollBar().value() == 60
    view.together.setChecked(False)
    first.verticalScrollBar().setValue(10)
    assert second.verticalScrollBar().value() == 4321
    view.together.setChecked(True)
    assert second.verticalScrollBar().value() == 10


def test_that_a_table_with_less_to_scroll_does_not_hold_the_other_back(tables):
    document = discharges()
    put_on(document)
    view = tables(document, (1024, 300))
    view.panes.setSizes([320, 704])
    first, second = view.tables
    end = first.horizontalScrollBar().maximum()
    assert end > second.horizontalScrollBar().maximum()
    first.horizontalScrollBar().setValue(end)
    assert first.horizontalScrollBar().value() == end
    assert second.horizontalScrollBar().value() == second.horizontalScrollBar().maximum()


def test_that_column_widths_stay_equal(tables, qtbot):
    document = discharges()
    put_on(document)
    view = tables(document)
    first, second = view.tables
    number = first.model().columnCount()
    qtbot.waitUntil(lambda: not view._coupling._fitting.isActive())
    assert [first.columnWidth(at) for at in range(number)] == [second.columnWidth(at) for at in range(number)]
    second.setColumnWidth(1, 133)
    assert first.columnWidth(1) == 133
    view.sort(RowOrder("file"))
    settle(qtbot, view)
    assert first.columnWidth(1) == 133


def test_that_the_focus_is_tinted_in_both_tables_and_brought_into_sight(tables):
    document = discharges()
    put_on(document)
    view = tables(document, (900, 300))
    view.tables[1].header.focused_section_requested.emit(1)
    assert document.focus == "age"
    document.set_focus("cost")
    for table in view.tables:
        assert table.focused_column == 7
        assert table.columnViewportPosition(7) + table.columnWidth(7) <= table.viewport().width()
    document.set_focus("sex")
    assert all(table.columnViewportPosition(0) >= 0 for table in view.tables)


def test_that_controls_have_names(tables):
    view = tables(kept())
    named = [
        *view.tables,
        view.order,
        view.columns.button,
        view.saving.button,
        view.panes.widget(0),
        view.panes.widget(1),
    ]
    assert all(each.accessibleName() for each in named)


def test_that_records_asked_for_before_the_view_is_there_are_shown_by_it(qtbot, jobs):
    analysis = analysis_of(kept(), jobs)
    analysis.show_records(FigureRecords("in groups of 3", analysis.output, InClassesOfSize(3, 3), "risk"))
    view = show(qtbot, TablesView(analysis))
    assert view.rows == 6
    assert view.bar.isVisible()
    with qtbot.waitSignal(analysis.wishes.perspective):
        qtbot.keyClick(view.tables[0], Qt.Key.Key_Escape)
