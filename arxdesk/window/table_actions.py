"""The actions of the table of Configure: find, filter, replace, sort, columns, research subset."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from arxdesk.window.actions import OF_SUBSET, Actions
from arxdesk.window.workspace import Workspace

if TYPE_CHECKING:
    from arxdesk.configure.table.records_view import RecordsView

_DONE: dict[str, Callable[[RecordsView], None]] = {
    "find": lambda view: view.begin_finding(),
    "find_next": lambda view: view.finder.step(1),
    "find_previous": lambda view: view.finder.step(-1),
    "filter": lambda view: view.begin_filtering(),
    "show_all": lambda view: view.show_only(""),
    "replace": lambda view: view.replace(),
    "columns": lambda view: view.columns.choose(),
    "sort_ascending": lambda view: view.sort("ascending"),
    "sort_descending": lambda view: view.sort("descending"),
    "sort_original": lambda view: view.sort("original"),
}


def connect(actions: Actions, workspace: Workspace, show_configure: Callable[[], None]) -> None:
    """Let the actions do their work in the table that is open, which comes to the front for that."""

    def do(work: Callable[[RecordsView], None], _checked: bool = False) -> None:
        if (configure := workspace.configure) is not None:
            show_configure()
            work(configure.records_view)

    for name, work in _DONE.items():
        actions[name].triggered.connect(partial(do, work))
    for name in OF_SUBSET:
        actions[name].triggered.connect(partial(do, partial(_choose_subset, name.removeprefix("subset_"))))


def _choose_subset(key: str, view: RecordsView) -> None:
    view.subset_controls.choose(key)
