"""A control for each kind of setting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from arxdesk.core.file_dialogs import ask_for_folder
from arxdesk.core.preferences import ChoiceSetting, Flag, Folder, MultipleChoiceSetting, Number, Setting, TextSetting
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.fields import choice
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.foundation.language import tr

_CHOICE, _NUMBER, _TEXT = 240, 104, 300


@dataclass(frozen=True, slots=True)
class SettingField:
    """A control for the dialog: the widget, and access to its value."""

    setting: Setting[Any]
    widget: QWidget
    read: Callable[[], Any]
    show: Callable[[Any], None]


def field_for(setting: Setting[Any]) -> SettingField:
    """A control for a setting; its name is that of the setting."""
    match setting:
        case ChoiceSetting():
            return _choice(setting)
        case Number():
            return _number(setting)
        case Flag():
            return _flag(setting)
        case MultipleChoiceSetting():
            return _several(setting)
        case Folder():
            return _folder(setting)
        case TextSetting():
            return _text(setting)
        case _:
            raise TypeError(f"no control is known for {type(setting).__name__}")


def _choice(setting: ChoiceSetting[Any]) -> SettingField:
    box = choice.ChoiceBox(tr(setting.label), [(key, tr(words)) for key, words in setting.options])
    box.setFixedWidth(_CHOICE)
    return SettingField(setting, box, lambda: box.value, box.set_value)


def _number(setting: Number) -> SettingField:
    box = SpinBox(*setting.limits)
    box.setSingleStep(setting.step)
    box.setSuffix(f" {setting.unit}" if setting.unit else "")
    box.setSpecialValueText(tr(setting.lowest))
    box.setAccessibleName(tr(setting.label))
    box.setFixedWidth(_NUMBER)
    return SettingField(setting, box, box.value, box.setValue)


def _flag(setting: Flag) -> SettingField:
    box = QCheckBox(tr(setting.label))
    return SettingField(setting, box, box.isChecked, box.setChecked)


def _text(setting: TextSetting) -> SettingField:
    line = _line(setting)
    return SettingField(setting, line, lambda: line.text().strip(), line.setText)


def _folder(setting: Folder) -> SettingField:
    line = _line(setting)
    browse = secondary_button(tr("Browse..."))
    whole = QWidget()
    layouts.row(line, browse, layouts.STRETCH, spacing=8, inside=whole)
    whole.setFocusProxy(line)
    browse.clicked.connect(partial(_browse, line, tr(setting.label)))
    return SettingField(setting, whole, lambda: line.text().strip(), line.setText)


def _several(setting: MultipleChoiceSetting) -> SettingField:
    boxes = {key: QCheckBox(tr(words)) for key, words in setting.options}
    whole = QWidget()
    whole.setAccessibleName(tr(setting.label))
    layouts.column(*boxes.values(), spacing=4, inside=whole)

    def show(keys: tuple[str, ...]) -> None:
        for key, box in boxes.items():
            box.setChecked(key in keys)

    return SettingField(setting, whole, lambda: tuple(key for key, box in boxes.items() if box.isChecked()), show)


def _line(setting: TextSetting) -> QLineEdit:
    line = QLineEdit()
    line.setAccessibleName(tr(setting.label))
    line.setPlaceholderText(tr(setting.hint))
    line.setMaxLength(setting.most)
    line.setFixedWidth(_TEXT)
    return line


def _browse(line: QLineEdit, title: str) -> None:
    folder = ask_for_folder(line, title)
    if folder is not None:
        line.setText(str(folder))
