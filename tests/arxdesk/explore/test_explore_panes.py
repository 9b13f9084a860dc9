"""Which panes of Explore there is room for, and that somebody may choose others."""

from __future__ import annotations

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.perspective import ExploreParts, ExplorePerspective
from arxdesk.window.window import MainWindow
from tests.arxdesk.conftest import small_project

PANES = ("filters", "lattice", "chart", "selection")


def explore_of(window: MainWindow, qtbot):
    job, dataset, hierarchies = small_project()
    window.show()
    window.session.take(LoadedProject.of(job, dataset, hierarchies, None))
    window.show_perspective("explore")
    explore = window.workspace.perspectives["explore"]
    assert not explore.list_view.isVisible()  # one sentence in place of all panes
    assert explore.isAncestorOf(window.focusWidget())
    window.document.set_locked(True)  # as while a search runs
    return explore


def shown(window: MainWindow, explore) -> list[str]:
    names = [name for name in PANES if explore.panes.is_shown(name)]
    checked = [name for name in PANES if window.actions_by_name[f"pane_{name}"].isChecked()]
    views = {
        "filters": explore.filters_view,
        "lattice": explore.lattice_view,
        "chart": explore.scatter_view,
        "selection": explore.selection_pane,
    }
    assert names == checked == [name for name in PANES if views[name].isVisible()]
    assert explore.list_view.isVisible()
    return names


def test_that_panes_without_room_are_left_out_and_come_back(window: MainWindow, qtbot):
    explore = explore_of(window, qtbot)
    qtbot.waitUntil(lambda: explore.width() > 1200)
    assert shown(window, explore) == list(PANES)
    window.actions_by_name["panel"].setChecked(True)
    qtbot.waitUntil(lambda: explore.width() < 1100)
    assert shown(window, explore) == ["lattice", "chart", "selection"]
    window.resize(1024, 680)
    qtbot.waitUntil(lambda: explore.width() < 700)
    assert shown(window, explore) == ["lattice"]
    window.actions_by_name["panel"].setChecked(False)
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: explore.width() > 1200)
    assert shown(window, explore) == list(PANES)


def test_that_what_somebody_chose_stays_whatever_room_there_is(window: MainWindow, qtbot):
    explore = explore_of(window, qtbot)
    qtbot.waitUntil(lambda: explore.width() > 1200)
    window.actions_by_name["pane_chart"].trigger()
    assert shown(window, explore) == ["filters", "lattice", "selection"]
    window.actions_by_name["panel"].setChecked(True)
    qtbot.waitUntil(lambda: explore.width() < 1100)
    assert shown(window, explore) == ["lattice", "selection"]
    window.actions_by_name["pane_filters"].trigger()
    window.actions_by_name["pane_lattice"].trigger()
    assert shown(window, explore) == ["filters", "selection"]
    qtbot.waitUntil(lambda: explore.list_view.height() > explore.height() - 10)


def test_that_views_that_were_made_one_by_one_become_those_of_the_perspective(small_document, jobs, qtbot):
    exploration = Exploration(small_document, jobs, jobs)
    parts = ExploreParts(exploration)
    parts.make_next()
    parts.make_next()
    made = tuple(parts._made.values())
    assert not parts.is_complete
    explore = ExplorePerspective(exploration, parts)
    qtbot.addWidget(explore)
    assert (explore.filters_view, explore.lattice_view) == made
    assert parts.is_complete
    assert explore.list_view.window() is explore


def test_that_views_nobody_took_go_with_the_document(window: MainWindow, qtbot):
    job, dataset, hierarchies = small_project()
    window.session.take(LoadedProject.of(job, dataset, hierarchies, None))
    parts = window.workspace._parts
    parts.make_next()
    (made,) = parts._made.values()
    with qtbot.waitSignal(made.destroyed):
        window.session.close_document()
    assert window.workspace._parts is None
