"""The search for rows goes on in slices, so that the user never waits for it, and ends with all of them or none."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt

from arxdesk.ui.widgets.tables.paging import row_search
from arxdesk.ui.widgets.tables.paging.row_search import RowSearch


class CountingNumbers(QAbstractListModel):
    """Entries "entry 0", "entry 1", ... that count how often they are asked for."""

    def __init__(self, rows):
        super().__init__()
        self.rows, self.asked = rows, 0

    def rowCount(self, parent=QModelIndex()):  # noqa: B008
        return 0 if parent.isValid() else self.rows

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        self.asked += 1
        return f"Entry {index.row()}"


@pytest.fixture
def numbers(qapp, monkeypatch):
    made = CountingNumbers(50_000)
    # A clock by which looking at a row takes 20 microseconds: a slice of 10 milliseconds is over after 500 rows.
    monkeypatch.setattr(row_search, "time", SimpleNamespace(perf_counter=lambda: made.asked * 20e-6))
    return made


def test_that_no_slice_is_long_and_all_together_look_at_every_row_once(numbers):
    found = []
    search = RowSearch(0, found.append)
    asked = [0]
    search.start(numbers, ["entry", "49999"])
    asked.append(numbers.asked)
    while search.is_running:
        search.look_on()
        asked.append(numbers.asked)
    assert found == [[49_999]]
    assert len(asked) > 80
    assert max(np.diff(asked)) <= 700
    assert numbers.asked == 50_000


def test_that_a_stopped_search_hands_nothing_over(numbers, qtbot):
    found = []
    search = RowSearch(0, found.append)
    search.start(numbers, ["entry"])
    assert search.is_running
    search.stop()
    asked = numbers.asked
    qtbot.wait(50)
    assert (found, numbers.asked, search.is_running) == ([], asked, False)


def test_that_a_search_begun_again_hands_over_its_own_rows_only(numbers, qtbot):
    found = []
    search = RowSearch(0, found.append)
    search.start(numbers, ["entry"])
    search.start(numbers, ["4999", "9"])
    qtbot.waitUntil(lambda: not search.is_running)
    assert found == [[row for row in range(50_000) if "4999" in str(row)]]
