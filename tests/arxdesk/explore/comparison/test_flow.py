"""The comparison dialog: opened beside the window, filled by a worker, stopped, swapped, applied from, outdated."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import apply, search
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.comparison import flow as flow_module
from arxdesk.explore.comparison.flow import COMPARING, STOPPED, ComparisonFlow
from arxdesk.explore.comparison.model import ComparisonColumn as Shown
from arxdesk.explore.comparison.work import compare
from arxdesk.explore.pins.pinning import Pinning
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.item_roles import REMOVED_ROLE, SEGMENTS_ROLE, SHARES_ROLE, TONE_ROLE
from arxdesk_engine.analysis.applied import Application
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Levels
from tests.arxdesk.analysis.applied_documents import discharges
from tests.arxdesk.conftest import wide_project
from tests.arxdesk.explored_results import searched
from tests.arxdesk.gates import Gate

LONG = 30_000


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return discharges(records=400)


@pytest.fixture
def exploration(document: Document, jobs: Jobs, qtbot) -> Exploration:
    return searched(document, qtbot, jobs)[0]


@pytest.fixture
def flow(exploration: Exploration, qtbot) -> ComparisonFlow:
    parent = QWidget()
    qtbot.addWidget(parent)
    return ComparisonFlow(exploration, parent)


def two(exploration: Exploration) -> tuple[Levels, Levels]:
    """The best one, and another one of the first that pass the filters."""
    order, alternatives = exploration.sifted.order, exploration.alternatives
    return alternatives.levels_of(alternatives.best), alternatives.levels_of(int(order[5]))


@pytest.fixture
def shown(flow: ComparisonFlow, exploration: Exploration, qtbot) -> ComparisonFlow:
    flow.compare(*two(exploration))
    qtbot.waitUntil(lambda: flow.dialog.comparison is not None, timeout=LONG)
    return flow


def test_that_the_dialog_holds_up_nothing_behind_it(flow: ComparisonFlow, exploration: Exploration, document: Document):
    document.set_locked(True)
    flow.compare(*two(exploration))
    assert flow.dialog.isVisible()
    assert not flow.dialog.isModal()
    assert flow.dialog.verdict.text() == "Comparing ..."
    flow.dialog.close()


def test_that_the_first_sentence_says_who_wins_at_what(shown: ComparisonFlow):
    assert "detail" in shown.dialog.verdict.text()
    assert "safe" in shown.dialog.verdict.text()
    assert "quasi-identifiers" in shown.dialog.details.text()


def test_that_each_side_is_called_by_its_pin_or_its_place(flow: ComparisonFlow, exploration: Exploration):
    best, other = two(exploration)
    Pinning(exploration).toggle(other)
    Pinning(exploration).rename(0, "Für die Arbeitsmarktstudie")
    flow.compare(best, other)
    heads = flow.dialog.heads
    assert [head.title.text() for head in heads] == ["Optimum", "Für die Arbeitsmarktstudie"]
    assert heads[0].mark.state == "optimum"
    assert heads[0].levels.text() == ", ".join(map(str, best))
    flow.dialog.close()


def test_that_levels_and_detail_are_shown_in_pairs(shown: ComparisonFlow, exploration: Exploration):
    first, second = two(exploration)
    model = shown.dialog.attributes.model()
    comparison = shown.dialog.comparison
    assert model.rowCount() == len(first)
    for row in range(len(first)):
        assert model.index(row, Shown.FIRST_LEVEL).data(SEGMENTS_ROLE) == (first[row], comparison.heights[row])
        assert model.index(row, Shown.SECOND_LEVEL).data(SEGMENTS_ROLE) == (second[row], comparison.heights[row])
        said = model.index(row, Shown.DIFFERENCE).data()
        assert said == "the same" if first[row] == second[row] else said.startswith(str(abs(first[row] - second[row])))
        shares = model.index(row, Shown.BARS).data(SHARES_ROLE)
        assert shares == tuple(side.granularity[row] for side in comparison.sides)
    shown.dialog.grab()


def test_that_only_differences_can_be_shown(shown: ComparisonFlow, exploration: Exploration):
    first, second = two(exploration)
    names = [n for n, one, other in zip(shown.dialog.comparison.names, first, second, strict=True) if one != other]
    QTest.mouseClick(shown.dialog.only_different, Qt.MouseButton.LeftButton)
    assert list(shown.dialog.attributes.model().names) == names
    assert 0 < len(names) < len(first)


def test_that_records_are_scrolled_together_and_differences_are_tinted(shown: ComparisonFlow):
    first, second = shown.dialog.tables
    first.verticalScrollBar().setValue(120)
    first.horizontalScrollBar().setValue(30)
    assert (second.verticalScrollBar().value(), second.horizontalScrollBar().value()) == (120, 30)
    comparison = shown.dialog.comparison
    for side, table in enumerate(shown.dialog.tables):
        model = table.model()
        for row in range(0, model.rowCount(), 7):
            removed = bool(comparison.sides[side].removed[row])
            assert model.index(row, 0).data(REMOVED_ROLE) == removed
            for column in range(model.columnCount()):
                tinted = model.index(row, column).data(TONE_ROLE) == "differs"
                assert tinted == (bool(comparison.differs[row, column]) and not removed)


def test_that_swapping_exchanges_the_sides_without_computing(
    shown: ComparisonFlow, exploration: Exploration, jobs: Jobs
):
    before = shown.dialog.verdict.text()
    QTest.mouseClick(shown.dialog.swap, Qt.MouseButton.LeftButton)
    assert not jobs.is_running(COMPARING)
    assert shown.dialog.comparison.levels == two(exploration)[::-1]
    swapped = shown.dialog.verdict.text()
    assert swapped == before.translate(str.maketrans("AB", "BA")) or swapped == before
    assert shown.dialog.heads[1].title.text() == "Optimum"


def test_that_either_side_is_applied_from_here(
    shown: ComparisonFlow, exploration: Exploration, document: Document, qtbot
):
    best, _other = two(exploration)
    with qtbot.waitSignal(document.wishes.application) as asked:
        QTest.mouseClick(shown.dialog.heads[0].apply, Qt.MouseButton.LeftButton)
    assert asked.args == [Application(best)]
    document.set_applied(apply(document.result, best, Control()))
    assert shown.dialog.heads[0].apply.text() == "Applied"
    assert not shown.dialog.heads[0].apply.isEnabled()
    document.set_locked(True)
    assert not shown.dialog.heads[1].apply.isEnabled()


def test_that_what_is_not_anonymous_cannot_be_applied(flow: ComparisonFlow, exploration: Exploration, qtbot):
    best, bottom = two(exploration)[0], exploration.alternatives.facts.lattice.bottom
    flow.compare(best, bottom)
    qtbot.waitUntil(lambda: flow.dialog.comparison is not None, timeout=LONG)
    assert flow.dialog.heads[1].mark.state == "not"
    assert not flow.dialog.heads[1].apply.isEnabled()
    assert "cannot be applied" in flow.dialog.details.text()


def test_that_it_can_be_stopped_and_says_so(flow, exploration, jobs: Jobs, qtbot, monkeypatch: pytest.MonkeyPatch):
    gate = Gate(compare)
    monkeypatch.setattr(flow_module, "compare", gate)
    flow.compare(*two(exploration))
    qtbot.waitUntil(gate.entered.is_set, timeout=LONG)
    qtbot.waitUntil(flow.dialog.stop.isVisible, timeout=LONG)
    QTest.mouseClick(flow.dialog.stop, Qt.MouseButton.LeftButton)
    assert flow.dialog.verdict.text() == STOPPED
    assert not flow.dialog.stop.isVisible()
    qtbot.waitUntil(lambda: gate.was_stopped, timeout=LONG)


def test_that_closing_gives_up_what_was_compared(flow, exploration, jobs: Jobs, qtbot, monkeypatch: pytest.MonkeyPatch):
    gate = Gate(compare)
    monkeypatch.setattr(flow_module, "compare", gate)
    flow.compare(*two(exploration))
    qtbot.waitUntil(gate.entered.is_set, timeout=LONG)
    QTest.keyClick(flow.dialog, Qt.Key.Key_Escape)
    assert flow.dialog is None
    qtbot.waitUntil(lambda: gate.was_stopped, timeout=LONG)


def test_that_an_error_is_told_and_the_dialog_stays(flow, exploration, qtbot, monkeypatch: pytest.MonkeyPatch):
    def fail(*_arguments: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(flow_module, "compare", fail)
    with qtbot.waitSignal(exploration.document.wishes.failure):
        flow.compare(*two(exploration))
    assert flow.dialog.isVisible()


def test_that_a_later_comparison_takes_the_place_of_one_on_its_way(flow, exploration, qtbot):
    best, other = two(exploration)
    flow.compare(best, other)
    flow.compare(other, best)
    qtbot.waitUntil(lambda: flow.dialog.comparison is not None, timeout=LONG)
    assert flow.dialog.comparison.levels == (other, best)


def test_that_after_another_search_nothing_of_it_can_be_applied(shown, document: Document):
    document.set_result(search(document.job, document.dataset, document.hierarchies, Control()))
    assert [head.apply.isEnabled() for head in shown.dialog.heads] == [False, False]
    assert "earlier search" in shown.dialog.foot.note.text()


def test_that_nothing_is_compared_with_itself_or_with_what_is_not_there(flow: ComparisonFlow, exploration: Exploration):
    best, _other = two(exploration)
    for second in (best, None, (99,) * len(best), best[:2]):
        assert not flow.can_compare(best, second)
        if second is not None:
            flow.compare(best, second)
    assert flow.dialog is None


def test_that_many_attributes_are_compared_row_by_row(qtbot, qapp, jobs: Jobs):
    job, dataset, hierarchies = wide_project(40, 200)
    limited = job.search.model_copy(update={"time_limit": 0.3})
    exploration, _result = searched(
        Document(job.model_copy(update={"search": limited}), dataset, hierarchies, None), qtbot, jobs
    )
    parent = QWidget()
    parent.resize(1440, 900)
    qtbot.addWidget(parent)
    flow = ComparisonFlow(exploration, parent)
    top = exploration.alternatives.facts.lattice.top
    flow.compare(top, (*top[:-1], top[-1] - 1))
    qtbot.waitUntil(lambda: flow.dialog.comparison is not None, timeout=LONG)
    assert flow.dialog.attributes.model().rowCount() == 40
    assert flow.dialog.heads[0].title.width() > 100
    flow.dialog.grab()


def test_that_every_control_of_the_dialog_has_a_name(shown: ComparisonFlow):
    for control in shown.dialog.findChildren(QWidget):
        if control.focusPolicy() != Qt.FocusPolicy.NoFocus and control.isVisible():
            assert control.accessibleName() or control.property("text") or control.objectName().startswith("qt_"), (
                control
            )
