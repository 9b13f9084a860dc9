"""The actions that show and hide the panes of Explore."""

from __future__ import annotations

from functools import partial

from arxdesk.actions import OF_PANES, Actions
from arxdesk.perspectives.explore.perspective import ExplorePerspective
from arxdesk.workspace import Workspace


def connect(actions: Actions, workspace: Workspace) -> None:
    """Let the actions show and hide the panes, and be checked as these are shown."""

    def follow(explore: ExplorePerspective) -> None:
        explore.panes.changed.connect(check)
        for name in OF_PANES:
            check(name.removeprefix("pane_"), explore.panes.is_shown(name.removeprefix("pane_")))

    def check(name: str, shown: bool) -> None:
        actions[f"pane_{name}"].setChecked(shown)

    def choose(name: str, checked: bool) -> None:
        explore = workspace.perspectives.get("explore")
        if isinstance(explore, ExplorePerspective):
            explore.panes.choose(name.removeprefix("pane_"), checked)

    workspace.explore_made.connect(follow)
    for name in OF_PANES:
        actions[name].toggled.connect(partial(choose, name))
