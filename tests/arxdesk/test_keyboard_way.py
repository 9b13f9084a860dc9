"""The whole way by keyboard alone: a file, types, roles, a model, a search, another result, its figures, an export.

Keys go to what has the keyboard, as a window system sends them. Nothing is called, clicked or given the focus; dialogs
of files are Qt's own here, and are typed into.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from shiboken6 import isValid

from arxdesk.explore.search.dialog import AnonymizeDialog
from arxdesk.exporting.dialog import RESULT, ExportDialog
from arxdesk.importing.dialog import FINISH, FORMAT, ROLES, ImportDialog
from arxdesk.ui.widgets.basics import spoken
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import DataType, Role
from tests.arxdesk.accessible_tree import labels as labels_of
from tests.arxdesk.contrast import told_apart
from tests.arxdesk.driving import until

KEY = Qt.Key
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
MOST_STOPS = 80
"""A way to a control that takes more presses of Tab than this has lost its way."""

MOST_ROWS = 20
RING, LEAST_MARK = 4, 20
"""How far around a control its ring may lie, and the pixels that tell it from one without the keyboard."""


class Hands:
    """Someone at a keyboard."""

    def __init__(self, qtbot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window
        self._seen: set[str] = set()

    @property
    def place(self) -> QWidget:
        """What has the keyboard."""
        self._in_front()
        place = QApplication.focusWidget()
        assert place is not None, "nothing has the keyboard"
        return place

    @property
    def name(self) -> str:
        """What a reader says of it."""
        return name_of(self.place)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.place, key, modifiers)
        QApplication.processEvents()

    def type(self, text: str) -> None:
        QTest.keyClicks(self.place, text)

    def tab_to(self, name: str, kind: type[QWidget] = QWidget) -> None:
        """Press Tab until something of this name and kind has the keyboard."""
        passed = [self.name]
        assert passed[0], f"{self.place} has the keyboard and no name"
        while passed[-1] != name or not isinstance(self.place, kind):
            assert len(passed) < MOST_STOPS, f"{name!r} is not on the way: {passed}"
            self.go_on()
            passed.append(self.name)
            assert passed[-1], f"{self.place} takes the keyboard and has no name; on the way: {passed}"

    def go_on(self) -> None:
        """Press Tab; what had the keyboard was in sight, and looks otherwise without it."""
        left, name = self.place, self.name
        if name in self._seen:
            self.press(KEY.Key_Tab)
            return
        self._seen.add(name)
        assert not left.visibleRegion().isEmpty(), f"{name!r} has the keyboard out of sight"
        window = left.window()
        area = QRect(left.mapTo(window, QPoint()), left.size()).adjusted(-RING, -RING, RING, RING) & window.rect()
        marked = window.grab(area).toImage()
        self.press(KEY.Key_Tab)
        if isValid(left) and left.isVisible() and not left.isAncestorOf(self.place):
            assert told_apart(marked, window.grab(area).toImage()) >= LEAST_MARK, f"{name!r} does not show the keyboard"

    def choose(self, words: str) -> None:
        """Press Down in a closed combo box until it shows something."""
        box, passed = self.place, [value_of(self.place)]
        while passed[-1] != words:
            self.press(KEY.Key_Down)
            assert self.place is box, f"the keyboard has left for {self.name!r} after {passed}"
            passed.append(value_of(box))
            assert passed[-1] != passed[-2], f"{words!r} cannot be reached: {passed}"

    def until(self, arrived: Callable[[], bool]) -> None:
        until(self._window, self._qtbot, arrived)

    def answer_dialog(self, path: Path) -> None:
        """Type a path into the dialog of files that is about to open, and confirm it."""
        waiting = QTimer(self._window)

        def look() -> None:
            if isinstance(QApplication.activeModalWidget(), QFileDialog):
                waiting.stop()
                self.press(KEY.Key_A, CONTROL)
                self.type(str(path))
                self.press(KEY.Key_Return)

        waiting.timeout.connect(look)
        waiting.start(20)

    def _in_front(self) -> None:
        """What a window system does once a dialog has come or gone; the one of tests does not always."""
        shown = QApplication.activeModalWidget() or self._window.dialog
        wanted = shown if shown is not None and shown.isVisible() else self._window
        if not wanted.isActiveWindow():
            with self._qtbot.waitActive(wanted):
                wanted.activateWindow()


def name_of(widget: QWidget) -> str:
    """The name of a control; that of its label where Qt gives its value as its name."""
    spoken_widget = QAccessible.queryAccessibleInterface(widget)
    labels = labels_of(spoken_widget)
    return labels[0] if labels else spoken_widget.text(QAccessible.Text.Name)


def value_of(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Value)


@pytest.fixture
def visits(tmp_path: Path) -> Path:
    draw = random.Random(5)  # noqa: S311 - nothing here is secret
    lines = ["number;age;sex;postcode;diagnosis"]
    for number in range(400):
        place = draw.choice(("01067", "01069", "04109", "04155"))
        lines.append(
            f"{7_000 + number};{draw.randint(20, 60)};{draw.choice('mf')};{place};{draw.choice(('flu', 'cold'))}"
        )
    path = tmp_path / "visits.csv"
    path.write_text("\n".join(lines))
    return path


def test_that_the_whole_way_goes_by_keyboard_alone(window: MainWindow, qtbot, visits: Path):
    spoken.begin()
    window.show()
    hands = Hands(qtbot, window)
    open_table(hands, window, visits)
    protect(hands, window)
    anonymize(hands, window)
    choose_another(hands, window)
    look_at_figures(hands, window)
    export(hands, window, visits.with_name("released.csv"))


def open_table(hands: Hands, window: MainWindow, path: Path) -> None:
    hands.tab_to("Open file...")
    hands.answer_dialog(path)
    hands.press(KEY.Key_Space)
    hands.until(lambda: isinstance(window.dialog, ImportDialog))
    wizard = window.dialog
    assert isinstance(wizard, ImportDialog)
    hands.until(lambda: wizard.place == FORMAT and not wizard.flow.busy)
    hands.tab_to("Type of number")
    hands.choose("Text, 400 values")
    hands.tab_to("Next: columns and roles")
    hands.press(KEY.Key_Space)
    hands.until(lambda: wizard.place == ROLES and not wizard.flow.busy)
    hands.tab_to("Columns")
    for letter in (KEY.Key_I, KEY.Key_Q, KEY.Key_Q, KEY.Key_Q, KEY.Key_S):
        hands.press(letter)
        hands.press(KEY.Key_Down)
    hands.tab_to("Next: finish")
    hands.press(KEY.Key_Space)
    assert wizard.place == FINISH
    hands.tab_to("Propose hierarchies for all quasi-identifiers")
    hands.tab_to("Open the table")
    hands.press(KEY.Key_Space)
    hands.until(lambda: window.document is not None and window.dialog is None)
    document = window.document
    assert document is not None
    assert document.dataset["number"].type.kind is DataType.STRING
    roles = [document.settings_of(name).role for name in document.dataset.names]
    assert roles == [Role.IDENTIFYING, *[Role.QUASI_IDENTIFYING] * 3, Role.SENSITIVE]
    configure = window.workspace.perspectives["configure"]
    hands.until(lambda: not configure.turns.isActive())


def protect(hands: Hands, window: MainWindow) -> None:
    """k-anonymity with another k than proposed."""
    hands.tab_to("Add a model...")
    hands.press(KEY.Key_Space)
    hands.tab_to("Find a model")
    hands.type("k-anonymity")
    hands.tab_to("People at least per group (k)")
    hands.press(KEY.Key_A, CONTROL)
    hands.type("4")
    hands.tab_to("Add")
    hands.press(KEY.Key_Space)
    hands.until(lambda: not window.document.obstacles)
    assert [(each.model, each.k) for each in window.document.job.privacy] == [("k-anonymity", 4)]


def anonymize(hands: Hands, window: MainWindow) -> None:
    hands.tab_to("Anonymize...")
    hands.press(KEY.Key_Space)
    hands.until(lambda: isinstance(window.dialog, AnonymizeDialog))
    hands.tab_to("Anonymize")
    hands.press(KEY.Key_Space)
    hands.until(lambda: window.document.applied is not None)


def choose_another(hands: Hands, window: MainWindow) -> None:
    """Another transformation of the list, applied."""
    document = window.document
    first = document.applied.check.levels
    hands.tab_to("Transformations")
    for _row in range(MOST_ROWS):
        hands.press(KEY.Key_Down)
        if document.selected != first and document.selection is not None and document.selection.anonymous:
            break
    chosen = document.selected
    hands.tab_to("Apply")
    hands.press(KEY.Key_Space)
    hands.until(lambda: document.applied.check.levels == chosen)


def look_at_figures(hands: Hands, window: MainWindow) -> None:
    """By the rail, whose arrow keys go from one perspective to the next."""
    hands.tab_to("Explore")
    hands.press(KEY.Key_Down)
    hands.until(lambda: window.rail.current == "quality")
    assert hands.name == "Quality"
    hands.tab_to("Distribution")
    hands.tab_to("Quality")
    hands.press(KEY.Key_Down)
    hands.until(lambda: window.rail.current == "risk")
    hands.tab_to("Threshold")


def export(hands: Hands, window: MainWindow, path: Path) -> None:
    hands.tab_to("Export...")
    hands.press(KEY.Key_Space)
    hands.until(lambda: isinstance(window.dialog, ExportDialog))
    wizard = window.dialog
    assert isinstance(wizard, ExportDialog)
    hands.tab_to("Next: place and format")
    hands.press(KEY.Key_Space)
    hands.tab_to("File", QLineEdit)
    hands.press(KEY.Key_A, CONTROL)
    hands.type(str(path))
    hands.tab_to("Write")
    hands.press(KEY.Key_Space)
    hands.until(lambda: wizard.place == RESULT and not wizard.course.busy)
    hands.tab_to("Close")
    hands.press(KEY.Key_Space)
    hands.until(lambda: window.dialog is None)
    table = pd.read_csv(path, sep=";", dtype=str)
    assert "number" not in table
    assert min(Counter(table[["age", "sex", "postcode"]].itertuples(index=False, name=None)).values()) >= 4
