"""The card that answers the question of a perspective in one sentence."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arxdesk.ui import layouts, theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.spoken import Role, announce

Kind = Literal["ok", "warn", "error", "info"]
NARROW = 1160
"""Below this width the words are set smaller: else they take the height that the views under them need."""


LARGE, SMALL, ICON = 48, 36, 28


class _Disc(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.kind: Kind = "info"
        self.icon_name = "info"
        self.current = True
        self._size = LARGE
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_small(self, small: bool) -> None:
        """Be as small as one line, or as large as two."""
        self._size = SMALL if small else LARGE
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size)

    @property
    def tones(self) -> tuple[str, str]:
        """The tokens of the icon and of its ground; both stand back where the verdict is out of date."""
        if not self.current:
            return "text.3", "bg.hover"
        ink = "accent" if self.kind == "info" else self.kind
        return ink, f"{ink}.soft"

    def paintEvent(self, _event: QPaintEvent) -> None:
        ink, ground = self.tones
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color(ground))
        middle, icon = self._size / 2, self._size / LARGE * ICON
        painter.drawEllipse(QPointF(middle, middle), middle, middle)
        paint_icon(painter, QRectF(middle - icon / 2, middle - icon / 2, icon, icon), self.icon_name, colors.color(ink))


class VerdictCard(QFrame):
    """Icon disc, one sentence of 17 px, one or two plain sentences, and a slot at the right for controls."""

    spoken_role = Role.StaticText

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("layer", "panel")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._disc = _Disc()
        self._sentence = paragraph("", "verdict")
        self._details = paragraph("", "body", "2")
        words = layouts.column(
            layouts.Stretch(1),  # extra height for the controls goes above and below, not between
            self._sentence,
            self._details,
            layouts.Stretch(1),
            spacing=2,
        )
        controls = QWidget()
        self._slot = QVBoxLayout(controls)
        self._slot.setContentsMargins(0, 0, 0, 0)
        self._slot.setSpacing(8)
        self._row = row = QHBoxLayout(self)
        self._is_narrow = False
        row.setContentsMargins(20, 12, 20, 12)
        row.setSpacing(20)
        row.addWidget(self._disc)
        layouts.nest(row, words, 1)
        row.addWidget(controls, 0, Qt.AlignmentFlag.AlignVCenter)

    @property
    def sentence(self) -> str:
        """The sentence of the verdict."""
        return self._sentence.text()

    @property
    def details(self) -> str:
        """The plain sentences, one per line."""
        return self._details.text()

    def set_verdict(self, kind: Kind, icon_name: str, sentence: str, details: Sequence[str] = ()) -> None:
        """Show a verdict; each detail is a line of its own."""
        self._disc.kind, self._disc.icon_name = kind, icon_name
        self._disc.update()
        self._sentence.setText(sentence)
        self._details.setText("\n".join(details))
        self._details.setVisible(bool(details))
        said = " ".join([sentence, *details])
        is_news = said != self.accessibleName()
        self.setAccessibleName(said)
        if is_news and self.isVisible():
            announce(self, sentence)

    @property
    def tone(self) -> str:
        """The token of the icon's colour."""
        return self._disc.tones[0]

    def set_current(self, current: bool) -> None:
        """Let the icon stand back where the verdict is that of rules before a change."""
        if self._disc.current != current:
            self._disc.current = current
            self._disc.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use smaller type where there is little room."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < NARROW
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self.arrange(is_narrow=is_narrow)

    def arrange(self, *, is_narrow: bool) -> None:
        """Set words and space for a narrow card or a wide one."""
        self._disc.set_small(is_narrow)
        self._sentence.setFont(theme.font("lead" if is_narrow else "verdict"))
        self._details.setFont(theme.font("dense" if is_narrow else "body"))
        self._row.setContentsMargins(*((12, 8, 12, 8) if is_narrow else (20, 12, 20, 12)))
        self._row.setSpacing(12 if is_narrow else 20)
        self._slot.setSpacing(4 if is_narrow else 8)

    def add_slot_widget(self, widget: QWidget) -> None:
        """Add a control on the right, below the others."""
        self._slot.addWidget(widget, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
