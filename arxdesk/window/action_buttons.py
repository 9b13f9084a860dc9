"""The buttons at the right of the command bar: one primary action, the one of the moment."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QPushButton

from arxdesk.core.document import Document
from arxdesk.ui.widgets.basics.buttons import danger_button, primary_button, secondary_button
from arxdesk.ui.widgets.frames.command_bar import CommandBar
from arxdesk.window.actions import OF_HIERARCHIES, OF_SEARCHING_ON, Actions
from arxdesk_engine.analysis.applied import Application
from arxdesk_engine.foundation.language import tr


class ActionButtons:
    """Puts the buttons into the command bar and shows those that fit the state."""

    def __init__(self, actions: Actions, bar: CommandBar) -> None:
        made = {
            "again": (secondary_button(tr("Anonymize again...")), "anonymize"),
            "report": (secondary_button(tr("Report...")), "report"),
            "apply": (secondary_button(tr("Apply")), "apply"),
            "anonymize": (primary_button(tr("Anonymize...")), "anonymize"),
            "export": (primary_button(tr("Export...")), "export"),
            "stop": (danger_button(tr("Stop")), "stop"),
        }
        self._buttons: dict[str, QPushButton] = {"hierarchies": _hierarchies_button(actions)}
        bar.add_button(self._buttons["hierarchies"])
        self._buttons["search_on"] = secondary_button(tr("Search on"))
        self._buttons["search_on"].setToolTip(tr("Go on with the last search, which ended early"))
        self._buttons["search_on"].setMenu(search_on_menu(actions, self._buttons["search_on"]))
        bar.add_button(self._buttons["search_on"])
        for name, (button, action_name) in made.items():
            action = actions[action_name]
            button.setToolTip(action.toolTip())
            button.clicked.connect(action.trigger)
            action.enabledChanged.connect(button.setEnabled)
            bar.add_button(button)
            self._buttons[name] = button

    def __getitem__(self, name: str) -> QPushButton:
        return self._buttons[name]

    def show_for(self, document: Document | None, perspective: str, *, searching: bool) -> None:
        """Stop while searching; Anonymize until there is a result that counts; then Export."""
        shown: set[str] = set()
        if searching:
            shown = {"stop"}
        elif document is not None:
            usable = document.applied is not None and document.result_is_current
            shown = {"again", "export"} if usable and perspective != "configure" else {"anonymize"}
            if usable and perspective in ("quality", "risk"):
                shown.add("report")
            if perspective == "explore" and _can_apply(document):
                shown.add("apply")
            if perspective == "configure":
                shown.add("hierarchies")
            elif document.can_search_on:
                shown.add("search_on")
        for name, button in self._buttons.items():
            button.setVisible(name in shown)


def search_on_menu(actions: Actions, parent: QPushButton) -> QMenu:
    """For how long to go on."""
    menu = QMenu(parent)
    menu.addActions([actions[name] for name in OF_SEARCHING_ON])
    return menu


def _hierarchies_button(actions: Actions) -> QPushButton:
    """What can be done with all hierarchies at once."""
    button = secondary_button(tr("Hierarchies..."))
    button.setToolTip(tr("Propose, import or export all hierarchies"))
    menu = QMenu(button)
    menu.addActions([actions[name] for name in OF_HIERARCHIES])
    button.setMenu(menu)
    return button


def _can_apply(document: Document) -> bool:
    applied, selection = document.applied, document.selection
    if selection is None or not selection.anonymous:
        return False
    return applied is None or applied.application != Application(selection.levels)
