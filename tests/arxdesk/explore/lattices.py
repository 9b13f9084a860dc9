"""Explorations of lattices of all sizes for the tests of what draws them, and the mouse and the keys.

Documents belong to the `jobs` of a test, and end with them: a document that is left to the garbage collector may end on
the thread of a later test.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import SearchSettings
from tests.arxdesk.conftest import wide_project
from tests.arxdesk.explored_results import searched, wait_for


def classified(qtbot, jobs: Jobs, attributes: int = 4) -> Exploration:
    """A lattice of 4 levels for each attribute, all of which is classified."""
    return searched(Document(*wide_project(attributes, 300), None, jobs), qtbot, jobs)[0]


def looked_at_in_part(qtbot, jobs: Jobs, attributes: int, checks: int = 12) -> Exploration:
    """A lattice far too large to be whole, of which a short search has looked at little."""
    document = Document(*wide_project(attributes, 120), None, jobs)
    document.set_sections({"search": SearchSettings(check_limit=checks)})
    exploration = Exploration(document, jobs, document)
    document.set_result(search(document.job, document.dataset, document.hierarchies, Control()))
    wait_for(exploration, qtbot)
    return exploration


def shown(qtbot, widget: QWidget, width: int, height: int) -> None:
    """Show a widget of that size."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)


def move_to(widget: QWidget, point: QPointF, buttons: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """The pointer comes to a point."""
    at = QPointF(widget.mapToGlobal(point.toPoint()))
    plain = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, point, at, Qt.MouseButton.NoButton, buttons, plain)
    QApplication.sendEvent(widget, event)


def turn_wheel(
    widget: QWidget, point: QPointF, turned: int, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """The wheel is turned at a point."""
    at, button = QPointF(widget.mapToGlobal(point.toPoint())), Qt.MouseButton.NoButton
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(point, at, QPoint(), QPoint(0, turned), button, held, phase, False)
    QApplication.sendEvent(widget, event)
