"""A hierarchy as a tree: nodes from the coarsest down, people beside each, and what a drop means."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt

from arxdesk.configure.hierarchies.drops import Drop
from arxdesk.configure.hierarchies.tree_model import PAGE, HierarchyTree
from arxdesk_engine.hierarchies.audit import inspect
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from tests.engine.hierarchies.columns import column
from tests.lines import lines_of

ROWS = (
    ("17", "15-19", "10-19", "*"),
    ("21", "20-24", "20-29", "*"),
    ("18", "15-19", "10-19", "*"),
    ("26", "25-29", "20-29", "*"),
    ("", "", "", "*"),
)
MOVE = Qt.DropAction.MoveAction


@pytest.fixture
def tree(qapp) -> HierarchyTree:
    made = HierarchyTree()
    made.set_inspection(inspect(Hierarchy(ROWS), column(["17", "17", "18", "21", "", "26"])))
    made.set_editable(True)
    return made


def drawn(tree: HierarchyTree, parent: QModelIndex | None = None) -> list:
    parent = parent or QModelIndex()
    nodes = [tree.index(row, 0, parent) for row in range(tree.rowCount(parent))]
    return [(node.data(), node.siblingAtColumn(1).data(), drawn(tree, node)) for node in nodes]


def test_that_the_model_keeps_the_rules_of_qt(tree: HierarchyTree, qtmodeltester):
    qtmodeltester.check(tree)
    tree.set_inspection(None)
    qtmodeltester.check(tree)


def test_that_groups_stand_below_their_groups_with_their_people(tree: HierarchyTree):
    assert drawn(tree) == [
        (
            "*",
            "6",
            [
                ("10-19", "3", [("15-19", "3", [("17", "2", []), ("18", "1", [])])]),
                ("20-29", "2", [("20-24", "1", [("21", "1", [])]), ("25-29", "1", [("26", "1", [])])]),
                ("missing value", "1", [("missing value", "1", [("missing value", "1", [])])]),
            ],
        )
    ]


def test_that_every_group_is_found_and_knows_its_parents(tree: HierarchyTree):
    for level in range(4):
        for label in {row[level] for row in ROWS}:
            node = tree.index_of(level, label)
            assert tree.group_at(node) == (level, label)
            above = tree.parent(node)
            expected = {row[level + 1] for row in ROWS if row[level] == label} if level < 3 else set()
            assert ({tree.group_at(above)[1]} if above.isValid() else set()) == expected
    assert not tree.index_of(1, "none").isValid()


def test_that_an_edit_asks_for_another_label(tree: HierarchyTree, qtbot):
    with qtbot.waitSignal(tree.renamed) as asked:
        assert tree.setData(tree.index_of(1, "15-19"), " teens ")
    assert asked.args == [1, "15-19", "teens"]
    assert not tree.setData(tree.index_of(1, "15-19"), "15-19")


@pytest.mark.parametrize(
    ("what", "row", "where", "expected"),
    [
        ([(0, "17"), (0, "21")], -1, (2, "20-29"), Drop(0, ("17", "21"), 2, "20-29", False)),
        ([(0, "17")], 0, (2, "20-29"), Drop(0, ("17",), 2, "20-29", True)),
        ([(0, "17")], 0, (1, "20-24"), Drop(0, ("17",), 1, "20-24", False)),
        ([(1, "15-19")], -1, (1, "20-24"), Drop(1, ("15-19",), 1, "20-24", False)),
        ([(0, "17")], -1, (0, "21"), Drop(0, ("17",), 1, "20-24", False)),
        ([(1, "15-19")], -1, (0, "21"), None),
        ([(1, "15-19")], -1, (1, "15-19"), None),
        ([(2, "10-19")], -1, (1, "20-24"), None),
    ],
)
def test_that_a_drop_tells_what_was_put_where(tree: HierarchyTree, what, row, where, expected):
    told: list[Drop] = []
    tree.dropped.connect(told.append)
    data = tree.mimeData([tree.index_of(*each) for each in what])
    target = tree.index_of(*where)
    assert tree.canDropMimeData(data, MOVE, row, 0, target) is (expected is not None)
    assert tree.dropMimeData(data, MOVE, row, 0, target) is False
    assert told == ([expected] if expected else [])


def test_that_nothing_is_dropped_where_nothing_may_be_edited(tree: HierarchyTree):
    data = tree.mimeData([tree.index_of(0, "17")])
    tree.set_editable(False)
    assert not tree.canDropMimeData(data, MOVE, -1, 0, tree.index_of(2, "20-29"))
    assert not tree.flags(tree.index_of(0, "17")) & Qt.ItemFlag.ItemIsEditable


def test_that_100000_values_come_in_pages(qapp, qtmodeltester):
    tree = HierarchyTree()

    def lines(number: int) -> int:
        values = [str(each) for each in range(number)]
        inspection = inspect(Hierarchy(tuple((value, "*") for value in values)), column(values))
        return lines_of(lambda: (tree.set_inspection(inspection), tree.rowCount(tree.index(0, 0))))

    assert lines(100_000) == lines(10_000) < 200
    lines(100_000)
    root = tree.index(0, 0)
    assert tree.rowCount(root) == PAGE
    assert tree.index_of(0, "5000").row() == 5000
    assert tree.rowCount(root) == 3 * PAGE
    assert tree.index(0, 1).data().replace("\u00a0", "").replace(",", "") == "100000"
