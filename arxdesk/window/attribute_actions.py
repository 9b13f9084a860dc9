"""The actions of the attribute in focus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from arxdesk.core.attributes.treatments import Treatment
from arxdesk.window.actions import Actions
from arxdesk.window.workspace import Workspace
from arxdesk_engine.data.schema import Role

if TYPE_CHECKING:
    from arxdesk.configure.perspective import ConfigurePerspective

_DONE: dict[str, Callable[[ConfigurePerspective], None]] = {
    "role_identifying": lambda view: view.inspector.set_role(Role.IDENTIFYING),
    "role_quasi": lambda view: view.inspector.set_role(Role.QUASI_IDENTIFYING),
    "role_sensitive": lambda view: view.inspector.set_role(Role.SENSITIVE),
    "role_insensitive": lambda view: view.inspector.set_role(Role.INSENSITIVE),
    "type": lambda view: view.inspector.type_row.kind.showPopup(),
    "suppress": lambda view: view.inspector.treatment_rows.choose(Treatment.SUPPRESS),
}


def connect(actions: Actions, workspace: Workspace, show_configure: Callable[[], None]) -> None:
    """Let the actions do their work on the attribute in focus; Configure comes to the front for that."""

    def do(work: Callable[[ConfigurePerspective], None], _checked: bool = False) -> None:
        if (configure := workspace.configure) is not None:
            show_configure()
            work(configure)

    for name, work in _DONE.items():
        actions[name].triggered.connect(partial(do, work))
