"""A failure: the problem, its cause and its remedies; the technical text is folded."""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QWidget

from arxdesk.ui import layouts, theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.buttons import dense_button, link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk_engine.foundation.language import tr


class ErrorCard(QWidget):
    """An error in three sentences, with remedies as links (`remedy_chosen` carries the key) and details to copy.

    `folded` tells that the details were shown or hidden, which takes another height.
    """

    remedy_chosen = Signal(str)
    folded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._what = paragraph("", "body", "1", 600)
        self._why = paragraph("")
        self._remedy = paragraph("")
        self._links = QHBoxLayout()
        self._links.setSpacing(16)
        self._fold = link_button(tr("Details"))
        self._fold.clicked.connect(self._toggle)
        self._copy = dense_button(tr("Copy"), "copy")
        self._copy.clicked.connect(self.copy_details)
        self._details = QPlainTextEdit()
        self._details.setReadOnly(True)
        self._details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._details.setAccessibleName(tr("Technical details"))
        self._details.setFixedHeight(96)
        foot = layouts.row(self._fold, layouts.STRETCH, self._copy)
        layouts.column(
            self._what,
            self._why,
            self._remedy,
            self._links,
            foot,
            self._details,
            spacing=4,
            margins=(40, 10, 12, 10),
            inside=self,
        )
        self.set_error("")

    def set_error(
        self, what: str, why: str = "", remedy: str = "", details: str = "", links: tuple[tuple[str, str], ...] = ()
    ) -> None:
        """Show an error; `links` are (key, words) pairs of immediate remedies."""
        for label, text in ((self._what, what), (self._why, why), (self._remedy, remedy)):
            label.setText(text)
            label.setVisible(bool(text))
        self._details.setPlainText(details)
        self._fold.setVisible(bool(details))
        self._show_details(False)
        while (item := self._links.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for key, words in links:
            button = link_button(words)
            button.setObjectName(key)
            button.clicked.connect(self._chosen)
            self._links.addWidget(button)
        if links:
            self._links.addStretch()
        self.setAccessibleName(" ".join(part for part in (what, why, remedy) if part))

    @property
    def details_shown(self) -> bool:
        """Whether the technical text is unfolded."""
        return not self._details.isHidden()

    def copy_details(self) -> None:
        """Put all of the card's text on the clipboard."""
        parts = [self._what.text(), self._why.text(), self._remedy.text(), "", self._details.toPlainText()]
        QGuiApplication.clipboard().setText("\n".join(parts).strip())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw fill, border and icon."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.color("error.line"), 1))
        painter.setBrush(colors.color("error.soft"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        paint_icon(painter, QRectF(14, 12, 16, 16), "error", colors.color("error"))

    def _toggle(self) -> None:
        self._show_details(self._details.isHidden())
        self.folded.emit()

    def _show_details(self, shown: bool) -> None:
        self._details.setVisible(shown)
        self._copy.setVisible(shown)
        self._fold.setText(tr("Hide details") if shown else tr("Details"))

    def _chosen(self) -> None:
        button = self.sender()
        if button is not None:
            self.remedy_chosen.emit(button.objectName())
