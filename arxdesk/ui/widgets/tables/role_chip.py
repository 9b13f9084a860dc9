"""The letter of a role: I, Q, S or N; a question mark without a role."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import marked, tr

WIDTH, HEIGHT = 20, 16

# role: (letter, colour token, name for screen readers and tooltips)
ROLES: dict[str, tuple[str, str, str]] = {
    "identifying": ("I", "role.identifying", marked("Identifying")),
    "quasi-identifying": ("Q", "role.quasi", marked("Quasi-identifying")),
    "sensitive": ("S", "role.sensitive", marked("Sensitive")),
    "insensitive": ("N", "role.insensitive", marked("Insensitive")),
    "undecided": ("?", "warn", marked("Not decided: give it a role")),
}


def paint_role_chip(painter: QPainter, rect: QRectF, role: str) -> None:
    """Draw the chip of a role into a rectangle, usually 20 x 16."""
    letter, token, _ = ROLES[role]
    colors = theme.current()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colors.color(token), 1))
    painter.setBrush(colors.color(f"{token}.soft"))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setFont(theme.font("chip", 700))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letter)
    painter.restore()


class RoleChip(QWidget):
    """A role chip as a widget of fixed size; empty while the role is None."""

    spoken_role = Role.Indicator

    def __init__(self, role: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._role: str | None = None
        self.set_role(role)

    @property
    def role(self) -> str | None:
        """The role of the chip."""
        return self._role

    def set_role(self, role: str | None) -> None:
        """Show another role, or none; KeyError for an unknown one."""
        name = tr(ROLES[role][2]) if role else ""
        self._role = role
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the fixed size."""
        return QSize(WIDTH, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the chip."""
        if self._role:
            painter = QPainter(self)
            paint_role_chip(painter, QRectF(QPointF(0, (self.height() - HEIGHT) / 2), self.sizeHint()), self._role)
