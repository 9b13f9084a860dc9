"""The choice whether a column says whose record each is, its sampling weight or its household."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.core.values.declared import DECLARED_PARTS, DECLARED_TITLES, DeclaredPart
from arxdesk.importing.draft import Draft
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.foundation.language import marked, tr

_NOTHING = "nothing"
_HINT = marked(
    "Whether the selected column says whose record each is, how many people it stands for, or who lives together"
)


class DeclaredChoice(ChoiceBox):
    """Of the selected column, where there is one; not offered where records stay outside memory."""

    def __init__(self, draft: Draft, parent: QWidget | None = None) -> None:
        titles = [(part, tr(DECLARED_TITLES[part])) for part in DECLARED_PARTS]
        super().__init__(
            tr("What the selected column is beside its role"), ((_NOTHING, tr("Only its role")), *titles), parent
        )
        self._draft = draft
        self._place: int | None = None
        self.setFixedWidth(144)
        self.setEnabled(False)
        self.chosen.connect(self._choose)

    def show_column(self, places: tuple[int, ...]) -> None:
        """Show the selected columns; only one at a time can be declared."""
        self._place = places[0] if len(places) == 1 else None
        self.set_value(self._declared or _NOTHING)
        self.setToolTip(tr(_HINT))
        self.setEnabled(self._place is not None)
        self.setVisible(not self._draft.stays_outside)

    def add_to(self, menu: QMenu) -> None:
        """Add an entry for each to the menu of the selected column."""
        if self._place is None or self._draft.stays_outside:
            return
        menu.addSeparator()
        for part in DECLARED_PARTS:
            entry = menu.addAction(tr(DECLARED_TITLES[part]), partial(self._choose, part))
            entry.setCheckable(True)
            entry.setChecked(self._declared == part)

    @property
    def _declared(self) -> DeclaredPart | None:
        choices = self._draft.choices
        return None if choices is None or self._place is None else choices.columns[self._place].declared

    def _choose(self, key: str) -> None:
        """Declare it; what it is already it is no more."""
        part = next((part for part in DECLARED_PARTS if part == key and part != self._declared), None)
        if self._place is not None:
            self._draft.declare(self._place, part)
