"""The frame that all dialogs share: the window behind is dimmed, a line goes around where it would melt into it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.dimmer import Dimmer
from arxdesk.ui.widgets.basics.eye_order import move_focus


class DialogFrame(QObject):
    """Dims the window behind a dialog while it is visible, and draws the border of the dialog."""

    def __init__(self, dialog: QDialog, *, dims: bool = True) -> None:
        super().__init__(dialog)
        self._dims = dims
        self._dialog = dialog
        self._dimmer: Dimmer | None = None
        self.edge = _Edge(dialog)
        dialog.installEventFilter(self)

    @property
    def is_dimming(self) -> bool:
        """Whether the window behind is dimmed."""
        return self._dimmer is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the dialog when it is shown, hidden or resized."""
        match event.type():
            case QEvent.Type.Show if isinstance(event, QShowEvent) and not event.spontaneous():
                self._dim()
            case QEvent.Type.Hide if isinstance(event, QHideEvent) and not event.spontaneous():
                self._clear()
            case QEvent.Type.Resize:
                self.edge.setGeometry(self._dialog.rect())
            case QEvent.Type.ChildPolished:
                self.edge.raise_()
        return super().eventFilter(watched, event)

    def _dim(self) -> None:
        self.edge.setGeometry(self._dialog.rect())
        self.edge.raise_()
        behind = self._dialog.parentWidget()
        if self._dimmer is not None or behind is None or not self._dims:
            return
        if not any(each.isVisible() for each in behind.window().findChildren(Dimmer)):  # of a dialog in between
            self._dimmer = Dimmer(behind.window())

    def _clear(self) -> None:
        if self._dimmer is not None:
            self._dimmer.hide()
            self._dimmer.deleteLater()
            self._dimmer = None


class FramedDialog(QDialog):
    """A dialog in the look of all."""

    dims = True
    """Whether the window steps back; not behind one that stands beside the work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.frame = DialogFrame(self, dims=self.dims)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes as the eye does."""
        return move_focus(self, super().focusNextPrevChild, forward=forward)


class FramedQuestion(QMessageBox):
    """A question or a short message in the look of all dialogs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.frame = DialogFrame(self)
        self.setTextFormat(Qt.TextFormat.PlainText)


class _Edge(QWidget):
    """The line, above everything in the dialog."""

    def __init__(self, dialog: QWidget) -> None:
        super().__init__(dialog)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(theme.current().color("line.control"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
