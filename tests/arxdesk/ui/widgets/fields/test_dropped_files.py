"""Dropped files are copied, never moved."""

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent

from arxdesk.ui.widgets.fields.dropped_files import offer_to_copy


def entering(actions: Qt.DropAction, path: str) -> QDragEnterEvent:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path)] if path else [])
    event = QDragEnterEvent(QPoint(1, 1), actions, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    event.data = data
    return event


def test_that_a_source_that_offers_both_is_told_that_it_was_copied(tmp_path):
    event = entering(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, str(tmp_path / "a.csv"))
    event.setDropAction(Qt.DropAction.MoveAction)
    offer_to_copy(event)
    assert event.isAccepted()
    assert event.dropAction() == Qt.DropAction.CopyAction


def test_that_what_can_only_be_moved_and_what_is_no_file_is_refused(tmp_path):
    for event in (entering(Qt.DropAction.MoveAction, str(tmp_path / "a.csv")), entering(Qt.DropAction.CopyAction, "")):
        offer_to_copy(event)
        assert not event.isAccepted()
