"""An inline message beside its subject: state, consequence, remedy."""

from typing import Literal

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from arxdesk.ui import layouts, theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.spoken import Role, announce

Kind = Literal["ok", "warn", "error", "info"]

# kind: (icon, colour of the icon, fill, border)
LOOKS: dict[str, tuple[str, str, str, str]] = {
    "ok": ("check", "ok", "ok.soft", "ok.line"),
    "warn": ("warning", "warn", "warn.soft", "warn.line"),
    "error": ("error", "error", "error.soft", "error.line"),
    "info": ("info", "accent", "accent.soft", "accent.line"),
}


class Message(QWidget):
    """Icon, bold lead, sentence and an optional link; `link_activated` carries the key of the link that was chosen."""

    link_activated = Signal(str)
    spoken_role = Role.AlertMessage

    def __init__(
        self,
        kind: Kind = "info",
        lead: str = "",
        sentence: str = "",
        links: tuple[tuple[str, str], ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind: Kind = kind
        self._text = paragraph()
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._text.linkActivated.connect(self.link_activated)
        self._text.installEventFilter(self)
        layouts.row((self._text, 1), margins=(36, 8, 12, 8), inside=self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._parts: tuple[str, str, tuple[tuple[str, str], ...]] = ("", "", ())
        self.set_content(kind, lead, sentence, links)
        theme.watcher.changed.connect(self._restyle)

    @property
    def kind(self) -> str:
        """The kind of the message."""
        return self._kind

    @property
    def text(self) -> QLabel:
        """The label with the words."""
        return self._text

    def set_content(self, kind: Kind, lead: str, sentence: str = "", links: tuple[tuple[str, str], ...] = ()) -> None:
        """Set the message; `links` are (key, words) pairs after the sentence."""
        self._kind = kind
        self._parts = (lead, sentence, links)
        has_links = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self._text.setTextInteractionFlags(has_links if links else Qt.TextInteractionFlag.NoTextInteraction)
        said = f"{lead} {sentence}".strip()
        is_news, shown = said != self.accessibleName(), self.isVisible()
        self.setAccessibleName(said)
        self._restyle()
        if is_news and shown:
            announce(self, said, is_urgent=kind == "error")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint the ring as the keyboard comes to the links and goes."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Announce the message that appears."""
        super().showEvent(event)
        if not event.spontaneous():
            announce(self, self.accessibleName(), is_urgent=self._kind == "error")

    def _restyle(self) -> None:
        lead, sentence, links = self._parts
        color = theme.current().color("accent").name()
        anchors = " &nbsp;".join(
            f'<a href="{_escape(key)}" style="color:{color};text-decoration:none">{_unbroken(words)}</a>'
            for key, words in links
        )
        bold = f'<span style="font-weight:600">{_escape(lead)}</span>' if lead else ""
        self._text.setText(" ".join(part for part in (bold, _escape(sentence), anchors) if part))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw fill, border and icon."""
        name, token, fill, border = LOOKS[self._kind]
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.color(border), 1))
        painter.setBrush(colors.color(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        paint_icon(painter, QRectF(12, 9, 16, 16), name, colors.color(token))
        if self._text.hasFocus():  # Qt's own frame around the link is thin and dotted
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)


def _unbroken(text: str) -> str:
    return _escape(text).replace(" ", "&nbsp;")


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
