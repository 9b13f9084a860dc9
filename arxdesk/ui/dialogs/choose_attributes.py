"""The dialog that chooses the attributes of an analysis."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtWidgets import QWidget

from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.check_list import CheckEntry, CheckList
from arxdesk_engine.foundation.language import tr

SIZE = (420, 480)


class ChooseAttributesDialog(FramedDialog):
    """Check boxes for attributes; `consequence` explains their number. At least one is checked."""

    def __init__(
        self,
        attributes: Sequence[tuple[str, str]],
        chosen: Collection[str],
        usual: Collection[str],
        consequence: Callable[[int], str],
        parent: QWidget | None = None,
        *,
        title: str = "",
        action: str = "",
    ) -> None:
        """`attributes` come with their role in words; `usual` are checked by a link. By default they are compared."""
        super().__init__(parent)
        title = title or tr("Attributes compared")
        self.setWindowTitle(title)
        self.resize(*SIZE)
        self._consequence = consequence
        self.list = CheckList(title)
        self.list.set_entries([CheckEntry(name, role) for name, role in attributes])
        self.list.set_checked(chosen)
        self.list.changed.connect(self._say)
        self.usual_link = link_button(tr("Quasi-identifiers"))
        self.usual_link.setEnabled(bool(usual))
        self.usual_link.clicked.connect(lambda: self._tick(usual))
        self.none_link = link_button(tr("None"))
        self.none_link.clicked.connect(lambda: self._tick(()))
        self.note = WrappingLabel("", "caption", "2")
        self.foot = DialogFoot(action or tr("Compare"))
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        links = layouts.row(self.usual_link, self.none_link, layouts.STRETCH, spacing=16)
        body = layouts.column(links, (self.list, 1), self.note, spacing=8, margins=(16, 16, 16, 12))
        layouts.column((body, 1), self.foot, spacing=0, inside=self)
        self._say()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The checked attributes, in the order of the table."""
        return self.list.checked

    def _tick(self, names: Collection[str]) -> None:
        self.list.set_checked(names)
        self._say()

    def _say(self) -> None:
        number = len(self.list.checked)
        self.note.setText(self._consequence(number) if number else tr("Tick at least one."))
        self.foot.primary.setEnabled(number > 0)
