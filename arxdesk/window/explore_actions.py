"""The actions of Explore: its panes are shown and hidden, the selection is pinned and compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from arxdesk.window.actions import OF_PANES, Actions
from arxdesk.window.workspace import Workspace

if TYPE_CHECKING:
    from arxdesk.explore.perspective import ExplorePerspective


def connect(actions: Actions, workspace: Workspace, show_explore: Callable[[], None]) -> None:
    """Let the actions do their work in Explore, which comes to the front to pin; panes are checked as they show."""

    def follow(explore: ExplorePerspective) -> None:
        explore.panes.changed.connect(check)
        actions["panel"].toggled.connect(explore.repainting.begin)  # every pane gets another width
        for name in OF_PANES:
            check(name.removeprefix("pane_"), explore.panes.is_shown(name.removeprefix("pane_")))

    def check(name: str, shown: bool) -> None:
        actions[f"pane_{name}"].setChecked(shown)

    def choose(name: str, checked: bool) -> None:
        if (explore := workspace.explore) is not None:
            explore.panes.choose(name.removeprefix("pane_"), checked)

    def pin(_checked: bool = False) -> None:
        show_explore()
        if (explore := workspace.explore) is not None:
            explore.toggle_pin()

    def compare(_checked: bool = False) -> None:
        _made = workspace.perspectives["explore"]
        if (explore := workspace.explore) is not None:
            explore.compare_selection()

    actions["pin"].triggered.connect(pin)
    actions["compare"].triggered.connect(compare)
    workspace.explore_made.connect(follow)
    for name in OF_PANES:
        actions[name].toggled.connect(partial(choose, name))
