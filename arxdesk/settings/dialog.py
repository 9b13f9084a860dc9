"""The settings of the user, in groups; fields are made from the declarations in `preferences`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arxdesk.core.preferences import LOOK, SETTINGS, Flag, Setting, groups
from arxdesk.help.mark import help_mark
from arxdesk.settings.fields import SettingField, field_for
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.dialogs.two_panes import lay_out_two_panes
from arxdesk.ui.help_topics import SETTINGS as TOPIC
from arxdesk.ui.widgets.basics.buttons import quiet_button
from arxdesk.ui.widgets.basics.deferred import Deferred, Turns
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.language import tr

SIZE = QSize(720, 560)
_LIST, _ITEM = 160, 32


class SettingsDialog(FramedDialog):
    """`values` are the chosen settings by key; the caller stores them once it is accepted.

    The look is previewed: `look_tried` emits it, also to restore the previous one.
    """

    look_tried = Signal(str)

    def __init__(self, values: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.resize(SIZE)
        self._values = dict(values)
        self._fields: dict[str, SettingField] = {}
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Groups of settings"))
        self.list.setUniformItemSizes(True)
        self._pages = QStackedWidget()
        self._waiting: list[Deferred[QScrollArea]] = []
        for name, settings in groups():
            item = QListWidgetItem(tr(name))
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setSizeHint(QSize(0, _ITEM))
            self.list.addItem(item)
            page = Deferred(partial(self._make_page, name, settings))
            self._pages.addWidget(page)
            self._waiting.append(page)
        self.defaults_button = quiet_button(tr("Restore defaults"))
        self.defaults_button.setToolTip(tr("Show the defaults of all groups; Apply keeps them"))
        self.defaults_button.clicked.connect(self.restore_defaults)
        self.foot = DialogFoot(tr("Apply"))
        self.foot.add_leading(self.defaults_button)
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self.list.currentRowChanged.connect(self._show_page)
        self._lay_out()
        self.list.setCurrentRow(0)
        self._turns = Turns(self._waiting, self)

    @property
    def fields(self) -> Mapping[str, SettingField]:
        """The controls of all settings, by key; missing ones are made now."""
        for page in self._waiting:
            _made = page.widget
        return self._fields

    @property
    def values(self) -> dict[str, Any]:
        """The chosen values, by key."""
        return self._values | {key: field.read() for key, field in self._fields.items()}

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Show the given values."""
        self._values = dict(values)
        for key, field in self._fields.items():
            field.show(values[key])

    def show_group(self, name: str) -> None:
        """Bring a group to the front, by its declared name."""
        for item in map(self.list.item, range(self.list.count())):
            if item.data(Qt.ItemDataRole.UserRole) == name:
                self.list.setCurrentItem(item)

    def restore_defaults(self) -> None:
        """Show the defaults."""
        self.show_values({setting.key: setting.default for setting in SETTINGS})
        self._try_look()

    def done(self, result: int) -> None:
        """Close the dialog and stop making fields."""
        self._turns.stop()
        super().done(result)

    def _try_look(self) -> None:
        self.look_tried.emit(self.values[LOOK.key])

    def _show_page(self, place: int) -> None:
        _made = self._waiting[place].widget
        self._pages.setCurrentIndex(place)

    def _make_page(self, name: str, settings: tuple[Setting[Any], ...]) -> QScrollArea:
        heading = layouts.row(label(tr(name), "lead"), help_mark(TOPIC, tr("the settings")), layouts.STRETCH)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(4)
        layouts.nest(column, heading)
        for setting in settings:
            column.addSpacing(8)
            field = self._fields[setting.key] = field_for(setting)
            field.show(self._values[setting.key])
            if not isinstance(setting, Flag):
                column.addWidget(label(tr(setting.label), "dense", "1", 600))
            column.addWidget(field.widget, 0, Qt.AlignmentFlag.AlignLeft)
            column.addWidget(paragraph(tr(setting.help), "caption", "3"))
        column.addStretch()
        if LOOK in settings:
            self._fields[LOOK.key].widget.currentIndexChanged.connect(self._try_look)  # type: ignore[attr-defined]
        scroll = QScrollArea()
        scroll.setAccessibleName(tr(name))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        return scroll

    def _lay_out(self) -> None:
        left = QFrame()
        left.setProperty("layer", "window")
        left.setFixedWidth(_LIST)
        layouts.column(self.list, margins=12, inside=left)
        right = QFrame()
        right.setProperty("layer", "panel")
        layouts.column(self._pages, inside=right)
        lay_out_two_panes(self, left, right, self.foot)
