"""Text on as many lines as it needs, however narrow the room and however long a word."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.lines import height_of, laid_out, line_height

NARROWEST, PREFERRED = 48, 240
_PERCENT = "\u00a0%"
"""A sign that stays on the line of its number; as long as what it replaces."""


class WrappingLabel(QLabel):
    """Plain text that breaks between words, and inside a word longer than a line, such as the name of an attribute.

    A wrapping `QLabel` requires the width of its longest word instead. `tone` is a token of the theme, or the part
    after "text." in one.
    """

    def __init__(
        self,
        text: str = "",
        style: str = "dense",
        tone: str = "1",
        weight: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._tone = tone
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setFont(theme.font(style, weight))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def set_tone(self, tone: str) -> None:
        """Paint the text in another tone."""
        self._tone = tone
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Return True."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines."""
        return max(self._line, height_of(self._laid_out(width)))

    def sizeHint(self) -> QSize:
        """A width that is easily read."""
        return QSize(PREFERRED, self.heightForWidth(PREFERRED))

    def minimumSizeHint(self) -> QSize:
        """Some letters wide and one line high; layouts ask for the height that a width takes."""
        return QSize(NARROWEST, self._line)

    @property
    def _line(self) -> int:
        return max(self.fontMetrics().height(), line_height(self.font()))

    def lines(self) -> list[str]:
        """The text as it is painted."""
        layout = self._laid_out(self.contentsRect().width())
        found = (layout.lineAt(number) for number in range(layout.lineCount()))
        return [self.text()[line.textStart() : line.textStart() + line.textLength()].strip() for line in found]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines from the top."""
        tone = self._tone if self.isEnabled() else "disabled"
        token = tone if tone in ("ok", "warn", "error", "accent") else f"text.{tone}"
        painter = QPainter(self)
        painter.setPen(theme.current().color(token))
        self._laid_out(self.contentsRect().width()).draw(painter, QPointF(self.contentsRect().topLeft()))

    def _laid_out(self, width: int) -> QTextLayout:
        return laid_out(
            self.text().replace(" %", _PERCENT), self.font(), width, QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
        )
