"""The attackers of a project: added, changed and removed, each as one step of undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.risk.attacks.attacker_dialog import AttackerDialog
from arxdesk.risk.attacks.titles import shown_title
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk_engine.attacks.proposals import knowledge_of
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.attackers import PRESETS, AttackerSettings, Preset


class AttackersMenu(QObject):
    """A button with the menu. While a project has no attackers, those that its roles suggest are offered: the first
    change writes all of them out."""

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._window = document, window
        self._roles: Mapping[str, Role] = {}
        self._scales: tuple[str, ...] = ()
        self._attackers: tuple[AttackerSettings, ...] = ()
        self._current = -1
        self.dialog: AttackerDialog | None = None
        self.button = dense_button(tr("Edit attackers"))
        self.menu = QMenu(self.button)
        self.button.setMenu(self.menu)
        self.button.setProperty("opens-menu", True)
        self.menu.aboutToShow.connect(self._fill)

    def offer(self, attackers: Sequence[AttackerSettings], roles: Mapping[str, Role], scales: Sequence[str]) -> None:
        """Take the attackers that are shown, the roles of the columns that are released, and which have a scale."""
        self._attackers, self._roles, self._scales = tuple(attackers), roles, tuple(scales)

    def choose(self, number: int) -> None:
        """Let the menu change and remove this one."""
        self._current = number

    def add(self, preset: Preset) -> None:
        """Add a typical attacker; where no column fits, ask for columns."""
        knows = knowledge_of(preset, self._roles)
        made = AttackerSettings(name=self._free(PRESETS[preset]), knows=knows)
        if knows:
            self._put((*self._attackers, made), told("Attacker {name}", name=shown_title(made)))
        else:
            self.ask(made)

    def add_knowing(self, known: Sequence[str]) -> None:
        """Ask for an attacker who knows some columns."""
        self.ask(AttackerSettings(name=self._free(" + ".join(known)[:80]), knows=tuple(known)))

    def change(self, number: int) -> None:
        """Ask how an attacker is to be."""
        if 0 <= number < len(self._attackers):
            self._open(self._attackers[number], number)

    def ask(self, settings: AttackerSettings) -> None:
        """Ask for a new attacker."""
        self._open(settings, len(self._attackers))

    def remove(self, number: int) -> None:
        """Remove an attacker. Without the last one those that the roles suggest are back."""
        left = tuple(each for place, each in enumerate(self._attackers) if place != number)
        self._put(left, told("Remove the attacker “{name}”", name=shown_title(self._attackers[number])))

    def _open(self, settings: AttackerSettings, number: int) -> None:
        is_new = number == len(self._attackers)
        self.dialog = AttackerDialog(self._roles, self._scales, settings, self._window.window(), is_new=is_new)
        self.dialog.accepted.connect(partial(self._take, number))
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _take(self, number: int) -> None:
        if self.dialog is None:
            return
        changed, made = list(self._attackers), self.dialog.settings
        changed[number : number + 1] = [made]
        self._put(tuple(changed), told("Attacker {name}", name=shown_title(made)))

    def _put(self, attackers: tuple[AttackerSettings, ...], text: str) -> None:
        step = ChangeSections(self._document, {"attackers": attackers}, text)
        self._document.push(step, touches_search=False)

    def _free(self, name: str) -> str:
        """The name, with a number if an attacker has it."""
        taken = {each.title for each in self._attackers}
        names = (name, *(f"{name} {number}" for number in range(2, len(taken) + 3)))
        return next(each for each in names if each not in taken)

    def _fill(self) -> None:
        self.menu.clear()
        for preset, title in PRESETS.items():
            self.menu.addAction(tr("Add: {attacker}", attacker=tr(title)), partial(self.add, preset))
        somebody = AttackerSettings(name=tr("Somebody"))
        self.menu.addAction(tr("Add: columns of your choice…"), partial(self.ask, somebody))
        if 0 <= self._current < len(self._attackers):
            name = shown_title(self._attackers[self._current]).replace("&", "&&")
            self.menu.addSeparator()
            self.menu.addAction(tr("Change “{name}”…", name=name), partial(self.change, self._current))
            self.menu.addAction(tr("Remove “{name}”", name=name), partial(self.remove, self._current))
        if self._document.job.attackers:
            self.menu.addAction(
                tr("Back to those that the roles suggest"), partial(self._put, (), tr("Attackers by roles"))
            )
