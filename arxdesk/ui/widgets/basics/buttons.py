"""Push buttons in the four kinds the screens use, and icon buttons that always have a name."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

from arxdesk.ui import theme
from arxdesk.ui.icons import icon

PADDING, MENU_MARK = 9, 14
"""The padding of dense buttons with their border, and the room for the arrow of a menu."""
QUIET = ("help", "copy")
"""Icons beside every heading, which are faint until the pointer is over them."""
_ICON = QSize(20, 14)
"""Wider than the drawing, since the style leaves hardly any room between an icon and the words."""


def primary_button(text: str) -> QPushButton:
    """Return the one button that is the action of the moment."""
    return _button(text, "primary")


def make_primary(button: QAbstractButton) -> None:
    """Style an existing button as the primary one."""
    button.setProperty("primary", True)
    button.style().unpolish(button)
    button.style().polish(button)


def secondary_button(text: str, icon_name: str = "") -> QPushButton:
    """Return a button of normal size."""
    return _button(text, None, icon_name)


def dense_button(text: str, icon_name: str = "") -> QPushButton:
    """Return a 24-px button for panes and cards."""
    return _button(text, "dense", icon_name)


def danger_button(text: str, icon_name: str = "stop") -> QPushButton:
    """Return the outlined red button that stops something."""
    return _button(text, "danger", icon_name, "error")


def link_button(text: str) -> QPushButton:
    """Return a button that reads as a link."""
    made = _button(text, "link")
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


def quiet_button(text: str) -> QPushButton:
    """Return a button without border, such as Help in the foot of a dialog."""
    return _button(text, "quiet")


def icon_button(icon_name: str, name: str) -> QToolButton:
    """Return a button that is only an icon; its name is the tooltip and the accessible name."""
    made = QToolButton()
    if icon_name in QUIET:
        made.setAutoRaise(True)  # else the style does not report hovering
        made.setIcon(icon(icon_name, "line.control", "accent", "text.1"))
    else:
        made.setIcon(icon(icon_name, "text.2", "accent"))
    made.setIconSize(QSize(16, 16))
    made.setFixedSize(24, 24)
    made.setToolTip(name)
    made.setAccessibleName(name)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made


def fit_words(button: QPushButton) -> None:
    """Let a button be as narrow as its words: the style requires at least 80 pixels."""
    words = QFontMetrics(theme.font("dense")).horizontalAdvance(button.text())
    beside = 0 if button.icon().isNull() else button.iconSize().width() + 4
    button.setMinimumWidth(words + beside + (MENU_MARK if button.menu() is not None else 0) + 2 * PADDING)


def _button(text: str, kind: str | None, icon_name: str = "", ink: str = "text.1") -> QPushButton:
    made = QPushButton(text)
    made.setAutoDefault(False)
    if kind:
        made.setProperty(kind, True)
    if icon_name:
        made.setIcon(icon(icon_name, ink))
        made.setIconSize(_ICON)
    return made
